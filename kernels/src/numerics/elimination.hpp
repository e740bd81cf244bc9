// LU decomposition with complete pivoting, for systems that may be singular.  Mirrors manikin/solvers/jacobian/elimination.py.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "numerics/dense.hpp"
#include "numerics/singular.hpp"

namespace manikin {

class Elimination {
 public:
  explicit Elimination(std::int64_t size) : a(size * size), b(size), order_(size), y_(size) {}

  std::vector<double> a, b;  // the matrix (n × n) and the right side; solve() overwrites both

  // x of a x = b; gives the rank.  Pivots up to min_share times the first count as zero: their equations are left out, and
  // their unknowns are 0.
  std::int64_t solve(std::int64_t n, double min_share, double* x) {
    std::int64_t rank = 0;
    double first = 0;
    for (std::int64_t k = 0; k < n; ++k) order_[k] = k;
    for (std::int64_t k = 0; k < n; ++k) {
      std::int64_t row = k, column = k;
      double pivot = 0;
      for (std::int64_t i = k; i < n; ++i)
        for (std::int64_t j = k; j < n; ++j)
          if (std::fabs(a[i * n + j]) > pivot) pivot = std::fabs(a[i * n + j]), row = i, column = j;
      if (k == 0) first = pivot;
      if (!(pivot > min_share * first)) break;
      if (row != k) {
        for (std::int64_t j = k; j < n; ++j) std::swap(a[k * n + j], a[row * n + j]);
        std::swap(b[k], b[row]);
      }
      if (column != k) {
        for (std::int64_t i = 0; i < n; ++i) std::swap(a[i * n + k], a[i * n + column]);
        std::swap(order_[k], order_[column]);
      }
      const double one_over = 1 / a[k * n + k];
      for (std::int64_t i = k + 1; i < n; ++i) {
        const double factor = a[i * n + k] * one_over;
        if (factor == 0) continue;
        add_scaled(a.data() + i * n + k + 1, a.data() + k * n + k + 1, -factor, n - k - 1);
        b[i] = madd(-factor, b[k], b[i]);
      }
      rank = k + 1;
    }
    std::fill(x, x + n, 0.0);
    for (std::int64_t k = rank - 1; k >= 0; --k) {
      y_[k] = (b[k] - inner(a.data() + k * n + k + 1, y_.data() + k + 1, rank - k - 1)) / a[k * n + k];
      x[order_[k]] = y_[k];
    }
    return rank;
  }

 private:
  std::vector<std::int64_t> order_;
  std::vector<double> y_;
};

// The smallest pivot of normal equations, as a share of the first.  Pivots are like squares of singular values; below 1e-14
// they are rounding.
inline double min_pivot_share(double rcond) { return std::max(rcond * rcond, 1e-14); }

// (J Jᵀ)⁺ b by elimination.  Where rows depend on one another, and may contradict each other, by singular values.
class RowsByElimination {
 public:
  RowsByElimination(std::int64_t rows, std::int64_t columns) : rows_(rows), lu_(rows), singular_(rows, columns) {}

  // J Jᵀ in full, written by the caller before solve(), which overwrites it.
  double* normal() { return lu_.a.data(); }

  // write_dense(to, stride) writes J row by row, rows `stride` apart.
  template <class SpreadOut> void solve(double rcond, const double* b, double* y, const SpreadOut& write_dense) {
    std::int64_t moved = 0;
    for (std::int64_t i = 0; i < rows_; ++i) moved += lu_.a[i * rows_ + i] != 0, lu_.b[i] = b[i];
    if (lu_.solve(rows_, min_pivot_share(rcond), y) == moved) return;
    write_dense(singular_.row(0), singular_.stride());
    singular_.decompose();
    singular_.solve_normal(rcond, b, y);
  }

 private:
  std::int64_t rows_;
  Elimination lu_;
  SingularValues singular_;
};

}  // namespace manikin
