"""Figures kept from going through themselves, frame by frame, with feet and pelvis where they are."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from manikin.body.capsules import body_capsules
from manikin.body.clearance import avoid_self
from manikin.characters.roles import Roles
from manikin.figure.figure import Figure
from manikin.goals import MatchValues, OrientationGoal, Position
from manikin.goals.goal import Goal
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.moving_targets import find_target

__all__ = ["kept_apart"]

MARGIN = 1e-3
"""Distance that parts keep from each other [m], a little more than none."""
EASE = 0.18
"""Over which time a way around comes and goes [s]."""
ROUNDS, MORE = 3, 1.5
"""How often that is done, and by how much more, for what comes and goes is less than what is needed at its peak."""
SOLVER = LevenbergMarquardt(restarts=0, stay_near=False, max_iterations=40)


def kept_apart(figure: Figure, states: Array, roles: Roles, planted: np.ndarray, rate: float) -> Array:
    """The states (frames, size) in which no limb goes through another or through the trunk.

    The way to the nearest states that are clear comes and goes in time, so that nothing leaps; what is left of it then
    is done in the same way again, and the last little bit frame by frame.  The pelvis stays where it is, and feet that
    are planted (frames, 2), left and right.
    """
    if not body_capsules(figure):
        return states
    clear = avoid_self(figure, margin=MARGIN)
    alone = Problem(figure, clear)
    half = max(1, round(EASE * rate / 2))
    kernel = np.hanning(2 * half + 3)[1:-1]
    wanted = states
    for _ in range(ROUNDS):
        wrong = np.array([alone.raw_residual(q).min(initial=0.0) < 0.0 for q in wanted])
        if not wrong.any():
            break
        nearest = _solved(figure, wanted, states, roles, planted, clear, wrong)
        off = np.where(wrong[:, None], nearest - wanted, 0.0)
        off = np.pad(off, ((half, half), (0, 0)), mode="edge")
        eased = np.stack([np.convolve(column, kernel / kernel.sum(), "valid") for column in off.T], axis=1)
        wanted = np.clip(wanted + MORE * eased, figure.lo, figure.hi)
    changed = (wanted != states).any(axis=1)
    return _solved(figure, wanted, states, roles, planted, clear, changed)


def _solved(
    figure: Figure,
    wanted: Array,
    states: Array,
    roles: Roles,
    planted: np.ndarray,
    clear: Sequence[Goal],
    rows: np.ndarray,
) -> Array:
    """The states nearest to what is wanted in some rows that are clear, with planted feet where they are."""
    made = np.array(states)
    path = figure.skeleton.path(roles["pelvis"])
    root = {dof.name for name in path for dof in figure.skeleton[name].dofs}
    frozen = [name for name in figure.parameter_names if name in root]
    world = np.asarray(figure.forward(np.ascontiguousarray(states)))
    for left, right in itertools.product((False, True), repeat=2):
        some = np.flatnonzero(rows & (planted[:, 0] == left) & (planted[:, 1] == right))
        if not len(some):
            continue
        feet = [roles[f"{side}_foot"] for side, stands in (("l", left), ("r", right)) if stands]
        soft = [MatchValues(values=figure.parameter_values(), target=figure.rest, name="posture")]
        hard: list[Goal] = []
        for foot in feet:
            hard.append(Position(point=figure.point(foot), target=(0.0, 0.0, 0.0), name=f"{foot} place"))
            hard.append(OrientationGoal(orientation=figure.orientation(foot), target=np.eye(3), name=f"{foot} turn"))
        problem = Problem(figure, soft, hard=[*hard, *clear], frozen=frozen)
        constants = np.tile(problem.constants, (len(some), 1))
        constants[:, find_target(problem, "posture").place] = wanted[some]
        for foot in feet:
            frames = world[some, figure.skeleton.index(foot)]
            constants[:, find_target(problem, f"{foot} place").place] = frames[..., 3]
            constants[:, find_target(problem, f"{foot} turn").place] = frames[..., :3].reshape(-1, 9)
        made[some] = SOLVER.solve_batch(problem, np.ascontiguousarray(wanted[some]), constants=constants).q
    return made
