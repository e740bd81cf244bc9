"""Curves of a clip over time: parameters, and the speeds of points.  Needs Matplotlib."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from manikin.arguments import explained, names_of
from manikin.clips.clip import Clip
from manikin.clips.constrained import Constrained
from manikin.errors import InputError, Unsupported
from manikin.figure.pose import Pose
from manikin.handles.handle import Handle
from manikin.math.rotations import Array

__all__ = ["clip_curves", "new_plot"]

MOST_CURVES = 8
"""So many parameters are shown where none are named: those that move most."""


def new_plot(width: float = 8.0, height: float = 4.5) -> Any:
    """An empty Matplotlib figure [inches] without a window; write it with ``savefig``."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Unsupported("plots need Matplotlib: pip install matplotlib") from None
    return Figure(figsize=(width, height), dpi=120, layout="constrained")


@explained
def clip_curves(
    clip: Clip,
    parameters: str | Iterable[str] = (),
    points: str | Handle | Iterable[str | Handle] = (),
    *,
    first: float | None = None,
    last: float | None = None,
) -> Any:
    """A Matplotlib figure of a clip; write it with ``savefig``.

    Above are parameters (angles in degrees, lengths in centimetres), dotted where goals move them away from the plain
    clip; below are the speeds of points, if any are given.  Thin lines stand at the keys.

    Args:
        clip: The clip.
        parameters: Names; by default the eight that move most.
        points: Names of parts, or handles on points.
        first: The first frame that is shown; default the start.
        last: The last one.
    """
    figure = clip.figure
    frames = clip.frames(first, last)
    if len(frames) < 3:
        raise InputError("curves need three frames at least")
    states = clip.at(frames)
    plain = clip.source.at(frames) if isinstance(clip, Constrained) else states
    names = list(names_of(parameters, "parameters")) or _liveliest(clip, states)
    units = _units(clip)
    handles = [points] if isinstance(points, (str, Handle)) else list(points)
    plot = new_plot(9, 3.6 if not handles else 6.0)
    rows = plot.subplots(2 if handles else 1, 1, sharex=True, squeeze=False)[:, 0]
    for k, name in enumerate(names):
        column = figure.index(name)
        scale = units[column]
        rows[0].plot(frames, scale * states[:, column], color=f"C{k}", lw=1.4, label=name)
        if (plain[:, column] != states[:, column]).any():
            rows[0].plot(frames, scale * plain[:, column], color=f"C{k}", lw=0.9, ls=":")
    rows[0].set_ylabel("angles [°], lengths [cm]")
    for point in handles:
        handle = figure.point(point) if isinstance(point, str) else point
        rows[1].plot(frames, _speed(clip, handle, frames), lw=1.4, label=str(getattr(handle, "part", handle.kind)))
    if handles:
        rows[1].set_ylabel("speed [m/s]")
    for axes in rows:
        for key in clip.key_frames.tolist():
            if frames[0] <= key <= frames[-1]:
                axes.axvline(key, color="grey", lw=0.5, alpha=0.5)
        axes.grid(alpha=0.25)
        axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.0, 1.0))
    rows[-1].set_xlabel(f"frame, {clip.rate:g} a second")
    return plot


def _liveliest(clip: Clip, states: Array) -> list[str]:
    """The parameters that move most, each beside the others of its kind."""
    spread = np.ptp(states * _units(clip), axis=0)
    chosen = np.argsort(-spread, kind="stable")[:MOST_CURVES]
    return [clip.figure.parameter_names[i] for i in sorted(chosen.tolist())]


def _units(clip: Clip) -> Array:
    """Degrees in a radian, or centimetres in a metre, for each parameter."""
    return np.array([100.0 if one.kind == "slide" else np.degrees(1.0) for one in clip.figure.parameters])


def _speed(clip: Clip, handle: Handle, frames: Array) -> Array:
    """The speed of a point (n,) [m/s], by central differences over a tenth of a frame."""
    step = 0.05
    places = [
        np.array([handle.value(Pose(clip.figure, q)) for q in clip.at(np.clip(frames + side, frames[0], frames[-1]))])
        for side in (-step, step)
    ]
    gap = np.clip(frames + step, frames[0], frames[-1]) - np.clip(frames - step, frames[0], frames[-1])
    return np.asarray(np.linalg.norm(places[1] - places[0], axis=1) / gap * clip.rate)
