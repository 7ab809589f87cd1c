// How the heavy loops are carried out. The plain loops are part of the core; an engine is a table
// of the same functions for an instruction set (lib/rfm/simd), which comes with the linked library
// where RFM_VARIANTS is defined. Null stands for the plain loops, so that a small device links no
// more than it calls.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/algebra/triangle.hpp"
#include "rfm/core/base/executor.hpp"
#include "rfm/core/kernels/kernel.hpp"

namespace rfm {

// Never renumbered: they are options of the C interface.
enum class Variant : int32_t {
  plain = 0,     // the loops of the core
  baseline = 1,  // vectors that every processor of the target has; the bits of plain
  avx2 = 2,      // 32-byte vectors; fused, unless the build is portable: then the bits of plain
  avx512 = 3,    // 64-byte vectors; the same
  neon = 4,      // the vectors of aarch64, fused
  // The bits of plain in a build that fuses elsewhere; a portable one has no need of them. Doubles,
  // which only few ask for, are left to baseline.
  avx2_unfused = 5,
  avx512_unfused = 6,
};

enum class Metric : int32_t;
template <class T>
struct Machine;
template <class T>
struct Rows;

// Each entry computes what the plain function of its name does, with the sums in the same order.
template <class T>
struct Engine {
  Variant variant;
  // The functions of a kernel of KernelId; null for other numbers, whose kernels keep their own.
  const PairFunctions<T>* (*pairs)(KernelId);
  // cholesky.hpp
  size_t (*factor)(Triangle<T>, T floor, const Executor*);
  void (*substitute)(Triangle<T>, T* b, size_t stride, size_t c, const Executor*);
  // project.hpp, agop.hpp
  void (*project_panel)(const Rows<T>& x, size_t first, const T* origin, Metric, const T* root,
                        size_t r, T* scratch, T* u);
  void (*add_products)(const Machine<T>&, size_t slot, size_t count, size_t first, size_t end);
  // c -= a b' for one whole tile, a and b (16, depth) by columns, depth > 0: see subtract_product
  void (*subtract_tile)(T* c, const T* a, const T* b, size_t depth);
};

#ifdef RFM_VARIANTS
// The engine of a variant (null for plain); false where it was not built or this processor cannot
// run it.
template <class T>
bool find_engine(Variant variant, const Engine<T>** engine);
template <>
bool find_engine(Variant variant, const Engine<float>** engine);
template <>
bool find_engine(Variant variant, const Engine<double>** engine);

// The best engine for this processor.
template <class T>
const Engine<T>* best_engine();
template <>
const Engine<float>* best_engine();
template <>
const Engine<double>* best_engine();

// The best of those with the bits of the plain loops, which are the same on every machine.
template <class T>
const Engine<T>* portable_engine();
template <>
const Engine<float>* portable_engine();
template <>
const Engine<double>* portable_engine();

// The engine of whoever chooses none: best_engine, unless a program defines these two for itself.
template <class T>
const Engine<T>* fastest();
template <>
const Engine<float>* fastest();
template <>
const Engine<double>* fastest();
#else
template <class T>
bool find_engine(Variant variant, const Engine<T>** engine) {
  *engine = nullptr;
  return variant == Variant::plain;
}
template <class T>
constexpr const Engine<T>* best_engine() {
  return nullptr;
}
template <class T>
constexpr const Engine<T>* portable_engine() {
  return nullptr;
}
template <class T>
constexpr const Engine<T>* fastest() {
  return nullptr;
}
#endif

// The kernel with the functions of an engine.
template <class T>
Kernel<T> with_engine(Kernel<T> kernel, const Engine<T>* engine) {
  const PairFunctions<T>* functions = engine == nullptr ? nullptr : engine->pairs(kernel.id);
  if (functions != nullptr && kernel.functions != nullptr) kernel.functions = functions;
  return kernel;
}

}  // namespace rfm
