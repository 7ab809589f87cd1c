#include "rfm/data/findings.hpp"

#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

struct FindingWords {
  const char* word;
  const char* option;
};
#define RFM_FINDING(name, word, option) {word, option},
constexpr FindingWords finding_words[] = {RFM_EACH_FINDING(RFM_FINDING)};
#undef RFM_FINDING

std::string separator_words(const std::string& separator) {
  return separator == "\t" ? "tab-separated" : separator + "-separated";
}

// What stands in the reading sentence.
std::string reading_words(const Fact& fact) {
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
    default:
      return {};
  }
}

std::string cells(std::size_t count, const char* one, const char* many) {
  return sentence("% %", {count, count == 1 ? one : many});
}

// What stands behind the name of the column, or alone.
std::string table_words(const Fact& fact) {
  switch (fact.what) {
    case Finding::weightless:
      return sentence("% of weight 0 left out", {count_of(fact.count, "row")});
    case Finding::untargeted:
      return sentence("% without a target left out", {count_of(fact.count, "row")});
    case Finding::totals:
      return sentence(
          "line % is left out: it has the totals of the rows above; --keep-totals "
          "keeps it",
          {fact.line});
    case Finding::notation:
      return sentence("numbers %", {fact.detail});
    case Finding::ambiguous:
      return sentence(
          "% such as '%', first on line %, are read with a decimal point; --decimal , "
          "reads the comma as decimal",
          {count_of(fact.count, "number"), fact.detail, fact.line});
    case Finding::mixed_units:
      return sentence(
          "left out, its units are mixed: %; write them in one unit, or --categorical "
          "takes the cells as text",
          {fact.detail});
    case Finding::codes:
      return sentence(
          "codes, since % with a zero, first on line %; --numeric takes them as numbers",
          {cells(fact.count, "begins", "begin"), fact.line});
    case Finding::words:
      return sentence("'%' in % is missing", {fact.detail, count_of(fact.count, "cell")});
    case Finding::no_numbers:
      return sentence(
          "%, taken as missing, first on line %",
          {cells(fact.count, "cell that is no number", "cells that are no numbers"), fact.line});
    case Finding::no_dates:
      return sentence(
          "%, taken as missing, first on line %",
          {cells(fact.count, "cell that is no date", "cells that are no dates"), fact.line});
    case Finding::either_order:
      return sentence(
          "% such as '%', first on line %, are read with the day first; --date-order mdy reads the "
          "month first",
          {count_of(fact.count, "date"), fact.detail, fact.line});
    case Finding::some_text:
      return sentence("a category, since %, first on line %; --numeric takes them as missing",
                      {cells(fact.count, "cell is no number", "cells are no numbers"), fact.line});
    case Finding::folded:
      return sentence(
          "% that differ in letter case or blanks alone count as one, such as %; "
          "--categorical keeps them apart",
          {count_of(fact.count + 1, "spelling"), fact.detail});
    case Finding::counter:
      return "counts the rows, and is used since the target follows it; --drop leaves it out";
    case Finding::only_predictor:
      return "looks like an identifier, and is used since there is no other column";
    default:
      return {};
  }
}

}  // namespace

const char* word(Finding finding) { return finding_words[static_cast<std::size_t>(finding)].word; }

const char* option_of(Finding finding) {
  return finding_words[static_cast<std::size_t>(finding)].option;
}

std::string sentence_of(const Fact& fact) {
  std::string words = table_words(fact);
  if (words.empty() || fact.column.empty()) return words;
  return sentence("column '%': %", {fact.column, words});
}

std::vector<std::string> sentences_of(const Findings& findings) {
  constexpr std::size_t most = 5;  // columns that are named
  std::vector<std::string> sentences;
  std::vector<bool> said(findings.size(), false);
  for (std::size_t k = 0; k < findings.size(); ++k) {
    const std::string words = table_words(findings[k]);
    if (said[k] || words.empty()) continue;
    std::string columns = findings[k].column;
    std::size_t count = 1;
    for (std::size_t j = k + 1; j < findings.size() && !columns.empty(); ++j) {
      if (findings[j].what != findings[k].what || table_words(findings[j]) != words) continue;
      said[j] = true;
      if (++count <= most) columns += "', '" + findings[j].column;
    }
    if (count > most) columns += sentence("' and % more", {count - most});
    if (columns.empty()) {
      sentences.push_back(words);
    } else {
      sentences.push_back(sentence(
          "column% '%%: %", {count > 1 ? "s" : "", columns, count > most ? "" : "'", words}));
    }
  }
  return sentences;
}

void write_fact(const Fact& fact, JsonText& json) {
  json.open_object().key("what").text(word(fact.what));
  if (!fact.column.empty()) json.key("column").text(fact.column);
  if (fact.line > 0) json.key("line").whole(fact.line);
  json.key("count").whole(fact.count);
  if (!fact.detail.empty()) json.key("detail").text(fact.detail);
  if (*option_of(fact.what) != '\0') json.key("option").text(option_of(fact.what));
  const std::string table = sentence_of(fact);
  json.key("words").text(table.empty() ? reading_sentence({fact}) : table).close_object();
}

std::string reading_sentence(const Findings& findings) {
  std::string as, charset, rest;
  for (const Fact& fact : findings) {
    if (fact.what == Finding::separator) as = separator_words(fact.detail);
    if (fact.what == Finding::charset) charset = fact.detail;
    if (const std::string words = reading_words(fact); !words.empty())
      rest += (rest.empty() ? "" : ", ") + words;
  }
  if (!charset.empty()) as += (as.empty() ? "" : " ") + charset;
  if (as.empty() && rest.empty()) return {};
  if (as.empty()) return "read with " + rest;
  return "read as " + as + (rest.empty() ? "" : ", " + rest);
}

}  // namespace rfm::data
