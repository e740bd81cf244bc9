// Unit vectors and frames as handles give them, for goals.
#pragma once

#include "lanes/rotations.hpp"

namespace manikin {

constexpr double kTiny = 1e-9;

// The unit vector along d; it fades to zero where d is shorter than kTiny.
template <class V> struct Toward {
  Triple<V> u;
  V inverse;
  explicit Toward(const Triple<V>& d) : inverse(1.0 / larger(length(d), spread<V>(kTiny))) { u = d * inverse; }
  Matrix<V> slope() const { return (diagonal(spread<V>(1.0)) + outer(u, u) * spread<V>(-1.0)) * inverse; }
};

template <class V> inline Matrix<V> orientation_of(const V* value) {
  return {{triple(value), triple(value + 3), triple(value + 6)}};
}
template <class V> inline Matrix<V> frame_turn(const V* f) { return {{triple(f), triple(f + 4), triple(f + 8)}}; }
template <class V> inline Triple<V> frame_place(const V* f) { return {f[3], f[7], f[11]}; }

}  // namespace manikin
