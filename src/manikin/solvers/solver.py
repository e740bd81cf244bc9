"""Solvers: one interface for every method.

A solver is a frozen dataclass of its options.  A new one is one file: a class with ``advance``, which takes a search
one iteration further, and ``honours``, which says what it can respect; what it cannot is refused, never ignored:

    @dataclass(frozen=True, kw_only=True)
    class Lazy(Solver, kind="lazy"):
        '''Go a tenth of the steepest way down.'''
        honours = frozenset({"limits"})
        def advance(self, search):
            step = -0.1 * search.scaled_jacobian().T @ search.r
            return None if search.offer(search.inside(search.q + step)) else Status.STALLED
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from manikin.errors import InputError, Unsupported, shorten
from manikin.goals import AnyOf
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.registry import Described, Registry
from manikin.solvers.result import STATUSES, BatchResult, Result, Status
from manikin.solvers.search import Search, run

if TYPE_CHECKING:
    from manikin.kernels._baseline import Search as CompiledSearch

__all__ = ["FEATURES", "Cancel", "Session", "Solver", "as_solver", "solver_kinds"]

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
"""What a problem may ask of a solver."""

REACHED = STATUSES.index(Status.REACHED)


class Cancel:
    """A flag that stops a running solve from another thread."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, np.uint8)

    def set(self) -> None:
        """Stop now."""
        self.flag[0] = 1


@dataclass(frozen=True, kw_only=True)
class Solver(Described, what="solver"):
    """Base of all solvers.  ``tolerance`` holds for every row of every goal in its own unit [m, rad]."""

    honours: ClassVar[frozenset[str]] = frozenset()
    compiled: ClassVar[bool] = False
    """Whether the kernels know this method by its kind."""
    tolerance: float = 1e-6
    max_iterations: int = 200

    def __post_init__(self) -> None:
        if not (isinstance(self.tolerance, (int, float)) and 0 <= self.tolerance < math.inf):
            raise InputError(f"{self.kind}: the tolerance must be 0 or above and finite, not {shorten(self.tolerance)}")
        if not (isinstance(self.max_iterations, int) and self.max_iterations >= 0):
            raise InputError(f"{self.kind}: max_iterations must be a whole number, not {shorten(self.max_iterations)}")

    # -- what a method writes ------------------------------------------------------------------

    def advance(self, search: Search) -> Status | None:
        """One iteration; None while there is something to gain, else why there is not."""
        raise NotImplementedError

    def weary(self, search: Search) -> bool:
        """Whether an attempt looks hopeless, where other starts wait."""
        return False

    def numbers(self) -> Array:
        """The method's own options for the kernels, in their order."""
        return np.zeros(0)

    def numbers_for(self, problem: Problem) -> Array:
        """The same where they depend on the problem, as numbers for each parameter do."""
        return self.numbers()

    def compilable(self, problem: Problem) -> bool:
        """Whether the kernels can run this method with these options on a problem that they can evaluate."""
        return self.compiled

    def starts(self, problem: Problem) -> int:
        """How many other starts are tried when the given one does not lead to the goals."""
        return 0

    def check(self, problem: Problem) -> None:
        """Refuse what this method does not honour."""
        refused = FEATURES.keys() - self.honours
        for feature in sorted(refused & _asked(problem)) if refused else ():
            raise Unsupported(
                f"the solver {self.kind} does not honour {FEATURES[feature]}; "
                f"these do: {', '.join(k for k, cls in solver_kinds.items() if feature in cls.honours)}"
            )

    # -- what everybody uses -------------------------------------------------------------------

    def start(self, problem: Problem, q: Any = None) -> Session:
        """A session at a state, the rest pose by default: to be advanced step by step, or run to the end."""
        return Session(self, problem, q)

    def solve(
        self,
        problem: Problem,
        q: Any = None,
        *,
        seconds: float = math.inf,
        cancel: Cancel | None = None,
        history: bool = False,
    ) -> Result:
        """Solve from a state, the rest pose by default, within ``seconds`` and until ``cancel`` is set."""
        return self.start(problem, q).run(seconds=seconds, cancel=cancel, history=history)

    def solve_batch(self, problem: Problem, q: Any, *, constants: Array | None = None, threads: int = 1) -> BatchResult:
        """Solve from many states (batch, size), each with its own ``constants`` (batch, k) if they are given.

        The same bits as one by one, on any number of threads (0: as many as the machine has).
        """
        self.check(problem)
        states = problem.checked(q, batch=True)
        begin = time.perf_counter()
        if constants is None:
            constants = np.tile(problem.constants, (len(states), 1))
        targets = np.ascontiguousarray(constants, float)
        session = Session(self, problem, problem.rest)
        if session.compiled is not None:
            found, facts = session.compiled.solve_batch(
                states, targets, self.max_iterations, self.starts(problem), threads
            )
            status = [STATUSES[int(code)] for code in facts[:, 0]]
            if problem.hard:
                posed = (problem.with_constants(row) for row in targets)
                each = zip(posed, facts[:, 0], found, strict=True)
                status = [_status(own, int(code), q, self.tolerance) for own, code, q in each]
            return BatchResult(found, status, facts[:, 1], facts[:, 2], facts[:, 4], time.perf_counter() - begin)
        results = []
        for state, row in zip(states, targets, strict=True):
            session = Session(self, problem.with_constants(row), state)
            results.append(session.run())
        return BatchResult(
            np.array([r.q for r in results]).reshape(-1, problem.size),
            [r.status for r in results],
            np.array([r.iterations for r in results], float),
            np.array([r.evaluations for r in results], float),
            np.array([r.cost for r in results]),
            time.perf_counter() - begin,
        )


solver_kinds: Registry[type[Solver]] = Solver.registry


class Session:
    """A solver at work on a problem.  ``advance`` for interaction, ``run`` to the end; both may be mixed.

    ``solve`` starts afresh, and is the quickest way to many problems that differ in their starts and targets.
    Disjunctions favour what they chose last, so that from one solve to the next the choice does not chatter.
    """

    def __init__(self, solver: Solver, problem: Problem, q: Any = None) -> None:
        solver.check(problem)
        self.solver = solver
        self._starts = solver.starts(problem)
        self._choosing = any(isinstance(goal, AnyOf) for goals in problem.posed for goal in goals)
        self._take_up(problem, problem.checked(problem.rest if q is None else q))

    def _take_up(self, problem: Problem, start: Array) -> None:
        solver, self._posed = self.solver, problem
        self._constants: Array | None = None
        self.__dict__.pop("problem", None)
        kernels = library()
        self.compiled: CompiledSearch | None = None
        if problem.structure is not None and kernels is not None and solver.compilable(problem):
            self.compiled = kernels.Search(
                problem.structure, problem.setting, solver.kind, float(solver.tolerance), solver.numbers_for(problem)
            )
            self.compiled.begin(start, problem.constants)
        else:
            self._search = Search(problem, start, solver.tolerance)

    @property
    def q(self) -> Array:
        """The present state (size,)."""
        return self._search.q if self.compiled is None else self.compiled.state

    @cached_property
    def problem(self) -> Problem:
        """The problem with the constants it was given last."""
        return self._posed if self._constants is None else self._posed.with_constants(self._constants)

    def set_targets(self, constants: Any) -> None:
        """Give the goals' constants anew (see ``Problem.constants``), keeping the state and what was learnt."""
        given = _numbers(constants)
        if self.compiled is not None:
            self.compiled.set_targets(given)
            self._remember(given)
        else:
            self._remember(given, self._posed.with_constants(given))
            memory, evaluations = self._search.memory, self._search.evaluations
            self._search = Search(self.problem, self._search.q, self.solver.tolerance, memory, evaluations)

    def solve(self, q: Any = None, constants: Any = None) -> Result:
        """To the end from a state, the present one by default, with constants anew if they are given."""
        begin = time.perf_counter()
        given = None if constants is None else _numbers(constants)
        if self.compiled is None:
            start = self._search.q if q is None else self._posed.checked(q)
            if given is not None:
                self._remember(given, self._posed.with_constants(given))
            self._search = Search(self.problem, start, self.solver.tolerance)
            return self.run()
        kept = self._posed.constants if self._constants is None else self._constants
        found, code, iterations, evaluations, attempts = self.compiled.solve(
            self.compiled.state if q is None else _numbers(q),
            kept if given is None else given,
            self.solver.max_iterations,
            self._starts,
        )
        if given is not None:
            self._remember(given)
        result = Result(
            posed=self._posed,
            q=found,
            status=self._status(code, found),
            iterations=iterations,
            evaluations=evaluations,
            seconds=time.perf_counter() - begin,
            attempts=attempts,
            constants=self._constants,
        )
        return self._settled(result) if self._choosing else result

    def _settled(self, result: Result) -> Result:
        """The result; the session goes on with disjunctions that favour what they chose."""
        settled = self.problem.settled(result.q)
        if settled is not self.problem:
            self._take_up(settled, result.q)
        return result

    def _remember(self, constants: Array, problem: Problem | None = None) -> None:
        """The problem with these constants, if it is not at hand, is made when somebody asks for it."""
        self._constants = constants
        self.__dict__.pop("problem", None)
        if problem is not None:
            self.__dict__["problem"] = problem

    def _status(self, code: int, q: Array) -> Status:
        if code == REACHED:
            return Status.REACHED
        return _status(self.problem if self._posed.hard else self._posed, code, q, self.solver.tolerance)

    def advance(self, iterations: int = 1) -> Result:
        """That many iterations further, or fewer if the goals are reached; no other starts are tried.

        The state is where the method leads, be it worse: a method that is not monotone may have to pass through.
        """
        return self._go(iterations, 0, math.inf, None, False, settle=False)

    def run(self, *, seconds: float = math.inf, cancel: Cancel | None = None, history: bool = False) -> Result:
        """To the end, or until time is up or ``cancel`` is set; ends at the best state met."""
        return self._go(self.solver.max_iterations, self._starts, seconds, cancel, history)

    def _go(
        self,
        iterations: int,
        starts: int,
        seconds: float,
        cancel: Cancel | None,
        history: bool,
        settle: bool = True,
    ) -> Result:
        begin = time.perf_counter()
        flag = None if cancel is None else cancel.flag
        if self.compiled is not None:
            limit = min(seconds, 1e300)
            code, count, evaluations, attempts, _, merits = self.compiled.run(
                iterations, starts, limit, flag, history, settle
            )
        else:
            before = self._search.evaluations
            out = run(
                self._search,
                self.solver.advance,
                max_iterations=iterations,
                restarts=starts,
                weary=self.solver.weary,
                seconds=seconds,
                cancel=flag,
                settle=settle,
            )
            code, count, attempts = STATUSES.index(out.status), out.iterations, out.attempts
            evaluations = self._search.evaluations - before
            merits = np.array(out.history) if history else None
        q = np.array(self.q)
        result = Result(
            posed=self._posed,
            q=q,
            status=self._status(code, q),
            iterations=count,
            evaluations=evaluations,
            seconds=time.perf_counter() - begin,
            attempts=attempts,
            history=merits,
            constants=self._constants,
        )
        return self._settled(result) if self._choosing else result


def as_solver(solver: str | Solver, **options: Any) -> Solver:
    """A solver from its name and options, or the solver itself."""
    if isinstance(solver, Solver):
        if options:
            raise InputError("give options to a solver's class, or its name and options, not both")
        return solver
    import manikin.solvers  # noqa: F401  (registers the kinds)

    cls = solver_kinds[solver]
    try:
        return cls(**options)
    except TypeError as error:
        raise InputError(f"solver {cls.kind}: {error}") from None


def _numbers(values: Any) -> Array:
    """Numbers of the caller's, copied; what else is wrong with them the kernels and problems say."""
    try:
        return np.array(values, float, order="C")
    except (TypeError, ValueError):
        raise InputError(f"numbers are wanted, not {shorten(values)}") from None


def _status(problem: Problem, code: int, q: Array, tolerance: float) -> Status:
    """The status of a code of the kernels; what ends short of hard goals is infeasible."""
    status = STATUSES[code]
    if status in (Status.MINIMUM, Status.STALLED) and problem.hard:
        hard = (problem.setting.hard != 0) & (problem.row_scales != 0)  # what weighs nothing demands nothing
        if np.abs(problem.raw_residual(q)[hard]).max(initial=0.0) > tolerance:
            return Status.INFEASIBLE
    return status


def _asked(problem: Problem) -> set[str]:
    """The features that a problem makes use of."""
    goals = problem.all_goals
    free = problem.gain > 0
    asked = {
        "limits": bool((np.isfinite(problem.lo) | np.isfinite(problem.hi))[free].any()),
        "linear limits": len(problem.linear_limits[0]) > 0,
        "hard goals": bool(problem.hard),
        "stiffness": bool((free & (problem.gain < 1)).any()),
        "orientation": any(unit == "rad" for goal in goals for unit in goal.units),
        "slides": any(v.kind == "slide" for v, f in zip(problem.variables, free, strict=True) if f),
        "couplings": any(not figure.coupling.identity for figure in problem.figures),
        "disjunctions": any(isinstance(goal, AnyOf) for goal in goals),
        "several goals": len(goals) > 1,
    }
    return {feature for feature, used in asked.items() if used}
