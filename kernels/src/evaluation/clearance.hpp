// Clearance: capsules that keep off each other, and off convex solids.  Mirrors manikin/goals/capsule_clearance.py and
// solid_clearance.py.
#pragma once

#include "evaluation/contacts.hpp"

namespace manikin {

constexpr double kMinViolation = 1e-100;    // violations are divided by no less [m]
constexpr double kParallelRounding = 1e-3;  // rounds the distance of two segments where they are parallel

// ---- clearance between capsules: numbers are the counts of both sides and of the pairs, the margin, the radii of both sides,
// the pairs; inputs are the ends ----------------------------------------------------------------------------------------------

template <class V> inline V violation_of(V gap) { return larger(-gap, spread<V>(0.0)); }

template <class V> struct SegmentPair {
  Triple<V> h, k, d;  // half the segments; from one to the other where they are nearest
  V s, t, distance;

  SegmentPair(const Triple<V>& a0, const Triple<V>& a1, const Triple<V>& b0, const Triple<V>& b1) {
    const V half = spread<V>(0.5);
    h = (a1 - a0) * half, k = (b1 - b0) * half;
    const Triple<V> m = (a0 + a1) * half - (b0 + b1) * half;
    const V hh = dot(h, h), kk = dot(k, k), ab = dot(h, k), p = dot(h, m), q = dot(k, m);
    const V aa = madd(spread<V>(1 + kParallelRounding), hh, spread<V>(1e-30)),
            bb = madd(spread<V>(1 + kParallelRounding), kk, spread<V>(1e-30));
    s = clamped((ab * q - bb * p) / (aa * bb - ab * ab), -1.0, 1.0);
    t = clamped(madd(ab, s, q) / bb, -1.0, 1.0);
    s = clamped((ab * t - p) / aa, -1.0, 1.0);
    d = along(along(m, h, s), k, -t);
    distance = root(madd(spread<V>(kParallelRounding), s * s * hh + t * t * kk, dot(d, d)));
  }

  // d distance / d (a0, a1, b0, b1), times `scale`.
  void gradients(V scale, Triple<V>* out) const {
    const V by = scale / larger(distance, spread<V>(1e-30)), half = spread<V>(0.5), one = spread<V>(1.0);
    const Triple<V> over_h = h * (kParallelRounding * s * s * half * by), over_k = k * (kParallelRounding * t * t * half * by);
    out[0] = d * ((one - s) * half * by) - over_h, out[1] = d * ((one + s) * half * by) + over_h;
    out[2] = d * ((t - one) * half * by) - over_k, out[3] = over_k - d * ((one + t) * half * by);
  }
};

// The ball around a capsule, a little too large.
template <class V> struct BallAround {
  Triple<V> centre;
  V radius;

  BallAround() = default;
  BallAround(const V* const* ends, double own, double margin) {
    const V half = spread<V>(0.5);
    centre = (triple(ends[0]) + triple(ends[1])) * half;
    radius = madd(length((triple(ends[1]) - triple(ends[0])) * half), spread<V>(1 + 1e-9), spread<V>(own + margin + 1e-12));
  }

  bool meets(const BallAround& other) const {
    const V reach = radius + other.radius;
    const Triple<V> between = centre - other.centre;
    return !all_zero(larger(reach * reach - dot(between, between), spread<V>(0.0)));
  }
};

// Calls use(i, j, segments, gap) for every pair, or with `near` only for those that can be closer than wanted; the gap is how
// much farther apart than wanted the capsules are [m].
template <bool near, class V, class Use> inline void for_pairs(const V* const* in, const double* numbers, const Use& use) {
  const int count = int(numbers[0]), others = int(numbers[1]), pairs = int(numbers[2]);
  const double *radii = numbers + 4, *other_radii = radii + count, *pair = other_radii + others;
  BallAround<V> around[kMaxInputs / 2];
  if constexpr (near)
    for (int i = 0; i < count + others; ++i) around[i] = BallAround<V>(in + 2 * i, radii[i], larger(numbers[3], 0.0));
  for (int k = 0; k < pairs; ++k, pair += 2) {
    const int i = int(pair[0]), j = int(pair[1]);
    if constexpr (near)
      if (!around[i].meets(around[count + j])) continue;
    const V *const *a = in + 2 * i, *const *b = in + 2 * (count + j);
    const SegmentPair<V> segments(triple(a[0]), triple(a[1]), triple(b[0]), triple(b[1]));
    use(2 * i, 2 * (count + j), segments, segments.distance - (radii[i] + other_radii[j] + numbers[3]));
  }
}

template <class V> inline V capsules_residual(const V* const* in, const double* numbers) {
  V sum = spread<V>(0.0);
  for_pairs<true>(in, numbers, [&](int, int, const SegmentPair<V>&, V gap) {
    const V violation = violation_of(gap);
    sum = madd(violation, violation, sum);
  });
  return -root(sum);
}

template <class V, class Sink> inline void capsules_derivatives(const V* const* in, const double* numbers, Sink& sink) {
  const V total_violation = capsules_residual(in, numbers), total = larger(-total_violation, spread<V>(kMinViolation));
  if (all_zero(total_violation)) return;
  Triple<V> gradients[kMaxInputs];
  const int ends = 2 * (int(numbers[0]) + int(numbers[1]));
  for (int i = 0; i < ends; ++i) gradients[i] = zero_triple<V>();
  for_pairs<true>(in, numbers, [&](int i, int j, const SegmentPair<V>& segments, V gap) {
    const V violation = violation_of(gap);
    if (all_zero(violation)) return;
    Triple<V> own[4];
    segments.gradients(violation / total, own);
    gradients[i] = gradients[i] + own[0], gradients[i + 1] = gradients[i + 1] + own[1];
    gradients[j] = gradients[j] + own[2], gradients[j + 1] = gradients[j + 1] + own[3];
  });
  for (int i = 0; i < ends; ++i)
    if (!is_zero(gradients[i])) sink.line(i, 0, 0, gradients[i]);
}

// ---- outside a convex solid: numbers are the counts of capsules, planes and edges, the margin, radii, balls, planes, edges,
// and a ball around the solid: its centre and radius, which is below 0 for a half-space ---------------------------------------

// Whether a point is farther than a distance above one of the faces, in all lanes.
template <class V> inline bool is_far_above(const Triple<V>& p, const double* planes, int faces, V distance) {
  const V zero = spread<V>(0.0);
  for (int f = 0; f < faces; ++f) {
    const V height = dot(constant<V>(planes + 4 * f), p) - planes[4 * f + 3];
    if (all_zero(choose(height > distance, zero, spread<V>(1.0)))) return true;
  }
  return false;
}

// The height of a point above the surface of the solid, below 0 inside, and the outward direction there.
template <class V> struct HeightAboveSolid {
  V above;
  Triple<V> normal;

  HeightAboveSolid(const Triple<V>& p, const double* planes, int faces, const double* edges, int count) {
    above = spread<V>(-1e300), normal = zero_triple<V>();
    for (int f = 0; f < faces; ++f) {
      const Triple<V> n = constant<V>(planes + 4 * f);
      const V height = dot(n, p) - planes[4 * f + 3];
      const auto wins = height > above;
      above = choose(wins, height, above), normal = choose3(wins, n, normal);
    }
    if (count == 0) return;
    const Triple<V> foot = along(p, normal, -above);
    V beyond = spread<V>(-1e300);
    for (int f = 0; f < faces; ++f) beyond = larger(beyond, dot(constant<V>(planes + 4 * f), foot) - planes[4 * f + 3]);
    const V by_edge = choose(above > 0.0, choose(beyond > 1e-12, spread<V>(1.0), spread<V>(0.0)), spread<V>(0.0));
    if (all_zero(by_edge)) return;
    V nearest = spread<V>(0.0);
    Triple<V> best = zero_triple<V>();
    for (int k = 0; k < count; ++k) {
      const double* a = edges + 6 * k;
      const double span[3] = {a[3] - a[0], a[4] - a[1], a[5] - a[2]};
      const double square = span[0] * span[0] + span[1] * span[1] + span[2] * span[2];
      const Triple<V> e = constant<V>(span), start = constant<V>(a);
      const V t = clamped(dot(p - start, e) / spread<V>(square), 0.0, 1.0);
      const Triple<V> away = p - along(start, e, t);
      const V distance = dot(away, away);
      const auto wins = k == 0 ? distance == distance : distance < nearest;
      nearest = choose(wins, distance, nearest), best = choose3(wins, away, best);
    }
    const V distance = root(nearest);
    above = choose(by_edge > 0.0, distance, above);
    normal = choose3(by_edge > 0.0, best * (1.0 / larger(distance, spread<V>(kMinViolation))), normal);
  }
};

// Calls use(index of the capsule's first end among the inputs, place of the ball along the capsule in 0 … 1, the ball from the
// solid's origin, gap [m], rotation of the solid, outward direction in the solid's frame) for every ball, or with `near` only
// for those that can be closer than wanted.
template <bool near, class V, class Use> inline void for_balls(const V* const* in, const double* numbers, const Use& use) {
  const int count = int(numbers[0]), faces = int(numbers[1]), sides = int(numbers[2]);
  const double *radii = numbers + 4, *balls = radii + count, *planes = balls + count, *edges = planes + 4 * faces,
               *around = edges + 6 * sides;
  const Matrix<V> turn = frame_rotation(in[0]), back = transposed(turn);
  const Triple<V> place = frame_position(in[0]);
  BallAround<V> solid;
  if constexpr (near) solid.centre = place + turn * constant<V>(around), solid.radius = spread<V>(around[3]);
  for (int i = 0; i < count; ++i) {
    const double wanted = radii[i] + numbers[3];
    if constexpr (near)
      if (around[3] >= 0 && !BallAround<V>(in + 1 + 2 * i, radii[i], larger(numbers[3], 0.0)).meets(solid)) continue;
    const Triple<V> start = triple(in[1 + 2 * i]), span = triple(in[2 + 2 * i]) - start;
    for (int k = 0; k < int(balls[i]); ++k) {
      const double t = balls[i] > 1 ? k / (balls[i] - 1) : 0.5;
      const Triple<V> ball = along(start, span, spread<V>(t));
      const Triple<V> local = back * (ball - place);
      if constexpr (near)
        if (is_far_above(local, planes, faces, spread<V>(larger(wanted, 0.0)))) continue;
      const HeightAboveSolid<V> height(local, planes, faces, edges, sides);
      use(1 + 2 * i, t, ball - place, height.above - wanted, turn, height.normal);
    }
  }
}

template <class V> inline V solid_residual(const V* const* in, const double* numbers) {
  V sum = spread<V>(0.0);
  for_balls<true>(in, numbers, [&](int, double, const Triple<V>&, V gap, const Matrix<V>&, const Triple<V>&) {
    const V violation = violation_of(gap);
    sum = madd(violation, violation, sum);
  });
  return -root(sum);
}

template <class V, class Sink> inline void solid_derivatives(const V* const* in, const double* numbers, Sink& sink) {
  const V total_violation = solid_residual(in, numbers), total = larger(-total_violation, spread<V>(kMinViolation));
  if (all_zero(total_violation)) return;
  const int ends = 2 * int(numbers[0]);
  Triple<V> gradients[kMaxInputs], force = zero_triple<V>(), torque = zero_triple<V>();
  for (int i = 0; i <= ends; ++i) gradients[i] = zero_triple<V>();
  for_balls<true>(in, numbers, [&](int end, double t, const Triple<V>& arm, V gap, const Matrix<V>& turn, const Triple<V>& normal) {
    const V violation = violation_of(gap);
    if (all_zero(violation)) return;
    const Triple<V> push = (turn * normal) * (violation / total);
    gradients[end] = along(gradients[end], push, spread<V>(1 - t)),
    gradients[end + 1] = along(gradients[end + 1], push, spread<V>(t));
    force = force - push, torque = torque - cross(arm, push);
  });
  for (int i = 1; i <= ends; ++i)
    if (!is_zero(gradients[i])) sink.line(i, 0, 0, gradients[i]);
  if (!is_zero(force)) sink.line(0, 0, 0, force), sink.line(0, 0, 1, torque);
}

}  // namespace manikin
