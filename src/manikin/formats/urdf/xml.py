"""XML as a stream of elements with line and column: no DTD, no entities, bounded time and memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.parsers.expat import ErrorString
from xml.parsers.expat.errors import XML_ERROR_NO_ELEMENTS, codes
from xml.sax import SAXParseException

from defusedxml.common import DefusedXmlException
from defusedxml.expatreader import DefusedExpatParser

from manikin.errors import FormatError, shorten

__all__ = ["Element", "Place", "stream"]

MAX_ELEMENTS = 200_000
"""Most elements of a file; so many are read in about a second."""
MAX_IN_PART = 50_000
"""Most elements inside one child of the root."""
MAX_TOKEN = 1 << 16
"""Longest tag or comment [bytes]; expat starts again with an unfinished one for every chunk."""
CHUNK = 1 << 13
"""Bytes that are parsed at once; few, so that elements are freed before the garbage collector promotes them."""

# Encodings of one byte, and UTF.  The parser would accept any codec of Python, also those that do not encode text.
ENCODING = re.compile(
    r"utf-?(8|16)(le|be)?|(us-)?ascii|latin-?1|iso[-_]8859[-_]\d\d?|(windows-|cp)125\d", re.IGNORECASE
)

Schema = Mapping[str, frozenset[str] | None]
"""For each tag, the tags that are kept inside it; None keeps all."""


@dataclass(slots=True)
class Place:
    """A place in a file; lines and columns count from 1."""

    line: int
    column: int

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        return FormatError(message, line=self.line, column=self.column)


@dataclass(slots=True)
class Element(Place):
    """A tag, its attributes and its children; text is not kept."""

    tag: str
    attributes: dict[str, str]
    children: list[Element]

    def child(self, tag: str) -> Element | None:
        """The first child with this tag, or None."""
        for child in self.children:
            if child.tag == tag:
                return child
        return None


def stream(data: bytes, schema: Schema, skipped: Callable[[Place, str], None]) -> Iterator[Element]:
    """The root element without its children, then each of its children, complete.

    Elements that are not in the schema are skipped; ``skipped`` is told the place and the tag of each of xacro.
    Errors have line and column, but no file.
    """
    parser = _Parser(schema, skipped)
    try:
        for start in range(0, max(len(data), 1), CHUNK):
            parser.feed(data[start : start + CHUNK])
            if start + CHUNK - parser.position > MAX_TOKEN:
                raise parser.error(f"a tag or comment of more than {MAX_TOKEN:,} bytes is not read")
            yield from parser.take()
        parser.close()
        yield from parser.take()
    except SAXParseException as error:
        raise FormatError(
            _meaning(error), line=error.getLineNumber(), column=_from_1(error.getColumnNumber())
        ) from None
    except DefusedXmlException:
        raise parser.error("a DOCTYPE or entity is not read because it can name other files: remove it") from None
    except FormatError:
        raise
    except (LookupError, ValueError) as error:
        raise parser.error(
            f"the encoding that the file declares is not read ({error}): save the file as UTF-8"
        ) from None


class _Parser(DefusedExpatParser):
    """The defused SAX parser with its own handlers, which take half the time of those of SAX."""

    def __init__(self, schema: Schema, tell: Callable[[Place, str], None]) -> None:
        super().__init__(forbid_dtd=True)
        self.schema, self.tell = schema, tell
        self.open: list[Element] = []
        self.done: list[Element] = []
        self.skipped = 0  # depth inside an element that is not kept
        self.count, self.allowed = 0, MAX_IN_PART

    def reset(self) -> None:
        super().reset()
        self.expat: Any = getattr(self, "_parser")  # noqa: B009 (the stubs hide it)
        self.expat.StartElementHandler = self.start
        self.expat.EndElementHandler = self.end
        self.expat.CharacterDataHandler = None
        self.expat.XmlDeclHandler = self.declaration

    def declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding is not None and not ENCODING.fullmatch(encoding):
            raise self.error(f"the encoding {shorten(encoding)} is not read: save the file as UTF-8")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > self.allowed:
            raise self.error(f"more than {MAX_ELEMENTS:,} elements, or {MAX_IN_PART:,} in one part, are not read")
        if self.skipped:
            self.skipped += 1
            return
        expat = self.expat
        if not self.open:
            element = Element(expat.CurrentLineNumber, expat.CurrentColumnNumber + 1, tag, attributes, [])
            self.done.append(element)
        else:
            parent = self.open[-1]
            kept = self.schema.get(parent.tag, frozenset())
            if kept is not None and tag not in kept:
                self.start_skipped(tag)
                return
            element = Element(expat.CurrentLineNumber, expat.CurrentColumnNumber + 1, tag, attributes, [])
            if len(self.open) > 1:
                parent.children.append(element)
        self.open.append(element)

    def start_skipped(self, tag: str) -> None:
        if tag.startswith("xacro:"):
            self.tell(Place(self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1), tag)
        self.skipped = 1

    def end(self, tag: str) -> None:
        if self.skipped:
            self.skipped -= 1
            if self.skipped or len(self.open) > 1:
                return
        else:
            element = self.open.pop()
            if len(self.open) != 1:
                return
            self.done.append(element)
        self.allowed = min(self.count + MAX_IN_PART, MAX_ELEMENTS)  # a child of the root is complete

    def take(self) -> list[Element]:
        """The elements finished since the last call."""
        done, self.done = self.done, []
        return done

    @property
    def position(self) -> int:
        """Number of bytes that are completely parsed."""
        return max(int(self.expat.CurrentByteIndex), 0)

    def error(self, message: str) -> FormatError:
        return FormatError(message, line=self.expat.CurrentLineNumber, column=_from_1(self.expat.CurrentColumnNumber))


def _from_1(column: int | None) -> int | None:
    return None if column is None else column + 1


def _meaning(error: SAXParseException) -> str:
    if error.getMessage() == ErrorString(codes[XML_ERROR_NO_ELEMENTS]):
        return "the file ends before its XML does; is it complete?"
    return f"this is not well-formed XML: {shorten(error.getMessage())}"
