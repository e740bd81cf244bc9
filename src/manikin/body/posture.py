"""How a body likes to be: which way its limbs bend, how easy its joints are, where it looks (W 7.2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import Aim, BendToward, Comfort
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed

__all__ = ["ComfortScore", "bend_goals", "comfort", "comfort_goal", "gaze"]

EASY = 0.5
"""The share of the way from rest to a limit within which a joint is at ease."""


def bend_goals(figure: Figure, goals: Iterable[Goal] | None = None, *, weight: float = 0.01) -> list[BendToward]:
    """The bends that a figure prefers, as goals; with ``goals`` only those of limbs that these goals move.

    They are preferences: soft, and of little weight beside what is asked for.
    """
    used: set[int] | None = None
    if goals is not None:
        asked = [handle for goal in goals if not goal.preference for handle in goal.handles]
        own = [h for h in asked if not isinstance(h, Fixed) and h.figure in (None, figure.name)]
        used = {column for handle in own for column in handle.columns(figure).tolist()}
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


def gaze(figure: Figure, target: Any, *, eyes: str = "eyes", weight: float = 1.0, name: str = "gaze") -> Aim:
    """Let the figure's eyes look at a target: a place [m] or a handle.  They look along z of the part ``eyes``."""
    if eyes not in figure.skeleton:
        raise UnknownName(f"part of {shorten(figure.name)} that looks", eyes, [joint.name for joint in figure.skeleton])
    point, direction = figure.point(eyes), figure.direction(eyes, (0.0, 0.0, 1.0))
    return Aim(point=point, direction=direction, target=target, weight=weight, name=name)


def comfort_goal(figure: Figure, *, easy: float = EASY, weight: float = 0.001, name: str = "comfort") -> Comfort:
    """A preference for joints away from their limits; ``easy`` is the share of the way there that costs nothing."""
    if not (isinstance(easy, (int, float)) and 0 <= easy < 1):
        raise InputError(f"easy must lie between 0 and 1, 1 excluded, not {shorten(easy)}")
    limited = np.flatnonzero(np.isfinite(figure.lo) & np.isfinite(figure.hi) & (figure.lo < figure.hi))
    if not len(limited):
        raise InputError(f"figure {shorten(figure.name)} has no joint limits to be away from")
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


@dataclass(frozen=True)
class ComfortScore:
    """How comfortable a pose is: ``score`` from 1, every joint at ease, to 0, every joint at a limit.

    ``joints`` lists the parameters that are not at ease with their strain, 0 … 1 of the way to the limit, worst first.
    """

    score: float
    joints: tuple[tuple[str, float], ...]

    def __str__(self) -> str:
        worst = ", ".join(f"{name} {100 * strain:.0f} %" for name, strain in self.joints[:3])
        return f"comfort {self.score:.2f}" + (f"; most strained: {worst}" if worst else "")


def comfort(pose: Pose, *, easy: float = EASY) -> ComfortScore:
    """How comfortable a pose is: 1 − the root mean square of its joints' strains.  See ``comfort_goal``."""
    goal = comfort_goal(pose.figure, easy=easy)
    strains = np.minimum(np.abs(goal.residual(goal.values.value(pose))), 1.0)
    names = [pose.figure.parameter_names[i] for i in goal.values.columns(pose.figure)]
    worst = sorted(((n, float(s)) for n, s in zip(names, strains, strict=True) if s > 0), key=lambda pair: -pair[1])
    return ComfortScore(1 - float(np.sqrt(np.mean(strains**2))), tuple(worst))
