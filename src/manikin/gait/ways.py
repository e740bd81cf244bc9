"""Ways to walk: the footholds of steps forwards, sideways and on the spot."""

from __future__ import annotations

import math

import numpy as np

from manikin.figure.pose import Pose
from manikin.gait.footholds import Foothold, place_foot
from manikin.gait.ground import Ground
from manikin.gait.legs import SIDES, Legs
from manikin.gait.options import Gait
from manikin.gait.route import Route
from manikin.math.rotations import Array

__all__ = ["forwards", "other_side", "sideways", "standing", "standing_at", "turning"]

FIRST, LAST = 0.75, 0.75
"""The lengths of the first step and of the last one, in steps."""
BY_STAIRS = 0.6
"""The length of the last step before stairs and of the first one after them, in steps."""
SIDESTEP = 0.55
"""The length of a step aside, in steps."""
MOST_TURN = math.radians(36.0)
"""How far a foot turns against the other one."""
EDGE = 0.04
"""The ground has an edge where it rises by more than this within a centimetre [m]."""
RISER = 0.02
"""How much more the toes stay from the riser of the next step [m]."""
BESIDE_EDGE = 0.012
"""How far a foot stays from an edge [m]."""


def other_side(side: str) -> str:
    """The other side."""
    return "r" if side == "l" else "l"


def standing_at(legs: Legs, place: Array, heading: float, ground: Ground) -> list[Foothold]:
    """Both feet beside each other, as at rest, with the root above a place."""
    return [_beside(legs, side, place, heading, legs.apart, ground) for side in SIDES]


def standing(legs: Legs, pose: Pose) -> list[Foothold]:
    """Both feet as they are in a pose."""
    found = []
    for side in SIDES:
        leg = legs[side]
        foot = pose.transform(leg.foot)
        turn = foot[:, :3] @ leg.rest[:, :3].T
        placement = np.column_stack([turn, foot[:, 3] - turn @ leg.rest[:, 3]])
        heading = math.atan2(turn[0, 2], turn[2, 2])
        toes = 0.0 if leg.toe_column is None else leg.toe_sign * float(pose.q[leg.toe_column])
        found.append(Foothold(leg, placement[[0, 2], 3], heading, placement, toes))
    return found


def forwards(legs: Legs, gait: Gait, ground: Ground, route: Route, first: str) -> list[Foothold]:
    """Steps along a route, half the width to either side; the last one closes the feet."""
    along = _spaced(legs, ground, route, gait.step * legs.scale)
    centres, headings = route.at(along), route.headings(along)
    found, side = [], first
    for i in range(len(along)):
        wide = legs.apart if i == len(along) - 1 else gait.width * legs.scale
        found.append(_beside(legs, side, centres[i], float(headings[i]), wide, ground))
        side = other_side(side)
    return [*found, _beside(legs, side, centres[-1], float(headings[-1]), legs.apart, ground)]


def sideways(legs: Legs, gait: Gait, ground: Ground, route: Route, facing: float) -> list[Foothold]:
    """Steps aside along a route: the foot on that side goes, the other one follows; the figure keeps facing."""
    count = max(1, round(route.length / (SIDESTEP * gait.step * legs.scale)))
    along = route.length * np.arange(count + 1) / count
    centres, headings = route.at(along), route.headings(along)
    left = math.remainder(headings[0] - facing, 2 * math.pi) > 0
    facings = headings + (-math.pi / 2 if left else math.pi / 2)
    facings += 2 * math.pi * round((facing - facings[0]) / (2 * math.pi))
    lead = "l" if left else "r"
    return [
        _beside(legs, side, centre, float(angle), legs.apart, ground)
        for centre, angle in zip(centres[1:], facings[1:], strict=True)
        for side in (lead, other_side(lead))
    ]


def turning(
    legs: Legs, ground: Ground, place: Array, start: float, angle: float, first: str | None = None
) -> list[Foothold]:
    """Steps on the spot that turn by an angle [rad]; the foot on the side of the turn begins."""
    count = max(1, math.ceil(abs(angle) / MOST_TURN))
    side = first or ("l" if angle > 0 else "r")
    found = []
    for i in range(1, count + 2):
        heading = start + angle * min(i, count) / count
        found.append(_beside(legs, side, place, heading, legs.apart, ground))
        side = other_side(side)
    return found


def _beside(legs: Legs, side: str, place: Array, heading: float, apart: float, ground: Ground) -> Foothold:
    """A foot beside the place that the root is above."""
    ahead = np.array([math.sin(heading), math.cos(heading)])
    left = np.array([math.cos(heading), -math.sin(heading)])
    half = 0.5 * apart if side == "l" else -0.5 * apart
    return place_foot(legs[side], place + half * left - legs.ahead * ahead, heading, ground)


def _slower_in_turns(route: Route, step: float) -> Array:
    """How far along the route equal steps are; shorter ones where it turns by more in a step than a foot does."""
    known, headings = route.turns
    ways = np.maximum(np.diff(known), step * np.abs(np.diff(headings)) / MOST_TURN)
    lengths = np.concatenate([[0.0], np.cumsum(ways)])
    return np.interp(_equal(0.0, float(lengths[-1]), step, FIRST, LAST)[1:], lengths, known)


def _spaced(legs: Legs, ground: Ground, route: Route, step: float) -> Array:
    """How far along the route the steps are: equal on every stretch without edges but for turns, one on every tread."""
    edges = _edges(ground, route) if ground.has_edges else []
    if not edges:
        return _slower_in_turns(route, step)
    leg = legs.left
    back = float(legs.ahead - leg.on_sole(leg.soles)[:, 2].min()) + BESIDE_EDGE
    front = float(leg.on_sole(leg.tip)[2] - legs.ahead) + BESIDE_EDGE
    found: list[float] = []
    stretches = list(zip([0.0, *edges], [*edges, route.length], strict=True))
    heights = ground.height(route.at(np.array([(a + b) / 2 for a, b in stretches])))
    for i, (a, b) in enumerate(stretches):
        first, last = i == 0, i == len(stretches) - 1
        start, stop = 0.0 if first else a + back, b if last else b - front - (2 * RISER if first else 0.0)
        if not (first or last) and stop - start < 0.6 * step:  # one foot on a tread, away from the next riser
            found.append(stop - RISER if heights[i + 1] > heights[i] else start)
        elif stop > start:
            places = _equal(start, stop, step, FIRST if first else BY_STAIRS, LAST if last else BY_STAIRS)
            found += places[1:].tolist() if first else places.tolist()
    return np.array(found)


def _equal(start: float, stop: float, step: float, first: float, last: float) -> Array:
    """Places from start to stop, a step apart; the first and the last step may be shorter."""
    count = max(1, round((stop - start) / step + 2 - first - last))
    lengths = np.ones(count)
    lengths[0] *= first
    lengths[-1] *= last
    return np.asarray(start + (stop - start) * np.concatenate([[0.0], np.cumsum(lengths) / lengths.sum()]))


def _edges(ground: Ground, route: Route) -> list[float]:
    """How far along a route the edges of the ground are."""
    fine = np.arange(0.0, route.length, 0.01)
    jumps = np.flatnonzero(np.abs(np.diff(ground.height(route.at(fine)))) > EDGE)
    return [float(fine[i]) + 0.005 for i in jumps]
