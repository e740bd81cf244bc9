// Levenberg-Marquardt with hard inequalities.  Mirrors Step.within_bounds of manikin/solvers/lm/step.py.
//
// At rest an inequality has no slope to be held by.  Those that a trial breaks are held by their slope where it crosses them;
// those that keep the step from going farther in are let go; and the step is made again.  What is held is a half-space: the
// direction in which an inequality is broken.  One of several rows may be held in several, as at a corner of what supports a body.
#pragma once

#include "solvers/lm/lm.hpp"

namespace manikin {

class BoundedLevenberg : public Levenberg {
 public:
  BoundedLevenberg(const Program& program, const Setting& setting, double tolerance)
      : Levenberg(program, setting, tolerance), bound_of_(rows_, -1), unreal_(rows_), own_r_(rows_), own_(program.blocks),
        used_(program.blocks), inside_(n_), outside_(n_) {
    for (const GoalInfo& goal : program.goals) {
      if (!is_bound(program, setting, goal)) continue;
      std::fill_n(bound_of_.begin() + goal.row, goal.rows, static_cast<std::int32_t>(bounds_.size()));
      bounds_.push_back({&goal, 0, 0, std::vector<double>(std::size_t(goal.rows) * goal.rows)});
    }
  }

  static bool wanted(const Program& program, const Setting& setting) {
    return std::any_of(program.goals.begin(), program.goals.end(),
                       [&](const GoalInfo& goal) { return is_bound(program, setting, goal); });
  }

 protected:
  void watch() override {
    std::fill(unreal_.begin(), unreal_.end(), 0);
    for (Bound& bound : bounds_) {
      bound.held = bound.own = 0;
      if (largest(bound, r_.data()) > 0) hold(bound, r_.data(), blocks_, blocks_, q_), bound.own = 1;
    }
    renew();
    std::copy(blocks_, blocks_ + program_.blocks, own_.begin());
    std::copy_n(r_used_.begin(), rows_, own_r_.begin());
  }

  bool promises(std::int64_t row) const override { return !unreal_[row]; }

  double left_of(std::int64_t row, const std::vector<double>& r) const override {
    if (bound_of_[row] < 0) return r[row];
    const Bound& bound = bounds_[bound_of_[row]];
    const int k = int(row - bound.goal->row);
    return k < bound.held ? inner(bound.direction(k), r.data() + bound.goal->row, bound.goal->rows) : 0.0;
  }

  // Along the edge of a bound steps may gain ever less and never nothing.
  bool crept() override { return (idle_ = gained_ < kCreep ? idle_ + 1 : 0) >= 3; }

  void afresh() override { Levenberg::afresh(), idle_ = 0; }

  bool step_within() override {
    if (std::count(unreal_.begin(), unreal_.end(), 1)) {  // what an earlier, longer trial told is worth little now
      std::copy(own_.begin(), own_.end(), blocks_);
      std::copy(own_r_.begin(), own_r_.end(), r_used_.begin());
      std::fill(unreal_.begin(), unreal_.end(), 0);
      for (Bound& bound : bounds_)
        if ((bound.held = bound.own)) point(bound, 0, r_.data());
      renew();
    }
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
  static constexpr double kSame = 0.99;       // directions whose cosine is larger are one

  struct Bound {
    const GoalInfo* goal;
    int held, own;                   // the directions that are held, each a row; those that are broken here
    std::vector<double> directions;  // unit vectors over the goal's rows
    const double* direction(int k) const { return directions.data() + std::int64_t(k) * goal->rows; }
  };
  std::vector<Bound> bounds_;
  int idle_ = 0;
  std::vector<std::int32_t> bound_of_;         // of every row; −1 without
  std::vector<std::uint8_t> unreal_;           // rows that were changed from what they are here
  std::vector<double> own_r_, own_, used_;     // residual and blocks as they are here; blocks in use
  std::vector<double> inside_, outside_;       // the way to a trial, halved until it is short

  static bool is_bound(const Program& program, const Setting& setting, const GoalInfo& goal) {
    return setting.hard[goal.row] && is_inequality(goal.code, program.goal_numbers.data() + goal.numbers);
  }

  static double largest(const Bound& bound, const double* r) {
    double most = 0;
    for (int i = 0; i < bound.goal->rows; ++i) most = std::max(most, std::fabs(r[bound.goal->row + i]));
    return most;
  }

  // Makes the k-th direction that in which r breaks the bound; gives how far it does.
  static double point(Bound& bound, int k, const double* r) {
    const double* own = r + bound.goal->row;
    const int rows = bound.goal->rows;
    double square = 0;
    for (int i = 0; i < rows; ++i) square = madd(own[i], own[i], square);
    const double size = std::sqrt(square);
    for (int i = 0; i < rows; ++i) bound.directions[std::int64_t(k) * rows + i] = own[i] / size;
    return size;
  }

  // Lets go of directions whose rows keep the step from going farther in; the others move up.
  bool let_go_of_bounds() {
    bool changed = false;
    for (Bound& bound : bounds_) {
      const GoalInfo& goal = *bound.goal;
      const int before = bound.held, width = goal.width();
      bound.held = 0;
      for (int k = 0; k < before; ++k) {
        if (y_[goal.row + k] > 0) continue;
        const int to = bound.held++;
        if (to == k) continue;
        std::copy_n(bound.direction(k), goal.rows, bound.directions.begin() + std::int64_t(to) * goal.rows);
        std::copy_n(blocks_ + goal.block + std::int64_t(k) * width, width, blocks_ + goal.block + std::int64_t(to) * width);
        r_used_[goal.row + to] = r_used_[goal.row + k];
      }
      if (bound.held == before) continue;
      empty(bound, blocks_), changed = true;
    }
    return changed;
  }

  // Leaves nothing in the rows that hold no direction.
  void empty(const Bound& bound, double* blocks) {
    const GoalInfo& goal = *bound.goal;
    const std::int64_t width = goal.width();
    std::fill(blocks + goal.block + bound.held * width, blocks + goal.block + goal.rows * width, 0.0);
    std::fill(r_used_.begin() + goal.row + bound.held, r_used_.begin() + goal.row + goal.rows, 0.0);
    std::fill_n(unreal_.begin() + goal.row, goal.rows, 1);
  }

  bool any_broken(const double* q, double* r) {
    evaluate(q, r);
    return std::any_of(bounds_.begin(), bounds_.end(), [&](const Bound& bound) { return broken(bound, r); });
  }

  // Whether a bound is broken in a direction in which it is not held.
  static bool broken(const Bound& bound, const double* r) {
    const int rows = bound.goal->rows;
    const double* own = r + bound.goal->row;
    if (bound.held >= rows || !(largest(bound, r) > kBroken)) return false;
    const double size = std::sqrt(inner(own, own, rows));
    for (int k = 0; k < bound.held; ++k)
      if (inner(bound.direction(k), own, rows) > kSame * size) return false;
    return true;
  }

  bool hold_bounds() {
    if (std::all_of(bounds_.begin(), bounds_.end(), [](const Bound& bound) { return bound.held >= bound.goal->rows; })) return false;
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
      if (broken(bound, other_r_.data())) hold(bound, other_r_.data(), blocks_, used_.data(), outside_);
    std::copy(used_.begin(), used_.end(), blocks_);
    return true;
  }

  // Holds a bound in the direction in which it is broken where the state is q, its residual r and its slope that of `from`:
  // a row more, with what that slope makes of the residual here.
  void hold(Bound& bound, const double* r, const double* from, double* to, const std::vector<double>& q) {
    const GoalInfo& goal = *bound.goal;
    const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
    const int k = bound.held, width = goal.width();
    double here = point(bound, k, r);
    double* row = to + goal.block + std::int64_t(k) * width;
    for (int c = 0; c < width; ++c) {
      double sum = 0;
      for (int i = 0; i < goal.rows; ++i) sum = madd(bound.direction(k)[i], from[goal.block + std::int64_t(i) * width + c], sum);
      row[c] = sum;
      const std::int32_t j = columns[c];
      if (setting_.gain[j] > 0) here = madd(sum, (q_[j] - q[j]) / setting_.gain[j], here);
    }
    r_used_[goal.row + k] = here;
    ++bound.held;
    const bool broken_here = &q == &q_;
    empty(bound, to);
    if (broken_here) std::fill_n(unreal_.begin() + goal.row, goal.rows, 0);
  }
};

}  // namespace manikin
