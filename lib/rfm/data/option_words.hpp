// What the faces say of the options of training besides their names and forms: how they are
// grouped, their defaults and sentences. Apart from options.hpp, since a program that only reads
// options does not carry the sentences.
#pragma once
#include <string>
#include <string_view>

#include "rfm/data/options.hpp"

namespace rfm::data {

struct OptionWords {
  OptionGroup group;
  const char* standard;
  const char* sentence;
};

// In the order of all_options.
extern const OptionWords option_words[option_count];

// The sentence with the words of the kernels that it speaks of.
std::string sentence_of(const OptionWords& words);

// "flag", "text", "list", "number", "above", "whole", "word", "bytes".
const char* word(OptionType type);

}  // namespace rfm::data
