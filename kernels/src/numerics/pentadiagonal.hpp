// Symmetric equations with two diagonals on either side, over rows of lanes.
#pragma once

#include <vector>

#include "lanes/lanes.hpp"

namespace manikin {

// A symmetric matrix with two diagonals on either side, as a factor L D Lᵀ; the rows of a vector are frames.
class Pentadiagonal {
 public:
  // `bands`: the diagonal and the two beside it, each of `count` numbers.
  Pentadiagonal(const double* bands, std::int64_t count)
      : count_(count), k_(bands, bands + 3 * count), inverse_(count), one_(count), two_(count) {
    std::vector<double> d(count);
    for (std::int64_t t = 0; t < count; ++t) {
      d[t] = band(0, t);
      if (t > 1) two_[t] = band(2, t - 2) / d[t - 2], d[t] -= two_[t] * two_[t] * d[t - 2];
      if (t > 0) {
        const double beside = band(1, t - 1) - (t > 1 ? one_[t - 1] * two_[t] * d[t - 2] : 0.0);
        one_[t] = beside / d[t - 1], d[t] -= one_[t] * one_[t] * d[t - 1];
      }
      inverse_[t] = 1 / d[t];
    }
  }
  // out := K x, rows of `wide` lanes.
  void multiply(const Lanes* x, std::int64_t wide, Lanes* out) const {
    for (std::int64_t t = 0; t < count_; ++t) {
      auto with = [&](int far, std::int64_t at, std::int64_t from) {
        const Lanes k = spread<Lanes>(band(far, at));
        for (std::int64_t i = 0; i < wide; ++i) out[t * wide + i] = madd(k, x[from * wide + i], out[t * wide + i]);
      };
      const Lanes k = spread<Lanes>(band(0, t));
      for (std::int64_t i = 0; i < wide; ++i) out[t * wide + i] = k * x[t * wide + i];
      if (t > 0) with(1, t - 1, t - 1);
      if (t > 1) with(2, t - 2, t - 2);
      if (t + 1 < count_) with(1, t, t + 1);
      if (t + 2 < count_) with(2, t, t + 2);
    }
  }
  // x := K⁻¹ x
  void solve(Lanes* x, std::int64_t wide) const {
    auto without = [&](double factor, std::int64_t t, std::int64_t from) {
      const Lanes l = spread<Lanes>(factor);
      for (std::int64_t i = 0; i < wide; ++i) x[t * wide + i] = nmadd(l, x[from * wide + i], x[t * wide + i]);
    };
    for (std::int64_t t = 0; t < count_; ++t) {
      if (t > 0) without(one_[t], t, t - 1);
      if (t > 1) without(two_[t], t, t - 2);
    }
    for (std::int64_t t = count_ - 1; t >= 0; --t) {
      const Lanes d = spread<Lanes>(inverse_[t]);
      for (std::int64_t i = 0; i < wide; ++i) x[t * wide + i] = x[t * wide + i] * d;
      if (t + 1 < count_) without(one_[t + 1], t, t + 1);
      if (t + 2 < count_) without(two_[t + 2], t, t + 2);
    }
  }

 private:
  std::int64_t count_;
  std::vector<double> k_, inverse_, one_, two_;
  double band(int far, std::int64_t t) const { return k_[far * count_ + t]; }
};

}  // namespace manikin
