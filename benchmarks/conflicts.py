"""CPU time to find the conflicting goals while a hand is dragged out of reach."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks.timing import Row, readable
from manikin import bodies
from manikin.diagnosis.conflict import find_conflict
from manikin.language.goals import goal_from_text, lock_from_text
from manikin.problem.problem import Problem
from manikin.solvers.solver import as_solver

__all__ = ["conflict_rows", "drag_problem"]

BOUND = 0.020  # seconds
WISHES = (
    "position r_hand by 0 0 0 name hand",
    "position l_hand by 0.05 0.15 0.2",
    "look_at eyes 0 1.2 3",
    "position pelvis by 0 -0.05 0",
    "orientation pelvis by 0 5 0",
    "half_space r_palm through 0 1 -0.3 normal z",
    "distance l_hand @r_hand 0.1 1.6",
    "align t6[y] 0 1 0.1",
    "half_space l_shin through 0 0 -0.2 normal z",
    "half_space 'head top' through 0 1.2 0 normal y",
)


def drag_problem() -> Problem:
    """The human with twelve constraints: two locked feet and ten soft goals, the first of which is dragged."""
    human = bodies.load("human")
    rest = human.pose()
    feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]
    return Problem(human, [goal_from_text(wish, rest) for wish in WISHES], hard=feet)


def conflict_rows(numbers: dict[str, Any], *, frames: int = 60, rounds: int = 5) -> list[Row]:
    """The hand moves out of reach in several directions; in each frame the conflict is searched."""
    problem = drag_problem()
    where = problem.constants_of(problem.goals[0])["target"]
    seconds, clashing, solves = [], 0, []
    for way in ((-0.2, 0.3, 1.3), (0.9, 0.4, 0.8), (-1.2, 0.9, 0.1)):
        session = as_solver("lm", restarts=0, max_iterations=20).start(problem)
        for share in np.linspace(0.0, 1.0, frames // 3):
            constants = problem.constants.copy()
            constants[where] += share * np.array(way)
            posed = problem.with_constants(constants)
            q = session.solve(constants=constants).q
            taken = []
            for _ in range(rounds):
                begin = time.process_time()
                found = find_conflict(posed, q, restarts=0, tolerance=1e-5)
                taken.append(time.process_time() - begin)
            seconds.append(min(taken))
            clashing += found is not None
            solves.append(0 if found is None else found.solves)
    median, worst = float(np.median(seconds)), float(np.max(seconds))
    numbers["conflicts"] = {"median": median, "worst": worst, "frames": len(seconds), "clashing": clashing}
    facts = f"bound {readable(BOUND)}; {clashing} of {len(seconds)} frames clash, {np.median(solves):.0f} solves each"
    return [
        Row("human, 12 constraints, a conflict told: median", readable(median), facts, BOUND / median, 1.0),
        Row("human, 12 constraints, a conflict told: worst frame", readable(worst), facts, BOUND / worst, 1.0),
    ]
