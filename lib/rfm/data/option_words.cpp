#include "rfm/data/option_words.hpp"

#include <utility>

#include "rfm/core/kernels/facts.hpp"

namespace rfm::data {

#define RFM_OPTION_WORDS(word, older, faces, group, form, standard, sentence, ...) \
  {OptionGroup::group, standard, sentence},
const OptionWords option_words[option_count] = {RFM_EACH_OPTION(RFM_OPTION_WORDS)};
#undef RFM_OPTION_WORDS

std::string sentence_of(const OptionWords& words) {
  std::string text(words.sentence);
  for (const auto& [place, parameters] :
       {std::pair("{exponent}", KernelTakes::exponent), std::pair("{layers}", KernelTakes::layers)})
    if (const std::size_t at = text.find(place); at != std::string::npos)
      text.replace(at, std::string_view(place).size(), kernels_that_take(parameters));
  return text;
}

const char* word(OptionType type) {
  switch (type) {
    case OptionType::flag:
      return "flag";
    case OptionType::text:
      return "text";
    case OptionType::list:
      return "list";
    case OptionType::number:
      return "number";
    case OptionType::above:
      return "above";
    case OptionType::whole:
      return "whole";
    case OptionType::bytes:
      return "bytes";
    case OptionType::word:
      return "word";
  }
  return "";
}

}  // namespace rfm::data
