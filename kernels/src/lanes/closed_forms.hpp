// Closed forms about turns.  Mirrors the second half of manikin/math/closed_forms.py; angles are kept as cosine and sine as long as
// they can be, which is faster and as exact.
#pragma once

#include "lanes/functions.hpp"
#include "lanes/triple.hpp"

namespace manikin {

using Triple3 = Triple<double>;
using Matrix3 = Matrix<double>;

// An angle; of any length but zero where only the angle is asked for.
struct Bearing {
  double c = 1, s = 0;
  double angle() const {
    const double size = first_quadrant_angle(std::fabs(s), std::fabs(c));
    return std::copysign(c < 0 ? 3.141592653589793 - size : size, s);
  }
  Bearing back() const { return {c, -s}; }
};

// v turned about a unit axis.
inline Triple3 turned(const Triple3& axis, const Bearing& by, const Triple3& v) {
  return along(along(v * by.c, cross(axis, v), by.s), axis, (1 - by.c) * dot(axis, v));
}

// The unit vector of what is left of v without its part along the unit vector n; any one where nothing is.
inline Triple3 square_unit(const Triple3& v, const Triple3& n) {
  Triple3 across = square_to(v, n);
  double size = length(across);
  if (size <= 1e-12 * length(v) || size == 0) {
    const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
    const Triple3 least = x <= y && x <= z ? Triple3{1, 0, 0} : y <= z ? Triple3{0, 1, 0} : Triple3{0, 0, 1};
    across = square_to(least, n), size = length(across);
  }
  return across * (1 / size);
}

// The angle about an axis from v to u; 0 where both lie on it.
inline Bearing turn_about(const Triple3& axis, const Triple3& v, const Triple3& u) {
  const Triple3 a = square_to(v, axis), b = square_to(u, axis);
  if (dot(a, a) < 1e-18 || dot(b, b) < 1e-18) return {};
  const double c = dot(a, b), s = dot(axis, cross(a, b)), scale = 1 / std::sqrt(c * c + s * s);
  return {c * scale, s * scale};
}

// The two angles with a + b cos φ + c sin φ = 0, or where it comes nearest to 0.
inline void arc_angles(double a, double b, double c, Bearing* found) {
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
inline Matrix3 shortest_turn(const Triple3& v, const Triple3& u) {
  const Triple3 a = v * (1 / length(v)), b = u * (1 / length(u)), axis = cross(a, b);
  const double cosine = dot(a, b);
  if (cosine < 0 && dot(axis, axis) < 1e-24) {
    const Triple3 k = square_unit({a.y, a.z, a.x}, a);
    return outer(k, k) * 2.0 + diagonal(-1.0);
  }
  // [axis]×²/(1 + cos); near half a turn 1 + cos is better had from the sine
  const double rest = cosine > 0 ? 1 / (1 + cosine) : (1 - cosine) / dot(axis, axis);
  const Matrix3 k = cross_matrix(axis);
  return diagonal(cosine) + k + outer(axis, axis) * rest;
}

// Angles with rotation = turn(first, α)·turn(second, β)·turn(third, γ): two branches (Davenport 1973).
inline void three_turns(const Matrix3& rotation, const Triple3* axes, Bearing found[2][3]) {
  const Triple3 &first = axes[0], &second = axes[1], &third = axes[2];
  const double beside = dot(first, second) * dot(second, third), rest = dot(first, third);
  const Triple3 goal = rotation * third, side = square_unit(second, third), side_goal = rotation * side;
  Bearing beta[2];
  arc_angles(beside - dot(first, goal), rest - beside, dot(first, cross(second, third)), beta);
  for (int i = 0; i < 2; ++i) {
    const Bearing alpha = turn_about(first, turned(second, beta[i], third), goal);
    const Triple3 left = turned(second, beta[i].back(), turned(first, alpha.back(), side_goal));
    found[i][0] = alpha, found[i][1] = beta[i], found[i][2] = turn_about(third, side, left);
  }
}

}  // namespace manikin
