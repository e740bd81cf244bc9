// The default solver for a point, an orientation or a frame of a plain chain with a constant target and no linear limits: the
// usual arm or leg.  It is the method of lm.hpp in arithmetic of fixed size; chain_lanes.hpp does the same for many problems.
#pragma once

#include "solvers/chain/place.hpp"
#include "solvers/lm/chain_step.hpp"
#include "solvers/search.hpp"

namespace manikin {

template <int R> class ChainLevenbergMarquardt : public Search {
 public:
  ChainLevenbergMarquardt(const Program& program, const KernelLimits& limits, double tolerance)
      : Search(program, limits, tolerance), chain_goal_(program, limits, workspace_), step_(program, limits), trial_(n_),
        trial_r_(rows_), combined_(n_), combined_r_(rows_) {}

  double least_merit() const override { return chain_goal_.least_merit(); }
  bool should_restart() const override { return slow_steps_ >= kSlowStepsToRestart; }

  Status advance() override {
    const Status status = iterate();
    if (status != Status::running) reset();  // the next call has other targets
    return status;
  }

 protected:
  Status iterate() {
    if (!is_evaluated_) evaluate_current();
    if (!has_jacobian_) chain_goal_.jacobian(step_.gains, step_.jacobian, true);
    has_jacobian_ = false;
    step_.linearise(r_.data(), q_.data());
    if (step_.gradient_below(1e-9)) return Status::minimum;
    std::copy(q_.begin(), q_.end(), trial_.begin());
    bool nearly = relative_gain_ < 1e-9;
    for (int tries = 0; tries < kMaxDampingTrials; ++tries) {
      if (step_.step(mu_, true, trial_.data())) {
        if (tries == 0) nearly |= step_.predicts_little(mu_);
        Measure<double> next = evaluate(trial_.data(), trial_r_.data());
        if (next.merit < current_.merit) {
          mu_ = next_damping(mu_, (current_.merit - next.merit) / step_.predicted_gain);
          next = combined_step(next);
          relative_gain_ = 1 - next.merit / current_.merit;
          slow_steps_ = next.merit > kSlowRatio * current_.merit ? slow_steps_ + 1 : 0;
          accept(trial_, trial_r_, next);  // its evaluation, or its Jacobian, is known
          return Status::running;
        }
        if (step_.gradient_below(1e-7)) return Status::minimum;
      }
      mu_ *= 8;
    }
    return nearly ? Status::minimum : Status::stalled;
  }

  Measure<double> evaluate(const double* q, double* r) override {
    ++evaluations;
    is_evaluated_ = q == q_.data();
    has_jacobian_ = false;
    double raw[R] = {};
    chain_goal_.residual(q, raw);
    return measured<double>(raw, program_.row_scales.data(), 0, 0.0, R, r);
  }
  void use_step_limits() override { step_.set_limits(steps_.lo.data(), steps_.hi.data()); }
  void reset() override { mu_ = kInitialDamping, slow_steps_ = 0, relative_gain_ = 1; }

 private:
  ChainGoal<double, R> chain_goal_;
  ChainStep<double, R> step_;
  std::vector<double> trial_, trial_r_, combined_, combined_r_;
  double mu_ = kInitialDamping, relative_gain_ = 1;
  int slow_steps_ = 0;
  bool has_jacobian_ = false;  // whether the Jacobian at the state is known

  // The trial; where steps are slow, its combination with the last step if that is better.
  Measure<double> combined_step(Measure<double> measure) {
    std::copy(q_.begin(), q_.end(), combined_.begin());
    const bool wanted =
        slow_steps_ >= kSlowStepsToRestart && step_.combine(measure.merit - current_.merit, trial_.data(), combined_.data());
    step_.remember(true);
    if (!wanted) return measure;
    chain_goal_.jacobian(step_.gains, step_.jacobian, true);  // before another state is evaluated
    const Measure<double> next = evaluate(combined_.data(), combined_r_.data());
    if ((has_jacobian_ = !(next.merit < measure.merit))) return measure;
    trial_.swap(combined_), trial_r_.swap(combined_r_);
    return next;
  }
};

}  // namespace manikin
