#include "rfm/data/table/guess.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "rfm/core/cells/cell.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/table/read_columns.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {

namespace {

struct Runs {
  std::size_t distinct = 0, rarest = 0, commonest = 0;
};

template <class T>
Runs runs_of(const std::vector<T>& values) {
  const std::vector<std::size_t> order =
      ascending(values.size(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  Runs runs;
  for (std::size_t begin = 0, end = 0; begin < values.size(); begin = end) {
    while (end < values.size() && values[order[end]] == values[order[begin]]) ++end;
    const std::size_t length = end - begin;
    runs.rarest = runs.distinct == 0 ? length : std::min(runs.rarest, length);
    runs.commonest = std::max(runs.commonest, length);
    ++runs.distinct;
  }
  return runs;
}

bool is_whole(double x) {
  return x > -9007199254740992.0 && x < 9007199254740992.0 &&
         static_cast<double>(static_cast<long long>(x)) == x;
}

}  // namespace

namespace {

void add_token(std::string_view text, std::size_t row, std::vector<Token>& tokens) {
  constexpr std::size_t most = 16;
  for (Token& token : tokens) {
    if (token.text != text) continue;
    ++token.count;
    return;
  }
  if (tokens.size() < most) tokens.push_back({std::string(text), 1, row});
}

// The texts that repeat, in the order of the rows.
std::vector<Token> repeated_texts(const std::vector<std::string_view>& texts,
                                  const std::vector<std::size_t>& rows) {
  std::vector<Token> tokens;
  for (std::size_t k = 0; k < texts.size(); ++k) add_token(texts[k], rows[k], tokens);
  tokens.erase(std::remove_if(tokens.begin(), tokens.end(),
                              [](const Token& token) { return token.count < 2; }),
               tokens.end());
  return tokens;
}

}  // namespace

ColumnFacts facts_of(const TextColumn& cells, const ColumnNotation& how) {
  ColumnFacts facts;
  facts.rows = cells.size();
  std::vector<double> numbers;
  std::vector<std::string_view> texts;
  std::vector<std::size_t> rows;  // of the texts
  bool yes = false, no = false, other = false;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = cells[row];
    CellNote note{};
    const double x = read_cell(how, cell, note);
    const bool number = note == CellNote::read;
    const Text inner = trimmed({cell.data(), cell.size()});
    if (note == CellNote::missing && (!how.plainly || is_plainly_missing(inner))) {
      ++facts.missing;
      if (!is_plainly_missing(inner)) add_token({inner.data, inner.size}, row, facts.words);
      continue;
    }
    const int truth_value = number ? (x == 0 ? 0 : x == 1 ? 1 : -1) : truth(inner);
    (truth_value < 0 ? other : truth_value == 0 ? no : yes) = true;
    if (number) {
      facts.least = numbers.empty() || x < facts.least ? x : facts.least;
      facts.largest = numbers.empty() || x > facts.largest ? x : facts.largest;
      numbers.push_back(x);
      if (inner.size > 1 && inner.data[0] == '0' && inner.data[1] >= '0' && inner.data[1] <= '9' &&
          ++facts.zeros == 1)
        facts.first_zero = row;
      if (!facts.points && has_either_point({inner.data, inner.size}, facts.points) &&
          ++facts.either == 1)
        facts.first_either = row;
    } else {
      if (texts.empty()) facts.first_text = row;
      texts.emplace_back(inner.data, inner.size);
      rows.push_back(row);
    }
    if (facts.example.empty()) facts.example.assign(inner.data, inner.size);
  }
  facts.numbers = numbers.size();
  facts.truths = yes && no && !other;
  facts.whole = std::all_of(numbers.begin(), numbers.end(), is_whole);
  const Runs runs = runs_of(numbers);
  facts.distinct_numbers = runs.distinct;
  facts.rarest = runs.rarest;
  facts.commonest = runs.commonest;
  facts.texts = runs_of(texts).distinct;
  facts.distinct = facts.distinct_numbers + facts.texts;
  if (facts.numbers > 0) facts.repeated = repeated_texts(texts, rows);
  return facts;
}

bool are_codes(const TextColumn& cells, const ColumnNotation& how, const ColumnFacts& facts) {
  if (facts.zeros == 0 || !facts.mostly_numbers()) return false;
  std::size_t length = 0;
  bool alike = true;
  for (std::size_t row = 0; row < cells.size(); ++row) {
    CellNote note{};
    (void)read_cell(how, cells[row], note);
    if (note != CellNote::read) continue;
    const Text inner = trimmed_wide({cells[row].data(), cells[row].size()});
    for (std::size_t k = 0; k < inner.size; ++k)
      if (inner.data[k] < '0' || inner.data[k] > '9') return false;
    alike = alike && (length == 0 || length == inner.size);
    length = inner.size;
  }
  return alike || 20 * facts.zeros >= facts.numbers;
}

namespace {

std::string quoted(std::string_view cell) {
  constexpr std::size_t longest = 40;
  if (cell.size() <= longest) return sentence("'%'", {cell});
  std::size_t cut = longest;
  while (cut > 0 && (static_cast<unsigned char>(cell[cut]) & 0xC0) == 0x80)
    --cut;  // not inside a character
  return sentence("'%...'", {cell.substr(0, cut)});
}

std::string first_text(const TextTable& text, std::size_t column, const ColumnFacts& facts) {
  return sentence("% in line %",
                  {quoted(text.columns[column][facts.first_text]), text.line(facts.first_text)});
}

bool ends_with(std::string_view name, std::string_view end) {
  return name.size() > end.size() && name.substr(name.size() - end.size()) == end;
}

// A date, a time, or both, such as 2024-05-01T12:30 or 1/5/24: groups of digits between at least
// two marks, or one colon.
bool reads_as_date(std::string_view cell) {
  std::size_t digits = 0, marks = 0;
  bool colon = false;
  for (const char c : cell) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit && std::string_view("-/.: TZ").find(c) == std::string_view::npos) return false;
    digits += digit ? 1 : 0;
    marks += c == '-' || c == '/' || c == '.' || c == ':' ? 1 : 0;
    colon = colon || c == ':';
  }
  return digits >= 3 && (marks >= 2 || colon);
}

// What to do with text that a person would read as more than text; empty when there is nothing to
// say.
const char* advice(const ColumnFacts& facts) {
  if (facts.numbers > 0) return "";
  if (reads_as_date(facts.example))
    return "; it looks like dates or times, but fewer than 90 % of the cells are dates";
  return "";
}

// Why the column tells nothing about other rows; empty when it may.
std::string useless(const ReadColumn& read, std::string_view name) {
  const ColumnFacts& facts = read.facts;
  if (facts.present() == 0) return "every cell is missing";
  if (facts.distinct == 1 && facts.missing == 0)
    return sentence("constant: every cell is %", {quoted(facts.example)});
  if (read.units.size() > 1 &&
      (facts.distinct > numbered_classes || 2 * facts.distinct > facts.present()))
    return "numbers in mixed units";
  if (facts.rows < identifier_rows || read.is_date) return {};
  const bool named = named_identifier(name);
  if (facts.all_numbers() && !read.codes) {
    if (named && facts.whole && facts.all_distinct())
      return "an identifier: it is named as one and no two cells are alike; --numeric uses it";
    return {};
  }
  if (facts.mostly_numbers() && !read.codes) return {};
  if (facts.distinct == facts.present())
    return "an identifier: no two cells are alike; --categorical uses it";
  if (named && facts.distinct * 10 > facts.present() * 9)
    return "an identifier: it is named as one and few cells are alike; --categorical uses it";
  if (facts.distinct > free_text && facts.distinct * 2 > facts.present()) {
    return sentence("names or free text: % different cells in %; --categorical uses it",
                    {facts.distinct, count_of(facts.present(), "row")});
  }
  return {};
}

void guess_kind(const TextTable& text, std::size_t column, const ColumnFacts& facts,
                ColumnPlan& plan) {
  if (facts.truths) {
    plan.kind = ColumnKind::yes_no;
    plan.reason = "two values that mean yes and no";
  } else if (facts.all_numbers()) {
    plan.kind = ColumnKind::number;
    plan.reason = count_of(facts.distinct, "different number");
  } else if (facts.mostly_numbers()) {
    plan.kind = ColumnKind::number;
    plan.reason = sentence(
        "% of % are numbers; the others, the first %, count as missing",
        {facts.numbers, count_of(facts.present(), "cell"), first_text(text, column, facts)});
  } else {
    plan.kind = ColumnKind::category;
    plan.reason = facts.numbers == 0
                      ? sentence("% different texts%", {facts.distinct, advice(facts)})
                      : sentence("text among numbers, first %: % different cells",
                                 {first_text(text, column, facts), facts.distinct});
  }
}

// Whether a target of more than two numbers counts classes rather than something of the world.
bool numbers_classes(const ColumnFacts& facts) {
  if (!facts.whole || facts.sequence() || !(facts.least == 0 || facts.least == 1)) return false;
  const auto classes = static_cast<double>(facts.distinct);
  const double range = facts.largest - facts.least + 1;
  if (facts.distinct <= numbered_classes) return range <= classes * 1.25;
  return facts.distinct <= even_classes && facts.least == 0 && range == classes &&
         facts.rarest >= least_even && facts.commonest <= most_uneven * facts.rarest;
}

}  // namespace

bool named_identifier(std::string_view name) {
  const Text text{name.data(), name.size()};
  constexpr const char* whole_names[] = {"id",     "index", "idx",  "row",       "rowid",
                                         "row_id", "uuid",  "guid", "unnamed: 0"};
  for (const char* word : whole_names) {
    if (same_word(text, word)) return true;
  }
  for (const char* end :
       {"_id", "_ID", "_Id", " id", " ID", " Id", "-id", "-ID", ".id", "_idx", "_index"}) {
    if (ends_with(name, end)) return true;
  }
  if (!ends_with(name, "Id") && !ends_with(name, "ID")) return false;
  const char before = name[name.size() - 3];
  return before >= 'a' && before <= 'z';
}

ColumnPlan guess_feature(const TextTable& text, std::size_t column, const ReadColumn& read) {
  const ColumnFacts& facts = read.facts;
  ColumnPlan plan;
  plan.notation = read.how;
  plan.name = text.names[column];
  plan.missing = facts.missing;
  plan.distinct = facts.distinct;
  plan.numbers = facts.numbers;
  plan.least = facts.least;
  plan.largest = facts.largest;
  if (facts.first_text != TextTable::nowhere) plan.odd_line = text.line(facts.first_text);
  if (facts.present() > 0) guess_kind(text, column, facts, plan);
  if (read.codes) {
    plan.kind = ColumnKind::category;
    plan.reason = sentence("% different codes with leading zeros", {facts.distinct});
  }
  if (read.is_date) {
    plan.kind = ColumnKind::date;
    plan.reason = count_of(facts.distinct, "different date");
  }
  const std::string useless_reason = useless(read, plan.name);
  if (!useless_reason.empty()) {
    plan.role = Role::ignored;
    plan.reason = useless_reason + advice(facts);
    if (read.units.empty() && facts.numbers > 0 && facts.first_text != TextTable::nowhere) {
      plan.reason += sentence("; not all are numbers, first %", {first_text(text, column, facts)});
    }
  }
  return plan;
}

void guess_task(const ColumnFacts& facts, Plan& plan) {
  plan.task = Task::classification;
  if (facts.distinct <= 2) {
    plan.task_reason = sentence("the target has %", {count_of(facts.distinct, "different value")});
  } else if (!facts.all_numbers()) {
    if (facts.distinct_numbers > numbered_classes && facts.mostly_numbers()) {
      plan.task = Task::regression;
      plan.task_reason = "nearly all cells of the target are numbers";
    } else {
      plan.task_reason =
          sentence("the target is text, % classes%",
                   {facts.distinct, reads_as_date(facts.example) ? "" : advice(facts)});
    }
  } else if (!numbers_classes(facts)) {
    plan.task = Task::regression;
    plan.task_reason = sentence("the target is a number with % different values", {facts.distinct});
  } else {
    plan.task_reason = sentence("the target numbers % classes", {facts.distinct});
  }
}

}  // namespace rfm::data
