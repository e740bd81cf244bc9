// Every solver by its name, without Python, to be run under sanitizers (see sanitize.sh).
#include "solvers/methods.hpp"
#include "solvers/run.hpp"
#include "support/check.hpp"
#include "support/programs.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

const char* const kMethods[] = {"lm",  "zhao", "ccd",     "fabrik",      "inverse",   "pseudoinverse",
                                "dls", "sdls", "control", "alternative", "transpose", "halving"};

template <class T> T one_of(Random& random, std::initializer_list<T> choices) {
  return choices.begin()[whole(random, 0, static_cast<int>(choices.size()) - 1)];
}

// Options as the Python classes write them.
std::vector<double> random_options(Random& random, const std::string& method, const Program& program) {
  if (method == "lm") return {double(whole(random, 0, 1)), double(whole(random, 0, 1))};  // leans to a posture, stays near
  const double rate = one_of(random, {1.0, 0.3}), max_step = one_of(random, {0.5, double(INFINITY)}),
               delta = one_of(random, {0.0, 1e-5});
  std::vector<double> made;
  auto add = [&](std::initializer_list<double> numbers) { made.insert(made.end(), numbers); };
  auto add_each = [&](double lo, double hi) {
    for (std::int64_t i = 0; i < program.tree.size; ++i) made.push_back(uniform(random, lo, hi));
  };
  if (method == "zhao") add({1e-4, 0.5, double(whole(random, 0, 2)), double(whole(random, 0, 2))});
  if (method == "ccd") add({double(whole(random, 0, 2)), double(whole(random, 0, 1)), 1.0, 0.1 * whole(random, 0, 1)});
  if (method == "inverse") add({rate, max_step});
  if (method == "pseudoinverse" || method == "alternative")
    add({rate, max_step, double(whole(random, 0, 2)), double(whole(random, 0, 1)), 1e-4});
  if (method == "dls") add({rate, max_step, 0.1, double(whole(random, 0, 1)), 0.1});
  if (method == "sdls") add({rate, 0.8, max_step, 1e-10});
  if (method == "halving") add({rate, max_step, 1e-3, 30, 1e-4, delta});
  if (method == "transpose") {
    add({one_of(random, {0.0, 0.1}), double(whole(random, 0, 2)), 1.0, 1e-3, max_step, delta});
    add_each(0.1, 2), add_each(0, 3);
  }
  if (method == "control") {
    const int criterion = whole(random, 0, program.tree.rigid ? 3 : 2);
    add({rate, max_step, one_of(random, {0.0, 0.1}), 1e-4, 1e-5, 0.1, double(criterion), criterion == 3 ? 2.0 : 0.0});
    add_each(0, 0.3), add_each(-1, 1), add_each(0, 1);
    if (criterion == 3) {
      for (int i = 0; i < 2; ++i) add({uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1), 0.3});
      for (const std::int32_t joint : program.joints)
        if (program.tree.joints[joint].parent >= 0) add({double(joint), double(program.tree.joints[joint].parent)});
    }
  }
  return made;
}

// Removes from the limits what a method refuses: hard rows, linear limits, and for some methods more.
void make_fit(const std::string& method, const Program& program, KernelLimits& limits) {
  if (method != "lm") std::fill(limits.hard.begin(), limits.hard.end(), 0);
  if (method != "lm" && method != "zhao" && method != "ccd")
    limits.linear.clear(), limits.linear_lo.clear(), limits.linear_hi.clear();
  if (method == "inverse") {
    std::int64_t free = 0;
    for (double& gain : limits.gain) gain = free < program.rows ? ++free, 1.0 : 0.0;
  }
  if (method != "fabrik") return;
  std::fill(limits.lo.begin(), limits.lo.end(), -INFINITY), std::fill(limits.hi.begin(), limits.hi.end(), INFINITY);
  for (std::size_t d = 0; d < program.tree.dofs.size() && d < limits.gain.size(); ++d)
    if (!program.tree.dofs[d].hinge()) limits.gain[d] = 0;
}

// Whether the method takes the problem.  If so, its result is inside the limits, no worse than the start, and the same bits again.
bool a_search_stays_inside_and_never_gets_worse(Random& random, const std::string& method, const Program& program) {
  KernelLimits limits = random_limits_of(random, program);
  make_fit(method, program, limits);
  const std::vector<double> options = random_options(random, method, program), q = random_states(random, program.tree.size);
  std::unique_ptr<Search> search;
  try {
    search = make_search(method, program, limits, 1e-6, over(options));
  } catch (const InputError&) { return false; }
  RunOptions run_options;
  run_options.max_iterations = 8, run_options.restarts = method == "lm" ? 2 : 0;
  run_options.stays_near = method == "lm" && options[1] != 0;
  std::vector<double> found;
  for (int time = 0; time < 2; ++time) {
    search->begin(q.data(), program.constants.data());
    const Measure<double> before = search->current();
    run(*search, run_options);
    CHECK(!search->is_better(before, search->current()));
    for (std::int64_t i = 0; i < program.tree.size; ++i) {
      CHECK(search->q()[i] >= limits.lo[i] && search->q()[i] <= limits.hi[i]);
      CHECK(time == 0 || search->q()[i] == found[i]);
    }
    found = search->q();
    search->set_targets(program.constants.data());  // as in a session
    search->advance();
  }
  return true;
}

void damaged_options_are_refused_or_harmless(Random& random, const std::string& method, const Program& program) {
  KernelLimits limits = random_limits_of(random, program);
  make_fit(method, program, limits);
  std::vector<double> options = random_options(random, method, program);
  const double strange[] = {-1, 0, 0.5, 2, 1e300, -1e300, INFINITY, std::nan(""), 5e-324};
  if (whole(random, 0, 3) == 0) options.resize(options.size() + 1);
  else if (options.empty() || whole(random, 0, 3) == 0) options.resize(options.size() / 2);
  else options[whole(random, 0, static_cast<int>(options.size()) - 1)] = strange[whole(random, 0, 8)];
  try {
    const std::unique_ptr<Search> search = make_search(method, program, limits, 1e-6, over(options));
    search->begin(random_states(random, program.tree.size).data(), program.constants.data());
    for (int i = 0; i < 3; ++i) search->advance();
  } catch (const InputError&) {}
}

// A point with a target position: the problem that every method takes.
ProgramArrays one_position(Random& random, const Arrays& tree) {
  ProgramArrays a;
  for (std::size_t i = 0; i < tree.parents.size(); ++i) a.masses.push_back(1), a.centres.insert(a.centres.end(), 3, 0.0);
  const int point = a.handle(kPoint, static_cast<int>(tree.parents.size()) - 1, random_triple(random));
  a.goal(kPosition, {point, a.handle(kFixed, -1, random_triple(random))}, 3, {}, -1);
  return a;
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  Random random(5);
  for (const std::string method : kMethods) {
    int taken = 0;
    for (int i = 0; i < 40; ++i) {
      const bool simple = i % 2 || method == "fabrik";
      const Arrays tree = random_forest(random, whole(random, 1, 14), !simple && i % 4, !simple && i / 4 % 2);
      const ProgramArrays arrays = simple ? one_position(random, tree) : random_program(random, tree);
      const Program program = compiled(tree.tables(), arrays.tables());
      taken += a_search_stays_inside_and_never_gets_worse(random, method, program);
      damaged_options_are_refused_or_harmless(random, method, program);
    }
    std::printf("  %s: %d problems\n", method.c_str(), taken);
    CHECK(taken >= 10);
  }
  return 0;
}
