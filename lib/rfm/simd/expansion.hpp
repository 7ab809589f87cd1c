// Predictions and gradients of a whole expansion from tiles of pair values: compiled once for all
// kernels, which lend the functions that fill a tile.
#pragma once
#include <stddef.h>

#include "rfm/core/kernels/pairs.hpp"
#include "rfm/simd/push.hpp"
#include "rfm/simd/sums.hpp"

namespace rfm {
inline namespace RFM_ENGINE_NAMESPACE {

// sums += alpha * tile, for one panel of centres and several points
template <class T, size_t bytes = sizeof(NativeLanes<T>)>
void packed_add_tile(const T* alpha, const T* tile, size_t count, T* sums) {
  using V = typename Vector<T, bytes>::type;
  for (size_t lane = 0; lane < panel; lane += width<V>) {
    const V a = load<V>(alpha + lane);
    for (size_t j = lane; j < count * panel; j += panel)
      store<V>(sums + j, multiply_add(a, load<V>(tile + j), load<V>(sums + j)));
  }
}

// sums += alpha * tile, for one point and several panels, ascending
template <class V>
void add_panels(const Scalar<V>* alpha, const Scalar<V>* tile, size_t panels, Scalar<V>* sums) {
  for (size_t lane = 0; lane < panel; lane += width<V>) {
    V sum = load<V>(sums + lane);
    for (size_t i = lane; i < panels * panel; i += panel)
      sum = multiply_add(load<V>(alpha + i), load<V>(tile + i), sum);
    store<V>(sums + lane, sum);
  }
}

// Fewer points than this are taken one by one, each against several panels of centres at once, so
// that a single row costs little more than its share of a batch.
constexpr size_t few_points = 4;

template <class T, size_t bytes, class ValuesOfPanels>
[[gnu::noinline]] void predict_points(ValuesOfPanels values_of_panels,
                                      const KernelParameters<T>& parameters, const Expansion<T>& f,
                                      const T* points, size_t count, T* tile, T* sums) {
  constexpr size_t together = 8;
  const size_t panels = panels_of(f.n);
  for (size_t j = 0; j < count; ++j)
    for (size_t i = 0; i < panels; i += together) {
      const size_t few = panels - i < together ? panels - i : together;
      values_of_panels(parameters, f.centres + i * panel * f.r, few, points + j, f.r, tile);
      for (size_t o = 0; o < f.c; ++o)
        add_panels<typename Vector<T, bytes>::type>(f.alpha + o * f.stride + i * panel, tile, few,
                                                    sums + (o * panel + j) * panel);
    }
}

template <class T, size_t bytes, class Values>
[[gnu::noinline]] void predict_panel(Values values, const KernelParameters<T>& parameters,
                                     const Expansion<T>& f, const T* points, size_t count, T* tile,
                                     T* sums) {
  for (size_t i = 0; i < panels_of(f.n); ++i) {
    values(parameters, f.centres + i * panel * f.r, points, f.r, count, tile);
    for (size_t o = 0; o < f.c; ++o)
      packed_add_tile<T, bytes>(f.alpha + o * f.stride + i * panel, tile, count,
                                sums + o * panel * panel);
  }
}

// weights = scale alpha toward, own_sum += scale alpha own
template <class V, PairShape shape>
void weigh(const Scalar<V>* alpha, Scalar<V> scale, size_t columns,
           const GradientScratch<Scalar<V>>& scratch, Scalar<V>* weights, Scalar<V>* own_sum) {
  for (size_t lane = 0; lane < panel; lane += width<V>) {
    V sum = load<V>(own_sum + lane);
    for (size_t j = 0; j < columns; ++j) {
      const V a = broadcast<V>(scale * alpha[j]);
      const size_t i = j * panel + lane;
      const V weight = a * load<V>(scratch.toward + i);
      store<V>(weights + i, weight);
      if constexpr (shape == PairShape::radial) sum = sum - weight;
      if constexpr (shape == PairShape::inner_product || shape == PairShape::anchored)
        sum = multiply_add(a, load<V>(scratch.own + i), sum);
    }
    store<V>(own_sum + lane, sum);
  }
}

// What the centres first .. first+columns-1 add to the gradients of the outputs from o on, `count`
// at once.
template <class T, size_t bytes, PairShape shape, class Direction, size_t count>
void push_outputs(const Expansion<T>& f, size_t first, size_t columns, T scale,
                  const GradientScratch<T>& scratch, size_t o = 0) {
  using V = typename Vector<T, bytes>::type;
  alignas(V) T weights[count * panel * panel];
  for (; f.c - o >= count; o += count) {
    for (size_t i = 0; i < count; ++i)
      weigh<V, shape>(f.alpha + (o + i) * f.stride + first, scale, columns, scratch,
                      weights + i * panel * panel, scratch.own_sums + (o + i) * panel);
    push_rows<T, bytes, Direction, count>(scratch.points, f.centres + first * f.r, f.r, columns,
                                          weights, scratch.sums + o * f.r * panel);
  }
  if constexpr (count > 1)
    push_outputs<T, bytes, shape, Direction, count / 2>(f, first, columns, scale, scratch, o);
}

template <class T, size_t bytes, PairShape shape, class Direction, class Slopes>
[[gnu::noinline]] void gradients_of_panel(Slopes slopes, const KernelParameters<T>& parameters,
                                          const Expansion<T>& f, T scale,
                                          const GradientScratch<T>& scratch) {
  // Outputs that share the loads of a centre, or the roots in its slopes.
  constexpr size_t sharing = Direction::takes_roots ? 4 : bytes == 64 ? 2 : 1;
  for (size_t first = 0; first < f.n; first += panel) {
    const size_t columns = f.n - first < panel ? f.n - first : panel;
    slopes(parameters, scratch.points, f.centres + first * f.r, f.r, columns, scratch.toward,
           scratch.own);
    push_outputs<T, bytes, shape, Direction, sharing>(f, first, columns, scale, scratch);
  }
}

}  // namespace RFM_ENGINE_NAMESPACE
}  // namespace rfm
