// Simulations of random figures with random constraints that are added and removed, without Python, to be run under
// sanitizers (see sanitize.sh).
#include "simulation/flat_entries.hpp"
#include "support/check.hpp"
#include "support/programs.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

// Goals (a disjunction is one entry) with random kinds of rows, and sometimes a push.
std::vector<FlatEntry> entries_of(Random& random, const ProgramArrays& a) {
  std::vector<FlatEntry> made;
  std::int32_t row = 0;
  for (std::size_t g = 0; g < a.goal_codes.size(); ++g) {
    const bool goes_on = g > 0 && a.choices[g] >= 0 && a.choices[g] == a.choices[g - 1];
    if (!goes_on) {
      made.emplace_back();
      made.back().disjunction = a.choices[g] >= 0, made.back().hysteresis = made.back().disjunction ? 0.1 : 0.0;
    }
    FlatEntry& entry = made.back();
    FlatGoal goal;
    goal.code = a.goal_codes[g], goal.rows = a.goal_rows[g];
    goal.kind = static_cast<std::uint8_t>(whole(random, 0, kRowKinds - 1));
    if (goal.kind == kRanged) goal.low = -0.1, goal.high = whole(random, 0, 1) ? 0.2 : INFINITY;
    for (std::int32_t k = a.goal_input_starts[g]; k < a.goal_input_starts[g + 1]; ++k) {
      const std::int32_t h = a.goal_inputs[k];
      goal.inputs.push_back(static_cast<std::int32_t>(entry.handles.size()));
      entry.handles.push_back(
          {a.handle_codes[h],
           a.handle_joints[h],
           {a.handle_numbers.begin() + a.handle_number_starts[h], a.handle_numbers.begin() + a.handle_number_starts[h + 1]},
           {a.handle_columns.begin() + a.handle_column_starts[h], a.handle_columns.begin() + a.handle_column_starts[h + 1]}});
    }
    goal.numbers.assign(a.goal_numbers.begin() + a.goal_number_starts[g], a.goal_numbers.begin() + a.goal_number_starts[g + 1]);
    goal.scales.assign(a.row_scales.begin() + row, a.row_scales.begin() + row + goal.rows);
    if (goal.kind == kSoft && goal.rows >= 3 && !entry.disjunction) entry.springs = {0, 3};
    row += goal.rows;
    entry.goals.push_back(std::move(goal));
  }
  for (int count = whole(random, 0, 2); count > 0; --count) {
    made.emplace_back();
    made.back().handles.push_back({kPoint, 0, random_triple(random), {}}), made.back().force = random_triple(random);
  }
  return made;
}

Terms random_limits(Random& random, std::int64_t n) {
  Terms t;
  for (std::int64_t i = 0; i < n; ++i) {
    const bool bounded = whole(random, 0, 3) > 0;
    t.lo.push_back(bounded ? uniform(random, -2, -0.1) : -INFINITY),
        t.hi.push_back(bounded ? uniform(random, 0.1, 2) : INFINITY);
    t.speed.push_back(whole(random, 0, 2) ? INFINITY : 3.0), t.turns.push_back(whole(random, 0, 1) == 1);
  }
  if (n > 1 && whole(random, 0, 1)) {
    t.linear.assign(n, 0.0), t.linear[0] = 1, t.linear[1] = -0.5, t.linear_rows = 1;
    t.kinds = {kRanged}, t.low = {-0.8}, t.high = {0.7}, t.scales = {1.0};
  }
  return t;
}

StepperOptions random_options(Random& random) {
  StepperOptions options{};
  options.integrator = static_cast<StepperOptions::Integrator>(whole(random, 0, 3));
  options.feedback = whole(random, 0, 1), options.tolerance = 1e-9, options.accuracy = 1e-2,
  options.max_step = whole(random, 0, 1) ? 0.5 : INFINITY;
  options.truncation = whole(random, 0, 2) ? 0.0 : 1e-8, options.braking = whole(random, 0, 1) ? 0.0 : 2.0,
  options.corrections = whole(random, 0, 4);
  return options;
}

void states_stay_inside(Random& random, const Arrays& tree) {
  const ProgramArrays a = random_program(random, tree);
  const Program figures = without_goals(tree.tables(), over(a.masses), over(a.centres));
  const std::int64_t n = figures.tree.size;
  const std::vector<FlatEntry> entries = entries_of(random, a);
  const Terms limits = random_limits(random, n);
  const StepperOptions options = random_options(random);
  std::vector<double> root(n);
  for (double& each : root) each = whole(random, 0, 4) ? uniform(random, 0.2, 1.5) : 0.0;
  std::unique_ptr<Program> program;
  std::unique_ptr<Stepper> running;
  for (int time = 0; time < 3; ++time) {  // three different selections of entries
    std::vector<const FlatEntry*> some;
    for (const FlatEntry& entry : entries)
      if (whole(random, 0, 2)) some.push_back(&entry);
    JoinedEntries joined(some, limits);
    auto next_program = std::make_unique<Program>(compiled(figures, joined.tables()));
    CHECK(joined.starts().back() == next_program->constants.size());
    joined.terms().root = root;
    auto next = std::make_unique<Stepper>(*next_program, joined.terms(), options, joined.force());
    if (running) next->continue_from(*running);
    else next->begin_at(std::vector<double>(n, 0.0).data());
    running = std::move(next), program = std::move(next_program);
    const double h = whole(random, 0, 1) ? 0.02 : 1.0;
    for (int k = 0; k < 2; ++k) {
      const double spent = running->step(h, true);
      CHECK(spent >= 0 && spent <= h);
      for (std::int64_t i = 0; i < n; ++i) CHECK(running->q()[i] >= limits.lo[i] && running->q()[i] <= limits.hi[i]);
    }
    std::vector<double> multipliers(running->rows()), forces(n);
    running->find_multipliers(multipliers.data(), forces.data());
    std::vector<double> constants = program->constants;
    for (double& each : constants) each *= 0.99;
    running->set_constants(constants.data());
  }
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  for (int seed = 0; seed < 60; ++seed) {
    Random random(seed);
    states_stay_inside(random, random_forest(random, whole(random, 1, 14), seed % 4 == 1, seed % 3 == 1));
  }
  std::puts("  simulations hold");
  return 0;
}
