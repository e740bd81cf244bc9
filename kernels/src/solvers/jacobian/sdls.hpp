// Selectively damped least squares.  Mirrors manikin/solvers/jacobian/sdls.py.
#pragma once

#include "numerics/singular.hpp"
#include "solvers/jacobian/jacobian_method.hpp"

namespace manikin {

// Every singular direction has its own damping (Buss & Kim 2005).
class SelectivelyDamped : public JacobianMethod {
 public:
  SelectivelyDamped(const Program& program, const KernelLimits& limits, double tolerance, Options& in)
      : JacobianMethod(program, limits, tolerance), values_(rows_, n_), error_(rows_), reach_(n_) {
    read_step_options(in);
    max_pull_ = in.positive(), rcond_ = in.next(0, 1);
  }

 protected:
  bool step() override {
    measure();
    write_dense(blocks_, values_.row(0), values_.stride());
    values_.decompose();
    std::fill(step_.begin(), step_.end(), 0.0);
    for (std::int64_t i = 0; i < rows_; ++i) {
      const double sigma = values_.sigma(i);
      if (!(sigma > rcond_ * values_.largest())) continue;
      const double* u = values_.left(i);
      const double* along = values_.row(i);  // σ v
      double wanted = 0, moved = 0, longest = 0;
      for (const GoalInfo& goal : program_.goals) wanted += std::sqrt(inner(u + goal.row, u + goal.row, goal.rows));
      for (std::int64_t j = 0; j < n_; ++j) {
        const double size = std::fabs(along[j]);
        moved = madd(size, reach_[j], moved), longest = std::max(longest, size);
      }
      const double most = std::min(1.0, wanted * sigma * sigma / moved) * max_step_;
      double scale = inner(u, error_.data(), rows_) / (sigma * sigma);
      if (std::fabs(scale) * longest > most) scale = std::copysign(most / longest, scale);
      add_scaled(step_.data(), along, scale, n_);
    }
    double longest = 0;
    for (const double x : step_) longest = std::max(longest, std::fabs(x));
    if (longest > max_step_)
      for (double& x : step_) x *= max_step_ / longest;
    return true;
  }

 private:
  SingularValues values_;
  std::vector<double> error_, reach_;
  double max_pull_, rcond_;

  // The errors, clamped goal by goal; and how far a unit of each parameter moves the rows of the goals.
  void measure() {
    std::fill(reach_.begin(), reach_.end(), 0.0);
    for (const GoalInfo& goal : program_.goals) {
      const double size = std::sqrt(inner(r_.data() + goal.row, r_.data() + goal.row, goal.rows));
      const double part = size > max_pull_ ? max_pull_ / size : 1.0;
      for (int row = 0; row < goal.rows; ++row) error_[goal.row + row] = -part * r_[goal.row + row];
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int c = 0; c < goal.width(); ++c) {
        double sum = 0;
        for (int row = 0; row < goal.rows; ++row) {
          const double j = blocks_[goal.block + std::int64_t(row) * goal.width() + c];
          sum = madd(j, j, sum);
        }
        reach_[columns[c]] += std::sqrt(sum);
      }
    }
  }
};

}  // namespace manikin
