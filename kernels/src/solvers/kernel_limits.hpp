// What a problem allows its parameters, besides its goals.
#pragma once

#include <cstdint>
#include <vector>

namespace manikin {

// What a problem allows, besides its goals.
struct Setting {
  std::vector<double> lo, hi, gain;   // of every parameter; gain 0: frozen, 1: free
  std::vector<std::uint8_t> hard;     // of every row
  std::vector<double> linear, linear_lo, linear_hi;  // rows a with lo ≤ a·q ≤ hi
  std::int64_t linear_rows() const { return static_cast<std::int64_t>(linear_lo.size()); }
};

}  // namespace manikin
