"""The best turn of one hinge: where a trigonometric polynomial of degree two is least on an arc.

When a hinge turns by φ, everything fixed beyond it runs on a circle, so every linear function of places and
directions is a + b cos φ + c sin φ, and a sum of their squares is a polynomial in cos φ, sin φ, cos 2φ, sin 2φ.  The
last two cancel where all directions of an error count alike: then this is W eq. 4.19 with k2 − k1 = −cosine and
k3 = −sine, and eq. 4.23 tells the minimum.  Mirrors kernels/src/solvers/ccd/hinge_objective.hpp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Swing"]


@dataclass
class Swing:
    """f(φ) = cosine·cos φ + sine·sin φ + cosine2·cos 2φ + sine2·sin 2φ.

    ``size`` tells how large the numbers were that the coefficients were summed from: below 1e-13 of it they are
    rounding, and nothing is to be gained.
    """

    cosine: float = 0.0
    sine: float = 0.0
    cosine2: float = 0.0
    sine2: float = 0.0
    size: float = 0.0

    def gain(self, phi: float) -> float:
        """f(0) − f(φ), exact for small turns as well."""
        s, c = math.sin(phi / 2), math.cos(phi / 2)
        sine, cosine = 2 * s * c, 1 - 2 * s * s
        first = 2 * s * (self.cosine * s - self.sine * c)
        return first + 2 * sine * (self.cosine2 * sine - self.sine2 * cosine)

    def best(self, lo: float, hi: float) -> float:
        """The φ [rad] in [lo, hi], which holds 0, where f is least; 0 where all are alike."""
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
        # Turned so that f = a x + b y + second·(x² − y²) on the circle x² + y² = 1.  Minima are where the gradient
        # points to the centre: 2(second + λ) x = −a, 2(λ − second) y = −b, for λ above −second.
        beta = 0.5 * math.atan2(self.sine2, self.cosine2)
        a = self.cosine * math.cos(beta) + self.sine * math.sin(beta)
        b = self.sine * math.cos(beta) - self.cosine * math.sin(beta)
        if abs(b) <= 1e-15 * second:
            x = max(-1.0, min(1.0, -a / (4 * second)))
            y = math.sqrt(1 - x * x)
            ways = [math.remainder(beta + math.atan2(side * y, x), 2 * math.pi) for side in (1.0, -1.0)]
            return sorted(ways, key=abs)  # both are as low
        u = _root(a, b, max(abs(b) / 2, abs(a) / 2 - 2 * second), 2 * second, 1.0)  # λ − second: the global minimum
        found = [beta + math.atan2(-b / u, -a / (u + 2 * second))]
        if abs(a) ** (2 / 3) + abs(b) ** (2 / 3) < (4 * second) ** (2 / 3):
            u = _root(a, b, abs(b) / 2, 2 * second, -1.0)  # second − λ: the other one
            found.append(beta + math.atan2(b / u, -a / (2 * second - u)))
        return found


def _root(a: float, b: float, start: float, gap: float, sign: float) -> float:
    """Where (a/2)²/(gap ± u)² + (b/2)²/u² = 1: Newton's method on a convex function, from its high side."""
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
    """The same turn, whole turns more or less, nearest to none within the arc if there is one."""
    phi = math.remainder(phi, 2 * math.pi)
    if phi > hi and phi - 2 * math.pi >= lo:
        return phi - 2 * math.pi
    if phi < lo and phi + 2 * math.pi <= hi:
        return phi + 2 * math.pi
    return phi
