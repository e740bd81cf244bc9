// Pseudoinverse steps for halved requests.  Mirrors manikin/solvers/jacobian/halving.py.
#pragma once

#include "numerics/singular.hpp"
#include "solvers/jacobian/independent_rows.hpp"
#include "solvers/jacobian/jacobian_method.hpp"

namespace manikin {

// dq = J⁺ dx, dx = −r halved while |(I − JJ⁺) dx| exceeds ε (B 3.1).
class StepHalving : public JacobianMethod {
 public:
  StepHalving(const Program& program, const KernelLimits& limits, double tolerance, Options& in)
      : JacobianMethod(program, limits, tolerance), independent_(rows_), values_(rows_, n_), y_(rows_), missing_(rows_),
        numeric_(program, 0) {
    read_step_options(in);
    epsilon_ = in.positive(), max_halvings_ = static_cast<int>(in.whole(1000)), rcond_ = in.next(0, 1);
    numeric_ = Differences(program, in.next(0, 1e300));
  }

 protected:
  double* find_jacobian() override {
    if (numeric_.delta == 0) return JacobianMethod::find_jacobian();
    return numeric_.find(program_, plan_, limits_, q_.data(), [&](const double* q, double* r) { evaluate(q, r); });
  }

  bool step() override {
    if (independent_.find(program_, plan_, blocks_, rcond_)) {  // the joints can do the whole request
      independent_.solve(r_.data(), y_.data());
      for (double& y : y_) y = -y;
    } else ask_in_portions();
    transpose_product(blocks_, y_.data(), step_.data());
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
    write_dense(blocks_, values_.row(0), values_.stride());
    values_.decompose();
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
