// Checks of a goal's tables: its inputs, its rows, and the numbers that are counts.
#pragma once

#include <numeric>

#include "evaluation/goals.hpp"
#include "kinematics/tree.hpp"

namespace manikin {
namespace compile {

// A whole number from lo to hi.
inline bool whole(double x, double lo, double hi) { return x >= lo && x <= hi && x == std::floor(x); }

// Whether the counts among a goal's numbers agree with how many numbers and handles it has.
inline bool counts_agree(GoalCode code, const double* n, int count, int inputs) {
  switch (code) {
    case kBalance:
    case kSupportDistances: {
      if (count < 2 || !whole(n[0], 1, kMaxInputs - 2) || inputs != n[0] + count || !(n[1] >= 0 && n[1] <= 1)) return false;
      double loads = 0;
      for (int k = 2; k < count; ++k) {
        if (!(n[k] >= 0)) return false;
        loads += n[k];
      }
      return loads <= 1;
    }
    case kCapsuleClearance:
    case kCapsuleDistances: {
      if (count < 4 || !whole(n[0], 1, kMaxInputs) || !whole(n[1], 1, kMaxInputs) || !whole(n[2], 1, 1e4)) return false;
      if (count != 4 + n[0] + n[1] + 2 * n[2] || inputs != 2 * (n[0] + n[1])) return false;
      const double* pairs = n + 4 + int(n[0] + n[1]);
      for (int k = 0; k < n[2]; ++k)
        if (!whole(pairs[2 * k], 0, n[0] - 1) || !whole(pairs[2 * k + 1], 0, n[1] - 1)) return false;
      return true;
    }
    case kSolidClearance:
    case kSolidDistances: {
      if (count < 8 || !whole(n[0], 1, kMaxInputs) || !whole(n[1], 1, 1e4) || !whole(n[2], 0, 1e4)) return false;
      if (count != 8 + 2 * n[0] + 4 * n[1] + 6 * n[2] || inputs != 1 + 2 * n[0] || (n[1] > 1 && n[2] == 0)) return false;
      for (int i = 0; i < n[0]; ++i)
        if (!whole(n[4 + int(n[0]) + i], 1, 1e4)) return false;
      return true;
    }
    default:  // uneven ground
      return count >= 12 && (n[0] == 1 || n[0] == 2) && whole(n[1], 2, 1e6) && whole(n[2], 2, 1e6) &&
             count == 8 + n[1] * n[2] && n[5] > 0 && n[6] > 0;
  }
}

// The rows of a goal that has one row for each thing that its numbers count; other goals keep `rows`.
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
    case kBendToward:
      if (count != 1 || !(numbers[0] > 0)) refuse("goal ", goal, " needs one number above 0");
      return;
    case kOnPath:
      if (count < 6 || count % 3) refuse("goal ", goal, " needs at least two corners of three numbers");
      return;
    case kComfort:
      if (count != 4 * rows) refuse("goal ", goal, " needs four numbers for each of its rows");
      return;
    case kBalance:
    case kCapsuleClearance:
    case kSolidClearance:
    case kOnGround:
    case kAboveGround:
    case kSupportDistances:
    case kCapsuleDistances:
    case kSolidDistances:
      if (!counts_agree(code, numbers, count, inputs)) refuse("goal ", goal, ": its numbers do not agree with what they count");
      if (rows != rows_counted(code, numbers, rows))
        refuse("goal ", goal, " needs a row for each of the distances that it counts");
      return;
    default:
      if (count != 0) refuse("goal ", goal, " takes no numbers");
  }
}

}  // namespace compile
}  // namespace manikin
