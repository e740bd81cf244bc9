// Closed forms about turns.  Mirrors the second half of manikin/analytic.py.
#pragma once

#include "functions.hpp"
#include "sincos.hpp"
#include "triple.hpp"

namespace manikin {

using Triple3 = Triple<double>;
using Matrix3 = Matrix<double>;

inline Matrix3 about_axis(const Triple3& axis, double angle) {
  double s, c;
  sincos(angle, s, c);
  const Matrix3 k = cross_matrix(axis);
  return diagonal(1.0) + k * s + (k * k) * (1 - c);
}

// v turned about a unit axis.
inline Triple3 turned(const Triple3& axis, double angle, const Triple3& v) {
  double s, c;
  sincos(angle, s, c);
  return along(along(v * c, cross(axis, v), s), axis, (1 - c) * dot(axis, v));
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
inline double turn_about(const Triple3& axis, const Triple3& v, const Triple3& u) {
  const Triple3 a = square_to(v, axis), b = square_to(u, axis);
  if (length(a) < 1e-9 || length(b) < 1e-9) return 0;
  return std::atan2(dot(axis, cross(a, b)), dot(a, b));
}

// The two angles with a + b cos φ + c sin φ = 0, or where it comes nearest to 0.
inline void arc_angles(double a, double b, double c, double* found) {
  const double size = std::sqrt(b * b + c * c);
  if (size == 0) {
    found[0] = found[1] = 0;
    return;
  }
  const double middle = std::atan2(c, b), half = std::atan2(std::sqrt(std::max((size - a) * (size + a), 0.0)), -a);
  found[0] = middle + half, found[1] = middle - half;
}

// The rotation by the least angle that brings the direction of v to that of u, neither of them zero.
inline Matrix3 shortest_turn(const Triple3& v, const Triple3& u) {
  const Triple3 a = v * (1 / length(v)), b = u * (1 / length(u)), axis = cross(a, b);
  const double sine = length(axis), cosine = dot(a, b);
  if (sine < 1e-12)
    return cosine > 0 ? diagonal(1.0) : about_axis(square_unit({a.y, a.z, a.x}, a), 3.141592653589793);
  return about_axis(axis * (1 / sine), std::atan2(sine, cosine));
}

// Angles with rotation = turn(first, α)·turn(second, β)·turn(third, γ): two branches (Davenport 1973).
inline void three_turns(const Matrix3& rotation, const Triple3* axes, double found[2][3]) {
  const Triple3 &first = axes[0], &second = axes[1], &third = axes[2];
  const double beside = dot(first, second) * dot(second, third), rest = dot(first, third);
  const Triple3 goal = rotation * third;
  double beta[2];
  arc_angles(beside - dot(first, goal), rest - beside, dot(first, cross(second, third)), beta);
  const Triple3 side = square_unit(second, third);
  for (int i = 0; i < 2; ++i) {
    const Matrix3 turn = about_axis(second, beta[i]);
    const double alpha = turn_about(first, turn * third, goal);
    const Matrix3 left = transposed(about_axis(first, alpha) * turn) * rotation;
    found[i][0] = alpha, found[i][1] = beta[i], found[i][2] = turn_about(third, side, left * side);
  }
}

}  // namespace manikin
