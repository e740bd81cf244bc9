// Zhao & Badler's nonlinear programming (1994, appendix).  Mirrors manikin/solvers/zhao/zhao.py.
#pragma once

#include "solvers/zhao/variable_metric.hpp"
#include "solvers/search.hpp"

namespace manikin {

class Zhao : public Search {
 public:
  enum class Initial { curvature, identity, first_step };
  struct Options {
    double decrease, slope;
    Metric::Formula formula;
    Initial initial;

    explicit Options(const Span<double>& numbers)
        : decrease(numbers[0]), slope(numbers[1]), formula(Metric::Formula(choice(numbers[2]))), initial(Initial(choice(numbers[3]))) {
      if (!(0 < decrease && decrease < slope && slope < 1)) throw InputError("zhao wants 0 < decrease < slope < 1");
    }

   private:
    static int choice(double x) {
      if (x != 0 && x != 1 && x != 2) throw InputError("zhao knows three formulas and three beginnings");
      return int(x);
    }
  };

  Zhao(const Program& program, const Setting& setting, double tolerance, const Options& options)
      : Search(program, setting, tolerance), options_(options), metric_(box_), size_(box_.size()), room_size_((size_ + 7) / 8 * 8),
        full_(n_), g_(room_size_), next_g_(room_size_), s_(room_size_), step_(room_size_), change_(room_size_), across_(room_size_),
        trial_(n_), trial_r_(rows_) {}

  Status advance() override {
    if (broken_) return Status::infeasible;
    if (evaluations != seen_) look();
    bool turned = false;
    double residual = 0;
    for (std::int64_t round = 0; round < 4 * box_.count() + 8; ++round) {
      const double along = metric_.project(g_.data(), across_.data());
      const Loosest loose = loosest(turned);
      residual = std::max(along, loose.worth);
      if (residual <= kOptimal * scale()) {
        measure_trace();
        if (residual <= kOptimal * scale()) return Status::minimum;
      }
      metric_.direction(g_.data(), s_.data());
      const double length = std::sqrt(inner(s_.data(), s_.data(), size_));
      if (loose.number >= 0 && (along <= kOptimal * scale() || length <= 0.5 * metric_.unit * loose.worth)) {
        metric_.drop(loose.number);
        continue;
      }
      const double slope = inner(g_.data(), s_.data(), size_);
      if (slope < 0) {
        const Wall wall = first_wall(length);
        if (wall.reach == 0 && metric_.add(wall.number)) {
          turned = true;
          continue;
        }
        if (wall.reach > 0 && descend(slope, length, wall)) return Status::running;
      }
      if (fresh_) break;
      metric_.scale(metric_.unit);  // rounding has spoilt the metric: begin again on this face
      fresh_ = true;
    }
    measure_trace();
    return residual <= kPrecise * scale() ? Status::minimum : Status::stalled;
  }

 protected:
  void restart() override {
    seen_ = -1, fresh_ = true, unscaled_ = options_.initial == Initial::first_step;
    broken_ = box_.least_slack(q_.data()) < -1e-9;
    metric_.clear();
    for (const bool equal : {true, false})  // equalities first
      for (std::int64_t i = 0; i < box_.count(); ++i)
        if (box_.equal(i) == equal && box_.slack(i, q_.data()) <= kTouching) metric_.add(i);
    measure_trace();
    if (options_.initial == Initial::curvature && trace_ > 0) metric_.scale(0.5 * double(size_) / trace_);
  }

 private:
  static constexpr double kTouching = 1e-12;  // a constraint nearer than this is active
  static constexpr double kParallel = 1e-12;  // a direction that leaves a constraint by less, for each unit of length, runs along it
  static constexpr double kOptimal = 1e-8;    // the largest optimality residual at a minimum, as a share of |J||r|
  static constexpr double kPrecise = 2e-7;    // the same where rounding hides what is still to be gained
  static constexpr double kNoise = 1e-14;     // relative differences of the objective that may be rounding

  struct Loosest {
    std::int64_t number;
    double worth;
  };
  struct Wall {
    std::int64_t number;
    double reach;
  };
  struct End {
    double at, value, slope;
  };

  Options options_;
  Metric metric_;
  std::int64_t size_, room_size_;
  std::vector<double> full_, g_, next_g_, s_, step_, change_, across_, trial_, trial_r_;
  double trace_ = 0;
  std::int64_t seen_ = -1;  // evaluations made when the gradient was computed: more of them, and it is stale
  bool fresh_ = true, unscaled_ = false, broken_ = false;

  // ---- measures ----------------------------------------------------------------------------------------------------

  // The gradient over the movable parameters, scaled by their gains, where the last evaluation was made.
  void gradient(double* out) {
    at_.gradient(full_.data());
    for (std::int64_t i = 0; i < size_; ++i) out[i] = full_[box_.movable[i]] * box_.gain(i);
  }

  void look() {
    if (!placed_) take();
    gradient(g_.data());
    seen_ = evaluations;
  }

  void measure_trace() {
    const bool known = seen_ == evaluations;
    const double* blocks = scaled_jacobian();
    if (known) seen_ = evaluations;
    trace_ = 0;
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int row = 0; row < goal.rows; ++row)
        for (int c = 0; c < goal.width(); ++c) {
          const double x = blocks[goal.block + std::int64_t(row) * goal.width() + c];
          if (setting_.lo[columns[c]] < setting_.hi[columns[c]]) trace_ = madd(x, x, trace_);
        }
    }
  }

  // 2|J||r|, which no gradient is longer than.
  double scale() const { return 2 * std::sqrt(trace_ * now_.merit); }

  // ---- Step 3: the active inequality that most wants to be left, the first one after a degenerate turn ---------------

  Loosest loosest(bool turned) {
    Loosest best{-1, 0};
    metric_.multipliers(g_.data(), [&](std::int64_t number, double worth) {
      if (worth > best.worth) best = {number, worth};
    });
    if (turned && best.number >= 0) {
      std::int64_t first = -1;
      metric_.multipliers(g_.data(), [&](std::int64_t number, double worth) {
        if (first < 0 && worth > 1e-3 * best.worth) first = number;
      });
      best.number = first;
    }
    return best;
  }

  // ---- Step 4: how far -----------------------------------------------------------------------------------------------

  // The first constraint in the way, and how far it is along s; 0 where it is touched already.
  Wall first_wall(double length) const {
    Wall wall{-1, INFINITY};
    for (std::int64_t i = 0; i < box_.count(); ++i) {
      const double leaving = box_.leaving(i, s_.data());
      if (!(leaving > kParallel * length) || metric_.active(i) || metric_.active(i ^ 1)) continue;
      const double slack = box_.slack(i, q_.data()), reach = slack <= kTouching ? 0 : slack / leaving;
      if (reach < wall.reach) wall = {i, reach};
    }
    return wall;
  }

  // Line search by cubic interpolation (eq. 31), then Step 5 or 6; false where nothing is gained.
  bool descend(double slope, double length, const Wall& wall) {
    const double f0 = now_.merit, longest = std::min(1.0, wall.reach);
    const double tiny = 1e-16 * (1 + std::sqrt(inner(q_.data(), q_.data(), n_)));
    End low{0, f0, slope}, high{0, f0, slope};
    double gamma = longest;
    for (int tries = 0; tries < 40; ++tries) {
      const std::int64_t hit = gamma == wall.reach ? wall.number : -1;
      const bool moved = move(gamma, hit);
      const Measure<double> next = evaluate(trial_.data(), trial_r_.data());
      gradient(next_g_.data());
      const double f = next.merit, end = inner(next_g_.data(), s_.data(), size_);
      bool good = f <= f0 + options_.decrease * gamma * slope;
      if (!good && f <= f0 && f0 - f <= kNoise * f0)  // the slope knows what rounding hides
        good = (2 * options_.decrease - 1) * slope >= end;
      if (good && (end >= options_.slope * slope || gamma == longest || tries >= 8)) {
        if (!moved) return false;
        accept(trial_, trial_r_, next);
        learn(gamma, hit);
        return true;
      }
      (good ? low : high) = {gamma, f, end};
      gamma = between(low, high, f0);
      if (gamma * length < tiny) return false;
    }
    return false;
  }

  // trial := q + γ s; whether that is another state.
  bool move(double gamma, std::int64_t hit) {
    std::copy(q_.begin(), q_.end(), trial_.begin());
    bool moved = false;
    for (std::int64_t i = 0; i < size_; ++i) {
      const std::int32_t c = box_.movable[i];
      trial_[c] = inside(c, q_[c] + gamma * (box_.gain(i) * s_[i]));
      if (hit >= 0 && hit / 2 == i) trial_[c] = box_.end(hit);  // the limit itself, not what rounding makes of it
      moved |= trial_[c] != q_[c];
    }
    return moved;
  }

  // Where a cubic through two values and slopes is least, kept well between them.
  static double between(const End& a, const End& b, double f0) {
    double least = NAN;
    const double width = b.at - a.at;
    if (std::fabs(a.value - b.value) > kNoise * f0) {
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

  void learn(double gamma, std::int64_t hit) {
    seen_ = evaluations;
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
      const double within = metric_.project(change_.data(), across_.data());
      metric_.scale(sy / (within * within));
    }
    metric_.apply(change_.data(), across_.data());
    metric_.update(step_.data(), across_.data(), sy, inner(change_.data(), across_.data(), size_), options_.formula);
    fresh_ = false;
  }
};

}  // namespace manikin
