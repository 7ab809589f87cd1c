// A factor that follows its matrix: one row more, or the first row less, without factoring again. A
// row more moves the last panel, O(16 n); a row less moves the triangle and updates it, 2 n^2
// operations.
#pragma once
#include <stddef.h>

#include "rfm/core/algebra/square_root.hpp"
#include "rfm/core/algebra/triangle.hpp"

namespace rfm {

// The same triangle with room for one row more, whose elements are unspecified. Its memory must
// hold triangle_size(n + 1). The last panel is stored by columns, which all become one longer: from
// behind.
template <class T>
Triangle<T> grown(Triangle<T> a) {
  const Triangle<T> wider{a.data, a.n + 1};
  const size_t first = a.n / panel * panel;
  for (size_t j = first < a.n ? a.n : 0; j-- > 0;)
    for (size_t i = a.n; i-- > (j > first ? j : first);) wider.at(i, j) = a.at(i, j);
  return wider;
}

// The same triangle without its first row and column: element (i, j) is what (i + 1, j + 1) was.
// Ascending through memory, so that nothing is overwritten before it is read.
template <class T>
Triangle<T> without_first(Triangle<T> a) {
  const Triangle<T> rest{a.data, a.n - 1};
  for (size_t p = 0; p < rest.panels(); ++p) {
    const size_t first = p * panel, end = first + rest.height(p);
    for (size_t j = 0; j < end; ++j)
      for (size_t i = j > first ? j : first; i < end; ++i) rest.at(i, j) = a.at(i + 1, j + 1);
  }
  return rest;
}

// L L' + v v' = L L' in place, one rotation a column; the diagonal of L holds reciprocals; v is
// used up. Adding cannot fail, unlike taking away.
//     r^2 = l_kk^2 + v_k^2,  c = r / l_kk,  s = v_k / l_kk
//     l_ik <- (l_ik + s v_i) / c,  v_i <- c v_i - s l_ik
template <class T>
void add_square(Triangle<T> l, T* v) {
  for (size_t k = 0; k < l.n; ++k) {
    T& inverse = l.at(k, k);
    const T s = v[k] * inverse;
    const T c = rounded_square_root(T(1) + s * s);
    inverse /= c;
    const T shrink = T(1) / c;
    for (size_t p = k / panel; p < l.panels(); ++p) {
      const size_t first = p * panel > k ? p * panel : k + 1, end = p * panel + l.height(p);
      if (first >= end) continue;
      T* column = &l.at(first, k) - first;  // rows of one panel and column lie side by side
      for (size_t i = first; i < end; ++i) {
        column[i] = (column[i] + s * v[i]) * shrink;
        v[i] = c * v[i] - s * column[i];
      }
    }
  }
}

}  // namespace rfm
