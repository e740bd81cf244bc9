// The Python class Simulation: figures whose constraints are maintained, stepped in time.
#pragma once

#include "bind/search.hpp"
#include "simulation/flat_entries.hpp"

namespace manikin {

// A simulation, wired anew where constraints and forces come and go; its state stays.
struct PySimulation {
  Program bare;
  Terms limits;
  Law law;
  std::vector<double> constants;
  std::vector<std::size_t> starts;  // of every piece, the first of its constants
  std::unique_ptr<Program> program;
  std::unique_ptr<Simulation> simulation;
  std::unique_ptr<std::atomic<bool>> busy = std::make_unique<std::atomic<bool>>(false);
};

template <class T> inline std::vector<T> list_of(nb::handle given, const char* what) {
  std::vector<T> found;
  for (nb::handle one : nb::borrow<nb::sequence>(given)) {
    if constexpr (std::is_same_v<T, double>) found.push_back(nb::cast<double>(one));
    else found.push_back(static_cast<T>(whole_number(one, what, std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max())));
  }
  return found;
}

// A manikin.simulation.flat_entries.Flat: handles (code, joint, numbers, columns), goals (code, rows, inputs, numbers, scales, kind, low,
// high).
inline Piece piece_from(nb::object source) {
  Piece piece;
  for (nb::handle given : nb::borrow<nb::sequence>(source.attr("handles"))) {
    const auto row = nb::borrow<nb::sequence>(given);
    piece.handles.push_back({static_cast<std::uint8_t>(whole_number(row[0], "a handle's code", 0, kHandleCodes - 1)),
                             static_cast<std::int32_t>(whole_number(row[1], "a joint", -1, most_numbers)), list_of<double>(row[2], "numbers"),
                             list_of<std::int32_t>(row[3], "columns")});
  }
  const auto handles = static_cast<std::int64_t>(piece.handles.size());
  for (nb::handle given : nb::borrow<nb::sequence>(source.attr("goals"))) {
    const auto row = nb::borrow<nb::sequence>(given);
    GoalPiece goal;
    goal.code = static_cast<std::uint8_t>(whole_number(row[0], "a goal's code", 0, kGoalCodes - 1));
    goal.rows = static_cast<std::int32_t>(whole_number(row[1], "rows", 1, most_numbers));
    goal.inputs = list_of<std::int32_t>(row[2], "inputs"), goal.numbers = list_of<double>(row[3], "numbers");
    goal.scales = list_of<double>(row[4], "scales");
    goal.kind = static_cast<std::uint8_t>(whole_number(row[5], "a kind of row", 0, kRowKinds - 1));
    goal.low = nb::cast<double>(row[6]), goal.high = nb::cast<double>(row[7]);
    for (const std::int32_t input : goal.inputs)
      if (input < 0 || input >= handles) throw InputError("a goal's input is not among its piece's handles");
    bool good = goal.low <= goal.high && static_cast<std::int64_t>(goal.scales.size()) == goal.rows;
    for (const double scale : goal.scales) good &= scale >= 0 && std::isfinite(scale);
    if (!good) throw InputError("a goal needs scales of 0 or above for each of its rows, and low ≤ high");
    piece.goals.push_back(std::move(goal));
  }
  const nb::object hysteresis = source.attr("hysteresis");
  piece.disjunction = !hysteresis.is_none(), piece.hysteresis = piece.disjunction ? nb::cast<double>(hysteresis) : 0;
  piece.force = list_of<double>(source.attr("force"), "force");
  if (!(piece.hysteresis >= 0 && piece.hysteresis < 1) || (piece.disjunction && piece.goals.empty()))
    throw InputError("a disjunction needs goals, and a hysteresis between 0 and 1");
  if (!all_finite(piece.force.data(), piece.force.size())) throw InputError("forces must be finite");
  for (nb::handle run : nb::borrow<nb::sequence>(source.attr("springs")))
    for (const std::int32_t row : list_of<std::int32_t>(run, "a spring's rows")) piece.springs.push_back(row);
  bool good = piece.springs.size() % 2 == 0;
  for (std::size_t k = 0; k + 1 < piece.springs.size(); k += 2) {
    std::int32_t first = 0;
    bool within = false;
    for (const GoalPiece& goal : piece.goals) {
      within |= goal.kind == kSoft && first <= piece.springs[k] && piece.springs[k] < piece.springs[k + 1] && piece.springs[k + 1] <= first + goal.rows;
      first += goal.rows;
    }
    good &= within;
  }
  if (!good) throw InputError("a spring is rows of one soft goal");
  return piece;
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
  return {all(kinds), all(turns), all(low), all(high), std::vector<double>(rows, 1.0), {}, all(lo), all(hi), {}, all(speed), all(linear), rows};
}

// A manikin.simulation.stepper.Law, or anything with its attributes.
inline Law law_from(nb::object source) {
  auto number = [&](const char* name) {
    const double x = nb::cast<double>(source.attr(name));
    if (!(x >= 0)) throw InputError(std::string(name) + " must be 0 or above");
    return x;
  };
  const auto integrator = static_cast<Law::Integrator>(whole_number(source.attr("integrator"), "integrator", 0, 3));
  return {integrator, number("feedback"), number("tolerance"), number("accuracy"), number("max_step"), number("truncation"), number("braking"),
          whole_number(source.attr("corrections"), "corrections", 0, 1000)};
}

inline void join(PySimulation& self, const std::vector<const Piece*>& pieces, std::vector<double> root) {
  JoinedPieces joined(pieces, self.limits);
  auto program = std::make_unique<Program>(compiled(self.bare, joined.tables()));
  joined.terms().root = std::move(root);
  auto simulation = std::make_unique<Simulation>(*program, std::move(joined.terms()), self.law, std::move(joined.force()));
  if (self.simulation) simulation->go_on(*self.simulation);
  self.constants = program->constants, self.starts = std::move(joined.starts());
  self.simulation = std::move(simulation), self.program = std::move(program);
}

// Nothing holds yet and nothing may move: see wire.
inline void make_simulation(PySimulation* self, nb::object tree, nb::object terms, nb::object law) {
  Arrays arrays(tree);
  Span<double> masses, centres;
  arrays.take("masses", masses, {any}), arrays.take("centres", centres, {any, 3});
  Program program = bare(tree_tables(arrays), masses, centres);
  Terms limits = terms_from(std::move(terms), program.tree.size);
  new (self) PySimulation{std::move(program), std::move(limits), law_from(std::move(law)), {}, {}, nullptr, nullptr};
  join(*self, {}, std::vector<double>(self->bare.tree.size));
}

// From now on these pieces hold and pull, with √K as given; the state and what stands at a limit stay.
inline void wire(PySimulation& self, nb::handle pieces, nb::handle root) {
  Busy mine(*self.busy);
  std::vector<const Piece*> own;
  for (nb::handle piece : nb::borrow<nb::sequence>(pieces)) own.push_back(&nb::cast<const Piece&>(piece));
  const Span<double> roots = span<double>(root, "root", {self.bare.tree.size});
  for (std::size_t i = 0; i < roots.size; ++i)
    if (!(roots[i] >= 0 && std::isfinite(roots[i]))) throw InputError("√K must be finite, 0 or above");
  join(self, own, {roots.data, roots.data + roots.size});
}

// The constants of one piece, given anew.
inline void retarget_piece(PySimulation& self, nb::handle piece, nb::handle numbers) {
  Busy mine(*self.busy);
  const auto k = static_cast<std::size_t>(whole_number(piece, "a piece", 0, static_cast<std::int64_t>(self.starts.size()) - 2));
  const auto first = self.starts[k];
  const Span<double> given = span<double>(numbers, "constants", {static_cast<npy_intp>(self.starts[k + 1] - first)});
  if (!all_finite(given.data, given.size)) throw InputError("constants must be finite numbers");
  std::copy(given.data, given.data + given.size, self.constants.begin() + static_cast<std::ptrdiff_t>(first));
  self.simulation->fix(self.constants.data());
}

inline nb::object array_of(const std::vector<double>& numbers_) {
  nb::object made = new_array({static_cast<npy_intp>(numbers_.size())});
  std::copy(numbers_.begin(), numbers_.end(), numbers(made));
  return made;
}

inline void place(PySimulation& self, nb::handle q) {
  Busy mine(*self.busy);
  self.simulation->place(checked_state(self.bare.tree, q));
}

// Gives the time that went by.
inline double run_simulation(PySimulation& self, double h, nb::handle steps) {
  Busy mine(*self.busy);
  const std::int64_t count = whole_number(steps, "the number of steps", 0, std::int64_t(1) << 40);
  if (!(h > 0 && std::isfinite(h))) throw InputError("a step needs a time above 0 and finite");
  nb::gil_scoped_release free_for_others;
  double spent = 0;
  for (std::int64_t i = 0; i < count; ++i) spent += self.simulation->step(h);
  return spent;
}

inline nb::object rates_of(PySimulation& self, nb::handle q) {
  Busy mine(*self.busy);
  const double* state = checked_state(self.bare.tree, q);
  nb::object made = new_array({self.bare.tree.size});
  self.simulation->asked(state, numbers(made));
  return made;
}

// Which members of the disjunctions count, one after another.
inline nb::list choices_of(PySimulation& self) {
  Busy mine(*self.busy);
  nb::list found;
  for (const std::int32_t chosen : self.simulation->choices()) found.append(chosen);
  return found;
}

inline void favour(PySimulation& self, nb::handle chosen) {
  Busy mine(*self.busy);
  const std::vector<std::int32_t> given = list_of<std::int32_t>(chosen, "a member of a disjunction");
  bool good = given.size() == self.simulation->disjunctions();
  for (std::size_t k = 0; good && k < given.size(); ++k) good = given[k] >= -1 && given[k] < self.simulation->members(k);
  if (!good) throw InputError("each disjunction favours one of its members, by number, or −1 for none");
  self.simulation->favour(given);
}

inline nb::tuple answers_of(PySimulation& self) {
  Busy mine(*self.busy);
  nb::object rows = new_array({self.simulation->rows()}), limits = new_array({self.bare.tree.size});
  self.simulation->answers(numbers(rows), numbers(limits));
  return nb::make_tuple(rows, limits);
}

inline void bind_simulation(nb::module_& module) {
  nb::class_<PySimulation>(module, "Simulation")
      .def("__init__", &make_simulation)
      .def_prop_ro("q", [](PySimulation& self) { return array_of(self.simulation->q()); })
      .def("place", &place)
      .def("run", &run_simulation)
      .def("asked", &rates_of)
      .def("choices", &choices_of)
      .def("favour", &favour)
      .def("answers", &answers_of)
      .def("wire", &wire)
      .def("retarget", &retarget_piece);
  nb::class_<Piece>(module, "Piece")
      .def("__init__", [](Piece* self, nb::object flat) { new (self) Piece(piece_from(std::move(flat))); })
      .def_prop_ro("constants", &Piece::constants);
}

}  // namespace manikin
