// Singular values and vectors of a matrix with few rows.  Plane rotations make the rows orthogonal (one-sided Jacobi; Hestenes
// 1958).  Small singular values are as exact as large ones, because J Jᵀ is never formed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "numerics/upper.hpp"

namespace manikin {

class SingularValues {
 public:
  SingularValues(std::int64_t rows, std::int64_t columns)
      : m_(rows), wide_(whole_registers(columns)), stride_(wide_ + whole_registers(rows)), work_(rows * stride_), square_(rows),
        sigma_(rows) {}

  // Row i of the matrix, written by the caller before decompose(); afterwards sigma(i) times its right singular vector.
  double* row(std::int64_t i) { return work_.data() + i * stride_; }
  const double* row(std::int64_t i) const { return work_.data() + i * stride_; }
  std::int64_t stride() const { return stride_; }  // from row to row

  double sigma(std::int64_t i) const { return sigma_[i]; }
  double largest() const { return largest_; }
  // The left singular vector of sigma(i): as many numbers as rows.
  const double* left(std::int64_t i) const { return row(i) + wide_; }

  // y := (J Jᵀ)⁺ b, where singular values up to rcond times the largest count as zero.  Jᵀ y is then J⁺ b.  After decompose().
  void solve_normal(double rcond, const double* b, double* y) const {
    std::fill(y, y + m_, 0.0);
    for (std::int64_t i = 0; i < m_; ++i)
      if (sigma_[i] > rcond * largest_) add_scaled(y, left(i), inner(left(i), b, m_) / sigma_[i] / sigma_[i], m_);
  }

  void decompose() {
    for (std::int64_t i = 0; i < m_; ++i) {
      std::fill(row(i) + wide_, row(i) + stride_, 0.0);
      row(i)[wide_ + i] = 1;
    }
    for (int round = 0; round < 20; ++round)
      if (!sweep()) break;
    largest_ = 0;
    for (std::int64_t i = 0; i < m_; ++i) {
      sigma_[i] = std::sqrt(inner_registers(row(i), row(i), 0, wide_));
      largest_ = std::max(largest_, sigma_[i]);
    }
  }

 private:
  std::int64_t m_, wide_, stride_;  // rows; columns in whole registers, zero at the end; row length with the left vector
  std::vector<double> work_, square_, sigma_;
  double largest_ = 0;

  // One rotation for every pair of rows.  Gives whether another sweep is needed: after it the cosine of two rows is about the
  // square of what it was before.
  bool sweep() {
    bool far = false;
    double most = 0;
    for (std::int64_t i = 0; i < m_; ++i) {
      square_[i] = inner_registers(row(i), row(i), 0, wide_);
      most = std::max(most, square_[i]);
    }
    const double negligible = 1e-30 * most;
    for (std::int64_t i = 0; i + 1 < m_; ++i)
      for (std::int64_t j = i + 1; j < m_; ++j) {
        const double a = square_[i], b = square_[j];
        if (!(a > negligible && b > negligible)) continue;
        const double c = inner_registers(row(i), row(j), 0, wide_), cosine = c / a * (c / b);
        if (!(cosine > 1e-30)) continue;
        far |= cosine > 1e-16;
        const double zeta = (b - a) / (2 * c);
        const double t = (zeta > 0 ? 1.0 : -1.0) / (std::fabs(zeta) + std::sqrt(madd(zeta, zeta, 1.0)));
        const double cs = 1 / std::sqrt(madd(t, t, 1.0));
        rotate(row(i), row(j), cs, cs * t);
        square_[i] = a - t * c, square_[j] = b + t * c;
      }
    return far;
  }

  void rotate(double* p, double* q, double cs, double sn) const {
    const Lanes c = spread<Lanes>(cs), s = spread<Lanes>(sn);
    for (std::int64_t x = 0; x < stride_; x += kRegisterSize) {
      const Lanes u = load<Lanes>(p + x), w = load<Lanes>(q + x);
      store(p + x, c * u - s * w), store(q + x, madd(s, u, c * w));
    }
  }
};

}  // namespace manikin
