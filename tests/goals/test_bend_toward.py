"""Bends of limbs toward points: smooth where the point is in line with the limb."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from manikin.errors import InputError
from manikin.goals import BendToward

BASE, MIDDLE, TIP = np.zeros(3), np.array([0.0, -0.3, -0.1]), np.array([0.0, -0.6, 0.0])
LIMB: dict[str, Any] = {"base": (0, 0, 0), "middle": (0, -0.3, -0.1), "tip": (0, -0.6, 0), "target": (0, 0, 1)}


def rows(target: np.ndarray, **more: Any) -> np.ndarray:
    return BendToward(**LIMB, **more).residual(BASE, MIDDLE, TIP, target)


def test_a_target_in_line_with_the_limb_tells_no_direction() -> None:
    assert np.linalg.norm(rows(np.array([0.0, 0.0, 1.0]))) > 0.5
    for along in (-1.0, 1.0):
        near = [rows(np.array([0.0, along, side])) for side in (-1e-3, 0.0, 1e-3)]
        assert max(np.linalg.norm(row) for row in near) < 1e-4
        goal = BendToward(**LIMB)
        ways = [goal.jacobians(BASE, MIDDLE, TIP, np.array([0.0, along, side]))[3] for side in (-1e-4, 1e-4)]
        assert np.abs(ways[0] - ways[1]).max() < 0.01  # the derivative has no jump there either


def test_a_limb_that_is_hardly_bent_has_little_of_a_bend() -> None:
    """σ = |d|/ℓ is 0.316 here, and r = ℓ s f |u − w| with |u − w| = 2."""
    target = np.array([0.0, 0.0, 1.0])
    length, sine = np.linalg.norm(MIDDLE), 0.1 / np.linalg.norm(MIDDLE)
    for straight in (0.03, 0.3):
        strength = sine**2 / (sine**2 + straight**2)
        np.testing.assert_allclose(np.linalg.norm(rows(target, straight=straight)), 2 * length * strength)


@pytest.mark.parametrize("straight", [0.0, -1.0, np.inf, np.nan, "0.1"])
def test_a_sine_that_is_none_is_refused(straight: float) -> None:
    with pytest.raises(InputError, match="straight must be"):
        BendToward(**LIMB, straight=straight)
