// Levenberg-Marquardt with exact limits: the default solver.  Mirrors manikin/solvers/lm/lm.py.
//
// The damping is in proportion to the objective, on hard rows to their own share of it: the last steps are those of Gauss and
// Newton, and where goals clash the hard ones win.  Once they hold they are kept: a step counts only if it ends on them, and then
// by what it does for the soft ones.  Where hard ones cannot be met they weigh in the damping what they do in the merit.
#pragma once

#include "solvers/lm/conjugate_step.hpp"
#include "solvers/lm/step.hpp"

namespace manikin {

class Levenberg : public LevenbergStep {
 public:
  Levenberg(const Program& program, const Setting& setting, double tolerance)
      : LevenbergStep(program, setting, tolerance), other_(n_), other_r_(rows_), mate_(n_), mate_r_(rows_), left_(n_), last_(setting) {}

  bool weary() const override { return slow_ >= kPatience; }

  // A search that would end short of its hard goals, or creeps, meets them first; if it cannot, it goes on for the nearest
  // compromise.
  Status advance() override {
    const Status status = iterate();
    if (status != Status::running) afresh();  // whoever goes on does so with other targets
    if (!(now_.breach > enough_) || (status == Status::running && (clash_ || slow_ < kCreeping))) return status;
    if (met_alone()) return Status::running;
    if (clash_ || !(now_.breach > kMet)) return status;
    afresh();
    clash_ = true;
    return Status::running;
  }

 protected:
  Status iterate() {
    blocks_ = scaled_jacobian();
    std::copy(r_.begin(), r_.end(), r_used_.begin());
    if (alone_) set_aside();
    bend();
    renew();
    weigh();
    watch();
    clash_ = clash_ && hard_ > kMet;
    bool nearly = gained_ < 1e-9;
    for (int tries = 0; tries < kTries; ++tries) {
      if (step_within()) {
        if (tries == 0) nearly |= little_promised();
        if (gradient_below(1e-9)) return Status::minimum;
        Measure<double> next = evaluate(trial_.data(), trial_r_.data());
        astray_ = false;
        if (hard_rows_) follow_edge(), next = brought_back(trial_, trial_r_, next);
        if (gains(next, now_)) {
          const double before = worth(now_);
          const bool hidden = hard_rows_ && promise_ < 1e-12 * before;  // by rounding: it says nothing of the damping
          const double kept = hidden ? 1 : (before - worth(next)) / promise_;
          const bool same = (next.breach <= enough_) == (now_.breach <= enough_);
          next = joined(next);
          gained_ = 1 - worth(next) / before, slow_ = worth(next) > kPoor * before && same ? slow_ + 1 : 0;
          accept(trial_, trial_r_, next);
          placed_ = !astray_;
          mu_ = next_damping(mu_, kept, hard_rows_ ? kLeastBesideHard : kLeastDamping);
          return crept() ? Status::minimum : Status::running;
        }
        if (gradient_below(1e-7)) return Status::minimum;  // what is left to gain is lost in rounding
      }
      mu_ *= 8;
    }
    return nearly ? Status::minimum : Status::stalled;  // not even the shortest step down gains what can be seen
  }

  void restart() override { afresh(), clash_ = false; }
  virtual void afresh() { mu_ = kFirstDamping, slow_ = 0, gained_ = 1; }

  // Hard inequalities have more to say of a step: see levenberg_bounds.hpp.
  virtual void watch() {}
  virtual bool step_within() { return step(); }
  virtual bool crept() { return false; }
  virtual double left_of(std::int64_t row, const std::vector<double>& r) const { return r[row]; }

  std::vector<double> other_, other_r_, mate_, mate_r_;  // a trial being brought back; one that is joined with the last step
  std::vector<double> left_;  // the state from which hard goals were sought
  LastStep last_;
  double gained_ = 1;
  int slow_ = 0;
  bool astray_ = false;  // whether the room was last at another state than the trial

  double worth(const Measure<double>& m) const { return alone_ ? kHardness * m.breach : m.merit; }
  bool gains(const Measure<double>& a, const Measure<double>& b) const { return alone_ ? a.breach < b.breach : better(a, b); }

  // The trial, or, where steps gain little, what it makes together with the last one if that is better.
  Measure<double> joined(Measure<double> now) {
    const bool wanted = slow_ >= kPatience && last_.join(q_, uphill_, trial_, worth(now) - worth(now_), mate_);
    last_.remember(q_, uphill_);
    if (!wanted) return now;
    shorten(mate_);
    Measure<double> next = evaluate(mate_.data(), mate_r_.data());
    astray_ = false;
    if (hard_rows_) next = brought_back(mate_, mate_r_, next);
    if (!gains(next, now)) {
      astray_ = true;
      return now;
    }
    trial_.swap(mate_), trial_r_.swap(mate_r_);
    return next;
  }

  // ---- hard goals ----------------------------------------------------------------------------------------------------

  // Meets the hard goals if that can be done from here: the same method on their rows alone.  Else the state stays.
  bool met_alone() {
    std::copy(q_.begin(), q_.end(), left_.begin());
    const bool clash = clash_;
    afresh();
    alone_ = true, clash_ = false;
    for (int i = 0; i < kMostAlone && now_.breach > enough_ && slow_ < kCreeping; ++i)
      if (iterate() != Status::running) break;
    alone_ = false;
    afresh();
    if (now_.breach <= enough_) return true;
    std::copy(left_.begin(), left_.end(), q_.begin());
    take();
    clash_ = clash;
    return false;
  }

  // Where hard goals hold, what is uphill is so along them: the gradient without what their multipliers −λ y take of it.
  void follow_edge() {
    if (hard_ > enough_) return;
    const double lambda = damping_for(weighed());
    for (std::int64_t j = 0; j < n_; ++j) {
      double sum = 0;
      for (std::int64_t i = 0; i < hard_rows_; ++i) sum = madd(column(j)[i], madd(lambda, y_[i], r_used_[i]), sum);
      uphill_[j] = gradient_[j] - sum;
    }
  }

  // Leaves nothing of soft rows that a step could mind.
  void set_aside() {
    for (const GoalInfo& goal : program_.goals)
      if (goal.row >= hard_rows_) std::fill_n(blocks_ + goal.block, std::int64_t(goal.rows) * goal.width(), 0.0);
    std::fill(r_used_.begin() + hard_rows_, r_used_.end(), 0.0);
  }

  // The step keeps hard goals to first order only.  Newton's steps with the slope at hand bring a trial back to them before it
  // is judged; what meets a limit on the way stays out of the next.
  Measure<double> brought_back(std::vector<double>& q, std::vector<double>& r, Measure<double> now) {
    bool anew = true;
    for (int i = 0; i < kMostCorrections && now.breach > kReturned; ++i) {
      if (anew && !factorise()) break;
      correct(q, r);
      if ((anew = stops_at_limits(q))) continue;
      box_.trim(other_.data());
      const Measure<double> next = evaluate(other_.data(), other_r_.data());
      if ((astray_ = !(next.breach < 0.5 * now.breach))) break;
      q.swap(other_), r.swap(other_r_);
      now = next;
    }
    return now;
  }

  // The equations of hard rows and of linear limits that are held, over the columns that are free.
  bool factorise() {
    const auto held = static_cast<std::int64_t>(held_.size()), size = hard_rows_ + held;
    for (std::int64_t k = 0; k < held; ++k) linear_row(k);
    auto of = [&](std::int64_t i) { return i < hard_rows_ ? i : rows_ + i - hard_rows_; };
    for (std::int64_t i = 0; i < size; ++i) {
      double* row = factor_.get() + i * stride_;
      for (std::int64_t j = i; j < size; ++j) row[j] = normal_.get()[of(i) * stride_ + of(j)];
      if (i < hard_rows_) row[i] += damping(i);
    }
    return eliminate(factor_.get(), inverse_.data(), size, size, stride_);
  }

  // Into other_: q after a step of Newton's.
  void correct(const std::vector<double>& q, const std::vector<double>& r) {
    const auto size = hard_rows_ + static_cast<std::int64_t>(held_.size());
    for (std::int64_t j = 0; j < size; ++j) {  // forward through the factor, then back
      double* row = factor_.get() + j * stride_;
      row[size_] = j < hard_rows_ ? left_of(j, r) : beyond(held_[j - hard_rows_], q);
      for (std::int64_t k = 0; k < j; ++k) {
        const double* above = factor_.get() + k * stride_;
        row[size_] = nmadd(above[j] * inverse_[k], above[size_], row[size_]);
      }
    }
    solve_upper(factor_.get(), inverse_.data(), size, size_, stride_, y_.data());
    for (std::int64_t j = 0; j < n_; ++j) {
      double step = 0;
      for (std::int64_t row = 0; row < hard_rows_; ++row) step = madd(column(j)[row], y_[row], step);
      for (std::size_t at = 0; at < held_.size(); ++at) step = madd(linear(held_[at])[j] * setting_.gain[j], y_[hard_rows_ + at], step);
      other_[j] = stuck_[j] ? q[j] : q[j] - setting_.gain[j] * step;
    }
  }

  // How far q is beyond the end of a linear limit that is held.
  double beyond(std::int64_t k, const std::vector<double>& q) const {
    return inner(linear(k), q.data(), n_) - (side_[k] > 0 ? setting_.linear_hi[k] : setting_.linear_lo[k]);
  }

  // Whether the way from q to other_ meets limits that were not held; now they are.
  bool stops_at_limits(const std::vector<double>& q) {
    bool met = false;
    for (std::int64_t j = 0; j < n_; ++j) {
      if (stuck_[j] || setting_.gain[j] == 0 || other_[j] == inside(j, other_[j])) continue;
      stuck_[j] = 1, met = true;
      add_column(j, -1.0, normal_.get());
    }
    for (std::int64_t k = 0; k < setting_.linear_rows() && !met; ++k) {
      if (side_[k]) continue;
      const double then = inner(linear(k), other_.data(), n_), before = inner(linear(k), q.data(), n_), slack = 1e-13 * (1 + std::fabs(then));
      side_[k] = then > std::max(setting_.linear_hi[k], before) + slack ? 1 : then < std::min(setting_.linear_lo[k], before) - slack ? -1 : 0;
      if (side_[k]) held_.push_back(static_cast<std::int32_t>(k)), met = true;
    }
    return met;
  }
};

}  // namespace manikin
