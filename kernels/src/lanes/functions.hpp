// The few functions beyond arithmetic that handles and goals need, branch-free over a lane type.
#pragma once

#include <cmath>

#include "lanes/lanes.hpp"

namespace manikin {

// Lane by lane: a where the mask is set, b elsewhere.  The mask is the result of comparing lane numbers.
template <class M, class V> inline V choose(M mask, V a, V b) { return mask ? a : b; }

template <class V> inline V larger(V a, V b) { return choose(a > b, a, b); }
template <class V> inline V smaller(V a, V b) { return choose(a < b, a, b); }

inline double root(double x) { return std::sqrt(x); }
#if defined(__SSE2__)
inline Double2 root(Double2 x) { return (Double2)_mm_sqrt_pd((__m128d)x); }
#endif
#if defined(__AVX__)
inline Double4 root(Double4 x) { return (Double4)_mm256_sqrt_pd((__m256d)x); }
#endif
#if defined(__AVX512F__)
inline Double8 root(Double8 x) { return (Double8)_mm512_sqrt_pd((__m512d)x); }
#endif
#if !defined(__SSE2__)
template <class V> inline V root(V x) {
  for (int i = 0; i < width<V>; ++i) x[i] = std::sqrt(x[i]);
  return x;
}
#endif

// The angle of (x, y) with x, y ≥ 0, not both zero.  Folded to |t| ≤ tan(π/8), where atan(t)/t is a polynomial in t²:
// the Chebyshev interpolant of degree 11, relative error 2e-18.
template <class V> inline V first_quadrant_angle(V y, V x) {
  const auto steep = y > x;
  V t = choose(steep, x, y) / choose(steep, y, x);
  const auto wide = t > 0.41421356237309503;
  t = choose(wide, (t - 1.0) / (t + 1.0), t);
  const V z = t * t;
  static const double c[12] = {1.0,
                               -0.3333333333333312,
                               0.19999999999939352,
                               -0.142857142789892,
                               0.11111110727345162,
                               -0.09090896195805569,
                               0.0769203287937061,
                               -0.06662796433990642,
                               0.05845669126453195,
                               -0.05029380336282957,
                               0.03781454911234048,
                               -0.017635944315088636};
  V p = spread<V>(c[11]);
  for (int i = 10; i >= 1; --i) p = madd(p, z, spread<V>(c[i]));
  V angle = madd(t * z, p, t);
  angle = choose(wide, angle + 0.78539816339744831, angle);
  return choose(steep, 1.5707963267948966 - angle, angle);
}

}  // namespace manikin
