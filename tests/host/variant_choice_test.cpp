// Variants by name: those of this machine are found, others are refused in words that list what
// there is.
#include "rfm/host/engine_choice.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(variant_choice)

BOOST_AUTO_TEST_CASE(every_engine_is_found_by_its_name) {
  for (const auto variant :
       {rfm::Variant::plain, rfm::Variant::baseline, rfm::Variant::avx2, rfm::Variant::avx512,
        rfm::Variant::neon, rfm::Variant::avx2_unfused, rfm::Variant::avx512_unfused}) {
    const rfm::Engine<float>*expected = nullptr, *engine = nullptr;
    std::string problem;
    const bool exists = rfm::find_engine(variant, &expected);
    BOOST_TEST(rfm::choose_engine(rfm::variant_name(variant), &engine, &problem) == exists);
    if (exists) BOOST_TEST(engine == expected);
    BOOST_TEST(problem.empty() == exists);
  }
}

BOOST_AUTO_TEST_CASE(no_name_is_the_fastest) {
  const rfm::Engine<double>* engine = nullptr;
  std::string problem;
  BOOST_TEST(rfm::choose_engine("", &engine, &problem));
  BOOST_TEST(engine == rfm::fastest<double>());
}

BOOST_AUTO_TEST_CASE(an_unknown_name_lists_what_there_is) {
  const rfm::Engine<double>* engine = nullptr;
  std::string problem;
  BOOST_TEST(!rfm::choose_engine("abacus", &engine, &problem));
  BOOST_TEST(problem.find("abacus") != std::string::npos);
  BOOST_TEST(problem.find("plain") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
