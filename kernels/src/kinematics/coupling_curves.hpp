// Terms of a coupling, and the curves of their parameters.  Mirrors manikin/skeleton/coupling_curves.py.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes/functions.hpp"

namespace manikin {

enum class Curve : std::uint8_t { linear = 0, ramp = 1, polynomial = 2 };
constexpr std::size_t kCurves = 3, kCurveNumbers = 4;

struct Term {
  double factor;
  double numbers[kCurveNumbers];  // start and half width of a ramp; coefficients of x, x², x³, x⁴ of a polynomial
  std::int32_t column;
  Curve curve;
};

// The curve of a term at x, without the factor.
template <class V> inline V curve_value(const Term& term, V x) {
  const double* n = term.numbers;
  if (term.curve == Curve::linear) return x;
  if (term.curve == Curve::polynomial) {
    V sum = madd(spread<V>(n[3]), x, spread<V>(n[2]));
    sum = madd(sum, x, spread<V>(n[1]));
    return madd(sum, x, spread<V>(n[0])) * x;
  }
  const double width = n[1];
  const V above = x - n[0];
  const V lifted = above + width;
  const V bend = lifted * lifted / (4 * width);
  return above >= width ? above : above > -width ? bend : V{};
}

// Its derivative.
template <class V> inline V curve_slope(const Term& term, V x) {
  const double* n = term.numbers;
  if (term.curve == Curve::linear) return spread<V>(1.0);
  if (term.curve == Curve::polynomial) {
    V sum = madd(spread<V>(4 * n[3]), x, spread<V>(3 * n[2]));
    sum = madd(sum, x, spread<V>(2 * n[1]));
    return madd(sum, x, spread<V>(n[0]));
  }
  const V rise = (x - n[0] + n[1]) / (2 * n[1]);
  return smaller(larger(rise, spread<V>(0.0)), spread<V>(1.0));
}

}  // namespace manikin
