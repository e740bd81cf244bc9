// Levenberg-Marquardt with exact limits: the default solver.  Mirrors manikin/solvers/lm.py.
//
// A step minimises |J dq + r|² + λ|dq/gain|² within the limits.  It is found in the space of the rows: with columns scaled by
// their gain, dq = gain·Jᵀy and (J gain² Jᵀ + D) y = −r, so that its cost grows only linearly with the joints.  The damping D is
// in proportion to the objective, on hard rows to their own share of it: the last steps are those of Gauss and Newton, and
// where goals clash the hard ones win.  A parameter that the step would take past a limit stops there and the rest is solved
// again for what is left: an active set, exact for the step at hand; likewise for linear limits.
#pragma once

#include "search.hpp"

namespace manikin {

class Levenberg : public Search {
 public:
  Levenberg(const Program& program, const Setting& setting, double tolerance)
      : Search(program, setting, tolerance), plan_(program), size_(rows_ + setting.linear_rows()), left_(size_), y_(size_),
        base_(rows_ * rows_), normal_(size_ * size_), factor_(size_ * size_), gradient_(n_), dq_(n_), trial_(n_), trial_r_(rows_),
        stuck_(n_), side_(setting.linear_rows()) {}

  bool weary() const override { return slow_ >= 6; }

  Status advance() override {
    blocks_ = scaled_jacobian();
    pull_back(blocks_, r_.data(), gradient_.data());
    normal_matrix(program_, plan_, blocks_, base_.data(), rows_);
    weigh();
    for (int tries = 0; tries < 12; ++tries) {
      if (step()) {
        if (still()) return Status::minimum;
        const Measure next = evaluate(trial_.data(), trial_r_.data());
        if (next.merit < merit_) {
          slow_ = next.merit > 0.9 * merit_ ? slow_ + 1 : 0;
          accept(trial_, trial_r_, next);
          mu_ = std::max(mu_ * 0.25, 1e-4);
          return Status::running;
        }
      }
      mu_ *= 8, ++slow_;
    }
    return Status::stalled;
  }

 protected:
  void restart() override { mu_ = 0.1, slow_ = 0; }

 private:
  static constexpr double kFloor = 1e-14;

  NormalPlan plan_;
  std::int64_t size_;  // rows of goals, then of linear limits
  std::vector<double> left_, y_, base_, normal_, factor_, gradient_, dq_, trial_, trial_r_;
  std::vector<std::uint8_t> stuck_;
  std::vector<signed char> side_;    // of a linear limit: −1 held at its lower end, 1 at its upper, 0 free
  std::vector<std::int32_t> held_;   // the linear limits that are held
  double* blocks_ = nullptr;
  double mu_ = 0.1, soft_ = 0, hard_ = 0, trace_ = 0;
  int slow_ = 0;

  void weigh() {
    soft_ = hard_ = trace_ = 0;
    for (std::int64_t i = 0; i < rows_; ++i) {
      (setting_.hard[i] ? hard_ : soft_) += r_[i] * r_[i];
      trace_ += base_[i * rows_ + i];
    }
  }

  double damping(std::int64_t row) const {
    return mu_ * (setting_.hard[row] ? hard_ : soft_ + hard_) + kFloor * (trace_ + 1);
  }

  // Whether the projected gradient, which a step bounds from both sides, is too small to matter.
  bool still() const {
    double longest = 0;
    for (std::int64_t i = 0; i < n_; ++i) longest = std::max(longest, std::fabs(trial_[i] - q_[i]));
    const double lambda = mu_ * (soft_ + hard_);
    return (trace_ + lambda) * longest <= 1e-9 * std::sqrt(trace_ * (soft_ + hard_)) + 1e-300;
  }

  // ---- one damped step inside the limits ---------------------------------------------------------------------------

  bool step() {
    for (std::int64_t i = 0; i < rows_; ++i)
      std::copy(base_.data() + i * rows_, base_.data() + i * rows_ + i + 1, normal_.data() + i * size_);
    std::copy(r_.begin(), r_.end(), left_.begin());
    std::fill(side_.begin(), side_.end(), 0);
    held_.clear();
    for (std::int64_t i = 0; i < n_; ++i) {
      const double q = q_[i];
      stuck_[i] = (q <= setting_.lo[i] && gradient_[i] > 0) || (q >= setting_.hi[i] && gradient_[i] < 0);
      dq_[i] = 0;
      if (stuck_[i]) stop(i, 0.0);
    }
    bool found = false;
    for (int round = 0; round < 16; ++round) {
      if (!solve()) return found;
      found = true;
      project();
      if (!stop_at_limits() && !hold_linear_limits()) break;
    }
    for (std::int64_t i = 0; i < n_; ++i) trial_[i] = inside(i, q_[i] + setting_.gain[i] * dq_[i]);
    if (!side_.empty()) shorten();
    return true;
  }

  // Parameter j moves by d (in units of its gain) whatever the rest does; the rows feel it, its column leaves.
  void stop(std::int64_t j, double d) {
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
            to[k] = madd(-x, blocks_[with.block + std::int64_t(k) * with.width() + other.place], to[k]);
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
      beyond = true, stuck_[i] = 1, dq_[i] = (end - q_[i]) / gain;
      stop(i, dq_[i]);
    }
    return beyond;
  }

  // Holds the linear limits that the step would break, lets go of those that it pulls away from.
  bool hold_linear_limits() {
    bool changed = false;
    for (std::size_t at = 0; at < held_.size(); ++at)
      if (y_[rows_ + at] * side_[held_[at]] > 0) {
        side_[held_[at]] = 0;
        held_.erase(held_.begin() + at--);
        changed = true;
      }
    if (changed) return true;
    for (std::int64_t k = 0; k < setting_.linear_rows(); ++k) {
      if (side_[k]) continue;
      double value = 0;
      for (std::int64_t j = 0; j < n_; ++j) value = madd(linear(k)[j], q_[j] + setting_.gain[j] * dq_[j], value);
      const double slack = 1e-12 * (1 + std::fabs(value));
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
      if (now <= setting_.linear_hi[k] && then > setting_.linear_hi[k]) t = std::min(t, (setting_.linear_hi[k] - now) / (then - now));
      if (now >= setting_.linear_lo[k] && then < setting_.linear_lo[k]) t = std::min(t, (setting_.linear_lo[k] - now) / (then - now));
    }
    if (t < 1)
      for (std::int64_t i = 0; i < n_; ++i) trial_[i] = inside(i, q_[i] + t * (trial_[i] - q_[i]));
  }
};

}  // namespace manikin
