"""X1: a planar arm with three links follows a goal, with each method of the chapter."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from manikin import bodies
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers
from manikin.goals import Position
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.solver import as_solver

__all__ = ["PlanarArm"]

REACH = 30.0
"""Length of the arm."""
INSIDE, OUTSIDE = (-20.0, 5.0), (-35.0, 5.0)
"""Goals inside and outside the reach of the arm."""
FRAMES = 21
PANEL_BORDER = np.array([(-38, -14), (20, -14), (20, 24), (-38, 24), (-38, -14)])
NO_STEP_LIMIT: dict[str, Any] = {"max_step": None}
STRAIGHT_ARM: dict[str, Any] = {"desired": (0.0, 0.0, 0.0)}


@dataclass(frozen=True)
class Method:
    """A row of panels: a solver, its iterations per frame, and the figure in the chapter."""

    label: str
    figure: str
    solver: str
    options: dict[str, Any]
    iterations: int = 1


@dataclass(frozen=True)
class ArmRun:
    """Joint angles (frames, 3), positions of joints and tip (frames, 4, 2), goals (frames, 2).

    ``settling`` is the number of further iterations at the last goal until the distance is 1e-6, or None.
    """

    method: Method
    angles: Array
    corners: Array
    goals: Array
    settling: int | None

    @property
    def tips(self) -> Array:
        return self.corners[:, -1]

    @property
    def errors(self) -> Array:
        """Distance from the tip to the goal of each frame (frames,)."""
        return np.asarray(np.linalg.norm(self.tips - self.goals, axis=1))

    @property
    def deviation(self) -> float:
        """The largest distance of the tip from the straight line of the goals."""
        way = self.goals[-1] - self.goals[0]
        off = self.tips - self.goals[0]
        return float(np.abs(way[0] * off[:, 1] - way[1] * off[:, 0]).max() / np.linalg.norm(way))

    @property
    def largest_change(self) -> float:
        """The largest change of a joint angle from one frame to the next [rad]."""
        return float(np.abs(np.diff(self.angles, axis=0)).max())


class PlanarArm(
    Experiment, id="X1", title="A planar arm with three links follows a goal", source="Parent, figs 5.20 to 5.25"
):
    """Links of length 15, 10 and 5, from (π/8, π/4, π/4).  The goal moves in a straight line to (−20, 5) or (−35, 5).

    A frame is one step of a method that inverts the Jacobian, 5 sweeps of cyclic coordinate descent, or 100 steps of
    the transpose.  The chapter gives the scale of the transpose, 0.1, without a unit.  Here it refers to lengths
    relative to the reach of the arm; with the lengths themselves the method is not stable.
    """

    methods = (
        Method("pseudoinverse", "5.20a", "pseudoinverse", NO_STEP_LIMIT),
        Method("damped", "5.20b", "dls", {"damping": 0.1 * REACH, **NO_STEP_LIMIT}),
        Method(
            "control, gains .1 .5 .1",
            "5.22 top",
            "control",
            {"gains": (0.1, 0.5, 0.1), **STRAIGHT_ARM, **NO_STEP_LIMIT},
        ),
        Method(
            "control, gains .1 .1 .5",
            "5.22 bottom",
            "control",
            {"gains": (0.1, 0.1, 0.5), **STRAIGHT_ARM, **NO_STEP_LIMIT},
        ),
        Method("alternative Jacobian", "5.23", "alternative", NO_STEP_LIMIT),
        Method("transpose", "5.24", "transpose", {"scale": 0.1 / REACH**2, **NO_STEP_LIMIT}, 100),
        Method("cyclic coordinate descent", "5.25", "ccd", {"calm": 0.0}, 5),
    )

    def run(self, folder: Path) -> list[Row]:
        inside = [follow_goal(method, INSIDE) for method in self.methods]
        outside = [follow_goal(method, OUTSIDE) for method in self.methods[:2]]
        draw(folder / "x1_panels.png", inside, (0, 5, 10, 15, 20))
        draw(folder / "x1_out_of_reach.png", outside, (0, 10, 18, 19, 20))
        self._plot(folder / "x1_errors.png", inside, outside)
        write_numbers(
            folder / "x1.json",
            {name: {c.method.label: _facts(c) for c in group} for name, group in _named(inside, outside)},
        )
        return self._rows(inside, outside)

    def _rows(self, inside: list[ArmRun], outside: list[ArmRun]) -> list[Row]:
        rows = [
            Row(
                f"{c.method.label}, fig. {c.method.figure}",
                "arrives, nearly straight" if c.method.solver == "pseudoinverse" else "arrives",
                f"error {c.errors[-1]:.2g} at frame 20, 1e-6 after {c.settling} more iterations; "
                f"{c.deviation:.2g} from the straight line",
            )
            for c in inside
        ]
        second, third = (np.abs(c.angles).mean(axis=0) for c in inside[2:4])
        rows.append(
            Row(
                "mean angle of joints 2 and 3, for both gains",
                "a larger gain keeps a joint straighter",
                f"{second[1]:.2f} and {second[2]:.2f} rad with .5 on 2, {third[1]:.2f} and {third[2]:.2f} with .5 on 3",
            )
        )
        wild, calm = outside
        rows.append(
            Row(
                "out of reach, fig. 5.21: largest change of an angle in a frame",
                "damped is calmer",
                f"undamped {wild.largest_change:.2f} rad, damped {calm.largest_change:.2f} rad",
            )
        )
        return rows

    def _plot(self, path: Path, inside: list[ArmRun], outside: list[ArmRun]) -> None:
        plot = new_plot(10, 4)
        for axes, group, title in zip(
            plot.subplots(1, 2), (inside, outside), ("goal (−20, 5)", "goal (−35, 5), out of reach"), strict=True
        ):
            for c in group:
                axes.semilogy(np.arange(1, FRAMES), c.errors[1:], label=c.method.label)
            axes.set(title=title, xlabel="frame", ylabel="distance of tip and goal", xticks=range(0, FRAMES, 5))
            axes.grid(alpha=0.3)
            axes.legend(fontsize=7)
        plot.savefig(path)


def follow_goal(method: Method, goal: tuple[float, float]) -> ArmRun:
    """Follow a goal that moves in a straight line from the tip to ``goal``."""
    arm = bodies.load("planar3")
    tip = arm.point("tip")
    begin = tip.value(arm.pose())
    goals = begin + np.linspace(0, 1, FRAMES)[:, None] * (np.array([*goal, 0.0]) - begin)
    problem = Problem(arm, [Position(point=tip, target=begin)])
    session = as_solver(method.solver, **method.options, tolerance=1e-6).start(problem, arm.rest)
    states = []
    for target in goals:
        session.set_targets(target)
        session.advance(method.iterations)
        states.append(session.q)
    rest = session.advance(2000 if np.linalg.norm(goal) < REACH else 0)
    angles = np.array(states)
    return ArmRun(
        method, angles, arm.forward(angles)[:, :, :2, 3], goals[:, :2], rest.iterations if rest.reached else None
    )


def draw(path: Path, chases: list[ArmRun], frames: tuple[int, ...]) -> None:
    """A row of panels for each method: the arm, the path of its tip so far, the goal of the frame."""
    plot = new_plot(2.2 * len(frames) + 0.5, 1.45 * len(chases) + 0.3)
    axes = plot.subplots()
    for row, c in enumerate(chases):
        axes.text(
            -44, 5 - 40 * row, c.method.label.replace(", ", "\n"), rotation=90, ha="center", va="center", fontsize=7
        )
        for column, frame in enumerate(frames):
            corner = np.array([60.0 * column, -40.0 * row])
            axes.plot(*(corner + PANEL_BORDER).T, "0.8", lw=0.8)
            axes.plot(*(corner + c.tips[: frame + 1]).T, color="tab:orange", lw=1)
            axes.plot(*(corner + c.corners[frame]).T, "o-", color="tab:blue", lw=2.5, ms=4, solid_capstyle="round")
            axes.plot(*(corner + c.goals[frame]), "*", color="crimson", ms=9)
            axes.text(*(corner + PANEL_BORDER[0] + 2), f"frame {frame}", fontsize=6, color="0.4")
    axes.set_aspect("equal")
    axes.axis("off")
    plot.savefig(path)


def _named(inside: list[ArmRun], outside: list[ArmRun]) -> list[tuple[str, list[ArmRun]]]:
    return [("inside", inside), ("out of reach", outside)]


def _facts(c: ArmRun) -> dict[str, Any]:
    return {
        "figure": c.method.figure,
        "solver": c.method.solver,
        "options": c.method.options,
        "iterations per frame": c.method.iterations,
        "angles": c.angles,
        "tips": c.tips,
        "goals": c.goals,
        "errors": c.errors,
        "largest distance to the straight line": c.deviation,
        "largest change of an angle in a frame": c.largest_change,
        "iterations at the last goal until 1e-6": c.settling,
    }
