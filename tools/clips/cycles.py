"""Cycles: one half is keyed, the other is its mirror image, and the end joins the beginning."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from tools.clips.take import HUMAN, RATE

from manikin.clips import Keyframes
from manikin.clips.key import Key
from manikin.figure.mirror import mirror_state
from manikin.math.rotations import Array

__all__ = ["whole_cycle"]

ROOT_Z = HUMAN.index("root_z")


def moved(q: Array, ahead: float) -> Array:
    """A state farther ahead [m]."""
    out = np.array(q)
    out[ROOT_Z] += ahead
    return out


def whole_cycle(keys: list[Key], half: float, ahead: float, start: float = 0.0) -> tuple[Key, ...]:
    """A cycle from the keys of its first half, which begins at frame 0: ``half`` frames and ``ahead`` metres long.

    ``start`` is the frame of these keys at which the cycle begins; it is frame 0 of the cycle.
    """
    own = [key for key in keys if 0 <= key.frame < half]
    two = own + [
        replace(key, frame=key.frame + half, q=tuple(moved(mirror_state(HUMAN, np.array([key.q]))[0], ahead)))
        for key in own
    ]
    many = [
        replace(key, frame=key.frame + 2 * half * turn, q=tuple(moved(np.array(key.q), 2 * ahead * turn)))
        for turn in (-1, 0, 1)
        for key in two
    ]
    endless = Keyframes(figure=HUMAN, rate=RATE, keys=tuple(many))
    step = 1e-3
    cut = [key for key in many if start < key.frame < start + 2 * half]
    for end in (start, start + 2 * half):
        before, now, after = endless.at([end - step, end, end + step])
        cut.append(Key(frame=end, q=tuple(now), rates=tuple((after - before) / (2 * step))))
    shifted = [replace(key, frame=key.frame - start) for key in cut]
    return tuple(sorted(shifted, key=lambda key: key.frame))
