// Levenberg-Marquardt with hard inequalities.  Mirrors the class Step of manikin/solvers/lm/step.py.
//
// A satisfied inequality has a zero derivative.  If a trial violates an inequality, its derivative at the crossing
// becomes a row of the step; a row that only keeps the step from going farther inside is removed; then the step is
// computed again.  A row stands for a half-space: the direction in which the inequality is violated.  An inequality of
// several rows may have several directions, as at a corner of a support.
#pragma once

#include "solvers/lm/lm.hpp"

namespace manikin {

class BoundedLevenbergMarquardt : public LevenbergMarquardt {
 public:
  BoundedLevenbergMarquardt(const Program& program, const KernelLimits& limits, double tolerance)
      : LevenbergMarquardt(program, limits, tolerance), bound_of_(rows_, -1), changed_rows_(rows_), r_here_(rows_),
        blocks_here_(program.blocks), saved_blocks_(program.blocks), outside_(n_) {
    for (const GoalInfo& goal : program.goals) {
      if (!is_bound(program, limits, goal)) continue;
      std::fill_n(bound_of_.begin() + goal.row, goal.rows, static_cast<std::int32_t>(bounds_.size()));
      bounds_.push_back({&goal, 0, 0, std::vector<double>(std::size_t(goal.rows) * goal.rows)});
    }
  }

  static bool wanted(const Program& program, const KernelLimits& limits) {
    return std::any_of(program.goals.begin(), program.goals.end(),
                       [&](const GoalInfo& goal) { return is_bound(program, limits, goal); });
  }

  void held_bounds(std::vector<double>& blocks, std::vector<std::uint8_t>& is_bound) const override {
    for (const Bound& bound : bounds_) {
      const GoalInfo& goal = *bound.goal;
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int k = 0; k < goal.rows; ++k) {
        is_bound[goal.row + k] = 1;
        for (int c = 0; c < goal.width(); ++c) {
          const std::int64_t at = goal.block + std::int64_t(k) * goal.width() + c, j = columns[c];
          blocks[at] = blocks_ && k < bound.count && gain_[j] > 0 ? blocks_[at] / gain_[j] * limits_.gain[j] : 0.0;
        }
      }
    }
  }

 protected:
  void begin_bounds() override {
    std::fill(changed_rows_.begin(), changed_rows_.end(), 0);
    bool holds = false;
    for (Bound& bound : bounds_) {
      bound.count = bound.count_here = 0;
      if (largest(bound, r_.data()) > 0) hold(bound, r_.data(), blocks_, blocks_, q_), bound.count_here = 1, holds = true;
    }
    if (holds) update_columns();
    std::copy(blocks_, blocks_ + program_.blocks, blocks_here_.begin());
    std::copy_n(row_residual_.begin(), rows_, r_here_.begin());
  }

  bool counts_in_prediction(std::int64_t row) const override { return !changed_rows_[row]; }

  double remaining_residual(std::int64_t row, const std::vector<double>& r) const override {
    if (bound_of_[row] < 0) return r[row];
    const Bound& bound = bounds_[bound_of_[row]];
    const int k = int(row - bound.goal->row);
    return k < bound.count ? inner(bound.direction(k), r.data() + bound.goal->row, bound.goal->rows) : 0.0;
  }

  // Along the edge of a bound the gains of steps may shrink without end.
  bool stagnates() override { return (idle_steps_ = relative_gain_ < kMinRelativeGain ? idle_steps_ + 1 : 0) >= 3; }

  void reset_damping() override { LevenbergMarquardt::reset_damping(), idle_steps_ = 0; }

  bool step_within_bounds() override {
    if (std::count(changed_rows_.begin(), changed_rows_.end(),
                   1)) {  // the crossings of an earlier, longer trial no longer apply
      std::copy(blocks_here_.begin(), blocks_here_.end(), blocks_);
      std::copy(r_here_.begin(), r_here_.end(), row_residual_.begin());
      std::fill(changed_rows_.begin(), changed_rows_.end(), 0);
      for (Bound& bound : bounds_)
        if ((bound.count = bound.count_here)) set_direction(bound, 0, r_.data());
      update_columns();
    }
    bool found = step();
    for (int i = 0; i < kMaxSetChanges && found && (release_bounds() || add_bounds()); ++i) {
      update_columns();
      found = step();
    }
    return found;
  }

 private:
  static constexpr int kMaxSetChanges = 8;              // changes of the set of held directions in one step
  static constexpr int kCrossingTrials = 12;            // states on the way to a trial to find the crossing
  static constexpr double kAtCrossing = 1.0 / 512;      // a state is at the crossing with this share of the trial's violation
  static constexpr double kOutside = 0.02;              // how far outside the next one is, as a share of the way to the crossing
  static constexpr double kBeyond = 0.1;                // and the one after it, where that is inside, of the way to the last outside
  static constexpr double kMinRelativeGain = 1e-9;      // three steps in a row with a smaller gain end the search
  static constexpr double kViolationTolerance = 1e-12;  // a smaller violation counts as none [own unit]
  static constexpr double kSameDirectionCosine = 0.99;  // directions with a larger cosine count as one

  struct Bound {
    const GoalInfo* goal;
    int count, count_here;           // directions held, each a row; the same for violations at the state
    std::vector<double> directions;  // unit vectors over the goal's rows
    const double* direction(int k) const { return directions.data() + std::int64_t(k) * goal->rows; }
  };
  std::vector<Bound> bounds_;
  int idle_steps_ = 0;
  std::vector<std::int32_t> bound_of_;                       // for every row; −1 for none
  std::vector<std::uint8_t> changed_rows_;                   // rows that differ from those at the state
  std::vector<double> r_here_, blocks_here_, saved_blocks_;  // residual and blocks at the state; blocks in use
  std::vector<double> outside_;                              // the state nearest to the crossing that was found outside

  static bool is_bound(const Program& program, const KernelLimits& limits, const GoalInfo& goal) {
    return limits.hard[goal.row] && is_inequality(goal.code, program.goal_numbers.data() + goal.numbers);
  }

  static double largest(const Bound& bound, const double* r) {
    double most = 0;
    for (int i = 0; i < bound.goal->rows; ++i) most = std::max(most, std::fabs(r[bound.goal->row + i]));
    return most;
  }

  // Sets direction k to that of the violation r; gives its size.
  static double set_direction(Bound& bound, int k, const double* r) {
    const double* own = r + bound.goal->row;
    const int rows = bound.goal->rows;
    double square = 0;
    for (int i = 0; i < rows; ++i) square = madd(own[i], own[i], square);
    const double size = std::sqrt(square);
    for (int i = 0; i < rows; ++i) bound.directions[std::int64_t(k) * rows + i] = own[i] / size;
    return size;
  }

  // Removes directions whose rows only keep the step from going farther inside; the others move up.
  bool release_bounds() {
    bool changed = false;
    for (Bound& bound : bounds_) {
      const GoalInfo& goal = *bound.goal;
      const int before = bound.count, width = goal.width();
      bound.count = 0;
      for (int k = 0; k < before; ++k) {
        if (y_[goal.row + k] > 0) continue;
        const int to = bound.count++;
        if (to == k) continue;
        std::copy_n(bound.direction(k), goal.rows, bound.directions.begin() + std::int64_t(to) * goal.rows);
        std::copy_n(blocks_ + goal.block + std::int64_t(k) * width, width, blocks_ + goal.block + std::int64_t(to) * width);
        row_residual_[goal.row + to] = row_residual_[goal.row + k];
      }
      if (bound.count == before) continue;
      clear_free_rows(bound, blocks_), changed = true;
    }
    return changed;
  }

  // Clears the rows that hold no direction.
  void clear_free_rows(const Bound& bound, double* blocks) {
    const GoalInfo& goal = *bound.goal;
    const std::int64_t width = goal.width();
    std::fill(blocks + goal.block + bound.count * width, blocks + goal.block + goal.rows * width, 0.0);
    std::fill(row_residual_.begin() + goal.row + bound.count, row_residual_.begin() + goal.row + goal.rows, 0.0);
    std::fill_n(changed_rows_.begin() + goal.row, goal.rows, 1);
  }

  // The largest violation at a state in a direction that is not held; 0 for none.
  double new_violation(const double* q, double* r) {
    evaluate_hard_rows(q, r);
    double most = 0;
    for (const Bound& bound : bounds_)
      if (is_newly_violated(bound, r)) most = std::max(most, largest(bound, r));
    return most;
  }

  // Whether a bound is violated in a direction that is not held.
  static bool is_newly_violated(const Bound& bound, const double* r) {
    const int rows = bound.goal->rows;
    const double* own = r + bound.goal->row;
    if (bound.count >= rows || !(largest(bound, r) > kViolationTolerance)) return false;
    const double size = std::sqrt(inner(own, own, rows));
    for (int k = 0; k < bound.count; ++k)
      if (inner(bound.direction(k), own, rows) > kSameDirectionCosine * size) return false;
    return true;
  }

  bool add_bounds() {
    if (std::all_of(bounds_.begin(), bounds_.end(), [](const Bound& bound) { return bound.count >= bound.goal->rows; }))
      return false;
    const double beyond = new_violation(trial_.data(), trial_r_.data());
    if (!(beyond > 0)) return false;
    find_crossing(beyond);
    evaluate_hard_rows(outside_.data(), corrected_r_.data());
    std::copy(blocks_, blocks_ + program_.blocks, saved_blocks_.begin());
    at_.handle_jacobians(hard_handles_), at_.jacobian(hard_goals_);
    scale_by_gains(blocks_, hard_goals_);  // the blocks of the workspace: now the Jacobian at the crossing
    for (Bound& bound : bounds_)
      if (is_newly_violated(bound, corrected_r_.data()))
        hold(bound, corrected_r_.data(), blocks_, saved_blocks_.data(), outside_);
    std::copy(saved_blocks_.begin(), saved_blocks_.end(), blocks_);
    return true;
  }

  // outside_ := where the way to the trial, which is violated by so much, crosses the bounds: a state there that just violates one.
  // Two states outside tell where the violation begins, for it grows about evenly; the next one is a little outside of that.
  void find_crossing(double beyond) {
    double inside = 0, outside = 1, next = 0.5;
    bool expected = false;
    const double enough = kAtCrossing * beyond;
    std::copy(trial_.begin(), trial_.end(), outside_.begin());
    for (int k = 0; k < kCrossingTrials && beyond > enough; ++k) {
      for (std::int64_t i = 0; i < n_; ++i) corrected_[i] = q_[i] + next * (trial_[i] - q_[i]);
      const double now = new_violation(corrected_.data(), corrected_r_.data()), at = next;
      const double share = expected && !(now > 0) ? kBeyond : 0.5;
      expected = now > 0 && now < beyond;
      if (expected) next = at - (1 - kOutside) * now * (outside - at) / (beyond - now);
      if (now > 0) outside = at, beyond = now, outside_.swap(corrected_);
      else inside = at;
      if (!(expected = expected && next > inside)) next = inside + share * (outside - inside);
    }
  }

  // Holds a bound in the direction in which it is violated at the state q, with the residual r and the Jacobian `from`
  // there.  The new row has the residual that this Jacobian extrapolates to the present state.
  void hold(Bound& bound, const double* r, const double* from, double* to, const std::vector<double>& q) {
    const GoalInfo& goal = *bound.goal;
    const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
    const int k = bound.count, width = goal.width();
    double here = set_direction(bound, k, r);
    double* row = to + goal.block + std::int64_t(k) * width;
    for (int c = 0; c < width; ++c) {
      double sum = 0;
      for (int i = 0; i < goal.rows; ++i)
        sum = madd(bound.direction(k)[i], from[goal.block + std::int64_t(i) * width + c], sum);
      row[c] = sum;
      const std::int32_t j = columns[c];
      if (gain_[j] > 0) here = madd(sum, (q_[j] - q[j]) / gain_[j], here);
    }
    row_residual_[goal.row + k] = here;
    ++bound.count;
    const bool violated_here = &q == &q_;
    clear_free_rows(bound, to);
    if (violated_here) std::fill_n(changed_rows_.begin() + goal.row, goal.rows, 0);
  }
};

}  // namespace manikin
