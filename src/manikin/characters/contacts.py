"""Contacts: when a foot of a captured clip stands on the ground, and where.

A contact begins where the ball of a foot is low and slow, and ends where it is high or fast; the two thresholds differ,
so that noise does not break a contact into pieces.  Slow is meant against the speed of the body, because the clips that
need cleaning are just those whose feet never stop.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.arguments import ExplainedType
from manikin.characters.foot_points import FootPoints
from manikin.gait.ground import Ground
from manikin.math.rotations import Array

Flags = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

__all__ = [
    "FLAT",
    "SHORTEST",
    "Contact",
    "find_contacts",
    "ground_of",
    "intervals",
    "is_still",
    "local_ground",
]

LOW, HIGH = 0.040, 0.070
"""A contact begins below the first height over the ground and ends above the second [m], for legs of ``LEG``."""
SLOW, FAST = 0.3, 0.6
SLOW_SHARE, FAST_SHARE = 0.45, 0.70
"""Speeds below which it begins and above which it ends [m/s], and shares of the root's speed; the larger counts."""
LANDED, ALOFT, SINKS, DROPS = 0.010, 0.030, 0.3, 0.4
"""A point that is higher than the second [m] and comes down or rises faster than the third [m/s] does not stand; nor
does one that is lower than the first [m] and faster than the fourth [m/s]; between them the bound goes over.  So it
matters little by a few millimetres where the ground is."""
SHORTEST, GAP = 0.1, 0.07
"""A contact is at least so long; gaps shorter than the second are closed [s]."""
LONG_FRAMES = (60.0, 120.0)
"""Below the first rate parts of frames do not count, above the second they count in full [1/s]."""
SMOOTHED = 1 / 30
"""Places are averaged over this time before speeds are taken [s]."""
STILL = 2e-5
"""A point that moves less than this from frame to frame stands [m]."""
BEYOND = 0.2
"""How much longer than what stands already a contact must be to be cleaned [s]."""
QUANTILE = 0.03
"""Share of frames in which a point is taken to be on the ground."""
NEAR_BY = 1.0
"""The lowest places within this time are the ground [s]."""
HEELS = 0.1
"""Share of the frames of a stand in which its heel is taken to be down."""
WHOLE = 0.5
"""A stand that is shorter counts less for the slope of the ground [s]."""
SLOPE_PRICE = 0.3
"""How far apart places must be to say how the ground slopes [m]."""
GRAVITY, FLIGHT = 9.81, 0.3
"""A root whose acceleration differs from gravity by less than this share flies."""
UNDER, OVER = 0.003, 0.008
"""A foot that stands no farther below or above the ground than this stands where it does [m]: the ground is a guess."""
FLAT = 0.008
"""A heel no higher than this over its own ground is down, too [m]."""


@dataclass(frozen=True)
class Contact(metaclass=ExplainedType):
    """A foot stands.

    Attributes:
        side: "l" or "r".
        point: "ball" or "heel".
        start: First frame, counted from the first of the clip.
        end: Last frame.
        place: Where the point stands (3,) [m].
        settled: Whether the clip stands there already, so that nothing is to be done.
        lead: By which part of a frame before the first one it begins: a foot that lands between two frames does not
            land a whole one earlier where the ground is found a little higher.
        lag: By which part of a frame after the last one it ends.
    """

    side: str
    point: str
    start: int
    end: int
    place: tuple[float, float, float]
    settled: bool = False
    lead: float = 0.0
    lag: float = 0.0


def ground_of(points: FootPoints) -> dict[str, float]:
    """The heights of ball and heel while they stand [m]: the lowest of each, both feet together."""
    found = {}
    for point in ("ball", "heel"):
        heights = [points.ways[side, point][:, points.up] for side in "lr"]
        found[point] = float(min(np.quantile(one, QUANTILE) for one in heights))
    return found


def local_ground(points: FootPoints) -> dict[tuple[str, str], Array]:
    """The heights of ball and heel of each foot if they stood where they are, at each frame (frames,) [m].

    A heel is down where it is as high over the ground of balls as the heels of the clip usually are while their balls
    stand.
    """
    ground = _found_ground(points) if points.ground is None else _given_ground(points, points.ground)
    lowest = []
    for side in "lr":
        over = points.ways[side, "heel"][:, points.up] - ground[side, "heel"]
        lowest += [np.quantile(over[a : b + 1], HEELS) for a, b in _standing(points, side, ground[side, "ball"])]
    offset = float(np.median(lowest)) if lowest else 0.0
    return ground | {(side, "heel"): ground[side, "heel"] + offset for side in "lr"}


def _found_ground(points: FootPoints) -> dict[tuple[str, str], Array]:
    """The heights of balls that stand, under ball and heel of each foot (frames,) [m].

    Floors of captures are not quite level, and stairs rise: the ground slopes as the places do where balls stand, and
    its height is that of the lowest balls near by in time.
    """
    slope = np.zeros(2)
    for _ in range(2):
        slope = _slope(points, _under(points, "ball", slope))
    return {(side, point): level for point in ("ball", "heel") for side, level in _under(points, point, slope).items()}


def _given_ground(points: FootPoints, ground: Ground) -> dict[tuple[str, str], Array]:
    """The same over a known ground: balls that stand are as high over it as the lowest ones are."""
    axes = list(points.figure.skeleton.level_axes)
    under = {key: ground.height(way[:, axes]) for key, way in points.ways.items()}
    over = [points.ways[side, "ball"][:, points.up] - under[side, "ball"] for side in "lr"]
    sole = float(min(np.quantile(one, QUANTILE) for one in over))
    return {key: level + sole for key, level in under.items()}


def _under(points: FootPoints, point: str, slope: Array) -> dict[str, Array]:
    """The height of balls that stand, at the places of a point of each foot (frames,) [m]."""
    count, axes = len(points.root), list(points.figure.skeleton.level_axes)
    half = max(1, round(NEAR_BY * points.rate))
    stations = np.unique(np.append(np.arange(0, count, max(1, round(0.1 * points.rate))), count - 1))
    balls = [points.ways[side, "ball"] for side in "lr"]
    lower = np.min([way[:, points.up] - way[:, axes] @ slope for way in balls], axis=0)
    levels = [np.quantile(lower[max(0, i - half) : i + half + 1], QUANTILE) for i in stations.tolist()]
    level = np.interp(np.arange(count), stations, levels)
    return {side: level + points.ways[side, point][:, axes] @ slope for side in "lr"}


def _standing(points: FootPoints, side: str, ground: Array) -> list[tuple[int, int]]:
    """The runs in which a ball stands, over a ground of its own."""
    everywhere = np.zeros(len(points.root), bool)
    return _runs(points, points.ways[side, "ball"], ground, _body_speed(points), everywhere)[0]


def _slope(points: FootPoints, ground: dict[str, Array]) -> Array:
    """How fast the ground rises along both level axes (2,): least squares over the places where balls stand.

    Places that lie near each other say nothing about it, so a slope has its price; nor does the end of a stand say much
    that a clip begins with, so short ones count less.
    """
    axes = list(points.figure.skeleton.level_axes)
    places, weights = [], []
    for side in "lr":
        ball = points.ways[side, "ball"]
        for start, end in _standing(points, side, ground[side]):
            quarter = (end - start + 1) // 4
            places.append(np.median(ball[start + quarter : end + 1 - quarter], axis=0))
            weights.append(min(1.0, (end - start + 1) / points.rate / WHOLE))
    if len(places) < 2:
        return np.zeros(2)
    at, weight = np.array(places), np.array(weights)
    apart = at - np.average(at, axis=0, weights=weight)
    level, height = apart[:, axes], apart[:, points.up]
    square = (level.T * weight) @ level + (SLOPE_PRICE * points.scale) ** 2 * np.eye(2)
    return np.asarray(np.linalg.solve(square, (level.T * weight) @ height))


def find_contacts(points: FootPoints) -> tuple[Contact, ...]:
    """The contacts of both feet, the earliest first: of the balls, and of the heels while they are down, too."""
    ground = local_ground(points)
    speed, flies = _body_speed(points), _flies(points, ground)
    found: list[Contact] = []
    for side in "lr":
        ball = points.ways[side, "ball"]
        still = _still_runs(ball, points)
        runs, inside = _runs(points, ball, ground[side, "ball"], speed, flies)
        for start, end, stood in _with_still(runs, still, points.rate):
            settled = stood == (start, end)
            lead, lag = (
                (0.0, 0.0) if stood else (_beyond(inside, at, to, points.rate) for at, to in ((start, -1), (end, 1)))
            )
            level = float(np.median(ground[side, "ball"][start : end + 1]))
            part = ball[start : end + 1] if stood is None else ball[stood[0] : stood[1] + 1]
            place = _place(part, points, level if stood is None else None)
            found.append(Contact(side, "ball", start, end, place, settled, lead, lag))
            if points.joints[side, "heel"] != points.joints[side, "ball"]:
                found += _heels(points, found[-1], ground[side, "heel"])
    return tuple(sorted(found, key=lambda one: (one.start, one.side, one.point)))


def _with_still(
    runs: list[tuple[int, int]], still: list[tuple[int, int]], rate: float
) -> list[tuple[int, int, tuple[int, int] | None]]:
    """Runs, and those in which a point stands already, each with the frames in which it does.

    What stands is a contact as it is: a clip that was cleaned stays as it is.  It is extended only where a run goes on
    well beyond it.
    """
    found: list[tuple[int, int, tuple[int, int] | None]] = []
    used: set[tuple[int, int]] = set()
    for start, end in runs:
        inside = [one for one in still if one[0] <= end and start <= one[1]]
        if not inside:
            found.append((start, end, None))
        elif len(inside) == 1 and max(inside[0][0] - start, end - inside[0][1]) > BEYOND * rate:
            found.append((min(start, inside[0][0]), max(end, inside[0][1]), inside[0]))
            used.add(inside[0])
    return sorted(found + [(a, b, (a, b)) for a, b in still if (a, b) not in used], key=lambda one: one[0])


def _runs(
    points: FootPoints, way: Array, level: Array, body: Array, flies: Flags
) -> tuple[list[tuple[int, int]], Array]:
    """The runs in which a point stands, and a number (frames,) that is above 0 in them, as far as a bound ends them."""
    smooth = _smoothed(way, points.rate)
    height = (smooth[:, points.up] - level) / points.scale
    speed = _speed(way, points)
    begins = (height < LOW) & (speed < np.maximum(SLOW, SLOW_SHARE * body)) & ~flies
    ends = (height > HIGH) | (speed > np.maximum(FAST, FAST_SHARE * body)) | flies
    inside, holds = False, np.zeros(len(way), bool)
    for i in range(len(way)):
        inside = bool(begins[i]) if not inside else not ends[i]
        holds[i] = inside
    for i in range(len(way) - 2, -1, -1):  # a foot that lands is low before it is slow
        holds[i] |= holds[i + 1] and not ends[i] and height[i] < LOW
    rise = np.gradient(height) * points.rate if len(way) > 1 else np.zeros_like(height)
    slow = np.interp(height, [LANDED, ALOFT], [DROPS, SINKS]) - np.abs(rise)
    runs = [_trimmed(run, slow, rise) for run in _long_enough(intervals(holds), points.rate)]
    room = [(HIGH - height) / HIGH, 1 - speed / np.maximum(FAST, FAST_SHARE * body), slow / DROPS]
    return [(a, b) for a, b in runs if b - a + 1 >= SHORTEST * points.rate], np.min(room, axis=0)


def _trimmed(run: tuple[int, int], slow: Array, rise: Array) -> tuple[int, int]:
    """A run without the frames at its ends in which the point still comes down, or rises already."""
    start, end = run
    while start < end and slow[start] < 0 and rise[start] < 0:
        start += 1
    while end > start and slow[end] < 0 and rise[end] > 0:
        end -= 1
    return start, end


def _beyond(inside: Array, frame: int, step: int, rate: float) -> float:
    """The part of a frame by which a run goes on beyond its first or last one: to where the line from there is 0.

    In frames that last long a foot is off and away within one, so that its part of them says nothing.
    """
    other = frame + step
    if not (0 <= other < len(inside) and inside[frame] > 0 > inside[other]):
        return 0.0
    share = np.interp(rate, LONG_FRAMES, (0.0, 1.0))
    return float(share * inside[frame] / (inside[frame] - inside[other]))


def _long_enough(runs: list[tuple[int, int]], rate: float) -> list[tuple[int, int]]:
    """Runs with short gaps closed and short ones left out."""
    joined: list[tuple[int, int]] = []
    for start, end in runs:
        if joined and start - joined[-1][1] - 1 < GAP * rate:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return [(a, b) for a, b in joined if b - a + 1 >= SHORTEST * rate]


def is_still(way: Array, points: FootPoints) -> bool:
    """Whether a point stands all the time as if it were locked."""
    return bool((np.linalg.norm(np.diff(way, axis=0), axis=1) < STILL * points.scale).all())


def _still_runs(way: Array, points: FootPoints) -> list[tuple[int, int]]:
    """Runs in which a point stands as if it were locked: a clip that was cleaned is left as it is."""
    steps = np.linalg.norm(np.diff(way, axis=0), axis=1) < STILL * points.scale
    runs = [(a, b + 1) for a, b in intervals(steps)]
    return [(a, b) for a, b in runs if b - a + 1 >= SHORTEST * points.rate]


def _heels(points: FootPoints, ball: Contact, ground: Array) -> list[Contact]:
    """The frames of a ball's contact in which the heel is down, too."""
    side, start, end = ball.side, ball.start, ball.end
    way = points.ways[side, "heel"]
    part = way[start : end + 1]
    if ball.settled:
        runs = [(a + start, b + start) for a, b in _still_runs(part, points)]
        return [Contact(side, "heel", a, b, _place(way[a : b + 1], points, None), True) for a, b in runs]
    down = part[:, points.up] - ground[start : end + 1] < FLAT * points.scale
    runs = [(a + start, b + start) for a, b in intervals(down)]
    runs = [run for run in runs if run[1] - run[0] + 1 >= SHORTEST * points.rate]
    found = []
    for a, b in runs:
        place = _place(way[a : b + 1], points, float(np.median(ground[a : b + 1])))
        lead, lag = ball.lead if a == start else 0.0, ball.lag if b == end else 0.0
        found.append(Contact(side, "heel", a, b, place, False, lead, lag))
    return found


def _place(way: Array, points: FootPoints, level: float | None) -> tuple[float, float, float]:
    """The median of the middle half, on the ground as far as it is far from it; where it stands already, its mean."""
    quarter = len(way) // 4
    at = np.median(way[quarter : len(way) - quarter], axis=0) if level is not None else way.mean(axis=0)
    if level is not None:
        at[points.up] = np.clip(at[points.up], level - UNDER * points.scale, level + OVER * points.scale)
    x, y, z = at.tolist()
    return x, y, z


def _speed(way: Array, points: FootPoints) -> Array:
    """The speed of a point at each frame [m/s], in figures of usual size."""
    smooth = _smoothed(way, points.rate)
    steps = np.gradient(smooth, axis=0) if len(way) > 1 else np.zeros_like(way)
    return np.asarray(np.linalg.norm(steps, axis=1) * points.rate / points.scale)


def _body_speed(points: FootPoints) -> Array:
    """The speed of the body over the ground (frames,) [m/s], in figures of usual size."""
    level_way = points.root.copy()
    level_way[:, points.up] = 0.0  # a body that hops does not carry its feet along
    return _speed(level_way, points)


def _flies(points: FootPoints, ground: dict[tuple[str, str], Array]) -> Flags:
    """The frames in which the root falls freely and both feet are off the ground."""
    if len(points.root) < 5:
        return np.zeros(len(points.root), bool)
    height = _smoothed(points.root, points.rate / 3)[:, points.up]
    fall = -np.gradient(np.gradient(height)) * points.rate**2
    free = np.abs(fall - GRAVITY) < FLIGHT * GRAVITY
    heights = [points.ways[side, "ball"][:, points.up] - ground[side, "ball"] for side in "lr"]
    off = [height > 0.5 * LOW * points.scale for height in heights]
    return np.asarray(free & off[0] & off[1])


def _smoothed(way: Array, rate: float) -> Array:
    """The mean over a short time (frames, 3); the ends are held."""
    count = max(1, round(SMOOTHED * rate)) | 1
    if count == 1:
        return way
    padded = np.concatenate([np.repeat(way[:1], count // 2, 0), way, np.repeat(way[-1:], count // 2, 0)])
    sums = np.cumsum(np.concatenate([np.zeros((1, 3)), padded]), axis=0)
    return np.asarray((sums[count:] - sums[:-count]) / count)


def intervals(on: Flags) -> list[tuple[int, int]]:
    """First and last place of each run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], np.asarray(on, int), [0]])))
    return [(int(a), int(b) - 1) for a, b in edges.reshape(-1, 2)]
