"""The reference pose: every character stands upright with hanging arms, y up, facing along z, its left along x.

Rigs rest in all kinds of poses: arms aside, arms half-way down, arms hanging.  In the reference pose they are alike, so
a rotation from it means the same on every one of them.  It need not be a pose that the figure can take.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from manikin.characters.roles import Roles
from manikin.characters.tree_view import zero_state
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.math.rotations import Array, orthonormal_frame

__all__ = ["SEGMENTS", "Reference", "reference_of", "shortest_turn"]

DOWN = np.array([0.0, -1.0, 0.0])
AHEAD = np.array([0.0, 0.0, 1.0])
SEGMENTS = {"thigh": "shin", "shin": "foot", "upper_arm": "forearm", "forearm": "hand"}
"""The parts that hang straight down in the reference pose, and the next part of each."""
BENT = np.radians(10.0)
"""A limb that is bent by more than this at rest shows which way it bends."""
FLAT = (np.radians(-5.0), np.radians(75.0))
"""A foot whose toes are below the ankle by an angle between these is taken as standing flat at rest."""
USUAL_FOOT = np.radians(20.0)
"""How far the toes of a flat foot lie below its ankle."""


@dataclass(frozen=True, eq=False)
class Reference:
    """A figure in the reference pose.

    Attributes:
        figure: The figure.
        roles: The roles of its joints.
        turn: From the world of the figure to that of the reference pose (3, 3).
        rotations: Orientations of all joints in the reference pose (joints, 3, 3).
        places: Their places (joints, 3) [m]; the pelvis is above the origin, which the feet stand on.
    """

    figure: Figure
    roles: Roles
    turn: Array
    rotations: Array
    places: Array

    def index(self, role: str) -> int:
        """The joint of a role, by its place in the skeleton."""
        return self.figure.skeleton.index(self.roles[role])

    def place(self, role: str) -> Array:
        """Where the joint of a role is in the reference pose (3,) [m]."""
        return np.asarray(self.places[self.index(role)])

    def length(self, role: str, next_role: str) -> float:
        """The distance between two joints in the reference pose [m]."""
        return float(np.linalg.norm(self.place(next_role) - self.place(role)))

    def on_part(self, role: str, place: Array) -> Array:
        """A place of the reference pose (3,) [m] in the frame of the joint of a role."""
        matrix = np.asarray(self.figure.forward(self.figure.rest))[self.index(role), :, :3]
        stretch = orthonormal_frame(matrix).T @ matrix  # of parts whose frame is scaled
        way = self.rotations[self.index(role)].T @ (place - self.place(role))
        return np.asarray(np.linalg.solve(stretch, way))

    def turns(self, world: Array) -> Array:
        """How far joints (…, joints, 3, 4) are turned from the reference pose (…, joints, 3, 3), in its world."""
        return np.asarray(self.turn @ orthonormal_frame(world[..., :3]) @ np.swapaxes(self.rotations, -1, -2))

    def orientations(self, turns: Array, joint: int) -> Array:
        """The orientations (…, 3, 3) of a joint in the figure's own world, given how far it is turned."""
        return np.asarray(self.turn.T @ turns @ self.rotations[joint])

    @cached_property
    def leg(self) -> float:
        """Length of a leg: thigh and shin, the mean of both sides [m]."""
        both = [self.length(f"{s}_{a}", f"{s}_{b}") for s in "lr" for a, b in (("thigh", "shin"), ("shin", "foot"))]
        return sum(both) / 2

    @cached_property
    def arm(self) -> float:
        """Length of an arm: upper arm and forearm, the mean of both sides; 0 without arms [m]."""
        pairs = (("upper_arm", "forearm"), ("forearm", "hand"))
        both = [self.length(f"{s}_{a}", f"{s}_{b}") for s in "lr" for a, b in pairs if f"{s}_hand" in self.roles]
        return sum(both) / 2

    @cached_property
    def hips(self) -> Array:
        """The middle of the hips (3,) [m]."""
        return np.asarray((self.place("l_thigh") + self.place("r_thigh")) / 2)

    @cached_property
    def shoulders(self) -> Array:
        """The middle of the shoulders (3,) [m]."""
        return np.asarray((self.place("l_upper_arm") + self.place("r_upper_arm")) / 2)

    @cached_property
    def ankle(self) -> float:
        """Height of the ankles over the ground that the figure stands on [m]."""
        return float(np.mean([self.place(f"{side}_foot")[1] for side in "lr"]))


def reference_of(figure: Figure, roles: Roles, state: Array | None = None) -> Reference:
    """The reference pose of a figure, made from its zero pose or from a state in which it stands upright."""
    world = np.asarray(figure.forward(zero_state(figure) if state is None else figure.check_state(state)))
    places, frames = world[..., 3], orthonormal_frame(world[..., :3])
    skeleton = figure.skeleton
    at = {role: places[skeleton.index(joint)] for role, joint in roles.joints.items()}
    turn = _upright(np.array(skeleton.up_axis), at, figure.name)
    places = places @ turn.T
    at = {role: turn @ place for role, place in at.items()}
    own = {roles[role]: made for role, made in _limb_turns(at, roles, places, figure).items()}
    turned, stood = np.empty_like(frames), np.empty_like(places)
    made = np.empty_like(frames)
    for i, joint in enumerate(skeleton.joints):
        parent = int(skeleton.parents[i])
        above = np.eye(3) if parent < 0 else made[parent]
        made[i] = own.get(joint.name, above)
        turned[i] = made[i] @ turn @ frames[i]
        stood[i] = places[i] if parent < 0 else stood[parent] + above @ (places[i] - places[parent])
    ground = _ground(figure, roles, stood)
    pelvis = stood[skeleton.index(roles["pelvis"])]
    return Reference(figure, roles, turn, turned, stood - (pelvis[0], ground, pelvis[2]))


def _upright(up: Array, at: dict[str, Array], name: str) -> Array:
    """The rotation to y up with the left side along x."""
    pairs = [("l_thigh", "r_thigh"), ("l_upper_arm", "r_upper_arm")]
    left = sum(at[a] - at[b] for a, b in pairs if a in at and b in at)
    left = left - (left @ up) * up
    if not np.linalg.norm(left) > 1e-9:
        raise InputError(f"left and right of {shorten(name)} lie in one place while it rests: it has no front")
    x = left / np.linalg.norm(left)
    return np.stack([x, up, np.cross(x, up)])


def _limb_turns(at: dict[str, Array], roles: Roles, places: Array, figure: Figure) -> dict[str, Array]:
    """For each role that is turned, the rotation from rest to the reference pose."""
    found: dict[str, Array] = {role: np.eye(3) for role in roles.joints if role[1:2] != "_" or role[2:] == "clavicle"}
    for side in "lr":
        for limb, ahead in ((("thigh", "shin", "foot"), -AHEAD), (("upper_arm", "forearm", "hand"), AHEAD)):
            names = [f"{side}_{part}" for part in limb]
            if not all(name in at for name in names):
                continue
            a, b, c = (at[name] for name in names)
            first = shortest_turn(b - a, DOWN)
            bend = first @ (c - b)
            level = np.array([bend[0], 0.0, bend[2]])
            if np.linalg.norm(level) > np.sin(BENT) * np.linalg.norm(bend):
                first = shortest_turn(level, ahead) @ first
            found[names[0]] = first
            found[names[1]] = shortest_turn(first @ (c - b), DOWN) @ first
        if f"{side}_hand" in at:
            tip = _fingers(f"{side}_", roles, places, figure)
            above = found[f"{side}_forearm"]
            found[f"{side}_hand"] = (
                above if tip is None else shortest_turn(above @ (tip - at[f"{side}_hand"]), DOWN) @ above
            )
        if f"{side}_toes" in at:
            found[f"{side}_foot"] = found[f"{side}_toes"] = _flat(at[f"{side}_toes"] - at[f"{side}_foot"])
        elif f"{side}_foot" in at:
            found[f"{side}_foot"] = np.eye(3)
    return found


def _fingers(side: str, roles: Roles, places: Array, figure: Figure) -> Array | None:
    """The place that a hand points to: the first joint of its fingers that is away from the wrist."""
    hand = figure.skeleton.index(roles[f"{side}hand"])
    fingers = [joint for role, joint in roles.joints.items() if role.startswith(side) and "thumb" not in role]
    below = [i for i in map(figure.skeleton.index, fingers) if hand < i < int(figure.skeleton.ends[hand])]
    apart = [places[i] for i in below if np.linalg.norm(places[i] - places[hand]) > 1e-6]
    return np.asarray(np.mean(apart, axis=0)) if apart else None


def _flat(toes: Array) -> Array:
    """The rotation that makes a foot stand flat; none if it does."""
    level = float(np.hypot(toes[0], toes[2]))
    dip = float(np.arctan2(-toes[1], level))
    if FLAT[0] <= dip <= FLAT[1] and toes[2] > 0:
        return np.eye(3)
    ahead = np.array([toes[0], 0.0, toes[2]]) / level if level > 0.3 * np.linalg.norm(toes) and toes[2] > 0 else AHEAD
    return shortest_turn(toes, np.cos(USUAL_FOOT) * ahead + np.sin(USUAL_FOOT) * DOWN)


def _ground(figure: Figure, roles: Roles, places: Array) -> float:
    """The height that the lowest joint of the feet stands at."""
    skeleton = figure.skeleton
    lowest = []
    for side in "lr":
        foot = skeleton.index(roles[f"{side}_foot"])
        lowest.append(places[foot : int(skeleton.ends[foot]), 1].min())
    return float(np.mean(lowest))


def shortest_turn(a: Array, b: Array) -> Array:
    """The rotation with the smallest angle from one direction to another (3, 3); about z where they are opposite."""
    a, b = (v / (np.linalg.norm(v) or 1.0) for v in (a, b))
    axis, cosine = np.cross(a, b), float(a @ b)
    if cosine < -1 + 1e-9:
        side = np.array([0.0, 0.0, 1.0])
        side = side - (side @ a) * a
        side = side / np.linalg.norm(side) if np.linalg.norm(side) > 1e-6 else np.array([1.0, 0.0, 0.0])
        return np.asarray(2 * np.outer(side, side) - np.eye(3))
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + k + k @ k / (1 + cosine))
