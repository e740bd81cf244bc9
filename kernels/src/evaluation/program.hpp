// Handles and goals on a forest as flat tables: checked once, then trusted.  Mirrors manikin/problem/kernel_tables.py.
#pragma once

#include <algorithm>

#include "evaluation/goal_checks.hpp"
#include "kinematics/tree.hpp"

namespace manikin {

// Whether a handle is a constant: its numbers are its value, and no parameter moves it.
inline bool is_constant(HandleCode code) { return code == kFixed || code == kFixedVector; }

struct ProgramTables {
  Span<double> masses, centres, handle_numbers, goal_numbers, row_scales, choice_scales;
  Span<std::uint8_t> handle_codes, goal_codes;
  Span<std::int32_t> handle_joints, handle_number_starts, handle_column_starts, handle_columns;
  Span<std::int32_t> goal_input_starts, goal_inputs, goal_number_starts, goal_rows, choices;
};

// A degree of freedom that moves a handle: one term of its coupling, and the handle's column that the term adds to.
struct Entry {
  std::int32_t dof, term, column;
};

struct HandleInfo {
  HandleCode code;
  std::int32_t joint, size, tangent;
  std::int32_t value;                 // index of the value among all values
  std::int32_t numbers;               // index in Program::handle_numbers
  std::int32_t dofs, last_dof;        // range in Program::handle_dofs
  std::int32_t entries, last_entry;   // range in Program::entries
  std::int32_t columns, last_column;  // range in Program::handle_columns, ascending parameters
  std::int64_t jacobian;              // index of d value/d parameters: `tangent` numbers for each column
  std::int32_t row;                   // index of the tangent's rows among the rows of all handles
  bool turned;                        // an orientation or frame that is rotated against its joint
  bool lazy;                          // used only by goals that are mostly met: its Jacobian is computed on demand
  int width() const { return last_column - columns; }
};

struct Input {
  std::int32_t handle, map;  // Program::maps[map…]: the goal's column for each of the handle's columns
};

struct GoalInfo {
  GoalCode code;
  std::int32_t first_input, last_input, numbers, count, row, rows, choice;
  std::int32_t columns, last_column;  // range in Program::goal_columns
  std::int64_t block;                 // index of its rows × columns among all blocks
  int width() const { return last_column - columns; }
};

struct Program {
  Tree tree;
  std::vector<double> masses, centres, mass_before;  // mass_before[i]: mass of the joints 0 … i − 1
  std::vector<std::uint8_t> hinges;                  // for every degree of freedom: whether it is a hinge
  std::vector<std::int32_t> joints;                  // the joints to walk: those that handles depend on
  std::vector<HandleInfo> handles;
  std::vector<double> handle_numbers, goal_numbers, row_scales, choice_scales;
  std::vector<std::int32_t> handle_dofs, handle_columns, goal_columns, maps;
  std::vector<Entry> entries;
  std::vector<GoalInfo> goals;
  std::vector<Input> inputs;
  std::vector<std::int32_t> fixed;  // the constant handles; a solve may replace their values
  std::vector<double> constants;    // their values in the tables, one after another
  std::int64_t values = 0, jacobian_size = 0, tangents = 0, rows = 0, blocks = 0, most_rows = 0;
  bool centre_of_mass = false;
};

namespace compile {

inline void handle_sizes(const ProgramTables& t, std::size_t h, HandleInfo& info) {
  const int numbers = t.handle_number_starts[h + 1] - t.handle_number_starts[h];
  const int columns = t.handle_column_starts[h + 1] - t.handle_column_starts[h];
  const HandleForm& form = kHandleForms[info.code];
  if (info.code == kFixed && numbers != 3 && numbers != 9 && numbers != 12)
    refuse("handle ", h, ": a constant has 3, 9 or 12 numbers");
  if (info.code == kFixedVector && numbers < 1) refuse("handle ", h, ": a constant vector has at least one number");
  if (!is_constant(info.code) && numbers != form.numbers)
    refuse("handle ", h, " needs ", form.numbers, " numbers, not ", numbers);
  if (info.code == kParameters ? columns == 0 : columns != 0)
    refuse("handle ", h, columns ? " takes no parameters" : " needs at least one parameter");
  info.size = is_constant(info.code) ? numbers : info.code == kParameters ? columns : form.size;
  if (info.code == kFixed) info.tangent = numbers == 12 ? 6 : 3;
  else if (info.code == kFixedVector || info.code == kParameters) info.tangent = info.size;
  else info.tangent = form.tangent;
}

// Whether nine numbers, a rotation row by row, are not the identity.
inline bool is_turned(const double* rotation) {
  for (int i = 0; i < 9; ++i)
    if (rotation[i] != (i % 4 == 0 ? 1.0 : 0.0)) return true;
  return false;
}

// Which degrees of freedom move a handle, and through which terms they add to which of its columns.
inline void handle_columns(const ProgramTables& t, std::size_t h, Program& program, HandleInfo& info) {
  const Tree& tree = program.tree;
  info.dofs = static_cast<std::int32_t>(program.handle_dofs.size());
  info.entries = static_cast<std::int32_t>(program.entries.size());
  info.columns = static_cast<std::int32_t>(program.handle_columns.size());
  std::vector<std::int32_t> found;
  if (info.code == kParameters) {
    for (std::int32_t k = t.handle_column_starts[h]; k < t.handle_column_starts[h + 1]; ++k) {
      const std::int32_t column = t.handle_columns[k];
      if (column < 0 || column >= tree.size) refuse("handle ", h, " names parameter ", column, ", which does not exist");
      found.push_back(column);
    }
    program.handle_dofs.insert(program.handle_dofs.end(), found.begin(), found.end());  // in row order
  } else if (!is_constant(info.code)) {
    std::vector<std::int32_t> path;
    if (info.code == kCentreOfMass) {
      const Joint& root = tree.joints[info.joint];
      for (std::int32_t i = info.joint; i < root.end; ++i)
        if (program.mass_before[tree.joints[i].end] - program.mass_before[i] > 0) path.push_back(i);
    } else {
      for (std::int32_t i = info.joint; i >= 0; i = tree.joints[i].parent) path.push_back(i);
      std::reverse(path.begin(), path.end());
    }
    for (const std::int32_t i : path)
      for (std::int32_t d = tree.joints[i].first_dof; d < tree.joints[i].last_dof; ++d) {
        program.handle_dofs.push_back(d);
        for (std::int32_t k = tree.term_starts[d]; k < tree.term_starts[d + 1]; ++k) found.push_back(tree.terms[k].column);
      }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  info.last_dof = static_cast<std::int32_t>(program.handle_dofs.size());
  if (info.code != kParameters)
    for (std::int32_t at = info.dofs; at < info.last_dof; ++at) {
      const std::int32_t d = program.handle_dofs[at];
      for (std::int32_t k = tree.term_starts[d]; k < tree.term_starts[d + 1]; ++k) {
        const auto place = std::lower_bound(found.begin(), found.end(), tree.terms[k].column) - found.begin();
        program.entries.push_back({d, k, static_cast<std::int32_t>(place)});
      }
    }
  else if (info.tangent != static_cast<std::int32_t>(found.size())) refuse("handle ", h, " names a parameter twice");
  info.last_entry = static_cast<std::int32_t>(program.entries.size());
  program.handle_columns.insert(program.handle_columns.end(), found.begin(), found.end());
  info.last_column = static_cast<std::int32_t>(program.handle_columns.size());
}

inline void handles(const ProgramTables& t, Program& program) {
  const std::size_t count = t.handle_codes.size;
  const std::int64_t n = static_cast<std::int64_t>(program.tree.joints.size());
  expect("handle_joints", t.handle_joints, count);
  expect_starts("handle_number_starts", t.handle_number_starts, count, t.handle_numbers.size);
  expect_starts("handle_column_starts", t.handle_column_starts, count, t.handle_columns.size);
  expect_codes("handle_codes", t.handle_codes, kHandleCodes);
  expect_finite("handle_numbers", t.handle_numbers);
  program.handle_numbers.assign(t.handle_numbers.data, t.handle_numbers.data + t.handle_numbers.size);
  std::vector<char> needed(n, 0);
  for (std::size_t h = 0; h < count; ++h) {
    HandleInfo info{};
    info.code = static_cast<HandleCode>(t.handle_codes[h]);
    info.joint = t.handle_joints[h];
    if (!is_constant(info.code) && (info.joint < 0 || info.joint >= n))
      refuse("handle ", h, " hangs from joint ", info.joint, ", which does not exist");
    info.numbers = t.handle_number_starts[h];
    handle_sizes(t, h, info);
    if (info.code == kOrientation || info.code == kFrame)
      info.turned = is_turned(program.handle_numbers.data() + info.numbers + (info.code == kFrame ? 3 : 0));
    if (info.code == kCentreOfMass) {
      if (program.tree.joints[info.joint].parent >= 0) refuse("handle ", h, ": a centre of mass is that of a root's tree");
      if (!(program.mass_before[program.tree.joints[info.joint].end] - program.mass_before[info.joint] > 0))
        refuse("handle ", h, ": the tree has no mass");
      program.centre_of_mass = true;
    }
    info.value = static_cast<std::int32_t>(program.values), program.values += info.size;
    if (is_constant(info.code)) {
      const double* numbers = program.handle_numbers.data() + info.numbers;
      program.fixed.push_back(static_cast<std::int32_t>(h));
      program.constants.insert(program.constants.end(), numbers, numbers + info.size);
    }
    info.row = static_cast<std::int32_t>(program.tangents), program.tangents += info.tangent;
    handle_columns(t, h, program, info);
    info.jacobian = program.jacobian_size, program.jacobian_size += std::int64_t(info.tangent) * info.width();
    if (info.code == kCentreOfMass) {
      for (std::int32_t i = info.joint; i < program.tree.joints[info.joint].end; ++i) needed[i] = 1;
    } else if (!is_constant(info.code) && info.code != kParameters) {
      for (std::int32_t i = info.joint; i >= 0 && !needed[i]; i = program.tree.joints[i].parent) needed[i] = 1;
    }
    program.handles.push_back(info);
  }
  for (std::int32_t i = 0; i < n; ++i)
    if (needed[i]) program.joints.push_back(i);
}

inline void goal_columns(Program& program, GoalInfo& goal) {
  std::vector<std::int32_t> found;
  for (std::int32_t k = goal.first_input; k < goal.last_input; ++k) {
    const HandleInfo& handle = program.handles[program.inputs[k].handle];
    for (std::int32_t c = handle.columns; c < handle.last_column; ++c) found.push_back(program.handle_columns[c]);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  for (std::int32_t k = goal.first_input; k < goal.last_input; ++k) {
    const HandleInfo& handle = program.handles[program.inputs[k].handle];
    program.inputs[k].map = static_cast<std::int32_t>(program.maps.size());
    for (std::int32_t c = handle.columns; c < handle.last_column; ++c)
      program.maps.push_back(
          static_cast<std::int32_t>(std::lower_bound(found.begin(), found.end(), program.handle_columns[c]) - found.begin()));
  }
  goal.columns = static_cast<std::int32_t>(program.goal_columns.size());
  program.goal_columns.insert(program.goal_columns.end(), found.begin(), found.end());
  goal.last_column = static_cast<std::int32_t>(program.goal_columns.size());
  goal.block = program.blocks, program.blocks += std::int64_t(goal.rows) * goal.width();
}

inline void check_inputs(const Program& program, std::size_t g, const GoalInfo& goal) {
  const GoalForm& form = kGoalForms[goal.code];
  const int count = goal.last_input - goal.first_input, inputs = static_cast<int>(form.inputs.size());
  if (count > kMaxInputs) refuse("goal ", g, " has more than ", kMaxInputs, " handles");
  if (form.inputs[0] == 'v') {
    int size = 0;
    for (std::int32_t k = goal.first_input; k < goal.last_input; ++k) {
      const HandleInfo& handle = program.handles[program.inputs[k].handle];
      if (handle.size != handle.tangent) refuse("goal ", g, " cannot match an orientation number by number");
      size += handle.size;
    }
    if (size != (goal.code == kMatchValues ? 2 * goal.rows : goal.rows))
      refuse("goal ", g, " has ", goal.rows, " rows for handles of ", size, " numbers");
    return;
  }
  if (form.more_points ? count < inputs : count != inputs) refuse("goal ", g, " needs ", inputs, " handles, not ", count);
  for (int k = 0; k < count; ++k) {
    const char type = k < inputs ? form.inputs[k] : 'p';
    const HandleInfo& handle = program.handles[program.inputs[goal.first_input + k].handle];
    const bool vector = handle.code == kParameters || handle.code == kFixedVector;
    if (type == 'v') {
      if (!vector || handle.size != 1) refuse("goal ", g, ": handle ", k, " must be one number");
      continue;
    }
    if (vector || handle.size != value_size(type)) refuse("goal ", g, ": handle ", k, " has a value of another type");
  }
  if (form.rows >= 0 && form.rows != goal.rows) refuse("goal ", g, " has ", form.rows, " rows, not ", goal.rows);
}

inline void goals(const ProgramTables& t, Program& program) {
  const std::size_t count = t.goal_codes.size;
  expect("goal_rows", t.goal_rows, count), expect("choices", t.choices, count);
  expect_starts("goal_input_starts", t.goal_input_starts, count, t.goal_inputs.size);
  expect_starts("goal_number_starts", t.goal_number_starts, count, t.goal_numbers.size);
  expect_codes("goal_codes", t.goal_codes, kGoalCodes);
  for (std::size_t i = 0; i < t.goal_inputs.size; ++i) {
    if (t.goal_inputs[i] < 0 || t.goal_inputs[i] >= static_cast<std::int64_t>(program.handles.size()))
      refuse("goal_inputs[", i, "] is ", t.goal_inputs[i], ", a handle that does not exist");
    program.inputs.push_back({t.goal_inputs[i], 0});
  }
  for (std::size_t i = 0; i < t.goal_numbers.size; ++i)
    if (std::isnan(t.goal_numbers[i])) refuse("goal_numbers must not be NaN");
  program.goal_numbers.assign(t.goal_numbers.data, t.goal_numbers.data + t.goal_numbers.size);
  for (std::size_t g = 0; g < count; ++g) {
    GoalInfo goal{};
    goal.code = static_cast<GoalCode>(t.goal_codes[g]);
    goal.first_input = t.goal_input_starts[g], goal.last_input = t.goal_input_starts[g + 1];
    goal.numbers = t.goal_number_starts[g], goal.count = t.goal_number_starts[g + 1] - goal.numbers;
    goal.rows = t.goal_rows[g], goal.row = static_cast<std::int32_t>(program.rows);
    goal.choice = t.choices[g];
    if (goal.rows < 1 || goal.rows > max_count) refuse("goal ", g, " must have at least one row");
    if (goal.choice >= 0 && g > 0 && t.choices[g - 1] != goal.choice)
      for (std::size_t other = 0; other + 1 < g; ++other)
        if (t.choices[other] == goal.choice) refuse("the goals of a disjunction must stand side by side");
    check_inputs(program, g, goal);
    check_numbers(goal.code, g, program.goal_numbers.data() + goal.numbers, goal.count, goal.rows,
                  goal.last_input - goal.first_input);
    goal_columns(program, goal);
    program.rows += goal.rows;
    program.most_rows = std::max<std::int64_t>(program.most_rows, goal.rows);
    program.goals.push_back(goal);
  }
  expect("row_scales", t.row_scales, program.rows), expect("choice_scales", t.choice_scales, program.rows);
  expect_finite("row_scales", t.row_scales), expect_finite("choice_scales", t.choice_scales);
  program.row_scales.assign(t.row_scales.data, t.row_scales.data + program.rows);
  program.choice_scales.assign(t.choice_scales.data, t.choice_scales.data + program.rows);
  for (const bool clearance :
       {true, false})  // mark the handles of clearance goals, then clear the mark of those that other goals use too
    for (const GoalInfo& goal : program.goals)
      if (clearance == (goal.code == kCapsuleClearance || goal.code == kSolidClearance))
        for (std::int32_t k = goal.first_input; k < goal.last_input; ++k)
          program.handles[program.inputs[k].handle].lazy = clearance;
}

}  // namespace compile

// The figures alone, without handles and goals.
inline Program without_goals(const Tables& tree, const Span<double>& masses, const Span<double>& centres) {
  using namespace compile;
  Program program;
  program.tree = compiled(tree);
  for (const Dof& dof : program.tree.dofs) program.hinges.push_back(dof.hinge());
  const std::size_t n = program.tree.joints.size();
  expect("masses", masses, n), expect("centres", centres, 3 * n);
  expect_finite("masses", masses), expect_finite("centres", centres);
  program.masses.assign(masses.data, masses.data + n);
  program.centres.assign(centres.data, centres.data + 3 * n);
  program.mass_before.assign(n + 1, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (masses[i] < 0) refuse("masses[", i, "] is below 0");
    program.mass_before[i + 1] = program.mass_before[i] + masses[i];
  }
  return program;
}

// A program without goals, and the handles and goals of the tables added to it.
inline Program compiled(Program program, const ProgramTables& t) {
  compile::handles(t, program);
  compile::goals(t, program);
  return program;
}

inline Program compiled(const Tables& tree, const ProgramTables& t) {
  return compiled(without_goals(tree, t.masses, t.centres), t);
}

}  // namespace manikin
