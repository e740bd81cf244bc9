"""Curves through keys: cubic Hermite curves of numbers, cumulative Bézier curves of rotations.

Numbers: rates at the keys by tension, continuity and bias (Kochanek & Bartels 1984), with the weights of the parabola
through three keys.  Rotations: Q(u) = Q₀ exp(l₁ (1 − (1 − u)³)) exp(l₂ (3u² − 2u³)) exp(l₃ u³) (Kim, Kim & Shin 1995),
given back as angles near a reference that was walked along the segment once, so that any frame can be asked for alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from manikin.clips import balls
from manikin.clips.key import CurveKind
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
MODES: dict[CurveKind, int] = {"smooth": 0, "linear": 1, "hold": 2}


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
        return cls(zero, zero, zero, zero, zero, np.zeros(count, np.int64))


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


class Segments:
    """The segments between keys at increasing ``frames`` (m,), of numbers and of balls, ready to be evaluated.

    Args:
        frames: The frames of the keys (m,).
        q: Their states over the columns at hand (m, columns).
        scalars: Which of the columns are numbers.
        ball_columns: The columns of each ball (balls, 3).
        axes: The axes of each ball (balls, 3, 3).
        lo: Lower limits (columns,).
        hi: Upper limits (columns,).
        shape: How the keys are passed.
        rates: Explicit rates (2, m, columns) per frame, into and out of the keys; NaN where the neighbours decide.
    """

    def __init__(
        self,
        frames: Array,
        q: Array,
        *,
        scalars: Sequence[int],
        ball_columns: np.ndarray,
        axes: Array,
        lo: Array,
        hi: Array,
        shape: Shape,
        rates: Array | None = None,
    ) -> None:
        self.frames, self.shape = frames, shape
        self.scalars, self.ball_columns, self.axes = np.array(scalars, np.int64), ball_columns, axes
        self.columns, self.lo, self.hi = q.shape[1], lo, hi
        lengths = np.diff(frames)
        self._lengths = lengths
        own = q[:, self.scalars]
        into, out = key_rates(np.diff(own, axis=0) / lengths[:, None], lengths, shape)
        if rates is not None:
            fixed = rates[:, :, self.scalars]
            into, out = np.where(np.isnan(fixed), [into, out], fixed)
        into, out = limited_rates(own, into, out, lengths, lo[self.scalars], hi[self.scalars])
        self._numbers = (own, into, out)
        self._prepare_balls(q, rates)

    def _prepare_balls(self, q: Array, rates: Array | None) -> None:
        count, axes, lengths = len(self.ball_columns), self.axes, self._lengths
        theta = q[:, self.ball_columns]  # (m, balls, 3)
        turn = balls.rotation(np.broadcast_to(axes, (*theta.shape[:2], 3, 3)), theta)
        wide = lengths[:, None, None]
        way = quat.log(quat.multiply(quat.conjugate(turn[:-1]), turn[1:]))
        into, out = key_rates(way / wide, lengths, self.shape)
        everywhere = np.broadcast_to(axes, (*theta.shape[:2], 3, 3))
        numbers_in, sine = balls.angle_rates(everywhere, theta, into)
        numbers_out, _ = balls.angle_rates(everywhere, theta, out)
        plain_in, plain_out = key_rates(np.diff(theta, axis=0) / wide, lengths, self.shape)
        led_by_numbers = (sine < NEAR_LOCK)[..., None]
        if rates is not None:
            fixed = rates[:, :, self.ball_columns]
            explicit = np.asarray(np.isfinite(fixed).all(axis=(0, -1)))[..., None]
            plain_in, plain_out = np.where(explicit, fixed, [plain_in, plain_out])
            led_by_numbers = led_by_numbers | explicit
        numbers_in = np.where(led_by_numbers, plain_in, numbers_in)
        numbers_out = np.where(led_by_numbers, plain_out, numbers_out)
        lo, hi = self.lo[self.ball_columns], self.hi[self.ball_columns]
        theta_flat, in_flat, out_flat = (part.reshape(len(theta), -1) for part in (theta, numbers_in, numbers_out))
        in_flat, out_flat = limited_rates(theta_flat, in_flat, out_flat, lengths, lo.ravel(), hi.ravel())
        numbers_in, numbers_out = in_flat.reshape(theta.shape), out_flat.reshape(theta.shape)
        # rotation and numbers leave and reach a key alike, whichever of them a segment follows
        into = balls.body_rates(everywhere, theta, numbers_in)
        out = balls.body_rates(everywhere, theta, numbers_out)
        first = wide / 3 * out[:-1]
        last = wide / 3 * into[1:]
        inner = [quat.multiply(turn[:-1], quat.exp(first)), quat.multiply(turn[1:], quat.exp(-last))]
        middle = quat.log(quat.multiply(quat.conjugate(inner[0]), inner[1]))
        straight = (self.shape.mode[:-1] == MODES["linear"])[:, None, None]
        # slerp is the same product with its middle factor alone, and the share u instead of 3u² − 2u³
        self._turns = (
            turn[:-1],
            np.where(straight, 0.0, first),
            np.where(straight, way, middle),
            np.where(straight, 0.0, last),
        )
        self._theta = (theta, numbers_in, numbers_out)
        self._walk(theta, lo, hi, count)

    def _walk(self, theta: Array, lo: Array, hi: Array, count: int) -> None:
        """Follow the angles of every ball along every segment once, and decide where numbers lead (``_share``)."""
        segments = len(self._lengths)
        walked = np.empty((WALK_STEPS + 1, segments, count, 3))
        walked[0] = theta[:-1]
        every = np.arange(segments)
        axes = np.broadcast_to(self.axes, (segments, count, 3, 3))
        for k in range(1, WALK_STEPS + 1):
            turn = self._rotation(every, np.full(segments, k / WALK_STEPS))
            walked[k] = balls.angles(axes, turn, walked[k - 1])
        self._references = walked
        strays = (np.abs(walked[-1] - theta[1:]) > WALK_TOLERANCE).any(axis=-1)
        strays |= (np.abs(np.diff(walked, axis=0)) > LARGEST_WALK).any(axis=(0, -1))
        numbers = np.stack(
            [self._ball_numbers(every, np.full(segments, k / WALK_STEPS)) for k in range(WALK_STEPS + 1)]
        )
        share = np.zeros((segments, count))
        for limit, sign in ((lo, -1.0), (hi, 1.0)):
            over, inside = sign * (walked - limit), sign * (numbers - limit)
            with np.errstate(invalid="ignore", divide="ignore"):
                needed = np.where(
                    over > 1e-12, np.where(inside < over, over / (over - np.minimum(inside, 0.0)), 1.0), 0.0
                )
            share = np.maximum(share, np.nan_to_num(needed, nan=0.0).max(axis=(0, -1), initial=0.0))
        self._share = np.where(strays, 1.0, np.clip(share, 0.0, 1.0))

    # -- evaluation ----------------------------------------------------------------------------

    def states(self, frames: Array) -> Array:
        """The columns (n, columns) at frames (n,) between the first and the last key."""
        if len(self.frames) == 1:
            first = np.empty((1, self.columns))
            first[:, self.scalars] = self._numbers[0]
            first[:, self.ball_columns] = self._theta[0]
            return np.repeat(first, len(frames), axis=0)
        segment = np.clip(np.searchsorted(self.frames, frames, side="right") - 1, 0, len(self._lengths) - 1)
        u = (frames - self.frames[segment]) / self._lengths[segment]
        u = self._eased(segment, u)
        result = np.empty((len(frames), self.columns))
        result[:, self.scalars] = self._scalars(segment, u)
        if len(self.ball_columns):
            result[:, self.ball_columns] = self._balls(segment, u)
        np.clip(result, self.lo, self.hi, out=result)
        ends = frames == self.frames[segment + 1]  # a key is met to the last bit
        for at, where in ((segment, u == 0), (segment + 1, ends)):
            chosen = np.flatnonzero(where)
            if len(chosen):
                result[np.ix_(chosen, self.scalars)] = self._numbers[0][at[chosen]]
                result[chosen[:, None, None], self.ball_columns] = self._theta[0][at[chosen]]
        return result

    def _eased(self, segment: np.ndarray, u: Array) -> Array:
        """The share of the way, with slow starts and ends (monotone: end slopes 1 − slow_out and 1 − slow_in)."""
        mode = self.shape.mode[segment]
        leave, arrive = 1 - self.shape.slow_out[segment], 1 - self.shape.slow_in[segment + 1]
        eased = u * u * (3 - 2 * u) + leave * u * (1 - u) ** 2 - arrive * u * u * (1 - u)
        eased = np.where((leave == 1) & (arrive == 1), u, eased)
        return np.where(mode == MODES["hold"], (u >= 1).astype(float), eased)

    def _scalars(self, segment: np.ndarray, u: Array) -> Array:
        q, into, out = self._numbers
        return self._hermite(q, into, out, segment, u)

    def _ball_numbers(self, segment: np.ndarray, u: Array) -> Array:
        return self._hermite(*self._theta, segment, u)

    def _hermite(self, q: Array, into: Array, out: Array, segment: np.ndarray, u: Array) -> Array:
        wide = (slice(None),) + (None,) * (q.ndim - 1)
        n, share = self._lengths[segment][wide], u[wide]
        start, end = q[segment], q[segment + 1]
        straight = start + share * (end - start)
        a, b = n * out[segment] - (end - start), (end - start) - n * into[segment + 1]
        curved = straight + share * (1 - share) * (a * (1 - share) + b * share)
        return np.asarray(np.where((self.shape.mode[segment] == MODES["linear"])[wide], straight, curved))

    def _rotation(self, segment: np.ndarray, u: Array) -> Array:
        start, first, middle, last = (part[segment] for part in self._turns)
        share = u[:, None, None]
        straight = (self.shape.mode[segment] == MODES["linear"])[:, None, None]
        turn = quat.multiply(start, quat.exp(first * (1 - (1 - share) ** 3)))
        turn = quat.multiply(turn, quat.exp(middle * np.where(straight, share, share * share * (3 - 2 * share))))
        return quat.multiply(turn, quat.exp(last * share**3))

    def _balls(self, segment: np.ndarray, u: Array) -> Array:
        place = u * WALK_STEPS
        step = np.clip(place.astype(np.int64), 0, WALK_STEPS - 1)
        part = (place - step)[:, None, None]
        near = (1 - part) * self._references[step, segment] + part * self._references[step + 1, segment]
        axes = np.broadcast_to(self.axes, (len(u), *self.axes.shape))
        lifted = balls.angles(axes, self._rotation(segment, u), near)
        share = self._share[segment][..., None]
        return np.asarray(lifted + share * (self._ball_numbers(segment, u) - lifted))
