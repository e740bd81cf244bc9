// The transpose of the Jacobian: a simplified dynamics.  Mirrors manikin/solvers/jacobian/transpose.py.
#pragma once

#include "numerics/runge_kutta.hpp"
#include "solvers/jacobian/jacobian_method.hpp"

namespace manikin {

// q̇ = scale · K Jᵀ F with F = −r (W eq. 4.10), integrated over a step of time.
class JacobianTranspose : public JacobianMethod {
 public:
  JacobianTranspose(const Program& program, const KernelLimits& limits, double tolerance, Options& in)
      : JacobianMethod(program, limits, tolerance), numeric_(program, 0), runge_kutta_(n_), response_(rows_), stage_r_(rows_),
        mobility_(n_), pull_(n_) {
    scale_ = in.next(0, 1e300), integrator_ = static_cast<Integrator>(static_cast<int>(in.whole(2)));
    time_step_ = in.positive(), accuracy_ = in.positive(), max_step_ = in.positive();
    numeric_ = Differences(program, in.next(0, 1e300));
    gains_ = in.several(n_, 0), speeds_ = in.several(n_, 0);
    h_ = time_step_;
    if (integrator_ != Integrator::euler) chain_.reset();  // the rates of the stages are computed from forces on the joints
  }

 protected:
  void reset() override { h_ = time_step_; }

  double* find_jacobian() override {
    if (numeric_.delta == 0) return JacobianMethod::find_jacobian();
    return numeric_.find(program_, plan_, limits_, q_.data(), [&](const double* q, double* r) { evaluate(q, r); });
  }

 public:
  Status advance() override {
    linearise();
    if (is_minimum()) return Status::minimum;
    const double scale = chosen_scale();
    for (std::int64_t i = 0; i < n_; ++i) mobility_[i] = held_[i] ? 0.0 : scale * gains_[i] * limits_.gain[i];
    rates_from(gradient_.data(), runge_kutta_.first());
    auto rates = [&](const double* q, double* out) { find_rates(q, out); };
    switch (integrator_) {
      case Integrator::euler:
        for (std::int64_t i = 0; i < n_; ++i) step_[i] = time_step_ * runge_kutta_.first()[i];
        break;
      case Integrator::rk4: runge_kutta_.classic(q_.data(), time_step_, step_.data(), rates); break;
      default:
        if (!(runge_kutta_.dormand_prince(q_.data(), h_, error_tolerance(), step_.data(), rates) > 0)) return Status::stalled;
        h_ = std::min(h_, 1e100);
    }
    return take_step();
  }

 private:
  enum class Integrator { euler, rk4, adaptive };

  Differences numeric_;
  RungeKutta runge_kutta_;
  std::vector<double> response_, stage_r_, mobility_, pull_, gains_, speeds_;
  double scale_, time_step_, accuracy_, h_;
  Integrator integrator_;

  // The scale; 0 stands for the one that would bring linear rows nearest to zero.
  double chosen_scale() {
    if (scale_ > 0) return scale_;
    if (integrator_ == Integrator::adaptive) return 1;
    for (std::int64_t i = 0; i < n_; ++i) pull_[i] = gains_[i] * gradient_[i];
    product(blocks_, pull_.data(), response_.data());
    const double square = inner(response_.data(), response_.data(), rows_);
    return square > 0 ? inner(r_.data(), response_.data(), rows_) / square : 0.0;
  }

  // The rates of the joints under Jᵀ r, clamped to their speeds.
  void rates_from(const double* pull, double* rate) const {
    for (std::int64_t i = 0; i < n_; ++i) rate[i] = std::min(std::max(-mobility_[i] * pull[i], -speeds_[i]), speeds_[i]);
  }

  // The rates at a state.
  void find_rates(const double* state, double* out) {
    if (numeric_.delta > 0) {
      const double* blocks =
          numeric_.find(program_, plan_, limits_, state, [&](const double* q, double* r) { evaluate(q, r); });
      evaluate(state, stage_r_.data());
      transpose_product(blocks, stage_r_.data(), pull_.data());
    } else {
      evaluate(state, stage_r_.data());
      at_.gradient(pull_.data());
      for (std::int64_t i = 0; i < n_; ++i) pull_[i] *= 0.5 * limits_.gain[i];
    }
    rates_from(pull_.data(), out);
  }

  // Of the adaptive integrator: accuracy·|r|.
  double error_tolerance() const { return std::max(accuracy_ * std::sqrt(inner(r_.data(), r_.data(), rows_)), 1e-300); }
};

}  // namespace manikin
