"""Whole turns of hinges, which change no pose."""

from __future__ import annotations

import numpy as np

from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["turning", "unwound"]


def turning(problem: Problem) -> np.ndarray:
    """Which parameters (size,) change no pose by whole turns: hinges that drive their own joint alone."""
    found = [
        figure.coupling.identity and not figure.linear_limits for figure in problem.figures for _ in range(figure.size)
    ]
    hinges = [variable.kind == "hinge" for variable in problem.variables]
    return np.asarray(np.array(found, bool) & np.array(hinges, bool))


def unwound(problem: Problem, turns: np.ndarray, base: Array, q: Array) -> Array:
    """The same pose with those hinges as near to a base as whole turns within the limits bring them."""
    left = np.where(turns, np.round((base - q) / (2 * np.pi)), 0.0)
    for step in (0.0, 1.0):  # all the way, or one turn less
        near = q + 2 * np.pi * np.sign(left) * np.maximum(np.abs(left) - step, 0.0)
        inside = (near >= problem.lo) & (near <= problem.hi)
        q, left = np.where(inside, near, q), np.where(inside, 0.0, left)
    return q
