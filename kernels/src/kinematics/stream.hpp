// Writes rows of results from lanes by whole cache lines.  Results larger than the caches are streamed past them: an
// ordinary store first reads its line from memory, a streaming store does not, and it runs while the arithmetic goes on.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lanes/lanes.hpp"

namespace manikin {

constexpr std::int64_t cache_line = 8;  // numbers in one line

// cache_line numbers of every lane → one line for each lane at to + lane · stride.  `to` is aligned to lines and `stride` is
// a multiple of a line.
#if defined(__AVX512F__)
template <bool past_caches> inline void put_line(double* to, Double8 v) {
  if constexpr (past_caches) _mm512_stream_pd(to, (__m512d)v);
  else _mm512_store_pd(to, (__m512d)v);
}
template <bool past_caches> inline void put_lines(const Double8* from, double* to, std::int64_t stride) {
  for (int half = 0; half < 8; half += 4) {  // four lanes at once, numbers i and i + 4 side by side
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
  V v[cache_line];
  for (int i = 0; i < cache_line; ++i) v[i] = from[i];
  for (int i = 0; i < cache_line; i += w) transpose_square(v + i);
  for (int lane = 0; lane < w; ++lane)
    for (int i = 0; i < cache_line; i += w) put<past_caches>(to + lane * stride + i, v[i + lane]);
}
#endif

// After this, streamed lines are visible to other threads.
inline void finish_streaming() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

// Takes rows of numbers of width<Lanes> states, first to last, and writes them by whole lines.  The first and the last
// line of a row may be shared with its neighbours, so they are written number by number.
class RowStream {
 public:
  // Rows begin at `out`, `stride` numbers apart; the stride is a multiple of a line.
  void begin(double* out, std::int64_t stride) {
    const auto at = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(out) / sizeof(double) % cache_line);
    first_ = fill_ = at, out_ = out - at, stride_ = stride;
  }
  // Where the caller writes the next numbers, at most max_numbers of them.
  Lanes* place() { return stage_ + fill_; }
  static constexpr std::int64_t max_numbers = 12;
  // `count` numbers have been written there.
  template <bool past_caches> void advance(std::int64_t count) {
    fill_ += count;
    if (fill_ > capacity - max_numbers) flush<past_caches>();
  }
  template <bool past_caches> void finish() {
    flush<past_caches>();
    copy(first_, fill_);
  }

 private:
  static constexpr std::int64_t capacity = 4 * max_numbers + 2 * cache_line;

  template <bool past_caches> void flush() {
    std::int64_t i = 0;
    if (first_ > 0 && fill_ >= cache_line) copy(first_, i = cache_line), first_ = 0;
    for (; i + cache_line <= fill_; i += cache_line) put_lines<past_caches>(stage_ + i, out_ + i, stride_);
    std::copy(stage_ + i, stage_ + fill_, stage_);
    out_ += i, fill_ -= i;
  }
  void copy(std::int64_t from, std::int64_t to) const {
    for (int lane = 0; lane < width<Lanes>; ++lane)
      for (std::int64_t i = from; i < to; ++i) out_[lane * stride_ + i] = stage_[i][lane];
  }

  alignas(64) Lanes stage_[capacity] = {};
  double* out_ = nullptr;                           // where the first line of the stage goes
  std::int64_t first_ = 0, fill_ = 0, stride_ = 0;  // the stage holds the numbers first:fill
};

}  // namespace manikin
