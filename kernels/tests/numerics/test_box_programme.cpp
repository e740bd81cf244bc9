// Least squares within bounds, and bounds of rates: random ones of all sizes, awkward on purpose.
#include "numerics/box_programme.hpp"

#include <cmath>
#include <limits>

#include "numerics/velocity_bounds.hpp"
#include "support/check.hpp"
#include "support/forest.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// The gradient is zero between the bounds, and points out of the box at its ends.
void check_minimum(Random& random, std::int64_t m, std::int64_t n) {
  BoxProgramme programme(m, n);
  std::vector<double> a(m * n), t(n), b(m), c(m), lo(n), hi(n);
  for (int round = 0; round < 4; ++round) {
    for (double& x : a) x = whole(random, 0, 4) ? uniform(random, -1, 1) : 0.0;
    for (double& x : t) x = whole(random, 0, 1) ? uniform(random, -1, 1) : 0.0;
    for (double& x : b) x = whole(random, 0, 5) ? uniform(random, -5, 5) : 0.0;
    for (double& x : c) x = std::pow(10.0, uniform(random, -8, 0));
    for (std::int64_t j = 0; j < n; ++j) {
      lo[j] = -uniform(random, 0, 1), hi[j] = uniform(random, 0, 1);
      if (whole(random, 0, 4) == 0) hi[j] = infinite;
      if (whole(random, 0, 4) == 0) lo[j] = hi[j] = 0;
    }
    const std::vector<double>& x = programme.solve(a.data(), t.data(), b.data(), c.data(), lo.data(), hi.data());
    CHECK(programme.converged);
    std::vector<double> gradient(n), size(n, 1.0);
    for (std::int64_t j = 0; j < n; ++j) gradient[j] = x[j] - t[j];
    for (std::int64_t i = 0; i < m; ++i) {
      double row = -b[i];
      for (std::int64_t j = 0; j < n; ++j) row += a[i * n + j] * x[j];
      for (std::int64_t j = 0; j < n; ++j)
        gradient[j] += a[i * n + j] * row / c[i], size[j] += std::fabs(a[i * n + j] * row / c[i]);
    }
    for (std::int64_t j = 0; j < n; ++j) {
      CHECK(x[j] >= lo[j] && x[j] <= hi[j]);
      if (x[j] > lo[j]) CHECK(gradient[j] <= 1e-5 * size[j]);
      if (x[j] < hi[j]) CHECK(gradient[j] >= -1e-5 * size[j]);
    }
  }
}

// A parameter that is always as fast as it may be never passes its limit, and never brakes harder than it may.
void check_bounds(Random& random) {
  const VelocityBounds bounds{{-uniform(random, 0, 1), -infinite}, {uniform(random, 0, 1), 1}, {uniform(random, 0.1, 5), 2},
                              {uniform(random, 0.1, 50), infinite}, 0.01};
  double q[2] = {0, 0}, rates[2] = {0, 0}, least[2], largest[2];
  for (int step = 0; step < 2000; ++step) {
    bounds.at(q, rates, least, largest);
    const bool up = step / 500 % 2 == 0;
    for (int j = 0; j < 2; ++j) {
      CHECK(least[j] <= largest[j]);
      const double next = up ? largest[j] : least[j];
      CHECK(std::fabs(next - rates[j]) <= bounds.acceleration[j] * bounds.dt + 1e-12);
      rates[j] = next, q[j] += bounds.dt * next;
      CHECK(q[j] >= bounds.lo[j] - 1e-12 && q[j] <= bounds.hi[j] + 1e-12);
    }
  }
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  Random random(7);
  for (int round = 0; round < 60; ++round) check_minimum(random, whole(random, 0, 20), whole(random, 1, 40));
  for (int round = 0; round < 20; ++round) check_bounds(random);
  return 0;
}
