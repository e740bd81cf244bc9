"""Words, texts and numbers of ``.scr`` files, read and written.

A statement is a line.  Angles are degrees, lengths metres; a number may carry its unit: 90deg, 1.5rad, 2m, 5cm, 3mm.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from manikin.errors import shorten, suggestion

__all__ = [
    "LINE",
    "MAX_LINE",
    "PADDING",
    "PLAIN_JOINT",
    "STATEMENT",
    "Cursor",
    "Problem",
    "Reader",
    "Words",
    "angle",
    "angle_text",
    "choose",
    "columns",
    "degrees",
    "finish",
    "integer",
    "length",
    "number",
    "number_text",
    "quote",
    "text",
    "tokens",
]

MAX_LINE = 1_000_000

# One statement to a match: blank lines and comments are skipped, then come a keyword and up to four words (groups 1
# to 5), which are nearly all lines of a file, or else any line (group 6, for ``tokens``).  Nothing in it backtracks;
# it matches the empty rest of the text too, so that a search never starts inside a comment.
_ARGUMENT = r'(?:[ \t]++([^\s"#(),=]++|"[^"\\\n]*+"))?+'
STATEMENT = re.compile(
    r"\s*+(?:#[^\n]*+\s*+)*+(?:([a-z]++)" + 4 * _ARGUMENT + r"[ \t]*+(?:#[^\n]*+)?+(?:\n|\Z)|([^\n]*+))"
)
# A whole section at once: a joint with no more than an offset, a degree of freedom and a mass, in this order and with
# no comment, as the hundred thousand of a machine-made file are.  Groups: name; offset; motion, axis, limits; mass.
_NEXT, _WORD = r"[ \t]*+\n\s*+", r'[ \t]++([^\s"#(),=]++)'
PLAIN_JOINT = re.compile(
    r'\s*+(?:#[^\n]*+\s*+)*+define[ \t]++joint[ \t]++"([^"\\\n]*+)"' + _NEXT
    + "(?:offset" + 3 * _WORD + _NEXT + ")?+"
    + r"(?:(hinge|slide)[ \t]++(-?[xyz])(?:" + 2 * _WORD + ")?+" + _NEXT + ")?+"
    + "(?:mass" + _WORD + _NEXT + r")?+end[ \t]++joint[ \t]*+(?:\n|\Z)"
)  # fmt: skip
LINE = re.compile(r"^[^\S\n]*+[^\s#]", re.MULTILINE)
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[(),=]|[^\s"#(),=]++|"|#.*+')
_NUMBER = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)([a-zA-Z]*)")
_ESCAPE = re.compile(r"\\(?:([\"\\nt])|u\{([0-9a-fA-F]{1,6})\}|.|$)")
_ESCAPED = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
_PER_METRE = {"m": 1.0, "cm": 100.0, "mm": 1000.0}
_UNITS = ("deg", "rad", *_PER_METRE)

Words = tuple[str, ...]
Reader = Callable[[Words, int], float]
PADDING = ("",) * 5  # absent words are empty, so that a look ahead never runs off the end


class Cursor:
    """Where the reading is, or what an error is about: ``position`` is one at which ``STATEMENT`` matches."""

    def __init__(self) -> None:
        self.at: re.Match[str] | None = None
        self._position = 0

    @property
    def position(self) -> int:
        return self.at.start() if self.at else self._position

    @position.setter
    def position(self, position: int) -> None:
        self.at, self._position = None, position


class Problem(Exception):
    """Something wrong at word ``token`` of the statement at hand."""

    def __init__(self, message: str, token: int = 0) -> None:
        super().__init__(message)
        self.message, self.token = message, token


# ---- words -------------------------------------------------------------------------------------


def tokens(line: str) -> Words:
    """The words, texts and signs of a line, without its comment, and padding."""
    found = _TOKEN.findall(line)
    if found[-1][0] == "#":
        found.pop()
    return (*found, *PADDING)


def columns(line: str) -> list[int]:
    """Where each word of a line starts, and where the line ends, counted from 0."""
    found = [(m.start(), m.end()) for m in _TOKEN.finditer(line) if m[0][0] != "#"]
    return [start for start, _ in found] + [found[-1][1] if found else 0]


def finish(words: Words, i: int) -> None:
    """Nothing may follow from word ``i`` on."""
    if words[i]:
        raise Problem(f"expected the end of the line, not {shorten(words[i])}", i)


def choose(words: Words, i: int, known: Sequence[str], what: str) -> str:
    """The word at ``i`` if it is one of the known ones."""
    word = words[i]
    if word not in known:
        listed = ", ".join(known)
        found = f", not {shorten(word)}{suggestion(word.lower(), known)}" if word else ""
        raise Problem(f"expected {what} ({listed}){found}", i)
    return word


def text(words: Words, i: int, what: str) -> str:
    """The quoted text at word ``i``."""
    word = words[i]
    if word[:1] != '"':
        found = f", not {shorten(word)}" if word else ""
        raise Problem(f"expected {what} in quotes{found}", i)
    if len(word) == 1 or (word[-1] != '"'):
        raise Problem("the text is not closed: expected a quote before the end of the line", i)
    return _ESCAPE.sub(lambda m: _unescape(m, i), word[1:-1]) if "\\" in word else word[1:-1]


def _unescape(found: re.Match[str], i: int) -> str:
    if found[1]:
        return _ESCAPED[found[1]]
    if found[2] and int(found[2], 16) <= 0x10FFFF:
        return chr(int(found[2], 16))
    raise Problem(rf"expected \", \\, \n, \t or \u{{hex digits}}, not {found[0]}", i)


def quote(value: str) -> str:
    """A text in quotes; what cannot be printed is escaped."""
    if value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    signs = {'"': r"\"", "\\": r"\\", "\n": r"\n", "\t": r"\t"}
    return '"' + "".join(signs.get(c) or (c if c.isprintable() else f"\\u{{{ord(c):x}}}") for c in value) + '"'


# ---- numbers -----------------------------------------------------------------------------------


def _plain(word: str) -> float | None:
    """A finite number without a unit, as most words are, or None."""
    try:
        value = float(word)
    except ValueError:
        return None
    return value if value - value == 0.0 else None


def number(words: Words, i: int) -> float:
    """A plain number."""
    plain = _plain(words[i])
    if plain is not None:
        return plain
    value, unit = _measured(words, i, "a number")
    if unit:
        raise Problem(f"expected a number without a unit, not {shorten(words[i])}", i)
    return value


def length(words: Words, i: int) -> float:
    """A length [m]."""
    plain = _plain(words[i])
    if plain is not None:
        return plain
    value, unit = _measured(words, i, "a length")
    if unit not in _PER_METRE:
        raise Problem(f"expected a length (in m, cm, mm), not {shorten(words[i])}", i)
    return value / _PER_METRE[unit]


def angle(words: Words, i: int) -> float:
    """An angle, in degrees unless it says otherwise, as radians."""
    plain = _plain(words[i])
    if plain is not None:
        return math.radians(plain)
    value, unit = _measured(words, i, "an angle")
    if unit not in ("deg", "rad"):
        raise Problem(f"expected an angle (in deg, rad), not {shorten(words[i])}", i)
    return value if unit == "rad" else math.radians(value)


def degrees(words: Words, i: int) -> float:
    """An angle as degrees."""
    plain = _plain(words[i])
    if plain is not None:
        return plain
    return math.degrees(angle(words, i))


def integer(words: Words, i: int) -> int:
    """A whole number."""
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", words[i]):
        raise Problem(f"expected a whole number, not {shorten(words[i])}" if words[i] else "expected a whole number", i)
    return int(words[i])


def _measured(words: Words, i: int, what: str) -> tuple[float, str]:
    word = words[i]
    if not word:
        raise Problem(f"expected {what} before the end of the line", i)
    found = _NUMBER.fullmatch(word)
    if not found:
        hint = f" (a unit follows its number without a blank, as in 5{word})" if word in _UNITS else ""
        hint = " (numbers have blanks between them, and a point for decimals)" if word == "," else hint
        raise Problem(f"expected {what}, not {shorten(word)}{hint}", i)
    value = float(found[1])
    if math.isinf(value):
        raise Problem(f"the number {shorten(word)} is too large", i)
    return value, found[2]


def number_text(value: float) -> str:
    """The shortest decimal that reads back as the very number."""
    shown = repr(float(value))
    return shown[:-2] if shown.endswith(".0") else shown


def angle_text(radians: float) -> str:
    """The shortest number of degrees that reads back as the very angle; in rad where that is shorter, or none does."""
    in_radians = number_text(radians) + "rad"
    near = math.degrees(radians)
    for digits in (6, 12, 15, 16, 17):
        shown = f"{near:.{digits}g}"
        if _is(math.radians(float(shown)), radians):
            return min(number_text(float(shown)), in_radians, key=len)
    for neighbour in (math.nextafter(near, math.inf), math.nextafter(near, -math.inf)):
        if _is(math.radians(neighbour), radians):
            return min(number_text(neighbour), in_radians, key=len)
    return in_radians


def _is(a: float, b: float) -> bool:
    return a == b and math.copysign(1.0, a) == math.copysign(1.0, b)
