"""The one family of exceptions.

    ManikinError
    ├── InputError          a value that cannot be used: shape, range, NaN, a contradiction
    │   └── SkeletonError   joints that do not make a skeleton
    ├── UnknownName         a name that does not exist; says which do, and the closest
    ├── FormatError         a file that cannot be read: file, line, column, what was expected
    └── Unsupported         a request the chosen part does not honour

Not reaching a goal is never an exception: it is a status of the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

__all__ = [
    "FormatError",
    "InputError",
    "ManikinError",
    "SkeletonError",
    "UnknownName",
    "Unsupported",
    "shorten",
    "suggestion",
]


class ManikinError(Exception):
    """Whatever goes wrong for a reason that the caller can mend."""


class InputError(ManikinError, ValueError):
    """A value that cannot be used."""


class SkeletonError(InputError):
    """Joints that do not make a skeleton."""


class Unsupported(ManikinError):
    """A request that the chosen part does not honour."""


class UnknownName(ManikinError, LookupError):
    """A name that does not exist among ``known``; ``what`` says what kind of thing was named."""

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        self.what, self.name, self.known = what, name, tuple(known)
        message = f"there is no {what} {shorten(name)}{suggestion(name, self.known)}"
        if self.known:
            listed = ", ".join(self.known[:12]) + (", …" if len(self.known) > 12 else "")
            message += f" (known: {listed})"
        super().__init__(message)


class FormatError(ManikinError, ValueError):
    """A file that cannot be read.  ``line`` and ``column`` count from 1."""

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.message, self.file, self.line, self.column = message, file, line, column
        place = [str(part) for part in (file or "<data>", line, column) if part is not None]
        super().__init__(f"{':'.join(place)}: {message}")


def shorten(value: object, limit: int = 60) -> str:
    """``repr`` of a value, cut so that hostile input cannot flood a message."""
    text = repr(value[: limit + 1]) if isinstance(value, str) else repr(value)
    return text if len(text) <= limit + 2 else text[:limit] + "…"


def suggestion(name: object, known: Iterable[str]) -> str:
    """``; did you mean "…"?`` for the closest known name, or nothing."""
    if not isinstance(name, str) or len(name) > 200:
        return ""
    near = (
        other
        for other in known
        if abs(len(other) - len(name)) <= 1 + len(name) // 3 and (other[:1] == name[:1] or other[-1:] == name[-1:])
    )
    affordable = 400_000 // (len(name) + 10) ** 2  # comparing two names takes time like the square of their length
    close = get_close_matches(name, islice(near, affordable), n=1, cutoff=0.7)
    return f'; did you mean "{close[0]}"?' if close else ""
