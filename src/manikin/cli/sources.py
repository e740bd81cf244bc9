"""Values of the command line: figures by name or file, poses, sizes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from manikin.errors import FormatError, InputError, UnknownName, shorten

if TYPE_CHECKING:
    from manikin.figure.figure import Figure

__all__ = ["check_suffix", "is_file", "load_json", "named_numbers", "open_figure", "parse_size", "start_of"]


def open_figure(source: str, *, ungrouped: bool = False) -> Figure:
    """A shipped figure by its name, or the skeleton in a file."""
    from manikin import bodies
    from manikin.figure.figure import Figure
    from manikin.formats.files import load_skeleton

    if bodies.is_known(source):
        figure = bodies.load(source)
    elif is_file(source):
        figure = Figure(load_skeleton(source))
    else:
        raise UnknownName("figure or file", source, (*bodies.names(), *bodies.prop_names()))
    return figure.ungrouped() if ungrouped else figure


def is_file(source: str) -> bool:
    """Whether a text is the name of a file and not of a shipped figure; the file need not exist."""
    from manikin import bodies

    looks_like_file = os.path.sep in source or os.path.splitext(source)[1] or os.path.exists(source)
    return bool(looks_like_file) and not bodies.is_known(source)


def named_numbers(items: Iterable[str], option: str) -> dict[Any, float]:
    """Numbers by name from texts "name=value" of an option; a later text replaces an earlier one."""
    found = {}
    for item in items:
        name, _, text = item.rpartition("=")
        try:
            found[name.strip()] = float(text)
        except ValueError:
            reason = f": {shorten(text)} is not a number" if name else ""
            raise InputError(f"{option} takes name=value, not {shorten(item)}{reason}") from None
    return found


def load_json(path: Path) -> Any:
    """The value that a JSON file holds."""
    from manikin.formats.files import load_bytes
    from manikin.formats.json_data import read_json

    return read_json(load_bytes(path), str(path))


def start_of(figure: Figure, items: Iterable[str]) -> dict[str, float]:
    """Parameter values [rad, m] from the texts of ``--pose``; a later text replaces values of an earlier one.

    A text is "name=value" in degrees and metres, the name of a pose of the figure, or a pose file.
    """
    from manikin.formats.content import PoseValues
    from manikin.formats.files import load_content

    state: dict[str, float] = {}
    for item in items:
        if "=" in item:
            typed = named_numbers([item], "--pose")
            state.update(PoseValues(values=tuple(typed.items()), angle_unit="deg").on(figure))
        elif item in figure.pose_names:
            state.update(zip(figure.parameter_names, figure.state(item).tolist(), strict=True))
        elif Path(item).suffix.lower() == ".json":
            try:
                state.update(load_content(item).pose.on(figure))
            except UnknownName as error:
                raise FormatError(str(error), file=item) from None
        else:
            named = f", or one of {', '.join(figure.pose_names)}" if figure.pose_names else ""
            raise InputError(f"--pose takes name=value or a .json file{named}, not {shorten(item)}")
    return state


def parse_size(text: str) -> tuple[int, int]:
    """Width and height from "640x480", or a square from "640"."""
    width, cross, height = text.lower().replace("×", "x").partition("x")
    try:
        return int(width), int(height if cross else width)
    except ValueError:
        raise InputError(f"--size takes WIDTHxHEIGHT in pixels, as in 1280x960, not {shorten(text)}") from None


def check_suffix(path: Path | None, suffix: str, what: str) -> None:
    """Raise an error if a file has another suffix."""
    if path is not None and path.suffix.lower() != suffix:
        raise InputError(f"{what} is written as {suffix}, not as {shorten(path.name)}")
