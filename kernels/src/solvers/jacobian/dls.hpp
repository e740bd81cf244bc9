// Damped least squares.  Mirrors manikin/solvers/jacobian/dls.py.
#pragma once

#include "numerics/singular.hpp"
#include "solvers/jacobian/jacobian_method.hpp"

namespace manikin {

// dq = −Jᵀ(JJᵀ + λ²I)⁻¹ r (P eq. 5.24).
class DampedLeastSquares : public JacobianMethod {
 public:
  DampedLeastSquares(const Program& program, const KernelLimits& limits, double tolerance, Options& in)
      : JacobianMethod(program, limits, tolerance), normal_(rows_ * rows_), y_(rows_), moving_(n_) {
    read_step_options(in);
    damping_ = in.next(0, 1e150), singular_ = in.whole(1) == 1, region_ = in.positive();
    if (singular_) values_ = SingularValues(rows_, n_), sorted_.resize(rows_);
  }

 protected:
  bool step() override {
    const double wanted = singular_ ? chosen_damping() : damping_ * damping_;
    normal_matrix(program_, plan_, blocks_, normal_.data(), rows_);
    double trace = 1e-300;
    for (std::int64_t i = 0; i < rows_; ++i) trace += normal_[i * rows_ + i];
    const double damping = std::max(wanted, 1e-14 * trace);
    for (std::int64_t i = 0; i < rows_; ++i) normal_[i * rows_ + i] += damping, y_[i] = -r_[i];
    if (!cholesky_in_place(normal_.data(), rows_, rows_)) return false;
    solve_cholesky(normal_.data(), y_.data(), rows_, rows_);
    transpose_product(blocks_, y_.data(), step_.data());
    return true;
  }

 private:
  SingularValues values_{0, 0};
  std::vector<double> normal_, y_, sorted_;
  std::vector<std::uint8_t> moving_;
  double damping_, region_;
  bool singular_;

  // λ² from the smallest singular value of J without zero rows and zero columns.
  double chosen_damping() {
    write_dense(blocks_, values_.row(0), values_.stride());
    std::fill(moving_.begin(), moving_.end(), 0);
    std::int64_t rows = 0, columns = 0;
    for (std::int64_t i = 0; i < rows_; ++i) {
      bool moved = false;
      for (std::int64_t j = 0; j < n_; ++j)
        if (values_.row(i)[j] != 0) moved = true, moving_[j] = 1;
      rows += moved;
    }
    for (const std::uint8_t moves : moving_) columns += moves;
    const std::int64_t count = std::min(rows, columns);
    if (count == 0) return damping_ * damping_;
    values_.decompose();
    for (std::int64_t i = 0; i < rows_; ++i) sorted_[i] = values_.sigma(i);
    std::sort(sorted_.begin(), sorted_.end());
    const double share = sorted_[rows_ - count] / region_;
    return damping_ * damping_ * std::max(0.0, 1 - share * share);
  }
};

}  // namespace manikin
