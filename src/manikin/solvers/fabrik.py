"""FABRIK: forward and backward reaching inverse kinematics (Aristidou & Lasenby 2011).

Mirrors kernels/src/solvers/fabrik.hpp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from manikin.errors import Unsupported, shorten
from manikin.goals import Position
from manikin.handles.fixed import Fixed
from manikin.math.closed_forms import arc_angles, shortest_turn, three_turns, turn_about
from manikin.math.rotations import Array, about_axis
from manikin.problem.problem import Problem
from manikin.solvers.ccd.terms import Forest, check_goals, terms_of
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import Solver

__all__ = ["Fabrik"]


@dataclass(frozen=True, kw_only=True)
class Fabrik(Solver, kind="fabrik"):
    """Moves the joints of a chain along straight lines, from the tip to the root and back; both are one iteration.

    For one point of a figure and a constant target.  The joints that may move must all be balls (three hinges with one
    centre) or pairs of hinges that can point their bone anywhere, or else all be single hinges with parallel axes: then
    the target is projected on their plane.  Other chains are refused.

    The search is about positions.  Then each joint, from the root on, gets the smallest rotation that points its bone
    at the position found.  Limits and stiffness cannot be respected, so problems with them are refused.  For a target
    beyond reach the chain is straight.  A straight chain that points at its target stays straight, as in the paper, and
    the solve ends as "stalled".
    """

    honours: ClassVar[frozenset[str]] = frozenset({"slides"})  # elsewhere in the figure; in the chain they are refused
    compiled: ClassVar[bool] = True

    def check(self, problem: Problem) -> None:
        super().check(problem)
        check_goals(problem, self.kind)
        Chain(problem).update(problem.rest)

    def advance(self, search: Search) -> Status | None:
        chain = search.memory
        if not (isinstance(chain, Chain) and chain.problem is search.problem):
            chain = search.memory = Chain(search.problem)
        chain.update(search.q)
        positions, beyond = chain.reached()
        q = chain.pointed(search.q, positions)
        change = float(np.abs(q - search.q).max(initial=0.0))
        search.move_to(q)
        if beyond:
            return Status.MINIMUM
        return None if change > 1e-12 else Status.STALLED


class Chain:
    """The joints that a goal may use, at a state."""

    def __init__(self, problem: Problem) -> None:
        goals = problem.all_goals
        if len(goals) != 1 or type(goals[0]) is not Position or not isinstance(goals[0].target, Fixed):
            raise Unsupported("the solver fabrik takes one position goal with a constant target")
        self.problem, self.forest = problem, Forest(problem)
        terms = terms_of(problem, 0.5)
        if len(terms) != 1 or not terms[0].even:
            raise Unsupported("the solver fabrik needs a position goal whose three axes have the same weight")
        self.term = terms[0]
        by_joint: dict[int, list[int]] = {}
        for dof in range(len(self.forest.joint_of)):
            if self.forest.moves(dof, self.term.a) and problem.gain[dof] > 0:
                if self.forest.slides(dof):
                    raise Unsupported(f"the solver fabrik cannot use slides: freeze {problem.variables[dof].name}")
                by_joint.setdefault(int(self.forest.joint_of[dof]), []).append(dof)
        self.joints = list(by_joint.values())
        self.planar = bool(self.joints) and all(len(dofs) == 1 for dofs in self.joints)
        for dofs in () if self.planar else self.joints:
            if len(dofs) not in (2, 3):
                raise Unsupported(
                    "the solver fabrik needs joints of two or three hinges, or single hinges throughout; "
                    f"{shorten(problem.variables[dofs[0]].name)} is one of {len(dofs)}"
                )

    def update(self, q: Array) -> None:
        """Place the chain at a state; refuse joints that cannot point their bones."""
        self.forest.update(q)
        self.axes = [self.forest.axes[dofs] for dofs in self.joints]
        self.target = self.forest.at(self.term.b)
        centres = [self.forest.origins[dofs[0]] for dofs in self.joints]
        self.positions = np.array([*centres, self.forest.at(self.term.a)])
        self.bones = np.diff(self.positions, axis=0)
        self.lengths = np.linalg.norm(self.bones, axis=1)
        if self.planar:
            normal = self.axes[0][0]
            for (axis,), bone, length in zip(self.axes, self.bones, self.lengths, strict=True):
                if np.linalg.norm(np.cross(axis, normal)) > 1e-9 or abs(axis @ bone) > 1e-9 * length:
                    raise Unsupported("the solver fabrik needs parallel single hinges, orthogonal to their bones")
            self.target = self.target - (normal @ (self.target - self.positions[0])) * normal
        for axes, bone, length in zip(self.axes, self.bones, self.lengths, strict=True):
            orthogonal = len(axes) != 2 or max(abs(axes[0] @ axes[1]), abs(axes[1] @ bone) / (length or 1.0)) < 1e-9
            apart = len(axes) < 3 or min(np.linalg.norm(np.cross(axes[k], axes[1])) for k in (0, 2)) > 1e-6
            if not (orthogonal and apart):
                raise Unsupported("the solver fabrik needs joints that can point their bone anywhere")

    def reached(self) -> tuple[Array, bool]:
        """The positions of the joints after one pass out and back, and whether the target is beyond reach."""
        positions = self.positions.copy()
        n = len(self.joints)
        away = self.target - positions[0]
        distance = float(np.linalg.norm(away))
        if distance > self.lengths.sum():
            straight = np.concatenate([[0.0], np.cumsum(self.lengths)])
            return positions[0] + straight[:, None] * (away / distance), True
        root = positions[0].copy()
        positions[n] = self.target
        for i in range(n - 1, -1, -1):
            positions[i] = _toward(positions[i + 1], positions[i], self.lengths[i])
        positions[0] = root
        for i in range(n):
            positions[i + 1] = _toward(positions[i], positions[i + 1], self.lengths[i])
        return positions, False

    def pointed(self, q: Array, positions: Array) -> Array:
        """The state in which each joint, from the root on, points its bone along the positions."""
        out, turned = q.copy(), np.eye(3)
        bones = np.diff(positions, axis=0)
        for dofs, axes, bone, wanted in zip(self.joints, self.axes, self.bones, bones, strict=True):
            ways = _turns(axes, bone, turned.T @ wanted)
            ways = [tuple(math.remainder(angle, 2 * math.pi) for angle in way) for way in ways]
            best = min(ways, key=lambda way: max(map(abs, way)))
            out[dofs] += best
            for axis, angle in zip(axes, best, strict=True):
                turned = turned @ about_axis(axis, angle)
        return out


def _toward(to: Array, position: Array, length: float) -> Array:
    """The point at a distance from ``to`` in the direction of a position; along x if they coincide."""
    away = position - to
    distance = float(np.linalg.norm(away))
    return to + (length / distance) * away if distance > 0 else to + np.array([length, 0.0, 0.0])


def _turns(axes: Array, bone: Array, wanted: Array) -> list[tuple[float, ...]]:
    """The angles about one, two or three axes that point a bone in a direction; all solutions [rad]."""
    if not (bone.any() and wanted.any()):
        return [(0.0,) * len(axes)]
    if len(axes) == 1:
        return [(turn_about(axes[0], bone, wanted),)]
    if len(axes) == 3:
        return list(three_turns(shortest_turn(bone, wanted), *axes))
    first, second = axes
    b, w = bone / np.linalg.norm(bone), wanted / np.linalg.norm(wanted)
    across = b - (second @ b) * second
    still = float((first @ second) * (second @ b) - first @ w)
    found: list[tuple[float, ...]] = []
    for angle in arc_angles(still, float(first @ across), float(first @ np.cross(second, b))):
        found.append((turn_about(first, about_axis(second, angle) @ b, w), angle))
    return found
