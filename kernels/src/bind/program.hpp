// The Python class Program: handles and goals on a forest, evaluated at one state or many.
#pragma once

#include <memory>

#include "bind/inputs.hpp"
#include "evaluation/program_batch.hpp"

namespace manikin {

struct PyProgram {
  std::unique_ptr<Program> program;              // does not move: the workspace refers to it
  std::unique_ptr<Workspace<double>> workspace;  // of single calls, which hold the interpreter's lock
};

// A manikin.problem.kernel_tables.ProgramTables, or anything with its attributes.
inline PyProgram program_from(nb::object source) {
  Arrays tree(source.attr("tree")), own(source);
  const Tables tables = tree_tables(tree);
  ProgramTables t;
  tree.take("masses", t.masses, {any}), tree.take("centres", t.centres, {any, 3});
  own.take("handle_codes", t.handle_codes, {any}), own.take("handle_joints", t.handle_joints, {any});
  own.take("handle_number_starts", t.handle_number_starts, {any}), own.take("handle_numbers", t.handle_numbers, {any});
  own.take("handle_column_starts", t.handle_column_starts, {any}), own.take("handle_columns", t.handle_columns, {any});
  own.take("goal_codes", t.goal_codes, {any}), own.take("goal_input_starts", t.goal_input_starts, {any});
  own.take("goal_inputs", t.goal_inputs, {any}), own.take("goal_number_starts", t.goal_number_starts, {any});
  own.take("goal_numbers", t.goal_numbers, {any}), own.take("goal_rows", t.goal_rows, {any});
  own.take("choices", t.choices, {any}), own.take("row_scales", t.row_scales, {any});
  own.take("choice_scales", t.choice_scales, {any});
  auto program = std::make_unique<Program>(compiled(tables, t));
  auto workspace = std::make_unique<Workspace<double>>(*program);
  return {std::move(program), std::move(workspace)};
}

// The same program with other values of its constants; nothing is compiled again.
inline PyProgram with_constants(const PyProgram& self, nb::handle numbers) {
  const Span<double> given = span<double>(numbers, "constants", {static_cast<npy_intp>(self.program->constants.size())});
  if (!all_finite(given.data, given.size)) throw InputError("constants must be finite numbers");
  auto program = std::make_unique<Program>(*self.program);
  std::copy(given.data, given.data + given.size, program->constants.begin());
  auto workspace = std::make_unique<Workspace<double>>(*program);
  return {std::move(program), std::move(workspace)};
}

inline void evaluate_into(const PyProgram& self, Wanted wanted, nb::handle p, double* out) {
  evaluate_single(*self.program, *self.workspace, wanted, checked_state(self.program->tree, p), out);
}

template <Wanted wanted> nb::object vector_of(const PyProgram& self, nb::handle p) {
  nb::object made = new_array({row_length(*self.program, wanted)});
  evaluate_into(self, wanted, p, numbers(made));
  return made;
}

template <Wanted wanted> nb::object matrix_of(const PyProgram& self, nb::handle p, nb::handle out) {
  const std::int64_t size = self.program->tree.size,
                     rows = wanted == Wanted::handle_jacobians ? self.program->tangents : self.program->rows;
  if (out.is_none()) {
    nb::object made = new_array({rows, size});
    evaluate_into(self, wanted, p, numbers(made));
    return made;
  }
  PyArrayObject* given = checked<double>(out, "out", {rows, size}, true);
  evaluate_into(self, wanted, p, numbers<double>(given));  // the state is copied before anything is written
  return nb::borrow(out);
}

inline nb::tuple cost_and_gradient(const PyProgram& self, nb::handle p) {
  const std::int64_t size = self.program->tree.size;
  Scratch workspace(size + 1);
  evaluate_into(self, Wanted::cost_and_gradient, p, workspace.get());
  nb::object gradient = new_array({size});
  std::copy(workspace.get() + 1, workspace.get() + 1 + size, numbers(gradient));
  return nb::make_tuple(workspace.get()[0], gradient);
}

// (batch, row_length) for a batch of states; runs without the interpreter's lock.
inline nb::object batch_of(const PyProgram& self, Wanted wanted, nb::handle p, nb::handle threads) {
  PyArrayObject* states = checked<double>(p, "states", {any, self.program->tree.size});
  const npy_intp count = PyArray_DIM(states, 0);
  const int workers = workers_of(threads);
  nb::object made = new_array({count, row_length(*self.program, wanted)});
  const double* from = numbers<double>(states);
  double* to = numbers(made);
  std::int64_t bad = never;
  {
    nb::gil_scoped_release unlocked;
    bad = evaluate_batch(*self.program, wanted, from, count, workers, to);
  }
  if (bad != never) throw InputError("state " + std::to_string(bad) + " must be finite numbers");
  return made;
}

template <Wanted wanted> nb::object rows_of(const PyProgram& self, nb::handle p, nb::handle threads) {
  return batch_of(self, wanted, p, threads);
}

// For every goal (each member of a disjunction counts as one): its rows, and the columns of its block.
inline nb::tuple pattern(const PyProgram& self) {
  nb::list rows, columns;
  for (const GoalInfo& goal : self.program->goals) {
    nb::list own;
    for (std::int32_t c = goal.columns; c < goal.last_column; ++c) own.append(self.program->goal_columns[c]);
    rows.append(goal.rows), columns.append(own);
  }
  return nb::make_tuple(rows, columns);
}

inline void bind_program(nb::module_& module) {
  nb::class_<PyProgram>(module, "Program")
      .def(
          "__init__", [](PyProgram* self, nb::object tables) { new (self) PyProgram(program_from(std::move(tables))); },
          nb::sig("def __init__(self, tables: object, /) -> None"))
      .def("with_constants", &with_constants,
           nb::sig("def with_constants(self, constants: manikin.math.rotations.Array, /) -> Program"),
           "The same program with other values of its constants.")
      .def_prop_ro(
          "size", [](const PyProgram& self) { return self.program->tree.size; }, "Parameters.")
      .def_prop_ro(
          "rows", [](const PyProgram& self) { return self.program->rows; }, "Rows of all goals.")
      .def_prop_ro("pattern", &pattern, nb::for_getter(nb::sig("def pattern(self, /) -> tuple[list[int], list[list[int]]]")))
      .def("values", &vector_of<Wanted::values>,
           nb::sig("def values(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array"))
      .def("slopes", &matrix_of<Wanted::handle_jacobians>, nb::arg("p"), nb::arg("out") = nb::none(),
           nb::sig("def slopes(self, p: manikin.math.rotations.Array, out: manikin.math.rotations.Array | None = None) -> "
                   "manikin.math.rotations.Array"))
      .def("raw_residual", &vector_of<Wanted::raw_residual>,
           nb::sig("def raw_residual(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array"))
      .def("residual", &vector_of<Wanted::residual>,
           nb::sig("def residual(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array"))
      .def("jacobian", &matrix_of<Wanted::jacobian>, nb::arg("p"), nb::arg("out") = nb::none(),
           nb::sig("def jacobian(self, p: manikin.math.rotations.Array, out: manikin.math.rotations.Array | None = None) -> "
                   "manikin.math.rotations.Array"))
      .def("jacobian_blocks", &vector_of<Wanted::blocks>,
           nb::sig("def jacobian_blocks(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array"))
      .def("cost_and_gradient", &cost_and_gradient,
           nb::sig(
               "def cost_and_gradient(self, p: manikin.math.rotations.Array, /) -> tuple[float, manikin.math.rotations.Array]"))
      .def("values_batch", &rows_of<Wanted::values>, nb::arg("p").noconvert(), nb::arg("threads").noconvert() = 1,
           nb::sig("def values_batch(self, p: manikin.math.rotations.Array, threads: int = 1) -> manikin.math.rotations.Array"))
      .def("slopes_batch", &rows_of<Wanted::handle_jacobians>, nb::arg("p").noconvert(), nb::arg("threads").noconvert() = 1,
           nb::sig("def slopes_batch(self, p: manikin.math.rotations.Array, threads: int = 1) -> manikin.math.rotations.Array"))
      .def("residual_batch", &rows_of<Wanted::residual>, nb::arg("p").noconvert(), nb::arg("threads").noconvert() = 1,
           nb::sig(
               "def residual_batch(self, p: manikin.math.rotations.Array, threads: int = 1) -> manikin.math.rotations.Array"))
      .def("jacobian_batch", &rows_of<Wanted::jacobian>, nb::arg("p").noconvert(), nb::arg("threads").noconvert() = 1,
           nb::sig(
               "def jacobian_batch(self, p: manikin.math.rotations.Array, threads: int = 1) -> manikin.math.rotations.Array"))
      .def("cost_and_gradient_batch", &rows_of<Wanted::cost_and_gradient>, nb::arg("p").noconvert(),
           nb::arg("threads").noconvert() = 1,
           nb::sig("def cost_and_gradient_batch(self, p: manikin.math.rotations.Array, threads: int = 1) -> "
                   "manikin.math.rotations.Array"));
}

}  // namespace manikin
