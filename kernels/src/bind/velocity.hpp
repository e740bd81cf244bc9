// The Python classes of velocity control: BoxProgramme and VelocityBounds; and the differences of values of handles.
#pragma once

#include <string_view>

#include "bind/arrays.hpp"
#include "lanes/directions.hpp"
#include "lanes/rotations.hpp"
#include "numerics/box_programme.hpp"
#include "numerics/velocity_bounds.hpp"

namespace manikin {

inline nb::object solve_box_programme(BoxProgramme& self, nb::handle a, nb::handle t, nb::handle b, nb::handle c, nb::handle lo,
                                      nb::handle hi) {
  const npy_intp m = self.rows(), n = self.columns();
  const Span<double> rows = span<double>(a, "a", {m, n}), target = span<double>(t, "t", {n}), right = span<double>(b, "b", {m});
  const Span<double> softness = span<double>(c, "c", {m});
  const Span<double> lower = span<double>(lo, "lo", {n}), upper = span<double>(hi, "hi", {n});
  bool good = true;
  for (std::size_t i = 0; i < rows.size; ++i) good &= std::isfinite(rows[i]);
  for (std::size_t j = 0; j < target.size; ++j) good &= std::isfinite(target[j]) && lower[j] <= upper[j];
  for (std::size_t i = 0; i < right.size; ++i) good &= std::isfinite(right[i]) && softness[i] > 0 && std::isfinite(softness[i]);
  if (!good) throw InputError("a, t, b and c must be finite numbers, c above 0, and lo at or below hi");
  const std::vector<double>& found = self.solve(rows.data, target.data, right.data, softness.data, lower.data, upper.data);
  nb::object made = new_array({n});
  std::copy(found.begin(), found.end(), numbers(made));
  return made;
}

inline VelocityBounds bounds_from(nb::handle lo, nb::handle hi, nb::handle fastest, nb::handle acceleration, double dt) {
  const Span<double> lower = span<double>(lo, "lo", {any});
  const auto n = static_cast<npy_intp>(lower.size);
  const Span<double> upper = span<double>(hi, "hi", {n}), speed = span<double>(fastest, "fastest", {n});
  const Span<double> change = span<double>(acceleration, "acceleration", {n});
  bool good = dt > 0 && std::isfinite(dt);
  for (npy_intp j = 0; j < n; ++j) good &= lower[j] <= upper[j] && speed[j] >= 0 && change[j] > 0;
  if (!good) throw InputError("bounds need dt above 0, lo at or below hi, speeds of 0 or above, accelerations above 0");
  auto copied = [](const Span<double>& from) { return std::vector<double>(from.data, from.data + from.size); };
  return {copied(lower), copied(upper), copied(speed), copied(change), dt};
}

inline nb::tuple bounds_at(const VelocityBounds& self, nb::handle q, nb::handle before) {
  const auto n = static_cast<npy_intp>(self.lo.size());
  const Span<double> state = span<double>(q, "q", {n});
  const double* rates = before.is_none() ? nullptr : span<double>(before, "before", {n}).data;
  nb::object least = new_array({n}), largest = new_array({n});
  self.at(state.data, rates, numbers(least), numbers(largest));
  return nb::make_tuple(least, largest);
}

// a − b for values of handles one after another, in the rows of their derivatives; types has a letter for each handle: p(oint),
// d(irection), o(rientation), f(rame), or v(ector) for a single number.
inline nb::object differences(const char* letters, nb::handle a, nb::handle b) {
  const std::string_view types(letters);
  npy_intp size = 0, rows = 0;
  for (const char type : types) {
    size += type == 'f' ? 12 : type == 'o' ? 9 : type == 'v' ? 1 : 3;
    rows += type == 'f' ? 6 : type == 'v' ? 1 : 3;
  }
  const double *from = span<double>(a, "a", {size}).data, *minus = span<double>(b, "b", {size}).data;
  nb::object made = new_array({rows});
  double* out = numbers(made);
  for (const char type : types) {
    const int count = type == 'o' || type == 'v' ? 0 : 3, stride = type == 'f' ? 4 : 1;
    for (int i = 0; i < count; ++i) {
      const int at = type == 'f' ? stride * i + 3 : i;
      out[i] = from[at] - minus[at];
    }
    out += count;
    if (type == 'v') *out++ = *from - *minus;
    if (type == 'o') put(out, rotation_between(orientation_of(from), orientation_of(minus)).vector), out += 3;
    if (type == 'f') put(out, rotation_between(frame_rotation(from), frame_rotation(minus)).vector), out += 3;
    const int passed = type == 'f' ? 12 : type == 'o' ? 9 : type == 'v' ? 1 : 3;
    from += passed, minus += passed;
  }
  return made;
}

inline void bind_velocity(nb::module_& module) {
  nb::class_<BoxProgramme>(module, "BoxProgramme")
      .def(
          "__init__",
          [](BoxProgramme* self, nb::handle rows, nb::handle columns) {
            const std::int64_t most = 1 << 14;  // the matrix of a step has rows² numbers
            new (self) BoxProgramme(whole_number(rows, "rows", 0, most), whole_number(columns, "columns", 0, max_count));
          },
          nb::sig("def __init__(self, rows: int, columns: int, /) -> None"))
      .def_prop_ro(
          "converged", [](const BoxProgramme& self) { return self.converged; }, "Whether the last solve ended at its minimum.")
      .def("solve", &solve_box_programme,
           nb::sig("def solve(self, a: manikin.math.rotations.Array, t: manikin.math.rotations.Array, b: "
                   "manikin.math.rotations.Array, c: manikin.math.rotations.Array, lo: manikin.math.rotations.Array, hi: "
                   "manikin.math.rotations.Array, /) -> manikin.math.rotations.Array"),
           "x (columns,) for rows, targets, softness and bounds; begins with the multipliers of the last solve.");
  nb::class_<VelocityBounds>(module, "VelocityBounds")
      .def(
          "__init__",
          [](VelocityBounds* self, nb::handle lo, nb::handle hi, nb::handle fastest, nb::handle acceleration, double dt) {
            new (self) VelocityBounds(bounds_from(lo, hi, fastest, acceleration, dt));
          },
          nb::sig("def __init__(self, lo: manikin.math.rotations.Array, hi: manikin.math.rotations.Array, fastest: "
                  "manikin.math.rotations.Array, acceleration: manikin.math.rotations.Array, dt: float, /) -> None"))
      .def("at", &bounds_at, nb::arg("q"), nb::arg("before").none(),
           nb::sig("def at(self, q: manikin.math.rotations.Array, before: manikin.math.rotations.Array | None) -> "
                   "tuple[manikin.math.rotations.Array, manikin.math.rotations.Array]"),
           "The least and the largest rates at a state, after the rates `before`.");
  module.def("differences", &differences,
             nb::sig("def differences(types: str, a: manikin.math.rotations.Array, b: manikin.math.rotations.Array, /) -> "
                     "manikin.math.rotations.Array"),
             "a − b for values of handles one after another, in the rows of their derivatives.");
}

}  // namespace manikin
