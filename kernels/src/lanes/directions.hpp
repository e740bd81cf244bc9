// Unit vectors, and the parts of handles' values, for goals.
#pragma once

#include "lanes/rotations.hpp"

namespace manikin {

constexpr double kMinLength = 1e-9;  // lengths are divided by no less [m, or unit vectors]

// The unit vector along d; it falls to zero where d is shorter than kMinLength.
template <class V> struct UnitVector {
  Triple<V> u;
  V inverse;
  explicit UnitVector(const Triple<V>& d) : inverse(1.0 / larger(length(d), spread<V>(kMinLength))) { u = d * inverse; }
  Matrix<V> derivative() const { return (diagonal(spread<V>(1.0)) + outer(u, u) * spread<V>(-1.0)) * inverse; }
};

template <class V> inline Matrix<V> orientation_of(const V* value) {
  return {{triple(value), triple(value + 3), triple(value + 6)}};
}
template <class V> inline Matrix<V> frame_rotation(const V* f) { return {{triple(f), triple(f + 4), triple(f + 8)}}; }
template <class V> inline Triple<V> frame_position(const V* f) { return {f[3], f[7], f[11]}; }

}  // namespace manikin
