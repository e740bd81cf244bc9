"""X3: a straight limb is pulled along its own direction."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np

from manikin import bodies
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.experiments.x2_accuracy import reach
from manikin.picture.strip import Panel, strip
from manikin.solvers.result import Result
from manikin.solvers.solver import as_solver

__all__ = ["StraightLimb"]

ALONG, BESIDE = (0.5, 0.0, 0.0), (0.5, 1e-4, 0.0)


class StraightLimb(
    Experiment, id="X3", title="A straight limb is pulled along its own direction", source="Welman, fig. 4.2"
):
    """The limb is straight along x, 1 m long.  Its goal is at 0.5 m on the same line, then 0.1 mm beside the line.

    On the line, the derivative of the error is zero for every joint, and a method that follows the gradient cannot
    start.  Cyclic coordinate descent turns the hand back at once.
    """

    methods: ClassVar[dict[str, dict[str, float]]] = {"transpose": {}, "ccd": {"calm": 0.0}, "lm": {}}
    iterations = 2000

    def run(self, folder: Path) -> list[Row]:
        limb = bodies.load("limb7")
        straight = np.zeros(limb.size)
        found: dict[str, dict[str, Result]] = {}
        for case, target in (("along", ALONG), ("beside", BESIDE)):
            problem = reach(limb, target)
            found[case] = {
                kind: as_solver(kind, max_iterations=self.iterations, **options).solve(problem, straight, history=True)
                for kind, options in self.methods.items()
            }
        panels = [Panel(limb.pose(straight), "start", stars=[ALONG])]
        panels += [
            Panel(r.pose, f"{kind}, {case} the line", stars=[BESIDE])
            for case in found
            for kind, r in found[case].items()
        ]
        panels.insert(4, Panel(limb.pose(straight), "start", stars=[BESIDE]))
        write_picture(folder / "x3_panels.png", strip(panels, view="front", size=(320, 240), columns=4))
        self._plot(folder / "x3_errors.png", found["beside"])
        facts = {case: {kind: _facts(result) for kind, result in group.items()} for case, group in found.items()}
        write_numbers(folder / "x3.json", {"goals": {"along": ALONG, "beside": BESIDE}, **facts})
        document = {"transpose": "stuck", "ccd": "folds", "lm": ""}
        return [
            Row(
                f"{kind}, goal {case} the line",
                document[kind] if case == "along" else "",
                f"largest angle {fact['largest turn']:.3g} rad, {1000 * fact['error']:.3g} mm from the goal, "
                f"{fact['iterations']} iterations",
            )
            for case, group in facts.items()
            for kind, fact in group.items()
        ]

    def _plot(self, path: Path, group: dict[str, Result]) -> None:
        plot = new_plot(7, 4)
        axes = plot.subplots()
        for kind, result in group.items():
            assert result.history is not None
            history = np.sqrt(np.append(0.5**2, result.history))
            axes.loglog(1 + np.arange(len(history)), history, marker=".", label=kind)
        axes.set(title="goal 0.1 mm beside the line", xlabel="iteration", ylabel="distance of tip and goal [m]")
        axes.grid(alpha=0.3)
        axes.legend()
        plot.savefig(path)


def _facts(result: Result) -> dict[str, float | str]:
    return {
        "status": result.status.value,
        "largest turn": float(np.abs(result.q).max()),
        "error": result.errors[0]["m"],
        "iterations": result.iterations,
        "seconds": result.seconds,
    }
