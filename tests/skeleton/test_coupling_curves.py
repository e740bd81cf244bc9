"""Curves of joint groups: derivatives, limits that follow from those of driven joints, and the kernels."""

from __future__ import annotations

import math

import numpy as np
import pytest

from manikin import Figure, Position, Problem, Skeleton, hinge, joint
from manikin.errors import InputError
from manikin.skeleton.coupling_curves import CouplingCurve, PolynomialCurve, RampCurve
from manikin.skeleton.variables import Coupling, Term, Variable

CURVES = [
    RampCurve(start=0.2, width=0.5),
    PolynomialCurve(linear=0.7, square=-0.4, cube=0.3, fourth=0.2),
    PolynomialCurve(square=1.3),
]


@pytest.mark.parametrize("curve", CURVES)
def test_derivatives_are_those_of_differences(curve: CouplingCurve) -> None:
    x = np.random.default_rng(4).uniform(-2, 2, 50)
    h = 1e-6
    np.testing.assert_allclose(curve.derivative(x), (curve.value(x + h) - curve.value(x - h)) / (2 * h), atol=1e-8)


@pytest.mark.parametrize("curve", CURVES)
def test_an_enlarged_curve_is_the_same_in_another_unit(curve: CouplingCurve) -> None:
    x = np.random.default_rng(5).uniform(-2, 2, 50)
    np.testing.assert_allclose(curve.enlarged(2.5).value(2.5 * x), 2.5 * curve.value(x), atol=1e-12)


@pytest.mark.parametrize("seed", range(200))
def test_the_part_within_bounds_is_the_largest_about_a_place(seed: int) -> None:
    rng = np.random.default_rng(seed)
    curve = PolynomialCurve(*(rng.normal(size=4) * rng.integers(0, 2, 4)))
    near = float(rng.normal())
    here = float(curve.value(np.array(near)))
    lo, hi = here - rng.exponential() * rng.integers(0, 2), here + rng.exponential()
    low, high = curve.part_within(lo, hi, near)
    assert low <= near <= high
    inner = np.linspace(max(low, near - 5), min(high, near + 5), 1001)[1:-1]
    values = curve.value(inner)
    assert values.min() >= lo - 1e-9
    assert values.max() <= hi + 1e-9
    for end, side in ((low, -1), (high, 1)):
        if math.isfinite(end):
            beyond = curve.value(end + side * np.logspace(-3, -1, 20))
            assert beyond.min() < lo or beyond.max() > hi


def test_bounds_that_are_only_touched_are_no_ends() -> None:
    assert PolynomialCurve(square=1.0).part_within(0.0, 4.0, 1.0) == pytest.approx((-2.0, 2.0))
    assert PolynomialCurve(square=1.0).part_within(1.0, 4.0, -1.5) == pytest.approx((-2.0, -1.0))
    assert PolynomialCurve(cube=1.0).part_within(0.0, math.inf, 0.0) == pytest.approx((0.0, math.inf))
    assert PolynomialCurve(cube=1.0).part_within(1.0, 2.0, 0.0) == (-math.inf, math.inf)  # the rest is outside


def test_coefficients_must_be_finite() -> None:
    with pytest.raises(InputError, match="finite"):
        PolynomialCurve(cube=math.nan)


def crank() -> Figure:
    """An arm whose second hinge follows the first along a polynomial, and a third hinge of its own."""
    joints = (
        joint("base", dofs=[hinge("z", name="a")]),
        joint("rod", "base", offset=(0.5, 0, 0), dofs=[hinge("z", -0.5, 1.0, name="b")]),
        joint("tip", "rod", offset=(0.4, 0, 0), dofs=[hinge("y", name="c")]),
        joint("end", "tip", offset=(0.3, 0.1, 0)),
    )
    curve = PolynomialCurve(linear=0.6, square=0.4, cube=-0.1)
    drive = Coupling(
        name="crank",
        parameters=(Variable(name="turn", lo=-3.0, hi=3.0),),
        terms=(Term(dof="a", parameter="turn"), Term(dof="b", parameter="turn", factor=1.5, curve=curve)),
        offsets=(("b", 0.1),),
    )
    return Figure(Skeleton(name="crank", joints=joints, couplings=(drive,)))


def test_limits_of_a_driven_joint_hold_along_its_polynomial() -> None:
    figure = crank()
    turn = figure.index("turn")
    assert -3.0 < figure.lo[turn] < 0.0 < figure.hi[turn] < 3.0
    for end, limit in ((figure.lo[turn], None), (figure.hi[turn], 1.0)):
        value = 0.1 + 1.5 * (0.6 * end + 0.4 * end**2 - 0.1 * end**3)
        least = min(0.1 + 1.5 * (0.6 * x + 0.4 * x**2 - 0.1 * x**3) for x in np.linspace(end, 0, 500))
        assert least >= -0.5 - 1e-9
        if limit is not None:
            assert value == pytest.approx(limit)


def test_kernels_and_python_agree_on_polynomials() -> None:
    figure, rng = crank(), np.random.default_rng(2)
    goal = Position(point=figure.point("end"), target=(0.2, 0.9, 0.1))
    compiled, python = Problem(figure, [goal]), Problem(figure, [goal], evaluate_with="network")
    for _ in range(10):
        q = figure.random_state(rng)
        np.testing.assert_allclose(compiled.residual(q), python.residual(q), atol=1e-12)
        np.testing.assert_allclose(compiled.jacobian(q), python.jacobian(q), atol=1e-12)


@pytest.mark.parametrize("method", ["lm", "ccd", "dls"])
def test_solvers_follow_polynomials(method: str) -> None:
    figure = crank()
    wanted = figure.pose(turn=0.6, c=0.3).position("end")
    found = figure.solve([Position(point=figure.point("end"), target=wanted)], solver=method)
    assert np.linalg.norm(found.pose.position("end") - wanted) < 1e-3
