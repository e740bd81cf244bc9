// The few rows of one goal over a lane type, and linear equations between them.
//
// For a single problem the numbers of all rows are in one register, for lanes each is a lane number.  The arithmetic of an
// element is the same in both.
#pragma once

#include <type_traits>

#include "lanes/functions.hpp"

namespace manikin {

// A number for each of R rows, and one more, at R, for the right side of an equation.
template <class V, int R> struct Rows {
  V at[R + 1];
  V operator[](int i) const { return at[i]; }
  void set(int i, V x) { at[i] = x; }
};
template <int R> struct Rows<double, R> {
  static_assert(R == 3 || R == 6, "goals of three and of six rows");
  using Register = std::conditional_t<R == 3, Double4, Double8>;
  Register at;
  double operator[](int i) const { return at[i]; }
  void set(int i, double x) { at[i] = x; }
};

// x at `place`, `right` at R, zero elsewhere.
template <class V, int R> inline Rows<V, R> sparse_row(int place, V x, V right) {
  Rows<V, R> made = {};
  made.set(place, x), made.set(R, right);
  return made;
}

// The rows where the mask is not set; zeros and `right` where it is.
template <class V, int R> inline Rows<V, R> unless(Mask<V> mask, const Rows<V, R>& rows, V right) {
  Rows<V, R> made;
  for (int i = 0; i < R; ++i) made.at[i] = choose(mask, spread<V>(0.0), rows.at[i]);
  made.at[R] = choose(mask, right, spread<V>(0.0));
  return made;
}
template <int R> inline Rows<double, R> unless(bool mask, const Rows<double, R>& rows, double right) {
  return mask ? sparse_row<double, R>(R, right, right) : rows;
}

// to := to + from·s for the elements from `first` on; elements before it may become anything.
template <class V, int R> inline void add_scaled(Rows<V, R>& to, int first, const Rows<V, R>& from, V s) {
  for (int i = first; i <= R; ++i) to.at[i] = madd(from.at[i], s, to.at[i]);
}
template <int R> inline void add_scaled(Rows<double, R>& to, int, const Rows<double, R>& from, double s) {
  to.at = madd(from.at, spread<typename Rows<double, R>::Register>(s), to.at);
}

// The solution z of a symmetric system by L D Lᵀ, without square roots.  Row i is given from its diagonal on, the right side
// last.  Gives where all pivots are above zero.
template <class V, int R> inline Mask<V> solve_rows(Rows<V, R>* m, V* z) {
  Mask<V> positive = everywhere<V>();
  V inverse[R];
#pragma GCC unroll 8
  for (int j = 0; j < R; ++j) {
    const V pivot = m[j][j];
    positive = positive & (pivot > 0.0);
    inverse[j] = 1.0 / pivot;
#pragma GCC unroll 8
    for (int k = j + 1; k < R; ++k) add_scaled(m[k], k, m[j], -(m[j][k] * inverse[j]));
  }
#pragma GCC unroll 8
  for (int j = R - 1; j >= 0; --j) {
    V rest = m[j][R];
#pragma GCC unroll 8
    for (int k = R - 1; k > j; --k) rest = nmadd(m[j][k], z[k], rest);
    z[j] = rest * inverse[j];
  }
  return positive;
}

}  // namespace manikin
