// Is this UTF-8? Overlong forms, surrogates, code points above 10FFFF and zero bytes are not.
#pragma once
#include <cstddef>
#include <string_view>

namespace rfm::data {

// The position of the first byte that is not part of valid text; text.size() when all is well.
std::size_t first_bad_byte(std::string_view text);

}  // namespace rfm::data
