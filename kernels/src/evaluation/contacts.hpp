// Goals of a body in its surroundings: balance, bending, clearance, ground.  Mirrors manikin/goals/balance.py,
// bend_toward.py, capsule_clearance.py, solid_clearance.py and ground.py.  goals.hpp calls them with its sinks.
#pragma once

#include "lanes/directions.hpp"

namespace manikin {

constexpr int kMaxInputs = 64;              // handles of one goal
constexpr double kStraightSine = 0.03;      // a limb counts as straight below this sine of the angle at its base
constexpr double kMinViolation = 1e-100;    // violations are divided by no less [m]
constexpr double kParallelRounding = 1e-3;  // rounds the distance of two segments where they are parallel

template <class V> inline Triple<V> zero_triple() { return {spread<V>(0.0), spread<V>(0.0), spread<V>(0.0)}; }
template <class M, class V> inline Triple<V> choose3(M mask, const Triple<V>& a, const Triple<V>& b) {
  return {choose(mask, a.x, b.x), choose(mask, a.y, b.y), choose(mask, a.z, b.z)};
}
template <class V> inline V clamped(V x, double lo, double hi) { return smaller(larger(x, spread<V>(lo)), spread<V>(hi)); }
template <class V> inline bool is_zero(const Triple<V>& a) { return all_zero(a.x) && all_zero(a.y) && all_zero(a.z); }

// ---- balance: numbers are the count of the support's points, the margin, and the share of the mass in each load; ----------
// inputs are the point, up, the support, the loads

// Calls use(input, share) for the point and each load: their shares in the common centre.
template <class Use> inline void for_shares(const double* numbers, int count, const Use& use) {
  double own = 1.0;
  for (int k = 2; k < count; ++k) own -= numbers[k], use(int(numbers[0]) + k, numbers[k]);
  use(0, own);
}

template <class V> inline Triple<V> common_centre(const V* const* in, const double* numbers, int count) {
  Triple<V> centre = zero_triple<V>();
  for_shares(numbers, count, [&](int input, double share) { centre = along(centre, triple(in[input]), spread<V>(share)); });
  return centre;
}

// The nearest point of the support's outline to the common centre, seen along up.
template <class V> struct OutsideSupport {
  Triple<V> r, d, edge, u;          // residual; point − nearest point; the edge, whole and as a unit vector orthogonal to up
  V outside, length, i, j, wi, wj;  // 1 outside, else 0; length of the edge; indices of its ends and their weights

  OutsideSupport(const V* const* in, const double* numbers, int number_count) {
    const int count = int(numbers[0]);
    const double margin = numbers[1];
    const V zero = spread<V>(0.0), one = spread<V>(1.0);
    const Triple<V> point = common_centre(in, numbers, number_count), up = triple(in[1]);
    Triple<V> mean = zero_triple<V>();
    for (int k = 0; k < count; ++k) mean = mean + triple(in[2 + k]);
    mean = mean * spread<V>(margin / count);
    Triple<V> corners[kMaxInputs], flat[kMaxInputs];
    for (int k = 0; k < count; ++k) {
      corners[k] = along(mean, triple(in[2 + k]), spread<V>(1 - margin));
      flat[k] = orthogonal_part(corners[k] - point, up);
    }
    Triple<V> best = flat[0], from = corners[0], to = corners[0], span = zero_triple<V>();
    V nearest = dot(best, best), t = zero;
    i = j = zero;
    for (int a = 0; a < count; ++a)
      for (int b = a + 1; b < count; ++b) {
        const Triple<V> e = flat[b] - flat[a];
        const V s = clamped(-dot(flat[a], e) / larger(dot(e, e), spread<V>(kMinLength * kMinLength)), 0.0, 1.0);
        const Triple<V> x = along(flat[a], e, s);
        const V distance = dot(x, x);
        const auto wins = distance < nearest;
        nearest = choose(wins, distance, nearest), t = choose(wins, s, t);
        i = choose(wins, spread<V>(double(a)), i), j = choose(wins, spread<V>(double(b)), j);
        best = choose3(wins, x, best), span = choose3(wins, e, span);
        from = choose3(wins, corners[a], from), to = choose3(wins, corners[b], to);
      }
    V least = dot(flat[0], best), most = dot(flat[0], flat[0]);
    for (int k = 1; k < count; ++k) least = smaller(least, dot(flat[k], best)), most = larger(most, dot(flat[k], flat[k]));
    outside = choose(least >= nearest - most * 1e-14, one, zero);  // with a tolerance for rounding of inner products
    r = best * -outside;
    wi = one - t, wj = t;
    d = point - (from * wi + to * wj);
    const V inner = choose(t > 0.0, choose(t < 1.0, one, zero), zero);
    edge = (to - from) * inner;
    length = larger(manikin::length(span), spread<V>(kMinLength));
    u = span * (inner / length);
    length = choose(inner > 0.0, length, one);
  }
};

template <class V, class Sink>
inline void balance_derivatives(const V* const* in, const double* numbers, int number_count, Sink& sink) {
  const OutsideSupport<V> over(in, numbers, number_count);
  const int count = int(numbers[0]);
  const double margin = numbers[1];
  const V one = spread<V>(1.0), zero = spread<V>(0.0), on = over.outside;
  const Triple<V> up = triple(in[1]);
  const Matrix<V> sideways = outer(over.u, over.u), identity = diagonal(one);
  const Matrix<V> fixed = (identity + outer(up, up) * -one + sideways * -one) * on;
  for_shares(numbers, number_count, [&](int input, double share) { sink.block(input, 0, 0, fixed * spread<V>(share)); });
  const Matrix<V> lean = (sideways + identity * -one) * (diagonal(dot(up, over.d)) + outer(up, over.d));
  sink.block(1, 0, 0, (lean + outer(over.u, over.r) * (dot(up, over.edge) / over.length)) * on);
  const Matrix<V> turning = outer(over.u, over.r) * ((1 - margin) * on / over.length);
  for (int k = 0; k < count; ++k) {
    const V first = choose(over.i == double(k), one, zero), second = choose(over.j == double(k), one, zero);
    const V share = madd(spread<V>(1 - margin), first * over.wi + second * over.wj, spread<V>(margin / count));
    sink.block(2 + k, 0, 0, fixed * -share + turning * (first - second));
  }
}

// ---- bending ----------------------------------------------------------------------------------------------------------------

// g = ℓ s/|d| as a function of |d| and ℓ, and its derivatives over both.
template <class V> struct BendStrength {
  V g, by_off, by_length;

  BendStrength(V off, V length) {
    const V straight = length * kStraightSine, square = straight * straight,
            below = larger(madd(off, off, square), spread<V>(kMinLength * kMinLength));
    const V rise = (square - off * off) / (below * below);
    g = length * off / below, by_off = length * rise, by_length = -(off * rise);
  }
};

template <class V> inline Triple<V> bend_residual(const V* const* in) {
  const Triple<V> base = triple(in[0]), n = UnitVector<V>(triple(in[2]) - base).u, m = triple(in[1]) - base;
  const Triple<V> d = orthogonal_part(m, n);
  const V off = length(d);
  return (d - UnitVector<V>(orthogonal_part(triple(in[3]) - base, n)).u * off) * BendStrength<V>(off, length(m)).g;
}

template <class V, class Sink> inline void bend_derivatives(const V* const* in, Sink& sink) {
  const V one = spread<V>(1.0);
  const Triple<V> base = triple(in[0]), m = triple(in[1]) - base, k = triple(in[3]) - base;
  const UnitVector<V> axis(triple(in[2]) - base);
  const Triple<V> n = axis.u, d = orthogonal_part(m, n), u = UnitVector<V>(d).u;
  const UnitVector<V> wanted(orthogonal_part(k, n));
  const V off = length(d);
  const BendStrength<V> strength(off, length(m));
  const Triple<V> wrong = d - wanted.u * off;
  const Matrix<V> identity = diagonal(one), across = identity + outer(n, n) * -one, turn = axis.derivative();
  const Matrix<V> over_d = (identity + outer(wanted.u, u) * -one) * strength.g + outer(wrong, u) * strength.by_off;
  const Matrix<V> over_wanted = wanted.derivative() * -(strength.g * off);
  const Matrix<V> by_middle = over_d * across + outer(wrong, UnitVector<V>(m).u) * strength.by_length,
                  by_target = over_wanted * across;
  const Matrix<V> by_axis =
      (over_d * (diagonal(dot(m, n)) + outer(n, m)) + over_wanted * (diagonal(dot(k, n)) + outer(n, k))) * turn * -one;
  sink.block(1, 0, 0, by_middle), sink.block(2, 0, 0, by_axis), sink.block(3, 0, 0, by_target);
  sink.block(0, 0, 0, (by_middle + by_target + by_axis) * -one);
}

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

// ---- uneven ground: numbers are the second level axis, the counts, origin and spacing along both, the lift, the heights -----

struct Ground {
  double height, gradient, other_slope;
};

inline void catmull_rom(double u, int count, double* w, double* dw, int& cell) {
  const double inside = u > 0 ? (u < count - 1 ? u : count - 1) : 0;
  cell = std::min(int(inside), count - 2);
  const double f = inside - cell;
  w[0] = ((2 - f) * f - 1) * f / 2, w[1] = ((3 * f - 5) * f * f + 2) / 2;
  w[2] = ((4 - 3 * f) * f + 1) * f / 2, w[3] = (f - 1) * f * f / 2;
  const double on = inside == u ? 0.5 : 0.0;
  dw[0] = ((4 - 3 * f) * f - 1) * on, dw[1] = (9 * f - 10) * f * on;
  dw[2] = ((8 - 9 * f) * f + 1) * on, dw[3] = (3 * f - 2) * f * on;
}

inline Ground ground_at(double x, double z, const double* numbers) {
  const int rows = int(numbers[1]), columns = int(numbers[2]);
  const double* heights = numbers + 8;
  double w[4], dw[4], v[4], dv[4], patch[4][4];
  int row, column;
  catmull_rom((x - numbers[3]) / numbers[5], rows, w, dw, row);
  catmull_rom((z - numbers[4]) / numbers[6], columns, v, dv, column);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int a = std::min(std::max(row + i - 1, 0), rows - 1), b = std::min(std::max(column + j - 1, 0), columns - 1);
      patch[i][j] = heights[std::int64_t(a) * columns + b];
    }
  for (int j = 0; j < 4; ++j) {
    if (row == 0) patch[0][j] = 2 * patch[1][j] - patch[2][j];
    if (row == rows - 2) patch[3][j] = 2 * patch[2][j] - patch[1][j];
  }
  for (int i = 0; i < 4; ++i) {
    if (column == 0) patch[i][0] = 2 * patch[i][1] - patch[i][2];
    if (column == columns - 2) patch[i][3] = 2 * patch[i][2] - patch[i][1];
  }
  Ground found = {0, 0, 0};
  for (int i = 0; i < 4; ++i) {
    double line = 0, across = 0;
    for (int j = 0; j < 4; ++j) line = madd(patch[i][j], v[j], line), across = madd(patch[i][j], dv[j], across);
    found.height = madd(w[i], line, found.height), found.gradient = madd(dw[i], line, found.gradient);
    found.other_slope = madd(w[i], across, found.other_slope);
  }
  found.gradient /= numbers[5], found.other_slope /= numbers[6];
  return found;
}

inline double lane_of(double x, int) { return x; }
inline void set_lane(double& x, int, double value) { x = value; }
template <class V> inline double lane_of(const V& x, int i) { return x[i]; }
template <class V> inline void set_lane(V& x, int i, double value) { x[i] = value; }

// The height of a point above its ground [m], and the gradient of the height.
template <class V> struct HeightAboveGround {
  V above;
  Triple<V> gradient;

  HeightAboveGround(const V* p, const double* numbers) {
    const int other = int(numbers[0]), up = 3 - other;
    V ground = spread<V>(0.0), along_x = ground, along_other = ground;
    for (int i = 0; i < width<V>; ++i) {
      const Ground at = ground_at(lane_of(p[0], i), lane_of(p[other], i), numbers);
      set_lane(ground, i, at.height), set_lane(along_x, i, -at.gradient), set_lane(along_other, i, -at.other_slope);
    }
    above = p[up] - ground - numbers[7];
    const V one = spread<V>(1.0);
    gradient = other == 2 ? Triple<V>{along_x, one, along_other} : Triple<V>{along_x, along_other, one};
  }
};

}  // namespace manikin
