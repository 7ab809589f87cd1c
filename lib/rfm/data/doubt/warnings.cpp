#include "rfm/data/doubt/warnings.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/cells/cell.hpp"
#include "rfm/data/score/scores.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/text/sentence.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t fewest_rows = 20;      // that say anything of the kind
constexpr std::size_t checked_rows = 1500;   // that a trial is repeated on
constexpr std::size_t checked_columns = 5;   // that are tried as groups
constexpr std::size_t fewest_of_class = 10;  // rows

std::string_view trimmed_cell(std::string_view cell) {
  const Text inner = trimmed({cell.data(), cell.size()});
  return {inner.data, inner.size};
}

// The words of a name, in lower case: "customerID" and "Customer ID" are "customer", "id".
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  bool small = false;
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z', letter = capital || (c >= 'a' && c <= 'z');
    if ((capital && small) || !letter) words.emplace_back();
    if (letter) words.back() += capital ? static_cast<char>(c - 'A' + 'a') : c;
    small = letter && !capital;
  }
  return words;
}

using Words = std::initializer_list<std::string_view>;

bool among(const std::string& word, Words words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "patient", "patient_id", "Store no.", but not "person level".
bool names_units(std::string_view name) {
  std::vector<std::string> words = words_of(name);
  while (!words.empty() &&
         among(words.back(), {"", "id", "no", "nr", "number", "code", "name", "key"}))
    words.pop_back();
  return !words.empty() &&
         among(words.back(),
               {"patient", "subject",  "person",    "participant", "customer", "client",
                "user",    "student",  "pupil",     "household",   "family",   "company",
                "shop",    "store",    "school",    "hospital",    "farm",     "plot",
                "device",  "sensor",   "machine",   "engine",      "battery",  "animal",
                "batch",   "session",  "recording", "speaker",     "player",   "driver",
                "vehicle", "employee", "donor",     "sample",      "site",     "station"});
}

bool names_time(std::string_view name) {
  for (const std::string& word : words_of(name))
    if (among(word, {"time", "date", "day", "week", "month", "year", "hour", "minute", "second",
                     "timestamp", "datetime"}))
      return true;
  return false;
}

// A row of numbers as bytes, to be looked up.
std::string_view raw(const float* numbers, std::size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(float)};
}

class Doubts {
 public:
  explicit Doubts(const Evidence& evidence) : at_(evidence), data_(evidence.data) {}

  std::vector<Warning> all() {
    rare_classes();
    if (data_.n < fewest_rows) return std::move(found_);
    const bool divided = data_.groups != nullptr || data_.times != nullptr;
    if (!divided) duplicates();
    const bool finished = at_.search.end == SearchEnd::done;
    if (finished) giveaway();
    if (finished && !divided) order();
    if (finished && !divided) groups();
    return std::move(found_);
  }

 private:
  void rare_classes();
  void duplicates();
  void giveaway();
  void order();
  void groups();

  void warn(Doubt doubt, const std::string& column, std::string words) {
    found_.push_back({doubt, column, std::move(words)});
  }

  // The training rows with some of their features, and perhaps another division.
  struct Changed {
    Changed(const SearchData& all, const std::vector<bool>& features);
    Changed(const Changed&) = delete;
    Changed& operator=(const Changed&) = delete;

    std::vector<float> x;
    std::vector<MeanColumn> means;
    SearchData data;
  };
  Changed with(const std::vector<bool>& features) const { return Changed(data_, features); }
  std::vector<bool> features_of(std::string_view column, bool value) const;

  // Scores on those rows with these settings, or with the best of their kernel and metric, which
  // they become.
  Scores repeated(const SearchData& data, const Choice& settings) const {
    Choice same = settings;
    return scored(data, same, true);
  }
  Scores searched(const SearchData& data, Choice& settings) const {
    return scored(data, settings, false);
  }
  Scores searched(const SearchData& data) const {
    Choice any = at_.search.best;
    return searched(data, any);
  }
  Scores scored(const SearchData& data, Choice& settings, bool fixed) const;

  // Errors as shares of those of one answer for all.
  static double lost(const Scores& scores) {
    if (scores.rows == 0) return 1;
    if (scores.task == Task::regression) return 1 - scores.regression.r2;
    const double baseline = 1 - scores.baseline.scores[0].value;
    return baseline > 0 ? (1 - scores.classification.accuracy) / baseline : 1;
  }

  static std::string score_words(const Scores& scores) {
    if (scores.task == Task::regression) return "R2 " + format_rounded(scores.regression.r2, 2);
    return "accuracy " + format_rounded(scores.classification.accuracy, 2);
  }

  double residual(std::size_t i, std::size_t o) const {
    const std::size_t row = at_.search.rows[i];
    return static_cast<double>(data_.y[row * data_.c + o]) -
           static_cast<double>(at_.search.outputs[i * data_.c + o]);
  }
  bool sorted_by_target() const;

  const Evidence& at_;
  const SearchData& data_;
  std::vector<Warning> found_;
};

Doubts::Changed::Changed(const SearchData& all, const std::vector<bool>& features) : data(all) {
  const auto begin = features.begin();
  data.d = static_cast<std::size_t>(std::count(begin, features.end(), true));
  for (std::size_t i = 0; i < all.n; ++i)
    for (std::size_t j = 0; j < all.d; ++j)
      if (features[j]) x.push_back(all.x[i * all.d + j]);
  data.x = x.data();
  if (all.means == nullptr) return;
  for (const MeanColumn& column : *all.means) {
    if (!features[column.first]) continue;
    means.push_back(column);
    const auto first = begin + static_cast<std::ptrdiff_t>(column.first);
    means.back().first = static_cast<std::size_t>(std::count(begin, first, true));
  }
  data.means = means.empty() ? nullptr : &means;
}

std::vector<bool> Doubts::features_of(std::string_view column, bool value) const {
  std::vector<bool> features;
  for (const std::size_t k : feature_columns(at_.encoding))
    features.push_back((to_string(at_.encoding.column_name(k)) == column) == value);
  return features;
}

Scores Doubts::scored(const SearchData& data, Choice& settings, bool fixed) const {
  SearchOptions options = at_.options;
  options.averaged = 1;
  options.direct_rows = std::min(options.direct_rows, checked_rows);
  options.progress = nullptr;
  options.budget = 0;
  options.effort = 0.1;
  Wishes& wishes = options.wishes;
  wishes.kernel = settings.kernel;
  wishes.exponent = settings.exponent;
  wishes.bias = settings.bias;
  wishes.depth = settings.depth;
  wishes.metric = settings.metric;
  if (fixed) {
    wishes.bandwidth = settings.bandwidth;
    wishes.ridge = settings.ridge;
    wishes.rounds = settings.rounds;
  }
  SearchResult result;
  if (search(data, options, result) != Status::ok || result.end != SearchEnd::done ||
      result.rows.empty())
    return {};
  settings = result.best;
  return score_outputs(at_.encoding, chosen_rows(at_.table, result.rows), result.outputs);
}

void Doubts::rare_classes() {
  if (data_.labels == nullptr) return;
  std::vector<std::size_t> rows(at_.encoding.classes, 0);
  for (std::size_t i = 0; i < data_.n; ++i) ++rows[data_.labels[i]];
  std::string names;
  std::size_t rare = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] >= fewest_of_class) continue;
    constexpr std::size_t most = 5;
    if (++rare <= most)
      names += (names.empty() ? "'" : ", '") + to_string(at_.encoding.class_name(k)) + "' (" +
               std::to_string(rows[k]) + ")";
    if (rare == most + 1) names += ", ...";
  }
  if (rare > 0)
    warn(Doubt::rare_class, "",
         sentence("% of fewer than ten rows, too few to learn or to judge: %",
                  {rare == 1 ? std::string("a class") : std::to_string(rare) + " classes", names}));
}

// Rows that agree in all features and the target do not agree by chance where one of these is
// different nearly everywhere else.
void Doubts::duplicates() {
  std::map<std::string, std::size_t> rows;
  for (std::size_t i = 0; i < data_.n; ++i) {
    const float *x = data_.x + i * data_.d, *y = data_.y + i * data_.c;
    std::vector<float> row(x, x + data_.d);
    if (data_.means != nullptr)  // which differ between rows that are the same
      for (const MeanColumn& column : *data_.means)
        std::fill_n(row.begin() + static_cast<std::ptrdiff_t>(column.first), data_.c,
                    static_cast<float>(column.level[i]));
    std::string key(raw(row.data(), data_.d));
    key += raw(y, data_.c);
    ++rows[key];
  }
  std::size_t copies = 0;
  for (const auto& [key, count] : rows) copies += count > 1 ? count : 0;
  if (20 * copies < data_.n) return;
  const auto rich = [&](const float* table, std::size_t width, std::size_t j) {
    std::vector<float> values;
    for (std::size_t i = 0; i < data_.n; ++i) values.push_back(table[i * width + j]);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return 2 * values.size() > rows.size();
  };
  bool telling = data_.labels == nullptr && rich(data_.y, data_.c, 0);
  for (std::size_t j = 0; j < data_.d && !telling; ++j) telling = rich(data_.x, data_.d, j);
  if (telling)
    warn(Doubt::duplicates, "",
         sentence("% of % rows are copies of others: a row that is held out was seen all the "
                  "same, and scores are too high; take copies out, or keep them together by "
                  "--groups",
                  {copies, data_.n}));
}

// A column that alone is as good as all, nearly without error, where the others are far from that.
void Doubts::giveaway() {
  const std::vector<ColumnImportance>& columns = at_.importances;
  if (columns.size() < 2 || columns[0].share < 0.5) return;
  const Scores all =
      score_outputs(at_.encoding, chosen_rows(at_.table, at_.search.rows), at_.search.outputs);
  if (lost(all) > 0.02) return;
  const std::string& name = columns[0].name;
  const Scores alone = searched(with(features_of(name, true)).data);
  if (lost(alone) > std::max(1.5 * lost(all), 0.002)) return;
  const Scores without = searched(with(features_of(name, false)).data);
  if (lost(without) < std::max(0.1, 5 * lost(all))) return;
  warn(Doubt::giveaway, name,
       sentence("column '%' alone gives the answer away: % with it, % without it; if it is not "
                "known when an answer is wanted, leave it out with --drop",
                {name, score_words(all), score_words(without)}));
}

// A table that is sorted by its own target has alike neighbours, which does no harm.
bool Doubts::sorted_by_target() const {
  std::size_t up = 0, down = 0;
  const auto value = [&](std::size_t i) {
    return data_.labels != nullptr ? static_cast<double>(data_.labels[i])
                                   : static_cast<double>(data_.y[i * data_.c]);
  };
  for (std::size_t i = 1; i < data_.n; ++i) {
    up += value(i) > value(i - 1) ? 1 : 0;
    down += value(i) < value(i - 1) ? 1 : 0;
  }
  const std::size_t against = std::min(up, down);
  if (data_.labels != nullptr) return up + down <= 2 * at_.encoding.classes;
  return 50 * against <= data_.n;
}

// Errors of neighbouring rows that are alike, or rows sorted by a column of time whose later part
// is not foretold by the earlier.
void Doubts::order() {
  if (sorted_by_target()) return;
  double together = 0, squares = 0, pairs = 0;
  for (std::size_t i = 0; i + 1 < at_.search.rows.size(); ++i) {
    if (at_.rows[at_.search.rows[i + 1]] != at_.rows[at_.search.rows[i]] + 1) continue;
    ++pairs;
    for (std::size_t o = 0; o < data_.c; ++o) {
      together += residual(i, o) * residual(i + 1, o);
      squares += (residual(i, o) * residual(i, o) + residual(i + 1, o) * residual(i + 1, o)) / 2;
    }
  }
  const double alike = squares > 0 ? together / squares : 0;
  if (pairs >= 30 && alike > std::max(0.25, 5 / rounded_square_root(pairs))) {
    warn(Doubt::order, "",
         sentence("rows stand in an order that matters: errors of neighbours are alike "
                  "(correlation %), so scores are too high for rows from elsewhere; if rows "
                  "follow time or come in groups, say so by --time or --groups",
                  {format_rounded(alike, 2)}));
    return;
  }
  for (std::size_t k = 0; k < at_.text.names.size(); ++k) {
    const ColumnPlan& column = at_.plan.columns[k];
    if (column.role == Role::target || !names_time(column.name)) continue;
    Divisions divisions;
    if (!read_divisions(at_.text, at_.plan, "", column.name, divisions).ok()) continue;
    const std::vector<uint32_t> times = divisions.chosen(at_.rows).times;
    if (!std::is_sorted(times.begin(), times.end()) || times.front() == times.back()) continue;
    SearchData forward = data_;
    forward.times = times.data();
    const Scores mixed = repeated(data_, at_.search.best),
                 later = repeated(forward, at_.search.best);
    if (lost(later) < 1.5 * lost(mixed) || lost(later) < lost(mixed) + 0.2) continue;
    warn(Doubt::order, column.name,
         sentence("rows stand in the order of '%', and later ones are harder to foretell than "
                  "others: % from the earlier ones, % from all; if what is asked lies later, say "
                  "--time '%'",
                  {column.name, score_words(later), score_words(mixed), column.name}));
    return;
  }
}

// A column whose groups the other columns give away: with whole groups held out they tell far less.
void Doubts::groups() {
  std::vector<std::size_t> candidates;
  std::vector<std::vector<uint32_t>> codes(at_.text.names.size());
  std::vector<std::size_t> kinds(at_.text.names.size(), 0);
  for (std::size_t k = 0; k < at_.text.names.size(); ++k) {
    const ColumnPlan& column = at_.plan.columns[k];
    const bool unit = names_units(column.name);
    if (column.role == Role::target || column.role == Role::weight) continue;
    if (!unit && column.kind != ColumnKind::category) continue;
    std::map<std::string_view, uint32_t> groups;
    for (const std::size_t row : at_.rows)
      codes[k].push_back(
          groups
              .emplace(trimmed_cell(at_.text.columns[k][row]), static_cast<uint32_t>(groups.size()))
              .first->second);
    kinds[k] = groups.size();
    if (groups.size() >= (unit ? 5u : 10u) && 2 * groups.size() <= data_.n) candidates.push_back(k);
  }
  sort_indices(candidates, [&](std::size_t a, std::size_t b) {
    const bool first = names_units(at_.text.names[a]), second = names_units(at_.text.names[b]);
    return first != second ? first : kinds[a] > kinds[b];
  });
  if (candidates.size() > checked_columns) candidates.resize(checked_columns);
  for (const std::size_t k : candidates) {
    const std::string& name = at_.text.names[k];
    const std::vector<bool> others = features_of(name, false);
    if (std::find(others.begin(), others.end(), true) == others.end()) continue;
    Changed changed = with(others);
    Choice settings = at_.search.best;
    const Scores mixed = searched(changed.data, settings);
    if (lost(mixed) > 0.8) continue;
    changed.data.groups = codes[k].data();
    const Scores whole = repeated(changed.data, settings);
    if (lost(whole) < 1.5 * lost(mixed) || lost(whole) < lost(mixed) + 0.2) continue;
    warn(Doubt::groups, name,
         sentence("the % values of '%' look like groups whose rows are alike: % where rows of a "
                  "group are on both sides, % with whole groups held out; if new rows come from "
                  "new groups, say --groups '%'",
                  {kinds[k], name, score_words(mixed), score_words(whole), name}));
    return;
  }
}

}  // namespace

const char* word(Doubt doubt) {
  switch (doubt) {
    case Doubt::duplicates:
      return "duplicates";
    case Doubt::giveaway:
      return "giveaway";
    case Doubt::order:
      return "order";
    case Doubt::groups:
      return "groups";
    case Doubt::rare_class:
      break;
  }
  return "rare-class";
}

std::vector<Warning> warnings_of(const Evidence& evidence) { return Doubts(evidence).all(); }

}  // namespace rfm::data
