// One damped step of Levenberg and Marquardt inside the limits.  Mirrors manikin/solvers/lm/step.py.
//
// The step minimises |J dq + r|² + λ|dq/gain|² within the limits.  It is solved in the space of the rows: with columns
// scaled by their gains, dq = gain·Jᵀy and (J gain² Jᵀ + D) y = −r, so that the cost grows only linearly with the
// joints.  A parameter that would pass a limit stops there, and the rest is solved again: an active set, likewise for
// linear limits.  After a few rounds, parameters still beyond a limit are cut off there.
//
// A posture p with the weight ε adds ε|(q + dq − p)/gain|².  Both squares of dq are one: (λ + ε)|(dq − lean)/gain|² with
// lean = ε/(λ + ε) (p − q).  So the step is the same with the damping λ + ε and begins at q + lean.
#pragma once

#include "numerics/upper.hpp"
#include "solvers/lm/damping.hpp"
#include "solvers/search.hpp"

namespace manikin {

class DampedStep : public Search {
 protected:
  DampedStep(const Program& program, const KernelLimits& limits, double tolerance)
      : Search(program, limits, tolerance), size_(rows_ + limits.linear_rows()), stride_(whole_registers(size_ + 1)),
        row_residual_(stride_), y_(stride_), inverse_(size_), shrink_(rows_), columns_(n_ * stride_), base_(rows_ * stride_),
        normal_(size_ * stride_), factor_(size_ * stride_), gradient_(n_), merit_gradient_(n_), lean_(n_), dq_(n_), end_(n_), trial_(n_),
        trial_r_(rows_), spans_(n_), at_limit_(n_), side_(limits.linear_rows()) {
    for (const GoalInfo& goal : program.goals)
      for (int c = 0; c < goal.width(); ++c)
        spans_[program.goal_columns[goal.columns + c]].push_back({goal.row, goal.row + goal.rows});
    floor_ = damping_floor(program);
    std::fill_n(columns_.get(), n_ * stride_, 0.0), std::fill_n(normal_.get(), size_ * stride_, 0.0);
  }

  // Whether a row counts in the predicted gain; bounds.hpp excludes some.
  virtual bool counts_in_prediction(std::int64_t) const { return true; }

  struct Span {
    std::int32_t row, last;
  };
  std::int64_t size_, stride_;                      // rows of goals and of linear limits; row length of a matrix
  std::vector<double> row_residual_, y_, inverse_;  // the residual that the step is computed for; padded to whole registers
  std::vector<double> shrink_;                      // for every row: 1/s², see far_target_shrink
  Buffer<double> columns_;                          // the Jacobian by columns, scaled by their gains
  Buffer<double> base_, normal_, factor_;  // upper triangles: J Jᵀ; the same of the free columns with linear limits; its factor
  std::vector<double> gradient_, merit_gradient_;  // Jᵀr; half the gradient of the merit, hard rows weighted
  std::vector<double> lean_;                       // the way to the posture that a step begins with, over the gains
  std::vector<double> dq_, end_, trial_, trial_r_;
  std::vector<std::vector<Span>> spans_;  // the rows that a parameter moves, one span for each goal
  std::vector<std::uint8_t> at_limit_;
  std::vector<signed char> side_;            // of a linear limit: −1 active at its lower end, 1 at its upper end, 0 free
  std::vector<std::int32_t> active_limits_;  // the active linear limits
  double* blocks_ = nullptr;
  double mu_ = kInitialDamping, soft_objective_ = 0, hard_objective_ = 0, trace_ = 0, floor_ = 0, predicted_gain_ = 0;
  int releases_ = 0;
  bool settled_ = false;     // whether the active set of the step is final
  bool hard_clash_ = false;  // whether the hard rows cannot be satisfied here
  bool hard_only_ = false;   // whether soft rows are left out

  double& right(std::int64_t row) { return normal_.get()[row * stride_ + size_]; }  // right side of the normal equations
  double* column(std::int64_t j) { return columns_.get() + j * stride_; }
  const double* column(std::int64_t j) const { return columns_.get() + j * stride_; }

  // Calls use(row) for every row that a parameter moves.
  template <class Use> void each_row(std::int64_t j, const Use& use) const {
    for (const Span& span : spans_[j])
      for (std::int64_t i = span.row; i < span.last; ++i) use(i);
  }

  // Jᵀx at one parameter; x is padded with zeros to whole registers.
  double transpose_at(std::int64_t j, const double* x) const {
    return spans_[j].empty() ? 0.0 : inner_registers(column(j), x, spans_[j].front().row, spans_[j].back().last);
  }

  // Updates columns, J Jᵀ and gradient from the blocks and the residual.
  void update_columns() {
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* parameters = program_.goal_columns.data() + goal.columns;
      for (int i = 0; i < goal.rows; ++i) {
        const double* row = blocks_ + goal.block + std::int64_t(i) * goal.width();
        for (int c = 0; c < goal.width(); ++c) column(parameters[c])[goal.row + i] = row[c];
      }
    }
    std::fill_n(base_.get(), rows_ * stride_, 0.0);
    for (std::int64_t j = 0; j < n_; ++j) {
      gradient_[j] = transpose_at(j, row_residual_.data());
      if (leans()) gradient_[j] = madd(posture_weight_, off_posture(j, q_.data()), gradient_[j]);
      add_column(j, 1.0, base_.get());
    }
  }

  void update_objectives() {
    soft_objective_ = hard_objective_ = trace_ = 0;
    if (leans()) soft_objective_ = posture_cost(q_.data());
    for (std::int64_t i = 0; i < rows_; ++i) {
      if (limits_.hard[i]) hard_objective_ += r_[i] * r_[i];
      else if (!hard_only_) soft_objective_ += r_[i] * r_[i];
      trace_ += base_.get()[i * stride_ + i] / shrink_[i];
    }
    for (std::int64_t j = 0; j < n_; ++j) {
      merit_gradient_[j] = gradient_[j];
      for (std::int64_t i = 0; i < hard_rows_; ++i)
        merit_gradient_[j] = madd((kHardWeight - 1) * column(j)[i], r_[i], merit_gradient_[j]);
    }
  }

  // A point at the end of a lever L with a target at the distance d has the curvature L(L + d), but JᵀJ gives L².  Rows
  // scaled by s and their residual by 1/s would give the right curvature and keep the gradient.  The same step solves
  // (J gain² Jᵀ + D/s²) z = −r/s², dq = gain² Jᵀz.
  void update_shrink() {
    for (const GoalInfo& goal : program_.goals) {
      const int rows = goal.row < hard_rows_ ? 0 : kGoalForms[goal.code].target_rows;  // hard rows are not scaled
      const double shrink = far_target_shrink(r_.data() + goal.row, blocks_ + goal.block, rows, goal.width());
      for (int i = 0; i < goal.rows; ++i) shrink_[goal.row + i] = i < rows ? shrink : 1.0;
    }
  }

  // The objective in the damping of soft rows.
  double damping_objective() const { return soft_objective_ + (hard_clash_ ? kHardWeight : 1.0) * hard_objective_; }
  bool leans() const { return posture_weight_ > 0 && !hard_only_; }
  double soft_damping() const { return damping_for(damping_objective()) + (leans() ? posture_weight_ : 0.0); }
  double damping(std::int64_t row) const { return limits_.hard[row] ? damping_for(hard_objective_) : soft_damping(); }
  double damping_for(double objective) const { return mu_ * objective + 1e-14 * (trace_ + floor_); }

  double step_damping() const { return mu_ * damping_objective() + (leans() ? posture_weight_ : 0.0); }

  bool has_exact_rows() const { return hard_rows_ > 0 || !side_.empty(); }

  // Whether the gradient, projected on the free parameters, is below a fraction of |J||r|.  With exact rows it is
  // bounded by the step, if its active set is final: |gradient| ≤ (|J|² + λ) |dq|.
  bool gradient_below(double fraction) const {
    double sum = 0;
    const bool exact = !has_exact_rows();
    if (!exact && !settled_) return false;
    for (std::int64_t i = 0; i < n_; ++i) {
      const bool outward = (q_[i] <= steps_.lo[i] && gradient_[i] > 0) || (q_[i] >= steps_.hi[i] && gradient_[i] < 0);
      if (!exact) sum = madd(dq_[i], dq_[i], sum);
      else if (!outward) sum = madd(gradient_[i], gradient_[i], sum);
    }
    const double objective = soft_objective_ + hard_objective_, factor = exact ? 1.0 : trace_ + step_damping();
    return factor * std::sqrt(sum) <= fraction * std::sqrt(trace_ * objective);
  }

  // Whether a search leans to a posture, its hard goals hold, and its step over the gains is this small.
  bool lean_step_below(double size) const {
    return leans() && settled_ && hard_objective_ <= hard_tolerance_ && inner(dq_.data(), dq_.data(), n_) <= size * size;
  }

  // A step with the damping λ predicts a gain of at least |gradient|²/(|J|² + λ).  Gives whether that bounds the gradient to
  // rounding.
  bool predicts_little() const {
    const double objective = soft_objective_ + hard_objective_;
    return settled_ && predicted_gain_ > 0 &&
           (trace_ + step_damping()) * predicted_gain_ <= 1e-12 * trace_ * objective;
  }

  // ---- one damped step inside the limits ---------------------------------------------------------------------------

  bool step() {
    std::copy_n(base_.get(), rows_ * stride_, normal_.get());
    for (std::int64_t i = 0; i < rows_; ++i) right(i) = -row_residual_[i] * shrink_[i];
    std::fill(side_.begin(), side_.end(), 0);
    active_limits_.clear();
    for (std::int64_t i = 0; i < n_; ++i) {
      const double q = q_[i];
      at_limit_[i] = (q <= steps_.lo[i] && gradient_[i] > 0) || (q >= steps_.hi[i] && gradient_[i] < 0);
      dq_[i] = 0, end_[i] = q;
      if (at_limit_[i]) add_column(i, -1.0, normal_.get());
    }
    begin_at_posture();
    bool found = settled_ = false;
    releases_ = 0;
    for (int round = 0; round < (has_exact_rows() ? kMaxActiveSetRounds : kActiveSetRounds); ++round) {
      if (!solve()) return found;
      found = true;
      update_step();
      if (stop_at_limits() || update_linear_limits()) continue;
      settled_ = true;
      if (!release_limits()) break;
      settled_ = false;
    }
    if (leans())
      for (std::int64_t i = 0; i < n_; ++i) {
        const double before = off_posture(i, q_.data()), then = before + dq_[i];
        predicted_gain_ += posture_weight_ * (before * before - then * then);
      }
    for (std::int64_t i = 0; i < n_; ++i) trial_[i] = at_limit_[i] ? end_[i] : inside(i, q_[i] + gain_[i] * dq_[i]);
    settled_ = shorten(trial_) && settled_;
    return true;
  }

  // The part of the step that leads to the posture; the rest is solved for.
  void begin_at_posture() {
    const double share = leans() ? posture_weight_ / soft_damping() : 0.0;
    for (std::int64_t i = 0; i < n_; ++i) {
      lean_[i] = share == 0 ? 0.0 : -share * off_posture(i, q_.data());
      if (!at_limit_[i] && lean_[i] != 0) shift_right_side(i, lean_[i]);
    }
  }

  // Adds the column of parameter j to the normal equations (sign 1) or removes it (−1).
  void add_column(std::int64_t j, double sign, double* to) const {
    if (spans_[j].empty()) return;
    const double* own = column(j);
    const std::int64_t last = spans_[j].back().last;
    each_row(j, [&](std::int64_t i) {
      if (own[i] != 0) add_row(to + i * stride_, own, sign * own[i], i, last);
    });
  }
  // Accounts in the right side for a parameter that moves by d.
  void shift_right_side(std::int64_t j, double d) {
    each_row(j, [&](std::int64_t i) { right(i) = nmadd(column(j)[i], d, right(i)); });
  }

  // y of the damped normal equations; active linear limits are exact rows at the end.
  bool solve() {
    const auto active = static_cast<std::int64_t>(active_limits_.size());
    for (std::int64_t k = 0; k < active; ++k) linear_row(k);
    const std::int64_t size = rows_ + active;
    std::copy_n(normal_.get(), size * stride_, factor_.get());
    for (std::int64_t i = 0; i < rows_; ++i) factor_.get()[i * stride_ + i] += damping(i) * shrink_[i];
    if (!eliminate(factor_.get(), inverse_.data(), size, size_ + 1, stride_)) return false;
    solve_upper(factor_.get(), inverse_.data(), size, size_, stride_, y_.data());
    predicted_gain_ = 0;  // for linear rows r + J dq = −D y would remain
    const double hardness = hard_objective_ > hard_tolerance_ ? kHardWeight : 0;  // satisfied rows predict no gain
    for (std::int64_t i = 0; i < rows_; ++i) {
      const double rest = damping(i) * y_[i];
      if (counts_in_prediction(i))
        predicted_gain_ +=
            (limits_.hard[i] ? hardness : 1.0) * shrink_[i] * (row_residual_[i] * row_residual_[i] - rest * rest);
    }
    return true;
  }

  const double* linear(std::int64_t k) const { return limits_.linear.data() + k * n_; }

  void linear_row(std::int64_t at) {
    const std::int64_t k = active_limits_[at];
    const double* a = linear(k);
    double* to = normal_.get() + rows_ + at;  // a column of the upper triangle
    for (std::int64_t i = 0; i <= rows_ + at; ++i) to[i * stride_] = 0;
    double value = 0;
    for (std::int64_t j = 0; j < n_; ++j) {
      if (a[j] == 0) continue;
      value = madd(a[j], q_[j], value);
      const double scaled = a[j] * gain_[j];
      value = madd(scaled, at_limit_[j] ? dq_[j] : lean_[j], value);
      if (at_limit_[j]) continue;
      each_row(j, [&](std::int64_t i) { to[i * stride_] = madd(scaled, column(j)[i], to[i * stride_]); });
      for (std::int64_t other = 0; other <= at; ++other)
        to[(rows_ + other) * stride_] =
            madd(scaled, linear(active_limits_[other])[j] * gain_[j], to[(rows_ + other) * stride_]);
    }
    double& own = to[(rows_ + at) * stride_];
    own += 1e-14 * (own + 1);
    right(rows_ + at) = (side_[k] > 0 ? limits_.linear_hi[k] : limits_.linear_lo[k]) - value;
  }

  // dq of the free parameters: Jᵀy and the part of the active linear limits.
  void update_step() {
    for (std::int64_t j = 0; j < n_; ++j)
      if (!at_limit_[j]) dq_[j] = lean_[j] + transpose_at(j, y_.data());
    for (std::size_t at = 0; at < active_limits_.size(); ++at) {
      const double* a = linear(active_limits_[at]);
      for (std::int64_t j = 0; j < n_; ++j)
        if (!at_limit_[j]) dq_[j] = madd(a[j] * gain_[j], y_[rows_ + at], dq_[j]);
    }
  }

  bool stop_at_limits() {
    bool beyond = false;
    for (std::int64_t i = 0; i < n_; ++i) {
      const double gain = gain_[i];
      if (at_limit_[i] || gain == 0) continue;
      const double x = q_[i] + gain * dq_[i], end = inside(i, x);
      if (end == x) continue;
      beyond = true, at_limit_[i] = 1, end_[i] = end, dq_[i] = (end - q_[i]) / gain;
      add_column(i, -1.0, normal_.get()), shift_right_side(i, dq_[i] - lean_[i]);
    }
    return beyond;
  }

  // Frees parameters at a limit whose step points away from it; a few times in a step only, so that it cannot cycle.
  bool release_limits() {
    bool freed = false;
    for (std::int64_t j = 0; j < n_; ++j) {
      if (!at_limit_[j] || gain_[j] == 0) continue;
      double pull = lean_[j] + transpose_at(j, y_.data());
      for (std::size_t at = 0; at < active_limits_.size(); ++at)
        pull = madd(linear(active_limits_[at])[j] * gain_[j], y_[rows_ + at], pull);
      const bool low = end_[j] <= steps_.lo[j], high = end_[j] >= steps_.hi[j];
      if (low == high || (low ? pull <= dq_[j] : pull >= dq_[j])) continue;
      if (releases_ >= 3) return settled_ = false;
      add_column(j, 1.0, normal_.get()), shift_right_side(j, lean_[j] - dq_[j]);
      at_limit_[j] = 0, dq_[j] = 0, freed = true;
    }
    releases_ += freed;
    return freed;
  }

  // Activates the linear limits that the step would violate, and frees those that it leaves.
  bool update_linear_limits() {
    bool changed = false;
    for (std::size_t at = active_limits_.size(); at-- > 0;)  // from the last, so that the others keep their place in y
      if (y_[rows_ + at] * side_[active_limits_[at]] > 0) {
        side_[active_limits_[at]] = 0;
        active_limits_.erase(active_limits_.begin() + at);
        changed = true;
      }
    if (changed) return true;
    for (std::int64_t k = 0; k < limits_.linear_rows(); ++k) {
      if (side_[k]) continue;
      double value = 0;
      for (std::int64_t j = 0; j < n_; ++j) value = madd(linear(k)[j], q_[j] + gain_[j] * dq_[j], value);
      const double slack = 1e-13 * (1 + std::fabs(value));
      side_[k] = value > limits_.linear_hi[k] + slack ? 1 : value < limits_.linear_lo[k] - slack ? -1 : 0;
      if (side_[k]) active_limits_.push_back(static_cast<std::int32_t>(k)), changed = true;
    }
    return changed;
  }

  // Removes rounding beyond linear limits; shortens the trial where the active set was cut off.  Gives whether it was not
  // shortened.
  bool shorten(std::vector<double>& trial) {
    polyhedron_.trim(trial.data(), steps_);
    const double t = polyhedron_.part_inside(q_.data(), trial.data());
    if (t < 1)
      for (std::int64_t i = 0; i < n_; ++i) trial[i] = inside(i, q_[i] + t * (trial[i] - q_[i]));
    return t == 1;
  }
};

}  // namespace manikin
