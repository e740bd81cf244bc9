"""Curves through keys: cubic Hermite curves of numbers, cumulative Bézier curves of rotations.

Numbers: rates at the keys by tension, continuity and bias (Kochanek & Bartels 1984), with the weights of the parabola
through three keys.  Rotations: Q(u) = Q₀ exp(l₁ (1 − (1 − u)³)) exp(l₂ (3u² − 2u³)) exp(l₃ u³) (Kim, Kim & Shin 1995),
given back as angles near a reference that was walked along the segment once, so that any frame can be asked for alone.
The compiled kernel is kernels/src/clips/keyframes.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache

import numpy as np

from manikin.clips import balls
from manikin.clips.key import CurveKind
from manikin.clips.tracks import Track
from manikin.figure.figure import Figure
from manikin.math import quaternions as quat
from manikin.math.rotations import Array

__all__ = ["Segments", "Shape", "key_rates", "limited_rates"]

WALK_STEPS = 16
"""Steps in which the angles of a rotation are followed along a segment."""
LARGEST_WALK = 1.0
"""Where an angle moves more than this in one step of the walk [rad], the numbers lead."""
WALK_TOLERANCE = 1e-6
"""How near to the next key's own angles the walk must end [rad]."""
NEAR_LOCK = np.sin(np.radians(6.0))
"""Nearer to gimbal lock than this sine the rates of the numbers lead those of the rotation."""
LINEAR_SLACK = 1e-12
"""How far a linear limit may be passed by rounding."""
ROUNDED_KEY = 1e-5
"""A key that passes a linear limit by less than this [rad] is at it: numbers in files are rounded."""
MODES: dict[CurveKind, int] = {"smooth": 0, "linear": 1, "hold": 2, "squad": 3}


@dataclass(frozen=True)
class Shape:
    """How keys are passed, one number per key; ``mode`` is the kind of the curve that leaves it."""

    tension: Array
    continuity: Array
    bias: Array
    slow_in: Array
    slow_out: Array
    mode: np.ndarray

    @classmethod
    def plain(cls, count: int) -> Shape:
        """Smooth curves with nothing asked for."""
        zero = np.zeros(count)
        return cls(zero, zero, zero, zero, zero, np.zeros(count, np.int32))

    def part(self, start: int, end: int) -> Shape:
        """That of some of the keys."""
        return Shape(*(getattr(self, field.name)[start:end] for field in fields(self)))


def key_rates(slopes: Array, lengths: Array, shape: Shape) -> tuple[Array, Array]:
    """Rates into and out of every key (m, …) from the slopes of the segments (m − 1, …) and their lengths (m − 1,)."""
    count = len(lengths) + 1
    wide = (slice(None),) + (None,) * (slopes.ndim - 1)
    into = np.zeros((count, *slopes.shape[1:]))
    out = np.zeros_like(into)
    if count == 1:
        return into, out
    if count == 2:
        into[1] = out[0] = slopes[0]
        return into, out
    before, after = lengths[:-1], lengths[1:]
    total = before + after
    s0 = (2 * after / total)[wide] * slopes[:-1]
    s1 = (2 * before / total)[wide] * slopes[1:]
    t, c, b = (value[1:-1][wide] for value in (shape.tension, shape.continuity, shape.bias))
    into[1:-1] = 0.5 * (1 - t) * ((1 - c) * (1 + b) * s0 + (1 + c) * (1 - b) * s1)
    out[1:-1] = 0.5 * (1 - t) * ((1 + c) * (1 + b) * s0 + (1 - c) * (1 - b) * s1)
    out[0] = (1 - shape.tension[0]) * (1.5 * slopes[0] - 0.5 * into[1])
    into[-1] = (1 - shape.tension[-1]) * (1.5 * slopes[-1] - 0.5 * out[-2])
    return into, out


def limited_rates(q: Array, into: Array, out: Array, lengths: Array, lo: Array, hi: Array) -> tuple[Array, Array]:
    """The rates (m, columns), shortened by one factor at each key so that no curve passes a limit.

    A cubic lies in the hull of its Bézier points q + n·out/3 and q − n·in/3.
    """
    steps = np.zeros((2, *q.shape))
    steps[0, :-1] = lengths[:, None] / 3 * out[:-1]
    steps[1, 1:] = -lengths[:, None] / 3 * into[1:]
    room = np.where(steps > 0, hi - q, q - lo)
    size = np.abs(steps)
    with np.errstate(invalid="ignore", divide="ignore"):
        factor = np.where(size > room, np.maximum(room, 0) / np.where(size > 0, size, 1), 1.0).min(axis=0)
    return into * factor, out * factor


def _strays(off: Array) -> np.ndarray:
    """Whether a walk that ended so far from the next key's angles (…, 3) did not end at that key.

    Angles of the other branch, half a turn away in the first and the third, are the same pose: there the pose goes on,
    and the numbers leap at the key.
    """
    turns = (off[..., ::2] * (1 / balls.TURN)) % 1.0
    other_branch = (np.abs(turns - 0.5) < WALK_TOLERANCE).all(axis=-1)
    return np.asarray((np.abs(off) > WALK_TOLERANCE).any(axis=-1) & ~other_branch)


@dataclass(frozen=True)
class LinearRow:
    """A linear limit over parameters: lo ≤ Σ coefficients · q[columns] ≤ hi."""

    columns: np.ndarray
    coefficients: Array
    lo: float
    hi: float


@lru_cache(maxsize=32)
def linear_rows(figure: Figure) -> tuple[LinearRow, ...]:
    """The linear limits of a figure."""
    rows = []
    for limit in figure.linear_limits:
        columns = np.array([figure.index(name) for name, _ in limit.terms])
        rows.append(LinearRow(columns, np.array([factor for _, factor in limit.terms]), limit.lo, limit.hi))
    return tuple(rows)


def rates_within(rows: Sequence[LinearRow], q: Array, into: Array, out: Array, lengths: Array) -> tuple[Array, Array]:
    """The rates (m, columns), shortened so that no curve passes a linear limit; rows are over the same columns.

    Parameters that share limits are shortened by one factor at a key: a shorter step stays inside all of them.
    """
    factor = np.ones(q.shape)
    for row in rows:
        at = q[:, row.columns] @ row.coefficients
        steps = np.zeros((2, len(q)))
        steps[0, :-1] = lengths / 3 * (out[:-1, row.columns] @ row.coefficients)
        steps[1, 1:] = -lengths / 3 * (into[1:, row.columns] @ row.coefficients)
        room = np.where(steps > 0, row.hi - at, at - row.lo)
        size = np.abs(steps)
        passes = (size > room + LINEAR_SLACK) & (room >= -ROUNDED_KEY)  # a key beyond a limit is left as it is
        own = np.where(passes, np.maximum(room, 0) / np.where(passes, size, 1), 1.0).min(axis=0)
        factor[:, row.columns] = np.minimum(factor[:, row.columns], own[:, None])
    for row in [*rows, *rows]:
        factor[:, row.columns] = factor[:, row.columns].min(axis=1, keepdims=True)
    return into * factor, out * factor


class Segments:
    """The segments between keys of some tracks, ready to be evaluated.

    Its arrays are the tables that the kernel reads.

    Args:
        frames: The frames of the keys (m,), increasing.
        q: Their states (m, size).
        tracks: The tracks that stop at these keys.
        figure: Whose limits hold.
        shape: How the keys are passed.
        rates: Explicit rates (2, m, size) per frame, into and out of the keys; NaN where the neighbours decide.
    """

    def __init__(
        self,
        frames: Array,
        q: Array,
        tracks: Sequence[Track],
        figure: Figure,
        shape: Shape,
        rates: Array | None = None,
    ) -> None:
        self.frames, self.lo, self.hi = np.ascontiguousarray(frames), figure.lo, figure.hi
        self.slow_in, self.slow_out = np.ascontiguousarray(shape.slow_in), np.ascontiguousarray(shape.slow_out)
        self.modes = np.ascontiguousarray(shape.mode, np.int32)
        self._linear = linear_rows(figure)
        bounded = {int(column) for row in self._linear for column in row.columns}
        # only numbers can be kept inside linear limits
        ball_tracks = [track for track in tracks if track.is_ball and not bounded & set(track.columns)]
        self.scalars = np.array([c for track in tracks if track not in ball_tracks for c in track.columns], np.int32)
        self.balls = np.array([track.columns for track in ball_tracks], np.int32).reshape(-1, 3)
        self.axes = np.array([track.axes for track in ball_tracks], float).reshape(-1, 3, 3)
        self._lengths = np.diff(self.frames)
        self._set_numbers(q, shape, rates)
        self._set_balls(q, shape, rates)

    def _set_numbers(self, q: Array, shape: Shape, rates: Array | None) -> None:
        own, lengths = np.ascontiguousarray(q[:, self.scalars]), self._lengths
        into, out = key_rates(np.diff(own, axis=0) / lengths[:, None], lengths, shape)
        if rates is not None:
            fixed = rates[:, :, self.scalars]
            into, out = np.where(np.isnan(fixed), [into, out], fixed)
        into, out = limited_rates(own, into, out, lengths, self.lo[self.scalars], self.hi[self.scalars])
        place = {int(column): i for i, column in enumerate(self.scalars)}
        rows = [
            replace(row, columns=np.array([place[int(c)] for c in row.columns]))
            for row in self._linear
            if all(int(c) in place for c in row.columns)
        ]
        if rows:
            into, out = rates_within(rows, own, into, out, lengths)
        self.numbers, self.numbers_in, self.numbers_out = own, into, out

    def _set_balls(self, q: Array, shape: Shape, rates: Array | None) -> None:
        axes, lengths = self.axes, self._lengths
        theta = np.ascontiguousarray(q[:, self.balls])  # (m, balls, 3)
        everywhere = np.broadcast_to(axes, (*theta.shape[:2], 3, 3))
        turn = balls.rotation(everywhere, theta)
        wide = lengths[:, None, None]
        way = quat.log(quat.multiply(quat.conjugate(turn[:-1]), turn[1:]))
        into, out = key_rates(way / wide, lengths, shape)
        numbers_in, sine = balls.angle_rates(everywhere, theta, into)
        numbers_out, _ = balls.angle_rates(everywhere, theta, out)
        plain_in, plain_out = key_rates(np.diff(theta, axis=0) / wide, lengths, shape)
        led_by_numbers = (sine < NEAR_LOCK)[..., None]
        if rates is not None:
            fixed = rates[:, :, self.balls]
            explicit = np.asarray(np.isfinite(fixed).all(axis=(0, -1)))[..., None]
            plain_in, plain_out = np.where(explicit, fixed, [plain_in, plain_out])
            led_by_numbers = led_by_numbers | explicit
        numbers_in = np.where(led_by_numbers, plain_in, numbers_in)
        numbers_out = np.where(led_by_numbers, plain_out, numbers_out)
        lo, hi = self.lo[self.balls].ravel(), self.hi[self.balls].ravel()
        theta_flat, in_flat, out_flat = (part.reshape(len(theta), -1) for part in (theta, numbers_in, numbers_out))
        in_flat, out_flat = limited_rates(theta_flat, in_flat, out_flat, lengths, lo, hi)
        self.theta, self.theta_in, self.theta_out = theta, in_flat.reshape(theta.shape), out_flat.reshape(theta.shape)
        # rotation and numbers leave and reach a key alike, whichever of them a segment follows
        into = balls.body_rates(everywhere, theta, self.theta_in)
        out = balls.body_rates(everywhere, theta, self.theta_out)
        self._set_turns(turn, way, wide / 3 * out[:-1], wide / 3 * into[1:])

    def _set_turns(self, turn: Array, way: Array, first: Array, last: Array) -> None:
        """The factors of the rotations from those at the keys and the ways between them."""
        inner = [quat.multiply(turn[:-1], quat.exp(first)), quat.multiply(turn[1:], quat.exp(-last))]
        middle = quat.log(quat.multiply(quat.conjugate(inner[0]), inner[1]))
        # slerp is the same product with its middle factor alone, and the share u instead of 3u² − 2u³;
        # squad goes from key to key by the middle factor, from inner point to inner point by the last one
        mode = self.modes[:-1, None, None]
        straight, squad = mode == MODES["linear"], mode == MODES["squad"]
        self.starts = np.ascontiguousarray(turn[:-1])
        self.firsts = np.where(straight, 0.0, first)
        self.middles = np.where(straight | squad, way, middle)
        self.lasts = np.where(straight, 0.0, last)
        if squad.any():
            bend = np.zeros_like(self.theta)  # of the inner point beside each key (Shoemake 1987)
            bend[1:-1] = (way[1:] - way[:-1]) * -0.25
            beside = quat.multiply(turn, quat.exp(bend))
            between = quat.log(quat.multiply(quat.conjugate(beside[:-1]), beside[1:]))
            self.firsts, self.lasts = np.where(squad, bend[:-1], self.firsts), np.where(squad, between, self.lasts)

    @cached_property
    def _walk(self) -> tuple[Array, Array]:
        """The angles of every ball along every segment (steps + 1, …, 3), and how far numbers lead in it (…)."""
        segments, count = len(self._lengths), len(self.balls)
        walked = np.empty((WALK_STEPS + 1, segments, count, 3))
        walked[0] = self.theta[:-1]
        every = np.arange(segments)
        axes = np.broadcast_to(self.axes, (segments, count, 3, 3))
        for k in range(1, WALK_STEPS + 1):
            turn = self._rotation(every, np.full(segments, k / WALK_STEPS))
            walked[k] = balls.angles(axes, turn, walked[k - 1])
        strays = _strays(walked[-1] - self.theta[1:])
        strays |= (np.abs(np.diff(walked, axis=0)) > LARGEST_WALK).any(axis=(0, -1))
        numbers = np.stack(
            [self._ball_numbers(every, np.full(segments, k / WALK_STEPS)) for k in range(WALK_STEPS + 1)]
        )
        share = np.zeros((segments, count))
        for limit, sign in ((self.lo[self.balls], -1.0), (self.hi[self.balls], 1.0)):
            over, inside = sign * (walked - limit), sign * (numbers - limit)
            with np.errstate(invalid="ignore", divide="ignore"):
                needed = np.where(
                    over > 1e-12, np.where(inside < over, over / (over - np.minimum(inside, 0.0)), 1.0), 0.0
                )
            share = np.maximum(share, np.nan_to_num(needed, nan=0.0).max(axis=(0, -1), initial=0.0))
        return walked, np.where(strays, 1.0, np.clip(share, 0.0, 1.0))

    # -- evaluation ----------------------------------------------------------------------------

    def write(self, frames: Array, result: Array) -> None:
        """Write the columns of the tracks at frames (n,) into states (n, size); beyond the keys they hold."""
        frames = np.clip(frames, self.frames[0], self.frames[-1])
        if len(self.frames) == 1:
            result[:, self.scalars], result[:, self.balls] = self.numbers[0], self.theta[0]
            return
        segment = np.clip(np.searchsorted(self.frames, frames, side="right") - 1, 0, len(self._lengths) - 1)
        u = self._eased(segment, (frames - self.frames[segment]) / self._lengths[segment])
        found = [(self.scalars, self._hermite(self.numbers, self.numbers_in, self.numbers_out, segment, u))]
        if len(self.balls):
            found.append((self.balls, self._angles(segment, u)))
        for columns, values in found:
            result[:, columns] = np.clip(values, self.lo[columns], self.hi[columns])
        ends = frames == self.frames[segment + 1]  # a key is met to the last bit
        for at, where in ((segment, u == 0), (segment + 1, ends)):
            chosen = np.flatnonzero(where)
            if len(chosen):
                result[np.ix_(chosen, self.scalars)] = self.numbers[at[chosen]]
                result[chosen[:, None, None], self.balls] = self.theta[at[chosen]]

    def _eased(self, segment: np.ndarray, u: Array) -> Array:
        """The share of the way, with slow starts and ends (monotone: end slopes 1 − slow_out and 1 − slow_in)."""
        leave, arrive = 1 - self.slow_out[segment], 1 - self.slow_in[segment + 1]
        eased = u * u * (3 - 2 * u) + leave * u * (1 - u) ** 2 - arrive * u * u * (1 - u)
        eased = np.where((leave == 1) & (arrive == 1), u, eased)
        return np.where(self.modes[segment] == MODES["hold"], (u >= 1).astype(float), eased)

    def _ball_numbers(self, segment: np.ndarray, u: Array) -> Array:
        return self._hermite(self.theta, self.theta_in, self.theta_out, segment, u)

    def _hermite(self, q: Array, into: Array, out: Array, segment: np.ndarray, u: Array) -> Array:
        wide = (slice(None),) + (None,) * (q.ndim - 1)
        n, share = self._lengths[segment][wide], u[wide]
        start, end = q[segment], q[segment + 1]
        straight = start + share * (end - start)
        a, b = n * out[segment] - (end - start), (end - start) - n * into[segment + 1]
        curved = straight + share * (1 - share) * (a * (1 - share) + b * share)
        return np.asarray(np.where((self.modes[segment] == MODES["linear"])[wide], straight, curved))

    def _rotation(self, segment: np.ndarray, u: Array) -> Array:
        start, first, middle, last = (part[segment] for part in (self.starts, self.firsts, self.middles, self.lasts))
        share = u[:, None, None]
        mode = self.modes[segment][:, None, None]
        straight = mode == MODES["linear"]
        turn = quat.multiply(start, quat.exp(first * (1 - (1 - share) ** 3)))
        turn = quat.multiply(turn, quat.exp(middle * np.where(straight, share, share * share * (3 - 2 * share))))
        turn = quat.multiply(turn, quat.exp(last * share**3))
        squad = mode == MODES["squad"]
        if squad.any():
            one = quat.multiply(start, quat.exp(share * middle))
            two = quat.multiply(quat.multiply(start, quat.exp(first)), quat.exp(share * last))
            across = quat.log(quat.multiply(quat.conjugate(one), two))
            turn = np.where(squad, quat.multiply(one, quat.exp(2 * share * (1 - share) * across)), turn)
        return turn

    def _angles(self, segment: np.ndarray, u: Array) -> Array:
        references, shares = self._walk
        place = u * WALK_STEPS
        step = np.clip(place.astype(np.int64), 0, WALK_STEPS - 1)
        part = (place - step)[:, None, None]
        near = (1 - part) * references[step, segment] + part * references[step + 1, segment]
        axes = np.broadcast_to(self.axes, (len(u), *self.axes.shape))
        lifted = balls.angles(axes, self._rotation(segment, u), near)
        share = shares[segment][..., None]
        return np.asarray(lifted + share * (self._ball_numbers(segment, u) - lifted))
