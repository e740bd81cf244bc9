"""``manikin dress``: a bare rig with the limits, masses, groups and solids of a human body."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manikin.errors import InputError, ManikinError, shorten

if TYPE_CHECKING:
    from manikin.characters.roles import Roles
    from manikin.figure.figure import Figure

__all__ = ["MapFile", "MapOut", "dress", "read_map", "write_map"]

MapFile = Annotated[
    Path | None,
    typer.Option("--map", help="A .json file with roles of joints: what it says is not guessed.", show_default=False),
]
MapOut = Annotated[
    Path | None, typer.Option("--map-out", help="Write the roles that were found, to edit them.", show_default=False)
]


def dress(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A file with a skeleton: .bvh, .glb, .vrm, .asf, …")],
    map_file: MapFile = None,
    map_out: MapOut = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the dressed figure into this .png file.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the dressed figure: .scr.", show_default=False)
    ] = None,
) -> None:
    """Give a bare rig the limits, masses, joint groups, bends and solids of a human body.

    Which joint is which part is found by names, tree and geometry, and printed. A map file says it where the guess is
    wrong: {"Bone.012": "l_thigh", "Tail": null}.

    Example: manikin dress hero.glb -o hero.scr --picture hero.png
    """
    from manikin.characters.dressing import dress as dressed
    from manikin.cli.sources import check_suffix, open_figure
    from manikin.formats.files import save_skeleton, write_atomically

    check_suffix(picture, ".png", "a picture")
    check_suffix(map_out, ".json", "a map")
    figure = open_figure(source)
    made = dressed(figure, read_map(map_file, figure))
    print(made.table())
    if map_out is not None:
        write_map(made.roles, map_out)
        print(map_out)
    if output is not None:
        save_skeleton(made.figure.skeleton, output)
        print(output)
    if picture is not None:
        from manikin.picture import four_views, to_png

        write_atomically(picture, to_png(four_views(made.figure.pose())))
        print(picture)


def read_map(
    path: Path | None, figure: Figure, other: Roles | None = None, target: Figure | None = None
) -> dict[str, str | None] | None:
    """The roles of joints in a file, which may also name joints of a ``target``; None without a file."""
    from manikin.characters.roles import map_to_roles
    from manikin.cli.sources import load_json

    if path is None:
        return None
    found = load_json(path)
    good = isinstance(found, dict) and all(role is None or isinstance(role, str) for role in found.values())
    if not good:
        raise InputError(
            f'{path}: a map is an object like {{"Bone.012": "l_thigh", "Tail": null}}, not {shorten(found)}'
        )
    try:
        return map_to_roles(figure, found, other, target)
    except ManikinError as error:
        raise InputError(f"{path}: {error}") from None


def write_map(roles: Roles, path: Path) -> None:
    """Write the roles of joints."""
    from manikin.formats.files import write_atomically

    write_atomically(path, (json.dumps(roles.role_of, indent=2, ensure_ascii=False) + "\n").encode())
