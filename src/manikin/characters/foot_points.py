"""The points of feet that are followed over time: ankles and balls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.characters.roles import Roles, find_roles
from manikin.clips.clip import Clip
from manikin.figure.figure import Figure
from manikin.gait.ground import Ground
from manikin.math.rotations import Array

__all__ = ["LEG", "FootPoints", "foot_joints", "foot_points"]

LEG = 0.84
"""Length of thigh and shin for which distances of contacts are meant [m]."""


@dataclass(frozen=True, eq=False)
class FootPoints:
    """The points of both feet over time.

    Attributes:
        figure: The figure.
        roles: The roles of its joints.
        joints: For each (side, point), the name of the joint that is followed.
        ways: Its places (frames, 3) [m].
        root: Places of the pelvis (frames, 3) [m].
        rate: Frames per second.
        scale: Size of the figure: its legs in those that distances are meant for.
        ground: What they stand on, where it is known; else it is found.
    """

    figure: Figure
    roles: Roles
    joints: dict[tuple[str, str], str]
    ways: dict[tuple[str, str], Array]
    root: Array
    rate: float
    scale: float
    ground: Ground | None = None

    @property
    def up(self) -> int:
        """Index of the coordinate that points up."""
        return self.figure.skeleton.up_index


def foot_points(clip: Clip, states: Array, roles: Roles | None = None, ground: Ground | None = None) -> FootPoints:
    """The feet of a clip's figure in some states (frames, size)."""
    figure = clip.figure
    found = find_roles(figure) if roles is None else roles
    world = np.asarray(figure.forward(np.ascontiguousarray(states)))[..., 3]
    joints = foot_joints(figure, found)
    ways = {key: world[:, figure.skeleton.index(name)] for key, name in joints.items()}
    root = world[:, figure.skeleton.index(found["pelvis"])]
    scale = _leg_length(found, world[:1], figure) / LEG
    return FootPoints(figure, found, joints, ways, root, clip.rate, scale, ground)


def foot_joints(figure: Figure, roles: Roles) -> dict[tuple[str, str], str]:
    """The joints of ankle ("heel") and ball of both feet; a foot without toes has one joint for both."""
    found: dict[tuple[str, str], str] = {}
    for side in "lr":
        foot = roles[f"{side}_foot"]
        toes = roles.joints.get(f"{side}_toes") or next(iter(figure.skeleton.children(foot)), foot)
        found[side, "heel"], found[side, "ball"] = foot, toes
    return found


def _leg_length(roles: Roles, world: Array, figure: Figure) -> float:
    names = [(f"{s}_{a}", f"{s}_{b}") for s in "lr" for a, b in (("thigh", "shin"), ("shin", "foot"))]
    index = figure.skeleton.index
    return float(sum(np.linalg.norm(world[0, index(roles[a])] - world[0, index(roles[b])]) for a, b in names) / 2)
