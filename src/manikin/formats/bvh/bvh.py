"""``.bvh``: motion files of Biovision; docs/formats/bvh.md.

A joint of the file becomes a ``Joint`` of the same name.  Its position channels become slides along x, y and z,
whatever their place, because a position replaces the offset; its rotation channels become hinges in their order, the
first outermost.  An End Site becomes a joint without degrees of freedom.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, ManikinError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.formats.bvh.hierarchy import Node, read_hierarchy
from manikin.formats.bvh.motion import Motion, read_motion
from manikin.formats.bvh.writer import write_bvh
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import MAX_TEXT, Beside, Format, nothing_beside, stem_of
from manikin.formats.guesses import Up, check_up, guess_unit, guess_up, unit_of, upright
from manikin.formats.text_file import TextFile, as_utf8
from manikin.math.rotations import Array, translation
from manikin.skeleton.build import AXES, named_dofs
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof, NamedPose

__all__ = ["Bvh", "ChannelOrder"]

_MOTION = re.compile(rb"(?:\A|[\r\n])[ \t]*MOTION(?=\s|\Z)", re.IGNORECASE)
MAX_HIERARCHY = 8 * 1024 * 1024
"""Longest text before MOTION that is read [bytes]."""
SEEN = 200
"""Frames that are looked at to find out which way is up."""
AROUND = math.radians(5)
"""Room beyond the angles of a clip that ``limits="observed"`` leaves [rad]."""


@dataclass(frozen=True)
class ChannelOrder:
    """The channels of each joint in the order of the file they were read from."""

    channels: tuple[tuple[str, ...], ...]


class Bvh(
    Format,
    name="bvh",
    suffixes=(".bvh",),
    describes="motions of Biovision, with their skeleton",
    losses={
        "skeletons": "limits, masses, shapes, joint groups, preferred bends, named poses, mirror partners, the unit",
        "clips": "the unit, marks, what a clip does before and after its frames, digits beyond the eleventh",
    },
):
    """Reads and writes a skeleton and one clip of it."""

    max_bytes = MAX_TEXT

    def read(
        self,
        data: bytes,
        *,
        file: str | None = None,
        beside: Beside = nothing_beside,
        unit: str | float | None = None,
        up: Up | None = None,
        root: str | None = None,
        limits: Literal["none", "observed"] = "none",
    ) -> Content:
        """The skeleton and the clip.

        Args:
            data: The bytes.
            file: Name of the file in errors.
            beside: Not used.
            unit: Unit of the lengths, "m", "cm", "mm", "in" or metres; guessed by the size if it is None.
            up: The axis that points up; guessed by head and feet if it is None.
            root: Name of the ROOT to read, where there are several.
            limits: "observed" limits each angle to what the clip uses, and 5° more.
        """
        if limits not in ("none", "observed"):
            raise InputError(f'limits must be "none" or "observed", not {shorten(limits)}')
        check_up(up)
        given = None if unit is None else unit_of(unit)
        text, guessed = as_utf8(data, file)
        found = _MOTION.search(text, 0, MAX_HIERARCHY)
        end = found.start() if found else len(text)
        if end >= MAX_HIERARCHY:
            raise FormatError(f"more than {MAX_HIERARCHY:,} bytes before MOTION are not read", file=file)
        head = TextFile(text, end, file)
        nodes, columns = read_hierarchy(head)
        if guessed:
            head.warn("the text is not UTF-8; its names are read as Latin-1", at=0)
        if found is None:
            raise head.error("the file ends before MOTION; is it complete?", at=len(head.text))
        motion = read_motion(text, end, columns, head, file)
        tree = _chosen(nodes, root, head)
        try:
            return _content(tree, motion, head, stem_of(file) or "bvh", given, up, limits == "observed")
        except FormatError:
            raise
        except ManikinError as error:
            raise FormatError(str(error), file=file) from None

    def write(self, content: Content) -> bytes:
        """A file with the clip, or with the skeleton at rest as its only frame."""
        return write_bvh(content, _order_of(content))


def _order_of(content: Content) -> tuple[tuple[str, ...], ...] | None:
    layout = content.clips[0].layout if content.clips else None
    return layout.channels if isinstance(layout, ChannelOrder) else None


def _chosen(nodes: list[Node], root: str | None, odd: TextFile) -> list[Node]:
    """The nodes of the tree with this root; without a name there must be one root."""
    roots = [node for node in nodes if node.parent is None]
    if root is None and len(roots) > 1:
        names = ", ".join(shorten(node.name) for node in roots[:4])
        raise odd.error(f"there is a second ROOT, {shorten(roots[1].name)}: say which to read, root= one of {names}",
                        at=roots[1].place)  # fmt: skip
    if root is not None and root not in [node.name for node in roots]:
        raise UnknownName("ROOT", root, [node.name for node in roots])
    first = next(i for i, node in enumerate(nodes) if node.parent is None and node.name in (root or node.name,))
    behind = (i for i in range(first + 1, len(nodes)) if nodes[i].parent is None)
    return nodes[first : next(behind, len(nodes))]


def _content(
    nodes: list[Node], motion: Motion, odd: TextFile, name: str, unit: float | None, up: Up | None, observed: bool
) -> Content:
    plain = Skeleton(name=name, joints=tuple(_joint(node, 1.0) for node in nodes))
    columns, order = _columns(nodes)
    names = [node.name for node in nodes]
    scale = np.array([math.pi / 180 if dof.kind == "hinge" else 1.0 for dof in plain.dofs])
    if unit is None:
        extent = _extent(plain, motion.values[:1, columns] * scale)
        unit, told = guess_unit(extent, names)
        if told:
            odd.warn(f"{told}; unit= says another", at=0)
    if up is None:
        up = _up(plain, motion.values[:: max(1, len(motion.values) // SEEN), columns] * scale, names)
        if up != "y":
            odd.warn(f"by the places of head and feet {up} points up; up= says otherwise", at=0)
    joints = [_joint(node, unit) for node in nodes]
    skeleton = Skeleton(name=name, joints=(upright(joints[0], up), *joints[1:]), up="z" if up == "z" else "y")
    if not len(motion.values) or not skeleton.dofs:
        return Content(skeletons=(skeleton,), warnings=odd.warnings)
    scale = np.array([math.pi / 180 if dof.kind == "hinge" else unit for dof in skeleton.dofs])
    states = motion.values[:, columns]
    states *= scale
    states.flags.writeable = False
    if observed:
        skeleton = _limited(skeleton, states)
    first = NamedPose(name="frame 1", values=tuple(zip(skeleton.dof_index, states[0].tolist(), strict=True)))
    skeleton = replace(skeleton, poses=(first,))
    clip = Samples(figure=Figure(skeleton), rate=motion.rate, data=states)
    stored = StoredClip(clip=clip, name=name, unit=unit, layout=ChannelOrder(order))
    return Content(skeletons=(skeleton,), clips=(stored,), warnings=odd.warnings)


def _joint(node: Node, unit: float) -> Joint:
    """A joint; position channels replace the offset along their axes, and become slides that rest there."""
    assert node.offset is not None
    place = [unit * value for value in node.offset]
    channels = node.channels or ()
    slides = [letter for letter in "xyz" if f"{letter.upper()}position" in channels]
    dofs = [Dof(name="?", kind="slide", axis=AXES[s], rest=place["xyz".index(s)]) for s in slides]
    dofs += [Dof(name="?", axis=AXES[c[0].lower()]) for c in channels if c.endswith("rotation")]
    x, y, z = (0.0 if letter in slides else value for letter, value in zip("xyz", place, strict=True))
    return Joint(
        name=node.name,
        parent=None if node.parent is None else node.parent.name,
        before=translation(x, y, z),
        dofs=_with_own_names(node.name, dofs),
    )


def _with_own_names(joint: str, dofs: list[Dof]) -> tuple[Dof, ...]:
    """Names such as hip.tx and hip.z also for a single one: a joint may be called as another's only one would be."""
    if len(dofs) == 1:
        letter = "xyz"[dofs[0].axis.index(1.0)]
        return (replace(dofs[0], name=f"{joint}.{'t' if dofs[0].kind == 'slide' else ''}{letter}"),)
    return named_dofs(joint, dofs)


def _columns(nodes: list[Node]) -> tuple[np.ndarray, tuple[tuple[str, ...], ...]]:
    """The column of each degree of freedom, and the order of the channels of each joint."""
    columns: list[int] = []
    for node in nodes:
        channels = node.channels or ()
        slides = [c for c in ("Xposition", "Yposition", "Zposition") if c in channels]
        wanted = slides + [c for c in channels if c.endswith("rotation")]
        columns += [node.column + channels.index(c) for c in wanted]
    return np.array(columns, np.intp), tuple(node.channels or () for node in nodes)


def _extent(skeleton: Skeleton, first: Array) -> float:
    """The largest extent of the zero pose without its place, or of the first frame if all joints lie in one point."""
    figure = Figure(skeleton)
    slid = np.array([dof.kind == "slide" for dof in skeleton.dofs], bool)
    zero = np.where(slid, figure.rest, 0.0)
    for q in (zero, *first):
        extent = float(np.ptp(figure.forward(q)[:, :, 3], axis=0).max())
        if extent > 0:
            return extent
    return 0.0


def _up(skeleton: Skeleton, states: Array, names: list[str]) -> Up:
    figure = Figure(skeleton)
    seen = states if len(states) else figure.rest[None]
    return guess_up(figure.forward(np.ascontiguousarray(seen))[..., 3], names)


def _limited(skeleton: Skeleton, states: Array) -> Skeleton:
    low, high = states.min(axis=0) - AROUND, states.max(axis=0) + AROUND
    ends = dict(zip(skeleton.dof_index, zip(low.tolist(), high.tolist(), strict=True), strict=True))

    def limited(dof: Dof) -> Dof:
        if dof.kind == "slide":
            return dof
        lo, hi = ends[dof.name]
        return replace(dof, lo=lo, hi=hi, rest=min(max(dof.rest, lo), hi))

    joints = (replace(joint, dofs=tuple(map(limited, joint.dofs))) for joint in skeleton.joints)
    return replace(skeleton, joints=tuple(joints))
