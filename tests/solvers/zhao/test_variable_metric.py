"""The variable metric on a face: the identities that its updates must keep, and the polyhedron around it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.skeleton.variables import LinearLimit
from manikin.solvers.polyhedron import Polyhedron
from manikin.solvers.zhao.variable_metric import VariableMetric

SIZE = 9


def unit(x: Array) -> Array:
    return np.asarray(x / np.linalg.norm(x))


def worked(rng: np.random.Generator) -> VariableMetric:
    """A metric after a random life: constraints come and go, steps are learnt."""
    metric = VariableMetric(SIZE)
    hessian = np.diag(rng.uniform(0.5, 5, SIZE))
    for number in range(30):
        draw = rng.random()
        if draw < 0.4 and len(metric.active) < SIZE - 3:
            bound = np.eye(SIZE)[rng.integers(SIZE)] * rng.choice([-1.0, 1.0])
            metric.add(number, bound if rng.random() < 0.5 else unit(rng.normal(size=SIZE)))
        elif draw < 0.6 and metric.active:
            metric.drop(int(rng.integers(len(metric.active))))
        else:
            step = metric.h @ rng.normal(size=SIZE)
            metric.update(step, hessian @ step, "switch")
    return metric


def projector(a: Array) -> Array:
    return np.asarray(np.eye(len(a)) - a @ np.linalg.pinv(a))


@pytest.mark.parametrize("seed", range(10))
def test_the_recursive_inverse_is_the_inverse(seed: int) -> None:
    metric = worked(np.random.default_rng(seed))
    a = metric.normals
    assert len(metric.active) == a.shape[1]
    assert metric.inverse == pytest.approx(np.linalg.inv(a.T @ a), rel=1e-8, abs=1e-8)
    g = np.arange(1.0, SIZE + 1)
    assert metric.project(g) == pytest.approx(projector(a) @ g, abs=1e-8)
    alpha, worth = metric.multipliers(g)
    assert alpha == pytest.approx(np.linalg.lstsq(a, g, rcond=None)[0], abs=1e-7)
    for place in range(a.shape[1]):  # what is gained along the way that dropping it opens
        rest = np.delete(a, place, 1)
        opened = projector(rest) @ a[:, place]
        assert worth[place] == pytest.approx(g @ unit(opened), abs=1e-7)


@pytest.mark.parametrize("seed", range(10))
def test_the_metric_is_symmetric_positive_within_the_face_and_nothing_across_it(seed: int) -> None:
    metric = worked(np.random.default_rng(seed))
    assert metric.h == pytest.approx(metric.h.T, abs=1e-12)
    assert metric.h @ metric.normals == pytest.approx(np.zeros_like(metric.normals), abs=1e-9)
    positive = np.linalg.eigvalsh(metric.h)
    assert (positive > 1e-6).sum() == SIZE - len(metric.active)
    assert positive.min() > -1e-12


@pytest.mark.parametrize("formula", ["switch", "bfgs", "dfp"])
def test_what_was_learnt_last_holds_exactly(formula: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(10):
        metric = worked(rng)
        step = metric.h @ rng.normal(size=SIZE)
        change = rng.uniform(0.5, 5, SIZE) * step
        metric.update(step, change, formula)
        assert metric.h @ change == pytest.approx(step, abs=1e-9)


def test_the_switch_takes_the_formula_of_fletcher() -> None:
    step = unit(np.ones(SIZE))
    for factor, formula in ((0.5, "bfgs"), (2.0, "dfp")):  # H = I: σᵀy ≥ yᵀHy where the curvature is below 1
        change = factor * step + 0.01 * np.eye(SIZE)[0]
        switched, chosen = VariableMetric(SIZE), VariableMetric(SIZE)
        switched.update(step, change, "switch"), chosen.update(step, change, formula)
        np.testing.assert_array_equal(switched.h, chosen.h)


def test_a_constraint_that_depends_on_others_is_not_added() -> None:
    metric = VariableMetric(3)
    assert metric.add(0, np.array([1.0, 0, 0]))
    assert metric.add(1, unit(np.array([1.0, 1, 0])))
    before = metric.h.copy()
    assert not metric.add(2, np.array([0.0, -1, 0]))
    assert metric.active == [0, 1]
    np.testing.assert_array_equal(metric.h, before)
    assert metric.add(3, np.array([0.0, 0, 1]))
    assert not metric.h.any()


def test_the_nearest_state_inside_is_the_nearest() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        skeleton = chain([1.0] * 5, limits=(-1, 1))
        names = [dof.name for dof in skeleton.dofs]
        rows = rng.normal(size=(3, 5))
        limits = [
            LinearLimit(name=f"l{k}", terms=tuple(zip(names, row, strict=True)), lo=-0.2, hi=0.3 - 0.5 * (k == 2))
            for k, row in enumerate(rows.tolist())
        ]  # the last one is an equality
        figure = Figure(replace(skeleton, limits=tuple(limits)))
        problem = Problem(figure, stiffness={names[0]: 0.5})
        q = rng.uniform(-2, 2, 5)
        found = Polyhedron(problem).nearest(q)
        assert problem.limit_violation(found) < 1e-11
        gain, start = problem.gain, np.clip(q, -1, 1)
        constraints = [{"type": "ineq", "fun": lambda x, r=rows: 0.3 - r[:2] @ x}]
        constraints += [{"type": "ineq", "fun": lambda x, r=rows: r[:2] @ x + 0.2}]
        constraints += [{"type": "eq", "fun": lambda x, r=rows: r[2] @ x + 0.2}]
        judge = minimize(
            lambda x, g=gain, s=start: (((x - s) / g) ** 2).sum(), start, bounds=[(-1, 1)] * 5,
            constraints=constraints, method="SLSQP", options={"ftol": 1e-14},
        )  # fmt: skip
        assert (((found - start) / gain) ** 2).sum() == pytest.approx(judge.fun, abs=1e-6)


def test_a_state_inside_stays_to_the_bit() -> None:
    figure = Figure(replace(chain([1.0] * 3), limits=(LinearLimit(name="l", terms=(("rod1", 1.0),), hi=0.3),)))
    q = np.array([0.3, -0.7, 1e9 / 3])
    assert Polyhedron(Problem(figure)).nearest(q).tobytes() == q.tobytes()
