"""What a document may be taken away as."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from manikin.document.document import Document
from manikin.errors import InputError, shorten
from manikin.figure.pose import Pose
from manikin.formats.format import write_pose, write_skeleton
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from manikin.editor.hub import Studio

__all__ = ["EXPORTS"]

MOST_PIXELS = 16_000_000


def _pose(studio: Studio, document: Document, q: Array, options: dict[str, str]) -> bytes:
    return write_pose(Pose(document.figure, q), "pose.json")


def _figure(studio: Studio, document: Document, q: Array, options: dict[str, str]) -> bytes:
    return write_skeleton(document.figure.skeleton, "figure.scr")


def _project(studio: Studio, document: Document, q: Array, options: dict[str, str]) -> bytes:
    return studio.store.content()


def _picture(studio: Studio, document: Document, q: Array, options: dict[str, str]) -> bytes:
    from manikin.picture import THEMES, four_views, render, to_png

    views = options.get("views", "four")
    theme = options.get("theme", "light")
    if theme not in THEMES:
        raise InputError(f"a theme is one of {', '.join(THEMES)}, not {shorten(theme)}")
    width = _pixels(options, "width", 1280 if views == "four" else 640)
    height = _pixels(options, "height", 960 if views == "four" else 640)
    if width * height > MOST_PIXELS:
        raise InputError(f"a picture has at most {MOST_PIXELS:,} pixels")
    pose = Pose(document.figure, q)
    if views == "four":
        return to_png(four_views(pose, size=(width, height), theme=theme))
    return to_png(render(pose, view=views, size=(width, height), theme=theme))


def _pixels(options: dict[str, str], name: str, default: int) -> int:
    given = options.get(name, str(default))
    if not (given.isascii() and given.isdigit() and len(given) < 6 and 16 <= int(given) <= 8192):
        raise InputError(f"{name} is a number of pixels from 16 to 8192, not {shorten(given)}")
    return int(given)


Export = Callable[["Studio", Document, Array, dict[str, str]], bytes]
EXPORTS: dict[str, tuple[str, Export]] = {
    "pose.json": ("application/json", _pose),
    "figure.scr": ("text/plain; charset=utf-8", _figure),
    "picture.png": ("image/png", _picture),
    "project.manikin": ("application/octet-stream", _project),
}
"""Type and maker by name."""
