"""The body of a figure as capsules, for clearance from itself, from solids and from other figures."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from manikin.arguments import explained, names_of
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.capsule_clearance import rod_distance
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, Vec3, compose
from manikin.skeleton.shapes import Box, Capsule, Mesh, Shape
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.stretching import end_part

__all__ = ["BodyCapsule", "body_capsules", "capsule_gaps", "capsules_of", "ends_of", "limb_of"]

CLUSTER_SHARE = 0.08
"""Consecutive parts share a capsule while their joints stay within this share of the figure's size."""
INSIDE_SHARE = 0.75
"""Share of a surface that lies inside the capsule fitted to it."""
STIFF_TURN = math.radians(20)
"""Parts share a capsule only if the joints between them turn by no more than this from rest [rad]."""
DETAIL, BULGE = 16, 1.025
"""Segments of a half circle of a round shape, and how much wider the shape is than its corners, at most."""


@explained
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
        skeleton = figure.skeleton
        first, last = (figure.point(end_part(skeleton, self.part, end), end) for end in (self.start, self.end))
        return first, last


@explained
def body_capsules(figure: Figure, *, join: bool = True, enclose: bool = False) -> tuple[BodyCapsule, ...]:
    """Capsules around the shapes of a figure.

    A part whose only shape is a capsule of one radius has exactly this capsule.  Others are fitted to the shapes at
    rest.

    Args:
        figure: The figure.
        join: Whether small consecutive parts, such as vertebrae, share a capsule if no joint between them can turn by
            more than 20° from rest, and so do parts side by side that a joint group turns alike, such as fingers; it
            moves with the heaviest of them.  Else each part has its own.
        enclose: Whether a capsule contains all of the shapes that it stands for.  Else it follows the body more
            closely: three quarters of the surface are inside.
    """
    return _fitted(figure, bool(join), bool(enclose))


@lru_cache(maxsize=32)
def _fitted(figure: Figure, join: bool, enclose: bool) -> tuple[BodyCapsule, ...]:
    rest = figure.pose()
    skeleton, positions = figure.skeleton, rest.world[:, :, 3]
    longest = CLUSTER_SHARE * float(np.ptp(positions, axis=0).max()) if join else -1.0
    clusters: list[list[int]] = []
    cluster_of: dict[int, list[int]] = {}
    turned_alike: dict[tuple[object, ...], list[int]] = {}
    for i, joint in enumerate(skeleton):
        above, stiff = int(skeleton.parents[i]), _is_stiff(joint)
        while above >= 0 and above not in cluster_of:
            stiff &= _is_stiff(skeleton.joints[above])
            above = int(skeleton.parents[above])
        if not any(len(shape.triangles(4)[1]) for shape in joint.shapes):
            continue
        cluster = cluster_of.get(above, [])
        group = _group_turn(figure, i) if join and not stiff else ()
        if group:
            along = bool(cluster) and group == _group_turn(figure, cluster[0])
            key = (id(cluster), joint.limb, group)
            shared = cluster if along else turned_alike.get(key, [])
            if np.ptp(positions[[*shared, i]], axis=0).max() <= longest:
                if not shared:
                    clusters.append(turned_alike.setdefault(key, shared))
                shared.append(i)
                cluster_of[i] = shared
                continue
        first = skeleton.joints[cluster[0]] if cluster else joint
        alike = stiff and first.limb == joint.limb and (first.mirror is None) == (joint.mirror is None)
        if not cluster or not alike or np.ptp(positions[[*cluster, i]], axis=0).max() > longest:
            cluster = []
            clusters.append(cluster)
        cluster.append(i)
        cluster_of[i] = cluster
    return tuple(_capsule(rest, cluster, enclose) for cluster in clusters)


def _group_turn(figure: Figure, i: int) -> tuple[object, ...]:
    """The axes of a joint and the parameters that turn it about them, with all joint groups in use.

    Fingers side by side are turned alike, and so are the joints along a finger: such parts share a capsule.
    """
    skeleton, coupling = figure.skeleton, figure.grouped().coupling
    found = []
    for dof in skeleton.joints[i].dofs:
        row = skeleton.dof_index[dof.name]
        columns = coupling.columns[coupling.starts[row] : coupling.starts[row + 1]].tolist()
        if dof.kind == "slide":
            return ()
        if columns:
            found.append((dof.axis, *columns))
    return tuple(found)


def _is_stiff(joint: Joint) -> bool:
    """Whether no degree of freedom of a joint lets it turn much or slide."""
    return all(
        dof.kind == "hinge" and max(dof.hi - dof.rest, dof.rest - dof.lo) <= STIFF_TURN * (1 + 1e-9)
        for dof in joint.dofs
    )


def capsules_of(
    figure: Figure, parts: Iterable[str] | None, *, join: bool = True, enclose: bool = False
) -> tuple[BodyCapsule, ...]:
    """The capsules of the named parts, all by default; raises if there are none."""
    capsules = body_capsules(figure, join=join, enclose=enclose)
    if not capsules:
        raise InputError(
            f"figure {shorten(figure.name)} has no shapes, so nothing of it can be kept clear of anything: "
            "give it some by skeleton.with_solids(bone_solids(skeleton))"
        )
    if parts is None:
        return capsules
    covered = [name for capsule in capsules for name in capsule.covers]
    wanted = set(names_of(parts, "parts"))
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


def _capsule(rest: Pose, cluster: list[int], enclose: bool) -> BodyCapsule:
    """A capsule along the longest axis of the shapes of some joints."""
    joints = rest.figure.skeleton.joints
    solids = [(shape, rest.world[i]) for i in cluster for shape in joints[i].shapes]
    balls = _capsule_balls(*solids[0]) if len(solids) == 1 else None
    if balls is not None:
        middle, axis = balls[0].mean(axis=0), balls[0][1] - balls[0][0]
        axis = axis / max(float(np.linalg.norm(axis)), 1e-300)
    else:
        cloud, area = (np.concatenate(part) for part in zip(*(_pieces(*solid) for solid in solids), strict=True))
        middle = (cloud.max(axis=0) + cloud.min(axis=0)) / 2
        axis = np.linalg.svd((cloud - middle) * np.sqrt(area)[:, None], full_matrices=False)[2][0]
    if enclose or (balls is not None and balls[1][0] == balls[1][1]):
        lo, hi, radius = _enclosing([_balls_around(*solid) for solid in solids], middle, axis)
    else:
        lo, hi, radius = _most([_pieces(*solid) for solid in solids], middle, axis)
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


def _most(pieces: list[tuple[Array, Array]], middle: Array, axis: Array) -> tuple[float, float, float]:
    """Ends along an axis and radius of a capsule as wide as most of some surfaces."""
    cloud, area = (np.concatenate(part) for part in zip(*pieces, strict=True))
    along = (cloud - middle) @ axis
    across = np.linalg.norm(cloud - middle - np.outer(along, axis), axis=1)
    order = np.argsort(across)
    inside = np.cumsum(area[order])
    radius = float(across[order][np.searchsorted(inside, INSIDE_SHARE * inside[-1])])
    lo, hi = float(along.min()) + radius, float(along.max()) - radius
    return (lo, hi, radius) if lo <= hi else ((lo + hi) / 2, (lo + hi) / 2, radius)


def _enclosing(balls: list[tuple[Array, Array]], middle: Array, axis: Array) -> tuple[float, float, float]:
    """Ends along an axis and radius of the narrowest capsule on this axis that contains some balls."""
    centres, radii = (np.concatenate(part) for part in zip(*balls, strict=True))
    along = (centres - middle) @ axis
    across = np.linalg.norm(centres - middle - np.outer(along, axis), axis=1)
    radius = float((across + radii).max())
    beyond = np.sqrt(np.maximum((radius - radii) ** 2 - across**2, 0.0))
    lo, hi = float((along + beyond).min()), float((along - beyond).max())
    if lo <= hi:
        return lo, hi, radius
    centre = (lo + hi) / 2  # a ball is enough
    return centre, centre, float((np.hypot(across, along - centre) + radii).max())


def _capsule_balls(shape: Shape, world: Array) -> tuple[Array, Array] | None:
    """The two balls whose convex hull is a capsule: centres (2, 3) and radii (2,) [m]; None for other shapes."""
    transform = compose(world, np.array(shape.at).reshape(3, 4))
    linear = transform[:, :3]
    size = abs(float(np.linalg.det(linear))) ** (1 / 3)
    if not isinstance(shape, Capsule) or np.abs(linear @ linear.T - size**2 * np.eye(3)).max() > 1e-9 * size**2:
        return None
    centres = np.array([shape.start, shape.end]) @ linear.T + transform[:, 3]
    return centres, size * np.array([shape.radius, shape.end_radius])


def _balls_around(shape: Shape, world: Array) -> tuple[Array, Array]:
    """Balls in the world whose convex hull contains a shape: centres (k, 3) and radii (k,) [m]."""
    balls = _capsule_balls(shape, world)
    if balls is not None:
        return balls
    points = shape.triangles(DETAIL)[0] @ world[:, :3].T + world[:, 3]
    if not isinstance(shape, (Box, Mesh)):
        middle = (points.max(axis=0) + points.min(axis=0)) / 2
        points = middle + BULGE * (points - middle)
    return points, np.zeros(len(points))


def _pieces(shape: Shape, world: Array) -> tuple[Array, Array]:
    """Centres of the triangles of a surface in the world (t, 3) [m], and their areas (t,) [m²]."""
    points, faces = shape.triangles(DETAIL)
    a, b, c = (points[faces[:, k]] @ world[:, :3].T + world[:, 3] for k in range(3))
    return (a + b + c) / 3, np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
