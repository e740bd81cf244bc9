// Numbers in lockstep.  A lane type V holds one double of each of several problems: `double` itself for a single
// problem, a GCC/Clang vector type for 2, 4 or 8 of them.  Code written over V gives the same bits for a problem in
// every lane: each operation is IEEE arithmetic element by element, the compiler reassociates and contracts nothing
// (-ffp-contract=off), and multiply-adds are fused only where the source says madd.
#pragma once

#include <cstdint>
#include <cstring>
#include <new>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace manikin {

typedef double Double2 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));
typedef double Double8 __attribute__((vector_size(64)));
typedef std::int64_t Int2 __attribute__((vector_size(16)));
typedef std::int64_t Int4 __attribute__((vector_size(32)));
typedef std::int64_t Int8 __attribute__((vector_size(64)));

#if defined(__AVX512F__)
using Lanes = Double8;
#elif defined(__AVX__)
using Lanes = Double4;
#else
using Lanes = Double2;
#endif

template <class V> constexpr int width = sizeof(V) / sizeof(double);

template <class V> struct BitsOf;
template <> struct BitsOf<double> {
  using type = std::int64_t;
};
template <> struct BitsOf<Double2> {
  using type = Int2;
};
template <> struct BitsOf<Double4> {
  using type = Int4;
};
template <> struct BitsOf<Double8> {
  using type = Int8;
};
template <class V> using Bits = typename BitsOf<V>::type;

template <class To, class From> inline To reinterpret(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "only between types of one size");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// The same number in every lane.  It is x − 0, since x + 0 would lose the sign of a zero.
template <class V> inline V spread(double x) { return x - V{}; }
template <> inline double spread<double>(double x) { return x; }

template <class V> inline V load(const double* from) {
  V v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
template <class V> inline void store(double* to, V v) { std::memcpy(to, &v, sizeof v); }

// ---- a·b + c in one rounding where the machine has it, in two everywhere else ------------------------------------

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
constexpr bool fused = true;
#else
constexpr bool fused = false;
#endif

#if defined(__FMA__)
inline double madd(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline Double2 madd(Double2 a, Double2 b, Double2 c) { return (Double2)_mm_fmadd_pd((__m128d)a, (__m128d)b, (__m128d)c); }
inline Double4 madd(Double4 a, Double4 b, Double4 c) { return (Double4)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c); }
#elif defined(__ARM_FEATURE_FMA)
inline double madd(double a, double b, double c) { return __builtin_fma(a, b, c); }
template <class V> inline V madd(V a, V b, V c) {
  for (int i = 0; i < width<V>; ++i) c[i] = __builtin_fma(a[i], b[i], c[i]);
  return c;
}
#else
inline double madd(double a, double b, double c) { return a * b + c; }
inline Double2 madd(Double2 a, Double2 b, Double2 c) { return a * b + c; }
inline Double4 madd(Double4 a, Double4 b, Double4 c) { return a * b + c; }
#endif
#if defined(__AVX512F__)
inline Double8 madd(Double8 a, Double8 b, Double8 c) { return (Double8)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c); }
#elif !defined(__ARM_FEATURE_FMA)
inline Double8 madd(Double8 a, Double8 b, Double8 c) {  // in two halves
  Double4 x[2], y[2], z[2];
  std::memcpy(x, &a, sizeof a), std::memcpy(y, &b, sizeof b), std::memcpy(z, &c, sizeof c);
  for (int i = 0; i < 2; ++i) z[i] = madd(x[i], y[i], z[i]);
  std::memcpy(&c, z, sizeof c);
  return c;
}
#endif

// The result of comparing lane numbers: bool for a single problem; in lanes, all bits of an element set or none.
template <class V> struct MaskOf {
  using type = Bits<V>;
};
template <> struct MaskOf<double> {
  using type = bool;
};
template <class V> using Mask = typename MaskOf<V>::type;

template <class V> inline Mask<V> everywhere() { return ~Mask<V>{}; }
template <> inline bool everywhere<double>() { return true; }
template <class M> inline M opposite(M mask) { return mask == M{}; }
inline bool any_lane(bool mask) { return mask; }
template <class M> inline bool any_lane(M mask) {
  std::int64_t found = 0;
  for (std::size_t i = 0; i < sizeof(M) / sizeof(std::int64_t); ++i) found |= mask[i];
  return found != 0;
}
#if defined(__AVX512F__)
inline bool any_lane(Int8 mask) { return _mm512_test_epi64_mask((__m512i)mask, (__m512i)mask) != 0; }
#endif

// c − a·b
template <class V> inline V nmadd(V a, V b, V c) { return madd(-a, b, c); }

// Whether any lane lies outside ±limit; false for NaN.
inline bool any_beyond(double x, double limit) { return x > limit || x < -limit; }
template <class V> inline bool any_beyond(V x, double limit) {
#if defined(__AVX512F__)
  if constexpr (width<V> == 8) {
    const __m512d size = _mm512_abs_pd((__m512d)x);
    return _mm512_cmp_pd_mask(size, _mm512_set1_pd(limit), _CMP_GT_OQ) != 0;
  }
#endif
  bool found = false;
  for (int i = 0; i < width<V>; ++i) found |= x[i] > limit || x[i] < -limit;
  return found;
}

// Whether x is zero in every lane.  A sum of differences x − x is, unless some x was infinite or NaN.
inline bool all_zero(double x) { return x == 0; }
template <class V> inline bool all_zero(V x) {
  bool zero = true;
  for (int i = 0; i < width<V>; ++i) zero &= x[i] == 0;
  return zero;
}

// ---- rows and lanes: four numbers of each problem side by side, or one number of all problems --------------------

#if defined(__clang__) || __GNUC__ >= 12
#define MANIKIN_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define MANIKIN_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, Bits<decltype(a)>{__VA_ARGS__})
#endif

inline void transpose(Double4& a, Double4& b, Double4& c, Double4& d) {
  const Double4 ab_even = MANIKIN_SHUFFLE(a, b, 0, 4, 2, 6), ab_odd = MANIKIN_SHUFFLE(a, b, 1, 5, 3, 7);
  const Double4 cd_even = MANIKIN_SHUFFLE(c, d, 0, 4, 2, 6), cd_odd = MANIKIN_SHUFFLE(c, d, 1, 5, 3, 7);
  a = MANIKIN_SHUFFLE(ab_even, cd_even, 0, 1, 4, 5);
  b = MANIKIN_SHUFFLE(ab_odd, cd_odd, 0, 1, 4, 5);
  c = MANIKIN_SHUFFLE(ab_even, cd_even, 2, 3, 6, 7);
  d = MANIKIN_SHUFFLE(ab_odd, cd_odd, 2, 3, 6, 7);
}

// Transposes as many numbers as there are lanes, in place.
inline void transpose_square(Double2* v) {
  const Double2 first = MANIKIN_SHUFFLE(v[0], v[1], 0, 2), second = MANIKIN_SHUFFLE(v[0], v[1], 1, 3);
  v[0] = first, v[1] = second;
}
inline void transpose_square(Double4* v) { transpose(v[0], v[1], v[2], v[3]); }

// Writes a[i], b[i], c[i], d[i] side by side at to + i·stride for every lane i.
inline void store_rows(double* to, std::int64_t stride, Double2 a, Double2 b, Double2 c, Double2 d) {
  store(to, MANIKIN_SHUFFLE(a, b, 0, 2)), store(to + 2, MANIKIN_SHUFFLE(c, d, 0, 2));
  store(to + stride, MANIKIN_SHUFFLE(a, b, 1, 3)), store(to + stride + 2, MANIKIN_SHUFFLE(c, d, 1, 3));
}
inline void store_rows(double* to, std::int64_t stride, Double4 a, Double4 b, Double4 c, Double4 d) {
  transpose(a, b, c, d);
  store(to, a), store(to + stride, b), store(to + 2 * stride, c), store(to + 3 * stride, d);
}

// Reads lanes back from such rows.
inline void load_rows(const double* from, std::int64_t stride, Double2& a, Double2& b, Double2& c, Double2& d) {
  const Double2 ab0 = load<Double2>(from), cd0 = load<Double2>(from + 2);
  const Double2 ab1 = load<Double2>(from + stride), cd1 = load<Double2>(from + stride + 2);
  a = MANIKIN_SHUFFLE(ab0, ab1, 0, 2), b = MANIKIN_SHUFFLE(ab0, ab1, 1, 3);
  c = MANIKIN_SHUFFLE(cd0, cd1, 0, 2), d = MANIKIN_SHUFFLE(cd0, cd1, 1, 3);
}
inline void load_rows(const double* from, std::int64_t stride, Double4& a, Double4& b, Double4& c, Double4& d) {
  a = load<Double4>(from), b = load<Double4>(from + stride);
  c = load<Double4>(from + 2 * stride), d = load<Double4>(from + 3 * stride);
  transpose(a, b, c, d);
}

#if defined(__AVX512F__)
// Transposes each half for itself.
inline void transpose(Double8& a, Double8& b, Double8& c, Double8& d) {
  const Double8 ab_even = MANIKIN_SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  const Double8 ab_odd = MANIKIN_SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  const Double8 cd_even = MANIKIN_SHUFFLE(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
  const Double8 cd_odd = MANIKIN_SHUFFLE(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
  a = MANIKIN_SHUFFLE(ab_even, cd_even, 0, 1, 8, 9, 4, 5, 12, 13);
  b = MANIKIN_SHUFFLE(ab_odd, cd_odd, 0, 1, 8, 9, 4, 5, 12, 13);
  c = MANIKIN_SHUFFLE(ab_even, cd_even, 2, 3, 10, 11, 6, 7, 14, 15);
  d = MANIKIN_SHUFFLE(ab_odd, cd_odd, 2, 3, 10, 11, 6, 7, 14, 15);
}
// Eight rows travel as four pairs (i, i + 4), each pair in one register.
inline void store_rows(double* to, std::int64_t stride, Double8 a, Double8 b, Double8 c, Double8 d) {
  transpose(a, b, c, d);
  const Double8 pairs[4] = {a, b, c, d};
  for (int i = 0; i < 4; ++i) {
    _mm256_storeu_pd(to + i * stride, _mm512_castpd512_pd256((__m512d)pairs[i]));
    _mm256_storeu_pd(to + (i + 4) * stride, _mm512_extractf64x4_pd((__m512d)pairs[i], 1));
  }
}
inline void load_rows(const double* from, std::int64_t stride, Double8& a, Double8& b, Double8& c, Double8& d) {
  Double8 pairs[4];
  for (int i = 0; i < 4; ++i) {
    const __m512d low = _mm512_castpd256_pd512(_mm256_loadu_pd(from + i * stride));
    pairs[i] = (Double8)_mm512_insertf64x4(low, _mm256_loadu_pd(from + (i + 4) * stride), 1);
  }
  const Double8 ab_even = MANIKIN_SHUFFLE(pairs[0], pairs[2], 0, 1, 8, 9, 4, 5, 12, 13);
  const Double8 cd_even = MANIKIN_SHUFFLE(pairs[0], pairs[2], 2, 3, 10, 11, 6, 7, 14, 15);
  const Double8 ab_odd = MANIKIN_SHUFFLE(pairs[1], pairs[3], 0, 1, 8, 9, 4, 5, 12, 13);
  const Double8 cd_odd = MANIKIN_SHUFFLE(pairs[1], pairs[3], 2, 3, 10, 11, 6, 7, 14, 15);
  a = MANIKIN_SHUFFLE(ab_even, ab_odd, 0, 8, 2, 10, 4, 12, 6, 14);
  b = MANIKIN_SHUFFLE(ab_even, ab_odd, 1, 9, 3, 11, 5, 13, 7, 15);
  c = MANIKIN_SHUFFLE(cd_even, cd_odd, 0, 8, 2, 10, 4, 12, 6, 14);
  d = MANIKIN_SHUFFLE(cd_even, cd_odd, 1, 9, 3, 11, 5, 13, 7, 15);
}
#endif

// Two numbers of each problem, rounded to single precision and packed side by side as they lie in memory.
#if defined(__AVX512F__)
inline Double8 rounded_pair(Double8 a, Double8 b) {
  const __m512 first = _mm512_castps256_ps512(_mm512_cvtpd_ps((__m512d)a));
  const __m512 second = _mm512_castps256_ps512(_mm512_cvtpd_ps((__m512d)b));
  const __m512i order = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  return (Double8)_mm512_permutex2var_ps(first, order, second);
}
#else
template <class V> inline V rounded_pair(V a, V b) {
  V pair;
  for (int i = 0; i < width<V>; ++i) {
    const float both[2] = {static_cast<float>(a[i]), static_cast<float>(b[i])};
    double packed;
    std::memcpy(&packed, both, sizeof packed);
    pair[i] = packed;
  }
  return pair;
}
#endif

// `count` numbers of each of width<V> problems, rows `stride` apart, as lanes.
template <class V> inline void load_lanes(const double* from, std::int64_t stride, std::int64_t count, V* to) {
  std::int64_t i = 0;
  for (; i + 4 <= count; i += 4) load_rows(from + i, stride, to[i], to[i + 1], to[i + 2], to[i + 3]);
  for (; i < count; ++i)
    for (int lane = 0; lane < width<V>; ++lane) to[i][lane] = from[lane * stride + i];
}

// ---- memory ------------------------------------------------------------------------------------------------------

// Owns aligned, uninitialised memory for `count` values.
template <class T> class Buffer {
 public:
  explicit Buffer(std::size_t count)
      : data_(static_cast<T*>(::operator new(sizeof(T) * (count ? count : 1), std::align_val_t(64)))) {}
  Buffer(Buffer&& other) noexcept : data_(other.data_) { other.data_ = nullptr; }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { ::operator delete(data_, std::align_val_t(64)); }
  T* get() const { return data_; }

 private:
  T* data_;
};

}  // namespace manikin
