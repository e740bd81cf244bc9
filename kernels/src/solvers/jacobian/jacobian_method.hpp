// What the methods that step along the Jacobian share.  Mirrors manikin/solvers/jacobian/jacobian_method.py.
//
// Rows J x = −r over columns scaled by their gains.  A parameter at a limit that the objective would push beyond is held: its
// column is zero.  A step is shortened so that no parameter moves by more than `max_step`, and clamped to the limits.
#pragma once

#include "solvers/chain/rows.hpp"
#include "solvers/search.hpp"

namespace manikin {

// Reads a method's options one after another; whatever comes from Python is checked here.
class Options {
 public:
  explicit Options(const Span<double>& numbers) : numbers_(numbers) {}

  double next(double least, double most) {
    if (at_ >= numbers_.size) throw InputError("the method takes more options than " + std::to_string(numbers_.size));
    const double x = numbers_[at_++];
    if (!(x >= least && x <= most)) throw InputError("option " + std::to_string(at_ - 1) + " of the method is out of its range");
    return x;
  }
  double positive() { return next(5e-324, INFINITY); }
  double whole(double most) {
    const double x = next(0, most);
    if (x != std::floor(x)) throw InputError("option " + std::to_string(at_ - 1) + " of the method must be whole");
    return x;
  }
  std::vector<double> several(std::int64_t count, double least = -1e300, double most = INFINITY) {
    std::vector<double> found;
    for (std::int64_t i = 0; i < count; ++i) found.push_back(next(least, most));
    return found;
  }
  std::size_t left() const { return numbers_.size - at_; }
  void end() const {
    if (left()) throw InputError("the method takes fewer options than " + std::to_string(numbers_.size));
  }

 private:
  const Span<double>& numbers_;
  std::size_t at_ = 0;
};

class JacobianMethod : public Search {
 public:
  JacobianMethod(const Program& program, const Setting& setting, double tolerance)
      : Search(program, setting, tolerance), chain_(chain_rows(program, setting, room_)), plan_(program), gradient_(n_), step_(n_), trial_(n_), trial_r_(rows_), held_(n_) {}

  Status advance() override {
    linearise();
    if (still()) return Status::minimum;
    return step() ? go() : Status::stalled;
  }

 protected:
  std::unique_ptr<ChainRows> chain_;  // evaluates the problem where it has that form; then the room has no joints' places
  NormalPlan plan_;
  std::vector<double> gradient_, step_, trial_, trial_r_;
  std::vector<std::uint8_t> held_;
  double* blocks_ = nullptr;
  double rate_ = 1, max_step_ = INFINITY;
  bool holds_ = true;  // whether parameters are held at limits

  void restart() override {}
  // The step over scaled columns, into step_; false where the method has none.
  virtual bool step() { return false; }
  // The rows' derivatives at the state, scaled by gains.
  virtual double* slopes() {
    if (!chain_) return scaled_jacobian();
    if (!placed_) take();
    return chain_->slope();
  }

  Measure<double> evaluate(const double* q, double* r) override {
    if (!chain_) return Search::evaluate(q, r);
    ++evaluations;
    placed_ = q == q_.data();
    chain_->residual(q, room_.residual.get());
    return measured<double>(room_.residual.get(), program_.row_scales.data(), 0, 0.0, rows_, r);
  }

  void read_step_options(Options& in) { rate_ = in.next(5e-324, 1), max_step_ = in.positive(); }

  void linearise() {
    blocks_ = slopes();
    pull_back(blocks_, r_.data(), gradient_.data());
    if (!holds_) return;
    for (std::int64_t i = 0; i < n_; ++i) {
      held_[i] = (q_[i] <= setting_.lo[i] && gradient_[i] > 0) || (q_[i] >= setting_.hi[i] && gradient_[i] < 0);
      if (held_[i]) hold(i);
    }
  }

  void hold(std::int64_t parameter) {
    gradient_[parameter] = 0;
    for (const User& user : plan_.users[parameter]) {
      const GoalInfo& goal = program_.goals[user.goal];
      for (int row = 0; row < goal.rows; ++row) blocks_[goal.block + std::int64_t(row) * goal.width() + user.place] = 0;
    }
  }

  // Whether the objective's slope, limits considered, is too small to matter.
  bool still() const {
    double largest = 0;
    for (const double g : gradient_) largest = std::max(largest, std::fabs(g));
    const double size = inner(blocks_, blocks_, program_.blocks) * inner(r_.data(), r_.data(), rows_);
    return largest <= 1e-9 * std::sqrt(size) + 1e-300;
  }

  // Moves by rate · gain · step.
  Status go() {
    for (std::int64_t i = 0; i < n_; ++i) step_[i] *= rate_ * setting_.gain[i];
    return move();
  }

  // Moves by step_, now in the parameters' own units.
  Status move() {
    double longest = 0;
    for (std::int64_t i = 0; i < n_; ++i) {
      if (!std::isfinite(step_[i])) return Status::stalled;
      longest = std::max(longest, std::fabs(step_[i]));
    }
    const double part = longest > max_step_ ? max_step_ / longest : 1.0;
    bool moved = false;
    for (std::int64_t i = 0; i < n_; ++i) {
      trial_[i] = inside(i, q_[i] + part * step_[i]);
      moved |= trial_[i] != q_[i];
    }
    if (!moved) return Status::stalled;
    const Measure<double> next = evaluate(trial_.data(), trial_r_.data());
    accept(trial_, trial_r_, next);
    return Status::running;
  }

  // out := J x, rows from the blocks.
  void push_forward(const double* blocks, const double* x, double* out) const {
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int row = 0; row < goal.rows; ++row) {
        const double* j = blocks + goal.block + std::int64_t(row) * goal.width();
        double sum = 0;
        for (int c = 0; c < goal.width(); ++c) sum = madd(j[c], x[columns[c]], sum);
        out[goal.row + row] = sum;
      }
    }
  }

  // The rows over all parameters, from one to the next by a stride.
  void spread_out(const double* blocks, double* dense, std::int64_t stride) const {
    for (std::int64_t i = 0; i < rows_; ++i) std::fill_n(dense + i * stride, n_, 0.0);
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int row = 0; row < goal.rows; ++row) {
        const double* j = blocks + goal.block + std::int64_t(row) * goal.width();
        double* to = dense + (goal.row + row) * stride;
        for (int c = 0; c < goal.width(); ++c) to[columns[c]] = j[c];
      }
    }
  }

  // J Jᵀ in full (rows × rows).
  void full_normal(double* m) const {
    normal_matrix(program_, plan_, blocks_, m, rows_);
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t k = 0; k < i; ++k) m[k * rows_ + i] = m[i * rows_ + k];
  }
};

// The Jacobian by central differences (B eq. 3.5), with room of its own.
class Differences {
 public:
  Differences(const Program& program, double delta)
      : delta(delta), blocks(delta > 0 ? program.blocks : 0), q_(program.tree.size), ahead_(program.rows), behind_(program.rows) {}

  double delta;  // 0: not wanted
  std::vector<double> blocks;

  // `evaluate` gives the weighted residual of a state.
  template <class Evaluate>
  double* find(const Program& program, const NormalPlan& plan, const Setting& setting, const double* q, const Evaluate& evaluate) {
    std::copy(q, q + program.tree.size, q_.begin());
    std::fill(blocks.begin(), blocks.end(), 0.0);
    for (std::int64_t i = 0; i < program.tree.size; ++i) {
      if (setting.gain[i] == 0 || plan.users[i].empty()) continue;
      q_[i] = q[i] + delta, evaluate(q_.data(), ahead_.data());
      q_[i] = q[i] - delta, evaluate(q_.data(), behind_.data());
      q_[i] = q[i];
      for (const User& user : plan.users[i]) {
        const GoalInfo& goal = program.goals[user.goal];
        for (int row = 0; row < goal.rows; ++row)
          blocks[goal.block + std::int64_t(row) * goal.width() + user.place] =
              setting.gain[i] * ((ahead_[goal.row + row] - behind_[goal.row + row]) / (2 * delta));
      }
    }
    return blocks.data();
  }

 private:
  std::vector<double> q_, ahead_, behind_;
};

}  // namespace manikin
