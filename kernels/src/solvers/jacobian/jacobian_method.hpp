// The base of the methods that step along the Jacobian.  Mirrors manikin/solvers/jacobian/jacobian_method.py.
//
// They solve J x = −r over columns scaled by their gains.  A parameter at a limit that the gradient would push beyond
// it is held: its column is zero.  A step is shortened so that no parameter moves by more than max_step, and clamped to
// the limits.
#pragma once

#include "solvers/chain/rows.hpp"
#include "solvers/search.hpp"

namespace manikin {

// Reads the options of a method, in their order, and checks their ranges.
class Options {
 public:
  explicit Options(const Span<double>& numbers) : numbers_(numbers) {}

  double next(double least, double most) {
    if (at_ >= numbers_.size) throw InputError("the method takes more options than " + std::to_string(numbers_.size));
    const double x = numbers_[at_++];
    if (!(x >= least && x <= most))
      throw InputError("option " + std::to_string(at_ - 1) + " of the method is out of its range");
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
  JacobianMethod(const Program& program, const KernelLimits& limits, double tolerance)
      : Search(program, limits, tolerance), chain_(chain_rows(program, limits, workspace_)), plan_(program), gradient_(n_),
        step_(n_), trial_(n_), trial_r_(rows_), held_(n_) {}

  Status advance() override {
    linearise();
    if (is_minimum()) return Status::minimum;
    return step() ? take_scaled_step() : Status::stalled;
  }

 protected:
  std::unique_ptr<ChainRows> chain_;  // evaluates plain chains; then the workspace has no joints
  NormalPlan plan_;
  std::vector<double> gradient_, step_, trial_, trial_r_;
  std::vector<std::uint8_t> held_;
  double* blocks_ = nullptr;
  double rate_ = 1, max_step_ = INFINITY;
  bool holds_limits_ = true;  // whether parameters are held at limits

  void reset() override {}
  // step_ := the step over scaled columns; false where the method has none.
  virtual bool step() { return false; }
  // The blocks of the Jacobian at the state, columns scaled by gains.
  virtual double* find_jacobian() {
    if (!chain_) return scaled_jacobian();
    if (!is_evaluated_) evaluate_current();
    return chain_->jacobian();
  }

  Measure<double> evaluate(const double* q, double* r) override {
    if (!chain_) return Search::evaluate(q, r);
    ++evaluations;
    is_evaluated_ = q == q_.data();
    chain_->residual(q, workspace_.residual.get());
    return measured<double>(workspace_.residual.get(), program_.row_scales.data(), 0, 0.0, rows_, r);
  }

  void read_step_options(Options& in) { rate_ = in.next(5e-324, 1), max_step_ = in.positive(); }

  void linearise() {
    blocks_ = find_jacobian();
    transpose_product(blocks_, r_.data(), gradient_.data());
    if (!holds_limits_) return;
    for (std::int64_t i = 0; i < n_; ++i) {
      held_[i] = (q_[i] <= limits_.lo[i] && gradient_[i] > 0) || (q_[i] >= limits_.hi[i] && gradient_[i] < 0);
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

  // Whether the gradient over the parameters that are not held is negligible.
  bool is_minimum() const {
    double largest = 0;
    for (const double g : gradient_) largest = std::max(largest, std::fabs(g));
    const double size = inner(blocks_, blocks_, program_.blocks) * inner(r_.data(), r_.data(), rows_);
    return largest <= 1e-9 * std::sqrt(size) + 1e-300;
  }

  // Moves by rate · gain · step_.
  Status take_scaled_step() {
    for (std::int64_t i = 0; i < n_; ++i) step_[i] *= rate_ * limits_.gain[i];
    return take_step();
  }

  // Moves by step_ in the parameters' own units.
  Status take_step() {
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
  void product(const double* blocks, const double* x, double* out) const {
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

  // The rows over all parameters, rows `stride` apart.
  void write_dense(const double* blocks, double* dense, std::int64_t stride) const {
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

// The Jacobian by central differences (B eq. 3.5), in its own memory.
class Differences {
 public:
  Differences(const Program& program, double delta)
      : delta(delta), blocks(delta > 0 ? program.blocks : 0), q_(program.tree.size), ahead_(program.rows),
        behind_(program.rows) {}

  double delta;  // step of the differences; 0: not wanted
  std::vector<double> blocks;

  // evaluate(q, r) writes the weighted residual of a state.
  template <class Evaluate>
  double* find(const Program& program, const NormalPlan& plan, const KernelLimits& limits, const double* q,
               const Evaluate& evaluate) {
    std::copy(q, q + program.tree.size, q_.begin());
    std::fill(blocks.begin(), blocks.end(), 0.0);
    for (std::int64_t i = 0; i < program.tree.size; ++i) {
      if (limits.gain[i] == 0 || plan.users[i].empty()) continue;
      q_[i] = q[i] + delta, evaluate(q_.data(), ahead_.data());
      q_[i] = q[i] - delta, evaluate(q_.data(), behind_.data());
      q_[i] = q[i];
      for (const User& user : plan.users[i]) {
        const GoalInfo& goal = program.goals[user.goal];
        for (int row = 0; row < goal.rows; ++row)
          blocks[goal.block + std::int64_t(row) * goal.width() + user.place] =
              limits.gain[i] * ((ahead_[goal.row + row] - behind_[goal.row + row]) / (2 * delta));
      }
    }
    return blocks.data();
  }

 private:
  std::vector<double> q_, ahead_, behind_;
};

}  // namespace manikin
