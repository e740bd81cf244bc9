"""``manikin show``: a picture of a figure."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from manikin.errors import InputError, shorten

__all__ = ["show"]


class Views(StrEnum):
    FOUR = "four"
    PERSPECTIVE = "perspective"
    FRONT = "front"
    SIDE = "side"
    TOP = "top"


class ThemeName(StrEnum):
    LIGHT = "light"
    DARK = "dark"


def show(
    figure: Annotated[str, typer.Argument(help="A shipped figure (see: manikin figures) or a file: .scr, .urdf.")],
    pose: Annotated[
        list[str] | None,
        typer.Option(help="name=value, as often as needed, or a JSON file; degrees, metres."),
    ] = None,
    views: Annotated[Views, typer.Option(help="All four views in one picture, or one of them.")] = Views.FOUR,
    size: Annotated[
        str | None, typer.Option(metavar="WxH", help="Size in pixels; 1280x960, one view 640x640.", show_default=False)
    ] = None,
    theme: Annotated[ThemeName, typer.Option(help="Colours of the picture.")] = ThemeName.LIGHT,
    ungrouped: Annotated[
        bool, typer.Option("--ungrouped", help="Take the joint groups off: each joint alone.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where to: a .png file; FIGURE.png if absent.")
    ] = None,
) -> None:
    """Draw a figure into a PNG file."""
    from manikin.cli.sources import open_figure, parse_size, starts_of

    pixels = None if size is None else parse_size(size)
    target = output or Path(re.sub(r"\W+", "-", Path(figure).stem).strip("-") + ".png")
    if target.suffix.lower() != ".png":
        raise InputError(f"pictures are written as .png, not as {shorten(target.name)}")
    chosen = open_figure(figure, ungrouped=ungrouped)
    (shown,) = starts_of((chosen.pose(),), pose or ())

    from manikin.formats.files import write_atomically
    from manikin.picture import four_views, render, to_png

    if views is Views.FOUR:
        image = four_views(shown, size=pixels or (1280, 960), theme=theme.value)
    else:
        image = render(shown, view=views.value, size=pixels or (640, 640), theme=theme.value)
    write_atomically(target, to_png(image))
    print(target)
