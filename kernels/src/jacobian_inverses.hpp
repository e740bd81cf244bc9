// Inverse, pseudoinverse and halved requests.  Mirrors manikin/solvers/{inverse,pseudoinverse,halving}.py.
#pragma once

#include "elimination.hpp"
#include "independent_rows.hpp"
#include "jacobian_methods.hpp"
#include "singular.hpp"

namespace manikin {

// dq = −J⁻¹ r, J square (P eq. 5.19).
class InverseJacobian : public JacobianMethod {
 public:
  InverseJacobian(const Program& program, const Setting& setting, double tolerance, Options& in)
      : JacobianMethod(program, setting, tolerance) {
    read_step_options(in);
    holds_ = false;  // a zero column would leave no inverse
    for (std::int64_t i = 0; i < rows_; ++i)
      if (program.row_scales[i] != 0) counted_.push_back(i);
    for (std::int64_t i = 0; i < n_; ++i)
      if (setting.gain[i] > 0) free_.push_back(i);
    if (counted_.size() != free_.size()) throw InputError("an inverse needs as many rows as free parameters");
    lu_ = Elimination(static_cast<std::int64_t>(free_.size()));
    x_.resize(free_.size()), dense_.resize(rows_ * n_);
  }

 protected:
  bool step() override {
    const auto size = static_cast<std::int64_t>(free_.size());
    spread_out(blocks_, dense_.data(), n_);
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

// dq = −J⁺ r (P eq. 5.20-5.23).
class PseudoinverseJacobian : public JacobianMethod {
 public:
  PseudoinverseJacobian(const Program& program, const Setting& setting, double tolerance, Options& in)
      : JacobianMethod(program, setting, tolerance), independent_(rows_), y_(rows_) {
    read_step_options(in);
    const int form = static_cast<int>(in.whole(2));
    by_lu_ = in.whole(1) == 1, rcond_ = in.next(0, 1);
    std::int64_t free = 0;
    for (const double gain : setting.gain) free += gain > 0;
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
      spread_out(blocks_, values_.row(0), values_.stride());
      values_.find();
      values_.solve_normal(rcond_, r_.data(), y_.data());
    }
    step_back();
  }

  void by_rows() {
    full_normal(rows_by_lu_.normal());
    rows_by_lu_.solve(rcond_, r_.data(), y_.data(), [&](double* to, std::int64_t stride) { spread_out(blocks_, to, stride); });
    step_back();
  }

  void step_back() {
    for (double& y : y_) y = -y;
    pull_back(blocks_, y_.data(), step_.data());
  }

  void by_columns() {
    spread_out(blocks_, dense_.data(), n_);
    std::fill(lu_.a.begin(), lu_.a.end(), 0.0);
    for (std::int64_t row = 0; row < rows_; ++row) {
      const double* j = dense_.data() + row * n_;
      for (std::int64_t i = 0; i < n_; ++i)
        if (j[i] != 0) add_scaled(lu_.a.data() + i * n_, j, j[i], n_);
    }
    for (std::int64_t i = 0; i < n_; ++i) lu_.b[i] = -gradient_[i];
    lu_.solve(n_, least_pivot(rcond_), step_.data());
  }
};

// dq = J⁺ dx, dx = −r halved while |(I − JJ⁺) dx| exceeds ε (B 3.1).
class StepHalving : public JacobianMethod {
 public:
  StepHalving(const Program& program, const Setting& setting, double tolerance, Options& in)
      : JacobianMethod(program, setting, tolerance), independent_(rows_), values_(rows_, n_), y_(rows_), missing_(rows_), numeric_(program, 0) {
    read_step_options(in);
    epsilon_ = in.positive(), max_halvings_ = static_cast<int>(in.whole(1000)), rcond_ = in.next(0, 1);
    numeric_ = Differences(program, in.next(0, 1e300));
  }

 protected:
  double* slopes() override {
    if (numeric_.delta == 0) return JacobianMethod::slopes();
    return numeric_.find(program_, plan_, setting_, q_.data(), [&](const double* q, double* r) { evaluate(q, r); });
  }

  bool step() override {
    if (independent_.find(program_, plan_, blocks_, rcond_)) {  // the joints can do all that is asked
      independent_.solve(r_.data(), y_.data());
      for (double& y : y_) y = -y;
    } else ask_in_portions();
    pull_back(blocks_, y_.data(), step_.data());
    return true;
  }

 private:
  IndependentRows independent_;
  SingularValues values_;
  std::vector<double> y_, missing_;
  Differences numeric_;
  double epsilon_, rcond_;
  int max_halvings_;

  void ask_in_portions() {
    spread_out(blocks_, values_.row(0), values_.stride());
    values_.find();
    std::fill(y_.begin(), y_.end(), 0.0);
    std::copy(r_.begin(), r_.end(), missing_.begin());
    for (std::int64_t i = 0; i < rows_; ++i) {
      const double sigma = values_.sigma(i);
      if (!(sigma > rcond_ * values_.largest())) continue;
      const double* u = values_.left(i);
      const double share = inner(u, r_.data(), rows_);
      add_scaled(y_.data(), u, -share / sigma / sigma, rows_);
      add_scaled(missing_.data(), u, -share, rows_);
    }
    const double missing = std::sqrt(inner(missing_.data(), missing_.data(), rows_));
    double part = 1;
    for (int i = 0; i < max_halvings_ && missing * part > epsilon_; ++i) part /= 2;
    for (double& y : y_) y *= part;
  }
};

}  // namespace manikin
