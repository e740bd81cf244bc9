"""Files that a document can be exported to."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from manikin.document.document import Document
from manikin.document.lock import Poses
from manikin.document.motion import motion_of
from manikin.errors import FormatWarning, InputError, shorten
from manikin.formats.format import write_pose, write_skeleton

if TYPE_CHECKING:
    from manikin.editor.hub import Hub

__all__ = ["EXPORTS"]

MAX_PIXELS = 16_000_000
Export = Callable[["Hub", Document, Poses, dict[str, str]], bytes]


def _pose(hub: Hub, document: Document, poses: Poses, options: dict[str, str]) -> bytes:
    return write_pose(poses[document.actor(options.get("figure")).name], "pose.json")


def _figure(suffix: str) -> Export:
    """Makes a file of a figure; those that can hold it have its skin."""

    def made(hub: Hub, document: Document, poses: Poses, options: dict[str, str]) -> bytes:
        skeleton = document.actor(options.get("figure")).figure.skeleton
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)  # the menu says which files have no skin
            return write_skeleton(skeleton, f"figure{suffix}")

    return made


def _project(hub: Hub, document: Document, poses: Poses, options: dict[str, str]) -> bytes:
    return hub.store.content()


def _picture(hub: Hub, document: Document, poses: Poses, options: dict[str, str]) -> bytes:
    from manikin.picture import THEMES, four_views, render, to_png

    views = options.get("views", "four")
    theme = options.get("theme", "light")
    if theme not in THEMES:
        raise InputError(f"a theme is one of {', '.join(THEMES)}, not {shorten(theme)}")
    width = _pixels(options, "width", 1280 if views == "four" else 640)
    height = _pixels(options, "height", 960 if views == "four" else 640)
    if width * height > MAX_PIXELS:
        raise InputError(f"a picture has at most {MAX_PIXELS:,} pixels")
    actors = [actor for actor in document.actors if not actor.hidden]
    if not actors:
        raise InputError("all figures are hidden")
    shown, tints = [poses[actor.name] for actor in actors], [actor.tint for actor in actors]
    scenery = document.ground.shapes
    clear = options.get("transparent", "0") == "1"
    if views == "four":
        if clear:
            raise InputError("name one of the views for a transparent picture")
        return to_png(four_views(shown, size=(width, height), theme=theme, tints=tints, scenery=scenery))
    more: dict[str, Any] = {"theme": theme, "tints": tints, "scenery": scenery, "ground": not clear}
    return to_png(render(shown, view=views, size=(width, height), transparent=clear, **more))


def _clip(suffix: str) -> Export:
    """Makes a file of a clip: of one on a shelf, or of what a figure plays, its locks held."""

    def made(hub: Hub, document: Document, poses: Poses, options: dict[str, str]) -> bytes:
        from manikin.commands.shelves import find_on_shelves
        from manikin.formats.content import Content, StoredClip
        from manikin.formats.format import write_content

        if "shelf" in options:
            name = options.get("name", "")
            clip = find_on_shelves(document, options["shelf"], name)
        else:
            name = document.actor(options.get("figure")).name
            motion = motion_of(document, name)
            if motion is None:
                raise InputError(f"{shorten(name)} has no keys: key its pose first")
            clip = motion
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            return write_content(Content(clips=(StoredClip(clip=clip, name=name),)), f"clip{suffix}")

    return made


def _pixels(options: dict[str, str], name: str, default: int) -> int:
    given = options.get(name, str(default))
    if not (given.isascii() and given.isdigit() and len(given) < 6 and 16 <= int(given) <= 8192):
        raise InputError(f"{name} is a number of pixels from 16 to 8192, not {shorten(given)}")
    return int(given)


EXPORTS: dict[str, tuple[str, Export]] = {
    "pose.json": ("application/json", _pose),
    "figure.scr": ("text/plain; charset=utf-8", _figure(".scr")),
    **{f"figure{suffix}": ("application/octet-stream", _figure(suffix)) for suffix in (".glb", ".vrm", ".usda")},
    "picture.png": ("image/png", _picture),
    "project.manikin": ("application/octet-stream", _project),
    **{
        f"clip{suffix}": ("application/octet-stream", _clip(suffix))
        for suffix in (".clip", ".npz", ".csv", ".bvh", ".glb", ".vrma", ".usda")
    },
}
"""Media type and function that makes the file, by name."""
