// The quadratic programme at the heart of a constrained step, solved by an active set.  Mirrors manikin/simulation/active_set.py.
//
//   minimise ½|x − t|² + ½ Σ |A x − b|²/c over soft rows, while A x = b on equal rows, low ≤ A x ≤ high on ranged ones,
//   xl ≤ x ≤ xu.  In the space of the rows: x = t + Aᵀy on the free columns, (A Aᵀ + diag c) y = b − A t (W eq. 5.5).
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

// M = Uᵀ U of a matrix that may be singular: rows that depend on earlier ones are left out of U.  With a truncation, the singular
// value decomposition of M instead, of which values up to that share of the largest count for nothing (W 5.2).
class Factor {
 public:
  explicit Factor(std::int64_t most, double truncation)
      : stride_(whole_lanes(most)), most_(most), truncation_(truncation), upper_(most * stride_), inverse_(most), u_(stride_),
        gram_(most * stride_), kept_(most) {
    if (truncation_ > 0) singular_ = std::make_unique<SingularValues>(most, most);
  }

  bool truncates() const { return truncation_ > 0; }

  // Rows that are written and read by whole lanes.
  static std::int64_t whole_lanes(std::int64_t count) { return (count + width<Lanes> - 1) / width<Lanes> * width<Lanes>; }

  // Of the upper triangle of m, rows of the length whole_lanes(most); uses it up.
  void find(double* m, std::int64_t rows) {
    const std::int64_t end = whole_lanes(rows);
    count_ = 0, rows_ = rows;
    if (truncates()) return decompose(m);
    for (std::int64_t i = 0; i < rows; ++i) u_[i] = kDependent * m[i * stride_ + i];
    for (std::int64_t i = 0; i < rows; ++i) {
      const double* from = m + i * stride_;
      if (!(from[i] > u_[i])) continue;
      double* u = row(count_);
      inverse_[count_] = 1 / std::sqrt(from[i]);
      for (std::int64_t k = i / width<Lanes> * width<Lanes>; k < end; ++k) u[k] = from[k] * inverse_[count_];
      for (std::int64_t k = i + 1; k < rows; ++k) {
        const std::int64_t begin = k / width<Lanes> * width<Lanes>;  // what is before k is of no use
        add_scaled(m + k * stride_ + begin, u + begin, -u[k], end - begin);
      }
      kept_[count_++] = i;
    }
  }

  // v := y of M y = v for the first rows of M alone, zero on those left out.  Where M is decomposed it is for all rows.
  void solve(double* v, std::int64_t rows) {
    if (truncates()) return project(v, true);
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

  // v := its part within the range of M: of a solution, the one of least length.
  void within(double* v) {
    if (truncates()) return project(v, false);
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
  static constexpr double kDependent = 1e-12;

  std::int64_t stride_, most_, count_ = 0, rows_ = 0;
  double truncation_;
  std::unique_ptr<SingularValues> singular_;
  std::vector<double> upper_, inverse_, u_, gram_;
  std::vector<std::int64_t> kept_;  // of every row of U, the row of M that it begins with

  void decompose(const double* m) {
    for (std::int64_t i = 0; i < most_; ++i) {
      double* to = singular_->row(i);
      std::fill(to, to + singular_->stride(), 0.0);
      for (std::int64_t k = 0; k < rows_ && i < rows_; ++k) to[k] = m[std::min(i, k) * stride_ + std::max(i, k)];
    }
    singular_->find();
  }

  // v := Σ u (uᵀv), over the singular vectors that count, each divided by its value where M is to be inverted.
  void project(double* v, bool invert) {
    std::fill(u_.begin(), u_.begin() + rows_, 0.0);
    for (std::int64_t i = 0; i < most_; ++i) {
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

// The inner products of a with four others, weighted by w, one after another in `out`.
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

// What is asked of the rows and columns in one solve.
struct Demands {
  explicit Demands(std::int64_t rows, std::int64_t columns)
      : t(columns), b(rows), low(rows), high(rows), xl(columns), xu(columns) {}
  std::vector<double> t, b, low, high, xl, xu;
  double softness = -1;  // of soft rows; below 0: they are left out
  bool firm = false;     // no row yields
  bool release = true;   // else what was active stays so
};

// Rows (m × n), equal ones first, then ranged, then soft, and the sets that were active when last solved.
class Programme {
 public:
  // `yields`: whether a row may yield where bounds leave it no room, or rows contradict one another.
  Programme(const std::vector<std::uint8_t>& kinds, std::vector<std::uint8_t> yields, std::int64_t columns, double truncation)
      : a(kinds.size() * columns), x(columns), y(kinds.size()), z(columns), stuck(columns), held(kinds.size()), m_(kinds.size()),
        n_(columns), kinds_(kinds), yields_(std::move(yields)), first_(m_, 0), last_(m_, columns), stride_(Factor::whole_lanes(m_)), free_(n_), matrix_(m_ * stride_ + 4), left_(m_), left_size_(m_), pull_(n_),
        factor_(m_, truncation), new_stuck_(n_), new_held_(m_), kept_stuck_(n_), kept_held_(m_), first_stuck_(n_),
        first_held_(m_), met_stuck_(n_), met_held_(m_) {
    active.reserve(m_);
  }

  std::vector<double> a, x, y, z;             // rows; the solution; multipliers of rows and of bounds
  std::vector<signed char> stuck, held;       // −1 at the lower end, 1 at the upper, 0 free
  std::vector<std::int64_t> active;           // the rows of the factor
  std::int64_t rows() const { return m_; }
  std::int64_t columns() const { return n_; }
  RowKind kind(std::int64_t i) const { return static_cast<RowKind>(kinds_[i]); }
  bool soft() const { return m_ > 0 && kind(m_ - 1) == kSoft; }  // they come last
  const double* row(std::int64_t i) const { return a.data() + i * n_; }
  double* row(std::int64_t i) { return a.data() + i * n_; }
  Factor& factor() { return factor_; }
  bool factored = false;

  // Corrections find sets of their own; the next step begins with those of the last.
  // What the next solve begins with.
  struct Sets {
    std::vector<signed char> stuck, held, met_stuck, met_held;
  };
  Sets sets() const { return {stuck, held, met_stuck_, met_held_}; }
  void go_back(Sets sets) {
    stuck = std::move(sets.stuck), held = std::move(sets.held), met_stuck_ = std::move(sets.met_stuck), met_held_ = std::move(sets.met_held);
    factored = false;
  }

  void keep_sets() { kept_stuck_ = stuck, kept_held_ = held; }
  void restore_sets() { stuck = kept_stuck_, held = kept_held_, factored = false; }

  // The columns of a row outside [first, last) are zero.
  void extent(std::int64_t i, std::int64_t first, std::int64_t last) {
    constexpr std::int64_t w = width<Lanes>;  // whole lanes, where there are any
    first_[i] = first / w * w, last_[i] = std::min(n_, (last + w - 1) / w * w);
  }

  // out += s · row i
  void add_row(std::int64_t i, double s, double* out) const {
    add_scaled(out + first_[i], row(i) + first_[i], s, last_[i] - first_[i]);
  }
  double times(std::int64_t i, const double* v) const {
    return inner(row(i) + first_[i], v + first_[i], last_[i] - first_[i]);
  }

  void solve(const Demands& d) {
    if (d.release) recall();
    loosen(d);
    first_stuck_ = stuck, first_held_ = held;
    give_ = 0;
    for (std::int64_t i = 0; i < m_ && !d.firm && !factor_.truncates(); ++i)
      if (yields_[i]) give_ = std::max(give_, kYield * times(i, row(i)));
    if (!exchanged(d) && !d.firm) {
      stuck = first_stuck_, held = first_held_;
      solve_active(d);
      const double part = room(d);
      for (double& each : x) each *= part;
    }
    for (std::int64_t j = 0; j < n_; ++j) x[j] = std::min(std::max(x[j], d.xl[j]), d.xu[j]);
  }

 private:
  static constexpr int kRounds = 5, kMore = 15;
  static constexpr double kSlack = 1e-12, kYield = 1e-9, kNoise = 1e-14;

  std::int64_t m_, n_;
  double give_ = 0, slack_ = kSlack;  // softness of the rows that yield; what counts as nothing, rounding considered
  std::vector<std::uint8_t> kinds_, yields_;
  std::vector<std::int64_t> first_, last_;
  std::int64_t stride_;
  std::vector<double> free_, matrix_, left_, left_size_, pull_;
  Factor factor_;
  std::vector<signed char> new_stuck_, new_held_, kept_stuck_, kept_held_, first_stuck_, first_held_;
  std::vector<signed char> met_stuck_, met_held_;  // what ended a step short, to be held in the next

  // Exchanges sets as a whole while that makes fewer errors, then one by one (Júdice & Pires 1994); false where it took too long.
  bool exchanged(const Demands& d) {
    std::int64_t fewest = m_ + n_ + 1;
    int patience = 3;
    const int rounds = d.firm ? 10 * kRounds : kRounds + std::min(kMore, std::max(touching() - 2, 0));
    for (int round = 0; round < rounds; ++round) {
      solve_active(d);
      const std::int64_t count = find_wrong(d);
      if (count == 0) return true;
      if (count < fewest) fewest = count, patience = 3;
      else if (patience > 0) --patience;
      else only_last();
      stuck.swap(new_stuck_), held.swap(new_held_);
    }
    return false;
  }

  // A range of a goal that is held: it moves by rounding and by what it yields, no more.
  bool resting(std::int64_t i) const { return yields_[i] && held[i]; }

  // Ranges of goals that are held to begin with.
  int touching() const {
    int count = 0;
    for (std::int64_t i = 0; i < m_; ++i) count += kind(i) == kRanged && yields_[i] && held[i];
    return count;
  }

  void recall() {
    for (std::int64_t j = 0; j < n_; ++j) stuck[j] = stuck[j] ? stuck[j] : met_stuck_[j], met_stuck_[j] = 0;
    for (std::int64_t i = 0; i < m_; ++i) held[i] = held[i] ? held[i] : met_held_[i], met_held_[i] = 0;
  }

  // The part of a step, 1 at most, that breaks no bound; what it meets is expected to hold the next one.
  double room(const Demands& d) {
    auto reach = [](double step, double lo, double hi) {
      const double part = step > 0 ? hi / step : step < 0 ? lo / step : INFINITY;
      return part < 0 ? INFINITY : part;  // what is beyond its range is on its way back
    };
    double part = 1;
    for (std::int64_t j = 0; j < n_; ++j) part = std::min(part, reach(x[j], d.xl[j], d.xu[j]));
    for (std::int64_t i = 0; i < m_; ++i)
      if (kind(i) == kRanged && !resting(i)) part = std::min(part, reach(times(i, x.data()), d.low[i], d.high[i]));
    if (!d.release) return part;
    for (std::int64_t j = 0; j < n_; ++j)
      if (reach(x[j], d.xl[j], d.xu[j]) <= part) met_stuck_[j] = x[j] > 0 ? 1 : -1;
    for (std::int64_t i = 0; i < m_; ++i) {
      if (kind(i) != kRanged || resting(i)) continue;
      const double value = times(i, x.data());
      if (reach(value, d.low[i], d.high[i]) <= part) met_held_[i] = value > 0 ? 1 : -1;
    }
    return part;
  }

  // Nothing stays at an end that is infinitely far.
  void loosen(const Demands& d) {
    for (std::int64_t j = 0; j < n_; ++j)
      if ((stuck[j] < 0 && d.xl[j] == -INFINITY) || (stuck[j] > 0 && d.xu[j] == INFINITY)) stuck[j] = 0;
    for (std::int64_t i = 0; i < m_; ++i)
      if ((held[i] < 0 && d.low[i] == -INFINITY) || (held[i] > 0 && d.high[i] == INFINITY)) held[i] = 0;
  }

  void solve_active(const Demands& d) {
    active.clear();
    for (std::int64_t i = 0; i < m_; ++i)
      if (kind(i) == kEqual || (kind(i) == kRanged && held[i]) || (kind(i) == kSoft && d.softness >= 0)) active.push_back(i);
    for (std::int64_t j = 0; j < n_; ++j) {
      x[j] = stuck[j] < 0 ? d.xl[j] : stuck[j] > 0 ? d.xu[j] : d.t[j];
      free_[j] = stuck[j] == 0;
    }
    const auto count = static_cast<std::int64_t>(active.size());
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t i = active[k];
      left_[k] = (held[i] < 0 ? d.low[i] : held[i] > 0 ? d.high[i] : d.b[i]) - times(i, x.data());
    }
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t i = active[k];
      for (std::int64_t l = k; l < count; l += 4) {  // the last of a row may be written past, to be overwritten by the next
        std::array<const double*, 4> others;
        std::int64_t begin = n_, end = 0;
        for (int o = 0; o < 4; ++o) {
          const std::int64_t other = active[std::min(l + o, count - 1)];
          begin = std::min(begin, first_[other]), end = std::max(end, last_[other]);
          others[o] = row(other);
        }
        begin = std::max(begin, first_[i]), end = std::min(end, last_[i]);
        for (const double*& other : others) other += begin;
        inner_four(row(i) + begin, free_.data() + begin, others, std::max<std::int64_t>(end - begin, 0), matrix_.data() + k * stride_ + l);
      }
      double& diagonal = matrix_[k * stride_ + k];
      diagonal += kind(i) == kSoft ? d.softness : yields_[i] ? give_ : 0.0;
      left_size_[k] = std::sqrt(diagonal);
    }
    factor_.find(matrix_.data(), count);
    factored = !factor_.truncates() || active.empty() || kind(active.back()) != kSoft;  // else there is none of the hard rows alone
    factor_.solve(left_.data(), count);
    std::fill(y.begin(), y.end(), 0.0), std::fill(pull_.begin(), pull_.end(), 0.0);
    slack_ = kSlack;
    for (std::int64_t k = 0; k < count; ++k) {
      slack_ += kNoise * std::fabs(left_[k]) * left_size_[k];
      y[active[k]] = left_[k];
      if (left_[k] != 0) add_row(active[k], left_[k], pull_.data());
    }
    for (std::int64_t j = 0; j < n_; ++j) {
      if (stuck[j]) z[j] = x[j] - d.t[j] - pull_[j];
      else x[j] += pull_[j], z[j] = 0;
    }
  }

  // The sets as the solution would have them: what it breaks is held, what it pulls away from let go.  Gives the changes.
  std::int64_t find_wrong(const Demands& d) {
    std::int64_t count = 0;
    auto next = [&d, slack = slack_](signed char now, double value, double lo, double hi, double force) -> signed char {
      const double room = slack + kSlack * std::fabs(value);
      if (now == 0) return value > hi + room ? 1 : value < lo - room ? -1 : 0;
      return d.release && (now < 0 ? force < -slack : force > slack) ? 0 : now;
    };
    for (std::int64_t j = 0; j < n_; ++j) {
      new_stuck_[j] = next(stuck[j], x[j], d.xl[j], d.xu[j], z[j]);
      count += new_stuck_[j] != stuck[j];
    }
    for (std::int64_t i = 0; i < m_; ++i) {
      new_held_[i] = kind(i) == kRanged ? next(held[i], held[i] ? 0.0 : times(i, x.data()), d.low[i], d.high[i], y[i]) : 0;
      count += new_held_[i] != held[i];
    }
    return count;
  }

  // Of all changes the last one only.
  void only_last() {
    std::int64_t last_row = -1, last_column = -1;
    for (std::int64_t i = 0; i < m_; ++i)
      if (new_held_[i] != held[i]) last_row = i;
    for (std::int64_t j = 0; j < n_; ++j)
      if (new_stuck_[j] != stuck[j]) last_column = j;
    const signed char as_row = last_row >= 0 ? new_held_[last_row] : 0, as_column = last_column >= 0 ? new_stuck_[last_column] : 0;
    new_stuck_ = stuck, new_held_ = held;
    if (last_row >= 0) new_held_[last_row] = as_row;
    else if (last_column >= 0) new_stuck_[last_column] = as_column;
  }
};

}  // namespace manikin
