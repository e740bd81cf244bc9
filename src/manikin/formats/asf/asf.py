"""``.asf``: skeletons of Acclaim; docs/formats/acclaim.md.

A bone b becomes a joint at the end of its parent p.  Its ``before`` is T(direction·length of p)·C with C the frame that
``axis`` gives; its hinges are z, y, x, because the file turns about fixed axes, x first; its ``after`` is C⁻¹, so that
all frames are parallel to the world in the zero pose.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from manikin.errors import FormatError, ManikinError
from manikin.formats.asf.bones import Acclaim, Bone, read_acclaim
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside, stem_of
from manikin.formats.guesses import unit_of
from manikin.formats.text_file import as_utf8
from manikin.math.rotations import Array, about_axis, affine
from manikin.skeleton.build import AXES
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof

__all__ = ["Asf", "Built", "build"]

ORDER = ("tx", "ty", "tz", "rz", "ry", "rx")
"""How the degrees of freedom of a bone act; the first is the outermost."""


class Asf(
    Format,
    name="asf",
    suffixes=(".asf",),
    describes="skeletons of Acclaim, whose motions are .amc files",
    losses={"skeletons": "skins, centres of mass, bones that change their length"},
):
    """Reads a skeleton."""

    def read(
        self,
        data: bytes,
        *,
        file: str | None = None,
        beside: Beside = nothing_beside,
        unit: str | float | None = None,
    ) -> Content:
        """The skeleton; ``unit`` replaces the unit of length that the file states."""
        built = build(data, file, unit)
        return Content(skeletons=(built.skeleton,), warnings=built.warnings)


@dataclass(frozen=True)
class Built:
    """A skeleton made from a file, the file itself, and metres in its unit of length."""

    skeleton: Skeleton
    acclaim: Acclaim
    unit: float
    warnings: tuple[str, ...]


def build(data: bytes, file: str | None, unit: str | float | None = None) -> Built:
    """The skeleton of a file with these bytes."""
    given = None if unit is None else unit_of(unit)
    acclaim = read_acclaim(as_utf8(data, file)[0].decode(), file)
    metres = acclaim.metres if given is None else given
    odd = [
        str(FormatError(f"the length of the bone {bone.name} changes; that is not read", file=file, line=bone.line))
        for bone in acclaim.bones.values()
        if "l" in bone.dofs
    ]
    try:
        joints = [_joint(bone, acclaim, metres) for bone in acclaim.bones.values()]
        parents = set(acclaim.parents.values())
        joints += [_end(bone, metres) for bone in acclaim.bones.values() if bone.name not in parents and bone.length]
        skeleton = Skeleton(name=stem_of(file) or "asf", joints=tuple(joints))
    except ManikinError as error:
        raise FormatError(str(error), file=file) from None
    return Built(skeleton, acclaim, metres, tuple(odd))


def _joint(bone: Bone, acclaim: Acclaim, metres: float) -> Joint:
    parent = acclaim.parents.get(bone.name)
    own = _frame(bone, acclaim.degrees)
    if bone.name == "root":
        place = metres * np.array(bone.position)
    else:
        above = acclaim.bones[parent or "root"]
        place = metres * above.length * np.array(above.direction)
    along = own.T if bone.name == "root" else np.eye(3)  # the root moves along the axes of the world
    return Joint(
        name=bone.name,
        parent=parent,
        before=affine(own, place.tolist()),
        dofs=tuple(_dof(bone, name, acclaim.degrees, metres, along) for name in ORDER if name in bone.dofs),
        after=affine(own.T),
        mass=bone.mass * acclaim.mass,
    )


def _end(bone: Bone, metres: float) -> Joint:
    place = metres * bone.length * np.array(bone.direction)
    return Joint(name=f"{bone.name} end", parent=bone.name, before=affine(offset=place.tolist()))


def _frame(bone: Bone, degrees: bool) -> Array:
    """C: the turns about the fixed axes, one after another."""
    turn = np.eye(3)
    for letter, angle in zip(bone.letters, bone.axis, strict=True):
        turn = about_axis(AXES[letter], math.radians(angle) if degrees else angle) @ turn
    return turn


def _dof(bone: Bone, name: str, degrees: bool, metres: float, along: Array) -> Dof:
    slides = name[0] == "t"
    scale = metres if slides else math.pi / 180 if degrees else 1.0
    limits = dict(zip(bone.dofs, bone.limits, strict=True)) if bone.limits else {}
    lo, hi = limits.get(name, (-math.inf, math.inf))
    axis = along @ AXES[name[1]] if slides else np.array(AXES[name[1]])
    x, y, z = axis.tolist()
    return Dof(
        name=f"{bone.name}.{name if slides else name[1]}",
        kind="slide" if slides else "hinge",
        axis=(x, y, z),
        lo=lo * scale,
        hi=hi * scale,
        rest=min(max(0.0, lo * scale), hi * scale),
    )
