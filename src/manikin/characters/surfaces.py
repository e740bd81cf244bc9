"""Bodies as hands feel them: limbs are round, the trunk is wider than deep.

A place near a body is told by the part that it is near to, how far along that part, in which direction, and how far
from its surface.  So it can be found again on a body with other lengths and widths.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from manikin.bodies import load
from manikin.characters.reference import Reference, reference_of
from manikin.characters.roles import find_roles
from manikin.math.rotations import Array, orthonormal_frame

__all__ = ["Near", "Part", "parts_of"]

LIMBS = {"thigh": "shin", "shin": "foot", "upper_arm": "forearm", "forearm": "hand"}
"""The parts that are round, and where each ends."""
DETAIL = 8
"""Segments of a half circle of a round solid."""
WIDE, ROUND = 0.9, 0.75
"""Shares of the points of a trunk and of a limb that are nearer to its middle than it is wide."""


@dataclass(frozen=True)
class Part:
    """A part of a body.

    Attributes:
        role: The part that it moves with.
        begin: The joints in whose middle it begins, by role.
        end: The joints in whose middle it ends.
        middle: How far its middle is before the line between them [m].
        half: Half of its width, its depth along the line beyond its ends, and its depth (3,) [m].
    """

    role: str
    begin: tuple[str, ...]
    end: tuple[str, ...]
    middle: float
    half: Array

    def axis(self, reference: Reference, places: Array, turn: Array) -> tuple[Array, Array]:
        """Where it begins and ends (frames, 3), given the places of all joints and how far it is turned."""
        ahead = turn @ np.array([0.0, 0.0, self.middle])
        begin, end = (
            np.mean([places[:, reference.index(role)] for role in roles], axis=0) for roles in (self.begin, self.end)
        )
        return begin + ahead, end + ahead


@dataclass(frozen=True)
class Near:
    """Places as they are felt from a part.

    Attributes:
        along: How far along the part they are (frames,), 0 to 1.
        way: Which way they lie from its line, in halves of its width (frames, 3); of length 1 on the surface.
        apart: How far they are from its surface (frames,) [m]; below 0 inside.
    """

    along: Array
    way: Array
    apart: Array

    @staticmethod
    def of(place: Array, axis: tuple[Array, Array], turn: Array, half: Array) -> Near:
        """Places (frames, 3) near a part with this axis, turn (frames, 3, 3) and half of its width."""
        begin, line = axis[0], axis[1] - axis[0]
        square = np.maximum((line**2).sum(axis=1), 1e-12)
        along = np.clip(((place - begin) * line).sum(axis=1) / square, 0.0, 1.0)
        off = place - begin - along[:, None] * line
        own = (np.swapaxes(turn, 1, 2) @ off[..., None])[..., 0]
        rho = np.maximum(np.linalg.norm(own / half, axis=1), 1e-6)
        return Near(along, own / half, np.linalg.norm(own, axis=1) * (1 - 1 / rho))

    def on(self, axis: tuple[Array, Array], turn: Array, half: Array, larger: float) -> Array:
        """The same places near a part of another body (frames, 3), whose hands are larger by a factor."""
        rho = np.maximum(np.linalg.norm(self.way, axis=1, keepdims=True), 1e-6)
        surface = self.way / rho * half
        length = np.maximum(np.linalg.norm(surface, axis=1, keepdims=True), 1e-9)
        own = surface * (1 + larger * self.apart[:, None] / length)
        return np.asarray(axis[0] + self.along[:, None] * (axis[1] - axis[0]) + (turn @ own[..., None])[..., 0])


def parts_of(reference: Reference) -> dict[str, Part]:
    """The parts of a body by name; widths are those of its solids or its skin, else those of a human of its size."""
    points = _surface(reference)
    usual, size = _usual()
    larger = float(reference.shoulders[1]) / size
    made = {}
    for name, part in _bare(reference).items():
        found = _measured(reference, part, points)
        known = usual.get(name)
        if found is not None:
            made[name] = found
        elif known is not None:
            made[name] = Part(part.role, part.begin, part.end, larger * known.middle, larger * known.half)
    return made


@lru_cache(maxsize=1)
def _usual() -> tuple[dict[str, Part], float]:
    """The parts of the shipped human, and how high its shoulders are [m]."""
    human = load("human")
    reference = reference_of(human, find_roles(human))
    points = _surface(reference)
    found = {name: _measured(reference, part, points) for name, part in _bare(reference).items()}
    return {name: part for name, part in found.items() if part is not None}, float(reference.shoulders[1])


def _bare(reference: Reference) -> dict[str, Part]:
    """The parts that a body has, without widths."""
    roles, nothing = reference.roles, np.zeros(3)
    made = {}
    for side in "lr":
        for one, other in LIMBS.items():
            if f"{side}_{one}" in roles and f"{side}_{other}" in roles:
                name = f"{side}_{one}"
                made[name] = Part(name, (name,), (f"{side}_{other}",), 0.0, nothing)
    hips, shoulders = ("l_thigh", "r_thigh"), ("l_upper_arm", "r_upper_arm")
    if all(role in roles for role in shoulders):
        waist = _waist(reference)
        if waist is not None:
            made["chest"] = Part(roles.chest, (waist,), shoulders, 0.0, nothing)
        made["belly"] = Part("pelvis", hips, shoulders if waist is None else (waist,), 0.0, nothing)
    return made


def _waist(reference: Reference) -> str | None:
    """The joint of the spine nearest to the middle of the trunk."""
    middle = (reference.hips + reference.shoulders)[1] / 2
    return min(reference.roles.spine, key=lambda role: abs(float(reference.place(role)[1]) - middle), default=None)


def _measured(reference: Reference, part: Part, points: dict[int, Array]) -> Part | None:
    """A part as wide as its surface; None if it has none."""
    skeleton, roles = reference.figure.skeleton, reference.roles
    first = reference.index(part.role)
    limits = {reference.index(role) for role in roles.joints if role != part.role}
    own, stack = [], [first]
    while stack:
        joint = stack.pop()
        own.append(joint)
        stack += [k for k in map(skeleton.index, skeleton.children(skeleton.joints[joint].name)) if k not in limits]
    spine, waist = list(roles.spine), _waist(reference)
    if part.role in ("pelvis", roles.chest) and waist is not None:
        above = spine[spine.index(waist) :]
        own += [reference.index(role) for role in (above if part.role == roles.chest else spine) if role != roles.chest]
    cloud = [points[joint] for joint in own if joint in points]
    if not cloud:
        return None
    places = np.concatenate(cloud)
    begin, end = part.axis(reference, reference.places[None], np.eye(3)[None])
    line = (end - begin)[0]
    along = (places - begin[0]) @ line / max(float(line @ line), 1e-12)
    off = (places - begin[0] - along[:, None] * line)[(along > 0) & (along < 1)]
    if len(off) < 8:
        return None
    if part.role not in ("pelvis", roles.chest):
        radius = float(np.quantile(np.hypot(off[:, 0], off[:, 2]), ROUND))
        return Part(part.role, part.begin, part.end, 0.0, np.full(3, radius)) if radius > 0 else None
    middle = float(np.quantile(off[:, 2], WIDE) + np.quantile(off[:, 2], 1 - WIDE)) / 2
    width, depth = (float(np.quantile(np.abs(v), WIDE)) for v in (off[:, 0], off[:, 2] - middle))
    if not min(width, depth) > 0:
        return None
    return Part(part.role, part.begin, part.end, middle, np.array([width, depth, depth]))


def _surface(reference: Reference) -> dict[int, Array]:
    """Points on the skin or on the solids of each joint that has some, in the reference pose (n, 3) [m]."""
    skeleton = reference.figure.skeleton
    local: dict[int, list[Array]] = {}
    if skeleton.skin is not None:
        for mesh in skeleton.skin.meshes:
            joints = np.array([skeleton.index(name) for name in mesh.joints])
            for bone in np.unique(mesh.bones[:, 0]).tolist():
                some = mesh.points[mesh.bones[:, 0] == bone].astype(float)
                bind = mesh.binds[bone]
                local.setdefault(int(joints[bone]), []).append(some @ bind[:, :3].T + bind[:, 3])
    else:
        for i, joint in enumerate(skeleton.joints):
            for shape in joint.shapes:
                local.setdefault(i, []).append(np.asarray(shape.triangles(DETAIL)[0], float))
    rest = np.asarray(reference.figure.forward(reference.figure.rest))
    found = {}
    for i, clouds in local.items():
        linear = rest[i, :, :3]
        stretch = orthonormal_frame(linear).T @ linear
        turn = reference.rotations[i] @ stretch
        found[i] = np.concatenate(clouds) @ turn.T + reference.places[i]
    return found
