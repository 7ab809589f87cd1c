// A whole machine in one object, sized at compile time by the types of its tables: no heap, on the
// stack or in static memory. Tables may have any layout and strides; expressions must be evaluated
// first.
#pragma once
#include <cstddef>

#include "rfm/core/machine/fixed.hpp"
#include "rfm/core/model/inspect.hpp"
#include "rfm/xtensor/answers.hpp"

namespace rfm::xtensor {

// Room for up to N rows of D columns and C outputs.
template <class T, std::size_t N, std::size_t D, std::size_t C = 1, Metric metric = Metric::full>
class Fixed {
 public:
  // x (n, D), y (n, C) or (n) for one output; n <= N.
  template <class X, class Y>
  Status fit(const X& x, const Y& y, const Options<T>& options, Report* report = nullptr) {
    Rows<T> features, targets;
    RFM_TRY(point_to(x, &features));
    RFM_TRY(point_to(y, &targets));
    return fixed_.fit(features, targets, options, report);
  }

  // The same step by step; the tables must stay until finish.
  template <class X, class Y>
  Status start(const X& x, const Y& y, const Options<T>& options, Report* report = nullptr) {
    Rows<T> features, targets;
    RFM_TRY(point_to(x, &features));
    RFM_TRY(point_to(y, &targets));
    return fixed_.start(features, targets, options, report);
  }
  Status iterate() { return rfm::iterate(fixed_.machine()); }
  Status finish() { return rfm::finish(fixed_.machine()); }

  // out (n, C), or (n) for one output, = f(z) for z (n, D).
  template <class Z, class Out>
  Status predict(const Z& z, Out&& out) {
    Rows<T> rows;
    Answers<T> answers;
    RFM_TRY(point_to(z, &rows));
    RFM_TRY(place_for(out, rows.n, C, &answers));
    T some[panel * C];
    return predict_into(rows, answers, some,
                        [this](const Rows<T>& few, T* to) { return fixed_.predict(few, to); });
  }

  // out (D): how much the fitted function changes with each column.
  template <class Out>
  Status importances(Out&& out) const {
    Answers<T> place;
    RFM_TRY(place_for(out, D, 1, &place));
    if (fixed_.model().alpha == nullptr) return Status::wrong_order;
    T numbers[D];
    rfm::importances(fixed_.model(), numbers);
    for (std::size_t k = 0; k < D; ++k)
      place.data[static_cast<std::ptrdiff_t>(k) * place.row_stride] = numbers[k];
    return Status::ok;
  }

  rfm::Machine<T>& machine() { return fixed_.machine(); }
  const Model<T>& model() const { return fixed_.model(); }

 private:
  rfm::Fixed<T, N, D, C, metric> fixed_;
};

namespace detail {

template <class X>
constexpr std::size_t columns_of() {
  using S = typename X::shape_type;
  if constexpr (S::size() == 1) {
    return 1;
  } else {
    return S::template get<1>();
  }
}

}  // namespace detail

// The machine for tables of the types X and Y, both xt::xtensor_fixed.
template <class X, class Y, Metric metric = Metric::full>
using FixedFor = Fixed<typename X::value_type, X::shape_type::template get<0>(),
                       detail::columns_of<X>(), detail::columns_of<Y>(), metric>;

}  // namespace rfm::xtensor
