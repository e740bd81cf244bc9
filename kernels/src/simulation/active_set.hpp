// The quadratic programme of a constrained step, solved by an active set.  Mirrors manikin/simulation/active_set.py.
//
//   minimise ½|x − t|² + ½ Σ |A x − b|²/c over soft rows + ½ Σ |S x|²/c over secants, with A x = b on equal rows and
//   low ≤ A x ≤ high on ranged ones, xl ≤ x ≤ xu.  x = t + Aᵀy on free columns, (A Aᵀ + diag c) y = b − A t (W eq. 5.5).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "numerics/dense.hpp"
#include "numerics/singular.hpp"

namespace manikin {

enum RowKind : std::uint8_t { kEqual, kRanged, kSoft, kRowKinds };

// M = Uᵀ U of a matrix that may be singular: rows that depend on earlier ones are left out of U.  With a truncation it is the
// singular value decomposition of M, where values up to that share of the largest count as zero (W 5.2).
class Factor {
 public:
  explicit Factor(std::int64_t max_rows, double truncation)
      : stride_(whole_lanes(max_rows)), max_rows_(max_rows), truncation_(truncation), upper_(max_rows * stride_),
        inverse_(max_rows), u_(stride_), gram_(max_rows * stride_), kept_(max_rows) {
    if (truncation_ > 0) singular_ = std::make_unique<SingularValues>(max_rows, max_rows);
  }

  bool truncates() const { return truncation_ > 0; }

  // The length of a row that is written and read by whole lanes.
  static std::int64_t whole_lanes(std::int64_t count) { return (count + width<Lanes> - 1) / width<Lanes> * width<Lanes>; }

  // Factorises the upper triangle of m, whose rows have the length whole_lanes(max_rows); overwrites m.
  void factorise(double* m, std::int64_t rows) {
    const std::int64_t end = whole_lanes(rows);
    count_ = 0, rows_ = rows;
    if (truncates()) return decompose(m);
    for (std::int64_t i = 0; i < rows; ++i) u_[i] = kDependentShare * m[i * stride_ + i];
    for (std::int64_t i = 0; i < rows; ++i) {
      const double* from = m + i * stride_;
      if (!(from[i] > u_[i])) continue;
      double* u = row(count_);
      inverse_[count_] = 1 / std::sqrt(from[i]);
      for (std::int64_t k = i / width<Lanes> * width<Lanes>; k < end; ++k) u[k] = from[k] * inverse_[count_];
      for (std::int64_t k = i + 1; k < rows; ++k) {
        const std::int64_t begin = k / width<Lanes> * width<Lanes>;  // numbers before k are not used
        add_scaled(m + k * stride_ + begin, u + begin, -u[k], end - begin);
      }
      kept_[count_++] = i;
    }
  }

  // v := y of M y = v for the first `rows` rows of M, zero for rows left out.  With a truncation, for all rows.
  void solve(double* v, std::int64_t rows) {
    if (truncates()) return apply_singular(v, true);
    const std::int64_t rank = rank_of(rows);
    for (std::int64_t j = 0; j < rank; ++j) {
      const std::int64_t i = kept_[j];
      u_[j] = v[i] * inverse_[j];
      add_scaled(v + i + 1, row(j) + i + 1, -u_[j], rows - i - 1);
    }
    std::fill(v, v + rows, 0.0);
    for (std::int64_t j = rank - 1; j >= 0; --j) {
      const std::int64_t i = kept_[j];
      v[i] = (u_[j] - inner(row(j) + i + 1, v + i + 1, rows - i - 1)) * inverse_[j];
    }
  }

  // v := its projection on the range of M; of several solutions that is the shortest.
  void project_on_range(double* v) {
    if (truncates()) return apply_singular(v, false);
    if (count_ == rows_) return;
    for (std::int64_t j = 0; j < count_; ++j) {
      u_[j] = inner(row(j) + kept_[j], v + kept_[j], rows_ - kept_[j]);
      for (std::int64_t k = 0; k <= j; ++k)
        gram_[j * stride_ + k] = inner(row(j) + kept_[j], row(k) + kept_[j], rows_ - kept_[j]);
    }
    std::fill(v, v + rows_, 0.0);
    if (cholesky_in_place(gram_.data(), count_, stride_)) solve_cholesky(gram_.data(), u_.data(), count_, stride_);
    for (std::int64_t j = 0; j < count_; ++j) add_scaled(v + kept_[j], row(j) + kept_[j], u_[j], rows_ - kept_[j]);
  }

 private:
  static constexpr double kDependentShare = 1e-12;  // a row with a smaller share of its diagonal left depends on earlier rows

  std::int64_t stride_, max_rows_, count_ = 0, rows_ = 0;
  double truncation_;
  std::unique_ptr<SingularValues> singular_;
  std::vector<double> upper_, inverse_, u_, gram_;
  std::vector<std::int64_t> kept_;  // for every row of U, the row of M that it begins at

  void decompose(const double* m) {
    for (std::int64_t i = 0; i < max_rows_; ++i) {
      double* to = singular_->row(i);
      std::fill(to, to + singular_->stride(), 0.0);
      for (std::int64_t k = 0; k < rows_ && i < rows_; ++k) to[k] = m[std::min(i, k) * stride_ + std::max(i, k)];
    }
    singular_->decompose();
  }

  // v := Σ u (uᵀv) over the singular vectors that count, each divided by its singular value if `invert`.
  void apply_singular(double* v, bool invert) {
    std::fill(u_.begin(), u_.begin() + rows_, 0.0);
    for (std::int64_t i = 0; i < max_rows_; ++i) {
      const double sigma = singular_->sigma(i);
      if (!(sigma > truncation_ * singular_->largest())) continue;
      add_scaled(u_.data(), singular_->left(i), inner(singular_->left(i), v, rows_) / (invert ? sigma : 1.0), rows_);
    }
    std::copy(u_.begin(), u_.begin() + rows_, v);
  }

  double* row(std::int64_t j) { return upper_.data() + j * stride_; }
  std::int64_t rank_of(std::int64_t rows) const {
    std::int64_t rank = count_;
    while (rank > 0 && kept_[rank - 1] >= rows) --rank;
    return rank;
  }
};

// out := the inner products of a with four vectors, weighted by w.
inline void inner_four(const double* a, const double* w, const std::array<const double*, 4>& b, std::int64_t n, double* out) {
  Lanes sums[4] = {};
  std::int64_t i = 0;
  for (; i + width<Lanes> <= n; i += width<Lanes>) {
    const Lanes x = load<Lanes>(a + i) * load<Lanes>(w + i);
    for (int k = 0; k < 4; ++k) sums[k] = madd(x, load<Lanes>(b[k] + i), sums[k]);
  }
  for (int k = 0; k < 4; ++k) out[k] = sum_of(sums[k]);
  for (; i < n; ++i)
    for (int k = 0; k < 4; ++k) out[k] = madd(a[i] * w[i], b[k][i], out[k]);
}

// The right sides, ranges and bounds of one solve.
struct Demands {
  explicit Demands(std::int64_t rows, std::int64_t columns)
      : t(columns), b(rows), low(rows), high(rows), xl(columns), xu(columns) {}
  std::vector<double> t, b, low, high, xl, xu;
  double softness = -1;  // c of soft rows; below 0: they are left out
  bool firm = false;     // no row may yield
  bool release = true;   // whether active ends may be released
};

// Rows (m × n): equal ones first, then ranged, then soft; and the active sets of the last solve.
class QuadraticProgramme {
 public:
  // `yields`: whether a row may yield where bounds block it or rows contradict each other.  Where there are soft rows, room
  // is kept after all rows for secants: further soft rows with the right side 0, for curvature that the rows do not have.
  QuadraticProgramme(const std::vector<std::uint8_t>& kinds, std::vector<std::uint8_t> yields, std::int64_t columns,
                     double truncation)
      : a((kinds.size() + room_for_secants(kinds)) * columns), x(columns), y(kinds.size() + room_for_secants(kinds)),
        z(columns), bound_side(columns), range_side(kinds.size()), m_(kinds.size()), all_(m_ + room_for_secants(kinds)),
        n_(columns), kinds_(kinds), yields_(std::move(yields)), first_(all_, 0), last_(all_, columns),
        stride_(Factor::whole_lanes(all_)), free_(n_), matrix_(all_ * stride_ + 4), right_(all_), row_size_(all_),
        change_(n_), factor_(all_, truncation), new_bound_side_(n_), new_range_side_(m_), kept_bound_side_(n_),
        kept_range_side_(m_), first_bound_side_(n_), first_range_side_(m_), met_bound_side_(n_), met_range_side_(m_) {
    active.reserve(all_);
  }

  static constexpr std::int64_t kMaxSecants = 6;

  std::vector<double> a, x, y, z;                   // rows; the solution; multipliers of rows and of bounds
  std::vector<signed char> bound_side, range_side;  // −1 at the lower end, 1 at the upper end, 0 free
  std::vector<std::int64_t> active;                 // the rows of the factor
  std::int64_t rows() const { return m_; }
  std::int64_t columns() const { return n_; }
  RowKind kind(std::int64_t i) const { return i < m_ ? static_cast<RowKind>(kinds_[i]) : kSoft; }
  std::int64_t secants() const { return secants_; }
  // Makes room for one more secant, instead of the oldest if there are too many already; gives the row to be written.
  double* new_secant() {
    if (secants_ == all_ - m_) drop_oldest_secant();
    return row(m_ + secants_++);
  }
  void drop_oldest_secant() {
    if (secants_ > 0) std::copy(row(m_ + 1), row(m_) + secants_-- * n_, row(m_));
  }
  void drop_secants() { secants_ = 0; }
  bool soft() const { return m_ > 0 && kind(m_ - 1) == kSoft; }  // soft rows come last
  const double* row(std::int64_t i) const { return a.data() + i * n_; }
  double* row(std::int64_t i) { return a.data() + i * n_; }
  Factor& factor() { return factor_; }
  bool factored = false;

  struct Sets {  // the active sets that the next solve begins with
    std::vector<signed char> bound_side, range_side, met_bound_side, met_range_side;
  };
  Sets sets() const { return {bound_side, range_side, met_bound_side_, met_range_side_}; }
  void restore(Sets sets) {
    bound_side = std::move(sets.bound_side), range_side = std::move(sets.range_side),
    met_bound_side_ = std::move(sets.met_bound_side), met_range_side_ = std::move(sets.met_range_side);
    factored = false;
  }

  // Corrections change the sets; the next step begins with those of the last step.
  void keep_sets() { kept_bound_side_ = bound_side, kept_range_side_ = range_side; }
  void restore_sets() { bound_side = kept_bound_side_, range_side = kept_range_side_, factored = false; }

  void extent(std::int64_t i, std::int64_t first, std::int64_t last) {  // the columns of a row outside [first, last) are zero
    constexpr std::int64_t w = width<Lanes>;  // rounded to whole lanes, within the row
    first_[i] = first / w * w, last_[i] = std::min(n_, (last + w - 1) / w * w);
  }

  // out += s · row i
  void add_row(std::int64_t i, double s, double* out) const {
    add_scaled(out + first_[i], row(i) + first_[i], s, last_[i] - first_[i]);
  }
  double times(std::int64_t i, const double* v) const { return inner(row(i) + first_[i], v + first_[i], last_[i] - first_[i]); }

  void solve(const Demands& d) {
    if (d.release) apply_met_ends();
    release_infinite_ends(d);
    first_bound_side_ = bound_side, first_range_side_ = range_side;
    yielding_softness_ = 0;
    for (std::int64_t i = 0; i < m_ && !d.firm && !factor_.truncates(); ++i)
      if (yields_[i]) yielding_softness_ = std::max(yielding_softness_, kYieldingSoftness * times(i, row(i)));
    if (!exchange_sets(d) && !d.firm) {
      bound_side = first_bound_side_, range_side = first_range_side_;
      for (std::int64_t j = 0; j < n_; ++j)  // a bound that is away from 0 would be a step towards it, and perhaps uphill
        if ((bound_side[j] < 0 && d.xl[j] < -kSlack) || (bound_side[j] > 0 && d.xu[j] > kSlack)) bound_side[j] = 0;
      solve_active(d);
      const double part = feasible_share(d);
      for (double& each : x) each *= part;
    }
    for (std::int64_t j = 0; j < n_; ++j) x[j] = std::min(std::max(x[j], d.xl[j]), d.xu[j]);
  }

 private:
  // The most exchanges of the active sets in one solve, and the most more of them: one for each range beyond the second.
  static constexpr int kExchanges = 5, kMaxExtraExchanges = 15;
  static constexpr double kSlack = 1e-12;            // a smaller violation of an end counts as none
  static constexpr double kYieldingSoftness = 1e-9;  // c of rows that may yield, as a share of the largest |row|²
  static constexpr double kRoundingShare = 1e-14;    // rounding of a row, as a share of its multiplier times its size

  static std::int64_t room_for_secants(const std::vector<std::uint8_t>& kinds) {
    return !kinds.empty() && kinds.back() == kSoft ? kMaxSecants : 0;
  }

  std::int64_t m_, all_, n_, secants_ = 0;  // rows, rows with the room for secants, columns, secants in use
  double yielding_softness_ = 0, slack_ = kSlack;  // c of rows that may yield; tolerance of comparisons with rounding
  std::vector<std::uint8_t> kinds_, yields_;
  std::vector<std::int64_t> first_, last_;
  std::int64_t stride_;
  std::vector<double> free_, matrix_, right_, row_size_, change_;
  Factor factor_;
  std::vector<signed char> new_bound_side_, new_range_side_, kept_bound_side_, kept_range_side_, first_bound_side_,
      first_range_side_;
  std::vector<signed char> met_bound_side_, met_range_side_;  // ends that shortened a step; the next solve begins at them

  // Exchanges whole sets while the number of wrong entries falls, then one entry at a time (Júdice & Pires 1994).
  // False if that took too many rounds.
  bool exchange_sets(const Demands& d) {
    std::int64_t fewest = m_ + n_ + 1;
    int patience = 3;
    const int rounds = d.firm ? 10 * kExchanges : kExchanges + std::min(kMaxExtraExchanges, std::max(held_goal_count() - 2, 0));
    for (int round = 0; round < rounds; ++round) {
      solve_active(d);
      const std::int64_t count = find_changes(d);
      if (count == 0) return true;
      if (count < fewest) fewest = count, patience = 3;
      else if (patience > 0) --patience;
      else keep_last_change();
      bound_side.swap(new_bound_side_), range_side.swap(new_range_side_);
    }
    return false;
  }

  // A range of a goal at an end moves only by rounding and by yielding.
  bool is_held_goal(std::int64_t i) const { return yields_[i] && range_side[i]; }

  int held_goal_count() const {
    int count = 0;
    for (std::int64_t i = 0; i < m_; ++i) count += kind(i) == kRanged && yields_[i] && range_side[i];
    return count;
  }

  void apply_met_ends() {
    for (std::int64_t j = 0; j < n_; ++j)
      bound_side[j] = bound_side[j] ? bound_side[j] : met_bound_side_[j], met_bound_side_[j] = 0;
    for (std::int64_t i = 0; i < m_; ++i)
      range_side[i] = range_side[i] ? range_side[i] : met_range_side_[i], met_range_side_[i] = 0;
  }

  // The share of a step, 1 at most, that violates no bound.  The next solve begins at the ends that it meets.
  double feasible_share(const Demands& d) {
    auto reach = [](double step, double lo, double hi) {
      const double part = step > 0 ? hi / step : step < 0 ? lo / step : INFINITY;
      return part < 0 ? INFINITY : part;  // a value beyond its range is on its way back
    };
    double part = 1;
    for (std::int64_t j = 0; j < n_; ++j) part = std::min(part, reach(x[j], d.xl[j], d.xu[j]));
    for (std::int64_t i = 0; i < m_; ++i)
      if (kind(i) == kRanged && !is_held_goal(i)) part = std::min(part, reach(times(i, x.data()), d.low[i], d.high[i]));
    if (!d.release) return part;
    for (std::int64_t j = 0; j < n_; ++j)
      if (reach(x[j], d.xl[j], d.xu[j]) <= part) met_bound_side_[j] = x[j] > 0 ? 1 : -1;
    for (std::int64_t i = 0; i < m_; ++i) {
      if (kind(i) != kRanged || is_held_goal(i)) continue;
      const double value = times(i, x.data());
      if (reach(value, d.low[i], d.high[i]) <= part) met_range_side_[i] = value > 0 ? 1 : -1;
    }
    return part;
  }

  // Releases what stands at an infinite end.
  void release_infinite_ends(const Demands& d) {
    for (std::int64_t j = 0; j < n_; ++j)
      if ((bound_side[j] < 0 && d.xl[j] == -INFINITY) || (bound_side[j] > 0 && d.xu[j] == INFINITY)) bound_side[j] = 0;
    for (std::int64_t i = 0; i < m_; ++i)
      if ((range_side[i] < 0 && d.low[i] == -INFINITY) || (range_side[i] > 0 && d.high[i] == INFINITY)) range_side[i] = 0;
  }

  void solve_active(const Demands& d) {
    active.clear();
    for (std::int64_t i = 0; i < m_; ++i)
      if (kind(i) == kEqual || (kind(i) == kRanged && range_side[i]) || (kind(i) == kSoft && d.softness >= 0))
        active.push_back(i);
    for (std::int64_t k = 0; k < secants_ && d.softness >= 0; ++k) active.push_back(m_ + k);
    for (std::int64_t j = 0; j < n_; ++j) {
      x[j] = bound_side[j] < 0 ? d.xl[j] : bound_side[j] > 0 ? d.xu[j] : d.t[j];
      free_[j] = bound_side[j] == 0;
    }
    const auto count = static_cast<std::int64_t>(active.size());
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t i = active[k];
      const double wanted = i >= m_ ? 0.0 : range_side[i] < 0 ? d.low[i] : range_side[i] > 0 ? d.high[i] : d.b[i];
      right_[k] = wanted - times(i, x.data());
    }
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t i = active[k];
      for (std::int64_t l = k; l < count; l += 4) {  // numbers written past the end of a row are overwritten by the next row
        std::array<const double*, 4> others;
        std::int64_t begin = n_, end = 0;
        for (int o = 0; o < 4; ++o) {
          const std::int64_t other = active[std::min(l + o, count - 1)];
          begin = std::min(begin, first_[other]), end = std::max(end, last_[other]);
          others[o] = row(other);
        }
        begin = std::max(begin, first_[i]), end = std::min(end, last_[i]);
        for (const double*& other : others) other += begin;
        inner_four(row(i) + begin, free_.data() + begin, others, std::max<std::int64_t>(end - begin, 0),
                   matrix_.data() + k * stride_ + l);
      }
      double& diagonal = matrix_[k * stride_ + k];
      diagonal += kind(i) == kSoft ? d.softness : yields_[i] ? yielding_softness_ : 0.0;
      row_size_[k] = std::sqrt(diagonal);
    }
    factor_.factorise(matrix_.data(), count);
    factored = !factor_.truncates() || active.empty() ||
               kind(active.back()) != kSoft;  // else there is no factor of the hard rows alone
    factor_.solve(right_.data(), count);
    std::fill(y.begin(), y.end(), 0.0), std::fill(change_.begin(), change_.end(), 0.0);
    slack_ = kSlack;
    for (std::int64_t k = 0; k < count; ++k) {
      slack_ += kRoundingShare * std::fabs(right_[k]) * row_size_[k];
      y[active[k]] = right_[k];
      if (right_[k] != 0) add_row(active[k], right_[k], change_.data());
    }
    for (std::int64_t j = 0; j < n_; ++j) {
      if (bound_side[j]) z[j] = x[j] - d.t[j] - change_[j];
      else x[j] += change_[j], z[j] = 0;
    }
  }

  // Sets that the solution asks for: violated ends become active, ends that it pulls away from are released; counts changes.
  std::int64_t find_changes(const Demands& d) {
    std::int64_t count = 0;
    auto next = [&d, slack = slack_](signed char now, double value, double lo, double hi, double force) -> signed char {
      const double feasible_share = slack + kSlack * std::fabs(value);
      if (now == 0) return value > hi + feasible_share ? 1 : value < lo - feasible_share ? -1 : 0;
      return d.release && (now < 0 ? force < -slack : force > slack) ? 0 : now;
    };
    for (std::int64_t j = 0; j < n_; ++j) {
      new_bound_side_[j] = next(bound_side[j], x[j], d.xl[j], d.xu[j], z[j]);
      count += new_bound_side_[j] != bound_side[j];
    }
    for (std::int64_t i = 0; i < m_; ++i) {
      new_range_side_[i] =
          kind(i) == kRanged ? next(range_side[i], range_side[i] ? 0.0 : times(i, x.data()), d.low[i], d.high[i], y[i]) : 0;
      count += new_range_side_[i] != range_side[i];
    }
    return count;
  }

  // Keeps only the last of all changes.
  void keep_last_change() {
    std::int64_t last_row = -1, last_column = -1;
    for (std::int64_t i = 0; i < m_; ++i)
      if (new_range_side_[i] != range_side[i]) last_row = i;
    for (std::int64_t j = 0; j < n_; ++j)
      if (new_bound_side_[j] != bound_side[j]) last_column = j;
    const signed char as_row = last_row >= 0 ? new_range_side_[last_row] : 0,
                      as_column = last_column >= 0 ? new_bound_side_[last_column] : 0;
    new_bound_side_ = bound_side, new_range_side_ = range_side;
    if (last_row >= 0) new_range_side_[last_row] = as_row;
    else if (last_column >= 0) new_bound_side_[last_column] = as_column;
  }
};

}  // namespace manikin
