"""Flips and hurries: frames in which a joint of the target turns far, or fast, while the source hardly moves."""

from __future__ import annotations

import numpy as np

from manikin.characters.foot_plan import eased, smooth_above
from manikin.characters.roles import is_finger
from manikin.characters.transfer import Transfer
from manikin.math.rotations import Array

__all__ = ["bridged", "flips", "unhurried"]

FLIP, TIMES = np.radians(45), 3.0
"""A joint that turns by more than the first in a frame, and by more than so many times the fastest of the source's."""
AROUND = 2
"""Frames on both sides of a flip that are solved again."""


QUICK, EASE, AGAIN = np.radians(300), 0.2, 3
"""A joint that turns faster than the first [rad/s] and hurries against the source is led there within this time to both
sides [s]; and how often that is looked at."""


def flips(transfer: Transfer, angles: Array) -> list[tuple[int, int]]:
    """Stretches of frames, first and last, about the flips of some angles (frames, k) [rad]."""
    if len(angles) < 2 * AROUND + 2:
        return []
    turned = np.abs(np.diff(angles, axis=0)).max(axis=1, initial=0.0)
    found: list[tuple[int, int]] = []
    for t in np.flatnonzero((turned > FLIP) & (turned > TIMES * _fastest(transfer))).tolist():
        first, last = max(1, t - AROUND + 1), min(len(angles) - 2, t + AROUND)
        if found and first <= found[-1][1] + 1:
            first = found.pop()[0]
        found.append((first, last))
    return found


def unhurried(transfer: Transfer, angles: Array) -> Array:
    """Angles (frames, k) [rad] averaged over time about frames in which one hurries; the others stay.

    An arm that is at a limit goes after what it touches by its wrist alone.  Averages of states within limits are
    within them, too.
    """
    rate = transfer.clip.rate
    half = max(1, round(EASE * rate))
    for _ in range(AGAIN):
        turned = np.abs(np.diff(angles, axis=0)).max(axis=1, initial=0.0)
        hurried = (turned > QUICK / rate) & (turned > TIMES * _fastest(transfer))
        if not hurried.any():
            break
        marked = np.zeros(len(angles))
        marked[:-1][hurried] = marked[1:][hurried] = 1.0
        share = smooth_above(marked, max(1, half // 2))[:, None]
        angles = angles + share * (eased(angles, half) - angles)
    return angles


def bridged(states: Array, first: int, last: int) -> Array:
    """States for a stretch of frames, evenly on the way from the frame before it to the one after."""
    share = np.arange(1, last - first + 2)[:, None] / (last - first + 2)
    return np.asarray(states[first - 1] + share * (states[last + 1] - states[first - 1]))


def _fastest(transfer: Transfer) -> Array:
    """How far the fastest joint of the source turns from frame to frame (frames − 1,) [rad]; fingers are left out."""
    skeleton, roles = transfer.source.figure.skeleton, transfer.source.roles
    above = transfer.turns[:, np.maximum(skeleton.parents, 0)]
    local = np.swapaxes(above, 2, 3) @ transfer.turns
    local[:, 0] = transfer.turns[:, 0]
    own = [skeleton.index(joint) for role, joint in roles.joints.items() if not is_finger(role)]
    traces = np.einsum("tjab,tjab->tj", local[1:, own], local[:-1, own])
    return np.asarray(np.arccos(np.clip((traces - 1) / 2, -1, 1)).max(axis=1, initial=0.0))
