"""X10: into a crouch: the toes are locked, the pelvis is pulled down, the knees move apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from manikin import bodies
from manikin.body.posture import bend_goals, comfort
from manikin.body.support import balance
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import OrientationGoal, Position
from manikin.goals.goal import Goal
from manikin.language.goals import goal_from_text, lock_from_text
from manikin.picture.strip import Panel, strip
from manikin.problem.problem import Problem
from manikin.solvers.solver import as_solver

__all__ = ["Crouch", "led_knees", "locked_toes"]

KNEES = ("l_shin", "r_shin")
BEND_WEIGHT = 5e-3
"""Weight of the preferred bend of a knee, relative to the pull on the pelvis."""


def locked_toes(human: Figure) -> list[Goal]:
    """The toes keep their position and stay level; the feet may rotate about them (a lock of one axis, W 6.3)."""
    rest = human.pose()
    found = []
    for toes in ("l_toes", "r_toes"):
        found += [
            lock_from_text(f"{toes}:position", rest),
            goal_from_text(f"align {toes}[y] y name '{toes} level'", rest),
        ]
    return found


def led_knees(human: Figure) -> list[Goal]:
    """Goals for the preferred bends of the knees, with a small weight."""
    return [bend for bend in bend_goals(human, weight=BEND_WEIGHT) if bend.middle.parts()[0] in KNEES]


@dataclass(frozen=True)
class Descent:
    """A pull, frame by frame: the poses and the times [s]."""

    poses: list[Pose]
    seconds: list[float]
    slip: float
    """Largest error of the position of a toe [m]."""

    @property
    def knees(self) -> list[float]:
        """Distance between the knees in each frame [m]."""
        return [float(np.linalg.norm(np.subtract(*(pose.position(knee) for knee in KNEES)))) for pose in self.poses]

    @property
    def heights(self) -> list[float]:
        """Height of the pelvis in each frame [m]."""
        return [float(pose.position("pelvis")[1]) for pose in self.poses]


class Crouch(Experiment, id="X10", title="Into a crouch", source="Welman 7.2.1"):
    """The toes are locked and the pelvis is pulled down by half a metre, in balance.

    First with these goals only, then also with the preferred bends that the figure has for its knees.
    """

    frames = 40
    depth = 0.5

    def run(self, folder: Path) -> list[Row]:
        human = bodies.load("human")
        pulls = {
            "without preferred bends": self._pull(human, []),
            "with preferred bends": self._pull(human, led_knees(human)),
        }
        panels = []
        for name, pull in pulls.items():
            for k in np.linspace(0, self.frames, 5).round().astype(int):
                panels.append(Panel(pull.poses[k], f"{name}: {100 * (pull.heights[k] - pull.heights[0]):.0f} cm"))
        for view in ("perspective", "front"):
            write_picture(folder / f"x10_{view}.png", strip(panels, view=view, size=(300, 400), columns=5))
        self._plot(folder / "x10_knees.png", pulls)
        facts = {
            name: {
                "knees apart": pull.knees,
                "pelvis": pull.heights,
                "slip": pull.slip,
                "comfort": comfort(pull.poses[-1]).score,
                "seconds per frame": float(np.median(pull.seconds)),
            }
            for name, pull in pulls.items()
        }
        write_numbers(folder / "x10.json", facts)
        plain, led = pulls.values()
        return [
            Row("knees, without preferred bends", "together as likely as apart", _change(plain)),
            Row("knees, with preferred bends", "apart", _change(led)),
            Row("pelvis lowered by", "", f"{100 * (led.heights[0] - led.heights[-1]):.0f} cm"),
            Row("largest error of the toes", "", f"{1000 * max(plain.slip, led.slip):.1g} mm"),
            Row("time per frame", "", f"{1000 * np.median(led.seconds):.2f} ms"),
        ]

    def _pull(self, human: Figure, known: Iterable[Goal]) -> Descent:
        rest = human.pose()
        hard = [*locked_toes(human), balance(human, "l_foot", "r_foot")]
        pelvis = human.orientation("pelvis")
        turn: Any = pelvis.value(rest)
        upright = OrientationGoal(orientation=pelvis, target=turn, weight=0.05)
        # a straight limb could bend in any direction, so both pulls start with slightly bent knees
        start = human.state(l_knee=0.2, r_knee=0.2, l_hip_flexion=0.1, r_hip_flexion=0.1)
        solver = as_solver("lm", restarts=0)
        q = solver.solve(Problem(human, [upright], hard=hard), start, preferred_bends=False).q
        poses, seconds, slip = [human.pose(q)], [0.0], 0.0
        for k in range(1, self.frames + 1):
            place: Any = rest.position("pelvis") - [0, self.depth * k / self.frames, 0.1 * k / self.frames]
            pull = Position(point=human.point("pelvis"), target=place)
            problem = Problem(human, [pull, upright, *known], hard=hard)
            result = solver.solve(problem, q, preferred_bends=False)
            q = result.q
            poses.append(result.pose)
            seconds.append(result.seconds)
            slip = max(slip, *(error["m"] for error in result.errors[:4] if "m" in error))
        return Descent(poses, seconds, slip)

    def _plot(self, path: Path, pulls: dict[str, Descent]) -> None:
        plot = new_plot(8, 4)
        axes = plot.subplots()
        for name, pull in pulls.items():
            axes.plot(np.subtract(pull.heights[0], pull.heights), np.multiply(100, pull.knees), label=name)
        axes.set_xlabel("pelvis lowered [m]")
        axes.set_ylabel("distance of the knees [cm]")
        axes.grid(alpha=0.3)
        axes.legend()
        plot.savefig(path)


def _change(pull: Descent) -> str:
    first, last = pull.knees[0], pull.knees[-1]
    way = "apart" if last > 1.05 * first else "together" if last < 0.95 * first else "unchanged"
    return f"{way}: {100 * first:.0f} cm, then {100 * last:.0f} cm"
