// Newton corrections in the metric K that remove the violation of constraints after integration.
// Mirrors manikin/simulation/corrections.py.
#pragma once

#include "simulation/subsystems.hpp"

namespace manikin {

struct StepperOptions {
  enum Integrator { euler, rk4, adaptive, implicit };
  Integrator integrator;
  double feedback, tolerance, accuracy, max_step;
  double truncation;  // of singular values; 0: a Cholesky factor instead
  double braking;     // deceleration before limits [rad/s², m/s²]; 0: none
  std::int64_t corrections;
};

class Corrections : public Subsystems {
 public:
  Corrections(const Program& program, Terms terms, const StepperOptions& options)
      : Subsystems(program, std::move(terms), options.max_step, options.truncation), options_(options), trial_(n_) {}

 protected:
  StepperOptions options_;

  // Newton's method on the constraints of the pending subsystems, with the least change in the metric K and within the limits.
  // `begun`: by ease_targets.
  void correct(std::vector<double>& q, bool begun = false) {
    evaluate_at(q.data());
    for (auto& subsystem : subsystems_)
      if (subsystem->pending && !begun) begin_correcting(*subsystem);
    for (std::int64_t i = 0; i < options_.corrections; ++i) {
      bool any_pending = false, rejected = false;
      std::copy(q.begin(), q.end(), trial_.begin());
      for (auto& each : subsystems_) {
        Subsystem& subsystem = *each;
        if (!needs_correction(subsystem)) continue;
        any_pending = true;
        if (!subsystem.has_correction) find_correction(subsystem, q.data(), true);
        for (std::size_t j = 0; j < subsystem.columns.size(); ++j) {
          const std::int32_t c = subsystem.columns[j];
          trial_[c] = inside(c, q[c] + subsystem.correction_fraction * subsystem.correction[j]);
        }
      }
      if (!any_pending) break;
      evaluate_at(trial_.data());
      for (auto& each : subsystems_) {
        Subsystem& subsystem = *each;
        if (needs_correction(subsystem) && !accepts_trial(subsystem, q)) rejected = true;
      }
      if (rejected) evaluate_at(q.data());
    }
    for (auto& subsystem : subsystems_)
      if (subsystem->pending && subsystem->own_sets) subsystem->programme.restore_sets();
  }

  // Asks for only a part of the way of constraints whose targets are too far for one step.  All rows of a subsystem keep the
  // same share of their violation, so that constraints that hold keep holding.  Evaluates at q.  Gives whether any was too far;
  // what was found of the others is their first correction: within the window it would be the same.
  bool ease_targets(const std::vector<double>& q) {
    evaluate_at(q.data());
    low_ = terms_.low, high_ = terms_.high;
    bool any_far = false;
    for (auto& each : subsystems_) {
      Subsystem& subsystem = *each;
      begin_correcting(subsystem);
      if (!(subsystem.worst > options_.tolerance)) continue;
      QuadraticProgramme::Sets sets = subsystem.programme.sets();
      find_correction(subsystem, q.data(), false);
      if (subsystem.correction_fraction == 1) continue;
      any_far = true;
      subsystem.programme.restore(std::move(sets));
      for (const std::int32_t row : subsystem.rows) {
        const double left = (1 - kEasyShare * subsystem.correction_fraction) * violation(row);
        const bool equal = terms_.kinds[row] == kEqual;
        if (left < 0 || equal) low_[row] = terms_.low[row] + left;
        if (left > 0 || equal) high_[row] = terms_.high[row] + left;
      }
      begin_correcting(subsystem);
    }
    return any_far;
  }

  // Sets q to a state where constraints give way, as far as the step goes.  Rows that do not hold there are to stay as they are
  // in a straight line, until the step is over; nothing corrects the curve of their way, for at the end of a reach nothing could.
  void begin_giving_way(const std::vector<double>& way, std::vector<double>& q) {
    for (std::int64_t i = 0; i < n_; ++i) q[i] = inside(std::int32_t(i), way[i]);
    evaluate_at(q.data()), choose_members(options_.tolerance);
    for (std::size_t row = 0; row < c_.size(); ++row)
      if (scales_[row] != 0 && std::fabs(violation(std::int32_t(row))) > options_.tolerance)
        low_[row] = -INFINITY, high_[row] = INFINITY;
  }

  bool all_hold() const {
    return std::all_of(subsystems_.begin(), subsystems_.end(),
                       [this](const auto& subsystem) { return subsystem->worst <= options_.tolerance; });
  }

  // Shortens the bounds of a step so that the parameter can still stop at its limit, if each of n further steps is shorter by
  // braking · h².
  void brake(Subsystem& subsystem, double h) const {
    Demands& d = subsystem.demands;
    const double less = options_.braking * h * h;
    auto most = [less](double slack) {
      const double n = std::floor(0.5 * (std::sqrt(1 + 8 * (slack / less)) - 1));
      return n < 1e15 ? (slack + less * (0.5 * n * (n + 1))) / (n + 1) : INFINITY;
    };
    for (std::size_t j = 0; j < subsystem.columns.size(); ++j) {
      const double root = terms_.root[subsystem.columns[j]];
      d.xl[j] = -most(std::max(-d.xl[j], 0.0) * root) / root, d.xu[j] = most(std::max(d.xu[j], 0.0) * root) / root;
    }
  }

 private:
  static constexpr double kEasyShare = 0.95;  // of the way that a step could go in a straight line; the rest is for its curve

  std::vector<double> trial_;

  void begin_correcting(Subsystem& subsystem) const {
    measure_violation(subsystem, subsystem.merit, subsystem.worst);
    subsystem.open = true, subsystem.has_correction = subsystem.released = subsystem.own_sets = false;
  }
  bool needs_correction(const Subsystem& subsystem) const {
    return subsystem.pending && subsystem.open && subsystem.worst > options_.tolerance;
  }

  // Accepts the trial of a subsystem if it is better.  Where it is hardly better, the next correction uses a new
  // Jacobian, releases active ends, or is shorter.
  bool accepts_trial(Subsystem& subsystem, std::vector<double>& q) {
    double merit, worst;
    measure_violation(subsystem, merit, worst);
    if (merit < subsystem.merit) {
      const bool slow = merit > (subsystem.chord ? 0.005 : 0.81) * subsystem.merit && subsystem.correction_fraction == 1;
      for (const std::int32_t c : subsystem.columns) q[c] = trial_[c];
      subsystem.merit = merit, subsystem.worst = worst, subsystem.has_correction = false;
      if (slow)
        subsystem.open = subsystem.chord || !subsystem.released, subsystem.released = !subsystem.chord, subsystem.chord = false;
      else subsystem.chord = true;  // the same Jacobian is good enough for the next correction
      return true;
    }
    if (subsystem.chord) subsystem.chord = subsystem.has_correction = false;
    else if (!subsystem.released) subsystem.released = true, subsystem.has_correction = false;
    else subsystem.correction_fraction /= 4, subsystem.open = subsystem.correction_fraction > 0.01;
    return false;
  }

  // The correction of a subsystem: with the Jacobian of the step while it is good enough, else with that of the state.
  void find_correction(Subsystem& subsystem, const double* q, bool within_window) {
    subsystem.has_correction = true;
    if (subsystem.chord && along_chord(subsystem, q)) return;
    subsystem.chord = false;
    Demands& d = subsystem.demands;
    scaled_jacobian(subsystem);
    find_ranges(subsystem, q, true, within_window);
    for (std::size_t j = 0; j < subsystem.columns.size() && options_.braking > 0;
         ++j) {  // parameters that the step brakes stay where they are
      if (subsystem.programme.bound_side[j] < 0) d.xl[j] = std::max(d.xl[j], 0.0);
      if (subsystem.programme.bound_side[j] > 0) d.xu[j] = std::min(d.xu[j], 0.0);
    }
    std::fill(d.t.begin(), d.t.end(), 0.0);
    for (std::size_t i = 0; i < subsystem.rows.size(); ++i) d.b[i] = -violation(subsystem.rows[i]) * scales_[subsystem.rows[i]];
    d.softness = -1, d.firm = false, d.release = subsystem.released;
    if (!subsystem.own_sets) subsystem.programme.keep_sets();
    subsystem.own_sets = true;
    subsystem.programme.solve(d);
    shorten(subsystem, q, subsystem.programme.x.data());
  }

  // The correction with the factor of the last solve (chord method).  False if a violated range is not part of that factor.
  bool along_chord(Subsystem& subsystem, const double* q) {
    QuadraticProgramme& p = subsystem.programme;
    if (!p.factored) return false;
    std::int64_t hard = 0;
    for (const std::int64_t i : p.active) {
      if (p.kind(i) == kSoft) break;
      const std::int32_t row = subsystem.rows[i];
      const double scale = scales_[row];
      subsystem.wanted[hard++] = p.range_side[i] < 0   ? (low_[row] - c_[row]) * scale
                                 : p.range_side[i] > 0 ? (high_[row] - c_[row]) * scale
                                                       : -violation(row) * scale;
    }
    std::size_t next = 0;
    for (std::int64_t i = 0; i < p.rows(); ++i) {
      if (next < p.active.size() && p.active[next] == i) ++next;
      else if (std::fabs(violation(subsystem.rows[i])) > options_.tolerance) return false;
    }
    p.factor().solve(subsystem.wanted.data(), hard);
    std::fill(p.x.begin(), p.x.end(), 0.0);
    for (std::int64_t k = 0; k < hard; ++k) p.add_row(p.active[k], subsystem.wanted[k], p.x.data());
    for (std::int64_t j = 0; j < p.columns(); ++j)
      if (p.bound_side[j]) p.x[j] = 0;
    shorten(subsystem, q, p.x.data());
    return true;
  }

  // Sets the correction to √K x, shortened so that no parameter moves farther than the step may.
  void shorten(Subsystem& subsystem, const double* q, const double* x) {
    subsystem.correction_fraction = 1;
    for (std::size_t j = 0; j < subsystem.columns.size(); ++j) {
      const std::int32_t c = subsystem.columns[j];
      subsystem.correction[j] = terms_.root[c] * x[j];
      subsystem.correction_fraction =
          std::min(subsystem.correction_fraction, share_within_window(c, q[c], subsystem.correction[j]));
    }
  }
};

}  // namespace manikin
