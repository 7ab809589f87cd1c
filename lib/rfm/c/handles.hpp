// How the C interface keeps C++ objects in C structs: handles hold them in place behind a mark,
// small values travel as their bytes. Everything here is for the .cpp files of this folder; it
// costs nothing at run time.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rfm/c/rfm.h"
#include "rfm/core/rfm.hpp"
#include "rfm/core/stream/window.hpp"

namespace rfm::c {

// The C types that stand for float and double.
template <class T>
struct Types;
template <>
struct Types<float> {
  using Kernel = rfm_kernel_f32;
  using Options = rfm_options_f32;
  using Rows = rfm_rows_f32;
  using Data = rfm_data_f32;
  using Machine = rfm_machine_f32;
  using Window = rfm_window_f32;
  using Model = rfm_model_f32;
  using Cells = rfm_cells_f32;
};
template <>
struct Types<double> {
  using Kernel = rfm_kernel_f64;
  using Options = rfm_options_f64;
  using Rows = rfm_rows_f64;
  using Data = rfm_data_f64;
  using Machine = rfm_machine_f64;
  using Window = rfm_window_f64;
  using Model = rfm_model_f64;
  using Cells = rfm_cells_f64;
};

constexpr rfm_status code(Status status) { return static_cast<rfm_status>(status); }

// A value as the bytes of a C struct, and back; all zero bytes come back as a value that is all
// zero.
template <class Opaque, class Value>
Opaque hidden(const Value& value) {
  static_assert(sizeof(Value) <= sizeof(Opaque) && __is_trivially_copyable(Value));
  Opaque opaque = {};
  memcpy(static_cast<void*>(&opaque), &value, sizeof value);
  return opaque;
}
template <class Value, class Opaque>
Value shown(const Opaque& opaque) {
  static_assert(sizeof(Value) <= sizeof(Opaque) && __is_trivially_copyable(Value));
  union Room {
    Room() {}
    unsigned char bytes[sizeof(Value)];
    Value value;
  } room;
  memcpy(room.bytes, &opaque, sizeof room.bytes);
  return room.value;
}

// What lies in a handle. The mark tells a live object from memory that was never one.
template <class T>
struct LiveMachine {
  static constexpr uint64_t live = 0x6d6663616d6d6672u + sizeof(T);
  uint64_t mark = live;
  Executor executor{};
  Machine<T> machine;
};
template <class T>
struct LiveWindow {
  static constexpr uint64_t live = 0x6d6672776f646e69u + sizeof(T);
  uint64_t mark = live;
  Executor executor{};
  Window<T> window;
};
template <class T>
struct LiveModel {
  static constexpr uint64_t live = 0x6d66726c65646f6du + sizeof(T);
  uint64_t mark = live;
  Model<T> model;
};

template <class Live, class Handle>
Live* create(Handle* handle) {
  static_assert(sizeof(Live) <= sizeof(Handle) && alignof(Live) <= alignof(Handle));
  static_assert(__is_trivially_copyable(Live));
  return new (Place{handle}) Live;
}

// The object in a handle that is not null, or null when there is none.
template <class Live, class Handle>
const Live* find(const Handle* handle) {
  const auto* object = reinterpret_cast<const Live*>(handle);
  return object->mark == Live::live ? object : nullptr;
}
template <class Live, class Handle>
Live* find(Handle* handle) {
  return const_cast<Live*>(find<Live>(static_cast<const Handle*>(handle)));
}

inline const Executor* lent(const Executor& executor) {
  return executor.run == nullptr && executor.workers == 0 ? nullptr : &executor;
}
inline Executor executor_of(const rfm_executor& e) { return {e.context, e.run, e.workers}; }

template <class T, class CRows>
Rows<T> rows_of(const CRows& rows) {
  return {rows.data, rows.n, rows.d, rows.row_stride, rows.column_stride};
}

// The executor is left to the caller, who knows where its copy lives.
template <class T>
Options<T> options_of(const typename Types<T>::Options& o) {
  Options<T> options;
  options.kernel = shown<Kernel<T>>(o.kernel);
  options.ridge = o.ridge;
  options.rounds = o.rounds;
  options.metric = static_cast<Metric>(o.metric);
  options.scale = static_cast<MetricScale>(o.scale);
  options.centre_gradients = o.centre_gradients != 0;
  options.agop_rows = o.agop_rows;
  options.seed = o.seed;
  return options;
}

// The engine that was asked for by number; false where it cannot be had.
template <class T>
bool choose_engine(rfm_engine engine, Options<T>* options) {
  if (engine == RFM_FASTEST) return true;
  if (engine != RFM_FASTEST_PORTABLE)
    return find_engine(static_cast<EngineId>(engine), &options->engine);
  options->engine = portable_engine<T>();
  return true;
}

template <class T>
Data<T> data_of(const typename Types<T>::Data& data) {
  return {rows_of<T>(data.x), rows_of<T>(data.y), data.weights};
}

inline void tell(const Report& from, rfm_report* to) {
  if (to != nullptr) *to = {from.row, from.column, from.bytes_needed, from.jitter};
}

}  // namespace rfm::c
