"""X2: time against accuracy for a limb with seven degrees of freedom."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from manikin import bodies
from manikin.errors import Unsupported
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import Position
from manikin.picture.strip import Panel, strip
from manikin.problem.problem import Problem
from manikin.solvers.result import Result
from manikin.solvers.solver import as_solver, solver_kinds

__all__ = ["Accuracy"]

GOALS = {"well inside": (0.35, 0.45, 0.25), "near the edge": (0.70, 0.62, 0.34)}
"""At 0.62 and 0.995 of the reach of the limb, which is 1 m."""


@dataclass(frozen=True)
class Run:
    """One solve: the tolerance [m], the time [s], the iterations, and whether the goal was reached."""

    tolerance: float
    seconds: float
    iterations: int
    reached: bool


class Accuracy(
    Experiment,
    id="X2",
    title="A limb with seven degrees of freedom: time against accuracy",
    source="Welman, figs 4.4 and 4.5",
):
    """A goal well inside the reach of the limb, and a goal at 0.995 of it; no limits; all solvers that support this.

    The tolerance goes from 0.1 m to 1e-8 m.  Times are the best of several solves, with a time limit of ``patience``
    seconds each.
    """

    tolerances: tuple[float, ...] = tuple(10.0**-k for k in range(1, 9))
    repeats = 15
    patience = 2.0

    def run(self, folder: Path) -> list[Row]:
        limb = bodies.load("limb7")
        runs: dict[str, dict[str, list[Run]]] = {}
        for case, target in GOALS.items():
            problem = reach(limb, target)
            finest: dict[str, Result] = {}
            runs[case] = {}
            for kind in able(problem):
                runs[case][kind], finest[kind] = self._measure(kind, problem)
            shown = [kind for kind in ("transpose", "ccd", "lm") if kind in finest]
            poses: dict[str, Pose] = {"start": limb.pose(), **{kind: finest[kind].pose for kind in shown}}
            name = f"x2_{case.replace(' ', '_')}.png"
            write_picture(folder / name, picture(poses, target))
        self._plot(folder / "x2_time.png", runs)
        facts: dict[str, Any] = {"goals": GOALS}
        for case, group in runs.items():
            facts[case] = {kind: [vars(run) for run in found] for kind, found in group.items()}
        write_numbers(folder / "x2.json", facts)
        return rows(runs)

    def _measure(self, kind: str, problem: Problem) -> tuple[list[Run], Result]:
        found = []
        for tolerance in self.tolerances:
            options = {"calm": 0.0} if kind == "ccd" else {}  # as in the thesis
            solver = as_solver(kind, tolerance=tolerance, max_iterations=10_000_000, **options)
            seconds = []
            for _ in range(self.repeats):
                result = solver.solve(problem, problem.rest, seconds=self.patience)
                seconds.append(result.seconds)
                if result.seconds > 0.1 * self.patience:
                    break
            found.append(Run(tolerance, min(seconds), result.iterations, result.reached))
        return found, result

    def _plot(self, path: Path, runs: dict[str, dict[str, list[Run]]]) -> None:
        plot = new_plot(11, 5)
        for axes, (case, group) in zip(plot.subplots(1, 2, sharey=True), runs.items(), strict=True):
            for k, (kind, found) in enumerate(group.items()):
                there = [run for run in found if run.reached]
                style: dict[str, Any] = {"lw": 2.5} if kind in ("transpose", "ccd", "lm") else {"lw": 1, "ls": "--"}
                axes.loglog(
                    [run.tolerance for run in there],
                    [run.seconds for run in there],
                    marker="os^vDPX*"[k % 8],
                    ms=4,
                    label=kind,
                    **style,
                )
            axes.set(title=f"goal {case}", xlabel="accuracy asked [m]")
            axes.invert_xaxis()
            axes.grid(alpha=0.3, which="both")
        plot.axes[0].set_ylabel("time [s]")
        plot.axes[1].legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))
        plot.savefig(path)


def reach(limb: Figure, target: tuple[float, float, float]) -> Problem:
    """The problem of moving the tip of the limb to a position [m]."""
    return Problem(limb, [Position(point=limb.point("hand tip"), target=target)], limits=False)


def able(problem: Problem) -> list[str]:
    """The solvers that support a problem."""
    import manikin.solvers  # noqa: F401  (registers the kinds)

    kinds = []
    for kind, cls in solver_kinds.items():
        try:
            cls().check(problem)
        except Unsupported:
            continue
        kinds.append(kind)
    return kinds


def picture(poses: dict[str, Pose], target: tuple[float, float, float]) -> np.ndarray:
    """A picture of poses side by side with their goal."""
    return strip([Panel(pose, title, stars=[target]) for title, pose in poses.items()], size=(300, 300))


def rows(runs: dict[str, dict[str, list[Run]]]) -> list[Row]:
    """The table: three methods at three tolerances."""
    found = []
    for case, group in runs.items():
        for kind, document in (
            ("transpose", "slower with every digit" if case == "well inside" else "very slow"),
            ("ccd", "quick" if case == "well inside" else "clearly faster than the transpose"),
            ("lm", ""),
        ):
            if kind in group:
                chosen = [run for run in group[kind] if run.tolerance in _few([r.tolerance for r in group[kind]])]
                ours = ", ".join(f"{run.tolerance:.0e}: {_time(run)}" for run in chosen)
                found.append(Row(f"{case}, {kind}", document, ours))
    return found


def _few(tolerances: list[float]) -> set[float]:
    return {tolerances[0], tolerances[len(tolerances) // 2], tolerances[-1]}


def _time(run: Run) -> str:
    return f"{1000 * run.seconds:.3g} ms ({run.iterations} it.)" if run.reached else "not reached"
