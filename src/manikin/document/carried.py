"""Props that are carried: each follows exactly the part that has it, and what carries it does not mind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from manikin.clips import Ensemble
from manikin.clips.carried import carry, grip_ends, is_prop
from manikin.clips.clip import Clip, ClipOfClips
from manikin.document.lock import Lock
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["Carrying", "is_grip"]


def is_grip(lock: Lock, figures: dict[str, Figure]) -> bool:
    """Whether a lock is a prop in the hand of another figure for a while."""
    ends = grip_ends(lock.goal)
    if lock.kind != "hold" or lock.spans is None or ends is None or not is_prop(figures[lock.figure]):
        return False
    return len(figures[ends[1].figure or ""].skeleton) > 1


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
        by_name = {figure.name: figure for figure in self.figures}
        for lock in self.grips:
            carry(found, frames, lock.goal, lock.spans or (), by_name, self.columns)
        return found

    def led(self, frames: Array, states: Array) -> Array:
        """Plain states (n, size) at frames (n,), led to where locks begin and end between keys."""
        return self.held.led(frames, states) if isinstance(self.held, Ensemble) else states

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
