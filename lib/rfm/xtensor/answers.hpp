// Where predictions go: straight into a container or view of xtensor, whatever its strides.
// Containers are given the shape (n, c), or (n) where they have one dimension; fixed ones and views
// must have it.
#pragma once
#include <array>
#include <cstddef>

#include "rfm/core/model/predict.hpp"
#include "rfm/xtensor/rows.hpp"

namespace rfm::xtensor {

// A table to write, element (i, o) at data[i * row_stride + o * column_stride].
template <class T>
struct Answers {
  T* data = nullptr;
  std::size_t n = 0, c = 0;
  std::ptrdiff_t row_stride = 0, column_stride = 0;

  bool contiguous() const {
    return (n < 2 || row_stride == static_cast<std::ptrdiff_t>(c)) && (c < 2 || column_stride == 1);
  }
};

namespace detail {

template <class E>
struct IsResizable : std::false_type {};
template <class EC, xt::layout_type L, class SC, class Tag>
struct IsResizable<xt::xarray_container<EC, L, SC, Tag>> : std::true_type {};
template <class EC, std::size_t N, xt::layout_type L, class Tag>
struct IsResizable<xt::xtensor_container<EC, N, L, Tag>> : std::true_type {};

}  // namespace detail

// Gives `out` the shape of n answers of c numbers and points to it.
template <class T, class Out>
Status place_for(Out& out, std::size_t n, std::size_t c, Answers<T>* answers) {
  static_assert(is_strided<Out, T>, "give a container or a strided view of the machine's type");
  constexpr bool column = xt::get_rank<Out>::value == 1;
  if constexpr (detail::IsResizable<Out>::value && column) {
    if (c == 1) out.resize({n});
  } else if constexpr (detail::IsResizable<Out>::value) {
    if (out.dimension() != 1 || c != 1) out.resize({n, c});
    if (out.dimension() == 1) out.resize({n});
  }
  const std::size_t dimension = out.dimension();
  if (dimension != 2 && !(dimension == 1 && c == 1)) return Status::shape_mismatch;
  if (static_cast<std::size_t>(out.shape()[0]) != n) return Status::shape_mismatch;
  if (dimension == 2 && static_cast<std::size_t>(out.shape()[1]) != c)
    return Status::shape_mismatch;
  *answers = {out.data() + out.data_offset(), n, c, static_cast<std::ptrdiff_t>(out.strides()[0]),
              dimension == 2 ? static_cast<std::ptrdiff_t>(out.strides()[1]) : 1};
  return Status::ok;
}

// f(z) into `answers`: directly where they are contiguous, else sixteen rows at a time through
// `some` (16 c).
template <class T, class Predict>
Status predict_into(const Rows<T>& z, const Answers<T>& answers, T* some, Predict predict_rows) {
  if (answers.contiguous()) return predict_rows(z, answers.data);
  for (std::size_t first = 0; first < z.n; first += panel) {
    Rows<T> few = z;
    few.data = &z(first, 0);
    few.n = z.n - first < panel ? z.n - first : panel;
    RFM_TRY(predict_rows(few, some));
    for (std::size_t i = 0; i < few.n; ++i)
      for (std::size_t o = 0; o < answers.c; ++o)
        answers.data[static_cast<std::ptrdiff_t>(first + i) * answers.row_stride +
                     static_cast<std::ptrdiff_t>(o) * answers.column_stride] =
            some[i * answers.c + o];
  }
  return Status::ok;
}

}  // namespace rfm::xtensor
