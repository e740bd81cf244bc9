// Differences between states, and states plus differences: numbers by subtraction, balls by rotation vectors.
// Mirrors manikin/clips/differences.py.
#pragma once

#include <algorithm>
#include <vector>

#include "clips/balls.hpp"
#include "kinematics/tree.hpp"

namespace manikin {

// The balls of a state: views of NumPy's arrays.  b balls, n parameters.
struct BallTables {
  Span<std::int32_t> columns;  // (b, 3)
  Span<double> axes;           // (b, 3, 3)
  Span<double> lo, hi;         // limits of the whole state (n,)
};

// The balls of one state are the lanes, so that a state has the same bits alone and among many.
class StateDifferences {
 public:
  explicit StateDifferences(const BallTables& t)
      : columns_(t.columns.data, t.columns.data + t.columns.size), lo_(t.lo.data, t.lo.data + t.lo.size), hi_(t.hi.data, t.hi.data + t.hi.size) {
    const auto count = static_cast<std::int64_t>(columns_.size() / 3);
    for (std::int64_t block = 0; block * width<Lanes> < count; ++block) axes_.push_back(ball_axes(block, count, t.axes.data));
  }

  std::int64_t size() const { return static_cast<std::int64_t>(lo_.size()); }

  // to := state ⊖ base; a ball's is the rotation vector in its own frame.
  void between(const double* state, const double* base, double* to) const {
    for (std::int64_t i = 0; i < size(); ++i) to[i] = state[i] - base[i];
    each_block(to, to, [&](const BallAxes<Lanes>& axes, const Block& block, const Triple<Lanes>&) {
      return shorter_way(inverse(turned(axes, taken(base, block))) * turned(axes, taken(state, block)));
    });
  }

  // to := base ⊕ change, brought inside the limits.
  void displaced(const double* base, const double* change, double* to) const {
    for (std::int64_t i = 0; i < size(); ++i) to[i] = base[i] + change[i];
    each_block(change, to, [&](const BallAxes<Lanes>& axes, const Block& block, const Triple<Lanes>& way) {
      const Triple<Lanes> theta = taken(base, block);
      const Lanes angle = length(way), zero = spread<Lanes>(0.0), one = spread<Lanes>(1.0);
      const Mask<Lanes> still = angle == zero;
      const Triple<Lanes> axis = way * choose(still, zero, one / choose(still, one, angle));
      return ball_angles(axes, turned(axes, theta) * twice_about(axis, 0.5 * angle), theta);
    });
    for (std::int64_t i = 0; i < size(); ++i) to[i] = std::min(std::max(to[i], lo_[i]), hi_[i]);
  }

 private:
  struct Block {
    std::int64_t first;  // ball
    int count;
  };

  std::vector<std::int32_t> columns_;
  std::vector<double> lo_, hi_;
  std::vector<BallAxes<Lanes>> axes_;

  static Quaternion<Lanes> turned(const BallAxes<Lanes>& axes, const Triple<Lanes>& theta) {
    return twice_about(axes.a, 0.5 * theta.x) * twice_about(axes.b, 0.5 * theta.y) * twice_about(axes.c, 0.5 * theta.z);
  }

  // Three numbers of each ball of a block; 0 in the lanes behind the last one.
  Triple<Lanes> taken(const double* from, const Block& block) const {
    Triple<Lanes> found{Lanes{}, Lanes{}, Lanes{}};
    for (int i = 0; i < block.count; ++i) {
      const std::int32_t* own = columns_.data() + 3 * (block.first + i);
      found.x[i] = from[own[0]], found.y[i] = from[own[1]], found.z[i] = from[own[2]];
    }
    return found;
  }

  // Writes three new numbers of every ball that moves; what does not move stays, to the last bit.
  template <class Change> void each_block(const double* moves, double* to, const Change& change) const {
    const auto balls = static_cast<std::int64_t>(columns_.size() / 3);
    for (std::size_t number = 0; number < axes_.size(); ++number) {
      const std::int64_t first = static_cast<std::int64_t>(number) * width<Lanes>;
      const Block block{first, static_cast<int>(std::min<std::int64_t>(width<Lanes>, balls - first))};
      const Triple<Lanes> own = taken(moves, block);
      auto is_still = [&own](int i) { return own.x[i] == 0 && own.y[i] == 0 && own.z[i] == 0; };
      int still = 0;
      for (int i = 0; i < block.count; ++i) still += is_still(i);
      if (still == block.count) continue;
      const Triple<Lanes> made = change(axes_[number], block, own);
      for (int i = 0; i < block.count; ++i) {
        if (is_still(i)) continue;
        const std::int32_t* at = columns_.data() + 3 * (first + i);
        to[at[0]] = made.x[i], to[at[1]] = made.y[i], to[at[2]] = made.z[i];
      }
    }
  }
};

}  // namespace manikin
