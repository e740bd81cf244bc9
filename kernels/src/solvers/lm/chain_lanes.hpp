// ChainLevenbergMarquardt on several problems in lockstep, one in each lane.  A lane whose problem is solved takes the
// next one.
//
// A problem has the same bits as alone: lanes share the time steps and nothing else.  One tick judges the trials of all
// lanes and computes the next ones.  A lane with a rejected trial keeps its Jacobian and tries a shorter step while the
// others go on.
#pragma once

#include "solvers/lm/chain.hpp"
#include "solvers/run.hpp"

namespace manikin {

// Problems that differ in their starts (`size` numbers each) and constants; and where the results go: states, and for
// each problem status, iterations, evaluations, attempts, merit.
struct Problems {
  const double *starts, *constants;
  std::int64_t count;
  double *states, *facts;
};

template <int R> class ChainLanes {
 public:
  ChainLanes(const Program& program, const KernelLimits& limits, double tolerance, const RunOptions& run_options,
             const Problems& problems)
      : program_(program), limits_(limits), tolerance_(tolerance), run_options_(run_options), problems_(problems),
        n_(program.tree.size), workspace_(program), chain_goal_(program, limits, workspace_), step_(program, limits),
        seeds_(program, limits), q_(n_), best_(n_), combined_(n_),
        jobs_(lane_count, Job{-1, 0, false, 0, std::vector<double>(n_), {}, std::vector<double>(n_), StepLimits(limits)}), other_(n_) {
    std::fill_n(workspace_.parameters.get(), n_, V{}), std::fill_n(q_.get(), n_, V{}), std::fill_n(best_.get(), n_, V{});
    std::fill_n(combined_.get(), n_, V{});
  }

  // Solves problems until next(), which gives the index of the next problem, gives −1.
  template <class Next> void work(const Next& next) {
    for (int lane = 0; lane < lane_count; ++lane) begin_problem(lane, next());
    while (any_lane(busy_)) tick(next);
  }

 private:
  using V = Lanes;
  static constexpr int lane_count = width<V>;
  struct End {
    Status status;
    double merit, worst;
  };
  struct Job {
    std::int64_t problem, attempt;
    bool patient;
    double iterations;  // of earlier attempts
    std::vector<double> start;
    End own;  // the end of the given start
    std::vector<double> own_state;
    StepLimits steps;
  };
  const Program& program_;
  const KernelLimits& limits_;
  double tolerance_;
  const RunOptions& run_options_;
  const Problems& problems_;
  std::int64_t n_;
  Workspace<V> workspace_;  // its parameters are the trials
  ChainGoal<V, R> chain_goal_;
  ChainStep<V, R> step_;
  Seeds seeds_;
  Buffer<V> q_, best_, combined_;  // states: the present ones, the best ones, steps combined with the last
  std::vector<Job> jobs_;
  std::vector<double> other_;
  V r_[R] = {}, merit_{}, worst_{}, best_merit_{}, best_worst_{}, least_merit_{}, before_{}, mu_{}, relative_gain_{}, slow_steps_{},
    tries_{}, iterations_{}, evaluations_{};
  Mask<V> busy_{}, fresh_{}, first_{}, tried_{}, combining_{}, nearly_{}, patient_{}, near_{};

  template <class Next> void tick(const Next& next) {
    V raw[R] = {}, r[R];
    chain_goal_.residual(workspace_.parameters.get(), raw);
    const Measure<V> then = measured<V>(raw, program_.row_scales.data(), 0, 0.0, R, r);

    const Mask<V> accepted = fresh_ | (tried_ & (then.merit < merit_));
    const Mask<V> combined = combining_;  // their trial is a combined step; the plain step was accepted before
    const Mask<V> stepped = accepted & opposite(fresh_ | combined), refused = busy_ & opposite(accepted | combined);
    mu_ = choose(stepped, next_damping(mu_, (merit_ - then.merit) / step_.predicted_gain), choose(refused, mu_ * 8.0, mu_));
    combining_ = stepped & (slow_steps_ >= double(kSlowStepsToRestart));
    if (any_lane(combining_)) {
      for (std::int64_t i = 0; i < n_; ++i) combined_.get()[i] = q_.get()[i];
      combining_ = combining_ & step_.combine(then.merit - merit_, workspace_.parameters.get(), combined_.get());
    }
    step_.remember(stepped);
    before_ = choose(stepped, merit_, before_);
    tries_ = choose(refused, tries_ + 1.0, V{});
    merit_ = choose(accepted, then.merit, merit_), worst_ = choose(accepted, then.worst, worst_);
    for (int i = 0; i < R; ++i) r_[i] = choose(accepted, r[i], r_[i]);
    const Mask<V> done = (stepped & opposite(combining_)) | combined, arrived = fresh_ | done;
    relative_gain_ = choose(done, 1.0 - merit_ / before_, relative_gain_);
    slow_steps_ = choose(done, choose(merit_ > kSlowRatio * before_, slow_steps_ + 1.0, V{}), slow_steps_);
    const Mask<V> better = accepted & (first_ | (merit_ < best_merit_));
    best_merit_ = choose(better, merit_, best_merit_), best_worst_ = choose(better, worst_, best_worst_);
    for (std::int64_t i = 0; i < n_; ++i) {
      q_.get()[i] = choose(accepted, workspace_.parameters.get()[i], q_.get()[i]);
      best_.get()[i] = choose(better, q_.get()[i], best_.get()[i]);
    }

    const Mask<V> at_rest = refused & tried_ & step_.gradient_below(1e-7),
                  out_of_trials = refused & (tries_ >= double(kMaxDampingTrials));
    iterations_ = choose(done | at_rest | out_of_trials, iterations_ + 1.0, iterations_);
    const Mask<V> reached = arrived & (worst_ <= tolerance_),
                  give_up = done & opposite(patient_) & (slow_steps_ >= double(kSlowStepsToRestart)),
                  near_enough = done & near_ & (2.0 * iterations_ >= double(run_options_.max_iterations));
    const Mask<V> out_of_iterations = arrived & (iterations_ >= double(run_options_.max_iterations));
    fresh_ = first_ = Mask<V>{};
    chain_goal_.jacobian(step_.gains, step_.jacobian, accepted);  // before lanes that ended begin at another state
    if (any_lane(reached | at_rest | out_of_trials | give_up | near_enough | out_of_iterations))
      for (int lane = 0; lane < lane_count; ++lane) {
        if (reached[lane]) end_attempt(lane, Status::reached, next);
        else if ((at_rest[lane] || out_of_trials[lane] || near_enough[lane]) && leave_near_limits(lane)) continue;
        else if (at_rest[lane] || (out_of_trials[lane] && nearly_[lane])) end_attempt(lane, Status::minimum, next);
        else if (out_of_trials[lane] || give_up[lane]) end_attempt(lane, Status::stalled, next);
        else if (out_of_iterations[lane]) end_attempt(lane, Status::max_iterations, next);
      }

    step_.linearise(r_, q_.get());
    const Mask<V> minimal = busy_ & opposite(fresh_ | combining_) & step_.gradient_below(1e-9);
    iterations_ = choose(minimal, iterations_ + 1.0, iterations_);
    if (any_lane(minimal))
      for (int lane = 0; lane < lane_count; ++lane)
        if (minimal[lane] && !leave_near_limits(lane)) end_attempt(lane, Status::minimum, next);
    const Mask<V> begun = tries_ == 0.0;
    nearly_ = choose(begun, Mask<V>(relative_gain_ < 1e-9), nearly_);
    tried_ = step_.step(mu_, busy_ & opposite(fresh_ | combining_), workspace_.parameters.get());
    nearly_ = nearly_ | (begun & tried_ & step_.predicts_little(mu_));
    if (any_lane(combining_)) {
      tried_ = tried_ | combining_;
      for (std::int64_t i = 0; i < n_; ++i)
        workspace_.parameters.get()[i] = choose(combining_, combined_.get()[i], workspace_.parameters.get()[i]);
    }
    evaluations_ = choose(tried_, evaluations_ + 1.0, evaluations_);
  }

  // ---- one lane --------------------------------------------------------------------------------------------------------

  template <class Next> void end_attempt(int lane, Status status, const Next& next) {
    Job& job = jobs_[lane];
    job.iterations += iterations_[lane];
    if (job.attempt == 0) job.own = {status, best_merit_[lane], best_worst_[lane]}, copy_best(lane, job.own_state);
    const bool missed = status != Status::reached, more = job.attempt < run_options_.restarts;
    const bool is_least = is_least_merit(best_merit_[lane], least_merit_[lane]);
    if (missed && more && !is_least) {
      seeds_.write(++job.attempt, job.start.data(), other_.data());
      begin(lane, other_.data());
    } else if (run_options_.stays_near && job.attempt > 0 && !job.patient &&
               !is_gain(job.own.merit, job.own.worst, best_merit_[lane], best_worst_[lane], tolerance_)) {
      // no other start is worth leaving the given one
      for (std::int64_t i = 0; i < n_; ++i) q_.get()[i][lane] = job.own_state[i];
      merit_[lane] = best_merit_[lane] = job.own.merit, evaluations_[lane] += 1;
      finish_problem(lane, job.own.status);
      begin_problem(lane, next());
    } else if (missed && run_options_.restarts > 0 && !job.patient && !(is_least && job.attempt == 0)) {
      // no start reached the goals: take the best state to its minimum
      copy_best(lane, other_);
      job.patient = true;
      begin(lane, other_.data());
    } else {
      finish_problem(lane, status);
      begin_problem(lane, next());
    }
  }

  void copy_best(int lane, std::vector<double>& state) const {
    for (std::int64_t i = 0; i < n_; ++i) state[i] = best_.get()[i][lane];
  }

  bool is_patient(int lane) const {
    return jobs_[lane].patient || (jobs_[lane].attempt == 0 && (run_options_.stays_near || least_merit_[lane] > 0));
  }

  void begin(int lane, const double* q) {
    open_limits(lane);
    for (std::int64_t i = 0; i < n_; ++i) workspace_.parameters.get()[i][lane] = q[i];
    fresh_[lane] = -1, patient_[lane] = is_patient(lane) ? -1 : 0;
    mu_[lane] = kInitialDamping, slow_steps_[lane] = 0, relative_gain_[lane] = 1, tries_[lane] = 0, iterations_[lane] = 0;
    evaluations_[lane] += 1;
  }

  void begin_problem(int lane, std::int64_t problem) {
    busy_[lane] = problem < 0 ? 0 : -1;
    if (problem < 0) return;
    Job& job = jobs_[lane];
    job.problem = problem, job.attempt = 0, job.patient = run_options_.restarts == 0, job.iterations = 0;
    const auto constants = static_cast<std::int64_t>(program_.constants.size());
    chain_goal_.at().set_lane_constants(lane, problems_.constants + problem * constants);
    for (std::int64_t i = 0; i < n_; ++i)
      job.start[i] = std::min(std::max(problems_.starts[problem * n_ + i], limits_.lo[i]), limits_.hi[i]);
    least_merit_[lane] = run_options_.restarts > 0 ? chain_goal_.least_merit()[lane] : 0;
    evaluations_[lane] = 0, first_[lane] = -1;
    begin(lane, job.start.data());
    if (run_options_.stays_near) draw_limits_near(lane);
  }

  void use_step_limits(int lane) { step_.set_limits(jobs_[lane].steps.lo.data(), jobs_[lane].steps.hi.data(), lane); }

  void draw_limits_near(int lane) {
    jobs_[lane].steps.draw_near(jobs_[lane].start.data());
    use_step_limits(lane), near_[lane] = jobs_[lane].steps.are_near() ? -1 : 0;
  }
  void open_limits(int lane) {
    jobs_[lane].steps.open();
    use_step_limits(lane), near_[lane] = 0;
  }
  // The same as Search::leave_near_limits().
  bool leave_near_limits(int lane) {
    for (std::int64_t i = 0; i < n_; ++i) other_[i] = q_.get()[i][lane];
    const bool held = jobs_[lane].steps.hold(other_.data());
    const double iterations = iterations_[lane];
    if (held) begin(lane, other_.data()), iterations_[lane] = iterations;
    else if (near_[lane]) open_limits(lane);
    return held;
  }

  void finish_problem(int lane, Status status) {
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
