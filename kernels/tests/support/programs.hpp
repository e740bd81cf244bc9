// Random handles, goals and limits on random forests, for the tests of the kernels.
#pragma once

#include "solvers/search.hpp"
#include "support/forest.hpp"

namespace manikin::tests {

// The arrays that ProgramTables points into.
struct ProgramArrays {
  std::vector<double> masses, centres, handle_numbers, goal_numbers, row_scales;
  std::vector<std::uint8_t> handle_codes, goal_codes;
  std::vector<std::int32_t> handle_joints, handle_number_starts{0}, handle_column_starts{0}, handle_columns;
  std::vector<std::int32_t> goal_input_starts{0}, goal_inputs, goal_number_starts{0}, goal_rows, choices;

  ProgramTables tables() const {
    return {over(masses),
            over(centres),
            over(handle_numbers),
            over(goal_numbers),
            over(row_scales),
            over(row_scales),
            over(handle_codes),
            over(goal_codes),
            over(handle_joints),
            over(handle_number_starts),
            over(handle_column_starts),
            over(handle_columns),
            over(goal_input_starts),
            over(goal_inputs),
            over(goal_number_starts),
            over(goal_rows),
            over(choices)};
  }

  int handle(HandleCode code, int joint, const std::vector<double>& numbers, const std::vector<int>& columns = {}) {
    handle_codes.push_back(code), handle_joints.push_back(joint);
    handle_numbers.insert(handle_numbers.end(), numbers.begin(), numbers.end());
    handle_columns.insert(handle_columns.end(), columns.begin(), columns.end());
    handle_number_starts.push_back(static_cast<int>(handle_numbers.size()));
    handle_column_starts.push_back(static_cast<int>(handle_columns.size()));
    return static_cast<int>(handle_codes.size()) - 1;
  }

  void goal(GoalCode code, const std::vector<int>& inputs, int rows, const std::vector<double>& numbers, int choice) {
    goal_codes.push_back(code), goal_rows.push_back(rows), choices.push_back(choice);
    goal_inputs.insert(goal_inputs.end(), inputs.begin(), inputs.end());
    goal_numbers.insert(goal_numbers.end(), numbers.begin(), numbers.end());
    goal_input_starts.push_back(static_cast<int>(goal_inputs.size()));
    goal_number_starts.push_back(static_cast<int>(goal_numbers.size()));
    row_scales.insert(row_scales.end(), rows, 0.5 + 0.25 * code);
  }
};

inline std::vector<double> random_triple(Random& random) {
  return {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)};
}

// A handle of the wanted type on a joint, or a constant.
inline int argument(Random& random, ProgramArrays& a, const Arrays& tree, char type) {
  const int joint = whole(random, 0, static_cast<int>(tree.parents.size()) - 1);
  const bool fixed = whole(random, 0, 2) == 0;
  const std::vector<double> turn = {0, -1, 0, 1, 0, 0, 0, 0, 1}, still = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::vector<double> place = random_triple(random);
  for (const double x : whole(random, 0, 1) ? turn : still) place.push_back(x);
  std::vector<double> unit(3);  // always another direction: two parallel ones make a look-at goal degenerate
  const double around = uniform(random, 0, 6), up = uniform(random, -0.9, 0.9);
  unit = {std::sqrt(1 - up * up) * std::cos(around), std::sqrt(1 - up * up) * std::sin(around), up};
  switch (type) {
    case 'p': return fixed ? a.handle(kFixed, -1, random_triple(random)) : a.handle(kPoint, joint, random_triple(random));
    case 'd': return fixed ? a.handle(kFixed, -1, unit) : a.handle(kDirection, joint, unit);
    case 'v': return a.handle(kFixedVector, -1, {around});
    case 'o': return fixed ? a.handle(kFixed, -1, turn) : a.handle(kOrientation, joint, whole(random, 0, 1) ? turn : still);
    default:
      return fixed ? a.handle(kFixed, -1, {0, -1, 0, .1, 1, 0, 0, .2, 0, 0, 1, .3})
                   : a.handle(kFrame, joint, place);
  }
}

inline int random_root(Random& random, const Arrays& tree) {
  int joint = whole(random, 0, static_cast<int>(tree.parents.size()) - 1);
  while (tree.parents[joint] >= 0) joint = tree.parents[joint];
  return joint;
}

inline ProgramArrays random_program(Random& random, const Arrays& tree) {
  ProgramArrays a;
  for (std::size_t i = 0; i < tree.parents.size(); ++i) {
    a.masses.push_back(tree.parents[i] < 0 ? 1.0 : whole(random, 0, 2));
    for (int j = 0; j < 3; ++j) a.centres.push_back(uniform(random, -1, 1));
  }
  int choice = 0;
  for (int g = whole(random, 1, 8); g > 0; --g) {
    const auto code = static_cast<GoalCode>(whole(random, 0, kGoalCodes - 1));
    const int members = whole(random, 0, 3) ? 1 : 3;
    for (int m = 0; m < members; ++m) {
      const int group = members == 1 ? -1 : choice;
      if (code == kMatchValues) {
        if (tree.size == 0) continue;
        const int own = a.handle(kParameters, 0, {}, {whole(random, 0, static_cast<int>(tree.size) - 1)});
        const std::vector<int> inputs = {own, a.handle(kCentreOfMass, random_root(random, tree), {}), a.handle(kFixedVector, -1, {0.1, 0.2, 0.3, 0.4})};
        a.goal(kMatchValues, inputs, 4, {}, group);
        continue;
      }
      if (code == kComfort) {
        if (tree.size == 0) continue;
        const int own = a.handle(kParameters, 0, {}, {whole(random, 0, static_cast<int>(tree.size) - 1)});
        a.goal(kComfort, {own}, 1, {-0.1, 0.2, 2, 3}, group);
        continue;
      }
      const GoalForm& form = kGoalForms[code];
      std::vector<int> inputs;
      for (const char type : form.inputs) inputs.push_back(argument(random, a, tree, type));
      for (int k = form.more_points ? 6 : 0; k > 0; --k) inputs.push_back(argument(random, a, tree, 'p'));
      std::vector<double> numbers;
      int rows = form.rows;
      if (code == kOrientationAxes) numbers = {2, 0}, rows = 6;
      if (code == kPoseAxes) numbers = {1}, rows = 6;
      if (code == kAlign) numbers = {1};
      if (code == kDistance) numbers = {0.2, 0.4};
      if (code == kBendToward) numbers = {0.03};
      if (code == kOnPath) numbers = {0, 0, 0, 1, 0, 0, 1, 1, 0};
      if (code == kBalance || code == kSupportDistances) {  // six corners, or four and two loads
        if (whole(random, 0, 1)) numbers = {6, 0.25};
        else numbers = {4, 0.25, 0.3, 0.2};
      }
      if (code == kCapsuleClearance || code == kCapsuleDistances) numbers = {1, 2, 2, 0.05, 0.5, 0.2, 0.9, 0, 1, 0, 0};
      if (code == kSolidClearance || code == kSolidDistances)  // a wedge, and capsules of one and of three balls
        numbers = {3, 2, 1, 0.1, 0.9, 0.4, 0.2, 1, 3, 2, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1};
      if (code == kOnGround || code == kAboveGround) numbers = {2, 2, 3, -0.5, -0.5, 0.4, 0.3, 0.1, 0, 1, 2, 0.5, 0.2, -1};
      a.goal(code, inputs, int(compile::rows_counted(code, numbers.data(), rows)), numbers, group);
    }
    choice += members > 1;
  }
  return a;
}

inline std::vector<double> random_states(Random& random, std::int64_t count) {
  std::vector<double> q(count);
  for (double& x : q) x = uniform(random, -2, 2);
  return q;
}

// Limits, gains, and in half of the cases hard rows and a linear limit.
inline KernelLimits random_limits_of(Random& random, const Program& program) {
  KernelLimits limits;
  for (std::int64_t i = 0; i < program.tree.size; ++i) {
    limits.lo.push_back(uniform(random, -3, 0)), limits.hi.push_back(uniform(random, 0, 3));
    limits.gain.push_back(whole(random, 0, 4) ? 1.0 : whole(random, 0, 1) ? 0.5 : 0.0);
  }
  const std::int64_t hard =
      program.goals.size() > 1 && program.goals[0].choice < 0 && whole(random, 0, 1) ? program.goals[0].rows : 0;
  for (std::int64_t i = 0; i < program.rows; ++i) limits.hard.push_back(i < hard);
  if (whole(random, 0, 1) && program.tree.size > 1) {
    for (std::int64_t i = 0; i < program.tree.size; ++i) limits.linear.push_back(i < 2);
    limits.linear_lo.push_back(-1.0), limits.linear_hi.push_back(1.0);
  }
  return limits;
}

}  // namespace manikin::tests
