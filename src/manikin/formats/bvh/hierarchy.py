"""The first half of a BVH file: joints with their offsets and channels."""

from __future__ import annotations

import re
from dataclasses import dataclass

from manikin.errors import FormatError, shorten, suggestion
from manikin.formats.number_rows import NUMBER
from manikin.formats.text_file import TextFile

__all__ = ["CHANNELS", "Node", "read_hierarchy"]

CHANNELS = ("Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation")
_BY_LOWER = {channel.lower(): channel for channel in CHANNELS}
MAX_NODES = 20_000
"""Most joints of a file."""
_NAME = re.compile(r"[^\r\n{]*")


@dataclass
class Node:
    """A ROOT, a JOINT or an End Site.

    Attributes:
        name: Its name, unique in the file.
        parent: The node that it hangs from.
        offset: Its place there, in the unit of the file.
        channels: The channels, in the order of the file.
        column: Column of its first channel.
        end: Whether it is an End Site.
        place: Where it stands in the text.
    """

    name: str
    parent: Node | None
    end: bool
    place: int
    offset: tuple[float, float, float] | None = None
    channels: tuple[str, ...] | None = None
    column: int = 0


def read_hierarchy(file: TextFile) -> tuple[list[Node], int]:
    """The nodes in the order of the file, and the number of columns; ``file`` stands behind them afterwards."""
    return _Reader(file).read()


class _Reader:
    """Reads word by word; a stack has the nodes that are open."""

    def __init__(self, file: TextFile) -> None:
        self.file = file
        self.nodes: list[Node] = []
        self.names: dict[str, int] = {}  # how often each was met
        self.open: list[Node] = []
        self.columns = 0

    def read(self) -> tuple[list[Node], int]:
        file = self.file
        if file.word().upper() != "HIERARCHY":
            raise file.error("a BVH file begins with HIERARCHY")
        while True:
            word = file.word()
            key = word.upper()
            if key == "}":
                self.close()
            elif key in ("ROOT", "JOINT", "END") and (key != "ROOT" or not self.open):
                self.node(key)
            elif key == "OFFSET" and self.open:
                self.offset()
            elif key == "CHANNELS" and self.open:
                self.channels()
            elif not self.open and key in ("MOTION", ""):
                file.back()
                break
            else:
                raise self.unexpected(word)
        if not self.nodes:
            raise file.error("there is no ROOT in this file")
        for node in self.nodes:  # an end without OFFSET would hide a damaged file
            if node.offset is None:
                raise file.error(f"{shorten(node.name)} has no OFFSET", at=node.place)
        return self.nodes, self.columns

    def unexpected(self, word: str) -> FormatError:
        if not word:
            return self.file.error(f"{shorten(self.open[-1].name)} is not closed by a brace; is the file complete?")
        known = ("OFFSET", "CHANNELS", "JOINT", "End Site", "}") if self.open else ("ROOT", "MOTION")
        near = suggestion(word.upper(), known)
        return self.file.error(f"expected {', '.join(known[:-1])} or {known[-1]}, not {shorten(word)}{near}")

    def node(self, key: str) -> None:
        file, place = self.file, self.file.at
        if key == "JOINT" and not self.open:
            raise file.error("a JOINT stands inside another one or a ROOT")
        if key == "END" and (not self.open or file.word().upper() != "SITE"):
            raise file.error("expected End Site inside a JOINT")
        parent = self.open[-1] if self.open else None
        if parent is not None and parent.end:
            raise file.error("nothing hangs from an End Site")
        given = file.rest(_NAME).strip()
        node = Node(self._name(key, given, parent, place), parent, key == "END", place)
        if len(self.nodes) == MAX_NODES:
            raise file.error(f"more than {MAX_NODES:,} joints are not read")
        if file.word() != "{":
            raise file.error("expected {")
        self.nodes.append(node)
        self.open.append(node)

    def _name(self, key: str, given: str, parent: Node | None, place: int) -> str:
        if key == "END":
            assert parent is not None
            return self.unique(f"{parent.name} end"[:1000])
        name = "".join(c for c in given if c.isprintable()).strip()[:900]
        if name != given:
            self.file.warn(f"the name {shorten(given)} is read as {shorten(name or 'joint')}", at=place)
        elif not name:
            self.file.warn("a joint without a name is called joint", at=place)
        made = self.unique(name or "joint")
        if made != name and name:
            self.file.warn(f"there are two joints {shorten(name)}; this one is called {shorten(made)}", at=place)
        return made

    def unique(self, name: str) -> str:
        """The name, with a number if it is taken."""
        made, count = name, self.names.get(name, 0)
        while made in self.names:
            count += 1
            made = f"{name} {count}"
        self.names[name], self.names[made] = max(count, 1), 1
        return made

    def offset(self) -> None:
        node = self.open[-1]
        if node.offset is not None:
            raise self.file.error(f"{shorten(node.name)} has two OFFSETs")
        x, y, z = (self.number() for _ in range(3))
        node.offset = (x, y, z)

    def number(self) -> float:
        found = self.file.match(NUMBER)
        value = float(found) if found else float("inf")
        if not abs(value) < 1e100:
            raise self.file.error("expected OFFSET and three numbers", skip=True)
        return value

    def channels(self) -> None:
        node, file = self.open[-1], self.file
        if node.end or node.channels is not None:
            raise file.error(f"{shorten(node.name)} cannot have CHANNELS {'here' if node.end else 'twice'}")
        count = file.word()
        if not (count.isascii() and count.isdigit() and len(count) < 6):
            raise file.error(f"expected the number of channels, not {shorten(count)}")
        names = []
        for _ in range(int(count)):
            word = file.word()
            channel = _BY_LOWER.get(word.lower())
            if channel is None:
                near = suggestion(word, CHANNELS)
                raise file.error(f"expected a channel, one of {', '.join(CHANNELS)}, not {shorten(word)}{near}")
            if channel in names:
                raise file.error(f"{shorten(node.name)} has the channel {channel} twice")
            names.append(channel)
        node.channels, node.column = tuple(names), self.columns
        self.columns += len(names)

    def close(self) -> None:
        if not self.open:
            raise self.file.error("there is one } too many")
        self.open.pop()
