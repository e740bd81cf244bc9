// Handles and goals without Python, to be run under sanitizers (see sanitize.sh).
#include "support/check.hpp"
#include "support/programs.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

void a_batch_gives_the_bits_of_single_calls(Random& random, const Program& program) {
  const std::int64_t count = 2 * width<Lanes> + 3, n = program.tree.size;
  const std::vector<double> q = random_states(random, count * n);
  Workspace<double> workspace(program);
  for (const Wanted wanted : {Wanted::values, Wanted::handle_jacobians, Wanted::raw_residual, Wanted::residual,
                              Wanted::jacobian, Wanted::blocks, Wanted::cost_and_gradient}) {
    const std::int64_t row = row_length(program, wanted);
    std::vector<double> batch(count * row + 1), single(row + 1);
    CHECK(evaluate_batch(program, wanted, q.data(), count, 2, batch.data()) == never);
    for (std::int64_t i = 0; i < count; ++i) {
      evaluate_single(program, workspace, wanted, q.data() + i * n, single.data());
      for (std::int64_t k = 0; k < row; ++k)
        CHECK(batch[i * row + k] == single[k] || (batch[i * row + k] != batch[i * row + k]));
    }
  }
}

// Under the sanitizers, memory that nothing was written to holds NaN.
void no_memory_is_read_before_it_is_written(Random& random, const Program& program) {
  const std::vector<double> q = random_states(random, program.tree.size);
  for (const Wanted wanted : {Wanted::values, Wanted::handle_jacobians, Wanted::residual, Wanted::jacobian, Wanted::cost_and_gradient}) {
    Workspace<double> workspace(program);
    std::vector<double> out(row_length(program, wanted) + 1);
    evaluate_single(program, workspace, wanted, q.data(), out.data());
    for (const double x : out) CHECK(std::isfinite(x));
  }
}

// 2 Jᵀ r two ways: through the forces, and through the Jacobian.
void the_gradient_is_that_of_the_jacobian(Random& random, const Program& program) {
  const std::int64_t n = program.tree.size;
  const std::vector<double> q = random_states(random, n);
  Workspace<double> workspace(program);
  std::vector<double> gradient(n + 1), jacobian(program.rows * n + 1), r(program.rows + 1);
  evaluate_single(program, workspace, Wanted::cost_and_gradient, q.data(), gradient.data());
  evaluate_single(program, workspace, Wanted::jacobian, q.data(), jacobian.data());
  evaluate_single(program, workspace, Wanted::residual, q.data(), r.data());
  for (std::int64_t j = 0; j < n; ++j) {
    double sum = 0, size = 1;
    for (std::int64_t i = 0; i < program.rows; ++i)
      sum += 2 * jacobian[i * n + j] * r[i], size += std::fabs(jacobian[i * n + j] * r[i]);
    CHECK(std::fabs(sum - gradient[j + 1]) < 1e-9 * size);
  }
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
  } catch (const InputError&) {}
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
    no_memory_is_read_before_it_is_written(random, program);
    the_gradient_is_that_of_the_jacobian(random, program);
    for (int k = 0; k < 5; ++k) damaged_tables_are_refused_or_harmless(random, tree, arrays);
  }
  std::puts("  all program tests passed");
  return 0;
}
