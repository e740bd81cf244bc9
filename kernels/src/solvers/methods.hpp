// The solvers by name.
#pragma once

#include <memory>
#include <string_view>

#include "solvers/ccd/ccd.hpp"
#include "solvers/fabrik.hpp"
#include "solvers/jacobian/names.hpp"
#include "solvers/lm/bounds.hpp"
#include "solvers/lm/chain.hpp"
#include "solvers/zhao/zhao.hpp"

namespace manikin {

// What a solver is told besides the problem: its own options in the order of its Python class.
inline std::unique_ptr<Search> make_search(std::string_view method, const Program& program, const Setting& setting,
                                           double tolerance, const Span<double>& options) {
  auto expect_options = [&](std::size_t wanted) {
    if (options.size != wanted)
      throw InputError("the method takes " + std::to_string(wanted) + " options, not " + std::to_string(options.size));
  };
  if (method == "lm") {
    expect_options(0);
    if (BoundedLevenberg::wanted(program, setting)) return std::make_unique<BoundedLevenberg>(program, setting, tolerance);
    if (!is_chain(program, setting)) return std::make_unique<Levenberg>(program, setting, tolerance);
    if (program.rows == 3) return std::make_unique<ChainLevenberg<3>>(program, setting, tolerance);
    return std::make_unique<ChainLevenberg<6>>(program, setting, tolerance);
  }
  if (method == "zhao") return expect_options(4), std::make_unique<Zhao>(program, setting, tolerance, Zhao::Options(options));
  if (method == "fabrik") return expect_options(0), std::make_unique<Fabrik>(program, setting, tolerance);
  if (method == "ccd") return expect_options(3), std::make_unique<CyclicDescent>(program, setting, tolerance, options);
  if (auto made = make_jacobian_method(method, program, setting, tolerance, options)) return made;
  throw InputError("there is no compiled method of this name");
}

}  // namespace manikin
