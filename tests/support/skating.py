"""Walks whose feet slide, made from clean ones, and the measures by which they are judged."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from manikin import Samples, dress
from manikin.characters.contacts import Contact, ground_of
from manikin.characters.foot_points import FootPoints
from manikin.gait.ground import Ground
from manikin.gait.walk import walk
from manikin.math.rotations import Array
from tests.support.rigs import rig


@lru_cache
def clean_walk(scale: float = 1.0) -> Samples:
    """Three steps of a dressed rig, feet planted exactly."""
    body = dress(rig("mixamo", scale=scale)).figure
    return walk(body, [(0, 0), (0, 2.2 * scale)]).clip().bake()


def skating_walk(scale: float = 1.0, slip: float = 0.12, noise: float = 0.001, seed: int = 3) -> Samples:
    """The same walk, shorter by a share of its way than its legs step, with a little noise on the hips: feet slide."""
    clean = clean_walk(scale)
    figure, data = clean.figure, clean.data.copy()
    data[:, figure.index("root_z")] *= 1 - slip
    rng = np.random.default_rng(seed)
    for side in "lr":
        wobble = rng.normal(size=len(data))
        data[:, figure.index(f"{side}_hip_flexion")] += noise * np.convolve(wobble, np.ones(5) / 5, "same")
    return Samples(figure=figure, rate=clean.rate, data=np.clip(data, figure.lo, figure.hi))


def swaying_walk(ground: Ground) -> Samples:
    """A walk over some ground, shifted to and fro and up and down as a whole: feet slide, and leave the ground."""
    clean = walk(dress(rig("mixamo")).figure, [(0, 0), (0, 3)], ground=ground).clip().bake()
    figure, data, time = clean.figure, clean.data.copy(), np.linspace(0, np.pi, len(clean.data))
    data[:, figure.index("root_x")] += 0.06 * np.sin(6 * time)
    data[:, figure.index("root_y")] += 0.015 * np.sin(5 * time)
    return Samples(figure=figure, rate=clean.rate, data=data)


def places(clip: Samples) -> Array:
    """Places of all joints (frames, joints, 3) [m]."""
    return np.asarray(clip.figure.forward(clip.data))[..., 3]


def jerk(clip: Samples) -> float:
    """The root mean square of third differences of all places [m/frame³]."""
    return float(np.sqrt((np.diff(places(clip), 3, axis=0) ** 2).sum(-1).mean()))


def drifts(points: FootPoints, contacts: tuple[Contact, ...]) -> list[float]:
    """How far each ball is from where it began to stand, at most [m]."""
    axes = list(points.figure.skeleton.level_axes)
    ways = [points.ways[c.side, "ball"][c.start : c.end + 1][:, axes] for c in contacts if c.point == "ball"]
    return [float(np.linalg.norm(way - way[0], axis=1).max()) for way in ways]


def near_ground_slide(points: FootPoints, level: float) -> float:
    """v (2 − 2^(h / 25 mm)) of Zhang and others 2018, the mean of both balls [m/frame]."""
    axes = list(points.figure.skeleton.level_axes)
    found = []
    for side in "lr":
        way = points.ways[side, "ball"]
        high = np.maximum(way[1:, points.up] - level, 0.0) / points.scale
        step = np.linalg.norm(np.diff(way[:, axes], axis=0), axis=1) / points.scale
        found.append(step * np.clip(2 - 2 ** (high / 0.025), 0.0, 1.0))
    return float(np.mean(found))


def knee_pop(clip: Samples, points: FootPoints) -> float:
    """The largest second difference of a knee's angle [rad/frame²]."""
    world, index = places(clip), points.figure.skeleton.index
    worst = 0.0
    for side in "lr":
        a, b, c = (world[:, index(points.roles[f"{side}_{part}"])] for part in ("thigh", "shin", "foot"))
        u, v = a - b, c - b
        cosine = (u * v).sum(-1) / np.linalg.norm(u, axis=1) / np.linalg.norm(v, axis=1)
        worst = max(worst, float(np.abs(np.diff(np.arccos(np.clip(cosine, -1, 1)), 2)).max()))
    return worst


__all__ = ["clean_walk", "drifts", "ground_of", "jerk", "knee_pop", "near_ground_slide", "places", "skating_walk"]
