"""A lock: a goal that is kept while figures are posed (W 6.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.document.ik_chain import chain_of
from manikin.document.timeline import check_spans
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import AnyOf
from manikin.goals.goal import Goal
from manikin.handles import (
    Combined,
    FixedDirection,
    FixedFrame,
    FixedOrientation,
    FixedPoint,
    Frame,
    Orientation,
    Point,
)
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle
from manikin.math.rotations import Array, orthonormal_frame
from manikin.skeleton.variables import check_name

__all__ = ["Lock", "Poses", "in_world", "moved", "on_figures", "value_of"]

Poses = Mapping[str, Pose]
"""Poses by the name of their figure."""
POSITION_FIELDS = ("target", "origin")
"""Fields of goals that hold the position of the target."""
ROTATION_FIELDS = ("target", "along", "normal")
"""Fields of goals that hold the orientation of the target."""
ONE_SIDED_GOALS = frozenset(("aim", "look_at", "align", "pole", "bend_toward"))
"""Kinds of goals for which only the lock's own figure moves: a figure that is looked at need not move."""


@dataclass(frozen=True, kw_only=True)
class Lock:
    """A goal with a name, on a part of a figure.

    Attributes:
        id: Never changes, and is never used again.
        name: For people.
        figure: The figure that the lock is on.
        part: The part that the lock is on.
        kind: The kind of lock, or the kind of its goal.
        goal: What is kept; every handle on a part names its figure, by default that of the lock.
        hard: Whether it is a hard goal.
        enabled: Whether it is switched on.
        chain: The joints of the figure that may move for it; None: those up to the nearest branch.
        spans: The frames of the timeline at which it holds; None: at all times.
        moving: How its target moves on the timeline, if it does.
    """

    id: int
    name: str
    figure: str
    part: str
    kind: str
    goal: Goal
    hard: bool = True
    enabled: bool = True
    chain: tuple[str, ...] | None = None
    spans: tuple[Span, ...] | None = None
    moving: MovingTarget | None = None

    def __post_init__(self) -> None:
        check_name(self.name, "lock")
        if not isinstance(self.goal, Goal):
            raise InputError(f"lock {shorten(self.name)}: a goal is wanted, not {shorten(self.goal)}")
        if any(handle.figure is None and not isinstance(handle, Fixed) for handle in self.goal.handles):
            object.__setattr__(self, "goal", on_figures(self.goal, lambda name: name or self.figure))
        if self.spans is not None:
            object.__setattr__(self, "spans", check_spans(self.spans, f"lock {shorten(self.name)}"))

    @property
    def active(self) -> bool:
        """Whether figures that are posed keep it: it is switched on, and not for some frames only."""
        return self.enabled and self.spans is None

    def covers(self, frame: float) -> bool:
        """Whether it holds at a frame."""
        return self.spans is None or any(span.start <= frame <= span.end for span in self.spans)

    def at(self, frame: float) -> Lock:
        """The lock as it holds at a frame, without an end: its target is where it is then."""
        if self.moving is None:
            return replace(self, spans=None)
        timed = TimedGoal(goal=self.goal, moving=self.moving)
        return replace(self, goal=timed.with_target(self.moving.at(np.array([frame]))[0]), spans=None, moving=None)

    @cached_property
    def figures(self) -> frozenset[str]:
        """The names of all figures that the lock refers to."""
        return frozenset((self.figure, *(h.figure for h in self.goal.handles if h.figure is not None)))

    def chains(self, figures: Mapping[str, Figure]) -> dict[str, tuple[str, ...]]:
        """The joints that may move for the lock, by figure; if it joins figures, all of them may move."""
        own = chain_of(figures[self.figure], self.part) if self.chain is None else self.chain
        found: dict[str, tuple[str, ...]] = {self.figure: own}
        for handle in self.goal.handles if self.goal.kind not in ONE_SIDED_GOALS else ():
            if handle.figure is None or handle.figure == self.figure:
                continue
            other = figures[handle.figure]
            joints = [joint for part in handle.parts() for joint in chain_of(other, part)]
            found[handle.figure] = tuple(dict.fromkeys((*found.get(handle.figure, ()), *joints)))
        return found

    def renamed_figure(self, old: str, new: str) -> Lock:
        """The lock after one of its figures was renamed."""
        if old not in self.figures:
            return self
        goal = on_figures(self.goal, lambda name: new if name == old else name)
        return replace(self, figure=new if self.figure == old else self.figure, goal=goal)


def on_figures(goal: Goal, rename: Callable[[str | None], str | None]) -> Goal:
    """The goal with the figures of its handles renamed; constants have no figure."""

    def renamed(handle: Handle) -> Handle:
        if isinstance(handle, Fixed):
            return handle
        if isinstance(handle, Combined):
            return replace(
                handle, figure=None, handles=tuple(renamed(replace(h, figure=handle.figure)) for h in handle.handles)
            )
        return replace(handle, figure=rename(handle.figure))

    if isinstance(goal, AnyOf):
        return replace(goal, goals=tuple(on_figures(member, rename) for member in goal.goals))
    changes: dict[str, Handle | tuple[Handle, ...]] = {field: renamed(getattr(goal, field)) for field in goal.takes}
    changes |= {field: tuple(map(renamed, getattr(goal, field))) for field in goal.several}
    return replace(goal, **changes)  # type: ignore[arg-type]


def value_of(handle: Handle, poses: Poses) -> Array:
    """The value of a handle in the pose of its figure, or of a constant."""
    return handle.constant if isinstance(handle, Fixed) else handle.value(poses[handle.figure or ""])


def in_world(goal: Goal, poses: Poses) -> Goal:
    """The goal with a position in the world as its target, if the target is on a part: its position in these poses."""
    changes: dict[str, Array] = {}
    for field in POSITION_FIELDS:
        if goal.takes.get(field) in ("point", "frame") and not isinstance(handle := getattr(goal, field), Fixed):
            value = value_of(handle, poses)
            changes[field] = value if value.size == 3 else value.reshape(3, 4)
    return replace(goal, **changes) if changes else goal  # type: ignore[arg-type]


def moved(goal: Goal, poses: Poses, *, place: Array | None = None, turn: Array | None = None) -> Goal:
    """The goal with its target at another position (3,) [m], at another orientation (3, 3), or both.

    A goal on directions uses the last axis of ``turn``.  A target on another part is moved relative to that part.
    """
    changes: dict[str, Handle] = {}
    for field, value_type in goal.takes.items():
        handle = getattr(goal, field)
        if place is not None and field in POSITION_FIELDS and value_type in ("point", "frame"):
            handle = changes[field] = _placed(handle, poses, place)
        if turn is not None and field in ROTATION_FIELDS and value_type in ("direction", "orientation", "frame"):
            changes[field] = _turned(handle, poses, turn)
    if not changes:
        raise InputError(f"a lock of the kind {goal.kind} cannot be {'moved' if turn is None else 'turned'}")
    return replace(goal, **changes)  # type: ignore[arg-type]


def _placed(handle: Handle, poses: Poses, place: Array) -> Handle:
    x, y, z = (float(a) for a in place)
    if isinstance(handle, (Point, Frame)):
        x, y, z = poses[handle.figure or ""].convert_point(place, None, handle.part).tolist()
        return replace(handle, at=(x, y, z))
    if isinstance(handle, FixedFrame):
        return replace(handle, position=(x, y, z))
    if isinstance(handle, FixedPoint):
        return FixedPoint(position=(x, y, z))
    raise InputError(f"a {handle.kind} cannot be moved")


def _turned(handle: Handle, poses: Poses, turn: Array) -> Handle:
    rotation = tuple(orthonormal_frame(turn).reshape(9).tolist())
    if isinstance(handle, FixedDirection):
        x, y, z = rotation[2::3]
        return FixedDirection(along=(x, y, z))
    if isinstance(handle, FixedOrientation):
        return FixedOrientation(rotation=rotation)
    if isinstance(handle, FixedFrame):
        return replace(handle, rotation=rotation)
    if isinstance(handle, (Orientation, Frame)):
        own = poses[handle.figure or ""].orientation(handle.part).T @ orthonormal_frame(turn)
        return replace(handle, rotation=tuple(own.reshape(9).tolist()))
    raise InputError(f"a {handle.kind} cannot be turned")
