"""The command: make the tasks, let every library follow them, judge, and print the tables."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.motion import DEVELOPMENT_SEED, PUBLISHED_SEED, VERSION
from benchmarks.motion.families.all import FAMILIES, known_hashes, tasks, write_models
from benchmarks.motion.follow import Motion, TimeUp, follow
from benchmarks.motion.measures import Run, measure
from benchmarks.motion.models import MODELS, absent, model
from benchmarks.motion.referee import kinematics
from benchmarks.motion.tables import show_bars, show_families
from benchmarks.motion.task import Task

__all__ = ["add_options", "run"]

OUT = Path(__file__).resolve().parent.parent.parent / "out" / "motion"
QUICK_MODES = ("solve", "session", "session-null", "editor", "sim-brake", "session grouped")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the motion benchmark alone."""
    own = parser.add_argument_group("motion")
    own.add_argument("--only", help="families, with commas between, such as T2,T9; all by default")
    own.add_argument("--modes", help="our modes, with commas between; all by default, a few with --quick")
    own.add_argument("--plots", action="store_true", help="draw the motions in out/motion/plots")
    seeds = f"{DEVELOPMENT_SEED} while developing, {PUBLISHED_SEED} for tables that are published"
    own.add_argument("--seed", type=int, default=DEVELOPMENT_SEED, help=f"of the tasks: {seeds}")


def run(asked: argparse.Namespace) -> None:
    """Everything that was asked for."""
    families = _families(asked.only)
    check_kinematics()
    write_models(OUT / "models")
    print(f"tasks of seed {asked.seed} …", file=sys.stderr)
    made = tasks(asked.seed, asked.quick, families, OUT / "tasks")
    _check_hashes(made, asked.seed, asked.quick)
    everything: dict[str, dict[str, dict[str, Any]]] = {}
    for mode in _modes(asked):
        everything[mode] = run_mode("manikin", mode, made)
    titles = f"version {VERSION}, seed {asked.seed}{', quick' if asked.quick else ''}"
    show_families(everything, titles)
    show_bars(everything, everything)
    OUT.mkdir(parents=True, exist_ok=True)
    file = OUT / "results.json"
    file.write_text(json.dumps({"version": VERSION, "seed": asked.seed, "results": everything}, indent=1))
    print(f"numbers in {file}")


def run_mode(library: str, mode: str, made: list[Task]) -> dict[str, dict[str, Any]]:
    """Measures of one mode of a library in this process, by task; a task that failed has ``failed``."""
    adapter = importlib.import_module(f"benchmarks.motion.adapters.{library}")
    found: dict[str, dict[str, Any]] = {}
    for task in made:
        m = model(task.model)
        try:
            follower = adapter.make(mode, task, m)
            if follower is None:
                continue
            motion = follow(follower, task, task.targets)
            second = None if task.other is None else follow(follower, task, task.other)
        except TimeUp as error:
            found[task.name] = {"kind": task.kind, "failed": str(error)}
            continue
        except Exception as error:  # a library that fails has failed the task, whatever it raises
            print(f"{mode}: {task.name}: {type(error).__name__}: {error}", file=sys.stderr)
            found[task.name] = {"kind": task.kind, "failed": f"{type(error).__name__}: {error}"}
            continue
        found[task.name] = judge(task, motion, second)
    return found


def judge(task: Task, motion: Motion, second: Motion | None) -> dict[str, Any]:
    """The measures of a motion, by the referee."""
    m = model(task.model)
    if any(a is not None and not np.isfinite(a).all() for a in (motion.q, motion.base, motion.frames)):
        return {"kind": task.kind, "failed": "numbers that are not finite"}
    other = None
    if second is not None and task.other is not None:
        other = Run(m, task, task.other, second)
    return {"kind": task.kind, "cpu": motion.cpu, **measure(Run(m, task, task.targets, motion), other)}


def check_kinematics(states: int = 50) -> None:
    """Referee and our own forward kinematics agree to 1e-9 m at random states of every link, or nothing runs."""
    from benchmarks.motion.adapters.manikin_problem import figure_of

    rng = np.random.default_rng(0)
    for name in MODELS:
        if absent(name):
            continue
        m = model(name)
        figure = figure_of(m)
        lo, hi = np.maximum(m.lo, -np.pi), np.minimum(m.hi, np.pi)
        q = rng.uniform(lo, hi, (states, len(lo)))
        mine = figure.rest + np.zeros((states, 1))
        mine[:, [figure.index(joint) for joint in m.joint_names]] = q
        base = figure.forward(mine)[:, 0]
        world = kinematics(m).forward(q, base)[:, [m.index[part] for part in m.parts]]
        order = [figure.skeleton.index(part) for part in m.parts]
        off = np.abs(world - figure.forward(mine)[:, order]).max()
        if not off < 1e-9:
            sys.exit(f"{name}: the referee's kinematics and manikin's differ by {off:.1e}")


def _families(only: str | None) -> list[str]:
    wanted = list(FAMILIES) if only is None else only.split(",")
    unknown = [name for name in wanted if name not in FAMILIES]
    if unknown:
        sys.exit(f"there is no family {', '.join(unknown)}; the families are {', '.join(FAMILIES)}")
    return wanted


def _modes(asked: argparse.Namespace) -> list[str]:
    known = importlib.import_module("benchmarks.motion.adapters.manikin").MODES
    if asked.modes is None:
        return [mode for mode in known if not asked.quick or mode in QUICK_MODES or mode.startswith("follow")]
    wanted = asked.modes.split(",")
    unknown = [name for name in wanted if name not in known]
    if unknown:
        sys.exit(f"there is no mode {', '.join(unknown)}; the modes are {', '.join(known)}")
    return list(wanted)


def _check_hashes(made: list[Task], seed: int, quick: bool) -> None:
    """Tell where tasks are not those of the repository: then numbers cannot be compared with published ones."""
    known = known_hashes(seed)
    differ = [task.name for task in made if not quick and known.get(task.name, task.hash) != task.hash]
    if differ:
        print(f"these tasks differ from those of the repository: {', '.join(differ)}", file=sys.stderr)
