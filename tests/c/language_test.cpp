// The C interface does its work for a C99 program, statuses have words, and the version is the one
// built.
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

#include "rfm/c/rfm.h"
#include "rfm/core/base/status.hpp"
#include "rfm/version.h"
#include "tests/c/from_c.h"

BOOST_AUTO_TEST_SUITE(language)

BOOST_AUTO_TEST_CASE(c_fits_and_predicts) { BOOST_TEST(fit_and_predict_in_c() == 0); }
BOOST_AUTO_TEST_CASE(c_goes_round_by_round_and_cancels) {
  BOOST_TEST(go_round_by_round_in_c() == 0);
}
BOOST_AUTO_TEST_CASE(c_saves_and_opens) { BOOST_TEST(save_and_open_in_c() == 0); }
BOOST_AUTO_TEST_CASE(c_merges_rows_and_keeps_features) { BOOST_TEST(merge_and_keep_in_c() == 0); }

BOOST_AUTO_TEST_CASE(each_status_has_its_own_words) {
  std::set<std::string> seen;
  for (rfm_status status = RFM_OK; status <= RFM_STOPPED; ++status) {
    const std::string words = rfm_words(status);
    BOOST_TEST(words == rfm::words(static_cast<rfm::Status>(status)));
    BOOST_TEST(seen.insert(words).second, words);
  }
}

BOOST_AUTO_TEST_CASE(a_number_that_is_no_status_has_words_too) {
  for (rfm_status status : {-1, RFM_SEVERAL_MEMBERS + 1, INT32_MAX, INT32_MIN})
    BOOST_TEST(rfm_words(status) == std::string("an unknown status"));
}

BOOST_AUTO_TEST_CASE(the_version_is_the_one_built) {
  BOOST_TEST(rfm_version() == std::string(RFM_VERSION));
}

BOOST_AUTO_TEST_SUITE_END()
