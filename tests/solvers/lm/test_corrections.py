"""How a trial is brought back to hard goals, and where it crosses hard inequalities: in few evaluations."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from manikin.math.rotations import Array
from manikin.solvers.lm.bounds import AT_CROSSING, CROSSING_TRIALS, Crossing
from manikin.solvers.lm.secant_steps import SecantSteps


def crossed(violation: Callable[[float], float]) -> tuple[float, int]:
    """Where a way crosses, and how many states were looked at."""
    crossing, count = Crossing(violation(1.0)), 0
    while not crossing.is_found:
        crossing.tell(violation(crossing.next))
        count += 1
    return crossing.outside, count


@pytest.mark.parametrize("edge", [0.0, 0.01, 0.3, 0.7])
@pytest.mark.parametrize("curve", [-0.2, 0.0, 0.5])
def test_a_crossing_is_found_in_few_states_that_are_outside(edge: float, curve: float) -> None:
    def violation(t: float) -> float:
        return max(0.0, (t - edge) * (1 + curve * t))

    share, count = crossed(violation)
    assert 0 < violation(share) <= AT_CROSSING * violation(1.0)
    assert count <= 8  # twelve halvings before


def test_a_crossing_that_is_not_even_is_found_by_halving() -> None:
    share, count = crossed(lambda t: float(t > 0.4))  # a step: its size tells nothing about its place
    assert count == CROSSING_TRIALS
    assert 0.4 < share < 0.4 + 0.6 * 2.0 ** -(CROSSING_TRIALS - 2)


def corrections(improve: bool) -> int:
    """How many steps with the Jacobian of the start it takes to bring a point back to a circle and a curved wall."""

    def rows(x: Array) -> Array:
        return np.array([x @ x - 1.0, x[2] - 0.3 * x[0] ** 2])

    x = np.array([0.8, 0.7, 0.2])
    jacobian = np.array([2 * x, [-0.6 * x[0], 0.0, 1.0]])
    secants = SecantSteps()
    for count in range(50):
        if np.abs(rows(x)).max() < 1e-13:
            return count
        step = -np.linalg.pinv(jacobian) @ rows(x)
        if improve:
            step = secants.improved(step)
        secants.remember(step)
        x = x + step
    return 50


def test_each_correction_tells_the_next_how_rows_curve() -> None:
    assert corrections(improve=True) <= 6
    assert corrections(improve=False) > 9
