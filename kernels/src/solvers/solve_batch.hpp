// Many problems that differ in starts and constants: in lanes where the method can, and on threads.
#pragma once

#include "solvers/lm/chain_lanes.hpp"
#include "solvers/methods.hpp"
#include "solvers/run.hpp"

namespace manikin {

struct Method {
  std::string_view name;
  double tolerance;
  Span<double> options;
};

template <int R>
inline void solve_in_lanes(const Program& program, const KernelLimits& limits, double tolerance, const RunOptions& run_options,
                           const Problems& problems, int threads) {
  std::vector<std::unique_ptr<ChainLanes<R>>> lanes;
  for (int i = 0; i < threads; ++i)
    lanes.push_back(std::make_unique<ChainLanes<R>>(program, limits, tolerance, run_options, problems));
  std::atomic<std::int64_t> next_problem{0};
  in_chunks(threads, threads, [&](int worker, std::int64_t) {
    lanes[worker]->work([&] {
      const std::int64_t problem = next_problem.fetch_add(1);
      return problem < problems.count ? problem : -1;
    });
  });
}

// The results have the same bits in lanes, alone, and on any number of threads.
inline void solve_many(const Method& method, const Program& program, const KernelLimits& limits, const RunOptions& run_options,
                       const Problems& problems, int threads) {
  const std::int64_t n = program.tree.size, k = static_cast<std::int64_t>(program.constants.size());
  const std::int64_t chunk = 8, chunks = (problems.count + chunk - 1) / chunk;
  threads = static_cast<int>(std::max<std::int64_t>(1, std::min<std::int64_t>(threads, chunks)));
  if (method.name == "lm" && method.options[0] == 0 && is_plain_chain(program, limits) && problems.count >= width<Lanes>) {
    const auto solve = program.rows == 3 ? solve_in_lanes<3> : solve_in_lanes<6>;
    return solve(program, limits, method.tolerance, run_options, problems, threads);
  }
  std::vector<std::unique_ptr<Search>> searches;
  for (int i = 0; i < threads; ++i)
    searches.push_back(make_search(method.name, program, limits, method.tolerance, method.options));
  in_chunks(chunks, threads, [&](int worker, std::int64_t number) {
    Search& search = *searches[worker];
    for (std::int64_t i = number * chunk; i < std::min(problems.count, (number + 1) * chunk); ++i) {
      search.begin(problems.starts + i * n, problems.constants + i * k);
      const Outcome out = run(search, run_options);
      std::copy(search.q().begin(), search.q().end(), problems.states + i * n);
      double* fact = problems.facts + 5 * i;
      fact[0] = double(out.status), fact[1] = double(out.iterations), fact[2] = double(search.evaluations);
      fact[3] = double(out.attempts), fact[4] = search.merit();
    }
  });
}

}  // namespace manikin
