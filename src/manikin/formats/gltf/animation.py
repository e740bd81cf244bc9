"""Animations of a glTF asset, sampled at frames."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from manikin.formats.gltf.asset import Asset
from manikin.math.rotations import Array

__all__ = ["Animation", "Track", "read_animations"]

HIGHEST_RATE, LEAST_RATE = 240.0, 24.0
MAX_FRAMES = 200_000
WIDTH = {"translation": 3, "rotation": 4, "scale": 3}


@dataclass(frozen=True)
class Track:
    """Values (keys, width) at times (keys,) [s]; of splines (keys, 3, width): tangent in, value, tangent out."""

    times: Array
    values: Array
    way: str

    def at(self, moments: Array) -> Array:
        """The values (n, width) at moments [s]; rotations are unit quaternions xyzw."""
        times, values = self.times, self.values
        if len(times) == 1:
            only = values[0] if self.way != "CUBICSPLINE" else values[0, 1]
            return np.tile(only, (len(moments), 1))
        inside = np.clip(moments, times[0], times[-1])
        low = np.clip(np.searchsorted(times, inside, side="right") - 1, 0, len(times) - 2)
        gap = (times[low + 1] - times[low])[:, None]
        share = (inside - times[low])[:, None] / gap
        if self.way == "STEP":
            return values[np.where(inside >= times[-1], len(times) - 1, low)]
        if self.way == "LINEAR":
            a, b = values[low], values[low + 1]
            return _slerp(a, b, share) if values.shape[1] == 4 else a + share * (b - a)
        s, s2, s3 = share, share**2, share**3
        made = (2 * s3 - 3 * s2 + 1) * values[low, 1] + (s3 - 2 * s2 + s) * gap * values[low, 2]
        made = made + (3 * s2 - 2 * s3) * values[low + 1, 1] + (s3 - s2) * gap * values[low + 1, 0]
        return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True) if values.shape[2] == 4 else made)


def _slerp(a: Array, b: Array, share: Array) -> Array:
    """From a to b along the shorter arc."""
    cosine = (a * b).sum(axis=1, keepdims=True)
    b, cosine = np.where(cosine < 0, -b, b), np.abs(cosine)
    angle = np.arccos(np.minimum(cosine, 1.0))
    near = angle < 1e-6
    sine = np.where(near, 1.0, np.sin(angle))
    first = np.where(near, 1 - share, np.sin((1 - share) * angle) / sine)
    second = np.where(near, share, np.sin(share * angle) / sine)
    made = first * a + second * b
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True))


@dataclass
class Animation:
    """The tracks of one animation by node and path, and its frames."""

    name: str | None
    tracks: dict[tuple[int, str], Track] = field(default_factory=dict)

    def moments(self, rate: float | None) -> tuple[float, Array]:
        """The rate, and the times of the frames [s]; without a rate it is that of the keys."""
        first = min(track.times[0] for track in self.tracks.values())
        last = max(track.times[-1] for track in self.tracks.values())
        if rate is None:
            gaps = np.concatenate([np.diff(track.times) for track in self.tracks.values()])
            rate = min(1 / float(np.median(gaps)), HIGHEST_RATE) if len(gaps) else 30.0
            rate *= math.ceil(LEAST_RATE / rate - 1e-3)  # so that sparse keys are frames too
            rate = float(round(rate)) if abs(rate - round(rate)) < 1e-4 * rate else rate
        if (last - first) * rate > MAX_FRAMES:
            raise ValueError(f"more than {MAX_FRAMES:,} frames")
        count = math.ceil((last - first) * rate - 1e-3) + 1
        return float(rate), np.minimum(first + np.arange(count) / rate, last)


def read_animations(asset: Asset) -> list[Animation]:
    """All animations of nodes; weights of morph targets are left out."""
    return [_animation(asset, i, given) for i, given in enumerate(asset.items("animations"))]


def _animation(asset: Asset, i: int, given: dict[str, Any]) -> Animation:
    here = f"/animations/{i}"
    name = given.get("name")
    made = Animation(name if isinstance(name, str) and name.strip() else None)
    channels, samplers = given.get("channels"), given.get("samplers")
    if not isinstance(channels, list) or not isinstance(samplers, list):
        raise asset.error(here, "must have channels and samplers")
    for k, channel in enumerate(channels):
        target = channel.get("target") if isinstance(channel, dict) else None
        if not isinstance(target, dict):
            raise asset.error(f"{here}/channels/{k}", "must have a target")
        path = target.get("path")
        if path not in WIDTH or "node" not in target:
            continue
        asset.item("nodes", target["node"], f"{here}/channels/{k}/target/node")
        index = channel.get("sampler")
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(samplers):
            raise asset.error(f"{here}/channels/{k}/sampler", "there is no such sampler")
        made.tracks[target["node"], path] = _track(asset, samplers[index], path, f"{here}/samplers/{index}")
    return made


def _track(asset: Asset, sampler: Any, path: str, here: str) -> Track:
    if not isinstance(sampler, dict):
        raise asset.error(here, "must be an object")
    way = sampler.get("interpolation", "LINEAR")
    if way not in ("LINEAR", "STEP", "CUBICSPLINE"):
        raise asset.error(f"{here}/interpolation", "must be LINEAR, STEP or CUBICSPLINE")
    times = asset.array(sampler.get("input"), f"{here}/input", "SCALAR")[:, 0]
    if not (np.diff(times) > 0).all() or times[0] < 0:
        raise asset.error(f"{here}/input", "the times of keys must begin at 0 or later, and rise")
    values = asset.array(sampler.get("output"), f"{here}/output", "VEC4" if path == "rotation" else "VEC3")
    each = 3 if way == "CUBICSPLINE" else 1
    if len(values) != each * len(times):
        raise asset.error(f"{here}/output", f"{each * len(times)} values are needed, not {len(values)}")
    if each == 3:
        values = values.reshape(len(times), 3, -1)
    if path == "rotation":
        length = np.linalg.norm(values[:, 1] if each == 3 else values, axis=-1)
        if not (length > 1e-6).all():
            raise asset.error(f"{here}/output", "a rotation must not be zero")
        if each == 1:
            values = values / length[:, None]
    return Track(times, values, way)
