// Balls for the tests of the kernels: random axes, and quaternions by plain arithmetic.
#pragma once

#include <array>

#include "support/forest.hpp"

namespace manikin::tests {

using Turn = std::array<double, 4>;  // xyzw

inline Turn product(const Turn& a, const Turn& b) {
  return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
          a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

inline Turn about(const double* axis, double angle) {
  const double s = std::sin(angle / 2);
  return {s * axis[0], s * axis[1], s * axis[2], std::cos(angle / 2)};
}

// The turn of a ball with axes (3, 3) at three angles.
inline Turn ball_turn(const double* axes, const double* theta) {
  return product(product(about(axes, theta[0]), about(axes + 3, theta[1])), about(axes + 6, theta[2]));
}

// The angle between two turns.
inline double gap_between(const Turn& a, const Turn& b) {
  const Turn way = product({-a[0], -a[1], -a[2], a[3]}, b);
  return 2 * std::atan2(std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]), std::fabs(way[3]));
}

// The rotation vector from one turn to another, in the frame of the first.
inline std::array<double, 3> way_between(const Turn& a, const Turn& b) {
  Turn way = product({-a[0], -a[1], -a[2], a[3]}, b);
  if (way[3] < 0)
    for (double& x : way) x = -x;
  const double size = std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  const double factor = size < 1e-150 ? 2.0 : 2 * std::atan2(size, way[3]) / size;
  return {way[0] * factor, way[1] * factor, way[2] * factor};
}

// Axes (balls, 3, 3), each at a right angle to the next: the usual ones in some order, or turned ones.
inline std::vector<double> random_ball_axes(Random& random, int balls) {
  std::vector<double> made;
  for (int i = 0; i < balls; ++i) {
    double rows[9] = {};
    const int first = whole(random, 0, 2), second = (first + whole(random, 1, 2)) % 3;
    const int third = whole(random, 0, 1) ? first : 3 - first - second;  // as in x-y-x or x-y-z
    rows[first] = 1, rows[3 + second] = whole(random, 0, 1) ? 1 : -1, rows[6 + third] = 1;
    made.insert(made.end(), rows, rows + 9);
  }
  return made;
}

}  // namespace manikin::tests
