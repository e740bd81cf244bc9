// Rotation angles in closed form.  Mirrors the second half of manikin/math/closed_forms.py.  Angles are kept as cosine and
// sine as long as possible, which is faster and as exact.
#pragma once

#include "lanes/functions.hpp"
#include "lanes/triple.hpp"

namespace manikin {

using Triple3 = Triple<double>;
using Matrix3 = Matrix<double>;

// An angle as cosine and sine.  For angle() their length may be any but zero.
struct Angle {
  double c = 1, s = 0;
  double angle() const {
    const double size = first_quadrant_angle(std::fabs(s), std::fabs(c));
    return std::copysign(c < 0 ? 3.141592653589793 - size : size, s);
  }
  Angle negated() const { return {c, -s}; }
};

// v rotated about a unit axis.
inline Triple3 rotated(const Triple3& axis, const Angle& by, const Triple3& v) {
  return along(along(v * by.c, cross(axis, v), by.s), axis, (1 - by.c) * dot(axis, v));
}

// The unit vector along the part of v that is orthogonal to the unit vector n; any orthogonal one where that part is zero.
inline Triple3 orthogonal_unit(const Triple3& v, const Triple3& n) {
  Triple3 across = orthogonal_part(v, n);
  double size = length(across);
  if (size <= 1e-12 * length(v) || size == 0) {
    const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
    const Triple3 least = x <= y && x <= z ? Triple3{1, 0, 0} : y <= z ? Triple3{0, 1, 0} : Triple3{0, 0, 1};
    across = orthogonal_part(least, n), size = length(across);
  }
  return across * (1 / size);
}

// The angle about an axis from v to u; 0 where both lie on it.
inline Angle angle_about(const Triple3& axis, const Triple3& v, const Triple3& u) {
  const Triple3 a = orthogonal_part(v, axis), b = orthogonal_part(u, axis);
  if (dot(a, a) < 1e-18 || dot(b, b) < 1e-18) return {};
  const double c = dot(a, b), s = dot(axis, cross(a, b)), scale = 1 / std::sqrt(c * c + s * s);
  return {c * scale, s * scale};
}

// The two angles where a + b cos φ + c sin φ is 0, or nearest to 0.
inline void arc_angles(double a, double b, double c, Angle* found) {
  const double square = b * b + c * c, size = std::sqrt(square);
  if (size == 0) {
    found[0] = found[1] = {};
    return;
  }
  const double mean = -std::min(std::max(a / size, -1.0), 1.0), half = std::sqrt((1 - mean) * (1 + mean));
  const double x = b / size, y = c / size;
  found[0] = {x * mean - y * half, y * mean + x * half}, found[1] = {x * mean + y * half, y * mean - x * half};
}

// The rotation by the least angle that brings the direction of v to that of u, neither of them zero.
inline Matrix3 shortest_rotation(const Triple3& v, const Triple3& u) {
  const Triple3 a = v * (1 / length(v)), b = u * (1 / length(u)), axis = cross(a, b);
  const double cosine = dot(a, b);
  if (cosine < 0 && dot(axis, axis) < 1e-24) {
    const Triple3 k = orthogonal_unit({a.y, a.z, a.x}, a);
    return outer(k, k) * 2.0 + diagonal(-1.0);
  }
  // [axis]×²/(1 + cos); near half a turn 1 + cos is more exact from the sine
  const double rest = cosine > 0 ? 1 / (1 + cosine) : (1 - cosine) / dot(axis, axis);
  const Matrix3 k = cross_matrix(axis);
  return diagonal(cosine) + k + outer(axis, axis) * rest;
}

// Angles with rotation = turn(first, α)·turn(second, β)·turn(third, γ): two branches (Davenport 1973).
inline void three_turns(const Matrix3& rotation, const Triple3* axes, Angle found[2][3]) {
  const Triple3 &first = axes[0], &second = axes[1], &third = axes[2];
  const double beside = dot(first, second) * dot(second, third), rest = dot(first, third);
  const Triple3 goal = rotation * third, side = orthogonal_unit(second, third), side_goal = rotation * side;
  Angle beta[2];
  arc_angles(beside - dot(first, goal), rest - beside, dot(first, cross(second, third)), beta);
  for (int i = 0; i < 2; ++i) {
    const Angle alpha = angle_about(first, rotated(second, beta[i], third), goal);
    const Triple3 left = rotated(second, beta[i].negated(), rotated(first, alpha.negated(), side_goal));
    found[i][0] = alpha, found[i][1] = beta[i], found[i][2] = angle_about(third, side, left);
  }
}

}  // namespace manikin
