// Class names: spellings of one label are one class, in training and in every later table.
#include "rfm/data/table/labels.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(labels)

using rfm::data::Labels;

// Whatever is met first: "y" is 1, and so is "1.".
BOOST_AUTO_TEST_CASE(spellings_of_one_label_are_one_class_in_any_order) {
  std::vector<std::string> cells{"1", "1.", "1e0", "y", "Yes", "0", "no", "f4.", "1.5", "1.50"};
  std::sort(cells.begin(), cells.end());
  for (int order = 0; order < 50; ++order, std::next_permutation(cells.begin(), cells.end())) {
    if (order % 2 == 1) std::rotate(cells.begin(), cells.begin() + 3, cells.end());
    Labels trained;
    std::vector<uint32_t> first;
    for (const std::string& cell : cells) first.push_back(trained.find_or_add(cell));
    const std::vector<uint32_t> place = trained.sort();
    BOOST_TEST(trained.names().size() == 4u);  // 0, 1, 1.5 and f4.
    Labels later(trained.names());
    for (std::size_t i = 0; i < cells.size(); ++i)
      BOOST_TEST(later.find(cells[i]) == place[first[i]], cells[i]);
    BOOST_TEST(later.find("2") == Labels::unknown);
    BOOST_TEST(later.find("maybe") == Labels::unknown);
  }
}

BOOST_AUTO_TEST_SUITE_END()
