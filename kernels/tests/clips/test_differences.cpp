// Differences between states, without Python, to be run under sanitizers (see sanitize.sh).
#include "clips/differences.hpp"
#include "support/check.hpp"
#include "support/turns.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

struct State {
  int balls, size;
  std::vector<std::int32_t> columns;
  std::vector<double> axes, lo, hi;

  State(Random& random, int balls_wanted, int others) : balls(balls_wanted), size(3 * balls_wanted + others), axes(random_ball_axes(random, balls_wanted)) {
    for (int i = 0; i < 3 * balls; ++i) columns.push_back(i + others / 2);
    std::shuffle(columns.begin(), columns.end(), random);
    for (int i = 0; i < size; ++i) {
      const bool free = whole(random, 0, 2) > 0;
      lo.push_back(free ? -INFINITY : uniform(random, -3, -1)), hi.push_back(free ? INFINITY : uniform(random, 1, 3));
    }
  }

  std::vector<double> drawn(Random& random) const {
    std::vector<double> q;
    for (int i = 0; i < size; ++i) q.push_back(uniform(random, std::max(lo[i], -3.0), std::min(hi[i], 3.0)));
    return q;
  }
  std::array<double, 3> angles(const std::vector<double>& q, int ball) const {
    return {q[columns[3 * ball]], q[columns[3 * ball + 1]], q[columns[3 * ball + 2]]};
  }
};

void a_state_plus_the_difference_to_another_is_the_other(Random& random, const State& s, const StateDifferences& differences) {
  const std::vector<double> base = s.drawn(random), state = s.drawn(random);
  std::vector<double> change(s.size), there(s.size);
  differences.between(state.data(), base.data(), change.data());
  differences.displaced(base.data(), change.data(), there.data());
  std::vector<bool> of_a_ball(s.size);
  for (const std::int32_t c : s.columns) of_a_ball[c] = true;
  for (int i = 0; i < s.size; ++i) {
    CHECK(there[i] >= s.lo[i] && there[i] <= s.hi[i]);
    CHECK(of_a_ball[i] || std::fabs(there[i] - state[i]) < 1e-14);
  }
  for (int ball = 0; ball < s.balls; ++ball) {
    const double* axes = s.axes.data() + 9 * ball;
    const auto before = s.angles(base, ball), after = s.angles(state, ball), found = s.angles(there, ball), own = s.angles(change, ball);
    const auto way = way_between(ball_turn(axes, before.data()), ball_turn(axes, after.data()));
    double length = 0, off = 0;
    for (int k = 0; k < 3; ++k) length += way[k] * way[k], off = std::max(off, std::fabs(way[k] - own[k]));
    if (std::sqrt(length) < 3.14) CHECK(off < 1e-12);  // half a turn has two ways
    bool limited = false;
    for (int k = 0; k < 3; ++k) limited |= std::isfinite(s.lo[s.columns[3 * ball + k]]);
    if (!limited) CHECK(gap_between(ball_turn(axes, found.data()), ball_turn(axes, after.data())) < 1e-7);
  }
}

void what_does_not_move_keeps_its_bits(Random& random, const State& s, const StateDifferences& differences) {
  const std::vector<double> base = s.drawn(random);
  std::vector<double> state = base, change(s.size), there(s.size);
  if (s.balls) state[s.columns[0]] += 0.3;  // one ball of a block moves, the others do not
  differences.between(state.data(), base.data(), change.data());
  for (int i = 3; i < 3 * s.balls; ++i) CHECK(same_bits(change[s.columns[i]], 0.0));
  differences.displaced(base.data(), change.data(), there.data());
  for (int i = 3; i < 3 * s.balls; ++i) CHECK(same_bits(there[s.columns[i]], base[s.columns[i]]));
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  Random random(11);
  int balls = 0;
  for (int i = 0; i < 200; ++i) {
    const State s(random, whole(random, 0, 19), whole(random, 0, 5));
    const StateDifferences differences({over(s.columns), over(s.axes), over(s.lo), over(s.hi)});
    a_state_plus_the_difference_to_another_is_the_other(random, s, differences);
    what_does_not_move_keeps_its_bits(random, s, differences);
    balls += s.balls;
  }
  std::printf("  %d balls\n", balls);
  return 0;
}
