// Steps towards the smoothest change of an interval, without Python, to be run under sanitizers (see sanitize.sh).
#include "clips/spacetime.hpp"
#include "support/check.hpp"
#include "support/programs.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

// The arrays that SpacetimeTables and SpacetimeFrames point into, for a random motion.
struct Interval {
  std::int64_t count, n, rows;
  std::vector<std::int32_t> columns;
  std::vector<double> weights, lo, hi, row_lo, row_hi, plain, states, constants, offsets, bands;
  std::vector<std::uint8_t> rows_on, movable;

  Interval(Random& random, const Program& program, int frames) : count(frames), n(program.tree.size), rows(program.rows) {
    for (std::int64_t i = 0; i < n; ++i)
      if (whole(random, 0, 3)) columns.push_back(static_cast<std::int32_t>(i));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      weights.push_back(uniform(random, 0.01, 2));
      lo.push_back(whole(random, 0, 1) ? -0.6 : -INFINITY), hi.push_back(whole(random, 0, 1) ? 0.6 : INFINITY);
    }
    for (std::int64_t i = 0; i < rows; ++i) {
      const bool range = whole(random, 0, 3) == 0;
      row_lo.push_back(range ? -0.2 : 0.0), row_hi.push_back(range ? whole(random, 0, 1) ? 0.3 : INFINITY : 0.0);
    }
    std::vector<double> swing = random_states(random, n);
    for (std::int64_t t = 0; t < count; ++t) {
      for (std::int64_t i = 0; i < n; ++i) plain.push_back(0.25 * swing[i] * std::sin(0.3 * double(t) + double(i)));
      constants.insert(constants.end(), program.constants.begin(), program.constants.end());
      for (std::int64_t i = 0; i < rows; ++i) rows_on.push_back(whole(random, 0, 4) > 0), offsets.push_back(0.0);
      const bool still = whole(random, 0, 4) == 0;
      for (std::size_t i = 0; i < columns.size(); ++i) movable.push_back(!still && whole(random, 0, 5) > 0);
    }
    states = plain;
    bands.resize(3 * count);
    for (std::int64_t t = 0; t < count; ++t) bands[t] = 1 + 6 * 16, bands[count + t] = -4 * 16, bands[2 * count + t] = 16;
  }

  SpacetimeTables tables() const { return {over(columns), over(weights), over(lo), over(hi), over(row_lo), over(row_hi)}; }
  SpacetimeFrames frames() const {
    return {count, plain.data(), states.data(), constants.data(), offsets.data(), rows_on.data(), movable.data(), bands.data()};
  }
};

std::vector<double> step_of(const Program& program, const Interval& interval) {
  std::vector<double> made(interval.count * interval.n);
  const SpacetimeTables tables = interval.tables();
  const SpacetimeFrames frames = interval.frames();
  Spacetime(program, tables, frames).step(made.data());
  return made;
}

void a_step_moves_only_what_may_move_and_stays_inside(const Program& program, const Interval& interval) {
  const std::vector<double> after = step_of(program, interval);
  std::vector<std::int64_t> place(interval.n, -1);
  for (std::size_t c = 0; c < interval.columns.size(); ++c) place[interval.columns[c]] = static_cast<std::int64_t>(c);
  const auto width = static_cast<std::int64_t>(interval.columns.size());
  for (std::int64_t t = 0; t < interval.count; ++t)
    for (std::int64_t i = 0; i < interval.n; ++i) {
      const double before = interval.plain[t * interval.n + i], now = after[t * interval.n + i];
      const std::int64_t c = place[i];
      CHECK(std::isfinite(now));
      if (c < 0 || !interval.movable[t * width + c]) CHECK(same_bits(now, before));
      else CHECK(now >= std::min(interval.lo[c], before) - 1e-12 && now <= std::max(interval.hi[c], before) + 1e-12);
    }
  CHECK(same_bits(after, step_of(program, interval)));
}

// With no row on, the least change is none.
void nothing_moves_where_nothing_is_asked(const Program& program, Interval interval) {
  std::fill(interval.rows_on.begin(), interval.rows_on.end(), 0);
  for (std::size_t c = 0; c < interval.columns.size(); ++c) interval.lo[c] = -INFINITY, interval.hi[c] = INFINITY;
  const std::vector<double> after = step_of(program, interval);
  for (std::size_t i = 0; i < after.size(); ++i) CHECK(std::fabs(after[i] - interval.plain[i]) < 1e-12);
}

// Points with target positions, all reachable in the first frames by small steps or not at all: both must do no harm.
ProgramArrays some_positions(Random& random, const Arrays& tree) {
  ProgramArrays a;
  const int joints = static_cast<int>(tree.parents.size());
  for (int i = 0; i < joints; ++i) a.masses.push_back(1), a.centres.insert(a.centres.end(), 3, 0.0);
  for (int g = whole(random, 1, 3); g > 0; --g) {
    const int point = a.handle(kPoint, whole(random, 0, joints - 1), random_triple(random));
    a.goal(kPosition, {point, a.handle(kFixed, -1, random_triple(random))}, 3, {}, -1);
  }
  return a;
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  Random random(9);
  int frames = 0;
  for (int i = 0; i < 60; ++i) {
    const Arrays tree = random_forest(random, whole(random, 1, 12), i % 3 == 0, i % 4 == 0);
    const ProgramArrays arrays = i % 2 ? some_positions(random, tree) : random_program(random, tree);
    const Program program = compiled(tree.tables(), arrays.tables());
    const Interval interval(random, program, whole(random, 1, 20));
    if (i % 2) a_step_moves_only_what_may_move_and_stays_inside(program, interval);
    else step_of(program, interval);  // any goals at all
    nothing_moves_where_nothing_is_asked(program, interval);
    frames += static_cast<int>(interval.count);
  }
  std::printf("  %d frames\n", frames);
  return 0;
}
