// The simplified equation of motion under constraints (W 5.2), integrated step by step.  Mirrors manikin/simulation/stepper.py.
//
//   q̇ = K (g_a + J_cᵀ λ − k J_cᵀ C),   J_c K J_cᵀ λ = −J_c K g_a                                       (W eq. 5.5, 5.7)
//
// Newton corrections in the metric K remove the violation of constraints that integration leaves.
#pragma once

#include "numerics/runge_kutta.hpp"
#include "simulation/corrections.hpp"

namespace manikin {

class Stepper : public Corrections {
 public:
  // `force` acts on the tangent rows of the program's first handles.
  Stepper(const Program& program, Terms terms, const StepperOptions& options, std::vector<double> force)
      : Corrections(program, std::move(terms), options), force_(std::move(force)), q_(n_), start_(n_), dq_(n_), g_(n_),
        first_g_(n_), change_(n_), way_(n_), runge_kutta_(n_) {
    while (pushed_handles_ < program.handles.size() && program.handles[pushed_handles_].row < std::int64_t(force_.size()))
      ++pushed_handles_;
  }

  const std::vector<double>& q() const { return q_; }

  // Begins at a state; parameters at a limit start as active there.
  void begin_at(const double* q) {
    std::copy(q, q + n_, q_.begin());
    for (auto& subsystem : subsystems_)
      for (std::size_t j = 0; j < subsystem->columns.size(); ++j) {
        const std::int32_t c = subsystem->columns[j];
        subsystem->programme.bound_side[j] = q[c] <= terms_.lo[c] ? -1 : q[c] >= terms_.hi[c] ? 1 : 0;
      }
    forget_curvature();
  }

  // Takes over the state of another stepper and its active limits.
  void continue_from(const Stepper& other) {
    q_ = other.q_;
    std::vector<signed char> bound_side(n_, 0);
    for (const auto& subsystem : other.subsystems_)
      for (std::size_t j = 0; j < subsystem->columns.size(); ++j)
        bound_side[subsystem->columns[j]] = subsystem->programme.bound_side[j];
    for (auto& subsystem : subsystems_)
      for (std::size_t j = 0; j < subsystem->columns.size(); ++j)
        subsystem->programme.bound_side[j] = bound_side[subsystem->columns[j]];
    evaluate_at(q_.data()), find_jacobian();  // the next step needs them
  }

  // One step of h seconds.  Gives the time that passed: less than h only if the adaptive integrator needs too many substeps;
  // below 0, and nothing has changed, where constraints do not hold at its start and the step does not `insist`.
  double step(double h, bool insist) {
    for (std::int64_t i = 0; i < n_; ++i) {
      const double reach = std::min(options_.max_step, h * terms_.speed[i]);
      least_[i] = q_[i] - reach, most_[i] = q_[i] + reach;
    }
    insist_ = insist || gives_way_;
    if (gives_way_) begin_giving_way(way_, q_);
    double left = h, spent = 0;
    const int most = options_.integrator == StepperOptions::adaptive ? kMaxSubsteps : 1;
    for (int taken = 0; left > 1e-12 * h && taken < most && spent >= 0; ++taken)
      spent = advance(left), left -= spent, insist_ = true;
    low_ = terms_.low, high_ = terms_.high, gives_way_ = false;
    return spent < 0 ? spent : left > 1e-12 * h ? h - left : h;
  }

  // Makes the next step begin at a state, and not correct what does not hold there.
  void give_way_at(const double* q) { std::copy(q, q + n_, way_.begin()), gives_way_ = true; }

  // Goes to a state; what is known of limits and springs stays.
  void settle_at(const double* q) { std::copy(q, q + n_, q_.begin()); }

  // q̇ at a state; the feedback is limited so that steps of h seconds are stable.  Within a step a range that was at an
  // end when the step began stays at it, so that the rate does not jump.
  void rates(const double* q, double h, double* rate, bool within = false) {
    evaluate_at(q), find_push_forces();
    std::fill(rate, rate + n_, 0.0);
    for (auto& each : subsystems_) {
      Subsystem& subsystem = *each;
      Demands& d = subsystem.demands;
      scaled_jacobian(subsystem);
      find_feedback(subsystem, h, 1.0);
      find_spring_forces(subsystem, 1.0);
      for (std::size_t i = 0; i < subsystem.rows.size(); ++i) {
        const std::int32_t row = subsystem.rows[i];
        const bool on = scales_[row] != 0;
        const int range_side = within ? subsystem.programme.range_side[i] : 0;
        d.low[i] = on && (c_[row] <= terms_.low[row] + options_.tolerance || range_side < 0) ? 0.0 : -INFINITY;
        d.high[i] = on && (c_[row] >= terms_.high[row] - options_.tolerance || range_side > 0) ? 0.0 : INFINITY;
      }
      for (std::size_t j = 0; j < subsystem.columns.size(); ++j) {
        const std::int32_t c = subsystem.columns[j];
        d.xl[j] = q[c] <= terms_.lo[c] ? 0.0 : -INFINITY, d.xu[j] = q[c] >= terms_.hi[c] ? 0.0 : INFINITY;
      }
      d.softness = -1, d.firm = d.release = true;
      subsystem.programme.solve(d);
      write_rates(subsystem, rate);
    }
  }

  // q̇ at any state, with the choices of disjunctions there; the simulation itself does not change.
  void rates_at(const double* q, double* rate) {
    const std::vector<std::int32_t> chosen = chosen_;
    evaluate_at(q), choose_members(options_.tolerance);
    std::vector<QuadraticProgramme::Sets> sets = all_sets();
    rates(q, 0, rate);
    restore(sets);
    if (chosen != chosen_) favour(chosen);
  }

  // The members of the disjunctions that count at the present state.
  const std::vector<std::int32_t>& choices() {
    if (!terms_.choices.empty()) evaluate_at(q_.data()), choose_members(options_.tolerance);
    return chosen_;
  }
  std::size_t disjunctions() const { return terms_.choices.size(); }
  std::int32_t members(std::size_t choice) const { return std::int32_t(terms_.choices[choice].members.size()); }

  // The multiplier λ of every row [N, N·m], and the forces of limits on the parameters, at the present state.
  void find_multipliers(double* multipliers, double* limits) {
    choices();
    std::vector<QuadraticProgramme::Sets> sets = all_sets();
    rates(q_.data(), 0, dq_.data());
    std::fill(multipliers, multipliers + c_.size(), 0.0), std::fill(limits, limits + n_, 0.0);
    for (auto& each : subsystems_) {
      Subsystem& subsystem = *each;
      QuadraticProgramme& p = subsystem.programme;
      const auto count = static_cast<std::int64_t>(p.active.size());
      for (std::int64_t k = 0; k < count; ++k) subsystem.wanted[k] = p.y[p.active[k]];
      p.factor().project_on_range(subsystem.wanted.data());
      bool all_push = true;  // whether every end of a range pushes inward
      for (std::int64_t k = 0; k < count; ++k) all_push &= subsystem.wanted[k] * p.range_side[p.active[k]] <= 0;
      for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t i = p.active[k];
        multipliers[subsystem.rows[i]] = (all_push ? subsystem.wanted[k] : p.y[i]) * scales_[subsystem.rows[i]];
      }
      for (std::size_t j = 0; j < subsystem.columns.size(); ++j)
        limits[subsystem.columns[j]] = p.z[j] / terms_.root[subsystem.columns[j]];
    }
    restore(sets);
  }

 private:
  static constexpr int kMaxAttempts = 6;    // lengths of one step that are tried, each a quarter of the one before
  static constexpr int kMaxSubsteps = 100;  // steps of the adaptive integrator in one call
  static constexpr double kOvershoot = 0.7;  // a step is shortened if the energy is lowest at a smaller share of it

  std::vector<double> force_, q_, start_, dq_, g_, first_g_, change_;
  std::vector<double> way_;                // where the next step begins, if constraints give way
  bool gives_way_ = false, insist_ = false;
  RungeKutta runge_kutta_;
  std::size_t pushed_handles_ = 0;
  double h_ = INFINITY;  // the next step length of the adaptive integrator [s]

  // ---- forces -------------------------------------------------------------------------------------------------------

  // g_ := the generalised force of the pushes; change_ := how fast it changes, for every column, as joints turn.
  void find_push_forces() {
    std::fill(g_.begin(), g_.end(), 0.0), std::fill(change_.begin(), change_.end(), 0.0);
    if (pushed_handles_) find_jacobian();
    for (std::size_t h = 0; h < pushed_handles_; ++h) {
      const HandleInfo& handle = program_.handles[h];
      const double *f = force_.data() + handle.row, *slope = workspace_.handle_jacobians.get() + handle.jacobian;
      const double size = std::sqrt(inner(f, f, handle.tangent));
      for (int c = 0; c < handle.width(); ++c, slope += handle.tangent) {
        const std::int32_t column = program_.handle_columns[handle.columns + c];
        const double root = terms_.root[column];
        g_[column] += inner(slope, f, handle.tangent);
        if (terms_.turns[column]) change_[column] += std::sqrt(inner(slope, slope, handle.tangent)) * size * root * root;
      }
    }
  }

  // t := h √K g − h Aᵀr over the springs.
  void find_spring_forces(Subsystem& subsystem, double h) {
    Demands& d = subsystem.demands;
    for (std::size_t j = 0; j < subsystem.columns.size(); ++j)
      d.t[j] = h * terms_.root[subsystem.columns[j]] * g_[subsystem.columns[j]];
    for (std::size_t i = 0; i < subsystem.rows.size(); ++i)
      if (subsystem.programme.kind(i) == kSoft)
        subsystem.programme.add_row(i, -h * c_[subsystem.rows[i]] * scales_[subsystem.rows[i]], d.t.data());
  }

  // b := the change of the rows in `time` seconds by the feedback −k K J_cᵀ C: −k J_c K J_cᵀ C · time.
  void find_feedback(Subsystem& subsystem, double h, double time) {
    Demands& d = subsystem.demands;
    const QuadraticProgramme& p = subsystem.programme;
    std::fill(d.b.begin(), d.b.end(), 0.0);
    double trace = 0;
    bool any_pending = false;
    for (std::int64_t i = 0; i < p.rows() && p.kind(i) == kEqual; ++i) {
      trace += inner(p.row(i), p.row(i), p.columns());
      any_pending |= violation(subsystem.rows[i]) != 0;
    }
    if (!(trace > 0) || !any_pending || options_.feedback == 0) return;
    const double k = h > 0 ? std::min(options_.feedback, 1 / (h * trace)) : options_.feedback;
    std::vector<double>& back = subsystem.correction;
    std::fill(back.begin(), back.end(), 0.0);
    for (std::int64_t i = 0; i < p.rows() && p.kind(i) == kEqual; ++i)
      p.add_row(i, violation(subsystem.rows[i]) * scales_[subsystem.rows[i]], back.data());
    for (std::int64_t i = 0; i < p.rows() && p.kind(i) == kEqual; ++i) d.b[i] = -k * time * p.times(i, back.data());
  }

  // Scales the rows of springs by the curvature that JᵀJ leaves out: L(L + d) in place of L² at the distance d.
  void add_curvature(Subsystem& subsystem) {
    QuadraticProgramme& p = subsystem.programme;
    for (const auto& [first, last] : subsystem.springs) {
      double lever = 0, distance = 0;
      for (std::int64_t j = 0; j < p.columns(); ++j) {
        double sum = 0;
        for (std::int32_t i = first; i < last; ++i) sum = madd(p.row(i)[j], p.row(i)[j], sum);
        const double root = terms_.root[subsystem.columns[j]];
        lever = std::max(lever, sum / (root * root));
      }
      for (std::int32_t i = first; i < last; ++i) {
        const double r = c_[subsystem.rows[i]] * scales_[subsystem.rows[i]];
        distance = madd(r, r, distance);
      }
      if (!(lever > 0)) continue;
      const double scale = std::sqrt(1 + std::sqrt(distance / lever));
      for (std::int32_t i = first; i < last; ++i) {
        subsystem.demands.b[i] /= scale;
        for (std::int64_t j = 0; j < p.columns(); ++j) p.row(i)[j] *= scale;
      }
    }
  }

  // out := √K x, scaled so that no parameter is faster than its speed.
  void write_rates(const Subsystem& subsystem, double* out) const {
    double fastest = 1;
    for (std::size_t j = 0; j < subsystem.columns.size(); ++j) {
      const std::int32_t c = subsystem.columns[j];
      out[c] = terms_.root[c] * subsystem.programme.x[j];
      fastest = std::max(fastest, std::fabs(out[c]) / terms_.speed[c]);
    }
    if (fastest > 1)
      for (const std::int32_t c : subsystem.columns) out[c] /= fastest;
  }

  // ---- one step -----------------------------------------------------------------------------------------------------

  // One step of at most h seconds; gives the time that passed.
  double advance(double h) {
    choices();
    for (auto& subsystem : subsystems_) subsystem->chord = false, subsystem->pending = true;
    if (options_.corrections) {
      std::copy(q_.begin(), q_.end(), start_.begin());
      const bool near = gives_way_ || !ease_targets(q_);
      correct(q_, !gives_way_);
      if (!insist_ && !(near && all_hold())) {
        std::copy(start_.begin(), start_.end(), q_.begin());
        return -1;
      }
    }
    evaluate_at(q_.data());
    std::copy(q_.begin(), q_.end(), start_.begin());
    for (auto& subsystem : subsystems_) {
      double worst;
      measure_violation(*subsystem, subsystem->merit_before, worst);
      subsystem->energy_before = energy(*subsystem);
    }
    const double spent = predict(h);
    for (const double x : dq_)
      if (!std::isfinite(x)) return spent;
    bool any_pending = false;
    for (auto& subsystem : subsystems_) {
      subsystem->longest = 0;
      for (const std::int32_t c : subsystem->columns) subsystem->longest = std::max(subsystem->longest, std::fabs(dq_[c]));
      find_fall(*subsystem);
      subsystem->fraction = subsystem->longest > 0 ? std::min(1.0, subsystem->trust / subsystem->longest) : 0.0;
      subsystem->shortened = false, subsystem->pending = subsystem->fraction > 0;
      any_pending |= subsystem->pending;
    }
    for (int attempt = 0; attempt < kMaxAttempts && any_pending; ++attempt) {
      for (auto& subsystem : subsystems_) {
        if (!subsystem->pending) continue;
        for (const std::int32_t c : subsystem->columns) q_[c] = inside(c, start_[c] + subsystem->fraction * dq_[c]);
        subsystem->chord = true;
      }
      correct(q_);
      evaluate_at(q_.data());
      any_pending = false;
      for (auto& subsystem : subsystems_) {
        if (!subsystem->pending) continue;
        subsystem->pending = !accepted(*subsystem);
        any_pending |= subsystem->pending;
      }
    }
    for (auto& subsystem : subsystems_)
      if (subsystem->pending)  // no shorter step was accepted: it stays
        for (const std::int32_t c : subsystem->columns) q_[c] = start_[c];
    return spent;
  }

  // fall := the energy that forces would give off along an implicit step if they stayed as they are; else 0.
  void find_fall(Subsystem& subsystem) const {
    subsystem.fall = 0;
    if (options_.integrator != StepperOptions::implicit || !subsystem.has_last) return;
    for (std::size_t j = 0; j < subsystem.columns.size(); ++j) {
      const std::int32_t c = subsystem.columns[j];
      subsystem.fall += g_[c] * dq_[c] - subsystem.last_gradient[j] * (dq_[c] / terms_.root[c]);
    }
  }

  bool accepted(Subsystem& subsystem) {
    const bool range_side = !options_.corrections || subsystem.worst <= options_.tolerance ||
                            subsystem.merit <= subsystem.merit_before * (1 + 1e-9);
    double work = 0;
    for (const std::int32_t c : subsystem.columns) work = madd(g_[c], q_[c] - start_[c], work);
    const double gained = energy(subsystem) - work - subsystem.energy_before;
    const double nearer = subsystem.shortened ? 1.0 : subsystem.lowest(gained);
    if (nearer < kOvershoot) {  // else it would swing from side to side
      subsystem.fraction *= nearer, subsystem.shortened = true;
      subsystem.trust = std::max(2 * subsystem.fraction * subsystem.longest, 1e-6);
      return false;
    }
    if (range_side && gained <= subsystem.energy_before * 1e-12) {
      if (!subsystem.shortened) subsystem.trust = std::min(4 * subsystem.trust, options_.max_step);
      return true;
    }
    subsystem.trust = std::max(subsystem.fraction * subsystem.longest / 4, 1e-6);
    subsystem.fraction /= 4, subsystem.shortened = true;
    return false;
  }

  // dq_ := the change of the state over a step; g_ := the force of the pushes at its start.  Gives the length of the step [s].
  double predict(double h) {
    if (options_.integrator == StepperOptions::euler || options_.integrator == StepperOptions::implicit) {
      find_push_forces();
      std::fill(dq_.begin(), dq_.end(), 0.0);
      for (auto& subsystem : subsystems_)
        if (needs_step(*subsystem)) find_change(*subsystem, h);
      return h;
    }
    rates(q_.data(), h, runge_kutta_.first());
    first_g_ = g_;
    double spent = h;
    if (options_.integrator == StepperOptions::adaptive) spent = adaptive(h);
    else runge_kutta_.classic(q_.data(), h, dq_.data(), [&](const double* q, double* out) { rates(q, h, out, true); });
    g_ = first_g_;
    return spent;
  }

  // Whether a force acts on a subsystem or its constraints are violated.
  bool needs_step(const Subsystem& subsystem) const {
    if (subsystem.programme.soft()) return true;
    for (const std::int32_t c : subsystem.columns)
      if (g_[c] != 0) return true;
    double merit, worst;
    measure_violation(subsystem, merit, worst);
    return worst > options_.tolerance;
  }

  // dq_ of a subsystem over h seconds with the Jacobian of the state: explicit, or with implicit springs.
  void find_change(Subsystem& subsystem, double h) {
    Demands& d = subsystem.demands;
    scaled_jacobian(subsystem);
    find_feedback(subsystem, h, h);
    d.firm = false, d.release = true;
    if (options_.integrator == StepperOptions::implicit) {
      double change = 0;
      for (const std::int32_t c : subsystem.columns) change += change_[c];
      for (std::size_t j = 0; j < subsystem.columns.size(); ++j)
        d.t[j] = h * terms_.root[subsystem.columns[j]] * g_[subsystem.columns[j]] / (1 + h * change);
      for (std::size_t i = 0; i < subsystem.rows.size(); ++i)
        if (subsystem.programme.kind(i) == kSoft) d.b[i] = -c_[subsystem.rows[i]] * scales_[subsystem.rows[i]];
      std::fill(subsystem.gradient.begin(), subsystem.gradient.end(), 0.0);
      for (std::size_t i = 0; i < subsystem.rows.size(); ++i)
        if (subsystem.programme.kind(i) == kSoft) subsystem.programme.add_row(i, -d.b[i], subsystem.gradient.data());
      add_curvature(subsystem);
      subsystem.learn_curvature(q_.data(), terms_.root.data(), h);
      d.softness = 1 / h;
    } else {
      find_spring_forces(subsystem, h);
      d.softness = -1;
    }
    find_ranges(subsystem, q_.data(), false);
    if (options_.braking > 0) brake(subsystem, h);
    subsystem.programme.solve(d);
    double share = 1;
    for (std::size_t j = 0; j < subsystem.columns.size(); ++j) {
      const std::int32_t c = subsystem.columns[j];
      dq_[c] = terms_.root[c] * subsystem.programme.x[j];
      share = std::min(share, share_within_window(c, q_[c], dq_[c]));
    }
    for (const std::int32_t c : subsystem.columns) dq_[c] *= share;
  }

  // dq_ := the change over one accepted step of at most h seconds; gives its length.
  double adaptive(double h) {
    std::fill(dq_.begin(), dq_.end(), 0.0);
    if (std::all_of(runge_kutta_.first(), runge_kutta_.first() + n_, [](double x) { return x == 0; })) return h;
    h_ = std::min(h_, h);
    const double spent = runge_kutta_.dormand_prince(q_.data(), h_, options_.accuracy, dq_.data(),
                                                     [&](const double* q, double* out) { rates(q, h, out, true); });
    return spent > 0 ? spent : h;
  }
};

}  // namespace manikin
