"""What the command line is given: figures by name or file, poses, sizes."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from manikin.errors import FormatError, InputError, UnknownName, shorten

if TYPE_CHECKING:
    from manikin.figure.figure import Figure

__all__ = ["check_suffix", "joint_angles", "open_figure", "parse_size", "read_json", "start_of", "state_of"]

LARGEST_JSON = 16 * 1024 * 1024


def open_figure(source: str, *, ungrouped: bool = False) -> Figure:
    """A shipped figure by its name, or the skeleton in a file."""
    from manikin import bodies
    from manikin.figure.figure import Figure
    from manikin.formats.files import load_skeleton

    if bodies.is_known(source):
        figure = bodies.load(source)
    elif os.path.sep in source or os.path.splitext(source)[1] or os.path.exists(source):
        figure = Figure(load_skeleton(source))
    else:
        raise UnknownName("figure or file", source, (*bodies.names(), *bodies.prop_names()))
    return figure.ungrouped() if ungrouped else figure


def joint_angles(items: Iterable[str]) -> dict[str, float]:
    """Values by name from "name=value", the later ones counting; degrees and metres."""
    values: dict[str, float] = {}
    for item in items:
        name, _, text = item.rpartition("=")
        try:
            values[name.strip()] = float(text)
        except ValueError:
            raise InputError(f"--pose {shorten(item)}: {shorten(text)} is not a number") from None
    return values


def read_json(path: Path) -> Any:
    """What a JSON file holds, or an error with its place."""
    with path.open("rb") as file:
        data = file.read(LARGEST_JSON + 1)
    if len(data) > LARGEST_JSON:
        raise FormatError(f"more than the {LARGEST_JSON:,} bytes that are read", file=str(path))
    try:
        return json.loads(data)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg}", file=str(path), line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise FormatError("not JSON", file=str(path)) from None


def start_of(figure: Figure, items: Iterable[str]) -> dict[str, float]:
    """Parameters in radians and metres from "name=value" and from files, the later ones counting.

    A file holds an object of values by name in degrees and metres, or what ``manikin solve`` wrote: an object with
    ``values`` in radians and metres.
    """
    state: dict[str, float] = {}
    for item in items:
        if "=" in item:
            state.update(state_of(figure, joint_angles([item])))
            continue
        path = Path(item)
        if item in figure.pose_names:
            state.update(zip(figure.parameter_names, figure.state(item).tolist(), strict=True))
            continue
        if path.suffix.lower() != ".json":
            kept = f", or one of {', '.join(figure.pose_names)}" if figure.pose_names else ""
            raise InputError(f"--pose takes name=value or a .json file{kept}, not {shorten(item)}")
        found = read_json(path)
        if isinstance(found, dict) and isinstance(found.get("values"), dict):
            state.update(_numbers(found["values"], path))
        else:
            state.update(state_of(figure, _numbers(found, path)))
    for name in state:
        figure.index(name)
    return state


def _numbers(found: Any, path: Path) -> dict[str, float]:
    if not isinstance(found, dict):
        raise FormatError('expected an object of values by name, as in {"elbow": 90}', file=str(path))
    for name, value in found.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise FormatError(f"the value of {shorten(name)} must be a number, not {shorten(value)}", file=str(path))
    try:
        return {name: float(value) for name, value in found.items()}
    except OverflowError:
        raise FormatError("a number is too large", file=str(path)) from None


def state_of(figure: Figure, values: Mapping[str, float]) -> dict[str, float]:
    """Parameters in radians and metres from values in degrees and metres."""
    state = {}
    for name, value in values.items():
        hinge = figure.parameters[figure.index(name)].kind == "hinge"
        state[name] = math.radians(value) if hinge else value
    return state


def parse_size(text: str) -> tuple[int, int]:
    """Width and height from "640x480", or a square from "640"."""
    width, cross, height = text.lower().replace("×", "x").partition("x")
    try:
        return int(width), int(height if cross else width)
    except ValueError:
        raise InputError(f"--size takes WIDTHxHEIGHT in pixels, as in 1280x960, not {shorten(text)}") from None


def check_suffix(path: Path | None, suffix: str, what: str) -> None:
    """Refuse a file of another suffix before any work is done."""
    if path is not None and path.suffix.lower() != suffix:
        raise InputError(f"{what} is written as {suffix}, not as {shorten(path.name)}")
