// What a goal's tables must be like: its inputs, its rows, and the numbers that count things.
#pragma once

#include <numeric>

#include "evaluation/goals.hpp"
#include "kinematics/tree.hpp"

namespace manikin {
namespace compile {

struct Arity {
  int inputs;
  const char* types;  // of each input: p(oint), d(irection), o(rientation), f(rame)
  int rows;           // −1 where the numbers decide
  bool points = false;  // whether any number of points may follow
};

inline Arity arity(GoalCode code) {
  switch (code) {
    case kPosition: return {2, "pp", 3};
    case kLine: return {3, "ppd", 3};
    case kPlane: case kHalfSpace: return {3, "ppd", 1};
    case kOrientation: return {2, "oo", 3};
    case kOrientationAxes: return {2, "oo", -1};
    case kPose: return {2, "ff", 6};
    case kPoseAxes: return {2, "ff", -1};
    case kAim: return {3, "pdp", 3};
    case kLookAt: return {5, "pddpd", 6};
    case kAlign: return {2, "dd", 3};
    case kPole: return {4, "pppp", 3};
    case kDistance: return {2, "pp", 1};
    case kPath: return {1, "p", 3};
    case kBalance: return {2, "pd", 3, true};
    case kBendToward: return {4, "pppp", 3};
    case kApart: return {0, "", 1, true};
    case kOutside: return {1, "f", 1, true};
    case kSupportDistances: return {2, "pd", -1, true};
    case kCapsuleDistances: return {0, "", -1, true};
    case kSolidDistances: return {1, "f", -1, true};
    case kOnGround: case kAboveGround: return {1, "p", 1};
    default: return {-1, "", -1};
  }
}

inline int value_size(char type) { return type == 'o' ? 9 : type == 'f' ? 12 : 3; }

// A whole number from lo to hi.
inline bool whole(double x, double lo, double hi) { return x >= lo && x <= hi && x == std::floor(x); }

// Counts that stand among a goal's numbers must agree with how many numbers and handles it has.
inline bool counts_agree(GoalCode code, const double* n, int count, int inputs) {
  switch (code) {
    case kBalance: case kSupportDistances: return count == 2 && whole(n[0], 1, kMostInputs - 2) && inputs == 2 + n[0] && n[1] >= 0 && n[1] <= 1;
    case kApart: case kCapsuleDistances: {
      if (count < 4 || !whole(n[0], 1, kMostInputs) || !whole(n[1], 1, kMostInputs) || !whole(n[2], 1, 1e4)) return false;
      if (count != 4 + n[0] + n[1] + 2 * n[2] || inputs != 2 * (n[0] + n[1])) return false;
      const double* pairs = n + 4 + int(n[0] + n[1]);
      for (int k = 0; k < n[2]; ++k)
        if (!whole(pairs[2 * k], 0, n[0] - 1) || !whole(pairs[2 * k + 1], 0, n[1] - 1)) return false;
      return true;
    }
    case kOutside: case kSolidDistances: {
      if (count < 4 || !whole(n[0], 1, kMostInputs) || !whole(n[1], 1, 1e4) || !whole(n[2], 0, 1e4)) return false;
      if (count != 4 + 2 * n[0] + 4 * n[1] + 6 * n[2] || inputs != 1 + 2 * n[0] || (n[1] > 1 && n[2] == 0)) return false;
      for (int i = 0; i < n[0]; ++i)
        if (!whole(n[4 + int(n[0]) + i], 1, 1e4)) return false;
      return true;
    }
    default:  // uneven ground
      return count >= 12 && (n[0] == 1 || n[0] == 2) && whole(n[1], 2, 1e6) && whole(n[2], 2, 1e6) && count == 8 + n[1] * n[2] &&
             n[5] > 0 && n[6] > 0;
  }
}

// The rows of a goal that has one for each thing that its numbers count; else as many as it has.
inline double rows_counted(GoalCode code, const double* n, int rows) {
  switch (code) {
    case kSupportDistances: return n[0];
    case kCapsuleDistances: return n[2];
    case kSolidDistances: return std::accumulate(n + 4 + int(n[0]), n + 4 + 2 * int(n[0]), 0.0);
    default: return rows;
  }
}

inline void check_numbers(GoalCode code, std::size_t goal, const double* numbers, int count, int rows, int inputs) {
  auto axes = [&](int before) {
    if (count < 1 || count > 3 || rows != before + 3 * count) refuse("goal ", goal, " must hold one to three axes");
    for (int i = 0; i < count; ++i)
      if (!(numbers[i] == 0 || numbers[i] == 1 || numbers[i] == 2)) refuse("goal ", goal, ": an axis is 0, 1 or 2");
  };
  switch (code) {
    case kOrientationAxes: return axes(0);
    case kPoseAxes: return axes(3);
    case kAlign:
      if (count != 1) refuse("goal ", goal, " needs one number");
      return;
    case kDistance:
      if (count != 2 || !(numbers[0] >= 0 && numbers[0] <= numbers[1])) refuse("goal ", goal, " needs 0 ≤ lo ≤ hi");
      return;
    case kPath:
      if (count < 6 || count % 3) refuse("goal ", goal, " needs at least two corners of three numbers");
      return;
    case kMatch:
      if (count != rows) refuse("goal ", goal, " needs a number for each of its rows");
      return;
    case kComfort:
      if (count != 4 * rows) refuse("goal ", goal, " needs four numbers for each of its rows");
      return;
    case kBalance: case kApart: case kOutside: case kOnGround: case kAboveGround:
    case kSupportDistances: case kCapsuleDistances: case kSolidDistances:
      if (!counts_agree(code, numbers, count, inputs)) refuse("goal ", goal, ": its numbers do not agree with what they count");
      if (rows != rows_counted(code, numbers, rows)) refuse("goal ", goal, " needs a row for each of the distances that it counts");
      return;
    default:
      if (count != 0) refuse("goal ", goal, " takes no numbers");
  }
}

}  // namespace compile
}  // namespace manikin
