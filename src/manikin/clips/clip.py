"""Clips: figures that move.  The base class of all kinds.

A clip is an immutable function of a frame, which may be fractional, to a state.  A kind of one's own writes ``states``:

    @dataclass(frozen=True, kw_only=True)
    class Nodding(OwnClip, kind="nodding"):
        def states(self, frames):
            q = np.tile(self.figure.rest, (len(frames), 1))
            q[:, self.figure.index("head_nod")] = 0.2 * np.sin(frames)
            return q
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from manikin.arguments import ExplainedType, explained
from manikin.clips.mark import Mark, find_mark, ordered_marks
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.math.rotations import Array
from manikin.pickling import WithoutCaches
from manikin.registry import Registry

if TYPE_CHECKING:
    from manikin.clips.audit import Audit
    from manikin.clips.samples import Samples
    from manikin.picture.moving import MovingPicture

__all__ = [
    "Clip",
    "ClipOfClips",
    "OwnClip",
    "are_states",
    "check_frames",
    "check_states",
    "clip_kinds",
    "frames_between",
]

MOST_FRAMES = 10_000_000
"""Frames that may be asked for at once."""

clip_kinds: Registry[type[Clip]] = Registry("clip")


class Clip(WithoutCaches, metaclass=ExplainedType):
    """Base of all clips, which are frozen dataclasses.

    ``figure`` is the figure that moves, ``rate`` the number of frames per second, ``marks`` the frames with names.
    Kinds with figure, rate and marks of their own derive from ``OwnClip``, those made from others from ``ClipOfClips``.
    """

    kind: ClassVar[str]
    if TYPE_CHECKING:

        @property
        def figure(self) -> Figure: ...

        @property
        def rate(self) -> float: ...

        @property
        def marks(self) -> tuple[Mark, ...]: ...

    def __init_subclass__(cls, *, kind: str | None = None, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if kind is not None:
            cls.kind = kind
            clip_kinds.add(kind, cls)

    # -- what a kind writes --------------------------------------------------------------------

    def states(self, frames: Array) -> Array:
        """The states (n, size) [rad, m] at frames (n,), which may lie anywhere and in any order."""
        raise NotImplementedError

    @property
    def start(self) -> float:
        """The first frame; −inf where there is none."""
        return -math.inf

    @property
    def end(self) -> float:
        """The last frame, included; inf where there is none."""
        return math.inf

    @property
    def key_frames(self) -> Array:
        """The frames (n,) at which poses were set, increasing; none of what moves by something else."""
        return np.zeros(0)

    # -- what every clip can do ----------------------------------------------------------------

    def at(self, frames: ArrayLike) -> Array:
        """The states (n, size) at frames given in any form; checks them."""
        return self.states(check_frames(frames))

    def state(self, frame: float) -> Array:
        """The state (size,) at a frame."""
        found = self.at(frame)
        if len(found) != 1:
            raise InputError(f"a state is asked for at one frame, not at {len(found)}; at() takes several")
        return np.asarray(found[0])

    @explained
    def pose(self, frame: float) -> Pose:
        """The figure at a frame."""
        return Pose(self.figure, self.state(frame))

    @property
    def seconds(self) -> float:
        """How long the clip takes [s]."""
        return (self.end - self.start) / self.rate

    @explained
    def frames(self, start: float | None = None, end: float | None = None, step: float = 1.0) -> Array:
        """Frames from start to end, both included where the step meets them."""
        return frames_between(self.start if start is None else start, self.end if end is None else end, step)

    @explained
    def mark(self, name: str) -> float:
        """The frame of a mark."""
        return find_mark(self.marks, name).frame

    def with_marks(self, marks: Iterable[Mark]) -> Clip:
        """The clip with these marks instead of its own."""
        raise NotImplementedError

    @explained
    def audit(self, frames: Array | None = None, tolerances: Mapping[str, float] | None = None) -> Audit:
        """How far every timed goal is off at every frame, limits and pops; see ``manikin.clips.audit``."""
        from manikin.clips.audit import audit

        return audit(self, frames, tolerances)

    @explained
    def moving_picture(self, **how: Any) -> MovingPicture:
        """A moving picture, to look at in a notebook or to save; see ``manikin.picture.moving``."""
        from manikin.picture.moving import moving_picture

        return moving_picture(self, **how)

    def _repr_png_(self) -> bytes | None:
        """A strip of pictures, for notebooks; none of a clip without an end."""
        from manikin.picture import to_png
        from manikin.picture.motion import strobe

        return to_png(strobe(self)) if math.isfinite(self.start) and math.isfinite(self.end) else None

    @explained
    def at_rate(self, rate: float) -> Clip:
        """The clip with another number of frames per second; it takes the same seconds."""
        from manikin.clips.converted import at_rate

        return at_rate(self, rate)

    @explained
    def mapped(self, new: Callable[[float], float]) -> Clip:
        """The clip with all its times sent through one increasing map: keys, spans, windows and marks."""
        from manikin.clips.editing.retiming import mapped

        return mapped(self, new)

    @explained
    def on(self, figure: Figure) -> Clip:
        """The clip on another figure of the same skeleton: other groups in use, or another joint as the root."""
        from manikin.clips.converted import on_figure

        return on_figure(self, figure)

    @explained
    def bake(self, start: float | None = None, end: float | None = None, step: float = 1.0) -> Samples:
        """The clip as samples, one every ``step`` frames; the rate stays that of the clip's seconds."""
        from manikin.clips.samples import Samples

        frames = self.frames(start, end, step)
        return Samples(
            figure=self.figure,
            rate=self.rate / step,
            marks=tuple(Mark(name=mark.name, frame=mark.frame / step) for mark in self.marks),
            data=self.at(frames),
            first=float(frames[0]) / step,
        )


@dataclass(frozen=True, kw_only=True)
class OwnClip(Clip):
    """Base of clips with a figure of their own.

    Attributes:
        figure: The figure that moves.
        rate: Frames per second.
        marks: Frames with names.
    """

    figure: Figure
    rate: float = 30.0
    marks: tuple[Mark, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "marks", ordered_marks(self.marks))
        if not (isinstance(self.rate, (int, float)) and 0 < self.rate < math.inf):
            raise InputError(f"the rate of a clip must be above 0 frames per second, not {shorten(self.rate)}")

    def with_marks(self, marks: Iterable[Mark]) -> OwnClip:
        return replace(self, marks=tuple(marks))


class ClipOfClips(Clip):
    """Base of clips made from others: figure, rate, ends and marks are those of one of them if a kind has none."""

    @property
    def source_clip(self) -> Clip:
        """The clip, of those that this one is made from, that figure and rate come from."""
        raise NotImplementedError

    @property
    def figure(self) -> Figure:
        """The figure that moves."""
        return self.source_clip.figure

    @property
    def rate(self) -> float:
        """Frames per second."""
        return self.source_clip.rate

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Frames with names."""
        return self.source_clip.marks

    def with_marks(self, marks: Iterable[Mark]) -> Clip:
        raise InputError(f"a {self.kind} clip has the marks of what it is made from: set them there, or bake it first")

    @property
    def start(self) -> float:
        return self.source_clip.start

    @property
    def end(self) -> float:
        return self.source_clip.end

    @property
    def key_frames(self) -> Array:
        return self.source_clip.key_frames


def check_frames(frames: ArrayLike) -> Array:
    """Frames given in any form as numbers (n,), or a clear error."""
    try:
        given = np.asarray(frames)
        wanted = np.full(1, np.nan) if given.dtype.kind in "US" else np.atleast_1d(given.astype(float, copy=False))
    except (TypeError, ValueError):
        wanted = np.full(1, np.nan)
    if wanted.ndim != 1 or not np.isfinite(wanted).all() or len(wanted) > MOST_FRAMES:
        raise InputError(f"frames are a list of finite numbers, {MOST_FRAMES:,} at most, not {shorten(frames)}")
    return np.ascontiguousarray(wanted)


def frames_between(first: float, last: float, step: float = 1.0) -> Array:
    """Frames from one to another, both included where the step meets them."""
    if not (math.isfinite(first) and math.isfinite(last)):
        raise InputError("this clip has no end: say from which frame to which")
    if not (math.isfinite(step) and step > 0) or (last - first) / step > MOST_FRAMES:
        raise InputError(f"a step of {shorten(step)} frames from {first:g} to {last:g} cannot be made")
    return np.asarray(first + step * np.arange(math.floor((last - first) / step + 1e-9) + 1), float)


def are_states(figure: Figure, states: Sequence[Sequence[float]]) -> bool:
    """Whether all states fit the figure and its limits: quick for a thousand of them."""
    if any(len(q) != figure.size for q in states):
        return False
    try:
        given = np.array(states, float)
    except (TypeError, ValueError):
        return False
    slack = 1e-9 + 1e-9 * np.abs(given)
    return bool(np.isfinite(given).all() and ((given >= figure.lo - slack) & (given <= figure.hi + slack)).all())


def check_states(figure: Figure, states: Iterable[ArrayLike], what: str) -> None:
    """Raise where a state does not fit the figure or passes its limits."""
    for q in states:
        given = figure.check_state(q)
        slack = 1e-9 + 1e-9 * np.abs(given)
        for i in np.flatnonzero((given < figure.lo - slack) | (given > figure.hi + slack)).tolist():
            raise InputError(
                f"{what}: {shorten(figure.parameter_names[i])} is {given[i]:.6g}, beyond its limits "
                f"{figure.lo[i]:.6g} … {figure.hi[i]:.6g}; clip the state first"
            )
