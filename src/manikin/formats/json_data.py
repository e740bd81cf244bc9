"""JSON from bytes, with errors that name the file and the place."""

from __future__ import annotations

import json
from typing import Any

from manikin.errors import FormatError, shorten

__all__ = ["MAX_JSON_BYTES", "read_json"]

MAX_JSON_BYTES = 4 * 1024 * 1024
"""Longest JSON text that is read.  Parsing takes up to 30 times its size in memory."""


def read_json(data: bytes, file: str | None) -> Any:
    """The value that a JSON text holds.  ``file`` is for errors.  A name that stands twice in an object is an error."""
    if len(data) > MAX_JSON_BYTES:
        raise FormatError(f"{len(data):,} bytes of JSON; at most {MAX_JSON_BYTES:,} are read", file=file)

    def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            seen: set[str] = set()
            twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
            raise FormatError(f"the name {shorten(twice)} stands twice in one object", file=file)
        return made

    try:
        return json.loads(data, object_pairs_hook=without_duplicates)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg}", file=file, line=error.lineno, column=error.colno) from None
    except FormatError:
        raise
    except (ValueError, RecursionError):
        raise FormatError("not JSON", file=file) from None
