"""``.amc``: motions of Acclaim, whose skeleton is an ``.asf`` file beside them; docs/formats/acclaim.md."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from manikin.clips.samples import Samples
from manikin.errors import FormatError, InputError, shorten, suggestion
from manikin.figure.figure import Figure
from manikin.formats.asf.asf import Built, build
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import Beside, Format, names_beside, nothing_beside, stem_of
from manikin.formats.guesses import Up
from manikin.formats.number_rows import MAX_NUMBERS, NUMBER, read_number_rows
from manikin.formats.text_file import as_utf8
from manikin.math.rotations import Array

__all__ = ["Amc"]

USUAL_RATE = 120.0
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_OML = re.compile(r"#!OML:ASF\s+(.*)", re.IGNORECASE)


class Amc(
    Format,
    name="amc",
    suffixes=(".amc",),
    describes="motions of Acclaim, with the .asf file beside them",
    losses={"skeletons": "as in .asf files", "clips": "numbers of frames"},
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
        up: Up | None = None,
    ) -> Content:
        """The clip.

        Args:
            data: The bytes.
            file: Name of the file in errors.
            beside: Gives the ``.asf`` file.
            skeleton: Name of the ``.asf`` file; without it the file of the same name is taken, or of the longest name
                that this one begins with, as 02.asf for 02_01.amc, or the only one that there is.
            rate: Frames per second, which the file does not state; 120 if it is None.
            unit: Unit of lengths, in place of the one in the ``.asf`` file.
            up: The axis that points up; guessed by head and feet of the skeleton if it is None.
        """
        if rate is not None and not (isinstance(rate, (int, float)) and 0 < rate < math.inf):
            raise InputError(f"the rate must be above 0 frames per second, not {shorten(rate)}")
        text = as_utf8(data, file)[0]
        radians, first, line = _head(text, file)
        built = _built(text, file, beside, skeleton, unit, up)
        odd = list(built.warnings)
        if rate is None:
            message = (
                f"the file does not state its rate; {USUAL_RATE:g} frames per second are taken; rate= says another"
            )
            odd.append(str(FormatError(message, file=file)))
        figure = Figure(built.skeleton)
        values, numbers = _values(text, first, line, built, file)
        states = _states(values, built, figure, radians)
        states = states[_in_order(numbers, odd, file)]
        states.flags.writeable = False
        figure = _with_room(figure, states, odd, file)
        clip = Samples(figure=figure, rate=float(rate or USUAL_RATE), data=states)
        stored = StoredClip(clip=clip, name=stem_of(file) or None, unit=built.unit)
        return Content(skeletons=(figure.skeleton,), clips=(stored,), warnings=tuple(odd))


def _head(text: bytes, file: str | None) -> tuple[bool, int, int]:
    """Whether angles are in radians, and where the frames begin: the byte, and the line."""
    radians = False
    for number, found in enumerate(_LINE.finditer(text), 1):
        word = found[0].strip().lower()
        if word.startswith(b":"):
            if word in (b":radians", b":degrees"):
                radians = word == b":radians"
            elif word != b":fully-specified":
                told = shorten(found[0].strip().decode("utf-8", "replace"))
                raise FormatError(f"expected :DEGREES, :RADIANS or :FULLY-SPECIFIED, not {told}",
                                  file=file, line=number)  # fmt: skip
        elif word and not word.startswith(b"#"):
            if not word.isdigit():
                raise FormatError("an AMC file has the number of a frame here", file=file, line=number)
            return radians, found.start(), number
    raise FormatError("there is no frame in this file", file=file)


def _built(
    text: bytes,
    file: str | None,
    beside: Beside,
    skeleton: str | None,
    unit: str | float | None,
    up: Up | None,
) -> Built:
    """The skeleton, from the first file beside this one that may hold it."""
    tried = [skeleton] if skeleton else list(_names(text, file))
    for name in tried:
        try:
            found = beside(name)
        except FormatError:
            continue
        return build(found, name, unit, up)
    there = () if skeleton else names_beside(beside, ".asf")
    if len(there) == 1:
        return build(beside(there[0]), there[0], unit, up)
    several = f"; of {_listed(there)} say which by skeleton=" if there else ": say skeleton="
    raise FormatError(
        f"its skeleton is an .asf file beside it, but there is none of {_listed(tried)}{several}", file=file
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(shorten(name) for name in names[:4]) + (" …" if len(names) > 4 else "")


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


def _values(text: bytes, first: int, line: int, built: Built, file: str | None) -> tuple[Array, list[int]]:
    """The numbers of all frames, bone by bone as in the skeleton, and the numbers of the frames; NaN where none is."""
    bones = {name.encode(): len(bone.dofs) for name, bone in built.acclaim.bones.items() if bone.dofs}
    quick = _regular(text[first:].replace(b"\r\n", b"\n"), bones)
    if quick is not None:
        return quick
    lines = text[first:].splitlines()
    if len(lines) > MAX_NUMBERS:
        raise FormatError(f"more than {MAX_NUMBERS:,} lines are not read", file=file)
    return _careful(lines, line, bones, file)


def _regular(text: bytes, bones: dict[bytes, int]) -> tuple[Array, list[int]] | None:
    """The frames of a file in which each has the same bones in the same order; None for any other.

    Names and all line ends but those of the frames become blanks, so that each frame is a row of numbers.
    """
    text = text.rstrip()
    if b"\n\n" in text:
        text = re.sub(rb"\n+", b"\n", text)
    size = len(bones) + 1
    frame = text[: 1 << 16].split(b"\n", size)[:size]
    order = [(line.split() or [b""])[0] for line in frame[1:]]
    if sorted(order) != sorted(bones) or b"\r" in text or max(map(len, order), default=0) > 1000:
        return None
    letters = np.frombuffer(text + b"\n", np.uint8).copy()
    ends = np.flatnonzero(letters == 10)
    if len(ends) % size:
        return None
    starts = np.concatenate([[0], ends[:-1] + 1])
    begins = letters > 32
    begins[1:] &= letters[:-1] <= 32
    words = np.add.reduceat(begins, starts, dtype=np.int64).reshape(-1, size)  # of each line
    if not np.array_equal(words, np.broadcast_to([1, *(1 + bones[name] for name in order)], words.shape)):
        return None
    for k, name in enumerate(order, 1):
        own = starts[k::size, None] + np.arange(len(name) + 1)
        if own[-1, -1] >= len(letters) or (letters[own] != np.frombuffer(name + b" ", np.uint8)).any():
            return None
        letters[own] = 32
    letters[ends[np.arange(len(ends)) % size != size - 1]] = 32
    numbers = [text[a:b].strip() for a, b in zip(starts[::size].tolist(), ends[::size].tolist(), strict=True)]
    if not all(number.isdigit() and len(number) < 15 for number in numbers):
        return None
    rows = letters.tobytes()
    found = read_number_rows(rows, 0, 1 + sum(bones.values()))
    if found.stop < len(rows) or found.partial or found.joined >= 0 or len(found.values) != len(numbers):
        return None
    columns, at = {}, 1
    for name in order:
        columns[name] = range(at, at + bones[name])
        at += bones[name]
    wanted = [column for name in bones for column in columns[name]]
    return found.values[:, wanted], [int(number) for number in numbers]


def _careful(lines: list[bytes], first: int, bones: dict[bytes, int], file: str | None) -> tuple[Array, list[int]]:
    """The frames line by line, which are counted from a number on."""
    starts, at = {}, 0
    for name, count in bones.items():
        starts[name] = at
        at += count
    frames: list[Array] = []
    numbers: list[int] = []
    for number, line in enumerate(lines, first):
        words = line.split()
        if not words or words[0].startswith(b"#"):
            continue
        if len(words) == 1 and words[0].isdigit():
            if len(words[0]) > 14 or (len(frames) + 1) * at > MAX_NUMBERS:
                raise FormatError(f"more than {MAX_NUMBERS:,} numbers are not read", file=file, line=number)
            numbers.append(int(words[0]))
            frames.append(np.full(at, np.nan))
            continue
        name = words[0]
        if name not in bones:
            told, known = name.decode("utf-8", "replace"), [bone.decode() for bone in bones]
            raise FormatError(
                f"there is no bone {shorten(told)} that moves{suggestion(told, known)}", file=file, line=number
            )
        given = [word.decode("utf-8", "replace") for word in words[1:]]
        if len(given) != bones[name] or not all(map(NUMBER.fullmatch, given)) or max(map(len, given)) > 100:
            message = f"expected {bones[name]} numbers behind {shorten(name.decode())}, not {shorten(' '.join(given))}"
            raise FormatError(message, file=file, line=number)
        frames[-1][starts[name] : starts[name] + bones[name]] = [float(word) for word in given]
    values = np.array(frames)
    if np.isinf(values).any():
        raise FormatError("a number is infinite", file=file)
    return values, numbers


def _states(values: Array, built: Built, figure: Figure, radians: bool) -> Array:
    """States from the columns of a file, at rest where it has none; its angles may have another unit than limits."""
    columns = {}
    at = 0
    for bone in built.acclaim.bones.values():
        for name in bone.dofs:
            columns[f"{bone.name}.{name if name[0] in 'tl' else name[1:]}"] = at
            at += 1
    scale = [built.unit if dof.kind == "slide" else 1.0 if radians else math.pi / 180 for dof in figure.skeleton.dofs]
    made = values[:, [columns[dof.name] for dof in figure.skeleton.dofs]] * np.array(scale)
    return np.where(np.isnan(made), figure.rest, made)


def _with_room(figure: Figure, states: Array, odd: list[str], file: str | None) -> Figure:
    """The figure with limits that let it move as its clip does: captured motions go beyond those of their skeleton."""
    low, high = states.min(axis=0), states.max(axis=0)
    beyond = [dof.name for dof, a, b in zip(figure.skeleton.dofs, low, high, strict=True) if a < dof.lo or b > dof.hi]
    if not beyond:
        return figure
    some = f"{', '.join(map(shorten, beyond[:3]))}{' and others' if len(beyond) > 3 else ''}"
    told = f"{len(beyond)} limits of the skeleton are widened to what the motion uses: {some}"
    odd.append(str(FormatError(told, file=file)))
    ends = {dof.name: (a, b) for dof, a, b in zip(figure.skeleton.dofs, low.tolist(), high.tolist(), strict=True)}
    joints = tuple(
        replace(
            joint,
            dofs=tuple(
                replace(dof, lo=min(dof.lo, ends[dof.name][0]), hi=max(dof.hi, ends[dof.name][1])) for dof in joint.dofs
            ),
        )
        for joint in figure.skeleton.joints
    )
    return Figure(replace(figure.skeleton, joints=joints))


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
