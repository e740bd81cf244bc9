// A step of Levenberg and Marquardt for one soft goal of R rows, over a lane type: as levenberg.hpp tells, in a form of fixed
// size that runs on one problem or on several in lockstep with the same bits.
//
// What a far target bends is not multiplied into the rows: with s² on the rows that are distances, (J Jᵀ + D/s²) z = −r/s²
// and dq = Jᵀz are the same step.
#pragma once

#include "numerics/columns.hpp"
#include "solvers/lm/damping.hpp"
#include "solvers/lm/conjugate_step.hpp"
#include "solvers/kernel_limits.hpp"

namespace manikin {

template <class V, int R> class ChainStep {
 public:
  Slope<V, R> slope;           // columns scaled by their gains
  ColumnConstants<V> gains;
  V promise, objective;        // what the step would gain were the rows straight; Σ r²

  ChainStep(const Program& program, const Setting& setting)
      : slope(program.goals[0].width()), gains(program.goals[0].width(), 0.0), promise(spread<V>(0.0)), objective(promise),
        width_(program.goals[0].width()), distances_(distance_rows(program.goals[0])),
        parameters_(program.goal_columns.data() + program.goals[0].columns), lo_(width_, -INFINITY), hi_(width_, INFINITY),
        inverse_gains_(width_, 0.0), q_(width_), dq_(width_), pull_(width_), end_(width_), near_(width_), far_(width_),
        gradient_(width_), uphill_(width_), last_q_(width_), last_uphill_(width_), outward_(width_), stuck_(width_) {
    for (int c = 0; c < width_; ++c) {
      const std::int32_t i = parameters_[c];
      const double gain = setting.gain[i];
      lo_.put(c, setting.lo[i]), hi_.put(c, setting.hi[i]);
      gains.put(c, gain), inverse_gains_.put(c, gain > 0 ? 1 / gain : 0.0);
    }
  }

  // Takes a state and its residual, the slope being in place.
  void linearise(const V* residual, const V* q) {
    const V zero = spread<V>(0.0);
    V distance = zero;
    objective = zero;
    for (int i = 0; i < R; ++i) {
      r_[i] = residual[i];
      objective = objective + r_[i] * r_[i];
      if (i < distances_) distance = madd(r_[i], r_[i], distance);
    }
    for (int c = 0; c < width_; ++c) q_.data()[c] = q[parameters_[c]];
    for (int e = 0; e < q_.size(); ++e) {
      E gradient = spread<E>(0.0), near = gradient, far = gradient;
#pragma GCC unroll 8
      for (int i = 0; i < R; ++i) {
        const E x = slope.row(i, e);
        gradient = madd(x, across(r_[i]), gradient);
        (i < distances_ ? near : far) = madd(x, x, i < distances_ ? near : far);
      }
      outward_[e] = ((q_[e] <= lo_[e]) & (gradient > 0.0)) | ((q_[e] >= hi_[e]) & (gradient < 0.0));
      near_[e] = near, far_[e] = far, uphill_[e] = gradient;
      gradient_[e] = choose(outward_[e], spread<E>(0.0), gradient * gradient);
    }
    V lever = zero, near = zero, far = zero;
    gradient_square_ = zero;
    for (int c = 0; c < width_; ++c) {
      lever = larger(lever, near_.data()[c]), near = near + near_.data()[c], far = far + far_.data()[c];
      gradient_square_ = gradient_square_ + gradient_.data()[c];
    }
    const V bend = 1.0 + root(distance / choose(lever > 0.0, lever, spread<V>(INFINITY)));
    shrink_ = 1.0 / bend;
    trace_ = madd(bend, near, far);
  }

  // Whether the gradient, projected on what may move, is small beside |J||r|.
  Mask<V> gradient_below(double fraction) const { return gradient_square_ <= trace_ * objective * (fraction * fraction); }

  // A step for the damping λ promises at least |gradient|²/(|J|² + λ): whether that bounds the gradient to rounding.
  Mask<V> little_promised(V mu) const {
    return settled_ & (promise > 0.0) & (madd(mu, objective, trace_) * promise <= trace_ * objective * 1e-12);
  }

  // One damped step inside the limits into trial, where it is wanted; gives where one was found.
  Mask<V> step(V mu, Mask<V> wanted, V* trial) {
    for (int e = 0; e < q_.size(); ++e) stuck_[e] = outward_[e], dq_[e] = spread<E>(0.0), end_[e] = q_[e];
    const V damping = madd(mu, objective, (trace_ + 1.0) * 1e-14);
    Mask<V> open = wanted, found = Mask<V>{};
    settled_ = found;
    V releases = spread<V>(0.0);
    for (int round = 0; round < kRounds && any_lane(open); ++round) {
      open = open & solve(damping, open);
      found = found | open;
      const Mask<V> beyond = stop_at_limits(open);
      const Mask<V> inclined = let_go(open & opposite(beyond), releases < 3.0), freed = inclined & (releases < 3.0);
      settled_ = settled_ | (open & opposite(beyond | inclined));
      releases = choose(freed, releases + 1.0, releases);
      open = open & (beyond | freed);
    }
    for (int e = 0; e < q_.size(); ++e) end_[e] = choose(stuck_[e], end_[e], inside(e, moved(e)));
    for (int c = 0; c < width_; ++c) trial[parameters_[c]] = choose(found, end_.data()[c], trial[parameters_[c]]);
    return found;
  }

  // Into `to`, inside the limits: where the step to trial, which changed the merit so, leads together with the last; gives where
  // they can be joined.
  Mask<V> join(V change, const V* trial, V* to) {
    Columns<V>&pg = near_, &dg = far_, &py = pull_, &dy = gradient_;  // of no use any more
    for (int c = 0; c < width_; ++c) end_.data()[c] = trial[parameters_[c]];
    for (int e = 0; e < q_.size(); ++e) {
      const E p = (end_[e] - q_[e]) * inverse_gains_[e], d = (q_[e] - last_q_[e]) * inverse_gains_[e], y = uphill_[e] - last_uphill_[e];
      pg[e] = p * uphill_[e], dg[e] = d * uphill_[e], py[e] = p * y, dy[e] = d * y;
    }
    V sums[4] = {spread<V>(0.0), spread<V>(0.0), spread<V>(0.0), spread<V>(0.0)};
    for (int c = 0; c < width_; ++c) {
      sums[0] = sums[0] + pg.data()[c], sums[1] = sums[1] + dg.data()[c];
      sums[2] = sums[2] + py.data()[c], sums[3] = sums[3] + dy.data()[c];
    }
    const Joined<V> low = lowest_point(change, sums[0], sums[1], sums[2], sums[3]);
    for (int e = 0; e < q_.size(); ++e) {
      const E x = madd(end_[e] - q_[e], across(low.along_step), madd(q_[e] - last_q_[e], across(low.along_last), q_[e]));
      end_[e] = choose(gains[e] > 0.0, inside(e, x), q_[e]);
    }
    for (int c = 0; c < width_; ++c) to[parameters_[c]] = choose(low.found, end_.data()[c], to[parameters_[c]]);
    return low.found;
  }

  // The state that was linearised last is where a step was made from, in the lanes that are meant.
  void remember(Mask<V> stepped) {
    for (int e = 0; e < q_.size(); ++e) {
      last_q_[e] = choose(across_mask<V>(stepped), q_[e], last_q_[e]);
      last_uphill_[e] = choose(across_mask<V>(stepped), uphill_[e], last_uphill_[e]);
    }
  }

 private:
  using E = Across<V>;
  int width_, distances_;
  const std::int32_t* parameters_;
  ColumnConstants<V> lo_, hi_, inverse_gains_;
  Columns<V> q_, dq_, pull_, end_;    // the state; the step; where it would go were nothing stuck; where what is stuck stands
  Columns<V> near_, far_, gradient_;  // squares of the columns' rows that are distances, and of others; of what may move
  Columns<V> uphill_, last_q_, last_uphill_;  // Jᵀr; the state before the last step and Jᵀr there
  ColumnMasks<V> outward_, stuck_;    // at a limit that the gradient presses against; held at a limit by the step
  Mask<V> settled_{};                 // whether the step has the active set that it should
  V r_[R], shrink_, trace_, gradient_square_;

  E inside(int e, E x) const {
    x = choose(x < lo_[e], lo_[e], x);
    return choose(x > hi_[e], hi_[e], x);
  }
  // What is frozen stays as it is, to the bit: −0 + 0 would be 0.
  E moved(int e) const { return choose(gains[e] > 0.0, madd(dq_[e], gains[e], q_[e]), q_[e]); }

  // z of the damped normal equations over the columns that are free, the others having moved by dq; dq of the free ones.
  Mask<V> solve(V damping, Mask<V> open) {
    Rows<V, R> m[R];
#pragma GCC unroll 8
    for (int i = 0; i < R; ++i) {
      const V shrink = i < distances_ ? shrink_ : spread<V>(1.0);
      m[i] = sparse_row<V, R>(i, damping * shrink, -r_[i] * shrink);
    }
    for (int c = 0; c < width_; ++c) {
      const Rows<V, R> counted = unless(stuck_.one(c), slope.column(c), -dq_.data()[c]);
#pragma GCC unroll 8
      for (int i = 0; i < R; ++i) add_scaled(m[i], i, counted, slope.number(i, c));
    }
    V z[R];
    const Mask<V> solved = open & solve_rows(m, z);
    V gain = spread<V>(0.0);  // were the rows straight, r + J dq = −D z would be left of them
    for (int i = 0; i < R; ++i) {
      const V left = damping * z[i], part = nmadd(left, left, r_[i] * r_[i]);
      gain = madd(part, i < distances_ ? shrink_ : spread<V>(1.0), gain);
    }
    promise = choose(solved, gain, promise);
    for (int e = 0; e < q_.size(); ++e) {
      E pull = spread<E>(0.0);
#pragma GCC unroll 8
      for (int i = 0; i < R; ++i) pull = madd(slope.row(i, e), across(z[i]), pull);
      pull_[e] = pull;
      dq_[e] = choose(across_mask<V>(solved) & opposite(stuck_[e]), pull, dq_[e]);
    }
    return solved;
  }

  // What would pass its limit stops there; gives where something did.
  Mask<V> stop_at_limits(Mask<V> open) {
    Mask<V> stopped = Mask<V>{};
    for (int e = 0; e < q_.size(); ++e) {
      const E x = moved(e), end = inside(e, x);
      const Mask<E> beyond = across_mask<V>(open) & opposite(stuck_[e]) & (x != end) & (gains[e] > 0.0);
      stuck_[e] = stuck_[e] | beyond;
      end_[e] = choose(beyond, end, end_[e]);
      dq_[e] = choose(beyond, (end - q_[e]) * inverse_gains_[e], dq_[e]);
      stopped = stopped | in_some<V>(beyond);
    }
    return stopped;
  }

  // Gives where something stands at a limit and would rather move away from it, and frees that where it may be.
  Mask<V> let_go(Mask<V> open, Mask<V> may) {
    Mask<V> inclined = Mask<V>{};
    if (!any_lane(open)) return inclined;
    for (int e = 0; e < q_.size(); ++e) {
      const Mask<E> low = end_[e] <= lo_[e], high = end_[e] >= hi_[e];
      const Mask<E> rather = (low & opposite(high) & (pull_[e] > dq_[e])) | (high & opposite(low) & (pull_[e] < dq_[e]));
      const Mask<E> away = across_mask<V>(open) & stuck_[e] & rather & (gains[e] > 0.0);
      const Mask<E> freed = away & across_mask<V>(may);
      stuck_[e] = stuck_[e] & opposite(freed);
      dq_[e] = choose(freed, spread<E>(0.0), dq_[e]);
      inclined = inclined | in_some<V>(away);
    }
    return inclined;
  }
};

}  // namespace manikin
