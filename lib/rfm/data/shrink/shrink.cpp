#include "rfm/data/shrink/shrink.hpp"

#include <algorithm>
#include <cstring>

#include "rfm/core/kernels/any_kernel.hpp"
#include "rfm/data/export/export.hpp"
#include "rfm/data/model_file.hpp"
#include "rfm/data/score/novelty.hpp"
#include "rfm/data/shrink/space.hpp"

namespace rfm::data {
namespace {

// Points where the large machine is repeated, and others that score it: as many landmarks repeat
// any centres.
struct Effort {
  std::size_t centres, between, scored;
  std::size_t landmarks;  // of the smallest candidate; others have more in proportion
};
constexpr Effort search_effort{500, 500, 300, 300}, final_effort{3000, 1500, 1000, SIZE_MAX};

template <class T>
std::size_t machine_bytes(std::size_t n, std::size_t d, std::size_t r, std::size_t c, Metric metric,
                          std::size_t centre_bytes) {
  Arena arena;
  layout_model<T>(arena, n, d, r, c, metric, centre_bytes);
  return rounded_up(arena.bytes());
}

// Whether a model may be rotated. That takes 11 r^3 operations and r^2 numbers, which a full metric
// has in its file; a diagonal one of r numbers must not ask for them.
template <class T>
bool turns(const Model<T>& m) {
  return m.r <= (m.metric == Metric::full ? 1000 : 300);
}

// Numbers that the probes and the outputs there may be.
constexpr std::size_t most_probed = 8000000;

// Whether the kernel can be written down: coordinates that are huge or tiny in their unit take a
// bandwidth out of its range.
template <class T>
bool kept_kernel(const CentreSpace& space) {
  const KernelParameters<double>& p = space.kernel.parameters;
  return valid(any_kernel<T>(
      space.kernel.id,
      {static_cast<T>(p.bandwidth), static_cast<T>(p.exponent), static_cast<T>(p.bias), p.depth}));
}

// The smallest machine that this one may become.
template <class T>
std::size_t least_bytes(const Model<T>& m) {
  if (turns(m)) return machine_bytes<T>(1, m.d, 1, m.c, Metric::full, 1);
  const Metric metric = m.metric == Metric::full ? Metric::full : Metric::diagonal;
  return machine_bytes<T>(1, m.d, m.r, m.c, metric, 1);
}

// A machine that could take the place of the large one. Its alpha is for centres in whole numbers.
struct Candidate {
  CentreSpace space;  // in units of the whole numbers; centres are the landmarks
  std::size_t centre_bytes = 0;
  double fidelity = -1;
  double unit = 1;                     // what one of the whole numbers stands for
  std::vector<std::size_t> landmarks;  // which of the large machine's centres they were
};

// 1 - |f - g|^2 / |f - mean f|^2 over all outputs (c, padded(n)) and the points from `first`.
double fidelity(const std::vector<double>& f, const std::vector<double>& g, std::size_t first,
                std::size_t n, std::size_t c) {
  double lost = 0, whole = 0;
  for (std::size_t o = 0; o < c; ++o) {
    const double *f_o = &f[o * padded(n)], *g_o = &g[o * padded(n)];
    double mean = 0;
    for (std::size_t i = first; i < n; ++i) mean += f_o[i] / static_cast<double>(n - first);
    for (std::size_t i = first; i < n; ++i) {
      lost += (f_o[i] - g_o[i]) * (f_o[i] - g_o[i]);
      whole += (f_o[i] - mean) * (f_o[i] - mean);
    }
  }
  return whole > 0 ? 1 - lost / whole : lost > 0 ? 0 : 1;
}

// The search for the best machine that fits `budget` bytes.
template <class T>
class Shrinking {
 public:
  Shrinking(const Model<T>& model, std::size_t budget)
      : model_(model), budget_(budget), whole_(centre_space(model)), turned_(whole_) {}

  bool run(AlignedBytes& machine, ShrunkMachine& facts) {
    probe(search_effort);
    choose();
    if (best_ < 0) return false;
    probe(final_effort);
    const Candidate best = candidate(rank_, centre_bytes_);
    if (best.fidelity < 0) return false;
    facts = {best.space.centres.n, rank_, centre_bytes_, best.fidelity};
    machine = bytes_of(best);
    near_ = nearest(best);
    return true;
  }

  // How far rows of the large machine are from the centres of the small one that they are not.
  const std::vector<double>& near() const { return near_; }

 private:
  // Fewer probes where each is many numbers.
  std::size_t affordable(std::size_t count) const {
    const std::size_t each = model_.r + model_.c;
    return std::min(count, std::max<std::size_t>(panel, most_probed / 4 / each));
  }

  void probe(const Effort& effort) {
    const Points& centres = whole_.centres;
    const std::size_t mixed = affordable(std::min(model_.n, effort.between));
    whole_.probes = centres.chosen(spread_rows(model_.n, affordable(effort.centres)))
                        .with(between(centres, mixed, 1));
    fitted_ = whole_.probes.n;
    whole_.probes = whole_.probes.with(between(centres, affordable(effort.scored), 2));
    targets_ = expansion_values(whole_.kernel, centres, whole_.alpha, model_.c, whole_.probes);
    if (turns(model_)) turned_ = turned(whole_);
    const std::size_t fewest = count_that_fits(model_.r, 2);
    share_ = fewest <= effort.landmarks
                 ? 1
                 : static_cast<double>(effort.landmarks) / static_cast<double>(fewest);
  }

  // The full rank keeps its metric, which may be diagonal and take less room than a rotated one.
  CentreSpace space_of(std::size_t rank) const {
    const bool as_it_is = model_.metric != Metric::full || !turns(model_);
    return rank == model_.r && as_it_is ? whole_ : truncated(turned_, rank);
  }

  std::size_t count_that_fits(std::size_t rank, std::size_t centre_bytes) const {
    const bool plain = rank == model_.r && model_.metric != Metric::full;
    const Metric metric = plain ? Metric::diagonal : Metric::full;
    const auto fits = [&](std::size_t n) {
      return machine_bytes<T>(n, model_.d, rank, model_.c, metric, centre_bytes) <= budget_;
    };
    if (fits(model_.n)) return model_.n;
    std::size_t panels = 0;
    for (std::size_t step = panels_of(model_.n); step > 0; step /= 2)
      while (fits((panels + step) * panel) && (panels + step) * panel < model_.n) panels += step;
    return panels * panel;
  }

  // Landmarks of the space, in whole numbers, with alpha for them.
  Candidate candidate(std::size_t rank, std::size_t centre_bytes) const {
    Candidate result{space_of(rank), centre_bytes, -1, 1, {}};
    const auto count =
        static_cast<std::size_t>(share_ * static_cast<double>(count_that_fits(rank, centre_bytes)));
    if (count == 0) return result;
    CentreSpace& space = result.space;
    const std::vector<std::size_t> pool = spread_rows(model_.n, final_effort.centres);
    std::vector<std::size_t> landmarks =
        greedy_landmarks(space.kernel, space.centres.chosen(pool), count);
    if (landmarks.empty()) return result;
    for (std::size_t& index : landmarks) index = pool[index];
    double largest = 0;
    for (const std::size_t i : landmarks)
      for (std::size_t k = 0; k < rank; ++k) {
        const double size =
            space.centres.at(i, k) < 0 ? -space.centres.at(i, k) : space.centres.at(i, k);
        largest = size > largest ? size : largest;
      }
    const double levels = centre_bytes == 1 ? 127 : 32767;
    result.unit = largest > 0 ? largest / levels : 1;
    space = scaled<T>(space, result.unit);
    if (!kept_kernel<T>(space)) return result;
    space.centres = space.centres.chosen(landmarks);
    for (double& coordinate : space.centres.panels)
      coordinate =
          static_cast<double>(static_cast<int>(coordinate + (coordinate < 0 ? -0.5 : 0.5)));
    space.alpha =
        repeating_weights(space.kernel, space.centres, space.probes, fitted_, targets_, model_.c);
    if (space.alpha.empty()) return result;
    for (double& weight : space.alpha) weight = static_cast<double>(static_cast<T>(weight));
    const auto repeated =
        expansion_values(space.kernel, space.centres, space.alpha, model_.c, space.probes);
    result.fidelity = fidelity(targets_, repeated, fitted_, space.probes.n, model_.c);
    result.landmarks = std::move(landmarks);
    return result;
  }

  std::vector<double> nearest(const Candidate& best) const {
    const Points& centres = best.space.centres;
    const std::vector<std::size_t> rows = spread_rows(model_.n, search_effort.centres);
    const Points points = scaled<T>(space_of(centres.r), best.unit).centres.chosen(rows);
    const unsigned quarters = detail::quarters_of(model_.kernel.id);
    std::vector<double> near;
    for (std::size_t i = 0; i < points.n; ++i) {
      double least = 1 / smallest_normal<double>;
      for (std::size_t j = 0; j < centres.n; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < centres.r; ++k)
          sum += detail::distance_term(points.at(i, k) - centres.at(j, k), quarters);
        if (best.landmarks[j] != rows[i]) least = std::min(least, sum);
      }
      near.push_back(std::min(least, static_cast<double>(1 / smallest_normal<T>)));
    }
    return near;
  }

  void consider(std::size_t rank, std::size_t centre_bytes, bool& better) {
    const double here = candidate(rank, centre_bytes).fidelity;
    better = here > best_;
    if (!better) return;
    best_ = here;
    rank_ = rank;
    centre_bytes_ = centre_bytes;
  }

  // Full rank with both sizes of numbers, then lower and lower ranks with the better one.
  void choose() {
    bool better = false;
    consider(model_.r, 2, better);
    consider(model_.r, 1, better);
    std::size_t worse = turns(model_) ? 0 : 2;
    for (std::size_t eighths = 6; eighths > 0 && worse < 2; eighths = eighths * 3 / 4) {
      const std::size_t rank = model_.r * eighths / 8;
      if (rank == 0) break;
      consider(rank, best_ < 0 ? 1 : centre_bytes_, better);
      worse = better || best_ < 0 ? 0 : worse + 1;
    }
    if (best_ < 0 && model_.r > 1 && turns(model_)) consider(1, 1, better);
  }

  AlignedBytes bytes_of(const Candidate& best) const {
    const CentreSpace& space = best.space;
    const std::size_t n = space.centres.n, r = space.centres.r, d = model_.d, c = model_.c;
    AlignedBytes bytes(machine_bytes<T>(n, d, r, c, space.metric, best.centre_bytes));
    Arena arena(bytes.data());
    const auto memory = layout_model<T>(arena, n, d, r, c, space.metric, best.centre_bytes);
    std::memcpy(memory.origin, model_.origin, d * sizeof(T));
    for (std::size_t k = 0; k < space.root.size(); ++k)
      memory.root[k] = static_cast<T>(space.root[k]);
    for (std::size_t k = 0; k < space.alpha.size(); ++k)
      memory.alpha[k] = static_cast<T>(space.alpha[k]);
    for (std::size_t k = 0; k < space.centres.panels.size(); ++k) {
      const double coordinate = space.centres.panels[k];
      if (best.centre_bytes == 1)
        static_cast<int8_t*>(memory.whole_centres)[k] = static_cast<int8_t>(coordinate);
      if (best.centre_bytes == 2)
        static_cast<int16_t*>(memory.whole_centres)[k] = static_cast<int16_t>(coordinate);
    }
    const KernelParameters<double>& parameters = space.kernel.parameters;
    write_header(memory, space.kernel.id, parameters, space.metric, n, d, r, c, best.centre_bytes);
    return bytes;
  }

  const Model<T>& model_;
  const std::size_t budget_;
  CentreSpace whole_, turned_;
  std::size_t fitted_ = 0;       // of the probes are repeated, the others are scored
  std::vector<double> targets_;  // outputs of the large machine at the probes (c, padded)
  double share_ = 1;             // of the landmarks that fit
  std::size_t rank_ = 0, centre_bytes_ = 0;
  double best_ = -1;
  std::vector<double> near_;
};

constexpr std::size_t section_bytes(std::size_t bytes) {
  return sizeof(SectionHeader) + rounded_up(bytes);
}

// Machines and encoding of a file, as bytes.
struct Parts {
  std::vector<Section> machines;
  Section encoding, novelty;

  // Beside the machines.
  std::size_t others() const {
    return (encoding.data == nullptr ? 0 : section_bytes(encoding.bytes)) +
           (novelty.data == nullptr ? 0 : section_bytes(novelty.bytes));
  }
  std::size_t bytes() const {
    std::size_t total = rounded_up(machines[0].bytes) + others();
    for (std::size_t k = 1; k < machines.size(); ++k) total += section_bytes(machines[k].bytes);
    return total;
  }
};

Parts parts_of(const AlignedBytes& file, std::size_t size) {
  ModelHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  const std::size_t own = header.extra == 0 ? size : static_cast<std::size_t>(header.extra);
  Parts parts{{{0, file.data(), own}}, {}, {}};
  Sections sections(header.extra == 0 ? nullptr : file.data() + header.extra,
                    static_cast<std::size_t>(header.extra_bytes));
  Section section;
  while (!sections.done() && sections.next(&section) == Status::ok) {
    if (section.tag == encoding_section) parts.encoding = section;
    if (section.tag == novelty_section) parts.novelty = section;
    if (section.tag == member_section) parts.machines.push_back(section);
  }
  return parts;
}

AlignedBytes assembled(const Parts& parts, const std::string& history) {
  std::vector<Section> sections;
  if (parts.encoding.data != nullptr) sections.push_back(parts.encoding);
  if (parts.novelty.data != nullptr) sections.push_back(parts.novelty);
  for (std::size_t k = 1; k < parts.machines.size(); ++k)
    sections.push_back({member_section, parts.machines[k].data, parts.machines[k].bytes});
  if (!history.empty())
    sections.push_back(
        {history_section, reinterpret_cast<const unsigned char*>(history.data()), history.size()});
  return model_file(parts.machines[0].data, parts.machines[0].bytes, sections);
}

}  // namespace

template <class T>
Outcome shrink_as(const AlignedBytes& bytes, std::size_t size, const ShrinkOptions& options,
                  Shrunk& shrunk) {
  ModelFile<T> file;
  if (const Status status = open_model_file(bytes.data(), size, false, &file); status != Status::ok)
    return failure(words(status));
  if (Outcome outcome = check_finite(file); !outcome.ok()) return outcome;
  Parts parts = parts_of(bytes, size);
  Shrunk result;
  for (const Model<T>& m : file.members) result.machines.push_back({m.n, m.r, m.centre_bytes, 1});
  std::string history = options.history;
  const std::size_t note = history.empty() ? 0 : section_bytes(history.size());
  if (parts.bytes() + note <= options.bytes) {
    result.file = assembled(parts, history);
    shrunk = std::move(result);
    return {};
  }
  if (note > options.bytes / 16) history.clear();
  if (section_bytes(parts.novelty.bytes) > options.bytes / 16) parts.novelty = {};
  std::size_t fixed = parts.machines.size() * sizeof(SectionHeader) + (history.empty() ? 0 : note);
  fixed += parts.others();
  const std::size_t each =
      options.bytes < fixed ? 0 : (options.bytes - fixed) / parts.machines.size();
  std::vector<AlignedBytes> machines(parts.machines.size());
  AlignedBytes novelty;
  std::size_t least = 0;
  for (const Model<T>& m : file.members) least = std::max(least, least_bytes(m));
  Outcome too_few = failure(
      std::to_string(options.bytes) + " bytes are too few: columns, scales and one centre take " +
      std::to_string(saturating_add(fixed, saturating_multiply(machines.size(), least))));
  if (each < least) return too_few;
  for (std::size_t k = 0; k < machines.size(); ++k) {
    Shrinking<T> shrinking(file.members[k], each);
    if (!shrinking.run(machines[k], result.machines[k])) return too_few;
    if (k == 0 && parts.novelty.data != nullptr) {
      novelty = with_distances(file.novelty, file.model().d, shrinking.near());
      parts.novelty = {novelty_section, novelty.data(), novelty.size()};
    }
    parts.machines[k] = {member_section, machines[k].data(), machines[k].size()};
  }
  result.file = assembled(parts, history);
  shrunk = std::move(result);
  return {};
}

template Outcome shrink_as<float>(const AlignedBytes&, std::size_t, const ShrinkOptions&, Shrunk&);
template Outcome shrink_as<double>(const AlignedBytes&, std::size_t, const ShrinkOptions&, Shrunk&);

Outcome shrink(const AlignedBytes& file, std::size_t size, const ShrinkOptions& options,
               Shrunk& shrunk) {
  return number_bytes(file.data(), size) == sizeof(double)
             ? shrink_as<double>(file, size, options, shrunk)
             : shrink_as<float>(file, size, options, shrunk);
}

}  // namespace rfm::data
