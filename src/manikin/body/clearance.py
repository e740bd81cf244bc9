"""Goals that keep a body clear of itself, of solids, planes and other figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from manikin.body.capsules import BodyCapsule, body_capsules, capsule_gaps, capsules_of, ends_of, limb_of
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import AnyOf, CapsuleClearance, HalfSpace, SolidClearance
from manikin.goals.capsule_clearance import MAX_CAPSULES
from manikin.goals.solid_clearance import edges_of, planes_of
from manikin.handles import FixedFrame, FixedPoint
from manikin.handles.handle import FrameLike, PointLike
from manikin.math.rotations import VectorLike
from manikin.skeleton.shapes import Capsule, Shape

__all__ = ["avoid", "avoid_figure", "avoid_self", "capsules_apart", "keep_out"]

DEEP_OVERLAP = 0.01
"""Capsules of two figures that overlap by more than this [m] do so on purpose, such as a hand around a tube."""
THIN_BALL_SPACING = 0.02
"""Largest distance between the balls of a capsule whose radius is smaller than this [m]."""
WORLD = FixedFrame(position=(0.0, 0.0, 0.0))
"""The frame of the world."""


def avoid_self(
    figure: Figure,
    *,
    margin: float = 0.005,
    weight: float = 1.0,
    near: Pose | None = None,
    within: float = math.inf,
) -> list[CapsuleClearance]:
    """Goals that keep a figure's limbs clear of each other and of its trunk, one for each limb.

    Neighbours and pairs that touch at rest are left out.

    Args:
        figure: The figure.
        margin: Smallest distance allowed between surfaces [m].
        weight: Weight of each goal.
        near: If given, pairs that are far apart in this pose are left out.
        within: Largest distance in that pose at which a pair counts [m].
    """
    capsules = capsules_of(figure, None)
    parts = {name: i for i, capsule in enumerate(capsules) for name in capsule.covers}
    rest_pose = figure.pose()
    rest = capsule_gaps(capsules, rest_pose, capsules, rest_pose)
    now = rest if near is None else capsule_gaps(capsules, near, capsules, near)
    limbs = [limb_of(figure, capsule) for capsule in capsules]
    rank = {limb: -i for i, limb in enumerate(dict.fromkeys(limbs))}
    pairs_of: dict[str, list[tuple[int, int]]] = {}
    for i in range(len(capsules)):
        for j in range(i):
            if rest[i, j] > margin and now[i, j] <= within and not _neighbours(figure, capsules, parts, i, j):
                own, other = sorted((i, j), key=lambda k: rank[limbs[k]])
                pairs_of.setdefault(limbs[own], []).append((own, other))
    found = []
    for limb, pairs in pairs_of.items():
        name = f"{limb} off the body"
        found += _apart((figure, capsules), (figure, capsules), pairs, margin=margin, weight=weight, name=name)
    return found


def avoid(
    figure: Figure,
    obstacle: Shape | Figure | tuple[VectorLike, VectorLike],
    *,
    parts: Iterable[str] | None = None,
    on: FrameLike | None = None,
    margin: float = 0.01,
    weight: float = 1.0,
    together: bool = False,
) -> list[CapsuleClearance | SolidClearance]:
    """Goals that keep a figure clear of an obstacle, one for each limb.

    Args:
        figure: The figure.
        obstacle: A convex solid (a mesh counts as its convex hull), another figure, or a plane as one of its points [m]
            and its normal, on whose side the figure must stay.
        parts: Names of the parts that must stay clear; all by default.
        on: Frame in which a solid or plane is given; the world by default.
        margin: Smallest distance allowed between surfaces [m].
        weight: Weight of each goal.
        together: Whether to make one goal for all limbs.
    """
    capsules = capsules_of(figure, parts)
    label = obstacle.name if isinstance(obstacle, Figure) else getattr(obstacle, "kind", "plane")
    found: list[CapsuleClearance | SolidClearance] = []
    limbs = [figure.name if together else limb_of(figure, capsule) for capsule in capsules]
    for limb in dict.fromkeys(limbs):
        mine = tuple(capsule for capsule, own in zip(capsules, limbs, strict=True) if own == limb)
        name = f"{limb} off {label}"
        if isinstance(obstacle, Figure):
            theirs = body_capsules(obstacle)
            pairs = [(i, j) for i in range(len(mine)) for j in range(len(theirs))]
            found += _apart((figure, mine), (obstacle, theirs), pairs, margin=margin, weight=weight, name=name)
        elif isinstance(obstacle, Capsule) and on is None and obstacle.radius == obstacle.end_radius:
            at = np.array(obstacle.at).reshape(3, 4)
            ends = [FixedPoint(position=tuple(at[:, :3] @ p + at[:, 3])) for p in (obstacle.start, obstacle.end)]
            found.append(
                CapsuleClearance(
                    ends=ends_of(figure, mine),
                    radii=_radii(mine),
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
                    ends=ends_of(figure, mine),
                    radii=radii,
                    balls=balls,
                    margin=margin,
                    weight=weight,
                    name=name,
                )
            )
    return found


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
        how: dict[str, Any] = {"parts": parts, "on": on, "margin": margin, "weight": weight}
        return [goal for shape in solids for goal in avoid(one.figure, shape, **how)] if parts else []
    pairs_of: dict[str, list[tuple[int, int]]] = {}
    for i, j in np.argwhere(near & (gaps > -DEEP_OVERLAP)).tolist():
        pairs_of.setdefault(limb_of(one.figure, mine[i]), []).append((i, j))
    found: list[CapsuleClearance | SolidClearance] = []
    for limb, pairs in pairs_of.items():
        name = f"{one.figure.name}: {limb} off {other.figure.name}"
        found += _apart((one.figure, mine), (other.figure, theirs), pairs, margin=margin, weight=weight, name=name)
    return found


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


def keep_out(point: PointLike, solid: Shape, *, weight: float = 1.0, name: str | None = None) -> AnyOf:
    """A goal that keeps a point out of a convex solid: a disjunction of the half-spaces of its faces (Z eq. 27).

    For parts with a thickness see ``avoid``.

    Args:
        point: The point.
        solid: The solid, in the world.
        weight: Weight of the goal.
        name: Name of the goal.
    """
    planes, _ = _solid(solid)
    goals = tuple(HalfSpace(point=point, origin=np.multiply(d, n), normal=n) for *n, d in planes)
    return AnyOf(goals=goals, weight=weight, name=name or f"outside the {solid.kind}")


# ---- parts of these goals ----------------------------------------------------------------------


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


def _radii(capsules: Sequence[BodyCapsule]) -> tuple[float, ...]:
    return tuple(capsule.radius for capsule in capsules)


def _solid(obstacle: object) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Faces and edges of an obstacle, as ``SolidClearance`` takes them."""
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
    """Number and radius [m] of balls that cover a capsule; ``several``: the obstacle has more than one face."""
    length = math.dist(capsule.start, capsule.end)
    if not several:
        return 2, capsule.radius  # the ends are nearest to a plane
    count = 1 + math.ceil(length / max(capsule.radius, THIN_BALL_SPACING))
    gap = length / (count - 1) if count > 1 else 0.0
    return count, math.hypot(capsule.radius, gap / 2)
