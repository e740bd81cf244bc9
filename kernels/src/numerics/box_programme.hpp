// Least squares within bounds: the quadratic programme of a step of velocity control.
// Mirrors manikin/simulation/box_programme.py.
//
//   minimise ½|x − t|² + ½ Σ (A x − b)²/c over rows, with lo ≤ x ≤ hi.  With multipliers y of the rows, x(y) = t + Aᵀy clipped
//   to the bounds; the minimum is the zero of the monotone g(y) = A x(y) + c y − b, found by Newton's method with a line search.
#pragma once

#include <algorithm>
#include <vector>

#include "numerics/dense.hpp"

namespace manikin {

class BoxProgramme {
 public:
  BoxProgramme(std::int64_t rows, std::int64_t columns)
      : m_(rows), n_(columns), y_(rows), error_(rows), step_(rows), z_(columns), x_(columns), size_(columns), moves_(columns),
        free_(columns), matrix_(rows * rows), events_(2 * columns) {}

  bool converged = true;
  std::int64_t rows() const { return m_; }
  std::int64_t columns() const { return n_; }

  // a: m × n, row by row; c: softness of each row, above 0.  Begins with the multipliers of the last solve.
  const std::vector<double>& solve(const double* a, const double* t, const double* b, const double* c, const double* lo,
                                   const double* hi) {
    for (int count = 0; count < kMaxSteps; ++count) {
      place(a, t, lo, hi);
      if ((converged = is_met(a, b, c))) return x_;
      find_step(a, c);
      const double part = share(a, c, lo, hi);
      for (std::int64_t i = 0; i < m_; ++i) y_[i] += part * step_[i];
    }
    std::fill(y_.begin(), y_.end(), 0.0);
    return x_;
  }

 private:
  static constexpr int kMaxSteps = 200;
  static constexpr double kRoundingShare = 1e-14;   // a row with a smaller share of the sizes of its terms left is met
  static constexpr double kNothing = 1e-9;          // as small a size as terms of 0, so that rounding is not chased to 0
  static constexpr double kDependentShare = 1e-15;  // a pivot with a smaller share of its diagonal is rounding

  struct Event {
    double time, change;
  };
  std::int64_t m_, n_;
  std::vector<double> y_, error_, step_, z_, x_, size_, moves_, free_, matrix_;
  std::vector<Event> events_;

  // x(y), and the sizes of what was summed where it is between its bounds.
  void place(const double* a, const double* t, const double* lo, const double* hi) {
    std::copy(t, t + n_, z_.begin());
    for (std::int64_t j = 0; j < n_; ++j) size_[j] = std::fabs(t[j]);
    for (std::int64_t i = 0; i < m_; ++i) {
      add_scaled(z_.data(), a + i * n_, y_[i], n_);
      const double y = std::fabs(y_[i]);
      for (std::int64_t j = 0; j < n_; ++j) size_[j] += std::fabs(a[i * n_ + j]) * y;
    }
    for (std::int64_t j = 0; j < n_; ++j) {
      x_[j] = std::min(std::max(z_[j], lo[j]), hi[j]);
      free_[j] = z_[j] > lo[j] && z_[j] < hi[j];
      if (!(free_[j] > 0)) size_[j] = std::fabs(x_[j]);
    }
  }

  bool is_met(const double* a, const double* b, const double* c) {
    bool met = true;
    for (std::int64_t i = 0; i < m_; ++i) {
      const double* row = a + i * n_;
      error_[i] = inner(row, x_.data(), n_) + c[i] * y_[i] - b[i];
      double size = kNothing + c[i] * std::fabs(y_[i]) + std::fabs(b[i]);
      for (std::int64_t j = 0; j < n_; ++j) size += std::fabs(row[j]) * size_[j];
      met &= std::fabs(error_[i]) <= kRoundingShare * size;
    }
    return met;
  }

  // step := −(A A ᵀ + c)⁻¹ error over the free columns; rows that depend on earlier ones get 0.
  void find_step(const double* a, const double* c) {
    for (std::int64_t i = 0; i < m_; ++i) {
      for (std::int64_t j = 0; j < n_; ++j) moves_[j] = a[i * n_ + j] * free_[j];
      for (std::int64_t k = 0; k <= i; ++k) matrix_[i * m_ + k] = inner(moves_.data(), a + k * n_, n_);
      matrix_[i * m_ + i] += c[i];
    }
    for (std::int64_t i = 0; i < m_; ++i) {
      double* row = matrix_.data() + i * m_;
      const double least = kDependentShare * row[i];
      for (std::int64_t k = 0; k < i; ++k) {
        const double* other = matrix_.data() + k * m_;
        row[k] = (row[k] - inner(row, other, k)) * other[k];  // a row that was left out has 0 on its diagonal
      }
      const double pivot = row[i] - inner(row, row, i);
      if (pivot > least) row[i] = 1 / std::sqrt(pivot);
      else std::fill(row, row + i + 1, 0.0);
    }
    for (std::int64_t i = 0; i < m_; ++i) step_[i] = -error_[i];
    solve_cholesky(matrix_.data(), step_.data(), m_, m_);
  }

  // How much of a step to take: where the convex function is least along it.
  double share(const double* a, const double* c, const double* lo, const double* hi) {
    std::fill(moves_.begin(), moves_.end(), 0.0);
    double slope = inner(error_.data(), step_.data(), m_), rate = 0;
    for (std::int64_t i = 0; i < m_; ++i) {
      add_scaled(moves_.data(), a + i * n_, step_[i], n_);
      rate += c[i] * step_[i] * step_[i];
    }
    events_.clear();
    for (std::int64_t j = 0; j < n_; ++j) {
      const double move = moves_[j];
      if (move == 0) continue;
      const double one = (lo[j] - z_[j]) / move, two = (hi[j] - z_[j]) / move, leaves = std::max(one, two);
      if (!(leaves > 0)) continue;
      events_.push_back({std::max(std::min(one, two), 0.0), move * move}), events_.push_back({leaves, -move * move});
    }
    std::sort(events_.begin(), events_.end(), [](const Event& p, const Event& q) {
      return p.time < q.time || (p.time == q.time && p.change > q.change);
    });
    const double least = rate;
    double now = 0;
    for (const Event& event : events_) {
      const double way = event.time - now;
      if (way > 0 && slope + rate * way >= 0) break;
      if (way > 0) slope += rate * way, now = event.time;
      rate = std::max(rate + event.change, least);  // what rounding may leave
    }
    return now - slope / rate;
  }
};

}  // namespace manikin
