"""A problem that is moved, mirrored or made larger as a whole is solved by the same joint angles.

The trajectories are compared, not the ends alone: the same iterations in another frame.  A mirror, and a scale that is
a power of two, change signs and exponents but no digit of any number.  A turned or otherwise scaled problem is rounded
differently: by 1e-16, and after a few iterations by what they made of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from manikin.math.rotations import Array, from_rotation_vector
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers.result import Status
from manikin.solvers.solver import Solver, solver_kinds
from tests.support.arms import FORMS, By, arm, asked, parts, start_and_target

EXACT, ROUNDED = 1e-12, 1e-10

IN_METRES = {"dls": ("damping",), "halving": ("epsilon",)}
"""Options that are lengths, as damping is (in the units of J): they grow with the problem, or the method is another."""

AT_FULL_STRETCH = 1e-6
"""The angle of a straight elbow: where its cosine is off by rounding, it is off by the root of that."""

FLOOR = 1e-6
"""lm adds 1e-14 (|J|² + 1) to what it inverts; the 1 [m²] does not scale."""


@dataclass(frozen=True)
class Similarity:
    """x → scale · turn · M x + shift, M a mirror in x = 0 or nothing."""

    turn: Array
    shift: Array
    scale: float = 1.0
    mirrored: bool = False

    @property
    def mirror(self) -> Array:
        return np.diag([-1.0 if self.mirrored else 1.0, 1.0, 1.0])

    def of_frame(self, frame: Array, *, inner: bool = False) -> Array:
        """A frame (3, 4) of the world, or one ``inner`` to the figure; a mirrored one is made right-handed."""
        turn, place = self.mirror @ frame[:, :3] @ self.mirror, self.scale * self.mirror @ frame[:, 3]
        if inner:
            return np.column_stack([turn, place])
        return np.column_stack([self.turn @ turn, self.turn @ place + self.shift])

    def of_skeleton(self, skeleton: Skeleton) -> Skeleton:
        """The figure seen through the similarity: the same parameters move it."""
        joints = []
        for one in skeleton.joints:
            before = self.of_frame(np.reshape(one.before, (3, 4)), inner=one.parent is not None)
            # a turn by t about a is seen in the mirror as one by −t about M a
            spin = np.linalg.det(self.mirror) * self.mirror
            dofs = tuple(replace(dof, axis=tuple((spin @ dof.axis).tolist())) for dof in one.dofs)
            joints.append(replace(one, before=tuple(before.reshape(-1).tolist()), dofs=dofs))
        return replace(skeleton, joints=tuple(joints))

    def of_solver(self, solver: Solver) -> Solver:
        lengths = {name: self.scale * getattr(solver, name) for name in ("tolerance", *IN_METRES.get(solver.kind, ()))}
        return replace(solver, **lengths)


STILL = np.eye(3), np.zeros(3)
SIMILARITIES = {
    "moved": (Similarity(from_rotation_vector(np.array([0.4, -1.1, 2.0])), np.array([2.0, -3.0, 0.5])), ROUNDED),
    "mirrored": (Similarity(*STILL, mirrored=True), EXACT),
    "in millimetres": (Similarity(*STILL, scale=1000.0), ROUNDED),
    "a hundred times smaller": (Similarity(*STILL, scale=2.0**-7), EXACT),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", SIMILARITIES)
@pytest.mark.parametrize(("kind", "by"), FORMS)
def test_moving_mirroring_and_scaling_a_problem_leave_the_angles_alone(kind: str, by: By, how: str) -> None:
    similarity, tolerance = SIMILARITIES[how]
    if kind == "limb":
        tolerance = AT_FULL_STRETCH
    if kind == "lm" and similarity.scale != 1:
        tolerance = FLOOR
    rng = np.random.default_rng(1)
    mine = solver_kinds[kind](tolerance=1e-9)
    theirs = similarity.of_solver(mine)
    for part in parts(kind):
        for case in ("within reach", "limits in the way", "out of reach"):
            skeleton = arm(kind, lo=-0.9, hi=0.7) if case == "limits in the way" else arm(kind)
            start, target = start_and_target(kind, skeleton, part, rng)
            if case == "out of reach":
                target = target * np.array([1.0, 1.0, 1.0, 3.0])
            here = asked(kind, skeleton, part, target, evaluate_with=by)
            there = asked(
                kind,
                similarity.of_skeleton(skeleton),
                part,
                similarity.of_frame(target),
                evaluate_with=by,
                degrees_per_metre=64.0 / similarity.scale,  # turns weigh as they did beside lengths
            )
            a, b = mine.start(here, start), theirs.start(there, start)
            for _ in range(5):
                one, other = a.advance(), b.advance()
                np.testing.assert_allclose(other.q, one.q, rtol=0, atol=tolerance)
                if {one.status, other.status} != {Status.MAX_ITERATIONS}:
                    break  # once it is there, rounding decides which way the residual points
