"""FABRIK on chains of balls, of pairs of hinges, of hinges in a plane."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import Unsupported
from manikin.figure.figure import Figure
from manikin.goals import Plane, Position
from manikin.kernels import library
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain, hinge, joint
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers import CyclicCoordinateDescent, Fabrik
from manikin.solvers.result import Status
from tests.support.twins import assert_same_way

JOINTS = ("hinge", "free", "ball")


def ten(joints: str) -> Figure:
    """The paper's unconstrained chain of ten joints."""
    return Figure(chain([1.0] * 10, joints=joints))  # type: ignore[arg-type]


def reach(figure: Figure, target: object, **options: object) -> Problem:
    return Problem(figure, [Position(point=figure.point("tip"), target=target)], **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("joints", JOINTS)
def test_ten_joints_reach_in_few_iterations(joints: str) -> None:
    figure, rng = ten(joints), np.random.default_rng(0)
    iterations = []
    for _ in range(40):
        target = figure.pose(rng.uniform(-1, 1, figure.size)).position("tip")
        result = Fabrik(tolerance=1e-2).solve(reach(figure, tuple(target)), rng.uniform(-0.3, 0.3, figure.size))
        assert result.reached
        assert np.linalg.norm(result.pose.position("tip") - target) < 2e-2
        iterations.append(result.iterations)
    assert np.median(iterations) <= 15


def test_it_needs_fewer_iterations_than_coordinate_descent() -> None:
    """As in the paper, on targets within reach."""
    figure, rng = ten("ball"), np.random.default_rng(1)
    ours, theirs = 0, 0
    for _ in range(30):
        target = figure.pose(rng.uniform(-1, 1, figure.size)).position("tip")
        start, problem = rng.uniform(-0.3, 0.3, figure.size), reach(figure, tuple(target))
        ours += Fabrik(tolerance=1e-3, max_iterations=500).solve(problem, start).iterations
        theirs += CyclicCoordinateDescent(tolerance=1e-3, max_iterations=500).solve(problem, start).iterations
    assert ours < theirs


@pytest.mark.parametrize("joints", JOINTS)
def test_beyond_reach_the_chain_is_straight_at_once(joints: str) -> None:
    figure, rng = ten(joints), np.random.default_rng(2)
    target = np.array([3.0, 14.0, 0.0 if joints == "hinge" else -5.0])
    result = Fabrik().solve(reach(figure, tuple(target)), rng.uniform(-0.5, 0.5, figure.size))
    assert result.status is Status.MINIMUM
    assert result.iterations == 1
    np.testing.assert_allclose(result.pose.position("tip"), 10 * target / np.linalg.norm(target), atol=1e-12)


@pytest.mark.parametrize("joints", JOINTS)
def test_joints_are_turned_exactly_to_the_places_found(joints: str) -> None:
    """One iteration by hand, on points alone, gives the places of the joints."""
    figure, rng = ten(joints), np.random.default_rng(3)
    start = rng.uniform(-0.6, 0.6, figure.size)
    target = np.array([4.0, 3.0, 0.0 if joints == "hinge" else 2.0])
    names = [f"rod{i + 1}" for i in range(10)] + ["tip"]
    places = [figure.pose(start).position(name) for name in names]
    places[10] = target
    for i in range(9, -1, -1):
        away = places[i] - places[i + 1]
        places[i] = places[i + 1] + away / np.linalg.norm(away)
    places[0] = np.zeros(3)
    for i in range(10):
        away = places[i + 1] - places[i]
        places[i + 1] = places[i] + away / np.linalg.norm(away)
    result = Fabrik(tolerance=0.0).start(reach(figure, tuple(target)), start).advance()
    np.testing.assert_allclose([result.pose.position(name) for name in names], places, atol=1e-12)


@pytest.mark.parametrize("joints", JOINTS)
def test_compiled_and_python_agree(joints: str) -> None:
    if library() is None:
        pytest.skip("no compiled kernels here")
    figure, rng = ten(joints), np.random.default_rng(4)
    start = rng.uniform(-0.5, 0.5, figure.size)
    for target in ((4.0, 3.0, 1.0), (0.0, 0.2, 0.0), (9.9, 1.0, 0.0), (20.0, 0.0, 5.0)):
        fast = Fabrik().start(reach(figure, target), start)
        slow = Fabrik().start(reach(figure, target, evaluate_with="network"), start)
        assert_same_way(fast, slow, iterations=6, atol=1e-9)


def test_a_plane_chain_stops_at_the_nearest_point_of_its_plane() -> None:
    figure = ten("hinge")
    result = Fabrik(max_iterations=500).solve(reach(figure, (4.0, 3.0, 1.5)), np.full(10, 0.1))
    assert result.status is Status.STALLED
    np.testing.assert_allclose(result.pose.position("tip"), [4.0, 3.0, 0.0], atol=1e-9)


def test_a_straight_chain_that_points_at_its_target_says_so() -> None:
    figure = Figure(chain([1.0, 1.0]))
    result = Fabrik().solve(reach(figure, (1.5, 0.0, 0.0)))
    assert result.status is Status.STALLED


def test_frozen_joints_are_rigid() -> None:
    figure = ten("ball")
    start = np.full(figure.size, 0.2)
    problem = reach(figure, (2.0, 4.0, 3.0), frozen=["rod3", "rod7", "rod8"])
    result = Fabrik().solve(problem, start)
    assert result.reached
    still = problem.gain == 0
    assert still.sum() == 9
    np.testing.assert_array_equal(result.q[still], start[still])


def test_uneven_and_vanishing_bones_do_no_harm() -> None:
    figure = Figure(chain([1.0, 0.0, 0.5, 2.0, 0.0], joints="ball"))
    result = Fabrik().solve(reach(figure, (1.0, 1.0, 1.0)), np.full(15, 0.3))
    assert result.reached
    for target in ((0.0, 0.0, 0.0), (1e12, 0.0, 0.0), (1e-12, 0.0, 0.0)):
        assert np.isfinite(Fabrik().solve(reach(figure, target), np.full(15, 0.3)).q).all()


def test_what_it_cannot_treat_is_refused() -> None:
    figure, limited = ten("ball"), Figure(chain([1.0, 1.0], limits=(-1, 1)))
    human = bodies.load("human").ungrouped()
    skew = [joint("a", dofs=[hinge("z")]), joint("b", "a", offset=(1, 0, 0), dofs=[hinge("y")]), joint("tip", "b")]
    mixed = [joint("a", dofs="ball"), joint("b", "a", offset=(1, 0, 0), dofs="hinge")]
    mixed.append(joint("tip", "b", offset=(1, 0, 0)))
    lame = [joint("a", dofs=[hinge("x"), hinge("y")]), joint("tip", "a", offset=(0.5, 0.5, 0))]
    for problem, words in (
        (reach(limited, (1, 1, 0)), "joint limits"),
        (reach(figure, (1, 1, 0), stiffness={"rod2": 0.5}), "stiff"),
        (Problem(figure, [Plane(point=figure.point("tip"), origin=(0, 0, 0), normal=(0, 1, 0))]), "one position goal"),
        (reach(figure, figure.point("rod2")), "constant target"),
        (Problem(human, [Position(point=human.point("r_hand"), target=(0, 1, 0))], limits=False), "slides"),
        *((reach(Figure(Skeleton(name="s", joints=tuple(js))), (1, 1, 0)), w) for js, w in ((skew, "parallel"),
          (mixed, "two or three hinges"), (lame, "point their bone"))),
    ):  # fmt: skip
        with pytest.raises(Unsupported, match=words):
            Fabrik().solve(problem)
