"""The exceptions of manikin.

    ManikinError
    ├── InputError          a value that cannot be used: wrong shape, range, NaN, contradiction
    │   ├── SkeletonError   joints that are not a valid skeleton
    │   └── CallError       an argument that is unknown, missing or of the wrong type; a TypeError too
    ├── UnknownName         a name that does not exist; the message lists those that do, and the closest
    ├── FormatError         a file that cannot be read: file, line, column, what was expected
    │   └── NewerVersion    a file that only a newer manikin can read
    ├── Unsupported         a request that a solver, format or goal does not support
    └── Interrupted         work that was cancelled, or took longer than it may

``FormatWarning`` is no exception but a warning: a file was read, and something in it was repaired or left out.

Not reaching a goal is never an exception: it is a status of the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

__all__ = [
    "CallError",
    "FormatError",
    "FormatWarning",
    "InputError",
    "Interrupted",
    "ManikinError",
    "NewerVersion",
    "SkeletonError",
    "UnknownName",
    "Unsupported",
    "shorten",
    "suggestion",
]


MOST_LISTED, MOST_LISTED_SHORT = 12, 24
"""Names that a message lists where one is unknown, and how many if all of them are short."""
SHORT_NAME = 8
"""Characters of a short name, such as the suffix of a file."""


class ManikinError(Exception):
    """Base of all exceptions that manikin raises for input it cannot use."""


class InputError(ManikinError, ValueError):
    """A value that cannot be used."""


class SkeletonError(InputError):
    """Joints that are not a valid skeleton."""


class CallError(InputError, TypeError):
    """An argument that is unknown, missing or of the wrong type."""


class Unsupported(ManikinError):
    """A request that the chosen solver, format or goal does not support."""


class Interrupted(ManikinError):
    """Work that was cancelled, or took longer than it may."""


class UnknownName(ManikinError, LookupError):
    """A name that does not exist.

    Attributes:
        what: Kind of thing that was named, such as "joint".
        name: The name.
        known: The names that exist.
    """

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        self.what, self.name, self.known = what, name, tuple(dict.fromkeys(known))
        message = f"there is no {what} {shorten(name)}{suggestion(name, self.known)}"
        if self.known:
            most = MOST_LISTED_SHORT if all(len(known) <= SHORT_NAME for known in self.known) else MOST_LISTED
            listed = ", ".join(self.known[:most]) + (", …" if len(self.known) > most else "")
            message += f" (known: {listed})"
        super().__init__(message)


class FormatError(ManikinError, ValueError):
    """A file that cannot be read.

    Attributes:
        message: What is wrong, without the place.
        file: Name of the file.
        line: Line, from 1.
        column: Column, from 1.
    """

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


class NewerVersion(FormatError):
    """A file that only a newer manikin can read.  It is refused as a whole, because an edit would drop the rest.

    Attributes:
        what: What is not known here.
    """

    def __init__(self, what: str, *, file: str | None = None) -> None:
        self.what = what
        message = f"this project was made by a newer version of manikin: {what}; install a newer manikin to open it"
        super().__init__(message, file=file)


class FormatWarning(UserWarning):
    """A file that was read although something in it was odd: the text says where, what, and what was done."""


def shorten(value: object, limit: int = 60) -> str:
    """``repr`` of a value, cut to ``limit`` characters, so that a message stays short for any input."""
    text = repr(value[: limit + 1]) if isinstance(value, str) else repr(value)
    return text if len(text) <= limit + 2 else text[:limit] + "…"


def suggestion(name: object, known: Iterable[str]) -> str:
    """The text ``; did you mean "…"?`` with the closest known name, or an empty text."""
    if not isinstance(name, str) or len(name) > 200:
        return ""
    near = (
        other
        for other in known
        if abs(len(other) - len(name)) <= 1 + len(name) // 3 and (other[:1] == name[:1] or other[-1:] == name[-1:])
    )
    affordable = 400_000 // (len(name) + 10) ** 2  # comparing two names takes quadratic time in their length
    close = get_close_matches(name, islice(near, affordable), n=1, cutoff=0.66)
    return f'; did you mean "{close[0]}"?' if close else ""
