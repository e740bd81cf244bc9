"""The command: make the tasks, let every library follow them, judge, and print the tables."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.motion import DEVELOPMENT_SEED, PUBLISHED_SEED, VERSION
from benchmarks.motion.agreement import check_kinematics
from benchmarks.motion.families.all import ALL, WALK, known_hashes, tasks, write_models
from benchmarks.motion.kept import Kept, folder_of
from benchmarks.motion.measures import Run, measure
from benchmarks.motion.models import absent, model
from benchmarks.motion.peers import PEERS, Peer, modes_of
from benchmarks.motion.perform import Performance, perform
from benchmarks.motion.tables import show_bars, show_comparison, show_families, show_summary
from benchmarks.motion.task import Task

__all__ = ["add_options", "run"]

OUT = Path(__file__).resolve().parent.parent.parent / "out" / "motion"
QUICK_MODES = ("solve", "session", "session-null", "editor", "sim-brake", "session grouped")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the motion benchmark alone."""
    own = parser.add_argument_group("motion")
    own.add_argument("--only", help="families, with commas between, such as T2,T9; all by default")
    own.add_argument("--modes", help="our modes, with commas between; all by default, a few with --quick; - for none")
    own.add_argument("--plots", action="store_true", help="draw the motions, in the folder of the results")
    own.add_argument("--walk", help="a BVH file with a captured walk, for T11; default: what MANIKIN_WALK names")
    seeds = f"{DEVELOPMENT_SEED} while developing (default), {PUBLISHED_SEED} for tables that are published"
    own.add_argument("--seed", type=int, default=DEVELOPMENT_SEED, help=f"of the tasks: {seeds}")
    own.add_argument("--fresh", action="store_true", help="forget what former runs with this seed have left")
    own.add_argument("--page", action="store_true", help="put the results into docs/motion-quality.md")
    own.add_argument("--write-hashes", action="store_true", help="keep the hashes of these tasks in the repository")


def run(asked: argparse.Namespace) -> None:
    """Everything that was asked for."""
    families, modes, peers = _families(asked.only), _modes(asked), _peers(asked.peers)
    walk = asked.walk or os.environ.get("MANIKIN_WALK")
    if WALK in families and not walk:
        print("T11: left out, for no captured walk is given; name a BVH file with --walk FILE or MANIKIN_WALK")
    if why := absent("talos"):
        print(f"tasks of Talos: left out, for {why}")
    check_kinematics()
    write_models(OUT / "models")
    print(f"tasks of seed {asked.seed} …", file=sys.stderr)
    made = tasks(asked.seed, asked.quick, families, OUT / "tasks", walk)
    _check_hashes(made, asked.seed, asked.quick, asked.write_hashes)
    kept = Kept(folder_of(OUT, asked.seed, asked.quick), asked.seed, asked.quick)
    if not asked.fresh and (gone := kept.load(made)):
        print(f"{gone} results of former runs are left out: their tasks are others now", file=sys.stderr)
    ours = importlib.import_module("benchmarks.motion.adapters.manikin")
    for mode in modes:
        print(f"manikin {mode} …", file=sys.stderr)
        done = ((task, perform(ours, mode, task, model(task.model))) for task in made)
        kept.add(mode, f"manikin {ours.version()}", list(_judged(done, mode)))
    for name in peers:
        _run_peer(name, made, kept)
    kept.save()
    _show(kept)
    if asked.page:
        from benchmarks.motion.page import PAGE, PICTURE, update_page
        from benchmarks.motion.plots import draw_page

        update_page(kept.data())
        draw_page(made, kept, PICTURE)
        print(f"tables in {PAGE}")
    if asked.plots:
        from benchmarks.motion.plots import draw_all

        print(f"pictures in {draw_all(made, kept)}")


def _show(kept: Kept) -> None:
    """All tables of what is kept, also of former runs."""
    titles = f"version {VERSION}, seed {kept.seed}{', quick' if kept.quick else ''}"
    show_families(kept.results, titles)
    show_bars(kept.results, [mode for mode, said in kept.facts.items() if said["library"].startswith("manikin")])
    show_comparison(kept.results, kept.facts)
    show_summary(kept.results, kept.facts)
    print(f"numbers in {kept.file}")


def _run_peer(name: str, made: list[Task], kept: Kept) -> None:
    """All modes of another library, added to what there is."""
    asked = kept.folder / "asked"
    files = [(task, asked / f"{task.name}.npz") for task in made]
    asked.mkdir(parents=True, exist_ok=True)
    for task, file in files:
        task.save(file)
    for mode in modes_of(name):
        label = f"{name} {mode}"
        print(f"{label} …", file=sys.stderr)
        peer = Peer(name, mode, OUT / "models")
        if peer.absent:
            kept.absent(label, name, peer.absent)
            print(f"{name}: left out: {peer.absent}")
            return
        done = list(_judged(zip(made, peer.perform(files), strict=True), label))
        kept.add(label, f"{name} {peer.version}", done)


def _judged(done: Iterable[tuple[Task, Performance]], label: str) -> Iterator[tuple[Task, Performance, dict[str, Any]]]:
    """What a mode did, with the measures of each task."""
    for task, performance in done:
        if performance.failed:
            print(f"{label}: {task.name}: {performance.failed}", file=sys.stderr)
        yield task, performance, judge(task, performance) if performance.motion is not None else {}


def judge(task: Task, performance: Performance) -> dict[str, Any]:
    """The measures of what a library did, by the referee."""
    m, motion, other = model(task.model), performance.motion, None
    assert motion is not None
    if performance.second is not None and task.other is not None:
        other = Run(m, task, task.other, performance.second)
    return {"cpu": motion.cpu, **measure(Run(m, task, task.targets, motion), other)}


# ---- what is asked for -------------------------------------------------------------------------


def _families(only: str | None) -> list[str]:
    wanted = list(ALL) if only is None else only.split(",")
    return _known("family", "families", wanted, ALL)


def _modes(asked: argparse.Namespace) -> list[str]:
    known = importlib.import_module("benchmarks.motion.adapters.manikin").MODES
    if asked.modes is None:
        return [mode for mode in known if not asked.quick or mode in QUICK_MODES or mode.startswith("follow")]
    return [] if asked.modes == "-" else _known("mode", "modes", asked.modes.split(","), known)


def _peers(asked: str | None) -> list[str]:
    if asked is None:
        return []
    return list(PEERS) if asked == "all" else _known("library", "libraries", asked.split(","), PEERS)


def _known(one: str, many: str, wanted: list[str], known: Any) -> list[str]:
    unknown = [name for name in wanted if name not in known]
    if unknown:
        sys.exit(f"there is no {one} {', '.join(unknown)}; the {many} are {', '.join(known)}")
    return wanted


def _check_hashes(made: list[Task], seed: int, quick: bool, write: bool) -> None:
    """Tell where tasks are not those of the repository: then numbers cannot be compared with published ones."""
    from benchmarks.motion.families.all import write_hashes

    if write:
        write_hashes(made, seed, quick)
    known = known_hashes(seed, quick)
    differ = [task.name for task in made if known.get(task.name, task.hash) != task.hash]
    if differ:
        print(f"these tasks differ from those of the repository: {', '.join(differ)}", file=sys.stderr)
