"""Secondary criteria H(q) for the control term (W eq. 3.8): their gradients (size,).

Mirrors kernels/src/solvers/jacobian/control.hpp.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from manikin.figure.pose import Pose
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array
from manikin.problem.network import figure_of
from manikin.problem.problem import Problem

__all__ = ["Sphere", "bones_of", "dexterity", "gradient_by_differences", "obstacle_gradient", "range_factors"]

Sphere = tuple[float, float, float, float]
"""Centre and radius [m]."""


def range_factors(problem: Problem) -> tuple[Array, Array]:
    """Middle and 1/range² of every parameter, 0 where it has no range: H = Σ ((q − middle)/range)² (Liégeois 1977)."""
    lo = np.concatenate([np.zeros(0), *(figure.lo for figure in problem.figures)])
    hi = np.concatenate([np.zeros(0), *(figure.hi for figure in problem.figures)])
    limited = np.isfinite(lo) & np.isfinite(hi) & (hi > lo)
    lo, hi = np.where(limited, lo, 0.0), np.where(limited, hi, 1.0)
    return (lo + hi) / 2, np.where(limited, 1 / (hi - lo) ** 2, 0.0)


def dexterity(jacobian: Array) -> float:
    """Manipulability √det(J Jᵀ) over the rows that are not zero (Yoshikawa 1985); 0 in singular states.

    A determinant below 1e-12 of that of orthogonal rows is rounding.
    """
    moving = jacobian[jacobian.any(axis=1)]
    if not len(moving):
        return 0.0
    normal = moving @ moving.T
    determinant = float(np.linalg.det(normal))
    return math.sqrt(determinant) if determinant > 1e-12 * float(np.diag(normal).prod()) else 0.0


def gradient_by_differences(criterion: Callable[[Array], float], q: Array, free: np.ndarray, delta: float) -> Array:
    """dH/dq (size,) by central differences; 0 for parameters that are not free."""
    gradient = np.zeros(len(q))
    for i in np.flatnonzero(free):
        step = np.zeros(len(q))
        step[i] = delta
        gradient[i] = (float(criterion(q + step)) - float(criterion(q - step))) / (2 * delta)
    return gradient


def bones_of(problem: Problem) -> list[tuple[int, int, int]]:
    """(figure, joint, parent), as indices, of the bones between the roots and the goals' handles."""
    numbers = {figure.name: i for i, figure in enumerate(problem.figures)}
    found: set[tuple[int, int, int]] = set()
    for goal in problem.all_goals:
        for handle in goal.handles:
            if isinstance(handle, Fixed):
                continue
            figure = figure_of(handle, problem.figures)
            parents = figure.skeleton.parents
            for part in handle.parts():
                joint = figure.skeleton.index(part)
                while parents[joint] >= 0:
                    found.add((numbers[figure.name], joint, int(parents[joint])))
                    joint = int(parents[joint])
    return sorted(found)


def obstacle_gradient(problem: Problem, q: Array, spheres: Sequence[Sphere], margin: float) -> Array:
    """dH/dq of H = Σ ½ max(0, margin − d)², d the distance from each bone to each sphere's surface [m].

    The derivative of the nearest point of a bone is interpolated between those of the bone's ends.
    """
    poses = [Pose(figure, part) for figure, part in zip(problem.figures, problem.split(q), strict=True)]
    starts = np.cumsum([0, *(figure.size for figure in problem.figures)])
    gradient = np.zeros(problem.size)
    for number, joint, parent in bones_of(problem):
        pose = poses[number]
        a, b = pose.world[parent][:, 3], pose.world[joint][:, 3]
        for x, y, z, radius in spheres:
            centre = np.array([x, y, z])
            along = b - a
            square = float(along @ along)
            s = float(np.clip((centre - a) @ along / square, 0.0, 1.0)) if square > 0 else 0.0
            away = a + s * along - centre
            length = float(np.linalg.norm(away))
            depth = margin - (length - radius)
            if depth <= 0 or length == 0:
                continue
            force = -depth * away / length  # dH/d point
            for end, place, share in ((parent, a, 1 - s), (joint, b, s)):
                moves = pose.derivatives.of_point(pose.figure.skeleton.joints[end].name, place)
                gradient[starts[number] + moves.columns] += share * (force @ moves.block)
    return gradient
