"""Goals that keep a body clear of itself, of solids, planes and other figures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from manikin.arguments import explained
from manikin.body.capsules import BodyCapsule, body_capsules, capsule_gaps, capsules_of, ends_of, limb_of
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import AnyOf, CapsuleClearance, HalfSpace, SolidClearance
from manikin.goals.capsule_clearance import MAX_CAPSULES
from manikin.goals.solid_clearance import MAX_BALLS, edges_of, planes_of
from manikin.handles import FixedFrame, FixedPoint
from manikin.handles.handle import FrameLike, PointLike, finite
from manikin.math.rotations import Array, VectorLike
from manikin.skeleton.shapes import Capsule, Cylinder, Ellipsoid, Shape

__all__ = ["avoid", "avoid_figure", "avoid_self", "capsules_apart", "keep_out", "solid_faces"]

C = TypeVar("C", CapsuleClearance, CapsuleClearance | SolidClearance)

DEEP_OVERLAP = 0.01
"""Capsules of two figures that overlap by more than this [m] do so on purpose, such as a hand around a tube."""
THIN_BALL_SPACING = 0.02
"""Largest distance between the balls of a capsule whose radius is smaller than this [m]."""
ROUND_SOLIDS: dict[type, int] = {Cylinder: 20, Ellipsoid: 9, Capsule: 8}
"""The detail of the polyhedron instead of a round solid; more would be more faces than a goal can hold."""
WORLD = FixedFrame(position=(0.0, 0.0, 0.0))
"""The frame of the world."""


@explained
def avoid_self(
    figure: Figure,
    *,
    margin: float = 0.005,
    weight: float = 1.0,
    near: Pose | None = None,
    within: float = math.inf,
    free: Collection[int] | None = None,
) -> list[CapsuleClearance]:
    """Goals that keep a figure's limbs clear of each other and of its trunk, one for each limb.

    Neighbours and pairs that touch at rest are left out.

    Args:
        figure: The figure.
        margin: Smallest distance allowed between surfaces [m].
        weight: Weight of each goal.
        near: If given, pairs that are far apart in this pose are left out.
        within: Largest distance in that pose at which a pair counts [m].
        free: Indices of the parameters that may change; pairs that they cannot move against each other are left out.
            All by default.
    """
    finite((margin, weight), 2, "margin and weight")
    capsules = capsules_of(figure, None)
    parts = {name: i for i, capsule in enumerate(capsules) for name in capsule.covers}
    rest_pose = figure.pose()
    rest = capsule_gaps(capsules, rest_pose, capsules, rest_pose)
    now = rest if near is None else capsule_gaps(capsules, near, capsules, near)
    moves = _moving_pairs(figure, capsules, free)
    limbs = [limb_of(figure, capsule) for capsule in capsules]
    rank = {limb: -i for i, limb in enumerate(dict.fromkeys(limbs))}
    pairs_of: dict[str, list[tuple[int, int]]] = {}
    for i in range(len(capsules)):
        for j in range(i):
            counts = moves[i, j] and rest[i, j] > margin and now[i, j] <= within
            if counts and not _neighbours(figure, capsules, parts, i, j):
                own, other = sorted((i, j), key=lambda k: rank[limbs[k]])
                pairs_of.setdefault(limbs[own], []).append((own, other))
    if len(capsules) > 1 and margin > (widest := float(rest.max())) > 0:
        raise InputError(f"no parts are {margin:g} m apart at rest, {widest:.2g} m at most: margins are in metres")
    found = []
    for limb, pairs in pairs_of.items():
        name = f"{limb} off the body"
        found += _apart((figure, capsules), (figure, capsules), pairs, margin=margin, weight=weight, name=name)
    return _numbered(found)


@explained
def avoid(
    figure: Figure,
    obstacle: Shape | Figure | tuple[VectorLike, VectorLike],
    *,
    parts: Iterable[str] | None = None,
    on: FrameLike | None = None,
    margin: float = 0.01,
    weight: float = 1.0,
    together: bool = False,
    enclose: bool = True,
) -> list[CapsuleClearance | SolidClearance]:
    """Goals that keep a figure clear of an obstacle, one for each limb, or several if one cannot hold them.

    If they are reached, every shape of the figure keeps its distance from the obstacle.

    Args:
        figure: The figure.
        obstacle: A convex solid, another figure, or a plane as one of its points [m] and its normal, on whose side the
            figure must stay.  A mesh counts as its convex hull; a round solid as a polyhedron around it, which is wider
            by 0.3 % (cylinder), 8 % (ellipsoid) or 10 % (a capsule that tapers or moves with a frame).
        parts: Names of the parts that must stay clear; all by default.
        on: Frame in which a solid or plane is given; the world by default.
        margin: Smallest distance allowed between surfaces [m].
        weight: Weight of each goal.
        together: Whether to make goals for all limbs together.
        enclose: Whether each part is kept clear by a capsule that contains it.  Else capsules follow the body more
            closely and small parts share them (see ``body_capsules``): it may come nearer and goals are faster, but
            parts of the surface may touch the obstacle.
    """
    if isinstance(obstacle, Figure) and obstacle.name == figure.name:
        raise InputError(f"{shorten(figure.name)} is no obstacle to itself; avoid_self keeps its parts off each other")
    capsules = capsules_of(figure, parts, join=not enclose, enclose=enclose)
    label = obstacle.name if isinstance(obstacle, Figure) else getattr(obstacle, "kind", "plane")
    found: list[CapsuleClearance | SolidClearance] = []
    limbs = [figure.name if together else limb_of(figure, capsule) for capsule in capsules]
    for limb in dict.fromkeys(limbs):
        mine = tuple(capsule for capsule, own in zip(capsules, limbs, strict=True) if own == limb)
        name = f"{limb} off {label}"
        if isinstance(obstacle, Figure):
            theirs = body_capsules(obstacle, join=not enclose, enclose=enclose)
            pairs = [(i, j) for i in range(len(mine)) for j in range(len(theirs))]
            found += _apart((figure, mine), (obstacle, theirs), pairs, margin=margin, weight=weight, name=name)
        elif isinstance(obstacle, Capsule) and on is None and obstacle.radius == obstacle.end_radius:
            at = np.array(obstacle.at).reshape(3, 4)
            ends = [FixedPoint(position=tuple(at[:, :3] @ p + at[:, 3])) for p in (obstacle.start, obstacle.end)]
            for some in _split(mine, [1] * len(mine), MAX_CAPSULES - 1):
                found.append(
                    CapsuleClearance(
                        ends=ends_of(figure, some),
                        radii=_radii(some),
                        other_ends=ends,
                        other_radii=(obstacle.radius,),
                        margin=margin,
                        weight=weight,
                        name=name,
                    )
                )
        else:
            planes, edges = solid_faces(obstacle)
            balls_of = {capsule: _balls(capsule, bool(edges)) for capsule in mine}
            for some in _split(mine, [count for count, _ in balls_of.values()], MAX_BALLS):
                balls, radii = zip(*(balls_of[capsule] for capsule in some), strict=True)
                found.append(
                    SolidClearance(
                        solid=WORLD if on is None else on,
                        planes=planes,
                        edges=edges,
                        ends=ends_of(figure, some),
                        radii=radii,
                        balls=balls,
                        margin=margin,
                        weight=weight,
                        name=name,
                    )
                )
    return _numbered(found)


def avoid_figure(
    one: Pose,
    other: Pose,
    *,
    margin: float = 0.005,
    weight: float = 1.0,
    within: float = math.inf,
    may_touch: Callable[[str, str], bool] | None = None,
) -> list[CapsuleClearance | SolidClearance]:
    """Goals that keep two figures clear of each other; none if one has no shapes.

    A body is kept clear of the shapes of a prop, a figure with one joint.  Of two bodies, each limb of the first is
    kept clear of the second; pairs that overlap by more than a centimetre are left out.

    Args:
        one: Pose of the first figure.
        other: Pose of the second figure.
        margin: Smallest distance allowed between surfaces [m].
        weight: Weight of each goal.
        within: Largest distance in these poses at which a pair counts [m].
        may_touch: Tells whether a part of the first figure may touch a part of the second.
    """
    if len(one.figure.skeleton) == 1 < len(other.figure.skeleton):
        swapped = None if may_touch is None else lambda a, b: may_touch(b, a)
        return avoid_figure(other, one, margin=margin, weight=weight, within=within, may_touch=swapped)
    mine, theirs = body_capsules(one.figure), body_capsules(other.figure)
    if not mine or not theirs:
        return []
    gaps = capsule_gaps(mine, one, theirs, other)
    near = gaps <= within
    for i, j in np.argwhere(near).tolist():
        covered = ((a, b) for a in mine[i].covers for b in theirs[j].covers)
        near[i, j] = may_touch is None or not any(may_touch(a, b) for a, b in covered)
    if len(other.figure.skeleton) == 1:  # the shapes of a prop, not the capsule around them
        root = other.figure.skeleton.root
        parts = [name for capsule, counts in zip(mine, near[:, 0], strict=True) if counts for name in capsule.covers]
        solids = [shape for shape in root.shapes if len(shape.triangles(4)[1])]
        on = other.figure.frame(root.name)
        how: dict[str, Any] = {"parts": parts, "on": on, "margin": margin, "weight": weight, "enclose": False}
        return [goal for shape in solids for goal in avoid(one.figure, shape, **how)] if parts else []
    pairs_of: dict[str, list[tuple[int, int]]] = {}
    for i, j in np.argwhere(near & (gaps > -DEEP_OVERLAP)).tolist():
        pairs_of.setdefault(limb_of(one.figure, mine[i]), []).append((i, j))
    found: list[CapsuleClearance | SolidClearance] = []
    for limb, pairs in pairs_of.items():
        name = f"{one.figure.name}: {limb} off {other.figure.name}"
        found += _apart((one.figure, mine), (other.figure, theirs), pairs, margin=margin, weight=weight, name=name)
    return _numbered(found)


def capsules_apart(
    figure: Figure,
    parts: Iterable[str],
    others: Iterable[str],
    *,
    other: Figure | None = None,
    margin: float = 0.0,
    name: str | None = None,
) -> CapsuleClearance:
    """A goal that keeps the capsules of some parts clear of those of other parts.

    Args:
        figure: The figure.
        parts: Names of the first parts.
        others: Names of the other parts.
        other: Figure that the other parts belong to; the same figure by default.
        margin: Smallest distance allowed between surfaces [m].
        name: Name of the goal.
    """
    second = figure if other is None else other
    mine, theirs = capsules_of(figure, parts), capsules_of(second, others)
    same = second == figure
    pairs = tuple((i, j) for i, a in enumerate(mine) for j, b in enumerate(theirs) if not same or a != b)
    if not pairs:
        raise InputError("these parts share one capsule, so they cannot be kept apart")
    return CapsuleClearance(
        ends=ends_of(figure, mine),
        radii=_radii(mine),
        other_ends=ends_of(second, theirs),
        other_radii=_radii(theirs),
        pairs=pairs,
        margin=margin,
        name=name,
    )


@explained
def keep_out(point: PointLike, solid: Shape, *, weight: float = 1.0, name: str | None = None) -> AnyOf:
    """A goal that keeps a point out of a convex solid: a disjunction of the half-spaces of its faces (Z eq. 27).

    For parts with a thickness see ``avoid``.

    Args:
        point: The point.
        solid: The solid, in the world.
        weight: Weight of the goal.
        name: Name of the goal.
    """
    planes, _ = solid_faces(solid)
    goals = tuple(HalfSpace(point=point, origin=np.multiply(d, n), normal=n) for *n, d in planes)
    return AnyOf(goals=goals, weight=weight, name=name or f"outside the {solid.kind}")


# ---- parts of these goals ----------------------------------------------------------------------


def _moving_pairs(figure: Figure, capsules: Sequence[BodyCapsule], free: Collection[int] | None) -> Array:
    """Which capsules some parameters can move against each other (k, k): those of joints on the way between them."""
    if free is None:
        return np.ones((len(capsules), len(capsules)), bool)
    skeleton = figure.skeleton
    driven = np.array([
        not set(figure.coupling.columns_of([dof.name for dof in joint.dofs], skeleton)).isdisjoint(free)
        for joint in skeleton
    ])  # fmt: skip
    above = np.zeros((len(capsules), len(skeleton)), bool)
    for i, capsule in enumerate(capsules):
        above[i, [skeleton.index(name) for name in skeleton.path(capsule.part)]] = True
    return np.asarray(((above[:, None] ^ above) & driven).any(axis=-1))


def _neighbours(figure: Figure, capsules: tuple[BodyCapsule, ...], parts: dict[str, int], i: int, j: int) -> bool:
    """Whether one capsule hangs from the other without a capsule between them."""
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
    """One goal for these pairs of capsules, or several if they are too many for one."""
    mine, theirs = (sorted({pair[side] for pair in pairs}) for side in (0, 1))
    if not pairs:
        return []
    if len(mine) + len(theirs) > MAX_CAPSULES:
        middle = len(pairs) // 2
        order = sorted(pairs, key=lambda pair: pair if len(mine) >= len(theirs) else pair[::-1])
        halves = (order[:middle], order[middle:])
        return [goal for half in halves for goal in _apart(one, other, half, margin=margin, weight=weight, name=name)]
    (figure, capsules), (second, others) = one, other
    first_side, second_side = [capsules[i] for i in mine], [others[j] for j in theirs]
    return [
        CapsuleClearance(
            ends=ends_of(figure, first_side),
            radii=_radii(first_side),
            other_ends=ends_of(second, second_side),
            other_radii=_radii(second_side),
            pairs=tuple((mine.index(i), theirs.index(j)) for i, j in pairs),
            margin=margin,
            weight=weight,
            name=name,
        )
    ]


def _numbered(goals: list[C]) -> list[C]:
    """The goals with names of their own: of those that share one, the second has " 2" after it, and so on."""
    counts: Counter[str | None] = Counter()
    named = []
    for goal in goals:
        counts[goal.name] += 1
        count = counts[goal.name]
        named.append(goal if count == 1 else replace(goal, name=f"{goal.name} {count}"))
    return named


def _split(capsules: Sequence[BodyCapsule], costs: Sequence[int], most: int) -> list[tuple[BodyCapsule, ...]]:
    """Capsules in runs whose costs are at most ``most`` together, and whose number is one that a goal can hold."""
    runs: list[list[BodyCapsule]] = []
    total = 0
    for capsule, cost in zip(capsules, costs, strict=True):
        if not runs or total + cost > most or len(runs[-1]) == MAX_CAPSULES:
            runs.append([])
            total = 0
        runs[-1].append(capsule)
        total += cost
    return [tuple(run) for run in runs]


def _radii(capsules: Sequence[BodyCapsule]) -> tuple[float, ...]:
    return tuple(capsule.radius for capsule in capsules)


def solid_faces(obstacle: object) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Faces and edges of an obstacle, as ``SolidClearance`` takes them."""
    if isinstance(obstacle, Shape):
        corners = np.unique(_corners(obstacle).round(12), axis=0)
        return planes_of(corners), edges_of(corners)
    try:
        origin, normal = (np.asarray(part, float).reshape(3) for part in obstacle)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise InputError(
            f"an obstacle is a solid, a figure, or a plane as a point and its normal, not {shorten(obstacle)}"
        ) from None
    return ((*normal.tolist(), float(normal @ origin)),), ()


def _corners(solid: Shape, detail: int | None = None) -> Array:
    """Corners (k, 3) [m] of a polyhedron that contains a solid; it is the solid's own where it has flat faces."""
    detail = detail or ROUND_SOLIDS.get(type(solid))
    if detail is None:
        return solid.triangles(6)[0]
    at = np.array(solid.at).reshape(3, 4)
    if isinstance(solid, Capsule):
        ends = ((solid.start, solid.radius), (solid.end, solid.end_radius))
        balls = [_corners(Ellipsoid(radii=(r, r, r)), detail) + np.array(centre) for centre, r in ends]
        return np.asarray(np.concatenate(balls) @ at[:, :3].T + at[:, 3])
    sectors, bands = (2 * detail, math.inf) if isinstance(solid, Cylinder) else (detail, 2 * detail)
    wider = 1 / (math.cos(math.pi / sectors) * math.cos(math.pi / bands))  # the corners lie on the solid
    return np.asarray(at[:, 3] + wider * (solid.triangles(detail)[0] - at[:, 3]))


def _balls(capsule: BodyCapsule, several: bool) -> tuple[int, float]:
    """Number and radius [m] of balls that cover a capsule; ``several``: the obstacle has more than one face."""
    length = math.dist(capsule.start, capsule.end)
    if not several:
        return 2, capsule.radius  # the ends are nearest to a plane
    count = 1 + math.ceil(length / max(capsule.radius, THIN_BALL_SPACING))
    gap = length / (count - 1) if count > 1 else 0.0
    return count, math.hypot(capsule.radius, gap / 2)
