"""X7: reaching for the far face of a box: with the arm, with the torso, and with a partly stiff torso."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from manikin import bodies
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.experiments.x6_tube import ONE_AXIS, median_seconds
from manikin.goals import PoseAxes
from manikin.picture.strip import Panel, strip
from manikin.problem.problem import Problem
from manikin.problem.state_vector import Name
from manikin.solvers import ZhaoBadler
from manikin.solvers.result import Result

__all__ = ["Reach", "reach_problem"]

ARM = ("r_upper_arm", "r_forearm", "r_hand")
TORSO = tuple(f"torso{i}" for i in range(1, 6))
MOVES = {"bend": "forward bend", "side": "lateral bend", "twist": "axial rotation"}


def reach_problem(*, torso: bool, rigidity: float = 0.0) -> Problem:
    """The right palm on the right face of the box, with opposite normals (Z 12, figs 6-8).

    The chain starts at the waist or at the shoulder.  ``rigidity`` is the stiffness of lateral bend and twist of the
    torso.
    """
    figure = bodies.load("z_reach")
    face = figure.pose().transform("box right face")
    target: Any = np.column_stack([-face[:, 0], face[:, 1], -face[:, 2], face[:, 3]])
    chain = (TORSO if torso else ()) + ARM
    palm = figure.frame("r_palm")
    goal = PoseAxes(frame=palm, target=target, degrees_per_metre=ONE_AXIS, chain=chain, name="r_hand")
    stiffness: dict[Name, float] = {f"{part}_{move}": rigidity for part in TORSO for move in ("side", "twist")}
    return Problem(figure, [goal], stiffness=stiffness)


class Reach(Experiment, id="X7", title="Reaching for a box", source="Zhao & Badler, figs 6-8"):
    """The palm should lie flat on a face of a box that the arm alone cannot reach.

    From the shoulder, the solver finds the nearest pose.  From the waist the goal is reached, with all joints of the
    torso.  With rigidity 0.5 of lateral bend and twist, the torso bends forward instead.
    """

    repetitions = 21

    def run(self, folder: Path) -> list[Row]:
        cases = {
            "from the shoulder": reach_problem(torso=False),
            "from the waist": reach_problem(torso=True),
            "from the waist, rigidity 0.5": reach_problem(torso=True, rigidity=0.5),
        }
        solver = ZhaoBadler()
        facts: dict[str, dict[str, Any]] = {}
        panels = []
        for case, problem in cases.items():
            result = solver.solve(problem, history=True)
            facts[case] = _facts(result) | {"median seconds": median_seconds(solver, problem, self.repetitions)}
            panels.append(Panel(result.pose, case))
        write_picture(folder / "x7_poses.png", strip(panels, size=(480, 640), columns=3))
        write_picture(folder / "x7_front.png", strip(panels, view="front", size=(480, 640), columns=3))
        self._plot(folder / "x7_torso.png", facts)
        write_numbers(folder / "x7.json", facts)
        arm, waist, stiff = facts.values()
        return [
            Row("degrees of freedom from the waist", "22", str(waist["degrees of freedom"])),
            Row("from the shoulder", "not reachable", _outcome(arm)),
            Row("from the waist", "reached, awkward", _outcome(waist)),
            Row("with rigidity 0.5", "reached, natural", _outcome(stiff)),
            Row("lateral bend and twist of the torso, from the waist", "much", _sideways(waist)),
            Row("the same with rigidity 0.5", "less", _sideways(stiff)),
            Row("time with rigidity 0.5", "about 2 s", _time(stiff)),
            Row("time from the waist", "", _time(waist)),
            Row("time from the shoulder", "", _time(arm)),
        ]

    def _plot(self, path: Path, facts: dict[str, dict[str, Any]]) -> None:
        plot = new_plot(9, 4)
        moved = [(case, fact) for case, fact in facts.items() if np.any(list(fact["torso"].values()))]
        for axes, (case, fact) in zip(plot.subplots(1, len(moved), sharey=True), moved, strict=True):
            for k, (move, angles) in enumerate(fact["torso"].items()):
                axes.bar(np.arange(len(TORSO)) + 0.27 * (k - 1), angles, 0.25, label=MOVES[move])
            axes.set_xticks(range(len(TORSO)), TORSO)
            axes.set_title(case)
            axes.grid(axis="y", alpha=0.3)
        axes.legend()
        plot.axes[0].set_ylabel("joint angle [degrees]")
        plot.savefig(path)


def _facts(result: Result) -> dict[str, Any]:
    figure = result.pose.figure
    torso = {m: [float(np.degrees(result.q[figure.index(f"{part}_{m}")])) for part in TORSO] for m in MOVES}
    return {
        "degrees of freedom": int((result.problem.gain > 0).sum()),
        "status": result.status.value,
        "iterations": result.iterations,
        "evaluations": result.evaluations,
        "error": result.errors[0],
        "torso": torso,
        "sideways": float(np.abs([torso["side"], torso["twist"]]).sum()),
        "history": result.history,
    }


def _outcome(fact: dict[str, Any]) -> str:
    error = fact["error"]
    return f"{fact['status']}, {1000 * error['m']:.3g} mm and {np.degrees(error['rad']):.3g}° from the goal"


def _sideways(fact: dict[str, Any]) -> str:
    return f"{fact['sideways']:.1f}° in total"


def _time(fact: dict[str, Any]) -> str:
    return f"{1000 * fact['median seconds']:.3f} ms, {fact['iterations']} iterations"
