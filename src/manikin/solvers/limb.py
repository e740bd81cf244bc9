"""Two-bone limbs in closed form: an arm or a leg reaches its target in one step (K1)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import numpy as np

from manikin.errors import InputError, Unsupported, shorten
from manikin.goals import PoseGoal, Position
from manikin.handles.fixed import Fixed
from manikin.handles.handle import vec3
from manikin.math.closed_forms import arc_angles, orthogonal_part, shortest_turn, soft_distance, three_turns
from manikin.math.rotations import Array, Vec3, about_axis, cross
from manikin.problem.problem import Problem
from manikin.solvers.ccd.terms import Forest, Term, check_goals, terms_of
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import Solver

__all__ = ["TwoBoneLimb"]

SWIVEL_COUNT = 48
"""How many swivel angles around the circle are tried if no branch is within the limits."""
LEAST_SWIVEL, LEAST_STEP = 1e-6, 1e-9
"""How exactly the swivel at the edge of the limits is found, and the one with the least violation [rad]."""


@dataclass(frozen=True, kw_only=True)
class TwoBoneLimb(Solver, kind="limb"):
    """Solves a two-bone limb exactly in one step, by all branches; refuses everything that is not such a limb.

    The parameters that may move and that move the goal must be, from the root on: three hinges with one centre, then
    one hinge.  A position goal leaves joints beyond these as they are; a pose goal needs three more hinges with one
    centre at the end.  (``chain`` of a goal, or ``frozen`` of a problem, say which joints may move.)  Of the branches
    within the limits the one nearest to the present state counts.  If there is none and no pole is given, the nearest
    swivel angle that has one is found; otherwise the nearest branch is clamped to the limits, and the solve ends as
    "stalled".  It is written in Python and for single limbs, exact and without a choice of its own; what follows a
    target from frame to frame is a ``Follower``, a hundred times faster.

    Args:
        pole: World direction toward which the middle joint leans; None for the present one.
        swivel: Rotation of that direction about the line from root to target [rad].
        soft: Distance before full stretch [m] in which the middle joint slows down
            (``manikin.math.closed_forms.soft_distance``); targets there are missed by a little.
    """

    honours: ClassVar[frozenset[str]] = frozenset({"limits", "linear limits", "orientation", "couplings", "slides"})
    pole: Vec3 | None = None
    swivel: float = 0.0
    soft: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pole is not None:
            object.__setattr__(self, "pole", vec3(self.pole, "limb: pole"))
        for name, value, least in (("swivel", self.swivel, -math.inf), ("soft", self.soft, 0.0)):
            if not (isinstance(value, (int, float)) and math.isfinite(value) and value >= least):
                raise InputError(f"limb: {name} must be a finite number{', 0 or above' * (least == 0)}")

    def check(self, problem: Problem) -> None:
        super().check(problem)
        check_goals(problem, self.kind)
        _Limb(problem).update(problem.rest)

    def advance(self, search: Search) -> Status | None:
        limb = _Limb(search.problem)
        limb.update(search.q)
        beyond, q = limb.best(search.q, self, self.swivel)
        if beyond > 0 and self.pole is None:
            beyond, q = self._other_swivel(limb, search.q)
        search.move_to(limb.clamped(search.q, q))
        # out of reach, a pose goal keeps its orientation, and joints beyond the limb might come nearer
        lowest = beyond == 0 and self.soft == 0 and not (limb.spare or limb.posed)
        return Status.MINIMUM if lowest else Status.STALLED

    def _other_swivel(self, limb: _Limb, start: Array) -> tuple[float, Array]:
        """The violation of the limits, and the state, at the swivel nearest to the wanted one that is within them.

        The search goes outward and then back to the edge of what is within, so that the swivel moves along a limit
        without a jump.  If nothing can be within, it goes down from the wanted swivel to where the violation is least.
        """
        step = 2 * math.pi / SWIVEL_COUNT
        tried = [(limb.best(start, self, self.swivel)[0], 0.0)]
        for k in range(1, SWIVEL_COUNT // 2 + 1):
            ends = [(side * k * step, side * (k - 1) * step) for side in (1, -1)]
            found = [limb.best(start, self, self.swivel + angle)[0] for angle, _ in ends]
            within = [pair for pair, beyond in zip(ends, found, strict=True) if beyond == 0]
            if within:
                angle = min((self._edge(limb, start, *pair) for pair in within), key=abs)
                return limb.best(start, self, self.swivel + angle)
            tried += [(beyond, angle) for (angle, _), beyond in zip(ends, found, strict=True)]
        beyond, q = self._least(limb, start, min(tried, key=lambda one: one[0])[1], step)
        return (beyond, q) if beyond == 0 else self._least(limb, start, 0.0, step)

    def _least(self, limb: _Limb, start: Array, angle: float, step: float) -> tuple[float, Array]:
        """The least violation of the limits near an angle from the wanted swivel, and its state, by halving steps."""
        beyond, q = limb.best(start, self, self.swivel + angle)
        while beyond > 0 and step > LEAST_STEP:
            for other in (angle + step, angle - step):
                less, state = limb.best(start, self, self.swivel + other)
                if less < beyond:
                    beyond, q, angle = less, state, other
                    break
            else:
                step /= 2
        return beyond, q

    def _edge(self, limb: _Limb, start: Array, within: float, beyond: float) -> float:
        """The last angle within the limits, on the way from one that is to one that is not, by halving."""
        while abs(within - beyond) > LEAST_SWIVEL:
            middle = (within + beyond) / 2
            if limb.best(start, self, self.swivel + middle)[0] == 0:
                within = middle
            else:
                beyond = middle
        return within


class _Limb:
    """The limb that a problem's goal uses, at a state: axes and centres of its hinges in the world."""

    def __init__(self, problem: Problem) -> None:
        goals = problem.all_goals
        if len(goals) != 1 or type(goals[0]) not in (Position, PoseGoal) or not isinstance(goals[0].handles[1], Fixed):
            raise Unsupported("the solver limb takes one goal, a position or a pose, with a constant target")
        self.problem, self.forest = problem, Forest(problem)
        self.terms: list[Term] = terms_of(problem, 0.5)
        self.posed = isinstance(goals[0], PoseGoal)
        if len(self.terms) != (4 if self.posed else 1) or not all(term.even for term in self.terms):
            raise Unsupported("the solver limb needs a goal with the same weight, above 0, in all directions")
        self.columns, self.dofs, self.factors = self._hinges()

    def _hinges(self) -> tuple[list[int], list[int], Array]:
        forest, found = self.forest, []
        for column, readers in enumerate(forest.readers):
            dofs = [forest.dof(k) for k in readers if forest.moves(forest.dof(k), self.terms[0].a)]
            if dofs and self.problem.gain[column] > 0:
                if forest.factor(column) == 0.0 or forest.slides(dofs[0]):
                    name = self.problem.variables[column].name
                    raise Unsupported(f"the solver limb needs plain hinges, which {shorten(name)} is not: freeze it")
                found.append((dofs[0], column))
        found.sort()
        wanted = 7 if self.posed else 4
        if len(found) < wanted or (self.posed and len(found) > wanted):
            names = ", ".join(self.problem.variables[column].name for _, column in found) or "none"
            raise Unsupported(
                f"the solver limb needs {'exactly' if self.posed else 'at least'} {wanted} hinges for this goal: three "
                f"at the root, one in the middle{', three at the end' * self.posed}; it may use {names}: name a chain"
            )
        self.spare = len(found) > wanted
        columns = [column for _, column in found[:wanted]]
        return columns, [dof for dof, _ in found[:wanted]], np.array([forest.factor(c) for c in columns])

    def update(self, q: Array) -> None:
        """Place the limb at a state; refuse it if its hinges do not form one."""
        self.forest.update(q)
        self.axes, self.origins = self.forest.axes[self.dofs], self.forest.origins[self.dofs]
        size = 1e-9 * (1 + float(np.abs(self.origins).max()))
        for name, part in (("root", slice(0, 3)), ("end", slice(4, 7)))[: 2 if self.posed else 1]:
            if np.abs(self.origins[part] - self.origins[part][0]).max() > size:
                raise Unsupported(f"the solver limb needs three hinges with one centre at the {name} of the limb")
            a, b, c = self.axes[part]
            if min(np.linalg.norm(cross(a, b)), np.linalg.norm(cross(b, c))) < 1e-6:
                raise Unsupported(f"the solver limb needs three different axes at the {name} of the limb")

    def best(self, q: Array, how: TwoBoneLimb, swivel: float) -> tuple[float, Array]:
        """The violation of the limits by the best branch, and its state; of those within, the one nearest to q."""
        states = [self.state(q, turns) for turns in self.branches(how, swivel)]
        beyond = [self._beyond(state) for state in states]
        far = [float(np.abs(state - q).max()) for state in states]
        chosen = min(range(len(states)), key=lambda k: (beyond[k], far[k]))
        return beyond[chosen], states[chosen]

    def _beyond(self, q: Array) -> float:
        """How far the limb's own parameters are beyond their limits."""
        own = self.columns
        most = float(np.maximum(self.problem.lo[own] - q[own], q[own] - self.problem.hi[own]).max())
        for a, lo, hi in zip(*self.problem.linear_limits, strict=True):
            if a[own].any():
                most = max(most, lo - float(a @ q), float(a @ q) - hi)
        return max(most, 0.0)

    def branches(self, how: TwoBoneLimb, swivel: float) -> Iterator[list[float]]:
        """The rotations of all hinges from here that bring the limb to its target: 4 branches, 8 with an end."""
        forest, axes, root, hinge = self.forest, self.axes, self.origins[0], self.origins[3]
        point, target = forest.at(self.terms[0].a), forest.at(self.terms[0].b)
        turn = np.eye(3)
        if self.posed:
            now, wanted = (np.column_stack([forest.at(v) for v in side]) for side in zip(*self._axes, strict=True))
            turn = wanted @ now.T
            target, point = target - turn @ (point - self.origins[4]), self.origins[4]
        reach = target - root
        for middle in self._folds(point, float(np.linalg.norm(reach)), how.soft):
            tip = hinge + about_axis(axes[3], middle) @ (point - hinge) - root
            whole = self._swung(tip, reach, hinge - root, how.pole, swivel)
            for ends in product(three_turns(whole, *axes[:3]), self._ends(whole, middle, turn)):
                yield [*ends[0], middle, *ends[1]]

    @property
    def _axes(self) -> list[tuple[object, object]]:
        return [(term.a, term.b) for term in self.terms[1:]]

    def _folds(self, point: Array, distance: float, soft: float) -> list[float]:
        """The rotations of the middle hinge that put the point at a distance from the root: two branches."""
        axis, arm, back = self.axes[3], point - self.origins[3], self.origins[0] - self.origins[3]
        # |turn·arm − back|² = arm² + back² − 2 back·(along + across cos φ + (axis × arm) sin φ)
        along = (axis @ arm) * axis
        still = float(arm @ arm + back @ back - 2 * back @ along)
        b, c = float(-2 * back @ (arm - along)), float(-2 * back @ cross(axis, arm))
        full = math.sqrt(max(still + math.hypot(b, c), 0.0))
        return arc_angles(still - soft_distance(distance, full, soft) ** 2, b, c)

    def _swung(self, tip: Array, reach: Array, middle: Array, pole: Vec3 | None, swivel: float) -> Array:
        """The rotation of the root that points the tip at the target and leans the middle toward the pole."""
        n = reach / (float(np.linalg.norm(reach)) or 1.0)
        whole = shortest_turn(tip, reach)
        if not n.any():
            return whole
        lean, wanted = whole @ middle, np.array(middle if pole is None else pole)
        angle = swivel
        if np.linalg.norm(cross(n, lean)) > 1e-12 * np.linalg.norm(lean):
            a, b = orthogonal_part(lean, n), orthogonal_part(wanted, n)
            angle += math.atan2(float(n @ cross(a, b)), float(a @ b))
        return about_axis(n, angle) @ whole

    def _ends(self, whole: Array, middle: float, turn: Array) -> list[tuple[float, ...]]:
        if not self.posed:
            return [()]
        left = (whole @ about_axis(self.axes[3], middle)).T @ turn
        return list(three_turns(left, *self.axes[4:]))

    def state(self, q: Array, turns: list[float]) -> Array:
        """The state after some rotations; whole turns are added so that it is as near as the limits allow."""
        out = q.copy()
        for column, factor, turn in zip(self.columns, self.factors, turns, strict=True):
            lo, hi = self.problem.lo[column], self.problem.hi[column]
            ways = [q[column] + (math.remainder(turn, 2 * math.pi) + k * 2 * math.pi) / factor for k in (0, 1, -1)]
            beyond = [max(lo - way, way - hi, 0.0) for way in ways]
            out[column] = ways[int(np.argmin(beyond))]
            if min(beyond) <= 1e-12:  # rounding at the very limit
                out[column] = min(max(out[column], lo), hi)
        return out

    def clamped(self, q: Array, wanted: Array) -> Array:
        """The wanted state clamped to the limits; the step is cut where it would violate a linear limit."""
        to = np.clip(wanted, self.problem.lo, self.problem.hi)
        share = 1.0
        for a, lo, hi in zip(*self.problem.linear_limits, strict=True):
            step = float(a @ (to - q))
            if a[self.columns].any() and step != 0:
                share = min(share, max(0.0, ((hi if step > 0 else lo) - float(a @ q)) / step))
        return to if share == 1.0 else np.asarray(q + share * (to - q))
