// Residuals of the built-in goals and their derivatives over the handles' values.  Mirrors manikin/goals.
//
// A goal reads the values of its handles (`in`) and its constants (`numbers`), and writes its rows.  Derivatives are passed
// block by block to a sink, which multiplies them into a Jacobian or a gradient:
//   sink.block(input, row, part, M)   d rows[row..row+3) / d (part-th triple of the input's tangent) = M
//   sink.unit(input, row, part, s)    the same with M = s·I
//   sink.line(input, row, part, g)    one row: gᵀ
//   sink.single(input, row, k, s)     one row, over the k-th number of a vector: s
#pragma once

#include "evaluation/distances.hpp"
#include "evaluation/goal_codes.hpp"
#include "evaluation/swivel.hpp"

namespace manikin {

// Whether a goal with these numbers is met in a whole region.
inline bool is_inequality(GoalCode code, const double* numbers) {
  return kGoalForms[code].inequality && (code != kDistance || numbers[0] < numbers[1]);
}

// The nearest point of a polyline to p.  `direction` is that of the segment, zero at a corner.
template <class V> struct Nearest {
  Triple<V> point, direction;
};
template <class V> inline Nearest<V> nearest_on_path(const Triple<V>& p, const double* corners, int count) {
  const Triple<V> none = {spread<V>(0.0), spread<V>(0.0), spread<V>(0.0)};
  Nearest<V> best = {none, none};
  V best_distance = spread<V>(0.0);
  for (int i = 0; i + 1 < count; ++i) {
    const double* c = corners + 3 * i;
    const double d[3] = {c[3] - c[0], c[4] - c[1], c[5] - c[2]};
    const double length2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    const double length = std::sqrt(length2);
    const double unit[3] = {d[0] / (length > 0 ? length : 1), d[1] / (length > 0 ? length : 1),
                            d[2] / (length > 0 ? length : 1)};
    const Triple<V> a = constant<V>(c), along_segment = constant<V>(d);
    const V t = dot(p - a, along_segment) / spread<V>(length2 > 0 ? length2 : 1.0);
    const V one = spread<V>(1.0), zero = spread<V>(0.0);
    const V clipped = smaller(larger(t, zero), one);
    const Triple<V> near = along(a, along_segment, clipped);
    const Triple<V> away = near - p;
    const V distance = dot(away, away);
    const auto wins = i == 0 ? distance == distance : distance < best_distance;
    const V inner = choose(t > zero, choose(t < one, one, zero), zero);
    const Triple<V> direction = constant<V>(unit) * inner;
    best_distance = choose(wins, distance, best_distance);
    best.point = {choose(wins, near.x, best.point.x), choose(wins, near.y, best.point.y), choose(wins, near.z, best.point.z)};
    best.direction = {choose(wins, direction.x, best.direction.x), choose(wins, direction.y, best.direction.y),
                      choose(wins, direction.z, best.direction.z)};
  }
  return best;
}

template <class V> inline V alignment_sign(const Triple<V>& v, const Triple<V>& t, bool either_way) {
  const V one = spread<V>(1.0);
  return either_way ? choose(dot(v, t) < 0.0, -one, one) : one;
}

template <class V> inline void put_axes(V* r, const Matrix<V>& a, const Matrix<V>& b, const double* axes, int count) {
  for (int i = 0; i < count; ++i) put(r + 3 * i, column(a, int(axes[i])) - column(b, int(axes[i])));
}

// current − wanted, in the rows' own units, for all goals but kMatchValues and kComfort, whose inputs may have any size.
template <class V> inline void residual_of(GoalCode code, const V* const* in, const double* numbers, int count, V* r) {
  switch (code) {
    case kPosition: put(r, triple(in[0]) - triple(in[1])); break;
    case kLine: put(r, orthogonal_part(triple(in[0]) - triple(in[1]), triple(in[2]))); break;
    case kPlane: r[0] = dot(triple(in[2]), triple(in[0]) - triple(in[1])); break;
    case kHalfSpace: r[0] = smaller(dot(triple(in[2]), triple(in[0]) - triple(in[1])), spread<V>(0.0)); break;
    case kOrientationGoal: put(r, rotation_between(orientation_of(in[0]), orientation_of(in[1])).vector); break;
    case kOrientationAxes: put_axes(r, orientation_of(in[0]), orientation_of(in[1]), numbers, count); break;
    case kPoseGoal:
      put(r, frame_position(in[0]) - frame_position(in[1]));
      put(r + 3, rotation_between(frame_rotation(in[0]), frame_rotation(in[1])).vector);
      break;
    case kPoseAxes:
      put(r, frame_position(in[0]) - frame_position(in[1]));
      put_axes(r + 3, frame_rotation(in[0]), frame_rotation(in[1]), numbers, count);
      break;
    case kAim: put(r, triple(in[1]) - UnitVector<V>(triple(in[2]) - triple(in[0])).u); break;
    case kLookAt: {
      const Triple<V> v = triple(in[1]);
      put(r, v - UnitVector<V>(triple(in[3]) - triple(in[0])).u);
      put(r + 3, triple(in[2]) - UnitVector<V>(orthogonal_part(triple(in[4]), v)).u);
      break;
    }
    case kAlign: {
      const Triple<V> v = triple(in[0]), t = triple(in[1]);
      put(r, v - t * alignment_sign(v, t, numbers[0] != 0));
      break;
    }
    case kPole: {
      const Triple<V> base = triple(in[0]), n = UnitVector<V>(triple(in[2]) - base).u;
      put(r, UnitVector<V>(orthogonal_part(triple(in[1]) - base, n)).u -
                 UnitVector<V>(orthogonal_part(triple(in[3]) - base, n)).u);
      break;
    }
    case kDistance: {
      const V d = length(triple(in[0]) - triple(in[1]));
      r[0] = d - smaller(larger(d, spread<V>(numbers[0])), spread<V>(numbers[1]));
      break;
    }
    case kOnPath: {
      const Triple<V> p = triple(in[0]);
      put(r, p - nearest_on_path(p, numbers, count / 3).point);
      break;
    }
    case kBalance: put(r, OutsideSupport<V>(in, numbers, count).r); break;
    case kBendToward: put(r, bend_residual(in, numbers)); break;
    case kSwivelGoal: put(r, swivel_residual(in)); break;
    case kCapsuleClearance: r[0] = capsules_residual(in, numbers); break;
    case kSolidClearance: r[0] = solid_residual(in, numbers); break;
    case kSupportDistances: support_residual(in, numbers, count, r); break;
    case kCapsuleDistances: pairs_residual(in, numbers, r); break;
    case kSolidDistances: balls_residual(in, numbers, r); break;
    case kOnGround: r[0] = HeightAboveGround<V>(in[0], numbers).above; break;
    case kAboveGround: r[0] = smaller(HeightAboveGround<V>(in[0], numbers).above, spread<V>(0.0)); break;
    default: break;
  }
}

template <class V, class Sink>
inline void axes_derivatives(const Matrix<V>& a, const Matrix<V>& b, const double* axes, int count, int row, int part,
                             Sink& sink) {
  for (int i = 0; i < count; ++i) {
    sink.block(0, row + 3 * i, part, cross_matrix(column(a, int(axes[i])) * spread<V>(-1.0)));
    sink.block(1, row + 3 * i, part, cross_matrix(column(b, int(axes[i]))));
  }
}

template <class V, class Sink>
inline void rotation_derivatives(const Matrix<V>& a, const Matrix<V>& b, int row, int part, Sink& sink) {
  const Matrix<V> derivative = derivative_of(rotation_between(a, b));
  sink.block(0, row, part, derivative);
  sink.block(1, row, part, transposed(derivative) * spread<V>(-1.0));
}

template <class V, class Sink>
inline void derivatives_of(GoalCode code, const V* const* in, const double* numbers, int count, Sink& sink) {
  const V one = spread<V>(1.0), zero = spread<V>(0.0);
  const Matrix<V> identity = diagonal(one);
  switch (code) {
    case kPosition: sink.unit(0, 0, 0, one), sink.unit(1, 0, 0, -one); break;
    case kLine: {
      const Triple<V> d = triple(in[0]) - triple(in[1]), n = triple(in[2]);
      const Matrix<V> across = identity + outer(n, n) * -one;
      sink.block(0, 0, 0, across), sink.block(1, 0, 0, across * -one);
      sink.block(2, 0, 0, (outer(n, d) + diagonal(dot(d, n))) * -one);
      break;
    }
    case kPlane:
    case kHalfSpace: {
      const Triple<V> d = triple(in[0]) - triple(in[1]), n = triple(in[2]);
      const V on = code == kPlane ? one : choose(dot(n, d) < 0.0, one, zero);
      sink.line(0, 0, 0, n * on), sink.line(1, 0, 0, n * -on), sink.line(2, 0, 0, d * on);
      break;
    }
    case kOrientationGoal: rotation_derivatives(orientation_of(in[0]), orientation_of(in[1]), 0, 0, sink); break;
    case kOrientationAxes: axes_derivatives(orientation_of(in[0]), orientation_of(in[1]), numbers, count, 0, 0, sink); break;
    case kPoseGoal:
      sink.unit(0, 0, 0, one), sink.unit(1, 0, 0, -one);
      rotation_derivatives(frame_rotation(in[0]), frame_rotation(in[1]), 3, 1, sink);
      break;
    case kPoseAxes:
      sink.unit(0, 0, 0, one), sink.unit(1, 0, 0, -one);
      axes_derivatives(frame_rotation(in[0]), frame_rotation(in[1]), numbers, count, 3, 1, sink);
      break;
    case kAim: {
      const Matrix<V> turn = UnitVector<V>(triple(in[2]) - triple(in[0])).derivative();
      sink.block(0, 0, 0, turn), sink.unit(1, 0, 0, one), sink.block(2, 0, 0, turn * -one);
      break;
    }
    case kLookAt: {
      const Triple<V> v = triple(in[1]), sky = triple(in[4]);
      const Matrix<V> turn = UnitVector<V>(triple(in[3]) - triple(in[0])).derivative();
      const Matrix<V> lean = UnitVector<V>(orthogonal_part(sky, v)).derivative();
      sink.block(0, 0, 0, turn), sink.unit(1, 0, 0, one), sink.block(3, 0, 0, turn * -one);
      sink.block(1, 3, 0, lean * (outer(v, sky) + diagonal(dot(sky, v))));
      sink.unit(2, 3, 0, one);
      sink.block(4, 3, 0, lean * (outer(v, v) + identity * -one));
      break;
    }
    case kAlign:
      sink.unit(0, 0, 0, one), sink.unit(1, 0, 0, -alignment_sign(triple(in[0]), triple(in[1]), numbers[0] != 0));
      break;
    case kPole: {
      const Triple<V> base = triple(in[0]);
      const UnitVector<V> axis(triple(in[2]) - base);
      const Triple<V> n = axis.u;
      const Matrix<V> turn = axis.derivative(), across = identity + outer(n, n) * -one;
      Matrix<V> by_axis = diagonal(zero), by_base = diagonal(zero);
      for (int k = 0; k < 2; ++k) {
        const int input = k == 0 ? 1 : 3;
        const V sign = k == 0 ? one : -one;
        const Triple<V> d = triple(in[input]) - base;
        const Matrix<V> lean = UnitVector<V>(orthogonal_part(d, n)).derivative() * sign;
        const Matrix<V> by_point = lean * across;
        by_axis = by_axis + (lean * (outer(n, d) + diagonal(dot(d, n)))) * turn * -one;
        by_base = by_base + by_point * -one;
        sink.block(input, 0, 0, by_point);
      }
      sink.block(2, 0, 0, by_axis), sink.block(0, 0, 0, by_base + by_axis * -one);
      break;
    }
    case kDistance: {
      const Triple<V> d = triple(in[0]) - triple(in[1]);
      const V size = length(d);
      const V rest = choose(size > numbers[0], choose(size < numbers[1], zero, one), one);
      const Triple<V> u = d * (rest / larger(size, spread<V>(kMinLength)));
      sink.line(0, 0, 0, u), sink.line(1, 0, 0, u * -one);
      break;
    }
    case kOnPath: {
      const Triple<V> t = nearest_on_path(triple(in[0]), numbers, count / 3).direction;
      sink.block(0, 0, 0, identity + outer(t, t) * -one);
      break;
    }
    case kBalance: balance_derivatives(in, numbers, count, sink); break;
    case kBendToward: bend_derivatives(in, numbers, sink); break;
    case kSwivelGoal: swivel_derivatives(in, sink); break;
    case kCapsuleClearance: capsules_derivatives(in, numbers, sink); break;
    case kSolidClearance: solid_derivatives(in, numbers, sink); break;
    case kSupportDistances: support_derivatives(in, numbers, count, sink); break;
    case kCapsuleDistances: pairs_derivatives(in, numbers, sink); break;
    case kSolidDistances: balls_derivatives(in, numbers, sink); break;
    case kOnGround:
    case kAboveGround: {
      const HeightAboveGround<V> at(in[0], numbers);
      const V on = code == kOnGround ? one : choose(at.above < 0.0, one, zero);
      sink.line(0, 0, 0, at.gradient * on);
      break;
    }
    default: break;
  }
}

}  // namespace manikin
