"""``manikin scale``: a body made to a stature, a mass and lengths of segments, and its clips with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manikin.errors import InputError

__all__ = ["scale"]


def scale(
    source: Annotated[str, typer.Argument(metavar="FIGURE", help="A shipped figure by its name, or a file.")],
    stature: Annotated[
        float | None, typer.Option(help="Height at rest [m]; lengths that are not given follow.", show_default=False)
    ] = None,
    mass: Annotated[
        float | None, typer.Option(help="Total mass [kg]; by default it grows with the volume.", show_default=False)
    ] = None,
    length: Annotated[
        list[str] | None,
        typer.Option(
            help="Length of a segment [m], as in forearm=0.27 or l_shin=0.4; again for more.", show_default=False
        ),
    ] = None,
    clip: Annotated[
        str | None, typer.Option(help="A clip of the figure, by name or file, that is to follow.", show_default=False)
    ] = None,
    clip_out: Annotated[Path | None, typer.Option(help="Write that clip on the new body.", show_default=False)] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the body into this .png file.", show_default=False)] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the body: .scr, .glb, …", show_default=False)
    ] = None,
) -> None:
    """Make a body of another size: solids, masses, limits and named poses follow, and clips with them.

    A part is stretched along its segment; a name without its side means both. Steps and heights of a clip are scaled by
    the legs, and feet stay planted.

    Example: manikin scale human --stature 1.6 --mass 55 --length forearm=0.27 -o me.scr
    """
    from manikin.cli.sources import check_suffix, named_numbers, open_figure
    from manikin.figure.scaling import height_of
    from manikin.formats.files import save_clip, save_skeleton, write_atomically

    check_suffix(picture, ".png", "a picture")
    if (clip is None) != (clip_out is None):
        raise InputError("--clip and --clip-out belong together")
    if stature is None and mass is None and not length:
        raise InputError("say how large: --stature, --mass or --length")
    figure = open_figure(source)
    made = figure.scaled(stature=stature, mass=mass, lengths=named_numbers(length or [], "--length") or None)
    for one, what in ((figure, "was"), (made, "is")):
        print(f"{what}: {height_of(one):.3f} m, {one.skeleton.mass:.2f} kg")
    if output is not None:
        save_skeleton(made.skeleton, output)
        print(output)
    if clip is not None and clip_out is not None:
        from manikin.characters.retargeting import retarget
        from manikin.cli.clip_sources import open_clip

        moved = retarget(open_clip(clip, figure), made)
        print(moved)
        save_clip(moved.clip, clip_out)
        print(clip_out)
    if picture is not None:
        from manikin.picture import four_views, to_png

        write_atomically(picture, to_png(four_views(made.pose())))
        print(picture)
