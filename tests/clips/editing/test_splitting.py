"""Keys put into a motion leave it as it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from manikin.clips import Keyframes, editing
from manikin.clips.editing.splitting import frozen_keys
from manikin.clips.key import Key
from manikin.clips.tracks import tracks_of
from tests.clips.editing.made import HUMAN, key, scalars


def clip(seed: int, spread: float, **fields: float) -> Keyframes:
    rng = np.random.default_rng(seed)
    keys = []
    for i in range(5):
        q = np.clip(HUMAN.rest + spread * rng.normal(size=HUMAN.size), HUMAN.lo, HUMAN.hi)
        keys.append(Key(frame=8.0 * i, q=tuple(q.tolist()), **fields))  # type: ignore[arg-type]
    return Keyframes(figure=HUMAN, keys=tuple(keys))


def degrees_apart(one: np.ndarray, other: np.ndarray) -> float:
    """The largest angle between the rotations of balls in two rows of states, by SciPy."""
    worst = 0.0
    for track in tracks_of(HUMAN):
        if track.is_ball:
            turns = []
            for states in (one, other):
                pairs = zip(track.columns, track.axis_rows, strict=True)
                parts = [Rotation.from_rotvec(states[:, [c]] * a) for c, a in pairs]
                turns.append(parts[0] * parts[1] * parts[2])
            worst = max(worst, float(np.degrees((turns[0].inv() * turns[1]).magnitude()).max()))
    return worst


@pytest.mark.parametrize("fields", [{}, {"tension": 0.4, "bias": -0.3}, {"continuity": 0.6}])
def test_numbers_keep_their_curves_exactly_and_balls_nearly(fields: dict[str, float]) -> None:
    frames = np.linspace(0, 32, 257)
    for seed in range(6):
        before = clip(seed, 0.1, **fields)
        after = editing.split(before, 3.7, 12.2, 19.5, 30.1)
        assert len(after.keys) == 9  # type: ignore[attr-defined]
        np.testing.assert_allclose(
            after.at(frames)[:, scalars(HUMAN)], before.at(frames)[:, scalars(HUMAN)], rtol=0, atol=1e-11
        )
        assert degrees_apart(after.at(frames), before.at(frames)) < 0.2


def wild(seed: int, **fields: object) -> Keyframes:
    """Keys anywhere inside the limits: balls far from each other, near gimbal lock, by ways that pass limits."""
    rng = np.random.default_rng(seed)
    keys = [
        Key(frame=8.0 * i, q=tuple(rng.uniform(np.maximum(HUMAN.lo, -3), np.minimum(HUMAN.hi, 3))), **fields)  # type: ignore[arg-type]
        for i in range(5)
    ]
    return Keyframes(figure=HUMAN, keys=tuple(keys))


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """The largest distance between the same joint in two rows of states [m]."""
    places = [HUMAN.tree.forward_batch(states).reshape(len(states), -1, 3, 4)[..., 3] for states in (one, other)]
    return float(np.linalg.norm(places[0] - places[1], axis=-1).max())


@pytest.mark.parametrize("fields", [{}, {"curve": "linear"}, {"curve": "squad"}, {"slow_in": 0.8, "slow_out": 0.5}])
def test_wild_turns_stay_where_they_were_with_more_keys(fields: dict[str, object]) -> None:
    frames = np.linspace(0, 32, 301)
    counts = []
    for seed in range(4):
        before = wild(seed, **fields)
        after = editing.split(before, 3.7, 12.2, 19.5, 30.1)
        assert isinstance(after, Keyframes)
        assert {3.7, 12.2, 19.5, 30.1} <= {key.frame for key in after.keys}
        assert apart(after.at(frames), before.at(frames)) < 0.003
        counts.append(len(after.keys))
    assert 9 < max(counts) < 150


def test_a_frozen_key_does_not_mind_its_neighbours() -> None:
    before = clip(3, 0.1)
    frozen = replace(before, keys=frozen_keys(before, [16.0]))
    frames = np.linspace(0, 32, 100)
    np.testing.assert_allclose(frozen.at(frames), before.at(frames), atol=1e-5)
    rng = np.random.default_rng(0)
    other = replace(frozen, keys=(*frozen.keys[:4], key(rng, HUMAN, 32.0)))
    middle = np.linspace(8, 16, 40)
    np.testing.assert_allclose(other.at(middle), before.at(middle), atol=1e-5)


def test_slow_ends_keep_their_time_where_they_are_split() -> None:
    before = clip(1, 0.1, slow_in=0.8, slow_out=0.5)
    after = editing.split(before, 12.0, 14.5)
    assert len(after.keys) == 7  # type: ignore[attr-defined]
    frames = np.linspace(0, 32, 257)
    numbers = scalars(HUMAN)
    np.testing.assert_allclose(after.at(frames)[:, numbers], before.at(frames)[:, numbers], rtol=0, atol=1e-9)
    assert degrees_apart(after.at(frames), before.at(frames)) < 0.06


def test_a_held_pose_is_held_on_both_sides_of_a_split() -> None:
    plain = clip(2, 0.1)
    before = replace(plain, keys=tuple(replace(key, curve="hold") for key in plain.keys))
    after = editing.split(before, 11.0)
    frames = np.linspace(0, 32, 129)
    np.testing.assert_allclose(after.at(frames), before.at(frames), atol=1e-12)
