// One damped step of Levenberg and Marquardt inside the limits.  Mirrors manikin/solvers/lm/step.py.
//
// It minimises |J dq + r|² + λ|dq/gain|² within the limits.  It is found in the space of the rows: with columns scaled by
// their gain, dq = gain·Jᵀy and (J gain² Jᵀ + D) y = −r, so that its cost grows only linearly with the joints.  A parameter that
// the step would take past a limit stops there and the rest is solved again for what is left: an active set, likewise for linear
// limits; what a few rounds leave beyond is cut off.
#pragma once

#include "solvers/lm/damping.hpp"
#include "solvers/search.hpp"
#include "numerics/upper.hpp"

namespace manikin {

class LevenbergStep : public Search {
 protected:
  LevenbergStep(const Program& program, const Setting& setting, double tolerance)
      : Search(program, setting, tolerance), size_(rows_ + setting.linear_rows()), stride_(whole_registers(size_ + 1)),
        r_used_(stride_), y_(stride_), inverse_(size_), shrink_(rows_), columns_(n_ * stride_), base_(rows_ * stride_),
        normal_(size_ * stride_), factor_(size_ * stride_), gradient_(n_), uphill_(n_), dq_(n_), end_(n_), trial_(n_), trial_r_(rows_),
        spans_(n_), stuck_(n_), side_(setting.linear_rows()) {
    for (const GoalInfo& goal : program.goals)
      for (int c = 0; c < goal.width(); ++c) spans_[program.goal_columns[goal.columns + c]].push_back({goal.row, goal.row + goal.rows});
    std::fill_n(columns_.get(), n_ * stride_, 0.0), std::fill_n(normal_.get(), size_ * stride_, 0.0);
  }

  // Hard inequalities have more to say: see levenberg_bounds.hpp.
  virtual bool promises(std::int64_t) const { return true; }

  struct Span { std::int32_t row, last; };
  std::int64_t size_, stride_;               // rows of goals and of linear limits; of a matrix
  std::vector<double> r_used_, y_, inverse_; // the residual that a step is made for; whole registers
  std::vector<double> shrink_;               // of every row: 1/s², s being the bend that a far target gives it
  Buffer<double> columns_;                   // the Jacobian by columns, scaled by their gains
  Buffer<double> base_, normal_, factor_;    // J Jᵀ; of the free columns, with linear limits; its factor: upper triangles
  std::vector<double> gradient_, uphill_;    // Jᵀr; half the merit's gradient, hard rows weighed
  std::vector<double> dq_, end_, trial_, trial_r_;
  std::vector<std::vector<Span>> spans_;     // the rows that a parameter moves, goal by goal
  std::vector<std::uint8_t> stuck_;
  std::vector<signed char> side_;    // of a linear limit: −1 held at its lower end, 1 at its upper, 0 free
  std::vector<std::int32_t> held_;   // the linear limits that are held
  double* blocks_ = nullptr;
  double mu_ = kFirstDamping, soft_ = 0, hard_ = 0, trace_ = 0, promise_ = 0;
  int let_go_ = 0;
  bool settled_ = false;  // whether the step has the active set that it should
  bool clash_ = false;    // whether hard rows cannot be met here
  bool alone_ = false;    // whether soft rows are set aside

  double& right(std::int64_t row) { return normal_.get()[row * stride_ + size_]; }  // of the normal equations
  double* column(std::int64_t j) { return columns_.get() + j * stride_; }
  const double* column(std::int64_t j) const { return columns_.get() + j * stride_; }

  // Calls use(row) for every row that a parameter moves.
  template <class Use> void each_row(std::int64_t j, const Use& use) const {
    for (const Span& span : spans_[j])
      for (std::int64_t i = span.row; i < span.last; ++i) use(i);
  }

  // Jᵀx at one parameter; x has whole registers, zeros beyond the rows.
  double pulled(std::int64_t j, const double* x) const {
    return spans_[j].empty() ? 0.0 : inner_registers(column(j), x, spans_[j].front().row, spans_[j].back().last);
  }

  // What follows from blocks and residual.
  void renew() {
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* parameters = program_.goal_columns.data() + goal.columns;
      for (int i = 0; i < goal.rows; ++i) {
        const double* row = blocks_ + goal.block + std::int64_t(i) * goal.width();
        for (int c = 0; c < goal.width(); ++c) column(parameters[c])[goal.row + i] = row[c];
      }
    }
    std::fill_n(base_.get(), rows_ * stride_, 0.0);
    for (std::int64_t j = 0; j < n_; ++j) {
      gradient_[j] = pulled(j, r_used_.data());
      add_column(j, 1.0, base_.get());
    }
  }

  void weigh() {
    soft_ = hard_ = trace_ = 0;
    for (std::int64_t i = 0; i < rows_; ++i) {
      if (setting_.hard[i]) hard_ += r_[i] * r_[i];
      else if (!alone_) soft_ += r_[i] * r_[i];
      trace_ += base_.get()[i * stride_ + i] / shrink_[i];
    }
    for (std::int64_t j = 0; j < n_; ++j) {
      uphill_[j] = gradient_[j];
      for (std::int64_t i = 0; i < hard_rows_; ++i) uphill_[j] = madd((kHardness - 1) * column(j)[i], r_[i], uphill_[j]);
    }
  }

  // A point at the end of a lever L that is pulled by a target at the distance d has the curvature L(L + d), where JᵀJ says L².
  // Rows scaled by s and their residual by 1/s would give the normal equations the one and keep the gradient; the same step has
  // (J gain² Jᵀ + D/s²) z = −r/s², dq = gain² Jᵀz.
  void bend() {
    for (const GoalInfo& goal : program_.goals) {
      const int rows = goal.row < hard_rows_ ? 0 : distance_rows(goal);  // hard rows are met as they are
      const double shrink = shrink_of_far(r_.data() + goal.row, blocks_ + goal.block, rows, goal.width());
      for (int i = 0; i < goal.rows; ++i) shrink_[goal.row + i] = i < rows ? shrink : 1.0;
    }
  }

  // The objective that soft rows are damped by.
  double weighed() const { return soft_ + (clash_ ? kHardness : 1.0) * hard_; }
  double damping(std::int64_t row) const { return damping_for(setting_.hard[row] ? hard_ : weighed()); }
  double damping_for(double objective) const { return mu_ * objective + 1e-14 * (trace_ + 1); }

  bool holds_rows() const { return hard_rows_ > 0 || !side_.empty(); }

  // Whether the gradient, projected on what may move, is small beside |J||r|.  Where rows are held exactly it is known only
  // by the step dq that it makes, if that has the right active set: |gradient| ≤ (|J|² + λ) |dq|.
  bool gradient_below(double fraction) const {
    double sum = 0;
    const bool exact = !holds_rows();
    if (!exact && !settled_) return false;
    for (std::int64_t i = 0; i < n_; ++i) {
      const bool outward = (q_[i] <= setting_.lo[i] && gradient_[i] > 0) || (q_[i] >= setting_.hi[i] && gradient_[i] < 0);
      if (!exact) sum = madd(dq_[i], dq_[i], sum);
      else if (!outward) sum = madd(gradient_[i], gradient_[i], sum);
    }
    const double objective = soft_ + hard_, factor = exact ? 1.0 : trace_ + mu_ * weighed();
    return factor * std::sqrt(sum) <= fraction * std::sqrt(trace_ * objective);
  }

  // A step for the damping λ promises at least |gradient|²/(|J|² + λ): whether that bounds the gradient to rounding.
  bool little_promised() const {
    const double objective = soft_ + hard_;
    return settled_ && promise_ > 0 && (trace_ + mu_ * weighed()) * promise_ <= 1e-12 * trace_ * objective;
  }

  // ---- one damped step inside the limits ---------------------------------------------------------------------------

  bool step() {
    std::copy_n(base_.get(), rows_ * stride_, normal_.get());
    for (std::int64_t i = 0; i < rows_; ++i) right(i) = -r_used_[i] * shrink_[i];
    std::fill(side_.begin(), side_.end(), 0);
    held_.clear();
    for (std::int64_t i = 0; i < n_; ++i) {
      const double q = q_[i];
      stuck_[i] = (q <= setting_.lo[i] && gradient_[i] > 0) || (q >= setting_.hi[i] && gradient_[i] < 0);
      dq_[i] = 0, end_[i] = q;
      if (stuck_[i]) add_column(i, -1.0, normal_.get());
    }
    bool found = settled_ = false;
    let_go_ = 0;
    for (int round = 0; round < (holds_rows() ? kMostRounds : kRounds); ++round) {
      if (!solve()) return found;
      found = true;
      project();
      if (stop_at_limits() || hold_linear_limits()) continue;
      settled_ = true;
      if (!let_go()) break;
      settled_ = false;
    }
    for (std::int64_t i = 0; i < n_; ++i) trial_[i] = stuck_[i] ? end_[i] : inside(i, q_[i] + setting_.gain[i] * dq_[i]);
    settled_ = shorten(trial_) && settled_;
    return true;
  }

  // Takes the column of parameter j into normal equations (sign 1) or out of them (−1).
  void add_column(std::int64_t j, double sign, double* to) const {
    if (spans_[j].empty()) return;
    const double* own = column(j);
    const std::int64_t last = spans_[j].back().last;
    each_row(j, [&](std::int64_t i) {
      if (own[i] != 0) add_row(to + i * stride_, own, sign * own[i], i, last);
    });
  }
  // The rows feel that a parameter moves by d.
  void feel(std::int64_t j, double d) {
    each_row(j, [&](std::int64_t i) { right(i) = nmadd(column(j)[i], d, right(i)); });
  }

  // y of the damped normal equations, linear limits that are held being exact rows at the end.
  bool solve() {
    const auto held = static_cast<std::int64_t>(held_.size());
    for (std::int64_t k = 0; k < held; ++k) linear_row(k);
    const std::int64_t size = rows_ + held;
    std::copy_n(normal_.get(), size * stride_, factor_.get());
    for (std::int64_t i = 0; i < rows_; ++i) factor_.get()[i * stride_ + i] += damping(i) * shrink_[i];
    if (!eliminate(factor_.get(), inverse_.data(), size, size_ + 1, stride_)) return false;
    solve_upper(factor_.get(), inverse_.data(), size, size_, stride_, y_.data());
    promise_ = 0;  // were the rows straight, r + J dq = −D y would be left of them
    const double hardness = hard_ > enough_ ? kHardness : 0;  // what holds has nothing to promise
    for (std::int64_t i = 0; i < rows_; ++i) {
      const double rest = damping(i) * y_[i];
      if (promises(i)) promise_ += (setting_.hard[i] ? hardness : 1.0) * shrink_[i] * (r_used_[i] * r_used_[i] - rest * rest);
    }
    return true;
  }

  const double* linear(std::int64_t k) const { return setting_.linear.data() + k * n_; }

  void linear_row(std::int64_t at) {
    const std::int64_t k = held_[at];
    const double* a = linear(k);
    double* to = normal_.get() + rows_ + at;  // down a column of the upper triangle
    for (std::int64_t i = 0; i <= rows_ + at; ++i) to[i * stride_] = 0;
    double value = 0;
    for (std::int64_t j = 0; j < n_; ++j) {
      if (a[j] == 0) continue;
      value = madd(a[j], q_[j], value);
      const double scaled = a[j] * setting_.gain[j];
      if (stuck_[j]) { value = madd(scaled, dq_[j], value); continue; }
      each_row(j, [&](std::int64_t i) { to[i * stride_] = madd(scaled, column(j)[i], to[i * stride_]); });
      for (std::int64_t other = 0; other <= at; ++other)
        to[(rows_ + other) * stride_] = madd(scaled, linear(held_[other])[j] * setting_.gain[j], to[(rows_ + other) * stride_]);
    }
    double& own = to[(rows_ + at) * stride_];
    own += 1e-14 * (own + 1);
    right(rows_ + at) = (side_[k] > 0 ? setting_.linear_hi[k] : setting_.linear_lo[k]) - value;
  }

  // dq of the free parameters: Jᵀy and the pull of the held linear limits.
  void project() {
    for (std::int64_t j = 0; j < n_; ++j)
      if (!stuck_[j]) dq_[j] = pulled(j, y_.data());
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
      add_column(i, -1.0, normal_.get()), feel(i, dq_[i]);
    }
    return beyond;
  }

  // Frees the parameters that stand at a limit and would rather move away from it; a few times in a step, lest it cycle.
  bool let_go() {
    bool freed = false;
    for (std::int64_t j = 0; j < n_; ++j) {
      if (!stuck_[j] || setting_.gain[j] == 0) continue;
      double pull = pulled(j, y_.data());
      for (std::size_t at = 0; at < held_.size(); ++at)
        pull = madd(linear(held_[at])[j] * setting_.gain[j], y_[rows_ + at], pull);
      const bool low = end_[j] <= setting_.lo[j], high = end_[j] >= setting_.hi[j];
      if (low == high || (low ? pull <= dq_[j] : pull >= dq_[j])) continue;
      if (let_go_ >= 3) return settled_ = false;
      add_column(j, 1.0, normal_.get()), feel(j, -dq_[j]);
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

  // What rounding left beyond a linear limit is taken back; what a cut-off active set did, the step ends there.  Gives whether
  // nothing was.
  bool shorten(std::vector<double>& trial) {
    box_.trim(trial.data());
    const double t = box_.part_inside(q_.data(), trial.data());
    if (t < 1)
      for (std::int64_t i = 0; i < n_; ++i) trial[i] = inside(i, q_[i] + t * (trial[i] - q_[i]));
    return t == 1;
  }
};

}  // namespace manikin
