"""``.asf``: skeletons of Acclaim; docs/formats/acclaim.md.

A bone b becomes a joint at the end of its parent p.  Its ``before`` is T(direction·length of p)·C with C the frame that
``axis`` gives; its hinges are z, y, x, because the file turns about fixed axes, x first; its ``after`` is C⁻¹, so that
all frames are parallel to the world in the zero pose.  Where the length of p changes, b hangs from the end of p, which
slides along it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from manikin.errors import FormatError, ManikinError
from manikin.figure.figure import Figure
from manikin.formats.asf.bones import Acclaim, Bone, read_acclaim
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside, stem_of
from manikin.formats.guesses import Up, check_up, guess_up, unit_of, upright
from manikin.formats.text_file import as_utf8
from manikin.math.rotations import Array, Vec3, about_axis, affine
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
    losses={"skeletons": "skins"},
):
    """Reads a skeleton."""

    def read(
        self,
        data: bytes,
        *,
        file: str | None = None,
        beside: Beside = nothing_beside,
        unit: str | float | None = None,
        up: Up | None = None,
    ) -> Content:
        """The skeleton.

        Args:
            data: The bytes.
            file: Name of the file in errors.
            beside: Not used.
            unit: Unit of length, in place of the one that the file states.
            up: The axis that points up; guessed by head and feet if it is None.
        """
        built = build(data, file, unit, up)
        return Content(skeletons=(built.skeleton,), warnings=built.warnings)


@dataclass(frozen=True)
class Built:
    """A skeleton made from a file, the file itself, and metres in its unit of length."""

    skeleton: Skeleton
    acclaim: Acclaim
    unit: float
    warnings: tuple[str, ...] = ()


def build(data: bytes, file: str | None, unit: str | float | None = None, up: Up | None = None) -> Built:
    """The skeleton of a file with these bytes."""
    check_up(up)
    given = None if unit is None else unit_of(unit)
    acclaim = read_acclaim(as_utf8(data, file)[0].decode(), file)
    metres = acclaim.metres if given is None else given
    bones = acclaim.bones.values()
    try:
        joints = [_joint(bone, acclaim, metres) for bone in bones]
        parents = set(acclaim.parents.values())
        ends = [bone for bone in bones if "l" in bone.dofs or (bone.name not in parents and bone.length)]
        joints += [_end(bone, acclaim, metres) for bone in ends]
        skeleton = Skeleton(name=stem_of(file) or "asf", joints=tuple(joints))
        odd = []
        if up is None:
            names = [joint.name for joint in skeleton]
            up = guess_up(Figure(skeleton).pose().world[None, :, :, 3], names)
            if up != "y":
                told = f"by the places of head and feet {up} points up; up= says otherwise"
                odd.append(str(FormatError(told, file=file)))
        root = upright(skeleton.root, up)
        skeleton = replace(skeleton, joints=(root, *skeleton.joints[1:]), up="z" if up == "z" else "y")
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
        if "l" in above.dofs:
            parent, place = _end_name(above), np.zeros(3)
    along = own.T if bone.name == "root" else np.eye(3)  # the root moves along the axes of the world
    return Joint(
        name=bone.name,
        parent=parent,
        before=affine(own, place.tolist()),
        dofs=tuple(_dof(bone, name, acclaim.degrees, metres, along) for name in ORDER if name in bone.dofs),
        after=affine(own.T),
        mass=bone.mass * acclaim.mass,
        centre=_along(bone, metres * bone.centre),
    )


def _end_name(bone: Bone) -> str:
    return f"{bone.name} end"


def _along(bone: Bone, way: float) -> Vec3:
    x, y, z = (way * np.array(bone.direction)).tolist()
    return (x, y, z)


def _end(bone: Bone, acclaim: Acclaim, metres: float) -> Joint:
    """The end of a bone; it slides along the bone if its length changes."""
    dofs = (_dof(bone, "l", acclaim.degrees, metres, np.eye(3)),) if "l" in bone.dofs else ()
    place = _along(bone, metres * bone.length)
    return Joint(name=_end_name(bone), parent=bone.name, before=affine(offset=place), dofs=dofs)


def _frame(bone: Bone, degrees: bool) -> Array:
    """C: the turns about the fixed axes, one after another."""
    turn = np.eye(3)
    for letter, angle in zip(bone.letters, bone.axis, strict=True):
        turn = about_axis(AXES[letter], math.radians(angle) if degrees else angle) @ turn
    return turn


def _dof(bone: Bone, name: str, degrees: bool, metres: float, along: Array) -> Dof:
    slides = name[0] in "tl"
    scale = metres if slides else math.pi / 180 if degrees else 1.0
    limits = dict(zip(bone.dofs, bone.limits, strict=True)) if bone.limits else {}
    lo, hi = limits.get(name, (-math.inf, math.inf))
    axis = np.array(bone.direction) if name == "l" else np.array(AXES[name[1]])
    x, y, z = (along @ axis if slides else axis).tolist()
    return Dof(
        name=f"{bone.name}.{name if slides else name[1]}",
        kind="slide" if slides else "hinge",
        axis=(x, y, z),
        lo=lo * scale,
        hi=hi * scale,
        rest=min(max(0.0, lo * scale), hi * scale),
    )
