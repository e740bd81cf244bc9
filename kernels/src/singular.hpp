// Singular values and left singular vectors of a matrix with few rows: Householder reflections make it a triangle, then
// its rows are made square to one another by plane rotations (one-sided Jacobi; Hestenes 1958).  Small singular values
// come out as well as large ones, for no products J Jᵀ are formed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "normal.hpp"

namespace manikin {

class SingularValues {
 public:
  SingularValues(std::int64_t rows, std::int64_t columns)
      : dense(rows * columns), m_(rows), n_(columns), k_(std::min(rows, columns)), stride_(k_ + rows), work_(rows * stride_),
        square_(rows), sigma_(rows) {}

  std::vector<double> dense;  // the matrix (rows × columns), used up by `find`

  double sigma(std::int64_t i) const { return sigma_[i]; }
  double largest() const { return largest_; }
  // The left singular vector to sigma(i): as many numbers as rows.
  const double* left(std::int64_t i) const { return work_.data() + i * stride_ + k_; }

  // y := (J Jᵀ)⁺ b, singular values up to rcond times the largest taken for zero; Jᵀ y is then J⁺ b.  After `find`.
  void solve_normal(double rcond, const double* b, double* y) const {
    std::fill(y, y + m_, 0.0);
    for (std::int64_t i = 0; i < m_; ++i)
      if (sigma_[i] > rcond * largest_) add_scaled(y, left(i), inner(left(i), b, m_) / sigma_[i] / sigma_[i], m_);
  }

  void find() {
    if (n_ > m_) reflect();
    for (std::int64_t i = 0; i < m_; ++i) {
      double* row = work_.data() + i * stride_;
      std::copy(dense.data() + i * n_, dense.data() + i * n_ + k_, row);
      std::fill(row + k_, row + stride_, 0.0);
      row[k_ + i] = 1;
    }
    for (int sweep = 0; sweep < 20; ++sweep)
      if (rotate_all() < 1e-8) break;  // the next sweep would find the square of it
    largest_ = 0;
    for (std::int64_t i = 0; i < m_; ++i) {
      const double* row = work_.data() + i * stride_;
      sigma_[i] = std::sqrt(inner(row, row, k_));
      largest_ = std::max(largest_, sigma_[i]);
    }
  }

 private:
  std::int64_t m_, n_, k_, stride_;
  std::vector<double> work_, square_, sigma_;  // rows of work_: σ·(a right vector in the triangle's frame), then the left vector
  double largest_ = 0;

  void reflect() {
    for (std::int64_t k = 0; k < m_; ++k) {
      double* v = dense.data() + k * n_ + k;
      const std::int64_t length = n_ - k;
      const double size = std::sqrt(inner(v, v, length));
      if (!(size > 0)) continue;
      const double end = v[0] > 0 ? -size : size;
      const double half = size * (size + std::fabs(v[0]));  // half of |v|² after the next line
      v[0] -= end;
      for (std::int64_t i = k + 1; i < m_; ++i) {
        double* row = dense.data() + i * n_ + k;
        add_scaled(row, v, -inner(v, row, length) / half, length);
      }
      v[0] = end;
      std::fill(v + 1, v + (m_ - k), 0.0);  // what the triangle's rows will read
    }
  }

  // One rotation for every pair of rows; gives the largest cosine between two of them beforehand.
  double rotate_all() {
    double most = 0, worst = 0;
    for (std::int64_t i = 0; i < m_; ++i) {
      const double* row = work_.data() + i * stride_;
      square_[i] = inner(row, row, k_);
      most = std::max(most, square_[i]);
    }
    const double nothing = 1e-30 * most;
    for (std::int64_t i = 0; i + 1 < m_; ++i)
      for (std::int64_t j = i + 1; j < m_; ++j) {
        const double a = square_[i], b = square_[j];
        if (!(a > nothing && b > nothing)) continue;
        double *p = work_.data() + i * stride_, *q = work_.data() + j * stride_;
        const double c = inner(p, q, k_), cosine = c * c / (a * b);
        if (!(cosine > 1e-30)) continue;
        worst = std::max(worst, cosine);
        const double zeta = (b - a) / (2 * c);
        const double t = (zeta > 0 ? 1.0 : -1.0) / (std::fabs(zeta) + std::sqrt(madd(zeta, zeta, 1.0)));
        const double cs = 1 / std::sqrt(madd(t, t, 1.0)), sn = cs * t;
        for (std::int64_t x = 0; x < stride_; ++x) {
          const double u = p[x], w = q[x];
          p[x] = cs * u - sn * w, q[x] = madd(sn, u, cs * w);
        }
        square_[i] = a - t * c, square_[j] = b + t * c;
      }
    return std::sqrt(worst);
  }
};

}  // namespace manikin
