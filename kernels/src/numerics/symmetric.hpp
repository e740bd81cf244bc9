// A symmetric matrix that begins as a diagonal and changes by terms of rank two.  While there are few terms the matrix is
// kept as their sum, so that a product costs in proportion to their number; then it becomes dense.
#pragma once

#include <algorithm>
#include <vector>

#include "numerics/dense.hpp"

namespace manikin {

class Symmetric {
 public:
  explicit Symmetric(std::int64_t n)
      : n_(n), stride_((n + 7) / 8 * 8), max_terms_(n < 64 ? 0 : n / 4), dense_(n_ * stride_),
        vectors_(2 * max_terms_ * stride_), diagonal_(n) {
    terms_.reserve(max_terms_);
  }

  void set_diagonal(double x) {
    low_rank_ = max_terms_ > 0;
    terms_.clear();
    std::fill(diagonal_.begin(), diagonal_.end(), x);
    if (!low_rank_) become_dense();
  }

  void add_to_diagonal(std::int64_t i, double x) { (low_rank_ ? diagonal_[i] : row(i)[i]) += x; }

  void clear_row(std::int64_t i) {
    if (low_rank_) {
      diagonal_[i] = 0;
      for (std::size_t k = 0; k < terms_.size(); ++k) first(k)[i] = second(k)[i] = 0;
      return;
    }
    std::fill(row(i), row(i) + stride_, 0.0);
    for (std::int64_t j = 0; j < n_; ++j) row(j)[i] = 0;
  }

  // += a x xᵀ + b (x yᵀ + y xᵀ) + c y yᵀ; x and y are padded to whole lanes.
  void add(const double* x, const double* y, double a, double b, double c) {
    if (low_rank_ && std::int64_t(terms_.size()) == max_terms_) become_dense();
    if (!low_rank_) return add_dense(x, y, a, b, c);
    terms_.push_back({a, b, c});
    std::copy(x, x + n_, first(terms_.size() - 1)), std::copy(y, y + n_, second(terms_.size() - 1));
  }
  void add(const double* x, double a) { add(x, x, a, 0, 0); }

  // out := this · x
  void apply(const double* x, double* out) const {
    if (!low_rank_) {
      for (std::int64_t i = 0; i < n_; ++i) out[i] = inner(row(i), x, n_);
      return;
    }
    for (std::int64_t i = 0; i < n_; ++i) out[i] = diagonal_[i] * x[i];
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      const Term& t = terms_[k];
      const double u = inner(first(k), x, n_), v = t.b == 0 && t.c == 0 ? 0 : inner(second(k), x, n_);
      add_scaled(out, first(k), t.a * u + t.b * v, n_);
      if (t.b != 0 || t.c != 0) add_scaled(out, second(k), t.b * u + t.c * v, n_);
    }
  }

  // out := row i
  void copy_row(std::int64_t i, double* out) const {
    if (!low_rank_) {
      std::copy(row(i), row(i) + n_, out);
      return;
    }
    std::fill(out, out + n_, 0.0);
    out[i] = diagonal_[i];
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      const Term& t = terms_[k];
      const double u = first(k)[i], v = second(k)[i];
      if (u != 0 || v != 0) add_scaled(out, first(k), t.a * u + t.b * v, n_), add_scaled(out, second(k), t.b * u + t.c * v, n_);
    }
  }

 private:
  struct Term {
    double a, b, c;
  };

  std::int64_t n_, stride_, max_terms_;
  bool low_rank_ = false;
  Buffer<double> dense_, vectors_;
  std::vector<double> diagonal_;
  std::vector<Term> terms_;

  double* row(std::int64_t i) const { return dense_.get() + i * stride_; }
  double* first(std::size_t k) const { return vectors_.get() + 2 * std::int64_t(k) * stride_; }
  double* second(std::size_t k) const { return first(k) + stride_; }

  void become_dense() {
    low_rank_ = false;
    std::fill(dense_.get(), dense_.get() + n_ * stride_, 0.0);
    for (std::int64_t i = 0; i < n_; ++i) row(i)[i] = diagonal_[i];
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      std::fill(first(k) + n_, first(k) + stride_, 0.0), std::fill(second(k) + n_, second(k) + stride_, 0.0);
      add_dense(first(k), second(k), terms_[k].a, terms_[k].b, terms_[k].c);
    }
    terms_.clear();
  }

  void add_dense(const double* x, const double* y, double a, double b, double c) {
    for (std::int64_t i = 0; i < n_; ++i) {
      const double by_x = madd(a, x[i], b * y[i]), by_y = madd(b, x[i], c * y[i]);
      if (by_x == 0 && by_y == 0) continue;
      const Lanes bx = spread<Lanes>(by_x), by = spread<Lanes>(by_y);
      double* to = row(i);
      for (std::int64_t j = 0; j < stride_; j += width<Lanes>)
        store(to + j, madd(load<Lanes>(x + j), bx, madd(load<Lanes>(y + j), by, load<Lanes>(to + j))));
    }
  }
};

}  // namespace manikin
