// The centres of a model, panel by panel where they are stored as whole numbers of one or two
// bytes: a small model that a device reads in place. Widening costs one conversion a coordinate and
// needs room for a panel.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/model/bytes.hpp"

namespace rfm {
namespace detail {

template <class T, class Whole>
void widen(const void* panels, size_t first, size_t count, T* out) {
  const Whole* whole = static_cast<const Whole*>(panels) + first;
  for (size_t k = 0; k < count; ++k) out[k] = static_cast<T>(whole[k]);
}

}  // namespace detail

// Coordinate k of centre i.
template <class T>
T centre_coordinate(const Model<T>& model, size_t i, size_t k) {
  const size_t at = panel_index(i, k, model.r);
  if (model.centre_bytes == 0) return model.centres[at];
  if (model.centre_bytes == 1)
    return static_cast<T>(static_cast<const int8_t*>(model.whole_centres)[at]);
  return static_cast<T>(static_cast<const int16_t*>(model.whole_centres)[at]);
}

// out (r, 16) = the panel of centres that begins with number `first`.
template <class T>
void widened_panel(const Model<T>& model, size_t first, T* out) {
  const size_t begin = first * model.r, count = panel * model.r;
  if (model.centre_bytes == 1) {
    detail::widen<T, int8_t>(model.whole_centres, begin, count, out);
  } else {
    detail::widen<T, int16_t>(model.whole_centres, begin, count, out);
  }
}

// work(expansion) for the model's expansion in one piece or in as many as its storage takes; their
// sum is the model's. `room` (r, 16) is used when centres are whole numbers.
template <class T, class Work>
void for_each_expansion(const Model<T>& model, T* room, const Work& work) {
  Expansion<T> f = model.expansion();
  for (size_t first = 0; first < model.n; first += f.n) {
    if (model.centre_bytes != 0) {
      widened_panel(model, first, room);
      f.n = model.n - first < panel ? model.n - first : panel;
      f.centres = room;
      f.alpha = model.alpha + first;
    }
    work(f);
  }
}

}  // namespace rfm
