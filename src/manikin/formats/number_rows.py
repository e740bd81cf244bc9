"""Rows of decimal numbers in text, as motion files have them; compiled in kernels/src/numerics/text_numbers.hpp."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from manikin.kernels import library
from manikin.math.rotations import Array

__all__ = ["MAX_NUMBERS", "NUMBER", "NumberRows", "place_of", "read_number_rows"]

MAX_NUMBERS = 16_000_000
"""Most numbers of a file; so many take 128 MB."""
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
"""A decimal number as files have it; no infinity, no underscore, no comma."""
_NUMBER = re.compile(NUMBER.pattern.encode())
_ALLOWED = b"0123456789+-.eE \t\r\n"
_BLANKS = re.compile(rb"[ \t\r\n]*")


class NumberRows(NamedTuple):
    """The rows of a text, and how far it was read.

    Attributes:
        values: The rows that are complete (rows, columns).
        partial: How many numbers the row after them has.
        stop: Where reading ended [bytes]: at the end, or at what does not fit.
        joined: The first number that follows another one without a blank, as in "0.0-7.5"; −1 for none.
    """

    values: Array
    partial: int
    stop: int
    joined: int


def read_number_rows(text: bytes, begin: int, columns: int) -> NumberRows:
    """The rows of ``columns`` numbers from a place on, a row in each line; blank lines are skipped.

    Reading stops at what is no number or is infinite, at a line with too few or too many, and at ``MAX_NUMBERS``.
    """
    compiled = library()
    if compiled is not None:
        return NumberRows(*compiled.read_number_rows(text, begin, columns, MAX_NUMBERS))
    return _pure(text, begin, columns)


def _pure(text: bytes, begin: int, columns: int) -> NumberRows:
    """The same in Python: whole blocks of lines that hold what they should, then number by number to what is wrong."""
    blocks: list[Array] = []
    at, rows, most = begin, 0, max(MAX_NUMBERS // columns, 1)
    while at < len(text):
        end = min(at + (1 << 20), len(text))
        if end < len(text):
            end = max(text.rfind(b"\n", at, end), text.rfind(b"\r", at, end)) + 1 or end
        block = _block(text[at:end], columns)
        if block is None or rows + len(block) > most:
            break
        blocks.append(block)
        at, rows = end, rows + len(block)
    if at < len(text):
        rest = _careful(text, at, columns, most - rows)
        return rest._replace(values=np.concatenate([*blocks, rest.values]))
    return NumberRows(np.concatenate([np.empty((0, columns)), *blocks]), 0, len(text), -1)


def _block(text: bytes, columns: int) -> Array | None:
    """The rows of some lines; None if anything in them does not fit."""
    if text.translate(None, _ALLOWED):
        return None
    lines = [line for line in text.decode("ascii").splitlines() if line and not line.isspace()]
    if not lines:
        return np.empty((0, columns))
    try:
        values = np.loadtxt(lines, float, comments=None, ndmin=2)
    except ValueError:
        return None
    return values if values.shape[1] == columns and np.isfinite(values).all() else None


def _careful(text: bytes, at: int, columns: int, most: int) -> NumberRows:
    """The rows number by number, until one does not fit."""
    values: list[float] = []
    partial, joined, apart = 0, -1, True
    while at < len(text):
        gap = _BLANKS.match(text, at)
        assert gap is not None
        blank = gap.group()
        if b"\n" in blank or b"\r" in blank:
            if partial not in (0, columns):
                at += min(place for place in map(blank.find, (b"\n", b"\r")) if place >= 0)
                break
            partial = 0
        at, apart = gap.end(), apart or bool(blank)
        if at == len(text):
            break
        found = _NUMBER.match(text, at)
        full = partial == columns or (partial == 0 and len(values) == most * columns)
        if found is None or full or (not apart and text[at : at + 1] != b"-"):
            break
        value = float(found.group())
        if abs(value) == np.inf or text[found.end() : found.end() + 1] in (b"e", b"E"):
            break
        if not apart and joined < 0:
            joined = at
        values.append(value)
        partial, at, apart = partial + 1, found.end(), False
    if at == len(text) and partial == columns:
        partial = 0
    rows = (len(values) - partial) // columns
    return NumberRows(np.array(values[: rows * columns]).reshape(rows, columns), partial, at, joined)


def place_of(text: bytes, at: int) -> tuple[int, int]:
    """Line and column of a byte, from 1; a line ends with CR, LF or both."""
    line = text.count(b"\n", 0, at) + text.count(b"\r", 0, at) - text.count(b"\r\n", 0, at)
    if text[at - 1 : at + 1] == b"\r\n" and at > 0:
        line -= 1
    start = max(text.rfind(b"\n", 0, at), text.rfind(b"\r", 0, at)) + 1
    return line + 1, len(text[start:at].decode("utf-8", "replace")) + 1
