// The methods that step along the Jacobian, by name.
#pragma once

#include <memory>
#include <string_view>

#include "solvers/jacobian/alternative.hpp"
#include "solvers/jacobian/control.hpp"
#include "solvers/jacobian/dls.hpp"
#include "solvers/jacobian/halving.hpp"
#include "solvers/jacobian/inverse.hpp"
#include "solvers/jacobian/pseudoinverse.hpp"
#include "solvers/jacobian/sdls.hpp"
#include "solvers/jacobian/transpose.hpp"

namespace manikin {

// Null for any other name.
inline std::unique_ptr<Search> make_jacobian_method(std::string_view method, const Program& program, const KernelLimits& limits,
                                                    double tolerance, const Span<double>& options) {
  Options in(options);
  std::unique_ptr<Search> made;
  if (method == "inverse") made = std::make_unique<InverseJacobian>(program, limits, tolerance, in);
  else if (method == "pseudoinverse") made = std::make_unique<PseudoinverseJacobian>(program, limits, tolerance, in);
  else if (method == "halving") made = std::make_unique<StepHalving>(program, limits, tolerance, in);
  else if (method == "dls") made = std::make_unique<DampedLeastSquares>(program, limits, tolerance, in);
  else if (method == "sdls") made = std::make_unique<SelectivelyDamped>(program, limits, tolerance, in);
  else if (method == "control") made = std::make_unique<ControlTerm>(program, limits, tolerance, in);
  else if (method == "alternative") made = std::make_unique<AlternativeJacobian>(program, limits, tolerance, in);
  else if (method == "transpose") made = std::make_unique<JacobianTranspose>(program, limits, tolerance, in);
  if (made) in.end();
  return made;
}

}  // namespace manikin
