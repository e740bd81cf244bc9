"""Several figures on one timeline: a clip each, and goals that may join parts of different figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, get_args

import numpy as np
from numpy.typing import ArrayLike

from manikin.arguments import ExplainedType
from manikin.clips.audit import Audit, audited
from manikin.clips.carried import carry, is_grip
from manikin.clips.clip import Clip, ClipOfClips, check_frames, frames_between
from manikin.clips.constrained import Method
from manikin.clips.holding import Holding
from manikin.clips.mark import Mark
from manikin.clips.smooth import Smooth
from manikin.clips.timed_goal import TimedGoal
from manikin.diagnosis.conflict import Conflict
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import Array
from manikin.pickling import WithoutCaches

__all__ = ["Ensemble"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Ensemble(WithoutCaches, metaclass=ExplainedType):
    """Clips of different figures, with goals over all of them: a hand held by another, a ball that is carried.

    All figures are solved as one, so that each gives way by what it costs to move it.  A prop that another figure has
    hold of (a hard ``PoseGoal`` from its frame to one of the other figure, which only the prop serves) follows what
    carries it, which does not mind.

    Attributes:
        clips: One clip for each figure; the figures' names must differ, rates be the same.
        goals: What holds, and when; handles name their figures.
        method: "live" or "smooth", see ``Constrained``.
    """

    clips: tuple[Clip, ...]
    goals: tuple[TimedGoal, ...] = ()
    method: Method = "live"

    def __post_init__(self) -> None:
        object.__setattr__(self, "clips", tuple(self.clips))
        object.__setattr__(self, "goals", tuple(self.goals))
        if self.method not in get_args(Method):
            raise InputError(
                f"goals are held by the method {' or '.join(get_args(Method))}, not {shorten(self.method)}"
            )
        if not self.clips:
            raise InputError("an ensemble needs a clip")
        names = [clip.figure.name for clip in self.clips]
        for name in names:
            if names.count(name) > 1:
                raise InputError(f"two figures of an ensemble are called {shorten(name)}: give them different names")
        for clip in self.clips[1:]:
            if clip.rate != self.rate:
                raise InputError(f"clips of {self.rate:g} and {clip.rate:g} frames/s: bring them to one rate")
        figures = dict(zip(names, self.figures, strict=True))
        for goal in self.goals:
            for handle in goal.goal.handles:
                if handle.figure is not None and handle.figure not in figures:
                    raise UnknownName("figure", handle.figure, names)
                if handle.figure is not None or len(figures) == 1:
                    handle.check(figures[handle.figure or names[0]])

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures, in the order of the clips."""
        return tuple(clip.figure for clip in self.clips)

    @property
    def rate(self) -> float:
        """Frames per second."""
        return self.clips[0].rate

    @property
    def start(self) -> float:
        """The first frame of the first clip to begin."""
        return min(clip.start for clip in self.clips)

    @property
    def end(self) -> float:
        """The last frame of the last clip to end."""
        return max(clip.end for clip in self.clips)

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return (self.end - self.start) / self.rate

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of all clips; of those with the same name the first."""
        found: dict[str, Mark] = {}
        for clip in self.clips:
            found = {mark.name: mark for mark in clip.marks} | found
        return tuple(found.values())

    def members(self) -> tuple[Clip, ...]:
        """The motion of every figure, with all goals."""
        return tuple(self.clip(figure.name) for figure in self.figures)

    def clip(self, name: str) -> Clip:
        """The motion of one figure, by its name, with all goals."""
        names = [figure.name for figure in self.figures]
        if name not in names:
            raise UnknownName("figure", name, names)
        return _Member(ensemble=self, place=names.index(name))

    def at_rate(self, rate: float) -> Ensemble:
        """The same with another number of frames per second; it takes the same seconds."""
        from manikin.clips.converted import goal_at  # which knows the kinds of clips

        goals = tuple(goal_at(goal, rate / self.rate) for goal in self.goals)
        return replace(self, clips=tuple(clip.at_rate(rate) for clip in self.clips), goals=goals)

    def at(self, frames: ArrayLike) -> dict[str, Array]:
        """The states (n, size) of every figure at frames, by its name."""
        return dict(zip((f.name for f in self.figures), self._split(self.states(check_frames(frames))), strict=True))

    def poses(self, frame: float) -> dict[str, Pose]:
        """Every figure at a frame, by its name."""
        states = self.at(frame)
        return {figure.name: Pose(figure, states[figure.name][0]) for figure in self.figures}

    def states(self, frames: Array) -> Array:
        """The states (n, size) of all figures, one after another, at frames (n,)."""
        return self._carried(frames, self._holder.states(frames))

    def frames(self, start: float | None = None, end: float | None = None, step: float = 1.0) -> Array:
        """Frames from the first clip's start to the last one's end, or between others."""
        return frames_between(self.start if start is None else start, self.end if end is None else end, step)

    def audit(self, frames: ArrayLike | None = None, tolerances: Mapping[str, float] | None = None) -> Audit:
        """How far every timed goal is off at every frame, limits of all figures, and pops; see ``Clip.audit``."""
        wanted = self.frames() if frames is None else check_frames(frames)
        plain = self.led(wanted, self._plain(wanted)) if self.goals else None
        return audited(self.figures, self.goals, self.rate, wanted, self.states(wanted), plain, tolerances)

    def led(self, frames: Array, states: Array) -> Array:
        """Plain states (n, size) of all figures at frames (n,), led to where goals begin and end between keys."""
        return self._live.led(frames, states)

    def prepare(self, tell: Callable[[float], None]) -> None:
        """Do what takes long at first; ``tell`` hears the share that is done, and may stop it by an exception."""
        if isinstance(self._holder, Smooth):
            self._holder.prepare(tell)

    def conflict_at(self, frame: float) -> Conflict | None:
        """Which of the goals that hold at a frame, and which limits, cannot hold together; None where they can."""
        return self._live.conflict(float(frame), self.states(np.array([float(frame)]))[0])

    def _split(self, states: Array) -> list[Array]:
        return np.split(states, np.cumsum([figure.size for figure in self.figures])[:-1], axis=1)

    # -- props in the hands of figures ---------------------------------------------------------

    @cached_property
    def _grips(self) -> tuple[TimedGoal, ...]:
        figures = {figure.name: figure for figure in self.figures}
        return tuple(goal for goal in self.goals if is_grip(goal, figures))

    @cached_property
    def _columns(self) -> dict[str, slice]:
        ends = np.cumsum([0, *(figure.size for figure in self.figures)]).tolist()
        return {figure.name: slice(a, b) for figure, a, b in zip(self.figures, ends[:-1], ends[1:], strict=True)}

    def _carried(self, frames: Array, states: Array) -> Array:
        """The states with props where those who hold them have them."""
        if not self._grips:
            return states
        figures, found = {figure.name: figure for figure in self.figures}, np.array(states)
        for grip in self._grips:
            carry(found, frames, grip.goal, grip.ordered, figures, self._columns)
        return found

    # -- holding -------------------------------------------------------------------------------

    def _plain(self, frames: Array) -> Array:
        """The clips without goals, props in the hands that hold them."""
        return self._carried(frames, np.concatenate([clip.states(frames) for clip in self.clips], axis=1))

    @cached_property
    def _live(self) -> Holding:
        solved = tuple(goal for goal in self.goals if goal not in self._grips)
        keys = tuple(clip.key_frames for clip in self.clips)
        first = Holding(self.figures, self._plain, solved, self.rate, keys)
        held = {handle.figure for grip in self._grips for handle in grip.goal.handles[:1]}
        if not any(handle.figure in held for goal in solved for handle in goal.goal.handles):
            return first

        def seen(frames: Array) -> Array:  # where the others will find the props: in hands as they are held
            states = self._plain(frames)
            held_ones = self._carried(frames, first.states(frames))
            for name in sorted(str(name) for name in held):
                states[:, self._columns[name]] = held_ones[:, self._columns[name]]
            return states

        return Holding(self.figures, seen, solved, self.rate, keys)

    @cached_property
    def _holder(self) -> Holding | Smooth:
        return self._live if self.method == "live" else Smooth(self._live, self.start, self.end)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Member(ClipOfClips):
    """The motion of one figure of an ensemble."""

    kind: ClassVar[str] = "member"
    ensemble: Ensemble
    place: int

    @property
    def source_clip(self) -> Clip:
        return self.ensemble.clips[self.place]

    def states(self, frames: Array) -> Array:
        return np.ascontiguousarray(self.ensemble._split(self.ensemble.states(frames))[self.place])
