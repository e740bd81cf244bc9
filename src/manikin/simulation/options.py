"""The options of a simulation, checked: how it is integrated, and how much each parameter resists a force."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from manikin.errors import InputError, shorten
from manikin.handles.handle import finite
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = [
    "ADAPTIVE",
    "EULER",
    "IMPLICIT",
    "INTEGRATORS",
    "RK4",
    "StepperOptions",
    "longest_steps",
    "resistance",
    "stepper_options",
]

INTEGRATORS = ("euler", "rk4", "adaptive", "implicit")
EULER, RK4, ADAPTIVE, IMPLICIT = range(4)
FREE_ROOT_RESISTANCE = 0.01
"""w of a free root with ``gains="joints"``, where w of a joint is 1."""


@dataclass(frozen=True)
class StepperOptions:
    """The options of the integration; ``manikin.Simulation`` describes them.

    Attributes:
        integrator: Index in INTEGRATORS.
        feedback: k of the feedback [1/s].
        corrections: Maximum number of Newton corrections after a step.
        tolerance: Violation of a constraint up to which it holds [m, rad].
        accuracy: Error of a step of the adaptive integrator [rad, m].
        max_step: Largest change of a parameter in one step [rad, m]; infinite for none.
        truncation: Of singular values; 0 for a Cholesky factor.
        braking: Deceleration before limits [rad/s², m/s²]; 0 for none.
    """

    integrator: int
    feedback: float
    corrections: int
    tolerance: float
    accuracy: float
    max_step: float
    truncation: float
    braking: float


def _truncation(decomposition: str, truncation: float) -> float:
    """The truncation of singular values; 0 for a Cholesky factor."""
    if decomposition not in ("cholesky", "svd"):
        raise InputError(f"decomposition must be cholesky or svd, not {shorten(decomposition)}")
    if not (isinstance(truncation, (int, float)) and 0 < truncation < 1):
        raise InputError(f"truncation must lie between 0 and 1, not {shorten(truncation)}")
    return float(truncation) if decomposition == "svd" else 0.0


def stepper_options(
    integrator: str,
    feedback: float,
    corrections: int,
    tolerance: float,
    accuracy: float,
    max_step: float | None,
    decomposition: str,
    truncation: float,
    braking: float | None,
) -> StepperOptions:
    """The options of ``manikin.Simulation``, each checked."""
    if integrator not in INTEGRATORS:
        raise InputError(f"integrator must be one of {', '.join(INTEGRATORS)}, not {shorten(integrator)}")
    if not (isinstance(corrections, int) and 0 <= corrections <= 1000):
        raise InputError(f"corrections must be a whole number from 0 to 1000, not {shorten(corrections)}")
    for label, value, least in (
        ("feedback", feedback, 0.0),
        ("tolerance", tolerance, 1e-14),
        ("accuracy", accuracy, 1e-12),
    ):
        if not (isinstance(value, (int, float)) and least <= value < math.inf):
            raise InputError(f"{label} must be a finite number of at least {least:g}, not {shorten(value)}")
    if max_step is not None and not (isinstance(max_step, (int, float)) and 0 < max_step < math.inf):
        raise InputError(f"max_step must be above 0 and finite, or None, not {shorten(max_step)}")
    if braking is not None and not (isinstance(braking, (int, float)) and 0 < braking < math.inf):
        raise InputError(f"braking must be above 0 and finite, or None, not {shorten(braking)}")
    if braking is not None and integrator not in ("euler", "implicit"):
        raise InputError(f"braking goes with the integrators euler and implicit, not with {integrator}")
    cut = _truncation(decomposition, truncation)
    longest = math.inf if max_step is None else float(max_step)
    numbers = float(feedback), corrections, float(tolerance), float(accuracy), longest, cut, float(braking or 0)
    return StepperOptions(INTEGRATORS.index(integrator), *numbers)


def resistance(problem: Problem, gains: str, responsiveness: Iterable[float] | None) -> Array:
    """w_i α_i of every parameter (size,)."""
    if gains not in ("unit", "links", "joints"):
        raise InputError(f"gains must be unit, links or joints, not {shorten(gains)}")
    w = problem.state_vector.link_lengths if gains == "links" else np.ones(problem.size)
    if gains == "joints":
        w[_free_roots(problem)] = FREE_ROOT_RESISTANCE
    if responsiveness is None:
        return w
    alpha = finite(responsiveness, problem.size, "responsiveness")
    if not min(alpha, default=1.0) > 0:
        raise InputError("responsiveness must be numbers above 0")
    return np.asarray(w * np.array(alpha))


def longest_steps(slack: Array, h: float, braking: float) -> Array:
    """The longest steps after which a parameter can still stop at its limit, at the distance ``slack`` [rad, m].

    Each of n further steps is shorter by braking · h².
    """
    less = braking * h * h
    n = np.minimum(np.floor(0.5 * (np.sqrt(1 + 8 * (slack / less)) - 1)), 1e15)
    return np.where(n < 1e15, (slack + less * (0.5 * n * (n + 1))) / (n + 1), np.inf)


def _free_roots(problem: Problem) -> np.ndarray:
    """Whether a parameter belongs to a root with six degrees of freedom (size,)."""
    found = np.zeros(problem.size, bool)
    start = 0
    for figure in problem.figures:
        root = figure.skeleton.joints[0]
        if len(root.dofs) >= 6:
            found[start + figure.columns_moving([root.name])] = True
        start += figure.size
    return found
