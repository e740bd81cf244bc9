// Handles, goals and searches without Python, to be run under sanitizers (see sanitize.sh).
#include "check.hpp"
#include "forest.hpp"
#include "levenberg.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

// The arrays that ProgramTables points into.
struct ProgramArrays {
  std::vector<double> masses, centres, handle_numbers, goal_numbers, row_scales;
  std::vector<std::uint8_t> handle_codes, goal_codes;
  std::vector<std::int32_t> handle_joints, handle_number_starts{0}, handle_column_starts{0}, handle_columns;
  std::vector<std::int32_t> goal_input_starts{0}, goal_inputs, goal_number_starts{0}, goal_rows, choices;

  ProgramTables tables() const {
    return {over(masses),          over(centres),      over(handle_numbers),       over(goal_numbers),
            over(row_scales),      over(row_scales),   over(handle_codes),         over(goal_codes),
            over(handle_joints),   over(handle_number_starts), over(handle_column_starts), over(handle_columns),
            over(goal_input_starts), over(goal_inputs), over(goal_number_starts), over(goal_rows), over(choices)};
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

std::vector<double> triple(Random& random) { return {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)}; }

// A handle of the wanted type on a joint, or a constant.
int argument(Random& random, ProgramArrays& a, const Arrays& tree, char type) {
  const int joint = whole(random, 0, static_cast<int>(tree.parents.size()) - 1);
  const bool fixed = whole(random, 0, 2) == 0;
  const std::vector<double> turn = {0, -1, 0, 1, 0, 0, 0, 0, 1};
  std::vector<double> unit(3);  // directions of their own: two parallel ones make a look-at goal degenerate
  const double around = uniform(random, 0, 6), up = uniform(random, -0.9, 0.9);
  unit = {std::sqrt(1 - up * up) * std::cos(around), std::sqrt(1 - up * up) * std::sin(around), up};
  switch (type) {
    case 'p': return fixed ? a.handle(kFixed, -1, triple(random)) : a.handle(kPoint, joint, triple(random));
    case 'd': return fixed ? a.handle(kFixed, -1, unit) : a.handle(kDirection, joint, unit);
    case 'o': return fixed ? a.handle(kFixed, -1, turn) : a.handle(kOrientationHandle, joint, {});
    default: return fixed ? a.handle(kFixed, -1, {0, -1, 0, .1, 1, 0, 0, .2, 0, 0, 1, .3}) : a.handle(kFrame, joint, triple(random));
  }
}

ProgramArrays random_program(Random& random, const Arrays& tree) {
  ProgramArrays a;
  for (std::size_t i = 0; i < tree.parents.size(); ++i) {
    a.masses.push_back(i == 0 ? 1.0 : whole(random, 0, 2));
    for (int j = 0; j < 3; ++j) a.centres.push_back(uniform(random, -1, 1));
  }
  int choice = 0;
  for (int g = whole(random, 1, 8); g > 0; --g) {
    const auto code = static_cast<GoalCode>(whole(random, 0, kMatch));
    const int members = whole(random, 0, 3) ? 1 : 3;
    for (int m = 0; m < members; ++m) {
      const int group = members == 1 ? -1 : choice;
      if (code == kMatch) {
        if (tree.size == 0) continue;
        const int own = a.handle(kParameters, 0, {}, {whole(random, 0, static_cast<int>(tree.size) - 1)});
        a.goal(kMatch, {own, a.handle(kCentreOfMass, 0, {})}, 4, {0.1, 0.2, 0.3, 0.4}, group);
        continue;
      }
      const compile::Arity wanted = compile::arity(code);
      std::vector<int> inputs;
      for (int k = 0; k < wanted.inputs; ++k) inputs.push_back(argument(random, a, tree, wanted.types[k]));
      std::vector<double> numbers;
      int rows = wanted.rows;
      if (code == kOrientationAxes) numbers = {2, 0}, rows = 6;
      if (code == kPoseAxes) numbers = {1}, rows = 6;
      if (code == kAlign) numbers = {1};
      if (code == kDistance) numbers = {0.2, 0.4};
      if (code == kPath) numbers = {0, 0, 0, 1, 0, 0, 1, 1, 0};
      a.goal(code, inputs, rows, numbers, group);
    }
    choice += members > 1;
  }
  return a;
}

std::vector<double> random_states(Random& random, std::int64_t count) {
  std::vector<double> q(count);
  for (double& x : q) x = uniform(random, -2, 2);
  return q;
}

void a_batch_gives_the_bits_of_single_calls(Random& random, const Program& program) {
  const std::int64_t count = 2 * width<Lanes> + 3, n = program.tree.size;
  const std::vector<double> q = random_states(random, count * n);
  ProgramRoom<double> room(program);
  for (const Wanted wanted : {Wanted::values, Wanted::slopes, Wanted::raw_residual, Wanted::residual, Wanted::jacobian,
                              Wanted::blocks, Wanted::cost_and_gradient}) {
    const std::int64_t row = row_length(program, wanted);
    std::vector<double> batch(count * row + 1), single(row + 1);
    CHECK(evaluate_batch(program, wanted, q.data(), count, 2, batch.data()) == never);
    for (std::int64_t i = 0; i < count; ++i) {
      evaluate_single(program, room, wanted, q.data() + i * n, single.data());
      for (std::int64_t k = 0; k < row; ++k) CHECK(batch[i * row + k] == single[k] || (batch[i * row + k] != batch[i * row + k]));
    }
  }
}

// 2 Jᵀ r two ways: through the forces, and through the Jacobian.
void the_gradient_is_that_of_the_jacobian(Random& random, const Program& program) {
  const std::int64_t n = program.tree.size;
  const std::vector<double> q = random_states(random, n);
  ProgramRoom<double> room(program);
  std::vector<double> gradient(n + 1), jacobian(program.rows * n + 1), r(program.rows + 1);
  evaluate_single(program, room, Wanted::cost_and_gradient, q.data(), gradient.data());
  evaluate_single(program, room, Wanted::jacobian, q.data(), jacobian.data());
  evaluate_single(program, room, Wanted::residual, q.data(), r.data());
  for (std::int64_t j = 0; j < n; ++j) {
    double sum = 0, size = 1;
    for (std::int64_t i = 0; i < program.rows; ++i)
      sum += 2 * jacobian[i * n + j] * r[i], size += std::fabs(jacobian[i * n + j] * r[i]);
    CHECK(std::fabs(sum - gradient[j + 1]) < 1e-9 * size);
  }
}

Setting random_setting(Random& random, const Program& program) {
  Setting setting;
  for (std::int64_t i = 0; i < program.tree.size; ++i) {
    setting.lo.push_back(uniform(random, -3, 0)), setting.hi.push_back(uniform(random, 0, 3));
    setting.gain.push_back(whole(random, 0, 4) ? 1.0 : whole(random, 0, 1) ? 0.5 : 0.0);
  }
  const std::int64_t hard = program.goals.size() > 1 && program.goals[0].choice < 0 && whole(random, 0, 1) ? program.goals[0].rows : 0;
  for (std::int64_t i = 0; i < program.rows; ++i) setting.hard.push_back(i < hard);
  if (whole(random, 0, 1) && program.tree.size > 1) {
    for (std::int64_t i = 0; i < program.tree.size; ++i) setting.linear.push_back(i < 2);
    setting.linear_lo.push_back(-1.0), setting.linear_hi.push_back(1.0);
  }
  return setting;
}

void searches_stay_inside_and_never_get_worse(Random& random, const Program& program) {
  const Setting setting = random_setting(random, program);
  Levenberg search(program, setting, 1e-6);
  const std::vector<double> q = random_states(random, program.tree.size);
  search.begin(q.data(), program.constants.data());
  const double before = search.merit();
  Run how;
  how.max_iterations = 15, how.restarts = 2;
  run(search, how);
  CHECK(search.merit() <= before || before != before);
  for (std::int64_t i = 0; i < program.tree.size; ++i)
    CHECK(search.q()[i] >= setting.lo[i] && search.q()[i] <= setting.hi[i]);
}

template <class T> void damage(Random& random, std::vector<T>& v) {
  if (v.empty()) return;
  switch (whole(random, 0, 3)) {
    case 0: v[whole(random, 0, static_cast<int>(v.size()) - 1)] = static_cast<T>(whole(random, -3, 99)); break;
    case 1: v.pop_back(); break;
    case 2: v.push_back(v.front()); break;
    default: std::reverse(v.begin(), v.end());
  }
}

void damaged_tables_are_refused_or_harmless(Random& random, const Arrays& tree, ProgramArrays a) {
  switch (whole(random, 0, 8)) {
    case 0: damage(random, a.handle_codes); break;
    case 1: damage(random, a.goal_codes); break;
    case 2: damage(random, a.handle_joints); break;
    case 3: damage(random, a.goal_inputs); break;
    case 4: damage(random, a.goal_rows); break;
    case 5: damage(random, a.handle_number_starts); break;
    case 6: damage(random, a.goal_input_starts); break;
    case 7: damage(random, a.choices); break;
    default: damage(random, a.goal_numbers);
  }
  try {
    const Program program = compiled(tree.tables(), a.tables());
    if (program.rows < 1000) a_batch_gives_the_bits_of_single_calls(random, program);
  } catch (const InputError&) {
  }
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  Random random(4);
  for (int i = 0; i < 150; ++i) {
    const Arrays tree = random_forest(random, whole(random, 1, 20), i % 2, i / 2 % 2);
    const ProgramArrays arrays = random_program(random, tree);
    const Program program = compiled(tree.tables(), arrays.tables());
    a_batch_gives_the_bits_of_single_calls(random, program);
    the_gradient_is_that_of_the_jacobian(random, program);
    searches_stay_inside_and_never_get_worse(random, program);
    for (int k = 0; k < 5; ++k) damaged_tables_are_refused_or_harmless(random, tree, arrays);
  }
  std::puts("  all program tests passed");
}
