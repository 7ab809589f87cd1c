#include "rfm/data/table/read_columns.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace rfm::data {
namespace {

// Whether the texts among the numbers are words for missing cells: all of them repeat.
bool has_words(const ColumnFacts& facts) {
  std::size_t repeated = 0;
  for (const Token& token : facts.repeated) repeated += token.count;
  return repeated > 0 && facts.numbers + repeated == facts.present() &&
         facts.texts <= different_words && facts.distinct_numbers >= different_numbers &&
         2 * facts.numbers >= facts.present();
}

// Whether a target of text has a word such as none or unknown in a tenth of its rows or more: that
// is a class, and no missing cell.
bool has_classes(const ColumnFacts& facts) {
  if (facts.numbers > 0) return false;
  return std::any_of(facts.words.begin(), facts.words.end(),
                     [&](const Token& token) { return 10 * token.count >= facts.rows; });
}

class Columns {
 public:
  Columns(const TextTable& text, const PlanOptions& options)
      : text_(text),
        options_(options),
        words_(word_list(options.missing)),
        target_(text.find(target_name(text, options))) {}

  std::vector<ReadColumn> read() {
    for (std::size_t k = 0; k < text_.columns.size(); ++k) look_at(k);
    const char mark = text_.decimal != 0 ? text_.decimal : common_mark();
    for (std::size_t k = 0; k < columns_.size(); ++k) settle(k, mark);
    return std::move(columns_);
  }

 private:
  void look_at(std::size_t k) {
    const TextColumn& cells = text_.columns[k];
    ReadColumn column;
    column.how.words = words_;
    column.facts = facts_of(cells, column.how);
    if (columns_.size() == target_ && has_classes(column.facts)) {
      column.how.plainly = true;
      column.facts = facts_of(cells, column.how);
    }
    find_dates(k, column);
    std::optional<Decision> decision;
    if (!column.is_date && cells.numbers().empty() &&
        column.facts.first_text != TextTable::nowhere) {
      decision = decide_notation(cells, words_, text_.decimal);
      if (decision->numbers <= column.facts.numbers && decision->units.size() < 2) decision.reset();
    }
    columns_.push_back(std::move(column));
    decisions_.push_back(std::move(decision));
  }

  // Makes the column one of dates when nearly all of its cells are, or when that was asked for.
  void find_dates(std::size_t k, ReadColumn& column) const {
    const ColumnFacts& facts = column.facts;
    const std::string& name = text_.names[k];
    const bool asked =
        std::find(options_.dates.begin(), options_.dates.end(), name) != options_.dates.end();
    if ((facts.truths || facts.present() == 0) && !asked) return;
    const TextColumn& cells = text_.columns[k];
    column.dates = facts.all_numbers() ? number_date_facts(cells, column.how, name, facts.least,
                                                           facts.largest, facts.distinct, asked)
                                       : date_facts(cells, column.how, options_.date_order);
    column.is_date =
        asked || (column.dates.read > 0 && 10 * column.dates.read >= 9 * facts.present());
    column.how.date = column.dates.form;
  }

  // The decimal mark that all columns with a decided one have, 0 when there is none.
  char common_mark() const {
    bool point = false, comma = false;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const bool spelled = decisions_[k].has_value();
      point = point || (spelled ? decisions_[k]->definite == '.' : columns_[k].facts.points);
      comma = comma || (spelled && decisions_[k]->definite == ',');
    }
    return point == comma ? char{0} : point ? '.' : ',';
  }

  void settle(std::size_t k, char mark) {
    const TextColumn& cells = text_.columns[k];
    ReadColumn& column = columns_[k];
    if (column.is_date) return;
    if (decisions_[k].has_value()) {
      settle_spelled(cells, *decisions_[k], mark, column);
    } else if (column.facts.either > 0 && !column.facts.points && column.facts.all_numbers()) {
      // 19.125 beside 999: decimals, unless the file has commas for these.
      if (mark == ',') {
        column.how.spelled = true;
        column.how.decimal = ',';
        column.facts = facts_of(cells, column.how);
      } else if (mark == 0 && text_.separator != ',' && text_.separator != 0) {
        column.ambiguous = column.facts.either;
        column.mark_row = column.facts.first_either;
      }
    }
    if (has_words(column.facts) ||
        (column.facts.mostly_numbers() && !column.facts.repeated.empty())) {
      for (const Token& token : column.facts.repeated) column.how.words += word_list({token.text});
      column.facts = facts_of(cells, column.how);
    }
    column.codes = !column.how.spelled && are_codes(cells, column.how, column.facts);
  }

  void settle_spelled(const TextColumn& cells, const Decision& decision, char mark,
                      ReadColumn& column) {
    ColumnNotation how = decision.notation;
    if (decision.ambiguous && mark != 0) how.decimal = mark;
    // Where somebody said the point, a comma is no decimal one.
    if (text_.decimal == '.') how.decimal = '.';
    ColumnFacts facts = facts_of(cells, how);
    const bool mixed = decision.units.size() > 1;
    if (mixed && 10 * decision.numbers_in_any_unit >= 9 * decision.present) {
      column.units = decision.units;
      return;
    }
    if (!facts.mostly_numbers() && !has_words(facts)) return;
    column.how = std::move(how);
    column.facts = std::move(facts);
    if (!decision.ambiguous || mark != 0) return;
    column.ambiguous = decision.either;
    column.mark_row = decision.mark_row;
  }

  const TextTable& text_;
  const PlanOptions& options_;
  std::string words_;
  std::size_t target_;
  std::vector<ReadColumn> columns_;
  std::vector<std::optional<Decision>> decisions_;
};

}  // namespace

std::vector<ReadColumn> read_columns(const TextTable& text, const PlanOptions& options) {
  return Columns(text, options).read();
}

}  // namespace rfm::data
