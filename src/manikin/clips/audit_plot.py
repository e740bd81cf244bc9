"""Plots of a clip: how far its goals are off, how its parameters move, how fast points are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from manikin.clips.audit import Audit
from manikin.clips.clip import Clip
from manikin.errors import Unsupported

__all__ = ["plot_clip"]

SHOWN = {"m": (1000.0, "mm"), "rad": (180 / np.pi, "degrees"), "": (1.0, "")}
"""Factor and unit in which errors are drawn."""
FLOOR = 1e-7
"""Errors below this are drawn as this, so that a logarithmic axis has them."""
COLUMNS = 8
"""Parameters that are drawn where none are named: those that move most."""


def plot_clip(clip: Clip, found: Audit, parameters: Sequence[str] = (), points: Sequence[str] = ()) -> Any:
    """A figure of matplotlib: errors of goals, parameters and speeds of parts, each over frames."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Unsupported("plots need Matplotlib: pip install matplotlib") from None
    units = sorted({unit for goal in found.goals.values() for unit in goal.errors})
    frames = found.frames
    states = clip.at(frames)
    page = Figure(figsize=(10, 2.4 * (len(units) + 1 + bool(points))), layout="constrained")
    axes = list(np.atleast_1d(page.subplots(len(units) + 1 + bool(points), 1, sharex=True)))
    for unit in units:
        axis = axes.pop(0)
        factor, shown = SHOWN.get(unit, (1.0, unit))
        for name, goal in found.goals.items():
            if unit in goal.errors and len(goal.frames):
                axis.semilogy(goal.frames, np.maximum(factor * goal.errors[unit], FLOOR), ".-", label=name, ms=3)
                allowed = factor * goal.tolerances.get(unit, 1e-3)
        axis.axhline(allowed, color="0.5", lw=0.8, ls="--")
        axis.set_ylabel(f"error [{shown}]" if shown else "error")
        axis.legend(fontsize=6, ncols=4)
    _parameters(axes.pop(0), clip, frames, states, parameters)
    if points:
        axis = axes.pop(0)
        poses = [clip.figure.pose(q) for q in states]
        for part in points:
            places = np.array([pose.position(part) for pose in poses])
            speed = np.linalg.norm(np.gradient(places, frames, axis=0), axis=1) * clip.rate
            axis.plot(frames, speed, label=part)
        axis.set_ylabel("speed [m/s]")
        axis.legend(fontsize=6, ncols=4)
    for axis in page.axes:
        for mark in clip.marks:
            axis.axvline(mark.frame, color="0.8", lw=0.8)
    page.axes[-1].set_xlabel("frame")
    return page


def _parameters(axis: Any, clip: Clip, frames: Any, states: Any, names: Sequence[str]) -> None:
    figure = clip.figure
    hinges = np.array([parameter.kind == "hinge" for parameter in figure.parameters])
    chosen = [figure.index(name) for name in names]
    if not chosen:
        order = np.argsort(-np.ptp(states, axis=0) * hinges, kind="stable")
        chosen = order[:COLUMNS].tolist()
    for i in chosen:
        factor, unit = (180 / np.pi, "°") if hinges[i] else (1.0, " m")
        axis.plot(frames, factor * states[:, i], label=f"{figure.parameter_names[i]} [{unit.strip()}]")
    axis.set_ylabel("parameters")
    axis.legend(fontsize=6, ncols=4)
