"""Values of the command line: figures by name or file, poses, sizes."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from manikin.errors import FormatError, InputError, UnknownName, shorten

if TYPE_CHECKING:
    from manikin.figure.figure import Figure
    from manikin.figure.pose import Pose

__all__ = [
    "check_suffix",
    "is_file",
    "load_json",
    "named_numbers",
    "open_figure",
    "open_figures",
    "parse_size",
    "starts_of",
]


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


def open_figures(sources: Sequence[str], *, ungrouped: bool = False) -> tuple[Pose, ...]:
    """Figures at rest, side by side as in a document; the second human is called "human 2"."""
    from manikin.commands.figures import with_figure
    from manikin.document.document import Document

    first, *others = (open_figure(source, ungrouped=ungrouped) for source in sources)
    if not others:
        return (first.pose(),)
    document = Document.of(first)
    for figure in others:
        document = with_figure(document, figure)
    return tuple(document.poses.values())


def starts_of(poses: Sequence[Pose], items: Iterable[str]) -> tuple[Pose, ...]:
    """The poses changed as the texts of ``--pose`` say; a later text replaces values of an earlier one.

    A text is "name=value" in degrees and metres, the name of a pose of a figure, or a pose file.  Of several figures
    it begins with the figure's name: "human:r_elbow=20"; a file may have a pose for each of them, by its name.
    """
    states: dict[str, dict[str, float]] = {pose.figure.name: {} for pose in poses}
    for item in items:
        for figure, values in _values(item, poses):
            states[figure.name].update(values)
    for pose in poses:
        if beyond := pose.figure.beyond_limits(states[pose.figure.name]):
            print(f"manikin: note: {beyond}", file=sys.stderr)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # in radians, of what has just been told in degrees
        return tuple(pose.replace(states[pose.figure.name]) if states[pose.figure.name] else pose for pose in poses)


def _values(item: str, poses: Sequence[Pose]) -> Iterator[tuple[Figure, dict[str, float]]]:
    """What one text of ``--pose`` says: values [rad, m] of figures."""
    from manikin.formats.content import PoseValues
    from manikin.formats.files import load_content
    from manikin.language.tokens import find_owner

    if "=" in item:
        (name, value), *_ = named_numbers([item], "--pose").items()
        pose, own = find_owner(name, poses, lambda figure: figure.parameter_names, "parameter")
        yield pose.figure, PoseValues(values=((own, value),), angle_unit="deg").on(pose.figure)
        return
    figure, rest = _of_figure(item, [pose.figure for pose in poses])
    if figure is not None and rest in figure.pose_names:
        yield figure, dict(zip(figure.parameter_names, figure.state(rest).tolist(), strict=True))
    elif Path(rest).suffix.lower() == ".json":
        content = load_content(rest)
        named = {pose.figure.name: pose.figure for pose in poses}
        try:
            if figure is not None:
                yield figure, content.pose.on(figure)
            elif not content.poses or any(pose.name not in named for pose in content.poses):
                raise InputError(f"say which figure: {next(iter(named))}:{rest}")
            else:
                for found in content.poses:
                    yield named[found.name or ""], found.on(named[found.name or ""])
        except UnknownName as error:
            raise FormatError(str(error), file=rest) from None
    else:
        known = [name for pose in poses for name in pose.figure.pose_names]
        named_poses = f", or one of {', '.join(dict.fromkeys(known))}" if known else ""
        raise InputError(f"--pose takes name=value or a .json file{named_poses}, not {shorten(item)}")


def _of_figure(item: str, figures: Sequence[Figure]) -> tuple[Figure | None, str]:
    """The figure that a text begins with, or the only one, and the rest of the text."""
    for figure in figures:
        if item.startswith(f"{figure.name}:"):
            return figure, item.removeprefix(f"{figure.name}:")
    return (figures[0] if len(figures) == 1 else None), item


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
