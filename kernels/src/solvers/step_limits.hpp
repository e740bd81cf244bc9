// How far the steps of a search may go: to the limits, or at first part of the way.  Mirrors manikin/solvers/step_limits.py.
#pragma once

#include <cmath>
#include <cstddef>

#include "solvers/kernel_limits.hpp"

namespace manikin {

// The share of its way to a limit that a parameter may go at first; and of that way, what it must have gone to be held there.
constexpr double kNearShare = 0.5, kHeldShare = 0.999;

class StepLimits {
 public:
  std::vector<double> lo, hi;

  explicit StepLimits(const KernelLimits& limits) : lo(limits.lo), hi(limits.hi), limits_(limits), start_(lo.size()) {}

  // Steps may go part of the way from a state to the limits, if all that moves has limits.
  void draw_near(const double* q) {
    if (!all_limited()) return open();
    for (std::size_t i = 0; i < lo.size(); ++i) {
      start_[i] = q[i];
      lo[i] = q[i] + kNearShare * (limits_.lo[i] - q[i]);
      hi[i] = q[i] + kNearShare * (limits_.hi[i] - q[i]);
    }
    are_near_ = true;
  }

  // Steps may go to the limits.
  void open() { lo = limits_.lo, hi = limits_.hi, are_near_ = false; }

  bool are_near() const { return are_near_; }

  // Whether a parameter of a state has gone as far as it may at first, and could go farther.
  bool hold(const double* q) const {
    for (std::size_t i = 0; are_near_ && i < lo.size(); ++i) {
      if (!(limits_.gain[i] > 0)) continue;
      const double down = start_[i] - lo[i], up = hi[i] - start_[i];
      if ((down > 0 && start_[i] - q[i] >= kHeldShare * down) || (up > 0 && q[i] - start_[i] >= kHeldShare * up)) return true;
    }
    return false;
  }

 private:
  // What has none, such as a root that floats, would take over what others may not do at first, and lead to another pose.
  bool all_limited() const {
    for (std::size_t i = 0; i < lo.size(); ++i)
      if (limits_.gain[i] > 0 && !(std::isfinite(limits_.lo[i]) && std::isfinite(limits_.hi[i]))) return false;
    return true;
  }

  const KernelLimits& limits_;
  std::vector<double> start_;
  bool are_near_ = false;
};

}  // namespace manikin
