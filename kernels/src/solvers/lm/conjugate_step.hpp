// A step and the one before it, joined.  Mirrors manikin/solvers/lm/conjugate_step.py.
//
// Where targets stay out of reach J Jᵀ knows nothing of how the objective bends along the ways that leave the rows as they are:
// there damped steps go steepest down, and may need thousands.  Over the plane of a step p and of the last one d, all that a
// quadratic needs is known: its slopes; its bend along p from its value there; those with d from how the gradient changed along
// d.  Its lowest point is what the method of conjugate gradients (Hestenes & Stiefel 1952) would choose.
#pragma once

#include <algorithm>
#include <vector>

#include "lanes/functions.hpp"
#include "lanes/lanes.hpp"
#include "solvers/kernel_limits.hpp"

namespace manikin {

// α and β of the lowest point α p + β d, where there is one.
template <class V> struct Joined {
  V along_step, along_last;
  Mask<V> found;
};

// From what the step p changed the merit by, and the inner products of p and d with the gradient g = Jᵀr, half the merit's, and
// with the change y of it along d.
template <class V> inline Joined<V> lowest_point(V change, V pg, V dg, V py, V dy) {
  const V pp = change - 2.0 * pg, det = pp * dy - py * py;
  const Mask<V> found = (pp > 0.0) & (det > 1e-9 * pp * dy);
  return {(py * dg - dy * pg) / det, (py * pg - pp * dg) / det, found};
}

// The last state and gradient of one search, over all parameters.
class LastStep {
 public:
  explicit LastStep(const Setting& setting) : setting_(setting), q_(setting.lo.size()), gradient_(setting.lo.size()) {}

  void remember(const std::vector<double>& q, const std::vector<double>& gradient) {
    std::copy(q.begin(), q.end(), q_.begin()), std::copy(gradient.begin(), gradient.end(), gradient_.begin());
  }

  // Into `to`, within the limits: where the step from q to trial, which changed the merit so, leads together with the last.
  bool join(const std::vector<double>& q, const std::vector<double>& gradient, const std::vector<double>& trial, double change,
            std::vector<double>& to) const {
    double pg = 0, dg = 0, py = 0, dy = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (!(setting_.gain[i] > 0)) continue;
      const double p = (trial[i] - q[i]) / setting_.gain[i], d = (q[i] - q_[i]) / setting_.gain[i], y = gradient[i] - gradient_[i];
      pg = madd(p, gradient[i], pg), dg = madd(d, gradient[i], dg), py = madd(p, y, py), dy = madd(d, y, dy);
    }
    const Joined<double> low = lowest_point(change, pg, dg, py, dy);
    if (!low.found) return false;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double x = q[i] + low.along_step * (trial[i] - q[i]) + low.along_last * (q[i] - q_[i]);
      to[i] = setting_.gain[i] > 0 ? std::min(std::max(x, setting_.lo[i]), setting_.hi[i]) : q[i];
    }
    return true;
  }

 private:
  const Setting& setting_;
  std::vector<double> q_, gradient_;
};

}  // namespace manikin
