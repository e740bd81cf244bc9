"""The command: make the tasks, let every library follow them, judge, and print the tables."""

from __future__ import annotations

import argparse
import datetime
import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from benchmarks.motion import DEVELOPMENT_SEED, PUBLISHED_SEED, VERSION
from benchmarks.motion.agreement import check_kinematics
from benchmarks.motion.families.all import ALL, WALK, known_hashes, tasks, write_models
from benchmarks.motion.measures import Run, measure
from benchmarks.motion.models import absent, model
from benchmarks.motion.peers import PEERS, Peer, modes_of
from benchmarks.motion.perform import Performance, perform
from benchmarks.motion.tables import show_bars, show_families, show_summary
from benchmarks.motion.task import Task

__all__ = ["add_options", "run"]

OUT = Path(__file__).resolve().parent.parent.parent / "out" / "motion"
Everything = dict[str, dict[str, dict[str, Any]]]
"""Measures by name, of tasks by name, of modes by label."""
Facts = dict[str, dict[str, Any]]
"""What is said of whole modes, by label."""
QUICK_MODES = ("solve", "session", "session-null", "editor", "sim-brake", "session grouped")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the motion benchmark alone."""
    own = parser.add_argument_group("motion")
    own.add_argument("--only", help="families, with commas between, such as T2,T9; all by default")
    own.add_argument("--modes", help="our modes, with commas between; all by default, a few with --quick; - for none")
    own.add_argument("--plots", action="store_true", help="draw the motions in out/motion/plots")
    own.add_argument("--walk", help="a BVH file with a captured walk, for T11; default: what MANIKIN_WALK names")
    seeds = f"{DEVELOPMENT_SEED} while developing (default), {PUBLISHED_SEED} for tables that are published"
    own.add_argument("--seed", type=int, default=DEVELOPMENT_SEED, help=f"of the tasks: {seeds}")
    own.add_argument("--add", action="store_true", help="add to the results of the last run with these tasks")
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
    everything, facts = _last_results(asked) if asked.add else ({}, {})
    ours = importlib.import_module("benchmarks.motion.adapters.manikin")
    for mode in modes:
        print(f"manikin {mode} …", file=sys.stderr)
        done = [(task, perform(ours, mode, task, model(task.model))) for task in made]
        found, facts[mode] = _judged(done, mode, f"manikin {ours.version()}")
        everything[mode] = everything.get(mode, {}) | found
        _keep(asked, everything, facts)
    for name in peers:
        _run_peer(name, made, everything, facts)
        _keep(asked, everything, facts)
    _keep(asked, everything, facts)
    titles = f"version {VERSION}, seed {asked.seed}{', quick' if asked.quick else ''}"
    show_families(everything, titles)
    show_bars(everything, [mode for mode, said in facts.items() if said["library"].startswith("manikin")])
    show_summary(everything, facts)
    print(f"numbers in {OUT / 'results.json'}")
    if asked.page:
        from benchmarks.motion.page import PAGE, update_page

        update_page(json.loads((OUT / "results.json").read_text()))
        print(f"tables in {PAGE}")
    if asked.plots:
        from benchmarks.motion.plots import draw_all

        print(f"pictures in {draw_all(made, list(everything), OUT)}")


def _keep(asked: argparse.Namespace, everything: Everything, facts: Facts) -> None:
    """Write what there is: a long run that is stopped leaves what it had."""
    day = datetime.date.today().isoformat()
    numbers = {"version": VERSION, "seed": asked.seed, "quick": asked.quick, "day": day, "facts": facts}
    (OUT / "results.json").write_text(json.dumps({**numbers, "results": everything}, indent=1))


def _last_results(asked: argparse.Namespace) -> tuple[Everything, Facts]:
    """What was kept of the same tasks; nothing where the last run had others."""
    file = OUT / "results.json"
    kept = json.loads(file.read_text()) if file.is_file() else {}
    if [kept.get(name) for name in ("version", "seed", "quick")] != [VERSION, asked.seed, asked.quick]:
        return {}, {}
    return kept["results"], kept["facts"]


def _run_peer(name: str, made: list[Task], everything: Everything, facts: Facts) -> None:
    """All modes of another library, added to what there is."""
    files = [(task, OUT / "asked" / f"{task.name}.npz") for task in made]
    (OUT / "asked").mkdir(exist_ok=True)
    for task, file in files:
        task.save(file)
    for mode in modes_of(name):
        label = f"{name} {mode}"
        print(f"{label} …", file=sys.stderr)
        peer = Peer(name, mode, OUT / "models")
        if peer.absent:
            facts[label] = {"library": name, "absent": peer.absent}
            print(f"{name}: left out: {peer.absent}")
            return
        done = list(zip(made, peer.perform(files), strict=True))
        found, facts[label] = _judged(done, label, f"{name} {peer.version}")
        everything[label] = everything.get(label, {}) | found


def _judged(
    done: list[tuple[Task, Performance]], label: str, library: str
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """Measures by task, a task that failed has ``failed``; and what is said of the whole mode."""
    found: dict[str, dict[str, Any]] = {}
    folder = OUT / "motions" / label.replace(" ", "_")
    folder.mkdir(parents=True, exist_ok=True)
    for task, performance in done:
        if performance.motion is not None:
            performance.motion.save(folder / f"{task.name}.npz")
            found[task.name] = judge(task, performance)
        elif performance.stated:
            print(f"{label}: {task.name}: {performance.failed}", file=sys.stderr)
            found[task.name] = {"kind": task.kind, "failed": performance.failed}
    same = [performance.same for _, performance in done if performance.same is not None]
    left_out = sum(not performance.stated for _, performance in done)
    return found, {"library": library, "same": all(same) if same else None, "left_out": left_out}


def judge(task: Task, performance: Performance) -> dict[str, Any]:
    """The measures of what a library did, by the referee."""
    m, motion, other = model(task.model), performance.motion, None
    assert motion is not None
    if performance.second is not None and task.other is not None:
        other = Run(m, task, task.other, performance.second)
    return {"kind": task.kind, "cpu": motion.cpu, **measure(Run(m, task, task.targets, motion), other)}


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
