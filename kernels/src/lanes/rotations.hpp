// The rotation vector between two orientations and its derivative.  Mirrors manikin/math/rotations.py.
#pragma once

#include "lanes/triple.hpp"

namespace manikin {

template <class V> struct Rotation {
  Triple<V> vector;  // axis · angle, angle in [0, π]
  V angle;
  V cotangent;  // of half the angle; meaningless at angle 0
};

// log(R·Tᵀ) through the unit quaternion, taken from its largest component.
template <class V> inline Rotation<V> rotation_between(const Matrix<V>& r, const Matrix<V>& t) {
  const Matrix<V> e = r * transposed(t);
  const V xx = e.r[0].x, yy = e.r[1].y, zz = e.r[2].z, trace = xx + yy + zz;
  const V qx = 1.0 + 2.0 * xx - trace, qy = 1.0 + 2.0 * yy - trace, qz = 1.0 + 2.0 * zz - trace, qw = 1.0 + trace;
  const V xy = e.r[0].y + e.r[1].x, xz = e.r[0].z + e.r[2].x, yz = e.r[1].z + e.r[2].y;
  const V wx = e.r[2].y - e.r[1].z, wy = e.r[0].z - e.r[2].x, wz = e.r[1].x - e.r[0].y;
  V best = qx, a = qx, b = xy, c = xz, w = wx;
  const auto y_wins = qy > best;
  best = choose(y_wins, qy, best), a = choose(y_wins, xy, a), b = choose(y_wins, qy, b), c = choose(y_wins, yz, c);
  w = choose(y_wins, wy, w);
  const auto z_wins = qz > best;
  best = choose(z_wins, qz, best), a = choose(z_wins, xz, a), b = choose(z_wins, yz, b), c = choose(z_wins, qz, c);
  w = choose(z_wins, wz, w);
  const auto w_wins = qw > best;
  a = choose(w_wins, wx, a), b = choose(w_wins, wy, b), c = choose(w_wins, wz, c), w = choose(w_wins, qw, w);
  const V sign = choose(w < 0.0, spread<V>(-1.0), spread<V>(1.0));
  const Triple<V> v = Triple<V>{a, b, c} * sign;
  w = w * sign;
  const V size = length(v);
  const auto no_turn = size < 1e-150;
  const V safe = choose(no_turn, spread<V>(1.0), size);
  const V angle = 2.0 * first_quadrant_angle(choose(no_turn, spread<V>(0.0), size), choose(no_turn, spread<V>(1.0), w));
  // near the identity v is half the rotation vector once w is scaled to 1
  const V factor = choose(no_turn, 2.0 / choose(no_turn, w, spread<V>(1.0)), angle / safe);
  return {v * factor, angle, w / safe};
}

// d log(exp([ω]×) R Tᵀ)/dω: I − ½[v]× + c [v]×².  The derivative over a rotation of the target T is minus the transpose.
template <class V> inline Matrix<V> derivative_of(const Rotation<V>& rotation) {
  const V a = rotation.angle;
  const auto small = a < 1e-3;
  const V safe = choose(small, spread<V>(1.0), a);
  const V c = choose(small, 1.0 / 12.0 + a * a * (1.0 / 720.0), 1.0 / (safe * safe) - 0.5 * rotation.cotangent / safe);
  const Matrix<V> k = cross_matrix(rotation.vector);
  return diagonal(spread<V>(1.0)) + k * spread<V>(-0.5) + (k * k) * c;
}

}  // namespace manikin
