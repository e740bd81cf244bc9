"""Run the benchmarks and print their tables: python -m benchmarks [kinematics] [solvers] … [motion] [--quick]"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.motion import command as motion
from benchmarks.timing import Row

GROUPS = ("kinematics", "solvers", "constraints", "clips", "editor", "characters", "drags", "motion")
OUT = Path(__file__).resolve().parent.parent / "out"


def main() -> None:
    """Print the tables; goals that are not met are marked."""
    described = "Speed and size of manikin compared with other libraries."
    parser = argparse.ArgumentParser(prog="benchmarks", description=described)
    parser.add_argument("groups", nargs="*", metavar="|".join(GROUPS), help="what to measure; all by default")
    parser.add_argument("--quick", action="store_true", help="few problems and rounds, to see that everything works")
    parser.add_argument(
        "--peers",
        nargs="?",
        const="all",
        help="other libraries, by names with commas between; for solvers all by default, for motion none",
    )
    motion.add_options(parser)
    asked = parser.parse_args()
    unknown = set(asked.groups) - {*GROUPS}
    if unknown:
        parser.error(f"there is no group {', '.join(sorted(unknown))}; the groups are {', '.join(GROUPS)}")
    if not asked.groups or "kinematics" in asked.groups:
        _kinematics()
    if not asked.groups or "solvers" in asked.groups:
        _solvers(asked.quick, asked.peers)
    if not asked.groups or "constraints" in asked.groups:
        _constraints(asked.quick)
    if not asked.groups or "clips" in asked.groups:
        _clips(asked.quick)
    if not asked.groups or "editor" in asked.groups:
        from benchmarks.editor import editor_rows

        show("the editor", editor_rows(asked.quick))
        try:
            from benchmarks.editor_page import editor_page_rows
        except ImportError:
            print("the editor's page: left out, for Playwright is not installed")
        else:
            show("the editor's page", editor_page_rows(asked.quick))

    if not asked.groups or "characters" in asked.groups:
        _characters(asked.quick)
    if not asked.groups or "drags" in asked.groups:
        from benchmarks.drag_feel import drag_feel_table
        from benchmarks.random_drags import random_drags_table

        console = Console(width=None if sys.stdout.isatty() else 190)
        console.print(drag_feel_table())
        console.print(random_drags_table(range(3 if asked.quick else 40)))
    if not asked.groups or "motion" in asked.groups:
        motion.run(asked)


def _kinematics() -> None:
    from benchmarks.footprint import footprint_rows
    from benchmarks.jacobians import jacobian_rows
    from benchmarks.kinematics import batch_rows, pose_rows

    for title, rows in (
        ("forward kinematics", pose_rows),
        ("Jacobians", jacobian_rows),
        ("many poses", batch_rows),
        ("footprint", footprint_rows),
    ):
        show(title, rows())


def _solvers(quick: bool, peers: str | None) -> None:
    from benchmarks.conflicts import conflict_rows
    from benchmarks.mid_range import mid_range_rows
    from benchmarks.solvers import Effort, problem_rows
    from benchmarks.solvers_own import figure_rows, growth_rows, iteration_rows, ten_joint_rows
    from benchmarks.solvers_peers import PEERS

    effort = Effort.quick() if quick else Effort()
    if peers not in (None, "all"):
        names = tuple(name for name in peers.split(",") if name)
        if set(names) - set(PEERS):
            sys.exit(f"the other solvers are {', '.join(PEERS)}, not {peers}")
        effort = replace(effort, peers=names)
    OUT.mkdir(exist_ok=True)
    numbers: dict[str, Any] = {"load at the start": os.getloadavg()}
    groups: dict[str, Callable[[], list[Row]]] = {
        "problems, compared with other libraries": lambda: problem_rows(effort, numbers),
        "reachable poses from mid-range, to 1e-5": lambda: mid_range_rows(numbers, count=1000 if quick else 10_000),
        "figures": lambda: figure_rows(numbers),
        "conflicts": lambda: conflict_rows(numbers, frames=15 if quick else 60),
        "cost of an iteration": lambda: iteration_rows(numbers),
        "a chain of ten joints (times better than lm)": lambda: ten_joint_rows(numbers, targets=10 if quick else 50),
        "growth": lambda: growth_rows(numbers, OUT, longest=100 if quick else 1000, targets=3 if quick else 10),
    }
    _measure(groups, numbers, OUT / "bench_solvers.json")
    print(f"growth in {OUT / 'bench_growth.png'}")


def _constraints(quick: bool) -> None:
    from benchmarks.constraints import circle_rows, drag_rows, step_rows
    from benchmarks.velocity import velocity_rows

    OUT.mkdir(exist_ok=True)
    numbers: dict[str, Any] = {"load at the start": os.getloadavg()}
    groups: dict[str, Callable[[], list[Row]]] = {
        "maintained constraints": lambda: step_rows(numbers),
        "random drags": lambda: drag_rows(numbers, count=100 if quick else 1000),
        "a humanoid's hand on a circle, compared with other libraries": lambda: circle_rows(numbers),
        "velocity control, compared with placo": lambda: velocity_rows(numbers),
    }
    _measure(groups, numbers, OUT / "bench_constraints.json")


def _clips(quick: bool) -> None:
    from benchmarks.clips import calm_rows, held_rows, peer_rows, state_rows

    OUT.mkdir(exist_ok=True)
    numbers: dict[str, Any] = {"load at the start": os.getloadavg()}
    groups: dict[str, Callable[[], list[Row]]] = {
        "clips: states between keys": lambda: state_rows(numbers),
        "clips: goals held on in-betweens": lambda: held_rows(numbers),
        "clips: slip and calm": lambda: calm_rows(numbers, count=5 if quick else 40),
        "clips, compared with other libraries": lambda: peer_rows(numbers),
    }
    _measure(groups, numbers, OUT / "bench_clips.json")


def _characters(quick: bool) -> None:
    from benchmarks.character_files import mutant_rows
    from benchmarks.characters import cleaning_rows, present, retarget_rows

    OUT.mkdir(exist_ok=True)
    numbers: dict[str, Any] = {"load at the start": os.getloadavg()}
    groups: dict[str, Callable[[], list[Row]]] = {}
    if present():
        groups["retargeting a captured walk"] = lambda: retarget_rows(numbers)
        groups["foot-skate clean-up"] = lambda: cleaning_rows(numbers)
    else:
        print("retargeting and clean-up: left out, for the clips are not here; MANIKIN_DATA names their folder")
    groups["damaged files"] = lambda: mutant_rows(numbers, 200 if quick else 2000)
    _measure(groups, numbers, OUT / "bench_characters.json")


def _measure(groups: dict[str, Callable[[], list[Row]]], numbers: dict[str, Any], file: Path) -> None:
    """Print the rows of each group, and keep them together with the measured numbers."""
    from manikin.experiments.experiment import write_numbers

    missed = []
    for title, rows in groups.items():
        found = rows()
        show(title, found)
        missed += [row for row in found if not row.met]
        numbers[f"rows: {title}"] = [
            vars(row) | {"ratio": None if math.isnan(row.ratio) else row.ratio, "met": row.met} for row in found
        ]
        numbers["load at the end"] = os.getloadavg()
        write_numbers(file, numbers)
    print(f"numbers in {file}")
    for row in missed:
        print(f"missed: {row.what}: {row.ours} ({row.other}; {row.ratio:.2f}, wanted {row.goal})")


def show(title: str, rows: Iterable[Row]) -> None:
    """A table; one column says whether the goals are met."""
    table = Table("", "manikin", "beside", "times better", "goal", "", title=title, title_justify="left")
    for row in rows:
        mark = "" if row.goal is None else "yes" if row.met else "NO"
        ratio = "" if math.isnan(row.ratio) else f"{row.ratio:.2f}"
        table.add_row(row.what, row.ours, row.other, ratio, f"{row.goal or ''}", mark)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
