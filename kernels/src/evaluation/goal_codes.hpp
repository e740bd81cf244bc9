// Codes of handles and goals, and the form of their tables.
// Made by: python -m manikin.problem.kernel_codes > kernels/src/evaluation/goal_codes.hpp
// clang-format off
#pragma once

#include <string_view>

namespace manikin {

// The handle classes; a constant point, direction, orientation or frame is kFixed.
enum HandleCode : unsigned char { kFixed, kPoint, kDirection, kOrientation, kFrame, kCentreOfMass, kParameters, kFixedVector, kHandleCodes };

struct HandleForm {
  int numbers;  // constants in the tables; −1 for constants, which have as many as their value
  int size;     // numbers of the value; −1 where the tables decide
  int tangent;  // rows of its Jacobian; −1 where the tables decide
};

constexpr HandleForm kHandleForms[kHandleCodes] = {
  {-1, -1, -1},  // kFixed
  {3, 3, 3},  // kPoint
  {3, 3, 3},  // kDirection
  {9, 9, 3},  // kOrientation
  {12, 12, 6},  // kFrame
  {0, 3, 3},  // kCentreOfMass
  {0, -1, -1},  // kParameters
  {-1, -1, -1},  // kFixedVector
};

// The goal classes; classes with the same rows share a code.
enum GoalCode : unsigned char {
  kPosition,
  kLine,
  kPlane,
  kHalfSpace,
  kOrientationGoal,
  kOrientationAxes,
  kPoseGoal,
  kPoseAxes,
  kAim,
  kLookAt,
  kAlign,
  kPole,
  kDistance,
  kOnPath,
  kMatchValues,
  kBalance,
  kBendToward,
  kCapsuleClearance,
  kSolidClearance,
  kOnGround,
  kAboveGround,
  kComfort,
  kSupportDistances,
  kCapsuleDistances,
  kSolidDistances,
  kSwivelGoal,
  kGoalCodes
};

struct GoalForm {
  std::string_view inputs;  // type of each handle: p(oint), d(irection), o(rientation), f(rame), v(ector)
  bool more_points;         // any number of points may follow
  int rows;                 // −1 where the tables decide
  int target_rows;          // rows, from the first, that are distances of a point from a target
  bool inequality;          // met in a whole region, where residual and derivative are zero
};

constexpr GoalForm kGoalForms[kGoalCodes] = {
  {"pp", false, 3, 3, false},  // kPosition
  {"ppd", false, 3, 3, false},  // kLine
  {"ppd", false, 1, 1, false},  // kPlane
  {"ppd", false, 1, 1, true},  // kHalfSpace
  {"oo", false, 3, 0, false},  // kOrientationGoal
  {"oo", false, -1, 0, false},  // kOrientationAxes
  {"ff", false, 6, 3, false},  // kPoseGoal
  {"ff", false, -1, 3, false},  // kPoseAxes
  {"pdp", false, 3, 0, false},  // kAim
  {"pddpd", false, 6, 0, false},  // kLookAt
  {"dd", false, 3, 0, false},  // kAlign
  {"pppp", false, 3, 0, false},  // kPole
  {"pp", false, 1, 1, true},  // kDistance
  {"p", false, 3, 3, false},  // kOnPath
  {"vv", false, -1, 0, false},  // kMatchValues
  {"pd", true, 3, 0, true},  // kBalance
  {"pppp", false, 3, 0, false},  // kBendToward
  {"", true, 1, 0, true},  // kCapsuleClearance
  {"f", true, 1, 0, true},  // kSolidClearance
  {"p", false, 1, 0, false},  // kOnGround
  {"p", false, 1, 0, true},  // kAboveGround
  {"v", false, -1, 0, true},  // kComfort
  {"pd", true, -1, 0, false},  // kSupportDistances
  {"", true, -1, 0, false},  // kCapsuleDistances
  {"f", true, -1, 0, false},  // kSolidDistances
  {"pppddv", false, 3, 0, false},  // kSwivelGoal
};

// Numbers in a value of a type.
constexpr int value_size(char type) { return type == 'p' ? 3 : type == 'd' ? 3 : type == 'o' ? 9 : 12; }

}  // namespace manikin
