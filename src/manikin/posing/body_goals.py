"""Goals on whole bodies that a document's settings switch on: balance, comfort, clearance, the floor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from manikin.body.capsules import body_capsules
from manikin.body.clearance import avoid_figure, avoid_self
from manikin.body.posture import comfort_goal
from manikin.document.document import Document
from manikin.document.ik_chain import limb_of
from manikin.figure.figure import Figure
from manikin.goals.goal import Goal
from manikin.posing.balance import EasedBalance, keeps_balance
from manikin.posing.floor import body_slides, floor_goals, planted_goals
from manikin.posing.soles import Soles, rolling_feet, soles_of
from manikin.posing.support import balance_goal, carrying_locks

if TYPE_CHECKING:
    from manikin.posing.levels import AffectedLocks

__all__ = ["BodyGoals", "body_goals"]

CLEARANCE_WEIGHT = 20.0
"""Weight of clearance, relative to a pull of weight 1."""
COMFORT_WEIGHT, COMFORT_EASY = 4.0, 0.15
"""Weight of comfort, in units of effort (see ``manikin.Follower``) for a joint at its limit; and the share of the way
there that costs nothing: little, for the less is flat, the fewer poses are as good, and the pose comes back."""
PLANTED_SHARE = 0.003
"""Weight of a foot that stands without a lock beside one with a lock, relative to a pull of weight 1, over its weight
as a wish."""
MOST_GRIP = 0.05
"""A part and what hangs from it hold something together if their share of the figure's mass is no more than this."""
OBSTACLE_DISTANCE = 1.0
"""Figures farther away than this [m] from a moving figure are not obstacles."""


class BodyGoals(NamedTuple):
    """Balance and soles, which should hold; the floor and clearance, which compete with pulls; comfort, a wish."""

    balance: tuple[EasedBalance, ...] = ()
    soles: tuple[Goal, ...] = ()
    floor: tuple[Goal, ...] = ()
    clearance: tuple[Goal, ...] = ()
    comfort: tuple[Goal, ...] = ()


def body_goals(
    document: Document, affected: AffectedLocks, lifted: Mapping[str, str] | None = None, *, soles: bool = False
) -> BodyGoals:
    """The goals that the document's settings switch on, for the figures that may move.

    ``lifted`` are parts by figure that are pulled, so they support nothing.  With ``soles`` those of free limbs are
    held above level ground, and left out of the floor that competes.
    """
    settings = document.settings
    held: list[EasedBalance] = []
    firm_soles: list[Goal] = []
    low: list[Goal] = []
    clear: list[Goal] = []
    wished: list[Goal] = []
    for name in affected.free:
        figure = document.figures[name]
        balance = balance_goal(document, name, (lifted or {}).get(name)) if keeps_balance(document, name) else None
        held += () if balance is None else (EasedBalance(document, balance),)
        clear += _clearance(figure, affected.free[name]) if settings.collision else ()
        own = soles_of(document, name, affected.free[name]) if soles and settings.floor else Soles()
        firm_soles += own.goals
        low += floor_goals(document, name, affected.free[name], own.balls) if settings.floor else ()
        wished += _comfort(figure) if settings.comfort else ()
        if settings.floor and not affected.free[name].isdisjoint(body_slides(figure)):
            part = (lifted or {}).get(name, figure.skeleton.root.name)
            planted = planted_goals(document, name, rolling_feet(document, name, lifted or {}), part)
            # who is held by locks as well does not lose hold of the ground; who is not can be lifted off it
            limb = () if part == figure.skeleton.root.name else limb_of(figure, part)
            firm = [goal for goal in planted if not set(limb).intersection(goal.handles[0].parts())]
            firm = firm if carrying_locks(document, name) else []
            low += [replace(goal, weight=PLANTED_SHARE * goal.weight) for goal in firm]
            wished += [goal for goal in planted if goal not in firm]
    if settings.collision:
        clear += _clearance_between(document, affected)
    return BodyGoals(tuple(held), tuple(firm_soles), tuple(low), tuple(clear), tuple(wished))


@lru_cache(maxsize=16)
def _comfort(figure: Figure) -> tuple[Goal, ...]:
    limited = bool((np.isfinite(figure.lo) & np.isfinite(figure.hi) & (figure.lo < figure.hi)).any())
    return (comfort_goal(figure, easy=COMFORT_EASY, weight=COMFORT_WEIGHT),) if limited else ()


@lru_cache(maxsize=16)
def _clearance(figure: Figure, free: frozenset[int]) -> tuple[Goal, ...]:
    return tuple(avoid_self(figure, weight=CLEARANCE_WEIGHT, free=free)) if body_capsules(figure) else ()


def _clearance_between(document: Document, affected: AffectedLocks) -> list[Goal]:
    """Clearance goals between figures that may move, and between them and figures that do not.

    Parts that are joined by a lock may touch, and so may parts that overlap deeply already.
    """
    joined = {
        frozenset(((lock.figure, own), (other, touched)))
        for lock in document.locks
        for handle in lock.goal.handles
        if (other := handle.figure) is not None and other != lock.figure
        for part in handle.parts()
        for own in _grip(document.figures[lock.figure], lock.part)
        for touched in _grip(document.figures[other], part)
    }
    found: list[Goal] = []
    names = list(document.figures)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if one in affected.free or other in affected.free:
                found += avoid_figure(
                    document.poses[one],
                    document.poses[other],
                    weight=CLEARANCE_WEIGHT,
                    within=OBSTACLE_DISTANCE,
                    may_touch=lambda a, b, one=one, other=other: frozenset(((one, a), (other, b))) in joined,  # type: ignore[misc]
                )
    return found


def _grip(figure: Figure, part: str) -> tuple[str, ...]:
    """A part with what hangs from it, if that is light: a hand that holds something does so with its fingers."""
    skeleton = figure.skeleton
    first = skeleton.index(part)
    below = skeleton.joints[first : int(skeleton.ends[first])]
    light = sum(joint.mass for joint in below) <= MOST_GRIP * skeleton.mass
    return tuple(joint.name for joint in below) if light else (part,)
