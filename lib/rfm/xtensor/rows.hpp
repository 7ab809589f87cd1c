// Tables of xtensor as the core sees them: containers, adaptors and strided views are pointed to,
// whatever their layout; only expressions whose numbers lie nowhere, or are of another type, are
// evaluated first. A table is (n, d); a one-dimensional one is a column, (n, 1).
#pragma once
#include <cstddef>
#include <optional>
#include <type_traits>
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xfixed.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include "rfm/core/base/rows.hpp"

namespace rfm::xtensor {

// Whether numbers of type T lie in memory at constant distances.
template <class E, class T>
inline constexpr bool is_strided =
    xt::has_data_interface<const std::decay_t<E>>::value&& xt::has_strides<
        const std::decay_t<E>>::value&& std::is_same_v<typename std::decay_t<E>::value_type, T>;

namespace detail {

// Whether an object holds its numbers itself, so that they vanish with it.
template <class E>
struct OwnsNumbers : std::false_type {};
template <class EC, xt::layout_type L, class SC, class Tag>
struct OwnsNumbers<xt::xarray_container<EC, L, SC, Tag>> : std::true_type {};
template <class EC, std::size_t N, xt::layout_type L, class Tag>
struct OwnsNumbers<xt::xtensor_container<EC, N, L, Tag>> : std::true_type {};
template <class ET, class S, xt::layout_type L, bool shared, class Tag>
struct OwnsNumbers<xt::xfixed_container<ET, S, L, shared, Tag>> : std::true_type {};
template <class CT, class... S>
struct OwnsNumbers<xt::xview<CT, S...>>
    : std::bool_constant<!std::is_reference_v<CT> && OwnsNumbers<std::decay_t<CT>>::value> {};
template <class CT, class S, xt::layout_type L, class FST>
struct OwnsNumbers<xt::xstrided_view<CT, S, L, FST>>
    : std::bool_constant<!std::is_reference_v<CT> && OwnsNumbers<std::decay_t<CT>>::value> {};

}  // namespace detail

// Points to where the numbers of a strided expression lie; no copy.
template <class T, class E>
Status point_to(const E& table, Rows<T>* rows) {
  static_assert(is_strided<E, T>,
                "these numbers lie nowhere or have another type: evaluate the expression first");
  const std::size_t dimension = table.dimension();
  if (dimension != 1 && dimension != 2) return Status::shape_mismatch;
  const auto& shape = table.shape();
  const auto& strides = table.strides();
  const T* data = table.data() + table.data_offset();
  const auto down = static_cast<std::ptrdiff_t>(strides[0]);
  const auto n = static_cast<std::size_t>(shape[0]);
  *rows = dimension == 1 ? Rows<T>(data, n, 1, down, 1)
                         : Rows<T>(data, n, static_cast<std::size_t>(shape[1]), down,
                                   static_cast<std::ptrdiff_t>(strides[1]));
  return Status::ok;
}

// A table that the core may read as long as this object lives: a pointer to the caller's numbers
// where they have a place that outlives the call, a copy where they have none.
template <class T>
class Table {
 public:
  template <class E>
  Status hold(E&& table) {
    if constexpr (is_strided<E, T> && (std::is_lvalue_reference_v<E&&> ||
                                       !detail::OwnsNumbers<std::decay_t<E>>::value)) {
      copy_.reset();
      return point_to(table, &rows_);
    } else {
      copy_.emplace(xt::cast<T>(table));
      return point_to(*copy_, &rows_);
    }
  }

  const Rows<T>& rows() const { return rows_; }

 private:
  std::optional<xt::xarray<T, xt::layout_type::row_major>> copy_;
  Rows<T> rows_;
};

}  // namespace rfm::xtensor
