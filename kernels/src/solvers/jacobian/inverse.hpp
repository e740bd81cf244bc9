// The inverse of a square Jacobian, by LU.  Mirrors manikin/solvers/jacobian/inverse.py.
#pragma once

#include "numerics/elimination.hpp"
#include "solvers/jacobian/jacobian_method.hpp"

namespace manikin {

// dq = −J⁻¹ r, J square (P eq. 5.19).
class InverseJacobian : public JacobianMethod {
 public:
  InverseJacobian(const Program& program, const KernelLimits& limits, double tolerance, Options& in)
      : JacobianMethod(program, limits, tolerance) {
    read_step_options(in);
    holds_limits_ = false;  // a zero column would leave no inverse
    for (std::int64_t i = 0; i < rows_; ++i)
      if (program.row_scales[i] != 0) counted_.push_back(i);
    for (std::int64_t i = 0; i < n_; ++i)
      if (limits.gain[i] > 0) free_.push_back(i);
    if (counted_.size() != free_.size()) throw InputError("an inverse needs as many rows as free parameters");
    lu_ = Elimination(static_cast<std::int64_t>(free_.size()));
    x_.resize(free_.size()), dense_.resize(rows_ * n_);
  }

 protected:
  bool step() override {
    const auto size = static_cast<std::int64_t>(free_.size());
    write_dense(blocks_, dense_.data(), n_);
    for (std::int64_t i = 0; i < size; ++i) {
      for (std::int64_t k = 0; k < size; ++k) lu_.a[i * size + k] = dense_[counted_[i] * n_ + free_[k]];
      lu_.b[i] = -r_[counted_[i]];
    }
    if (lu_.solve(size, 1e-14, x_.data()) < size) return false;
    std::fill(step_.begin(), step_.end(), 0.0);
    for (std::int64_t k = 0; k < size; ++k) step_[free_[k]] = x_[k];
    return true;
  }

 private:
  Elimination lu_{0};
  std::vector<double> x_, dense_;
  std::vector<std::int64_t> counted_, free_;
};

}  // namespace manikin
