"""The body of a figure as capsules, for clearance from itself, from solids and from other figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.capsule_clearance import rod_distance
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, Vec3
from manikin.skeleton.shapes import Shape

__all__ = ["BodyCapsule", "body_capsules", "capsule_gaps", "capsules_of", "ends_of", "limb_of"]

CLUSTER_SHARE = 0.08
"""Consecutive parts share a capsule while their joints stay within this share of the figure's size."""
INSIDE_SHARE = 0.75
"""Share of a surface that lies inside the capsule fitted to it."""


@dataclass(frozen=True, kw_only=True)
class BodyCapsule:
    """A capsule on a part of a figure: all points within a radius of a line segment.

    Attributes:
        part: Name of the part that the capsule moves with.
        start: Start of the segment in the part's frame [m].
        end: End of the segment in the part's frame [m].
        radius: Radius [m].
        covers: Names of the parts that the capsule stands for.
        limb: Label of the limb that they belong to.
    """

    part: str
    start: Vec3
    end: Vec3
    radius: float
    covers: tuple[str, ...]
    limb: str | None

    def ends(self, figure: Figure) -> tuple[Handle, Handle]:
        """Handles on both ends of the segment."""
        return figure.point(self.part, self.start), figure.point(self.part, self.end)


def body_capsules(figure: Figure) -> tuple[BodyCapsule, ...]:
    """Capsules fitted to the shapes of a figure at rest.

    Each part has one.  Small consecutive parts, such as vertebrae or finger bones, share one, which moves with the
    heaviest of them.
    """
    rest = figure.pose()
    skeleton, positions = figure.skeleton, rest.world[:, :, 3]
    longest = CLUSTER_SHARE * float(np.ptp(positions, axis=0).max())
    clusters: list[list[int]] = []
    cluster_of: dict[int, list[int]] = {}
    for i, joint in enumerate(skeleton):
        above = int(skeleton.parents[i])
        while above >= 0 and above not in cluster_of:
            above = int(skeleton.parents[above])
        if not any(len(shape.triangles(4)[1]) for shape in joint.shapes):
            continue
        cluster = cluster_of.get(above, [])
        first = skeleton.joints[cluster[0]] if cluster else joint
        alike = first.limb == joint.limb and (first.mirror is None) == (joint.mirror is None)
        if not cluster or not alike or np.ptp(positions[[*cluster, i]], axis=0).max() > longest:
            cluster = []
            clusters.append(cluster)
        cluster.append(i)
        cluster_of[i] = cluster
    return tuple(_fitted(rest, cluster) for cluster in clusters)


def capsules_of(figure: Figure, parts: Iterable[str] | None) -> tuple[BodyCapsule, ...]:
    """The capsules of the named parts, all by default; raises if there are none."""
    capsules = body_capsules(figure)
    if not capsules:
        raise InputError(
            f"figure {shorten(figure.name)} has no shapes, so nothing of it can be kept clear of anything: "
            "give it some by skeleton.with_solids(bone_solids(skeleton))"
        )
    if parts is None:
        return capsules
    covered = [name for capsule in capsules for name in capsule.covers]
    wanted = set(parts)
    for name in wanted.difference(covered):
        raise UnknownName(f"part of {shorten(figure.name)} with a shape", name, covered)
    return tuple(capsule for capsule in capsules if wanted.intersection(capsule.covers))


def ends_of(figure: Figure, capsules: Iterable[BodyCapsule]) -> tuple[Handle, ...]:
    """Handles on the ends of capsules, two for each."""
    return tuple(end for capsule in capsules for end in capsule.ends(figure))


def limb_of(figure: Figure, capsule: BodyCapsule) -> str:
    """The limb of a capsule; a part without a limb belongs to that of its first child."""
    below = figure.skeleton.children(capsule.covers[-1])
    return capsule.limb or (figure.skeleton[below[0]].limb if below else None) or figure.skeleton.root.name


def capsule_gaps(mine: tuple[BodyCapsule, ...], one: Pose, theirs: tuple[BodyCapsule, ...], other: Pose) -> Array:
    """Distances (k, l) [m] between the surfaces of capsules in two poses; below 0 where they overlap."""
    sides = []
    for capsules, pose in ((mine, one), (theirs, other)):
        ends = np.array([[end.value(pose) for end in capsule.ends(pose.figure)] for capsule in capsules])
        sides.append((ends.reshape(-1, 2, 3), np.array([capsule.radius for capsule in capsules])))
    (a, radii), (b, others) = sides
    distances, _ = rod_distance(a[:, None, 0], a[:, None, 1], b[None, :, 0], b[None, :, 1])
    return np.asarray(distances - radii[:, None] - others)


def _fitted(rest: Pose, cluster: list[int]) -> BodyCapsule:
    """A capsule along the longest principal axis of the surfaces of some joints, as wide as most of them."""
    joints = rest.figure.skeleton.joints
    pieces = [_pieces(shape, rest.world[i]) for i in cluster for shape in joints[i].shapes]
    cloud, area = (np.concatenate(part) for part in zip(*pieces, strict=True))
    middle = (cloud.max(axis=0) + cloud.min(axis=0)) / 2
    axis = np.linalg.svd((cloud - middle) * np.sqrt(area)[:, None], full_matrices=False)[2][0]
    along = (cloud - middle) @ axis
    across = np.linalg.norm(cloud - middle - np.outer(along, axis), axis=1)
    order = np.argsort(across)
    inside = np.cumsum(area[order])
    radius = float(across[order][np.searchsorted(inside, INSIDE_SHARE * inside[-1])])
    lo, hi = float(along.min()) + radius, float(along.max()) - radius
    if lo > hi:
        lo = hi = (lo + hi) / 2
    holder = max(cluster, key=lambda i: (joints[i].mass, -i))
    world = rest.world[holder]
    start, end = ((middle + t * axis - world[:, 3]) @ np.linalg.inv(world[:, :3]).T for t in (lo, hi))
    return BodyCapsule(
        part=joints[holder].name,
        start=tuple(start.tolist()),
        end=tuple(end.tolist()),
        radius=radius,
        covers=tuple(joints[i].name for i in cluster),
        limb=joints[cluster[0]].limb,
    )


def _pieces(shape: Shape, world: Array) -> tuple[Array, Array]:
    """Centres of the triangles of a surface in the world (t, 3) [m], and their areas (t,) [m²]."""
    points, faces = shape.triangles(16)
    a, b, c = (points[faces[:, k]] @ world[:, :3].T + world[:, 3] for k in range(3))
    return (a + b + c) / 3, np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
