"""The best rotation of one hinge: the minimum of a trigonometric polynomial of degree two on an arc.

When a hinge rotates by φ, everything fixed beyond it moves on circles.  So every linear function of positions and
directions is a + b cos φ + c sin φ, and a sum of their squares is a polynomial in cos φ, sin φ, cos 2φ, sin 2φ.  The
last two cancel if all directions of an error have the same weight: then this is W eq. 4.19 with k2 − k1 = −cosine and
k3 = −sine, and eq. 4.23 gives the minimum.  Mirrors kernels/src/solvers/ccd/hinge_objective.hpp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["HingeObjective"]


@dataclass
class HingeObjective:
    """f(φ) = cosine·cos φ + sine·sin φ + cosine2·cos 2φ + sine2·sin 2φ.

    Attributes:
        cosine: Coefficient of cos φ; the others likewise.
        size: Size of the numbers that the coefficients were summed from; coefficients below 1e-13 of it are rounding.
    """

    cosine: float = 0.0
    sine: float = 0.0
    cosine2: float = 0.0
    sine2: float = 0.0
    size: float = 0.0

    def gain(self, phi: float) -> float:
        """f(0) − f(φ), accurate for small angles too."""
        s, c = math.sin(phi / 2), math.cos(phi / 2)
        sine, cosine = 2 * s * c, 1 - 2 * s * s
        first = 2 * s * (self.cosine * s - self.sine * c)
        return first + 2 * sine * (self.cosine2 * sine - self.sine2 * cosine)

    def best(self, lo: float, hi: float) -> float:
        """The minimum φ [rad] in [lo, hi], which contains 0; 0 if f is constant."""
        nothing = 1e-13 * self.size
        second = math.hypot(self.cosine2, self.sine2)
        if second <= nothing and math.hypot(self.cosine, self.sine) <= nothing:
            return 0.0
        minima = [_within(phi, lo, hi) for phi in self._minima(second if second > nothing else 0.0)]
        if lo <= minima[0] <= hi:
            return minima[0]
        inside = [phi for phi in minima if lo <= phi <= hi]
        return max([*inside, *(end for end in (lo, hi) if math.isfinite(end))], key=self.gain)

    def _minima(self, second: float) -> list[float]:
        """All local minima, at most two, the lowest first."""
        if second == 0.0:
            return [math.atan2(-self.sine, -self.cosine)]  # W eq. 4.23, on the right branch
        # Rotated so that f = a x + b y + second·(x² − y²) on the circle x² + y² = 1.  Minima are where the gradient
        # points to the centre: 2(second + λ) x = −a, 2(λ − second) y = −b, for λ above −second.
        beta = 0.5 * math.atan2(self.sine2, self.cosine2)
        a = self.cosine * math.cos(beta) + self.sine * math.sin(beta)
        b = self.sine * math.cos(beta) - self.cosine * math.sin(beta)
        if abs(b) <= 1e-15 * second:
            x = max(-1.0, min(1.0, -a / (4 * second)))
            y = math.sqrt(1 - x * x)
            ways = [math.remainder(beta + math.atan2(side * y, x), 2 * math.pi) for side in (1.0, -1.0)]
            return sorted(ways, key=abs)  # both have the same value
        u = _root(a, b, max(abs(b) / 2, abs(a) / 2 - 2 * second), 2 * second, 1.0)  # λ − second: the global minimum
        found = [beta + math.atan2(-b / u, -a / (u + 2 * second))]
        if abs(a) ** (2 / 3) + abs(b) ** (2 / 3) < (4 * second) ** (2 / 3):
            u = _root(a, b, abs(b) / 2, 2 * second, -1.0)  # second − λ: the other one
            found.append(beta + math.atan2(b / u, -a / (2 * second - u)))
        return found


def _root(a: float, b: float, start: float, gap: float, sign: float) -> float:
    """The root u of (a/2)²/(gap ± u)² + (b/2)²/u² = 1: Newton's method on a convex function, from above."""
    u = start
    for _ in range(60):
        p, r = a / (2 * (gap + sign * u)), b / (2 * u)
        slope = -2 * (sign * p * p / (gap + sign * u) + r * r / u)
        step = (p * p + r * r - 1) / slope
        if not (step < 0 and u - step > u):
            break
        u -= step
        if -step <= 1e-15 * u:
            break
    return u


def _within(phi: float, lo: float, hi: float) -> float:
    """The same rotation plus whole turns: the one nearest to 0 within the arc, if there is one."""
    phi = math.remainder(phi, 2 * math.pi)
    if phi > hi and phi - 2 * math.pi >= lo:
        return phi - 2 * math.pi
    if phi < lo and phi + 2 * math.pi <= hi:
        return phi + 2 * math.pi
    return phi
