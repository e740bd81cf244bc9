// What Levenberg and Marquardt's methods have in common, whatever the form of their equations.
#pragma once

#include "functions.hpp"
#include "program.hpp"

namespace manikin {

constexpr double kFirstDamping = 0.1;  // in units of the objective
// So many steps in a row that left more than this share of the objective: another start is worth more than one more.
constexpr int kPatience = 2;
constexpr double kPoor = 0.95;

// Rounds of the active set in a step; what would still pass a limit after them is cut off there.  Where rows are held exactly
// a step must get it right.
constexpr int kRounds = 4, kMostRounds = 24;

// The damping after a step that kept so much of its promise.
template <class V> inline V next_damping(V mu, V kept) {
  return choose(kept > 0.75, larger(0.25 * mu, spread<V>(1e-4)), choose(kept < 0.25, 2.0 * mu, mu));
}

// The first rows of a goal that are distances.
inline int distance_rows(const GoalInfo& goal) {
  switch (goal.code) {
    case kPosition: case kLine: case kPlane: case kHalfSpace: case kDistance: case kPath: return goal.rows;
    case kPose: case kPoseAxes: return 3;
    default: return 0;
  }
}

}  // namespace manikin
