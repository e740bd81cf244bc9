"""``manikin show``: draw a figure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manikin.cli.requests import FigureArguments, StartPose, Ungrouped
from manikin.errors import InputError, UnknownName, shorten

if TYPE_CHECKING:
    import numpy as np

    from manikin.document.document import Document
    from manikin.figure.pose import Pose
    from manikin.picture.camera import Camera

__all__ = ["show"]

FOUR = "four"
PROJECT_SUFFIX = ".manikin"


class ThemeName(StrEnum):
    LIGHT = "light"
    DARK = "dark"


def show(
    figure: FigureArguments,
    pose: StartPose = None,
    views: Annotated[
        str,
        typer.Option(
            metavar="VIEW[,VIEW…]",
            help="four: all in one picture; or some of perspective, front, side, top, beside each other.",
        ),
    ] = FOUR,
    size: Annotated[
        str | None,
        typer.Option(
            metavar="WxH", help="Size in pixels, of each view; default 1280x960, or 640x640.", show_default=False
        ),
    ] = None,
    theme: Annotated[ThemeName, typer.Option(help="Colours of the picture.")] = ThemeName.LIGHT,
    transparent: Annotated[bool, typer.Option("--transparent", help="No backdrop and no ground.")] = False,
    fit: Annotated[
        bool, typer.Option("--fit", help="Of a project: show everything, instead of what its views show.")
    ] = False,
    ungrouped: Ungrouped = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write to this .png file; default FIGURE.png.")
    ] = None,
) -> None:
    """Draw figures, or a project as its views show it, into a PNG file."""
    from manikin.cli.sources import parse_size

    pixels = None if size is None else parse_size(size)
    wanted = _views(views, transparent)
    target = output or Path(f"{'-'.join(map(_stem, figure)) or 'figure'}.png")
    if target.suffix.lower() != ".png":
        raise InputError(f"pictures are written as .png, not as {shorten(target.name)}")
    shown, more, cameras = _scene(figure, pose, ungrouped, fit)

    from manikin.formats.files import write_atomically
    from manikin.picture import four_views, to_png

    if wanted is None:
        image = four_views(shown, size=pixels or (1280, 960), theme=theme.value, **more)
    else:
        more |= {"size": pixels or (640, 640), "theme": theme.value, "transparent": transparent}
        image = _beside([_one(shown, view, cameras.get(view), ground=not transparent, **more) for view in wanted])
    write_atomically(target, to_png(image))
    print(target)


def _stem(source: str) -> str:
    """What a picture of a figure is called: by its file, or by its name and size, as in human-1.6x55."""
    stem = Path(source).stem if Path(source).exists() or ":" not in source else source
    return re.sub(r"[^\w.]+", "-", stem).strip("-")


def _views(text: str, transparent: bool) -> list[str] | None:
    """The views by name; None for the four in one picture."""
    from manikin.picture.camera import VIEWS

    if text == FOUR:
        if transparent:
            raise InputError("--transparent is for single views: say --views perspective, for example")
        return None
    names = text.split(",")
    for name in names:
        if name not in VIEWS:
            raise UnknownName("view", name, (FOUR, *VIEWS))
    return names


def _scene(
    sources: list[str], items: list[str] | None, ungrouped: bool, fit: bool
) -> tuple[list[Pose], dict[str, Any], Mapping[str, Camera]]:
    """Poses, what is drawn with them, and the cameras of a project's views."""
    from manikin.cli.sources import open_figures, starts_of

    projects = [source for source in sources if source.lower().endswith(PROJECT_SUFFIX)]
    if not projects:
        if fit:
            raise InputError("--fit is for projects; a figure is shown as a whole in any case")
        return list(starts_of(open_figures(sources, ungrouped=ungrouped), items or ())), {}, {}
    if len(sources) > 1 or ungrouped:
        raise InputError(f"show a project alone and as it is, not {shorten(' '.join(sources))}")

    from manikin.formats.files import load_bytes
    from manikin.project.documents import read_document
    from manikin.project.inspection import read_view

    content = load_bytes(projects[0])
    document = read_document(content, projects[0])
    actors = [actor for actor in document.actors if not actor.hidden]
    if not actors:
        raise InputError(f"all figures of {projects[0]} are hidden")
    shown = list(starts_of([document.poses[actor.name] for actor in actors], items or ()))
    more = {"tints": [actor.tint for actor in actors], "scenery": document.ground.shapes}
    return shown, more, {} if fit else _cameras(read_view(content, projects[0]), document)


def _cameras(view: Mapping[str, Any], document: Document) -> dict[str, Camera]:
    """The cameras of a project's views; one that cannot be read is left out, as the page does it."""
    from manikin.picture.camera import VIEWS, Camera
    from manikin.plain_data import value_from_data

    found = {}
    stored = view.get("cameras")
    stored = stored if isinstance(stored, dict) else {}
    for name in VIEWS:
        try:
            given = {
                key: value_from_data(float, stored[name][key], f"{name}: {key}") for key in ("yaw", "pitch", "height")
            }
            x, y, z = (value_from_data(float, value, f"{name}: target") for value in stored[name]["target"])
            perspective = name == "perspective"
            found[name] = Camera.around((x, y, z), **given, perspective=perspective, up=document.up)
        except (InputError, LookupError, TypeError, ValueError):
            continue
    return found


def _one(poses: list[Pose], view: str, camera: Camera | None, **more: Any) -> np.ndarray:
    from manikin.picture import render

    return render(poses, **({"view": view} if camera is None else {"camera": camera}), **more)


def _beside(images: list[np.ndarray]) -> np.ndarray:
    """Pictures of one size beside each other."""
    import numpy as np

    return np.concatenate(images, axis=1)
