"""Goals held over whole intervals: the smoothest change of the plain motion that meets them.

Frames at which a goal holds, or a window of one is open, fall into intervals that are solved by themselves, when they
are first asked for.  An interval is solved from the answer frame by frame (``holding``), so that what cannot be met
stays the compromise that was found there.  Between whole frames the change is a cubic, brought to the goals once more.
The kernel is kernels/src/clips/spacetime.hpp.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from manikin.clips.differences import limits_of
from manikin.clips.holding import Holding
from manikin.clips.kept_intervals import KeptIntervals
from manikin.clips.least_change import GoalSet
from manikin.clips.movement import gentle_gains
from manikin.errors import InputError
from manikin.kernels import Program, library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Smooth"]

REACH, MOST_REACH = 0.15, 12.0
"""Over how long a change is spread: a time [s], and the most frames."""
MOST_STEPS, MOST_HALVINGS = 5, 3
LAST_STEP = 1e-3
"""A step of the whole interval that moves nothing farther than this ends it [rad, m]."""
LAST_GAIN = 0.01
"""So does one that lowers the cost by a smaller share."""
LEAP = 0.02
"""A change that differs by more from one frame to the next may have found another way to bend a limb [rad, m]."""
MET = 1e-6
"""A key whose goals are off by no more than this is left as it is; a row that is off by more is asked for as it is."""


KEPT = KeptIntervals()
"""Intervals of all clips of this process."""


@dataclass(frozen=True, eq=False)
class Interval:
    """The tables of an interval for the kernel: see ``SpacetimeTables`` and ``SpacetimeFrames`` there."""

    columns: np.ndarray
    weights: Array
    lo: Array
    hi: Array
    row_lo: Array
    row_hi: Array
    plain: Array
    offsets: Array
    constants: Array
    rows_on: np.ndarray
    movable: np.ndarray
    bands: Array

    def cost(self, states: Array) -> float:
        """½ Σ|D|² + ½ ℓ⁴ Σ|second differences of D|² of some states (frames, size)."""
        d = (states - self.plain)[:, self.columns] * np.sqrt(self.weights)
        total = 0.5 * float(self.bands[0] @ (d * d).sum(axis=1))
        for far in range(1, min(3, len(d))):
            total += float(self.bands[far, : len(d) - far] @ (d[far:] * d[:-far]).sum(axis=1))
        return total


@dataclass(frozen=True)
class Island:
    """Frames ``first`` to ``last`` in which something is held; whether it goes on beyond the clip's ends."""

    first: int
    last: int
    open_before: bool
    open_after: bool

    @property
    def frames(self) -> Array:
        return np.arange(self.first, self.last + 1, dtype=float)


def _nobody(share: float) -> None:
    """Nobody wants to know how far it is."""


def _part_of(tell: Callable[[float], None], before: float, own: float, share: float) -> None:
    """Tell of a part of something larger."""
    tell(before + own * share)


class Smooth:
    """Timed goals over a plain motion, each interval at once.

    Args:
        live: The same goals frame by frame.
        start: The first frame of the motion.
        end: The last one.
        keys: Frames at which the motion is left as it is where its goals hold already.
    """

    def __init__(self, live: Holding, start: float, end: float, keys: tuple[float, ...] = ()) -> None:
        if not (math.isfinite(start) and math.isfinite(end)):
            raise InputError("the smooth method needs a clip with a start and an end")
        self._live, self._start, self._end = live, start, end
        self._keys = frozenset(keys)
        self._solved: dict[Island, tuple[Array, Array]] = {}

    @cached_property
    def islands(self) -> tuple[Island, ...]:
        """The intervals, the earliest first."""
        low, high = math.ceil(self._start), math.floor(self._end)
        covered: list[tuple[int, int]] = []
        for hold in self._live.holds:
            first = low if hold.start == -math.inf else max(low, math.floor(hold.start - hold.ease_in) + 1)
            last = high if hold.end == math.inf else min(high, math.ceil(hold.end + hold.ease_out) - 1)
            if first <= last:
                covered.append((first, last))
        found: list[list[int]] = []
        for first, last in sorted(covered):
            if found and first <= found[-1][1] + 1:
                found[-1][1] = max(found[-1][1], last)
            else:
                found.append([first, last])
        return tuple(Island(a, b, a == low and self._held_at(a), b == high and self._held_at(b)) for a, b in found)

    def prepare(self, tell: Callable[[float], None]) -> None:
        """Solve all intervals now; ``tell`` hears the share that is done, and may stop it by an exception."""
        total = sum(island.last - island.first + 1 for island in self.islands) or 1
        done = 0
        for island in self.islands:
            count = island.last - island.first + 1
            self._solution(island, partial(_part_of, tell, done / total, count / total))
            done += count
            tell(done / total)

    def _held_at(self, frame: int) -> bool:
        return bool(self._live.holding(float(frame)))

    def states(self, frames: Array) -> Array:
        """The states (n, size) at frames (n,)."""
        result = self._live.base(frames)
        plain = result
        for island in self.islands:
            low = -math.inf if island.open_before else island.first - 1.0
            high = math.inf if island.open_after else island.last + 1.0
            rows = np.flatnonzero((frames > low) & (frames < high))
            if len(rows):
                result = result.copy() if result is plain else result
                result[rows] = self._inside(island, frames[rows], plain[rows])
        return result

    def _inside(self, island: Island, frames: Array, base: Array) -> Array:
        states, changes = self._solution(island)
        result = np.empty_like(base)
        place = np.clip(frames - island.first, -1.0, len(states))
        whole = (place == np.round(place)) & (place >= 0) & (place <= len(states) - 1)
        whole &= frames == np.clip(frames, island.first, island.last)
        result[whole] = states[place[whole].astype(np.int64)]
        rows = np.flatnonzero(~whole)
        if len(rows):
            result[rows] = self._near(frames[rows], base[rows] + _cubic(changes, place[rows], island))
            self._mend(result, rows, frames, base, changes, place)
        return result

    def _near(self, frames: Array, states: Array) -> Array:
        """The states that meet the goals, near others."""
        return self._live.met(frames, np.clip(states, *limits_of(self._live.figures)))

    def _mend(self, result: Array, rows: np.ndarray, frames: Array, base: Array, changes: Array, place: Array) -> None:
        """Where a limb is bent one way at a frame and the other way at the next, hold the goals from one of the two.

        The cubic leads it through straight, where it may find no way out.
        """
        low = np.clip(np.floor(place[rows]).astype(np.int64), 0, len(changes) - 1)
        high = np.minimum(low + 1, len(changes) - 1)
        leaps = np.abs(changes[high] - changes[low]).max(axis=1, initial=0.0) > LEAP
        rows, low, high = rows[leaps], low[leaps], high[leaps]
        if not len(rows):
            return
        off = self._live.off(frames[rows], result[rows])
        nearer_low = place[rows] - low < 0.5
        for neighbour in (np.where(nearer_low, low, high), np.where(nearer_low, high, low)):
            missed = np.flatnonzero(off > MET)
            if not len(missed):
                return
            own = rows[missed]
            tried = self._near(frames[own], base[own] + changes[neighbour[missed]])
            now = self._live.off(frames[own], tried)
            better = now < off[missed]
            result[own[better]] = tried[better]
            off[missed[better]] = now[better]

    def _solution(self, island: Island, tell: Callable[[float], None] = _nobody) -> tuple[Array, Array]:
        """The states of an interval's frames and how they differ from the plain ones."""
        known = self._solved.get(island)
        if known is None:
            frames = island.frames
            base = self._live.base(frames)
            objects = (*self._live.figures, *self._live.goals)
            key = (island, self._live.rate, *sorted(k for k in self._keys if island.first <= k <= island.last))
            states = KEPT.find(key, base, objects)
            if states is None:
                goals = tuple(sorted({goal for held in set(self._live.holding_at(frames)) for goal in held}))
                states = self._smoothest(island, goals, base, self._live.states(frames), tell) if goals else base
                KEPT.keep(key, base, objects, states)
            known = self._solved[island] = (states, states - base)
        return known

    def _smoothest(
        self, island: Island, goals: tuple[int, ...], base: Array, start: Array, tell: Callable[[float], None]
    ) -> Array:
        compiled = library()
        interval, program = self._interval(island, goals, base, start)
        if compiled is None or program is None:
            raise InputError("the smooth method needs the compiled kernels, and goals that they know")
        if not len(interval.columns):
            return base
        frames, states = island.frames, np.ascontiguousarray(start)
        rows = compiled.smooth_step(program, interval, states, rows_only=True)
        off = rows - np.clip(rows, interval.row_lo, interval.row_hi)
        interval = replace(interval, offsets=np.where((interval.rows_on > 0) & (np.abs(off) > MET), off, 0.0))
        still = ~interval.movable.any(axis=1)
        cost = interval.cost(states)
        for step in range(MOST_STEPS):
            tell((step + 1) / (MOST_STEPS + 1))
            aim = compiled.smooth_step(program, interval, states)
            share = 1.0
            for _ in range(MOST_HALVINGS):
                trial = self._live.met(frames, states + share * (aim - states))
                trial[still] = base[still]
                after = interval.cost(trial)
                if after < cost:
                    break
                share *= 0.5
            else:
                break
            moved, gain = np.abs(trial - states).max(), cost - after
            states, before, cost = trial, cost, after
            if moved < LAST_STEP or gain < LAST_GAIN * before:
                break
        return states

    def _interval(
        self, island: Island, goals: tuple[int, ...], base: Array, start: Array
    ) -> tuple[Interval, Program | None]:
        ranged = _ranged(self._live, goals)
        columns = np.unique(np.concatenate([self._live.change.of((goal,)).columns for goal in goals]))
        movable, pinned = self._movable(island, goals, columns), self._pinned(island, base)
        movable[pinned] = 0
        start[pinned] = base[pinned]
        gains, unit = gentle_gains(self._live.figures)
        lo, hi = (end[columns] for end in limits_of(self._live.figures))
        constants = ranged.goals.constants_of(ranged.problem, island.frames)
        interval = Interval(
            columns=columns.astype(np.int32),
            weights=unit / gains[columns] ** 2,
            lo=lo,
            hi=hi,
            row_lo=ranged.lo,
            row_hi=ranged.hi,
            plain=np.ascontiguousarray(base),
            offsets=np.zeros((len(base), ranged.problem.rows)),
            constants=constants,
            rows_on=ranged.rows_on(self._live.holding_at(island.frames)),
            movable=movable,
            bands=_bands(island, min(REACH * self._live.rate, MOST_REACH)),
        )
        return interval, ranged.problem.program

    def _movable(self, island: Island, goals: tuple[int, ...], columns: np.ndarray) -> np.ndarray:
        """What may move at each frame (frames, columns): what serves a goal that holds or comes or goes there."""
        frames = island.frames
        movable = np.zeros((len(frames), len(columns)), np.uint8)
        for hold in self._live.holds:
            if hold.goal in goals:
                rows = (frames > hold.start - hold.ease_in) & (frames < hold.end + hold.ease_out)
                rows |= (frames >= hold.start) & (frames <= hold.end)
                own = np.isin(columns, self._live.change.of((hold.goal,)).columns)
                movable[np.ix_(rows, own)] = 1
        return movable

    def _pinned(self, island: Island, base: Array) -> np.ndarray:
        """Which frames are keys that meet all their goals."""
        pinned = np.zeros(len(base), bool)
        for row, frame in enumerate(island.frames.tolist()):
            if frame in self._keys and (holding := self._live.holding(frame)):
                goals = self._live.change.of(holding)
                there = goals.problem.with_constants(goals.constants(np.array([frame]))[0])
                pinned[row] = np.abs(there.raw_residual(base[row])).max(initial=0.0) <= MET
        return pinned


@dataclass(frozen=True, eq=False)
class _Ranged:
    """Goals of an interval with inequalities as ranges of rows, which have derivatives inside too."""

    goals: GoalSet
    problem: Problem
    lo: Array
    hi: Array
    places: tuple[int, ...]

    def rows_on(self, holding: list[tuple[int, ...]]) -> np.ndarray:
        """Which rows count at each frame, given the goals that hold there (frames, rows)."""
        counts = [goal.rows for goal in self.problem.all_goals]
        on = np.array([[place in held for place in self.places] for held in holding], np.uint8)
        return np.ascontiguousarray(np.repeat(on, counts, axis=1))


def _ranged(live: Holding, places: tuple[int, ...]) -> _Ranged:
    measured, lo, hi = [], [], []
    for place in places:
        goal = live.goals[place].goal
        other, low, high = goal.as_range() or (goal, 0.0, 0.0)
        measured.append(other)
        lo.append(np.full(other.rows, low))
        hi.append(np.full(other.rows, high))
    problem = Problem(live.figures, hard=measured)
    scales = problem.row_scales
    with np.errstate(invalid="ignore"):
        ends = [np.nan_to_num(np.concatenate(end) * scales, posinf=np.inf, neginf=-np.inf) for end in (lo, hi)]
    return _Ranged(live.change.of(places), problem, ends[0], ends[1], places)


def _bands(island: Island, reach: float) -> Array:
    """1 + ℓ⁴ Σ of squared second differences: the diagonal and the two beside it (3, frames).

    Beyond an end where nothing is held the change is 0; beyond an open one nothing is asked.
    """
    count = island.last - island.first + 1
    centres = np.arange(-1, count + 1)  # of the second differences 1, −2, 1
    counts = np.ones(count + 2)
    counts[centres < (1 if island.open_before else -1)] = 0
    counts[centres > (count - 2 if island.open_after else count)] = 0
    before, here, after = counts[:-2], counts[1:-1], counts[2:]
    bands = np.zeros((3, count))
    bands[0] = before + 4 * here + after
    bands[1, :-1] = -2 * (here[:-1] + here[1:])
    bands[2, :-2] = here[1:-1]
    bands *= reach**4
    bands[0] += 1
    return bands


def _cubic(changes: Array, place: Array, island: Island) -> Array:
    """The changes (frames, size) between frames, by Catmull and Rom's cubic."""
    count = len(changes)
    low = np.floor(place).astype(np.int64)
    u = (place - low)[:, None]

    def at(offset: int) -> Array:
        where = low + offset
        outside = ((where < 0) & (not island.open_before)) | ((where >= count) & (not island.open_after))
        return np.where(outside[:, None], 0.0, changes[np.clip(where, 0, count - 1)])

    a, b, c, d = at(-1), at(0), at(1), at(2)
    return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)))
