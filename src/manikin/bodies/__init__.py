"""The shipped figures: bodies, each an ``.scr`` file beside this one, and props, made to size.

A size follows the name: "human:1.6x55" is 1.6 m high and has 55 kg, "snake:12" has 12 links, "box:0.4x0.3x0.2" is 40 cm
wide, 30 cm high and 20 cm deep.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from manikin.bodies.props import PROPS, prop
from manikin.bodies.snake import snake
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton

__all__ = ["describe", "is_known", "load", "names", "prop_names"]

FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """The names of the shipped bodies."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.scr")))


def prop_names() -> tuple[str, ...]:
    """The names of the shipped props."""
    return tuple(PROPS)


def is_known(name: str) -> bool:
    """Whether ``load`` knows the name, with any size behind it."""
    kind, _, _ = _split(name)
    return kind in PROPS or kind in names()


@lru_cache(maxsize=64)
def load(name: str) -> Figure:
    """The shipped figure of a name, with all its couplings in use; cached."""
    kind, sized, size = _split(name)
    if kind in PROPS:
        return Figure(prop(kind, *(_sizes(kind, size) if sized else ())))
    if kind == "snake" and sized:
        return Figure(snake(_links(name, size)))
    path = _file(kind)
    figure = Figure(read_skeleton(path.read_bytes(), path.name))
    if not sized:
        return figure
    stature, mass = _measures(name, size)
    return figure.scaled(stature=stature, mass=mass)


def describe(name: str) -> str:
    """Description of a shipped figure: one line, and for bodies a paragraph with the sources."""
    kind, _, _ = _split(name)
    if kind in PROPS:
        return PROPS[kind].summary
    lines: list[str] = []
    for line in _file(kind).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            break
        lines.append(line[1:].strip())
    return "\n".join(lines)


def _split(name: str) -> tuple[str, str, str]:
    """The kind, the colon and the size of a name; a value that is not text has no size."""
    return name.partition(":") if isinstance(name, str) else (name, "", "")


def _file(name: str) -> Path:
    known = names()
    if name not in known:
        raise UnknownName("figure", name, (*known, *PROPS))
    return FOLDER / f"{name}.scr"


def _links(name: str, number: str) -> int:
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise InputError(f'a snake is "snake:" and its number of links, as in "snake:12", not {shorten(name)}')
    return int(number)


def _measures(name: str, text: str) -> tuple[float, float | None]:
    """Stature [m] and mass [kg] from "1.6" or "1.6x55"."""
    stature, cross, mass = text.partition("x")
    try:
        return float(stature), float(mass) if cross else None
    except ValueError:
        kind = name.partition(":")[0]
        message = f'the size of a {kind} is its stature in metres and its mass in kilograms, as in "{kind}:1.6x55"'
        raise InputError(f"{message}, not {shorten(text)}") from None


def _sizes(kind: str, text: str) -> tuple[float, ...]:
    try:
        return tuple(float(word) for word in text.split("x"))
    except ValueError:
        example = "x".join(f"{default:g}" for _, default in PROPS[kind].sizes)
        message = f'the sizes of a {kind} are numbers of metres with x between them, as in "{kind}:{example}"'
        raise InputError(f"{message}, not {shorten(text)}") from None
