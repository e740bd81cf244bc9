"""Solvers: one interface for every method, and the functions through which all problems are solved.

A solver is a frozen dataclass of its options.  A new one is one file: a class with ``advance``, which makes one
iteration of a search, and ``honours``, which names the features that it respects; a problem that uses another feature
is refused:

    @dataclass(frozen=True, kw_only=True)
    class Lazy(Solver, kind="lazy"):
        '''Go a tenth of the steepest way down.'''
        honours = frozenset({"limits"})
        def advance(self, search):
            step = -0.1 * search.scaled_jacobian().T @ search.r
            return None if search.try_state(search.inside(search.q + step)) else Status.STALLED
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError, Unsupported, shorten
from manikin.goals import AnyOf
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.registry import Described, Registry
from manikin.solvers.cancel import Cancel
from manikin.solvers.result import BatchResult, Result, Status
from manikin.solvers.search import Search
from manikin.solvers.session import Session

if TYPE_CHECKING:
    from manikin.goals import BendToward

__all__ = ["FEATURES", "Solver", "as_solver", "solve", "solve_batch", "solver_kinds"]

FEATURES = {
    "limits": "joint limits",
    "linear limits": "limits over several parameters",
    "hard goals": "goals that must hold",
    "stiffness": "parameters that are stiff",
    "orientation": "goals on orientations and directions",
    "slides": "sliding joints",
    "couplings": "joint groups",
    "disjunctions": "goals of which any one suffices",
    "several goals": "more than one goal",
}
"""The features of a problem that a solver may honour."""


@explained
@dataclass(frozen=True, kw_only=True)
class Solver(Described, what="solver"):
    """Base of all solvers: a method and its options.

    Args:
        tolerance: Size up to which every row of every goal counts as met, in its own unit [m, rad].
        max_iterations: The most iterations from each start.

    Attributes:
        honours: The ``FEATURES`` of a problem that the method respects.
        compiled: Whether the kernels have this method, under its kind.
        follows_bends: Whether the bends that figures prefer may lead this method.
    """

    honours: ClassVar[frozenset[str]] = frozenset()
    compiled: ClassVar[bool] = False
    follows_bends: ClassVar[bool] = False
    tolerance: float = 1e-6
    max_iterations: int = 200

    def __post_init__(self) -> None:
        if not (isinstance(self.tolerance, (int, float)) and 0 <= self.tolerance < math.inf):
            raise InputError(f"{self.kind}: the tolerance must be 0 or above and finite, not {shorten(self.tolerance)}")
        if not (isinstance(self.max_iterations, int) and self.max_iterations >= 0):
            wanted = "max_iterations must be a whole number of 0 or above"
            raise InputError(f"{self.kind}: {wanted}, not {shorten(self.max_iterations)}")

    # -- written by each method ----------------------------------------------------------------

    def advance(self, search: Search) -> Status | None:
        """One iteration; returns None if it gained something, else why nothing more can be gained."""
        raise NotImplementedError

    def should_restart(self, search: Search) -> bool:
        """Whether to give up this start early, because another one promises more."""
        return False

    def kernel_options(self, problem: Problem) -> Array:
        """The method's own options for a problem, as numbers in the order of the kernels."""
        return np.zeros(0)

    def compilable(self, problem: Problem) -> bool:
        """Whether the kernels can run this method with these options on a problem that they can evaluate."""
        return self.compiled

    def restart_count(self, problem: Problem) -> int:
        """How many other starts are tried if the given one does not reach the goals."""
        return 0

    @property
    def stays_near(self) -> bool:
        """Whether the given start is searched to its end, and left only for another one that gains."""
        return False

    def from_anywhere(self) -> Solver:
        """The same method for a start that means nothing, near which the result need not stay."""
        return self

    def check(self, problem: Problem) -> None:
        """Refuse a problem that uses a feature which this method does not honour."""
        refused = FEATURES.keys() - self.honours
        for feature in sorted(refused & _used_features(problem)) if refused else ():
            raise Unsupported(
                f"the solver {self.kind} does not honour {FEATURES[feature]}; "
                f"these do: {', '.join(k for k, cls in solver_kinds.items() if feature in cls.honours)}"
            )

    # -- used by callers -----------------------------------------------------------------------

    def start(self, problem: Problem, q: Any = None) -> Session:
        """A session at a state, the rest pose by default: it is advanced step by step, or run to the end."""
        return Session(self, problem, q)

    def solve(
        self,
        problem: Problem,
        q: Any = None,
        *,
        preferred_bends: bool | None = None,
        seconds: float = math.inf,
        cancel: Cancel | None = None,
        history: bool = False,
    ) -> Result:
        """Solve from a state, the rest pose by default; see ``manikin.solvers.solve``."""
        return solve(problem, q, self, preferred_bends=preferred_bends, seconds=seconds, cancel=cancel, history=history)

    def solve_batch(
        self,
        problem: Problem,
        q: Any,
        *,
        constants: Array | None = None,
        threads: int = 1,
    ) -> BatchResult:
        """Solve from many states (batch, size), the same bits as one by one; see ``manikin.solvers.solve_batch``."""
        return solve_batch(problem, q, self, constants=constants, threads=threads)


solver_kinds: Registry[type[Solver]] = Solver.registry


def as_solver(solver: str | Solver, /, **options: Any) -> Solver:
    """A solver from its name and options, or the solver itself."""
    if isinstance(solver, Solver):
        if options:
            raise InputError("give options to a solver's class, or its name and options, not both")
        return solver
    import manikin.solvers  # noqa: F401  (registers the kinds)

    return solver_kinds[solver](**options)


@explained
def solve(
    problem: Problem,
    start: Any = None,
    solver: str | Solver = "lm",
    *,
    preferred_bends: bool | None = None,
    seconds: float = math.inf,
    cancel: Cancel | None = None,
    history: bool = False,
    **options: Any,
) -> Result:
    """Solve a problem.

    Args:
        problem: Figures and their goals.
        start: The state to start at (size,), near which the result stays.  Other starts are tried only where the goals
            are not reached from it.  Without one the search starts at rest, led by the least effort and the preferred
            bends where figures have some.
        solver: A solver, or the name of one; ``options`` are then its own.
        preferred_bends: Whether the search is led, by default where no start is given.  Only solvers with
            ``follows_bends`` are led.
        seconds: Stop when this time is up [s].
        cancel: Stop when it is set, from another thread.
        history: Whether the result keeps the objective after every iteration, but not of those that lead it.
    """
    if not (isinstance(seconds, (int, float)) and seconds >= 0):
        raise InputError(f"seconds must be a number of 0 or above, not {shorten(seconds)}")
    method = solver if isinstance(solver, Solver) and not options else as_solver(solver, **options)
    if start is None:
        method = method.from_anywhere()
    led = start is None if preferred_bends is None else preferred_bends
    bends = _bends(problem) if led and method.follows_bends else None
    if not bends:
        q = problem.rest if start is None else problem.checked(start)
        if seconds == math.inf and cancel is None and not history:
            return Session.solve_once(method, problem, q)
        return Session(method, problem, q).run(seconds=seconds, cancel=cancel, history=history)
    from manikin.solvers.natural_start import NaturalStart

    return NaturalStart(problem, method, bends, start).solve(seconds=seconds, cancel=cancel, history=history)


@explained
def solve_batch(
    problem: Problem,
    starts: Any,
    solver: str | Solver = "lm",
    *,
    constants: Array | None = None,
    threads: int = 1,
    **options: Any,
) -> BatchResult:
    """Solve a problem from many states: the same bits as ``solve`` one by one, on any number of threads.

    Args:
        problem: Figures and their goals.
        starts: The states to start at (batch, size).
        solver: A solver, or the name of one; ``options`` are then its own.
        constants: For each start the constants (batch, k) of ``Problem.constants``, its own by default.
        threads: Threads that share the work; 0 for as many as the machine has cores.
    """
    method = as_solver(solver, **options)
    states = problem.checked(starts, batch=True)
    begin = time.perf_counter()
    if constants is None:
        constants = np.tile(problem.constants, (len(states), 1))
    targets = np.ascontiguousarray(constants, float)
    session = Session(method, problem, problem.rest)
    if session.compiled is not None:
        found = session.solve_many(states, targets, threads=threads)
        return found.result(problem, targets, method.tolerance, time.perf_counter() - begin)
    one_by_one = [solve(problem.with_constants(row), state, method) for state, row in zip(states, targets, strict=True)]
    return BatchResult.of(one_by_one, problem, targets, time.perf_counter() - begin)


def _bends(problem: Problem) -> list[BendToward]:
    """The bends that lead a solve; most figures prefer none."""
    for figure in problem.figures:
        if figure.skeleton.bends:
            from manikin.solvers.preferred_bends import bends_of

            return bends_of(problem)
    return []


def _used_features(problem: Problem) -> set[str]:
    """The features that a problem uses."""
    goals = problem.all_goals
    free = problem.gain > 0
    used = {
        "limits": bool((np.isfinite(problem.lo) | np.isfinite(problem.hi))[free].any()),
        "linear limits": bool((problem.linear_limits[0][:, free] != 0).any()),
        "hard goals": bool(problem.hard),
        "stiffness": bool((free & (problem.gain < 1)).any()),
        "orientation": any(unit == "rad" for goal in goals for unit in goal.units),
        "slides": any(v.kind == "slide" for v, f in zip(problem.variables, free, strict=True) if f),
        "couplings": any(not figure.coupling.identity for figure in problem.figures),
        "disjunctions": any(isinstance(goal, AnyOf) for goal in goals),
        "several goals": len(goals) > 1,
    }
    return {feature for feature, is_used in used.items() if is_used}
