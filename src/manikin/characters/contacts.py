"""Contacts: when a foot of a captured clip stands on the ground, and where.

A contact begins where the ball of a foot is low and slow, and ends where it is high or fast; the two thresholds differ,
so that noise does not break a contact into pieces.  Slow is meant against the speed of the body, because the clips that
need cleaning are just those whose feet never stop.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manikin.arguments import ExplainedType
from manikin.characters.roles import Roles, find_roles
from manikin.clips.clip import Clip
from manikin.figure.figure import Figure
from manikin.gait.ground import Ground
from manikin.math.rotations import Array

Flags = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

__all__ = [
    "FLAT",
    "SHORTEST",
    "Contact",
    "FootPoints",
    "find_contacts",
    "foot_joints",
    "foot_points",
    "ground_of",
    "intervals",
    "is_still",
    "local_ground",
]

LEG = 0.84
"""Length of thigh and shin for which the distances below are meant [m]."""
LOW, HIGH = 0.040, 0.070
"""A contact begins below the first height over the ground and ends above the second [m]."""
SLOW, FAST = 0.3, 0.6
SLOW_SHARE, FAST_SHARE = 0.45, 0.70
"""Speeds below which it begins and above which it ends [m/s], and shares of the root's speed; the larger counts."""
LANDED, SINKS, DROPS = 0.020, 0.3, 0.4
"""A point that is higher than the first [m] and comes down or rises faster than the second [m/s] does not stand; nor
does a lower one that is faster than the third [m/s].  So it matters little by a few millimetres where the ground is."""
SHORTEST, GAP = 0.1, 0.07
"""A contact is at least so long; gaps shorter than the second are closed [s]."""
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
    """

    side: str
    point: str
    start: int
    end: int
    place: tuple[float, float, float]
    settled: bool = False


@dataclass(frozen=True, eq=False)
class FootPoints:
    """The points of both feet over time.

    Attributes:
        figure: The figure.
        roles: The roles of its joints.
        joints: For each (side, point), the name of the joint that is followed.
        ways: Its places (frames, 3) [m].
        root: Places of the pelvis (frames, 3) [m].
        rate: Frames per second.
        scale: Size of the figure: its legs in those that distances are meant for.
        ground: What they stand on, where it is known; else it is found.
    """

    figure: Figure
    roles: Roles
    joints: dict[tuple[str, str], str]
    ways: dict[tuple[str, str], Array]
    root: Array
    rate: float
    scale: float
    ground: Ground | None = None

    @property
    def up(self) -> int:
        """Index of the coordinate that points up."""
        return self.figure.skeleton.up_index


def foot_points(clip: Clip, states: Array, roles: Roles | None = None, ground: Ground | None = None) -> FootPoints:
    """The feet of a clip's figure in some states (frames, size)."""
    figure = clip.figure
    found = find_roles(figure) if roles is None else roles
    world = np.asarray(figure.forward(np.ascontiguousarray(states)))[..., 3]
    joints = foot_joints(figure, found)
    ways = {key: world[:, figure.skeleton.index(name)] for key, name in joints.items()}
    root = world[:, figure.skeleton.index(found["pelvis"])]
    scale = _leg_length(found, world[:1], figure) / LEG
    return FootPoints(figure, found, joints, ways, root, clip.rate, scale, ground)


def foot_joints(figure: Figure, roles: Roles) -> dict[tuple[str, str], str]:
    """The joints of ankle ("heel") and ball of both feet; a foot without toes has one joint for both."""
    found: dict[tuple[str, str], str] = {}
    for side in "lr":
        foot = roles[f"{side}_foot"]
        toes = roles.joints.get(f"{side}_toes") or next(iter(figure.skeleton.children(foot)), foot)
        found[side, "heel"], found[side, "ball"] = foot, toes
    return found


def _leg_length(roles: Roles, world: Array, figure: Figure) -> float:
    names = [(f"{s}_{a}", f"{s}_{b}") for s in "lr" for a, b in (("thigh", "shin"), ("shin", "foot"))]
    index = figure.skeleton.index
    return float(sum(np.linalg.norm(world[0, index(roles[a])] - world[0, index(roles[b])]) for a, b in names) / 2)


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
    return _runs(points, points.ways[side, "ball"], ground, _body_speed(points), everywhere)


def _slope(points: FootPoints, ground: dict[str, Array]) -> Array:
    """How fast the ground rises along both level axes (2,): least squares over the places where balls stand.

    Places that lie near each other say nothing about it, so a slope has its price.
    """
    axes = list(points.figure.skeleton.level_axes)
    places = []
    for side in "lr":
        ball = points.ways[side, "ball"]
        for start, end in _standing(points, side, ground[side]):
            quarter = (end - start + 1) // 4
            places.append(np.median(ball[start + quarter : end + 1 - quarter], axis=0))
    if len(places) < 2:
        return np.zeros(2)
    at = np.array(places)
    level, height = at[:, axes] - at[:, axes].mean(axis=0), at[:, points.up] - at[:, points.up].mean()
    square = level.T @ level + (SLOPE_PRICE * points.scale) ** 2 * np.eye(2)
    return np.asarray(np.linalg.solve(square, level.T @ height))


def find_contacts(points: FootPoints) -> tuple[Contact, ...]:
    """The contacts of both feet, the earliest first: of the balls, and of the heels while they are down, too."""
    ground = local_ground(points)
    speed, flies = _body_speed(points), _flies(points, ground)
    found: list[Contact] = []
    for side in "lr":
        ball = points.ways[side, "ball"]
        still = _still_runs(ball, points)
        for start, end, stood in _with_still(
            _runs(points, ball, ground[side, "ball"], speed, flies), still, points.rate
        ):
            settled = stood == (start, end)
            level = float(np.median(ground[side, "ball"][start : end + 1]))
            part = ball[start : end + 1] if stood is None else ball[stood[0] : stood[1] + 1]
            place = _place(part, points, level if stood is None else None)
            found.append(Contact(side, "ball", start, end, place, settled))
            if points.joints[side, "heel"] != points.joints[side, "ball"]:
                found += _heels(points, side, start, end, ground[side, "heel"], settled)
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


def _runs(points: FootPoints, way: Array, level: Array, body: Array, flies: Flags) -> list[tuple[int, int]]:
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
    runs = [_trimmed(run, height, rise) for run in _long_enough(intervals(holds), points.rate)]
    return [(a, b) for a, b in runs if b - a + 1 >= SHORTEST * points.rate]


def _trimmed(run: tuple[int, int], height: Array, rise: Array) -> tuple[int, int]:
    """A run without the frames at its ends in which the point still comes down, or rises already."""
    start, end = run
    most = np.where(height > LANDED, SINKS, DROPS)
    while start < end and rise[start] < -most[start]:
        start += 1
    while end > start and rise[end] > most[end]:
        end -= 1
    return start, end


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


def _heels(points: FootPoints, side: str, start: int, end: int, ground: Array, settled: bool) -> list[Contact]:
    """The frames of a ball's contact in which the heel is down, too."""
    way = points.ways[side, "heel"]
    part = way[start : end + 1]
    if settled:
        runs = [(a + start, b + start) for a, b in _still_runs(part, points)]
        return [Contact(side, "heel", a, b, _place(way[a : b + 1], points, None), True) for a, b in runs]
    down = part[:, points.up] - ground[start : end + 1] < FLAT * points.scale
    runs = [(a + start, b + start) for a, b in intervals(down)]
    runs = [run for run in runs if run[1] - run[0] + 1 >= SHORTEST * points.rate]
    return [
        Contact(side, "heel", a, b, _place(way[a : b + 1], points, float(np.median(ground[a : b + 1]))))
        for a, b in runs
    ]


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
