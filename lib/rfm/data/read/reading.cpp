#include "rfm/data/read/reading.hpp"

#include "rfm/data/options.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

constexpr Charset all_charsets[] = {Charset::utf8, Charset::utf16, Charset::windows_1252};

}  // namespace

const char* word(Charset charset) {
  switch (charset) {
    case Charset::utf8:
      return "utf-8";
    case Charset::utf16:
      return "utf-16";
    case Charset::windows_1252:
      return "windows-1252";
    case Charset::automatic:
      break;
  }
  return "auto";
}

Outcome read_charset(std::string_view text, CsvOptions& options) {
  if (text == "auto" || take_named(text, all_charsets, options.charset)) return {};
  return refusal("'%' is none of auto, utf-8, utf-16, windows-1252", {text});
}

Outcome read_separator(std::string_view text, CsvOptions& options) {
  if (text == "auto") return {};
  if (text == "tab" || text == "\\t") text = "\t";
  if (text.size() != 1 || text[0] == '"' || text[0] == '\n' || text[0] == '\r' || text[0] == '\0')
    return refusal("'%' is neither auto nor tab nor a single character", {text});
  options.delimiter = text[0];
  return {};
}

Outcome read_header(std::string_view text, CsvOptions& options) {
  if (text == "auto") return {};
  if (text == "no") {
    options.header = no_header;
    return {};
  }
  OptionValue given;
  given.text = text;
  const OptionForm line{OptionType::whole, 1, no_limit, nullptr};
  if (!read_value(line, true, given).ok())
    return refusal("'%' is neither auto nor no nor the number of a line", {text});
  options.header = given.count();
  return {};
}

Outcome read_decimal(std::string_view text, CsvOptions& options) {
  if (text == "auto") return {};
  if (text != "." && text != ",") return refusal("'%' is neither auto nor . nor ,", {text});
  options.decimal = text[0];
  return {};
}

}  // namespace rfm::data
