"""Goals that hold for a while: spans with windows, and targets that move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

import numpy as np

from manikin.arguments import ExplainedType
from manikin.clips.timing import way_done
from manikin.errors import InputError, shorten
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array, VectorLike

__all__ = ["USUAL_EASE", "MovingTarget", "Span", "TimedGoal"]

PATH_STEPS = 256
"""Steps between two places in which the length of a path is measured."""
USUAL_EASE = 0.2
"""How long a goal takes to come and to go where nothing else is said [s]."""


@dataclass(frozen=True, kw_only=True)
class Span(metaclass=ExplainedType):
    """Frames over which a goal holds, both included, and the windows in which it comes and goes.

    Attributes:
        start: The first frame at which the goal holds.
        end: The last one.
        ease_in: Frames before ``start`` in which the figure is brought to the goal; None is 0.2 s.
        ease_out: Frames after ``end`` in which it is let go; None is 0.2 s.
        cut_in: Whether the start is where a range was cut off: there is no window, and ``ease_in`` waits until the
            span is put among others again.
        cut_out: The same of the end.
    """

    writes_defaults: ClassVar[bool] = False
    start: float = -math.inf
    end: float = math.inf
    ease_in: float | None = None
    ease_out: float | None = None
    cut_in: bool = False
    cut_out: bool = False

    def __post_init__(self) -> None:
        if math.isnan(self.start) or math.isnan(self.end) or not self.start <= self.end:
            raise InputError(f"a span goes from a frame to the same or a later one, not {self.start} to {self.end}")
        for ease in (self.ease_in, self.ease_out):
            if ease is not None and not 0 <= ease < math.inf:
                raise InputError(f"a window is 0 frames or more, not {shorten(ease)}")

    def at_rate(self, rate: float) -> Span:
        """The span with its windows in frames."""
        usual = USUAL_EASE * rate
        ease_in = usual if self.ease_in is None else self.ease_in
        ease_out = usual if self.ease_out is None else self.ease_out
        return replace(self, ease_in=0.0 if self.cut_in else ease_in, ease_out=0.0 if self.cut_out else ease_out)


@dataclass(frozen=True, kw_only=True)
class MovingTarget(metaclass=ExplainedType):
    """A target that moves: the numbers of one field of a goal at some frames, with curves between them.

    Attributes:
        field: The goal's field, such as "target".
        frames: Increasing frames (m,).
        values: The field's numbers at each of them: 3 of a point or direction, 9 of an orientation, 12 of a frame.
    """

    field: str
    frames: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        frames, values = np.array(self.frames, float), np.array(self.values, float)
        good = len(frames) > 0 and values.ndim == 2 and len(values) == len(frames) and values.shape[1] in (3, 9, 12)
        if not (good and np.isfinite(values).all() and np.isfinite(frames).all() and (np.diff(frames) > 0).all()):
            raise InputError("a moving target has increasing frames, and 3, 9 or 12 finite numbers at each of them")

    @classmethod
    def along(
        cls,
        places: Sequence[VectorLike],
        start: float,
        end: float,
        speed: str | tuple[tuple[float, float], ...] = "even",
        *,
        field: str = "target",
    ) -> MovingTarget:
        """A point on a smooth path through places, from one frame to another, its speed by the length of the path.

        Args:
            places: Two or more places (k, 3) [m].
            start: The frame at which the point leaves the first place.
            end: The frame at which it reaches the last one.
            speed: "even", "slow", "slow in", "slow out", or pairs (time, relative speed).
            field: The goal's field.
        """
        from scipy.interpolate import CubicSpline  # a heavy import

        points = np.array(places, float)
        if points.ndim != 2 or points.shape[1] != 3 or len(points) < 2 or not np.isfinite(points).all():
            raise InputError(f"a path goes through two or more places of three numbers, not {shorten(places)}")
        if not (math.isfinite(start) and math.isfinite(end) and start < end):
            raise InputError(f"a path goes from a frame to a later one, not from {shorten(start)} to {shorten(end)}")
        points = points[np.append(True, (np.diff(points, axis=0) != 0).any(axis=1))]
        frames = np.unique(np.append(np.arange(start, end), end))
        if len(points) == 1:
            return cls(field=field, frames=(start,), values=(tuple(points[0].tolist()),))
        chords = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
        path = CubicSpline(chords, points, bc_type="natural")
        fine = np.linspace(0, chords[-1], PATH_STEPS * (len(points) - 1) + 1)
        lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path(fine), axis=0), axis=1))])
        travelled = way_done(speed, (frames - start) / (end - start)) * lengths[-1]
        values = path(np.interp(travelled, lengths, fine))
        values[0], values[-1] = points[0], points[-1]
        return cls(field=field, frames=tuple(frames.tolist()), values=tuple(map(tuple, values.tolist())))

    def at(self, frames: Array) -> Array:
        """The numbers (n, k); beyond the first and the last frame they stay."""
        from scipy.interpolate import PchipInterpolator  # heavy imports
        from scipy.spatial.transform import Rotation, Slerp

        own, values = np.array(self.frames), np.array(self.values, float)
        wanted = np.clip(frames, own[0], own[-1])
        if len(own) == 1:
            return np.repeat(values, len(frames), axis=0)
        if values.shape[1] == 3:
            return np.asarray(PchipInterpolator(own, values)(wanted))
        rows = values.reshape(len(own), 3, -1)
        turns = Slerp(own, Rotation.from_matrix(rows[:, :, :3]))(wanted).as_matrix()
        if values.shape[1] == 9:
            return np.asarray(turns.reshape(len(frames), 9))
        places = PchipInterpolator(own, rows[:, :, 3])(wanted)
        return np.concatenate([turns, places[:, :, None]], axis=2).reshape(len(frames), 12)


@dataclass(frozen=True, kw_only=True)
class TimedGoal(metaclass=ExplainedType):
    """A goal that holds over spans of frames.

    Attributes:
        goal: What is to hold; its ``chain`` names the joints that may serve it.
        spans: When it holds; None is always.
        hard: Whether it must hold, or competes by its weight.
        moving: How its target moves, if it does.
        serving: The joints or parameters that may move for it, by figure: one that is not named stays as it is.  None
            is all that move its handles, or its ``chain``.  Between several figures, which may have the same joints,
            a chain does not say enough.
    """

    writes_defaults: ClassVar[bool] = False
    goal: Goal
    spans: tuple[Span, ...] | None = None
    hard: bool = True
    moving: MovingTarget | None = None
    serving: dict[str, tuple[str, ...]] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.goal, Goal):
            raise InputError(f"a timed goal needs a goal, not {shorten(self.goal)}")
        if self.serving is not None and self.goal.chain is not None:
            raise InputError(f"{self.name}: give either the joints that serve it by figure, or a chain, not both")
        for one, other in pairwise(self.ordered):
            if other.start <= one.end:
                raise InputError(f"{self.name}: the spans up to frame {one.end:g} and from {other.start:g} on overlap")
        if self.moving is not None and not isinstance(getattr(self.goal, self.moving.field, None), Fixed):
            raise InputError(f"{self.name}: {shorten(self.moving.field)} is not a target with numbers of its own")

    @property
    def name(self) -> str:
        """The goal's name, or its kind."""
        return self.goal.name or self.goal.kind

    @cached_property
    def ordered(self) -> tuple[Span, ...]:
        """The spans, the earliest first."""
        return (Span(),) if self.spans is None else tuple(sorted(self.spans, key=lambda span: span.start))

    def with_target(self, numbers: Array) -> Goal:
        """The goal with its moving target at some numbers."""
        assert self.moving is not None
        handle = getattr(self.goal, self.moving.field)
        return replace(self.goal, **{self.moving.field: handle.renewed(numbers.tolist())})

    def shares(self, frames: Array, rate: float) -> Array:
        """How far the goal is on at frames (n,): 1 in its spans, rising and falling smoothly in their windows."""
        share = np.zeros(len(frames))
        for given in self.ordered:
            span = given.at_rate(rate)
            assert span.ease_in is not None
            assert span.ease_out is not None
            away = np.maximum(
                (span.start - frames) / (span.ease_in or 1e-300), (frames - span.end) / (span.ease_out or 1e-300)
            )
            left = 1 - np.clip(away, 0.0, 1.0)
            share = np.maximum(share, left * left * (3 - 2 * left))
        return share

    def holds_at(self, frame: float) -> bool:
        """Whether the goal holds at a frame."""
        return any(span.start <= frame <= span.end for span in self.ordered)
