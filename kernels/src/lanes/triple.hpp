// Three numbers and 3×3 matrices over a lane type, for handles and goals.
#pragma once

#include "lanes/functions.hpp"

namespace manikin {

template <class V> struct Triple {
  V x, y, z;
};

template <class V> inline Triple<V> triple(const V* from) { return {from[0], from[1], from[2]}; }
template <class V> inline Triple<V> constant(const double* from) {
  return {spread<V>(from[0]), spread<V>(from[1]), spread<V>(from[2])};
}
template <class V> inline void put(V* to, const Triple<V>& a) { to[0] = a.x, to[1] = a.y, to[2] = a.z; }

template <class V> inline Triple<V> operator+(const Triple<V>& a, const Triple<V>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class V> inline Triple<V> operator-(const Triple<V>& a, const Triple<V>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class V> inline Triple<V> operator*(const Triple<V>& a, V s) { return {a.x * s, a.y * s, a.z * s}; }
template <class V> inline V dot(const Triple<V>& a, const Triple<V>& b) { return madd(a.z, b.z, madd(a.y, b.y, a.x * b.x)); }
template <class V> inline Triple<V> cross(const Triple<V>& a, const Triple<V>& b) {
  return {nmadd(a.z, b.y, a.y * b.z), nmadd(a.x, b.z, a.z * b.x), nmadd(a.y, b.x, a.x * b.y)};
}
// a + b·s
template <class V> inline Triple<V> along(const Triple<V>& a, const Triple<V>& b, V s) {
  return {madd(b.x, s, a.x), madd(b.y, s, a.y), madd(b.z, s, a.z)};
}
// The part of d that is orthogonal to the unit vector n.
template <class V> inline Triple<V> orthogonal_part(const Triple<V>& d, const Triple<V>& n) { return along(d, n, -dot(d, n)); }
template <class V> inline V length(const Triple<V>& a) { return root(dot(a, a)); }

// Rows of a 3×3 matrix.
template <class V> struct Matrix {
  Triple<V> r[3];
};

template <class V> inline Triple<V> column(const Matrix<V>& m, int k) {
  return k == 0   ? Triple<V>{m.r[0].x, m.r[1].x, m.r[2].x}
         : k == 1 ? Triple<V>{m.r[0].y, m.r[1].y, m.r[2].y}
                  : Triple<V>{m.r[0].z, m.r[1].z, m.r[2].z};
}
template <class V> inline Matrix<V> transposed(const Matrix<V>& m) { return {{column(m, 0), column(m, 1), column(m, 2)}}; }
template <class V> inline Triple<V> operator*(const Matrix<V>& m, const Triple<V>& v) {
  return {dot(m.r[0], v), dot(m.r[1], v), dot(m.r[2], v)};
}
template <class V> inline Matrix<V> operator*(const Matrix<V>& a, const Matrix<V>& b) {
  const Matrix<V> t = transposed(b);
  return {{t * a.r[0], t * a.r[1], t * a.r[2]}};
}
template <class V> inline Matrix<V> operator+(const Matrix<V>& a, const Matrix<V>& b) {
  return {{a.r[0] + b.r[0], a.r[1] + b.r[1], a.r[2] + b.r[2]}};
}
template <class V> inline Matrix<V> operator*(const Matrix<V>& a, V s) { return {{a.r[0] * s, a.r[1] * s, a.r[2] * s}}; }
template <class V> inline Matrix<V> diagonal(V s) {
  const V o = spread<V>(0.0);
  return {{{s, o, o}, {o, s, o}, {o, o, s}}};
}
template <class V> inline Matrix<V> outer(const Triple<V>& a, const Triple<V>& b) { return {{b * a.x, b * a.y, b * a.z}}; }
// [v]×
template <class V> inline Matrix<V> cross_matrix(const Triple<V>& v) {
  const V o = spread<V>(0.0);
  return {{{o, -v.z, v.y}, {v.z, o, -v.x}, {-v.y, v.x, o}}};
}
template <class V> inline Matrix<V> inverse(const Matrix<V>& m) {
  const Triple<V> a = column(m, 0), b = column(m, 1), c = column(m, 2);
  const Triple<V> bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const V s = 1.0 / dot(a, bc);
  return {{bc * s, ca * s, ab * s}};
}

// The rotation in a matrix that may be scaled or sheared: the direction of x is kept, y is made orthogonal in the xy plane.
template <class V> inline Matrix<V> orthonormal(const Matrix<V>& m) {
  const Triple<V> a = column(m, 0), c = cross(a, column(m, 1));
  const Triple<V> x = a * (1.0 / length(a)), z = c * (1.0 / length(c));
  return transposed(Matrix<V>{{x, cross(z, x), z}});
}

}  // namespace manikin
