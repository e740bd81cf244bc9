"""Problems for the tests of the methods that step along the Jacobian."""

from __future__ import annotations

from typing import Any

import numpy as np

from manikin import bodies
from manikin.goals import PoseGoal, Position
from manikin.kernels import library
from manikin.problem.problem import Problem
from manikin.solvers.session import Session
from manikin.solvers.solver import as_solver

FORMS = ["network"] if library() is None else ["auto", "network"]
"""How a problem is evaluated: compiled where it can be, and in Python."""


def limb(by: str, rng: np.random.Generator, *, pose: bool = True) -> tuple[Problem, np.ndarray]:
    """The limb of 7 hinges at a random state, its hand wanted elsewhere."""
    figure = bodies.load("limb7")
    target = figure.pose(rng.normal(0, 0.8, 7)).transform("hand tip")
    goal = (
        PoseGoal(frame=figure.frame("hand tip"), target=target)
        if pose
        else Position(point=figure.point("hand tip"), target=tuple(target[:, 3]))
    )
    return Problem(figure, [goal], evaluate_with=by), rng.normal(0, 0.8, 7)  # type: ignore[arg-type]


def planar(target: tuple[float, float], evaluate_with: str = "auto", **more: Any) -> Problem:
    """P's arm of 15, 10 and 5."""
    arm = bodies.load("planar3")
    return Problem(arm, [Position(point=arm.point("tip"), target=(*target, 0.0))], evaluate_with=evaluate_with, **more)  # type: ignore[arg-type]


def step(problem: Problem, q: np.ndarray, solver: str, **options: Any) -> np.ndarray:
    """The change of the state in one iteration."""
    return as_solver(solver, **options).start(problem, q).advance().q - q


def follow(goal: tuple[float, float], solver: str, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """Angles and tips over 21 frames of a goal that moves in a straight line; one step a frame."""
    arm = bodies.load("planar3")
    begin = arm.pose().position("tip")
    session: Session = as_solver(solver, **options).start(planar((float(begin[0]), float(begin[1]))), arm.rest)
    angles = [arm.rest]
    for part in np.linspace(0, 1, 21)[1:]:
        session.set_targets(begin + part * (np.array([*goal, 0.0]) - begin))
        angles.append(session.advance().q)
    return np.array(angles), arm.forward(np.array(angles))[:, -1, :2, 3]
