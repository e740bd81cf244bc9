"""Where feet and pelvis are to be, frame by frame, so that feet that stand do not slide.

A foot is moved by d(t) and turned by e(t): in a contact of its ball, d brings the ball to its place; while its heel is
down, too, e keeps the direction from ball to heel.  Between contacts both are handed over.  Where a leg would be
stretched more than it was, the pelvis goes down first, smoothly, and a little.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from manikin.characters.contacts import FLAT, SHORTEST, Contact, local_ground
from manikin.characters.foot_points import FootPoints
from manikin.characters.hand_over import led_over
from manikin.math.rotations import Array, from_rotation_vector, orthonormal_frame

__all__ = ["FootPlan", "Plan", "eased", "leg_lengths", "longest_leg", "plan_feet", "shortened", "smooth_above"]

WINDOW = 0.2
"""In which time a correction comes and goes [s]."""
YIELDING = 1.0
"""How much of the way of a ball the ankle is spared by turning the foot, while the heel is off the ground."""
LONGEST, MORE, BENT = 0.995, 0.01, 0.98
"""A leg gets no longer than this share of its length, nor than it was by more than the second share of it; one that is
bent may get as long as the third."""
LOWEST = 0.030
"""How far the pelvis may go down for it [m]."""
CLEARANCE = 0.03
"""How high over the ground a foot stays that goes down with the pelvis while it swings [m]."""
LIFTED = 0.030
"""A heel that is higher than this over its place is as it is in the clip [m]."""
OUT_OF_REACH = 0.9995
"""A foot that a leg of this share of its length does not reach is let go."""
MOST_CUTS = 6
"""How often contacts are shortened."""
PELVIS_TIME = 0.3
"""Over which time that is smoothed [s]."""


@dataclass(frozen=True, eq=False)
class FootPlan:
    """One foot.

    Attributes:
        balls: Where its ball is to be (frames, 3) [m].
        ankles: Where its ankle is to be (frames, 3) [m].
        turns: Its orientation (frames, 3, 3).
        stands: Whether its ball stands (frames,).
    """

    balls: Array
    ankles: Array
    turns: Array
    stands: np.ndarray


@dataclass(frozen=True, eq=False)
class Plan:
    """Both feet and the pelvis.

    Attributes:
        feet: The feet by side.
        drop: How far the pelvis goes down (frames,) [m].
        changed: Whether anything is to change (frames,).
    """

    feet: dict[str, FootPlan]
    drop: Array
    changed: np.ndarray


def plan_feet(
    points: FootPoints, world: Array, contacts: tuple[Contact, ...], stretch: float = 0.0
) -> tuple[Plan, tuple[Contact, ...]]:
    """The plan of a clip, given the transforms of its joints (frames, joints, 3, 4), and the contacts that it keeps.

    At the ends of a contact a foot may be out of reach, such as when a hop has begun; there it is shortened.  Legs may
    get longer by the share ``stretch``.
    """
    for _ in range(MOST_CUTS):
        feet, changed = _feet(points, world, contacts)
        reached = {side: _reached(points, world, feet[side], side, stretch) for side in "lr"}
        kept = tuple(one for c in contacts if (one := shortened(c, reached[c.side], points.rate)) is not None)
        if kept == contacts:
            break
        contacts = kept
    drop = _drop(points, world, feet, changed)
    if drop.any():
        window = max(1, round(WINDOW * points.rate))
        feet = {side: _following(points, feet[side], side, contacts, drop, window) for side in "lr"}
    return Plan(feet, drop, changed | (drop > 0)), contacts


def _feet(points: FootPoints, world: Array, contacts: tuple[Contact, ...]) -> tuple[dict[str, FootPlan], np.ndarray]:
    """Both feet before the pelvis is looked at, and the frames in which they differ."""
    window = max(1, round(WINDOW * points.rate))
    index = points.figure.skeleton.index
    feet: dict[str, FootPlan] = {}
    changed = np.zeros(len(world), bool)
    for side in "lr":
        own = [c for c in contacts if c.side == side and not c.settled]
        ball, heel = points.ways[side, "ball"], points.ways[side, "heel"]
        frames = orthonormal_frame(world[:, index(points.joints[side, "heel"]), :, :3])
        shift = _shifts(ball, [c for c in own if c.point == "ball"], contacts, side, window, points.up)
        turn = _turns(ball, heel, shift, own, window, points.up, points.scale)
        rotation = from_rotation_vector(turn)
        balls = ball + shift
        ankles = balls + (rotation @ (heel - ball)[..., None])[..., 0]
        stands = np.zeros(len(world), bool)
        for contact in (one for one in contacts if (one.side, one.point) == (side, "ball")):
            stands[contact.start : contact.end + 1] = True
        feet[side] = FootPlan(balls, ankles, rotation @ frames, stands)
        changed |= (shift != 0).any(axis=1) | (turn != 0).any(axis=1)
    return feet, changed


def _reached(points: FootPoints, world: Array, foot: FootPlan, side: str, stretch: float) -> np.ndarray:
    """Whether a leg reaches its foot while the pelvis goes down as far as it may (frames,)."""
    hip, length, was = leg_lengths(points, world, side)
    way = foot.ankles - hip
    way[:, points.up] += LOWEST * points.scale
    return np.asarray(np.linalg.norm(way, axis=1) <= np.maximum(OUT_OF_REACH * (1 + stretch) * length, was))


def shortened(contact: Contact, reached: np.ndarray, rate: float) -> Contact | None:
    """A contact without the frames at its ends that are out of reach; None if too little is left."""
    if contact.settled:
        return contact
    inside = np.flatnonzero(reached[contact.start : contact.end + 1])
    if not len(inside):
        return None
    start, end = contact.start + int(inside[0]), contact.start + int(inside[-1])
    if (start, end) == (contact.start, contact.end):
        return contact
    if end - start + 1 < SHORTEST * rate:
        return None
    lead, lag = contact.lead if start == contact.start else 0.0, contact.lag if end == contact.end else 0.0
    return replace(contact, start=start, end=end, lead=lead, lag=lag)


def leg_lengths(points: FootPoints, world: Array, side: str) -> tuple[Array, Array, Array]:
    """Where a hip is (frames, 3), how long its leg is when straight, and how long it is (frames,) [m]."""
    names = [points.roles[f"{side}_{part}"] for part in ("thigh", "shin", "foot")]
    hip, knee, ankle = (world[:, points.figure.skeleton.index(name), :, 3] for name in names)
    length = np.linalg.norm(knee - hip, axis=1) + np.linalg.norm(ankle - knee, axis=1)
    return hip, length, np.linalg.norm(ankle - hip, axis=1)


def _following(
    points: FootPoints, foot: FootPlan, side: str, contacts: tuple[Contact, ...], drop: Array, window: int
) -> FootPlan:
    """A foot that swings goes down with the pelvis as far as it is off the ground, so that its knee does not bend."""
    ground = local_ground(points)
    clear = np.minimum(
        foot.balls[:, points.up] - ground[side, "ball"], foot.ankles[:, points.up] - ground[side, "heel"]
    ) - CLEARANCE * points.scale  # fmt: skip
    free = np.ones(len(drop))
    for contact in contacts:
        if contact.side == side:
            free = np.minimum(free, 1 - _share(contact, 0, len(drop) - 1, window))
    lower = free * np.minimum(drop, np.maximum(clear, 0.0))
    kernel = np.hanning(2 * (window // 2) + 3)[1:-1]
    padded = np.pad(lower, len(kernel) // 2, mode="edge")
    lower = np.minimum(lower, np.convolve(padded, kernel / kernel.sum(), "valid"))
    step = np.zeros((len(drop), 3))
    step[:, points.up] = -lower
    return replace(foot, balls=foot.balls + step, ankles=foot.ankles + step)


def _shifts(ball: Array, own: list[Contact], contacts: tuple[Contact, ...], side: str, window: int, up: int) -> Array:
    """How far the ball is moved (frames, 3); contacts that stand already are runs in which it is not."""
    known = np.zeros_like(ball)
    runs, beyond = [], []
    for contact in sorted((c for c in contacts if c.side == side and c.point == "ball"), key=lambda c: c.start):
        runs.append((contact.start, contact.end))
        beyond.append((contact.lead, contact.lag))
        if contact in own:
            part = slice(max(contact.start - 1, 0), contact.end + 2)  # with the frames in which it begins and ends
            known[part] = np.array(contact.place) - ball[part]
    level = ball.copy()
    level[:, up] = 0.0  # feet come down and go up with a speed, so only their way over the ground comes to rest
    return led_over(known, runs, window, level, beyond) if own else known


def _turns(ball: Array, heel: Array, shift: Array, own: list[Contact], window: int, up: int, scale: float) -> Array:
    """Rotation vectors (frames, 3) of the foot.

    The foot turns so that the ankle need not go all the way that the ball is moved; while the heel is down, so that the
    direction from ball to heel stays.
    """
    way = heel - ball
    turns = np.zeros_like(ball)
    if not (np.linalg.norm(way, axis=1) > 1e-9).all():
        return turns  # a foot without a ball
    moved = (shift != 0).any(axis=1)
    turns[moved] = _between(way[moved], (way - YIELDING * shift)[moved])
    flat, runs, beyond = np.zeros_like(ball), [], []
    for contact in sorted((one for one in own if one.point == "heel"), key=lambda one: one.start):
        part = slice(contact.start, contact.end + 1)
        unit = way[part] / np.linalg.norm(way[part], axis=1, keepdims=True)
        quarter = len(unit) // 4
        wanted = unit[quarter : len(unit) - quarter].mean(axis=0)
        share, run = _lifting(heel[:, up] - np.median(heel[part, up]), contact, scale, window)
        part = slice(run[0], run[1] + 1)
        down = _between(way[part], np.broadcast_to(wanted, (run[1] + 1 - run[0], 3)))
        flat[part] = share[:, None] * (down - turns[part])
        runs.append(run)
        beyond.append((contact.lead if run[0] == contact.start else 0.0, contact.lag if run[1] == contact.end else 0.0))
    return turns + led_over(flat, runs, window, None, beyond) if runs else turns


def _lifting(height: Array, contact: Contact, scale: float, window: int) -> tuple[Array, tuple[int, int]]:
    """How much of a flat foot is left around a contact of its heel: less the higher the heel is; and in which frames.

    So the heel leaves the ground as it does in the clip, and a threshold that is met a frame earlier changes little.
    """
    low, high = contact.start, contact.end
    while low > max(0, contact.start - window) and FLAT * scale <= height[low - 1] < LIFTED * scale:
        low -= 1
    while high < min(len(height) - 1, contact.end + window) and height[high + 1] < LIFTED * scale:
        high += 1
    half = max(1, window // 4)
    before, after = (LIFTED * scale <= height[i] for i in (max(low - 1, 0), min(high + 1, len(height) - 1)))
    first = max(0, low - half - 3) if before else low  # it has gone there, and its velocity, too
    last = min(len(height) - 1, high + half + 3) if after else high
    left = np.clip((LIFTED * scale - height[first : last + 1]) / ((LIFTED - FLAT) * scale), 0.0, 1.0)
    left[: low - first], left[high + 1 - first :] = 0.0, 0.0
    kernel = np.hanning(2 * half + 3)[1:-1]
    left = np.convolve(np.pad(left, half, mode="edge"), kernel / kernel.sum(), "valid")
    return left * left * (3 - 2 * left), (first, last)


def _share(contact: Contact, low: int, high: int, ease: int) -> Array:
    """1 while a heel is down, falling smoothly on both sides (high − low + 1,)."""
    frames = np.arange(low, high + 1)
    away = np.maximum(contact.start - frames, frames - contact.end) / ease
    left = 1 - np.clip(away, 0.0, 1.0)
    return np.asarray(left * left * (3 - 2 * left))


def _between(one: Array, other: Array) -> Array:
    """Rotation vectors of the shortest turns between directions; (n, 3), (n, 3) → (n, 3)."""
    a, b = (v / np.linalg.norm(v, axis=1, keepdims=True) for v in (one, other))
    axis = np.cross(a, b)
    sine = np.linalg.norm(axis, axis=1, keepdims=True)
    angle = np.arctan2(sine, (a * b).sum(axis=1, keepdims=True))
    return np.asarray(axis * np.where(sine > 1e-12, angle / np.maximum(sine, 1e-12), 1.0))


def _drop(points: FootPoints, world: Array, feet: dict[str, FootPlan], changed: np.ndarray) -> Array:
    """How far the pelvis must go down so that no leg is stretched (frames,) [m]."""
    up = points.up
    needed = np.zeros(len(world))
    for side in "lr":
        hip, length, was = leg_lengths(points, world, side)
        most = longest_leg(length, was)
        way = feet[side].ankles - hip
        level = np.sqrt(np.maximum((way**2).sum(axis=1) - way[:, up] ** 2, 0.0))
        too_long = (way**2).sum(axis=1) > most**2
        height = np.sqrt(np.maximum(most**2 - level**2, 0.0))
        needed = np.maximum(needed, np.where(too_long & changed, -way[:, up] - height, 0.0))
    needed = np.clip(needed, 0.0, LOWEST * points.scale)
    return smooth_above(needed, max(1, round(PELVIS_TIME * points.rate / 4))) if needed.any() else needed


def longest_leg(length: Array, was: Array) -> Array:
    """How long a leg may get (frames,) [m], given how long it is when straight and how long it was."""
    return np.minimum(np.maximum(LONGEST * length, was), np.maximum(was + MORE * length, BENT * length))


def smooth_above(needed: Array, half: int) -> Array:
    """A smooth curve that is nowhere below another: the largest near by, averaged with a round window."""
    count = len(needed)
    padded = np.concatenate([np.repeat(needed[:1], 2 * half), needed, np.repeat(needed[-1:], 2 * half)])
    largest = np.array([padded[i : i + 2 * half + 1].max() for i in range(count + 2 * half)])
    window = np.hanning(2 * half + 3)[1:-1]
    return np.convolve(largest, window / window.sum(), "valid")


def eased(values: Array, half: int) -> Array:
    """Values (frames, k) averaged with a round window of so many frames to both sides; the ends are held."""
    window = np.hanning(2 * half + 3)[1:-1]
    padded = np.pad(values, ((half, half), (0, 0)), mode="edge")
    return np.stack([np.convolve(column, window / window.sum(), "valid") for column in padded.T], axis=1)
