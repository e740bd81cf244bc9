// Balance and clearance as ranges: one distance, a row, for each edge, pair or ball.  Mirrors SupportDistances,
// CapsuleDistances and SolidDistances of manikin/goals/balance.py, capsule_clearance.py and solid_clearance.py.
#pragma once

#include "evaluation/clearance.hpp"

namespace manikin {

// ---- inside the edges of a support: numbers and inputs as for balance -------------------------------------------------------

template <class V> struct Support {
  int count;
  double margin;
  Triple<V> point, up, corners[kMaxInputs];

  Support(const V* const* in, const double* numbers, int number_count)
      : count(int(numbers[0])), margin(numbers[1]), point(common_centre(in, numbers, number_count)), up(triple(in[1])) {
    Triple<V> mean = zero_triple<V>();
    for (int k = 0; k < count; ++k) mean = mean + triple(in[2 + k]);
    mean = mean * spread<V>(margin / count);
    for (int k = 0; k < count; ++k) corners[k] = along(mean, triple(in[2 + k]), spread<V>(1 - margin));
  }

  // Calls use(i, j, 1 or 0 in each lane) for the edges of the convex hull, seen along up.  Gives 1 where there is any edge.
  template <class Use> V for_edges(const Use& use) const {
    const V one = spread<V>(1.0), zero = spread<V>(0.0);
    V first[kMaxInputs], any = zero;  // 1 for the first of the corners in one place
    for (int i = 0; i < count; ++i) {
      first[i] = one;
      for (int j = 0; j < i; ++j)
        first[i] = choose(length(orthogonal_part(corners[j] - corners[i], up)) > kMinLength, first[i], zero);
    }
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j) {
        if (j == i) continue;
        const Triple<V> span = orthogonal_part(corners[j] - corners[i], up);
        const V size = length(span);
        V on = choose(size > kMinLength, first[i] * first[j], zero);
        const Triple<V> e = span * (one / larger(size, spread<V>(kMinLength))), inward = cross(up, e);
        for (int l = 0; l < count && !all_zero(on); ++l) {
          const Triple<V> other = orthogonal_part(corners[l] - corners[i], up);
          const V left = dot(inward, other), ahead = dot(e, other);
          const V in_line = choose(ahead >= -kMinLength, choose(ahead <= size + kMinLength, one, zero), zero);
          on = on * choose(left > kMinLength, one, choose(left >= -kMinLength, in_line, zero));
        }
        if (!all_zero(on)) use(i, j, on), any = larger(any, on);
      }
    return any;
  }

  Triple<V> inward(int i, int j) const {
    const Triple<V> n = cross(up, corners[j] - corners[i]);
    return n * (spread<V>(1.0) / larger(length(n), spread<V>(kMinLength)));
  }
};

template <class V> inline void support_residual(const V* const* in, const double* numbers, int number_count, V* r) {
  const Support<V> support(in, numbers, number_count);
  for (int k = 0; k < support.count; ++k) r[k] = spread<V>(1.0);
  const V any = support.for_edges([&](int i, int j, V on) {
    r[i] = choose(on > 0.0, dot(support.inward(i, j), support.point - support.corners[i]), r[i]);
  });
  r[0] = choose(any > 0.0, r[0], -length(orthogonal_part(support.point - support.corners[0], support.up)));
}

template <class V, class Sink>
inline void support_derivatives(const V* const* in, const double* numbers, int number_count, Sink& sink) {
  const Support<V> support(in, numbers, number_count);
  const V one = spread<V>(1.0), own = spread<V>(1 - support.margin), shared = spread<V>(support.margin / support.count);
  const Triple<V> up = support.up;
  auto centre = [&](int row, const Triple<V>& by_centre) {
    for_shares(numbers, number_count, [&](int input, double share) { sink.line(input, row, 0, by_centre * spread<V>(share)); });
  };
  // derivatives of a row over its corners i and j, and through the margin over all corners
  auto corners = [&](int row, int i, int j, const Triple<V>& by_i, const Triple<V>& by_j) {
    sink.line(2 + i, row, 0, by_i * own), sink.line(2 + j, row, 0, by_j * own);
    if (support.margin == 0) return;
    for (int k = 0; k < support.count; ++k) sink.line(2 + k, row, 0, (by_i + by_j) * shared);
  };
  const V any = support.for_edges([&](int i, int j, V on) {
    const Triple<V> edge = support.corners[j] - support.corners[i], away = support.point - support.corners[i],
                    n = support.inward(i, j);
    const Triple<V> lean = orthogonal_part(away, n) * (one / larger(length(cross(up, edge)), spread<V>(kMinLength))),
                    turning = cross(lean, up) * on;
    centre(i, n * on), sink.line(1, i, 0, cross(edge, lean) * on);
    corners(i, i, j, n * -on - turning, turning);
  });
  const V none = one - any;
  if (all_zero(none)) return;
  const Triple<V> away = support.point - support.corners[0], u = UnitVector<V>(orthogonal_part(away, up)).u * none;
  centre(0, u * -one), sink.line(1, 0, 0, u * dot(away, up));
  corners(0, 0, 0, u, zero_triple<V>());
}

// ---- between capsules, and from a solid: numbers and inputs as for clearance ------------------------------------------------

template <class V> inline void pairs_residual(const V* const* in, const double* numbers, V* r) {
  for_pairs<false>(in, numbers, [&](int, int, const SegmentPair<V>&, V gap) { *r++ = gap; });
}

template <class V, class Sink> inline void pairs_derivatives(const V* const* in, const double* numbers, Sink& sink) {
  int row = 0;
  for_pairs<false>(in, numbers, [&](int i, int j, const SegmentPair<V>& segments, V) {
    Triple<V> own[4];
    segments.gradients(spread<V>(1.0), own);
    sink.line(i, row, 0, own[0]), sink.line(i + 1, row, 0, own[1]);
    sink.line(j, row, 0, own[2]), sink.line(j + 1, row, 0, own[3]);
    ++row;
  });
}

template <class V> inline void balls_residual(const V* const* in, const double* numbers, V* r) {
  for_balls<false>(in, numbers, [&](int, double, const Triple<V>&, V gap, const Matrix<V>&, const Triple<V>&) { *r++ = gap; });
}

template <class V, class Sink> inline void balls_derivatives(const V* const* in, const double* numbers, Sink& sink) {
  int row = 0;
  for_balls<false>(in, numbers, [&](int end, double t, const Triple<V>& arm, V, const Matrix<V>& turn, const Triple<V>& normal) {
    const Triple<V> n = turn * normal, back = n * spread<V>(-1.0);
    sink.line(end, row, 0, n * spread<V>(1 - t)), sink.line(end + 1, row, 0, n * spread<V>(t));
    sink.line(0, row, 0, back), sink.line(0, row, 1, cross(arm, back));
    ++row;
  });
}

}  // namespace manikin
