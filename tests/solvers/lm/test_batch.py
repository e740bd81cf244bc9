"""lm on many problems at once: lanes and threads change no bit, and the compiled form follows the one in Python."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.bodies import load
from manikin.figure.figure import Figure
from manikin.goals import OrientationGoal, PoseGoal, Position
from manikin.kernels import library
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain
from manikin.solvers.result import Status
from manikin.solvers.solver import as_solver
from tests.support.twins import assert_same_way

pytestmark = pytest.mark.skipif(library() is None, reason="no compiled kernels here")


def posed(kind: str, figure: Figure, **options: object) -> Problem:
    """A goal on the figure's last part."""
    part = figure.skeleton.joints[-1].name if "tip" not in figure.skeleton else "tip"
    if kind == "position":
        goal = Position(point=figure.point(part), target=(0.0, 0.0, 0.0), weight=2.0)
    elif kind == "orientation":
        goal = OrientationGoal(orientation=figure.orientation(part), target=np.eye(3))
    else:
        goal = PoseGoal(frame=figure.frame(part), target=np.eye(3, 4))
    return Problem(figure, [goal], **options)  # type: ignore[arg-type]


def balanced(figure: Figure) -> Problem:
    """The centre of mass is no point of a part, though its goal is the same."""
    goal = Position(point=figure.centre_of_mass(), target=(0.0, 0.0, 0.0))
    return Problem(figure, [goal], limits=False)


def targets(problem: Problem, rng: np.random.Generator, count: int) -> np.ndarray:
    """Constants of goals that some pose meets; every fifth is moved out of reach."""
    figure, goal = problem.figures[0], problem.goals[0]
    found = []
    for k in range(count):
        frame = figure.pose(figure.random_state(rng)).transform(figure.skeleton.joints[-1].name)
        frame = frame + (k % 5 == 4) * np.array([0, 0, 0, 40.0]) * (not isinstance(goal, OrientationGoal))
        if isinstance(goal, Position):
            found.append(frame[:, 3])
        else:
            found.append((frame[:, :3] if isinstance(goal, OrientationGoal) else frame).reshape(-1))
    return np.array(found)


def arm(joints: str, *, parts: int = 4) -> Figure:
    return Figure(chain(np.linspace(0.4, 0.2, parts).tolist(), joints=joints, limits=(-1.3, 1.6)))  # type: ignore[arg-type]


CASES = {
    "a point on balls": lambda: posed("position", arm("ball")),
    "an orientation on balls": lambda: posed("orientation", arm("ball")),
    "a frame on balls": lambda: posed("pose", arm("ball")),
    "some of it frozen, some stiff": lambda: posed(
        "pose", arm("ball"), frozen=["rod2"], stiffness={arm("ball").parameter_names[0]: 0.7}
    ),
    "no limits": lambda: posed("pose", arm("ball"), limits=False),
    "a centre of mass": lambda: balanced(load("human").ungrouped()),
    "joint groups": lambda: posed("pose", load("human"), limits=False),
    "a point, joint groups": lambda: posed("position", load("human"), limits=False),
    "joint groups and linear limits": lambda: posed("pose", load("human")),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("options", [{}, {"restarts": 0}, {"restarts": 3, "max_iterations": 6}, {"max_iterations": 0}])
def test_a_problem_has_the_same_bits_alone_and_in_any_lane(case: str, options: dict[str, int]) -> None:
    rng = np.random.default_rng(3)
    problem = CASES[case]()
    assert not len(problem.linear_limits[0]) or "linear" in case  # which lanes leave to the general method
    solver = as_solver("lm", **options)
    starts = np.array([problem.figures[0].random_state(rng) for _ in range(21)])
    constants = targets(problem, rng, len(starts))
    session = solver.start(problem)
    alone = [session.solve(q, c) for q, c in zip(starts, constants, strict=True)]
    for threads in (1, 3):
        batch = solver.solve_batch(problem, starts, constants=constants, threads=threads)
        assert batch.q.tobytes() == np.array([result.q for result in alone]).tobytes()
        assert list(batch.status) == [result.status for result in alone]
        assert batch.iterations.tolist() == [result.iterations for result in alone]
        assert batch.evaluations.tolist() == [result.evaluations for result in alone]
        np.testing.assert_allclose(batch.cost, [result.cost for result in alone], rtol=1e-9, atol=1e-24)
    if not options:
        assert {Status.REACHED, Status.MINIMUM} & set(batch.status)


@pytest.mark.parametrize("kind", ["position", "orientation", "pose"])
def test_compiled_and_python_take_the_same_way_against_limits(kind: str) -> None:
    rng = np.random.default_rng(4)
    problem = posed(kind, arm("ball", parts=3))
    constants = targets(problem, rng, 10)
    steps = 0
    for target in constants:
        start = problem.figures[0].random_state(rng)
        compiled = as_solver("lm").start(problem.with_constants(target), start)
        python = as_solver("lm").start(
            Problem(problem.figures, problem.with_constants(target).goals, evaluate_with="network"), start
        )
        steps += assert_same_way(compiled, python, iterations=6, atol=1e-6)
    assert steps > 30
