// The Python module with the classes Tree, Program, Search, Simulation, Piece, BoxProgramme, VelocityBounds, Curves and StateDifferences.  It
// is compiled once per instruction set, each time under its own name.
#include "bind/clips.hpp"
#include "bind/search.hpp"
#include "bind/simulation.hpp"
#include "bind/text.hpp"
#include "bind/tree.hpp"
#include "bind/velocity.hpp"

namespace manikin {
namespace {

PyObject* input_error = nullptr;  // manikin.errors.InputError

// The builds that this machine can run, slowest first.
nb::list supported() {
  nb::list names;
  names.append("baseline");
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  if (v3) names.append("v3");
  if (v4) names.append("v4");
#endif
  return names;
}

}  // namespace
}  // namespace manikin

NB_MODULE(MANIKIN_MODULE, module) {
  namespace nb = nanobind;
  using namespace manikin;
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
  nb::set_leak_warnings(false);  // figures keep their trees until the process ends
  input_error = nb::object(nb::module_::import_("manikin.errors").attr("InputError")).release().ptr();
  nb::register_exception_translator(
      [](const std::exception_ptr& raised, void*) {
        try {
          std::rethrow_exception(raised);
        } catch (const InputError& error) { PyErr_SetString(input_error, error.what()); }
      },
      nullptr);
  module.def("supported", &supported, nb::sig("def supported() -> list[str]"));
  module.attr("lanes") = width<Lanes>;
  bind_tree(module);
  bind_program(module);
  bind_search(module);
  bind_simulation(module);
  bind_velocity(module);
  bind_text(module);
  bind_clips(module);
}
