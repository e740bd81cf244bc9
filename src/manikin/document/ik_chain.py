"""The effector of a part, and its IK chain: the joints that follow when the part is pulled (W 6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.math.rotations import Array, Vec3, VectorLike
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.stretching import children_drawn

__all__ = [
    "ChainMode",
    "PointSet",
    "chain_of",
    "columns_of",
    "effector_of",
    "is_branch",
    "limb_of",
    "nearest_on_ray",
    "ray_at_depth",
]

ChainMode = Literal["part", "branch", "joint"]

MIN_FACING = 0.05
"""A plane is edge on for a ray where the cosine between its normal and the ray is smaller than this."""


def chain_of(figure: Figure, part: str, mode: ChainMode = "branch", base: str | None = None) -> tuple[str, ...]:
    """The IK chain of a part, from the base of the chain to the part itself.

    Going up from the part, the chain stops where the parent has a body of its own (``part``), where the parent
    has several limbs (``branch``), or at the named joint ``base`` (``joint``).  A chain that could not move is
    extended.
    """
    path = figure.skeleton.path(part)
    if mode == "joint":
        if base is None:
            raise InputError("name the joint where the chain begins (base)")
        if base not in path:
            raise UnknownName(f"joint between the root and {shorten(part)} called", base, path)
        return path[path.index(base) :]
    if mode not in ("part", "branch"):
        raise UnknownName("chain mode", mode, ("part", "branch", "joint"))
    first = len(path) - 1
    while first > 0:
        above = path[first - 1]
        stop = bool(figure.skeleton[above].shapes) if mode == "part" else is_branch(figure.skeleton, above)
        if stop and columns_of(figure, path[first:]):
            break
        first -= 1
    return path[first:]


def limb_of(figure: Figure, part: str) -> tuple[str, ...]:
    """The limb of a part: from the joint at the nearest branch on, all that hangs from it."""
    skeleton = figure.skeleton
    first = skeleton.index(chain_of(figure, part)[0])
    return tuple(joint.name for joint in skeleton.joints[first : int(skeleton.ends[first])])


@lru_cache(maxsize=4096)
def is_branch(skeleton: Skeleton, name: str) -> bool:
    """Whether several limbs hang from a joint; markers, without shapes and degrees of freedom, do not count."""
    return sum(_is_limb(skeleton, child) for child in skeleton.children(name)) > 1


def _is_limb(skeleton: Skeleton, name: str) -> bool:
    first = skeleton.index(name)
    return any(joint.shapes or joint.dofs for joint in skeleton.joints[first : int(skeleton.ends[first])])


def columns_of(figure: Figure, joints: Iterable[str]) -> set[int]:
    """The parameters that drive the degrees of freedom of some joints."""
    dofs = [dof.name for name in joints for dof in figure.skeleton[name].dofs]
    return {int(column) for column in figure.coupling.columns_of(dofs, figure.skeleton)}


@lru_cache(maxsize=4096)
def effector_of(skeleton: Skeleton, part: str) -> Vec3:
    """The point of a part, in its frame [m], by which it is pulled: halfway along its axis.

    The axis leads to the limb that hangs from the part.  If there are none or several, the middle of its shapes is
    used.
    """
    joint = skeleton[part]
    limbs = [child for child in children_drawn(skeleton, part) if _is_limb(skeleton, child)]
    if len(limbs) == 1 and any(skeleton[limbs[0]].offset):
        x, y, z = (0.5 * a for a in skeleton[limbs[0]].offset)
        return (x, y, z)
    bodies = [points for shape in joint.shapes if len(points := shape.triangles(6)[0])]
    if not bodies:  # a rod without shapes leads to its farthest marker
        offsets = [skeleton[child].offset for child in skeleton.children(part)]
        x, y, z = max(offsets, key=lambda offset: float(np.dot(offset, offset)), default=(0.0, 0.0, 0.0))
        return (0.5 * x, 0.5 * y, 0.5 * z)
    points = np.concatenate(bodies)
    x, y, z = (points.min(axis=0) + points.max(axis=0)).tolist()
    return (0.5 * x, 0.5 * y, 0.5 * z)


class PointSet:
    """Points of parts, whose world positions are computed together."""

    def __init__(self, skeleton: Skeleton, points: Sequence[tuple[str, VectorLike]]) -> None:
        self._joints = [skeleton.index(part) for part, _ in points]
        self._local = np.array([at for _, at in points], float).reshape(-1, 3)

    def places(self, world: Array) -> Array:
        """World positions (k, 3) [m] for the joint transforms ``world`` (joints, 3, 4)."""
        frames = world[self._joints]
        return np.asarray((frames[:, :, :3] @ self._local[:, :, None])[..., 0] + frames[:, :, 3])


def nearest_on_ray(origin: Array, direction: Array, point: Array) -> Array:
    """The point of a ray nearest to a given point (3,) [m]; never behind the ray's origin."""
    length = float(direction @ direction)
    if not length > 1e-24:
        raise InputError("the direction of a ray must not be zero")
    return np.asarray(origin + max(0.0, float((point - origin) @ direction) / length) * direction)


def ray_at_depth(origin: Array, direction: Array, point: Array, normal: Array) -> Array:
    """Where a ray meets the plane through a point that faces ``normal``; the nearest point of the ray if it is edge on.

    A drag in a view keeps its depth: the plane stays where it was when the drag began.
    """
    along, size = float(direction @ normal), float(np.linalg.norm(direction) * np.linalg.norm(normal))
    if abs(along) < MIN_FACING * size:
        return nearest_on_ray(origin, direction, point)
    way = float((point - origin) @ normal) / along
    return np.asarray(origin + way * direction) if way > 0 else nearest_on_ray(origin, direction, point)
