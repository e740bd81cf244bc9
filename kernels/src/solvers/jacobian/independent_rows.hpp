// (J Jᵀ)⁻¹ b where the rows of J are clearly independent, so that no singular values are needed.
#pragma once

#include "evaluation/normal.hpp"

namespace manikin {

class IndependentRows {
 public:
  explicit IndependentRows(std::int64_t rows) : rows_(rows), factor_(rows * rows), column_(rows) {}

  // Whether all singular values of J are certainly above `least` times the largest, and above kMinShare times it.  With
  // J Jᵀ = L Lᵀ the smallest is at least 1/|L⁻¹|, the largest at most |L|.
  bool find(const Program& program, const NormalPlan& plan, const double* blocks, double least) {
    normal_matrix(program, plan, blocks, factor_.data(), rows_);
    double square = 0, inverse = 0;
    for (std::int64_t i = 0; i < rows_; ++i) square += factor_[i * rows_ + i];
    if (!cholesky_in_place(factor_.data(), rows_, rows_)) return false;
    for (std::int64_t k = 0; k < rows_; ++k)  // L⁻¹ column by column
      for (std::int64_t i = k; i < rows_; ++i) {
        const double* l = factor_.data() + i * rows_;
        column_[i] = ((i == k ? 1.0 : 0.0) - inner(l + k, column_.data() + k, i - k)) * l[i];
        inverse = madd(column_[i], column_[i], inverse);
      }
    const double share = std::max(least, kMinShare);
    return share * share * square * inverse < 1;
  }

  // y := (J Jᵀ)⁻¹ b
  void solve(const double* b, double* y) const {
    std::copy(b, b + rows_, y);
    solve_cholesky(factor_.data(), y, rows_, rows_);
  }

 private:
  static constexpr double kMinShare = 1e-3;  // so that squaring in J Jᵀ keeps ten digits
  std::int64_t rows_;
  std::vector<double> factor_, column_;
};

}  // namespace manikin
