"""Keeping a body off itself and off things: its capsules, and the goals that keep them apart."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import AnyOf, CapsuleClearance, HalfSpace, SolidClearance
from manikin.goals.capsule_clearance import MAX_CAPSULES, rod_distance
from manikin.goals.solid_clearance import edges_of, planes_of
from manikin.handles import FixedFrame, FixedPoint
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, Vec3
from manikin.skeleton.shapes import Capsule, Shape

__all__ = ["BodyCapsule", "avoid", "avoid_self", "body_capsules", "capsules_apart", "keep_out"]

LUMP = 0.08
"""Parts that follow one another make one capsule as long as they stay within this share of the figure's size."""
WIDE = 0.75
"""The share of a surface that lies inside the capsule fitted to it."""
WORLD = FixedFrame(position=(0.0, 0.0, 0.0), rotation=(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0))


@dataclass(frozen=True, kw_only=True)
class BodyCapsule:
    """A capsule on a part of a figure: all within ``radius`` of the line from ``start`` to ``end`` [m].

    ``covers`` names the parts that it stands for, ``limb`` the limb that they belong to.
    """

    part: str
    start: Vec3
    end: Vec3
    radius: float
    covers: tuple[str, ...]
    limb: str | None

    def ends(self, figure: Figure) -> tuple[Handle, Handle]:
        """Handles on both ends."""
        return figure.point(self.part, self.start), figure.point(self.part, self.end)


def body_capsules(figure: Figure) -> tuple[BodyCapsule, ...]:
    """The body in capsules, fitted to the solids of its parts at rest.

    A part gets one; small parts that follow one another, vertebrae or fingers, share one that moves with the heaviest.
    """
    rest = figure.pose()
    skeleton, places = figure.skeleton, rest.world[:, :, 3]
    longest = LUMP * float(np.ptp(places, axis=0).max())
    lumps: list[list[int]] = []
    lump_of: dict[int, list[int]] = {}
    for i, joint in enumerate(skeleton):
        above = int(skeleton.parents[i])
        while above >= 0 and above not in lump_of:
            above = int(skeleton.parents[above])
        if not any(len(shape.triangles(4)[1]) for shape in joint.shapes):
            continue
        lump = lump_of.get(above, [])
        first = skeleton.joints[lump[0]] if lump else joint
        alike = first.limb == joint.limb and (first.mirror is None) == (joint.mirror is None)
        if not lump or not alike or np.ptp(places[[*lump, i]], axis=0).max() > longest:
            lump = []
            lumps.append(lump)
        lump.append(i)
        lump_of[i] = lump
    return tuple(_fitted(rest, lump) for lump in lumps)


def _fitted(rest: Pose, lump: list[int]) -> BodyCapsule:
    """A capsule about the longest axis of the surfaces of some parts, as wide as most of them are."""
    joints = rest.figure.skeleton.joints
    pieces = [_pieces(shape, rest.world[i]) for i in lump for shape in joints[i].shapes]
    cloud, area = (np.concatenate(part) for part in zip(*pieces, strict=True))
    middle = (cloud.max(axis=0) + cloud.min(axis=0)) / 2
    axis = np.linalg.svd((cloud - middle) * np.sqrt(area)[:, None], full_matrices=False)[2][0]
    along = (cloud - middle) @ axis
    across = np.linalg.norm(cloud - middle - np.outer(along, axis), axis=1)
    order = np.argsort(across)
    inside = np.cumsum(area[order])
    radius = float(across[order][np.searchsorted(inside, WIDE * inside[-1])])
    lo, hi = float(along.min()) + radius, float(along.max()) - radius
    if lo > hi:
        lo = hi = (lo + hi) / 2
    holder = max(lump, key=lambda i: (joints[i].mass, -i))
    world = rest.world[holder]
    start, end = ((middle + t * axis - world[:, 3]) @ np.linalg.inv(world[:, :3]).T for t in (lo, hi))
    return BodyCapsule(
        part=joints[holder].name,
        start=tuple(start.tolist()),
        end=tuple(end.tolist()),
        radius=radius,
        covers=tuple(joints[i].name for i in lump),
        limb=joints[lump[0]].limb,
    )


def _pieces(shape: Shape, world: Array) -> tuple[Array, Array]:
    """The middles of the triangles of a surface in the world, and their areas."""
    points, faces = shape.triangles(16)
    a, b, c = (points[faces[:, k]] @ world[:, :3].T + world[:, 3] for k in range(3))
    return (a + b + c) / 3, np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2


def avoid_self(
    figure: Figure,
    *,
    margin: float = 0.005,
    weight: float = 1.0,
    near: Pose | None = None,
    within: float = math.inf,
) -> list[CapsuleClearance]:
    """Goals that keep a figure's limbs off one another and off its trunk, one for each limb.

    Left out are neighbours, pairs that touch at rest, and with a pose ``near`` those that are more than ``within`` [m]
    apart in it.
    """
    capsules = body_capsules(figure)
    parts = {name: i for i, capsule in enumerate(capsules) for name in capsule.covers}
    rest = _gaps(capsules, figure.pose())
    now = rest if near is None else _gaps(capsules, near)
    limbs = [_limb(figure, capsule) for capsule in capsules]
    rank = {limb: -i for i, limb in enumerate(dict.fromkeys(limbs))}
    minded: dict[str, list[tuple[int, int]]] = {}
    for i in range(len(capsules)):
        for j in range(i):
            if rest[i, j] > margin and now[i, j] <= within and not _neighbours(figure, capsules, parts, i, j):
                own, other = sorted((i, j), key=lambda k: rank[limbs[k]])
                minded.setdefault(limbs[own], []).append((own, other))
    found = []
    for limb, pairs in minded.items():
        name = f"{limb} off the body"
        found += _apart((figure, capsules), (figure, capsules), pairs, margin=margin, weight=weight, name=name)
    return found


def avoid(
    figure: Figure,
    obstacle: Shape | Figure | tuple[Vec3, Vec3],
    *,
    parts: Iterable[str] | None = None,
    on: Handle | None = None,
    margin: float = 0.01,
    weight: float = 1.0,
    together: bool = False,
) -> list[CapsuleClearance | SolidClearance]:
    """Goals that keep a figure off an obstacle: a convex solid, another figure, or what lies behind a plane.

    A solid stands in the world, or in the frame ``on``; a mesh is taken as its convex hull.  A plane is a point of it
    and its normal, to which side the figure may be.  ``parts`` are those that mind it, all by default.  There is one
    goal for each limb, or one for all ``together``.
    """
    capsules = _chosen(figure, parts)
    label = obstacle.name if isinstance(obstacle, Figure) else getattr(obstacle, "kind", "plane")
    found: list[CapsuleClearance | SolidClearance] = []
    limbs = [figure.name if together else _limb(figure, capsule) for capsule in capsules]
    for limb in dict.fromkeys(limbs):
        mine = tuple(capsule for capsule, own in zip(capsules, limbs, strict=True) if own == limb)
        name = f"{limb} off {label}"
        if isinstance(obstacle, Figure):
            theirs = body_capsules(obstacle)
            pairs = [(i, j) for i in range(len(mine)) for j in range(len(theirs))]
            found += _apart((figure, mine), (obstacle, theirs), pairs, margin=margin, weight=weight, name=name)
        elif isinstance(obstacle, Capsule) and on is None and obstacle.radius == obstacle.end_radius:
            at = np.array(obstacle.at).reshape(3, 4)
            ends = tuple(FixedPoint(position=tuple(at[:, :3] @ p + at[:, 3])) for p in (obstacle.start, obstacle.end))
            found.append(
                CapsuleClearance(
                    ends=_ends(figure, mine),
                    radii=tuple(capsule.radius for capsule in mine),
                    other_ends=ends,
                    other_radii=(obstacle.radius,),
                    margin=margin,
                    weight=weight,
                    name=name,
                )
            )
        else:
            planes, edges = _solid(obstacle)
            balls, radii = zip(*(_balls(capsule, bool(edges)) for capsule in mine), strict=True)
            found.append(
                SolidClearance(
                    solid=WORLD if on is None else on,
                    planes=planes,
                    edges=edges,
                    ends=_ends(figure, mine),
                    radii=radii,
                    balls=balls,
                    margin=margin,
                    weight=weight,
                    name=name,
                )
            )
    return found


def capsules_apart(
    figure: Figure, parts: Iterable[str], others: Iterable[str], *, margin: float = 0.0, name: str | None = None
) -> CapsuleClearance:
    """Keep the capsules of some parts of a figure off those of others; one on both sides minds only the rest."""
    mine, theirs = _chosen(figure, parts), _chosen(figure, others)
    pairs = tuple((i, j) for i, one in enumerate(mine) for j, other in enumerate(theirs) if one != other)
    if not pairs:
        raise InputError("these parts share one capsule, so they cannot be kept apart")
    return CapsuleClearance(
        ends=_ends(figure, mine),
        radii=tuple(capsule.radius for capsule in mine),
        other_ends=_ends(figure, theirs),
        other_radii=tuple(capsule.radius for capsule in theirs),
        pairs=pairs,
        margin=margin,
        name=name,
    )


def keep_out(point: Handle, solid: Shape, *, weight: float = 1.0, name: str | None = None) -> AnyOf:
    """Keep a point out of a convex solid in the world: any one of the half-spaces of its faces (Z eq. 27).

    In a session the choice does not chatter (see ``manikin.AnyOf``); for parts with a thickness see ``avoid``.
    """
    planes, _ = _solid(solid)
    goals = tuple(HalfSpace(point=point, origin=np.multiply(d, n), normal=n) for *n, d in planes)
    return AnyOf(goals=goals, weight=weight, name=name or f"outside the {solid.kind}")


# ---- how it is done ----------------------------------------------------------------------------


def _limb(figure: Figure, capsule: BodyCapsule) -> str:
    """The name of a capsule's limb; a root of no group goes with the first that hangs from it."""
    below = figure.skeleton.children(capsule.covers[-1])
    return capsule.limb or (figure.skeleton[below[0]].limb if below else None) or figure.skeleton.root.name


def _ends(figure: Figure, capsules: Iterable[BodyCapsule]) -> tuple[Handle, ...]:
    return tuple(end for capsule in capsules for end in capsule.ends(figure))


def _gaps(capsules: tuple[BodyCapsule, ...], pose: Pose) -> Array:
    """(k, k) distances of surfaces, below 0 where they meet."""
    ends = np.array([[end.value(pose) for end in capsule.ends(pose.figure)] for capsule in capsules]).reshape(-1, 2, 3)
    radii = np.array([capsule.radius for capsule in capsules])
    starts, tips = ends[:, 0], ends[:, 1]
    distances, _ = rod_distance(starts[:, None], tips[:, None], starts[None], tips[None])
    return np.asarray(distances - radii[:, None] - radii)


def _neighbours(figure: Figure, capsules: tuple[BodyCapsule, ...], parts: dict[str, int], i: int, j: int) -> bool:
    """Whether one hangs from the other with no capsule between them."""
    skeleton = figure.skeleton
    for lower, upper in ((i, j), (j, i)):
        for name in reversed(skeleton.path(capsules[lower].covers[0])[:-1]):
            if name in parts and parts[name] != lower:
                if parts[name] == upper:
                    return True
                break
    return False


def _apart(
    one: tuple[Figure, tuple[BodyCapsule, ...]],
    other: tuple[Figure, tuple[BodyCapsule, ...]],
    pairs: list[tuple[int, int]],
    *,
    margin: float,
    weight: float,
    name: str,
) -> list[CapsuleClearance]:
    """One goal for these pairs of capsules, or a few where they are too many for one."""
    mine, theirs = (sorted({pair[side] for pair in pairs}) for side in (0, 1))
    if not pairs:
        return []
    if len(mine) + len(theirs) > MAX_CAPSULES:
        middle = len(pairs) // 2
        order = sorted(pairs, key=lambda pair: pair if len(mine) >= len(theirs) else pair[::-1])
        halves = (order[:middle], order[middle:])
        return [goal for half in halves for goal in _apart(one, other, half, margin=margin, weight=weight, name=name)]
    (figure, capsules), (second, others) = one, other
    return [
        CapsuleClearance(
            ends=_ends(figure, (capsules[i] for i in mine)),
            radii=tuple(capsules[i].radius for i in mine),
            other_ends=_ends(second, (others[j] for j in theirs)),
            other_radii=tuple(others[j].radius for j in theirs),
            pairs=tuple((mine.index(i), theirs.index(j)) for i, j in pairs),
            margin=margin,
            weight=weight,
            name=name,
        )
    ]


def _chosen(figure: Figure, parts: Iterable[str] | None) -> tuple[BodyCapsule, ...]:
    capsules = body_capsules(figure)
    if not capsules:
        raise InputError(f"figure {shorten(figure.name)} has no solids, so nothing of it can be kept off anything")
    if parts is None:
        return capsules
    covered = [name for capsule in capsules for name in capsule.covers]
    wanted = set(parts)
    for name in wanted.difference(covered):
        raise UnknownName(f"part of {shorten(figure.name)} with a solid", name, covered)
    return tuple(capsule for capsule in capsules if wanted.intersection(capsule.covers))


def _solid(obstacle: object) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Planes and edges of an obstacle."""
    if isinstance(obstacle, Shape):
        corners = np.unique(obstacle.triangles(6)[0].round(12), axis=0)
        return planes_of(corners), edges_of(corners)
    try:
        origin, normal = (np.asarray(part, float).reshape(3) for part in obstacle)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise InputError(
            f"an obstacle is a solid, a figure, or a plane as a point and its normal, not {shorten(obstacle)}"
        ) from None
    return ((*normal.tolist(), float(normal @ origin)),), ()


def _balls(capsule: BodyCapsule, several: bool) -> tuple[int, float]:
    """How many balls stand for a capsule, and their radius: large enough that they hold all of it."""
    length = math.dist(capsule.start, capsule.end)
    if not several:
        return 2, capsule.radius  # before a plane both ends are all that matters
    count = 1 + math.ceil(length / max(capsule.radius, 0.02))
    gap = length / (count - 1) if count > 1 else 0.0
    return count, math.hypot(capsule.radius, gap / 2)
