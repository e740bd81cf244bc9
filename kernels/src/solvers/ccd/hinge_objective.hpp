// The best angle of one hinge: the minimum of a trigonometric polynomial of degree two on an arc.
// Mirrors manikin/solvers/ccd/hinge_objective.py, which has the derivation.
#pragma once

#include <cmath>

#include "lanes/closed_forms.hpp"
#include "lanes/sincos.hpp"

namespace manikin {

struct HingeObjective {
  double cosine = 0, sine = 0, cosine2 = 0, sine2 = 0, size = 0;

  // f(0) − f(φ), exact for small angles too.
  double gain(double phi) const {
    double s, c;
    sincos(phi / 2, s, c);
    const double whole_sine = 2 * s * c, whole_cosine = 1 - 2 * s * s;
    const double first = 2 * s * (cosine * s - sine * c);
    return first + 2 * whole_sine * (cosine2 * whole_sine - sine2 * whole_cosine);
  }

  // An upper bound of the gain of all angles.
  double most() const {
    const double first = std::sqrt(cosine * cosine + sine * sine);
    const double lift = cosine < 0 ? sine * sine / (first - cosine) : first + cosine;
    return cosine2 == 0 && sine2 == 0 ? lift : lift + cosine2 + std::sqrt(cosine2 * cosine2 + sine2 * sine2);
  }

  // The φ in [lo, hi], which contains 0, where the polynomial is least; 0 where it is constant.
  double best(double lo, double hi) const {
    const double nothing = 1e-13 * size, second = cosine2 == 0 && sine2 == 0 ? 0 : std::sqrt(cosine2 * cosine2 + sine2 * sine2);
    double minima[2];
    int count = 1;
    if (second > nothing) count = both_minima(second, minima);
    else if (cosine * cosine + sine * sine <= nothing * nothing) return 0;
    else minima[0] = Angle{-cosine, -sine}.angle();
    for (int i = 0; i < count; ++i) {
      minima[i] = within(minima[i], lo, hi);
      if (i == 0 && minima[0] >= lo && minima[0] <= hi) return minima[0];
    }
    double found = 0, most = -INFINITY;
    auto try_angle = [&](double phi) {
      const double gained = gain(phi);
      if (gained > most) most = gained, found = phi;
    };
    if (count == 2 && minima[1] >= lo && minima[1] <= hi) try_angle(minima[1]);
    if (std::isfinite(lo)) try_angle(lo);
    if (std::isfinite(hi)) try_angle(hi);
    return found;
  }

 private:
  static constexpr double kWholeTurn = 6.283185307179586;

  // The same angle up to whole turns: within the arc if possible, and there the smallest.
  static double within(double phi, double lo, double hi) {
    if (std::fabs(phi) > kWholeTurn / 2) phi = std::remainder(phi, kWholeTurn);
    if (phi > hi && phi - kWholeTurn >= lo) return phi - kWholeTurn;
    if (phi < lo && phi + kWholeTurn <= hi) return phi + kWholeTurn;
    return phi;
  }

  // All local minima, at most two, the lowest first.
  int both_minima(double second, double* found) const {
    const double beta = 0.5 * std::atan2(sine2, cosine2), cb = std::cos(beta), sb = std::sin(beta);
    const double a = cosine * cb + sine * sb, b = sine * cb - cosine * sb;
    if (std::fabs(b) <= 1e-15 * second) {
      const double x = std::max(-1.0, std::min(1.0, -a / (4 * second))), y = std::sqrt(1 - x * x);
      found[0] = std::remainder(beta + std::atan2(y, x), kWholeTurn),
      found[1] = std::remainder(beta + std::atan2(-y, x), kWholeTurn);
      if (std::fabs(found[1]) < std::fabs(found[0])) std::swap(found[0], found[1]);
      return 2;
    }
    double u = root_of(a, b, std::max(std::fabs(b) / 2, std::fabs(a) / 2 - 2 * second), 2 * second, 1.0);
    found[0] = beta + std::atan2(-b / u, -a / (u + 2 * second));
    if (!(std::cbrt(a * a) + std::cbrt(b * b) < std::cbrt(16 * second * second))) return 1;
    u = root_of(a, b, std::fabs(b) / 2, 2 * second, -1.0);
    found[1] = beta + std::atan2(b / u, -a / (2 * second - u));
    return 2;
  }

  // The u with (a/2)²/(gap ± u)² + (b/2)²/u² = 1, by Newton's method on a convex function from its high side.
  static double root_of(double a, double b, double start, double gap, double sign) {
    double u = start;
    for (int i = 0; i < 60; ++i) {
      const double p = a / (2 * (gap + sign * u)), r = b / (2 * u);
      const double derivative = -2 * (sign * p * p / (gap + sign * u) + r * r / u);
      const double step = (p * p + r * r - 1) / derivative;
      if (!(step < 0 && u - step > u)) break;
      u -= step;
      if (-step <= 1e-15 * u) break;
    }
    return u;
  }
};

}  // namespace manikin
