"""Compiled and Python forms of the Jacobian methods go the same way, with all options, on awkward problems."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.goals import AnyOf, Plane, PoseGoal, Position
from manikin.kernels import library
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.solver import as_solver, solver_kinds
from tests.support import figures_and_goals as scenes

SPHERES = ((0.5, 0.5, 0.0, 0.3), (0.2, 0.2, 0.1, 0.1))
CASES: list[tuple[str, dict[str, Any]]] = [
    ("pseudoinverse", {}),
    ("pseudoinverse", {"via": "lu", "form": "right"}),
    ("pseudoinverse", {"via": "lu", "form": "left"}),
    ("dls", {"rate": 0.5}),
    ("dls", {"choose": "singular", "region": 0.5}),
    ("sdls", {"max_pull": 0.2, "rate": 0.7}),
    ("control", {}),
    ("control", {"criterion": "range", "damping": 0.05}),
    ("control", {"criterion": "dexterity", "delta": 1e-4}),
    ("control", {"criterion": "obstacles", "spheres": SPHERES, "gains": 0.5}),
    ("alternative", {}),
    ("alternative", {"via": "lu"}),
    ("transpose", {}),
    ("transpose", {"gains": "links", "scale": 0.1}),
    ("transpose", {"integrator": "rk4", "delta": 1e-5}),
    ("transpose", {"integrator": "adaptive"}),
    ("halving", {}),
    ("halving", {"delta": 1e-5, "max_halvings": 2}),
]


def problems(by: Any) -> dict[str, tuple[Problem, np.ndarray]]:
    """Goals in plenty, stiff and frozen joints, limits in the way, slides, scales, couplings, two figures."""
    rng = np.random.default_rng(0)
    arm = Figure(chain([1.0, 0.8, 0.6, 0.4], limits=(-2.0, 2.0)))
    off = Position(point=arm.point("tip"), target=(0.7, 1.1, 0.2))
    limb = bodies.load("limb7")
    tip, elbow = limb.point("hand tip"), limb.point("forearm")
    pose = PoseGoal(frame=limb.frame("hand tip"), target=limb.pose(limb.rest + 0.3).transform("hand tip"))
    shared = [
        Position(point=tip, target=(0.3, 0.5, 0.2)),
        Position(point=tip, target=(0.4, 0.5, 0.2), weight=2.0),
        Position(point=elbow, target=tip, weight=0.1),
    ]
    first, second = (scenes.figure(rng, name=name, coupled=name == "b") for name in "ab")
    scaled = scenes.figure(rng, name="c", scaled=True)
    clasp = Position(point=first.point("left tip"), target=second.point("right hand"))
    walls = AnyOf(
        goals=tuple(
            Plane(point=limb.point("hand tip"), origin=(x, 0.0, 0.0), normal=(1.0, 0.2, 0.0)) for x in (0.2, 0.9)
        )
    )
    return {
        "limits": (Problem(arm, [off], evaluate_with=by), np.array([0.3, 0.4, -0.2, 2.0])),
        "stiff": (Problem(limb, [pose], evaluate_with=by, stiffness={"elbow": 0.5}), limb.rest),
        "shared": (Problem(limb, shared, evaluate_with=by, frozen=["wrist_z"]), limb.rest),
        "two figures": (
            Problem([first, second], [clasp], evaluate_with=by),
            0.3 * rng.normal(size=first.size + second.size),
        ),
        "scales": (
            Problem(scaled, [Position(point=scaled.point("left tip"), target=(0.1, 0.5, 0.3))], evaluate_with=by),
            np.clip(rng.normal(0, 0.5, scaled.size), scaled.lo, scaled.hi),
        ),
        "any of": (Problem(limb, [shared[0], walls], evaluate_with=by), limb.rest),
    }


@pytest.mark.skipif(library() is None, reason="no compiled kernels here")
@pytest.mark.parametrize(("kind", "options"), CASES)
@pytest.mark.parametrize("name", list(problems("auto")))
def test_both_forms_go_the_same_way(kind: str, options: dict[str, Any], name: str) -> None:
    if name == "any of" and kind == "alternative":
        pytest.skip("the alternative Jacobian honours no disjunctions")
    (mine, q), (theirs, _) = problems("auto")[name], problems("network")[name]
    compiled, python = (as_solver(kind, **options).start(problem, q) for problem in (mine, theirs))
    assert (compiled.compiled is None) == (name == "scales" and options.get("criterion") == "obstacles")
    for _ in range(4):
        a, b = compiled.advance(), python.advance()
        np.testing.assert_allclose(a.q, b.q, atol=1e-7)
        assert a.status == b.status


KINDS = sorted({kind for kind, _ in CASES})


@pytest.mark.parametrize("by", ["auto", "network"])
@pytest.mark.parametrize("kind", KINDS)
def test_extreme_problems_end_in_finite_states(kind: str, by: Any) -> None:
    straight, nothing = Figure(chain([1.0, 0.0, 0.5], limits=(-1.0, 1.0))), Figure(chain([0.0, 0.0]))
    tip = straight.point("tip")
    cases = [
        Problem(straight, [Position(point=tip, target=(1e12, -1e12, 1e12))], evaluate_with=by),
        Problem(straight, [Position(point=tip, target=(0.0, 1.0, 0.0), weight=1e12)], evaluate_with=by),
        Problem(straight, [Position(point=tip, target=(0.0, 1.0, 0.0), weight=0.0)], evaluate_with=by),
        Problem(nothing, [Position(point=nothing.point("tip"), target=(0.0, 1.0, 0.0))], evaluate_with=by),
        Problem(straight, [], evaluate_with=by),
        Problem(
            straight, [Position(point=tip, target=(0.0, 1.0, 0.0))], frozen=["rod1", "rod2", "rod3"], evaluate_with=by
        ),
    ]
    for problem in cases:
        result = as_solver(kind, max_iterations=20).solve(problem)
        assert np.isfinite(result.q).all()
        assert result.cost <= problem.cost(problem.rest)
        assert (result.q >= problem.lo).all()
        assert (result.q <= problem.hi).all()


@pytest.mark.parametrize("by", ["auto", "network"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_frozen_minus_zero_stays_one(kind: str, by: Any) -> None:
    limb = bodies.load("limb7")
    goal = Position(point=limb.point("hand tip"), target=(0.3, 0.5, 0.2))
    q = limb.rest.copy()
    q[1] = -0.0
    result = as_solver(kind, max_iterations=5).solve(Problem(limb, [goal], frozen=["shoulder_y"], evaluate_with=by), q)
    assert np.signbit(result.q[1])
    assert (result.q[2:] != q[2:]).any()


@pytest.mark.slow
@pytest.mark.parametrize("by", ["auto", "network"])
@pytest.mark.parametrize("kind", KINDS)
def test_minima_are_stationary(kind: str, by: Any) -> None:
    """Goals out of reach: of a rod, about which every method comes to rest, and of three, about which some leap."""
    rng = np.random.default_rng(3)
    options = {"epsilon": 1.0} if kind == "halving" else {}  # smaller portions take more than 300 iterations
    inside, count = 0, 60 if library() is not None and by == "auto" else 12
    for number in range(count):
        lengths = [0.5] if number % 2 else [0.5, 0.4, 0.3]
        figure = Figure(chain(lengths, limits=(-2.5, 2.5)))
        angle, distance = rng.uniform(-3, 3), rng.uniform(1.1, 1.9) * sum(lengths)
        goal = Position(point=figure.point("tip"), target=(distance * np.cos(angle), distance * np.sin(angle), 0.0))
        problem = Problem(figure, [goal], evaluate_with=by)
        result = as_solver(kind, max_iterations=300, **options).solve(problem, rng.uniform(-2, 2, len(lengths)))
        assert not result.reached
        if result.status == "minimum":
            slope = problem.cost_and_gradient(result.q)[1]
            free = ~(((result.q <= problem.lo) & (slope > 0)) | ((result.q >= problem.hi) & (slope < 0)))
            assert np.abs(slope[free]).max(initial=0.0) < 1e-7 * np.sqrt(result.cost)
            inside += free.any()
    assert inside >= count / 3


@pytest.mark.skipif(library() is None, reason="no compiled kernels here")
@pytest.mark.parametrize("kind", [*KINDS, "inverse"])
def test_the_kernels_refuse_options_that_make_no_sense(kind: str) -> None:
    kernels = library()
    assert kernels is not None
    figure = Figure(chain([1.0, 0.5]))
    goal = Position(point=figure.point("tip"), target=(0.5, 0.5, 0.0), axes=(1.0, 1.0, 0.0))
    problem = Problem(figure, [goal])
    given = {"criterion": "obstacles", "spheres": SPHERES} if kind == "control" else {}
    right = solver_kinds[kind](**given).kernel_options(problem)
    kernels.Search(problem.program, problem.kernel_limits, kind, 1e-6, right)
    for wrong in (right[:-1], np.append(right, 0.0), np.full_like(right, np.nan), np.full_like(right, -7.0), right[:0]):
        with pytest.raises(InputError):
            kernels.Search(problem.program, problem.kernel_limits, kind, 1e-6, wrong)
