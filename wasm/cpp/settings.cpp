#include "settings.hpp"

#include <string_view>

#include "rfm/data/options.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::wasm {
namespace {

using data::OptionType;
using data::Outcome;
using std::string_view;

// A number that is no option of training: the rows of a preview, or the share that is held out.
Outcome read_own(bool preview, string_view value, Settings& settings) {
  data::OptionValue given;
  given.text = value;
  const data::OptionForm form = preview ? data::OptionForm{OptionType::whole, 0, 1e9, nullptr}
                                        : data::OptionForm{OptionType::number, 0, 0.9, nullptr};
  Outcome outcome = read_value(form, false, given);
  if (preview)
    settings.preview = given.count();
  else
    settings.held_out = given.number;
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
    const data::Option* option = data::find_option(name, data::javascript);
    if (option == nullptr && name != "heldOut" && name != "preview")
      return data::refusal("there is no option '%'", {name});
    const Outcome outcome = option != nullptr ? read_option(*option, value, settings.train)
                                              : read_own(name == "preview", value, settings);
    if (!outcome.ok()) return data::refusal("option %: %", {name, outcome.words});
  }
  settings.train.portable = true;
  Outcome outcome = settle_options(settings.train);
  return outcome.ok() ? outcome : data::refusal("option %", {outcome.words});
}

}  // namespace rfm::wasm
