"""Footholds: where the feet stand, each one rigid placement of the foot, from which all locks of a step are read."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from manikin.gait.ground import Ground, slopes
from manikin.gait.legs import Leg
from manikin.math.rotations import Array

__all__ = ["Foothold", "place_foot"]

MOST_PITCH, MOST_ROLL = math.radians(20.0), math.radians(11.0)
"""How far a foot tilts with the ground."""
SUNK = 0.001
"""How far the sole may be below the ground where the ground bends [m]."""
TOE_RANGE = (math.radians(-15.0), math.radians(40.0))


@dataclass(frozen=True, eq=False)
class Foothold:
    """Where a foot stands.

    Attributes:
        leg: The leg.
        place: The middle of the sole, (x, z) [m].
        heading: Where the foot points [rad from z towards x].
        placement: The frame (3, 4) of the sole; see ``Leg``.
        toes: How far the toes are raised to lie on the ground [rad].
    """

    leg: Leg
    place: Array
    heading: float
    placement: Array
    toes: float

    @property
    def height(self) -> float:
        """The height of the middle of the sole [m]."""
        return float(self.placement[1, 3])


def place_foot(leg: Leg, place: Array, heading: float, ground: Ground) -> Foothold:
    """The foot on the ground: heel and ball on it, tilted by its slope, raised where the ground bends up below it."""
    placement = np.zeros((3, 4))
    ahead = np.array([math.sin(heading), math.cos(heading)])
    aside = np.array([math.cos(heading), -math.sin(heading)])
    heel, ball = leg.on_sole(leg.heel), leg.on_sole(leg.ball)
    ends = place + np.outer([heel[2], ball[2]], ahead)
    low, high = ground.height(ends)
    if ground.has_edges:  # a foot that stands out over an edge is level
        low = high = max(low, high)
    pitch = float(np.clip(math.atan2(high - low, ball[2] - heel[2]), -MOST_PITCH, MOST_PITCH))
    across = float(np.mean(slopes(ground, ends) @ aside)) if not ground.has_edges else 0.0
    roll = float(np.clip(math.atan(across), -MOST_ROLL, MOST_ROLL))
    forward = np.array([ahead[0] * math.cos(pitch), math.sin(pitch), ahead[1] * math.cos(pitch)])
    left = np.array([aside[0] * math.cos(roll), math.sin(roll), aside[1] * math.cos(roll)])
    left -= (left @ forward) * forward
    left /= np.linalg.norm(left)
    placement[:, 0], placement[:, 1], placement[:, 2] = left, np.cross(forward, left), forward
    placement[:, 3] = (place[0], (low + high) / 2, place[1])
    under = _depth(placement, leg.on_sole(leg.soles), ground)
    placement[1, 3] += max(0.0, under - SUNK)
    return Foothold(leg, np.array(place), heading, placement, _toes(leg, placement, ground))


def _depth(placement: Array, points: Array, ground: Ground) -> float:
    """How far the lowest of some points (n, 3) of the sole is below the ground [m]."""
    placed = points @ placement[:, :3].T + placement[:, 3]
    return float((ground.height(placed[:, [0, 2]]) - placed[:, 1]).max())


def _toes(leg: Leg, placement: Array, ground: Ground) -> float:
    """How far the toes are raised for their sole to lie on the ground [rad]."""
    if leg.toe_column is None or not len(leg.toe_soles):
        return 0.0
    hinge = leg.on_sole(leg.hinge)
    reach = leg.on_sole(leg.toe_soles) - hinge
    far = reach[:, 2] > 0.5 * reach[:, 2].max()
    angles = np.linspace(*TOE_RANGE, 56)
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
    turned = np.stack(
        [
            np.broadcast_to(reach[far, 0], (len(angles), int(far.sum()))),
            c * reach[far, 1] + s * reach[far, 2],
            c * reach[far, 2] - s * reach[far, 1],
        ],
        axis=-1,
    )
    placed = (turned + hinge) @ placement[:, :3].T + placement[:, 3]
    depth = ground.height(placed.reshape(-1, 3)[:, [0, 2]]).reshape(placed.shape[:2]) - placed[..., 1]
    clear = depth.max(axis=1) <= SUNK / 2
    return float(angles[np.argmax(clear)]) if clear.any() else TOE_RANGE[1]
