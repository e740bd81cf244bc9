// Targets before posture: a shift of the target rows so that leaning to a posture costs them no accuracy.  Mirrors
// manikin/solvers/levels.py, which has the reasons.
#pragma once

#include "numerics/singular.hpp"
#include "solvers/search.hpp"

namespace manikin {

// Up to the first share of the posture a direction of the rows is met exactly; from the second on the posture keeps its share.
constexpr double kExactShare = 0.05, kSoftShare = 0.6;

class Levels {
 public:
  // exact: the rows that come before the posture.
  Levels(const Program& program, const KernelLimits& limits, std::vector<std::int64_t> exact)
      : program_(program), limits_(limits), exact_(std::move(exact)), n_(program.tree.size), place_(program.rows, -1),
        values_(static_cast<std::int64_t>(exact_.size()), n_), wanted_(exact_.size()), found_(exact_.size()) {
    for (const std::uint8_t hard : limits.hard) hard_rows_ += hard;
    basis_.resize(hard_rows_ * n_);
    for (std::size_t i = 0; i < exact_.size(); ++i) place_[exact_[i]] = static_cast<std::int64_t>(i);
  }

  // Solves with the targets before the posture, in at most so many rounds; the shift of the search stays for the next frame.
  Outcome solve(Search& search, const RunOptions& options, int rounds, double tolerance) {
    Outcome out;
    for (int round = 0; round < rounds; ++round) {
      if (round) search.begin_at(std::vector<double>(search.q()).data());
      const Outcome one = run(search, options);
      out.status = one.status, out.iterations += one.iterations, ++out.attempts;
      if (exact_.empty() || !(update(search) > tolerance)) break;
    }
    return out;
  }

 private:
  const Program& program_;
  const KernelLimits& limits_;
  std::vector<std::int64_t> exact_;
  std::int64_t n_, hard_rows_ = 0;
  std::vector<std::int64_t> place_;  // of every row among the exact ones; −1 for none
  SingularValues values_;
  std::vector<double> wanted_, found_, basis_;

  // Sets the shift from the state; gives its largest change.
  double update(Search& search) {
    const auto count = static_cast<std::int64_t>(exact_.size());
    const double* blocks = search.blocks();
    for (std::int64_t i = 0; i < count; ++i) {
      std::fill(values_.row(i), values_.row(i) + values_.stride(), 0.0);
      wanted_[i] = search.residual()[exact_[i]];
    }
    std::fill(basis_.begin(), basis_.end(), 0.0);
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int k = 0; k < goal.rows; ++k) {
        const std::int64_t row = goal.row + k, at = place_[row];
        double* to = row < hard_rows_ ? basis_.data() + row * n_ : at >= 0 ? values_.row(at) : nullptr;
        const double* from = blocks + goal.block + std::int64_t(k) * goal.width();
        for (int c = 0; to && c < goal.width(); ++c) {
          const std::int32_t j = columns[c];
          if (search.q()[j] > limits_.lo[j] && search.q()[j] < limits_.hi[j]) to[j] = from[c];
        }
      }
    }
    leave_hard_rows(count);
    values_.decompose();
    std::fill(found_.begin(), found_.end(), 0.0);
    for (std::int64_t i = 0; i < count; ++i) {
      const double square = values_.sigma(i) * values_.sigma(i), weight = search.posture_weight();
      const double part = kept(weight / (square + weight)) * inner(values_.left(i), wanted_.data(), count);
      add_scaled(found_.data(), values_.left(i), part, count);
    }
    double change = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      double& shift = search.shift()[exact_[i]];
      change = std::max(change, std::fabs(found_[i] - shift));
      shift = found_[i];
    }
    return change;
  }

  // Takes from the target rows what they share with the hard rows, by orthogonal rows with the same span.
  void leave_hard_rows(std::int64_t count) {
    double most = 0;
    for (std::int64_t i = 0; i < hard_rows_; ++i) most = std::max(most, inner(basis(i), basis(i), n_));
    for (std::int64_t i = 0; i < hard_rows_; ++i) {
      for (std::int64_t k = 0; k < i; ++k) add_scaled(basis(i), basis(k), -inner(basis(i), basis(k), n_), n_);
      const double square = inner(basis(i), basis(i), n_);
      const double scale = square > 1e-16 * most ? 1 / std::sqrt(square) : 0.0;
      for (std::int64_t j = 0; j < n_; ++j) basis(i)[j] *= scale;
      for (std::int64_t t = 0; scale > 0 && t < count; ++t)
        add_scaled(values_.row(t), basis(i), -inner(values_.row(t), basis(i), n_), n_);
    }
  }
  double* basis(std::int64_t i) { return basis_.data() + i * n_; }

  // How much of a row with this share of the posture is met: 1 exactly, 0 not at all, with two continuous derivatives.
  static double kept(double share) {
    double t = std::log(share / kExactShare) / std::log(kSoftShare / kExactShare);
    t = std::min(std::max(t, 0.0), 1.0);
    return 1 - t * t * t * (10 - 15 * t + 6 * t * t);
  }
};

}  // namespace manikin
