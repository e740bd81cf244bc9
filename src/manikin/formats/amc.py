"""``.amc``: motions of Acclaim, whose skeleton is an ``.asf`` file beside them; docs/formats/acclaim.md."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import numpy as np

from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, shorten, suggestion
from manikin.figure.figure import Figure
from manikin.formats.asf.asf import Built, build
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Beside, Format, nothing_beside, stem_of
from manikin.formats.number_rows import MAX_NUMBERS, NUMBER, read_number_rows
from manikin.formats.text_file import as_utf8
from manikin.math.rotations import Array

__all__ = ["Amc"]

USUAL_RATE = 120.0
_OML = re.compile(r"#!OML:ASF\s+(.*)", re.IGNORECASE)


class Amc(
    Format,
    name="amc",
    suffixes=(".amc",),
    describes="motions of Acclaim, with the .asf file beside them",
    losses={"skeletons": "as in .asf files", "clips": "numbers of frames, changing lengths of bones"},
):
    """Reads a clip and its skeleton."""

    def read(
        self,
        data: bytes,
        *,
        file: str | None = None,
        beside: Beside = nothing_beside,
        skeleton: str | None = None,
        rate: float | None = None,
        unit: str | float | None = None,
    ) -> Content:
        """The clip.

        Args:
            data: The bytes.
            file: Name of the file in errors.
            beside: Gives the ``.asf`` file.
            skeleton: Name of the ``.asf`` file; without it the file of the same name is taken, or of the longest name
                that this one begins with, as 02.asf for 02_01.amc.
            rate: Frames per second, which the file does not state; 120 if it is None.
            unit: Unit of lengths, in place of the one in the ``.asf`` file.
        """
        if rate is not None and not (isinstance(rate, (int, float)) and 0 < rate < math.inf):
            raise InputError(f"the rate must be above 0 frames per second, not {shorten(rate)}")
        text = as_utf8(data, file)[0]
        lines = text.splitlines()
        if len(lines) > MAX_NUMBERS:
            raise FormatError(f"more than {MAX_NUMBERS:,} lines are not read", file=file)
        radians, first = _head(lines, file)
        built = _built(text, file, beside, skeleton, unit)
        odd = list(built.warnings)
        if rate is None:
            message = (
                f"the file does not state its rate; {USUAL_RATE:g} frames per second are taken; rate= says another"
            )
            odd.append(str(FormatError(message, file=file)))
        figure = Figure(built.skeleton)
        values, numbers = _values(lines, first, built, file)
        states = _states(values, built, figure, radians)
        states = states[_in_order(numbers, odd, file)]
        states.flags.writeable = False
        clip = Samples(figure=figure, rate=float(rate or USUAL_RATE), data=states)
        stored = StoredClip(clip=clip, name=stem_of(file) or None, unit=built.unit)
        return Content(skeletons=(built.skeleton,), clips=(stored,), warnings=tuple(odd))


def _head(lines: list[bytes], file: str | None) -> tuple[bool, int]:
    """Whether angles are in radians, and the first line of frames."""
    radians = False
    for i, line in enumerate(lines):
        word = line.strip().lower()
        if word.startswith(b":"):
            if word in (b":radians", b":degrees"):
                radians = word == b":radians"
            elif word != b":fully-specified":
                raise FormatError(f"expected :DEGREES, :RADIANS or :FULLY-SPECIFIED, not {shorten(line.decode())}",
                                  file=file, line=i + 1)  # fmt: skip
        elif word and not word.startswith(b"#"):
            if not word.isdigit():
                raise FormatError("an AMC file has the number of a frame here", file=file, line=i + 1)
            return radians, i
    raise FormatError("there is no frame in this file", file=file)


def _built(text: bytes, file: str | None, beside: Beside, skeleton: str | None, unit: str | float | None) -> Built:
    """The skeleton, from the first file beside this one that may hold it."""
    tried: list[str] = []
    for name in [skeleton] if skeleton else _names(text, file):
        tried.append(name)
        try:
            found = beside(name)
        except FormatError:
            continue
        return build(found, name, unit)
    listed = ", ".join(shorten(name) for name in tried[:4])
    raise FormatError(
        f"its skeleton is an .asf file beside it, but there is none of {listed}: say skeleton=", file=file
    )


def _names(text: bytes, file: str | None) -> Iterator[str]:
    stem = stem_of(file)
    stems = [stem] + [stem[: cut.start()] for cut in reversed(list(re.finditer(r"[ _.-]", stem)))]
    named = _OML.search(text[:2000].decode("utf-8", "replace"))
    if named:
        stems.append(stem_of(named[1].strip()))
    for one in dict.fromkeys(stems):
        if one:
            yield from (f"{one}.asf", f"{one}.ASF")


# ---- frames ------------------------------------------------------------------------------------


def _values(lines: list[bytes], first: int, built: Built, file: str | None) -> tuple[Array, list[int]]:
    """The numbers of all frames, bone by bone as in the skeleton, and the numbers of the frames."""
    bones = {name.encode(): len(bone.dofs) for name, bone in built.acclaim.bones.items() if bone.dofs}
    body = [line for line in lines[first:] if line and not line.isspace()]
    quick = _regular(body, bones)
    return quick if quick is not None else _careful(lines, first, bones, file)


def _regular(body: list[bytes], bones: dict[bytes, int]) -> tuple[Array, list[int]] | None:
    """The frames of a file in which each has the same bones in the same order; None for any other."""
    size = len(bones) + 1
    if len(body) % size or sum(bones.values()) == 0:
        return None
    order = [line.split(None, 1)[0] for line in body[1:size]]
    if sorted(order) != sorted(bones):
        return None
    numbers = [line.strip() for line in body[::size]]
    if not all(number.isdigit() and len(number) < 15 for number in numbers):
        return None
    columns, at = {}, 0
    parts = []
    for k, name in enumerate(order, 1):
        prefix = name + b" "
        own = body[k::size]
        if not all(line.startswith(prefix) for line in own):
            return None
        parts.append([line[len(prefix) :] for line in own])
        if any(len(words.split()) != bones[name] for words in parts[-1]):
            return None
        columns[name] = range(at, at + bones[name])
        at += bones[name]
    text = b"\n".join(map(b" ".join, zip(*parts, strict=True)))
    found = read_number_rows(text, 0, at)
    if found.stop < len(text) or found.partial or found.joined >= 0 or len(found.values) != len(numbers):
        return None
    wanted = [column for name in bones for column in columns[name]]
    return found.values[:, wanted], [int(number) for number in numbers]


def _careful(lines: list[bytes], first: int, bones: dict[bytes, int], file: str | None) -> tuple[Array, list[int]]:
    """The frames line by line; bones that are missing keep zero."""
    starts, at = {}, 0
    for name, count in bones.items():
        starts[name] = at
        at += count
    frames: list[Array] = []
    numbers: list[int] = []
    for i in range(first, len(lines)):
        words = lines[i].split()
        if not words or words[0].startswith(b"#"):
            continue
        if len(words) == 1 and words[0].isdigit():
            if len(words[0]) > 14 or (len(frames) + 1) * at > MAX_NUMBERS:
                raise FormatError(f"more than {MAX_NUMBERS:,} numbers are not read", file=file, line=i + 1)
            numbers.append(int(words[0]))
            frames.append(np.zeros(at))
            continue
        name = words[0]
        if name not in bones:
            told, known = name.decode("utf-8", "replace"), [bone.decode() for bone in bones]
            raise FormatError(
                f"there is no bone {shorten(told)} that moves{suggestion(told, known)}", file=file, line=i + 1
            )
        given = [word.decode("utf-8", "replace") for word in words[1:]]
        if len(given) != bones[name] or not all(map(NUMBER.fullmatch, given)) or max(map(len, given)) > 100:
            message = f"expected {bones[name]} numbers behind {shorten(name.decode())}, not {shorten(' '.join(given))}"
            raise FormatError(message, file=file, line=i + 1)
        frames[-1][starts[name] : starts[name] + bones[name]] = [float(word) for word in given]
    values = np.array(frames)
    if not np.isfinite(values).all():
        raise FormatError("a number is infinite", file=file)
    return values, numbers


def _states(values: Array, built: Built, figure: Figure, radians: bool) -> Array:
    """States from the columns of a file; angles there may be in another unit than those of the skeleton."""
    columns = {}
    at = 0
    for bone in built.acclaim.bones.values():
        for name in bone.dofs:
            columns[f"{bone.name}.{name if name[0] == 't' else name[1:]}"] = at
            at += 1
    scale = [built.unit if dof.kind == "slide" else 1.0 if radians else math.pi / 180 for dof in figure.skeleton.dofs]
    return np.asarray(values[:, [columns[dof.name] for dof in figure.skeleton.dofs]] * np.array(scale))


def _in_order(numbers: list[int], odd: list[str], file: str | None) -> np.ndarray:
    """The frames in the order of their numbers."""
    order = np.argsort(numbers, kind="stable")
    steps = np.diff(np.array(numbers)[order])
    if (steps == 0).any():
        twice = np.array(numbers)[order][int(np.argmin(steps))]
        raise FormatError(f"the frame {twice} stands in the file twice", file=file)
    if (np.diff(numbers) < 0).any():
        odd.append(str(FormatError("the frames are not in the order of their numbers; they are sorted", file=file)))
    if (steps > 1).any():
        missing = int((steps - 1).sum())
        odd.append(
            str(
                FormatError(f"{missing} numbers of frames are left out; the others are read as if none were", file=file)
            )
        )
    return order
