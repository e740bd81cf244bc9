// The Python class Tree: forward kinematics of a forest of joints, at one state or many.
#pragma once

#include "bind/inputs.hpp"
#include "kinematics/batch.hpp"

namespace manikin {

struct PyTree {
  Tree tree;
  nb::object tables;  // the source of the tree, needed for pickling
};

inline PyTree tree_from(nb::object source) {
  Arrays arrays(source);
  return {compiled(tree_tables(arrays)), source};
}

inline npy_intp joints_of(const Tree& tree) { return static_cast<npy_intp>(tree.joints.size()); }
inline npy_intp dofs_of(const Tree& tree) { return static_cast<npy_intp>(tree.dofs.size()); }

inline nb::object forward(const PyTree& self, nb::handle p) {
  const double* state = checked_state(self.tree, p);
  nb::object world = new_array({joints_of(self.tree), 3, 4});
  Scratch scratch(moves_size(dofs_of(self.tree)));
  forward_single(self.tree, state, scratch.get(), numbers(world), NoTrace{});
  return world;
}

inline nb::object update(const PyTree& self, nb::handle world, nb::handle p, nb::handle changed) {
  const npy_intp n = joints_of(self.tree);
  const double* known = numbers<double>(checked<double>(world, "world", {n, 3, 4}));
  const double* state = checked_state(self.tree, p);
  const Span<std::int32_t> indices = checked_indices(changed, "changed", self.tree.size);
  nb::object made = new_array({n, 3, 4});
  std::copy(known, known + 12 * n, numbers(made));
  Scratch scratch(moves_size(dofs_of(self.tree)));
  update_single(self.tree, state, indices.data, static_cast<std::int64_t>(indices.size), scratch.get(), numbers(made));
  return made;
}

inline nb::tuple trace(const PyTree& self, nb::handle p) {
  const npy_intp m = dofs_of(self.tree);
  const double* state = checked_state(self.tree, p);
  nb::object world = new_array({joints_of(self.tree), 3, 4}), frames = new_array({m, 3, 3}), origins = new_array({m, 3});
  Scratch scratch(moves_size(m));
  forward_single(self.tree, state, scratch.get(), numbers(world), DofTrace<double, false>{numbers(frames), numbers(origins)});
  return nb::make_tuple(world, frames, origins);
}

inline nb::tuple axes(const PyTree& self, nb::handle p) {
  const npy_intp m = dofs_of(self.tree);
  const double* state = checked_state(self.tree, p);
  nb::object world = new_array({joints_of(self.tree), 3, 4}), axes = new_array({m, 3}), origins = new_array({m, 3});
  Scratch scratch(moves_size(m));
  forward_single(self.tree, state, scratch.get(), numbers(world), DofTrace<double, true>{numbers(axes), numbers(origins)});
  return nb::make_tuple(world, axes, origins);
}

template <class Number>
inline nb::object forward_batch_as(const PyTree& self, nb::handle p, nb::handle threads, nb::handle parts, nb::handle out) {
  const Tree& tree = self.tree;
  PyArrayObject* states = checked<double>(p, "states", {any, tree.size});
  const npy_intp count = PyArray_DIM(states, 0);
  const int workers = workers_of(threads);
  const bool chosen = !parts.is_none();
  const Span<std::int32_t> wanted = chosen ? checked_indices(parts, "parts", joints_of(tree)) : Span<std::int32_t>{};
  const Plan plan = chosen ? Plan(tree, wanted.data, static_cast<std::int64_t>(wanted.size)) : Plan(tree);
  nb::object made;
  if (out.is_none()) {
    made = new_array({count, plan.parts, 3, 4}, NumberType<Number>::code);
  } else {
    PyArrayObject* given = checked<Number>(out, "out", {count, plan.parts, 3, 4}, true);
    if (overlap(given, states)) throw InputError("out must not share memory with the states");
    made = nb::borrow(out);
  }
  const double* from = numbers<double>(states);
  auto* to = numbers<Number>(reinterpret_cast<PyArrayObject*>(made.ptr()));
  std::int64_t bad = never;
  {
    nb::gil_scoped_release unlocked;
    bad = forward_batch(tree, plan, from, count, workers, to);
  }
  if (bad != never) throw InputError("state " + std::to_string(bad) + " must be finite numbers");
  return made;
}

inline nb::object forward_batch_of(const PyTree& self, nb::handle p, nb::handle threads, nb::handle parts, nb::handle out,
                                   bool float32) {
  return (float32 ? forward_batch_as<float> : forward_batch_as<double>)(self, p, threads, parts, out);
}

inline nb::tuple reduce(const PyTree& self) {
  const nb::object make_tree = nb::module_::import_("manikin.kernels").attr("make_tree");
  return nb::make_tuple(make_tree, nb::make_tuple(self.tables));
}

inline void bind_tree(nb::module_& module) {
  nb::class_<PyTree>(module, "Tree")
      .def(
          "__init__", [](PyTree* self, nb::object tables) { new (self) PyTree(tree_from(std::move(tables))); },
          nb::sig("def __init__(self, tables: manikin.kernels.tables.Tables, /) -> None"))
      .def_ro("tables", &PyTree::tables, nb::for_getter(nb::sig("def tables(self, /) -> manikin.kernels.tables.Tables")))
      .def_prop_ro(
          "rigid", [](const PyTree& self) { return self.tree.rigid; }, "Whether there is no scale and no mirror.")
      .def("forward", &forward,
           nb::sig("def forward(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array"))
      .def("update", &update,
           nb::sig("def update(self, world: manikin.math.rotations.Array, p: manikin.math.rotations.Array, changed: "
                   "manikin.kernels.tables.Ints, /) -> manikin.math.rotations.Array"))
      .def("trace", &trace,
           nb::sig("def trace(self, p: manikin.math.rotations.Array, /) -> tuple[manikin.math.rotations.Array, "
                   "manikin.math.rotations.Array, manikin.math.rotations.Array]"))
      .def("axes", &axes,
           nb::sig("def axes(self, p: manikin.math.rotations.Array, /) -> tuple[manikin.math.rotations.Array, "
                   "manikin.math.rotations.Array, manikin.math.rotations.Array]"))
      .def("forward_batch", &forward_batch_of, nb::arg("p").noconvert(), nb::arg("threads").noconvert() = 1,
           nb::arg("parts").noconvert() = nb::none(), nb::arg("out").noconvert() = nb::none(),
           nb::arg("float32").noconvert() = false,
           nb::sig("def forward_batch(self, p: manikin.math.rotations.Array, threads: int = 1, parts: "
                   "manikin.kernels.tables.Ints | None = None, out: numpy.typing.NDArray[typing.Any] | None = None, float32: "
                   "bool = False) -> numpy.typing.NDArray[typing.Any]"))
      .def("__reduce__", &reduce, nb::sig("def __reduce__(self, /) -> tuple[typing.Any, ...]"));
}

}  // namespace manikin
