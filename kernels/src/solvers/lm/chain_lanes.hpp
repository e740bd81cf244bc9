// ChainLevenberg on several problems in lockstep, one in each lane; a lane whose problem is solved takes the next.
//
// The bits of a problem are those it has alone: lanes share the clock, nothing else.  One tick judges the trials of all lanes,
// then makes their next ones; a lane whose trial was refused keeps its slope and tries a shorter step while others go on.
#pragma once

#include "solvers/lm/chain.hpp"

namespace manikin {

// Problems that differ in their starts (size numbers each) and constants, and where their answers go: states, and status,
// iterations, evaluations, attempts, merit of each.
struct Problems {
  const double *starts, *constants;
  std::int64_t count;
  double *states, *facts;
};

template <int R> class ChainCrew {
 public:
  ChainCrew(const Program& program, const Setting& setting, double tolerance, const Run& how, const Problems& problems)
      : program_(program), setting_(setting), tolerance_(tolerance), how_(how), problems_(problems), n_(program.tree.size),
        room_(program), place_(program, setting, room_), step_(program, setting), seeds_(setting), q_(n_), best_(n_), joined_(n_),
        jobs_(crew, Job{-1, 0, false, 0, std::vector<double>(n_)}), other_(n_) {
    std::fill_n(room_.parameters.get(), n_, V{}), std::fill_n(q_.get(), n_, V{}), std::fill_n(best_.get(), n_, V{});
    std::fill_n(joined_.get(), n_, V{});
  }

  // Solves problems as long as next() gives the number of one; −1 ends it.
  template <class Next> void work(const Next& next) {
    for (int lane = 0; lane < crew; ++lane) take_on(lane, next());
    while (any_lane(busy_)) tick(next);
  }

 private:
  using V = Lanes;
  static constexpr int crew = width<V>;
  struct Job {
    std::int64_t problem, attempt;
    bool patient;
    double iterations;  // of earlier attempts
    std::vector<double> start;
  };
  const Program& program_;
  const Setting& setting_;
  double tolerance_;
  const Run& how_;
  const Problems& problems_;
  std::int64_t n_;
  ProgramRoom<V> room_;  // its parameters are the trials
  ChainPlace<V, R> place_;
  ChainStep<V, R> step_;
  Seeds seeds_;
  Buffer<V> q_, best_, joined_;  // states: the present ones, the best met, steps joined with the last
  std::vector<Job> jobs_;
  std::vector<double> other_;
  V r_[R] = {}, merit_{}, worst_{}, best_merit_{}, least_{}, before_{}, mu_{}, gained_{}, slow_{}, tries_{}, iterations_{}, evaluations_{};
  Mask<V> busy_{}, fresh_{}, first_{}, tried_{}, joining_{}, nearly_{}, patient_{};

  template <class Next> void tick(const Next& next) {
    V raw[R] = {}, r[R];
    place_.residual(room_.parameters.get(), raw);
    const Measure<V> then = measured<V>(raw, program_.row_scales.data(), 0, 0.0, R, r);

    const Mask<V> accepted = fresh_ | (tried_ & (then.merit < merit_));
    const Mask<V> joined = joining_;  // the trial of these is a step joined with the last; the step itself was accepted
    const Mask<V> stepped = accepted & opposite(fresh_ | joined), refused = busy_ & opposite(accepted | joined);
    mu_ = choose(stepped, next_damping(mu_, (merit_ - then.merit) / step_.promise), choose(refused, mu_ * 8.0, mu_));
    joining_ = stepped & (slow_ >= double(kPatience));
    if (any_lane(joining_)) {
      for (std::int64_t i = 0; i < n_; ++i) joined_.get()[i] = q_.get()[i];
      joining_ = joining_ & step_.join(then.merit - merit_, room_.parameters.get(), joined_.get());
    }
    step_.remember(stepped);
    before_ = choose(stepped, merit_, before_);
    tries_ = choose(refused, tries_ + 1.0, V{});
    merit_ = choose(accepted, then.merit, merit_), worst_ = choose(accepted, then.worst, worst_);
    for (int i = 0; i < R; ++i) r_[i] = choose(accepted, r[i], r_[i]);
    const Mask<V> done = (stepped & opposite(joining_)) | joined, arrived = fresh_ | done;
    gained_ = choose(done, 1.0 - merit_ / before_, gained_);
    slow_ = choose(done, choose(merit_ > kPoor * before_, slow_ + 1.0, V{}), slow_);
    const Mask<V> better = accepted & (first_ | (merit_ < best_merit_));
    best_merit_ = choose(better, merit_, best_merit_);
    for (std::int64_t i = 0; i < n_; ++i) {
      q_.get()[i] = choose(accepted, room_.parameters.get()[i], q_.get()[i]);
      best_.get()[i] = choose(better, q_.get()[i], best_.get()[i]);
    }

    const Mask<V> at_rest = refused & tried_ & step_.gradient_below(1e-7), helpless = refused & (tries_ >= double(kTries));
    iterations_ = choose(done | at_rest | helpless, iterations_ + 1.0, iterations_);
    const Mask<V> reached = arrived & (worst_ <= tolerance_), weary = done & opposite(patient_) & (slow_ >= double(kPatience));
    const Mask<V> spent = arrived & (iterations_ >= double(how_.max_iterations));
    fresh_ = first_ = Mask<V>{};
    place_.slope(step_.gains, step_.slope, accepted);  // before lanes that ended begin elsewhere
    if (any_lane(reached | at_rest | helpless | weary | spent))
      for (int lane = 0; lane < crew; ++lane) {
        if (reached[lane]) end_attempt(lane, Status::reached, next);
        else if (at_rest[lane] || (helpless[lane] && nearly_[lane])) end_attempt(lane, Status::minimum, next);
        else if (helpless[lane] || weary[lane]) end_attempt(lane, Status::stalled, next);
        else if (spent[lane]) end_attempt(lane, Status::max_iterations, next);
      }

    step_.linearise(r_, q_.get());
    const Mask<V> minimal = busy_ & opposite(fresh_ | joining_) & step_.gradient_below(1e-9);
    iterations_ = choose(minimal, iterations_ + 1.0, iterations_);
    if (any_lane(minimal))
      for (int lane = 0; lane < crew; ++lane)
        if (minimal[lane]) end_attempt(lane, Status::minimum, next);
    const Mask<V> begun = tries_ == 0.0;
    nearly_ = choose(begun, Mask<V>(gained_ < 1e-9), nearly_);
    tried_ = step_.step(mu_, busy_ & opposite(fresh_ | joining_), room_.parameters.get());
    nearly_ = nearly_ | (begun & tried_ & step_.little_promised(mu_));
    if (any_lane(joining_)) {
      tried_ = tried_ | joining_;
      for (std::int64_t i = 0; i < n_; ++i) room_.parameters.get()[i] = choose(joining_, joined_.get()[i], room_.parameters.get()[i]);
    }
    evaluations_ = choose(tried_, evaluations_ + 1.0, evaluations_);
  }

  // ---- what happens to one lane ----------------------------------------------------------------------------------------

  template <class Next> void end_attempt(int lane, Status status, const Next& next) {
    Job& job = jobs_[lane];
    job.iterations += iterations_[lane];
    const bool missed = status != Status::reached, more = job.attempt < how_.restarts;
    const bool nearest = is_least(best_merit_[lane], least_[lane]);
    if (missed && more && !nearest) {
      seeds_.write(++job.attempt, job.start.data(), other_.data());
      begin(lane, other_.data());
    } else if (missed && how_.restarts > 0 && !job.patient && !(nearest && job.attempt == 0)) {  // no start led to the goals: the best of them, to its very minimum
      for (std::int64_t i = 0; i < n_; ++i) other_[i] = best_.get()[i][lane];
      job.patient = true;
      begin(lane, other_.data());
    } else {
      hand_in(lane, status);
      take_on(lane, next());
    }
  }

  void begin(int lane, const double* q) {
    for (std::int64_t i = 0; i < n_; ++i) room_.parameters.get()[i][lane] = q[i];
    fresh_[lane] = -1, patient_[lane] = jobs_[lane].patient || (jobs_[lane].attempt == 0 && least_[lane] > 0) ? -1 : 0;
    mu_[lane] = kFirstDamping, slow_[lane] = 0, gained_[lane] = 1, tries_[lane] = 0, iterations_[lane] = 0;
    evaluations_[lane] += 1;
  }

  void take_on(int lane, std::int64_t problem) {
    busy_[lane] = problem < 0 ? 0 : -1;
    if (problem < 0) return;
    Job& job = jobs_[lane];
    job.problem = problem, job.attempt = 0, job.patient = how_.restarts == 0, job.iterations = 0;
    const auto constants = static_cast<std::int64_t>(program_.constants.size());
    place_.at().fix_lane(lane, problems_.constants + problem * constants);
    for (std::int64_t i = 0; i < n_; ++i)
      job.start[i] = std::min(std::max(problems_.starts[problem * n_ + i], setting_.lo[i]), setting_.hi[i]);
    least_[lane] = how_.restarts > 0 ? place_.least()[lane] : 0;
    evaluations_[lane] = 0, first_[lane] = -1;
    begin(lane, job.start.data());
  }

  void hand_in(int lane, Status status) {
    const Job& job = jobs_[lane];
    const bool back = best_merit_[lane] < merit_[lane] || !(merit_[lane] == merit_[lane]);
    double* state = problems_.states + job.problem * n_;
    for (std::int64_t i = 0; i < n_; ++i) state[i] = (back ? best_ : q_).get()[i][lane];
    double* fact = problems_.facts + 5 * job.problem;
    fact[0] = double(status), fact[1] = job.iterations, fact[2] = evaluations_[lane] + back;
    fact[3] = double(job.attempt + 1), fact[4] = back ? best_merit_[lane] : merit_[lane];
  }
};

}  // namespace manikin
