"""Soft reach: what a target near the end of a reach is missed by, so that the limb does not snap straight.

Mirrors kernels/src/solvers/edge.hpp.

A limb that bends by b gives σ b + ½ κ b² of its reach: κ is how the target rows curve along the movement of the limb, σ
what is left of their slope at the end, 0 where the limb is straight there, more where a limit stops it before.  Without
soft reach the bend for a target at the distance γ from the end falls like √γ, and with it the speed of the limb grows
without bound.  With it the bend falls along a line, from where the distance is ``SOFT_REACH`` times the lever, and then
slowly: a limb that was bent never gets quite straight, so it always knows which way it bends.

A limb that is straight at the start stays so while its target does; it gets its soft reach as the target leaves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from manikin.math.rotations import Array

__all__ = ["MOST_BENT", "MOST_SOFT_BEND", "POSE_SHARE", "SOFT_REACH", "Edge", "widened"]

SOFT_REACH, POSE_SHARE = 0.0126, 0.125
"""How far from the end of a reach soft reach begins, over the lever; for targets with an orientation, times the
second."""
WIDER = 0.25
"""How much farther from it soft reach begins where a target crosses all of it in a frame: what is fast is seen less
exactly, and a limb that comes to its end fast must bend the faster."""
MOST_SOFT_BEND, MOST_BENT = 0.45, 0.8
"""How bent a limb is at most where soft reach begins; one that is bent by more than the second is far from its end
[rad]."""
TAIL, LEAST_BEND = 0.25, 0.05
"""Of the bend where soft reach begins: what is left where the limb slows down, and what it never gives up."""


SAME_EDGE, SAME_END, LEAST_END = 0.7, 0.2, 0.1
"""Directions with a larger cosine are the same edge; it goes on while the place of its fastest parameter where the limb
would be straight moves by less than the second, times how far that is, or by that much of the third [rad]."""


def widened(soft: float, way: float) -> float:
    """From how far soft reach begins for a target that comes so far in a frame; ``soft`` for one at rest."""
    crossed = min(way / soft, 1.0) if soft > 0 else 0.0
    return soft * (1 + WIDER * crossed * crossed)


@dataclass
class Edge:
    """A direction of the rows along which a reach ends.

    Attributes:
        rows: The direction, a unit vector over the target rows.
        out: 1 if the reach ends along it, −1 if against it.
        slope: σ at the end.
        curvature: κ.
        state: The bend of the state.
        fastest: The parameter that bends most.
        begin: The bend where soft reach begins.
        speed: How fast the fastest parameter bends.
        end: Where that one is if the limb is straight.
        still: What the bend of the start lacks, over ``begin``.
        given: What the target is missed by along the direction.
        target: How far from the end the target is.
        moved: How far the target has come since the last frame.
        before: The same of the frame before; None if the edge was not there.
    """

    rows: Array
    out: float
    slope: float
    curvature: float
    state: float
    fastest: int
    begin: float
    speed: float
    end: float = 0.0
    still: float = 0.0
    given: float = 0.0
    target: float = 0.0
    moved: float = 0.0
    before: float | None = None

    def is_along(self, rows: Array) -> bool:
        """Whether a direction of the rows is about the same."""
        return bool(abs(self.rows @ rows) > SAME_EDGE)

    def goes_on(self, other: Edge) -> bool:
        """Whether another edge, of the next frame, is this one: the same limb, straight at the same place.

        How its rows curve may change: near the end other joints take part.
        """
        same_end = abs(other.end - self.end) <= SAME_END * (other.state * other.speed + LEAST_END)
        return same_end and other.fastest == self.fastest and self.is_along(other.rows)

    def gap(self, bend: float) -> float:
        """How far from its end a limb is with a bend."""
        return (self.slope + 0.5 * self.curvature * bend) * bend

    def share(self, target: float) -> float:
        """The bend for a target, over where soft reach begins, if the limb did not start straighter."""
        line = 1 - (self.gap(self.begin) - target) / (self.begin * (self.slope + self.curvature * self.begin))
        if line >= 1:
            bend = (math.sqrt(self.slope**2 + 2 * self.curvature * target) - self.slope) / self.curvature
            return bend / self.begin
        tail = TAIL - LEAST_BEND
        return line if line > TAIL else LEAST_BEND + tail * tail / (tail + TAIL - line)

    def meet(self, miss: float, fresh: float) -> None:
        """Set what a target is missed by, if the state misses it by so much.

        ``fresh`` is 1 while the targets are where they were at the start, 0 once they have left.
        """
        self.target = self.gap(self.state) + self.out * miss
        part = max(self.share(self.target) - fresh * self.still, 0.0)
        self.given = self.out * (self.target - self.gap(part * self.begin))

    def bending(self, moved: float, before: float) -> float:
        """How much the speed of the bend changes [rad per frame²], if the target came so far in the last two frames.

        It is seen from the present bend: a limb that changes from one bend to another one is not at its end.
        """
        last = self.target - moved
        now, then, first = (max(self.share(target), 0.0) for target in (self.target, last, last - before))
        return abs(now - 2 * then + first) * self.begin * self.speed
