// A variable metric on a face of a polyhedron: the matrices of Zhao & Badler's appendix.
// Mirrors manikin/solvers/zhao/variable_metric.py.
//
// The normal of a bound is a unit vector, so only the block of (AᵀA)⁻¹ that belongs to linear limits is kept.  With C
// their normals and F the parameters at no bound, it is S⁻¹ = (C_FᵀC_F)⁻¹; the rest follows from it.  Rows and columns
// of H at bounds are zero.
#pragma once

#include "numerics/symmetric.hpp"
#include "solvers/polyhedron.hpp"

namespace manikin {

class VariableMetric {
 public:
  enum class Formula { by_switch, bfgs, dfp };
  // A new normal counts as linearly dependent if the squared norm of its part orthogonal to the active normals is below this.
  static constexpr double kDependentSquared = 1e-12;

  explicit VariableMetric(const Polyhedron& box)
      : polyhedron_(box), n_(box.size()), rows_(std::int64_t(box.rows.size())), stride_((n_ + 7) / 8 * 8), h_(n_), side_(n_),
        normals_(rows_ * stride_), s_(rows_ * rows_), beta_(rows_), c_(rows_), sc_(rows_), ha_(stride_), a_(stride_) {
    active_linear_.reserve(rows_);
  }

  double unit = 1;

  void clear() {
    std::fill(side_.begin(), side_.end(), 0), active_linear_.clear();
    h_.set_diagonal(1);
    unit = 1;
  }

  bool active(std::int64_t number) const {
    if (!polyhedron_.linear(number)) return side_[number / 2] == (number % 2 ? -1 : 1);
    return std::find(active_linear_.begin(), active_linear_.end(), number) != active_linear_.end();
  }

  // out := P g, the part of g within the face; gives its length.  Prepares multipliers().
  double project(const double* g, double* out) {
    for (std::size_t k = 0; k < active_linear_.size(); ++k) c_[k] = inner_free(normal(k), g);
    for (std::size_t k = 0; k < active_linear_.size(); ++k)
      beta_[k] = inner(s(k), c_.data(), std::int64_t(active_linear_.size()));
    for (std::int64_t i = 0; i < n_; ++i) out[i] = g[i];
    for (std::size_t k = 0; k < active_linear_.size(); ++k) add_scaled(out, normal(k), -beta_[k], n_);
    double sum = 0;
    for (std::int64_t i = 0; i < n_; ++i) {
      if (side_[i]) out[i] = 0;
      sum = madd(out[i], out[i], sum);
    }
    return std::sqrt(sum);
  }

  // Calls use(number, α_i a_ii^(−1/2)) for every active inequality in the order of their numbers; after project(g).
  template <class Use> void multipliers(const double* g, const Use& use) {
    const auto m = std::int64_t(active_linear_.size());
    for (std::int64_t i = 0; i < n_; ++i) {
      if (!side_[i]) continue;
      double alpha = g[i], corner = 1;
      if (m) {
        column_of(i);
        for (std::int64_t k = 0; k < m; ++k) alpha = madd(-c_[k], beta_[k], alpha), corner = madd(c_[k], sc_[k], corner);
      }
      use(2 * i + (side_[i] < 0), side_[i] * alpha / std::sqrt(corner));
    }
    std::int64_t last = -1;
    for (std::int64_t done = 0; done < m; ++done) {
      std::int64_t next = -1;
      for (std::int64_t k = 0; k < m; ++k)
        if (active_linear_[k] > last && (next < 0 || active_linear_[k] < active_linear_[next])) next = k;
      last = active_linear_[next];
      if (!polyhedron_.equal(last)) use(last, (last % 2 ? -1 : 1) * beta_[next] / std::sqrt(s(next)[next]));
    }
  }

  // Makes a constraint active (eq. 32).  False, with no change, if it is linearly dependent on the active ones.
  bool add(std::int64_t number) { return polyhedron_.linear(number) ? add_linear(number) : add_bound(number); }
  // Drops an active constraint (eq. 30).
  void drop(std::int64_t number) { polyhedron_.linear(number) ? drop_linear(number) : drop_bound(number / 2); }

  // out := H x
  void apply(const double* x, double* out) const { h_.apply(x, out); }

  // out := −H g, without the part outside the face that comes from rounding.
  void direction(const double* g, double* out) {
    apply(g, out);
    for (std::int64_t i = 0; i < n_; ++i) out[i] = -out[i];
    const auto m = std::int64_t(active_linear_.size());
    for (std::int64_t k = 0; k < m; ++k) c_[k] = inner(normal(k), out, n_);
    for (std::int64_t k = 0; k < m; ++k) add_scaled(out, normal(k), -inner(s(k), c_.data(), m), n_);
    if (m) clear_bounds(out);
  }

  // Updates H by a step and the change y of the gradient, with H y given: eq. 33 (BFGS) or 34 (DFP).
  void update(const double* step, const double* hy, double sy, double yhy, Formula formula) {
    if (formula == Formula::bfgs || (formula == Formula::by_switch && sy >= yhy))
      h_.add(step, hy, (1 + yhy / sy) / sy, -1 / sy, 0);
    else if (yhy > 0) h_.add(step, hy, 1 / sy, 0, -1 / yhy);
  }

  // H := unit · P; the active set stays.
  void scale(double by) {
    unit = by;
    const auto m = std::int64_t(active_linear_.size());
    h_.set_diagonal(by);
    for (std::int64_t k = 0; k < m; ++k) {
      std::copy(normal(k), normal(k) + stride_, a_.begin()), std::fill(ha_.begin(), ha_.end(), 0.0);
      for (std::int64_t l = 0; l < m; ++l) add_scaled(ha_.data(), normal(l), s(k)[l], n_);
      h_.add(a_.data(), ha_.data(), 0, -0.5 * by, 0);
    }
    for (std::int64_t i = 0; i < n_; ++i)
      if (side_[i]) h_.clear_row(i);
  }

 private:
  const Polyhedron& polyhedron_;
  std::int64_t n_, rows_, stride_;
  Symmetric h_;
  std::vector<std::int8_t> side_;            // for every parameter: 1 at its upper bound, −1 at its lower, 0 at none
  std::vector<double> normals_;              // of the active linear limits, dense
  std::vector<double> s_;                    // S⁻¹
  std::vector<std::int64_t> active_linear_;  // numbers of the active linear limits
  std::vector<double> beta_, c_, sc_, ha_, a_;

  double* normal(std::int64_t k) { return normals_.data() + k * stride_; }
  double* s(std::int64_t k) { return s_.data() + k * rows_; }

  double inner_free(const double* a, const double* b) const {
    double sum = 0;
    for (std::int64_t i = 0; i < n_; ++i)
      if (!side_[i]) sum = madd(a[i], b[i], sum);
    return sum;
  }
  void clear_bounds(double* x) const {
    for (std::int64_t i = 0; i < n_; ++i)
      if (side_[i]) x[i] = 0;
  }
  // c := row i of C, sc := S⁻¹ c
  void column_of(std::int64_t i) {
    const auto m = std::int64_t(active_linear_.size());
    for (std::int64_t k = 0; k < m; ++k) c_[k] = normal(k)[i];
    for (std::int64_t k = 0; k < m; ++k) sc_[k] = inner(s(k), c_.data(), m);
  }
  // S⁻¹ += by · sc scᵀ
  void change_inverse(double by, std::int64_t m) {
    for (std::int64_t k = 0; k < m; ++k) add_scaled(s(k), sc_.data(), by * sc_[k], m);
  }
  bool add_bound(std::int64_t number) {
    const std::int64_t i = number / 2;
    if (side_[i]) return false;
    const auto m = std::int64_t(active_linear_.size());
    column_of(i);
    const double pivot = 1 - inner(c_.data(), sc_.data(), m);
    if (!(pivot > kDependentSquared)) return false;
    change_inverse(1 / pivot, m);
    h_.copy_row(i, ha_.data());
    if (ha_[i] > 0) h_.add(ha_.data(), -1 / ha_[i]);
    side_[i] = number % 2 ? -1 : 1;
    h_.clear_row(i);
    return true;
  }

  void drop_bound(std::int64_t i) {
    const auto m = std::int64_t(active_linear_.size());
    column_of(i);
    const double corner = 1 + inner(c_.data(), sc_.data(), m);
    side_[i] = 0;
    if (m == 0) {
      h_.add_to_diagonal(i, unit);
      return;
    }
    change_inverse(-1 / corner, m);
    column_of(i);
    std::fill(ha_.begin(), ha_.end(), 0.0);
    for (std::int64_t k = 0; k < m; ++k) add_scaled(ha_.data(), normal(k), -sc_[k], n_);
    ha_[i] += 1;
    clear_bounds(ha_.data());
    h_.add(ha_.data(), unit * corner);
  }

  bool add_linear(std::int64_t number) {
    const auto m = std::int64_t(active_linear_.size());
    if (m == rows_) return false;
    double* a = normal(m);
    std::fill(a, a + stride_, 0.0);
    for (const Polyhedron::Term& term : polyhedron_.row(number).terms)
      if (term.place >= 0) a[term.place] = term.unit;
    for (std::int64_t k = 0; k < m; ++k) c_[k] = inner_free(normal(k), a);
    for (std::int64_t k = 0; k < m; ++k) sc_[k] = inner(s(k), c_.data(), m);
    const double pivot = inner_free(a, a) - inner(c_.data(), sc_.data(), m);
    if (!(pivot > kDependentSquared)) return false;
    change_inverse(1 / pivot, m);
    for (std::int64_t k = 0; k < m; ++k) s(k)[m] = s(m)[k] = -sc_[k] / pivot;
    s(m)[m] = 1 / pivot;
    active_linear_.push_back(number);
    apply(a, ha_.data());
    const double width = inner(a, ha_.data(), n_);
    if (width > 0) h_.add(ha_.data(), -1 / width);
    return true;
  }

  void drop_linear(std::int64_t number) {
    const auto m = std::int64_t(active_linear_.size());
    std::int64_t at = 0;
    while (at < m && active_linear_[at] != number) ++at;
    if (at == m) return;
    const double corner = s(at)[at];
    std::fill(ha_.begin(), ha_.end(), 0.0);
    for (std::int64_t k = 0; k < m; ++k) {
      sc_[k] = s(k)[at];
      add_scaled(ha_.data(), normal(k), sc_[k], n_);
    }
    clear_bounds(ha_.data());
    h_.add(ha_.data(), unit / corner);
    change_inverse(-1 / corner, m);
    for (std::int64_t k = at; k + 1 < m; ++k) {  // close the gap
      std::copy(normal(k + 1), normal(k + 1) + stride_, normal(k));
      std::copy(s(k + 1), s(k + 1) + m, s(k));
      active_linear_[k] = active_linear_[k + 1];
    }
    for (std::int64_t k = 0; k + 1 < m; ++k) std::copy(s(k) + at + 1, s(k) + m, s(k) + at);
    active_linear_.pop_back();
  }
};

}  // namespace manikin
