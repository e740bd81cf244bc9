"""What is held in a motion script: locks, goals and moving targets, as timed goals and as locks of a document."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation, RotationSpline

from manikin.body.support import sole_points
from manikin.clips.carried import grip_ends, is_prop
from manikin.clips.clip import Clip
from manikin.clips.ensemble import Ensemble
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.clips.timing import speed_curve
from manikin.document.document import Document
from manikin.document.lock import ONE_SIDED_GOALS, Lock
from manikin.document.lock_kinds import LOCK_KINDS, LockOptions, make_goal
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.gait.footholds import place_foot
from manikin.gait.ground import Ground
from manikin.gait.legs import SIDES, legs_of
from manikin.goals import OrientationGoal, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.language.motion.reading import goal_in, places_of, thrown_to
from manikin.language.motion.statements import GoalOver, LockOver, Move, Throw
from manikin.language.motion.words import ScriptWords
from manikin.math.rotations import Array

__all__ = [
    "given_target",
    "goal_of",
    "held_at",
    "lock_on",
    "moving_goals",
    "place_of",
    "served",
    "spans_of",
    "unique",
    "way_of",
    "with_end",
]

NEAR = 1.0
"""A goal may have a say so long before and after its windows, where it hands over to another [s]."""
FINE = 64
"""Points of a way between two of its places."""


def goal_of(statement: LockOver | GoalOver, document: Document, ground: Ground) -> Goal:
    """The goal of a line, with the part as it stands in the document."""
    if isinstance(statement, GoalOver):
        words = ScriptWords(statement.line, document.poses.values())
        words.take("goal")
        return goal_in(words)
    if statement.on_ground:
        goal: Goal = _on_ground(document.poses[statement.figure], statement.part, ground)
    else:
        takes = LOCK_KINDS[statement.kind].options
        given: dict[str, Any] = {"at": (0.0, 0.0, 0.0)} if "at" in takes else {}  # a part's own point, as in goals
        given |= {} if statement.place is None else {"target": statement.place}
        if statement.other is not None:
            given["other_figure"], given["other"] = statement.other
        goal = make_goal(statement.kind, document, statement.figure, statement.part, LockOptions(**given))
    usual = statement.part if statement.kind == "pose" else f"{statement.part} {statement.kind}"
    usual = usual if len(document.actors) == 1 else f"{statement.figure} {usual}"
    return replace(goal, name=statement.name or usual, weight=statement.weight, chain=statement.chain)


def _on_ground(pose: Pose, part: str, ground: Ground) -> PoseGoal:
    """A part with its sole on the ground, below or above where it is."""
    figure, frame = pose.figure, pose.transform(part)
    target = frame.copy()
    feet = {f"{side}_foot": side for side in SIDES}
    if part in feet:
        leg = legs_of(figure)[feet[part]]
        turn = frame[:, :3] @ leg.rest[:, :3].T
        middle = frame[:, 3] - turn @ leg.rest[:, 3]
        placed = place_foot(leg, middle[[0, 2]], math.atan2(turn[0, 2], turn[2, 2]), ground).placement
        target = np.column_stack([placed[:, :3] @ leg.rest[:, :3], placed[:, :3] @ leg.rest[:, 3] + placed[:, 3]])
    else:
        soles = np.array([point.value(pose) for point in sole_points(figure, part)])
        target[1, 3] -= (soles[:, 1] - ground.height(soles[:, [0, 2]])).min()
    return PoseGoal(frame=figure.frame(part), target=target)


def lock_on(document: Document, goal: Goal, *, hard: bool) -> Document:
    """The document with a goal among its locks."""
    named = [(handle.figure, part) for handle in goal.handles if handle.figure is not None for part in handle.parts()]
    figure = document.actor(named[0][0] if named else None).figure
    chain = None
    if goal.chain is not None:
        chain = tuple(str(name) if isinstance(name, str) else name[1] for name in goal.chain)
    lock = Lock(
        id=document.made + 1,
        name=(goal.name or goal.kind)[:80],
        figure=figure.name,
        part=named[0][1] if named else figure.skeleton.root.name,
        kind=goal.kind,
        goal=replace(goal, chain=chain),
        hard=hard,
        chain=chain,
    )
    return document.with_lock(lock)


def served(goal: Goal, figures: Mapping[str, Figure]) -> tuple[Goal, dict[str, tuple[str, ...]] | None]:
    """A goal, and what may move for it, by figure; None is all that moves its handles.

    A figure that is only looked at need not move, a prop that is held follows what holds it, and no prop comes by
    itself to a figure.
    """
    own = next((handle.figure for handle in goal.handles if handle.figure is not None), None)
    if len(figures) == 1 or own is None:
        return goal, None
    if goal.chain is not None:
        found: dict[str, tuple[str, ...]] = {}
        for name in goal.chain:
            figure, joint = (own, name) if isinstance(name, str) else name
            found[figure] = (*found.get(figure, ()), joint)
        return replace(goal, chain=None), found
    names = dict.fromkeys(handle.figure for handle in goal.handles if handle.figure is not None)
    if len(names) == 1:
        return goal, None
    held = grip_ends(goal) is not None and is_prop(figures[own])
    alone = held or goal.kind in ONE_SIDED_GOALS
    moved = [own] if alone else [name for name in names if name == own or not is_prop(figures[name])]
    return goal, None if len(moved) == len(names) else {name: figures[name].parameter_names for name in moved}


def with_end(goal: TimedGoal, start: float) -> TimedGoal:
    """The goal, held one frame longer if it ends just before a frame: so what follows takes over where it leaves."""
    spans = [
        replace(span, end=start) if span.start <= start and start - 1 <= span.end < start else span
        for span in goal.ordered
    ]
    return replace(goal, spans=tuple(spans))


def held_at(clips: tuple[Clip, ...], goals: Iterable[TimedGoal], frame: float) -> dict[str, Array]:
    """The states of all figures at a frame, by name; goals that have no say there are not asked, which saves time."""
    rate = clips[0].rate
    asked = []
    for goal in goals:
        for span in (span.at_rate(rate) for span in goal.ordered):
            before, after = (NEAR * rate + (ease or 0.0) for ease in (span.ease_in, span.ease_out))
            if span.start - before <= frame <= span.end + after:
                asked.append(goal)
                break
    states = Ensemble(clips=clips, goals=tuple(asked)).at(frame)
    return {name: rows[0] for name, rows in states.items()}


def place_of(throw: Throw, document: Document) -> Array:
    """Where a prop is thrown to (3,) [m], in a document that is posed as it is when the prop lands."""
    words = ScriptWords(throw.line, document.poses.values())
    words.take("throw")
    _, place = thrown_to(words)
    return np.array(place.value(words.pose_of(place)) if hasattr(place, "value") else place, float)


# ---- what moves --------------------------------------------------------------------------------


def way_of(move: Move, poses: Mapping[str, Pose]) -> Array:
    """The places (m, 3) or orientations (m, 3, 3) that a move goes through, as seen from the poses of all figures."""
    words, pose = ScriptWords(move.line, poses.values()), poses[move.figure]
    words.take("move or turn")
    handle = words.frame() if move.turns else words.point()
    words.keyword("through")
    found = []
    for place in places_of(words, handle, move.turns):
        value = place.value(words.pose_of(place)) if hasattr(place, "value") else place
        found.append(np.array(value, float).reshape((3, 3) if move.turns else (3,)))
    if len(found) == 1:  # from where it is
        now = pose.orientation(move.part) if move.turns else pose.convert_point(move.at, move.part)
        found.insert(0, np.array(now))
    return np.array(found)


def moving_goals(move: Move, figure: Figure, way: Array, frames: Array) -> tuple[Goal, MovingTarget, list[Goal]]:
    """The goal of a move at its last place, its target from frame to frame, and the goal at each of the frames."""
    share = _shares(move, (frames - frames[0]) / (frames[-1] - frames[0]))
    values = _turned(way, share) if move.turns else _placed(way, share)
    name = move.name or f"{'turn' if move.turns else 'move'} {move.part}"
    goals: list[Goal] = []
    given: dict[str, Any] = {"weight": move.weight, "chain": move.chain, "name": name}
    for value in values:
        if move.turns:
            goals.append(
                OrientationGoal(orientation=figure.orientation(move.part), target=value.reshape(3, 3), **given)
            )
        else:
            goals.append(Position(point=figure.point(move.part, move.at), target=tuple(value.tolist()), **given))
    target = MovingTarget(
        field="target", frames=tuple(frames.tolist()), values=tuple(tuple(row) for row in values.tolist())
    )
    return goals[-1], target, goals


def _shares(move: Move, time: Array) -> Array:
    """The share of the way that is done after a share of the time."""
    pairs = np.array(speed_curve(move.speed))
    fine = np.linspace(pairs[0, 0], pairs[-1, 0], 2001)
    speeds = np.interp(fine, pairs[:, 0], pairs[:, 1])
    done = np.concatenate([[0.0], np.cumsum((speeds[1:] + speeds[:-1]) / 2)])
    return np.asarray(np.interp(pairs[0, 0] + time * (pairs[-1, 0] - pairs[0, 0]), fine, done / done[-1]))


def _placed(way: Array, share: Array) -> Array:
    """Places (n, 3) on the smooth curve through places, by the length of the curve."""
    knots = _knots(np.linalg.norm(np.diff(way, axis=0), axis=1))
    curve = CubicSpline(knots, way, bc_type="natural")
    fine = np.linspace(0.0, knots[-1], FINE * (len(way) - 1) + 1)
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(curve(fine), axis=0), axis=1))])
    return np.asarray(curve(np.interp(share * lengths[-1], lengths, fine)))


def _turned(way: Array, share: Array) -> Array:
    """Orientations (n, 9) on the smooth curve through orientations."""
    turns = Rotation.from_matrix(way)
    knots = _knots((turns[:-1].inv() * turns[1:]).magnitude())
    wanted = share * knots[-1]
    return np.asarray(RotationSpline(knots, turns)(wanted).as_matrix()).reshape(-1, 9)


def _knots(gaps: Array) -> Array:
    return np.concatenate([[0.0], np.cumsum(np.maximum(gaps, 1e-6))])


def spans_of(start: float, end: float, ease: tuple[float, float] | None) -> tuple[Span, ...]:
    """The span of a line; windows of None are the usual ones."""
    first, last = (None, None) if ease is None else ease
    return (Span(start=start, end=end, ease_in=first, ease_out=last),)


def unique(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if it is taken."""
    known, count, found = set(taken), 1, name
    while found in known:
        count += 1
        found = f"{name} {count}"
    return found


def given_target(goal: Goal, numbers: tuple[float, ...]) -> MovingTarget | None:
    """The moving target that a line gives as numbers: a frame and the numbers of the target, again and again."""
    if not numbers:
        return None
    target = getattr(goal, "target", None)
    if not isinstance(target, Fixed):
        raise InputError("this goal has no target that could move")
    size = 1 + len(target.constant)
    if len(numbers) % size:
        raise InputError(f"the target of this goal moves by rows of a frame and {size - 1} numbers")
    rows = [numbers[i : i + size] for i in range(0, len(numbers), size)]
    return MovingTarget(field="target", frames=tuple(row[0] for row in rows), values=tuple(row[1:] for row in rows))
