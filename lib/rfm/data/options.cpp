#include "rfm/data/options.hpp"

#include <algorithm>

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
constexpr OptionForm above_or(const char* words, double least, double most) {
  return {OptionType::above, least, most, words};
}
constexpr OptionForm whole(double least, double most) {
  return {OptionType::whole, least, most, nullptr};
}

constexpr OptionForm bytes() { return {OptionType::bytes, 1, no_limit, nullptr}; }

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

// A whole number that K, M, G or T may follow, for powers of 1000.
bool read_bytes(std::string_view text, uint64_t& value, bool& too_large) {
  constexpr std::string_view units = "KMGT";
  constexpr std::size_t none = std::string_view::npos;
  const std::size_t unit = text.empty() ? none : units.find(text.back());
  if (unit != none) text.remove_suffix(1);
  if (!read_whole(text, value, too_large)) return false;
  for (std::size_t k = 0; unit != none && k <= unit; ++k) {
    too_large = too_large || value > UINT64_MAX / 1000;
    value *= 1000;
  }
  too_large = too_large || value > SIZE_MAX;
  return !too_large;
}

// "a number from 0 to 0.9", "a whole number from 0", "a number above 0".
std::string range_words(const OptionForm& form) {
  return sentence(form.most < no_limit ? "a %number % % to %" : "a %number % %",
                  {form.type == OptionType::whole ? "whole " : "",
                   form.type == OptionType::above ? "above" : "from", format_rounded(form.least),
                   format_rounded(form.most)});
}

// Whether the text is one of the words that the form lists, with ", " between them.
bool is_choice(const OptionForm& form, std::string_view text) {
  std::string_view rest = form.choices == nullptr ? "" : form.choices;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    if (rest.substr(0, comma) == text) return true;
    rest.remove_prefix(std::min(comma + 2, rest.size()));
  }
  return false;
}

std::string complaint(const OptionForm& form, bool automatic) {
  if (form.type == OptionType::flag) return "is neither true nor false";
  if (form.type == OptionType::bytes) return "is no number of bytes, such as 500M or 2G";
  if (form.type == OptionType::above && form.choices != nullptr)
    return sentence("is neither one of % nor %", {form.choices, range_words(form)});
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

// A word, or the planned work in units of the usual.
void take_effort(const OptionValue& given, TrainOptions& options) {
  constexpr double quick = 0.15, usual = 1, best = 3, narrow_below = 0.5;
  const double effort = given.text == "quick"   ? quick
                        : given.text == "usual" ? usual
                        : given.text == "best"  ? best
                                                : given.number;
  options.search.effort = effort;
  options.search.breadth = effort < narrow_below ? Breadth::narrow
                           : effort < best       ? Breadth::usual
                                                 : Breadth::broad;
  options.several = given.text != "quick";
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
  if (type == OptionType::above && is_choice(form, given.text)) return {};
  if (type == OptionType::flag) {
    given.yes = given.text == "true";
    given.good = given.yes || given.text == "false";
  } else if (type == OptionType::whole) {
    given.good = read_whole(given.text, given.whole, too_large);
    given.number = static_cast<double>(given.whole);
  } else if (type == OptionType::bytes) {
    given.good = read_bytes(given.text, given.whole, too_large);
    given.number = static_cast<double>(given.whole);
  } else if (type == OptionType::number || type == OptionType::above) {
    given.good = parse_number(given.text, given.number);
  }
  const bool low =
      type == OptionType::above ? given.number <= form.least : given.number < form.least;
  const bool whole = type == OptionType::whole || type == OptionType::bytes;
  const bool limited = !whole || form.most < no_limit;
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
  const DecisionOptions& decision = options.decision;
  const int ways = (decision.cost.has_value() ? 1 : 0) + (decision.recall.has_value() ? 1 : 0) +
                   (decision.class_weight != ClassWeight::none ? 1 : 0);
  if (ways > 1) return failure("class-weight: only one of class-weight, cost and recall");
  if (!decision.positive.empty() && !decision.cost.has_value() && !decision.recall.has_value())
    return failure("positive: goes with cost or recall");
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
  if (wishes.norm.has_value() && !set_norm(*wishes.norm, *wishes.kernel))
    return refusal("p: there is no kernel % of this norm", {word(*wishes.kernel)});
  if (wishes.bandwidth.has_value() && wishes.kernel.has_value() && !has_bandwidth(*wishes.kernel))
    return refusal("bandwidth: kernel % has none", {word(*wishes.kernel)});
  if (wishes.exponent.has_value() && *wishes.exponent > shown_norm(*wishes.kernel))
    return refusal("kernel: % needs q <= p", {word(*wishes.kernel)});
  return {};
}

}  // namespace rfm::data
