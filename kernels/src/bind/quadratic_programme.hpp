// The Python class QuadraticProgramme: bounds, ranges and soft rows, solved again and again with warm active sets.
#pragma once

#include "bind/arrays.hpp"
#include "simulation/active_set.hpp"

namespace manikin {

struct PyProgramme {
  std::unique_ptr<QuadraticProgramme> programme;
  std::unique_ptr<Demands> demands;
};

inline PyProgramme programme_from(nb::handle given, nb::handle columns) {
  const Span<std::uint8_t> kinds = span<std::uint8_t>(given, "kinds", {any});
  const std::int64_t n = whole_number(columns, "columns", 1, max_count);
  for (std::size_t i = 0; i < kinds.size; ++i) {
    if (kinds[i] >= kRowKinds) throw InputError("kinds[" + std::to_string(i) + "] is no kind of row");
    if (i > 0 && kinds[i] < kinds[i - 1]) throw InputError("equal rows come first, then ranged ones, then soft ones");
  }
  const std::vector<std::uint8_t> all(kinds.data, kinds.data + kinds.size), yields(kinds.size, 0);
  PyProgramme made;
  made.programme = std::make_unique<QuadraticProgramme>(all, yields, n, 0.0);
  made.demands = std::make_unique<Demands>(static_cast<std::int64_t>(kinds.size), n);
  made.demands->firm = true;
  return made;
}

inline void copy_into(nb::handle from, const char* name, std::vector<double>& to) {
  const Span<double> given = span<double>(from, name, {static_cast<npy_intp>(to.size())});
  std::copy(given.data, given.data + given.size, to.begin());
}

inline nb::object solve_programme(PyProgramme& self, nb::handle a, nb::handle t, nb::handle b, nb::handle low, nb::handle high,
                                  nb::handle xl, nb::handle xu, double softness) {
  QuadraticProgramme& programme = *self.programme;
  Demands& d = *self.demands;
  const Span<double> rows = span<double>(a, "a", {programme.rows(), programme.columns()});
  if (!(softness > 0 && std::isfinite(softness))) throw InputError("the softness must be above 0 and finite");
  copy_into(t, "t", d.t), copy_into(b, "b", d.b), copy_into(low, "low", d.low), copy_into(high, "high", d.high);
  copy_into(xl, "xl", d.xl), copy_into(xu, "xu", d.xu);
  bool good = true;
  for (std::size_t i = 0; i < rows.size; ++i) good &= std::isfinite(rows[i]);
  for (const double x : d.t) good &= std::isfinite(x);
  for (const double x : d.b) good &= std::isfinite(x);
  for (std::size_t j = 0; j < d.xl.size(); ++j) good &= d.xl[j] <= d.xu[j];
  for (std::size_t i = 0; i < d.low.size(); ++i) good &= d.low[i] <= d.high[i];
  if (!good) throw InputError("rows and targets must be finite numbers, lower ends at or below upper ends");
  std::copy(rows.data, rows.data + rows.size, programme.a.begin());
  d.softness = softness;
  programme.solve(d);
  nb::object made = new_array({programme.columns()});
  std::copy(programme.x.begin(), programme.x.end(), numbers(made));
  return made;
}

inline void bind_quadratic_programme(nb::module_& module) {
  nb::class_<PyProgramme>(module, "QuadraticProgramme")
      .def(
          "__init__",
          [](PyProgramme* self, nb::handle kinds, nb::handle columns) { new (self) PyProgramme(programme_from(kinds, columns)); },
          nb::sig("def __init__(self, kinds: numpy.typing.NDArray[numpy.uint8], columns: int, /) -> None"))
      .def_prop_ro(
          "converged", [](const PyProgramme& self) { return self.programme->converged; },
          "Whether the last solve ended at its minimum.")
      .def("solve", &solve_programme,
           nb::sig("def solve(self, a: manikin.math.rotations.Array, t: manikin.math.rotations.Array, b: "
                   "manikin.math.rotations.Array, low: manikin.math.rotations.Array, high: manikin.math.rotations.Array, xl: "
                   "manikin.math.rotations.Array, xu: manikin.math.rotations.Array, softness: float, /) -> "
                   "manikin.math.rotations.Array"),
           "x (columns,) for rows, targets, ends and bounds; begins with the active sets of the last solve.");
}

}  // namespace manikin
