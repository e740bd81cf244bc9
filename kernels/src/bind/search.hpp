// The Python class Search: a compiled solver that runs on a program, step by step or to the end.
#pragma once

#include "bind/program.hpp"
#include "solvers/levels.hpp"
#include "solvers/solve_batch.hpp"

namespace manikin {

struct PySearch {
  nb::object owner;  // keeps the program alive
  const Program* program = nullptr;
  std::unique_ptr<KernelLimits> limits;
  std::unique_ptr<Search> search;
  std::unique_ptr<Levels> levels;  // made by set_posture
  std::string method;
  double tolerance = 0;
  std::vector<double> options;
  std::unique_ptr<std::atomic<bool>> busy;
  bool begun = false;
};

// A search runs without the interpreter's lock; meanwhile other threads are refused.
class ExclusiveUse {
 public:
  explicit ExclusiveUse(std::atomic<bool>& flag) : flag_(flag) {
    if (flag.exchange(true)) throw InputError("this is at work in another thread");
  }
  explicit ExclusiveUse(PySearch& self) : ExclusiveUse(*self.busy) {}
  ~ExclusiveUse() { flag_.store(false); }

 private:
  std::atomic<bool>& flag_;
};

inline KernelLimits limits_from(nb::object source, const Program& program) {
  Arrays arrays(std::move(source));
  const std::int64_t n = program.tree.size;
  Span<double> lo, hi, gain, linear, linear_lo, linear_hi;
  Span<std::uint8_t> hard;
  arrays.take("lo", lo, {n}), arrays.take("hi", hi, {n}), arrays.take("gain", gain, {n});
  arrays.take("hard", hard, {program.rows}), arrays.take("linear_lo", linear_lo, {any});
  arrays.take("linear_hi", linear_hi, {static_cast<npy_intp>(linear_lo.size)});
  arrays.take("linear", linear, {static_cast<npy_intp>(linear_lo.size), n});
  for (std::int64_t i = 0; i < n; ++i)
    if (!(lo[i] <= hi[i] && lo[i] < INFINITY && hi[i] > -INFINITY && gain[i] >= 0 && gain[i] <= 1))
      throw InputError("a parameter needs lo ≤ hi and a gain between 0 and 1");
  for (std::size_t i = 0; i < linear_lo.size; ++i)
    if (!(linear_lo[i] <= linear_hi[i])) throw InputError("a linear limit needs lo ≤ hi");
  compile::expect_finite("linear", linear);
  auto all = [](const auto& span) { return std::vector<std::decay_t<decltype(span[0])>>(span.data, span.data + span.size); };
  return {all(lo), all(hi), all(gain), all(hard), all(linear), all(linear_lo), all(linear_hi)};
}

inline void make_py_search(PySearch* self, nb::object program, nb::object limits, const char* method, double tolerance,
                           nb::handle options) {
  new (self) PySearch();
  self->owner = program;
  self->program = nb::cast<const PyProgram&>(program).program.get();
  self->limits = std::make_unique<KernelLimits>(limits_from(std::move(limits), *self->program));
  if (!(tolerance >= 0)) throw InputError("the tolerance must be 0 or above");
  const Span<double> numbers = span<double>(options, "options", {any});
  self->method = method, self->tolerance = tolerance;
  self->options.assign(numbers.data, numbers.data + numbers.size);
  self->search = make_search(method, *self->program, *self->limits, tolerance, numbers);
  self->busy = std::make_unique<std::atomic<bool>>(false);
}

inline const double* checked_constants(const Program& program, nb::handle constants) {
  const auto count = static_cast<std::int64_t>(program.constants.size());
  const double* numbers_ = numbers<double>(checked<double>(constants, "constants", {count}));
  if (!all_finite(numbers_, count)) throw InputError("constants must be finite numbers");
  return numbers_;
}

inline void begin(PySearch& self, nb::handle q, nb::handle constants) {
  ExclusiveUse exclusive(self);
  const double* state = checked_state(self.program->tree, q);
  self.search->begin(state, checked_constants(*self.program, constants));
  self.begun = true;
}

inline void set_targets(PySearch& self, nb::handle constants) {
  ExclusiveUse exclusive(self);
  if (!self.begun) throw InputError("a search begins at a state first");
  self.search->set_targets(checked_constants(*self.program, constants));
}

inline void set_posture(PySearch& self, nb::handle posture, double weight, nb::handle shift, nb::handle exact, double softness,
                        nb::handle margins, nb::handle telling) {
  ExclusiveUse exclusive(self);
  if (self.method != "lm" || self.options[0] == 0) throw InputError("only lm with its option set leans to a posture");
  if (!(weight >= 0 && weight < INFINITY)) throw InputError("the weight of a posture must be 0 or above and finite");
  if (!(softness >= 0 && softness < INFINITY)) throw InputError("the softness must be 0 or above and finite");
  const double* rows = numbers<double>(checked<double>(shift, "shift", {self.program->rows}));
  if (!all_finite(rows, self.program->rows)) throw InputError("a shift must be finite numbers");
  const Span<std::uint8_t> flags = span<std::uint8_t>(exact, "exact", {self.program->rows});
  std::vector<std::int64_t> chosen;
  for (std::size_t i = 0; i < flags.size; ++i)
    if (flags[i] && !self.limits->hard[i]) chosen.push_back(static_cast<std::int64_t>(i));
  const double* near_limits = nullptr;
  if (!margins.is_none()) {
    const std::int64_t n = self.program->tree.size;
    near_limits = numbers<double>(checked<double>(margins, "margins", {2, n}));
    if (!all_finite(near_limits, 2 * n)) throw InputError("margins must be finite numbers");
  }
  self.search->set_posture(checked_state(self.program->tree, posture), weight, rows, near_limits);
  if (!self.levels || self.levels->exact() != chosen)
    self.levels = std::make_unique<Levels>(*self.program, *self.limits, std::move(chosen));
  self.levels->set_softness(softness);
  std::vector<std::uint8_t> tells;
  if (!telling.is_none()) {
    const Span<std::uint8_t> given = span<std::uint8_t>(telling, "telling", {self.program->tree.size});
    tells.assign(given.data, given.data + given.size);
  }
  self.levels->set_telling(std::move(tells));
}

// Other limits of the parameters, from the next start on.
inline void set_limits(PySearch& self, nb::handle lo, nb::handle hi) {
  ExclusiveUse exclusive(self);
  const std::int64_t n = self.program->tree.size;
  const Span<double> low = span<double>(lo, "lo", {n}), high = span<double>(hi, "hi", {n});
  for (std::int64_t i = 0; i < n; ++i)
    if (!(low[i] <= high[i] && low[i] < INFINITY && high[i] > -INFINITY)) throw InputError("a parameter needs lo ≤ hi");
  std::copy(low.data, low.data + n, self.limits->lo.begin()), std::copy(high.data, high.data + n, self.limits->hi.begin());
}

inline RunOptions run_from(const PySearch& self, nb::handle max_iterations, nb::handle restarts, double seconds, nb::handle cancel) {
  RunOptions run_options;
  run_options.stays_near = self.method == "lm" && self.options[1] != 0;
  run_options.max_iterations = whole_number(max_iterations, "max_iterations", 0, std::int64_t(1) << 40);
  run_options.restarts = whole_number(restarts, "restarts", 0, std::int64_t(1) << 40);
  if (run_options.max_iterations == 0) run_options.restarts = 0;  // the state must not move
  if (!(seconds >= 0)) throw InputError("seconds must be 0 or above");
  run_options.seconds = seconds;
  if (!cancel.is_none()) run_options.cancel = numbers<std::uint8_t>(checked<std::uint8_t>(cancel, "cancel", {1}));
  return run_options;
}

inline nb::object array_of(const std::vector<double>& values) {
  nb::object made = new_array({static_cast<npy_intp>(values.size())});
  std::copy(values.begin(), values.end(), numbers(made));
  return made;
}
// The state, read-only as a result has it: Python would take a tenth of a short solve to make it so.
inline nb::object state_of(const PySearch& self) {
  nb::object made = array_of(self.search->q());
  PyArray_CLEARFLAGS(reinterpret_cast<PyArrayObject*>(made.ptr()), NPY_ARRAY_WRITEABLE);
  return made;
}
inline nb::object shift_of(PySearch& self) { return array_of(self.search->shift()); }
inline void forget_start(PySearch& self) {
  ExclusiveUse exclusive(self);
  if (self.levels) self.levels->forget_start();
}
inline double bending_of(const PySearch& self) { return self.levels ? self.levels->bending() : 0.0; }
inline nb::object present_rows(const PySearch& self) { return array_of(self.search->residual()); }

// Gives status, iterations, evaluations, attempts, merit, history.
inline nb::tuple run_search(PySearch& self, nb::handle max_iterations, nb::handle restarts, double seconds, nb::handle cancel,
                            bool with_history, bool settle) {
  ExclusiveUse exclusive(self);
  if (!self.begun) throw InputError("a search begins at a state first");
  RunOptions run_options = run_from(self, max_iterations, restarts, seconds, cancel);
  run_options.settle = settle;
  std::vector<double> history;
  if (with_history) run_options.history = &history;
  const std::int64_t before = self.search->evaluations;
  Outcome out;
  {
    nb::gil_scoped_release unlocked;
    out = run(*self.search, run_options);
  }
  nb::object merits = nb::none();
  if (with_history) {
    merits = new_array({static_cast<npy_intp>(history.size())});
    std::copy(history.begin(), history.end(), numbers(merits));
  }
  return nb::make_tuple(int(out.status), out.iterations, self.search->evaluations - before, out.attempts, self.search->merit(),
                        merits);
}

// begin and run in one call.  Gives state, status, iterations, evaluations, attempts.
inline nb::tuple solve(PySearch& self, nb::handle q, nb::handle constants, nb::handle max_iterations, nb::handle restarts) {
  ExclusiveUse exclusive(self);
  const double* state = checked_state(self.program->tree, q);
  RunOptions run_options = run_from(self, max_iterations, restarts, 1e300, nb::none());
  self.search->begin(state, checked_constants(*self.program, constants));
  self.begun = true;
  Outcome out;
  {
    nb::gil_scoped_release unlocked;
    out = run(*self.search, run_options);
  }
  return nb::make_tuple(state_of(self), int(out.status), out.iterations, self.search->evaluations, out.attempts);
}

// Goes on from the present state with other constants, targets before posture.  Gives state, status, iterations,
// evaluations, rounds.
inline nb::tuple follow(PySearch& self, nb::handle constants, nb::handle max_iterations, nb::handle rounds, double tolerance,
                        double fresh) {
  ExclusiveUse exclusive(self);
  if (!self.begun || !self.levels) throw InputError("a search begins at a state with a posture first");
  const double* given = checked_constants(*self.program, constants);
  const RunOptions run_options = run_from(self, max_iterations, nb::int_(0), 1e300, nb::none());
  const auto most = static_cast<int>(whole_number(rounds, "rounds", 1, 1000));
  Outcome out;
  {
    nb::gil_scoped_release unlocked;
    self.search->begin(std::vector<double>(self.search->q()).data(), given);
    out = self.levels->solve(*self.search, run_options, most, tolerance, fresh, given);
  }
  return nb::make_tuple(state_of(self), int(out.status), out.iterations, self.search->evaluations, out.attempts);
}

// Many problems that differ in starts and constants.  Gives the states, and (batch, 5): status, iterations,
// evaluations, attempts, merit.
inline nb::tuple solve_batch(PySearch& self, nb::handle q, nb::handle constants, nb::handle max_iterations, nb::handle restarts,
                             nb::handle threads) {
  ExclusiveUse exclusive(self);
  const Program& program = *self.program;
  const std::int64_t n = program.tree.size, k = static_cast<std::int64_t>(program.constants.size());
  PyArrayObject* states = checked<double>(q, "states", {any, n});
  const npy_intp count = PyArray_DIM(states, 0);
  PyArrayObject* given = checked<double>(constants, "constants", {count, k});
  const double *from = numbers<double>(states), *targets = numbers<double>(given);
  if (!all_finite(from, count * n) || !all_finite(targets, count * k))
    throw InputError("states and constants must be finite numbers");
  const RunOptions run_options = run_from(self, max_iterations, restarts, 1e300, nb::none());
  nb::object made = new_array({count, n}), facts = new_array({count, 5});
  const int workers = workers_of(threads);
  const Method method{self.method, self.tolerance, {self.options.data(), self.options.size()}};
  const Problems problems{from, targets, count, numbers(made), numbers(facts)};
  {
    nb::gil_scoped_release unlocked;
    solve_many(method, program, *self.limits, run_options, problems, workers);
  }
  return nb::make_tuple(made, facts);
}

// Problems one after the other that differ in starts, constants and gains, without other starts.  Gives the states.
inline nb::object solve_each(PySearch& self, nb::handle q, nb::handle constants, nb::handle gains, nb::handle max_iterations) {
  ExclusiveUse exclusive(self);
  const Program& program = *self.program;
  const std::int64_t n = program.tree.size, k = static_cast<std::int64_t>(program.constants.size());
  PyArrayObject* states = checked<double>(q, "states", {any, n});
  const npy_intp count = PyArray_DIM(states, 0);
  const double *from = numbers<double>(states), *targets = numbers<double>(checked<double>(constants, "constants", {count, k}));
  const double* each = numbers<double>(checked<double>(gains, "gains", {count, n}));
  if (!all_finite(from, count * n) || !all_finite(targets, count * k)) throw InputError("states and constants must be finite numbers");
  std::vector<double>& gain = self.limits->gain;
  for (npy_intp i = 0; i < count * n; ++i)
    if (!(each[i] >= 0 && each[i] <= 1) || (each[i] > 0) != (gain[i % n] > 0))
      throw InputError("gains lie between 0 and 1, and are 0 where nothing may move");
  const RunOptions run_options = run_from(self, max_iterations, nb::int_(0), 1e300, nb::none());
  nb::object made = new_array({count, n});
  double* to = numbers(made);
  {
    nb::gil_scoped_release unlocked;
    const std::vector<double> own = gain;
    for (npy_intp i = 0; i < count; ++i) {
      std::copy_n(each + i * n, n, gain.begin());
      self.search->begin(from + i * n, targets + i * k);
      run(*self.search, run_options);
      std::copy(self.search->q().begin(), self.search->q().end(), to + i * n);
    }
    gain = own;
  }
  self.begun = true;
  return made;
}

inline void bind_search(nb::module_& module) {
  nb::class_<PySearch>(module, "Search")
      .def("__init__", &make_py_search,
           nb::sig(
               "def __init__(self, program: manikin.kernels.Program, limits: object, method: str, tolerance: float, options: "
               "manikin.math.rotations.Array, /) -> None"))
      .def("begin", &begin,
           nb::sig("def begin(self, q: manikin.math.rotations.Array, constants: manikin.math.rotations.Array, /) -> None"),
           "Begin at a state (size,), moved inside the limits.")
      .def("set_targets", &set_targets, nb::sig("def set_targets(self, constants: manikin.math.rotations.Array, /) -> None"),
           "Replace the goals' constants; the state and what the method has learnt stay.")
      .def("set_limits", &set_limits,
           nb::sig("def set_limits(self, lo: manikin.math.rotations.Array, hi: manikin.math.rotations.Array, /) -> None"),
           "Other limits (size,) of the parameters, from the next start on.")
      .def("set_posture", &set_posture, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(),
           nb::arg().none(),
           nb::sig("def set_posture(self, posture: manikin.math.rotations.Array, weight: float, shift: "
                   "manikin.math.rotations.Array, exact: numpy.typing.NDArray[numpy.uint8], softness: float, margins: "
                   "manikin.math.rotations.Array | None, telling: numpy.typing.NDArray[numpy.uint8] | None, /) -> None"),
           "Prefer a posture (size,), stiffer in margins (2, size) of limits, and shift the rows, from the next start on.")
      .def("follow", &follow,
           nb::sig("def follow(self, constants: manikin.math.rotations.Array, max_iterations: int, rounds: int, tolerance: float, "
                   "fresh: float, /) -> tuple[manikin.math.rotations.Array, int, int, int, int]"),
           "Go on with other constants, exact rows before the posture.  State, status, iterations, evaluations, rounds.")
      .def("run", &run_search, nb::arg("max_iterations"), nb::arg("restarts"), nb::arg("seconds"), nb::arg("cancel").none(),
           nb::arg("history"), nb::arg("settle"),
           nb::sig(
               "def run(self, max_iterations: int, restarts: int, seconds: float, cancel: numpy.typing.NDArray[numpy.uint8] | "
               "None, history: bool, settle: bool) -> tuple[int, int, int, int, float, manikin.math.rotations.Array | None]"),
           "Status, iterations, evaluations, attempts, merit, and the merits of all iterations if ``history``.")
      .def("solve", &solve,
           nb::sig("def solve(self, q: manikin.math.rotations.Array, constants: manikin.math.rotations.Array, max_iterations: "
                   "int, restarts: int, /) -> tuple[manikin.math.rotations.Array, int, int, int, int]"),
           "Begin and run.  State, status, iterations, evaluations, attempts.")
      .def(
          "solve_batch", &solve_batch,
          nb::sig(
              "def solve_batch(self, q: manikin.math.rotations.Array, constants: manikin.math.rotations.Array, max_iterations: "
              "int, restarts: int, threads: int, /) -> tuple[manikin.math.rotations.Array, manikin.math.rotations.Array]"),
          "States (batch, size), and (batch, 5) status, iterations, evaluations, attempts, merit.")
      .def("solve_each", &solve_each,
           nb::sig("def solve_each(self, q: manikin.math.rotations.Array, constants: manikin.math.rotations.Array, gains: "
                   "manikin.math.rotations.Array, max_iterations: int, /) -> manikin.math.rotations.Array"),
           "States (batch, size) from starts with gains (batch, size) of their own, the same bits alone and among many.")
      .def_prop_ro("residual", &present_rows, nb::for_getter(nb::sig("def residual(self, /) -> manikin.math.rotations.Array")),
                   "The weighted rows at the present state, with their shift (rows,).")
      .def_prop_ro("shift", &shift_of, nb::for_getter(nb::sig("def shift(self, /) -> manikin.math.rotations.Array")),
                   "The shift of the rows (rows,) that a posture has brought; empty without one.")
      .def("forget_start", &forget_start, nb::sig("def forget_start(self, /) -> None"),
           "Take the next state that is followed from as a start: straight limbs bend once their targets have left.")
      .def_prop_ro("bending", &bending_of, nb::for_getter(nb::sig("def bending(self, /) -> float")),
                   "How much the speed changes with which a limb bends near the end of its reach [rad per frame²].")
      .def_prop_ro("state", &state_of, nb::for_getter(nb::sig("def state(self, /) -> manikin.math.rotations.Array")),
                   "The present state (size,).");
}

}  // namespace manikin
