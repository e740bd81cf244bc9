// The pseudoinverse of the Jacobian.  Mirrors manikin/solvers/jacobian/pseudoinverse.py.
#pragma once

#include "numerics/elimination.hpp"
#include "numerics/singular.hpp"
#include "solvers/jacobian/independent_rows.hpp"
#include "solvers/jacobian/jacobian_method.hpp"

namespace manikin {

// dq = −J⁺ r (P eq. 5.20-5.23).
class PseudoinverseJacobian : public JacobianMethod {
 public:
  PseudoinverseJacobian(const Program& program, const KernelLimits& limits, double tolerance, Options& in)
      : JacobianMethod(program, limits, tolerance), independent_(rows_), y_(rows_) {
    read_step_options(in);
    const int form = static_cast<int>(in.whole(2));
    by_lu_ = in.whole(1) == 1, rcond_ = in.next(0, 1);
    std::int64_t free = 0;
    for (const double gain : limits.gain) free += gain > 0;
    left_ = form == 1 || (form == 0 && rows_ > free);
    if (by_lu_ && left_) lu_ = Elimination(n_), dense_.resize(rows_ * n_);
    else if (by_lu_) rows_by_lu_ = RowsByElimination(rows_, n_);
    else values_ = SingularValues(rows_, n_);
  }

 protected:
  bool step() override {
    if (!by_lu_) by_singular_values();
    else if (left_) by_columns();
    else by_rows();
    return true;
  }

 private:
  IndependentRows independent_;
  SingularValues values_{0, 0};
  Elimination lu_{0};
  RowsByElimination rows_by_lu_{0, 0};
  std::vector<double> y_, dense_;
  double rcond_;
  bool by_lu_, left_;

  void by_singular_values() {
    if (independent_.find(program_, plan_, blocks_, rcond_)) independent_.solve(r_.data(), y_.data());
    else {
      write_dense(blocks_, values_.row(0), values_.stride());
      values_.decompose();
      values_.solve_normal(rcond_, r_.data(), y_.data());
    }
    step_back();
  }

  void by_rows() {
    full_normal(rows_by_lu_.normal());
    rows_by_lu_.solve(rcond_, r_.data(), y_.data(), [&](double* to, std::int64_t stride) { write_dense(blocks_, to, stride); });
    step_back();
  }

  void step_back() {
    for (double& y : y_) y = -y;
    transpose_product(blocks_, y_.data(), step_.data());
  }

  void by_columns() {
    write_dense(blocks_, dense_.data(), n_);
    std::fill(lu_.a.begin(), lu_.a.end(), 0.0);
    for (std::int64_t row = 0; row < rows_; ++row) {
      const double* j = dense_.data() + row * n_;
      for (std::int64_t i = 0; i < n_; ++i)
        if (j[i] != 0) add_scaled(lu_.a.data() + i * n_, j, j[i], n_);
    }
    for (std::int64_t i = 0; i < n_; ++i) lu_.b[i] = -gradient_[i];
    lu_.solve(n_, min_pivot_share(rcond_), step_.data());
  }
};

}  // namespace manikin
