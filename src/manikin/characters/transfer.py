"""What a target is to do, frame by frame, so that it moves as a source does: orientations of parts, places of feet.

Rotations are taken from the reference pose, which all characters share; so rest poses and axes of files do not matter.
Hips and feet are scaled by the length of the legs about the ground, hands follow from the arms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from manikin.characters.contacts import Contact, find_contacts, ground_of
from manikin.characters.foot_points import FootPoints, foot_joints, foot_points
from manikin.characters.reference import Reference, shortest_turn
from manikin.clips.samples import Samples
from manikin.math.rotations import Array, from_rotation_vector, rotation_vector

__all__ = ["Transfer"]

SOLE = 0.0237
"""Height of the joint of a rig's toes over the ground, for legs of 0.86 m [m]; figures with solids have soles."""
LEG = 0.861


@dataclass(frozen=True, eq=False)
class Transfer:
    """A clip of one character seen from another.

    Attributes:
        clip: The clip of the source.
        source: The source in the reference pose.
        target: The target in the reference pose.
        scale: How much larger its steps are; that of the legs by default.
    """

    clip: Samples
    source: Reference
    target: Reference
    scale: float

    @cached_property
    def world(self) -> Array:
        """The joints of the source (frames, joints, 3, 4)."""
        return np.asarray(self.clip.figure.forward(np.ascontiguousarray(self.clip.data)))

    @cached_property
    def turns(self) -> Array:
        """How far the joints of the source are turned from the reference pose (frames, joints, 3, 3)."""
        return self.source.turns(self.world)

    @cached_property
    def points(self) -> FootPoints:
        """The feet of the source."""
        return foot_points(self.clip, self.clip.data, self.source.roles)

    @cached_property
    def contacts(self) -> tuple[Contact, ...]:
        """When the feet of the source stand."""
        return find_contacts(self.points)

    def turn(self, role: str) -> Array:
        """How far the part of a role is to be turned from the reference pose (frames, 3, 3)."""
        if role in self.source.roles:
            return np.asarray(self.turns[:, self.source.index(role)])
        if role.startswith("spine"):
            return self._spine(role)
        return np.asarray(self.turns[:, self.source.index(self._nearest(role))])

    def _nearest(self, role: str) -> str:
        """The part of the source that a part which it lacks moves with."""
        side, part = (role[:2], role[2:]) if role[1:2] == "_" else ("", role)
        above = {"toes": "foot", "hand": "forearm", "head": "neck"}
        if part in above and f"{side}{above[part]}" in self.source.roles:
            return f"{side}{above[part]}"
        return self.source.roles.chest

    def _spine(self, role: str) -> Array:
        """The turn at the height of a spine joint of the target, between those of the source."""
        roles = self.source.roles
        below = ["pelvis", *roles.spine]
        share = (self.target.roles.spine.index(role) + 1) / len(self.target.roles.spine) * (len(below) - 1)
        low = int(np.clip(np.floor(share + 1e-9), 0, max(len(below) - 2, 0)))
        one = self.turns[:, self.source.index(below[low])]
        if len(below) == 1:
            return np.asarray(one)
        other = self.turns[:, self.source.index(below[low + 1])]
        between = rotation_vector(np.swapaxes(one, -1, -2) @ other)
        return np.asarray(one @ from_rotation_vector((share - low) * between))

    # -- places, in the world of the reference pose --------------------------------------------

    def place(self, role: str) -> Array:
        """Where a joint of the source is (frames, 3) [m]."""
        return np.asarray(self.world[:, self.source.index(role), :, 3] @ self.source.turn.T)

    @cached_property
    def floor(self) -> float:
        """The height of the ground that the source stands on [m]."""
        return ground_of(self.points)["ball"] - self.standing(self.source)[1]

    @property
    def target_floor(self) -> float:
        """The height of the ground of the target [m]."""
        return self.scale * self.floor

    @staticmethod
    def standing(one: Reference) -> tuple[float, float]:
        """Heights of ankle and ball over the ground while a character stands [m]."""
        feet, index = foot_joints(one.figure, one.roles), one.figure.skeleton.index
        solid = any(joint.shapes for joint in one.figure.skeleton)
        sole = 0.0 if solid else SOLE * one.leg / LEG
        heights = [np.mean([one.places[index(feet[side, point]), 1] for side in "lr"]) for point in ("heel", "ball")]
        return float(heights[0]) + sole, float(heights[1]) + sole

    def _scaled(self, places: Array) -> Array:
        """Places of the source, scaled about the ground; heights over standing ankles."""
        own, other = self.standing(self.source)[0], self.standing(self.target)[0]
        made = self.scale * places
        made[:, 1] = self.target_floor + other + self.scale * (places[:, 1] - self.floor - own)
        return made

    def ankle(self, side: str) -> Array:
        """Where an ankle of the target is to be (frames, 3) [m]."""
        return self._scaled(self.place(f"{side}_foot"))

    @cached_property
    def hips(self) -> Array:
        """Where the middle of the hips of the target is to be (frames, 3) [m]."""
        return self._scaled((self.place("l_thigh") + self.place("r_thigh")) / 2)

    @cached_property
    def pelvis(self) -> Array:
        """Where the pelvis of the target is to be (frames, 3) [m]: such that its hips are where they ought to be."""
        return np.asarray(self.hips - self.turn("pelvis") @ (self.target.hips - self.target.place("pelvis")))

    @cached_property
    def shoulders(self) -> Array:
        """Where the middle of the shoulders of the target is to be (frames, 3) [m]: seen from the hips, trunks as long.

        Captured turns of pelvis and spine shake against each other; where the shoulders are does not.
        """
        source, target = self.source, self.target
        chest = source.roles.chest
        at = self.place(chest) + self.turns[:, source.index(chest)] @ (source.shoulders - source.place(chest))
        trunks = [one.shoulders - one.hips for one in (source, target)]
        longer = float(np.linalg.norm(trunks[1]) / np.linalg.norm(trunks[0]))
        turn = self.turn("pelvis")
        lean = turn @ shortest_turn(*trunks) @ np.swapaxes(turn, 1, 2)
        way = at - (self.place("l_thigh") + self.place("r_thigh")) / 2
        return np.asarray(self.hips + longer * (lean @ way[..., None])[..., 0])

    def along(self, role: str) -> Array:
        """Where a joint of the target is, if every part down to it were turned as in the source (frames, 3) [m]."""
        target = self.target
        path = target.figure.skeleton.path(target.roles[role])
        roles = [target.roles.role_of[joint] for joint in path if joint in target.roles.role_of]
        place = self.pelvis
        for above, below in pairwise(roles[roles.index("pelvis") :]):
            place = place + self.turn(above) @ (target.place(below) - target.place(above))
        return place

    def in_target(self, places: Array) -> Array:
        """Places of the reference pose's world in that of the target."""
        return np.asarray(places @ self.target.turn)
