"""Two-bone limbs in closed form: an arm or a leg reaches its target in one step (K1)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar
from weakref import WeakKeyDictionary

import numpy as np

from manikin.errors import InputError
from manikin.handles.handle import vec3
from manikin.math.rotations import Array, Vec3
from manikin.problem.problem import Problem
from manikin.problem.structure import ProblemStructure
from manikin.solvers.ccd.terms import check_goals
from manikin.solvers.limb_branches import LimbBranches
from manikin.solvers.result import Status
from manikin.solvers.search import Search
from manikin.solvers.solver import Solver

__all__ = ["TwoBoneLimb"]

SWIVEL_COUNT, ACROSS, FINER = 48, 33, 3
"""How many swivel angles around the circle are tried if no branch is within the limits; how many across each finer
search; and how many searches there are."""
LEAST_SWIVEL = 1e-6
"""How exactly the swivel at the edge of the limits is found [rad]."""


@dataclass(frozen=True, kw_only=True)
class TwoBoneLimb(Solver, kind="limb"):
    """Solves a two-bone limb exactly in one step, by all branches; refuses everything that is not such a limb.

    The parameters that may move and that move the goal must be, from the root on: three hinges with one centre, then
    one hinge.  A position goal leaves joints beyond these as they are; a pose goal needs three more hinges with one
    centre at the end.  (``chain`` of a goal, or ``frozen`` of a problem, say which joints may move.)  The limb swings
    from the present state by the least rotation, also where it is straight; of the branches within the limits the one
    nearest to the present state counts.  If there is none and no pole is given, ``lm`` goes on from the present state;
    where it does not reach the target, the nearest other swivel within the limits counts.  With a pole, the nearest
    branch is clamped to the limits.  Either way the solve ends as "stalled".

    Args:
        pole: World direction toward which the middle joint leans; None for the least rotation.
        swivel: Rotation from there about the line from root to target [rad].
        soft: Distance before full stretch [m] in which the middle joint slows down
            (``manikin.math.closed_forms.soft_distance``); targets at the end of the reach are missed by 0.37 of it.
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
        if problem.structure not in _LIMBS:
            check_goals(problem, self.kind)
            self._placed(problem, problem.rest)

    def advance(self, search: Search) -> Status | None:
        problem, q = search.problem, search.q
        limb = self._placed(problem, q)
        beyond, state = self._at(limb, 0.0)
        if beyond == 0:
            search.move_to(state)
            # out of reach, a pose goal keeps its orientation, and joints beyond the limb might come nearer
            return Status.STALLED if self.soft or limb.spare or limb.posed else Status.MINIMUM
        if self.pole is not None:
            search.move_to(_clamped(limb, problem, q, state))
            return Status.STALLED
        near = limb.by_numbers(problem, q, self.tolerance)
        other = None if near.reached else self._other_swivel(limb)
        search.move_to(near.q if other is None else other)
        return Status.STALLED

    def _placed(self, problem: Problem, q: Array) -> LimbBranches:
        """The limb of a problem at a state; what does not depend on targets is kept with the problem's structure."""
        limb = _LIMBS.get(problem.structure)
        if limb is None:
            limb = _LIMBS[problem.structure] = LimbBranches(problem)
        return limb.at(problem, q)

    def _at(self, limb: LimbBranches, swivel: float) -> tuple[float, Array]:
        """The violation of the limits, and the state, at a swivel from the wanted one."""
        beyond, states = limb.best(np.array([self.swivel + swivel]), self.pole, self.soft)
        return float(beyond[0]), states[0]

    def _other_swivel(self, limb: LimbBranches) -> Array | None:
        """The state at the swivel nearest to the wanted one that is within the limits; None if there is none.

        All round in steps first, then nearer and nearer about the best of them; and then back to the edge of what is
        within, so that the swivel moves along a limit without a jump.
        """
        step = 2 * math.pi / SWIVEL_COUNT
        angles: Array = np.asarray(step * np.arange(-(SWIVEL_COUNT // 2), SWIVEL_COUNT // 2 + 1))
        for _ in range(FINER):
            beyond, _ = limb.best(self.swivel + angles, self.pole, self.soft)
            if (beyond == 0).any():
                break
            step *= 2 / ACROSS
            angles = np.asarray(angles[beyond.argmin()] + step * np.arange(-(ACROSS // 2), ACROSS // 2 + 1))
        else:
            return None
        within = angles[beyond == 0][np.abs(angles[beyond == 0]).argmin()]
        outer = within - math.copysign(min(step, abs(within)), within)
        while abs(within - outer) > LEAST_SWIVEL:
            angles = np.asarray(np.linspace(outer, within, ACROSS), float)
            first = int((limb.best(self.swivel + angles, self.pole, self.soft)[0] == 0).argmax())
            within, outer = angles[first], angles[max(first - 1, 0)]
        return self._at(limb, float(within))[1]


_LIMBS: WeakKeyDictionary[ProblemStructure, LimbBranches] = WeakKeyDictionary()


def _clamped(limb: LimbBranches, problem: Problem, q: Array, wanted: Array) -> Array:
    """The wanted state clamped to the limits; the step is cut where it would violate a linear limit."""
    to = np.clip(wanted, problem.lo, problem.hi)
    share = 1.0
    for a, lo, hi in zip(*limb.linear, strict=True):
        step = float(a @ (to - q))
        if step != 0:
            share = min(share, max(0.0, ((hi if step > 0 else lo) - float(a @ q)) / step))
    return to if share == 1.0 else np.asarray(q + share * (to - q))
