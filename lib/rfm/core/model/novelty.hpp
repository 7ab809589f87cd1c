// How far rows are from those that a model was trained on, as a share: novelty is the share of
// training rows that were less far from the others. Two distances are looked at, and the larger
// share counts:
//   - nearest: to the nearest centre, by the kernel's own distance in the projected space u = R x.
//     What the learned metric ignores it ignores too.
//   - beyond: how far a feature leaves the range of the training rows, and a little how far it is
//     from the average, under the identity metric.
// Quantiles of both over training rows, each held against the others, turn them into shares; the
// larger share is ranked among those of the training rows once more. So rows like those of training
// have a novelty that is spread evenly from 0 to 1. A row costs what its prediction costs.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/core/algebra/elementary.hpp"
#include "rfm/core/base/arena.hpp"
#include "rfm/core/base/sections.hpp"
#include "rfm/core/kernels/pairs.hpp"
#include "rfm/core/model/predict.hpp"

namespace rfm {

constexpr uint32_t novelty_section = section_tag("nove");

// How many quantiles there are, at even places from the least number to the largest.
constexpr size_t novelty_points = 101;

// Behind it stand T least (features), T largest (features), and T nearest, beyond, larger
// (novelty_points each).
struct NoveltyHeader {
  uint32_t scalar_bytes;
  uint32_t features;
  uint32_t points;  // novelty_points
  uint32_t zero;
};
static_assert(sizeof(NoveltyHeader) == alignment, "the header is part of the file format");

// Valid as long as the bytes it was opened from.
template <class T>
struct Novelty {
  const T* least = nullptr;    // (features) of the training rows
  const T* largest = nullptr;  // (features)
  const T* nearest = nullptr;  // quantiles of the distance to the nearest centre
  const T* beyond = nullptr;   // of the distance under the identity
  const T* larger = nullptr;   // of the larger share

  bool given() const { return nearest != nullptr; }
};

// Of the section, up to the next multiple of 16.
template <class T>
constexpr size_t novelty_bytes(size_t features) {
  const size_t numbers = saturating_add(saturating_multiply(features, 2), 3 * novelty_points);
  return rounded_up(saturating_add(sizeof(NoveltyHeader), saturating_multiply(numbers, sizeof(T))));
}

template <class T>
constexpr Novelty<T> novelty_at(const T* numbers, size_t features) {
  const T* quantiles = numbers + 2 * features;
  return {numbers, numbers + features, quantiles, quantiles + novelty_points,
          quantiles + 2 * novelty_points};
}

// Verifies the payload of a section and points into it; nothing is copied.
template <class T>
Status open_novelty(const Section& section, size_t features, Novelty<T>* novelty) {
  NoveltyHeader h;
  if (section.bytes < sizeof h) return Status::damaged;
  memcpy(&h, section.data, sizeof h);
  if (h.scalar_bytes != sizeof(T) || h.features != features || h.points != novelty_points ||
      h.zero != 0 || section.bytes != novelty_bytes<T>(features))
    return Status::damaged;
  const T* numbers = reinterpret_cast<const T*>(section.data + sizeof h);
  for (size_t k = 0; k < 2 * features + 3 * novelty_points; ++k)
    if (!(numbers[k] - numbers[k] == 0)) return Status::damaged;
  *novelty = novelty_at(numbers, features);
  for (const T* quantile : {novelty->nearest, novelty->beyond, novelty->larger})
    for (size_t k = 1; k < novelty_points; ++k)
      if (quantile[k] < quantile[k - 1]) return Status::damaged;
  return Status::ok;
}

// The novelty of a model's own file, or none where the file has none.
template <class T>
Status find_novelty(const Model<T>& model, Novelty<T>* novelty) {
  Section section;
  *novelty = {};
  RFM_TRY(find_section(model.extra, model.extra_bytes, novelty_section, 0, &section));
  return section.data == nullptr ? Status::ok : open_novelty(section, model.d, novelty);
}

// The share of the quantiles that are less, linear between two of them; 1 behind the last one
// alone.
template <class T>
T share_below(const T* quantile, T x) {
  size_t k = 0;
  while (k < novelty_points && quantile[k] < x) ++k;
  if (k == 0 || k == novelty_points) return k == 0 ? T(0) : T(1);
  const T place = (x - quantile[k - 1]) / (quantile[k] - quantile[k - 1]);
  return (static_cast<T>(k - 1) + place) / static_cast<T>(novelty_points);
}

// Of the distance to the average, where a feature is within its range: it breaks ties.
constexpr float novelty_within = 0.01f;

// How far a feature is from its range, in its standard deviations.
template <class T>
T distance_beyond(T x, T least, T largest) {
  const T size = (x < 0 ? -x : x) * static_cast<T>(novelty_within);
  const T beyond = x < least ? least - x : x - largest;
  return beyond > size ? beyond : size;
}

// The same of a row (features): of the one that is farthest.
template <class T>
T distance_beyond(const Novelty<T>& novelty, const Rows<T>& rows, size_t row) {
  T beyond = 0;
  for (size_t j = 0; j < rows.d; ++j) {
    const T here = distance_beyond(rows(row, j), novelty.least[j], novelty.largest[j]);
    beyond = here > beyond ? here : beyond;
  }
  return beyond;
}

// Whether a row leaves the ranges farther than any training row leaves those of the others. Costs
// next to nothing.
template <class T>
bool far_outside(const Novelty<T>& novelty, const Rows<T>& rows, size_t row) {
  return distance_beyond(novelty, rows, row) > novelty.beyond[novelty_points - 1];
}

// The novelty of a row (features) whose nearest centre is so far.
template <class T>
T novelty_of(const Novelty<T>& novelty, T nearest, const Rows<T>& rows, size_t row) {
  const T near_share = share_below(novelty.nearest, nearest),
          beyond_share = share_below(novelty.beyond, distance_beyond(novelty, rows, row));
  return share_below(novelty.larger, near_share > beyond_share ? near_share : beyond_share);
}

namespace detail {

// What a kernel measures in: 4 (p - 1) of its norm |u|_p.
inline unsigned quarters_of(KernelId id) {
  const KernelFacts* facts = facts_of(id);
  return facts == nullptr ? 4 : static_cast<unsigned>(4 * (facts->norm - 1));
}

// |a|^p, operation for operation the terms of the kernels.
template <class V>
V distance_term(V a, unsigned quarters) {
  if (quarters == 4) return a * a;
  a = absolute(a);
  return quarters == 0   ? a
         : quarters == 1 ? rooted_power<125>(a)
         : quarters == 2 ? rooted_power<150>(a)
                         : rooted_power<175>(a);
}

// two (count, 2): |u - v|_p^p of the first `count` points of a panel u (r, 16) to the nearest
// centre and to the next. Lanes are centres.
template <class T>
void nearest_two(const Expansion<T>& f, unsigned quarters, const T* u, size_t count, T* two) {
  using V = NativeLanes<T>;
  for (size_t first = 0; first < f.n; first += panel) {
    const size_t lanes = f.n - first < panel ? f.n - first : panel;
    for (size_t j = 0; j < count; ++j) {
      T sums[panel];
      distances<V>(f.centres + first * f.r, u, f.r, j, [quarters](V a) {
        return distance_term(a, quarters);
      }).to(sums);
      T *nearest = two + 2 * j, *next = nearest + 1;
      for (size_t l = 0; l < lanes; ++l) {
        const T farther = sums[l] > *nearest ? sums[l] : *nearest;
        *nearest = sums[l] < *nearest ? sums[l] : *nearest;
        *next = farther < *next ? farther : *next;
      }
    }
  }
}

}  // namespace detail

// out (z.n, 2): the distance of each row of z to the nearest centre and to the next, |u - v|_p^p
// with the p of the kernel. Scratch as for `predict`.
template <class T>
Status nearest_centres(const Model<T>& model, const Rows<T>& z, T* out, void* scratch, size_t bytes,
                       const Executor* executor = nullptr) {
  if (z.n == 0) return Status::ok;
  if (model.alpha == nullptr || z.data == nullptr || out == nullptr || scratch == nullptr)
    return Status::null_pointer;
  if (z.d != model.d) return Status::shape_mismatch;
  if (!aligned(scratch)) return Status::misaligned;
  const size_t workers = executor == nullptr ? 1 : executor->workers;
  const size_t each = predict_bytes(model);
  if (bytes < predict_bytes(model, workers)) return Status::buffer_too_small;
  const unsigned quarters = detail::quarters_of(model.kernel.id);
  auto work = [&](size_t index, size_t worker) {
    Arena arena(static_cast<unsigned char*>(scratch) + worker * each);
    const auto memory = layout_predict<T>(arena, model.d, model.r, model.c);
    const size_t first = index * panel, count = z.n - first < panel ? z.n - first : panel;
    project_panel(model, z, first, memory.centred, memory.points);
    T* two = out + 2 * first;
    for (size_t j = 0; j < 2 * count; ++j) two[j] = T(1) / smallest_normal<T>;
    for_each_expansion(model, memory.centred, [&](const Expansion<T>& f) {
      detail::nearest_two(f, quarters, memory.points, count, two);
    });
  };
  for_each(executor, panels_of(z.n), work);
  return stopped(executor) ? Status::stopped : Status::ok;
}

}  // namespace rfm
