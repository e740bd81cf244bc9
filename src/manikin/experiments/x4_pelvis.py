"""X4: both feet locked in position and orientation while the pelvis tilts and twists."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from manikin import bodies
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.figure.figure import Figure
from manikin.goals import PoseGoal
from manikin.math.rotations import Array
from manikin.picture.strip import Panel, strip
from manikin.problem.problem import Problem
from manikin.simulation.simulation import Simulation
from manikin.solvers.solver import as_solver

__all__ = ["TiltedPelvis", "locked_feet", "pelvis_path"]

Refresh = Callable[[Array], Array]
START_LOWERING = 0.06
"""The pelvis starts lower by this [m], with bent knees; on straight legs it could not tilt."""
LOCK_DEGREES_PER_METRE = 200.0
"""Rotation that weighs as much as a metre in a lock; W 5.4 asks for appropriate weights of its two halves."""


def locked_feet(human: Figure) -> Problem:
    """Both feet locked as at rest; the root is fixed (the user moves it), the other joints are free."""
    rest, locks = human.pose(), []
    for foot in ("l_foot", "r_foot"):
        target: Any = rest.transform(foot)[:3]
        locks.append(
            PoseGoal(frame=human.frame(foot), target=target, degrees_per_metre=LOCK_DEGREES_PER_METRE, name=foot)
        )
    return Problem(human, locks, frozen=_root(human))


def _root(human: Figure) -> list[str]:
    return [name for name in human.parameter_names if name.startswith("root_")]


def pelvis_path(human: Figure, refreshes: int) -> list[dict[int, float]]:
    """The root parameters of each refresh [rad]: tilted to both sides, then twisted to both sides."""
    roll, turn = human.index("root_roll"), human.index("root_turn")
    half = refreshes // 2
    wave = np.sin(2 * np.pi * np.arange(1, half + 1) / half)
    tilt = [{roll: float(np.radians(10) * w), turn: 0.0} for w in wave]
    return tilt + [{roll: 0.0, turn: float(np.radians(20) * w)} for w in wave]


@dataclass(frozen=True)
class Course:
    """The result of one method: drift [m, rad], CPU time [s] and state of each refresh."""

    metres: Array
    radians: Array
    seconds: Array
    states: Array


class TiltedPelvis(Experiment, id="X4", title="Feet locked, pelvis moved", source="Welman, fig. 6.4"):
    """The pelvis is tilted by 10° and then twisted by 20° to both sides, in four seconds at 60 refreshes per second.

    After each refresh, five iterations bring the feet back: with cyclic coordinate descent, as in the thesis, with
    the maintained constraints of its chapter 5, which were too slow at that time, and with ``lm``.
    """

    refreshes = 240
    iterations = 5
    repetitions = 5

    def run(self, folder: Path) -> list[Row]:
        human = bodies.load("human")
        height = float(np.ptp(human.pose().world[:, 1, 3]))
        courses = {name: self._course(human, refresh) for name, refresh in self._ways(human).items()}
        self._pictures(folder / "x4_poses.png", human, courses["ccd"])
        self._plot(folder / "x4_drift.png", courses, height)
        facts = {name: _facts(course, height) for name, course in courses.items()}
        write_numbers(folder / "x4.json", {"height": height, "iterations": self.iterations, **facts})
        rows = []
        for name, fact in facts.items():
            document = ("3 to 4", "visible") if name == "ccd" else ("", "")
            rows += [
                Row(f"{name}: refreshes per second", document[0], f"{fact['refreshes per second']:,.0f}"),
                Row(
                    f"{name}: largest drift",
                    document[1],
                    f"{fact['drift']:.2g} mm, {fact['percent']:.2g} % of the height",
                ),
                Row(f"{name}: largest rotation of a foot", "", f"{fact['turn']:.2g}°"),
            ]
        return rows

    def _ways(self, human: Figure) -> dict[str, Refresh]:
        """The methods that bring the feet back: each takes a state and returns the state after five iterations."""
        problem = locked_feet(human)

        def by(name: str, **options: Any) -> Refresh:
            solver = as_solver(name, max_iterations=self.iterations, tolerance=1e-12, **options)
            session = solver.start(problem)
            return lambda q: session.solve(q).q

        kept = Simulation(human, problem.goals, frozen=_root(human))

        def maintained(q: Array) -> Array:
            kept.q = q
            return kept.step(1 / 60 / self.iterations, self.iterations)

        return {"ccd": by("ccd", calm=0.0), "maintained": maintained, "lm": by("lm", restarts=0)}

    def _course(self, human: Figure, refresh: Refresh) -> Course:
        start = np.array(human.rest)
        start[human.index("root_y")] -= START_LOWERING
        start = as_solver("lm", restarts=0).solve(locked_feet(human), start, preferred_bends=False).q
        courses = [self._once(human, refresh, start) for _ in range(self.repetitions)]
        return min(courses, key=lambda course: float(course.seconds.sum()))

    def _once(self, human: Figure, refresh: Refresh, start: Array) -> Course:
        states, seconds = [start], []
        for values in pelvis_path(human, self.refreshes):
            q = np.array(states[-1])
            for i, value in values.items():
                q[i] = value
            begin = time.process_time()
            states.append(np.array(refresh(q)))
            seconds.append(time.process_time() - begin)
        problem = locked_feet(human)
        errors = [problem.errors(state) for state in states[1:]]
        metres, radians = (np.array([max(e[unit] for e in both) for both in errors]) for unit in ("m", "rad"))
        return Course(metres, radians, np.array(seconds), np.array(states[1:]))

    def _pictures(self, path: Path, human: Figure, course: Course) -> None:
        quarter = self.refreshes // 8
        moments = {"tilted left": 1, "tilted right": 3, "upright": 4, "twisted left": 5, "twisted right": 7}
        panels = [Panel(human.pose(course.states[k * quarter - 1]), title) for title, k in moments.items()]
        write_picture(path, strip(panels, size=(300, 480), columns=5))

    def _plot(self, path: Path, courses: dict[str, Course], height: float) -> None:
        plot = new_plot(9, 4)
        axes = plot.subplots()
        for name, course in courses.items():
            axes.semilogy(100 * np.maximum(course.metres, 1e-17) / height, label=name)
        axes.axhline(0.1, color="grey", linestyle="--", linewidth=0.8)
        axes.set_xlabel(f"refresh, {self.iterations} iterations each")
        axes.set_ylabel("drift of the feet [% of the height]")
        axes.grid(alpha=0.3)
        axes.legend()
        plot.savefig(path)


def _facts(course: Course, height: float) -> dict[str, float]:
    return {
        "refreshes per second": len(course.seconds) / float(course.seconds.sum()),
        "drift": 1000 * float(course.metres.max()),
        "percent": 100 * float(course.metres.max()) / height,
        "turn": float(np.degrees(course.radians.max())),
    }
