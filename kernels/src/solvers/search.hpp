// Searches: what all solvers share.  A search holds a state, its residual, and how good it is; `advance` is one iteration.
#pragma once

#include <chrono>

#include "evaluation/normal.hpp"
#include "solvers/polyhedron.hpp"
#include "evaluation/program_batch.hpp"

namespace manikin {

enum class Status : std::int32_t { reached, minimum, stalled, max_iterations, infeasible, cancelled, running };

// Hard rows that do not hold weigh this much more in the measure by which two states are compared.
constexpr double kHardness = 1e6;
// They hold where their squares sum up to no more than the first; than the second, if the tolerance is so fine.
constexpr double kHeld = 1e-20, kWell = 1e-24;

// The k-th start of a low-discrepancy sequence between the limits (Roberts' generalised golden ratio).  A parameter without
// limits stays within 3 rad, or 3 m, of where it was.  Every other start goes only part of the way from the given one.
class Seeds {
 public:
  explicit Seeds(const Setting& setting) : setting_(setting), strides_(setting.lo.size()) {
    const double n = static_cast<double>(strides_.size());
    double phi = 2, stride = 1;
    for (int i = 0; i < 40; ++i) phi = std::pow(1 + phi, 1 / (n + 1));
    for (double& s : strides_) s = stride /= phi;
  }
  void write(std::int64_t k, const double* start, double* q) const {
    const double way = k % 2 ? 0.6 : 1.0;
    for (std::size_t i = 0; i < strides_.size(); ++i) {
      double t = 0.5 + strides_[i] * static_cast<double>(k);
      t -= std::floor(t);
      const bool free = std::isfinite(setting_.lo[i]) && std::isfinite(setting_.hi[i]);
      const double lo = free ? setting_.lo[i] : std::max(start[i] - 3.0, setting_.lo[i]);
      const double hi = free ? setting_.hi[i] : std::min(start[i] + 3.0, setting_.hi[i]);
      const double there = start[i] + way * (lo + t * (hi - lo) - start[i]);
      q[i] = setting_.gain[i] == 0 ? start[i] : std::min(std::max(there, lo), hi);
    }
  }

 private:
  const Setting& setting_;
  std::vector<double> strides_;
};

// How good a state is: Σ of its squared rows, hard ones weighed until they hold; Σ of the hard ones alone; and the largest row
// in its own unit.
template <class V> struct Measure {
  V merit, worst, breach;
};

// Weighs the raw rows into r; hard ones, the first, hold where their squares sum up to no more than `held`.
template <class V>
inline Measure<V> measured(const V* raw, const double* scales, std::int64_t hard, double held, std::int64_t rows, V* r) {
  Measure<V> m{spread<V>(0.0), spread<V>(0.0), spread<V>(0.0)};
  for (std::int64_t i = 0; i < rows; ++i) {
    r[i] = raw[i] * scales[i];
    m.merit = m.merit + r[i] * r[i];
    const V size = larger(raw[i], -raw[i]);
    if (scales[i] != 0) m.worst = choose(size > m.worst, size, m.worst);
    m.worst = choose(raw[i] == raw[i], m.worst, raw[i]);
    if (i + 1 == hard) m.breach = m.merit, m.merit = choose(m.breach <= held, spread<V>(0.0), kHardness * m.breach);
  }
  return m;
}

class Search {
 public:
  Search(const Program& program, const Setting& setting, double tolerance)
      : program_(program), setting_(setting), tolerance_(tolerance), room_(program), at_(program, room_), n_(program.tree.size),
        rows_(program.rows), q_(n_), r_(rows_), box_(setting), seeds_(setting),
        enough_(std::min(std::max(tolerance * tolerance, kWell), kHeld)) {
    for (const std::uint8_t hard : setting.hard) hard_rows_ += hard;  // they come first
  }
  virtual ~Search() = default;

  // Takes a state, brought inside the limits and linear limits, and forgets the past.
  void begin(const double* q, const double* constants) {
    at_.fix(constants);
    for (std::int64_t i = 0; i < n_; ++i) q_[i] = std::min(std::max(q[i], setting_.lo[i]), setting_.hi[i]);
    if (!box_.rows.empty()) box_.bring_inside(q_.data());
    evaluations = 0;
    take();
    restart();
  }
  // The same from a state of its own, constants and counts kept.
  void begin_at(const double* q) {
    std::copy(q, q + n_, q_.begin());
    take();
    restart();
  }

  // New targets, the state and what was learnt kept.
  void retarget(const double* constants) {
    at_.fix(constants);
    take();
  }

  bool reached() const { return now_.worst <= tolerance_; }
  double merit() const { return now_.merit; }
  const Measure<double>& now() const { return now_; }

  // Whether a state is better than another.  Hard goals come first: of two states that meet them the rest decides.
  bool better(const Measure<double>& a, const Measure<double>& b) const {
    const bool met = a.breach <= enough_;
    return met == (b.breach <= enough_) ? a.merit < b.merit : met;
  }
  const std::vector<double>& q() const { return q_; }
  const Seeds& seeds() const { return seeds_; }

  // One iteration: running if it gained something, else why there is nothing more to gain.
  virtual Status advance() = 0;
  // The least merit that any state can have, as far as is known.
  virtual double least() const { return 0; }
  // A hopeless attempt may be given up early where others wait.
  virtual bool weary() const { return false; }

  std::int64_t evaluations = 0;

 protected:
  const Program& program_;
  const Setting& setting_;
  double tolerance_;
  ProgramRoom<double> room_;
  Evaluation<double> at_;
  std::int64_t n_, rows_;
  std::vector<double> q_, r_;  // the state, and its weighted residual
  Polyhedron box_;
  Seeds seeds_;
  std::int64_t hard_rows_ = 0;
  double enough_;          // hard rows hold where their squares sum up to no more
  Measure<double> now_{};  // how good the state is
  bool placed_ = false;  // whether the room holds what was last computed at q_

  virtual void restart() = 0;

  // Weighted residual of a state, into r.
  virtual Measure<double> evaluate(const double* q, double* r) {
    ++evaluations;
    placed_ = q == q_.data();
    std::copy(q, q + n_, room_.parameters.get());
    at_.place(), at_.values(), at_.residuals();
    return measured<double>(room_.residual.get(), program_.row_scales.data(), hard_rows_, enough_, rows_, r);
  }

  void take() { now_ = evaluate(q_.data(), r_.data()); }

  // Makes trial the state; the room is there already.
  void accept(std::vector<double>& trial, std::vector<double>& trial_r, const Measure<double>& m) {
    q_.swap(trial), r_.swap(trial_r);
    now_ = m, placed_ = true;
  }

  // The Jacobian's blocks at the state, their columns scaled by the gains.
  double* scaled_jacobian() {
    if (!placed_) take();
    at_.slopes(), at_.jacobian();
    scale_by_gains(room_.block.get());
    return room_.block.get();
  }

  void scale_by_gains(double* blocks) const {
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int row = 0; row < goal.rows; ++row) {
        double* j = blocks + goal.block + std::int64_t(row) * goal.width();
        for (int c = 0; c < goal.width(); ++c) j[c] *= setting_.gain[columns[c]];
      }
    }
  }

  // out := Jᵀ x over all parameters, from the blocks.
  void pull_back(const double* blocks, const double* x, double* out) const {
    std::fill(out, out + n_, 0.0);
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int row = 0; row < goal.rows; ++row) {
        const double* j = blocks + goal.block + std::int64_t(row) * goal.width();
        const double s = x[goal.row + row];
        for (int c = 0; c < goal.width(); ++c) out[columns[c]] = madd(j[c], s, out[columns[c]]);
      }
    }
  }

  // x within the limits; what is frozen stays as it is, to the bit: −0 + 0 would be 0.
  double inside(std::int64_t i, double x) const {
    return setting_.gain[i] > 0 ? std::min(std::max(x, setting_.lo[i]), setting_.hi[i]) : q_[i];
  }
};

// ---- running a search ----------------------------------------------------------------------------------------------

struct Run {
  std::int64_t max_iterations = 100, restarts = 0;
  double seconds = 1e300;
  const volatile std::uint8_t* cancel = nullptr;  // set by another thread
  std::vector<double>* history = nullptr;         // the merit after every iteration
  bool settle = true;  // end at the best state met; else a method that is not monotone ends where it is
};

struct Outcome {
  Status status = Status::stalled;
  std::int64_t iterations = 0, attempts = 0;
};

// Whether no other start can lead to anything better worth the name.
inline bool is_least(double merit, double least) { return least > 0 && merit <= (1 + 1e-6) * least; }

// Runs until reached, until nothing can be gained, or until told to stop.
inline Outcome run(Search& search, const Run& how) {
  const auto begin = std::chrono::steady_clock::now();
  Outcome out;
  const std::vector<double> start = search.q();
  std::vector<double> best = start;
  Measure<double> top = search.now();
  const bool timed = how.seconds < 1e299;
  bool stop = false;

  auto attempt = [&](bool patient) {
    auto remember = [&] {
      if (search.better(search.now(), top)) top = search.now(), best = search.q();
    };
    Status status = Status::max_iterations;
    remember();
    if (search.reached()) status = Status::reached;
    for (std::int64_t i = 0; i < how.max_iterations && status == Status::max_iterations; ++i) {
      if (how.cancel && *how.cancel) { stop = true, status = Status::cancelled; break; }
      if (timed && std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > how.seconds) { stop = true; break; }
      const Status step = search.advance();
      ++out.iterations;
      if (how.history) how.history->push_back(search.merit());
      remember();
      if (search.reached()) status = Status::reached;
      else if (step != Status::running) status = step;
      else if (!patient && search.weary()) status = Status::stalled;
    }
    return status;
  };

  const double least = how.restarts > 0 ? search.least() : 0;
  auto nearest = [&] { return is_least(top.merit, least); };
  out.status = attempt(how.restarts == 0 || least > 0), out.attempts = 1;  // where nothing can be reached there is no hurry
  if (out.status != Status::reached && how.restarts > 0 && !stop && !nearest()) {
    std::vector<double> q(start.size());
    for (std::int64_t k = 1; k <= how.restarts && !stop && out.status != Status::reached && !nearest(); ++k) {
      search.seeds().write(k, start.data(), q.data());
      search.begin_at(q.data());
      out.status = attempt(false), ++out.attempts;
    }
    if (out.status != Status::reached && !stop) {  // no start led to the goals: the best of them, to its very minimum
      search.begin_at(best.data());
      out.status = attempt(true);
    }
  }
  if ((how.settle && search.better(top, search.now())) || !(search.merit() == search.merit())) search.begin_at(best.data());
  return out;
}

}  // namespace manikin
