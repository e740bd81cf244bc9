"""A solver at work on one problem: step by step, to the end, or again and again with other starts and targets."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError, shorten
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.problem.subproblem import with_limits
from manikin.solvers.cancel import Cancel
from manikin.solvers.levels import Levels, Solved
from manikin.solvers.lm.damping import Dampings, memory_of
from manikin.solvers.moving_targets import TargetSlot, find_target, with_target
from manikin.solvers.patience import check_patience, within_patience
from manikin.solvers.result import STATUSES, Result, Status
from manikin.solvers.search import Lean, Search, run
from manikin.solvers.solves import REACHED, Solves, final_status, status_at

if TYPE_CHECKING:
    from manikin.kernels._baseline import Search as CompiledSearch
    from manikin.solvers.solver import Solver

__all__ = ["Session"]

MOST_IDLE = 4
"""How many sessions a problem's structure keeps for the next solves, one for each solver."""


@explained
class Session:
    """A solver at work on a problem.

    ``advance`` is for interaction, ``run`` goes to the end; both may be mixed.  ``solve`` starts again, and is the
    fastest way to solve many problems that differ in starts and targets.  From one ``solve`` or ``run`` to the next lm
    slows parameters down before limits.  A session follows no preferred bends and has no posture: the pose depends on
    the way there, and a limb that got straight out of reach may stay stuck when its target comes back.  For motions
    take a ``Follower``.  A disjunction favours the goal that it chose last.  Pickled, a session forgets what it learnt.

    Args:
        solver: The method.
        problem: What it solves; a feature that the method does not honour is refused.
        q: The state to start at (size,), the rest pose by default.
        lean: A posture that the solver, lm, prefers where the goals leave a choice; ``lean_to`` changes it.
    """

    def __init__(self, solver: Solver, problem: Problem, q: Any = None, *, lean: Lean | None = None) -> None:
        solver.check(problem)
        self._open(solver, problem, lean)
        self._take_up(problem, problem.checked(problem.rest if q is None else q))

    def _open(self, solver: Solver, problem: Problem, lean: Lean | None) -> None:
        """What stays as it is while the session lasts."""
        if lean is not None and solver.kind != "lm":
            raise InputError(f"only the solver lm leans to a posture, not {solver.kind}")
        self.solver, self._lean = solver, lean
        self._restarts = solver.restart_count(problem) if problem.gain.any() else 0
        self._choosing = problem.structure.has_disjunctions
        self._hard_rows = sum(goal.rows for goal in problem.hard)
        self._given = problem
        self._slots: dict[str, TargetSlot] = {}
        self._constants: Array | None = None
        self._problem: Problem | None = problem
        self._levels = Levels()

    def _take_up(self, problem: Problem, start: Array) -> None:
        """Make a search for a problem, at a state."""
        solver, self._posed = self.solver, problem
        self._remember(None, problem)
        kernels, program = library(), problem.structure.compiled.program
        self.compiled: CompiledSearch | None = None
        if program is not None and kernels is not None and solver.compilable(problem):
            options = solver.kernel_options(problem) if self._lean is None else np.array([1.0, 0.0])
            self.compiled = kernels.Search(
                program, problem.kernel_limits, solver.kind, float(solver.tolerance), options
            )
            if self._lean is not None:
                self.compiled.set_posture(*self._lean)
            self.compiled.begin(start, problem.constants)
        else:
            self._search = self._search_at(problem, start)

    def _search_at(self, problem: Problem, q: Array) -> Search:
        return Search(problem, q, self.solver.tolerance, lean=self._lean)

    @property
    def lean(self) -> Lean:
        """The posture, with the shift of the last frame that was followed."""
        if self._lean is None:
            raise InputError("this session was opened without a posture")
        if self.compiled is not None:
            self._lean = self._lean._replace(shift=self.compiled.shift)
        return self._lean

    def set_limits(self, lo: Array, hi: Array) -> None:
        """Other limits (size,) of the parameters, from the next solve on; linear limits stay."""
        if self.compiled is not None:
            self.compiled.set_limits(lo, hi)
            return
        self._given = self._posed = with_limits(self._posed, lo=lo, hi=hi)
        self._problem = None if self._constants is not None else self._posed

    def lean_to(self, lean: Lean) -> None:
        """Another posture and shift of the rows, for a session that was opened with one; from the next solve on."""
        if self._lean is None:
            raise InputError("this session was opened without a posture")
        self._lean = lean
        if self.compiled is not None:
            self.compiled.set_posture(*lean)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "solver": self.solver,
            "given": self._given,
            "posed": self._posed,
            "constants": self._constants,
            "q": np.array(self.q),
            "lean": self._lean,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._open(state["solver"], state["given"], state["lean"])
        self._take_up(state["posed"], state["q"])
        if state["constants"] is not None:
            self.set_targets(state["constants"])

    @property
    def q(self) -> Array:
        """The present state (size,)."""
        return self._search.q if self.compiled is None else self.compiled.state

    @property
    def problem(self) -> Problem:
        """The problem with the constants it was given last."""
        if self._problem is None:
            assert self._constants is not None
            self._problem = self._posed.with_constants(self._constants)
        return self._problem

    def _remember(self, constants: Array | None, problem: Problem | None = None) -> None:
        """Keep the constants given last; the problem with them, if it is not at hand, is made when it is asked for."""
        self._constants, self._problem = constants, problem

    def begin(self, q: Any) -> None:
        """Start again at a state; the targets given last stay."""
        start = self._given.checked(q)
        if self._posed is not self._given:  # disjunctions favour nothing yet
            constants = self._constants
            self._take_up(self._given, start)
            if constants is not None:
                self.set_targets(constants)
        elif self.compiled is not None:
            self.compiled.begin(start, self._present_constants())
        else:
            self._search = self._search_at(self.problem, start)

    def set_targets(self, constants: Any) -> None:
        """Replace the goals' constants (see ``Problem.constants``); the state and what was learnt stay."""
        given = _numbers(constants)
        if self.compiled is not None:
            self.compiled.set_targets(given)
            self._remember(given)
        else:
            self._remember(given, self._posed.with_constants(given))
            old = self._search
            self._search = Search(self.problem, old.q, old.tolerance, old.memory, old.evaluations, lean=self._lean)

    def move(self, name: str, target: Any) -> None:
        """Move the target of a goal; the state and what was learnt stay.

        Args:
            name: The goal's name, or its kind if it has none.
            target: A value as the goal takes it: a point, an orientation, a 3×4 transform, numbers.
        """
        if self._posed.structure.compiled.tables is None:
            problem = with_target(self.problem, name, target)
            self._open(self.solver, problem, self._lean)
            self._take_up(problem, np.array(self.q))
            return
        slot = self._slots.get(name)
        if slot is None:
            slot = self._slots[name] = find_target(self._posed, name)
        constants = self._present_constants().copy()
        constants[slot.place] = slot.constant(target)
        self.set_targets(constants)

    def solve(self, q: Any = None, constants: Any = None) -> Result:
        """Solve from a state, the present one by default, with other constants if they are given."""
        check_patience()
        begin = time.perf_counter()
        given = None if constants is None else _numbers(constants)
        if self.compiled is None:
            start = self._search.q if q is None else self._posed.checked(q)
            if given is not None:
                self._remember(given, self._posed.with_constants(given))
            self._search = self._search_at(self.problem, start)
            return self.run()
        start = self.compiled.state if q is None else _numbers(q)
        wanted = self._present_constants() if given is None else given
        found = self.compiled.solve(start, wanted, self.solver.max_iterations, self._restarts)
        if given is not None:
            self._constants, self._problem = given, None
        return self._result(begin, *found)

    @classmethod
    def solve_once(cls, solver: Solver, problem: Problem, q: Array) -> Result:
        """Solve a problem from a state: as a new session would, but with one that another solve has left, if any.

        A session is taken out while it is at work, so threads never share one.
        """
        check_patience()
        begin, idle = time.perf_counter(), problem.structure.idle_sessions
        try:
            session: Session | None = idle.pop(solver, None)
        except TypeError:  # a solver of the caller's own has an option without a hash
            return cls(solver, problem, q).run()
        if session is None:
            session = cls(solver, problem, q)
            if session.compiled is None or session._choosing:
                return session.run()
        assert session.compiled is not None
        found = session.compiled.solve(q, problem.constants, solver.max_iterations, session._restarts)
        session._given = session._posed = problem
        result = session._result(begin, *found)
        if len(idle) < MOST_IDLE:
            idle[solver] = session
        return result

    @property
    def residual(self) -> Array:
        """The weighted rows (rows,) at the present state; a posture does not shift them."""
        if self.compiled is None:
            return self.problem.residual(self._search.q)
        return self.compiled.residual if self._lean is None else self.compiled.residual - self.compiled.shift

    def follow(self, constants: Any, *, rounds: int = 4, tolerance: float = 1e-7, fresh: float = 0.0) -> Result:
        """Go on from the present state with other constants, the exact rows of the posture's ``Lean`` before it.

        There are at most so many ``rounds`` of solves, until the shift of the weighted rows changes by less than the
        ``tolerance``.  ``fresh`` is 1 while targets are where they were at the start, 0 once they have left.
        """
        check_patience()
        begin, given = time.perf_counter(), _numbers(constants)
        if self._lean is None:
            raise InputError("this session was opened without a posture")
        if self.compiled is not None:
            found = self.compiled.follow(given, self.solver.max_iterations, rounds, tolerance, fresh)
            self._constants, self._problem = given, None
            return self._result(begin, *found)
        self._remember(given, self._posed.with_constants(given))
        how = (fresh, rounds, tolerance, self._solve_leaning)
        result, self._lean = self._levels.follow(self.problem, self._lean, self._search.q, *how)
        return result

    def _solve_leaning(self, lean: Lean, q: Array, dampings: Dampings) -> Solved:
        self._lean, self._search = lean, Search(self.problem, q, self.solver.tolerance, lean=lean)
        memory = memory_of(self._search)
        memory.planned = dampings
        return Solved(self.run(restarts=0), self._search.r, memory.learnt, memory.held)

    @property
    def levels(self) -> Levels | CompiledSearch:
        """What knows how limbs near the end of their reach bend."""
        return self._levels if self.compiled is None else self.compiled

    def _present_constants(self) -> Array:
        return self._posed.constants if self._constants is None else self._constants

    def advance(self, iterations: int = 1) -> Result:
        """Make some iterations, or fewer if the goals are reached; no other starts are tried.

        The session ends at the last state, even if an earlier one was better: a method that is not monotone may have to
        pass through worse states.
        """
        return self._go(iterations, 0, math.inf, None, False, settle=False)

    def run(
        self,
        *,
        seconds: float = math.inf,
        cancel: Cancel | None = None,
        history: bool = False,
        iterations: int | None = None,
        restarts: int | None = None,
    ) -> Result:
        """Search to the end; the session ends at the best state met.

        Args:
            seconds: Stop when this time is up [s].
            cancel: Stop when it is set, from another thread.
            history: Whether the result keeps the objective after every iteration.
            iterations: Iterations from each start, instead of the solver's ``max_iterations``.
            restarts: Other starts that may be tried, instead of those that the solver would.
        """
        return self._go(
            self.solver.max_iterations if iterations is None else iterations,
            self._restarts if restarts is None else restarts,
            seconds,
            cancel,
            history,
        )

    def _go(
        self,
        iterations: int,
        restarts: int,
        seconds: float,
        cancel: Cancel | None,
        history: bool,
        settle: bool = True,
    ) -> Result:
        begin = time.perf_counter()
        seconds, flag = within_patience(seconds, cancel)
        if self.compiled is not None:
            code, count, evaluations, attempts, _, merits = self.compiled.run(
                iterations, restarts, min(seconds, 1e300), flag, history, settle
            )
            if flag is not None:
                check_patience()
            return self._result(begin, self.compiled.state, code, count, evaluations, attempts, merits)
        before = self._search.evaluations
        out = run(
            self._search,
            self.solver.advance,
            max_iterations=iterations,
            restarts=restarts,
            should_restart=self.solver.should_restart,
            seconds=seconds,
            cancel=flag,
            settle=settle,
            stays_near=self.solver.stays_near and self._lean is None,
        )
        check_patience()
        merits = np.array(out.history) if history else None
        evaluations = self._search.evaluations - before
        q, code = np.array(self._search.q), STATUSES.index(out.status)
        q.setflags(write=False)
        return self._result(begin, q, code, out.iterations, evaluations, out.attempts, merits)

    def _result(
        self,
        begin: float,
        q: Array,
        code: int,
        iterations: int,
        evaluations: int,
        attempts: int,
        history: Array | None = None,
    ) -> Result:
        """The result of a search that began at a time; afterwards disjunctions favour what they chose."""
        status = Status.REACHED if code == REACHED else self._status(code, q)
        seconds = time.perf_counter() - begin
        # by position, because keywords take a tenth of a short solve
        result = Result(self._posed, q, status, iterations, evaluations, seconds, attempts, history, self._constants)
        if self._choosing:
            settled = self.problem.settled(q)
            if settled is not self.problem:
                self._take_up(settled, q)
        return result

    def _status(self, code: int, q: Array) -> Status:
        if not self._posed.structure.hard_count:
            return STATUSES[code]
        if self.compiled is not None:
            scales = self._posed.row_scales[: self._hard_rows]
            counted = scales != 0
            off = np.abs(self.compiled.residual[: self._hard_rows][counted] / scales[counted])
            return final_status(code, float(off.max(initial=0.0)), self.solver.tolerance)
        return status_at(self.problem, code, q, self.solver.tolerance)

    def solve_many(
        self,
        states: Array,
        constants: Array,
        *,
        iterations: int | None = None,
        restarts: int | None = None,
        threads: int = 1,
    ) -> Solves:
        """Solve from many states (batch, size), each with its own constants (batch, k), by the kernels."""
        if self.compiled is None:
            raise InputError("only what the kernels solve can be solved many at a time")
        most = self.solver.max_iterations if iterations is None else iterations
        starts = self._restarts if restarts is None else restarts
        q, facts = self.compiled.solve_batch(states, constants, most, starts, threads)
        return Solves(q, facts[:, 0].astype(int), facts[:, 1], facts[:, 2], facts[:, 4])


def _numbers(values: Any) -> Array:
    """A copy of the caller's numbers; the kernels and problems check their count and size."""
    try:
        return np.array(values, float, order="C")
    except (TypeError, ValueError):
        raise InputError(f"numbers are wanted, not {shorten(values)}") from None
