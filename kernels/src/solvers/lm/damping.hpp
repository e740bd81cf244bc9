// Constants and damping that the forms of the Levenberg-Marquardt method share.
#pragma once

#include "evaluation/program.hpp"
#include "lanes/functions.hpp"

namespace manikin {

// If the squared hard residual is below this, the hard goals count as satisfiable; above it they are weighted in the damping as
// in the merit.
constexpr double kSatisfiableSquared = 1e-10;
// The smallest damping, in units of the objective.  Beside hard rows, soft rows may stay far from their goals and need
// a smaller one.
constexpr double kMinDamping = 1e-4, kMinDampingBesideHard = 1e-8;
// The most trials of one step, each with eight times the damping.  Near the goals a kink may need a damping of |J|², while the
// objective is small.
constexpr int kMaxDampingTrials = 16;
// The first damping, in units of the objective.
constexpr double kInitialDamping = 0.1;
// The dampings of so many first steps are remembered from frame to frame.
constexpr std::size_t kMostPlanned = 8;
// A search that leans to a posture ends with a step that is smaller than the first, over the gains [rad, m]; a step that is
// smaller than the second is not worth its evaluation.
constexpr double kLastLeanStep = 1e-5, kNoLeanStep = 1e-6;
// A step is slow if more than kSlowRatio of the objective remains.  After so many slow steps in a row another start is
// tried, or a search switches to its hard goals alone.
constexpr int kSlowStepsToRestart = 2, kSlowStepsToSwitch = 10;
// The most iterations on hard goals alone.
constexpr int kMaxHardOnlyIterations = 100;
// The most Newton corrections of a trial, and the squared hard residual at which they stop.  With a larger remainder soft goals
// could gain by violating hard ones.
constexpr int kMaxCorrections = 8;
constexpr double kCorrectedSquared = 1e-28;
constexpr double kSlowRatio = 0.95;

// Rounds of the active set in a step; then parameters beyond a limit are cut off there.  Steps with exact rows need
// more rounds, because there the set must be right.
constexpr int kActiveSetRounds = 4, kMaxActiveSetRounds = 24;

// The next damping; gain_ratio is the actual gain of the step over the predicted one.
template <class V> inline V next_damping(V mu, V gain_ratio, double min_damping = kMinDamping) {
  return choose(gain_ratio > 0.75, larger(0.25 * mu, spread<V>(min_damping)), choose(gain_ratio < 0.25, 2.0 * mu, mu));
}

// What keeps the damping above 0 where the trace of J Jᵀ is 0: in proportion to the largest weight, at most 1.
inline double damping_floor(const Program& program) {
  double largest = 0;
  for (const double scale : program.row_scales) largest = std::max(largest, scale * scale);
  return largest > 0 ? std::min(1.0, largest) : 1.0;
}

// 1/s² with s² = 1 + distance/lever: the curvature that a far target adds to rows that are distances.  The lever is the longest
// column of the block.
inline double far_target_shrink(const double* r, const double* block, int rows, int width) {
  double distance = 0, lever = 0;
  for (int i = 0; i < rows; ++i) distance = madd(r[i], r[i], distance);
  for (int c = 0; c < width && distance > 0; ++c) {
    double sum = 0;
    for (int i = 0; i < rows; ++i) {
      const double x = block[std::int64_t(i) * width + c];
      sum = madd(x, x, sum);
    }
    lever = std::max(lever, sum);
  }
  return lever > 0 ? 1 / (1 + std::sqrt(distance / lever)) : 1.0;
}

}  // namespace manikin
