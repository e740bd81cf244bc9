"""The shipped figures, each an ``.scr`` file beside this one: a new file is a new figure."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from manikin.bodies.snake import snake
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton

__all__ = ["describe", "load", "names"]

FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """The names that ``load`` knows; a snake of n links is "snake:n" besides."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.scr")))


@lru_cache(maxsize=32)
def load(name: str) -> Figure:
    """The shipped figure of a name, with its joint groups in use; read once, then remembered."""
    links = _links(name)
    if links is not None:
        return Figure(snake(links))
    path = _file(name)
    return Figure(read_skeleton(path.read_bytes(), path.name))


def describe(name: str) -> str:
    """What a shipped figure is: the comment at the head of its file, a line, then a paragraph with the sources."""
    lines: list[str] = []
    for line in _file(name if _links(name) is None else "snake").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            break
        lines.append(line[1:].strip())
    return "\n".join(lines)


def _file(name: str) -> Path:
    known = names()
    if name not in known:
        raise UnknownName("figure", name, known)
    return FOLDER / f"{name}.scr"


def _links(name: str) -> int | None:
    """12 of "snake:12"; None of any other name."""
    if not (isinstance(name, str) and name.startswith("snake:")):
        return None
    number = name.removeprefix("snake:")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise InputError(f'a snake is "snake:" and its number of links, as in "snake:12", not {shorten(name)}')
    return int(number)
