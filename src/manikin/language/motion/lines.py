"""The lines of a motion script.  Words and JSON are one language: an object becomes the line that says the same."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from manikin.errors import FormatError, shorten

__all__ = ["Line", "Source", "When", "is_motion_script", "lines_of"]

MAX_CHARACTERS = 20_000_000
MAX_LINES = 200_000
"""The longest script: letters, and lines that say something."""
STEPS = (
    "figure", "rate", "take", "ground", "between", "mark", "title", "pose", "set", "state", "mirror", "pull",
    "goal", "key", "lock", "release", "move", "turn", "throw", "step", "walk", "run", "jump",
)  # fmt: skip
"""The words that a line begins with."""

_DURATION = r"\d+(?:\.\d+)?|\.\d+"
_TIME = re.compile(
    rf"(?P<number>[+-]?(?:{_DURATION}))(?P<unit>[fs]?)(?![\w])|"
    rf"(?P<name>[^\W\d]\w*)(?:\s*(?P<sign>[+-])\s*(?P<more>{_DURATION})(?P<more_unit>[fs]?)(?![\w]))?"
)


@dataclass(frozen=True)
class Source:
    """Where a script comes from: the name of its file, and whether its parts are lines or steps of JSON."""

    file: str | None = None
    json: bool = False


@dataclass(frozen=True)
class Time:
    """A time as it is written: frames or seconds from the beginning, or from a mark or the end."""

    offset: float
    seconds: bool = False
    base: str | None = None


@dataclass(frozen=True)
class When:
    """When a line happens: at a time, or from a time to another one or to the end."""

    start: Time
    end: Time | None = None
    lasts: bool = False


@dataclass(frozen=True)
class Line:
    """A line: where it is, when it happens, and its step; ``column`` is where the step begins, counted from 1."""

    source: Source
    number: int
    text: str
    column: int
    when: When | None
    indented: bool

    def wrong(self, message: str, column: int | None = None) -> FormatError:
        """An error in this line."""
        if self.source.json:
            return FormatError(f"step {self.number}, {shorten(self.text)}: {message}", file=self.source.file)
        return FormatError(message, file=self.source.file, line=self.number, column=column or self.column)


def is_motion_script(script: Any) -> bool:
    """Whether a script, as text or as the data of a JSON file, is a motion script: something in it has a time."""
    if isinstance(script, str):
        if not script.lstrip().startswith("["):
            return True
        try:
            script = json.loads(script)
        except (ValueError, RecursionError):
            return False
    return isinstance(script, list) and any(isinstance(step, dict) and "at" in step for step in script)


def lines_of(script: Any, file: str | None = None) -> list[Line]:
    """The lines of a script, given as text or as data of JSON; an indented line has the time of the line above."""
    if isinstance(script, str):
        if len(script) > MAX_CHARACTERS:
            raise FormatError(f"a script has at most {MAX_CHARACTERS:,} letters, not {len(script):,}", file=file)
        if script.lstrip().startswith("{"):
            raise FormatError("a script in JSON is a list of steps, in square brackets", file=file, line=1)
        if not script.lstrip().startswith("["):
            return _with_times(_words(script, Source(file)))
        try:
            script = json.loads(script)
        except ValueError as error:
            raise FormatError(f"this is no JSON: {error}", file=file) from None
        except RecursionError:
            raise FormatError("this JSON is nested too deeply", file=file) from None
    if not isinstance(script, list):
        raise FormatError(f"a motion script is text, or a list of steps, not {shorten(script)}", file=file)
    _check_count(len(script), file)
    source = Source(file, json=True)
    return _with_times([_line(source, i, _from_object(source, i, step)) for i, step in enumerate(script, 1)])


def _words(text: str, source: Source) -> list[Line]:
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        plain = _without_comment(raw)
        if plain.strip():
            found.append(_line(source, number, plain))
            if len(found) > MAX_LINES:
                _check_count(len(found), source.file)
    return found


def _check_count(count: int, file: str | None) -> None:
    if count > MAX_LINES:
        raise FormatError(f"a script has at most {MAX_LINES:,} lines", file=file)


def _without_comment(raw: str) -> str:
    if "#" not in raw:
        return raw
    quote = ""
    for i, letter in enumerate(raw):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter == "#":
            return raw[:i]
    return raw


def _line(source: Source, number: int, text: str) -> Line:
    step = text.lstrip()
    column = len(text) - len(step) + 1
    line = Line(source, number, step.rstrip(), column, None, column > 1)
    first = re.match(r"[^\s:\"']+", step)
    colon = re.search(r":(?=\s|$)", step)
    if colon is None or (first is not None and first.group() in STEPS and first.end() != colon.start()):
        return line
    when = _when(line, step[: colon.start()])
    rest = step[colon.end() :]
    after = rest.lstrip()
    return Line(source, number, after.rstrip(), column + colon.end() + len(rest) - len(after), when, False)


def _when(line: Line, text: str) -> When:
    start, at = _time(line, text, 0)
    rest = text[at:].lstrip()
    if not rest:
        return When(start)
    if not rest.startswith(".."):
        raise line.wrong('expected ":", or ".." and another time', line.column + len(text) - len(rest))
    at = len(text) - len(rest) + 2
    if not text[at:].strip():
        return When(start, lasts=True)
    end, at = _time(line, text, at)
    if text[at:].strip():
        raise line.wrong('expected ":" after the two times', line.column + at)
    return When(start, end, lasts=True)


def _time(line: Line, text: str, at: int) -> tuple[Time, int]:
    at += len(text[at:]) - len(text[at:].lstrip())
    found = _TIME.match(text, at)
    if found is None:
        raise line.wrong(
            "expected a time: a frame as 12, seconds as 0.4s, a mark as strike+3, or end", line.column + at
        )
    if found["number"] is not None:
        return Time(float(found["number"]), found["unit"] == "s"), found.end()
    offset = float(f"{found['sign']}{found['more']}") if found["more"] else 0.0
    return Time(offset, found["more_unit"] == "s", found["name"]), found.end()


def time_of(line: Line, text: str, column: int) -> Time:
    """A time inside a step."""
    found, at = _time(Line(line.source, line.number, line.text, column, None, False), text, 0)
    if text[at:].strip():
        raise line.wrong("expected a time: a frame as 12, seconds as 0.4s, a mark as strike+3, or end", column + at)
    return found


def _with_times(lines: list[Line]) -> list[Line]:
    found, above = [], None
    for line in lines:
        if line.when is not None:
            above = line.when
        elif line.indented and above is not None:
            line = Line(line.source, line.number, line.text, line.column, above, True)
        if line.text:
            found.append(line)
    return found


# ---- JSON --------------------------------------------------------------------------------------


def _from_object(source: Source, number: int, step: Any) -> str:
    line = Line(source, number, "", 1, None, False)
    if not isinstance(step, dict) or not all(isinstance(key, str) for key in step):
        raise line.wrong(f"a step is an object, not {shorten(step)}")
    given = dict(step)
    when = ""
    if "at" in given or "until" in given:
        if "at" not in given:
            raise line.wrong('"until" needs "at"')
        when = _text(line, given.pop("at"))
        if "until" in given:
            until = given.pop("until")
            when += ".." + ("" if until is None else _text(line, until))
        when += ": "
    if "who" in given:
        when += _text(line, given.pop("who")) + " "
    return when + " ".join(_said(line, key, value) for key, value in given.items())


def _said(line: Line, key: str, value: Any) -> str:
    if value is True:
        return key
    if value is False or value is None:
        return ""
    if key == "goal" and isinstance(value, str):
        return f"goal {value}"
    if isinstance(value, dict):
        return " ".join([key, *(f"{_text(line, name)} {_text(line, one)}" for name, one in value.items())])
    if isinstance(value, list):
        inner = [" ".join(_text(line, n) for n in one) if isinstance(one, list) else _text(line, one) for one in value]
        return f"{key} {(', ' if any(isinstance(one, list) for one in value) else ' ').join(inner)}"
    return f"{key} {_text(line, value)}"


def _text(line: Line, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise line.wrong(f"expected a text or a number, not {shorten(value)}")
    return repr(value) if isinstance(value, (int, float)) else value
