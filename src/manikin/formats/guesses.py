"""What motion files leave open: the unit of their lengths and the axis that points up."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from manikin.errors import InputError, shorten
from manikin.math.rotations import Affine, Array
from manikin.skeleton.skeleton import Joint

__all__ = ["UNITS", "Up", "check_up", "guess_unit", "guess_up", "unit_of", "upright"]

Up = Literal["x", "y", "z", "-x", "-y", "-z"]
TURNS: dict[str, Affine] = {
    "x": (0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0),
    "-x": (0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0),
    "-y": (1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0),
    "-z": (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0),
}
"""Turns that bring an axis to y."""
UNITS = {"m": 1.0, "dm": 0.1, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048}
"""Units of length by name [m]."""
CMU_UNIT = 0.0254 / 0.45
"""The unit of the motion files of Carnegie Mellon University [m]: inches over their length 0.45."""
_CMU_NAMES = {"LHipJoint", "RHipJoint"}
_HEAD = re.compile(r"head\b|head$|(^|[^a-z])head|skull", re.IGNORECASE)
_FOOT = re.compile(r"foot|feet|ankle|toe(?!s_)|heel", re.IGNORECASE)


def unit_of(unit: str | float) -> float:
    """Metres in a unit, given by name or as a number."""
    if isinstance(unit, str) and unit in UNITS:
        return UNITS[unit]
    if isinstance(unit, (int, float)) and not isinstance(unit, bool) and 0 < unit < math.inf:
        return float(unit)
    raise InputError(f"a unit is one of {', '.join(UNITS)}, or a number of metres, not {shorten(unit)}")


def guess_unit(extent: float, names: Sequence[str]) -> tuple[float, str]:
    """Metres in a unit, by the largest extent of a figure in that unit and its joints; and what to tell about it."""
    if 30 <= extent < 300:
        return 0.01, f"no unit is given; a figure of the size {extent:.4g} is taken as centimetres"
    if 300 <= extent < 3000:
        return 0.001, f"no unit is given; a figure of the size {extent:.4g} is taken as millimetres"
    if 3 <= extent < 30 and set(names) >= _CMU_NAMES:
        return CMU_UNIT, f"no unit is given; by its joints this is the figure of CMU, whose unit is {CMU_UNIT:.6f} m"
    if 0.3 <= extent < 3:
        return 1.0, ""
    return 1.0, f"no unit is given; a figure of the size {extent:.4g} is taken as metres, for want of a better guess"


def guess_up(places: Array, names: Sequence[str]) -> Up:
    """The axis along which the head is above the feet, in places (frames, joints, 3); y if that cannot be told."""
    heads = [i for i, name in enumerate(names) if _HEAD.search(name)]
    feet = [i for i, name in enumerate(names) if _FOOT.search(name)]
    if not heads or not feet:
        return "y"
    rise = (places[:, heads].mean(axis=1) - places[:, feet].mean(axis=1)).mean(axis=0)
    axis = int(np.argmax(np.abs(rise)))
    if abs(rise[axis]) < 0.8 * np.linalg.norm(rise) or not rise[axis]:
        return "y"
    return get_args(Up)[axis + (3 if rise[axis] < 0 else 0)]  # type: ignore[no-any-return]


def check_up(up: Up | None) -> None:
    """Raise unless an axis that points up is one; None is to be guessed."""
    if up is not None and up not in ("y", "z", *TURNS):
        raise InputError(f"up is one of y, z, {', '.join(TURNS)}, not {shorten(up)}")


def upright(root: Joint, up: Up) -> Joint:
    """The root of a figure, turned so that the axis that points up does so; y and z may stay."""
    if up not in TURNS:
        return root
    whole = np.array(TURNS[up]).reshape(3, 4)[:, :3] @ np.array(root.before).reshape(3, 4)
    return replace(root, before=tuple(whole.reshape(-1).tolist()))
