"""manikin, in the ways that its documentation has.

- ``follow``: a ``Follower``, the way that the documentation recommends; rest is its posture.  ``follow-start`` names
  no posture, so it is the start of the task.
- ``solve``: ``figure.solve`` as it comes: from the last state, and without a start where every frame is a task of its
  own that begins at rest; ``solve-r0`` without other starts.
- ``session``: a ``Session`` that follows; ``session-ease`` with a faint wish for rest beside the goals;
  ``session-null`` with the goals hard and rest soft (beside locks the goals stay soft, for locks come first).
- ``editor``: what the editor does while a part is dragged; ``editor-comfort`` with comfort switched on.
- ``sim-hold``: a ``Simulation`` with the aims as constraints; ``sim-rest`` with springs to rest beside;
  ``sim-brake`` with braking before limits; ``sim-pull`` with the aims as springs.
- ``limb``, ``ccd``: ``figure.solve`` from the last state by these solvers, for chains whose aims they take.

``… grouped``: the human with its joint groups.  A new mode is a class here and a line in ``_MODES``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

import manikin
import manikin.following.follower
from benchmarks.motion.adapters.manikin_problem import Posed
from benchmarks.motion.follow import Follower, State
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task
from manikin import Problem, Simulation, Unsupported
from manikin.commands import AddLock
from manikin.document.document import Document
from manikin.document.settings import Settings
from manikin.posing.interactive_solve import InteractiveSolve
from manikin.solvers import LevenbergMarquardt
from manikin.solvers.solver import as_solver

LIBRARY = "manikin"
DT = 1 / 60


def make(mode: str, task: Task, model: Model) -> Follower | None:
    """A follower for a mode; None where the mode is not for the task."""
    name, _, grouped = mode.partition(" ")
    if grouped and model.name != "human96":
        return None
    return _MODES[name](Posed(task, model, grouped=bool(grouped)))


def version() -> str:
    return manikin.__version__


class Solve:
    """``figure.solve`` again and again."""

    settles = 1

    def __init__(self, posed: Posed, **options: object) -> None:
        self.posed, self.options = posed, options
        self.reset()

    def reset(self) -> None:
        self.q = None if self.posed.task.cold else self.posed.start  # the start of cold tasks is rest

    def step(self, targets: np.ndarray) -> State:
        posed = self.posed
        goals = posed.goals_at(targets)
        self.q = posed.figure.solve(goals, hard=posed.locks, start=self.q, **self.options).q  # type: ignore[arg-type]
        return posed.state(self.q)


def by_solver(kind: str, posed: Posed) -> Solve | None:
    """``figure.solve`` by another solver; None for whole bodies and for aims that it refuses."""
    try:
        as_solver(kind).check(Problem(posed.figure, posed.goals, hard=posed.locks))
    except Unsupported:
        return None
    return None if posed.model.floating else Solve(posed, solver=kind)


class Followed:
    """A ``Follower``, one step a frame."""

    settles = 120

    def __init__(self, posed: Posed, rests: bool = True) -> None:
        self.posed, self.rests = posed, rests
        self.reset()

    def reset(self) -> None:
        posed, posture = self.posed, self.posed.figure.rest if self.rests else None
        self.follower = manikin.following.follower.Follower(
            posed.figure, posed.goals, locks=posed.locks, start=posed.start, posture=posture
        )

    def step(self, targets: np.ndarray) -> State:
        for i in self.posed.asked:
            self.follower.move(f"aim {i}", targets[i] if self.posed.task.aims[i].pose else targets[i][:, 3])
        return self.posed.state(self.follower.step().q)


class Following:
    """A ``Session``; ``rest`` is the weight of the wish for rest, ``null`` makes goals hard where no lock is."""

    settles = 1

    def __init__(self, posed: Posed, rest: float = 0.0, null: bool = False) -> None:
        self.posed = posed
        goals, locks = list(posed.goals), list(posed.locks)
        if null and not locks:
            goals, locks = [], goals
        elif null:
            rest /= 100
        if rest:
            goals.append(posed.rest_goal(rest))
        self.problem = Problem(posed.figure, goals, hard=locks)
        self.reset()

    def reset(self) -> None:
        self.session = LevenbergMarquardt(restarts=0).start(self.problem, self.posed.start)

    def step(self, targets: np.ndarray) -> State:
        constants = self.posed.constants(self.problem, targets)
        return self.posed.state(self.session.solve(constants=constants).q)


class Editor:
    """The editor's solve behind a drag; every part from the root on may follow."""

    settles = 60

    def __init__(self, posed: Posed, comfort: bool = False) -> None:
        self.posed = posed
        document = Document.of(posed.figure)
        self.name = document.actors[0].name
        document = document.at({self.name: posed.start})
        for aim in posed.task.aims:
            if aim.hard:
                document = AddLock(part=aim.link, lock="pose").apply(document)
        # switched on last: with balance on, a lock that is added moves the body before the next one is
        self.document = replace(document, settings=Settings(comfort=comfort, balance=posed.task.balance))
        links = [posed.task.aims[i].link for i in posed.asked]
        self.columns = {self.name: posed.figure.columns_moving(links).tolist()}
        self.reset()

    def reset(self) -> None:
        self.solve = InteractiveSolve(self.document, self.posed.goals, self.columns)

    def step(self, targets: np.ndarray) -> State:
        self.solve.set_targets(self.posed.goals_at(targets))
        return self.posed.state(self.solve.step()[self.name])


class Simulated:
    """A ``Simulation``, one step a frame."""

    settles = 120

    def __init__(self, posed: Posed, pull: float = 0.0, rest: float = 0.0, braking: float | None = None) -> None:
        self.posed, self.pull, self.rest, self.braking = posed, pull, rest, braking
        self.reset()

    def reset(self) -> None:
        posed = self.posed
        constraints = posed.locks if self.pull else [*posed.locks, *posed.goals]
        self.sim = Simulation(posed.figure, constraints, start=posed.start, braking=self.braking)
        if self.pull:
            for goal in posed.goals:
                self.sim.add_force(replace(goal, weight=self.pull * goal.weight))
        if self.rest:
            self.sim.add_force(posed.rest_goal(self.rest))

    def step(self, targets: np.ndarray) -> State:
        for i in self.posed.asked:
            self.sim.move(f"aim {i}", targets[i] if self.posed.task.aims[i].pose else targets[i][:, 3])
        return self.posed.state(self.sim.step(DT))


_MODES: dict[str, Callable[[Posed], Follower | None]] = {
    "follow": Followed,
    "follow-start": partial(Followed, rests=False),
    "solve": Solve,
    "solve-r0": partial(Solve, restarts=0),
    "session": Following,
    "session-ease": partial(Following, rest=1e-5),
    "session-null": partial(Following, rest=1e-4, null=True),
    "editor": Editor,
    "editor-comfort": partial(Editor, comfort=True),
    "sim-hold": Simulated,
    "sim-rest": partial(Simulated, rest=3.0),
    "sim-brake": partial(Simulated, rest=3.0, braking=50.0),
    "sim-pull": partial(Simulated, pull=1e4, rest=3.0),
    "limb": partial(by_solver, "limb"),
    "ccd": partial(by_solver, "ccd"),
}
MODES = [*_MODES, "follow grouped", "session grouped", "session-null grouped", "solve grouped", "editor grouped"]
