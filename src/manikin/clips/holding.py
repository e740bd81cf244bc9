"""Goals held frame by frame: the least change of the plain in-between, with jumps faded.

Each frame is the least change of the plain in-between that meets the goals that hold there.  Where a goal begins or
ends, the change would jump; what it would jump by is faded in before and out after, by a quintic.  With S the goals
that hold at t, P_S the least change that meets them and D_S = P_S(plain) ⊖ plain,

    q(t) = P_S(plain(t) ⊕ D_S(t) ⊕ Σ fades(t)).

A goal that begins or ends between two keys, with its usual window, leads the plain in-between there (``contacts``): it
passes through the pose that meets the goal, from the key before to the key after; a key at which a goal begins or ends
is passed as fast as the goal lets the figure.  Then there is little left to fade.

No frame depends on another one having been asked for.  Outside all spans and windows, and away from where a goal
begins or ends with its usual window, the plain state is given back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from manikin.clips.contacts import Contacts, within_linear_limits
from manikin.clips.differences import difference, displaced
from manikin.clips.least_change import LeastChange
from manikin.clips.timed_goal import USUAL_EASE, TimedGoal
from manikin.diagnosis.conflict import Conflict, find_conflict
from manikin.figure.figure import Figure
from manikin.math.rotations import Array

__all__ = ["Hold", "Holding"]

ABUT = 1.0
"""A span that begins within so many frames after another's end takes over from it without a gap."""

INWARD = 0.5
"""How far inside a span the rate of what its goal changes is measured [frames]."""
NEARLY_MET = 1e-3
"""Goals that a pose is off by no more than this can hold together, but for rounding and noise [rad, m]."""
SAME_LIMB = 0.8
"""Share of the parameters that two goals have in common where the same limb serves them."""


class Hold(NamedTuple):
    """A goal, by its place in the list, holds from ``start`` to ``end``; the end is included unless it hands over.

    ``usual_in`` and ``usual_out`` say whether it comes and goes by itself, in a window that nobody has set.
    """

    goal: int
    start: float
    end: float
    ease_in: float
    ease_out: float
    hands_over: bool
    usual_in: bool
    usual_out: bool

    def covers(self, frame: float) -> bool:
        return self.start <= frame < self.end if self.hands_over else self.start <= frame <= self.end


class End(NamedTuple):
    """A frame at which a goal, by its place in the list, begins or ends, and the way into its span from there."""

    frame: float
    inward: float
    goal: int


class Fade(NamedTuple):
    """What a change would jump by at a frame, and its rate along the fade; fades over ``length`` frames.

    ``at_once`` says whether it is there at the frame itself, or only beyond it.
    """

    frame: float
    length: float
    before: bool
    jump: Array
    rate: Array
    at_once: bool


class Holding:
    """Timed goals over a plain motion of one or several figures.

    Args:
        figures: The figures whose states stand one after another in a row.
        plain: From frames (n,) to plain states (n, size).
        goals: What holds, and when.
        rate: Frames per second.
        keys: The frames of each figure's keys; a figure that has none moves by something else, which is not led.
    """

    def __init__(
        self,
        figures: tuple[Figure, ...],
        plain: Callable[[Array], Array],
        goals: tuple[TimedGoal, ...],
        rate: float,
        keys: tuple[Array, ...] = (),
    ) -> None:
        self.figures, self.goals, self.rate = figures, goals, rate
        self._plain, self._keys = plain, keys
        self.change = LeastChange(figures, goals)
        self._soft = any(not goal.hard for goal in goals)

    def led(self, frames: Array, states: Array) -> Array:
        """Plain states (n, size) at frames (n,), led to where goals begin and end between keys."""
        if not self._contacts:
            return states
        change = np.zeros_like(states)
        for columns, contacts in self._contacts:
            change[:, columns] = contacts.at(frames)
        rows = np.flatnonzero(change.any(axis=1))
        found, first = states.copy(), 0
        found[rows] = displaced(self.figures, states[rows], change[rows])
        for figure in self.figures:
            part = np.ix_(rows, np.arange(first, first + figure.size))
            found[part] = within_linear_limits(figure, states[part], found[part])
            first += figure.size
        return found

    @cached_property
    def _contacts(self) -> tuple[tuple[slice, Contacts], ...]:
        """For each figure that has keys, its columns and what goals change where they begin or end among them."""
        asked: dict[float, tuple[Array, Array]] = {}
        found, first = [], 0
        for figure, keys in zip(self.figures, self._keys, strict=bool(self._keys)):
            columns = slice(first, first + figure.size)
            first += figure.size
            if len(keys) < 2:
                continue
            near = [end for end in self._ends if keys[0] < end.frame < keys[-1]]
            serve = {end.goal: self.change.of((end.goal,)).columns for end in near}
            own = sorted({
                end.frame for end in near if ((serve[end.goal] >= columns.start) & (serve[end.goal] < first)).any()
            })  # fmt: skip
            if own:
                asked |= {frame: self._asked(frame) for frame in own if frame not in asked}
                changes, rates = (np.array([asked[frame][k][columns] for frame in own]) for k in (0, 1))
                found.append((columns, Contacts(keys, np.array(own), changes, rates, self.rate)))
        return tuple(found)

    @cached_property
    def _ends(self) -> tuple[End, ...]:
        """Where goals come and go by themselves, in their usual windows."""
        found = [End(hold.end, -INWARD, hold.goal) for hold in self.holds if hold.usual_out and not hold.hands_over]
        before = [hold for hold in self.holds if hold.hands_over]
        for hold in self.holds:
            taken = any(other.end == hold.start and self._same_limb(other.goal, hold.goal) for other in before)
            if hold.usual_in and not taken:
                found.append(End(hold.start, INWARD, hold.goal))
        return tuple(end for end in found if np.isfinite(end.frame))

    def _asked(self, frame: float) -> tuple[Array, Array]:
        """What the goals that hold at a frame change there, and its rate on the side where they hold; (size,) each."""
        sides = np.array(sorted({end.inward for end in self._ends if end.frame == frame}))
        times = np.array([frame, *(frame + sides)])
        plain = self._plain(times)
        change = difference(self.figures, self.change.met(self.holding(frame), times, plain), plain)
        return change[0], np.mean((change[1:] - change[0]) / sides[:, None], axis=0)

    def base(self, frames: Array) -> Array:
        """The plain states, led to where hard goals begin and end, and by the soft ones."""
        plain = self.led(frames, self._plain(frames))
        if not self._soft:
            return plain
        shares = np.stack(
            [np.zeros(len(frames)) if g.hard else g.shares(frames, self.rate) for g in self.goals], axis=1
        )
        return self.change.led(shares, frames, plain)

    def states(self, frames: Array) -> Array:
        """The states (n, size) at frames (n,)."""
        base = self.base(frames)
        result = base
        fade = self._faded(frames)
        fading = np.zeros(len(frames), bool) if fade is None else np.asarray(fade.any(axis=1))
        for holding, rows in self._together(frames):
            if not holding and not fading[rows].any():
                continue
            result = base.copy() if result is base else result
            again = rows[fading[rows]]
            if holding:
                result[rows] = self.change.met(holding, frames[rows], base[rows])
            if fade is not None and len(again):
                change = difference(self.figures, result[again], base[again]) if holding else 0.0
                led = displaced(self.figures, base[again], change + fade[again])
                result[again] = self.change.met(holding, frames[again], led) if holding else led
        return result

    def met(self, frames: Array, states: Array) -> Array:
        """The nearest states (n, size) that meet what holds at frames (n,)."""
        result = states.copy()
        for holding, rows in self._together(frames):
            if holding:
                result[rows] = self.change.met(holding, frames[rows], states[rows])
        return result

    def off(self, frames: Array, states: Array) -> Array:
        """How far what holds at frames (n,) is off in some states, its worst row (n,) [m, rad by their weights]."""
        found = np.zeros(len(frames))
        for holding, rows in self._together(frames):
            if holding:
                goals = self.change.of(holding)
                for row, numbers in zip(rows.tolist(), goals.constants(frames[rows]), strict=True):
                    residual = goals.problem.with_constants(numbers).raw_residual(states[row])
                    found[row] = np.abs(residual).max(initial=0.0)
        return found

    def conflict(self, frame: float, state: Array) -> Conflict | None:
        """Which goals and limits clash at a frame, near a state; None where all can hold."""
        holding = self.holding(frame)
        if not holding:
            return None
        goals = self.change.of(holding)
        return find_conflict(goals.problem.with_constants(goals.constants(np.array([frame]))[0]), state)

    # -- who holds when ------------------------------------------------------------------------

    @cached_property
    def holds(self) -> tuple[Hold, ...]:
        """When every hard goal holds."""
        hard = [(i, span) for i, goal in enumerate(self.goals) if goal.hard for span in goal.ordered]
        starts = np.array([span.start for _, span in hard])
        holds = []
        for i, given in hard:
            span = given.at_rate(self.rate)
            near = np.flatnonzero((starts > span.end) & (starts <= span.end + ABUT)).tolist()
            following = [float(starts[j]) for j in near if self._same_limb(i, hard[j][0])]
            end = min(following, default=span.end)
            assert span.ease_in is not None
            assert span.ease_out is not None
            usual = (given.ease_in is None and not given.cut_in, given.ease_out is None and not given.cut_out)
            holds.append(Hold(i, span.start, end, span.ease_in, span.ease_out, bool(following), *usual))
        return tuple(holds)

    def holding(self, frame: float) -> tuple[int, ...]:
        """The goals that hold at a frame, by their places."""
        return tuple(sorted({hold.goal for hold in self.holds if hold.covers(frame)}))

    def holding_at(self, frames: Array) -> list[tuple[int, ...]]:
        """The goals that hold at each of some frames (n,), by their places."""
        held: list[tuple[int, ...]] = [()] * len(frames)
        for holding, rows in self._together(frames):
            for row in rows.tolist():
                held[row] = holding
        return held

    @cached_property
    def _times(self) -> tuple[Array, dict[int, tuple[int, ...]]]:
        """The frames at which holds begin or end, and the goals that hold at and between them, as asked for."""
        times = {hold.start for hold in self.holds} | {hold.end for hold in self.holds}
        return np.array(sorted(times)), {}

    def _together(self, frames: Array) -> list[tuple[tuple[int, ...], np.ndarray]]:
        """The sets of goals that hold, each with the rows of its frames."""
        if len(frames) == 1:
            return [(self.holding(float(frames[0])), np.zeros(1, np.int64))]
        times, known = self._times
        before, until = (np.searchsorted(times, frames, side=side) for side in ("left", "right"))
        places = before + until  # even between two times, odd at one
        rows: dict[tuple[int, ...], list[np.ndarray]] = {}
        for place in np.unique(places).tolist():
            own = np.flatnonzero(places == place)
            if place not in known:
                known[place] = self.holding(float(frames[own[0]]))
            rows.setdefault(known[place], []).append(own)
        return [(holding, np.sort(np.concatenate(own))) for holding, own in rows.items()]

    # -- fades ---------------------------------------------------------------------------------

    def _faded(self, frames: Array) -> Array | None:
        """The sum of all fades (n, size) at frames (n,); None where there is none."""
        total = None
        for fade in self._fades:
            away = (fade.frame - frames) if fade.before else (frames - fade.frame)
            inside = ((away > 0) | (fade.at_once & (away == 0))) & (away <= fade.length)
            if inside.any():
                if total is None:
                    total = np.zeros((len(frames), len(fade.jump)))
                u = (away[inside] / fade.length)[:, None]
                falling = 1 - u**3 * (10 - 15 * u + 6 * u * u)
                leaving = u - u**3 * (6 - 8 * u + 3 * u * u)
                total[inside] += falling * fade.jump + fade.length * leaving * fade.rate
        return total

    @cached_property
    def _fades(self) -> tuple[Fade, ...]:
        """What changes at each frame at which goals begin or end.

        Where one goal takes over from another that the same limb serves, only what is between the two fades.
        """
        made = []
        for frame in np.array(self._times[0])[np.isfinite(self._times[0])].tolist():
            new = [hold for hold in self.holds if hold.start == frame]
            gone = [hold for hold in self.holds if hold.end == frame]
            pairs = [
                (one, other) for one in gone if one.hands_over for other in new if self._same_limb(one.goal, other.goal)
            ]
            left, taken = [one for one, _ in pairs], [other for _, other in pairs]
            beside = {hold.goal for hold in self.holds if hold.start < frame < hold.end}
            if pairs:
                made += self._handed_over(frame, left, taken, beside)
            new = [hold for hold in new if hold not in taken]
            kept = {hold.goal for hold in self.holds if hold.start < frame <= hold.end and hold.covers(frame)}
            made.append(self._fade(frame, new, kept, before=True))
            kept = {hold.goal for hold in self.holds if hold.start <= frame < hold.end and hold.covers(frame)}
            for hands_over in (False, True):
                ended = [hold for hold in gone if hold not in left and hold.hands_over == hands_over]
                made.append(self._fade(frame, ended, kept, before=False))
        return tuple(fade for fade in made if fade is not None)

    def _same_limb(self, one: int, other: int) -> bool:
        """Whether nearly the same parameters serve two goals."""
        a, b = (set(self.change.of((goal,)).columns.tolist()) for goal in (one, other))
        return len(a & b) > SAME_LIMB * min(len(a), len(b))

    def _handed_over(self, frame: float, gone: list[Hold], new: list[Hold], beside: set[int]) -> list[Fade | None]:
        """From one goal to the next: through a pose that meets both, so that neither side has to leap.

        Where there is none, as of two places of one foot: afterwards, or before where the first has no window to go in.
        """
        ended, begun = {hold.goal for hold in gone}, {hold.goal for hold in new}
        out = max(min(hold.ease_out, self._room(hold, before=False)) for hold in gone)
        into = max(min(hold.ease_in, self._room(hold, before=True)) for hold in new)
        before, after = (min(hold.end - hold.start for hold in holds) for holds in (gone, new))
        usual = USUAL_EASE * self.rate  # inside the spans, where the limb is held anyway: both hold as exactly as ever
        first, second, both = beside | ended, beside | begun, beside | ended | begun
        if self._can_meet(frame, both):
            inward = -min(0.5, before)
            moving = [goal.moving for goal in map(self.goals.__getitem__, both) if goal.moving is not None]
            if any(frame + inward < one.frames[0] and len(one.frames) > 1 for one in moving):
                inward = 0.0  # its target begins to move here, so that a pose that meets both has no rate
            return [
                self._between(frame, into or min(usual, before), inward, both, first, before=True, at_once=False),
                self._between(frame, out or min(usual, after), inward, both, second, before=False, at_once=True),
            ]
        if out > 0:
            return [self._between(frame, out, -min(0.5, before), first, second, before=False, at_once=True)]
        return [self._between(frame, into, min(0.5, after), second, first, before=True, at_once=False)]

    def _can_meet(self, frame: float, goals: set[int]) -> bool:
        """Whether there is a pose near the plain one at a frame that meets some goals, or nearly so."""
        own, time = self.change.of(tuple(sorted(goals))), np.array([frame])
        there = own.problem.with_constants(own.constants(time)[0])
        return bool(np.abs(there.raw_residual(own.met(time, self.base(time))[0])).max(initial=0.0) <= NEARLY_MET)

    def _fade(self, frame: float, holds: list[Hold], kept: set[int], *, before: bool) -> Fade | None:
        """What begins (or ends) at a frame, beside what holds on both sides of it."""
        if not holds:
            return None
        changing = {hold.goal for hold in holds}
        length = max(min(hold.ease_in if before else hold.ease_out, self._room(hold, before)) for hold in holds)
        inward = min(0.5, *(hold.end - hold.start for hold in holds)) * (1.0 if before else -1.0)
        at_once = not before and holds[0].hands_over
        return self._between(frame, length, inward, kept | changing, kept - changing, before=before, at_once=at_once)

    def _between(
        self,
        frame: float,
        length: float,
        inward: float,
        ours: set[int],
        others: set[int],
        *,
        before: bool,
        at_once: bool,
    ) -> Fade | None:
        """The fade of what one set of goals changes more than another; its rate is taken ``inward`` of the frame."""
        if length <= 0:
            return None
        times = np.array([frame, frame + inward])
        base = self.base(times)
        gaps = []
        for holding in (ours, others):
            met = self.change.met(tuple(sorted(holding)), times, base) if holding else base
            gaps.append(difference(self.figures, met, base))
        jump = gaps[0] - gaps[1]
        if not jump.any():
            return None
        rate = (jump[1] - jump[0]) / inward if inward else np.zeros_like(jump[0])
        return Fade(frame, length, before, jump[0], -rate if before else rate, at_once)

    def _room(self, hold: Hold, before: bool) -> float:
        """How far a fade may reach before it meets another span of the same goal."""
        own = [other for other in self.holds if other.goal == hold.goal and other is not hold]
        if before:
            return min((hold.start - other.end for other in own if other.end <= hold.start), default=np.inf)
        return min((other.start - hold.end for other in own if other.start >= hold.end), default=np.inf)
