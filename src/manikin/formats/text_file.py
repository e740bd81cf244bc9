"""A text file that is read word by word, with the line and column of everything odd in it."""

from __future__ import annotations

import codecs
import re

from manikin.errors import FormatError
from manikin.formats.number_rows import place_of

__all__ = ["MAX_WARNINGS", "TextFile", "as_utf8"]

MAX_WARNINGS = 20
"""Most warnings about one file; the others are counted."""
PIECE = 1 << 20
"""Bytes of a text that are turned into UTF-8 at once."""
MOST_LETTERS = 8 << 20
"""Most letters beyond ASCII in a text whose encoding is guessed; names do not need as many."""
_BLANK = re.compile(r"\s*")
_WORD = re.compile(r"[{}]|[^\s{}]+")


def as_utf8(data: bytes, file: str | None) -> tuple[bytes, bool]:
    """The bytes of a text as UTF-8, and whether their encoding had to be guessed (then it is Latin-1)."""
    for mark, codec in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            try:
                return data.decode(codec).encode(), False
            except UnicodeError:
                raise FormatError("this is no text, although it begins as UTF-16", file=file) from None
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return data, False
    made = bytearray()
    for start in range(0, len(data), PIECE):  # piece by piece, for a long text takes memory three times as it is
        piece = data[start : start + PIECE].decode("latin-1").encode()
        made += piece
        if len(made) - start - PIECE > MOST_LETTERS:
            raise FormatError("this is no text", file=file)
    return bytes(made), True


class TextFile:
    """The beginning of a file as text, a place in it, and what was odd.

    Attributes:
        at: Where the last word began.
        next: Where the next one is looked for.
    """

    def __init__(self, data: bytes, end: int, file: str | None) -> None:
        """``end``: how much of the UTF-8 ``data`` is read as words."""
        self.text = data[:end].decode("utf-8")
        self.file, self.at, self.next = file, 0, 0
        self._warnings: list[str] = []
        self._untold = 0

    def word(self) -> str:
        """The next word or brace; empty at the end."""
        self._skip()
        found = _WORD.match(self.text, self.next)
        if found is None:
            return ""
        self.next = found.end()
        return found.group()

    def back(self) -> None:
        """Go back to the last word."""
        self.next = self.at

    def match(self, pattern: re.Pattern[str]) -> str:
        """The text here that matches a pattern, after blanks; empty if none does."""
        self._skip()
        found = pattern.match(self.text, self.next)
        if found is None:
            return ""
        self.next = found.end()
        return found.group()

    def rest(self, pattern: re.Pattern[str]) -> str:
        """The text right here that matches a pattern."""
        found = pattern.match(self.text, self.next)
        assert found is not None
        self.next = found.end()
        return found.group()

    def _skip(self) -> None:
        blank = _BLANK.match(self.text, self.next)
        assert blank is not None
        self.at = self.next = blank.end()

    @property
    def byte(self) -> int:
        """The place of the next word in the UTF-8 bytes."""
        return len(self.text[: self.next].encode())

    def error(self, message: str, *, at: int | None = None, skip: bool = False) -> FormatError:
        """An error at a place, by default that of the last word."""
        if skip:
            self._skip()
        before = self.text[: self.at if at is None else at].encode()
        line, column = place_of(before, len(before))
        return FormatError(message, file=self.file, line=line, column=column)

    def warn(self, message: str, *, at: int | None = None) -> None:
        """Note something odd and what was done about it."""
        if len(self._warnings) < MAX_WARNINGS:  # to find a place takes time
            self.note(self.error(message, at=at))
        else:
            self._untold += 1

    def note(self, odd: FormatError) -> None:
        """Note something odd whose place is known."""
        if len(self._warnings) < MAX_WARNINGS:
            self._warnings.append(str(odd))
        else:
            self._untold += 1

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was odd."""
        more = (str(FormatError(f"and {self._untold} more warnings", file=self.file)),) if self._untold else ()
        return (*self._warnings, *more)
