"""X1: a planar arm of three links follows a goal, by every method of the chapter."""

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
INSIDE, OUTSIDE = (-20.0, 5.0), (-35.0, 5.0)
FRAMES = 21
FRAME = np.array([(-38, -14), (20, -14), (20, 24), (-38, 24), (-38, -14)])
FREELY: dict[str, Any] = {"max_step": None}
STRAIGHT: dict[str, Any] = {"desired": (0.0, 0.0, 0.0)}


@dataclass(frozen=True)
class Method:
    """A row of panels: the figure it is compared with, a solver, and how often it iterates in a frame."""

    label: str
    figure: str
    solver: str
    options: dict[str, Any]
    iterations: int = 1


@dataclass(frozen=True)
class Chase:
    """What came out: joint angles (frames, 3), joints and tip (frames, 4, 2), goals (frames, 2).

    ``settling`` is how many iterations more the method needs at the last goal to come as near as 1e-6, if it does.
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
        """Distance of the tip to the goal of its frame (frames,)."""
        return np.asarray(np.linalg.norm(self.tips - self.goals, axis=1))

    @property
    def astray(self) -> float:
        """The largest distance of the tip to the straight way."""
        way = self.goals[-1] - self.goals[0]
        off = self.tips - self.goals[0]
        return float(np.abs(way[0] * off[:, 1] - way[1] * off[:, 0]).max() / np.linalg.norm(way))

    @property
    def leap(self) -> float:
        """The largest change of an angle from one frame to the next [rad]."""
        return float(np.abs(np.diff(self.angles, axis=0)).max())


class PlanarArm(
    Experiment, id="X1", title="A planar arm of three links follows a goal", source="Parent, figs 5.20 to 5.25"
):
    """Links of 15, 10 and 5 from (π/8, π/4, π/4); the goal goes in a straight line to (−20, 5), then to (−35, 5).

    Each frame asks for the way from the tip to the goal of the frame: one step of the methods that invert the
    Jacobian, 5 sweeps of cyclic coordinate descent, 100 steps of the transpose.  The chapter gives its scale, 0.1,
    without a unit; here lengths are in units of the arm's reach, for in the arm's own the method would not be stable.
    """

    methods = (
        Method("pseudoinverse", "5.20a", "pseudoinverse", FREELY),
        Method("damped", "5.20b", "dls", {"damping": 0.1 * REACH, **FREELY}),
        Method("control, gains .1 .5 .1", "5.22 top", "control", {"gains": (0.1, 0.5, 0.1), **STRAIGHT, **FREELY}),
        Method("control, gains .1 .1 .5", "5.22 bottom", "control", {"gains": (0.1, 0.1, 0.5), **STRAIGHT, **FREELY}),
        Method("alternative Jacobian", "5.23", "alternative", FREELY),
        Method("transpose", "5.24", "transpose", {"scale": 0.1 / REACH**2, **FREELY}, 100),
        Method("cyclic coordinate descent", "5.25", "ccd", {}, 5),
    )

    def run(self, folder: Path) -> list[Row]:
        inside = [chase(method, INSIDE) for method in self.methods]
        outside = [chase(method, OUTSIDE) for method in self.methods[:2]]
        draw(folder / "x1_panels.png", inside, (0, 5, 10, 15, 20))
        draw(folder / "x1_out_of_reach.png", outside, (0, 10, 18, 19, 20))
        self._plot(folder / "x1_errors.png", inside, outside)
        write_numbers(
            folder / "x1.json",
            {name: {c.method.label: _facts(c) for c in group} for name, group in _named(inside, outside)},
        )
        return self._rows(inside, outside)

    def _rows(self, inside: list[Chase], outside: list[Chase]) -> list[Row]:
        rows = [
            Row(
                f"{c.method.label}, fig. {c.method.figure}",
                "arrives, nearly straight" if c.method.solver == "pseudoinverse" else "arrives",
                f"{c.errors[-1]:.2g} off at frame 20, 1e-6 in {c.settling} iterations more; "
                f"{c.astray:.2g} beside the line",
            )
            for c in inside
        ]
        second, third = (np.abs(c.angles).mean(axis=0) for c in inside[2:4])
        rows.append(
            Row(
                "mean bend of joints 2 and 3, either gain",
                "more gain, straighter",
                f"{second[1]:.2f} and {second[2]:.2f} rad with .5 on 2, {third[1]:.2f} and {third[2]:.2f} with .5 on 3",
            )
        )
        wild, calm = outside
        rows.append(
            Row(
                "out of reach, fig. 5.21: largest leap in a frame",
                "damped is calmer",
                f"undamped {wild.leap:.2f} rad, damped {calm.leap:.2f} rad",
            )
        )
        return rows

    def _plot(self, path: Path, inside: list[Chase], outside: list[Chase]) -> None:
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


def chase(method: Method, goal: tuple[float, float]) -> Chase:
    """Follow a goal that goes in a straight line from the tip to ``goal``."""
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
    return Chase(
        method, angles, arm.forward(angles)[:, :, :2, 3], goals[:, :2], rest.iterations if rest.reached else None
    )


def draw(path: Path, chases: list[Chase], frames: tuple[int, ...]) -> None:
    """A row of panels for each method: the arm, the way of its tip so far, the goal of the frame."""
    plot = new_plot(2.2 * len(frames) + 0.5, 1.45 * len(chases) + 0.3)
    axes = plot.subplots()
    for row, c in enumerate(chases):
        axes.text(
            -44, 5 - 40 * row, c.method.label.replace(", ", "\n"), rotation=90, ha="center", va="center", fontsize=7
        )
        for column, frame in enumerate(frames):
            corner = np.array([60.0 * column, -40.0 * row])
            axes.plot(*(corner + FRAME).T, "0.8", lw=0.8)
            axes.plot(*(corner + c.tips[: frame + 1]).T, color="tab:orange", lw=1)
            axes.plot(*(corner + c.corners[frame]).T, "o-", color="tab:blue", lw=2.5, ms=4, solid_capstyle="round")
            axes.plot(*(corner + c.goals[frame]), "*", color="crimson", ms=9)
            axes.text(*(corner + FRAME[0] + 2), f"frame {frame}", fontsize=6, color="0.4")
    axes.set_aspect("equal")
    axes.axis("off")
    plot.savefig(path)


def _named(inside: list[Chase], outside: list[Chase]) -> list[tuple[str, list[Chase]]]:
    return [("inside", inside), ("out of reach", outside)]


def _facts(c: Chase) -> dict[str, Any]:
    return {
        "figure": c.method.figure,
        "solver": c.method.solver,
        "options": c.method.options,
        "iterations per frame": c.method.iterations,
        "angles": c.angles,
        "tips": c.tips,
        "goals": c.goals,
        "errors": c.errors,
        "largest distance to the straight way": c.astray,
        "largest leap of an angle": c.leap,
        "iterations at the last goal until 1e-6": c.settling,
    }
