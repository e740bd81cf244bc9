// The base of all solvers.  A search holds a state, its residual, and how good it is; advance() is one iteration; run.hpp has
// the loop around it.
// Mirrors manikin/solvers/search.py.
#pragma once

#include "evaluation/normal.hpp"
#include "evaluation/program_batch.hpp"
#include "solvers/polyhedron.hpp"
#include "solvers/seeds.hpp"
#include "solvers/step_limits.hpp"

namespace manikin {

enum class Status : std::int32_t { reached, minimum, stalled, max_iterations, infeasible, cancelled, timeout, running };

// The weight of violated hard rows in the merit by which two states are compared.
constexpr double kHardWeight = 1e6;
// Hard rows are satisfied if the sum of their squares is at most the tolerance squared, kept between these two.
constexpr double kMaxHardToleranceSquared = 1e-20, kMinHardToleranceSquared = 1e-24;

// How much stiffer than elsewhere a parameter that leans is at its limit, less 1.
constexpr double kMarginStiffness = 6;

// How good a state is.  merit: Σ of its squared rows; violated hard rows count kHardWeight times, satisfied ones nothing.
// worst: the largest row in its own unit.  hard_violation: Σ of the squared hard rows.
template <class V> struct Measure {
  V merit, worst, hard_violation;
};

// Writes the weighted rows to r and measures them.  The first `hard` rows are hard; `shift`, if given, is added to r.
template <class V>
inline Measure<V> measured(const V* raw, const double* scales, std::int64_t hard, double hard_tolerance, std::int64_t rows,
                           V* r, const double* shift = nullptr) {
  Measure<V> m{spread<V>(0.0), spread<V>(0.0), spread<V>(0.0)};
  for (std::int64_t i = 0; i < rows; ++i) {
    r[i] = raw[i] * scales[i];
    if (shift) r[i] = r[i] + spread<V>(shift[i]);
    m.merit = m.merit + r[i] * r[i];
    const V size = larger(raw[i], -raw[i]);
    if (scales[i] != 0) m.worst = choose(size > m.worst, size, m.worst);
    m.worst = choose(raw[i] == raw[i], m.worst, raw[i]);
    if (i + 1 == hard)
      m.hard_violation = m.merit,
      m.merit = choose(m.hard_violation <= hard_tolerance, spread<V>(0.0), kHardWeight * m.hard_violation);
  }
  return m;
}

// Another start replaces the given one if it takes more than this share off the merit, and where it reaches the goals, more
// than the tolerance off the worst row.
constexpr double kGainToLeave = 0.5;
inline bool is_gain(double own_merit, double own_worst, double merit, double worst, double tolerance) {
  return merit < (1 - kGainToLeave) * own_merit && (worst > tolerance || own_worst - worst > tolerance);
}

class Search {
 public:
  Search(const Program& program, const KernelLimits& limits, double tolerance)
      : program_(program), limits_(limits), tolerance_(tolerance), workspace_(program), at_(program, workspace_),
        n_(program.tree.size), rows_(program.rows), q_(n_), r_(rows_), polyhedron_(limits), seeds_(program, limits), steps_(limits),
        hard_tolerance_(std::min(std::max(tolerance * tolerance, kMinHardToleranceSquared), kMaxHardToleranceSquared)),
        gain_(limits.gain) {
    for (const std::uint8_t hard : limits.hard) hard_rows_ += hard;  // they come first
    for (const GoalInfo& goal : program.goals) {
      if (goal.row >= hard_rows_) break;
      ++hard_goals_;
      for (std::int32_t k = goal.first_input; k < goal.last_input; ++k) hard_handles_.push_back(program.inputs[k].handle);
    }
    std::sort(hard_handles_.begin(), hard_handles_.end());
    hard_handles_.erase(std::unique(hard_handles_.begin(), hard_handles_.end()), hard_handles_.end());
    for (std::int32_t h = 0; h < static_cast<std::int32_t>(program.handles.size()); ++h)
      if (!std::binary_search(hard_handles_.begin(), hard_handles_.end(), h)) soft_handles_.push_back(h);
  }
  virtual ~Search() = default;

  // Begins at a state, moved inside the limits and linear limits.
  void begin(const double* q, const double* constants) {
    at_.set_constants(constants);
    for (std::int64_t i = 0; i < n_; ++i) q_[i] = std::min(std::max(q[i], limits_.lo[i]), limits_.hi[i]);
    if (!polyhedron_.rows.empty()) polyhedron_.bring_inside(q_.data());
    evaluations = 0;
    start_again();
  }
  // Begins again at a state, moved inside the limits and linear limits; constants and counts stay.
  void begin_inside(const double* q) {
    open_limits();
    for (std::int64_t i = 0; i < n_; ++i) q_[i] = inside(i, q[i]);
    if (!polyhedron_.rows.empty()) polyhedron_.bring_inside(q_.data());
    start_again();
  }
  // Begins again at a state inside; constants and counts stay.
  void begin_at(const double* q) {
    std::copy(q, q + n_, q_.begin());
    start_again();
  }

  // The next steps may go only part of the way from the state to the limits, see step_limits.hpp.
  void draw_limits_near() {
    steps_.draw_near(q_.data());
    use_step_limits();
  }
  // They may go to the limits.
  void open_limits() {
    steps_.open();
    use_step_limits();
  }
  // Opens limits that were drawn near, and begins again where these held the state.  Gives whether they did.
  bool leave_near_limits() {
    const bool held = steps_.hold(q_.data());
    if (steps_.are_near()) open_limits();
    if (held) start_again();
    return held;
  }

  // Replaces the goals' constants; the state and what the method has learnt stay.
  void set_targets(const double* constants) {
    at_.set_constants(constants);
    evaluate_current();
  }

  // Adds weight · Σ(strain/gain)² to the merit, and a constant to every weighted row.  The strain of a parameter is its way from
  // the posture, and more in the margins (2 n, or none) of its lower and upper limits.  Only the methods of the
  // Levenberg-Marquardt family that are not made for plain chains take account of both.
  void set_posture(const double* posture, double weight, const double* shift, const double* margins) {
    posture_.assign(posture, posture + n_), posture_weight_ = weight, shift_.assign(shift, shift + rows_);
    margins_.assign(margins, margins ? margins + 2 * n_ : margins);
  }

  // With a posture the search goes on until nothing more can be gained.
  bool reached() const { return posture_weight_ == 0 && current_.worst <= tolerance_; }
  double merit() const { return current_.merit; }
  bool has_hard_goals() const { return hard_rows_ > 0; }
  const Measure<double>& current() const { return current_; }

  // Whether a is better than b.  Hard goals come first; of two states that satisfy them, or of two that do not, the
  // merit decides.
  bool is_better(const Measure<double>& a, const Measure<double>& b) const {
    const bool met = a.hard_violation <= hard_tolerance_;
    return met == (b.hard_violation <= hard_tolerance_) ? a.merit < b.merit : met;
  }
  // Whether the end of another start is worth leaving the end of the given one.
  bool is_worth_leaving(const Measure<double>& own, const Measure<double>& other) const {
    if ((own.hard_violation <= hard_tolerance_) != (other.hard_violation <= hard_tolerance_)) return is_better(other, own);
    return is_gain(own.merit, own.worst, other.merit, other.worst, tolerance_);
  }
  const std::vector<double>& q() const { return q_; }
  const std::vector<double>& residual() const { return r_; }  // weighted and shifted
  // The Jacobian at the state, columns scaled by the gains that parameters have outside their margins.
  const double* blocks() { return scaled_jacobian(false); }
  // The weighted rows of another state, without their shift.
  void rows_at(const double* q, double* r) {
    evaluate(q, r);
    for (std::int64_t i = 0; i < rows_; ++i) r[i] = workspace_.residual.get()[i] * program_.row_scales[i];
  }
  double posture_weight() const { return posture_weight_; }
  // How far the state is from the posture, over the gains.
  double off_posture() const { return posture_weight_ > 0 ? std::sqrt(posture_cost(q_.data()) / posture_weight_) : 0.0; }
  const std::vector<double>& shift() const { return shift_; }
  // Another shift of a row; the merit is that of the old one until the search begins again.
  void set_shift(std::int64_t row, double value) { r_[row] += value - shift_[row], shift_[row] = value; }
  const Seeds& seeds() const { return seeds_; }
  // How much faster parameter i strains at the state than it moves: 1 outside the margins.
  double stiffness(std::int64_t i) const {
    if (margins_.empty()) return 1;
    const double below = inside_margin(0, i, q_.data()), above = inside_margin(1, i, q_.data());
    return 1 + kMarginStiffness * (below * below + above * above);
  }

  // One iteration.  Gives `running` if it gained something, else why nothing more can be gained.
  virtual Status advance() = 0;
  // Of methods with a damping: what the first steps would take another time; and what the next steps are to take.
  virtual const std::vector<double>& learnt_dampings() const {
    static const std::vector<double> none;
    return none;
  }
  virtual void plan_dampings(const std::vector<double>&) {}
  // Of methods that hold hard inequalities: their rows as the last step held them, in blocks like those of blocks(); and which.
  virtual void held_bounds(std::vector<double>&, std::vector<std::uint8_t>&) const {}
  // A lower bound of the merit of all states.
  virtual double least_merit() const { return 0; }
  // Whether to give up this attempt early, because another start promises more.
  virtual bool should_restart() const { return false; }

  std::int64_t evaluations = 0;

 protected:
  const Program& program_;
  const KernelLimits& limits_;
  double tolerance_;
  Workspace<double> workspace_;
  Evaluation<double> at_;
  std::int64_t n_, rows_;
  std::vector<double> q_, r_;  // the state, and its weighted residual
  Polyhedron polyhedron_;
  Seeds seeds_;
  StepLimits steps_;
  std::int64_t hard_rows_ = 0;
  std::size_t hard_goals_ = 0;
  std::vector<std::int32_t> hard_handles_, soft_handles_;  // what the hard goals are about, and only others
  double hard_tolerance_;      // hard rows are satisfied if the sum of their squares is at most this
  Measure<double> current_{};  // how good the state is
  bool is_evaluated_ = false;   // whether the workspace holds the evaluation at q_
  bool has_hard_rows_ = false;  // whether it holds the hard rows of its parameters, and not the others
  std::vector<double> posture_, shift_, margins_;
  std::vector<double> gain_;  // of the parameters at the state: what leans is stiffer near its limits
  double posture_weight_ = 0;

  // How far parameter i is into the margin of its lower limit (side 0) or upper limit: 0 outside, 1 at the limit.
  double inside_margin(int side, std::int64_t i, const double* q) const {
    const double margin = margins_[side * n_ + i];
    if (!(margin > 0)) return 0;
    return std::min(std::max(1 - (side ? limits_.hi[i] - q[i] : q[i] - limits_.lo[i]) / margin, 0.0), 1.0);
  }
  // How far parameter i strains from the posture, over its gain.
  double off_posture(std::int64_t i, const double* q) const {
    if (!(limits_.gain[i] > 0)) return 0;
    double strain = q[i] - posture_[i];
    if (!margins_.empty()) {
      const double below = inside_margin(0, i, q), above = inside_margin(1, i, q);
      strain += kMarginStiffness / 3 * (margins_[n_ + i] * above * above * above - margins_[i] * below * below * below);
    }
    return strain / limits_.gain[i];
  }
  double posture_cost(const double* q) const {
    double sum = 0;
    for (std::int64_t i = 0; i < n_; ++i) {
      const double off = off_posture(i, q);
      sum = madd(off, off, sum);
    }
    return posture_weight_ * sum;
  }

  virtual void reset() = 0;
  // Of methods that have a copy of the limits of their steps.
  virtual void use_step_limits() {}

  // Weighted residual of a state, into r.
  virtual Measure<double> evaluate(const double* q, double* r) {
    ++evaluations;
    is_evaluated_ = q == q_.data();
    std::copy(q, q + n_, workspace_.parameters.get());
    at_.place_joints(), at_.values(), at_.residuals();
    has_hard_rows_ = false;
    return measured_here(r);
  }

  // The weighted hard rows of a state, the first of r; gives the sum of their squares.  The other rows stay as they were.
  double evaluate_hard_rows(const double* q, double* r) {
    ++evaluations;
    is_evaluated_ = false;
    if (!has_hard_rows_of(q)) {
      std::copy(q, q + n_, workspace_.parameters.get());
      at_.place_joints(), at_.values(hard_handles_), at_.residuals(0, hard_goals_);
    }
    has_hard_rows_ = true;
    return measured<double>(workspace_.residual.get(), program_.row_scales.data(), hard_rows_, hard_tolerance_, hard_rows_, r,
                            shift_.empty() ? nullptr : shift_.data())
        .hard_violation;
  }

  // The same as evaluate; of a state whose hard rows were evaluated last only the others are computed.
  Measure<double> evaluate_soft_rows(const double* q, double* r) {
    if (!has_hard_rows_of(q)) return evaluate(q, r);
    ++evaluations;
    is_evaluated_ = q == q_.data(), has_hard_rows_ = false;
    at_.values(soft_handles_), at_.residuals(hard_goals_, program_.goals.size());
    return measured_here(r);
  }

  // Whether the workspace holds the hard rows of a state, and nothing else that counts.
  bool has_hard_rows_of(const double* q) const {
    return has_hard_rows_ && std::equal(q, q + n_, workspace_.parameters.get());
  }

  // The weighted rows of the state in the workspace, into r.
  Measure<double> measured_here(double* r) const {
    Measure<double> m = measured<double>(workspace_.residual.get(), program_.row_scales.data(), hard_rows_, hard_tolerance_,
                                         rows_, r, shift_.empty() ? nullptr : shift_.data());
    if (posture_weight_ > 0) m.merit += posture_cost(workspace_.parameters.get());
    return m;
  }

  void evaluate_current() { current_ = evaluate(q_.data(), r_.data()); }

  // What the method has learnt is forgotten, and gains may be others now.
  void start_again() {
    open_limits();
    gain_ = limits_.gain;
    evaluate_current();
    reset();
  }

  // Makes the trial the state; the workspace holds its evaluation.
  void accept(std::vector<double>& trial, std::vector<double>& trial_r, const Measure<double>& m) {
    q_.swap(trial), r_.swap(trial_r);
    current_ = m, is_evaluated_ = true;
  }

  // The blocks of the Jacobian at the state, columns scaled by the gains; in margins these are smaller, or not.
  double* scaled_jacobian(bool stiff = true) {
    if (!is_evaluated_) evaluate_current();
    at_.handle_jacobians(), at_.jacobian();
    for (std::int64_t i = 0; i < n_ && !margins_.empty(); ++i) gain_[i] = limits_.gain[i] / (stiff ? stiffness(i) : 1);
    scale_by_gains(workspace_.block.get());
    return workspace_.block.get();
  }

  void scale_by_gains(double* blocks) const { scale_by_gains(blocks, program_.goals.size()); }
  // Those of the first goals.
  void scale_by_gains(double* blocks, std::size_t count) const {
    for (std::size_t g = 0; g < count; ++g) {
      const GoalInfo& goal = program_.goals[g];
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int row = 0; row < goal.rows; ++row) {
        double* j = blocks + goal.block + std::int64_t(row) * goal.width();
        for (int c = 0; c < goal.width(); ++c) j[c] *= gain_[columns[c]];
      }
    }
  }

  // out := Jᵀ x over all parameters, from the blocks.
  void transpose_product(const double* blocks, const double* x, double* out) const {
    std::fill(out, out + n_, 0.0);
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int row = 0; row < goal.rows; ++row) {
        const double* j = blocks + goal.block + std::int64_t(row) * goal.width();
        const double s = x[goal.row + row];
        for (int c = 0; c < goal.width(); ++c) out[columns[c]] = madd(j[c], s, out[columns[c]]);
      }
    }
  }

  // x within the limits of the steps.  A frozen parameter keeps its bits: −0 + 0 would be 0.
  double inside(std::int64_t i, double x) const {
    return limits_.gain[i] > 0 ? std::min(std::max(x, steps_.lo[i]), steps_.hi[i]) : q_[i];
  }
};

}  // namespace manikin
