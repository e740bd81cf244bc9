// Levenberg-Marquardt with exact limits: the default solver.  Mirrors manikin/solvers/lm.py.
//
// A step minimises |J dq + r|² + λ|dq/gain|² within the limits.  It is found in the space of the rows: with columns scaled by
// their gain, dq = gain·Jᵀy and (J gain² Jᵀ + D) y = −r, so that its cost grows only linearly with the joints.  The damping D is
// in proportion to the objective, on hard rows to their own share of it: the last steps are those of Gauss and Newton, and
// where goals clash the hard ones win.  A parameter that the step would take past a limit stops there and the rest is solved
// again for what is left: an active set, exact for the step at hand; likewise for linear limits.
#pragma once

#include "damping.hpp"
#include "search.hpp"

namespace manikin {

class Levenberg : public Search {
 public:
  Levenberg(const Program& program, const Setting& setting, double tolerance)
      : Search(program, setting, tolerance), plan_(program), size_(rows_ + setting.linear_rows()), r_bent_(rows_),
        left_(size_), y_(size_), base_(rows_ * rows_), normal_(size_ * size_), factor_(size_ * size_), gradient_(n_), dq_(n_), end_(n_),
        trial_(n_), trial_r_(rows_), other_(n_), other_r_(rows_), stuck_(n_), side_(setting.linear_rows()) {
    for (const std::uint8_t hard : setting.hard) hard_rows_ += hard;  // they come first
  }

  bool weary() const override { return slow_ >= kPatience; }

  Status advance() override {
    blocks_ = scaled_jacobian();
    bend();
    renew();
    weigh();
    watch();
    bool nearly = gained_ < 1e-9;
    for (int tries = 0; tries < 12; ++tries) {
      if (step_within()) {
        if (tries == 0) nearly |= little_promised();
        if (gradient_below(1e-9)) return Status::minimum;
        Measure<double> next = evaluate(trial_.data(), trial_r_.data());
        if (hard_rows_) next = brought_back(next);
        if (next.merit < merit_) {
          const double kept = (merit_ - next.merit) / promise_;
          gained_ = 1 - next.merit / merit_;
          slow_ = next.merit > kPoor * merit_ ? slow_ + 1 : 0;
          accept(trial_, trial_r_, next);
          placed_ = !astray_;
          mu_ = next_damping(mu_, kept);
          if (crept()) return Status::minimum;
          return Status::running;
        }
        if (gradient_below(1e-7)) return Status::minimum;  // what is left to gain is lost in rounding
      }
      mu_ *= 8;
    }
    return nearly ? Status::minimum : Status::stalled;  // not even the shortest step down gains what can be seen
  }

 protected:
  void restart() override { mu_ = kFirstDamping, slow_ = 0, gained_ = 1; }

  // Hard inequalities have more to say of a step: see levenberg_bounds.hpp.
  virtual void watch() {}
  virtual bool step_within() { return step(); }
  virtual bool promises(std::int64_t) const { return true; }
  virtual bool crept() { return false; }

  NormalPlan plan_;
  std::int64_t size_, hard_rows_ = 0;  // rows of goals and of linear limits; those of hard goals
  std::vector<double> r_bent_, left_, y_, base_, normal_, factor_, gradient_, dq_, end_, trial_, trial_r_, other_, other_r_;
  std::vector<std::uint8_t> stuck_;
  std::vector<signed char> side_;    // of a linear limit: −1 held at its lower end, 1 at its upper, 0 free
  std::vector<std::int32_t> held_;   // the linear limits that are held
  bool astray_ = false;              // whether the room was last at another state than the trial
  double* blocks_ = nullptr;
  double mu_ = kFirstDamping, soft_ = 0, hard_ = 0, trace_ = 0, promise_ = 0, gained_ = 1;
  int slow_ = 0, let_go_ = 0;
  bool settled_ = false;  // whether the step has the active set that it should

  // What follows from blocks and residual.
  void renew() {
    pull_back(blocks_, r_bent_.data(), gradient_.data());
    normal_matrix(program_, plan_, blocks_, base_.data(), rows_);
  }

  // A point at the end of a lever L that is pulled by a target at the distance d has the curvature L(L + d), where JᵀJ says L².
  // Rows and residual are scaled so that the normal equations have the one and keep the gradient.
  void bend() {
    std::copy(r_.begin(), r_.end(), r_bent_.begin());
    for (const GoalInfo& goal : program_.goals) {
      const int rows = goal.row < hard_rows_ ? 0 : distance_rows(goal);  // hard rows are met as they are
      double distance = 0, lever = 0;
      for (int i = 0; i < rows; ++i) distance = madd(r_[goal.row + i], r_[goal.row + i], distance);
      if (distance == 0) continue;
      double* j = blocks_ + goal.block;
      for (int c = 0; c < goal.width(); ++c) {
        double sum = 0;
        for (int i = 0; i < rows; ++i) sum = madd(j[i * goal.width() + c], j[i * goal.width() + c], sum);
        lever = std::max(lever, sum);
      }
      if (!(lever > 0)) continue;
      const double scale = std::sqrt(1 + std::sqrt(distance / lever));
      for (int i = 0; i < rows; ++i) {
        r_bent_[goal.row + i] /= scale;
        for (int c = 0; c < goal.width(); ++c) j[i * goal.width() + c] *= scale;
      }
    }
  }

  void weigh() {
    soft_ = hard_ = trace_ = 0;
    for (std::int64_t i = 0; i < rows_; ++i) {
      (setting_.hard[i] ? hard_ : soft_) += r_[i] * r_[i];
      trace_ += base_[i * rows_ + i];
    }
  }

  double damping(std::int64_t row) const {
    return mu_ * (setting_.hard[row] ? hard_ : soft_ + hard_) + 1e-14 * (trace_ + 1);
  }

  // Whether the gradient, projected on what may move, is small beside |J||r|.  Where rows are held exactly it is known only
  // by the step dq that it makes, if that has the right active set: |gradient| ≤ (|J|² + λ) |dq|.
  bool gradient_below(double fraction) const {
    double sum = 0;
    const bool exact = hard_rows_ == 0 && side_.empty();
    if (!exact && !settled_) return false;
    for (std::int64_t i = 0; i < n_; ++i) {
      const bool outward = (q_[i] <= setting_.lo[i] && gradient_[i] > 0) || (q_[i] >= setting_.hi[i] && gradient_[i] < 0);
      if (!exact) sum = madd(dq_[i], dq_[i], sum);
      else if (!outward) sum = madd(gradient_[i], gradient_[i], sum);
    }
    const double objective = soft_ + hard_;
    const double factor = exact ? 1.0 : trace_ + mu_ * objective;
    return factor * std::sqrt(sum) <= fraction * std::sqrt(trace_ * objective);
  }

  // A step for the damping λ promises at least |gradient|²/(|J|² + λ): whether that bounds the gradient to rounding.
  bool little_promised() const {
    const double objective = soft_ + hard_;
    return settled_ && promise_ > 0 && (trace_ + mu_ * objective) * promise_ <= 1e-12 * trace_ * objective;
  }

  // ---- one damped step inside the limits ---------------------------------------------------------------------------

  bool step() {
    for (std::int64_t i = 0; i < rows_; ++i)
      std::copy(base_.data() + i * rows_, base_.data() + i * rows_ + i + 1, normal_.data() + i * size_);
    std::copy(r_bent_.begin(), r_bent_.end(), left_.begin());
    std::fill(side_.begin(), side_.end(), 0);
    held_.clear();
    for (std::int64_t i = 0; i < n_; ++i) {
      const double q = q_[i];
      stuck_[i] = (q <= setting_.lo[i] && gradient_[i] > 0) || (q >= setting_.hi[i] && gradient_[i] < 0);
      dq_[i] = 0, end_[i] = q;
      if (stuck_[i]) column(i, 0.0, -1.0);
    }
    bool found = false;
    let_go_ = 0, settled_ = false;
    for (int round = 0; round < 24; ++round) {
      if (!solve()) return found;
      found = true;
      project();
      if (stop_at_limits() || hold_linear_limits()) continue;
      settled_ = true;
      if (!let_go()) break;
      settled_ = false;
    }
    for (std::int64_t i = 0; i < n_; ++i) trial_[i] = stuck_[i] ? end_[i] : inside(i, q_[i] + setting_.gain[i] * dq_[i]);
    if (!side_.empty()) shorten();
    return true;
  }

  // Takes the column of parameter j out of the normal equations (sign −1) or back in (1); the rows feel its move by d.
  void column(std::int64_t j, double d, double sign) {
    const std::vector<User>& users = plan_.users[j];
    for (const User& user : users) {
      const GoalInfo& goal = program_.goals[user.goal];
      for (int i = 0; i < goal.rows; ++i) {
        const double x = blocks_[goal.block + std::int64_t(i) * goal.width() + user.place];
        if (x == 0) continue;
        left_[goal.row + i] = madd(x, d, left_[goal.row + i]);
        for (const User& other : users) {
          if (other.goal > user.goal) break;
          const GoalInfo& with = program_.goals[other.goal];
          const int end = other.goal == user.goal ? i + 1 : with.rows;
          double* to = normal_.data() + (goal.row + i) * size_ + with.row;
          for (int k = 0; k < end; ++k)
            to[k] = madd(sign * x, blocks_[with.block + std::int64_t(k) * with.width() + other.place], to[k]);
        }
      }
    }
  }

  // y of the damped normal equations, linear limits that are held being exact rows at the end.
  bool solve() {
    const auto held = static_cast<std::int64_t>(held_.size());
    for (std::int64_t k = 0; k < held; ++k) linear_row(k);
    std::copy(normal_.begin(), normal_.begin() + (rows_ + held) * size_, factor_.begin());
    for (std::int64_t i = 0; i < rows_; ++i) factor_[i * size_ + i] += damping(i);
    if (!cholesky_in_place(factor_.data(), rows_ + held, size_)) return false;
    for (std::int64_t i = 0; i < rows_ + held; ++i) y_[i] = -left_[i];
    solve_cholesky(factor_.data(), y_.data(), rows_ + held, size_);
    promise_ = 0;  // were the rows straight, r + J dq = −D y would be left of them
    for (std::int64_t i = 0; i < rows_; ++i) {
      const double rest = damping(i) * y_[i];
      if (promises(i)) promise_ += (setting_.hard[i] ? kHardness : 1.0) * (r_bent_[i] * r_bent_[i] - rest * rest);
    }
    return true;
  }

  const double* linear(std::int64_t k) const { return setting_.linear.data() + k * n_; }

  void linear_row(std::int64_t at) {
    const std::int64_t k = held_[at];
    const double* a = linear(k);
    double* row = normal_.data() + (rows_ + at) * size_;
    std::fill(row, row + rows_ + at + 1, 0.0);
    double value = 0;
    for (std::int64_t j = 0; j < n_; ++j) {
      if (a[j] == 0) continue;
      value = madd(a[j], q_[j], value);
      const double scaled = a[j] * setting_.gain[j];
      if (stuck_[j]) {
        value = madd(scaled, dq_[j], value);
        continue;
      }
      for (const User& user : plan_.users[j]) {
        const GoalInfo& goal = program_.goals[user.goal];
        for (int i = 0; i < goal.rows; ++i)
          row[goal.row + i] = madd(scaled, blocks_[goal.block + std::int64_t(i) * goal.width() + user.place], row[goal.row + i]);
      }
      for (std::int64_t other = 0; other <= at; ++other)
        row[rows_ + other] = madd(scaled, linear(held_[other])[j] * setting_.gain[j], row[rows_ + other]);
    }
    row[rows_ + at] += 1e-14 * (row[rows_ + at] + 1);
    left_[rows_ + at] = value - (side_[k] > 0 ? setting_.linear_hi[k] : setting_.linear_lo[k]);
  }

  // dq of the free parameters: Jᵀy and the pull of the held linear limits.
  void project() {
    for (std::int64_t i = 0; i < n_; ++i)
      if (!stuck_[i]) dq_[i] = 0;
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int row = 0; row < goal.rows; ++row) {
        const double* j = blocks_ + goal.block + std::int64_t(row) * goal.width();
        const double y = y_[goal.row + row];
        for (int c = 0; c < goal.width(); ++c)
          if (!stuck_[columns[c]]) dq_[columns[c]] = madd(j[c], y, dq_[columns[c]]);
      }
    }
    for (std::size_t at = 0; at < held_.size(); ++at) {
      const double* a = linear(held_[at]);
      for (std::int64_t j = 0; j < n_; ++j)
        if (!stuck_[j]) dq_[j] = madd(a[j] * setting_.gain[j], y_[rows_ + at], dq_[j]);
    }
  }

  bool stop_at_limits() {
    bool beyond = false;
    for (std::int64_t i = 0; i < n_; ++i) {
      const double gain = setting_.gain[i];
      if (stuck_[i] || gain == 0) continue;
      const double x = q_[i] + gain * dq_[i], end = inside(i, x);
      if (end == x) continue;
      beyond = true, stuck_[i] = 1, end_[i] = end, dq_[i] = (end - q_[i]) / gain;
      column(i, dq_[i], -1.0);
    }
    return beyond;
  }

  // Frees the parameters that stand at a limit and would rather move away from it; a few times in a step, lest it cycle.
  bool let_go() {
    bool freed = false;
    for (std::int64_t j = 0; j < n_; ++j) {
      if (!stuck_[j] || setting_.gain[j] == 0) continue;
      double pull = 0;
      for (const User& user : plan_.users[j]) {
        const GoalInfo& goal = program_.goals[user.goal];
        for (int i = 0; i < goal.rows; ++i)
          pull = madd(blocks_[goal.block + std::int64_t(i) * goal.width() + user.place], y_[goal.row + i], pull);
      }
      for (std::size_t at = 0; at < held_.size(); ++at)
        pull = madd(linear(held_[at])[j] * setting_.gain[j], y_[rows_ + at], pull);
      const bool low = end_[j] <= setting_.lo[j], high = end_[j] >= setting_.hi[j];
      if (low == high || (low ? pull <= dq_[j] : pull >= dq_[j])) continue;
      if (let_go_ >= 3) return settled_ = false;
      column(j, -dq_[j], 1.0);
      stuck_[j] = 0, dq_[j] = 0, freed = true;
    }
    let_go_ += freed;
    return freed;
  }

  // Holds the linear limits that the step would break, lets go of those that it pulls away from.
  bool hold_linear_limits() {
    bool changed = false;
    for (std::size_t at = held_.size(); at-- > 0;)  // from the last, so that what is left stays beside its y
      if (y_[rows_ + at] * side_[held_[at]] > 0) {
        side_[held_[at]] = 0;
        held_.erase(held_.begin() + at);
        changed = true;
      }
    if (changed) return true;
    for (std::int64_t k = 0; k < setting_.linear_rows(); ++k) {
      if (side_[k]) continue;
      double value = 0;
      for (std::int64_t j = 0; j < n_; ++j) value = madd(linear(k)[j], q_[j] + setting_.gain[j] * dq_[j], value);
      const double slack = 1e-13 * (1 + std::fabs(value));
      side_[k] = value > setting_.linear_hi[k] + slack ? 1 : value < setting_.linear_lo[k] - slack ? -1 : 0;
      if (side_[k]) held_.push_back(static_cast<std::int32_t>(k)), changed = true;
    }
    return changed;
  }

  // Whatever rounding or a cut-off active set left beyond a linear limit: the step ends there.
  void shorten() {
    double t = 1;
    for (std::int64_t k = 0; k < setting_.linear_rows(); ++k) {
      const double now = inner(linear(k), q_.data(), n_), then = inner(linear(k), trial_.data(), n_);
      const double hi = setting_.linear_hi[k], lo = setting_.linear_lo[k], slack = 2e-13 * (1 + std::fabs(now));
      if (now <= hi + slack && then > hi + slack) t = std::min(t, std::max(0.0, hi - now) / (then - now));
      if (now >= lo - slack && then < lo - slack) t = std::min(t, std::max(0.0, now - lo) / (now - then));
    }
    settled_ = settled_ && t == 1;
    if (t < 1)
      for (std::int64_t i = 0; i < n_; ++i) trial_[i] = inside(i, q_[i] + t * (trial_[i] - q_[i]));
  }

  // ---- hard goals ----------------------------------------------------------------------------------------------------

  double hard_part(const std::vector<double>& r) const {
    double sum = 0;
    for (std::int64_t i = 0; i < hard_rows_; ++i) sum = madd(r[i], r[i], sum);
    return sum;
  }

  // The step keeps hard goals to first order only.  Newton's steps with the slope at hand, the top of the factor, bring the
  // trial back to them before it is judged.
  Measure<double> brought_back(Measure<double> now) {
    double left = hard_part(trial_r_);
    astray_ = false;
    for (int i = 0; i < 4 && left > 1e-24; ++i) {
      std::copy(trial_r_.begin(), trial_r_.begin() + hard_rows_, y_.begin());
      solve_cholesky(factor_.data(), y_.data(), hard_rows_, size_);
      std::copy(trial_.begin(), trial_.end(), other_.begin());
      for (const GoalInfo& goal : program_.goals) {
        if (goal.row >= hard_rows_) break;
        const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
        for (int row = 0; row < goal.rows; ++row) {
          const double* j = blocks_ + goal.block + std::int64_t(row) * goal.width();
          const double y = y_[goal.row + row];
          for (int c = 0; c < goal.width(); ++c)
            if (!stuck_[columns[c]]) other_[columns[c]] -= setting_.gain[columns[c]] * j[c] * y;
        }
      }
      for (std::int64_t k = 0; k < n_; ++k) other_[k] = inside(k, other_[k]);
      const Measure<double> next = evaluate(other_.data(), other_r_.data());
      const double then = hard_part(other_r_);
      if ((astray_ = !(then < 0.5 * left) || breaks_linear(other_))) break;
      trial_.swap(other_), trial_r_.swap(other_r_);
      now = next, left = then;
    }
    return now;
  }

  bool breaks_linear(const std::vector<double>& q) const {
    for (std::int64_t k = 0; k < setting_.linear_rows(); ++k) {
      const double value = inner(linear(k), q.data(), n_), before = inner(linear(k), trial_.data(), n_);
      if (value > std::max(setting_.linear_hi[k], before) || value < std::min(setting_.linear_lo[k], before)) return true;
    }
    return false;
  }
};

}  // namespace manikin
