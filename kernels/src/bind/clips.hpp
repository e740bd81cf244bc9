// The Python classes Curves, the curves of a clip's keys at one frame or many, and StateDifferences; steps towards the smoothest change.
#pragma once

#include <memory>

#include "bind/program.hpp"
#include "clips/differences.hpp"
#include "clips/keyframes.hpp"
#include "clips/spacetime.hpp"

namespace manikin {

struct PyCurves {
  PyCurves() = default;
  PyCurves(const PyCurves&) = delete;
  std::vector<std::unique_ptr<const Curves>> groups;  // tracks that stop at the same keys
  npy_intp size = 0;
};

// A manikin.clips.segments.Segments, or anything with its attributes.
inline std::unique_ptr<const Curves> curves_from(nb::object source, npy_intp size) {
  Arrays arrays(std::move(source));
  CurveTables t;
  arrays.take("frames", t.frames, {any});
  const auto m = static_cast<npy_intp>(t.frames.size), gaps = std::max<npy_intp>(m - 1, 0);
  if (m == 0) throw InputError("curves need a key");
  arrays.take("slow_in", t.slow_in, {m}), arrays.take("slow_out", t.slow_out, {m}), arrays.take("modes", t.modes, {m});
  arrays.take("scalars", t.scalars, {any}), arrays.take("balls", t.balls, {any, 3});
  const auto s = static_cast<npy_intp>(t.scalars.size), b = static_cast<npy_intp>(t.balls.size / 3);
  arrays.take("axes", t.axes, {b, 3, 3});
  arrays.take("numbers", t.q, {m, s}), arrays.take("numbers_in", t.into, {m, s}), arrays.take("numbers_out", t.out, {m, s});
  arrays.take("theta", t.theta, {m, b, 3}), arrays.take("theta_in", t.theta_in, {m, b, 3});
  arrays.take("theta_out", t.theta_out, {m, b, 3}), arrays.take("starts", t.starts, {gaps, b, 4});
  arrays.take("firsts", t.firsts, {gaps, b, 3}), arrays.take("middles", t.middles, {gaps, b, 3});
  arrays.take("lasts", t.lasts, {gaps, b, 3}), arrays.take("lo", t.lo, {size}), arrays.take("hi", t.hi, {size});
  for (npy_intp i = 0; i < gaps; ++i)
    if (!(t.frames[i] < t.frames[i + 1])) throw InputError("the frames of keys must increase");
  for (const Span<std::int32_t>* columns : {&t.scalars, &t.balls})
    for (std::size_t i = 0; i < columns->size; ++i)
      if ((*columns)[i] < 0 || (*columns)[i] >= size) throw InputError("a column lies outside the state");
  return std::make_unique<const Curves>(t);
}

inline void make_curves(PyCurves* self, nb::list groups, nb::handle size) {
  new (self) PyCurves();
  self->size = static_cast<npy_intp>(whole_number(size, "size", 0, max_count));
  for (nb::handle group : groups) self->groups.push_back(curves_from(nb::borrow(group), self->size));
}

inline nb::object state_at(const PyCurves& self, double frame) {
  if (!std::isfinite(frame)) throw InputError("a frame must be a finite number");
  nb::object made = new_array({self.size});
  for (const auto& group : self.groups) group->write(frame, numbers(made));
  return made;
}

inline nb::object states_at(const PyCurves& self, nb::handle frames) {
  const Span<double> wanted = span<double>(frames, "frames", {any});
  if (!all_finite(wanted.data, static_cast<std::int64_t>(wanted.size))) throw InputError("frames must be finite numbers");
  nb::object made = new_array({static_cast<npy_intp>(wanted.size), self.size});
  double* to = numbers(made);
  {
    nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < wanted.size; ++i)
      for (const auto& group : self.groups) group->write(wanted[i], to + static_cast<npy_intp>(i) * self.size);
  }
  return made;
}

// A step towards the smoothest change of an interval's frames that meets a program's goals; see manikin.clips.smooth.
// With `rows_only` the rows of the goals at the given states (frames, rows), weighted.
inline nb::object smooth_step(const PyProgram& self, nb::object interval, nb::handle states, bool rows_only) {
  const Program& program = *self.program;
  Arrays arrays(std::move(interval));
  SpacetimeTables t;
  SpacetimeFrames f;
  Span<double> plain, constants, offsets, bands;
  Span<std::uint8_t> rows_on, movable;
  const npy_intp n = program.tree.size, rows = program.rows, k = static_cast<npy_intp>(program.constants.size());
  arrays.take("columns", t.columns, {any});
  const auto c = static_cast<npy_intp>(t.columns.size);
  arrays.take("weights", t.weights, {c}), arrays.take("lo", t.lo, {c}), arrays.take("hi", t.hi, {c});
  arrays.take("row_lo", t.row_lo, {rows}), arrays.take("row_hi", t.row_hi, {rows});
  arrays.take("plain", plain, {any, n});
  const npy_intp count = n ? static_cast<npy_intp>(plain.size) / n : 0;
  const Span<double> from = span<double>(states, "states", {count, n});
  arrays.take("offsets", offsets, {count, rows}), arrays.take("constants", constants, {count, k}), arrays.take("bands", bands, {3, count});
  arrays.take("rows_on", rows_on, {count, rows}), arrays.take("movable", movable, {count, c});
  for (const Span<double>& numbers : {plain, from, constants, offsets, bands})
    if (!all_finite(numbers.data, static_cast<std::int64_t>(numbers.size))) throw InputError("an interval must be finite numbers");
  for (npy_intp i = 0; i < c; ++i)
    if (t.columns[i] < 0 || t.columns[i] >= n || !(t.weights[i] > 0) || !(t.lo[i] <= t.hi[i]))
      throw InputError("a column of an interval needs a place in the state, a weight above 0, and lo ≤ hi");
  for (npy_intp i = 0; i < rows; ++i)
    if (!(t.row_lo[i] <= t.row_hi[i])) throw InputError("a row of an interval needs lo ≤ hi");
  f = {count, plain.data, from.data, constants.data, offsets.data, rows_on.data, movable.data, bands.data};
  nb::object made = new_array({count, rows_only ? rows : n});
  double* to = numbers(made);
  if (count > 0) {
    nb::gil_scoped_release unlocked;
    Spacetime spacetime(program, t, f);
    if (rows_only) spacetime.rows(to);
    else spacetime.step(to);
  }
  return made;
}

inline void make_differences(StateDifferences* self, nb::handle columns, nb::handle axes, nb::handle lo, nb::handle hi) {
  BallTables t;
  t.columns = span<std::int32_t>(columns, "columns", {any, 3});
  t.axes = span<double>(axes, "axes", {static_cast<npy_intp>(t.columns.size / 3), 3, 3});
  t.lo = span<double>(lo, "lo", {any}), t.hi = span<double>(hi, "hi", {static_cast<npy_intp>(t.lo.size)});
  for (std::size_t i = 0; i < t.columns.size; ++i)
    if (t.columns[i] < 0 || static_cast<std::size_t>(t.columns[i]) >= t.lo.size) throw InputError("a column lies outside the state");
  new (self) StateDifferences(t);
}

// One of the two methods for many states (n, size), (n, size) → (n, size).
template <void (StateDifferences::*method)(const double*, const double*, double*) const>
inline nb::object of_each(const StateDifferences& self, nb::handle one, nb::handle other) {
  const auto size = static_cast<npy_intp>(self.size());
  PyArrayObject* first = checked<double>(one, "states", {any, size});
  const npy_intp count = PyArray_DIM(first, 0);
  const double *a = numbers<double>(first), *b = numbers<double>(checked<double>(other, "others", {count, size}));
  nb::object made = new_array({count, size});
  double* to = numbers(made);
  {
    nb::gil_scoped_release unlocked;
    for (npy_intp i = 0; i < count; ++i) (self.*method)(a + i * size, b + i * size, to + i * size);
  }
  return made;
}

inline void bind_clips(nb::module_& module) {
  nb::class_<StateDifferences>(module, "StateDifferences")
      .def("__init__", &make_differences,
           nb::sig("def __init__(self, columns: numpy.typing.NDArray[numpy.int32], axes: manikin.math.rotations.Array, lo: "
                   "manikin.math.rotations.Array, hi: manikin.math.rotations.Array, /) -> None"))
      .def("between", &of_each<&StateDifferences::between>,
           nb::sig("def between(self, states: manikin.math.rotations.Array, base: manikin.math.rotations.Array, /) -> "
                   "manikin.math.rotations.Array"),
           "states ⊖ base (n, size), balls as rotation vectors.")
      .def("displaced", &of_each<&StateDifferences::displaced>,
           nb::sig("def displaced(self, base: manikin.math.rotations.Array, change: manikin.math.rotations.Array, /) -> "
                   "manikin.math.rotations.Array"),
           "base ⊕ change (n, size), inside the limits.");
  nb::class_<PyCurves>(module, "Curves")
      .def("__init__", &make_curves, nb::sig("def __init__(self, groups: list, size: int, /) -> None"))
      .def("state", &state_at, nb::sig("def state(self, frame: float, /) -> manikin.math.rotations.Array"),
           "The state (size,) at a frame; it holds before the first and after the last key.")
      .def("states", &states_at,
           nb::sig("def states(self, frames: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array"),
           "The states (n, size) at frames (n,).");
  module.def("smooth_step", &smooth_step, nb::arg("program"), nb::arg("interval"), nb::arg("states"), nb::arg("rows_only") = false,
             nb::sig("def smooth_step(program: Program, interval: object, states: manikin.math.rotations.Array, rows_only: bool "
                     "= False) -> manikin.math.rotations.Array"),
             "The states (frames, size) of an interval of a motion, a step nearer to the smoothest; see manikin.clips.smooth.");
}

}  // namespace manikin
