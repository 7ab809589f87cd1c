// The name that somebody meant who wrote another.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rfm::data {

// Letters to insert, leave out or replace to come from one word to the other.
std::size_t letters_between(std::string_view a, std::string_view b);

// The nearest of the names: the same but for letter case and blanks around it, else at most two
// letters away and less than half of the word; empty when there is none.
std::string nearest_name(std::string_view word, const std::vector<std::string>& names);

}  // namespace rfm::data
