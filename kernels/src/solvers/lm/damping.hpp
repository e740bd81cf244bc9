// What Levenberg and Marquardt's methods have in common, whatever the form of their equations.
#pragma once

#include "lanes/functions.hpp"
#include "evaluation/program.hpp"

namespace manikin {

// Hard rows whose squares sum up to less can hold.  Where they cannot, the soft ones are damped by what the hard ones weigh.
constexpr double kMet = 1e-10;
// The least damping.  Beside hard rows soft ones may be far from their goals, and want a small one to the end.
constexpr double kLeastDamping = 1e-4, kLeastBesideHard = 1e-8;
// So often a step is tried with eight times the damping.  Near the goals a kink may want |J|² of it, and the objective is small.
constexpr int kTries = 16;
constexpr double kFirstDamping = 0.1;  // in units of the objective
// So many steps in a row that left more than this share of the objective: another start is worth more than one more.
constexpr int kPatience = 2, kCreeping = 10;
// So many iterations hard goals are given to be met by themselves.
constexpr int kMostAlone = 100;
// So often a trial is brought nearer to them, unless it is as near as this.  What is farther soft goals could gain by.
constexpr int kMostCorrections = 8;
constexpr double kReturned = 1e-28;
constexpr double kPoor = 0.95;

// Rounds of the active set in a step; what would still pass a limit after them is cut off there.  Where rows are held exactly
// a step must get it right.
constexpr int kRounds = 4, kMostRounds = 24;

// The damping after a step that kept so much of its promise.
template <class V> inline V next_damping(V mu, V kept, double least = kLeastDamping) {
  return choose(kept > 0.75, larger(0.25 * mu, spread<V>(least)), choose(kept < 0.25, 2.0 * mu, mu));
}

// The first rows of a goal that are distances.
inline int distance_rows(const GoalInfo& goal) {
  switch (goal.code) {
    case kPosition: case kLine: case kPlane: case kHalfSpace: case kDistance: case kPath: return goal.rows;
    case kPose: case kPoseAxes: return 3;
    default: return 0;
  }
}

// 1/s² for the bend s that a far target gives to rows that are distances: 1 + distance/lever, the longest column.
inline double shrink_of_far(const double* r, const double* block, int rows, int width) {
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
