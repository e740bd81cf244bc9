// The smoothest change of a motion that meets its goals: all frames of an interval at once.
//
// With D the change of the plain states, weighted by a metric, it minimises ½ Σ|D_t|² + ½ ℓ⁴ Σ|D_t₋₁ − 2 D_t + D_t₊₁|²
// where the goals of each frame hold, within the limits, D = 0 where nothing may move.  The quadratic form is the same
// pentadiagonal matrix K for every parameter.  Goals are linearised; in each frame the steps that keep them are a
// projector P, and P K P y = −P K x is solved by conjugate gradients with P K⁻¹ P as preconditioner.  What passes a limit
// is held there, what is pushed back inside is let go.  This is one step; manikin/clips/smooth.py makes several, and brings
// every frame back to its goals after each.
#pragma once

#include <algorithm>
#include <vector>

#include "evaluation/program_batch.hpp"
#include "numerics/dense.hpp"
#include "numerics/pentadiagonal.hpp"

namespace manikin {

// What may move, and how: views of NumPy's arrays.
struct SpacetimeTables {
  Span<std::int32_t> columns;      // the parameters that may move: (c,)
  Span<double> weights, lo, hi;    // of the metric, positive; limits: (c,)
  Span<double> row_lo, row_hi;     // the range in which each row holds; equal for a goal that is met exactly: (rows,)
};

// The frames of an interval.  n parameters, k constants.
struct SpacetimeFrames {
  std::int64_t count;
  const double *plain, *states, *constants;      // (count, n), (count, n), (count, k)
  const double* offsets;                         // what is asked of each row beside its range, 0 where it can be met: (count, rows)
  const std::uint8_t *rows_on, *movable;         // (count, rows), (count, c)
  const double* bands;                           // (3, count), of K
};

class Spacetime {
 public:
  Spacetime(const Program& program, const SpacetimeTables& tables, const SpacetimeFrames& frames)
      : program_(program), tables_(tables), frames_(frames), n_(program.tree.size), rows_(program.rows),
        columns_(static_cast<std::int64_t>(tables.columns.size)), wide_((columns_ + width<Lanes> - 1) / width<Lanes>), count_(frames.count),
        padded_(wide_ * width<Lanes>), k_(frames.bands, count_), place_(n_, -1), root_(columns_), q_(frames.states, frames.states + count_ * n_),
        r_(count_ * rows_), held_(count_ * padded_), active_(count_ * rows_), kept_(count_), changed_(count_, 1),
        row_of_(count_ * rows_), lower_(count_ * rows_ * rows_), right_(count_ * rows_), jacobian_(count_ * rows_ * wide_),
        basis_(count_ * rows_ * wide_), mask_(count_ * wide_), z_(vector()), x_(vector()), y_(vector()), best_(vector()),
        kx_(vector()), residual_(vector()), direction_(vector()), product_(vector()), preconditioned_(vector()), workspace_(program) {
    for (std::int64_t c = 0; c < columns_; ++c) place_[tables.columns[c]] = c, root_[c] = std::sqrt(tables.weights[c]);
    std::fill_n(z_.get(), count_ * wide_, Lanes{});
    for (std::int64_t t = 0; t < count_; ++t)
      for (std::int64_t c = 0; c < columns_; ++c)
        number(z_, t, c) = frames.movable[t * columns_ + c] ? root_[c] * (frames.states[t * n_ + tables.columns[c]] - plain(t, c)) : 0.0;
  }

  // The rows of all frames as they are.
  void rows(double* to) {
    evaluate();
    std::copy(r_.begin(), r_.end(), to);
  }

  // The states after a step.
  void step(double* states) {
    evaluate();
    programme();
    place(best_.get());
    std::copy(q_.begin(), q_.end(), states);
  }

 private:
  static constexpr double kDependent = 1e-8;  // a row that others span but for such a share is left out
  static constexpr double kBeyond = 1e-10;    // how far a limit may be passed by rounding
  // The gradient, as a share of the first one in the norm of K⁻¹ and squared, that ends a search for the least cost: while
  // it is not known what is held, and then.
  static constexpr double kRough = 1e-3, kExact = 1e-7;
  static constexpr int kRounds = 8, kMostGradients = 60, kMostRows = 32;

  const Program& program_;
  const SpacetimeTables& tables_;
  const SpacetimeFrames& frames_;
  std::int64_t n_, rows_, columns_, wide_, count_, padded_;
  Pentadiagonal k_;
  std::vector<std::int64_t> place_;
  std::vector<double> root_, q_, r_;
  std::vector<signed char> held_;            // entries at a limit: −1 the lower, 1 the upper one
  std::vector<signed char> active_;          // rows that count: 2 always, −1 and 1 at an end of their range
  std::vector<std::int32_t> kept_;           // independent rows of each frame
  std::vector<std::uint8_t> changed_;        // frames whose rows or free entries are others than before
  std::vector<std::int32_t> row_of_;         // which rows they are
  std::vector<double> lower_, right_;        // A = L Q; L⁻¹ of what is wanted
  Buffer<Lanes> jacobian_, basis_, mask_;
  Buffer<Lanes> z_, x_, y_, best_, kx_, residual_, direction_, product_, preconditioned_;
  Workspace<Lanes> workspace_;
  double first_ = 0;  // the largest gradient

  std::size_t vector() const { return static_cast<std::size_t>(count_ * wide_); }
  double& number(const Buffer<Lanes>& of, std::int64_t t, std::int64_t c) const {
    return reinterpret_cast<double*>(of.get())[t * padded_ + c];
  }
  double plain(std::int64_t t, std::int64_t c) const { return frames_.plain[t * n_ + tables_.columns[c]]; }
  bool is_movable(std::int64_t t, std::int64_t c) const { return frames_.movable[t * columns_ + c] != 0; }
  bool is_on(std::int64_t t, std::int64_t row) const { return frames_.rows_on[t * rows_ + row] != 0; }
  bool is_range(std::int64_t row) const { return tables_.row_lo[row] < tables_.row_hi[row]; }

  double product_of(const Lanes* a, const Lanes* b) const {
    Lanes sum{};
    for (std::int64_t i = 0; i < count_ * wide_; ++i) sum = madd(a[i], b[i], sum);
    return sum_of(sum);
  }

  // Puts a change into the states, within the limits; the change is brought inside too.
  void place(Lanes* z) {
    auto* numbers = reinterpret_cast<double*>(z);
    for (std::int64_t t = 0; t < count_; ++t)
      for (std::int64_t c = 0; c < columns_; ++c) {
        double& own = numbers[t * padded_ + c];
        const double base = plain(t, c), wanted = base + own / root_[c];
        const double q = std::min(std::max(wanted, std::min(tables_.lo[c], base)), std::max(tables_.hi[c], base));
        if (q != wanted) own = root_[c] * (q - base);
        q_[t * n_ + tables_.columns[c]] = own == 0 ? base : q;
      }
  }

  // The rows of all frames, and their derivatives over the weighted columns.
  void evaluate() {
    const auto constants = static_cast<std::int64_t>(program_.constants.size());
    Evaluation<Lanes> at(program_, workspace_);
    double* a = reinterpret_cast<double*>(jacobian_.get());
    std::fill_n(jacobian_.get(), count_ * rows_ * wide_, Lanes{});
    std::vector<double> states(width<Lanes> * n_);
    for (std::int64_t first = 0; first < count_; first += width<Lanes>) {
      const int own = static_cast<int>(std::min<std::int64_t>(width<Lanes>, count_ - first));
      for (int lane = 0; lane < width<Lanes>; ++lane) {  // lanes behind the last frame repeat it
        const std::int64_t t = first + std::min(lane, own - 1);
        std::copy_n(q_.data() + t * n_, n_, states.data() + lane * n_);
        at.set_lane_constants(lane, frames_.constants + t * constants);
      }
      load_lanes(states.data(), n_, n_, workspace_.parameters.get());
      at.place_joints(), at.values(), at.residuals();
      for (std::int64_t row = 0; row < rows_; ++row)
        for (int lane = 0; lane < own; ++lane)
          r_[(first + lane) * rows_ + row] = workspace_.residual.get()[row][lane] * program_.row_scales[row];
      at.handle_jacobians(), at.jacobian();
      for (const GoalInfo& goal : program_.goals)
        for (int row = 0; row < goal.rows; ++row)
          for (int j = 0; j < goal.width(); ++j) {
            const std::int64_t c = place_[program_.goal_columns[goal.columns + j]];
            if (c < 0) continue;
            const Lanes value = workspace_.block.get()[goal.block + std::int64_t(row) * goal.width() + j];
            for (int lane = 0; lane < own; ++lane)
              a[((first + lane) * rows_ + goal.row + row) * padded_ + c] = value[lane] / root_[c];
          }
    }
  }

  // ---- the quadratic programme ---------------------------------------------------------------------------------------

  // best_ := the change of least cost that meets the linearised goals within the limits.
  void programme() {
    begin_active_rows();
    std::copy(z_.get(), z_.get() + count_ * wide_, best_.get());
    double exact = kRough;
    for (int round = 0; round < kRounds; ++round) {
      set_mask();
      make_projectors();
      least_cost(exact);
      if (change_active()) continue;
      if (exact == kExact) break;
      exact = kExact;
    }
  }

  void begin_active_rows() {
    for (std::int64_t t = 0; t < count_; ++t)
      for (std::int64_t row = 0; row < rows_; ++row) {
        signed char& own = active_[t * rows_ + row];
        const double r = asked(t, row);
        if (!is_on(t, row)) own = 0;
        else if (!is_range(row)) own = 2;
        else if (r > tables_.row_hi[row] + kBeyond) own = 1;
        else if (r < tables_.row_lo[row] - kBeyond) own = -1;
      }
  }

  // Which entries are free, and x with the others at their places.
  void set_mask() {
    for (std::int64_t t = 0; t < count_; ++t) {
      if (!changed_[t]) continue;
      std::fill_n(mask_.get() + t * wide_, wide_, Lanes{});
      std::fill_n(x_.get() + t * wide_, wide_, Lanes{});
      for (std::int64_t c = 0; c < columns_; ++c) {
        const signed char side = held_[t * padded_ + c];
        if (!is_movable(t, c)) continue;
        if (side) number(x_, t, c) = root_[c] * ((side > 0 ? tables_.hi[c] : tables_.lo[c]) - plain(t, c));
        else number(x_, t, c) = number(z_, t, c), number(mask_, t, c) = 1;
      }
    }
  }

  // A row without what it cannot meet.
  double asked(std::int64_t t, std::int64_t row) const { return r_[t * rows_ + row] - frames_.offsets[t * rows_ + row]; }

  double wanted(std::int64_t t, std::int64_t row) const {  // how the linearised row must change
    const double r = asked(t, row);
    const signed char side = active_[t * rows_ + row];
    return (side == 1 ? tables_.row_hi[row] : tables_.row_lo[row]) - r;
  }

  // Rows of each frame made orthonormal over the free columns; x moved so that it meets them.
  void make_projectors() {
    for (std::int64_t t = 0; t < count_; ++t) {
      if (!changed_[t]) continue;
      const Lanes *mask = mask_.get() + t * wide_, *z = z_.get() + t * wide_;
      Lanes* x = x_.get() + t * wide_;
      std::int64_t kept = 0;
      double *lower = lower_.data() + t * rows_ * rows_, *right = right_.data() + t * rows_;
      for (std::int64_t row = 0; row < rows_; ++row) {
        if (!active_[t * rows_ + row]) continue;
        const Lanes* a = jacobian_.get() + (t * rows_ + row) * wide_;
        Lanes* to = basis_.get() + (t * rows_ + kept) * wide_;
        Lanes moved{}, square{};
        for (std::int64_t i = 0; i < wide_; ++i) {
          moved = madd(a[i], x[i] - z[i], moved);
          to[i] = a[i] * mask[i], square = madd(to[i], to[i], square);
        }
        double left = wanted(t, row) - sum_of(moved);
        const double before = sum_of(square);
        double* own = lower + kept * rows_;
        for (int pass = 0; pass < 2; ++pass)  // twice: once is not exact where rows are nearly dependent
          for (std::int64_t j = 0; j < kept; ++j) {
            const Lanes* q = basis_.get() + (t * rows_ + j) * wide_;
            Lanes along_q{};
            for (std::int64_t i = 0; i < wide_; ++i) along_q = madd(q[i], to[i], along_q);
            const double part = sum_of(along_q);
            for (std::int64_t i = 0; i < wide_; ++i) to[i] = nmadd(q[i], spread<Lanes>(part), to[i]);
            own[j] = pass ? own[j] + part : part;
          }
        for (std::int64_t j = 0; j < kept; ++j) left -= own[j] * right[j];
        square = Lanes{};
        for (std::int64_t i = 0; i < wide_; ++i) square = madd(to[i], to[i], square);
        const double after = sum_of(square);
        if (!(after > kDependent * kDependent * before) || after < 1e-24) continue;
        const double size = std::sqrt(after);
        for (std::int64_t i = 0; i < wide_; ++i) to[i] = to[i] * spread<Lanes>(1 / size);
        own[kept] = size, right[kept] = left / size;
        row_of_[t * rows_ + kept] = static_cast<std::int32_t>(row);
        ++kept;
      }
      kept_[t] = static_cast<std::int32_t>(kept);
      for (std::int64_t j = 0; j < kept; ++j) {
        const Lanes* q = basis_.get() + (t * rows_ + j) * wide_;
        for (std::int64_t i = 0; i < wide_; ++i) x[i] = madd(q[i], spread<Lanes>(right[j]), x[i]);
      }
    }
  }

  void project(Lanes* v) const {
    double parts[kMostRows];
    for (std::int64_t t = 0; t < count_; ++t) {
      Lanes* own = v + t * wide_;
      const Lanes *q = basis_.get() + t * rows_ * wide_, *mask = mask_.get() + t * wide_;
      for (std::int64_t i = 0; i < wide_; ++i) own[i] = own[i] * mask[i];
      for (std::int64_t first = 0; first < kept_[t]; first += kMostRows) {
        const std::int64_t rows = std::min<std::int64_t>(kMostRows, kept_[t] - first);
        for (std::int64_t j = 0; j < rows; ++j) {
          Lanes along_q{};
          for (std::int64_t i = 0; i < wide_; ++i) along_q = madd(q[(first + j) * wide_ + i], own[i], along_q);
          parts[j] = sum_of(along_q);
        }
        for (std::int64_t j = 0; j < rows; ++j)
          for (std::int64_t i = 0; i < wide_; ++i) own[i] = nmadd(q[(first + j) * wide_ + i], spread<Lanes>(parts[j]), own[i]);
      }
    }
  }

  // best_ := x + y with P K P y = −P K x, from the best_ of before.
  void least_cost(double exact) {
    const std::int64_t size = count_ * wide_;
    for (std::int64_t i = 0; i < size; ++i) y_.get()[i] = best_.get()[i] - x_.get()[i];
    project(y_.get());
    for (std::int64_t i = 0; i < size; ++i) best_.get()[i] = x_.get()[i] + y_.get()[i];
    k_.multiply(best_.get(), wide_, residual_.get());
    for (std::int64_t i = 0; i < size; ++i) residual_.get()[i] = -residual_.get()[i];
    project(residual_.get());
    double before = 0;
    for (int step = 0; step < kMostGradients; ++step) {
      std::copy(residual_.get(), residual_.get() + size, preconditioned_.get());
      k_.solve(preconditioned_.get(), wide_);
      project(preconditioned_.get());
      const double now = product_of(residual_.get(), preconditioned_.get());
      first_ = std::max(first_, now);
      if (!(now > exact * first_) || !(now > 1e-18)) break;
      const Lanes turn = spread<Lanes>(step ? now / before : 0.0);
      for (std::int64_t i = 0; i < size; ++i)
        direction_.get()[i] = step ? madd(direction_.get()[i], turn, preconditioned_.get()[i]) : preconditioned_.get()[i];
      k_.multiply(direction_.get(), wide_, product_.get());
      project(product_.get());
      const double curvature = product_of(direction_.get(), product_.get());
      if (!(curvature > 0)) break;
      const Lanes length = spread<Lanes>(now / curvature);
      for (std::int64_t i = 0; i < size; ++i) {
        best_.get()[i] = madd(direction_.get()[i], length, best_.get()[i]);
        residual_.get()[i] = nmadd(product_.get()[i], length, residual_.get()[i]);
      }
      before = now;
    }
  }

  // Holds what passes a limit or the end of a range, lets go what is pushed back inside.
  bool change_active() {
    bool any_changed = false;
    k_.multiply(best_.get(), wide_, kx_.get());  // the gradient
    std::vector<double> multipliers(rows_);
    for (std::int64_t t = 0; t < count_; ++t) {
      bool changed = false;
      const Lanes* gradient = kx_.get() + t * wide_;
      const std::int64_t kept = kept_[t];
      for (std::int64_t j = kept - 1; j >= 0; --j) {  // Lᵀ λ = Q K z
        Lanes along_q{};
        const Lanes* q = basis_.get() + (t * rows_ + j) * wide_;
        for (std::int64_t i = 0; i < wide_; ++i) along_q = madd(q[i], gradient[i], along_q);
        multipliers[j] = sum_of(along_q);
      }
      const double* lower = lower_.data() + t * rows_ * rows_;
      for (std::int64_t j = kept - 1; j >= 0; --j) {
        for (std::int64_t i = j + 1; i < kept; ++i) multipliers[j] -= lower[i * rows_ + j] * multipliers[i];
        multipliers[j] /= lower[j * rows_ + j];
      }
      for (std::int64_t c = 0; c < columns_; ++c) {
        if (!is_movable(t, c)) continue;
        signed char& side = held_[t * padded_ + c];
        if (side) {
          double push = number(kx_, t, c);
          const auto* a = reinterpret_cast<const double*>(jacobian_.get() + t * rows_ * wide_);
          for (std::int64_t j = 0; j < kept; ++j) push -= multipliers[j] * a[row_of_[t * rows_ + j] * padded_ + c];
          if (push * side > 1e-12) side = 0, changed = true;  // the cost falls towards the inside
          continue;
        }
        const double q = plain(t, c) + number(best_, t, c) / root_[c];
        if (q > tables_.hi[c] + kBeyond) side = 1, changed = true;
        else if (q < tables_.lo[c] - kBeyond) side = -1, changed = true;
      }
      changed |= change_rows(t, kept, multipliers.data());
      changed_[t] = changed, any_changed |= changed;
    }
    return any_changed;
  }

  bool change_rows(std::int64_t t, std::int64_t kept, const double* multipliers) {
    bool changed = false;
    for (std::int64_t row = 0; row < rows_; ++row) {
      signed char& side = active_[t * rows_ + row];
      if (!is_on(t, row) || !is_range(row)) continue;
      if (side) {
        for (std::int64_t j = 0; j < kept; ++j)
          if (row_of_[t * rows_ + j] == row && multipliers[j] * side > 1e-12) side = 0, changed = true;
        continue;
      }
      const Lanes *a = jacobian_.get() + (t * rows_ + row) * wide_, *best = best_.get() + t * wide_, *z = z_.get() + t * wide_;
      Lanes moved{};
      for (std::int64_t i = 0; i < wide_; ++i) moved = madd(a[i], best[i] - z[i], moved);
      const double then = asked(t, row) + sum_of(moved);
      if (then > tables_.row_hi[row] + kBeyond) side = 1, changed = true;
      else if (then < tables_.row_lo[row] - kBeyond) side = -1, changed = true;
    }
    return changed;
  }
};

}  // namespace manikin
