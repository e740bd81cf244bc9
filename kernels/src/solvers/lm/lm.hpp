// Levenberg-Marquardt with exact limits: the default solver.  Mirrors manikin/solvers/lm/lm.py.
//
// The damping is proportional to the objective, and on hard rows to their own part of it.  So the last steps are
// Gauss-Newton steps, and where goals conflict the hard ones win.  Once hard goals are satisfied they stay so: a step
// must end on them, and is then judged by the soft goals.  If hard goals cannot be satisfied they are weighted in the
// damping as in the merit.
#pragma once

#include "solvers/lm/conjugate_step.hpp"
#include "solvers/lm/secant_steps.hpp"
#include "solvers/lm/step.hpp"

namespace manikin {

class LevenbergMarquardt : public DampedStep {
 public:
  LevenbergMarquardt(const Program& program, const KernelLimits& limits, double tolerance)
      : DampedStep(program, limits, tolerance), corrected_(n_), corrected_r_(rows_), combined_(n_), combined_r_(rows_),
        saved_state_(n_), correction_(n_), last_(limits, steps_), secants_(n_, kMaxCorrections) {}

  bool should_restart() const override { return slow_steps_ >= kSlowStepsToRestart; }
  const std::vector<double>& learnt_dampings() const override { return learnt_; }
  void plan_dampings(const std::vector<double>& dampings) override { planned_ = dampings, learnt_.clear(); }

  // If a search ends or slows down with violated hard goals, it first tries to satisfy them alone.  If that fails it goes on to
  // the best compromise.
  Status advance() override {
    const Status status = iterate();
    if (status != Status::running) reset_damping();  // the next call has other targets
    if (!(current_.hard_violation > hard_tolerance_) ||
        (status == Status::running && (hard_clash_ || slow_steps_ < kSlowStepsToSwitch)))
      return status;
    if (meet_hard_goals()) return Status::running;
    if (hard_clash_ || !(current_.hard_violation > kSatisfiableSquared)) return status;
    reset_damping();
    hard_clash_ = true;
    return Status::running;
  }

 protected:
  Status iterate() {
    blocks_ = scaled_jacobian();
    std::copy(r_.begin(), r_.end(), row_residual_.begin());
    if (hard_only_) clear_soft_rows();
    update_shrink();
    update_columns();
    update_objectives();
    begin_bounds();
    hard_clash_ = hard_clash_ && hard_objective_ > kSatisfiableSquared;
    bool nearly = relative_gain_ < 1e-9;
    const bool known = learnt_.size() < planned_.size() && !hard_only_;
    if (known && (learnt_.empty() || !(current_.hard_violation > hard_tolerance_))) mu_ = planned_[learnt_.size()];
    for (int tries = 0; tries < kMaxDampingTrials; ++tries) {
      if (step_within_bounds()) {
        if (tries == 0) nearly |= predicts_little();
        if (gradient_below(1e-9) || lean_step_below(kNoLeanStep)) return Status::minimum;
        if (hard_rows_) project_gradient();
        Measure<double> next = corrected(trial_, trial_r_);
        if (improves(next, current_)) {
          const double before = objective_of(current_);
          const bool hidden =
              hard_rows_ && predicted_gain_ < 1e-12 * before;  // below rounding: it says nothing about the damping
          const double gain_ratio = hidden ? 1 : (before - objective_of(next)) / predicted_gain_;
          const bool same = (next.hard_violation <= hard_tolerance_) == (current_.hard_violation <= hard_tolerance_);
          next = combined_step(next);
          relative_gain_ = 1 - objective_of(next) / before,
          slow_steps_ = objective_of(next) > kSlowRatio * before && same ? slow_steps_ + 1 : 0;
          accept(trial_, trial_r_, next);
          is_evaluated_ = !evaluated_elsewhere_;
          const double made = mu_;
          mu_ = next_damping(mu_, gain_ratio, hard_rows_ ? kMinDampingBesideHard : kMinDamping);
          // a smaller damping that was just refused is not tried again
          if (!hard_only_ && learnt_.size() < kMostPlanned) learnt_.push_back(tries ? std::max(made, mu_) : mu_);
          return stagnates() || lean_step_below(kLastLeanStep) ? Status::minimum : Status::running;
        }
        if (gradient_below(1e-7)) return Status::minimum;  // the remaining gain is below rounding
      }
      mu_ *= 8;
    }
    return nearly ? Status::minimum : Status::stalled;  // not even the shortest step gives a visible gain
  }

  void reset() override { reset_damping(), hard_clash_ = false; }
  virtual void reset_damping() { mu_ = kInitialDamping, slow_steps_ = 0, relative_gain_ = 1, planned_.clear(); }

  // Overridden for hard inequalities: see bounds.hpp.
  virtual void begin_bounds() {}
  virtual bool step_within_bounds() { return step(); }
  virtual bool stagnates() { return false; }
  virtual double remaining_residual(std::int64_t row, const std::vector<double>& r) const { return r[row]; }

  std::vector<double> corrected_, corrected_r_, combined_, combined_r_;  // a corrected trial; one combined with the last step
  std::vector<double> saved_state_;                                      // the state before the hard goals were tried alone
  std::vector<double> correction_;                                       // the step of a correction, over the gains
  LastStep last_;
  SecantSteps secants_;  // of the corrections
  double relative_gain_ = 1;
  std::vector<double> planned_, learnt_;  // dampings of the first steps: this time, and another time
  int slow_steps_ = 0;
  bool evaluated_elsewhere_ = false;  // whether the workspace holds another state than the trial

  double objective_of(const Measure<double>& m) const { return hard_only_ ? kHardWeight * m.hard_violation : m.merit; }
  bool improves(const Measure<double>& a, const Measure<double>& b) const {
    return hard_only_ ? a.hard_violation < b.hard_violation : is_better(a, b);
  }

  // The trial; where steps are slow, its combination with the last step if that is better.
  Measure<double> combined_step(Measure<double> measure) {
    const bool wanted = slow_steps_ >= kSlowStepsToRestart &&
                        last_.combine(q_, merit_gradient_, trial_, objective_of(measure) - objective_of(current_), combined_);
    last_.remember(q_, merit_gradient_);
    if (!wanted) return measure;
    shorten(combined_);
    const Measure<double> next = corrected(combined_, combined_r_);
    if (!improves(next, measure)) {
      evaluated_elsewhere_ = true;
      return measure;
    }
    trial_.swap(combined_), trial_r_.swap(combined_r_);
    return next;
  }

  // ---- hard goals ----------------------------------------------------------------------------------------------------

  // Tries to satisfy the hard goals: the same method on their rows alone.  If that fails the state stays.
  bool meet_hard_goals() {
    std::copy(q_.begin(), q_.end(), saved_state_.begin());
    const bool clash = hard_clash_;
    reset_damping();
    hard_only_ = true, hard_clash_ = false;
    for (int i = 0; i < kMaxHardOnlyIterations && current_.hard_violation > hard_tolerance_ && slow_steps_ < kSlowStepsToSwitch;
         ++i)
      if (iterate() != Status::running) break;
    hard_only_ = false;
    reset_damping();
    if (current_.hard_violation <= hard_tolerance_) return true;
    std::copy(saved_state_.begin(), saved_state_.end(), q_.begin());
    evaluate_current();
    hard_clash_ = clash;
    return false;
  }

  // Where hard goals are satisfied the gradient counts along them: without the part that their multipliers −λ y take.
  void project_gradient() {
    if (hard_objective_ > hard_tolerance_) return;
    const double lambda = soft_damping();
    for (std::int64_t j = 0; j < n_; ++j) {
      double sum = 0;
      for (std::int64_t i = 0; i < hard_rows_; ++i) sum = madd(column(j)[i], madd(lambda, y_[i], row_residual_[i]), sum);
      merit_gradient_[j] = gradient_[j] - sum;
    }
  }

  // Removes the soft rows from the step.
  void clear_soft_rows() {
    for (const GoalInfo& goal : program_.goals)
      if (goal.row >= hard_rows_) std::fill_n(blocks_ + goal.block, std::int64_t(goal.rows) * goal.width(), 0.0);
    std::fill(row_residual_.begin() + hard_rows_, row_residual_.end(), 0.0);
  }

  // Evaluates a trial.  A step satisfies hard goals to first order only: Newton steps with the present Jacobian bring
  // the trial back to them before it is judged.  In a search that leans each of them tells the next one how the rows
  // curve: frames must be quick.  Parameters that meet a limit on the way stay there.  On the way only the hard rows are
  // evaluated.
  Measure<double> corrected(std::vector<double>& q, std::vector<double>& r) {
    evaluated_elsewhere_ = false;
    if (!hard_rows_) return evaluate(q.data(), r.data());
    double violation = evaluate_hard_rows(q.data(), r.data());
    bool refactorise = true;
    for (int i = 0; i < kMaxCorrections && violation > kCorrectedSquared; ++i) {
      if (refactorise && !factorise()) break;
      if (refactorise) secants_.forget();
      newton_step(q, r);
      if ((refactorise = stops_at_limits(q))) continue;
      polyhedron_.trim(corrected_.data(), steps_);
      const double next = evaluate_hard_rows(corrected_.data(), corrected_r_.data());
      if (!(next < 0.5 * violation)) {
        if (secants_.empty()) break;
        secants_.forget();  // they misled it: once more without them
        continue;
      }
      if (leans()) secants_.remember(correction_.data());
      q.swap(corrected_), r.swap(corrected_r_);
      violation = next;
    }
    --evaluations;  // the same, with the soft rows
    return evaluate_soft_rows(q.data(), r.data());
  }

  // Factorises the equations of hard rows and active linear limits over the free columns.
  bool factorise() {
    const auto active = static_cast<std::int64_t>(active_limits_.size()), size = hard_rows_ + active;
    for (std::int64_t k = 0; k < active; ++k) linear_row(k);
    auto of = [&](std::int64_t i) { return i < hard_rows_ ? i : rows_ + i - hard_rows_; };
    for (std::int64_t i = 0; i < size; ++i) {
      double* row = factor_.get() + i * stride_;
      for (std::int64_t j = i; j < size; ++j) row[j] = normal_.get()[of(i) * stride_ + of(j)];
      if (i < hard_rows_) row[i] += damping(i);
    }
    return eliminate(factor_.get(), inverse_.data(), size, size, stride_);
  }

  // corrected_ := q after a Newton step.
  void newton_step(const std::vector<double>& q, const std::vector<double>& r) {
    const auto size = hard_rows_ + static_cast<std::int64_t>(active_limits_.size());
    for (std::int64_t j = 0; j < size; ++j) {  // forward substitution; solve_upper substitutes back
      double* row = factor_.get() + j * stride_;
      row[size_] = j < hard_rows_ ? remaining_residual(j, r) : beyond(active_limits_[j - hard_rows_], q);
      for (std::int64_t k = 0; k < j; ++k) {
        const double* above = factor_.get() + k * stride_;
        row[size_] = nmadd(above[j] * inverse_[k], above[size_], row[size_]);
      }
    }
    solve_upper(factor_.get(), inverse_.data(), size, size_, stride_, y_.data());
    for (std::int64_t j = 0; j < n_; ++j) {
      double step = 0;
      for (std::int64_t row = 0; row < hard_rows_; ++row) step = madd(column(j)[row], y_[row], step);
      for (std::size_t at = 0; at < active_limits_.size(); ++at)
        step = madd(linear(active_limits_[at])[j] * gain_[j], y_[hard_rows_ + at], step);
      correction_[j] = at_limit_[j] ? 0.0 : -step;
    }
    if (leans()) secants_.improve(correction_.data());
    for (std::int64_t j = 0; j < n_; ++j) corrected_[j] = at_limit_[j] ? q[j] : q[j] + gain_[j] * correction_[j];
  }

  // How far q is beyond the active end of a linear limit.
  double beyond(std::int64_t k, const std::vector<double>& q) const {
    return inner(linear(k), q.data(), n_) - (side_[k] > 0 ? limits_.linear_hi[k] : limits_.linear_lo[k]);
  }

  // Whether the way from q to corrected_ meets new limits; they become active.
  bool stops_at_limits(const std::vector<double>& q) {
    bool met = false;
    for (std::int64_t j = 0; j < n_; ++j) {
      if (at_limit_[j] || gain_[j] == 0 || corrected_[j] == inside(j, corrected_[j])) continue;
      at_limit_[j] = 1, met = true;
      add_column(j, -1.0, normal_.get());
    }
    for (std::int64_t k = 0; k < limits_.linear_rows() && !met; ++k) {
      if (side_[k]) continue;
      const double then = inner(linear(k), corrected_.data(), n_), before = inner(linear(k), q.data(), n_),
                   slack = 1e-13 * (1 + std::fabs(then));
      side_[k] = then > std::max(limits_.linear_hi[k], before) + slack   ? 1
                 : then < std::min(limits_.linear_lo[k], before) - slack ? -1
                                                                         : 0;
      if (side_[k]) active_limits_.push_back(static_cast<std::int32_t>(k)), met = true;
    }
    return met;
  }
};

}  // namespace manikin
