#include "rfm/data/search/fold_fit.hpp"
#include "rfm/data/bytes.hpp"
#include "rfm/data/fit/stoppable.hpp"

namespace rfm::data {
namespace {

// Whether a fit is no longer wanted. One that shall do all its rounds has nothing to show before
// the last.
bool unwanted(void* context) {
  const auto& fit = *static_cast<const FoldFit*>(context);
  return fit.question->give_up(fit.question->context, !fit.losses.empty() && !fit.patient);
}

Buffer room(AlignedBytes& memory, std::size_t bytes) {
  if (memory.size() < bytes) memory = AlignedBytes(bytes);
  return {memory.data(), memory.size()};
}

void append_row(const float* table, std::size_t row, std::size_t width, std::vector<float>& to) {
  to.insert(to.end(), table + row * width, table + (row + 1) * width);
}

// Means of the target over the rows that the fold fits, and those that it does not look at where
// rows are not divided by groups or by time. Rows that are held out take them as new rows would,
// the others from rows of other parts.
void take_means(const FoldFit& fit, Bench& bench) {
  const SearchData& data = fit.data;
  const std::vector<std::size_t>& rows = fit.folds.rows;
  const bool divided = data.groups != nullptr || data.times != nullptr;
  std::vector<uint32_t> part(data.n, no_part);
  for (std::size_t row = 0; row < data.n && !divided; ++row) part[row] = mean_part(fit.seed, row);
  for (std::size_t i = 0; i < rows.size(); ++i)
    part[rows[i]] = fit.folds.fits(fit.fold, i) ? mean_part(fit.seed, rows[i]) : no_part;
  for (const MeanColumn& column : *data.means) {
    const MeansOfOthers<float> means(column, data.y, data.weights, data.c, part);
    float *x = bench.x.data() + column.first, *held_x = bench.held_x.data() + column.first;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool held = fit.folds.holds_out(fit.fold, i);
      if (!held && part[rows[i]] == no_part) continue;
      float*& to = held ? held_x : x;
      means.write(rows[i], to);
      to += data.d;
    }
  }
}

void gather(const FoldFit& fit, Bench& bench) {
  const SearchData& data = fit.data;
  bench.x.clear();
  bench.y.clear();
  bench.weights.clear();
  bench.held_x.clear();
  bench.held.clear();
  for (std::size_t i = 0; i < fit.folds.rows.size(); ++i) {
    const std::size_t row = fit.folds.rows[i];
    if (fit.folds.holds_out(fit.fold, i)) {
      bench.held.push_back(i);
      append_row(data.x, row, data.d, bench.held_x);
    } else if (fit.folds.fits(fit.fold, i)) {
      append_row(data.x, row, data.d, bench.x);
      append_row(data.y, row, data.c, bench.y);
      if (data.weights != nullptr) bench.weights.push_back(data.weights[row]);
    }
  }
  if (data.means != nullptr) take_means(fit, bench);
  bench.answers.resize(array_size<float>(bench.held.size(), data.c));
  bench.shares.resize(data.c + 1);
}

// Takes down the losses of bench.answers, those after the round that comes next in fit.losses.
bool take_loss(FoldFit& fit, Bench& bench) {
  const SearchData& data = fit.data;
  Loss loss;
  const std::size_t round = fit.losses.size();
  for (std::size_t i = 0; i < bench.held.size(); ++i) {
    const float* answer = bench.answers.data() + i * data.c;
    const std::size_t place = round * fit.folds.rows.size() + bench.held[i];
    Loss own;
    add_loss(data, fit.folds.rows[bench.held[i]], answer, bench.shares.data(), own);
    loss.add(own);
    if (fit.row_losses != nullptr) {
      fit.row_losses[place].squared += static_cast<float>(own.squared);
      fit.row_losses[place].mistakes += static_cast<float>(own.mistakes);
    }
    if (fit.outputs == nullptr) continue;
    float* out = fit.outputs + place * data.c;
    for (std::size_t o = 0; o < data.c; ++o) out[o] = answer[o];
  }
  if (!finite(loss.squared)) return false;
  fit.losses.push_back(loss);
  return true;
}

// The next round and its score.
bool do_round(FoldFit& fit, Machine<float>& machine, Bench& bench, const Executor* executor) {
  if (iterate(machine) != Status::ok) return false;
  const SearchData& data = fit.data;
  const std::size_t workers = executor == nullptr ? 1 : executor->workers;
  const Buffer scratch = room(bench.scratch, predict_bytes<float>(data.d, data.d, data.c, workers));
  const Rows<float> held(bench.held_x.data(), bench.held.size(), data.d);
  if (predict(machine.model, held, bench.answers.data(), scratch.data, scratch.bytes, executor) !=
      Status::ok)
    return false;
  return take_loss(fit, bench);
}

// Does the first round, or takes it over from the fit before.
bool begin(FoldFit& fit, Machine<float>& machine, Bench& bench, const Executor* executor) {
  FirstRound& first = bench.first;
  const std::size_t rows = fit.folds.rows.size();
  if (first.rows == rows && first.fold == fit.fold && share_first_round(first.choice, fit.choice)) {
    if (adopt_first_round(machine, first.alpha.data()) != Status::ok) return false;
    bench.answers = first.answers;
    return take_loss(fit, bench);
  }
  first.rows = 0;
  if (!do_round(fit, machine, bench, executor)) return false;
  const Model<float>& model = machine.model;
  first.alpha.assign(model.alpha, model.alpha + padded(model.n) * model.c);
  first.answers = bench.answers;
  first.rows = rows;
  first.fold = fit.fold;
  first.choice = fit.choice;
  return true;
}

}  // namespace

bool share_first_round(const Choice& a, const Choice& b) {
  return a.kernel == b.kernel && a.exponent == b.exponent && a.bias == b.bias &&
         a.depth == b.depth && a.bandwidth == b.bandwidth && a.ridge == b.ridge;
}

void FoldFit::run(Bench& bench, const Executor* pool) {
  const Stoppable stoppable(pool, question == nullptr ? nullptr : unwanted, this);
  const Executor* executor = stoppable.executor();
  gather(*this, bench);
  const std::size_t n = bench.x.size() / data.d;
  if (n == 0 || bench.held.empty()) return;
  Options<float> options = options_of<float>(choice, seed, executor);
  options.engine = engine;
  options.agop_rows = search_agop_rows(data.d);
  Data<float> table;
  table.x = Rows<float>(bench.x.data(), n, data.d);
  table.y = Rows<float>(bench.y.data(), n, data.c);
  table.weights = data.weights == nullptr ? nullptr : bench.weights.data();
  const Buffer model = room(bench.model, model_bytes<float>(n, data.d, data.c, choice.metric));
  const Buffer workspace =
      room(bench.workspace, workspace_bytes<float>(shape_of(n, data.d, data.c, options)));
  Machine<float> machine;
  if (start(machine, table, options, model, workspace) != Status::ok) return;
  if (!begin(*this, machine, bench, executor)) return;
  std::size_t best = 0;
  while (machine.round < rounds_of(options)) {
    if (!do_round(*this, machine, bench, executor)) return;
    const std::size_t latest = losses.size() - 1;
    if (score_of(data, losses[latest]) < score_of(data, losses[best])) best = latest;
    if (!patient && latest >= best + 2) return;
  }
}

double fit_cost(const Choice& choice, std::size_t rows, std::size_t columns, std::size_t outputs,
                std::size_t held) {
  const auto n = static_cast<double>(rows), d = static_cast<double>(columns),
             c = static_cast<double>(outputs);
  const bool full = choice.metric == Metric::full;
  const double sampled =
      rows < search_agop_rows(columns) ? n : static_cast<double>(search_agop_rows(columns));
  const double pair = 4 * d + 40;
  const double solve = n * n * n / 3 + 4 * n * n * c + n * n / 2 * pair +
                       n * static_cast<double>(held) * (pair + 2 * c);
  const double learn =
      sampled * n * (pair + 4 * d * c) + (full ? sampled * c * d * d + 20 * d * d * d : 0);
  const auto rounds = choice.metric == Metric::identity ? 0.0 : static_cast<double>(choice.rounds);
  return solve * (rounds + 1) + learn * rounds;
}

template <class T>
Options<T> options_of(const Choice& choice, uint64_t seed, const Executor* executor) {
  Options<T> options;
  options.kernel = any_kernel<T>(choice.kernel,
                                 {static_cast<T>(choice.bandwidth), static_cast<T>(choice.exponent),
                                  static_cast<T>(choice.bias), choice.depth});
  options.ridge = static_cast<T>(choice.ridge);
  options.rounds = choice.rounds;
  options.metric = choice.metric;
  options.centre_gradients = choice.centre_gradients;
  options.seed = seed;
  options.executor = executor;
  return options;
}

template Options<float> options_of<float>(const Choice&, uint64_t, const Executor*);
template Options<double> options_of<double>(const Choice&, uint64_t, const Executor*);

}  // namespace rfm::data
