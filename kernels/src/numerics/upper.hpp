// Symmetric equations kept as the upper triangle, row by row.  Rows are added to rows from left to right, so that no sum runs
// across a register.  Rows begin and end at whole registers.  Numbers left of the diagonal may be anything finite.
#pragma once

#include <algorithm>

#include "numerics/dense.hpp"

namespace manikin {

constexpr std::int64_t kRegisterSize = width<Lanes>;
inline std::int64_t register_of(std::int64_t i) { return i & -kRegisterSize; }
inline std::int64_t whole_registers(std::int64_t count) { return register_of(count + kRegisterSize - 1); }

// y[from:to] += s·x[from:to]; other numbers in the same registers may become anything.
inline void add_row(double* y, const double* x, double s, std::int64_t from, std::int64_t to) {
  const Lanes all = spread<Lanes>(s);
  for (std::int64_t i = register_of(from); i < to; i += kRegisterSize)
    store(y + i, madd(load<Lanes>(x + i), all, load<Lanes>(y + i)));
}

// The inner product of the registers that hold from:to.
inline double inner_registers(const double* a, const double* b, std::int64_t from, std::int64_t to) {
  Lanes s{};
  for (std::int64_t i = register_of(from); i < to; i += kRegisterSize) s = madd(load<Lanes>(a + i), load<Lanes>(b + i), s);
  return sum_of(s);
}

// The upper triangle of m becomes D Lᵀ of m = L D Lᵀ, and `inverse` becomes 1/D.  Columns beyond the square are right sides;
// they become those of D Lᵀ x.  False where m is not positive definite.
inline bool eliminate(double* m, double* inverse, std::int64_t size, std::int64_t columns, std::int64_t stride) {
  constexpr int together = 4;  // pivots at once: a row below is read and written once for all of them
  for (std::int64_t j = 0; j < size; j += together) {
    const int count = int(std::min<std::int64_t>(together, size - j));
    const double* pivots[together];
    for (int p = 0; p < count; ++p) {
      double* row = m + (j + p) * stride;
      for (int before = 0; before < p; ++before)
        add_row(row, pivots[before], -(pivots[before][j + p] * inverse[j + before]), j + p, columns);
      if (!(row[j + p] > 0)) return false;
      inverse[j + p] = 1 / row[j + p];
      pivots[p] = row;
    }
    for (std::int64_t k = j + count; k < size; ++k) {  // here count = together, or there are no rows left
      Lanes s[together];
      for (int p = 0; p < together; ++p) s[p] = spread<Lanes>(-(pivots[p][k] * inverse[j + p]));
      double* row = m + k * stride;
      for (std::int64_t i = register_of(k); i < columns; i += kRegisterSize) {
        Lanes sum = load<Lanes>(row + i);
        for (int p = 0; p < together; ++p) sum = madd(load<Lanes>(pivots[p] + i), s[p], sum);
        store(row + i, sum);
      }
    }
  }
  return true;
}

// x with D Lᵀ x = y, where y is the given column of m.  x is zero in the rest of its last register.
inline void solve_upper(const double* m, const double* inverse, std::int64_t size, std::int64_t column, std::int64_t stride,
                        double* x) {
  std::fill_n(x, whole_registers(size), 0.0);
  for (std::int64_t j = size - 1; j >= 0; --j) {
    const double* row = m + j * stride;
    x[j] = (row[column] - inner_registers(row, x, j + 1, size)) * inverse[j];  // unknowns that come later still count as zero
  }
}

}  // namespace manikin
