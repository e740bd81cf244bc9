"""Measures of a character against the human body: how each part of the human is stretched to fit it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from manikin import bodies
from manikin.characters.reference import Reference, reference_of, shortest_turn
from manikin.characters.roles import Roles, find_roles
from manikin.math.rotations import Array, affine
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint

__all__ = ["Fit", "Tailor", "human_reference"]

NEXT = {"thigh": "shin", "shin": "foot", "upper_arm": "forearm", "forearm": "hand", "neck": "head"}
TOE_HEIGHT, NECK_ABOVE = 0.0237, 0.0854
"""Of the human: height of the joint of the toes above the ground, and of the neck above the shoulders [m]."""
HIP_WIDTH, SHOULDER_WIDTH = 0.18, 0.38
"""Of the human: distance between the hip joints, and between the shoulder joints [m]."""


def human_reference() -> Reference:
    """The shipped human, whose limits, masses, groups and solids characters get."""
    human = bodies.load("human").ungrouped()
    roles = find_roles(human)
    straight = {
        role: joint
        for role, joint in roles.joints.items()
        if not role[2:].startswith(("index", "middle", "ring", "pinky"))
    }
    return reference_of(human, Roles(straight))


@dataclass(frozen=True, eq=False)
class Fit:
    """How parts of the human become one part of a character: x → linear · x + offset, from frame to frame."""

    linear: Array
    offset: Array

    def shape(self, shape: Shape) -> Shape:
        """A solid, fitted."""
        at = self.linear @ np.reshape(shape.at, (3, 4))
        return replace(shape, at=affine(at[:, :3], (at[:, 3] + self.offset).tolist()))

    def point(self, x: Array) -> Array:
        """A point, fitted (3,)."""
        return np.asarray(self.linear @ x + self.offset)

    def mass(self, joint: Joint) -> float:
        """The mass of a part, which grows with its volume [kg]."""
        return joint.mass * abs(float(np.linalg.det(self.linear)))


class Tailor:
    """The measures of one character."""

    def __init__(self, character: Reference) -> None:
        self.character = character
        self.human = human_reference()

    @cached_property
    def size(self) -> float:
        """How large the character is, in humans of 1.75 m."""
        top = "head" if "head" in self.character.roles else "l_upper_arm"
        if top not in self.character.roles:
            return self.character.leg / self.human.leg
        heights = [(one.place(top) - one.place("l_foot"))[1] for one in (self.character, self.human)]
        return float(heights[0] / heights[1])

    @cached_property
    def ankle(self) -> float:
        """Height of the ankles above the ground: the feet of a rig end in joints, which soles lie below [m]."""
        return self.character.ankle + TOE_HEIGHT * self.size if self.character.ankle > 0.01 * self.size else (
            self.human.ankle * self.size
        )  # fmt: skip

    def fit(self, role: str) -> Fit:
        """How the human's part of a role becomes the character's."""
        human, own = self.human, self.character
        part = role[2:] if role[1:2] == "_" else role
        if part in NEXT and role.replace(part, NEXT[part]) in own.roles:
            after = role.replace(part, NEXT[part])
            pose = human.figure.pose(np.zeros(human.figure.size))
            bone = pose.position(human.roles[after]) - pose.position(human.roles[role])
            mine = own.place(after) - own.place(role)
            along = bone / np.linalg.norm(bone)
            stretch = np.linalg.norm(mine) / np.linalg.norm(bone)
            wide = self.size * np.eye(3) + (stretch - self.size) * np.outer(along, along)
            return Fit(shortest_turn(bone, mine) @ wide, np.zeros(3))
        if part in ("foot", "toes"):
            return Fit(np.diag([self.size, self.ankle / human.ankle, self._foot_length(role[:2])]), np.zeros(3))
        if part == "pelvis":
            width = own.place("l_thigh")[0] - own.place("r_thigh")[0]
            linear = np.diag([max(width / HIP_WIDTH, 0.3 * self.size), self.size, self.size])
            return Fit(linear, np.asarray(self._middle("thigh")) - own.place("pelvis"))
        return Fit(self.size * np.eye(3), np.zeros(3))

    def _foot_length(self, side: str) -> float:
        """The length of a foot, in feet of the human."""
        if f"{side}toes" not in self.character.roles:
            return self.size
        ways = [one.place(f"{side}toes") - one.place(f"{side}foot") for one in (self.character, self.human)]
        own, usual = (float(np.hypot(way[0], way[2])) for way in ways)
        return float(np.clip(own / usual, 0.3 * self.size, 3 * self.size))

    @cached_property
    def trunk(self) -> tuple[float, float]:
        """Heights of the hips and of the base of the neck in the reference pose [m].

        Rigs put the joint of a neck anywhere between shoulders and chin; shoulders are more telling.
        """
        own, roles = self.character, self.character.roles
        low = float(np.mean([own.place(f"{side}_thigh")[1] for side in "lr"]))
        shoulders = self._middle("upper_arm")
        high = low + 0.56 * self.size if shoulders is None else float(shoulders[1]) + NECK_ABOVE * self.size
        return low, max(high, float(own.place("neck")[1])) if "neck" in roles else high

    def _middle(self, part: str) -> Array | None:
        """Half-way between the joints of both sides, where there are any."""
        roles = [f"{side}_{part}" for side in "lr" if f"{side}_{part}" in self.character.roles]
        return np.mean([self.character.place(role) for role in roles], axis=0) if roles else None

    def vertebrae(self) -> dict[str, list[str]]:
        """For each spine role, the human's vertebrae that it stands for: those nearest to it along the trunk."""
        own, human = self.character, self.human
        found: dict[str, list[str]] = {role: [] for role in own.roles.spine}
        if not found:
            return found
        low, high = self.trunk
        places = {role: (own.place(role)[1] - low) / max(high - low, 1e-9) for role in found}
        bottom, top = human.place("pelvis")[1], human.place("neck")[1]
        for role in human.roles.spine:
            at = (human.place(role)[1] - bottom) / (top - bottom)
            nearest = min(found, key=lambda mine: abs(places[mine] - at))
            found[nearest].append(human.roles[role])
        return found

    def trunk_fit(self, role: str, vertebra: str) -> Fit:
        """How a vertebra of the human becomes a part of the character's spine joint."""
        own, human = self.character, self.human
        low, high = self.trunk
        bottom, top = human.place("pelvis")[1], human.place("neck")[1]
        tall = (high - low) / (top - bottom)
        roles = own.roles
        wide = self.size
        if all(f"{s}_upper_arm" in roles for s in "lr"):
            wide = (own.place("l_upper_arm")[0] - own.place("r_upper_arm")[0]) / SHOULDER_WIDTH
        linear = np.diag([wide, tall, self.size])
        place = human.places[human.figure.skeleton.index(vertebra)]
        up = (place[1] - bottom) / (top - bottom)
        shoulders, hips = self._middle("upper_arm"), np.asarray(self._middle("thigh"))
        above = hips[2] if shoulders is None else float(shoulders[2]) - self.size * human.place("l_upper_arm")[2]
        depth = (1 - up) * hips[2] + up * above
        at = np.array([0.0, low + tall * (place[1] - bottom), depth + self.size * place[2]])
        return Fit(linear, at - own.place(role))
