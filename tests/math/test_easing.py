"""Easing."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.math.easing import ease_in_out


def test_easing_goes_from_0_to_1_with_no_speed_at_the_ends() -> None:
    t = np.linspace(0, 1, 1001)
    values = np.array([ease_in_out(float(x)) for x in t])
    speed = np.gradient(values, t)
    assert (values[0], values[-1]) == (0.0, 1.0)
    assert (np.diff(values) > 0).all()
    assert speed[[0, -1]] == pytest.approx(0, abs=0.005)
    assert values + values[::-1] == pytest.approx(1)


def test_ease_is_slow_at_both_ends() -> None:
    t = np.linspace(0, 1, 101)
    way = np.array([ease_in_out(x) for x in t])
    assert (way[0], way[50], way[100]) == (0, 0.5, 1)
    steps = np.diff(way)
    assert (steps > 0).all()
    assert steps[0] < 0.1 * steps[50]
    assert steps[-1] < 0.1 * steps[50]
