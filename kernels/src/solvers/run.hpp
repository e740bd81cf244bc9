// The loop around a search, the same for all methods.  Mirrors run() of manikin/solvers/search.py.
#pragma once

#include <chrono>

#include "solvers/search.hpp"

namespace manikin {

struct RunOptions {
  std::int64_t max_iterations = 100, restarts = 0;
  double seconds = 1e300;
  const volatile std::uint8_t* cancel = nullptr;  // another thread sets it to stop the run
  std::vector<double>* history = nullptr;         // receives the merit after every iteration
  bool settle = true;                             // end at the best state met; else where the last iteration led
  bool stays_near = false;                        // search the given start to its end, and leave it only for a gain
};

struct Outcome {
  Status status = Status::stalled;
  std::int64_t iterations = 0, attempts = 0;
};

// Whether no other start can be noticeably better.
inline bool is_least_merit(double merit, double least_merit) { return least_merit > 0 && merit <= (1 + 1e-6) * least_merit; }

// Runs until the goals are reached, nothing more can be gained, or a limit of the run is met.  A search that
// stays near its start, and has no hard goals, first goes part of the way to the limits only.  Where this is not enough it
// goes on, with at least half of its iterations.
inline Outcome run(Search& search, const RunOptions& run_options) {
  const auto begin = std::chrono::steady_clock::now();
  Outcome out;
  const std::vector<double> start = search.q();
  std::vector<double> best = start;
  Measure<double> best_measure = search.current();
  const bool timed = run_options.seconds < 1e299;
  bool stop = false;

  auto attempt = [&](bool patient) {
    auto remember = [&] {
      if (search.is_better(search.current(), best_measure)) best_measure = search.current(), best = search.q();
    };
    Status status = Status::max_iterations;
    remember();
    if (search.reached()) status = Status::reached;
    for (std::int64_t i = 0; i < run_options.max_iterations && status == Status::max_iterations; ++i) {
      if (run_options.cancel && *run_options.cancel) {
        stop = true, status = Status::cancelled;
        break;
      }
      if (timed && std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > run_options.seconds) {
        stop = true, status = Status::timeout;
        break;
      }
      const Status step = search.advance();
      ++out.iterations;
      if (run_options.history) run_options.history->push_back(search.merit());
      remember();
      const bool enough = step != Status::running || 2 * (i + 1) >= run_options.max_iterations;
      if (search.reached()) status = Status::reached;
      else if (enough && search.leave_near_limits()) continue;
      else if (step != Status::running) status = step;
      else if (!patient && search.should_restart()) status = Status::stalled;
    }
    return status;
  };

  if (run_options.stays_near && run_options.settle && !search.has_hard_goals()) search.draw_limits_near();
  const double least_merit = run_options.restarts > 0 ? search.least_merit() : 0;
  auto is_least = [&] { return is_least_merit(best_measure.merit, least_merit); };
  // a start that others may replace is given up early, unless its goals are known to be out of reach
  out.status = attempt(run_options.restarts == 0 || run_options.stays_near || least_merit > 0), out.attempts = 1;
  if (out.status != Status::reached && run_options.restarts > 0 && !stop && !is_least()) {
    const Status own_status = out.status;
    const Measure<double> own_measure = best_measure;
    const std::vector<double> own = best;
    std::vector<double> q(start.size());
    for (std::int64_t k = 1; k <= run_options.restarts && !stop && out.status != Status::reached && !is_least(); ++k) {
      search.seeds().write(k, start.data(), q.data());
      search.begin_at(q.data());
      out.status = attempt(false), ++out.attempts;
    }
    if (run_options.stays_near && !search.is_worth_leaving(own_measure, best_measure)) {
      if (!stop) out.status = own_status;
      best = own, best_measure = own_measure;
      search.begin_at(own.data());
    } else if (out.status != Status::reached && !stop) {  // no start reached the goals: take the best state to its minimum
      search.begin_at(best.data());
      out.status = attempt(true);
    }
  }
  if ((run_options.settle && search.is_better(best_measure, search.current())) || !(search.merit() == search.merit()))
    search.begin_at(best.data());
  if (run_options.stays_near) search.open_limits();
  return out;
}

}  // namespace manikin
