// Curves through keys: cubics of numbers, cumulative Bézier curves of rotations.  Mirrors manikin/clips/segments.py.
//
// The tracks of one frame are the lanes: eight balls or eight numbers side by side.  So a state costs the same alone and
// among many, and has the same bits.
#pragma once

#include <algorithm>
#include <vector>

#include "clips/balls.hpp"
#include "kinematics/tree.hpp"

namespace manikin {

constexpr int kWalkSteps = 16;             // steps in which the angles of a rotation are followed along a segment
constexpr double kLargestWalk = 1.0;       // where an angle moves more in one step [rad], the numbers lead
constexpr double kWalkTolerance = 1e-6;    // how near to the next key's own angles the walk must end [rad]
enum CurveMode : std::int32_t { kSmoothCurve, kLinearCurve, kHoldCurve, kSquadCurve };

// Tracks that stop at the same keys: views of NumPy's arrays.  m keys, s numbers, b balls, m − 1 segments.
struct CurveTables {
  Span<double> frames, slow_in, slow_out;  // (m,)
  Span<std::int32_t> modes;                // (m,)
  Span<std::int32_t> scalars, balls;       // columns in the state: (s,), (b, 3)
  Span<double> axes;                       // (b, 3, 3)
  Span<double> q, into, out;               // numbers at the keys and their rates: (m, s)
  Span<double> theta, theta_in, theta_out;  // the balls' angles and their rates: (m, b, 3)
  Span<double> starts, firsts, middles, lasts;  // of the rotations: (m − 1, b, 4), and (m − 1, b, 3) three times
  Span<double> lo, hi;                          // limits of the whole state
};

class Curves {
 public:
  explicit Curves(const CurveTables& t)
      : keys_(static_cast<std::int64_t>(t.frames.size)), scalars_(t.scalars.data, t.scalars.data + t.scalars.size),
        balls_(t.balls.data, t.balls.data + t.balls.size), frames_(t.frames.data, t.frames.data + keys_),
        leave_(keys_), arrive_(keys_), modes_(t.modes.data, t.modes.data + keys_), scalar_blocks_(blocks(scalars_.size())),
        ball_blocks_(blocks(balls_.size() / 3)), scalar_keys_(t.q.data, t.q.data + t.q.size),
        ball_keys_(t.theta.data, t.theta.data + t.theta.size), numbers_(segments() * scalar_blocks_ * 4),
        turns_(segments() * ball_blocks_ * kTurn), axes_(ball_blocks_), scalar_limits_(2 * scalar_blocks_), ball_limits_(6 * ball_blocks_) {
    for (std::int64_t i = 0; i < keys_; ++i) leave_[i] = 1 - t.slow_out[i], arrive_[i] = 1 - t.slow_in[i];
    set_limits(t), set_numbers(t), set_axes(t), set_turns(t);
    for (std::int64_t s = 0; s < segments(); ++s)
      for (std::int64_t block = 0; block < ball_blocks_; ++block) walk(s, block);
  }

  // Writes the columns of the tracks at a frame; before the first and after the last key they hold.
  void write(double frame, double* out) const {
    frame = std::min(std::max(frame, frames_.front()), frames_.back());
    if (keys_ == 1) return write_key(0, out);
    const auto above = std::upper_bound(frames_.begin(), frames_.end(), frame);
    const std::int64_t s = std::min(above - frames_.begin() - 1, keys_ - 2);
    if (frame == frames_[s + 1]) return write_key(s + 1, out);
    const double u = eased(s, (frame - frames_[s]) / (frames_[s + 1] - frames_[s]));
    if (u == 0) return write_key(s, out);
    const Lanes share = spread<Lanes>(u);
    double made[width<Lanes>];
    for (std::int64_t block = 0; block < scalar_blocks_; ++block) {
      const Lanes x = cubic(numbers_.get() + 4 * (s * scalar_blocks_ + block), share);
      store(made, within(x, scalar_limits_.get() + 2 * block));
      const std::int64_t first = block * width<Lanes>, count = std::min<std::int64_t>(width<Lanes>, size(scalars_) - first);
      for (std::int64_t i = 0; i < count; ++i) out[scalars_[first + i]] = made[i];
    }
    for (std::int64_t block = 0; block < ball_blocks_; ++block) {
      const Triple<Lanes> x = angles(s, block, u);
      const Lanes* limits = ball_limits_.get() + 6 * block;
      const Lanes parts[3] = {within(x.x, limits), within(x.y, limits + 2), within(x.z, limits + 4)};
      const std::int64_t first = block * width<Lanes>, count = std::min<std::int64_t>(width<Lanes>, size(balls_) / 3 - first);
      for (int k = 0; k < 3; ++k) {
        store(made, parts[k]);
        for (std::int64_t i = 0; i < count; ++i) out[balls_[3 * (first + i) + k]] = made[i];
      }
    }
  }

 private:
  // A block of balls in a segment: start, three factors (direction, half the angle), share of the numbers, four numbers of
  // each angle's cubic, references.
  static constexpr int kFactor = 4, kShare = 16, kCubic = 17, kNear = 29, kTurn = kNear + 3 * (kWalkSteps + 1);

  std::int64_t keys_;
  std::vector<std::int32_t> scalars_, balls_;
  std::vector<double> frames_, leave_, arrive_;
  std::vector<std::int32_t> modes_;
  std::int64_t scalar_blocks_, ball_blocks_;
  std::vector<double> scalar_keys_, ball_keys_;
  Buffer<Lanes> numbers_, turns_;
  std::vector<BallAxes<Lanes>> axes_;
  Buffer<Lanes> scalar_limits_, ball_limits_;

  static std::int64_t blocks(std::size_t count) { return (static_cast<std::int64_t>(count) + width<Lanes> - 1) / width<Lanes>; }
  static std::int64_t size(const std::vector<std::int32_t>& list) { return static_cast<std::int64_t>(list.size()); }
  std::int64_t segments() const { return keys_ - 1; }
  Lanes* turn(std::int64_t s, std::int64_t block) const { return turns_.get() + kTurn * (s * ball_blocks_ + block); }

  void write_key(std::int64_t key, double* out) const {
    const double *numbers = scalar_keys_.data() + key * size(scalars_), *angles = ball_keys_.data() + key * size(balls_);
    for (std::size_t i = 0; i < scalars_.size(); ++i) out[scalars_[i]] = numbers[i];
    for (std::size_t i = 0; i < balls_.size(); ++i) out[balls_[i]] = angles[i];
  }

  // The share of the way, with slow starts and ends.
  double eased(std::int64_t s, double u) const {
    if (modes_[s] == kHoldCurve) return 0;
    const double leave = leave_[s], arrive = arrive_[s + 1];
    if (leave == 1 && arrive == 1) return u;
    return u * u * (3 - 2 * u) + leave * u * ((1 - u) * (1 - u)) - arrive * u * u * (1 - u);
  }

  static Lanes within(Lanes x, const Lanes* limits) { return smaller(larger(x, limits[0]), limits[1]); }

  static Lanes cubic(const Lanes* c, Lanes u) {
    const Lanes left = 1.0 - u;
    return madd(u, c[1], c[0]) + u * left * madd(c[3], u, c[2] * left);
  }

  // The rotations at a share of a segment.
  Quaternion<Lanes> rotation(const Lanes* t, std::int32_t mode, double u) const {
    const Quaternion<Lanes> start{triple(t), t[3]};
    auto factor = [t](int k, double share) {
      const Lanes* f = t + kFactor * (k + 1);
      return twice_about(triple(f), f[3] * spread<Lanes>(share));
    };
    if (mode == kLinearCurve) return start * factor(1, u);
    if (mode == kSquadCurve) {
      const Quaternion<Lanes> one = start * factor(1, u), two = start * factor(0, 1.0) * factor(2, u);
      const Triple<Lanes> way = shorter_way(inverse(one) * two);
      const Lanes size = length(way);
      const Lanes scale = choose(size > spread<Lanes>(0.0), 1.0 / size, spread<Lanes>(0.0));
      return one * twice_about(way * scale, size * spread<Lanes>(u * (1 - u)));
    }
    const double left = 1 - u;
    return start * factor(0, 1 - left * left * left) * factor(1, u * u * (3 - 2 * u)) * factor(2, u * u * u);
  }

  Triple<Lanes> angles(std::int64_t s, std::int64_t block, double u) const {
    const Lanes* t = turn(s, block);
    const double place = u * kWalkSteps;
    const int step = std::min(std::max(static_cast<int>(place), 0), kWalkSteps - 1);
    const double part = place - step;
    const Lanes *before = t + kNear + 3 * step, along_step = spread<Lanes>(part), left = spread<Lanes>(1 - part);
    const Triple<Lanes> near = triple(before) * left + triple(before + 3) * along_step;
    const Triple<Lanes> lifted = ball_angles(axes_[block], rotation(t, modes_[s], u), near);
    const Lanes share = t[kShare];
    if (!any_lane(share != spread<Lanes>(0.0))) return lifted;
    const Lanes at = spread<Lanes>(u);
    const Triple<Lanes> numbers{cubic(t + kCubic, at), cubic(t + kCubic + 4, at), cubic(t + kCubic + 8, at)};
    return along(lifted, numbers - lifted, share);
  }

  // ---- tables ----------------------------------------------------------------------------------------------------------

  void set_limits(const CurveTables& t) {
    const std::int64_t s = size(scalars_), b = size(balls_) / 3;
    for (std::int64_t block = 0; block < scalar_blocks_; ++block) {
      scalar_limits_.get()[2 * block] = lanes_of(block, s, 0, [&](std::int64_t i) { return t.lo[scalars_[i]]; });
      scalar_limits_.get()[2 * block + 1] = lanes_of(block, s, 0, [&](std::int64_t i) { return t.hi[scalars_[i]]; });
    }
    for (std::int64_t block = 0; block < ball_blocks_; ++block)
      for (int k = 0; k < 3; ++k) {
        Lanes* to = ball_limits_.get() + 6 * block + 2 * k;
        to[0] = lanes_of(block, b, 0, [&](std::int64_t i) { return t.lo[balls_[3 * i + k]]; });
        to[1] = lanes_of(block, b, 0, [&](std::int64_t i) { return t.hi[balls_[3 * i + k]]; });
      }
  }

  // A cubic by its start, its way, and how far its ends' rates are from the straight line's.
  template <class At>
  void set_cubic(std::int64_t s, std::int64_t block, std::int64_t count, const double* q, const double* into, const double* out,
                 std::int64_t row, const At& at, Lanes* to) const {
    const double n = frames_[s + 1] - frames_[s];
    const bool curved = modes_[s] != kLinearCurve;
    auto of = [&](const double* from, std::int64_t key) {
      return lanes_of(block, count, 0, [&](std::int64_t i) { return from[key * row + at(i)]; });
    };
    const Lanes zero = spread<Lanes>(0.0), start = of(q, s), way = of(q, s + 1) - start;
    to[0] = start, to[1] = way;
    to[2] = curved ? n * of(out, s) - way : zero, to[3] = curved ? way - n * of(into, s + 1) : zero;
  }

  void set_numbers(const CurveTables& t) {
    const std::int64_t count = size(scalars_);
    for (std::int64_t s = 0; s < segments(); ++s)
      for (std::int64_t block = 0; block < scalar_blocks_; ++block)
        set_cubic(s, block, count, t.q.data, t.into.data, t.out.data, count, [](std::int64_t i) { return i; },
                  numbers_.get() + 4 * (s * scalar_blocks_ + block));
  }

  void set_axes(const CurveTables& t) {
    for (std::int64_t block = 0; block < ball_blocks_; ++block) axes_[block] = ball_axes(block, size(balls_) / 3, t.axes.data);
  }

  void set_turns(const CurveTables& t) {
    const std::int64_t count = size(balls_) / 3;
    for (std::int64_t s = 0; s < segments(); ++s)
      for (std::int64_t block = 0; block < ball_blocks_; ++block) {
        Lanes* to = turn(s, block);
        for (int k = 0; k < 4; ++k)
          to[k] = lanes_of(block, count, k == 3, [&](std::int64_t i) { return t.starts[4 * (s * count + i) + k]; });
        int place = kFactor;
        for (const Span<double>* vectors : {&t.firsts, &t.middles, &t.lasts}) {
          auto part = [&](int k) { return lanes_of(block, count, 0, [&](std::int64_t i) { return (*vectors)[3 * (s * count + i) + k]; }); };
          const Triple<Lanes> v{part(0), part(1), part(2)};
          const Lanes size = length(v);
          put(to + place, v * choose(size > spread<Lanes>(0.0), 1.0 / size, spread<Lanes>(0.0)));
          to[place + 3] = 0.5 * size;
          place += kFactor;
        }
        for (int k = 0; k < 3; ++k)
          set_cubic(s, block, count, t.theta.data, t.theta_in.data, t.theta_out.data, 3 * count,
                    [k](std::int64_t i) { return 3 * i + k; }, to + kCubic + 4 * k);
      }
  }

  static Mask<Lanes> half_turned(Lanes x) {
    const Lanes turns = x * 0.15915494309189535 + 0.5, off = nearest_turn(turns * 6.283185307179586, Lanes{}) * 0.15915494309189535;
    return larger(off, -off) < spread<Lanes>(kWalkTolerance);
  }

  // Follows the angles along a segment once, and decides where numbers lead.
  void walk(std::int64_t s, std::int64_t block) {
    Lanes* t = turn(s, block);
    const Lanes zero = spread<Lanes>(0.0), one = spread<Lanes>(1.0);
    Lanes strays = zero, share = zero;
    Triple<Lanes> near{t[kCubic], t[kCubic + 4], t[kCubic + 8]};
    put(t + kNear, near);
    for (int k = 0; k <= kWalkSteps; ++k) {
      const double u = double(k) / kWalkSteps;
      if (k > 0) {
        const Triple<Lanes> next = ball_angles(axes_[block], rotation(t, modes_[s], u), near);
        for (const Lanes step : {next.x - near.x, next.y - near.y, next.z - near.z})
          strays = choose(larger(step, -step) > spread<Lanes>(kLargestWalk), one, strays);
        near = next;
        put(t + kNear + 3 * k, near);
      }
      const Lanes walked[3] = {near.x, near.y, near.z};
      for (int j = 0; j < 3; ++j) {
        const Lanes numbers = cubic(t + kCubic + 4 * j, spread<Lanes>(u));
        for (int side = 0; side < 2; ++side) {
          const Lanes limit = ball_limits_.get()[6 * block + 2 * j + side];
          const Lanes over = side ? walked[j] - limit : limit - walked[j], inner = side ? numbers - limit : limit - numbers;
          const Lanes part = choose(inner < over, over / (over - smaller(inner, zero)), one);
          const Lanes needed = choose(over > spread<Lanes>(1e-12), part, zero);
          share = choose(needed > share, needed, share);
        }
      }
    }
    Lanes off[3];
    for (int j = 0; j < 3; ++j) off[j] = (&near.x)[j] - (t[kCubic + 4 * j] + t[kCubic + 4 * j + 1]);
    // the other branch, half a turn away in the first and the third angle, is the same pose
    const auto same_pose = half_turned(off[0]) & half_turned(off[2]);
    for (const Lanes x : off)
      strays = choose(opposite(same_pose) & (larger(x, -x) > spread<Lanes>(kWalkTolerance)), one, strays);
    t[kShare] = choose(strays > zero, one, smaller(share, one));
  }
};

}  // namespace manikin
