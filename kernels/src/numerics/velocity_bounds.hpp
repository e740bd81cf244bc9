// How fast parameters may move in one step: speed, acceleration, and the way that is left to their limits.
// Mirrors manikin/simulation/velocity_bounds.py.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace manikin {

struct VelocityBounds {
  std::vector<double> lo, hi, fastest, acceleration;  // an infinite acceleration is none
  double dt;

  // The least and the largest rates at a state, after the rates `before` unless that is null.
  void at(const double* q, const double* before, double* least, double* largest) const {
    for (std::size_t j = 0; j < lo.size(); ++j) {
      double up = bound(j, (hi[j] - q[j]) / dt), down = -bound(j, (q[j] - lo[j]) / dt);
      if (up < down) (q[j] > hi[j] ? up : down) = q[j] > hi[j] ? down : up;  // back, but not faster than it can stop
      least[j] = down, largest[j] = up;
      if (!before) continue;
      const double change = acceleration[j] * dt;
      least[j] = std::min(std::max(before[j] - change, down), up), largest[j] = std::min(std::max(before[j] + change, down), up);
    }
  }

 private:
  // The largest rate toward a limit, given the way to it divided by dt.  Beyond the limit: back to it, as fast as it may.
  double bound(std::size_t j, double room) const {
    if (std::isfinite(acceleration[j]) && std::isfinite(room) && room >= 0) room = std::min(room, stopping_rate(j, room));
    return std::max(std::min(room, fastest[j]), -fastest[j]);
  }

  // The rate from which a parameter can still stop within the room if its rate falls by a·dt in every step.
  double stopping_rate(std::size_t j, double room) const {
    const double change = acceleration[j] * dt, way = room / change;
    const double whole = std::floor(0.5 * (std::sqrt(8 * way + 1) - 1));
    return (way / (whole + 1) + 0.5 * whole) * change;
  }
};

}  // namespace manikin
