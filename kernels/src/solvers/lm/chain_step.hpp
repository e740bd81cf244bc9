// A Levenberg-Marquardt step for one soft goal of R rows over a lane type: the method of lm.hpp in a form of fixed
// size.  It runs on one problem, or on several in lockstep, with the same bits.
//
// The curvature of a far target is not multiplied into the rows: with s² on the rows that are distances, (J Jᵀ + D/s²)
// z = −r/s² and dq = Jᵀz give the same step.
#pragma once

#include "numerics/columns.hpp"
#include "solvers/kernel_limits.hpp"
#include "solvers/lm/conjugate_step.hpp"
#include "solvers/lm/damping.hpp"

namespace manikin {

template <class V, int R> class ChainStep {
 public:
  GoalJacobian<V, R> jacobian;  // columns scaled by their gains
  ColumnConstants<V> gains;
  V predicted_gain, objective;  // gain of the step if the rows were linear; Σ r²

  ChainStep(const Program& program, const KernelLimits& limits)
      : jacobian(program.goals[0].width()), gains(program.goals[0].width(), 0.0), predicted_gain(spread<V>(0.0)),
        objective(predicted_gain), width_(program.goals[0].width()), distances_(kGoalForms[program.goals[0].code].target_rows),
        parameters_(program.goal_columns.data() + program.goals[0].columns), inverse_gains_(width_, 0.0), lo_(width_), hi_(width_),
        q_(width_), dq_(width_), pull_(width_), end_(width_), distance_squares_(width_),
        other_squares_(width_), gradient_squares_(width_), gradient_(width_), last_q_(width_), last_gradient_(width_),
        floor_(damping_floor(program)), outward_(width_), at_limit_(width_) {
    for (int c = 0; c < width_; ++c) {
      const std::int32_t i = parameters_[c];
      const double gain = limits.gain[i];
      gains.put(c, gain), inverse_gains_.put(c, gain > 0 ? 1 / gain : 0.0);
    }
    for (int lane = 0; lane < width<V>; ++lane) set_limits(limits.lo.data(), limits.hi.data(), lane);
  }

  // Other limits of the steps, from the next linearise() on; of one lane.
  void set_limits(const double* lo, const double* hi, int lane = 0) {
    for (int c = 0; c < width_; ++c) {
      put(lo_.data()[c], lane, lo[parameters_[c]]);
      put(hi_.data()[c], lane, hi[parameters_[c]]);
    }
  }

  // Begins at a state with its residual; `jacobian` is set already.
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
        const E x = jacobian.row(i, e);
        gradient = madd(x, packed(r_[i]), gradient);
        (i < distances_ ? near : far) = madd(x, x, i < distances_ ? near : far);
      }
      outward_[e] = ((q_[e] <= lo_[e]) & (gradient > 0.0)) | ((q_[e] >= hi_[e]) & (gradient < 0.0));
      distance_squares_[e] = near, other_squares_[e] = far, gradient_[e] = gradient;
      gradient_squares_[e] = choose(outward_[e], spread<E>(0.0), gradient * gradient);
    }
    V lever = zero, near = zero, far = zero;
    gradient_square_ = zero;
    for (int c = 0; c < width_; ++c) {
      lever = larger(lever, distance_squares_.data()[c]), near = near + distance_squares_.data()[c],
      far = far + other_squares_.data()[c];
      gradient_square_ = gradient_square_ + gradient_squares_.data()[c];
    }
    const V bend = 1.0 + root(distance / choose(lever > 0.0, lever, spread<V>(INFINITY)));
    shrink_ = 1.0 / bend;
    trace_ = madd(bend, near, far);
  }

  // Whether the gradient, projected on the free parameters, is below a fraction of |J||r|.
  Mask<V> gradient_below(double fraction) const { return gradient_square_ <= trace_ * objective * (fraction * fraction); }

  // A step with the damping λ predicts a gain of at least |gradient|²/(|J|² + λ).  Gives whether that bounds the gradient to
  // rounding.
  Mask<V> predicts_little(V mu) const {
    return settled_ & (predicted_gain > 0.0) & (madd(mu, objective, trace_) * predicted_gain <= trace_ * objective * 1e-12);
  }

  // trial := one damped step inside the limits, in the lanes of the mask.  Gives where a step was found.
  Mask<V> step(V mu, Mask<V> wanted, V* trial) {
    for (int e = 0; e < q_.size(); ++e) at_limit_[e] = outward_[e], dq_[e] = spread<E>(0.0), end_[e] = q_[e];
    const V damping = madd(mu, objective, (trace_ + floor_) * 1e-14);
    Mask<V> open = wanted, found = Mask<V>{};
    settled_ = found;
    V releases = spread<V>(0.0);
    for (int round = 0; round < kActiveSetRounds && any_lane(open); ++round) {
      open = open & solve(damping, open);
      found = found | open;
      const Mask<V> beyond = stop_at_limits(open);
      const Mask<V> inclined = release_limits(open & opposite(beyond), releases < 3.0), freed = inclined & (releases < 3.0);
      settled_ = settled_ | (open & opposite(beyond | inclined));
      releases = choose(freed, releases + 1.0, releases);
      open = open & (beyond | freed);
    }
    for (int e = 0; e < q_.size(); ++e) end_[e] = choose(at_limit_[e], end_[e], inside(e, moved(e)));
    for (int c = 0; c < width_; ++c) trial[parameters_[c]] = choose(found, end_.data()[c], trial[parameters_[c]]);
    return found;
  }

  // to := the combination, inside the limits, of the step to trial, which changed the merit by `change`, with the last
  // one.  Gives where there is one.
  Mask<V> combine(V change, const V* trial, V* to) {
    Columns<V>&pg = distance_squares_, &dg = other_squares_, &py = pull_,
    &dy = gradient_squares_;  // their old numbers are not needed any more
    for (int c = 0; c < width_; ++c) end_.data()[c] = trial[parameters_[c]];
    for (int e = 0; e < q_.size(); ++e) {
      const E p = (end_[e] - q_[e]) * inverse_gains_[e], d = (q_[e] - last_q_[e]) * inverse_gains_[e],
              y = gradient_[e] - last_gradient_[e];
      pg[e] = p * gradient_[e], dg[e] = d * gradient_[e], py[e] = p * y, dy[e] = d * y;
    }
    V sums[4] = {spread<V>(0.0), spread<V>(0.0), spread<V>(0.0), spread<V>(0.0)};
    for (int c = 0; c < width_; ++c) {
      sums[0] = sums[0] + pg.data()[c], sums[1] = sums[1] + dg.data()[c];
      sums[2] = sums[2] + py.data()[c], sums[3] = sums[3] + dy.data()[c];
    }
    const ConjugatePoint<V> low = lowest_point(change, sums[0], sums[1], sums[2], sums[3]);
    for (int e = 0; e < q_.size(); ++e) {
      const E x = madd(end_[e] - q_[e], packed(low.along_step), madd(q_[e] - last_q_[e], packed(low.along_last), q_[e]));
      end_[e] = choose(gains[e] > 0.0, inside(e, x), q_[e]);
    }
    for (int c = 0; c < width_; ++c) to[parameters_[c]] = choose(low.found, end_.data()[c], to[parameters_[c]]);
    return low.found;
  }

  // Keeps the state of the last linearise() as the start of a step, in the lanes of the mask.
  void remember(Mask<V> stepped) {
    for (int e = 0; e < q_.size(); ++e) {
      last_q_[e] = choose(packed_mask<V>(stepped), q_[e], last_q_[e]);
      last_gradient_[e] = choose(packed_mask<V>(stepped), gradient_[e], last_gradient_[e]);
    }
  }

 private:
  using E = Packed<V>;
  int width_, distances_;
  const std::int32_t* parameters_;
  ColumnConstants<V> inverse_gains_;
  Columns<V> lo_, hi_;  // the limits of the steps
  Columns<V> q_, dq_, pull_, end_;  // the state; the step; the step without limits; where parameters at a limit end
  Columns<V> distance_squares_, other_squares_,
      gradient_squares_;  // sums of squares of each column: rows that are distances, other rows; of the gradient
  Columns<V> gradient_, last_q_, last_gradient_;  // Jᵀr; state and Jᵀr before the last step
  double floor_;                                  // see damping_floor
  ColumnMasks<V> outward_, at_limit_;             // at a limit and pushed outward by the gradient; held at a limit by the step
  Mask<V> settled_{};                             // whether the active set of the step is final
  V r_[R], shrink_, trace_, gradient_square_;

  static void put(V& to, int lane, double x) {
    if constexpr (width<V> == 1) to = x;
    else to[lane] = x;
  }

  E inside(int e, E x) const {
    x = choose(x < lo_[e], lo_[e], x);
    return choose(x > hi_[e], hi_[e], x);
  }
  // A frozen parameter keeps its bits: −0 + 0 would be 0.
  E moved(int e) const { return choose(gains[e] > 0.0, madd(dq_[e], gains[e], q_[e]), q_[e]); }

  // z of the damped normal equations over the free columns, where the others have moved by dq; then dq of the free ones.
  Mask<V> solve(V damping, Mask<V> open) {
    Rows<V, R> m[R];
#pragma GCC unroll 8
    for (int i = 0; i < R; ++i) {
      const V shrink = i < distances_ ? shrink_ : spread<V>(1.0);
      m[i] = sparse_row<V, R>(i, damping * shrink, -r_[i] * shrink);
    }
    for (int c = 0; c < width_; ++c) {
      const Rows<V, R> counted = unless(at_limit_.one(c), jacobian.column(c), -dq_.data()[c]);
#pragma GCC unroll 8
      for (int i = 0; i < R; ++i) add_scaled(m[i], i, counted, jacobian.number(i, c));
    }
    V z[R];
    const Mask<V> solved = open & solve_rows(m, z);
    V gain = spread<V>(0.0);  // for linear rows r + J dq = −D z would remain
    for (int i = 0; i < R; ++i) {
      const V left = damping * z[i], part = nmadd(left, left, r_[i] * r_[i]);
      gain = madd(part, i < distances_ ? shrink_ : spread<V>(1.0), gain);
    }
    predicted_gain = choose(solved, gain, predicted_gain);
    for (int e = 0; e < q_.size(); ++e) {
      E pull = spread<E>(0.0);
#pragma GCC unroll 8
      for (int i = 0; i < R; ++i) pull = madd(jacobian.row(i, e), packed(z[i]), pull);
      pull_[e] = pull;
      dq_[e] = choose(packed_mask<V>(solved) & opposite(at_limit_[e]), pull, dq_[e]);
    }
    return solved;
  }

  // Stops parameters that would pass a limit; gives where there were any.
  Mask<V> stop_at_limits(Mask<V> open) {
    Mask<V> stopped = Mask<V>{};
    for (int e = 0; e < q_.size(); ++e) {
      const E x = moved(e), end = inside(e, x);
      const Mask<E> beyond = packed_mask<V>(open) & opposite(at_limit_[e]) & (x != end) & (gains[e] > 0.0);
      at_limit_[e] = at_limit_[e] | beyond;
      end_[e] = choose(beyond, end, end_[e]);
      dq_[e] = choose(beyond, (end - q_[e]) * inverse_gains_[e], dq_[e]);
      stopped = stopped | any_column<V>(beyond);
    }
    return stopped;
  }

  // Gives where a parameter at a limit has a step that points away from it, and frees it where `may` allows.
  Mask<V> release_limits(Mask<V> open, Mask<V> may) {
    Mask<V> inclined = Mask<V>{};
    if (!any_lane(open)) return inclined;
    for (int e = 0; e < q_.size(); ++e) {
      const Mask<E> low = end_[e] <= lo_[e], high = end_[e] >= hi_[e];
      const Mask<E> rather = (low & opposite(high) & (pull_[e] > dq_[e])) | (high & opposite(low) & (pull_[e] < dq_[e]));
      const Mask<E> away = packed_mask<V>(open) & at_limit_[e] & rather & (gains[e] > 0.0);
      const Mask<E> freed = away & packed_mask<V>(may);
      at_limit_[e] = at_limit_[e] & opposite(freed);
      dq_[e] = choose(freed, spread<E>(0.0), dq_[e]);
      inclined = inclined | any_column<V>(away);
    }
    return inclined;
  }
};

}  // namespace manikin
