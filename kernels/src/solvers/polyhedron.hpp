// The polyhedron of states within limits and linear limits, in parameters scaled by their gains.
// Mirrors manikin/solvers/polyhedron.py.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "lanes/lanes.hpp"
#include "solvers/step_limits.hpp"

namespace manikin {

// Constraints aᵀx ≤ b, or = b, with unit normals a, over x = q / gain of the movable parameters.  There are two constraints for
// every movable parameter, upper end first, then two for every linear limit.  A missing end is infinite.
class Polyhedron {
 public:
  struct Term {
    std::int32_t column, place;  // index in the state; index among the movable parameters, or −1
    double a, unit;              // the coefficient; the same of the unit normal
  };
  struct Row {
    std::vector<Term> terms;
    double lo, hi, length;  // both ends; what the coefficients were divided by
  };

  std::vector<std::int32_t> movable;
  std::vector<Row> rows;

  explicit Polyhedron(const KernelLimits& limits) : limits_(limits), gain_(limits.gain) {
    const auto n = static_cast<std::int64_t>(limits.lo.size());
    std::vector<std::int32_t> place(n, -1);
    for (std::int64_t i = 0; i < n; ++i)
      if (limits.gain[i] > 0 && limits.lo[i] < limits.hi[i]) {
        place[i] = std::int32_t(movable.size());
        movable.push_back(std::int32_t(i));
      }
    for (std::int64_t k = 0; k < limits.linear_rows(); ++k) {
      Row row{{}, limits.linear_lo[k], limits.linear_hi[k], 0};
      for (std::int64_t i = 0; i < n; ++i) {
        const double a = limits.linear[k * n + i];
        if (a == 0) continue;
        row.terms.push_back({std::int32_t(i), place[i], a, a * limits.gain[i]});
        if (place[i] >= 0) row.length = madd(row.terms.back().unit, row.terms.back().unit, row.length);
      }
      row.length = std::sqrt(row.length);
      for (Term& term : row.terms) term.unit /= row.length;
      if (row.length > 0 && std::isfinite(row.length)) rows.push_back(row);
    }
    pull_.resize(2 * rows.size()), push_.resize(movable.size());
  }

  std::int64_t size() const { return std::int64_t(movable.size()); }
  std::int64_t count() const { return 2 * (size() + std::int64_t(rows.size())); }
  bool linear(std::int64_t number) const { return number >= 2 * size(); }
  const Row& row(std::int64_t number) const { return rows[number / 2 - size()]; }
  bool equal(std::int64_t number) const { return linear(number) && row(number).lo == row(number).hi; }
  double gain(std::int64_t place) const { return gain_[movable[place]]; }

  // The end of a bound.
  double end(std::int64_t number) const { return (number % 2 ? limits_.lo : limits_.hi)[movable[number / 2]]; }

  // The distance to a constraint; below 0 where it is violated.
  double slack(std::int64_t number, const double* q) const {
    if (linear(number)) {
      const Row& r = row(number);
      const double value = value_of(r, q);
      return (number % 2 ? value - r.lo : r.hi - value) / r.length;
    }
    const std::int32_t column = movable[number / 2];
    return (number % 2 ? q[column] - limits_.lo[column] : limits_.hi[column] - q[column]) / gain_[column];
  }

  // aᵀs for a direction over the movable parameters.
  double leaving(std::int64_t number, const double* s) const {
    double sum = 0;
    if (!linear(number)) sum = s[number / 2];
    else
      for (const Term& term : row(number).terms)
        if (term.place >= 0) sum = madd(term.unit, s[term.place], sum);
    return number % 2 ? -sum : sum;
  }

  double least_slack(const double* q) const {
    double least = 0;
    for (std::int64_t i = 0; i < count(); ++i) least = std::min(least, slack(i, q));
    return least;
  }

  // q becomes the nearest state inside, by Dykstra's projections (1983).  A state inside keeps its bits.
  void bring_inside(double* q) {
    if (least_slack(q) >= -kInsideSlack) return;
    std::fill(pull_.begin(), pull_.end(), 0.0), std::fill(push_.begin(), push_.end(), 0.0);
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
      double changed = 0;
      for (std::size_t k = 0; k < 2 * rows.size(); ++k) {
        const Row& r = rows[k / 2];
        const double sign = k % 2 ? -1 : 1;
        const double beyond = sign * (value_of(r, q) - (k % 2 ? r.lo : r.hi)) / r.length;
        const double now = std::max(pull_[k] + beyond, 0.0), more = (now - pull_[k]) * sign;
        for (const Term& term : r.terms)
          if (term.place >= 0) q[term.column] -= more * gain_[term.column] * term.unit;
        changed = std::max(changed, std::fabs(more));
        pull_[k] = now;
      }
      for (std::int64_t i = 0; i < size(); ++i) {
        const std::int32_t c = movable[i];
        const double free = q[c] + push_[i];
        q[c] = std::min(std::max(free, limits_.lo[c]), limits_.hi[c]);
        changed = std::max(changed, std::fabs(free - q[c] - push_[i]));
        push_[i] = free - q[c];
      }
      if (changed <= kSettledChange && least_slack(q) >= -kInsideSlack) break;
    }
  }

  // The share of the way from q to another state before it violates a linear limit that q satisfies; 1 at most.
  double part_inside(const double* q, const double* to) const {
    double t = 1;
    for (const Row& r : rows) {
      const double now = value_of(r, q), then = value_of(r, to), slack = 2e-13 * (1 + std::fabs(now));
      if (now <= r.hi + slack && then > r.hi + slack) t = std::min(t, std::max(0.0, r.hi - now) / (then - now));
      if (now >= r.lo - slack && then < r.lo - slack) t = std::min(t, std::max(0.0, now - r.lo) / (now - then));
    }
    return t;
  }

  // Removes violations of linear limits that come from rounding, using the parameters that are at no limit of the steps.  A
  // violation of 1e-13 changes the merit by as much as a search gains in its last steps.
  void trim(double* q, const StepLimits& steps) const {
    for (int sweep = 0; sweep < 3; ++sweep)
      for (const Row& r : rows) {
        const double value = value_of(r, q), beyond = value > r.hi ? value - r.hi : value < r.lo ? value - r.lo : 0.0;
        if (beyond == 0 || !(std::fabs(beyond) <= kMaxRounding * (1 + std::fabs(value)))) continue;
        double square = 0;
        for (const Term& term : r.terms)
          if (free(term, q, steps)) square = madd(term.unit, term.unit, square);
        if (square == 0) continue;
        const double share = beyond / (r.length * square);
        for (const Term& term : r.terms)
          if (free(term, q, steps)) {
            double& x = q[term.column];
            x = std::min(std::max(x - share * gain_[term.column] * term.unit, steps.lo[term.column]), steps.hi[term.column]);
          }
      }
  }

 private:
  static constexpr int kMaxSweeps = 5000;  // of Dykstra's projections
  static constexpr double kMaxRounding =
      1e-9;  // the largest violation that rounding explains, where equations are nearly singular
  static constexpr double kInsideSlack = 1e-12,
                          kSettledChange = 1e-9;  // tolerance of a state inside; largest change of the last sweep

  const KernelLimits& limits_;
  std::vector<double> gain_;  // as they were at first: unit normals are those of their metric
  std::vector<double> pull_, push_;

  static bool free(const Term& term, const double* q, const StepLimits& steps) {
    return term.place >= 0 && q[term.column] > steps.lo[term.column] && q[term.column] < steps.hi[term.column];
  }

  static double value_of(const Row& r, const double* q) {
    double value = 0;
    for (const Term& term : r.terms) value = madd(term.a, q[term.column], value);
    return value;
  }
};

}  // namespace manikin
