// The parts of a generated C header, in the order they stand in it; export_c puts them together.
#pragma once
#include <cstddef>

#include "rfm/core/cells/encoding.hpp"
#include "rfm/core/model/bytes.hpp"
#include "rfm/core/model/novelty.hpp"
#include "rfm/data/export/c_text.hpp"

namespace rfm::data {

// From the guard of the header to the macros that read constants, where flash may be an address
// space of its own; and what ends it. `floats`: the header computes with them.
void add_opening(bool floats, CText& c);
void add_closing(bool floats, CText& c);

// Which of the elementary functions a header needs.
struct CFunctions {
  bool exponential = false, logarithm = false, arc_cosine = false;
};

template <class T>
void add_kernel_needs(const Kernel<T>& kernel, CFunctions& needs);

// NAME_exp, NAME_log, NAME_acos: operation for operation those of rfm/core/algebra/elementary.hpp.
void add_elementary(const CFunctions& needs, bool single, CText& c);

// MEMBER_kernel(centre, u): the kernel of one centre and the transformed row.
template <class T>
void add_kernel(const Model<T>& model, CText& c);

// NAME_novelty_of(x) and what it needs, for the first machine; `projection` makes u of x. Returns
// the bytes of numbers.
template <class T>
std::size_t add_novelty(const Model<T>& model, const Novelty<T>& novelty, const char* projection,
                        CText& c);

// The statements that add |difference|^p to s, with the p of the kernel.
template <class T>
void add_distance_term(KernelId id, CText& c);

// Names of columns, categories and classes, as numbers and as texts.
template <class T>
void add_names(const Encoding<T>& encoding, CText& c);

// Column tables and scaling behind the names; then NAME_encode(cells, x). Returns the bytes of
// numbers.
template <class T>
std::size_t add_encoding(const Encoding<T>& encoding, CText& c);

// The cells of a row: one for each column, two for a date.
template <class T>
std::size_t cells_of_row(const Encoding<T>& encoding);

// NAME_value, or NAME_probabilities and NAME_likeliest; NAME_interval. Returns the bytes of
// numbers.
template <class T>
std::size_t add_decoding(const Encoding<T>& encoding, CText& c);

// NAME_interval, where intervals were fitted. Returns the bytes of numbers.
template <class T>
std::size_t add_intervals(const Encoding<T>& encoding, CText& c);

// An array of numbers of the model's type.
template <class T>
void add_numbers(std::string_view name, const T* values, std::size_t count, CText& c) {
  c.array("$t " + std::string(name), count,
          [values](std::size_t i) { return c_number(values[i]); });
}

}  // namespace rfm::data
