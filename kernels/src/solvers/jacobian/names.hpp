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

// Nothing where the name is none of theirs.
inline std::unique_ptr<Search> make_jacobian_method(std::string_view method, const Program& program, const Setting& setting,
                                                    double tolerance, const Span<double>& options) {
  Options in(options);
  std::unique_ptr<Search> made;
  if (method == "inverse") made = std::make_unique<InverseJacobian>(program, setting, tolerance, in);
  else if (method == "pseudoinverse") made = std::make_unique<PseudoinverseJacobian>(program, setting, tolerance, in);
  else if (method == "halving") made = std::make_unique<StepHalving>(program, setting, tolerance, in);
  else if (method == "dls") made = std::make_unique<DampedLeastSquares>(program, setting, tolerance, in);
  else if (method == "sdls") made = std::make_unique<SelectivelyDamped>(program, setting, tolerance, in);
  else if (method == "control") made = std::make_unique<ControlTerm>(program, setting, tolerance, in);
  else if (method == "alternative") made = std::make_unique<AlternativeJacobian>(program, setting, tolerance, in);
  else if (method == "transpose") made = std::make_unique<JacobianTranspose>(program, setting, tolerance, in);
  if (made) in.end();
  return made;
}

}  // namespace manikin
