"""Files that are dropped on the page: the command that takes each in."""

from __future__ import annotations

import json
import math
import warnings
from pathlib import PurePosixPath
from typing import Any

from manikin.commands import AddFigure, ImportCharacter, ImportClips, NewFigure, OpenProject, SetBackdrop, SetPose
from manikin.commands.command import Command
from manikin.document.backdrop import BackdropPlace, Sight
from manikin.document.document import Document
from manikin.document.names import display_name
from manikin.errors import FormatError, FormatWarning, InputError, ManikinError, shorten
from manikin.figure.figure import Figure
from manikin.formats.format import read_content, read_pose
from manikin.math.rotations import Array
from manikin.plain_data import from_data, value_from_data
from manikin.project.documents import read_document

__all__ = ["REMEDY", "import_command", "role_table"]

CLIPS = (".clip", ".npz", ".csv")
"""Files whose motion goes on a shelf."""
CHARACTERS = (
    ".bvh", ".amc", ".asf", ".glb", ".gltf", ".vrm", ".vrma", ".usda", ".usdc", ".usdz", ".usd", ".xml", ".mjcf",
)  # fmt: skip
"""Files that come as one more figure, with its skin and its motion."""
PICTURES = (".png", ".jpg", ".jpeg", ".webp")
"""Files that are put behind a view, which is then named."""
COMPANIONS = (".asf", ".bin", ".png", ".jpg", ".jpeg")
"""Files that belong to another one which is dropped with them."""
REMEDY = (
    "drop a figure (.scr, .urdf, .obj, .stl), a character or motion (.glb, .vrm, .bvh, .amc with its .asf, .usda …), a "
    "clip, a pose as .json, or a .manikin project"
)
MOST_FILES = 64


def import_command(document: Document, data: bytes, options: dict[str, str]) -> tuple[Command, tuple[str, ...]]:
    """The command for what was dropped, and what was odd in it: a project, a pose, clips, a character, a figure, or a
    picture that is put behind the view ``sight``, at ``place`` as JSON.

    ``name`` is the name of the file.  Where several files were dropped together, ``files`` is a list of names and
    sizes as JSON, and the bytes of all follow one another.  ``onto`` names the figure that a motion is dropped on.
    """
    name, data, beside = _files(data, options)
    suffix = PurePosixPath(name.lower()).suffix
    figure = options.get("figure")
    if suffix in PICTURES and "sight" in options:
        return _backdrop(name, data, options), ()
    if suffix == ".manikin":
        return OpenProject(file=name, document=read_document(data, name)), ()
    if suffix == ".json":
        actor = document.actor(figure)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # what is beyond limits is told below
            pose = read_pose(data, name, actor.figure)
        told = _beyond_limits(actor.figure, pose.q)
        return SetPose(figure=actor.name, q=tuple(pose.q.tolist()), what=f"Import {shorten(name)}"), told
    if suffix in CHARACTERS:
        frame = _frame(options.get("frame", "0"))
        command = ImportCharacter(file=name, content=data, beside=beside, onto=options.get("onto"), frame=frame)
        return command, command.found.warnings
    if suffix in CLIPS:
        return ImportClips(file=name, content=data, figure=figure), _odd(name, data)
    return (AddFigure if options.get("add") == "1" else NewFigure)(file=name, content=data), _odd(name, data)


def _backdrop(name: str, data: bytes, options: dict[str, str]) -> SetBackdrop:
    """The command that puts a picture behind a view."""
    try:
        place = from_data(BackdropPlace, json.loads(options.get("place", "{}")), "the place of a picture")
    except (ValueError, RecursionError):
        raise InputError("the place of a picture must be a JSON object") from None
    sight = value_from_data(Sight, options["sight"], "the view of a picture")
    return SetBackdrop(sight=sight, file=name, place=place, content=data)


def _files(data: bytes, options: dict[str, str]) -> tuple[str, bytes, dict[str, bytes]]:
    """The file that is meant, its bytes, and the files that were dropped with it."""
    if "files" not in options:
        return _last(options.get("name", "")), data, {}
    try:
        listed = value_from_data(tuple[tuple[str, int], ...], json.loads(options["files"]), "files")
    except (ValueError, RecursionError):
        raise InputError("files must be a list of names and sizes") from None
    if not 1 <= len(listed) <= MOST_FILES or any(size < 0 for _, size in listed):
        raise InputError(f"at most {MOST_FILES} files are taken in together")
    if sum(size for _, size in listed) != len(data):
        raise InputError("the files have other sizes than was said")
    found, at = {}, 0
    for name, size in listed:
        found[_last(name)] = data[at : at + size]
        at += size
    meant = [name for name in found if not name.lower().endswith(COMPANIONS)]
    if len(meant) != 1 and len(found) > 1:
        said = f"{len(meant)} of them: {shorten(', '.join(meant))}" if meant else "none"
        raise InputError(f"of several files one is taken in, with what belongs to it; here are {said}")
    first = meant[0] if meant else next(iter(found))
    return first, found.pop(first), found


def _beyond_limits(figure: Figure, q: Array) -> tuple[str, ...]:
    """A sentence on parameters that stop at their limits, if there are any."""
    values = dict(zip(figure.parameter_names, q.tolist(), strict=True))
    names = [name for name, value in values.items() if figure.beyond_limits({name: value})]
    if not names:
        return ()
    some = ", ".join(display_name(name) for name in names[:3]) + (
        f" and {len(names) - 3} more" if len(names) > 3 else ""
    )
    return (f"beyond the limits of the figure: {some}; set to the nearest value that it allows",)


def _frame(text: str) -> float:
    try:
        frame = float(text)
    except ValueError:
        frame = math.nan
    if not math.isfinite(frame):
        raise InputError(f"a frame is a number, not {shorten(text)}")
    return frame


def _odd(name: str, data: bytes) -> tuple[str, ...]:
    """What is odd in a file; one that cannot be read is refused by its command."""
    if name.lower().endswith(".csv"):
        return ()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        try:
            return read_content(data, name).warnings
        except ManikinError:
            return ()


def _last(name: str) -> str:
    """A file's name without its folders."""
    return PurePosixPath(name.replace("\\", "/")).name


def role_table(document: Document, figure: str | None, known: bytes) -> dict[str, Any]:
    """The roles of a figure's joints, how each was found, and all roles that there are.

    ``known`` is a map of joints to roles, or to null for those without one, as JSON; the others are found.
    """
    from manikin.characters.roles import find_roles, role_names  # late: the editor starts without them

    actor = document.actor(figure)
    try:
        given = value_from_data(dict[str, str | None], json.loads(known or b"{}"), "roles")
    except (ValueError, RecursionError):
        raise FormatError("roles must be a JSON object of joints and roles") from None
    table: dict[str, Any] = {"roles": [*role_names(), *(f"spine{k}" for k in range(1, 7))], "error": None}
    try:
        found = find_roles(actor.figure, given)
    except InputError as error:
        own = {role: joint for joint, role in given.items() if role}
        return table | {"joints": own, "why": {}, "notes": [], "error": str(error)}
    return table | {"joints": dict(found.joints), "why": dict(found.why), "notes": list(found.warnings)}
