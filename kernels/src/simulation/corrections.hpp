// Back to the constraints: what integration leaves of their violation is removed by Newton's method in the metric K.  Mirrors
// manikin/simulation/stepper.py.
#pragma once

#include "simulation/subsystems.hpp"

namespace manikin {

struct Law {
  enum Integrator { euler, rk4, adaptive, implicit };
  Integrator integrator;
  double feedback, tolerance, accuracy, max_step;
  double truncation;  // 0: a factor, else a decomposition
  double braking;     // before limits; 0: none
  std::int64_t corrections;
};

class Corrections : public Parts {
 public:
  Corrections(const Program& program, Terms terms, const Law& law) : Parts(program, std::move(terms), law.max_step, law.truncation), law_(law), trial_(n_) {}

 protected:
  Law law_;

  // Newton's method on the constraints of the parts to do, by least change in the metric K; limits are kept throughout.
  void correct(std::vector<double>& q) {
    look(q.data());
    for (auto& part : parts_)
      if (part->todo) weigh(*part, part->merit, part->worst), part->open = true, part->aimed = part->released = part->anew = false;
    for (std::int64_t i = 0; i < law_.corrections; ++i) {
      bool any = false, rejected = false;
      std::copy(q.begin(), q.end(), trial_.begin());
      for (auto& each : parts_) {
        Part& part = *each;
        if (!wants(part)) continue;
        any = true;
        if (!part.aimed) aim(part, q.data());
        for (std::size_t j = 0; j < part.columns.size(); ++j) {
          const std::int32_t c = part.columns[j];
          trial_[c] = inside(c, q[c] + part.correction_fraction * part.correction[j]);
        }
      }
      if (!any) break;
      look(trial_.data());
      for (auto& each : parts_) {
        Part& part = *each;
        if (wants(part) && !judged(part, q)) rejected = true;
      }
      if (rejected) look(q.data());
    }
    for (auto& part : parts_)
      if (part->todo && part->anew) part->programme.restore_sets();
  }

 private:
  std::vector<double> trial_;

  bool wants(const Part& part) const { return part.todo && part.open && part.worst > law_.tolerance; }

  // Takes the trial for the part's state if it is better; goes on by other means where it hardly is.
  bool judged(Part& part, std::vector<double>& q) {
    double merit, worst;
    weigh(part, merit, worst);
    if (merit < part.merit) {
      const bool slow = merit > (part.chord ? 0.005 : 0.81) * part.merit && part.correction_fraction == 1;
      for (const std::int32_t c : part.columns) q[c] = trial_[c];
      part.merit = merit, part.worst = worst, part.aimed = false;
      if (slow) part.open = part.chord || !part.released, part.released = !part.chord, part.chord = false;
      else part.chord = true;  // the slopes at hand will do once more
      return true;
    }
    if (part.chord) part.chord = part.aimed = false;
    else if (!part.released) part.released = true, part.aimed = false;
    else part.correction_fraction /= 4, part.open = part.correction_fraction > 0.01;
    return false;
  }

  // The correction of a part: along the slopes of the step while they serve, else along those of the state.
  void aim(Part& part, const double* q) {
    part.aimed = true;
    if (part.chord && along_chord(part)) return;
    part.chord = false;
    Demands& d = part.demands;
    slopes(part);
    find_ends(part, q, true);
    for (std::size_t j = 0; j < part.columns.size() && law_.braking > 0; ++j) {  // what the step brakes stays where it came to
      if (part.programme.stuck[j] < 0) d.xl[j] = std::max(d.xl[j], 0.0);
      if (part.programme.stuck[j] > 0) d.xu[j] = std::min(d.xu[j], 0.0);
    }
    std::fill(d.t.begin(), d.t.end(), 0.0);
    for (std::size_t i = 0; i < part.rows.size(); ++i) d.b[i] = -violation(part.rows[i]) * scales_[part.rows[i]];
    d.softness = -1, d.firm = false, d.release = part.released;
    if (!part.anew) part.programme.keep_sets();
    part.anew = true;
    part.programme.solve(d);
    shorten(part, part.programme.x.data());
  }

  // False where the factor at hand knows nothing of a range that is broken.
  bool along_chord(Part& part) {
    Programme& p = part.programme;
    if (!p.factored) return false;
    std::int64_t hard = 0;
    for (const std::int64_t i : p.active) {
      if (p.kind(i) == kSoft) break;
      const std::int32_t row = part.rows[i];
      const double scale = scales_[row];
      part.wanted[hard++] = p.held[i] < 0   ? (terms_.low[row] - c_[row]) * scale
                            : p.held[i] > 0 ? (terms_.high[row] - c_[row]) * scale
                                            : -violation(row) * scale;
    }
    std::size_t next = 0;
    for (std::int64_t i = 0; i < p.rows(); ++i) {
      if (next < p.active.size() && p.active[next] == i) ++next;
      else if (std::fabs(violation(part.rows[i])) > law_.tolerance) return false;
    }
    p.factor().solve(part.wanted.data(), hard);
    std::fill(p.x.begin(), p.x.end(), 0.0);
    for (std::int64_t k = 0; k < hard; ++k) p.add_row(p.active[k], part.wanted[k], p.x.data());
    for (std::int64_t j = 0; j < p.columns(); ++j)
      if (p.stuck[j]) p.x[j] = 0;
    shorten(part, p.x.data());
    return true;
  }

  // Takes x for the part's correction, no parameter farther than it may go at once.
  void shorten(Part& part, const double* x) {
    double longest = 0;
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      part.correction[j] = terms_.root[part.columns[j]] * x[j];
      longest = std::max(longest, std::fabs(part.correction[j]));
    }
    part.correction_fraction = longest > 0 ? std::min(1.0, law_.max_step / longest) : 1.0;
  }
};

}  // namespace manikin
