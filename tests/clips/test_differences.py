"""Differences between states: the kernel and its definition, and rotations by SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from manikin import bodies
from manikin.clips import differences
from manikin.clips.differences import difference, displaced
from manikin.clips.tracks import tracks_of
from manikin.kernels import library

HUMAN = bodies.load("human")
FIGURES = {"human": HUMAN, "ungrouped": HUMAN.ungrouped(), "two": (HUMAN, HUMAN.ungrouped().renamed("other"))}


def drawn(figures: object, seed: int, count: int = 40) -> np.ndarray:
    rng = np.random.default_rng(seed)
    lo, hi = differences.limits_of(figures)  # type: ignore[arg-type]
    return np.asarray(rng.uniform(np.maximum(lo, -3), np.minimum(hi, 3), (count, len(lo))))


@pytest.mark.skipif(library() is None, reason="there are no compiled kernels")
@pytest.mark.parametrize("name", FIGURES)
def test_the_kernel_does_what_its_definition_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = FIGURES[name]
    base, state = drawn(figures, 0), drawn(figures, 1)
    state[5:9] = base[5:9]
    change = 0.4 * drawn(figures, 2)
    change[:, ::3] = 0
    fast = [difference(figures, state, base), displaced(figures, base, change)]  # type: ignore[arg-type]
    alone = [difference(figures, state[7:8], base[7:8]), displaced(figures, base[7:8], change[7:8])]  # type: ignore[arg-type]
    for many, one in zip(fast, alone, strict=True):
        np.testing.assert_array_equal(many[7:8], one)
    monkeypatch.setattr(differences, "_compiled", lambda _: None)
    np.testing.assert_allclose(fast[0], difference(figures, state, base), atol=1e-12)  # type: ignore[arg-type]
    np.testing.assert_allclose(fast[1], displaced(figures, base, change), atol=1e-9)  # type: ignore[arg-type]


def test_a_ball_differs_by_the_rotation_vector_that_scipy_finds() -> None:
    base, state = drawn(HUMAN, 3), drawn(HUMAN, 4)
    found = difference(HUMAN, state, base)
    for track in tracks_of(HUMAN):
        if not track.is_ball:
            np.testing.assert_array_equal(found[:, track.columns], (state - base)[:, track.columns])
            continue
        turns = []
        for q in (base, state):
            parts = [Rotation.from_rotvec(q[:, [c]] * a) for c, a in zip(track.columns, track.axis_rows, strict=True)]
            turns.append(parts[0] * parts[1] * parts[2])
        np.testing.assert_allclose(found[:, track.columns], (turns[0].inv() * turns[1]).as_rotvec(), atol=1e-9)
