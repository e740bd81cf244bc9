// Vectors and small dense matrices in plain arrays: sums in a fixed order, Cholesky.
#pragma once

#include <cmath>
#include <cstdint>

#include "lanes/lanes.hpp"

namespace manikin {

// The sum of all lanes, halves added to halves.
#if defined(__AVX512F__)
inline double sum_of(Double8 s) {
  const __m256d four = _mm256_add_pd(_mm512_castpd512_pd256((__m512d)s), _mm512_extractf64x4_pd((__m512d)s, 1));
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
  return _mm_cvtsd_f64(two) + _mm_cvtsd_f64(_mm_unpackhi_pd(two, two));
}
#elif defined(__AVX__)
inline double sum_of(Double4 s) {
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128((__m256d)s), _mm256_extractf128_pd((__m256d)s, 1));
  return _mm_cvtsd_f64(two) + _mm_cvtsd_f64(_mm_unpackhi_pd(two, two));
}
#else
inline double sum_of(Lanes s) {
  double part[width<Lanes>];
  store(part, s);
  for (int half = width<Lanes> / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) part[i] += part[i + half];
  return part[0];
}
#endif

// The inner product; the lanes fix the order of summation.
inline double inner(const double* a, const double* b, std::int64_t n) {
  std::int64_t i = 0;
  double sum = 0;
  if (n >= width<Lanes>) {
    Lanes s{};
    for (; i + width<Lanes> <= n; i += width<Lanes>) s = madd(load<Lanes>(a + i), load<Lanes>(b + i), s);
    sum = sum_of(s);
  }
  for (; i < n; ++i) sum = madd(a[i], b[i], sum);
  return sum;
}

// y += s·x
inline void add_scaled(double* y, const double* x, double s, std::int64_t n) {
  std::int64_t i = 0;
  const Lanes all = spread<Lanes>(s);
  for (; i + width<Lanes> <= n; i += width<Lanes>) store(y + i, madd(load<Lanes>(x + i), all, load<Lanes>(y + i)));
  for (; i < n; ++i) y[i] = madd(x[i], s, y[i]);
}

// The lower triangle of m becomes its Cholesky factor, the inverses of the diagonal in its place.  False where m is not
// positive.
inline bool cholesky_in_place(double* m, std::int64_t size, std::int64_t stride) {
  for (std::int64_t i = 0; i < size; ++i) {
    double* row = m + i * stride;
    for (std::int64_t j = 0; j < i; ++j) {
      const double* other = m + j * stride;
      row[j] = (row[j] - inner(row, other, j)) * other[j];
    }
    const double pivot = row[i] - inner(row, row, i);
    if (!(pivot > 0)) return false;
    row[i] = 1 / std::sqrt(pivot);
  }
  return true;
}

// x := (L Lᵀ)⁻¹ x
inline void solve_cholesky(const double* l, double* x, std::int64_t size, std::int64_t stride) {
  for (std::int64_t i = 0; i < size; ++i) x[i] = (x[i] - inner(l + i * stride, x, i)) * l[i * stride + i];
  for (std::int64_t i = size - 1; i >= 0; --i) {
    x[i] *= l[i * stride + i];
    add_scaled(x, l + i * stride, -x[i], i);
  }
}

}  // namespace manikin
