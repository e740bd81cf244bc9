"""X9: a chain of rods follows goals."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from manikin.clips import Keyframes
from manikin.clips.key import Key
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.figure.figure import Figure
from manikin.goals import Position
from manikin.math.rotations import Array, Vec3
from manikin.picture import Polyline
from manikin.picture.strip import Panel, strip
from manikin.problem.problem import Problem
from manikin.skeleton.build import chain, joint, slide
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers.solver import as_solver

__all__ = ["ChainChase"]

REFRESH_SECONDS = 0.02
"""Time between two refreshes, as in the coursework."""


@dataclass(frozen=True)
class ChainRun:
    """States (n, size), positions of the tip and of its target (n, 3) [m], and times of the refreshes (n − 1,) [s]."""

    q: Array
    trail: Array
    wanted: Array
    seconds: Array


class ChainChase(
    Experiment, id="X9", title="A chain of rods follows goals", source="Bath coursework 2014, figs 1.1 and 3.1"
):
    """Rods of given lengths, with joints that rotate about z and y within limits; the tip moves from goal to goal.

    The target eases in and out.  A refresh of 20 ms is a few iterations of the solver.  The last goal is out of reach.
    Two solvers: the transpose of the Jacobian, with which the coursework ended, and the pseudoinverse with halved
    steps, with which it began.
    """

    lengths: tuple[float, ...] = (1.0, 0.8, 0.6, 0.4, 0.3)
    limit = 1.2  # [rad]
    goals: tuple[Vec3, ...] = ((0.6, 1.8, 0.6), (1.6, 0.2, -1.4), (0.2, 1.2, 1.6), (-1.0, 2.2, 0.0), (2.2, 2.2, 2.2))
    refreshes = 60  # for each goal
    iterations = (("transpose", 100), ("halving", 5))  # in a refresh

    def run(self, folder: Path) -> list[Row]:
        rods = Figure(chain(self.lengths, joints="free", limits=(-self.limit, self.limit), thickness=0.07))
        chases = {solver: self.chase(rods, solver, count) for solver, count in self.iterations}
        for solver, found in chases.items():
            self._draw(folder / f"x9_{solver}.png", rods, found)
        self._plot(folder / "x9_speed.png", chases)
        facts = {solver: self._facts(rods, found) for solver, found in chases.items()}
        nearest = float(np.linalg.norm(self.goals[-1]) - sum(self.lengths))
        shared = {
            "lengths": self.lengths,
            "limit": self.limit,
            "goals": self.goals,
            "distance of the last goal to the reach": nearest,
        }
        write_numbers(folder / "x9.json", {**shared, **facts})
        document = {
            "transpose": ("reached", "stops after a number of steps", "clamped", "20 ms of waiting"),
            "halving": ("reached", "not stable", "clamped", ""),
        }
        rows = []
        for solver, fact in facts.items():
            ends = fact["distance at the end of each goal"]
            last = (
                f"{ends[-1]:.3f} m from the goal (least possible {nearest:.3f}), jitter {1000 * fact['jitter']:.2g} mm"
            )
            ours = (
                f"to {1000 * max(ends[:-1]):.2g} mm",
                last,
                f"{fact['beyond limits']:.0e} rad beyond the limits",
                f"{1000 * fact['seconds per refresh']:.2g} ms of work",
            )
            for what, theirs, own in zip(
                ("goals in reach", "goal out of reach", "limits", "time of a refresh"),
                document[solver],
                ours,
                strict=True,
            ):
                rows.append(Row(f"{solver}: {what}", theirs, own))
        return rows

    def chase(self, rods: Figure, solver: str, iterations: int) -> ChainRun:
        """Follow all goals, one after another."""
        tip = rods.point("tip")
        start = rods.state(dict.fromkeys(rods.parameter_names, 0.2))
        place = tip.value(rods.pose(start))
        problem = Problem(rods, [Position(point=tip, target=place)])
        session = as_solver(solver, tolerance=1e-5).start(problem, start)
        states, seconds = [start], []
        wanted = self.way(place).bake().data
        for target in wanted[1:]:
            clock = time.perf_counter()
            session.set_targets(target)
            session.advance(iterations)
            seconds.append(time.perf_counter() - clock)
            states.append(session.q)
        q = np.array(states)
        trail = rods.forward(q)[:, rods.skeleton.index("tip"), :, 3]
        return ChainRun(q, trail, wanted, np.array(seconds))

    def way(self, start: Array) -> Keyframes:
        """The way of the target from goal to goal, as a clip of a single point: straight, slow at each goal."""
        places = [tuple(start.tolist()), *self.goals]
        keys = [
            Key(frame=self.refreshes * k, q=place, curve="linear", slow_in=1.0, slow_out=1.0)
            for k, place in enumerate(places)
        ]
        target = Figure(Skeleton(name="target", joints=(joint("point", dofs=[slide(a, name=a) for a in "xyz"]),)))
        return Keyframes(figure=target, rate=1 / REFRESH_SECONDS, keys=tuple(keys))

    def _facts(self, rods: Figure, found: ChainRun) -> dict[str, Any]:
        ends = found.trail[self.refreshes :: self.refreshes]
        return {
            "distance at the end of each goal": [
                float(np.linalg.norm(end - goal)) for end, goal in zip(ends, self.goals, strict=True)
            ],
            "jitter": float(np.linalg.norm(np.diff(found.trail[-8:], n=2, axis=0), axis=1).max()),
            "beyond limits": float(max(np.maximum(found.q - rods.hi, rods.lo - found.q).max(), 0.0)),
            "seconds per refresh": float(np.median(found.seconds)),
            "trail": found.trail,
        }

    def _draw(self, path: Path, rods: Figure, found: ChainRun) -> None:
        panels = []
        for share in (0.5, 1.0):
            for k, goal in enumerate(self.goals):
                frame = round((k + share) * self.refreshes)
                trail = Polyline(found.trail[max(0, frame - 2 * self.refreshes) : frame + 1], (0.95, 0.6, 0.1), 0.012)
                title = f"goal {k + 1}, {REFRESH_SECONDS * frame:.1f} s"
                panels.append(Panel(rods.pose(found.q[frame]), title, paths=[trail], stars=[goal]))
        write_picture(path, strip(panels, size=(300, 300), columns=len(self.goals)))

    def _plot(self, path: Path, chases: dict[str, ChainRun]) -> None:
        plot = new_plot(11, 6)
        grid = plot.subplots(2, len(chases), sharex=True, sharey="row", squeeze=False)
        for (above, below), (solver, found) in zip(grid.T, chases.items(), strict=True):
            seconds = REFRESH_SECONDS * np.arange(len(found.q))
            for points, style, label in ((found.wanted, "--", "goal"), (found.trail, "-", "tip")):
                speed = np.linalg.norm(np.diff(points, axis=0), axis=1) / REFRESH_SECONDS
                above.plot(seconds[1:], speed, style, color="gray" if label == "goal" else "tab:blue", label=label)
            above.set(title=f"{solver}: ease in, ease out", ylim=(0, 8))
            above.legend()
            below.plot(seconds, np.degrees(found.q), lw=1)
            for end in (-self.limit, self.limit):
                below.axhline(np.degrees(end), color="crimson", lw=0.8, ls=":")
            below.set(xlabel="time [s]")
            for axes in (above, below):
                axes.grid(alpha=0.3)
        grid[0, 0].set_ylabel("speed of the tip [m/s]")
        grid[1, 0].set_ylabel("joint angles [°]")
        plot.savefig(path)
