"""X8: hands on hips, the example of a network in the thesis: four handles, two constraints, sparse blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from manikin import bodies
from manikin.experiments.experiment import Experiment, Row, new_plot, write_numbers, write_picture
from manikin.figure.figure import Figure
from manikin.goals import MatchValues, Position
from manikin.goals.goal import Goal
from manikin.language.goals import lock_from_text
from manikin.picture.network_diagram import network_svg
from manikin.picture.strip import Panel, strip
from manikin.problem.network import Network
from manikin.problem.problem import Problem
from manikin.solvers.solver import as_solver

__all__ = ["HandsOnHips", "hands_on_hips", "posture"]

SIDES = {"right": ("r", -1.0), "left": ("l", 1.0)}
HIP = (0.155, 0.1, 0.02)
"""Position of the left hand in the frame of the pelvis [m]."""


def hands_on_hips(figure: Figure) -> list[Goal]:
    """The tips of the hands on the hips: c₁ = h₁ − h₂ and c₂ = h₃ − h₄, three rows each (W 5.3.4)."""
    x, y, z = HIP
    return [
        Position(
            point=figure.point(f"{letter}_hand tip"),
            target=figure.point("pelvis", (sign * x, y, z)),
            name=f"{side} hand on hip",
        )
        for side, (letter, sign) in SIDES.items()
    ]


def posture(figure: Figure, q: np.ndarray, *, trunk: float, limbs: float) -> list[Goal]:
    """Goals to stay near a state (size,), with one weight for the trunk and another for the limbs."""
    inner = [n for n in figure.parameter_names if n.split("_")[0] in ("root", "spine", "neck", "head")]
    outer = [n for n in figure.parameter_names if n not in inner]
    return [
        MatchValues(
            values=figure.parameter_values(*names), target=tuple(q[[figure.index(n) for n in names]]), weight=weight
        )
        for names, weight in ((inner, trunk), (outer, limbs))
    ]


class HandsOnHips(Experiment, id="X8", title="Hands on hips", source="Welman 5.3.4"):
    """The network of the example in the thesis: the hands move to the hips and stay there while the body moves.

    The feet are locked; the torso is bent, twisted and lowered.  The vector C of six elements stays zero.
    """

    moves = {  # noqa: RUF012
        "hands on hips": {},
        "torso bent": {"spine_bend": 35.0},
        "torso turned": {"spine_twist": 30.0, "head_turn": -20.0},
        "pelvis lowered and tilted": {"root_y": -0.12, "root_roll": 8.0},
    }

    def run(self, folder: Path) -> list[Row]:
        human = bodies.load("human")
        hips = hands_on_hips(human)
        network = Network(human, hips)
        facts = self._wiring(human, network)
        panels = [Panel(human.pose(), "at rest")]
        kept: dict[str, dict[str, Any]] = {}
        feet = [lock_from_text(foot, human.pose()) for foot in ("l_foot", "r_foot")]
        solver = as_solver("lm", restarts=0)
        for name, move in self.moves.items():
            body = self._body(human, move)
            problem = Problem(human, body, hard=[*hips, *feet])
            result = solver.solve(problem, human.rest, preferred_bends=False)
            kept[name] = {"C": result.problem.raw_residual(result.q)[:6], "seconds": result.seconds}
            panels.append(Panel(result.pose, name))
            if not move:
                network.state = result.q
        write_picture(folder / "x8_poses.png", strip(panels, size=(300, 480), columns=5))
        (folder / "x8_network.svg").write_bytes(network_svg(network, hard=len(hips)))
        self._plot(folder / "x8_jacobian.png", human, network)
        write_numbers(folder / "x8.json", facts | {"kept": kept})
        worst = max(float(np.abs(k["C"]).max()) for k in kept.values())
        return [
            Row("point handles", "4", str(facts["handles"])),
            Row("constraints", "2", str(facts["constraints"])),
            Row("elements of C", "6", str(facts["rows"])),
            Row("blocks of the Jacobian", "sparse, rectangular", f"{facts['blocks']} of 6 × {human.size}"),
            Row("computed again when the left elbow moves", "what depends on it", ", ".join(facts["again"])),
            Row("largest element of C while the body moves", "", f"{1000 * worst:.1g} mm"),
        ]

    def _body(self, human: Figure, move: dict[str, float]) -> list[Goal]:
        """The posture of the trunk and, with a small weight, of the limbs."""
        q = np.array(human.rest)
        for name, value in human.values_from_degrees(move).items():
            q[human.index(name)] += value
        return posture(human, q, trunk=1.0, limbs=1e-3)

    def _wiring(self, human: Figure, network: Network) -> dict[str, Any]:
        def evaluated() -> dict[str, int]:
            network.residual(), network.jacobian()
            return {b.label: b.evaluations for b in network.goals}

        before = evaluated()
        network.state = human.state(l_elbow=0.3)
        after = evaluated()
        return {
            "handles": sum(b.label == "point" for b in network.blocks),
            "constraints": len(network.goals),
            "rows": len(network.residual()),
            "wires": len(network.wires),
            "blocks": " and ".join(f"3 × {len(b.columns)}" for b in network.jacobian_blocks()),
            "columns": {b.label: b.jacobian.columns for b in network.goals},
            "again": [label for label in after if after[label] > before[label]],
        }

    def _plot(self, path: Path, human: Figure, network: Network) -> None:
        plot = new_plot(11, 3.2)
        axes = plot.subplots()
        shown = axes.imshow(
            np.ma.masked_equal(network.jacobian(), 0.0), cmap="RdBu", vmin=-0.8, vmax=0.8, aspect="auto"
        )
        axes.set_xticks(range(human.size), human.parameter_names, rotation=90, fontsize=6)
        axes.set_yticks(range(6), [f"{side} {axis}" for side in SIDES for axis in "xyz"])
        axes.set_title("the constraint Jacobian [m/rad]; blank: always zero")
        plot.colorbar(shown, ax=axes)
        plot.savefig(path)
