"""Walks on the spot: the same motion without its way over the ground."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import moves
from manikin.clips import editing


@pytest.mark.parametrize("name", ["walk", "run"])
def test_a_walk_on_the_spot_ends_where_it_began_and_moves_as_before(name: str) -> None:
    clip = moves.load(name)
    still = editing.on_the_spot(clip)
    frames = np.random.default_rng(4).uniform(clip.start, clip.end, 40)
    ends = still.at([clip.start, clip.end])
    assert ends[0] == pytest.approx(ends[1], abs=1e-6)
    place = [clip.figure.index(f"root_{axis}") for axis in "xz"]
    others = [column for column in range(clip.figure.size) if column not in place]
    nearly = 1e-9 if name == "walk" else 1e-4  # a curved target is told at steps of an eighth of a frame
    assert np.abs(still.at(frames) - clip.at(frames))[:, others].max() < nearly
    way = clip.pose(clip.end).world[0, :, 3] - clip.pose(clip.start).world[0, :, 3]
    assert np.linalg.norm(way) > 1.0
    share = (frames - clip.start) / (clip.end - clip.start)
    there, here = (c.figure.forward(c.at(frames))[:, :, :, 3] for c in (clip, still))
    assert np.abs(there - here - share[:, None, None] * way * [1, 0, 1]).max() < max(1e-6, nearly)
    assert still.audit().held
