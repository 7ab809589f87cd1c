#include "settings.hpp"

#include <string_view>

#include "rfm/data/options.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::wasm {
namespace {

using data::OptionType;
using data::Outcome;
using std::string_view;

// A number of this form that is no option of training.
template <class Number>
Outcome read_own(const data::OptionForm& form, string_view value, Number& into) {
  data::OptionValue given;
  given.text = value;
  const Outcome outcome = read_value(form, false, given);
  into = static_cast<Number>(given.number);
  return outcome;
}

}  // namespace

Outcome read_settings(const char* text, std::size_t size, Settings& settings) {
  string_view rest(text, size);
  const auto next = [&rest] {
    const std::size_t end = rest.find('\0');
    const string_view piece = rest.substr(0, end);
    rest.remove_prefix(end == string_view::npos ? rest.size() : end + 1);
    return piece;
  };
  while (!rest.empty()) {
    const string_view name = next(), value = next();
    Outcome outcome;
    if (name == "heldOut") {
      outcome = read_own({OptionType::number, 0, 0.9, nullptr}, value, settings.held_out);
    } else if (name == "preview") {
      outcome = read_own({OptionType::whole, 0, 1000, nullptr}, value, settings.preview);
    } else if (const data::Option* option = data::find_option(name, data::javascript)) {
      outcome = read_option(*option, value, settings.train);
    } else {
      return data::refusal("there is no option '%'", {name});
    }
    if (!outcome.ok()) return data::refusal("option %: %", {name, outcome.words});
  }
  settings.train.portable = true;
  Outcome outcome = settle_options(settings.train);
  return outcome.ok() ? outcome : data::refusal("option %", {outcome.words});
}

}  // namespace rfm::wasm
