#include "rfm/data/options.hpp"

#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

constexpr OptionForm flag() { return {OptionType::flag, 0, 0, nullptr}; }
constexpr OptionForm text() { return {OptionType::text, 0, 0, nullptr}; }
constexpr OptionForm list() { return {OptionType::list, 0, 0, nullptr}; }
constexpr OptionForm word(const char* choices) { return {OptionType::word, 0, 0, choices}; }
constexpr OptionForm number(double least, double most) {
  return {OptionType::number, least, most, nullptr};
}
constexpr OptionForm number_among(const char* choices) {
  return {OptionType::number, 0, no_limit, choices};
}
constexpr OptionForm above(double least, double most) {
  return {OptionType::above, least, most, nullptr};
}
constexpr OptionForm whole(double least, double most) {
  return {OptionType::whole, least, most, nullptr};
}

constexpr bool leaves_open(std::string_view standard) { return standard == "auto"; }

// Digits alone; false also where there are too many, and then `too_large`.
bool read_whole(std::string_view text, uint64_t& value, bool& too_large) {
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    const auto digit = static_cast<uint64_t>(c - '0');
    too_large = too_large || value > (UINT64_MAX - digit) / 10;
    value = 10 * value + digit;
  }
  return !text.empty() && !too_large;
}

// "a number from 0 to 0.9", "a whole number from 0", "a number above 0".
std::string range_words(const OptionForm& form) {
  return sentence(form.most < no_limit ? "a %number % % to %" : "a %number % %",
                  {form.type == OptionType::whole ? "whole " : "",
                   form.type == OptionType::above ? "above" : "from", format_rounded(form.least),
                   format_rounded(form.most)});
}

std::string complaint(const OptionForm& form, bool automatic) {
  if (form.type == OptionType::flag) return "is neither true nor false";
  if (form.type == OptionType::word || form.choices != nullptr)
    return sentence("is none of %%", {automatic ? "auto, " : "",
                                      form.choices == nullptr ? kernel_words() : form.choices});
  return sentence(automatic ? "is neither auto nor %" : "is not %", {range_words(form)});
}

// Whether two spellings of a name agree: centre-gradients and centreGradients.
bool same_name(std::string_view known, std::string_view name) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < known.size(); ++k, ++at) {
    char c = known[k];
    if (c == '-' && at < name.size() && name[at] != '-') {
      ++k;
      c = static_cast<char>(known[k] - 'a' + 'A');
    }
    if (at >= name.size() || name[at] != c) return false;
  }
  return at == name.size() && !name.empty();
}

}  // namespace

#define RFM_OPTION(word, older, faces, group, form, standard, sentence, ...)                  \
  {word, older, form, faces, leaves_open(standard), [](OptionValue& given, TrainOptions& o) { \
     [[maybe_unused]] Wishes& wishes = o.search.wishes;                                       \
     __VA_ARGS__;                                                                             \
   }},
const Option all_options[option_count] = {RFM_EACH_OPTION(RFM_OPTION)};
#undef RFM_OPTION

const Option* find_option(std::string_view name, OptionFace face) {
  for (const Option& option : all_options)
    if ((option.faces & face) != 0 &&
        (same_name(option.word, name) || same_name(option.older, name)))
      return &option;
  return nullptr;
}

Outcome read_value(const OptionForm& form, bool automatic, OptionValue& given) {
  const OptionType type = form.type;
  bool too_large = false;
  if (type == OptionType::flag) {
    given.yes = given.text == "true";
    given.good = given.yes || given.text == "false";
  } else if (type == OptionType::whole) {
    given.good = read_whole(given.text, given.whole, too_large);
    given.number = static_cast<double>(given.whole);
  } else if (type == OptionType::number || type == OptionType::above) {
    given.good = parse_number(given.text, given.number);
  }
  const bool low =
      type == OptionType::above ? given.number <= form.least : given.number < form.least;
  const bool limited = type != OptionType::whole || form.most < no_limit;
  if (low || (limited && given.number > form.most)) given.good = false;
  if (given.good) return {};
  return refusal("'%' %", {given.text, too_large ? "is too large" : complaint(form, automatic)});
}

Outcome read_option(const Option& option, std::string_view text, TrainOptions& options) {
  if (option.automatic && text == "auto") return {};
  OptionValue given;
  given.text = text;
  Outcome outcome = read_value(option.form, option.automatic, given);
  if (!outcome.ok()) return outcome;
  option.take(given, options);
  if (given.good) return {};
  return refusal("'%' %", {text, complaint(option.form, option.automatic)});
}

Outcome settle_options(TrainOptions& options) {
  Wishes& wishes = options.search.wishes;
  const char* lone = nullptr;  // an option without the kernel that it goes with
  KernelTakes parameters{};
  const auto check = [&](bool given, const char* option, KernelTakes wanted) {
    if (!given || (wishes.kernel.has_value() && takes(*wishes.kernel, wanted))) return;
    lone = option;
    parameters = wanted;
  };
  check(wishes.norm.has_value(), "p", KernelTakes::exponent);
  check(wishes.exponent.has_value(), "q", KernelTakes::exponent);
  check(wishes.depth.has_value(), "layers", KernelTakes::layers);
  check(wishes.bias.has_value(), "bias", KernelTakes::layers);
  if (lone != nullptr)
    return refusal("%: goes with kernel %", {lone, kernels_that_take(parameters)});
  if (wishes.norm.has_value()) (void)set_norm(*wishes.norm, *wishes.kernel);
  if (wishes.exponent.has_value() && *wishes.exponent > shown_norm(*wishes.kernel))
    return refusal("kernel: % needs q <= p", {word(*wishes.kernel)});
  return {};
}

}  // namespace rfm::data
