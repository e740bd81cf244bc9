// Sine and cosine together, without a branch, in all lanes at once.
//
// x = k·π/2 + r with |r| ≤ π/4: π/2 is subtracted in pieces, and r is kept as a sum of two doubles, so that no digit is
// lost near the zeros (Cody and Waite 1980).  Two polynomials approximate sine and cosine on [−π/4, π/4] with relative
// errors of 2⁻⁵⁷·⁹ and 2⁻⁶³·⁹.  They are fitted by Remez's exchange; the leading coefficients are rounded first, then the
// others are fitted again.
// The error stays below 1 ulp for |x| ≤ 10⁶; beyond that, libm takes over.
#pragma once

#include <cmath>

#include "lanes/lanes.hpp"

namespace manikin {

constexpr double largest_fast_angle = 1e6;

inline void sincos_beyond(double x, double& sine, double& cosine) {
  if (!any_beyond(x, largest_fast_angle)) return;
  sine = std::sin(x), cosine = std::cos(x);
}
template <class V> inline void sincos_beyond(V x, V& sine, V& cosine) {
  for (int i = 0; i < width<V>; ++i) {
    double s = sine[i], c = cosine[i];
    sincos_beyond(x[i], s, c);
    sine[i] = s, cosine[i] = c;
  }
}

template <class V> inline void sincos(V x, V& sine, V& cosine) {
  const V whole = spread<V>(6755399441055744.0);  // 1.5·2⁵²: adding it rounds to an integer, left in the lowest bits
  const V shifted = madd(x, spread<V>(0x1.45f306dc9c883p-1), whole);  // 2/π
  const V k = shifted - whole;
  const Bits<V> quadrant = reinterpret<Bits<V>>(shifted);

  V r, rest;
  if constexpr (fused) {
    const V near = nmadd(k, spread<V>(0x1.921fb54442d18p+0), x);  // exact: its bits reach no further down than x's
    const V step = k * 0x1.1a62633145c07p-54;
    const V lost = madd(k, spread<V>(0x1.1a62633145c07p-54), -step);
    r = near - step;
    rest = ((near - r) - step) - madd(k, spread<V>(-0x1.f1976b7ed8fbcp-110), lost);
  } else {  // pieces of 33 bits, so that k times a piece is exact for |k| < 2²⁰
    const V step2 = k * 0x1.0b4611a6p-34, step3 = k * 0x1.3198a2ep-69;
    const V r1 = x - k * 0x1.921fb544p+0;
    const V r2 = r1 - step2;
    const V r3 = r2 - step3;
    const V low = (((r1 - r2) - step2) + ((r2 - r3) - step3)) - k * 0x1.b839a252049c1p-104;
    r = r3 + low;
    rest = (r3 - r) + low;
  }

  const V z = r * r;
  const V half = z * 0.5;
  V p = spread<V>(0x1.5d8b559184426p-33), q = spread<V>(-0x1.8fa65e97fef2ep-37);
  p = madd(p, z, spread<V>(-0x1.ae5e4b83ddd92p-26)), q = madd(q, z, spread<V>(0x1.1ee9db8e38e95p-29));
  p = madd(p, z, spread<V>(0x1.71de35552b4e5p-19)), q = madd(q, z, spread<V>(-0x1.27e4f7f141172p-22));
  p = madd(p, z, spread<V>(-0x1.a01a019be9217p-13)), q = madd(q, z, spread<V>(0x1.a01a019c8ed07p-16));
  p = madd(p, z, spread<V>(0x1.111111110f730p-7)), q = madd(q, z, spread<V>(-0x1.6c16c16c15013p-10));
  p = madd(p, z, spread<V>(-0x1.5555555555548p-3)), q = madd(q, z, spread<V>(0x1.555555555554bp-5));
  // sin(r + rest) = r + (r z p + rest (1 − z/2)),  cos(r + rest) = 1 − z/2 + (z² q − r rest)
  const V s = r + madd(r * z, p, nmadd(rest, half, rest));
  const V near = 1.0 - half;
  const V c = near + (((1.0 - near) - half) + nmadd(r, rest, z * z * q));

  // odd quadrants exchange the two; the sine changes its sign in quadrants 2 and 3, the cosine in 1 and 2
  const Bits<V> sine_bits = reinterpret<Bits<V>>(s), cosine_bits = reinterpret<Bits<V>>(c);
  const Bits<V> exchange = (sine_bits ^ cosine_bits) & -(quadrant & 1);
  sine = reinterpret<V>((sine_bits ^ exchange) ^ ((quadrant & 2) << 62));
  cosine = reinterpret<V>((cosine_bits ^ exchange) ^ (((quadrant + 1) & 2) << 62));
  if (any_beyond(x, largest_fast_angle)) sincos_beyond(x, sine, cosine);
}

}  // namespace manikin
