// A step of Levenberg and Marquardt for one soft goal of R rows, over a lane type: as levenberg.hpp tells, in a form of fixed
// size that runs on one problem or on several in lockstep with the same bits.
//
// What a far target bends is not multiplied into the rows: with s² on the rows that are distances, (J Jᵀ + D/s²) z = −r/s²
// and dq = Jᵀz are the same step.
#pragma once

#include "damping.hpp"
#include "polyhedron.hpp"
#include "program.hpp"
#include "rows.hpp"

namespace manikin {

template <class V, int R> class ChainStep {
 public:
  V promise, objective;  // what the step would gain were the rows straight; Σ r²

  ChainStep(const Program& program, const Setting& setting)
      : promise(spread<V>(0.0)), objective(spread<V>(0.0)), width_(program.goals[0].width()),
        distances_(distance_rows(program.goals[0])), columns_(program.goal_columns.data() + program.goals[0].columns),
        limits_(width_), j_(width_), dq_(width_), pull_(width_), end_(width_), outward_(width_), stuck_(width_) {
    for (int c = 0; c < width_; ++c) {
      const std::int32_t i = columns_[c];
      const double gain = setting.gain[i];
      limits_[c] = {setting.lo[i], setting.hi[i], gain, gain > 0 ? 1 / gain : 0.0};
      for (int row = 0; row <= R; ++row) j_.get()[c].set(row, spread<V>(0.0));
    }
  }

  // Takes the slope, rows × columns as Evaluation::jacobian leaves it, of the lanes that have a new state, and the residual.
  void linearise(const V* block, const V* residual, const V* q, Mask<V> fresh) {
    const V zero = spread<V>(0.0);
    V lever = zero, near = zero, rest = zero, distance = zero;
    objective = gradient_square_ = zero;
    for (int i = 0; i < R; ++i) {
      r_[i] = residual[i];
      objective = objective + r_[i] * r_[i];
      if (i < distances_) distance = madd(r_[i], r_[i], distance);
    }
    for (int c = 0; c < width_; ++c) {
      const Limits& limit = limits_[c];
      Rows<V, R>& j = j_.get()[c];
      V gradient = zero, near_square = zero, square = zero;
      for (int i = 0; i < R; ++i) {
        const V x = choose(fresh, block[i * width_ + c] * limit.gain, j[i]);
        j.set(i, x);
        gradient = madd(x, r_[i], gradient);
        square = madd(x, x, square);
        if (i + 1 == distances_) near_square = square;
      }
      lever = larger(lever, near_square), near = near + near_square, rest = rest + (square - near_square);
      const V at = q[columns_[c]];
      outward_.get()[c] = ((at <= limit.lo) & (gradient > 0.0)) | ((at >= limit.hi) & (gradient < 0.0));
      gradient_square_ = choose(outward_.get()[c], gradient_square_, madd(gradient, gradient, gradient_square_));
    }
    const V bend = 1.0 + root(distance / choose(lever > 0.0, lever, spread<V>(INFINITY)));
    shrink_ = 1.0 / bend;
    trace_ = madd(bend, near, rest);
  }

  // Whether the gradient, projected on what may move, is small beside |J||r|.
  Mask<V> gradient_below(double fraction) const { return gradient_square_ <= trace_ * objective * (fraction * fraction); }

  // A step for the damping λ promises at least |gradient|²/(|J|² + λ): whether that bounds the gradient to rounding.
  Mask<V> little_promised(V mu) const {
    return (promise > 0.0) & (madd(mu, objective, trace_) * promise <= trace_ * objective * 1e-12);
  }

  // One damped step inside the limits, from q into trial, where it is wanted; gives where one was found.
  Mask<V> step(const V* q, V mu, Mask<V> wanted, V* trial) {
    for (int c = 0; c < width_; ++c) {
      stuck_.get()[c] = outward_.get()[c], dq_.get()[c] = spread<V>(0.0);
      end_.get()[c] = q[columns_[c]];
    }
    const V damping = madd(mu, objective, (trace_ + 1.0) * 1e-14);
    Mask<V> open = wanted, found = Mask<V>{};
    V releases = spread<V>(0.0);
    for (int round = 0; round < 24 && any_lane(open); ++round) {
      open = open & solve(damping, open);
      found = found | open;
      const Mask<V> beyond = stop_at_limits(q, open);
      const Mask<V> freed = let_go(open & opposite(beyond) & (releases < 3.0));
      releases = choose(freed, releases + 1.0, releases);
      open = open & (beyond | freed);
    }
    for (int c = 0; c < width_; ++c) {
      const std::int32_t i = columns_[c];
      trial[i] = choose(found, choose(stuck_.get()[c], end_.get()[c], inside(limits_[c], moved(c, q))), trial[i]);
    }
    return found;
  }

 private:
  struct Limits {
    double lo, hi, gain, inverse_gain;
  };
  int width_, distances_;
  const std::int32_t* columns_;
  std::vector<Limits> limits_;
  Buffer<Rows<V, R>> j_;  // the columns of the Jacobian, scaled by their gains
  Buffer<V> dq_, pull_, end_;        // the step; where it would go were nothing stuck; where what is stuck stands
  Buffer<Mask<V>> outward_, stuck_;  // at a limit that the gradient presses against; held at a limit by the step
  V r_[R], z_[R], shrink_, trace_, gradient_square_;

  static V inside(const Limits& limit, V x) {
    x = choose(x < limit.lo, spread<V>(limit.lo), x);
    return choose(x > limit.hi, spread<V>(limit.hi), x);
  }
  V moved(int c, const V* q) const { return madd(dq_.get()[c], spread<V>(limits_[c].gain), q[columns_[c]]); }

  // z of the damped normal equations over the columns that are free, the others having moved by dq; dq of the free ones.
  Mask<V> solve(V damping, Mask<V> open) {
    const V zero = spread<V>(0.0);
    Rows<V, R> m[R];
#pragma GCC unroll 8
    for (int i = 0; i < R; ++i) {
      const V shrink = i < distances_ ? shrink_ : spread<V>(1.0);
      m[i] = sparse_row<V, R>(i, damping * shrink, -r_[i] * shrink);
    }
    for (int c = 0; c < width_; ++c) {
      const Rows<V, R>& j = j_.get()[c];
      const Rows<V, R> counted = unless(stuck_.get()[c], j, -dq_.get()[c]);
#pragma GCC unroll 8
      for (int i = 0; i < R; ++i) add_scaled(m[i], i, counted, j[i]);
    }
    V z[R];
    const Mask<V> solved = open & solve_rows(m, z);
    V gain = zero;  // were the rows straight, r + J dq = −D z would be left of them
    for (int i = 0; i < R; ++i) {
      const V left = damping * z[i], part = nmadd(left, left, r_[i] * r_[i]);
      gain = madd(part, i < distances_ ? shrink_ : spread<V>(1.0), gain);
    }
    promise = choose(solved, gain, promise);
    for (int c = 0; c < width_; ++c) {
      const Rows<V, R>& j = j_.get()[c];
      V pull = zero;
      for (int i = 0; i < R; ++i) pull = madd(j[i], z[i], pull);
      pull_.get()[c] = pull;
      dq_.get()[c] = choose(solved & opposite(stuck_.get()[c]), pull, dq_.get()[c]);
    }
    return solved;
  }

  // What would pass its limit stops there; gives where something did.
  Mask<V> stop_at_limits(const V* q, Mask<V> open) {
    Mask<V> stopped = Mask<V>{};
    for (int c = 0; c < width_; ++c) {
      const Limits& limit = limits_[c];
      if (limit.gain == 0) continue;
      const V x = moved(c, q), end = inside(limit, x);
      const Mask<V> beyond = open & opposite(stuck_.get()[c]) & (x != end);
      stuck_.get()[c] = stuck_.get()[c] | beyond;
      end_.get()[c] = choose(beyond, end, end_.get()[c]);
      dq_.get()[c] = choose(beyond, (end - q[columns_[c]]) * limit.inverse_gain, dq_.get()[c]);
      stopped = stopped | beyond;
    }
    return stopped;
  }

  // Frees what stands at a limit and would rather move away from it; gives where something does.
  Mask<V> let_go(Mask<V> open) {
    Mask<V> freed = Mask<V>{};
    if (!any_lane(open)) return freed;
    for (int c = 0; c < width_; ++c) {
      const Limits& limit = limits_[c];
      if (limit.gain == 0) continue;
      const V end = end_.get()[c], pull = pull_.get()[c], dq = dq_.get()[c];
      const Mask<V> low = end <= limit.lo, high = end >= limit.hi;
      const Mask<V> rather = (low & opposite(high) & (pull > dq)) | (high & opposite(low) & (pull < dq));
      const Mask<V> away = open & stuck_.get()[c] & rather;
      stuck_.get()[c] = stuck_.get()[c] & opposite(away);
      dq_.get()[c] = choose(away, spread<V>(0.0), dq);
      freed = freed | away;
    }
    return freed;
  }
};

}  // namespace manikin
