// A finished fit through the C interface, to be mistreated.
#pragma once
#include "tests/c/api.hpp"

namespace rfm_test {

// A finished fit of 20 rows, 3 columns, 1 output, and what predicting from it needs.
template <class T>
struct Finished {
  using C = Api<T>;
  Finished()
      : sample(20, 3),
        fit(c_data(sample.data()), C::options(C::laplace(4))),
        scratch(C::predict_bytes(3, 3, 1, 1) + C::gradient_bytes(3, 3, 1) + C::directions_bytes(3)),
        out(20 * 3) {
    require_ok(fit.fit());
    model = fit.model();
    rows = c_rows(sample.rows());
  }
  rfm_status predict(const typename C::Model& with) {
    return C::predict(&with, rows, out.data(), scratch.data(), scratch.bytes(), nullptr);
  }

  Sample<T> sample;
  CFit<T> fit;
  Memory scratch;
  std::vector<T> out;
  typename C::Model model;
  typename C::Rows rows;
};

}  // namespace rfm_test
