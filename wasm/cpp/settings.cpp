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

Outcome read_setting(string_view name, string_view value, Settings& settings) {
  if (name == "heldOut")
    return read_own({OptionType::number, 0, 0.9, nullptr}, value, settings.held_out);
  if (name == "preview")
    return read_own({OptionType::whole, 0, 1000, nullptr}, value, settings.preview);
  return read_option(*data::find_option(name, data::javascript), value, settings.train);
}

bool exists(string_view name) {
  return name == "heldOut" || name == "preview" ||
         data::find_option(name, data::javascript) != nullptr;
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
    if (!exists(name)) return data::refusal("there is no option '%'", {name});
    if (Outcome outcome = read_setting(name, value, settings); !outcome.ok())
      return data::refusal("option %: %", {name, outcome.words});
  }
  settings.train.portable = true;
  const Outcome outcome = settle_options(settings.train);
  return outcome.ok() ? outcome : data::refusal("option %", {outcome.words});
}

}  // namespace rfm::wasm
