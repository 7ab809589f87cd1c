#include "rfm/data/rows/prepare.hpp"

#include <utility>

#include "rfm/data/rows/totals.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

class Preparing {
 public:
  Preparing(const TextTable& given, const PlanOptions& options, Prepared& prepared)
      : options_(options), prepared_(prepared) {
    prepared_.text = &given;
  }

  Outcome run() {
    if (Outcome outcome = drop_weightless(); !outcome.ok()) return outcome;
    if (Outcome outcome = plan(); !outcome.ok()) return outcome;
    if (Outcome outcome = drop_untargeted(); !outcome.ok()) return outcome;
    if (Outcome outcome = drop_totals(); !outcome.ok()) return outcome;
    Findings& findings = prepared_.plan.findings;
    findings.insert(findings.begin(), rows_.begin(), rows_.end());
    return {};
  }

 private:
  Outcome plan() {
    if (Outcome outcome = plan_table(text(), options_, prepared_.plan); !outcome.ok())
      return outcome;
    if (target_words_.empty()) return {};
    prepared_.plan.columns[text().find(target_name(text(), options_))].notation.words =
        target_words_;
    return {};
  }
  const TextTable& text() const { return *prepared_.text; }

  void keep(const std::vector<std::size_t>& rows) {
    TextTable kept;
    if (&with_rows(text(), rows, kept) != &kept) return;
    prepared_.kept = std::move(kept);
    prepared_.text = &prepared_.kept;
  }

  Outcome drop_weightless() {
    const std::size_t column = text().find(options_.weights);
    if (options_.weights.empty() || column == TextTable::nowhere) return {};
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < text().rows(); ++row) {
      double weight = 1;
      if (!is_number_in_any_form(text().columns[column][row], weight) || weight != 0)
        rows.push_back(row);
    }
    const std::size_t dropped = text().rows() - rows.size();
    if (dropped == 0) return {};
    if (rows.empty()) return failure("every row has weight 0");
    rows_.push_back({Finding::weightless, 0, dropped, {}});
    keep(rows);
    return {};
  }

  Outcome drop_untargeted() {
    const std::string name = target_name(text(), options_);
    const std::size_t column = text().find(name);
    const ColumnPlan target = prepared_.plan.columns[column];
    if (target.missing == 0) return {};
    std::vector<std::size_t> rows;
    Fact fact{Finding::untargeted, 0, 0, {}};
    for (std::size_t row = 0; row < text().rows(); ++row) {
      if (!target.notation.is_missing(text().columns[column][row])) {
        rows.push_back(row);
      } else if (++fact.count == 1) {
        fact.line = text().line(row);
      }
    }
    if (rows.empty()) return refusal("no row has a target '%'", {name});
    rows_.push_back(fact);
    // What was said of words in the target is true of the rows that go.
    for (Fact& said : prepared_.plan.findings)
      if (said.what == Finding::words && said.column == name) rows_.push_back(std::move(said));
    target_words_ = target.notation.words;
    keep(rows);
    return plan();
  }

  Outcome drop_totals() {
    while (!options_.keep_totals && ends_in_totals(text(), prepared_.plan)) {
      std::vector<std::size_t> rows(text().rows() - 1);
      for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = row;
      rows_.push_back({Finding::totals, text().line(rows.size()), 1, {}});
      keep(rows);
      if (Outcome outcome = plan(); !outcome.ok()) return outcome;
    }
    return {};
  }

  const PlanOptions& options_;
  Prepared& prepared_;
  Findings rows_;
  std::string target_words_;  // that are missing in the target, whose rows are gone
};

}  // namespace

Outcome prepare_table(const TextTable& text, const PlanOptions& options, Prepared& prepared) {
  prepared = {};
  return Preparing(text, options, prepared).run();
}

}  // namespace rfm::data
