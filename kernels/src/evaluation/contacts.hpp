// Goals of a body in its surroundings: balance, bending, ground.  Mirrors manikin/goals/balance.py, bend_toward.py and
// ground.py.  goals.hpp calls them with its sinks.
#pragma once

#include "lanes/directions.hpp"

namespace manikin {

constexpr int kMaxInputs = 64;              // handles of one goal
constexpr double kStraightSine = 0.03;      // a limb counts as straight below this sine of the angle at its base
constexpr double kAlongSine = 0.25;         // a target this near to the line of a limb tells no direction (a sine)

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

  BendStrength(V off, V length, double sine) {
    const V straight = length * sine, square = straight * straight,
            below = larger(madd(off, off, square), spread<V>(kMinLength * kMinLength));
    const V rise = (square - off * off) / (below * below);
    g = length * off / below, by_off = length * rise, by_length = -(off * rise);
  }
};

// f as a function of the way to the target and its part across the line, and its derivatives over both.
template <class V> struct BendClearness {
  V f;
  Triple<V> by_across, by_way;

  BendClearness(const Triple<V>& across, const Triple<V>& way) {
    const double square = kAlongSine * kAlongSine;
    const V part = dot(across, across), whole = dot(way, way),
            below = larger(madd(whole, spread<V>(square), part), spread<V>(kMinLength * kMinLength));
    const V rise = spread<V>(2 * (1 + square) * square) / (below * below);
    f = part * (1 + square) / below, by_across = across * (rise * whole), by_way = way * -(rise * part);
  }
};

// Numbers: the sine below which a limb counts as straight.
template <class V> inline Triple<V> bend_residual(const V* const* in, const double* numbers) {
  const Triple<V> base = triple(in[0]), n = UnitVector<V>(triple(in[2]) - base).u, m = triple(in[1]) - base;
  const Triple<V> d = orthogonal_part(m, n), k = triple(in[3]) - base, across = orthogonal_part(k, n);
  const V off = length(d), g = BendStrength<V>(off, length(m), numbers[0]).g;
  return (d - UnitVector<V>(across).u * off) * (g * BendClearness<V>(across, k).f);
}

template <class V, class Sink> inline void bend_derivatives(const V* const* in, const double* numbers, Sink& sink) {
  const V one = spread<V>(1.0);
  const Triple<V> base = triple(in[0]), m = triple(in[1]) - base, k = triple(in[3]) - base;
  const UnitVector<V> axis(triple(in[2]) - base);
  const Triple<V> n = axis.u, d = orthogonal_part(m, n), u = UnitVector<V>(d).u, k_across = orthogonal_part(k, n);
  const UnitVector<V> wanted(k_across);
  const V off = length(d);
  const BendStrength<V> strength(off, length(m), numbers[0]);
  const BendClearness<V> clear(k_across, k);
  const Triple<V> wrong = d - wanted.u * off, rising = wrong * strength.g;
  const Matrix<V> identity = diagonal(one), across = identity + outer(n, n) * -one, turn = axis.derivative();
  const Matrix<V> over_d =
      (identity + outer(wanted.u, u) * -one) * (strength.g * clear.f) + outer(wrong, u) * (strength.by_off * clear.f);
  const Matrix<V> over_wanted = wanted.derivative() * -(strength.g * off * clear.f) + outer(rising, clear.by_across);
  const Matrix<V> by_middle = over_d * across + outer(wrong, UnitVector<V>(m).u) * (strength.by_length * clear.f),
                  by_target = over_wanted * across + outer(rising, clear.by_way);
  const Matrix<V> by_axis =
      (over_d * (diagonal(dot(m, n)) + outer(n, m)) + over_wanted * (diagonal(dot(k, n)) + outer(n, k))) * turn * -one;
  sink.block(1, 0, 0, by_middle), sink.block(2, 0, 0, by_axis), sink.block(3, 0, 0, by_target);
  sink.block(0, 0, 0, (by_middle + by_target + by_axis) * -one);
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
