// Rows of results from lanes, by whole lines of the caches.  Where a result is larger than the caches its lines go past
// them: an ordinary store reads its line from memory first, one that goes past does not, and the memory works on it
// while the arithmetic goes on.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lanes/lanes.hpp"

namespace manikin {

constexpr std::int64_t line = 8;  // numbers in a line of the caches

// A number of each lane after another, line of them → the line of each lane at to + lane · stride; `to` is aligned to
// lines and `stride` is a multiple of one.
#if defined(__AVX512F__)
template <bool past_caches> inline void put_line(double* to, Double8 v) {
  if constexpr (past_caches) _mm512_stream_pd(to, (__m512d)v);
  else _mm512_store_pd(to, (__m512d)v);
}
template <bool past_caches> inline void put_lines(const Double8* from, double* to, std::int64_t stride) {
  for (int half = 0; half < 8; half += 4) {  // four lanes: of numbers i and i + 4 side by side
    Double8 v[4];
    for (int i = 0; i < 4; ++i) {
      const auto *low = reinterpret_cast<const double*>(from + i), *high = reinterpret_cast<const double*>(from + i + 4);
      const __m512d alone = _mm512_castpd256_pd512(_mm256_load_pd(low + half));
      v[i] = (Double8)_mm512_insertf64x4(alone, _mm256_load_pd(high + half), 1);
    }
    transpose(v[0], v[1], v[2], v[3]);
    for (int i = 0; i < 4; ++i) put_line<past_caches>(to + (half + i) * stride, v[i]);
  }
}
#else
template <bool past_caches> inline void put(double* to, Double4 v) {
#if defined(__AVX__)
  if constexpr (past_caches) return _mm256_stream_pd(to, (__m256d)v);
#endif
  store(to, v);
}
template <bool past_caches> inline void put(double* to, Double2 v) {
#if defined(__SSE2__)
  if constexpr (past_caches) return _mm_stream_pd(to, (__m128d)v);
#endif
  store(to, v);
}
template <bool past_caches, class V> inline void put_lines(const V* from, double* to, std::int64_t stride) {
  constexpr int w = width<V>;
  V v[line];
  for (int i = 0; i < line; ++i) v[i] = from[i];
  for (int i = 0; i < line; i += w) transpose_square(v + i);
  for (int lane = 0; lane < w; ++lane)
    for (int i = 0; i < line; i += w) put<past_caches>(to + lane * stride + i, v[i + lane]);
}
#endif

// After this, lines that went past the caches are there for other threads too.
inline void finish_streaming() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

// Takes rows of numbers of width<Lanes> states, first to last, and passes them on by whole lines; a row's first and
// last line, which it may share with its neighbours, are written number by number.
class RowStream {
 public:
  // For rows at `out`, `stride` numbers apart, which is a multiple of a line.
  void begin(double* out, std::int64_t stride) {
    const auto at = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(out) / sizeof(double) % line);
    first_ = fill_ = at, out_ = out - at, stride_ = stride;
  }
  // Where the next numbers go, at most `most` of them.
  Lanes* place() { return stage_ + fill_; }
  static constexpr std::int64_t most = 12;
  // `count` numbers have been put there.
  template <bool past_caches> void advance(std::int64_t count) {
    fill_ += count;
    if (fill_ > room - most) flush<past_caches>();
  }
  template <bool past_caches> void finish() {
    flush<past_caches>();
    copy(first_, fill_);
  }

 private:
  static constexpr std::int64_t room = 4 * most + 2 * line;

  template <bool past_caches> void flush() {
    std::int64_t i = 0;
    if (first_ > 0 && fill_ >= line) copy(first_, i = line), first_ = 0;
    for (; i + line <= fill_; i += line) put_lines<past_caches>(stage_ + i, out_ + i, stride_);
    std::copy(stage_ + i, stage_ + fill_, stage_);
    out_ += i, fill_ -= i;
  }
  void copy(std::int64_t from, std::int64_t to) const {
    for (int lane = 0; lane < width<Lanes>; ++lane)
      for (std::int64_t i = from; i < to; ++i) out_[lane * stride_ + i] = stage_[i][lane];
  }

  alignas(64) Lanes stage_[room] = {};
  double* out_ = nullptr;                              // where the row's line goes that the stage begins with
  std::int64_t first_ = 0, fill_ = 0, stride_ = 0;    // the stage holds the numbers first:fill
};

}  // namespace manikin
