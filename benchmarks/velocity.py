"""Velocity control beside placo: the time of a step, and how far the hand lags where joints are at their fastest."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import numpy as np

from benchmarks.peers_solvers.circle import STEP
from benchmarks.peers_solvers.track import Track
from benchmarks.solvers_peers import HERE, OURS, python_of, reason_for_absence
from benchmarks.timing import Row, readable
from manikin import Figure, load_skeleton

__all__ = ["velocity_rows"]

SPEEDS = {"free": 10.0, "saturated": 0.5}
"""Largest joint speeds [rad/s]: the path needs up to about 2."""


def velocity_rows(numbers: dict[str, Any], *, rounds: int = 3) -> list[Row]:
    """Median time of a step of a Panda (the best round), and the mean distance of its hand from the path."""
    if reason := reason_for_absence():
        return [Row(f"velocity control: {reason}", "", "", np.nan)]
    rows = []
    for what, speed in SPEEDS.items():
        found = {name: _best([_followed(name, speed) for _ in range(rounds)]) for name in (OURS, "placo")}
        numbers[f"velocity control, {what}"] = found
        ours, theirs = found[OURS], found["placo"]
        if "left out" in theirs:
            return [*rows, Row(f"velocity control, {what}", "", theirs["left out"], np.nan)]
        ratio = theirs["time a step"] / ours["time a step"]
        times = readable(ours["time a step"]), readable(theirs["time a step"])
        rows.append(Row(f"velocity control, {what}: a step", *times, ratio, 0.5))
        lags = f"{ours['lag']:.3g} m", f"{theirs['lag']:.3g} m"
        rows.append(Row(f"velocity control, {what}: lag", *lags, theirs["lag"] / ours["lag"], 0.999))
        fastest = f"{ours['fastest'] / speed:.6f} of it", f"{theirs['fastest'] / speed:.6f} of it"
        rows.append(Row(f"velocity control, {what}: fastest joint", *fastest, speed / ours["fastest"], 1 - 1e-9))
    return rows


def _best(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    return min(rounds, key=lambda facts: facts.get("time a step", np.inf))


def _followed(name: str, speed: float) -> dict[str, Any]:
    """By our own kinematics, how far the hand is from the path; the largest joint speed; the median time of a step."""
    python, absent = python_of(name)
    if not python:
        return {"left out": absent}
    command = [python, "-m", "benchmarks.peers_solvers.track", name, str(speed)]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"left out": (done.stderr.strip().splitlines() or ["it failed"])[-1]}
    answer = json.loads(done.stdout)
    path = Track(speed)
    figure = Figure(load_skeleton(path.urdf))
    states = np.array(answer["states"])
    places = figure.forward(states, parts=[path.frame])[:, 0, :, 3]
    first = figure.pose(path.start).position(path.frame)
    rates = np.diff(np.concatenate([path.start[None], states]), axis=0) / STEP
    return {
        "time a step": float(np.median(answer["seconds"])),
        "lag": float(np.linalg.norm(places - first - path.offsets, axis=1).mean()),
        "fastest": float(np.abs(rates).max()),
    }
