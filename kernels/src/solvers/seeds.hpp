// Other starts of a search.
#pragma once

#include "evaluation/program.hpp"
#include "solvers/kernel_limits.hpp"

namespace manikin {

// Other starts: a low-discrepancy sequence between the limits (Roberts' generalised golden ratio).  A parameter without limits
// stays within 3 rad or 3 m of the given start, and one that changes no goal stays where it is.  Every second start goes only part
// of the way from the given one.
class Seeds {
 public:
  Seeds(const Program& program, const KernelLimits& limits)
      : limits_(limits), strides_(limits.lo.size()), drawn_(limits.lo.size(), 0) {
    for (const std::int32_t column : program.goal_columns) drawn_[column] = limits.gain[column] != 0;
    const double n = static_cast<double>(strides_.size());
    double phi = 2, stride = 1;
    for (int i = 0; i < 40; ++i) phi = std::pow(1 + phi, 1 / (n + 1));
    for (double& s : strides_) s = stride /= phi;
  }
  void write(std::int64_t k, const double* start, double* q) const {
    const double way = k % 2 ? 0.6 : 1.0;
    for (std::size_t i = 0; i < strides_.size(); ++i) {
      double t = 0.5 + strides_[i] * static_cast<double>(k);
      t -= std::floor(t);
      const bool free = std::isfinite(limits_.lo[i]) && std::isfinite(limits_.hi[i]);
      const double lo = free ? limits_.lo[i] : std::max(start[i] - 3.0, limits_.lo[i]);
      const double hi = free ? limits_.hi[i] : std::min(start[i] + 3.0, limits_.hi[i]);
      const double there = start[i] + way * (lo + t * (hi - lo) - start[i]);
      q[i] = drawn_[i] ? std::min(std::max(there, lo), hi) : start[i];
    }
  }

 private:
  const KernelLimits& limits_;
  std::vector<double> strides_;
  std::vector<std::uint8_t> drawn_;
};

}  // namespace manikin
