// The transpose of the Jacobian: a simplified dynamics.  Mirrors manikin/solvers/jacobian/transpose.py.
#pragma once

#include "solvers/jacobian/jacobian_method.hpp"

namespace manikin {

// q̇ = scale · K Jᵀ F with F = −r (W eq. 4.10), integrated over a step of time.
class JacobianTranspose : public JacobianMethod {
 public:
  JacobianTranspose(const Program& program, const Setting& setting, double tolerance, Options& in)
      : JacobianMethod(program, setting, tolerance), numeric_(program, 0), stages_(7 * n_), state_(n_), response_(rows_),
        stage_r_(rows_), mobility_(n_), pull_(n_) {
    scale_ = in.next(0, 1e300), integrator_ = static_cast<Integrator>(static_cast<int>(in.whole(2)));
    time_step_ = in.positive(), accuracy_ = in.positive(), max_step_ = in.positive();
    numeric_ = Differences(program, in.next(0, 1e300));
    gains_ = in.several(n_, 0), speeds_ = in.several(n_, 0);
    h_ = time_step_;
    if (integrator_ != Integrator::euler) chain_.reset();  // the stages' rates come from forces on the joints
  }

 protected:
  void restart() override { h_ = time_step_; }

  double* slopes() override {
    if (numeric_.delta == 0) return JacobianMethod::slopes();
    return numeric_.find(program_, plan_, setting_, q_.data(), [&](const double* q, double* r) { evaluate(q, r); });
  }

 public:
  Status advance() override {
    linearise();
    if (still()) return Status::minimum;
    const double scale = chosen_scale();
    for (std::int64_t i = 0; i < n_; ++i) mobility_[i] = held_[i] ? 0.0 : scale * gains_[i] * setting_.gain[i];
    give_way(gradient_.data(), stage(0));
    switch (integrator_) {
      case Integrator::euler:
        for (std::int64_t i = 0; i < n_; ++i) step_[i] = time_step_ * stage(0)[i];
        break;
      case Integrator::rk4: classic(); break;
      default:
        if (!adaptive()) return Status::stalled;
    }
    return move();
  }

 private:
  enum class Integrator { euler, rk4, adaptive };

  Differences numeric_;
  std::vector<double> stages_, state_, response_, stage_r_, mobility_, pull_, gains_, speeds_;
  double scale_, time_step_, accuracy_, h_;
  Integrator integrator_;

  double* stage(int k) { return stages_.data() + k * n_; }

  // 0 stands for the step that would bring the rows nearest to zero were they linear.
  double chosen_scale() {
    if (scale_ > 0) return scale_;
    if (integrator_ == Integrator::adaptive) return 1;
    for (std::int64_t i = 0; i < n_; ++i) pull_[i] = gains_[i] * gradient_[i];
    push_forward(blocks_, pull_.data(), response_.data());
    const double square = inner(response_.data(), response_.data(), rows_);
    return square > 0 ? inner(r_.data(), response_.data(), rows_) / square : 0.0;
  }

  // The joints' rates under Jᵀ r, none faster than it may.
  void give_way(const double* pull, double* rate) const {
    for (std::int64_t i = 0; i < n_; ++i) rate[i] = std::min(std::max(-mobility_[i] * pull[i], -speeds_[i]), speeds_[i]);
  }

  // The rates at state_.
  void rates(double* out) {
    if (numeric_.delta > 0) {
      const double* blocks =
          numeric_.find(program_, plan_, setting_, state_.data(), [&](const double* q, double* r) { evaluate(q, r); });
      evaluate(state_.data(), stage_r_.data());
      pull_back(blocks, stage_r_.data(), pull_.data());
    } else {
      evaluate(state_.data(), stage_r_.data());
      at_.gradient(pull_.data());
      for (std::int64_t i = 0; i < n_; ++i) pull_[i] *= 0.5 * setting_.gain[i];
    }
    give_way(pull_.data(), out);
  }

  // state_ := q + h Σ weight · stage
  void reach(double h, const double* weights, int count) {
    std::copy(q_.begin(), q_.end(), state_.begin());
    for (int k = 0; k < count; ++k)
      if (weights[k] != 0) add_scaled(state_.data(), stage(k), h * weights[k], n_);
  }

  void classic() {
    const double h = time_step_, half[] = {0.5}, second[] = {0, 0.5}, third[] = {0, 0, 1};
    reach(h, half, 1), rates(stage(1));
    reach(h, second, 2), rates(stage(2));
    reach(h, third, 3), rates(stage(3));
    for (std::int64_t i = 0; i < n_; ++i)
      step_[i] = h / 6 * (stage(0)[i] + 2 * stage(1)[i] + 2 * stage(2)[i] + stage(3)[i]);
  }

  // One accepted step of Dormand and Prince's pair 5(4) (1980), its length by the usual controller (Hairer, Nørsett & Wanner,
  // II.4): tolerance accuracy·|r| + 1e-12·|q|, safety 0.9, factors 0.2 … 10.
  bool adaptive() {
    static constexpr double a[5][5] = {{1.0 / 5},
                                       {3.0 / 40, 9.0 / 40},
                                       {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}};
    static constexpr double b[6] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
    static constexpr double e[7] = {-71.0 / 57600, 0, 71.0 / 16695, -71.0 / 1920, 17253.0 / 339200, -22.0 / 525, 1.0 / 40};
    const double relative = 1e-12, absolute = std::max(accuracy_ * std::sqrt(inner(r_.data(), r_.data(), rows_)), 1e-300);
    bool rejected = false;
    for (; h_ > 5e-323; rejected = true) {
      for (int k = 1; k < 6; ++k) reach(h_, a[k - 1], k), rates(stage(k));
      reach(h_, b, 6), rates(stage(6));
      double sum = 0;
      for (std::int64_t i = 0; i < n_; ++i) {
        double error = 0;
        for (int k = 0; k < 7; ++k) error = madd(e[k], stage(k)[i], error);
        const double scale = absolute + relative * std::max(std::fabs(q_[i]), std::fabs(state_[i]));
        error *= h_ / scale;
        sum = madd(error, error, sum);
      }
      const double norm = std::sqrt(sum / double(n_));
      const double wish = norm > 0 ? 0.9 * std::pow(norm, -0.2) : 10.0;
      if (norm < 1) {
        for (std::int64_t i = 0; i < n_; ++i) step_[i] = state_[i] - q_[i];
        h_ = std::min(h_ * std::min(rejected ? 1.0 : 10.0, wish), 1e100);
        return true;
      }
      h_ *= wish > 0.2 ? wish : 0.2;
    }
    return false;
  }
};

}  // namespace manikin
