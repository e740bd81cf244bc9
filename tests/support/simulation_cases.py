"""Figures and measures for the tests of simulations."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Figure, Simulation, Skeleton, bodies, chain, joint, lock_from_text, slide

BY = pytest.mark.parametrize("by", ["network", "auto"])
INTEGRATORS = ("implicit", "euler", "rk4", "adaptive")
HUMAN = bodies.load("human").ungrouped()
REST = HUMAN.pose()
FEET = [lock_from_text("l_foot", REST), lock_from_text("r_foot", REST)]
HEIGHT = 1.75


def bead() -> Figure:
    """A point that slides along x, y and z."""
    return Figure(Skeleton(name="bead", joints=(joint("bead", dofs=[slide("x"), slide("y"), slide("z")]),)))


def arm(links: int = 3) -> Figure:
    """A chain of ball joints from a fixed base, without limits."""
    return Figure(chain([0.3] * links, joints="free", name="arm"))


def bent(figure: Figure, seed: int = 0) -> np.ndarray:
    return figure.rest + np.random.default_rng(seed).normal(0, 0.4, figure.size)


def worst(simulation: Simulation) -> float:
    return max(max(error.values()) for error in simulation.violations.values())
