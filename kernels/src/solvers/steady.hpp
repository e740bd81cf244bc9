// Whether targets go on as they did.  Mirrors _are_steady of manikin/solvers/levels.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace manikin {

// Targets go on if the change of their step, squared, is at most this share of the step.
constexpr double kSteady = 0.25;

class Steady {
 public:
  explicit Steady(std::size_t size) : targets_(size), steps_(size) {}

  // Whether targets are others than in the last frame.
  bool moved(const double* targets) const { return !std::equal(targets_.begin(), targets_.end(), targets); }

  // Whether targets move about as they did in the last frame; remembers them.
  bool go_on(const double* targets) {
    double turn = 0, size = 0;
    for (std::size_t k = 0; k < targets_.size(); ++k) {
      const double step = targets[k] - targets_[k];
      turn += (step - steps_[k]) * (step - steps_[k]), size += step * step;
      targets_[k] = targets[k], steps_[k] = step;
    }
    return size > 0 && turn <= kSteady * size;
  }

 private:
  std::vector<double> targets_, steps_;  // all constants of the last frame, and how they moved there
};

}  // namespace manikin
