// Newton steps with one Jacobian for all of them, and what each step tells about the next.  Mirrors
// manikin/solvers/lm/secant_steps.py.
#pragma once

#include "numerics/dense.hpp"

namespace manikin {

// Broyden's method by its steps: with the Jacobian of the start alone, every step would leave about the same share of the residual.
class SecantSteps {
 public:
  SecantSteps(std::int64_t size, std::size_t most) : n_(size), steps_(most * size), squares_(most) {}

  // The next step begins anew.
  void forget() { count_ = 0; }
  bool empty() const { return count_ == 0; }

  // The step of the first Jacobian becomes one that the steps before agree with.
  void improve(double* step) const {
    for (std::size_t k = 0; k < count_; ++k) {
      const double share = squares_[k] > 0 ? inner(at(k), step, n_) / squares_[k] : 0.0;
      if (k + 1 < count_) add_scaled(step, at(k + 1), share, n_);
      else
        for (std::int64_t j = 0; j < n_; ++j) step[j] /= 1 - std::min(share, kMostShare);
    }
  }

  // A step was made.
  void remember(const double* step) {
    if (count_ == squares_.size()) return;
    std::copy(step, step + n_, steps_.begin() + count_ * n_);
    squares_[count_++] = inner(step, step, n_);
  }

 private:
  static constexpr double kMostShare = 0.5;  // what a step may leave of the one before, to be lengthened by it
  std::int64_t n_;
  std::vector<double> steps_, squares_;
  std::size_t count_ = 0;
  const double* at(std::size_t k) const { return steps_.data() + k * n_; }
};

}  // namespace manikin
