"""BVH files from skeletons and clips."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from manikin.errors import FormatWarning, InputError, Unsupported, shorten
from manikin.figure.figure import Figure
from manikin.formats.bvh.motion import frame_time_text
from manikin.formats.content import Content
from manikin.formats.sampled_motion import baked, continuous_angles, dof_values, local_motion
from manikin.math.rotations import IDENTITY, Array, translation
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof

__all__ = ["not_plain", "write_bvh"]

DEGREE = math.pi / 180
ROTATIONS = ("Zrotation", "Yrotation", "Xrotation")
POSITIONS = ("Xposition", "Yposition", "Zposition")
STILL_RATE = 30.0
MAX_ROWS = 4096
"""Rows that are made into text at once."""


@dataclass
class Channels:
    """What is written: for each joint its offset and channels, and the column of values of each channel [rad, m]."""

    offsets: list[tuple[float, float, float]]
    names: list[tuple[str, ...]]
    values: Array


def write_bvh(content: Content, order: tuple[tuple[str, ...], ...] | None) -> bytes:
    """The file; ``order`` has the channels of each joint as they were read."""
    figure, states, rate, unit = _subject(content)
    if rate < 1:
        raise Unsupported(f"{rate:g} frames per second cannot be written: a frame of a BVH file lasts at most a second")
    why = not_plain(figure.skeleton)
    channels = _own_channels(figure, states) if not why else _ball_channels(figure, states)
    if why:
        message = f"{why}: every joint of {shorten(figure.name)} is written with rotations about z, y and x"
        warnings.warn(message, FormatWarning, stacklevel=4)
    as_read = order is not None and list(map(_meaning, order)) == list(map(_meaning, channels.names))
    if as_read and order is not None:
        channels = _ordered(channels, order)
    text = [*_hierarchy(figure.skeleton, channels, unit, as_read), "MOTION", f"Frames: {len(states)}"]
    text += [f"Frame Time: {frame_time_text(rate)}", ""]
    return "\n".join(text).encode() + _rows(channels, unit)


def _subject(content: Content) -> tuple[Figure, Array, float, float]:
    """The figure, its states, the rate and the unit to write."""
    if len(content.clips) > 1 or len(content.skeletons) > 1:
        raise Unsupported(f"a BVH file holds one skeleton and one clip, not {content}")
    if not content.clips:
        figure = Figure(content.skeleton)
        return figure, figure.rest[None], STILL_RATE, 1.0
    stored = content.clips[0]
    clip, figure = baked(stored.clip), stored.clip.figure
    if content.skeletons and content.skeletons[0] != figure.skeleton:
        raise InputError("the skeleton beside the clip is not that of its figure")
    return figure, clip.data, clip.rate, stored.unit


def not_plain(skeleton: Skeleton) -> str:
    """Why a joint cannot be written with its own channels; empty if all can."""
    for joint in skeleton.joints:
        turned = joint.before != translation(*joint.offset)
        kinds = [dof.kind for dof in joint.dofs]
        letters = [_letter(dof.axis) for dof in joint.dofs if dof.kind == "hinge"]
        if turned or joint.after != IDENTITY:
            return f"joint {shorten(joint.name)} has a static orientation or scale"
        if kinds != sorted(kinds, reverse=True) or "" in letters:
            return f"joint {shorten(joint.name)} has hinges about slanted axes, or slides behind hinges"
        if len(set(letters)) < len(letters):
            return f"joint {shorten(joint.name)} has two hinges about one axis"
    return ""


def _letter(axis: Sequence[float]) -> str:
    """x, y or z for an axis along a coordinate, forward or back; else nothing."""
    along = [letter for letter, value in zip("xyz", axis, strict=True) if value]
    return along[0] if len(along) == 1 else ""


def _own_channels(figure: Figure, states: Array) -> Channels:
    """Channels that are the degrees of freedom themselves; slides that are slanted become positions along x, y, z."""
    values, columns, column = dof_values(figure, states), [np.empty((len(states), 0))], 0
    found, offsets = [], []
    for joint in figure.skeleton.joints:
        slides = [dof for dof in joint.dofs if dof.kind == "slide"]
        own = values[:, column : column + len(joint.dofs)]
        column += len(joint.dofs)
        axes = np.array([dof.axis for dof in slides]).reshape(-1, 3)
        moved = [i for i, letter in enumerate("xyz") if _slides_along(slides, letter)]
        offset = np.array(joint.offset) + np.array([dof.rest for dof in slides]) @ axes
        turned = [_letter(dof.axis) for dof in joint.dofs[len(slides) :]]
        signs = [dof.axis["xyz".index(one)] for one, dof in zip(turned, joint.dofs[len(slides) :], strict=True)]
        columns += [(np.array(joint.offset) + own[:, : len(slides)] @ axes)[:, moved], own[:, len(slides) :] * signs]
        found.append((*(POSITIONS[i] for i in moved), *(f"{letter.upper()}rotation" for letter in turned)))
        offsets.append((float(offset[0]), float(offset[1]), float(offset[2])))
    return Channels(offsets, found, np.concatenate(columns, axis=1))


def _slides_along(slides: Sequence[Dof], letter: str) -> bool:
    """Whether one of the slides moves along a coordinate; a slanted one moves along all of them."""
    return any(_letter(dof.axis) in (letter, "") for dof in slides)


def _ball_channels(figure: Figure, states: Array) -> Channels:
    """Channels of sampled rotations, and of positions where a joint moves against its parent."""
    motion, skeleton = local_motion(figure, states), figure.skeleton
    axes = np.broadcast_to(np.eye(3)[::-1], (len(skeleton), 3, 3))
    angles = continuous_angles(motion.rotations, axes)
    names, columns = [], []
    for i in range(len(skeleton)):
        free = POSITIONS if i == 0 or motion.moving[i] else ()
        turns = () if _is_end(skeleton, i) and not free else ROTATIONS
        names.append((*free, *turns))
        columns += [motion.places[:, i]] if free else []
        columns += [angles[:, i]] if turns else []
    offsets = [(float(x), float(y), float(z)) for x, y, z in motion.offsets]
    return Channels(offsets, names, np.concatenate([np.empty((len(states), 0)), *columns], axis=1))


def _meaning(names: tuple[str, ...]) -> tuple[set[str], list[str]]:
    """Which channels there are, and the order of the rotations, which counts."""
    return set(names), [name for name in names if name.endswith("rotation")]


def _ordered(channels: Channels, order: tuple[tuple[str, ...], ...]) -> Channels:
    columns, start = [], 0
    for own, wanted in zip(channels.names, order, strict=True):
        columns += [start + own.index(name) for name in wanted]
        start += len(own)
    return Channels(channels.offsets, list(order), channels.values[:, columns])


# ---- text --------------------------------------------------------------------------------------


def _is_end(skeleton: Skeleton, i: int) -> bool:
    """Whether a joint can be an End Site: a leaf without freedom that is not the root."""
    return i > 0 and skeleton.ends[i] == i + 1 and not skeleton.joints[i].dofs


def _is_called_end(joint: Joint) -> bool:
    """Whether a joint has the name that is given to an End Site."""
    return re.fullmatch(rf"{re.escape(joint.parent or '')} end( \d+)?", joint.name) is not None


def _hierarchy(skeleton: Skeleton, channels: Channels, unit: float, as_read: bool) -> list[str]:
    lines = ["HIERARCHY"]
    open_ends: list[int] = []
    for i, joint in enumerate(skeleton.joints):
        while open_ends and open_ends[-1] <= i:
            open_ends.pop()
            lines.append("\t" * len(open_ends) + "}")
        tab = "\t" * len(open_ends)
        names = channels.names[i]
        end = _is_end(skeleton, i) and not names and (not as_read or _is_called_end(joint))
        lines += [f"{tab}{'End Site' if end else _titled(joint)}", f"{tab}{{"]
        lines.append(f"{tab}\tOFFSET {' '.join(_exact(value, unit) for value in channels.offsets[i])}")
        if not end:
            lines.append(" ".join([f"{tab}\tCHANNELS {len(names)}", *names]))
        open_ends.append(int(skeleton.ends[i]))
    return [*lines, *("\t" * depth + "}" for depth in reversed(range(len(open_ends))))]


def _titled(joint: Joint) -> str:
    name = joint.name.translate(str.maketrans("{}", "()")) if joint.name.isprintable() else joint.name
    if name != joint.name:
        warnings.warn(f"the name {shorten(joint.name)} is written as {shorten(name)}", FormatWarning, stacklevel=6)
    return f"{'ROOT' if joint.parent is None else 'JOINT'} {name}"


def _exact(value: float, unit: float) -> str:
    """The shortest text, of nine digits or more, that is read as this length [m] in a unit."""
    ratio = value / unit
    for near in (ratio, math.nextafter(ratio, -math.inf), math.nextafter(ratio, math.inf)):
        for digits in (9, 12, 15, 17):
            text = f"{near:.{digits}g}"
            if float(text) * unit == value:
                return text
    return repr(ratio)


def _rows(channels: Channels, unit: float) -> bytes:
    kinds = [name for names in channels.names for name in names]
    scale = np.array([unit if name.endswith("position") else DEGREE for name in kinds])
    form = " ".join(["%.11g"] * len(kinds)) + "\n"
    made = []
    for start in range(0, len(channels.values), MAX_ROWS):
        block = channels.values[start : start + MAX_ROWS] / scale
        made.append("".join([form % tuple(row) for row in block.tolist()]))
    return "".join(made).encode()
