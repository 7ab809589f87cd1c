#include "rfm/data/read/reading.hpp"

#include "rfm/data/options.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

constexpr Charset all_charsets[] = {Charset::utf8, Charset::utf16, Charset::windows_1252};

std::string separator_words(const std::string& separator) {
  return separator == "\t" ? "tab-separated" : separator + "-separated";
}

std::string words_of(const Fact& fact) {
  const auto lines = [&](const char* thing, const char* place) {
    return sentence("% % left out", {count_of(fact.count, thing), place});
  };
  switch (fact.what) {
    case Finding::header:
      return fact.line == 0 ? "no header" : sentence("header on line %", {fact.line});
    case Finding::comments:
      return lines("comment line", "above");
    case Finding::titles:
      return lines("title line", "above");
    case Finding::notes:
      return lines("note", "below");
    case Finding::short_rows:
      return sentence("% with missing cells at the end, first on line %",
                      {count_of(fact.count, "short row"), fact.line});
    case Finding::renamed:
      return sentence("% renamed since another has the name, first '%'",
                      {count_of(fact.count, "column"), fact.detail});
    case Finding::separator:
    case Finding::charset:
    case Finding::decimals:
      break;
  }
  return {};
}

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

const char* option_of(Finding finding) {
  switch (finding) {
    case Finding::separator:
      return "separator";
    case Finding::charset:
      return "charset";
    case Finding::decimals:
      return "decimal";
    case Finding::header:
    case Finding::comments:
    case Finding::titles:
      return "header";
    case Finding::notes:
    case Finding::short_rows:
    case Finding::renamed:
      break;
  }
  return "";
}

std::string reading_sentence(const ReadFacts& facts) {
  std::string separator, charset, rest;
  bool commas = false;
  for (const Fact& fact : facts) {
    if (fact.what == Finding::separator) separator = separator_words(fact.detail);
    if (fact.what == Finding::charset) charset = fact.detail;
    if (fact.what == Finding::decimals) commas = true;
    if (const std::string words = words_of(fact); !words.empty())
      rest += (rest.empty() ? "" : ", ") + words;
  }
  std::string as = separator;
  if (!charset.empty()) as += (as.empty() ? "" : " ") + charset;
  if (commas) as += as.empty() ? "numbers with decimal commas" : " with decimal commas";
  if (as.empty() && rest.empty()) return {};
  if (as.empty()) return "read with " + rest;
  return "read as " + as + (rest.empty() ? "" : ", " + rest);
}

}  // namespace rfm::data
