"""Solvers on problems of arms, a humanoid robot and long chains, compared with solvers of other libraries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.peers_solvers import tasks
from benchmarks.solvers_peers import (
    CLOSED_FORMS,
    OURS,
    PEERS,
    Entry,
    compete,
    poses_per_second,
    reason_for_absence,
)
from benchmarks.timing import Row, readable

__all__ = ["Effort", "problem_rows"]

LENGTHS = (10, 30, 100, 300, 1000)
GOOD = 0.98  # a library that solves a smaller share is not compared

PUBLISHED: dict[str, dict[str, tuple[float, float]]] = {
    "p1_panda": {"roboticstoolbox": (0.163e-3, 0.26e-3), "ssik": (0.157e-3, np.nan)},
    "p2_ur5": {"roboticstoolbox": (0.072e-3, 0.11e-3), "ssik": (0.027e-3, np.nan)},
    "p3_talos_near": {"placo": (0.097e-3, np.nan)},
    "p3_talos_far": {"placo": (0.231e-3, np.nan)},
    "p4_chain10": {"kdl": (0.061e-3, np.nan)},
    "p4_chain30": {"kdl": (0.093e-3, np.nan)},
    "p4_chain100": {"kdl": (0.223e-3, np.nan)},
    "p4_chain300": {"kdl": (0.61e-3, np.nan)},
    "p4_chain1000": {"kdl": (2.03e-3, np.nan)},
}
"""Median and mean CPU seconds from the problems' README, measured elsewhere: used if a library is not available."""
PUBLISHED_RATE = ("ssik", 8600.0)


@dataclass(frozen=True)
class Effort:
    """How much time the measurements may take."""

    problems: int = 1000
    figures: int = 200
    batch: int = 10_000
    rounds: int = 5
    seconds: float = 20.0
    peers: tuple[str, ...] = PEERS

    @staticmethod
    def quick() -> Effort:
        """A minute or two, to see that everything works."""
        return Effort(problems=200, figures=60, batch=2000, rounds=2, seconds=3.0)


def problem_rows(effort: Effort, numbers: dict[str, Any]) -> list[Row]:
    """Each problem with its goals; all measurements are put into ``numbers``."""
    absent = reason_for_absence()
    if absent:
        numbers["problems"] = {"left out": absent}
        return [Row("p1 to p6", "left out", absent, np.nan)]
    return [*_arms(effort, numbers), *_humanoids(effort, numbers), *_chains(effort, numbers), *_batch(effort, numbers)]


# ---- the problems ------------------------------------------------------------------------------


def _arms(effort: Effort, numbers: dict[str, Any]) -> list[Row]:
    rows = []
    for name, label in (("p1_panda", "p1 Panda"), ("p2_ur5", "p2 UR5")):
        found = _compete(name, effort.problems, effort, numbers)
        ours = found[OURS]
        rows.append(_share(f"{label}: solved to 1e-6", ours.share, 1.0))
        numeric, closed = (_best(name, found, kind) for kind in ("numeric", "closed"))
        goals: tuple[float | None, float | None] = (4.0, None) if name == "p1_panda" else (None, 1.0)
        rows.append(_faster(f"{label}: median", ours.median, numeric, goals[0]))
        if name == "p1_panda":
            by_mean = min(numeric, _best(name, found, "numeric", mean=True), key=lambda peer: peer[2])
            rows.append(_faster(f"{label}: mean", ours.mean, (by_mean[0], by_mean[2], by_mean[2]), 4.0))
        rows.append(_faster(f"{label}: median, closed form", ours.median, closed, goals[1]))
        rows += _others(label, found)
    return rows


def _humanoids(effort: Effort, numbers: dict[str, Any]) -> list[Row]:
    rows = []
    for kind in ("near", "far", "wild"):
        name, label = f"p3_talos_{kind}", f"p3 Talos {kind}"
        found = _compete(name, effort.figures, effort, numbers)
        ours = found[OURS]
        if kind == "wild":
            rows.append(_share(f"{label}: solved within 3 ms", ours.within(3e-3), 0.95))
            rows.append(Row(f"{label}: median", readable(ours.median), f"mean {readable(ours.mean)}", np.nan))
        else:
            rows.append(_share(f"{label}: solved", ours.share, 1.0))
            peer = _of(name, found, "placo")
            rows.append(_faster(f"{label}: median", ours.median, peer, 2.5))
        rows += _others(label, found)
    return rows


def _chains(effort: Effort, numbers: dict[str, Any]) -> list[Row]:
    rows, times = [], {}
    for length in LENGTHS:
        name, label = f"p4_chain{length}", f"p4 chain of {length}"
        found = _compete(name, 20, effort, numbers)
        ours = found[OURS]
        times[length] = ours.median
        rows.append(_share(f"{label}: solved", ours.share, 1.0))
        rows.append(_faster(f"{label}: median", ours.median, _of(name, found, "kdl"), 2.5))
        rows += _others(label, found)
    growth = times[1000] / times[100]
    rows.append(Row("p4: time at 1000 over time at 100", f"{growth:.1f}", "bound 12", 12 / growth, 1.0))
    return rows


def _batch(effort: Effort, numbers: dict[str, Any]) -> list[Row]:
    task = tasks.load("p6_panda10k")
    rates: dict[str, Any] = {}
    for name in (OURS, *(peer for peer in effort.peers if peer in ("ssik", "roboticstoolbox", "placo"))):
        try:
            wall, cpu, share = poses_per_second(
                task,
                name,
                count=effort.batch if name == OURS else effort.problems,
                rounds=effort.rounds,
                seconds=effort.seconds,
            )
        except tasks.Unfit as reason:
            rates[name] = {"left out": str(reason)}
            continue
        rates[name] = {"poses per second": wall, "poses per second by CPU time": cpu, "solved": share}
    numbers["p6_panda10k"] = rates
    ours = rates[OURS]
    rows = [_share("p6 ten thousand Pandas: solved", ours["solved"], 1.0)]
    for key, label in (("poses per second", "wall clock"), ("poses per second by CPU time", "CPU time")):
        peers = {name: rate[key] for name, rate in rates.items() if name != OURS and rate.get("solved", 0) >= GOOD}
        best = max(peers, key=lambda name: peers[name]) if peers else f"{PUBLISHED_RATE[0]} (published)"
        rate = peers.get(best, PUBLISHED_RATE[1])
        what = f"p6: poses a second on two threads, by {label}"
        rows.append(Row(what, f"{ours[key]:,.0f}", f"{best} {rate:,.0f}", ours[key] / rate, 20.0))
    return rows


# ---- rows --------------------------------------------------------------------------------------

Peer = tuple[str, float, float]
"""Name, median and mean seconds."""


def _compete(name: str, count: int, effort: Effort, numbers: dict[str, Any]) -> dict[str, Entry]:
    task = tasks.load(name)
    found = compete(task, (OURS, *effort.peers), count=count, rounds=effort.rounds, seconds=effort.seconds)
    if found[OURS].left_out:
        raise RuntimeError(f"manikin itself fails on {name}: {found[OURS].left_out}")
    numbers[name] = {peer: entry.facts() for peer, entry in found.items()}
    return found


def _best(name: str, found: dict[str, Entry], kind: str, *, mean: bool = False) -> Peer:
    """The fastest library of a kind that solves nearly all problems, else the published numbers."""
    able = {
        peer: entry
        for peer, entry in found.items()
        if peer != OURS and (peer in CLOSED_FORMS) == (kind == "closed") and entry.share >= GOOD
    }
    if not able:
        published = {p: t for p, t in PUBLISHED[name].items() if (p in CLOSED_FORMS) == (kind == "closed")}
        peer = min(published, key=lambda p: published[p])
        return (f"{peer} (published)", *published[peer])
    peer = min(able, key=lambda p: able[p].mean if mean else able[p].median)
    return peer, able[peer].median, able[peer].mean


def _of(name: str, found: dict[str, Entry], peer: str) -> Peer:
    """One library, or its published numbers."""
    if peer in found and not found[peer].left_out:
        return peer, found[peer].median, found[peer].mean
    return (f"{peer} (published)", *PUBLISHED[name][peer])


def _faster(what: str, ours: float, peer: Peer, goal: float | None) -> Row:
    name, theirs, _ = peer
    return Row(what, readable(ours), f"{name} {readable(theirs)}", theirs / ours, goal)


def _share(what: str, share: float, wanted: float) -> Row:
    return Row(what, f"{share:.2%}", f"bound {wanted:.0%}", share / wanted, 1.0)


def _others(label: str, found: dict[str, Entry]) -> list[Row]:
    """All others, for information."""
    ours = found[OURS].median
    rows = []
    for peer, entry in found.items():
        if peer == OURS:
            continue
        if entry.left_out:
            rows.append(Row(f"  {label}", "", f"{peer} left out: {entry.left_out}", np.nan))
        else:
            text = f"{peer} {readable(entry.median)}, mean {readable(entry.mean)}, {entry.share:.1%}"
            rows.append(Row(f"  {label}", readable(ours), text, entry.median / ours))
    return rows
