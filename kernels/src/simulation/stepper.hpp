// The simplified equation of motion under constraints (W 5.2), integrated step by step.  Mirrors manikin/simulation/stepper.py.
//
//   q̇ = K (g_a + J_cᵀ λ − k J_cᵀ C),   J_c K J_cᵀ λ = −J_c K g_a                                       (W eq. 5.5, 5.7)
//
// What integration leaves of the constraints' violation is removed by Newton's corrections in the metric K.
#pragma once

#include "numerics/runge_kutta.hpp"
#include "simulation/corrections.hpp"

namespace manikin {

class Simulation : public Corrections {
 public:
  // `force`: on the rows of the program's first handles.
  Simulation(const Program& program, Terms terms, const Law& law, std::vector<double> force)
      : Corrections(program, std::move(terms), law), force_(std::move(force)), q_(n_), start_(n_),
        dq_(n_), g_(n_), first_g_(n_), change_(n_), runge_kutta_(n_) {
    while (pushed_ < program.handles.size() && program.handles[pushed_].row < std::int64_t(force_.size())) ++pushed_;
  }

  const std::vector<double>& q() const { return q_; }

  // Begins at a state; what stands at a limit is expected to stay there.
  void place(const double* q) {
    std::copy(q, q + n_, q_.begin());
    for (auto& part : parts_)
      for (std::size_t j = 0; j < part->columns.size(); ++j) {
        const std::int32_t c = part->columns[j];
        part->programme.stuck[j] = q[c] <= terms_.lo[c] ? -1 : q[c] >= terms_.hi[c] ? 1 : 0;
      }
  }

  // Takes over another's state, and what stands at a limit there.
  void go_on(const Simulation& other) {
    q_ = other.q_;
    std::vector<signed char> stuck(n_, 0);
    for (const auto& part : other.parts_)
      for (std::size_t j = 0; j < part->columns.size(); ++j) stuck[part->columns[j]] = part->programme.stuck[j];
    for (auto& part : parts_)
      for (std::size_t j = 0; j < part->columns.size(); ++j) part->programme.stuck[j] = stuck[part->columns[j]];
    look(q_.data()), find_slopes();  // the next step begins with them
  }

  // Gives the time that went by: h, but for an adaptive step that would take too many of its own.
  double step(double h) {
    if (law_.integrator != Law::adaptive) return advance(h);
    double left = h;
    for (int taken = 0; left > 1e-12 * h && taken < kSubsteps; ++taken) left -= advance(left);
    return left > 1e-12 * h ? h - left : h;
  }

  // q̇ at a state; for steps of h seconds the feedback is kept where it is stable.  Within a step a range that was touched
  // when it began counts as touched, lest the rate leaps to and fro.
  void rates(const double* q, double h, double* rate, bool within = false) {
    look(q), push();
    std::fill(rate, rate + n_, 0.0);
    for (auto& each : parts_) {
      Part& part = *each;
      Demands& d = part.demands;
      slopes(part);
      restoring(part, h, 1.0);
      pull_of_springs(part, 1.0);
      for (std::size_t i = 0; i < part.rows.size(); ++i) {
        const std::int32_t row = part.rows[i];
        const bool on = scales_[row] != 0;
        const int held = within ? part.programme.held[i] : 0;
        d.low[i] = on && (c_[row] <= terms_.low[row] + law_.tolerance || held < 0) ? 0.0 : -INFINITY;
        d.high[i] = on && (c_[row] >= terms_.high[row] - law_.tolerance || held > 0) ? 0.0 : INFINITY;
      }
      for (std::size_t j = 0; j < part.columns.size(); ++j) {
        const std::int32_t c = part.columns[j];
        d.xl[j] = q[c] <= terms_.lo[c] ? 0.0 : -INFINITY, d.xu[j] = q[c] >= terms_.hi[c] ? 0.0 : INFINITY;
      }
      d.softness = -1, d.firm = d.release = true;
      part.programme.solve(d);
      give(part, 1.0, rate);
    }
  }

  // q̇ at any state, disjunctions choosing there; the motion goes on as if nobody had asked.
  void asked(const double* q, double* rate) {
    const std::vector<std::int32_t> chosen = chosen_;
    look(q), choose(law_.tolerance);
    std::vector<Programme::Sets> sets = all_sets();
    rates(q, 0, rate);
    go_back(sets);
    if (chosen != chosen_) favour(chosen);
  }

  // Which members of the disjunctions count at the present state.
  const std::vector<std::int32_t>& choices() {
    if (!terms_.choices.empty()) look(q_.data()), choose(law_.tolerance);
    return chosen_;
  }
  std::size_t disjunctions() const { return terms_.choices.size(); }
  std::int32_t members(std::size_t choice) const { return std::int32_t(terms_.choices[choice].members.size()); }

  // λ of every row [N, N·m], and the limits' forces on the parameters, at the present state.
  void answers(double* multipliers, double* limits) {
    choices();
    std::vector<Programme::Sets> sets = all_sets();
    rates(q_.data(), 0, dq_.data());
    std::fill(multipliers, multipliers + c_.size(), 0.0), std::fill(limits, limits + n_, 0.0);
    for (auto& each : parts_) {
      Part& part = *each;
      Programme& p = part.programme;
      const auto count = static_cast<std::int64_t>(p.active.size());
      for (std::int64_t k = 0; k < count; ++k) part.wanted[k] = p.y[p.active[k]];
      p.factor().within(part.wanted.data());
      bool pushes = true;  // as the end of a range should, and no more
      for (std::int64_t k = 0; k < count; ++k) pushes &= part.wanted[k] * p.held[p.active[k]] <= 0;
      for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t i = p.active[k];
        multipliers[part.rows[i]] = (pushes ? part.wanted[k] : p.y[i]) * scales_[part.rows[i]];
      }
      for (std::size_t j = 0; j < part.columns.size(); ++j) limits[part.columns[j]] = p.z[j] / terms_.root[part.columns[j]];
    }
    go_back(sets);
  }

 private:
  static constexpr int kAttempts = 6, kSubsteps = 100;

  std::vector<double> force_, q_, start_, dq_, g_, first_g_, change_;
  RungeKutta runge_kutta_;
  std::size_t pushed_ = 0;
  double h_ = INFINITY;  // the adaptive integrator's own step

  // ---- forces -------------------------------------------------------------------------------------------------------

  // The pushes' generalised force, and how fast, in every column, it changes as joints turn.
  void push() {
    std::fill(g_.begin(), g_.end(), 0.0), std::fill(change_.begin(), change_.end(), 0.0);
    if (pushed_) find_slopes();
    for (std::size_t h = 0; h < pushed_; ++h) {
      const HandleInfo& handle = program_.handles[h];
      const double *f = force_.data() + handle.row, *slope = room_.slopes.get() + handle.slope;
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
  void pull_of_springs(Part& part, double h) {
    Demands& d = part.demands;
    for (std::size_t j = 0; j < part.columns.size(); ++j) d.t[j] = h * terms_.root[part.columns[j]] * g_[part.columns[j]];
    for (std::size_t i = 0; i < part.rows.size(); ++i)
      if (part.programme.kind(i) == kSoft)
        part.programme.add_row(i, -h * c_[part.rows[i]] * scales_[part.rows[i]], d.t.data());
  }

  // b := what the feedback −k K J_cᵀ C asks of the rows in `time`: −k J_c K J_cᵀ C.
  void restoring(Part& part, double h, double time) {
    Demands& d = part.demands;
    const Programme& p = part.programme;
    std::fill(d.b.begin(), d.b.end(), 0.0);
    double trace = 0;
    bool any = false;
    for (std::int64_t i = 0; i < p.rows() && p.kind(i) == kEqual; ++i) {
      trace += inner(p.row(i), p.row(i), p.columns());
      any |= violation(part.rows[i]) != 0;
    }
    if (!(trace > 0) || !any || law_.feedback == 0) return;
    const double k = h > 0 ? std::min(law_.feedback, 1 / (h * trace)) : law_.feedback;
    std::vector<double>& back = part.correction;
    std::fill(back.begin(), back.end(), 0.0);
    for (std::int64_t i = 0; i < p.rows() && p.kind(i) == kEqual; ++i)
      p.add_row(i, violation(part.rows[i]) * scales_[part.rows[i]], back.data());
    for (std::int64_t i = 0; i < p.rows() && p.kind(i) == kEqual; ++i) d.b[i] = -k * time * p.times(i, back.data());
  }

  // Factors give springs the curvature that JᵀJ leaves out: L(L + d) for L² at the distance d.
  void bend(Part& part) {
    Programme& p = part.programme;
    for (const auto& [first, last] : part.springs) {
      double lever = 0, distance = 0;
      for (std::int64_t j = 0; j < p.columns(); ++j) {
        double sum = 0;
        for (std::int32_t i = first; i < last; ++i) sum = madd(p.row(i)[j], p.row(i)[j], sum);
        const double root = terms_.root[part.columns[j]];
        lever = std::max(lever, sum / (root * root));
      }
      for (std::int32_t i = first; i < last; ++i) {
        const double r = c_[part.rows[i]] * scales_[part.rows[i]];
        distance = madd(r, r, distance);
      }
      if (!(lever > 0)) continue;
      const double scale = std::sqrt(1 + std::sqrt(distance / lever));
      for (std::int32_t i = first; i < last; ++i) {
        part.demands.b[i] /= scale;
        for (std::int64_t j = 0; j < p.columns(); ++j) p.row(i)[j] *= scale;
      }
    }
  }

  // out := √K x, no parameter faster than it may over h seconds.
  void give(const Part& part, double h, double* out) const {
    double fastest = 1;
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      const std::int32_t c = part.columns[j];
      out[c] = terms_.root[c] * part.programme.x[j];
      fastest = std::max(fastest, std::fabs(out[c]) / (h * terms_.speed[c]));
    }
    if (fastest > 1)
      for (const std::int32_t c : part.columns) out[c] /= fastest;
  }

  // ---- one step -----------------------------------------------------------------------------------------------------

  // One step of at most h seconds; gives the time that went by.
  double advance(double h) {
    choices();
    for (auto& part : parts_) part->chord = false, part->todo = true;
    if (law_.corrections) correct(q_);
    look(q_.data());
    std::copy(q_.begin(), q_.end(), start_.begin());
    for (auto& part : parts_) {
      double worst;
      weigh(*part, part->merit_before, worst);
      part->energy_before = energy(*part);
    }
    const double spent = predict(h);
    for (const double x : dq_)
      if (!std::isfinite(x)) return spent;
    bool any = false;
    for (auto& part : parts_) {
      part->longest = 0;
      for (const std::int32_t c : part->columns) part->longest = std::max(part->longest, std::fabs(dq_[c]));
      part->fraction = part->longest > 0 ? std::min(1.0, part->trust / part->longest) : 0.0;
      part->shortened = false, part->todo = part->fraction > 0;
      any |= part->todo;
    }
    for (int attempt = 0; attempt < kAttempts && any; ++attempt) {
      for (auto& part : parts_) {
        if (!part->todo) continue;
        for (const std::int32_t c : part->columns) q_[c] = inside(c, start_[c] + part->fraction * dq_[c]);
        part->chord = true;
      }
      correct(q_);
      look(q_.data());
      any = false;
      for (auto& part : parts_) {
        if (!part->todo) continue;
        part->todo = !accepted(*part);
        any |= part->todo;
      }
    }
    for (auto& part : parts_)
      if (part->todo)  // it cannot move without doing harm
        for (const std::int32_t c : part->columns) q_[c] = start_[c];
    return spent;
  }

  bool accepted(Part& part) {
    const bool held = !law_.corrections || part.worst <= law_.tolerance || part.merit <= part.merit_before * (1 + 1e-9);
    double work = 0;
    for (const std::int32_t c : part.columns) work = madd(g_[c], q_[c] - start_[c], work);
    if (held && energy(part) - work <= part.energy_before * (1 + 1e-12)) {
      if (!part.shortened) part.trust = std::min(4 * part.trust, law_.max_step);
      return true;
    }
    part.trust = std::max(part.fraction * part.longest / 4, 1e-6);
    part.fraction /= 4, part.shortened = true;
    return false;
  }

  // dq_ := the change of the state over a step, g_ the pushes' force at its start; gives the step's length.
  double predict(double h) {
    if (law_.integrator == Law::euler || law_.integrator == Law::implicit) {
      push();
      std::fill(dq_.begin(), dq_.end(), 0.0);
      for (auto& part : parts_)
        if (pulled(*part)) single(*part, h);
      return h;
    }
    rates(q_.data(), h, runge_kutta_.first());
    first_g_ = g_;
    double spent = h;
    if (law_.integrator == Law::adaptive) spent = adaptive(h);
    else runge_kutta_.classic(q_.data(), h, dq_.data(), [&](const double* q, double* out) { rates(q, h, out, true); });
    g_ = first_g_;
    return spent;
  }

  // Whether a force acts on a part, or its constraints do not hold.
  bool pulled(const Part& part) const {
    if (part.programme.soft()) return true;
    for (const std::int32_t c : part.columns)
      if (g_[c] != 0) return true;
    double merit, worst;
    weigh(part, merit, worst);
    return worst > law_.tolerance;
  }

  // The change of a part over h seconds, by the slopes at hand: explicit, or with the springs implicit.
  void single(Part& part, double h) {
    Demands& d = part.demands;
    slopes(part);
    restoring(part, h, h);
    d.firm = false, d.release = true;
    if (law_.integrator == Law::implicit) {
      double change = 0;
      for (const std::int32_t c : part.columns) change += change_[c];
      for (std::size_t j = 0; j < part.columns.size(); ++j)
        d.t[j] = h * terms_.root[part.columns[j]] * g_[part.columns[j]] / (1 + h * change);
      for (std::size_t i = 0; i < part.rows.size(); ++i)
        if (part.programme.kind(i) == kSoft) d.b[i] = -c_[part.rows[i]] * scales_[part.rows[i]];
      bend(part);
      d.softness = 1 / h;
    } else {
      pull_of_springs(part, h);
      d.softness = -1;
    }
    find_ends(part, q_.data(), false);
    if (law_.braking > 0) brake(part, h);
    part.programme.solve(d);
    give(part, h, dq_.data());
  }

  // Ends of a step after which there is room to come to rest at the limit, each of n more steps being shorter by a h².
  void brake(Part& part, double h) const {
    Demands& d = part.demands;
    const double less = law_.braking * h * h;
    auto most = [less](double room) {
      const double n = std::floor(0.5 * (std::sqrt(1 + 8 * (room / less)) - 1));
      return n < 1e15 ? (room + less * (0.5 * n * (n + 1))) / (n + 1) : INFINITY;
    };
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      const double root = terms_.root[part.columns[j]];
      d.xl[j] = -most(std::max(-d.xl[j], 0.0) * root) / root, d.xu[j] = most(std::max(d.xu[j], 0.0) * root) / root;
    }
  }

  // dq_ := the change over one accepted step of at most h seconds; gives its length.
  double adaptive(double h) {
    std::fill(dq_.begin(), dq_.end(), 0.0);
    if (std::all_of(runge_kutta_.first(), runge_kutta_.first() + n_, [](double x) { return x == 0; })) return h;
    h_ = std::min(h_, h);
    const double spent = runge_kutta_.dormand_prince(q_.data(), h_, law_.accuracy, dq_.data(),
                                                     [&](const double* q, double* out) { rates(q, h, out, true); });
    return spent > 0 ? spent : h;
  }
};

}  // namespace manikin
