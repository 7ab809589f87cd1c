#include "rfm/data/whole/whole.hpp"

#include <algorithm>
#include <cmath>

#include "rfm/core/cells/decoding.hpp"
#include "rfm/core/model/novelty.hpp"
#include "rfm/data/encode/encoded_table.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/table/order.hpp"
#include "rfm/data/text/numbers.hpp"
#include "rfm/data/whole/class_table.hpp"
#include "rfm/data/whole/repeat.hpp"

namespace rfm::data {
namespace {

constexpr std::size_t known_rows = 1200, mixed_rows = 1800;
constexpr Effort search_effort{300, 1200, true}, final_effort{1600, 3000, false};
constexpr std::size_t search_centres = 256;  // where bytes are not limited
constexpr std::size_t most_members = 8;      // whose spaces are tried
constexpr double cuts[] = {0, 0.005, 0.02};
constexpr double enough = 0.99995;     // of the variance, where bytes are not limited
constexpr double hardly_worse = 3e-5;  // a smaller space is taken for that
constexpr double worth_it = 0.9;       // what a further space leaves of what is not repeated
constexpr std::size_t most_together = 4;
constexpr double spare = 1.25;  // of the largest difference that was seen
constexpr std::size_t most_nodes = 17 + 8 * 18, most_terms = 17 + 8 * 6;
// Measured for Cortex-M0+ with -Os, with the soft arithmetic that it needs and without start-up.
constexpr std::size_t code_of_values = 1500, code_of_classes = 850, code_of_space = 250,
                      code_of_projection = 100;
constexpr std::size_t frames_of_calls = 160;

std::size_t fixed_bytes(std::size_t cells, const Place& place) {
  const unsigned quarters = rfm::detail::quarters_of(place.frame->kernel.id);
  return cells + code_of_space + 2 * most_nodes +
         (quarters != 0 && quarters != 4 ? 2 * most_terms : 0) +
         (place.frame->projected ? place.rank * (2 * place.frame->d + 5) + code_of_projection : 0);
}

// What a model takes in some spaces.
struct Sizes {
  std::size_t cells, c, classes;  // cells: bytes of columns and features in a space

  std::size_t code() const { return classes > 0 ? code_of_classes : code_of_values; }
  std::size_t flash_without_centres(const std::vector<Place>& places) const {
    std::size_t bytes = code() + saturating_multiply(8, c) + class_bytes(classes);
    for (const Place& place : places) bytes += fixed_bytes(cells, place);
    return bytes;
  }
  std::size_t centre_bytes(std::size_t rank) const { return rank + 2 * c; }
  // While a row is placed in a space of so many coordinates, from d features where it is projected.
  std::size_t ram(std::size_t rank, bool projected, std::size_t d) const {
    return 2 * (rank + (projected ? d : 0)) + 12 * c + 4 * classes + frames_of_calls;
  }
  std::size_t ram(const std::vector<Place>& places) const {
    std::size_t most = 0;
    for (const Place& place : places)
      most = std::max(most, ram(place.rank, place.frame->projected, place.frame->d));
    return most;
  }
};

// Values of a regression, or shares of classes, at outputs (c of the model).
template <class T>
std::vector<double> wanted_answers(const Encoding<T>& e, const std::vector<double>& outputs) {
  std::vector<double> y;
  if (e.classes == 0) {
    for (const double f : outputs)
      y.push_back(static_cast<double>(e.target[0]) + static_cast<double>(e.target[1]) * f);
    return y;
  }
  std::vector<T> f(e.outputs), pi(e.classes);
  for (std::size_t i = 0; i < outputs.size(); i += e.outputs) {
    for (std::size_t o = 0; o < e.outputs; ++o) f[o] = static_cast<T>(outputs[i + o]);
    class_shares(e, f.data(), pi.data());
    for (std::size_t k = e.classes == 2 ? 1 : 0; k < e.classes; ++k)
      y.push_back(static_cast<double>(pi[k]));
  }
  return y;
}

// The inverse: outputs (e.outputs) that stand for answers of the whole numbers.
template <class T>
void outputs_for(const Encoding<T>& e, const std::vector<double>& y, T* f) {
  if (e.classes == 0) {
    const auto scale = static_cast<double>(e.target[1]);
    f[0] = static_cast<T>(scale == 0 ? 0 : (y[0] - static_cast<double>(e.target[0])) / scale);
    return;
  }
  std::vector<double> less(e.classes);
  for (std::size_t k = 0; k < e.classes; ++k) {
    const double share = e.classes > 2 ? y[k] : k == 1 ? y[0] : 1 - y[0];
    less[k] = share - static_cast<double>(e.prior[k]);
  }
  for (std::size_t j = 1; j < e.classes; ++j) {
    double sum = -static_cast<double>(j) * less[j];
    for (std::size_t k = 0; k < j; ++k) sum += less[k];
    f[j - 1] = static_cast<T>(static_cast<double>(e.basis[j - 1]) * sum);
  }
}

std::vector<double> answers(const WholeMachine& machine, const double* x) {
  std::vector<int32_t> f(machine.c);
  machine.outputs(x, f.data());
  std::vector<double> y(f.begin(), f.end());
  for (double& value : y) value *= machine.step;
  return y;
}

template <class T>
std::size_t answered(const Encoding<T>& e, const T* outputs) {
  std::vector<T> p(e.classes);
  decoded_probabilities(e, outputs, p.data());
  return answered_class(e, p.data());
}

template <class T>
WholeAgreement agreement_of(const ModelFile<T>& file, const WholeMachine& machine,
                            const LikeRows& rows, const std::vector<double>& outputs,
                            const Wanted& wanted) {
  const Encoding<T>& e = file.encoding;
  WholeAgreement agreement;
  agreement.rows = rows.known;
  std::size_t same = 0;
  std::vector<T> before(e.outputs), after(e.outputs);
  for (std::size_t i = 0; i < rows.known; ++i) {
    const std::vector<double> y = answers(machine, rows.row(i));
    for (std::size_t o = 0; o < wanted.c; ++o) {
      const double apart = std::fabs(y[o] - wanted.y[i * wanted.c + o]);
      agreement.largest = std::max(agreement.largest, spare * apart);
      agreement.mean += apart / static_cast<double>(rows.known * wanted.c);
    }
    if (e.classes == 0) continue;
    for (std::size_t o = 0; o < e.outputs; ++o)
      before[o] = static_cast<T>(outputs[i * e.outputs + o]);
    outputs_for(e, y, after.data());
    same += answered(e, before.data()) == answered(e, after.data()) ? 1 : 0;
  }
  if (e.classes > 0)
    agreement.same_class = static_cast<double>(same) / static_cast<double>(rows.known);
  return agreement;
}

// The search for spaces, their numbers of coordinates and their centres.
class Choosing {
 public:
  Choosing(const WholeOptions& options, const LikeRows& rows, const Wanted& wanted, Sizes sizes)
      : options_(options), rows_(rows), wanted_(wanted), sizes_(sizes) {}

  bool found() const { return !best_.empty(); }

  // The whole of each space by itself, then fewer and fewer coordinates of the best, then others
  // beside it.
  void choose(const std::vector<Frame>& frames) {
    std::vector<Place> alone;
    std::vector<double> fidelities;
    for (const Frame& frame : frames) {
      Place best{&frame, frame.r, 0};
      double most = -1e30;
      for (const double cut : cuts) {
        const double here = fidelity({{&frame, frame.r, cut}});
        if (here > most) best.cut = cut;
        most = std::max(most, here);
      }
      alone.push_back(best);
      fidelities.push_back(most);
      take({best}, most, 0);
    }
    if (!found())
      for (const Frame& frame : frames) fewer(frame, frame.r, 0);
    if (!found()) return;
    const Place first = best_[0];
    fewer(*first.frame, first.rank, first.cut);
    const std::vector<std::size_t> order = ascending(
        alone.size(),
        [&fidelities](std::size_t a, std::size_t b) { return fidelities[a] > fidelities[b]; });
    for (const std::size_t k : order) {
      if (alone[k].frame == first.frame) continue;
      std::vector<Place> places = best_;
      places.push_back(alone[k]);
      const double here = fidelity(places);
      if (1 - here < worth_it * (1 - fidelity_)) take(places, here, 0);
    }
    all_ = {first};
    for (const std::size_t k : order)
      if (alone[k].frame != first.frame && all_.size() < most_together) all_.push_back(alone[k]);
  }

  // Where bytes are not limited, all the spaces together, if one does not repeat enough.
  Repeated final() const {
    if (!found()) return {};
    if (options_.flash > 0) return repeat(best_, rows_, wanted_, {room(best_), 2}, final_effort);
    Repeated best = repeat(best_, rows_, wanted_, {SIZE_MAX, enough}, final_effort);
    if (best.fidelity >= enough || all_.size() <= best_.size()) return best;
    if (options_.ram > 0 && sizes_.ram(all_) > options_.ram) return best;
    Repeated together = repeat(all_, rows_, wanted_, {SIZE_MAX, enough}, final_effort);
    return 1 - together.fidelity < worth_it * (1 - best.fidelity) ? together : best;
  }

 private:
  // Down to one coordinate where nothing fits.
  void fewer(const Frame& frame, std::size_t most, double cut) {
    std::size_t worse = 0;
    for (std::size_t rank = most * 3 / 4; rank > 0 && (worse < 3 || !found());
         rank = rank * 3 / 4) {
      const std::vector<Place> places{{&frame, rank, cut}};
      const bool better = take(places, fidelity(places), options_.flash > 0 ? 0 : hardly_worse);
      worse = better ? 0 : worse + 1;
    }
  }

  // Bytes for centres; 0 where there are none.
  std::size_t room(const std::vector<Place>& places) const {
    if (options_.ram > 0 && sizes_.ram(places) > options_.ram) return 0;
    const std::size_t taken = sizes_.flash_without_centres(places);
    if (options_.flash == 0) return search_centres * sizes_.centre_bytes(places[0].rank);
    return options_.flash < taken ? 0 : options_.flash - taken;
  }

  double fidelity(const std::vector<Place>& places) const {
    const std::size_t bytes = room(places);
    return bytes == 0 ? -1e30 : repeat(places, rows_, wanted_, {bytes, 2}, search_effort).fidelity;
  }

  bool take(const std::vector<Place>& places, double here, double allowed) {
    if (here <= -1e30 || !(here > fidelity_ - allowed)) return false;
    fidelity_ = std::max(here, fidelity_);
    best_ = places;
    return true;
  }

  const WholeOptions& options_;
  const LikeRows& rows_;
  const Wanted& wanted_;
  const Sizes sizes_;
  std::vector<Place> best_, all_;
  double fidelity_ = -1e30;
};

// Names the fewest bytes with which any of the spaces has room for one centre.
Outcome too_small(const WholeOptions& options, const Sizes& sizes,
                  const std::vector<Frame>& frames) {
  std::size_t flash = SIZE_MAX, ram = SIZE_MAX;
  for (const Frame& frame : frames) {
    const std::vector<Place> least{{&frame, 1, 0}};
    const std::size_t flash_here = sizes.flash_without_centres(least) + sizes.centre_bytes(1),
                      ram_here = sizes.ram(least);
    if ((options.flash == 0 || flash_here <= options.flash) &&
        (options.ram == 0 || ram_here <= options.ram))
      return {};
    flash = std::min(flash, flash_here);
    ram = flash == flash_here ? ram_here : ram;
  }
  if (options.flash > 0 && options.flash < flash)
    return failure("--flash " + std::to_string(options.flash) +
                   " is too small: columns, code and one centre of this model take " +
                   std::to_string(flash) + " bytes");
  return failure("--ram " + std::to_string(options.ram) +
                 " is too small: a row of this model takes " + std::to_string(ram) + " bytes");
}

}  // namespace

template <class T>
Outcome make_whole(const ModelFile<T>& file, const WholeOptions& options, WholeModel& whole) {
  if (!file.encoded)
    return failure("--int8 takes models that read tables, and this one has no encoding");
  const Encoding<T>& e = file.encoding;
  if (Outcome outcome = check_finite(file); !outcome.ok()) return outcome;
  if (Outcome outcome = check_columns(e); !outcome.ok()) return outcome;
  LikeRows rows;
  if (Outcome outcome = rows_like_training(file, known_rows, mixed_rows, rows); !outcome.ok())
    return outcome;
  const std::vector<double> outputs = outputs_at(file, rows);
  const Wanted wanted{e.classes > 2 ? e.classes : 1, wanted_answers(e, outputs), e.classes > 0};
  for (const double y : wanted.y)
    if (!(std::fabs(y) < 1e30)) return failure("the model's answers are too large for --int8");

  WholeSpace empty;
  empty.features.resize(e.features);
  std::vector<Frame> frames;
  for (std::size_t k = 0; k < std::min(most_members, file.members.size()); ++k)
    if (file.members[k].r > 0) frames.push_back(frame_of(file.members[k], rows));
  if (frames.empty()) return failure("the model has learned nothing that can be exported");
  const Sizes sizes{cell_bytes(whole_cells(e, empty)), wanted.c, e.classes};
  if (Outcome outcome = too_small(options, sizes, frames); !outcome.ok()) return outcome;
  Choosing choosing(options, rows, wanted, sizes);
  choosing.choose(frames);
  const Repeated best = choosing.final();
  if (!best.found()) return failure("the numbers of this model leave the range of --int8");
  WholeModel result;
  result.machine = best.machine;
  result.classes = e.classes;
  result.code = sizes.code();
  result.constants = 8 * wanted.c + class_bytes(e.classes);
  for (const WholeSpace& space : best.machine.spaces) {
    result.cells.push_back(whole_cells(e, space));
    result.code += code_of_space + (space.projected ? code_of_projection : 0);
    result.constants += sizes.cells + 2 * (space.shape.size() + space.terms.size()) +
                        space.n * sizes.centre_bytes(space.r) +
                        (space.projected ? space.r * (2 * space.d + 5) : 0);
    result.ram = std::max(result.ram, sizes.ram(space.r, space.projected, space.d));
  }
  result.agreement = agreement_of(file, best.machine, rows, outputs, wanted);
  result.agreement.fidelity = best.fidelity;
  whole = std::move(result);
  return {};
}

template <class T>
std::vector<T> outputs_of(const WholeModel& whole, const ModelFile<T>& file, const Rows<T>& x) {
  const std::size_t c = file.encoding.outputs;
  std::vector<T> outputs(array_size<T>(x.n, c));
  std::vector<double> row(x.d);
  for (std::size_t i = 0; i < x.n; ++i) {
    for (std::size_t j = 0; j < x.d; ++j) row[j] = static_cast<double>(x(i, j));
    outputs_for(file.encoding, answers(whole.machine, row.data()), &outputs[i * c]);
  }
  return outputs;
}

template Outcome make_whole(const ModelFile<float>&, const WholeOptions&, WholeModel&);
template Outcome make_whole(const ModelFile<double>&, const WholeOptions&, WholeModel&);
template std::vector<float> outputs_of(const WholeModel&, const ModelFile<float>&,
                                       const Rows<float>&);
template std::vector<double> outputs_of(const WholeModel&, const ModelFile<double>&,
                                        const Rows<double>&);

}  // namespace rfm::data
