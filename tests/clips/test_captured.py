"""A captured walk: keys at every few frames bring it back, and its feet stop skating."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.captured import foot_locks, read_bvh
from scipy.spatial.transform import Rotation, RotationSpline

from manikin.clips import Constrained, Keyframes, Samples, balls
from manikin.clips.differences import difference
from manikin.clips.key import CurveKind, Key
from manikin.clips.tracks import tracks_of
from manikin.kernels import library
from tests.support.paths import REAL_FILES

FILE = REAL_FILES / "bvh" / "cmu_02_01_walk.bvh"
pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the captured walk is not here")


@pytest.fixture(scope="module")
def walk() -> Samples:
    return read_bvh(FILE)


def keyed(walk: Samples, frames: np.ndarray, curve: CurveKind = "smooth") -> Keyframes:
    keys = tuple(Key(frame=float(f), q=tuple(walk.data[int(f)]), curve=curve) for f in frames)
    return Keyframes(figure=walk.figure, rate=walk.rate, keys=keys)


def off(walk: Samples, clip: Keyframes) -> float:
    """How far joints are from the captured ones, root mean square [m]."""
    frames = np.arange(0.0, clip.end + 1)
    ends = [walk.figure.tree.forward_batch(states)[:, :, :, 3] for states in (clip.at(frames), walk.at(frames))]
    return float(np.sqrt(((ends[0] - ends[1]) ** 2).sum(axis=-1).mean()))


def test_keys_at_even_and_uneven_frames_bring_the_walk_back(walk: Samples) -> None:
    rng = np.random.default_rng(0)
    uneven = np.concatenate([[0], np.cumsum(rng.integers(4, 31, 40))])
    for frames, most in ((np.arange(0, 343, 12), 0.004), (uneven[uneven < 343], 0.015)):
        smooth, linear, squad = (off(walk, keyed(walk, frames, curve)) for curve in ("smooth", "linear", "squad"))
        assert smooth < most
        assert smooth < 0.75 * linear
        assert smooth < 1.02 * squad


def test_rotations_are_as_near_as_those_of_the_spline_of_scipy(walk: Samples) -> None:
    frames = np.arange(0, 343, 12)
    clip = keyed(walk, frames)
    every = np.arange(0.0, frames[-1] + 1)
    states = clip.at(every)
    ours, theirs = [], []
    for track in tracks_of(walk.figure):
        if track.is_ball:
            columns, axes = list(track.columns), np.broadcast_to(track.axis_rows, (len(every), 3, 3))
            true = Rotation.from_quat(balls.rotation(axes, walk.data[: len(every)][:, columns]))
            found = Rotation.from_quat(balls.rotation(axes, states[:, columns]))
            spline = RotationSpline(frames, true[frames.tolist()])(every)
            ours.append((true.inv() * found).magnitude())
            theirs.append((true.inv() * spline).magnitude())
    assert np.sqrt(np.mean(np.square(ours))) < 1.3 * np.sqrt(np.mean(np.square(theirs)))


@pytest.mark.parametrize("method", ["live", *(["smooth"] if library() is not None else [])])
def test_feet_stop_skating_calmly(walk: Samples, method: str) -> None:
    clip = Constrained(source=walk, goals=foot_locks(walk), method=method)  # type: ignore[arg-type]
    assert len(clip.goals) >= 6
    assert clip.audit().held
    states = clip.at(walk.frames())
    change = difference(walk.figure, states, walk.data)
    assert np.abs(np.diff(change, 2, axis=0)).max() * walk.rate**2 < 400
    plain = replace(clip, goals=())
    np.testing.assert_array_equal(plain.at(walk.frames()), walk.data)
