// Zhao & Badler's nonlinear programming (1994, appendix).  Mirrors manikin/solvers/zhao/zhao.py.
#pragma once

#include "solvers/search.hpp"
#include "solvers/zhao/variable_metric.hpp"

namespace manikin {

class ZhaoBadler : public Search {
 public:
  enum class Initial { curvature, identity, first_step };
  struct Options {
    double decrease, slope;
    VariableMetric::Formula formula;
    Initial initial;

    explicit Options(const Span<double>& numbers)
        : decrease(numbers[0]), slope(numbers[1]), formula(VariableMetric::Formula(choice(numbers[2]))),
          initial(Initial(choice(numbers[3]))) {
      if (!(0 < decrease && decrease < slope && slope < 1)) throw InputError("zhao wants 0 < decrease < slope < 1");
    }

   private:
    static int choice(double x) {
      if (x != 0 && x != 1 && x != 2) throw InputError("zhao knows three formulas and three beginnings");
      return int(x);
    }
  };

  ZhaoBadler(const Program& program, const KernelLimits& limits, double tolerance, const Options& options)
      : Search(program, limits, tolerance), options_(options), metric_(polyhedron_), size_(polyhedron_.size()),
        padded_size_((size_ + 7) / 8 * 8), full_(n_), g_(padded_size_), next_g_(padded_size_), s_(padded_size_),
        step_(padded_size_), change_(padded_size_), scratch_(padded_size_), trial_(n_), trial_r_(rows_) {}

  Status advance() override {
    if (infeasible_) return Status::infeasible;
    if (evaluations != gradient_evaluations_) update_gradient();
    bool degenerate = false;
    double residual = 0;
    for (std::int64_t round = 0; round < 4 * polyhedron_.count() + 8; ++round) {
      const double along = metric_.project(g_.data(), scratch_.data());
      const Droppable droppable = most_droppable(degenerate);
      residual = std::max(along, droppable.gain);
      if (residual <= kOptimalityShare * scale()) {
        measure_trace();
        if (residual <= kOptimalityShare * scale()) return Status::minimum;
      }
      metric_.direction(g_.data(), s_.data());
      const double length = std::sqrt(inner(s_.data(), s_.data(), size_));
      if (droppable.number >= 0 && (along <= kOptimalityShare * scale() || length <= 0.5 * metric_.unit * droppable.gain)) {
        metric_.drop(droppable.number);
        continue;
      }
      const double slope = inner(g_.data(), s_.data(), size_);
      if (slope < 0) {
        const Blocking blocking = first_blocking(length);
        if (blocking.reach == 0 && metric_.add(blocking.number)) {
          degenerate = true;
          continue;
        }
        if (blocking.reach > 0 && descend(slope, length, blocking)) return Status::running;
      }
      if (fresh_) break;
      metric_.scale(metric_.unit);  // rounding has spoilt the metric: start again on this face
      fresh_ = true;
    }
    measure_trace();
    return residual <= kRoundedOptimalityShare * scale() ? Status::minimum : Status::stalled;
  }

 protected:
  void reset() override {
    gradient_evaluations_ = -1, fresh_ = true, unscaled_ = options_.initial == Initial::first_step;
    infeasible_ = polyhedron_.least_slack(q_.data()) < -1e-9;
    metric_.clear();
    for (const bool equal : {true, false})  // equalities first
      for (std::int64_t i = 0; i < polyhedron_.count(); ++i)
        if (polyhedron_.equal(i) == equal && polyhedron_.slack(i, q_.data()) <= kActiveSlack) metric_.add(i);
    measure_trace();
    if (options_.initial == Initial::curvature && trace_ > 0) metric_.scale(0.5 * double(size_) / trace_);
  }

 private:
  static constexpr double kActiveSlack = 1e-12;  // a constraint with less slack is active [scaled m, rad]
  static constexpr double kParallelRate =
      1e-12;  // a direction that approaches a constraint more slowly per unit of length is parallel to it
  static constexpr double kOptimalityShare = 1e-8;         // the largest optimality residual at a minimum, as a share of |J||r|
  static constexpr double kRoundedOptimalityShare = 2e-7;  // the same where the remaining gain is below rounding
  static constexpr double kRoundingShare = 1e-14;          // relative differences of the objective that may be rounding

  struct Droppable {
    std::int64_t number;
    double gain;
  };
  struct Blocking {
    std::int64_t number;
    double reach;
  };
  struct End {
    double at, value, slope;
  };

  Options options_;
  VariableMetric metric_;
  std::int64_t size_, padded_size_;
  std::vector<double> full_, g_, next_g_, s_, step_, change_, scratch_, trial_, trial_r_;
  double trace_ = 0;
  std::int64_t gradient_evaluations_ =
      -1;  // the count of evaluations when the gradient was computed; if there are more it is stale
  bool fresh_ = true, unscaled_ = false, infeasible_ = false;

  // ---- measures ----------------------------------------------------------------------------------------------------

  // The gradient over the movable parameters, scaled by their gains, at the state evaluated last.
  void gradient(double* out) {
    at_.gradient(full_.data());
    for (std::int64_t i = 0; i < size_; ++i) out[i] = full_[polyhedron_.movable[i]] * polyhedron_.gain(i);
  }

  void update_gradient() {
    if (!is_evaluated_) evaluate_current();
    gradient(g_.data());
    gradient_evaluations_ = evaluations;
  }

  void measure_trace() {
    const bool known = gradient_evaluations_ == evaluations;
    const double* blocks = scaled_jacobian();
    if (known) gradient_evaluations_ = evaluations;
    trace_ = 0;
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int row = 0; row < goal.rows; ++row)
        for (int c = 0; c < goal.width(); ++c) {
          const double x = blocks[goal.block + std::int64_t(row) * goal.width() + c];
          if (limits_.lo[columns[c]] < limits_.hi[columns[c]]) trace_ = madd(x, x, trace_);
        }
    }
  }

  // 2|J||r|, an upper bound of the gradient's length.
  double scale() const { return 2 * std::sqrt(trace_ * current_.merit); }

  // ---- Step 3: the active inequality with the largest gain if it is dropped; after a degenerate step the first one ----

  Droppable most_droppable(bool degenerate) {
    Droppable best{-1, 0};
    metric_.multipliers(g_.data(), [&](std::int64_t number, double gain) {
      if (gain > best.gain) best = {number, gain};
    });
    if (degenerate && best.number >= 0) {
      std::int64_t first = -1;
      metric_.multipliers(g_.data(), [&](std::int64_t number, double gain) {
        if (first < 0 && gain > 1e-3 * best.gain) first = number;
      });
      best.number = first;
    }
    return best;
  }

  // ---- Step 4: how far -----------------------------------------------------------------------------------------------

  // The first constraint along s and its distance; 0 where it is touched already.
  Blocking first_blocking(double length) const {
    Blocking blocking{-1, INFINITY};
    for (std::int64_t i = 0; i < polyhedron_.count(); ++i) {
      const double leaving = polyhedron_.leaving(i, s_.data());
      if (!(leaving > kParallelRate * length) || metric_.active(i) || metric_.active(i ^ 1)) continue;
      const double slack = polyhedron_.slack(i, q_.data()), reach = slack <= kActiveSlack ? 0 : slack / leaving;
      if (reach < blocking.reach) blocking = {i, reach};
    }
    return blocking;
  }

  // Line search by cubic interpolation (eq. 31), then Step 5 or 6.  False if nothing is gained.
  bool descend(double slope, double length, const Blocking& blocking) {
    const double f0 = current_.merit, longest = std::min(1.0, blocking.reach);
    const double tiny = 1e-16 * (1 + std::sqrt(inner(q_.data(), q_.data(), n_)));
    End low{0, f0, slope}, high{0, f0, slope};
    double gamma = longest;
    for (int tries = 0; tries < 40; ++tries) {
      const std::int64_t hit = gamma == blocking.reach ? blocking.number : -1;
      const bool moved = move(gamma, hit);
      const Measure<double> next = evaluate(trial_.data(), trial_r_.data());
      gradient(next_g_.data());
      const double f = next.merit, end = inner(next_g_.data(), s_.data(), size_);
      bool good = f <= f0 + options_.decrease * gamma * slope;
      if (!good && f <= f0 && f0 - f <= kRoundingShare * f0)  // the slope shows a gain that is below the rounding of f
        good = (2 * options_.decrease - 1) * slope >= end;
      if (good && (end >= options_.slope * slope || gamma == longest || tries >= 8)) {
        if (!moved) return false;
        accept(trial_, trial_r_, next);
        update_metric(gamma, hit);
        return true;
      }
      (good ? low : high) = {gamma, f, end};
      gamma = between(low, high, f0);
      if (gamma * length < tiny) return false;
    }
    return false;
  }

  // trial := q + γ s; gives whether the state changes.
  bool move(double gamma, std::int64_t hit) {
    std::copy(q_.begin(), q_.end(), trial_.begin());
    bool moved = false;
    for (std::int64_t i = 0; i < size_; ++i) {
      const std::int32_t c = polyhedron_.movable[i];
      trial_[c] = inside(c, q_[c] + gamma * (polyhedron_.gain(i) * s_[i]));
      if (hit >= 0 && hit / 2 == i) trial_[c] = polyhedron_.end(hit);  // exactly the limit, without rounding
      moved |= trial_[c] != q_[c];
    }
    return moved;
  }

  // The minimum of the cubic through two values and slopes, kept away from both ends.
  static double between(const End& a, const End& b, double f0) {
    double least = NAN;
    const double width = b.at - a.at;
    if (std::fabs(a.value - b.value) > kRoundingShare * f0) {
      const double d1 = a.slope + b.slope - 3 * (b.value - a.value) / width, square = d1 * d1 - a.slope * b.slope;
      if (square >= 0) {
        const double d2 = std::copysign(std::sqrt(square), width), bottom = b.slope - a.slope + 2 * d2;
        if (bottom != 0) least = b.at - width * (b.slope + d2 - d1) / bottom;
      }
    } else if (b.slope != a.slope) {
      least = a.at - a.slope * width / (b.slope - a.slope);
    }
    const double t = (least - a.at) / width;
    return a.at + width * (std::isfinite(t) ? std::min(std::max(t, 0.1), 0.9) : 0.5);
  }

  // ---- Steps 5 and 6: a new active constraint, or a better metric ----------------------------------------------------

  void update_metric(double gamma, std::int64_t hit) {
    gradient_evaluations_ = evaluations;
    for (std::int64_t i = 0; i < size_; ++i) change_[i] = next_g_[i] - g_[i], step_[i] = gamma * s_[i];
    g_.swap(next_g_);
    if (hit >= 0) {
      metric_.add(hit);
      return;
    }
    const double sy = inner(step_.data(), change_.data(), size_);
    const double ss = inner(step_.data(), step_.data(), size_), yy = inner(change_.data(), change_.data(), size_);
    if (!(sy > 1e-12 * std::sqrt(ss) * std::sqrt(yy))) return;
    if (unscaled_) {
      unscaled_ = false;
      const double within = metric_.project(change_.data(), scratch_.data());
      metric_.scale(sy / (within * within));
    }
    metric_.apply(change_.data(), scratch_.data());
    metric_.update(step_.data(), scratch_.data(), sy, inner(change_.data(), scratch_.data(), size_), options_.formula);
    fresh_ = false;
  }
};

}  // namespace manikin
