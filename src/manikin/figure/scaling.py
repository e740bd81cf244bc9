"""Figures of another stature, mass, or with other lengths of their segments."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.math.rotations import Affine, affine
from manikin.skeleton.scaling import check_factor, parts_called, segment_length, with_lengths, with_mass, with_size
from manikin.skeleton.stretching import stretches_of, with_stretch, without_stretch

__all__ = ["height_of", "scale"]

CLOSE = 1e-12
"""Share of the stature to which it is met."""
MAX_STEPS = 50
PLAUSIBLE = 50.0
"""A size that is so many times larger or smaller than before was probably given in another unit."""


def scale(
    figure: Figure,
    *,
    stature: float | None = None,
    mass: float | None = None,
    lengths: Mapping[str, float] | None = None,
) -> Figure:
    """The figure with another size; see ``Figure.scaled``."""
    stretches = stretches_of(figure.skeleton)
    if stretches:  # bones are scaled before they can stretch
        plain = figure.with_skeleton(without_stretch(figure.skeleton))
        skeleton = scale(plain, stature=stature, mass=mass, lengths=lengths).skeleton
        for stretch in stretches:
            skeleton = with_stretch(skeleton, [(stretch.bones[0].part, stretch.bones[-1].child)], stretch.most)
        return figure.with_skeleton(skeleton)
    skeleton = figure.skeleton
    wanted = {part: length for name, length in (lengths or {}).items() for part in parts_called(skeleton, name)}
    for part, length in wanted.items():
        check_factor(length, f"the segment {shorten(part)}")
        _ask_unit(f"the segment {shorten(part)}", length, segment_length(skeleton, part))
    factor = 1.0
    if stature is not None:
        check_factor(stature, "the stature")
        _ask_unit("the stature", stature, height_of(figure))
        factor = _factor(figure, stature, wanted)
    made = figure.with_skeleton(with_lengths(with_size(skeleton, factor), wanted))
    if wanted:
        made = _on_its_ground(made, figure, factor)
    return made if mass is None else made.with_skeleton(with_mass(made.skeleton, mass))


def height_of(figure: Figure) -> float:
    """Height of a figure at rest with its solids [m]."""
    low, high = figure.pose().bounding_box()
    return float((high - low)[figure.skeleton.up_index])


def _ask_unit(what: str, given: float, present: float) -> None:
    """Warn of a size that is so far from the present one that it looks like centimetres or millimetres."""
    if present and not 1 / PLAUSIBLE <= given / present <= PLAUSIBLE:
        warnings.warn(f"{what} is given as {given:g} m and was {present:.3g} m; lengths are in metres", stacklevel=5)


def _factor(figure: Figure, stature: float, wanted: Mapping[str, float]) -> float:
    """The factor of all that has no given length for which the figure has this stature (the secant method)."""

    def excess(factor: float) -> float:
        return height_of(figure.with_skeleton(with_lengths(with_size(figure.skeleton, factor), wanted))) - stature

    height = height_of(figure)
    if not height:
        raise InputError(f"{shorten(figure.name)} is flat at rest, so it has no stature")
    factor = stature / height
    if not wanted:
        return factor
    before, last = 0.9 * factor, excess(0.9 * factor)
    for _ in range(MAX_STEPS):
        now = excess(factor)
        if abs(now) <= CLOSE * stature:
            return factor
        if now == last:
            break
        before, factor, last = factor, factor - now * (factor - before) / (now - last), now
        if not factor > 0:
            break
    raise InputError(f"no {shorten(figure.name)} with these lengths of segments is {stature:g} m high")


def _on_its_ground(made: Figure, given: Figure, factor: float) -> Figure:
    """A figure that is free to move, moved up or down so that it stands as before, at rest and in its named poses."""
    skeleton, up = made.skeleton, made.skeleton.up_index
    slides = [dof for dof in skeleton.root.dofs if dof.kind == "slide" and abs(dof.axis[up]) > 1 - 1e-9]
    if not slides:
        return made
    height = slides[0]
    rise = factor * _lowest(given, None) - _lowest(made, None)
    root = replace(skeleton.root, before=_raised(skeleton.root.before, up, rise))
    made = made.with_skeleton(replace(skeleton, joints=(root, *skeleton.joints[1:])))
    poses = []
    for pose in skeleton.poses:
        values = dict(pose.values)
        step = factor * _lowest(given, pose.name) - _lowest(made, pose.name)
        if abs(step) > 1e-12:
            values[height.name] = values.get(height.name, height.rest) + step / height.axis[up]
        poses.append(replace(pose, values=tuple(values.items())))
    return made.with_skeleton(replace(made.skeleton, poses=tuple(poses)))


def _lowest(figure: Figure, pose: str | None) -> float:
    """Height of the lowest point of a figure in a named pose, or at rest [m]."""
    return float(figure.grouped().pose(pose).bounding_box()[0][figure.skeleton.up_index])


def _raised(before: Affine, up: int, rise: float) -> Affine:
    rows = np.reshape(before, (3, 4)).copy()
    rows[up, 3] += rise
    return affine(rows[:, :3], rows[:, 3].tolist())
