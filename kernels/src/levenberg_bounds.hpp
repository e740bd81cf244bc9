// Levenberg-Marquardt with hard inequalities.  Mirrors Step.within_bounds of manikin/solvers/lm_step.py.
//
// At rest an inequality has no slope to be held by.  Those that a trial breaks are held by their slope where it crosses them;
// those that keep the step from going farther in are let go; and the step is made again.
#pragma once

#include "levenberg.hpp"

namespace manikin {

class BoundedLevenberg : public Levenberg {
 public:
  BoundedLevenberg(const Program& program, const Setting& setting, double tolerance)
      : Levenberg(program, setting, tolerance), unreal_(rows_), outward_(rows_), own_(program.blocks), used_(program.blocks),
        inside_(n_), outside_(n_) {
    for (const GoalInfo& goal : program.goals)
      if (is_bound(program, setting, goal)) bounds_.push_back({&goal, false});
  }

  static bool wanted(const Program& program, const Setting& setting) {
    return std::any_of(program.goals.begin(), program.goals.end(),
                       [&](const GoalInfo& goal) { return is_bound(program, setting, goal); });
  }

 protected:
  void watch() override {
    std::fill(unreal_.begin(), unreal_.end(), 0);
    bool changed = false;
    for (const Bound& bound : bounds_) changed |= along(*bound.goal, r_.data(), blocks_);
    if (changed) renew();
    std::copy(blocks_, blocks_ + program_.blocks, own_.begin());
  }

  bool promises(std::int64_t row) const override { return !unreal_[row]; }

  // Along the edge of a bound steps may gain ever less and never nothing.
  bool crept() override { return (idle_ = gained_ < kCreep ? idle_ + 1 : 0) >= 3; }

  void restart() override { Levenberg::restart(), idle_ = 0; }

  bool step_within() override {
    if (std::count(unreal_.begin(), unreal_.end(), 1)) {  // what an earlier, longer trial told is worth little now
      std::copy(own_.begin(), own_.end(), blocks_);
      for (const Bound& bound : bounds_)
        std::copy_n(r_.begin() + bound.goal->row, bound.goal->rows, r_used_.begin() + bound.goal->row);
      std::fill(unreal_.begin(), unreal_.end(), 0);
      renew();
    }
    std::copy(r_.begin(), r_.end(), outward_.begin());
    for (Bound& bound : bounds_) bound.held = largest(*bound.goal, r_) > 0;
    bool found = step();
    for (int i = 0; i < kMostChanges && found && (let_go_of_bounds() || hold_bounds()); ++i) {
      renew();
      found = step();
    }
    return found;
  }

 private:
  static constexpr int kMostChanges = 8;      // so often in a step the set of held inequalities may change
  static constexpr int kCrossing = 12;        // so often the way to a trial is halved to find where it crosses one
  static constexpr double kCreep = 1e-9;      // three steps in a row that gain less of the objective are enough
  static constexpr double kBroken = 1e-12;    // an inequality that is broken by less is not

  struct Bound {
    const GoalInfo* goal;
    bool held;  // broken here, or by a trial
  };
  std::vector<Bound> bounds_;
  int idle_ = 0;
  std::vector<std::uint8_t> unreal_;           // rows that were changed from what they are here
  std::vector<double> outward_, own_, used_;   // residuals where they are broken; blocks as they are here, and in use
  std::vector<double> inside_, outside_;       // the way to a trial, halved until it is short

  static bool is_bound(const Program& program, const Setting& setting, const GoalInfo& goal) {
    return setting.hard[goal.row] && is_inequality(goal.code, program.goal_numbers.data() + goal.numbers);
  }

  static double largest(const GoalInfo& goal, const std::vector<double>& rows) {
    double most = 0;
    for (int i = 0; i < goal.rows; ++i) most = std::max(most, std::fabs(rows[goal.row + i]));
    return most;
  }

  bool let_go_of_bounds() {
    bool changed = false;
    for (Bound& bound : bounds_) {
      const GoalInfo& goal = *bound.goal;
      if (!bound.held || !(inner(outward_.data() + goal.row, y_.data() + goal.row, goal.rows) > 0)) continue;
      std::fill_n(blocks_ + goal.block, std::int64_t(goal.rows) * goal.width(), 0.0);
      std::fill_n(r_used_.begin() + goal.row, goal.rows, 0.0);
      std::fill_n(unreal_.begin() + goal.row, goal.rows, 1);
      bound.held = false, changed = true;
    }
    return changed;
  }

  bool any_broken(const double* q, double* r) {
    evaluate(q, r);
    return std::any_of(bounds_.begin(), bounds_.end(), [&](const Bound& bound) { return broken(bound, r); });
  }

  static bool broken(const Bound& bound, const double* r) {
    for (int i = 0; i < bound.goal->rows; ++i)
      if (!bound.held && std::fabs(r[bound.goal->row + i]) > kBroken) return true;
    return false;
  }

  bool hold_bounds() {
    if (std::all_of(bounds_.begin(), bounds_.end(), [](const Bound& bound) { return bound.held; })) return false;
    if (!any_broken(trial_.data(), trial_r_.data())) return false;
    std::copy(q_.begin(), q_.end(), inside_.begin());
    std::copy(trial_.begin(), trial_.end(), outside_.begin());
    for (int k = 0; k < kCrossing; ++k) {
      for (std::int64_t i = 0; i < n_; ++i) other_[i] = 0.5 * (inside_[i] + outside_[i]);
      (any_broken(other_.data(), other_r_.data()) ? outside_ : inside_).swap(other_);
    }
    evaluate(outside_.data(), other_r_.data());
    std::copy(blocks_, blocks_ + program_.blocks, used_.begin());
    at_.slopes(), at_.jacobian();
    scale_by_gains(blocks_);  // the same room: now it has the slopes at the crossing
    for (Bound& bound : bounds_)
      if (broken(bound, other_r_.data())) hold(bound);
    std::copy(used_.begin(), used_.end(), blocks_);
    return true;
  }

  // Leaves of a bound of several rows its slope in the direction in which it is broken: what is at a corner may slide.
  static bool along(const GoalInfo& goal, const double* r, double* blocks) {
    double square = 0;
    if (goal.rows < 2) return false;
    for (int i = 0; i < goal.rows; ++i) square = madd(r[goal.row + i], r[goal.row + i], square);
    if (!(square > 0)) return false;
    const double scale = 1 / std::sqrt(square), *e = r + goal.row;
    double* j = blocks + goal.block;
    for (int c = 0; c < goal.width(); ++c) {
      double sum = 0;
      for (int i = 0; i < goal.rows; ++i) sum = madd(scale * e[i], j[i * goal.width() + c], sum);
      for (int i = 0; i < goal.rows; ++i) j[i * goal.width() + c] = scale * e[i] * sum;
    }
    return true;
  }

  // Takes the rows of a bound from where it is crossed: its slope, and what that makes of its residual here.
  void hold(Bound& bound) {
    const GoalInfo& goal = *bound.goal;
    const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
    along(goal, other_r_.data(), blocks_);
    for (int row = 0; row < goal.rows; ++row) {
      const std::int64_t at = goal.block + std::int64_t(row) * goal.width();
      double here = other_r_[goal.row + row];
      for (int c = 0; c < goal.width(); ++c) {
        const std::int32_t k = columns[c];
        if (setting_.gain[k] > 0) here = madd(blocks_[at + c], (q_[k] - outside_[k]) / setting_.gain[k], here);
        used_[at + c] = blocks_[at + c];
      }
      outward_[goal.row + row] = other_r_[goal.row + row];
      r_used_[goal.row + row] = here;
      unreal_[goal.row + row] = 1;
    }
    bound.held = true;
  }
};

}  // namespace manikin
