"""All distinct solutions of a problem: branches of an arm, such as elbow up and down; families of a redundant one."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from manikin.errors import InputError, shorten
from manikin.goals import MatchValues
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.math.rotations import Array
from manikin.problem.network import figure_of
from manikin.problem.problem import Problem
from manikin.problem.whole_turns import turning, unwound
from manikin.solvers.moving_targets import find_target
from manikin.solvers.result import Result, Status
from manikin.solvers.session import Session
from manikin.solvers.solver import Solver, as_solver, solve_batch

__all__ = ["solve_all"]

BATCH = 64
"""Random starts that are solved together."""
STRIDE = 0.3
"""Longest change of a parameter [rad, m] in a step along a family; a longer one might leap to another family."""
STRIDES = 60
"""Steps of a walk along a family."""
HELD = 1e-6
"""Largest weighted residual on a walk."""
RANK_SHARE = 1e-6
"""Singular values below this share of the largest one count as zero."""


def solve_all(
    problem: Problem,
    start: Any = None,
    solver: str | Solver = "lm",
    *,
    patience: int = 256,
    most: int = 4096,
    seed: int = 0,
    apart: float = 0.05,
    threads: int = 1,
    **options: Any,
) -> list[Result]:
    """The distinct solutions of a problem, those near the start first; none if no start reaches the goals.

    Random starts are solved until ``patience`` of them in a row find nothing new.  That is no proof: a solution that
    few starts lead to may be missed.  The same arguments always give the same solutions.

    If the goals leave an arm free to move, its solutions are families, such as all elbow positions of an arm of seven
    joints.  Each family is one result: its state that is nearest to the start, as far as a walk along it finds.

    Args:
        problem: Figures and their goals.
        start: The state (size,) that parameters which no goal needs keep, the rest pose by default.
        solver: A solver, or the name of one; ``options`` are then its own.
        patience: How many starts in a row may find nothing new before the search ends.
        most: The most starts.
        seed: Of the random starts.
        apart: Solutions are distinct if a parameter differs by more than this [rad, m].  Whole turns of a hinge make no
            difference.
        threads: Threads that share the work; 0 for as many as the machine has cores.
    """
    for what, count in (("patience", patience), ("most", most)):
        if not (isinstance(count, int) and count > 0):
            raise InputError(f"{what} must be a whole number above 0, not {shorten(count)}")
    if not (isinstance(apart, (int, float)) and 0 < apart < np.inf):
        raise InputError(f"apart must be a number above 0, not {shorten(apart)}")
    begin = time.perf_counter()
    base = problem.checked(problem.rest if start is None else start)
    method = as_solver(solver, **options).from_anywhere()
    if hasattr(method, "restarts"):
        method = replace(method, restarts=0)  # type: ignore[call-arg]
    search = _Search(problem, base, float(apart))
    rng = np.random.default_rng(seed)
    tried = idle = 0
    while tried < most and idle < patience:
        states = search.random_states(rng, min(BATCH, most - tried))
        if tried == 0:
            states[0] = base
        found = solve_batch(problem, states, method, threads=threads)
        tried += len(states)
        idle += len(states)
        if search.take(found.q[found.reached]):
            idle = 0
    seconds = time.perf_counter() - begin
    ordered = sorted(search.solutions(), key=lambda q: (float(np.abs(q - base).max(initial=0.0)), q.tolist()))
    for q in ordered:
        q.setflags(write=False)
    return [Result(problem, q, Status.REACHED, 0, 0, seconds, tried) for q in ordered]


class _Search:
    """What was found so far."""

    def __init__(self, problem: Problem, base: Array, apart: float) -> None:
        self.problem, self.base, self.apart = problem, base, apart
        self.needed = _needed_columns(problem)
        self.turns = turning(problem)
        self.found: list[Array] = []
        self._walk: _Walk | None = None

    def random_states(self, rng: np.random.Generator, count: int) -> Array:
        """Random states (count, size); parameters that no goal needs stay at the base."""
        drawn = np.concatenate([figure.random_state(rng, count=count) for figure in self.problem.figures], axis=1)
        return np.where(self.needed, drawn, self.base)

    def take(self, solutions: Array) -> bool:
        """Keep those of some solutions (k, size), or their families, that are new; whether there are any."""
        before = len(self.found)
        near = np.array([unwound(self.problem, self.turns, self.base, q) for q in solutions]).reshape(
            -1, self.problem.size
        )
        free = np.array([self._is_redundant(q) for q in near], bool)
        if free.any():
            if self._walk is None:
                self._walk = _Walk(self.problem, self.needed)
            near[free] = self._walk.toward(near[free], np.tile(self.base, (int(free.sum()), 1)))
        for q in near:
            if not self._known(q):
                self.found.append(q)
        return len(self.found) > before

    def solutions(self) -> list[Array]:
        """The distinct ones; ends of one family that a walk connects are one solution, the one nearest to the base."""
        if self._walk is None:
            return self.found
        nearest = sorted(self.found, key=lambda q: float(np.linalg.norm(q - self.base)))
        kept: list[Array] = []
        for q in nearest:
            if not (kept and self._connected(q, np.array(kept))):
                kept.append(q)
        return kept

    def _connected(self, q: Array, others: Array) -> bool:
        """Whether a walk leads from a state to one of the others, or from one of them to it."""
        assert self._walk is not None
        own = np.tile(q, (len(others), 1))
        ends = self._walk.toward(np.concatenate([own, others]), np.concatenate([others, own]))
        goals = np.concatenate([others, own])
        return any(self._same(end, goal) for end, goal in zip(ends, goals, strict=True))

    def _known(self, q: Array) -> bool:
        return any(self._same(q, other) for other in self.found)

    def _same(self, one: Array, other: Array) -> bool:
        difference = one - other
        difference = np.where(self.turns, np.remainder(difference + np.pi, 2 * np.pi) - np.pi, difference)
        return float(np.abs(difference).max(initial=0.0)) <= self.apart

    def _is_redundant(self, q: Array) -> bool:
        """Whether the goals leave free how the parameters that they need move."""
        jacobian = self.problem.jacobian(q)[:, self.needed]
        values = np.linalg.svd(jacobian, compute_uv=False)
        rank = int((values > RANK_SHARE * values.max(initial=0.0)).sum())
        return rank < int(self.needed.sum())


class _Walk:
    """Walks along families: all goals hold, and states come as near to other ones as they let them."""

    def __init__(self, problem: Problem, needed: np.ndarray) -> None:
        self._problem, self._needed = problem, needed
        columns: list[np.ndarray] = []
        matches: list[Goal] = []
        for figure, start in zip(problem.figures, problem.state_vector.starts, strict=True):
            names = [name for i, name in enumerate(figure.parameter_names) if needed[start + i]]
            if names:
                columns.append(np.array([start + figure.index(name) for name in names]))
                values, name = figure.parameter_values(*names), f"toward {figure.name}"
                matches.append(MatchValues(values=values, target=np.zeros(len(names)), name=name))
        held = Problem.of_structure(problem.structure.with_goals(problem.all_goals, tuple(matches)))
        self._session = Session(as_solver("lm", restarts=0, stay_near=False), held)
        self._columns = np.concatenate(columns)
        self._names = [str(goal.name) for goal in matches]
        self._cuts = np.cumsum([len(some) for some in columns])[:-1]

    def toward(self, states: Array, goals: Array) -> Array:
        """The states (k, size) that walks from some states toward others end at."""
        q, walking = states.copy(), np.arange(len(states))
        for _ in range(STRIDES):
            way = goals[walking] - q[walking]
            longest = np.abs(way[:, self._needed]).max(axis=1, initial=0.0)
            walking, way, longest = (some[longest > 1e-9] for some in (walking, way, longest))
            if not len(walking):
                break
            now = q[walking]
            found = self._solved(now, now + way * np.minimum(1.0, STRIDE / longest)[:, None])
            held = np.abs(self._problem.residual_batch(found)).max(axis=1, initial=0.0) <= HELD
            near = np.abs(found - now).max(axis=1, initial=0.0) <= 2 * STRIDE
            nearer = np.linalg.norm(goals[walking] - found, axis=1) < np.linalg.norm(way, axis=1) - 1e-6
            walking, found = (some[held & near & nearer] for some in (walking, found))
            q[walking] = found
        return q

    def _solved(self, states: Array, wanted: Array) -> Array:
        """The states (k, size) that are nearest to the wanted ones while the goals hold."""
        session = self._session
        if session.compiled is not None:
            constants = np.tile(session.problem.constants, (len(states), 1))
            parts = np.split(wanted[:, self._columns], self._cuts, axis=1)
            for name, part in zip(self._names, parts, strict=True):
                constants[:, find_target(session.problem, name).place] = part
            return session.solve_many(np.ascontiguousarray(states), constants).q
        found = []
        for q, goal in zip(states, wanted, strict=True):
            for name, part in zip(self._names, np.split(goal[self._columns], self._cuts), strict=True):
                session.move(name, part)
            found.append(session.solve(q).q)
        return np.array(found)


def _needed_columns(problem: Problem) -> np.ndarray:
    """Which parameters may move for some goal (size,)."""
    needed = np.zeros(problem.size, bool)
    starts = dict(zip((figure.name for figure in problem.figures), problem.state_vector.starts, strict=True))
    for goal in problem.all_goals:
        for handle in goal.handles:
            if not isinstance(handle, Fixed):
                figure = figure_of(handle, problem.figures)
                needed[starts[figure.name] + handle.columns(figure)] = True
    return needed & (problem.gain > 0)
