"""Words, names and numbers of ``.scr`` files, read and written.

A statement is a line.  Angles are degrees, lengths metres; a number may carry its unit: 90deg, 1.5rad, 2m, 5cm, 3mm.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from manikin.errors import shorten, suggestion

__all__ = [
    "MAX_LINE",
    "PADDING",
    "STATEMENT",
    "Mistake",
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
"""Longest line that is read [characters]."""

# One match is one statement.  Blank lines and comments are skipped.  Then come a keyword and up to four words (groups 1
# to 5), as in nearly all lines, or else any other line (group 6, for ``tokens``).  Nothing in it backtracks.  It also
# matches the empty rest of the text, so that a search never starts inside a comment.
_ARGUMENT = r'(?:[ \t]++([^\s"#(),=]++|"[^"\\\n]*+"))?+'
STATEMENT = re.compile(
    r"\s*+(?:#[^\n]*+\s*+)*+(?:([a-z]++)" + 4 * _ARGUMENT + r"[ \t]*+(?:#[^\n]*+)?+(?:\n|\Z)|([^\n]*+))"
)
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[(),=]|[^\s"#(),=]++|"|#.*+')
_NUMBER = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)([a-zA-Z]*)")
_ESCAPE = re.compile(r"\\(?:([\"\\nt])|u\{([0-9a-fA-F]{1,6})\}|.|$)")
_ESCAPED = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
_PER_METRE = {"m": 1.0, "cm": 100.0, "mm": 1000.0}
_UNITS = ("deg", "rad", *_PER_METRE)

Words = tuple[str, ...]
"""The words of a statement, its keyword first, and ``PADDING``."""
Reader = Callable[[Words, int], float]
"""Reads the number at a word."""
PADDING = ("",) * 5
"""Follows the words of a statement: a missing word is empty, and looking ahead stays inside the tuple."""


class Mistake(Exception):
    """An error in the current statement, at word ``token``.  The reader adds the line and the column."""

    def __init__(self, message: str, token: int = 0) -> None:
        super().__init__(message)
        self.message, self.token = message, token


# ---- words -------------------------------------------------------------------------------------


def tokens(line: str) -> Words:
    """The words, quoted texts and signs of a line without its comment, and padding."""
    found = _TOKEN.findall(line)
    if found[-1][0] == "#":
        found.pop()
    return (*found, *PADDING)


def columns(line: str) -> list[int]:
    """Where each word of a line starts, and where the last one ends, counted from 0."""
    found = [(m.start(), m.end()) for m in _TOKEN.finditer(line) if m[0][0] != "#"]
    return [start for start, _ in found] + [found[-1][1] if found else 0]


def finish(words: Words, i: int) -> None:
    """Raise an error if there is a word at ``i`` or after it."""
    if words[i]:
        raise Mistake(f"expected the end of the line, not {shorten(words[i])}", i)


def choose(words: Words, i: int, known: Sequence[str], what: str) -> str:
    """The word at ``i``, which must be one of ``known``."""
    word = words[i]
    if word not in known:
        listed = ", ".join(known)
        found = f", not {shorten(word)}{suggestion(word.lower(), known)}" if word else ""
        raise Mistake(f"expected {what} ({listed}){found}", i)
    return word


def text(words: Words, i: int, what: str) -> str:
    """The quoted text at word ``i``."""
    word = words[i]
    if word[:1] != '"':
        found = f", not {shorten(word)}" if word else ""
        raise Mistake(f"expected {what} in quotes{found}", i)
    if len(word) == 1 or (word[-1] != '"'):
        raise Mistake("the text is not closed: expected a quote before the end of the line", i)
    return _ESCAPE.sub(lambda m: _unescape(m, i), word[1:-1]) if "\\" in word else word[1:-1]


def _unescape(found: re.Match[str], i: int) -> str:
    if found[1]:
        return _ESCAPED[found[1]]
    if found[2] and int(found[2], 16) <= 0x10FFFF:
        return chr(int(found[2], 16))
    raise Mistake(rf"expected \", \\, \n, \t or \u{{hex digits}}, not {found[0]}", i)


def quote(value: str) -> str:
    """A text in quotes; characters that cannot be printed are escaped."""
    if value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    signs = {'"': r"\"", "\\": r"\\", "\n": r"\n", "\t": r"\t"}
    return '"' + "".join(signs.get(c) or (c if c.isprintable() else f"\\u{{{ord(c):x}}}") for c in value) + '"'


# ---- numbers -----------------------------------------------------------------------------------


def _plain(word: str) -> float | None:
    """The value of a finite number without a unit, as most numbers are; None for any other word."""
    try:
        value = float(word)
    except ValueError:
        return None
    if not word.isascii() or "_" in word:  # Python takes these for digits and numbers
        return None
    return value if value - value == 0.0 else None


def number(words: Words, i: int) -> float:
    """A number without a unit."""
    plain = _plain(words[i])
    if plain is not None:
        return plain
    value, unit = _measured(words, i, "a number")
    if unit:
        raise Mistake(f"expected a number without a unit, not {shorten(words[i])}", i)
    return value


def length(words: Words, i: int) -> float:
    """A length [m]."""
    plain = _plain(words[i])
    if plain is not None:
        return plain
    value, unit = _measured(words, i, "a length")
    if unit not in _PER_METRE:
        raise Mistake(f"expected a length (in m, cm, mm), not {shorten(words[i])}", i)
    return value / _PER_METRE[unit]


def angle(words: Words, i: int) -> float:
    """An angle [rad]; in the file it is in degrees unless it carries a unit."""
    plain = _plain(words[i])
    if plain is not None:
        return math.radians(plain)
    value, unit = _measured(words, i, "an angle")
    if unit not in ("deg", "rad"):
        raise Mistake(f"expected an angle (in deg, rad), not {shorten(words[i])}", i)
    return value if unit == "rad" else math.radians(value)


def degrees(words: Words, i: int) -> float:
    """An angle [degrees]."""
    plain = _plain(words[i])
    if plain is not None:
        return plain
    return math.degrees(angle(words, i))


def integer(words: Words, i: int) -> int:
    """A whole number."""
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", words[i]):
        raise Mistake(f"expected a whole number, not {shorten(words[i])}" if words[i] else "expected a whole number", i)
    return int(words[i])


def _measured(words: Words, i: int, what: str) -> tuple[float, str]:
    word = words[i]
    if not word:
        raise Mistake(f"expected {what} before the end of the line", i)
    found = _NUMBER.fullmatch(word)
    if not found:
        hint = f" (a unit follows its number without a blank, as in 5{word})" if word in _UNITS else ""
        hint = " (numbers have blanks between them, and a point for decimals)" if word == "," else hint
        raise Mistake(f"expected {what}, not {shorten(word)}{hint}", i)
    value = float(found[1])
    if math.isinf(value):
        raise Mistake(f"the number {shorten(word)} is too large", i)
    return value, found[2]


def number_text(value: float) -> str:
    """The shortest decimal text that reads back as exactly this number."""
    shown = repr(float(value))
    return shown[:-2] if shown.endswith(".0") else shown


def angle_text(radians: float) -> str:
    """The shortest text that reads back as exactly this angle: in degrees, or in rad if that is shorter or exact."""
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
