// A step combined with the one before it.  Mirrors manikin/solvers/lm/conjugate_step.py.
//
// If targets stay out of reach, J Jᵀ does not contain the curvature of the objective along directions that leave the
// rows unchanged.  There damped steps are steepest descent, and may need thousands of iterations.  In the plane of a
// step p and the last step d a quadratic model is known: its gradient; its curvature along p from the value there; its
// curvature with d from the change of the gradient along d.  Its minimum is the step of the conjugate gradient method
// (Hestenes & Stiefel 1952).
#pragma once

#include <algorithm>
#include <vector>

#include "lanes/functions.hpp"
#include "lanes/lanes.hpp"
#include "solvers/step_limits.hpp"

namespace manikin {

// α and β of the minimum α p + β d, where there is one.
template <class V> struct ConjugatePoint {
  V along_step, along_last;
  Mask<V> found;
};

// From the change of the merit along p, the inner products of p and d with the gradient g = Jᵀr (half that of the
// merit), and those with the change y of g along d.
template <class V> inline ConjugatePoint<V> lowest_point(V change, V pg, V dg, V py, V dy) {
  const V pp = change - 2.0 * pg, det = pp * dy - py * py;
  const Mask<V> found = (pp > 0.0) & (det > 1e-9 * pp * dy);
  return {(py * dg - dy * pg) / det, (py * pg - pp * dg) / det, found};
}

// The last state and gradient of one search, over all parameters.
class LastStep {
 public:
  LastStep(const KernelLimits& limits, const StepLimits& steps)
      : limits_(limits), steps_(steps), q_(limits.lo.size()), gradient_(limits.lo.size()) {}

  void remember(const std::vector<double>& q, const std::vector<double>& gradient) {
    std::copy(q.begin(), q.end(), q_.begin()), std::copy(gradient.begin(), gradient.end(), gradient_.begin());
  }

  // to := the combination, within the limits, of the step from q to trial, which changed the merit by `change`, with
  // the last one.
  bool combine(const std::vector<double>& q, const std::vector<double>& gradient, const std::vector<double>& trial,
               double change, std::vector<double>& to) const {
    double pg = 0, dg = 0, py = 0, dy = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (!(limits_.gain[i] > 0)) continue;
      const double p = (trial[i] - q[i]) / limits_.gain[i], d = (q[i] - q_[i]) / limits_.gain[i],
                   y = gradient[i] - gradient_[i];
      pg = madd(p, gradient[i], pg), dg = madd(d, gradient[i], dg), py = madd(p, y, py), dy = madd(d, y, dy);
    }
    const ConjugatePoint<double> low = lowest_point(change, pg, dg, py, dy);
    if (!low.found) return false;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double x = q[i] + low.along_step * (trial[i] - q[i]) + low.along_last * (q[i] - q_[i]);
      to[i] = limits_.gain[i] > 0 ? std::min(std::max(x, steps_.lo[i]), steps_.hi[i]) : q[i];
    }
    return true;
  }

 private:
  const KernelLimits& limits_;
  const StepLimits& steps_;
  std::vector<double> q_, gradient_;
};

}  // namespace manikin
