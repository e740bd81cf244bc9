"""``manikin show``: draw a figure."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from manikin.cli.requests import FigureArguments, StartPose, Ungrouped
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
    figure: FigureArguments,
    pose: StartPose = None,
    views: Annotated[Views, typer.Option(help="Four views in one picture, or one view.")] = Views.FOUR,
    size: Annotated[
        str | None,
        typer.Option(
            metavar="WxH", help="Size in pixels; default 1280x960, or 640x640 for one view.", show_default=False
        ),
    ] = None,
    theme: Annotated[ThemeName, typer.Option(help="Colours of the picture.")] = ThemeName.LIGHT,
    ungrouped: Ungrouped = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write to this .png file; default FIGURE.png.")
    ] = None,
) -> None:
    """Draw figures into a PNG file."""
    from manikin.cli.sources import open_figures, parse_size, starts_of

    pixels = None if size is None else parse_size(size)
    stems = " ".join(Path(source).stem for source in figure)
    target = output or Path(re.sub(r"\W+", "-", stems).strip("-") + ".png")
    if target.suffix.lower() != ".png":
        raise InputError(f"pictures are written as .png, not as {shorten(target.name)}")
    shown = starts_of(open_figures(figure, ungrouped=ungrouped), pose or ())

    from manikin.formats.files import write_atomically
    from manikin.picture import four_views, render, to_png

    if views is Views.FOUR:
        image = four_views(shown, size=pixels or (1280, 960), theme=theme.value)
    else:
        image = render(shown, view=views.value, size=pixels or (640, 640), theme=theme.value)
    write_atomically(target, to_png(image))
    print(target)
