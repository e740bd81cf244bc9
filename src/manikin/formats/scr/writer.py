"""Writing ``.scr`` files: the tree, the joints, couplings, limits, poses and bends.  Default values are left out."""

from __future__ import annotations

from collections.abc import Iterator

from manikin.errors import FormatError, InputError, shorten
from manikin.formats.scr.formulas import coupling_lines, limit_lines, pose_lines
from manikin.formats.scr.places import matrix_text, numbers_text, place_texts, same, scale_text
from manikin.formats.scr.reader import SMALL_FILE, read
from manikin.formats.scr.shapes import shape_lines
from manikin.formats.scr.tokens import MAX_LINE, number_text, quote
from manikin.formats.scr.variables import dof_text
from manikin.math.rotations import IDENTITY
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import default_dof_names

__all__ = ["write"]

MAX_INDENT = 24
"""Levels of groups that are indented; a deep tree would be mostly blanks otherwise."""
KEYWORD_WIDTH = 12
"""Width of the column of keywords in a joint [characters]."""


def write(skeleton: Skeleton) -> bytes:
    """The bytes of an ``.scr`` file that reads back as exactly this skeleton."""
    lines = list(_lines(skeleton))
    for line in lines:
        if len(line) > MAX_LINE:
            raise InputError(f"{shorten(line)} is too long for a line of an .scr file")
    data = ("\n".join(lines) + "\n").encode()
    if len(data) > SMALL_FILE:
        try:
            read(data, None)
        except FormatError as error:
            name = shorten(skeleton.name)
            raise InputError(f"{name} is too large for an .scr file: {error.message}") from None
    return data


def _lines(skeleton: Skeleton) -> Iterator[str]:
    yield from _tree_lines(skeleton)
    for joint in skeleton.joints:
        yield from _block("joint", joint.name, list(_joint_lines(joint)))
    kinds = {dof.name: dof.kind for dof in skeleton.dofs}
    for coupling in skeleton.couplings:
        yield from _block("coupling", coupling.name, list(coupling_lines(coupling, kinds)), always=True)
    kinds.update((v.name, v.kind) for coupling in skeleton.couplings for v in coupling.parameters)
    for limit in skeleton.limits:
        yield from _block("limit", limit.name, list(limit_lines(limit, kinds)))
    for pose in skeleton.poses:
        yield from _block("pose", pose.name, list(pose_lines(pose, kinds)), always=True)
    for bend in skeleton.bends:
        limb = " ".join(map(quote, bend.limb))
        toward = f"{quote(bend.part)} {numbers_text(bend.toward)}"
        yield from _block("bend", bend.name, [f"limb   {limb}", f"toward {toward}"])


def _block(word: str, name: str, lines: list[str], always: bool = False) -> Iterator[str]:
    if lines or always:
        yield ""
        yield f"define {word} {quote(name)}"
        yield from (f"  {line}" for line in lines)
        yield f"end {word}"


def _tree_lines(skeleton: Skeleton) -> Iterator[str]:
    """The last child follows its parent; other children, and children of another group, get a group of their own."""
    yield f"define skeleton {quote(skeleton.name)}"
    if skeleton.up != "y":
        yield f"  up {skeleton.up}"
    last: str | None = None
    group: str | None = None
    outer: list[tuple[str | None, str | None]] = []
    ends, parents = skeleton.ends.tolist(), skeleton.parents.tolist()
    for i, joint in enumerate(skeleton.joints):
        while last != joint.parent:
            last, group = outer.pop()
            yield f"{_indent(outer)}end group"
        is_last = i == 0 or ends[i] == ends[parents[i]]
        if joint.limb != group or not is_last:
            yield f"{_indent(outer)}group" + ("" if joint.limb is None else f" {quote(joint.limb)}")
            outer.append((last, group))
            group = joint.limb
        yield f"{_indent(outer)}joint {quote(joint.name)}"
        last = joint.name
    while outer:
        outer.pop()
        yield f"{_indent(outer)}end group"
    yield "end skeleton"


def _indent(outer: list[tuple[str | None, str | None]]) -> str:
    return "  " * (1 + min(len(outer), MAX_INDENT))


def _joint_lines(joint: Joint) -> Iterator[str]:
    if joint.before is not IDENTITY:
        texts = place_texts(joint.before)
        texts = {"before": matrix_text(joint.before)} if texts is None else texts
        yield from (_line(keyword, text) for keyword, text in texts.items())
    defaults = default_dof_names(joint.name, [(dof.kind, dof.axis) for dof in joint.dofs])
    for dof, default in zip(joint.dofs, defaults, strict=True):
        yield _line(dof.kind, dof_text(dof, default))
    if not same(joint.after, IDENTITY):
        scale = scale_text(joint.after)
        yield _line("after", matrix_text(joint.after)) if scale is None else _line("scale", scale)
    if not same((joint.mass,), (0.0,)):
        yield _line("mass", number_text(joint.mass))
    if not same(joint.centre, (0.0, 0.0, 0.0)):
        yield _line("centre", numbers_text(joint.centre))
    for shape in joint.shapes:
        first, *further = shape_lines(shape)
        yield _line("object", first)
        yield from further
    if joint.mirror is not None:
        yield _line("mirror", quote(joint.mirror))


def _line(keyword: str, text: str) -> str:
    return f"{keyword:<{KEYWORD_WIDTH}}{text}"
