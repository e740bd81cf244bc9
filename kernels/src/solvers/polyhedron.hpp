// The polyhedron that limits and linear limits make, in parameters scaled by their gains.  Mirrors manikin/solvers/polyhedron.py.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "lanes/lanes.hpp"
#include "solvers/kernel_limits.hpp"

namespace manikin {

// aᵀx ≤ b, or = b, with unit normals a, over x = q / gain of the parameters that can move.  Two constraints for every such
// parameter, upper end first, then two for every linear limit; a missing end is infinitely far.
class Polyhedron {
 public:
  struct Term {
    std::int32_t column, place;  // in the state; among the movable parameters, or −1
    double a, unit;              // the coefficient; that of the unit normal
  };
  struct Row {
    std::vector<Term> terms;
    double lo, hi, length;  // ends; what the coefficients were divided by
  };

  std::vector<std::int32_t> movable;
  std::vector<Row> rows;

  explicit Polyhedron(const Setting& setting) : setting_(setting) {
    const auto n = static_cast<std::int64_t>(setting.lo.size());
    std::vector<std::int32_t> place(n, -1);
    for (std::int64_t i = 0; i < n; ++i)
      if (setting.gain[i] > 0 && setting.lo[i] < setting.hi[i]) {
        place[i] = std::int32_t(movable.size());
        movable.push_back(std::int32_t(i));
      }
    for (std::int64_t k = 0; k < setting.linear_rows(); ++k) {
      Row row{{}, setting.linear_lo[k], setting.linear_hi[k], 0};
      for (std::int64_t i = 0; i < n; ++i) {
        const double a = setting.linear[k * n + i];
        if (a == 0) continue;
        row.terms.push_back({std::int32_t(i), place[i], a, a * setting.gain[i]});
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
  double gain(std::int64_t place) const { return setting_.gain[movable[place]]; }

  // The end of a bound.
  double end(std::int64_t number) const { return (number % 2 ? setting_.lo : setting_.hi)[movable[number / 2]]; }

  // How far a constraint is from being active; below 0 where it is broken.
  double slack(std::int64_t number, const double* q) const {
    if (linear(number)) {
      const Row& r = row(number);
      const double value = value_of(r, q);
      return (number % 2 ? value - r.lo : r.hi - value) / r.length;
    }
    const std::int32_t column = movable[number / 2];
    return (number % 2 ? q[column] - setting_.lo[column] : setting_.hi[column] - q[column]) / setting_.gain[column];
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

  // q becomes the nearest state inside, by Dykstra's projections (1983); it stays, to the bit, if it is inside.
  void bring_inside(double* q) {
    if (least_slack(q) >= -kInside) return;
    std::fill(pull_.begin(), pull_.end(), 0.0), std::fill(push_.begin(), push_.end(), 0.0);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      double changed = 0;
      for (std::size_t k = 0; k < 2 * rows.size(); ++k) {
        const Row& r = rows[k / 2];
        const double sign = k % 2 ? -1 : 1;
        const double beyond = sign * (value_of(r, q) - (k % 2 ? r.lo : r.hi)) / r.length;
        const double now = std::max(pull_[k] + beyond, 0.0), more = (now - pull_[k]) * sign;
        for (const Term& term : r.terms)
          if (term.place >= 0) q[term.column] -= more * setting_.gain[term.column] * term.unit;
        changed = std::max(changed, std::fabs(more));
        pull_[k] = now;
      }
      for (std::int64_t i = 0; i < size(); ++i) {
        const std::int32_t c = movable[i];
        const double free = q[c] + push_[i];
        q[c] = std::min(std::max(free, setting_.lo[c]), setting_.hi[c]);
        changed = std::max(changed, std::fabs(free - q[c] - push_[i]));
        push_[i] = free - q[c];
      }
      if (changed <= kSettled && least_slack(q) >= -kInside) break;
    }
  }

  // How much of the way from q to another state may be gone before a linear limit is broken that q keeps.
  double part_inside(const double* q, const double* to) const {
    double t = 1;
    for (const Row& r : rows) {
      const double now = value_of(r, q), then = value_of(r, to), slack = 2e-13 * (1 + std::fabs(now));
      if (now <= r.hi + slack && then > r.hi + slack) t = std::min(t, std::max(0.0, r.hi - now) / (then - now));
      if (now >= r.lo - slack && then < r.lo - slack) t = std::min(t, std::max(0.0, now - r.lo) / (now - then));
    }
    return t;
  }

  // Takes back what rounding put beyond linear limits, by the parameters that no limit holds.  States that lie beyond by 1e-13
  // differ in merit by as much as a search gains in its last steps.
  void trim(double* q, double most = kRounding) const {
    for (int sweep = 0; sweep < 3; ++sweep)
      for (const Row& r : rows) {
        const double value = value_of(r, q), beyond = value > r.hi ? value - r.hi : value < r.lo ? value - r.lo : 0.0;
        if (beyond == 0 || !(std::fabs(beyond) <= most * (1 + std::fabs(value)))) continue;
        double square = 0;
        for (const Term& term : r.terms)
          if (free(term, q)) square = madd(term.unit, term.unit, square);
        if (square == 0) continue;
        const double share = beyond / (r.length * square);
        for (const Term& term : r.terms)
          if (free(term, q)) {
            double& x = q[term.column];
            x = std::min(std::max(x - share * setting_.gain[term.column] * term.unit, setting_.lo[term.column]), setting_.hi[term.column]);
          }
      }
  }

 private:
  static constexpr int kSweeps = 5000;
  static constexpr double kRounding = 1e-9;  // the most that comes from it, where equations are nearly singular
  static constexpr double kInside = 1e-12, kSettled = 1e-9;  // what lies beyond by less lies inside

  const Setting& setting_;
  std::vector<double> pull_, push_;

  bool free(const Term& term, const double* q) const {
    return term.place >= 0 && q[term.column] > setting_.lo[term.column] && q[term.column] < setting_.hi[term.column];
  }

  static double value_of(const Row& r, const double* q) {
    double value = 0;
    for (const Term& term : r.terms) value = madd(term.a, q[term.column], value);
    return value;
  }
};

}  // namespace manikin
