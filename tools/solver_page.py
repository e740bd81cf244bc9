"""The tables of docs/solvers.md: ``python -m tools.solver_page`` writes them, ``--measure`` with new times."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

import manikin.solvers  # noqa: F401  (registers the kinds)
from manikin import Position, Problem, Unsupported, bodies
from manikin.solvers.solver import FEATURES, as_solver, solver_kinds

__all__ = ["PAGE", "WHEN", "written"]

PAGE = Path(__file__).parent.parent / "docs" / "solvers.md"
BEGIN, END = "<!-- {name}: python -m tools.solver_page -->\n", "<!-- end of {name} -->\n"

WHEN = {
    "lm": "the default: any problem; the only one that honours hard goals",
    "ccd": "a cheap sweep over the joints, in the style of games; many joints, loose tolerances",
    "fabrik": "a chain of ball joints without limits, for one position",
    "limb": "an arm or a leg of two bones in closed form, with all branches compared; in Python, so a millisecond",
    "zhao": "many weighted goals that cannot all be met, within linear limits; Zhao and Badler's method",
    "dls": "the textbook's damped least squares: steady near singular poses, slow at the end",
    "sdls": "like dls, with damping chosen for each singular direction",
    "pseudoinverse": "the textbook's shortest step; unstable near singular poses",
    "inverse": "as many rows as free parameters; to compare with the textbook",
    "halving": "the coursework's method: smaller steps where the linear model is wrong",
    "alternative": "Parent's variant of the pseudoinverse; to compare",
    "control": "the null space pulls to a posture or away from limits",
    "transpose": "goals as forces; slow near the goal",
}
"""When to choose each solver."""


def features() -> str:
    """What each solver honours."""
    heads = ["solver", "class", *FEATURES.values(), "when"]
    lines = ["| " + " | ".join(heads) + " |", "|---|---|" + ":-:|" * len(FEATURES) + "---|"]
    for kind in WHEN:
        cls = solver_kinds[kind]
        marks = ["✓" if feature in cls.honours else "" for feature in FEATURES]
        lines.append("| " + " | ".join([f"`{kind}`", f"`{cls.__name__}`", *marks, WHEN[kind]]) + " |")
    return "\n".join(lines) + "\n"


def measured(count: int = 200) -> str:
    """Solved shares and times: a hand of seven joints, and that of the ungrouped human, to random positions."""
    limb, human = bodies.load("limb7"), bodies.load("human").ungrouped()
    arm = ("r_upper_arm", "r_forearm", "r_hand")
    tasks = [
        Problem(limb, [Position(point=limb.point("hand tip"), target=(0, 0, 0))]),
        Problem(human, [Position(point=human.point("r_hand"), target=(0, 0, 0), chain=arm)]),
    ]
    lines = [
        "| solver | seven joints: reached | median time | the human's arm: reached | median time |",
        "|---|--:|--:|--:|--:|",
    ]
    for kind in WHEN:
        cells = [f"`{kind}`"]
        for problem, point in zip(tasks, (limb.point("hand tip"), human.point("r_hand")), strict=True):
            cells += _tried(kind, problem, point, count)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _tried(kind: str, problem: Problem, point: object, count: int) -> list[str]:
    rng = np.random.default_rng(0)
    figure = problem.figures[0]
    times, reached = [], 0
    free = problem.gain > 0
    try:
        session = as_solver(kind).start(problem)
    except Unsupported:
        return ["–", "–"]
    for _ in range(count):
        q = np.where(free, figure.random_state(rng, reach=1.2), figure.rest)
        target = point.value(figure.pose(q))  # type: ignore[attr-defined]
        begin = time.perf_counter()
        result = session.solve(figure.rest, target)
        times.append(time.perf_counter() - begin)
        reached += result.reached
    return [f"{100 * reached / count:.0f} %", f"{1e6 * float(np.median(times)):.0f} µs"]


def written(page: str, tables: dict[str, str]) -> str:
    """The page with some of its tables as they should be."""
    for name, table in tables.items():
        begin, end = BEGIN.format(name=name), END.format(name=name)
        head, _, rest = page.partition(begin)
        page = head + begin + "\n" + table + "\n" + end + rest.partition(end)[2]
    return page


if __name__ == "__main__":
    made = {"features": features()} | ({"times": measured()} if "--measure" in sys.argv else {})
    PAGE.write_text(written(PAGE.read_text("utf-8"), made), "utf-8")
