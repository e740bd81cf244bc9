// The limits of a problem's parameters, and which of its rows are hard.
#pragma once

#include <cstdint>
#include <vector>

namespace manikin {

struct KernelLimits {
  std::vector<double> lo, hi, gain;                  // for every parameter; gain 0: frozen, 1: free
  std::vector<std::uint8_t> hard;                    // for every row, 1 if it is hard; hard rows come first
  std::vector<double> linear, linear_lo, linear_hi;  // linear limits: rows a with lo ≤ a·q ≤ hi
  std::int64_t linear_rows() const { return static_cast<std::int64_t>(linear_lo.size()); }
};

}  // namespace manikin
