// The Python class Simulation: figures with maintained constraints, stepped in time.  And Piece: one of the entries.
#pragma once

#include "bind/search.hpp"
#include "simulation/flat_entries.hpp"

namespace manikin {

// A simulation.  Its program is built again when constraints or forces are added or removed; its state stays.
struct PySimulation {
  Program figures;
  Terms limits;
  StepperOptions options;
  std::vector<double> constants;
  std::vector<std::size_t> starts;  // for every entry, the index of its first constant
  std::unique_ptr<Program> program;
  std::unique_ptr<Stepper> stepper;
  std::unique_ptr<std::atomic<bool>> busy = std::make_unique<std::atomic<bool>>(false);
};

template <class T> inline std::vector<T> list_of(nb::handle given, const char* what) {
  std::vector<T> found;
  for (nb::handle one : nb::borrow<nb::sequence>(given)) {
    if constexpr (std::is_same_v<T, double>) found.push_back(nb::cast<double>(one));
    else
      found.push_back(static_cast<T>(whole_number(one, what, std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max())));
  }
  return found;
}

// A manikin.simulation.flat_entries.Flat: handles (code, joint, numbers, columns), goals (code, rows, inputs, numbers,
// scales, kind, low, high).
inline FlatEntry entry_from(nb::object source) {
  FlatEntry entry;
  for (nb::handle given : nb::borrow<nb::sequence>(source.attr("handles"))) {
    const auto row = nb::borrow<nb::sequence>(given);
    entry.handles.push_back({static_cast<std::uint8_t>(whole_number(row[0], "a handle's code", 0, kHandleCodes - 1)),
                             static_cast<std::int32_t>(whole_number(row[1], "a joint", -1, max_count)),
                             list_of<double>(row[2], "numbers"), list_of<std::int32_t>(row[3], "columns")});
  }
  const auto handles = static_cast<std::int64_t>(entry.handles.size());
  for (nb::handle given : nb::borrow<nb::sequence>(source.attr("goals"))) {
    const auto row = nb::borrow<nb::sequence>(given);
    FlatGoal goal;
    goal.code = static_cast<std::uint8_t>(whole_number(row[0], "a goal's code", 0, kGoalCodes - 1));
    goal.rows = static_cast<std::int32_t>(whole_number(row[1], "rows", 1, max_count));
    goal.inputs = list_of<std::int32_t>(row[2], "inputs"), goal.numbers = list_of<double>(row[3], "numbers");
    goal.scales = list_of<double>(row[4], "scales");
    goal.kind = static_cast<std::uint8_t>(whole_number(row[5], "a kind of row", 0, kRowKinds - 1));
    goal.low = nb::cast<double>(row[6]), goal.high = nb::cast<double>(row[7]);
    for (const std::int32_t input : goal.inputs)
      if (input < 0 || input >= handles) throw InputError("a goal's input is not among its piece's handles");
    bool good = goal.low <= goal.high && static_cast<std::int64_t>(goal.scales.size()) == goal.rows;
    for (const double scale : goal.scales) good &= scale >= 0 && std::isfinite(scale);
    if (!good) throw InputError("a goal needs scales of 0 or above for each of its rows, and low ≤ high");
    entry.goals.push_back(std::move(goal));
  }
  const nb::object hysteresis = source.attr("hysteresis");
  entry.disjunction = !hysteresis.is_none(), entry.hysteresis = entry.disjunction ? nb::cast<double>(hysteresis) : 0;
  entry.force = list_of<double>(source.attr("force"), "force");
  if (!(entry.hysteresis >= 0 && entry.hysteresis < 1) || (entry.disjunction && entry.goals.empty()))
    throw InputError("a disjunction needs goals, and a hysteresis between 0 and 1");
  if (!all_finite(entry.force.data(), entry.force.size())) throw InputError("forces must be finite");
  for (nb::handle rows : nb::borrow<nb::sequence>(source.attr("springs")))
    for (const std::int32_t row : list_of<std::int32_t>(rows, "a spring's rows")) entry.springs.push_back(row);
  bool good = entry.springs.size() % 2 == 0;
  for (std::size_t k = 0; k + 1 < entry.springs.size(); k += 2) {
    std::int32_t first = 0;
    bool within = false;
    for (const FlatGoal& goal : entry.goals) {
      within |= goal.kind == kSoft && first <= entry.springs[k] && entry.springs[k] < entry.springs[k + 1] &&
                entry.springs[k + 1] <= first + goal.rows;
      first += goal.rows;
    }
    good &= within;
  }
  if (!good) throw InputError("a spring is rows of one soft goal");
  return entry;
}

// A manikin.simulation.subsystems.Terms of the linear limits alone, or anything with its attributes.
inline Terms terms_from(nb::object source, std::int64_t n) {
  Arrays arrays(std::move(source));
  Span<double> linear, low, high, lo, hi, speed;
  Span<std::uint8_t> kinds, turns;
  arrays.take("linear", linear, {any, n});
  const std::int64_t rows = n > 0 ? static_cast<std::int64_t>(linear.size) / n : 0;
  arrays.take("kinds", kinds, {rows}), arrays.take("low", low, {rows}), arrays.take("high", high, {rows});
  arrays.take("lo", lo, {n}), arrays.take("hi", hi, {n}), arrays.take("speed", speed, {n});
  arrays.take("turns", turns, {n});
  compile::expect_finite("linear", linear);
  for (std::int64_t i = 0; i < rows; ++i)
    if (kinds[i] >= kSoft || !(low[i] <= high[i])) throw InputError("a linear limit is equal or ranged and needs low ≤ high");
  for (std::int64_t i = 0; i < n; ++i)
    if (!(lo[i] <= hi[i] && speed[i] > 0)) throw InputError("a parameter needs lo ≤ hi and a speed above 0");
  auto all = [](const auto& span) { return std::vector<std::decay_t<decltype(span[0])>>(span.data, span.data + span.size); };
  return {all(kinds), all(turns), all(low),    all(high), std::vector<double>(rows, 1.0), {}, all(lo), all(hi),
          {},         all(speed), all(linear), rows};
}

// A manikin.simulation.stepper.Law, or anything with its attributes.
inline StepperOptions options_from(nb::object source) {
  auto number = [&](const char* name) {
    const double x = nb::cast<double>(source.attr(name));
    if (!(x >= 0)) throw InputError(std::string(name) + " must be 0 or above");
    return x;
  };
  const auto integrator = static_cast<StepperOptions::Integrator>(whole_number(source.attr("integrator"), "integrator", 0, 3));
  return {integrator,          number("feedback"),
          number("tolerance"), number("accuracy"),
          number("max_step"),  number("truncation"),
          number("braking"),   whole_number(source.attr("corrections"), "corrections", 0, 1000)};
}

inline void rebuild(PySimulation& self, const std::vector<const FlatEntry*>& entries, std::vector<double> root) {
  JoinedEntries joined(entries, self.limits);
  auto program = std::make_unique<Program>(compiled(self.figures, joined.tables()));
  joined.terms().root = std::move(root);
  auto stepper = std::make_unique<Stepper>(*program, std::move(joined.terms()), self.options, std::move(joined.force()));
  if (self.stepper) stepper->continue_from(*self.stepper);
  self.constants = program->constants, self.starts = std::move(joined.starts());
  self.stepper = std::move(stepper), self.program = std::move(program);
}

// A simulation without entries, where no parameter may move until wire() is called.
inline void make_py_simulation(PySimulation* self, nb::object tree, nb::object terms, nb::object options) {
  Arrays arrays(tree);
  Span<double> masses, centres;
  arrays.take("masses", masses, {any}), arrays.take("centres", centres, {any, 3});
  Program program = without_goals(tree_tables(arrays), masses, centres);
  Terms limits = terms_from(std::move(terms), program.tree.size);
  new (self) PySimulation{std::move(program), std::move(limits), options_from(std::move(options)), {}, {}, nullptr, nullptr};
  rebuild(*self, {}, std::vector<double>(self->figures.tree.size));
}

// Replaces all entries and √K; the state and its active limits stay.
inline void wire(PySimulation& self, nb::handle entries, nb::handle root) {
  ExclusiveUse exclusive(*self.busy);
  std::vector<const FlatEntry*> own;
  for (nb::handle entry : nb::borrow<nb::sequence>(entries)) own.push_back(&nb::cast<const FlatEntry&>(entry));
  const Span<double> roots = span<double>(root, "root", {self.figures.tree.size});
  for (std::size_t i = 0; i < roots.size; ++i)
    if (!(roots[i] >= 0 && std::isfinite(roots[i]))) throw InputError("√K must be finite, 0 or above");
  rebuild(self, own, {roots.data, roots.data + roots.size});
}

// Replaces the constants of one entry.
inline void set_targets_of_entry(PySimulation& self, nb::handle entry, nb::handle numbers) {
  ExclusiveUse exclusive(*self.busy);
  const auto k = static_cast<std::size_t>(whole_number(entry, "a piece", 0, static_cast<std::int64_t>(self.starts.size()) - 2));
  const auto first = self.starts[k];
  const Span<double> given = span<double>(numbers, "constants", {static_cast<npy_intp>(self.starts[k + 1] - first)});
  if (!all_finite(given.data, given.size)) throw InputError("constants must be finite numbers");
  std::copy(given.data, given.data + given.size, self.constants.begin() + static_cast<std::ptrdiff_t>(first));
  self.stepper->set_constants(self.constants.data());
}

inline void place(PySimulation& self, nb::handle q) {
  ExclusiveUse exclusive(*self.busy);
  self.stepper->begin_at(checked_state(self.figures.tree, q));
}

inline void give_way(PySimulation& self, nb::handle q) {
  ExclusiveUse exclusive(*self.busy);
  self.stepper->give_way_at(checked_state(self.figures.tree, q));
}

inline void settle(PySimulation& self, nb::handle q) {
  ExclusiveUse exclusive(*self.busy);
  self.stepper->settle_at(checked_state(self.figures.tree, q));
}

// Gives the time that passed [s] and the steps that were made.
inline nb::tuple run_simulation(PySimulation& self, double h, nb::handle steps, bool insist) {
  ExclusiveUse exclusive(*self.busy);
  const std::int64_t count = whole_number(steps, "the number of steps", 0, std::int64_t(1) << 40);
  if (!(h > 0 && std::isfinite(h))) throw InputError("a step needs a time above 0 and finite");
  double spent = 0;
  std::int64_t made = 0;
  {
    nb::gil_scoped_release unlocked;
    for (; made < count; ++made) {
      const double passed = self.stepper->step(h, insist);
      if (passed < 0) break;
      spent += passed;
    }
  }
  return nb::make_tuple(spent, made);
}

inline nb::object rates_of(PySimulation& self, nb::handle q) {
  ExclusiveUse exclusive(*self.busy);
  const double* state = checked_state(self.figures.tree, q);
  nb::object made = new_array({self.figures.tree.size});
  self.stepper->rates_at(state, numbers(made));
  return made;
}

// The members of the disjunctions that count.
inline nb::list choices_of(PySimulation& self) {
  ExclusiveUse exclusive(*self.busy);
  nb::list found;
  for (const std::int32_t chosen : self.stepper->choices()) found.append(chosen);
  return found;
}

inline void favour(PySimulation& self, nb::handle chosen) {
  ExclusiveUse exclusive(*self.busy);
  const std::vector<std::int32_t> given = list_of<std::int32_t>(chosen, "a member of a disjunction");
  bool good = given.size() == self.stepper->disjunctions();
  for (std::size_t k = 0; good && k < given.size(); ++k) good = given[k] >= -1 && given[k] < self.stepper->members(k);
  if (!good) throw InputError("each disjunction favours one of its members, by number, or −1 for none");
  self.stepper->favour(given);
}

inline nb::tuple answers_of(PySimulation& self) {
  ExclusiveUse exclusive(*self.busy);
  nb::object rows = new_array({self.stepper->rows()}), limits = new_array({self.figures.tree.size});
  self.stepper->find_multipliers(numbers(rows), numbers(limits));
  return nb::make_tuple(rows, limits);
}

inline void bind_simulation(nb::module_& module) {
  nb::class_<FlatEntry>(module, "Piece")
      .def(
          "__init__", [](FlatEntry* self, nb::object flat) { new (self) FlatEntry(entry_from(std::move(flat))); },
          nb::sig("def __init__(self, flat: object, /) -> None"))
      .def_prop_ro("constants", &FlatEntry::constants, "Numbers of its constant handles.");
  nb::class_<PySimulation>(module, "Simulation")
      .def("__init__", &make_py_simulation,
           nb::sig("def __init__(self, tree: object, terms: object, options: object, /) -> None"))
      .def_prop_ro(
          "q", [](PySimulation& self) { return array_of(self.stepper->q()); },
          nb::for_getter(nb::sig("def q(self, /) -> manikin.math.rotations.Array")), "The present state (size,).")
      .def("place", &place, nb::sig("def place(self, q: manikin.math.rotations.Array, /) -> None"), "Begin at a state.")
      .def("give_way", &give_way, nb::sig("def give_way(self, q: manikin.math.rotations.Array, /) -> None"),
           "Make the next step begin at a state, and not correct what does not hold there.")
      .def("settle", &settle, nb::sig("def settle(self, q: manikin.math.rotations.Array, /) -> None"),
           "Go to a state; what is known of limits and springs stays.")
      .def("run", &run_simulation, nb::sig("def run(self, h: float, steps: int, insist: bool, /) -> tuple[float, int]"),
           "Steps of h seconds, unless it insists to the first where constraints do not hold: time passed [s], steps made.")
      .def("asked", &rates_of, nb::sig("def asked(self, q: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array"),
           "The rates (size,) at a state; the simulation does not change.")
      .def("choices", &choices_of, nb::sig("def choices(self, /) -> list[int]"), "The members of the disjunctions that count.")
      .def("favour", &favour, nb::sig("def favour(self, chosen: collections.abc.Sequence[int], /) -> None"),
           "Make these members of the disjunctions count; -1 for none yet.")
      .def("answers", &answers_of,
           nb::sig("def answers(self, /) -> tuple[manikin.math.rotations.Array, manikin.math.rotations.Array]"),
           "The multipliers of all rows [N, N m], and the forces of limits on the parameters.")
      .def("wire", &wire,
           nb::sig("def wire(self, pieces: collections.abc.Sequence[Piece], root: manikin.math.rotations.Array, /) -> None"),
           "Replace all entries and the square root of the mobility (size,); the state stays.")
      .def("set_targets", &set_targets_of_entry,
           nb::sig("def set_targets(self, piece: int, constants: manikin.math.rotations.Array, /) -> None"),
           "Replace the constants of one entry.");
}

}  // namespace manikin
