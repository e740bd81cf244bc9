"""Wrists of hands that come to the floor: they are extended, so that a hand lies on its palm and not on its back."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import MatchValues
from manikin.goals.goal import Goal
from manikin.handles import Parameters
from manikin.math.rotations import Array, Vec3
from manikin.posing.hands import Side, closing_hand

__all__ = ["Wrist", "wrists_of"]

EXTENDED, WEIGHT = 1.0, 30.0
"""How far the wrist of a hand on the floor is extended [rad], and the weight of that, in units of effort for a radian
squared.  A hand of which nothing else is known is bent by the floor to either side.  It comes to the floor almost as it
lies there: what the floor has to add to that is sudden."""
LOW, HIGH = 0.7, 3.5
"""How high above the floor a hand is pulled where that counts wholly, and where it begins to count, over how far the
fingers reach beyond the point that is pulled: so far before they touch the floor that the wrist has time to turn."""
MOSTLY = 0.5
"""A parameter extends a wrist if a change of it turns the fingers to the back of the hand by more than this share."""
LEAST = 1e-3
"""Who pulls by the end of a finger bends no wrist [m]."""
STEP = 1e-3
"""How far a parameter is moved to see what it does to a hand [rad]."""


class Wrist(NamedTuple):
    """What extends a wrist: a parameter, its value at the start, and its value where the wrist is extended.

    ``length`` is how far the fingers reach beyond the point by which the hand is pulled [m].
    """

    hand: str
    length: float
    value: Parameters
    first: float
    extended: float

    def wish(self, height: float) -> Goal:
        """The wish for a hand that is pulled to a height above the floor [m]; far above, the wrist stays as it was."""
        share = float(np.clip((HIGH - height / max(self.length, LEAST)) / (HIGH - LOW), 0.0, 1.0))
        share *= share * (3 - 2 * share)
        target = self.first + share * (self.extended - self.first)
        return MatchValues(values=self.value, target=(target,), weight=WEIGHT, name=f"wrist of {self.hand}")


def wrists_of(pose: Pose, place: Array) -> list[Wrist]:
    """The wrists of hands whose fingers move, pulled by a place; one that is extended farther in a pose stays so."""
    sides: tuple[Side, ...] = ("left", "right")
    found = []
    for hand, along, name, extended in filter(None, (_extension(pose.figure, side) for side in sides)):
        length = float(np.linalg.norm(pose.convert_point(along, hand, None) - place))
        first = pose[name]
        farthest = max(first, extended) if extended > 0 else min(first, extended)
        found.append(Wrist(hand, length, pose.figure.parameter_values(name), first, farthest))
    return found


@lru_cache(maxsize=16)
def _extension(figure: Figure, side: Side) -> tuple[str, Vec3, str, float] | None:
    """A hand, the end of its fingers, the parameter that extends its wrist, and its value there [rad], if one does."""
    found = closing_hand(figure, side)
    if found is None:
        return None
    hand, along, palm = found
    length = float(np.linalg.norm(along))
    joint, rest = figure.skeleton[hand], figure.pose()
    columns = figure.coupling.columns_of([dof.name for dof in joint.dofs], figure.skeleton)
    straight = rest.orientation(hand)
    rates = {}  # how fast the fingers turn to the back of the hand
    for name in (figure.parameter_names[column] for column in columns):
        turned = rest.replace({name: rest[name] + STEP}).orientation(hand)
        rates[name] = -float((turned @ along - straight @ along) @ (straight @ palm)) / (STEP * length)
    if not rates:
        return None
    name = max(rates, key=lambda one: abs(rates[one]))
    i = figure.index(name)
    wanted = float(np.clip(rest[name] + np.sign(rates[name]) * EXTENDED, figure.lo[i], figure.hi[i]))
    x, y, z = along.tolist()
    return (hand, (x, y, z), name, wanted) if abs(rates[name]) > MOSTLY else None
