// Balls as rotations: unit quaternions, and back to three angles near a reference.  Mirrors manikin/clips/balls.py.
#pragma once

#include <cmath>
#include <cstdint>

#include "lanes/sincos.hpp"
#include "lanes/triple.hpp"

namespace manikin {

template <class V> struct Quaternion {
  Triple<V> v;
  V w;
};

// a·b: first b, then a.
template <class V> inline Quaternion<V> operator*(const Quaternion<V>& a, const Quaternion<V>& b) {
  return {along(along(cross(a.v, b.v), b.v, a.w), a.v, b.w), nmadd(a.v.x, b.v.x, a.w * b.w) - madd(a.v.z, b.v.z, a.v.y * b.v.y)};
}
template <class V> inline Quaternion<V> inverse(const Quaternion<V>& q) { return {{-q.v.x, -q.v.y, -q.v.z}, q.w}; }

// The turn by twice an angle about a unit axis.
template <class V> inline Quaternion<V> twice_about(const Triple<V>& axis, V half) {
  V s, c;
  sincos(half, s, c);
  return {axis * s, c};
}

template <class V> inline Triple<V> rotated(const Quaternion<V>& q, const Triple<V>& v) {
  const Triple<V> t = cross(q.v, v) * spread<V>(2.0);
  return along(v, t, q.w) + cross(q.v, t);
}

// The angle of (x, y) in (−π, π]; meaningless where both are zero.
template <class V> inline V plane_angle(V y, V x) {
  const V zero = spread<V>(0.0), size = first_quadrant_angle(larger(y, -y), larger(x, -x));
  const V angle = choose(x < zero, 3.141592653589793 - size, size);
  return choose(y < zero, -angle, angle);
}

// The rotation vector of the shorter way.
template <class V> inline Triple<V> shorter_way(const Quaternion<V>& q) {
  const V sign = choose(q.w < spread<V>(0.0), spread<V>(-1.0), spread<V>(1.0));
  const Triple<V> v = q.v * sign;
  const V size = length(v);
  const auto tiny = size < spread<V>(1e-150);
  const V angle = 2.0 * first_quadrant_angle(choose(tiny, spread<V>(0.0), size), choose(tiny, spread<V>(1.0), q.w * sign));
  return v * choose(tiny, spread<V>(2.0), angle / choose(tiny, spread<V>(1.0), size));
}

// The axes of balls, one in each lane: a ⊥ b ⊥ c, a is outermost.
template <class V> struct BallAxes {
  Triple<V> a, b, c, across;  // across = b × a
  V lead;                     // the angle from a to c about b
};

// Fills lane by lane: value(i) for the i-th of `count` things of a block, `rest` in the lanes behind them.
template <class Value> inline Lanes lanes_of(std::int64_t block, std::int64_t count, double rest, const Value& value) {
  Lanes made = spread<Lanes>(rest);
  for (int i = 0; i < width<Lanes> && block * width<Lanes> + i < count; ++i) made[i] = value(block * width<Lanes> + i);
  return made;
}

// The axes of a block of `count` balls, from (count, 3, 3) numbers.
inline BallAxes<Lanes> ball_axes(std::int64_t block, std::int64_t count, const double* numbers) {
  Triple<Lanes> rows[3];
  for (int row = 0; row < 3; ++row) {
    auto part = [&](int k) {
      return lanes_of(block, count, row == k, [&](std::int64_t i) { return numbers[9 * i + 3 * row + k]; });
    };
    rows[row] = {part(0), part(1), part(2)};
  }
  const Triple<Lanes> across = cross(rows[1], rows[0]);
  const Lanes lead = lanes_of(block, count, -1.5707963267948966, [&](std::int64_t i) {
    const int lane = static_cast<int>(i % width<Lanes>);
    return std::atan2(dot(rows[2], across)[lane], dot(rows[0], rows[2])[lane]);
  });
  return {rows[0], rows[1], rows[2], across, lead};
}

// x at the turn nearest to a reference.
template <class V> inline V nearest_turn(V x, V near) {
  const V whole = spread<V>(6755399441055744.0);  // adding it rounds to an integer
  const V turns = ((near - x) * 0.15915494309189535 + whole) - whole;
  return x + turns * 6.283185307179586;
}

// The three angles of a rotation that lie nearest to a reference.
template <class V> inline Triple<V> ball_angles(const BallAxes<V>& axes, const Quaternion<V>& q, const Triple<V>& near) {
  const V pi = spread<V>(3.141592653589793);
  const Triple<V> v = rotated(q, axes.c);
  const V x = dot(v, axes.a), y = dot(v, axes.across), z = dot(v, axes.b), sine = root(madd(y, y, z * z));
  const auto locked = sine < spread<V>(1e-6);
  const V phi = plane_angle(sine, x), first = choose(locked, near.x, plane_angle(z, y));
  const Quaternion<V> outer = twice_about(axes.a, 0.5 * first) * twice_about(axes.b, 0.5 * (phi - axes.lead));
  const Quaternion<V> left = inverse(outer) * q;
  const V third = 2.0 * plane_angle(dot(left.v, axes.c), left.w);
  auto settled = [&near](V one, V two, V three) {
    return Triple<V>{nearest_turn(one, near.x), nearest_turn(two, near.y), nearest_turn(three, near.z)};
  };
  const Triple<V> found = settled(first, phi - axes.lead, third), other = settled(first + pi, -phi - axes.lead, third + pi);
  const Triple<V> gap = found - near, other_gap = other - near;
  const auto swap = opposite(locked) & (dot(other_gap, other_gap) < dot(gap, gap));
  return {choose(swap, other.x, found.x), choose(swap, other.y, found.y), choose(swap, other.z, found.z)};
}

}  // namespace manikin
