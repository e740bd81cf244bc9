"""Posture: which way limbs bend, how comfortable joints are, where a body looks (W 7.2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from manikin.arguments import explained
from manikin.body.effort import limbs
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import Aim, Align, BendToward, Comfort
from manikin.goals.goal import Goal
from manikin.goals.moved_columns import moved_columns
from manikin.handles.handle import PointLike
from manikin.skeleton.skeleton import Joint, Skeleton

__all__ = [
    "FREE_LIMB_WEIGHT",
    "ComfortScore",
    "bend_goals",
    "comfort",
    "comfort_goal",
    "direction_goals",
    "free_limb_goals",
    "gaze",
    "hanging_limbs",
]

UPRIGHT = 0.8
"""A limb hangs, or is upright, if the cosine of its angle to the vertical is above this."""
FREE_LIMB_WEIGHT = 3.0
"""Weight of a free limb's direction as a wish, in units of effort per radian squared."""
COMFORTABLE_SHARE = 0.5
"""Share of the way from rest to a limit within which a joint is comfortable."""


@explained
def bend_goals(figure: Figure, goals: Iterable[Goal] | None = None, *, weight: float = 0.01) -> list[BendToward]:
    """Goals for the bends that a figure prefers.

    Args:
        figure: The figure.
        goals: If given, only limbs that these goals can move get a bend.
        weight: Weight of each bend, small beside that of other goals.
    """
    used: set[int] | None = None
    if goals is not None:
        used = set(np.flatnonzero(moved_columns(figure, [goal for goal in goals if not goal.preference])).tolist())
    found = []
    for bend in figure.skeleton.bends:
        base, middle, tip = bend.limb
        moving = {d for name in (base, middle) for d in (dof.name for dof in figure.skeleton[name].dofs)}
        if used is not None and used.isdisjoint(figure.coupling.columns_of(sorted(moving), figure.skeleton)):
            continue
        found.append(
            BendToward(
                base=figure.point(base),
                middle=figure.point(middle),
                tip=figure.point(tip),
                target=figure.point(bend.part, bend.toward),
                weight=weight,
                name=bend.name,
            )
        )
    return found


def free_limb_goals(pose: Pose, goals: Iterable[Goal], *, weight: float = 1.0) -> list[Align]:
    """Goals that limbs which no other goal moves keep their direction in the world: arms hang, the head stays upright.

    Args:
        pose: The pose whose directions are kept.
        goals: The goals that move other limbs; a limb that carries one of their handles is not free.
        weight: Weight of each.
    """
    figure, skeleton = pose.figure, pose.figure.skeleton
    held = {p for goal in goals for h in goal.handles if h.figure in (None, figure.name) for p in h.parts()}
    found = []
    for limb in limbs(figure):
        below = range(skeleton.index(limb[0]), int(skeleton.ends[skeleton.index(limb[0])]))
        if not any(skeleton.joints[i].name in held for i in below):
            found.append(limb)
    return direction_goals(pose, found, weight=weight)


def direction_goals(pose: Pose, some: Iterable[tuple[str, ...]], *, weight: float = 1.0) -> list[Align]:
    """Goals that limbs keep the direction that they have in the world in a pose, that of their heaviest part."""
    figure, skeleton, found = pose.figure, pose.figure.skeleton, []
    for limb in some:
        heaviest = _heaviest(skeleton, limb)
        length = float(np.linalg.norm(heaviest.centre))
        if len(limb) < len(skeleton) and heaviest.mass > 0 and length > 0:
            along = tuple((np.array(heaviest.centre) / length).tolist())
            direction = figure.direction(heaviest.name, along)
            found.append(
                Align(direction=direction, target=direction.value(pose), weight=weight, name=f"hang {heaviest.name}")
            )
    return found


def hanging_limbs(pose: Pose) -> list[tuple[str, ...]]:
    """The limbs that hang or are upright, each from its base to its tip: arms beside the body, a head above it."""
    skeleton, found = pose.figure.skeleton, []
    for limb in limbs(pose.figure):
        heaviest = _heaviest(skeleton, limb)
        along = pose.orientation(heaviest.name) @ np.array(heaviest.centre)
        length = float(np.linalg.norm(along))
        if len(limb) < len(skeleton) and abs(along @ np.array(skeleton.up_axis)) > UPRIGHT * length > 0:
            found.append(limb)
    return found


def _heaviest(skeleton: Skeleton, limb: tuple[str, ...]) -> Joint:
    return max((skeleton[name] for name in limb), key=lambda joint: joint.mass)


@explained
def gaze(figure: Figure, target: PointLike, *, eyes: str = "eyes", weight: float = 1.0, name: str = "gaze") -> Aim:
    """A goal that makes a figure look at a target.

    Args:
        figure: The figure.
        target: A position [m] or a handle on a point.
        eyes: Name of the part that looks, along its z axis.
        weight: Weight of the goal.
        name: Name of the goal.
    """
    if eyes not in figure.skeleton:
        raise UnknownName(f"part of {shorten(figure.name)} that looks", eyes, [joint.name for joint in figure.skeleton])
    point, direction = figure.point(eyes), figure.direction(eyes, (0.0, 0.0, 1.0))
    return Aim(point=point, direction=direction, target=target, weight=weight, name=name)


@explained
def comfort_goal(
    figure: Figure, *, easy: float = COMFORTABLE_SHARE, weight: float = 0.001, name: str = "comfort"
) -> Comfort:
    """A goal that prefers joints away from their limits.

    Args:
        figure: The figure.
        easy: Share of the way from rest to a limit that costs nothing, from 0 to below 1.
        weight: Weight of the goal, small beside that of other goals.
        name: Name of the goal.
    """
    if not (isinstance(easy, (int, float)) and 0 <= easy < 1):
        raise InputError(f"easy must be from 0 to below 1, not {shorten(easy)}")
    limited = _limited(figure)
    if not len(limited):
        raise InputError(f"figure {shorten(figure.name)} has no joint limits, so comfort has no meaning")
    return _comfort_of(figure, limited, easy, weight, name)


def trunk_comfort(figure: Figure, *, easy: float = COMFORTABLE_SHARE, weight: float = 0.001) -> list[Goal]:
    """The same for a trunk: what limbs hang from.  A figure whose trunk has no limits gets none."""
    in_limbs = {joint for limb in limbs(figure) for joint in limb}
    below = {joint.name for joint in figure.skeleton if not in_limbs.isdisjoint(figure.skeleton.path(joint.name))}
    dofs = [dof.name for name in below for dof in figure.skeleton[name].dofs]
    limb_columns = figure.coupling.columns_of(dofs, figure.skeleton)
    trunk = np.array([i for i in _limited(figure).tolist() if i not in limb_columns], np.int64)
    return [_comfort_of(figure, trunk, easy, weight, "easy trunk")] if len(trunk) else []


def _limited(figure: Figure) -> np.ndarray:
    """The parameters with limits."""
    return np.flatnonzero(np.isfinite(figure.lo) & np.isfinite(figure.hi) & (figure.lo < figure.hi))


def _comfort_of(figure: Figure, limited: np.ndarray, easy: float, weight: float, name: str) -> Comfort:
    lo, hi, rest = figure.lo[limited], figure.hi[limited], figure.rest[limited]
    return Comfort(
        values=figure.parameter_values(*(figure.parameter_names[i] for i in limited)),
        lo=tuple(lo.tolist()),
        easy_lo=tuple((rest + easy * (lo - rest)).tolist()),
        easy_hi=tuple((rest + easy * (hi - rest)).tolist()),
        hi=tuple(hi.tolist()),
        weight=weight,
        name=name,
    )


@explained
@dataclass(frozen=True)
class ComfortScore:
    """How comfortable a pose is.

    Attributes:
        score: 1 if every joint is comfortable, 0 if every joint is at a limit.
        joints: Pairs (parameter, strain) of the uncomfortable ones, worst first; the strain is 0 at the edge of the
            comfortable range and 1 at the limit.
    """

    score: float
    joints: tuple[tuple[str, float], ...]

    def __str__(self) -> str:
        worst = ", ".join(f"{name} {100 * strain:.0f} %" for name, strain in self.joints[:3])
        return f"comfort {self.score:.2f}" + (f"; most strained: {worst}" if worst else "")


@explained
def comfort(pose: Pose, *, easy: float = COMFORTABLE_SHARE) -> ComfortScore:
    """The comfort of a pose: 1 − the root mean square of its joints' strains; for ``easy`` see ``comfort_goal``."""
    goal = comfort_goal(pose.figure, easy=easy)
    strains = np.minimum(np.abs(goal.strains(goal.values.value(pose))), 1.0)
    names = [pose.figure.parameter_names[i] for i in goal.values.columns(pose.figure)]
    worst = sorted(((n, float(s)) for n, s in zip(names, strains, strict=True) if s > 0), key=lambda pair: -pair[1])
    return ComfortScore(1 - float(np.sqrt(np.mean(strains**2))), tuple(worst))
