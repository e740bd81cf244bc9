// Curves through keys, without Python, to be run under sanitizers (see sanitize.sh).
#include "clips/keyframes.hpp"
#include "support/check.hpp"
#include "support/turns.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

// The arrays that CurveTables points into, for random keys.
struct Keys {
  int count, numbers, balls, size;
  std::vector<double> frames, slow_in, slow_out, axes, q, into, out, theta, theta_in, theta_out, starts, firsts, middles, lasts, lo, hi;
  std::vector<std::int32_t> modes, scalars, columns;

  Keys(Random& random, int keys, int numbers_wanted, int balls_wanted)
      : count(keys), numbers(numbers_wanted), balls(balls_wanted), size(numbers_wanted + 3 * balls_wanted), axes(random_ball_axes(random, balls_wanted)) {
    double frame = uniform(random, -50, 50);
    for (int i = 0; i < count; ++i) {
      frames.push_back(frame), frame += uniform(random, 0.01, 40);
      slow_in.push_back(whole(random, 0, 1) ? uniform(random, 0, 1) : 0), slow_out.push_back(whole(random, 0, 1) ? uniform(random, 0, 1) : 0);
      modes.push_back(whole(random, 0, 3));
    }
    for (int i = 0; i < size; ++i) lo.push_back(whole(random, 0, 1) ? -2.5 : -INFINITY), hi.push_back(whole(random, 0, 1) ? 2.5 : INFINITY);
    for (int i = 0; i < numbers; ++i) scalars.push_back(i);
    for (int i = 0; i < 3 * balls; ++i) columns.push_back(numbers + i);
    fill(random, q, numbers, 2), fill(random, into, numbers, 0.1), fill(random, out, numbers, 0.1);
    fill(random, theta, 3 * balls, 2), fill(random, theta_in, 3 * balls, 0.1), fill(random, theta_out, 3 * balls, 0.1);
    for (int s = 0; s + 1 < count; ++s)
      for (int b = 0; b < balls; ++b) add_segment(random, s, b);
  }

  CurveTables tables() const {
    return {over(frames), over(slow_in), over(slow_out), over(modes),     over(scalars), over(columns), over(axes), over(q),  over(into), over(out),
            over(theta),  over(theta_in), over(theta_out), over(starts), over(firsts),  over(middles), over(lasts), over(lo), over(hi)};
  }
  const double* angles(int key, int ball) const { return theta.data() + 3 * (key * balls + ball); }

 private:
  void fill(Random& random, std::vector<double>& to, int width, double most) const {
    for (int i = 0; i < count * width; ++i) to.push_back(uniform(random, -most, most));
  }

  // The factors of a segment: start · exp(first) · exp(middle) · exp(last) is its end.
  void add_segment(Random& random, int s, int b) {
    const double* own = axes.data() + 9 * b;
    const Turn from = ball_turn(own, angles(s, b)), to = ball_turn(own, angles(s + 1, b));
    starts.insert(starts.end(), from.begin(), from.end());
    std::array<double, 3> parts[3];
    for (auto& part : parts)
      for (double& x : part) x = modes[s] == kLinearCurve ? 0.0 : uniform(random, -0.2, 0.2);
    auto turned = [](const std::array<double, 3>& v, double sign) {
      const double size = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 1e-300;
      const double axis[3] = {v[0] / size, v[1] / size, v[2] / size};
      return about(axis, sign * size);
    };
    parts[1] = modes[s] == kSmoothCurve || modes[s] == kHoldCurve
                   ? way_between(product(from, turned(parts[0], 1)), product(to, turned(parts[2], -1)))
                   : way_between(from, to);
    firsts.insert(firsts.end(), parts[0].begin(), parts[0].end());
    middles.insert(middles.end(), parts[1].begin(), parts[1].end()), lasts.insert(lasts.end(), parts[2].begin(), parts[2].end());
  }
};

std::vector<double> state_at(const Curves& curves, const Keys& keys, double frame) {
  std::vector<double> made(keys.size, 777.0);
  curves.write(frame, made.data());
  return made;
}

void keys_are_met_to_the_last_bit_and_ends_hold(const Curves& curves, const Keys& keys) {
  for (int i = 0; i < keys.count; ++i) {
    const std::vector<double> found = state_at(curves, keys, keys.frames[i]);
    for (int j = 0; j < keys.numbers; ++j) CHECK(same_bits(found[j], keys.q[i * keys.numbers + j]));
    for (int j = 0; j < 3 * keys.balls; ++j) CHECK(same_bits(found[keys.numbers + j], keys.theta[i * 3 * keys.balls + j]));
  }
  CHECK(same_bits(state_at(curves, keys, -1e300), state_at(curves, keys, keys.frames.front())));
  CHECK(same_bits(state_at(curves, keys, 1e300), state_at(curves, keys, keys.frames.back())));
}

void states_are_finite_inside_and_the_same_again(Random& random, const Curves& curves, const Keys& keys) {
  std::vector<double> frames;
  std::vector<std::vector<double>> first;
  for (int i = 0; i < 20; ++i) {
    frames.push_back(uniform(random, keys.frames.front() - 2, keys.frames.back() + 2));
    first.push_back(state_at(curves, keys, frames.back()));
    for (int j = 0; j < keys.size; ++j) {
      CHECK(std::isfinite(first.back()[j]));
      const double key = j < keys.numbers ? 0 : 1e-9;  // keys themselves may lie outside: they are met as they are
      CHECK((first.back()[j] >= keys.lo[j] - key && first.back()[j] <= keys.hi[j] + key));
    }
  }
  for (int i = 19; i >= 0; --i) CHECK(same_bits(state_at(curves, keys, frames[i]), first[i]));
}

void straight_and_held_segments_are_so(Random& random, const Curves& curves, const Keys& keys) {
  for (int s = 0; s + 1 < keys.count; ++s) {
    const double n = keys.frames[s + 1] - keys.frames[s], u = uniform(random, 0.01, 0.99);
    const std::vector<double> found = state_at(curves, keys, keys.frames[s] + u * n);
    if (keys.modes[s] == kHoldCurve) CHECK(same_bits(found, state_at(curves, keys, keys.frames[s])));
    if (keys.modes[s] != kLinearCurve || keys.slow_out[s] != 0 || keys.slow_in[s + 1] != 0) continue;
    for (int j = 0; j < keys.numbers; ++j) {
      const double a = keys.q[s * keys.numbers + j], b = keys.q[(s + 1) * keys.numbers + j];
      CHECK(std::fabs(found[j] - (a + u * (b - a))) < 1e-12);
    }
  }
}

void damaged_numbers_do_no_harm(Random& random, Keys keys) {
  const double strange[] = {0, -1e300, 1e300, INFINITY, -INFINITY, std::nan(""), 5e-324};
  std::vector<double>* lists[] = {&keys.q, &keys.into, &keys.theta, &keys.theta_out, &keys.starts, &keys.firsts, &keys.middles, &keys.slow_in, &keys.axes};
  for (int i = 0; i < 4; ++i) {
    std::vector<double>& list = *lists[whole(random, 0, 8)];
    if (!list.empty()) list[whole(random, 0, static_cast<int>(list.size()) - 1)] = strange[whole(random, 0, 6)];
  }
  const Curves curves(keys.tables());
  for (int i = 0; i < 5; ++i) state_at(curves, keys, uniform(random, keys.frames.front(), keys.frames.back()));
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  Random random(7);
  int segments = 0;
  for (int i = 0; i < 150; ++i) {
    const Keys keys(random, whole(random, 1, 6), whole(random, 0, 20), whole(random, 0, 10));
    const Curves curves(keys.tables());
    keys_are_met_to_the_last_bit_and_ends_hold(curves, keys);
    states_are_finite_inside_and_the_same_again(random, curves, keys);
    straight_and_held_segments_are_so(random, curves, keys);
    damaged_numbers_do_no_harm(random, keys);
    segments += keys.count - 1;
  }
  std::printf("  %d segments\n", segments);
  return 0;
}
