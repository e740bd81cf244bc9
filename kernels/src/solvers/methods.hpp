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

// Makes a solver by the kind of its Python class; `options` are those of the class in their order.
inline std::unique_ptr<Search> make_search(std::string_view method, const Program& program, const KernelLimits& limits,
                                           double tolerance, const Span<double>& options) {
  auto expect_options = [&](std::size_t wanted) {
    if (options.size != wanted)
      throw InputError("the method takes " + std::to_string(wanted) + " options, not " + std::to_string(options.size));
  };
  if (method == "lm") {  // whether it may lean to a posture, which the form for plain chains cannot; stays_near, for runs
    expect_options(2);
    if (BoundedLevenbergMarquardt::wanted(program, limits))
      return std::make_unique<BoundedLevenbergMarquardt>(program, limits, tolerance);
    if (options[0] != 0 || !is_plain_chain(program, limits)) return std::make_unique<LevenbergMarquardt>(program, limits, tolerance);
    if (program.rows == 3) return std::make_unique<ChainLevenbergMarquardt<3>>(program, limits, tolerance);
    return std::make_unique<ChainLevenbergMarquardt<6>>(program, limits, tolerance);
  }
  if (method == "zhao")
    return expect_options(4), std::make_unique<ZhaoBadler>(program, limits, tolerance, ZhaoBadler::Options(options));
  if (method == "fabrik") return expect_options(0), std::make_unique<Fabrik>(program, limits, tolerance);
  if (method == "ccd") return expect_options(4), std::make_unique<CyclicCoordinateDescent>(program, limits, tolerance, options);
  if (auto made = make_jacobian_method(method, program, limits, tolerance, options)) return made;
  throw InputError("there is no compiled method of this name");
}

}  // namespace manikin
