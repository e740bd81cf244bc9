// Writing results that are larger than the caches.  An ordinary store reads its line from memory first; whole lines
// written past the caches do not, and the memory works on them while the arithmetic goes on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "lanes.hpp"

namespace manikin {

constexpr std::int64_t line = 8;  // doubles in a line of the caches

// One line past the caches; both places are aligned to lines.
inline void stream_line(double* to, const double* from) {
#if defined(__AVX512F__)
  _mm512_stream_pd(to, _mm512_load_pd(from));
#elif defined(__AVX__)
  for (int i = 0; i < line; i += 4) _mm256_stream_pd(to + i, _mm256_load_pd(from + i));
#elif defined(__SSE2__)
  for (int i = 0; i < line; i += 2) _mm_stream_pd(to + i, _mm_load_pd(from + i));
#else
  std::copy(from, from + line, to);
#endif
}

// After this, streamed lines are there for other threads too.
inline void finish_streaming() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

// Takes the rows of width<Lanes> states frame by frame, first to last, and passes them on by whole lines.
//
// The stage holds the latest `fill` of the `done + fill` numbers given of each row, every lane at the offset in a line
// that its row has in the result.  A row's first and last line, which it may share with its neighbours, are written
// number by number.
class RowStream {
 public:
  // For a block of rows of `row` numbers each, one after another at `out`.
  void begin(double* out, std::int64_t row) {
    out_ = out, row_ = row, done_ = 0, fill_ = 0;
    phase_ = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(out) / sizeof(double) % line);
    stride_ = room + (row % line + line - room % line) % line;  // ≡ row modulo a line
  }
  // Where the next frame of the first row goes; the other rows follow `stride` apart.
  double* place() { return stage_ + phase_ + fill_; }
  std::int64_t stride() const { return stride_; }
  // A frame of each row has been put there.
  void advance() {
    fill_ += 12;
    if (done_ + fill_ == row_) flush<true>();
    else if (fill_ + 12 > room - line) flush<false>();
  }

 private:
  static constexpr std::int64_t room = 4 * 12 + 2 * line;

  template <bool last> void flush() {
    // what stays is more than a line, so that whichever number of a row begins a line, the lines before it are whole
    const std::int64_t stay = last ? 0 : line + fill_ % line, gone = fill_ - stay;
    for (int lane = 0; lane < width<Lanes>; ++lane) {
      double *from = stage_ + phase_ + lane * stride_, *to = out_ + lane * row_ + done_;
      const std::int64_t head = (2 * line - (phase_ + lane * stride_) % line) % line;  // numbers before the first line
      std::int64_t i = head;
      if (done_ == 0) std::copy(from, from + std::min(head, fill_), to);
      for (; i + line <= (last ? fill_ : gone + line); i += line) stream_line(to + i, from + i);
      if (last) {
        if (i < fill_) std::copy(from + i, from + fill_, to + i);
      } else {
        for (i = head; i < stay; i += line) std::memcpy(from + i, from + i + gone, line * sizeof(double));
      }
    }
    done_ += gone, fill_ = stay;
  }

  alignas(64) double stage_[width<Lanes> * (room + line) + 2 * line] = {};
  double* out_ = nullptr;
  std::int64_t row_ = 0, done_ = 0, fill_ = 0, phase_ = 0, stride_ = 0;
};

}  // namespace manikin
