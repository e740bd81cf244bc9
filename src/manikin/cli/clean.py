"""``manikin clean``: feet of a captured clip that slide are made to stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from manikin.cli.dress import MapFile, MapOut, read_map, write_map
from manikin.errors import InputError

__all__ = ["clean"]


def clean(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A clip: a file, a motion script, or one of the library.")
    ],
    name: Annotated[
        str | None, typer.Option("--clip", help="Which of several clips, by its name.", show_default=False)
    ] = None,
    figure: Annotated[
        str | None,
        typer.Option("-f", "--figure", help="The figure that moves, for tables that hold none.", show_default=False),
    ] = None,
    map_file: MapFile = None,
    map_out: MapOut = None,
    contacts: Annotated[
        Path | None,
        typer.Option(help="Use the contacts in this .json file instead of finding them.", show_default=False),
    ] = None,
    contacts_out: Annotated[
        Path | None, typer.Option(help="Write the contacts that were found, to edit them.", show_default=False)
    ] = None,
    ground: Annotated[
        Path | None,
        typer.Option(
            help="What the feet stand on, a .json file such as "
            '{"kind": "stairs", "count": 4, "rise": 0.17, "tread": 0.29, "start": [0, 1]}; it is found by default.',
            show_default=False,
        ),
    ] = None,
    stretch: Annotated[
        float,
        typer.Option(
            help="By which share of their length leg bones may change where a knee would pop or a foot would be "
            "missed, such as 0.01; for files that hold moving joints: .bvh, .glb, .usda, .npz."
        ),
    ] = 0.0,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing and fail if a row of the report is out of its bound.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the cleaned clip.", show_default=False)
    ] = None,
) -> None:
    """Clean foot skate: find where feet stand, and make them stand there.

    Legs follow the feet; the pelvis goes down a little where a leg would be stretched; everything else stays. A clip
    that is clean stays as it is.

    Example: manikin clean walk.bvh -o walk2.bvh
    """
    from manikin.characters.cleaning import clean_feet
    from manikin.characters.contacts import Contact
    from manikin.characters.roles import find_roles
    from manikin.cli.captured import fail_if, read_captured, write_captured
    from manikin.cli.sources import check_suffix, load_json
    from manikin.document.ground import GroundShape
    from manikin.formats.files import write_atomically
    from manikin.plain_data import to_data, value_from_data

    for path, what in ((contacts_out, "contacts"), (map_out, "a map")):
        check_suffix(path, ".json", what)
    if stretch and output is not None and output.suffix.lower() == ".csv":
        raise InputError("legs that stretch need a file that holds their figure, such as .bvh or .npz, not .csv")
    captured = read_captured(source, name, figure)
    roles = find_roles(captured.clip.figure, read_map(map_file, captured.clip.figure))
    given = None if contacts is None else value_from_data(tuple[Contact, ...], load_json(contacts), str(contacts))
    shape = None if ground is None else value_from_data(GroundShape, load_json(ground), str(ground)).ground
    made = clean_feet(captured.clip, contacts=given, roles=roles, ground=shape, stretch=stretch)
    print(made)
    for odd in roles.warnings:
        print(f"note: {odd}")
    if map_out is not None:
        write_map(roles, map_out)
        print(map_out)
    if contacts_out is not None:
        text = json.dumps([to_data(contact) for contact in made.contacts], indent=1)
        write_atomically(contacts_out, (text + "\n").encode())
        print(contacts_out)
    if strict:
        fail_if(made.out_of_bounds)
    if output is not None:
        write_captured(captured, made.clip, output)
        print(output)
