// The Python class Simulation: figures whose constraints are maintained, stepped in time.
#pragma once

#include "bind_search.hpp"
#include "simulation.hpp"

namespace manikin {

struct PySimulation {
  nb::object owner;  // keeps the program alive
  const Program* program = nullptr;
  std::unique_ptr<Simulation> simulation;
  std::unique_ptr<std::atomic<bool>> busy = std::make_unique<std::atomic<bool>>(false);
};

// A manikin.parts.Terms, or anything with its attributes.
inline Terms terms_from(nb::object source, const Program& program) {
  Arrays arrays(std::move(source));
  const std::int64_t n = program.tree.size;
  Span<double> linear, low, high, scales, lo, hi, root, speed;
  Span<std::uint8_t> kinds, turns;
  Span<std::int32_t> springs;
  arrays.take("linear", linear, {any, n});
  const std::int64_t limits = n > 0 ? static_cast<std::int64_t>(linear.size) / n : 0, rows = program.rows + limits;
  arrays.take("kinds", kinds, {rows}), arrays.take("low", low, {rows}), arrays.take("high", high, {rows});
  arrays.take("scales", scales, {rows}), arrays.take("springs", springs, {any, 2});
  arrays.take("lo", lo, {n}), arrays.take("hi", hi, {n}), arrays.take("root", root, {n}), arrays.take("speed", speed, {n});
  arrays.take("turns", turns, {n});
  compile::expect_finite("linear", linear), compile::expect_finite("scales", scales), compile::expect_finite("root", root);
  for (std::int64_t i = 0; i < rows; ++i)
    if (kinds[i] >= kRowKinds || !(low[i] <= high[i]) || scales[i] < 0) throw InputError("a row needs a kind, low ≤ high and a scale of 0 or above");
  for (const GoalInfo& goal : program.goals)
    for (int i = 1; i < goal.rows; ++i)
      if (kinds[goal.row + i] != kinds[goal.row]) throw InputError("the rows of a goal are of one kind");
  for (std::int64_t i = 0; i < n; ++i)
    if (!(lo[i] <= hi[i] && root[i] >= 0 && speed[i] > 0)) throw InputError("a parameter needs lo ≤ hi, √K of 0 or above and a speed above 0");
  for (std::size_t k = 0; k + 1 < springs.size; k += 2) {
    const auto goal = std::find_if(program.goals.begin(), program.goals.end(), [&](const GoalInfo& g) {
      return springs[k] >= g.row && springs[k] < g.row + g.rows;
    });
    if (goal == program.goals.end() || kinds[springs[k]] != kSoft || springs[k + 1] <= springs[k] ||
        springs[k + 1] > goal->row + goal->rows)
      throw InputError("a spring is rows of one soft goal");
  }
  auto all = [](const auto& span) { return std::vector<std::decay_t<decltype(span[0])>>(span.data, span.data + span.size); };
  return {all(kinds), all(turns), all(low), all(high), all(scales), all(springs), all(lo), all(hi), all(root), all(speed), all(linear), limits};
}

// A manikin.stepping.Law, or anything with its attributes.
inline Law law_from(nb::object source) {
  auto number = [&](const char* name) {
    const double x = nb::cast<double>(source.attr(name));
    if (!(x >= 0)) throw InputError(std::string(name) + " must be 0 or above");
    return x;
  };
  const auto integrator = static_cast<Law::Integrator>(whole_number(source.attr("integrator"), "integrator", 0, 3));
  return {integrator, number("feedback"), number("tolerance"), number("accuracy"), number("max_step"),
          whole_number(source.attr("corrections"), "corrections", 0, 1000)};
}

inline void make_simulation(PySimulation* self, nb::object program, nb::object terms, nb::object law, nb::handle force) {
  new (self) PySimulation();
  self->owner = program;
  self->program = nb::cast<const PyProgram&>(program).program.get();
  const Span<double> pushes = span<double>(force, "force", {any});
  if (static_cast<std::int64_t>(pushes.size) > self->program->tangents || !all_finite(pushes.data, pushes.size))
    throw InputError("force must be finite numbers, no more than the handles have rows");
  std::int64_t row = 0;
  for (const HandleInfo& handle : self->program->handles)
    if (row < static_cast<std::int64_t>(pushes.size)) row += handle.tangent;
  if (row != static_cast<std::int64_t>(pushes.size)) throw InputError("force must have all the rows of its handles");
  self->simulation = std::make_unique<Simulation>(*self->program, terms_from(std::move(terms), *self->program), law_from(std::move(law)),
                                                  std::vector<double>(pushes.data, pushes.data + pushes.size));
}

inline nb::object array_of(const std::vector<double>& numbers_) {
  nb::object made = new_array({static_cast<npy_intp>(numbers_.size())});
  std::copy(numbers_.begin(), numbers_.end(), numbers(made));
  return made;
}

inline void place(PySimulation& self, nb::handle q) {
  Busy mine(*self.busy);
  self.simulation->place(checked_state(self.program->tree, q));
}

inline void run_simulation(PySimulation& self, double h, nb::handle steps) {
  Busy mine(*self.busy);
  const std::int64_t count = whole_number(steps, "the number of steps", 0, std::int64_t(1) << 40);
  if (!(h > 0 && std::isfinite(h))) throw InputError("a step needs a time above 0 and finite");
  nb::gil_scoped_release free_for_others;
  for (std::int64_t i = 0; i < count; ++i) self.simulation->step(h);
}

inline nb::object rates_of(PySimulation& self, nb::handle q) {
  Busy mine(*self.busy);
  const double* state = checked_state(self.program->tree, q);
  nb::object made = new_array({self.program->tree.size});
  self.simulation->rates(state, 0, numbers(made));
  return made;
}

inline nb::tuple answers_of(PySimulation& self) {
  Busy mine(*self.busy);
  nb::object rows = new_array({self.simulation->rows()}), limits = new_array({self.program->tree.size});
  self.simulation->answers(numbers(rows), numbers(limits));
  return nb::make_tuple(rows, limits);
}

inline void bind_simulation(nb::module_& module) {
  nb::class_<PySimulation>(module, "Simulation")
      .def("__init__", &make_simulation)
      .def_prop_ro("q", [](PySimulation& self) { return array_of(self.simulation->q()); })
      .def("place", &place)
      .def("run", &run_simulation)
      .def("rates", &rates_of)
      .def("answers", &answers_of)
      .def("retarget", [](PySimulation& self, nb::handle constants) {
        Busy mine(*self.busy);
        self.simulation->fix(checked_constants(*self.program, constants));
      });
}

}  // namespace manikin
