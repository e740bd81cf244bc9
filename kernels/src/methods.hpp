// The solvers by name.
#pragma once

#include <memory>
#include <string_view>

#include "levenberg.hpp"

namespace manikin {

// What a solver is told besides the problem: its own options in the order of its Python class.
inline std::unique_ptr<Search> make_search(std::string_view method, const Program& program, const Setting& setting,
                                           double tolerance, const Span<double>& options) {
  auto expect_options = [&](std::size_t wanted) {
    if (options.size != wanted)
      throw InputError("the method takes " + std::to_string(wanted) + " options, not " + std::to_string(options.size));
  };
  if (method == "lm") return expect_options(0), std::make_unique<Levenberg>(program, setting, tolerance);
  throw InputError("there is no compiled method of this name");
}

}  // namespace manikin
