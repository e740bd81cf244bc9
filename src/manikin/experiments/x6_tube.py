"""X6: looking down a tube, with a grouped spine and with independent vertebrae."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from manikin import bodies
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.figure.figure import Figure
from manikin.goals import Aim, Line, Plane, PoseAxes
from manikin.goals.goal import Goal
from manikin.picture.strip import Panel, strip
from manikin.problem.problem import Problem
from manikin.solvers import ZhaoBadler
from manikin.solvers.result import Result

__all__ = ["Tube", "median_seconds", "tube_problem"]

RADIUS, ELBOW_DISTANCE = 0.045, 0.28
"""Radius of the tube, and distance of the planes of the elbows from the middle [m]."""
ONE_AXIS = (None, None, 57.29577951308232)
"""Degrees per metre: only the normal of the palm counts, and a metre weighs as much as a radian."""
VERTEBRAE = [f"t{i}" for i in range(1, 13)] + [f"l{i}" for i in range(1, 6)]
MOVES = {"bend": "forward bend", "side": "lateral bend", "twist": "axial rotation"}


def tube_problem(figure: Figure) -> Problem:
    """The six constraints of Z 12: hands, elbows, view point, gaze."""
    grip = figure.pose().position("tube")
    goals: list[Goal] = []
    across: Any = (1, 0, 0)
    along: Any = (0, 1, 0)
    for side, sign in (("l", 1.0), ("r", -1.0)):
        inward, up = np.array([-sign, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
        target: Any = np.column_stack([np.cross(up, inward), up, inward, grip - RADIUS * inward])
        plane: Any = (sign * ELBOW_DISTANCE, 0, 0)
        palm, elbow = figure.frame(f"{side}_palm"), figure.point(f"{side}_forearm")
        goals += [
            PoseAxes(frame=palm, target=target, degrees_per_metre=ONE_AXIS, name=f"{side}_hand"),
            Plane(point=elbow, origin=plane, normal=across, name=f"{side}_elbow"),
        ]
    eyes, gaze = figure.point("eyes"), figure.direction("eyes", (0, 0, 1))
    goals += [
        Line(point=eyes, origin=figure.point("tube"), along=along, name="view point"),
        Aim(point=eyes, direction=gaze, target=figure.point("tube bottom"), name="gaze"),
    ]
    return Problem(figure, goals)


def median_seconds(solver: ZhaoBadler, problem: Problem, repetitions: int) -> float:
    """The median time of a solve from rest, including the start of the session [s]."""
    taken = []
    for _ in range(repetitions):
        begin = time.perf_counter()
        solver.solve(problem)
        taken.append(time.perf_counter() - begin)
    return median(taken)


class Tube(Experiment, id="X6", title="Looking down a tube", source="Zhao & Badler, figs 3-5"):
    """Two hands hold a tube, palms toward it; the elbows are in two planes; the eyes look along its axis to its bottom.

    The 17 joints of the spine are driven by three parameters, or independent.  Both cases reach all six goals, but
    only the grouped spine bends evenly.
    """

    repetitions = 21

    def run(self, folder: Path) -> list[Row]:
        grouped = bodies.load("z_tube")
        cases = {"grouped": grouped, "independent": grouped.ungrouped("spine")}
        solver = ZhaoBadler()
        facts: dict[str, dict[str, Any]] = {}
        panels = [Panel(grouped.pose(), "upright neutral")]
        for case, figure in cases.items():
            problem = tube_problem(figure)
            result = solver.solve(problem, history=True)
            facts[case] = _facts(result) | {"median seconds": median_seconds(solver, problem, self.repetitions)}
            panels.append(Panel(result.pose, f"spine {case}, {figure.size} DoF"))
        write_picture(folder / "x6_poses.png", strip(panels, size=(480, 640), columns=3))
        write_picture(folder / "x6_side.png", strip(panels, view="side", size=(480, 640), columns=3))
        self._plot(folder / "x6_spine.png", facts)
        write_numbers(folder / "x6.json", facts)
        one, many = facts["grouped"], facts["independent"]
        return [
            Row("degrees of freedom, spine grouped", "22", str(one["degrees of freedom"])),
            Row("degrees of freedom, vertebrae independent", "70", str(many["degrees of freedom"])),
            Row("time, grouped", "about 5 s", _time(one)),
            Row("time, independent", "about 15 s", _time(many)),
            Row("all six goals, grouped", "reached", _outcome(one)),
            Row("all six goals, independent", "reached", _outcome(many)),
            Row("angles along the spine, grouped", "even", f"{one['unevenness']:.3g}° from one vertebra to the next"),
            Row("angles along the spine, independent", "irregular", f"{many['unevenness']:.3g}°"),
        ]

    def _plot(self, path: Path, facts: dict[str, dict[str, Any]]) -> None:
        plot = new_plot(11, 4.5)
        for axes, (case, fact) in zip(plot.subplots(1, 2, sharey=True), facts.items(), strict=True):
            for move, angles in fact["spine"].items():
                axes.plot(range(len(VERTEBRAE)), angles, marker="o", markersize=4, label=MOVES[move])
            axes.set_xticks(range(len(VERTEBRAE)), [name.upper() for name in VERTEBRAE], fontsize=8)
            axes.set(title=f"vertebral joints {case}", ylabel="joint angle [degrees]")
            axes.grid(alpha=0.3)
            axes.legend()
        plot.savefig(path)


def _facts(result: Result) -> dict[str, Any]:
    figure = result.pose.figure
    values = np.degrees(figure.coupling.joint_values(result.q))
    index = figure.skeleton.dof_index
    spine = {move: [float(values[index[f"{name}_{move}"]]) for name in VERTEBRAE] for move in MOVES}
    names = [goal.name or goal.kind for goal in result.problem.goals]
    return {
        "degrees of freedom": figure.size,
        "status": result.status.value,
        "iterations": result.iterations,
        "evaluations": result.evaluations,
        "errors": dict(zip(names, result.errors, strict=True)),
        "spine": spine,
        "unevenness": float(np.mean([np.abs(np.diff(angles, 2)).mean() for angles in spine.values()])),
        "history": result.history,
    }


def _time(fact: dict[str, Any]) -> str:
    return f"{1000 * fact['median seconds']:.2f} ms, {fact['iterations']} iterations"


def _outcome(fact: dict[str, Any]) -> str:
    worst = max(value for error in fact["errors"].values() for value in error.values())
    return f"{fact['status']}, largest error {worst:.1e} m or rad"
