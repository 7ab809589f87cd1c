// How the heavy loops are carried out. The plain loops are part of the core; an engine is a table
// of the same functions for an instruction set (lib/rfm/simd), which comes with the linked library
// where RFM_ENGINES is defined. Null stands for the plain loops, so that a small device links no
// more than it calls.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "rfm/core/algebra/triangle.hpp"
#include "rfm/core/base/executor.hpp"
#include "rfm/core/kernels/kernel.hpp"

namespace rfm {

// Every engine, the fastest first; a processor gets the first that was built and that it can run.
//
//     X(number, name, fused, runs)
//
// number   an option of the C interface: never changed, never used again
// fused    whether a product and a sum are one rounding, unless the build is portable; the others
// have
//          the bits of the plain loops, and so the same on every machine
// runs     what the processor must have: see RFM_HAS in simd/engines.cpp
//
// How each is compiled is a line of toolchains/cmake/RfmEngines.cmake.
// clang-format off
#define RFM_EACH_ENGINE(X)                                                                         \
  X(3, avx512, true, RFM_HAS("avx512f") && RFM_HAS("avx512dq") && RFM_HAS("avx512vl"))             \
  X(2, avx2, true, RFM_HAS("avx2") && RFM_HAS("fma"))                                              \
  X(4, neon, true, true)                                                                           \
  X(6, avx512_unfused, false, RFM_HAS("avx512f") && RFM_HAS("avx512dq") && RFM_HAS("avx512vl"))    \
  X(5, avx2_unfused, false, RFM_HAS("avx2") && RFM_HAS("fma"))                                     \
  X(1, baseline, false, true)                                                                      \
  X(0, plain, false, true)
// clang-format on

#define RFM_ENUMERATOR(number, name, ...) name = (number),
enum class EngineId : int32_t { RFM_EACH_ENGINE(RFM_ENUMERATOR) };
#undef RFM_ENUMERATOR

struct EngineFacts {
  EngineId id;
  const char* name;
  bool fused;
};

#define RFM_FACTS(number, name, fused, ...) {EngineId::name, #name, fused},
inline constexpr EngineFacts engine_list[] = {RFM_EACH_ENGINE(RFM_FACTS)};
#undef RFM_FACTS

enum class Metric : int32_t;
template <class T>
struct Machine;
template <class T>
struct Rows;

// Each entry computes what the plain function of its name does, with the sums in the same order.
template <class T>
struct Engine {
  EngineId id;
  // The functions of a kernel of KernelId; null for other numbers, whose kernels keep their own.
  const PairFunctions<T>* (*pairs)(KernelId);
  // cholesky.hpp
  size_t (*factor)(Triangle<T>, T floor, const Executor*);
  void (*substitute)(Triangle<T>, T* b, size_t stride, size_t c, const Executor*);
  // project.hpp, learn.hpp
  void (*project_panel)(const Rows<T>& x, size_t first, const T* origin, Metric, const T* root,
                        size_t r, T* scratch, T* u);
  void (*add_products)(const Machine<T>&, size_t slot, size_t count, size_t first, size_t end);
  // c -= a b' for one whole tile, a and b (16, depth) by columns, depth > 0: see subtract_product
  void (*subtract_tile)(T* c, const T* a, const T* b, size_t depth);
};

#ifdef RFM_ENGINES
// The engine of a number (null for plain); false where it was not built or this processor cannot
// run it.
template <class T>
bool find_engine(EngineId id, const Engine<T>** engine);
template <>
bool find_engine(EngineId id, const Engine<float>** engine);
template <>
bool find_engine(EngineId id, const Engine<double>** engine);

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
bool find_engine(EngineId id, const Engine<T>** engine) {
  *engine = nullptr;
  return id == EngineId::plain;
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
