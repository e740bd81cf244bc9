"""Legs and arms of two bones bent to a target, in the plane that they bend in: closed form, all frames at once."""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array

__all__ = ["bent"]

FORWARD = 0.03
"""How much of the length a usual bend counts beside the bend that is there, so that straight limbs have a plane."""


def bent(places: Array, base: Array, tip: Array, ahead: Array) -> tuple[Array, Array]:
    """Rotations (frames, 3, 3) of the world that bring both bones of a limb from where they are to a new place.

    Args:
        places: Base, middle and tip of the limb now (frames, 3, 3), the points in rows.
        base: Where the base is to be (frames, 3).
        tip: Where the tip is to be (frames, 3); one out of reach is come near to.
        ahead: The direction that the middle goes to when the limb bends (frames, 3).
    """
    a, b, c = places[:, 0], places[:, 1], places[:, 2]
    upper, lower = np.linalg.norm(b - a, axis=1), np.linalg.norm(c - b, axis=1)
    old, new = c - a, tip - base
    turn = _turn(old, new)
    bend = (b - a) - _along(b - a, old) + FORWARD * (upper + lower)[:, None] * (ahead - _along(ahead, old))
    way = np.linalg.norm(new, axis=1)
    reach = np.clip(way, np.abs(upper - lower) * (1 + 1e-9) + 1e-12, (upper + lower) * (1 - 1e-9))
    cosine = np.clip((upper**2 + reach**2 - lower**2) / (2 * upper * reach), -1.0, 1.0)
    unit = new / np.maximum(way, 1e-12)[:, None]
    out = (turn @ bend[..., None])[..., 0]
    out = out - _along(out, new)
    out /= np.maximum(np.linalg.norm(out, axis=1), 1e-12)[:, None]
    middle = base + upper[:, None] * (cosine[:, None] * unit + np.sqrt(1 - cosine**2)[:, None] * out)
    end = base + reach[:, None] * unit
    first = _frames(middle - base, out) @ np.swapaxes(_frames(b - a, bend), 1, 2)
    second = _frames(end - middle, out) @ np.swapaxes(_frames(c - b, bend), 1, 2)
    return first, second


def _along(v: Array, axis: Array) -> Array:
    """The part of vectors along axes (frames, 3)."""
    square = np.maximum((axis * axis).sum(axis=1, keepdims=True), 1e-24)
    return np.asarray((v * axis).sum(axis=1, keepdims=True) / square * axis)


def _frames(bone: Array, bend: Array) -> Array:
    """Axes in columns (frames, 3, 3): along the bone, and at a right angle to the plane of the bend."""
    x = bone / np.linalg.norm(bone, axis=1, keepdims=True)
    z = np.cross(x, bend)
    z /= np.maximum(np.linalg.norm(z, axis=1, keepdims=True), 1e-12)
    return np.stack([x, np.cross(z, x), z], axis=-1)


def _turn(a: Array, b: Array) -> Array:
    """The shortest rotations between vectors (frames, 3, 3)."""
    a, b = (v / np.maximum(np.linalg.norm(v, axis=1, keepdims=True), 1e-12) for v in (a, b))
    axis, cosine = np.cross(a, b), (a * b).sum(axis=1)
    k = np.zeros((len(a), 3, 3))
    k[:, 0, 1], k[:, 0, 2], k[:, 1, 2] = -axis[:, 2], axis[:, 1], -axis[:, 0]
    k = k - np.swapaxes(k, 1, 2)
    return np.asarray(np.eye(3) + k + k @ k / np.maximum(1 + cosine, 1e-6)[:, None, None])
