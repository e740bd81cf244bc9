"""The second half of a BVH file: how many frames there are, how long each lasts, and their numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from manikin.errors import FormatError, shorten
from manikin.formats.number_rows import MAX_NUMBERS, NUMBER, NumberRows, place_of, read_number_rows
from manikin.formats.text_file import TextFile
from manikin.math.rotations import Array

__all__ = ["Motion", "frame_time_text", "rate_of", "read_motion"]

_HEAD = re.compile(
    rb"\s*MOTION\s+Frames[ \t]*:?\s*(?P<frames>\S+)\s+Frame[ \t]*Time[ \t]*:?\s*(?P<time>\S+)", re.IGNORECASE
)
_LONGEST_HEAD = 4096
USUAL_RATE = 30.0
Failure = Callable[[str, int], FormatError]
"""Makes an error from a message and a place in the bytes."""


@dataclass(frozen=True)
class Motion:
    """Frames per second, and the numbers (frames, columns) in the units of the file."""

    rate: float
    values: Array


def read_motion(data: bytes, begin: int, columns: int, odd: TextFile, file: str | None) -> Motion:
    """The motion that begins at a byte; ``odd`` is told what was repaired."""

    def error(message: str, at: int) -> FormatError:
        line, column = place_of(data, at)
        return FormatError(message, file=file, line=line, column=column)

    head = _HEAD.match(data[begin : begin + _LONGEST_HEAD])
    if head is None:
        raise error("after MOTION expected 'Frames: N' and 'Frame Time: seconds'", begin)
    frames = head["frames"].decode("utf-8", "replace")
    if not (frames.isascii() and frames.isdigit() and len(frames) <= 12):
        raise error(f"expected the number of frames, not {shorten(frames)}", begin + head.start("frames"))
    seconds, at = head["time"].decode("utf-8", "replace"), begin + head.start("time")
    if not NUMBER.fullmatch(seconds):
        raise error(f"expected the time of a frame in seconds, not {shorten(seconds)}", at)
    rate, told = rate_of(seconds)
    if told:
        odd.note(error(told, at))
    first = begin + head.end()
    if not columns:
        if data[first:].strip():
            odd.note(error("no joint has channels, so the numbers that follow are not read", first))
        return Motion(rate, np.empty((0, 0)))
    return Motion(rate, _rows(data, first, columns, int(frames), odd, error))


def _rows(data: bytes, first: int, columns: int, frames: int, odd: TextFile, error: Failure) -> Array:
    found = read_number_rows(data, first, columns)
    values = found.values
    if found.stop < len(data) or found.partial:
        values = _up_to_the_cut(data, found, columns, error)
    if found.joined >= 0:
        odd.note(error("a number follows another without a blank; they are read as two", found.joined))
    if frames and not len(values):
        raise error("there is no complete row of numbers; is the file complete?", found.stop)
    if len(values) != frames:
        message = f"the file says {frames:,} frames and has {len(values):,} rows of {columns} numbers"
        odd.note(error(f"{message}, which are read", first))
    return values


def _up_to_the_cut(data: bytes, found: NumberRows, columns: int, error: Failure) -> Array:
    """The complete rows of a file whose last row is cut between two numbers; anything else is an error."""
    rest = data[found.stop : found.stop + 40].split(None, 1)
    if not data[found.stop :].strip():
        return found.values  # the last row is too short; the caller tells how many there are
    word = rest[0].decode("utf-8", "replace") if rest else ""
    if len(found.values) >= max(MAX_NUMBERS // columns, 1):
        raise error(f"more than {MAX_NUMBERS:,} numbers are not read", found.stop)
    if data[found.stop : found.stop + 1] in (b"\r", b"\n"):
        raise error(f"this row has {found.partial} numbers, but the joints have {columns} channels", found.stop)
    if found.partial == columns and NUMBER.match(word):
        raise error(f"this row has more than {columns} numbers, as many as the joints have channels", found.stop)
    raise error(f"expected a number, not {shorten(word)}", found.stop)


def rate_of(seconds: str) -> tuple[float, str]:
    """Frames per second from the text of a frame's time, and what is odd about it.

    A time is rounded: if that of a whole rate, rounded alike, is the same, that rate is meant; and one with two or
    three decimals where the time has eight digits or more.
    """
    time = float(seconds)
    if not 0 < time < math.inf:
        return USUAL_RATE, f"a frame cannot last {seconds} s; {USUAL_RATE:g} frames per second are taken"
    if time > 1:
        return time, f"a frame would last {seconds} s; this is taken as {time:g} frames per second"
    digits, _, power = seconds.lower().partition("e")
    last = 10.0 ** (int(power or "0") - len(digits.partition(".")[2]))
    for decimals in (0, 2, 3) if len(digits.replace(".", "").lstrip("0")) >= 8 else (0,):
        simple = round(1 / time, decimals)
        if simple > 0 and abs(1 / simple - time) <= max(0.501 * last, 1e-16 * time):
            return simple, ""
    return 1 / time, ""


def frame_time_text(rate: float) -> str:
    """The shortest time of a frame that is read as this rate, of at least eight digits."""
    if rate < 1:
        return repr(1 / rate)
    for digits in range(8, 18):
        text = f"{1 / rate:.{digits}g}"
        if rate_of(text)[0] == rate:
            return text
    for near in (math.nextafter(1 / rate, 0), math.nextafter(1 / rate, 1)):
        if 1 / near == rate:
            return repr(near)
    return repr(1 / rate)
