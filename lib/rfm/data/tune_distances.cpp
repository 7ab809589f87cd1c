#include "rfm/data/tune_distances.hpp"

#include <algorithm>

namespace rfm::data {
namespace {

// The rows of a fold that are held out, or those that are not, in order.
std::vector<float> rows_of(const TuneData& data, const Folds& folds, std::size_t fold, bool held) {
  std::vector<float> rows;
  rows.reserve((held ? folds.held() + 1 : folds.rows.size()) * data.d);
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    const float* row = data.x + folds.rows[i] * data.d;
    if (folds.holds_out(fold, i) == held) rows.insert(rows.end(), row, row + data.d);
  }
  return rows;
}

// In panels, as the first round of a fit sees them.
std::vector<float> panels_from(const std::vector<float>& rows, std::size_t d, const float* origin) {
  const Rows<float> x(rows.data(), rows.size() / d, d);
  std::vector<float> panels(padded(x.n) * d);
  for (std::size_t first = 0; first < x.n; first += panel)
    project_panel<float>(x, first, origin, Metric::identity, nullptr, d, nullptr, panels.data() + first * d);
  return panels;
}

const DistanceFunctions<float>* steps_of(const Engine<float>* engine, KernelId kernel) {
  return engine == nullptr ? plain_distances<float>(kernel) : engine->distances(kernel);
}

std::size_t columns_of(std::size_t n, std::size_t p) { return std::min(panel, n - p * panel); }

}  // namespace

FoldSums::FoldSums(std::size_t fold, Norm norm, std::size_t n, std::size_t held)
    : fold_(fold),
      n_(n),
      held_(held),
      triangle_(panels_of(n) * (panels_of(n) + 1) / 2),
      norm_(norm),
      memory_(bytes(n, held)) {}

std::size_t FoldSums::bytes(std::size_t n, std::size_t held) {
  const std::size_t tiles = saturating_multiply(panels_of(n), panels_of(n) + 1) / 2;
  const std::size_t all = saturating_add(tiles, saturating_multiply(panels_of(n), panels_of(held)));
  return saturating_multiply(all, tile_size * sizeof(float));
}

void FoldSums::measure(const TuneData& data, const Folds& folds, const Executor* executor) {
  const std::size_t d = data.d, panels = panels_of(n_);
  const std::vector<float> x = rows_of(data, folds, fold_, false);
  std::vector<float> origin(d);
  detail::find_origin(Rows<float>(x.data(), n_, d), true, origin.data());
  const std::vector<float> u = panels_from(x, d, origin.data());
  const std::vector<float> v = panels_from(rows_of(data, folds, fold_, true), d, origin.data());
  auto* tiles = static_cast<float*>(memory_.buffer().data);
  auto work = [&](std::size_t task, std::size_t) {
    const bool inside = task < panels;
    const std::size_t h = task - panels;
    const std::size_t count = inside ? task + 1 : panels;
    float* out = tiles + (inside ? task * (task + 1) / 2 : triangle_ + h * panels) * tile_size;
    for (std::size_t p = 0; p < count; ++p, out += tile_size) {
      const float* u_p = u.data() + p * panel * d;
      if (inside) {
        norm_(u.data() + task * panel * d, u_p, d, columns_of(n_, p), out);
      } else {
        norm_(u_p, v.data() + h * panel * d, d, columns_of(held_, h), out);
      }
    }
  };
  for_each(executor, panels + panels_of(held_), work);
}

const FoldSums* Distances::of(const Folds& folds, std::size_t fold, KernelId kernel) {
  const DistanceFunctions<float>* steps = steps_of(options.engine, kernel);
  if (steps == nullptr) return nullptr;
  for (const auto& sums : kept)
    if (sums->are(fold, steps->sums)) return sums.get();
  std::size_t held = 0;
  for (std::size_t i = 0; i < folds.rows.size(); ++i) held += folds.holds_out(fold, i) ? 1 : 0;
  const std::size_t n = folds.rows.size() - held, needed = FoldSums::bytes(n, held);
  if (n == 0 || held == 0 || needed > left) return nullptr;
  auto sums = std::make_unique<FoldSums>(fold, steps->sums, n, held);
  if (!sums->given()) return nullptr;
  left -= needed;
  sums->measure(data, folds, options.executor);
  kept.push_back(std::move(sums));
  return kept.back().get();
}

Status first_round(Machine<float>& machine, const FoldSums& sums, float* answers, Buffer scratch) {
  const Model<float>& model = machine.model;
  const auto values = steps_of(model.engine, model.kernel.id)->values;
  const auto add = model.engine == nullptr ? add_tile<float> : model.engine->add_tile;
  RFM_TRY(iterate_first(machine, [&](std::size_t p, std::size_t q, std::size_t columns, float* out) {
    values(model.kernel.parameters, sums.among(p, q), columns, out);
  }));
  const std::size_t each = predict_bytes<float>(0, 0, model.c);
  auto work = [&](std::size_t h, std::size_t worker) {
    Arena arena(static_cast<unsigned char*>(scratch.data) + worker * each);
    const auto memory = layout_predict<float>(arena, 0, 0, model.c);
    const std::size_t count = columns_of(sums.held(), h);
    detail::sum_answers(count, model.c, memory.sums, answers + h * panel * model.c, [&] {
      for (std::size_t p = 0; p < panels_of(model.n); ++p) {
        values(model.kernel.parameters, sums.across(h, p), count, memory.tile);
        for (std::size_t o = 0; o < model.c; ++o)
          add(model.outputs(o) + p * panel, memory.tile, count, memory.sums + o * tile_size);
      }
    });
  };
  for_each(machine.options.executor, panels_of(sums.held()), work);
  return Status::ok;
}

}  // namespace rfm::data
