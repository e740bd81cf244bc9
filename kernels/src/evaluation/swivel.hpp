// The swivel of a limb as a goal.  Mirrors manikin/goals/swivel.py and manikin/math/transport.py.
// Inputs: base, middle, tip; ahead and reference, directions of the body; the target angle.
#pragma once

#include "evaluation/contacts.hpp"
#include "lanes/sincos.hpp"

namespace manikin {

// 1 + cos of the angle between two directions is taken as no less.
constexpr double kMinOpposite = 1e-9;

template <class V> struct SwivelParts {
  Triple<V> u, a, ahead, reference, n, both, w, wanted, d, along, wrong;
  Matrix<V> turn, lean, about;
  V cos, sin, share, below, off, strength, by_off, by_length;

  explicit SwivelParts(const V* const* in) {
    const Triple<V> base = triple(in[0]);
    const UnitVector<V> line(triple(in[2]) - base);
    u = line.u, turn = line.derivative(), a = triple(in[1]) - base;
    ahead = triple(in[3]), reference = triple(in[4]);
    const UnitVector<V> aside(orthogonal_part(reference, ahead));
    n = aside.u, lean = aside.derivative();
    both = ahead + u;
    // the reference, carried from ahead to the line by the shortest rotation
    below = larger(dot(both, both) * 0.5, spread<V>(kMinOpposite)), share = dot(n, u) / below;
    w = n - both * share;
    sincos(in[5][0], sin, cos);
    about = diagonal(cos) + cross_matrix(u) * sin;
    wanted = about * w;
    d = orthogonal_part(a, u), off = length(d), along = UnitVector<V>(d).u;
    const V size = length(a), flat = size * size * (kStraightSine * kStraightSine);
    const V square = larger(madd(off, off, flat), spread<V>(kMinLength * kMinLength));
    strength = off / square, by_off = (flat - off * off) / (square * square);
    by_length = off * size * (-2.0 * kStraightSine * kStraightSine) / (square * square);
    wrong = d - wanted * off;
  }
};

template <class V> inline Triple<V> swivel_residual(const V* const* in) {
  const SwivelParts<V> p(in);
  return p.wrong * p.strength;
}

template <class V, class Sink> inline void swivel_derivatives(const V* const* in, Sink& sink) {
  const SwivelParts<V> p(in);
  const V one = spread<V>(1.0);
  const Matrix<V> identity = diagonal(one);
  const V over_wanted = -(p.strength * p.off), inverse = one / p.below;
  const Matrix<V> over_d = (identity + outer(p.wanted, p.along) * -one) * p.strength + outer(p.wrong, p.along) * p.by_off;
  const Matrix<V> by_middle =
      over_d * (identity + outer(p.u, p.u) * -one) + outer(p.wrong, UnitVector<V>(p.a).u) * p.by_length;
  const Matrix<V> carried_by_end = outer(p.both, p.n - p.both * p.share) * -inverse + diagonal(-p.share);
  const Matrix<V> carried_by_start = outer(p.both, p.both) * (p.share * inverse) + diagonal(-p.share);
  const Matrix<V> by_line = (over_d * (diagonal(dot(p.a, p.u)) + outer(p.u, p.a))) * -one +
                            (p.about * carried_by_end + cross_matrix(p.w) * -p.sin) * over_wanted;
  const Matrix<V> by_tip = by_line * p.turn;
  const Matrix<V> by_n = (p.about * (identity + outer(p.both, p.u) * -inverse)) * p.lean * over_wanted;
  sink.block(1, 0, 0, by_middle), sink.block(2, 0, 0, by_tip), sink.block(0, 0, 0, (by_middle + by_tip) * -one);
  sink.block(3, 0, 0,
             (p.about * carried_by_start) * over_wanted +
                 (by_n * (outer(p.ahead, p.reference) + diagonal(dot(p.reference, p.ahead)))) * -one);
  sink.block(4, 0, 0, by_n * (identity + outer(p.ahead, p.ahead) * -one));
  const Triple<V> by_target = (cross(p.u, p.w) * p.cos - p.w * p.sin) * over_wanted;
  sink.single(5, 0, 0, by_target.x), sink.single(5, 1, 0, by_target.y), sink.single(5, 2, 0, by_target.z);
}

}  // namespace manikin
