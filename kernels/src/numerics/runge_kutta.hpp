// Explicit Runge-Kutta steps for q̇ = f(q): the classic method of order four, and the adaptive pair of Dormand and Prince.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "numerics/dense.hpp"

namespace manikin {

// The steps take a callback derivative(state, out) that writes f(state), n numbers, to out.
class RungeKutta {
 public:
  explicit RungeKutta(std::int64_t n) : n_(n), stages_(7 * n), state_(n) {}

  // f at the start of the step; the caller writes it before a step.
  double* first() { return stage(0); }

  // dq := the change of q over h by the classic method of order four.
  template <class Derivative> void classic(const double* q, double h, double* dq, const Derivative& derivative) {
    static constexpr double second[] = {0.5}, third[] = {0, 0.5}, fourth[] = {0, 0, 1};
    combine(q, h, second, 1), derivative(state_.data(), stage(1));
    combine(q, h, third, 2), derivative(state_.data(), stage(2));
    combine(q, h, fourth, 3), derivative(state_.data(), stage(3));
    for (std::int64_t i = 0; i < n_; ++i) dq[i] = h / 6 * (stage(0)[i] + 2 * stage(1)[i] + 2 * stage(2)[i] + stage(3)[i]);
  }

  // dq := the change of q over one accepted step of Dormand and Prince's pair 5(4) (1980).  The first trial has the length h.
  // Gives the length of the accepted step, 0 where none was found; h becomes the length to try next.
  // The step length follows the usual controller (Hairer, Nørsett & Wanner, II.4): error tolerance absolute + 1e-12·|q|,
  // safety factor 0.9, change of length between 0.2 and 10.
  template <class Derivative>
  double dormand_prince(const double* q, double& h, double absolute, double* dq, const Derivative& derivative) {
    static constexpr double a[5][5] = {{1.0 / 5},
                                       {3.0 / 40, 9.0 / 40},
                                       {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}};
    static constexpr double b[6] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
    for (bool rejected = false; h > 5e-323; rejected = true) {
      for (int k = 1; k < 6; ++k) combine(q, h, a[k - 1], k), derivative(state_.data(), stage(k));
      combine(q, h, b, 6), derivative(state_.data(), stage(6));
      const double norm = error_norm(q, h, absolute);
      const double factor = norm == 0 ? 10.0 : 0.9 * std::pow(norm, -0.2);  // NaN: as short as may be
      if (norm < 1) {
        const double taken = h;
        for (std::int64_t i = 0; i < n_; ++i) dq[i] = state_[i] - q[i];
        h *= std::min(rejected ? 1.0 : 10.0, factor);
        return taken;
      }
      h *= factor > 0.2 ? factor : 0.2;
    }
    return 0;
  }

 private:
  std::int64_t n_;
  std::vector<double> stages_, state_;

  double* stage(int k) { return stages_.data() + k * n_; }

  // state_ := q + h Σ weight · stage
  void combine(const double* q, double h, const double* weights, int count) {
    std::copy(q, q + n_, state_.begin());
    for (int k = 0; k < count; ++k)
      if (weights[k] != 0) add_scaled(state_.data(), stage(k), h * weights[k], n_);
  }

  // The root mean square of the estimated errors, each divided by its tolerance.
  double error_norm(const double* q, double h, double absolute) {
    static constexpr double e[7] = {-71.0 / 57600, 0, 71.0 / 16695, -71.0 / 1920, 17253.0 / 339200, -22.0 / 525, 1.0 / 40};
    double sum = 0;
    for (std::int64_t i = 0; i < n_; ++i) {
      double error = 0;
      for (int k = 0; k < 7; ++k) error = madd(e[k], stage(k)[i], error);
      error *= h / (absolute + 1e-12 * std::max(std::fabs(q[i]), std::fabs(state_[i])));
      sum = madd(error, error, sum);
    }
    return std::sqrt(sum / double(n_));
  }
};

}  // namespace manikin
