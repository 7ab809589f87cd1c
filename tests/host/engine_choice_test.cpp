// Engines by name: those of this machine are found, others are refused in words that list what
// there is.
#include "rfm/host/engine_choice.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(engine_choice)

BOOST_AUTO_TEST_CASE(every_engine_is_found_by_its_name) {
  for (const rfm::EngineFacts& facts : rfm::engine_list) {
    const rfm::Engine<float>*expected = nullptr, *engine = nullptr;
    std::string problem;
    const bool exists = rfm::find_engine(facts.id, &expected);
    BOOST_TEST(rfm::choose_engine(facts.name, &engine, &problem) == exists);
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
