"""The text of an ``.scr`` file from its bytes: UTF-8, one kind of line end, no line that is too long to read."""

from __future__ import annotations

from manikin.errors import FormatError
from manikin.formats.scr.tokens import MAX_LINE

__all__ = ["source_of"]


def source_of(data: bytes, file: str | None) -> str:
    """The text of a file; ``file`` is its name in errors."""
    source = _decode(data, file)
    _check_lines(source, file)
    return source


def _decode(data: bytes, file: str | None) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FormatError("the file is UTF-16 text: save it as UTF-8", file=file, line=1, column=1)
    try:
        return _with_newlines(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = _with_newlines(error.object[: error.start].decode("utf-8"))
        message = f"expected UTF-8 text, not the byte 0x{error.object[error.start]:02x}"
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise FormatError(message, file=file, line=line, column=column) from None


def _with_newlines(source: str) -> str:
    return source.replace("\r\n", "\n").replace("\r", "\n") if "\r" in source else source


def _check_lines(source: str, file: str | None) -> None:
    """Refuse a line longer than ``MAX_LINE``.  Looks only at one line end in each stretch of that length."""
    start = 0
    while len(source) - start > MAX_LINE:
        end = source.rfind("\n", start, start + MAX_LINE + 1)
        if end < 0:
            message = f"the line is longer than the {MAX_LINE:,} characters that are read"
            raise FormatError(message, file=file, line=source.count("\n", 0, start) + 1, column=1)
        start = end + 1
