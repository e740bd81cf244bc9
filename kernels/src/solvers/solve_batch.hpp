// Many problems of one form: in lanes where the method has them, on threads.
#pragma once

#include "solvers/lm/chain_lanes.hpp"
#include "solvers/methods.hpp"

namespace manikin {

struct Method {
  std::string_view name;
  double tolerance;
  Span<double> options;
};

template <int R>
inline void solve_in_lanes(const Program& program, const Setting& setting, double tolerance, const Run& how, const Problems& problems,
                           int threads) {
  std::vector<std::unique_ptr<ChainCrew<R>>> crews;
  for (int i = 0; i < threads; ++i) crews.push_back(std::make_unique<ChainCrew<R>>(program, setting, tolerance, how, problems));
  std::atomic<std::int64_t> given{0};
  in_chunks(threads, threads, [&](int worker, std::int64_t) {
    crews[worker]->work([&] {
      const std::int64_t problem = given.fetch_add(1);
      return problem < problems.count ? problem : -1;
    });
  });
}

// The answers are the same bits whichever way they are found.
inline void solve_many(const Method& method, const Program& program, const Setting& setting, const Run& how, const Problems& problems,
                       int threads) {
  const std::int64_t n = program.tree.size, k = static_cast<std::int64_t>(program.constants.size());
  const std::int64_t chunk = 8, chunks = (problems.count + chunk - 1) / chunk;
  threads = static_cast<int>(std::max<std::int64_t>(1, std::min<std::int64_t>(threads, chunks)));
  if (method.name == "lm" && is_chain(program, setting) && problems.count >= width<Lanes>) {
    const auto solve = program.rows == 3 ? solve_in_lanes<3> : solve_in_lanes<6>;
    return solve(program, setting, method.tolerance, how, problems, threads);
  }
  std::vector<std::unique_ptr<Search>> searches;
  for (int i = 0; i < threads; ++i) searches.push_back(make_search(method.name, program, setting, method.tolerance, method.options));
  in_chunks(chunks, threads, [&](int worker, std::int64_t number) {
    Search& search = *searches[worker];
    for (std::int64_t i = number * chunk; i < std::min(problems.count, (number + 1) * chunk); ++i) {
      search.begin(problems.starts + i * n, problems.constants + i * k);
      const Outcome out = run(search, how);
      std::copy(search.q().begin(), search.q().end(), problems.states + i * n);
      double* fact = problems.facts + 5 * i;
      fact[0] = double(out.status), fact[1] = double(out.iterations), fact[2] = double(search.evaluations);
      fact[3] = double(out.attempts), fact[4] = search.merit();
    }
  });
}

}  // namespace manikin
