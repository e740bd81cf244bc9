"""Props that are carried: each follows exactly the part that has it, and what carries it does not mind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from manikin.clips import Ensemble, balls
from manikin.clips.clip import Clip, ClipOfClips
from manikin.clips.timed_goal import Span
from manikin.clips.tracks import ground_tracks
from manikin.document.lock import Lock
from manikin.figure.figure import Figure
from manikin.goals import PoseGoal
from manikin.handles import Frame
from manikin.math.rotations import Array, to_quaternion

__all__ = ["Carrying", "is_grip"]


def is_grip(lock: Lock, figures: dict[str, Figure]) -> bool:
    """Whether a lock is a prop in the hand of another figure for a while."""
    goal, prop = lock.goal, figures[lock.figure]
    if lock.kind != "hold" or lock.spans is None or len(prop.skeleton) > 1 or prop.size != 6 or len(lock.figures) != 2:
        return False
    ends = isinstance(goal, PoseGoal) and isinstance(goal.frame, Frame) and isinstance(goal.target, Frame)
    (other,) = lock.figures - {lock.figure}
    return ends and ground_tracks(prop) is not None and len(figures[other].skeleton) > 1


@dataclass(frozen=True, eq=False)
class Carrying:
    """Figures that move as one, some of them props that others carry.

    Attributes:
        held: All figures, their locks held but for the grips.
        figures: The figures, in the order of their states.
        grips: Which prop is in which part, and when.
    """

    held: Clip | Ensemble
    figures: tuple[Figure, ...]
    grips: tuple[Lock, ...]

    def states(self, frames: Array) -> Array:
        """The states (n, size) of all figures, one after another."""
        found = np.array(self.held.states(frames))
        for lock in self.grips:
            for span in lock.spans or ():
                self._carry(found, frames, lock, span)
        return found

    def prepare(self, tell: Callable[[float], None]) -> None:
        """Do what takes long at first."""
        if isinstance(self.held, Ensemble):
            self.held.prepare(tell)

    def clip(self, name: str) -> Clip:
        """The motion of one of the figures."""
        names = [figure.name for figure in self.figures]
        own = self.held.clip(name) if isinstance(self.held, Ensemble) else self.held
        return _Member(own=own, carrying=self, place=names.index(name))

    @cached_property
    def columns(self) -> dict[str, slice]:
        """Where the states of each figure are."""
        ends = np.cumsum([0, *(figure.size for figure in self.figures)]).tolist()
        return {figure.name: slice(a, b) for figure, a, b in zip(self.figures, ends[:-1], ends[1:], strict=True)}

    def _carry(self, states: Array, frames: Array, lock: Lock, span: Span) -> None:
        rows = np.flatnonzero((frames >= span.start) & (frames <= span.end))
        if not len(rows):
            return
        by_name = {figure.name: figure for figure in self.figures}
        goal = lock.goal
        assert isinstance(goal, PoseGoal)
        assert isinstance(goal.target, Frame)
        assert isinstance(goal.frame, Frame)
        holder, prop = by_name[goal.target.figure or ""], by_name[lock.figure]
        there = np.ascontiguousarray(states[rows, self.columns[holder.name]])
        part = np.asarray(holder.forward(there))[:, holder.skeleton.index(goal.target.part)]
        # the frame in the part is the frame in the prop: part · target = prop · frame
        turn = part[:, :, :3] @ _turn(goal.target) @ _turn(goal.frame).T
        place = part[:, :, :3] @ np.array(goal.target.at) + part[:, :, 3] - turn @ np.array(goal.frame.at)
        own = self.columns[prop.name]
        states[rows, own] = _placed(prop, turn, place, states[rows, own])


def _turn(frame: Frame) -> Array:
    return np.reshape(np.array(frame.rotation, float), (3, 3))


def _placed(prop: Figure, turn: Array, place: Array, near: Array) -> Array:
    """The states of a prop at which it has some orientations (n, 3, 3) and places (n, 3)."""
    tracks = ground_tracks(prop)
    assert tracks is not None
    slides, hinges = (list(track.columns) for track in tracks)
    zero = np.asarray(prop.forward(np.zeros((1, prop.size))))[0, 0]
    own = turn @ zero[:, :3].T
    found = np.array(near)
    axes = np.broadcast_to(tracks[1].axis_rows, (len(turn), 3, 3))
    found[:, hinges] = balls.angles(axes, to_quaternion(own), near[:, hinges])
    rows = np.array([dof.axis for dof in prop.skeleton.root.dofs[:3]], float)
    found[:, slides] = (place - own @ zero[:, 3]) @ np.linalg.inv(rows)
    return np.asarray(np.clip(found, prop.lo, prop.hi))


@dataclass(frozen=True, kw_only=True, eq=False)
class _Member(ClipOfClips):
    """The motion of one of the figures."""

    kind: ClassVar[str] = "member"
    own: Clip
    carrying: Carrying
    place: int

    @property
    def source_clip(self) -> Clip:
        return self.own

    def states(self, frames: Array) -> Array:
        name = self.carrying.figures[self.place].name
        return np.ascontiguousarray(self.carrying.states(frames)[:, self.carrying.columns[name]])
