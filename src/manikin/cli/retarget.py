"""``manikin retarget``: a clip of one character on another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manikin.cli.dress import MapFile, MapOut, read_map, write_map

__all__ = ["retarget"]


def retarget(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A clip: a file, a motion script, or one of the library.")
    ],
    to: Annotated[str, typer.Option("--to", help="The figure that is to move: a shipped one, or a file.")],
    name: Annotated[
        str | None, typer.Option("--clip", help="Which of several clips, by its name.", show_default=False)
    ] = None,
    figure: Annotated[
        str | None,
        typer.Option("-f", "--figure", help="The figure of the clip, for tables that hold none.", show_default=False),
    ] = None,
    map_file: MapFile = None,
    map_out: MapOut = None,
    target_map: Annotated[
        Path | None, typer.Option(help="The same for the figure that is to move.", show_default=False)
    ] = None,
    dressed: Annotated[
        bool, typer.Option("--dress", help="Give the figure that is to move human limits, masses and groups first.")
    ] = False,
    scale: Annotated[
        float | None, typer.Option(help="How much larger steps become; default by the legs.", show_default=False)
    ] = None,
    pose: Annotated[
        float | None,
        typer.Option(help="A frame in which the clip stands upright, if its zero pose does not.", show_default=False),
    ] = None,
    feet: Annotated[bool, typer.Option("--feet/--no-feet", help="Whether feet that stand are planted.")] = True,
    avoid_self: Annotated[
        bool, typer.Option("--avoid-self", help="Keep limbs from going through each other and the trunk.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing and fail if a row of the report is out of its bound.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the clip on the other figure.", show_default=False)
    ] = None,
) -> None:
    """Put a clip of one human body on another: a rig, a dressed figure, the human, a robot.

    Which joint is which part is found by names, tree and geometry, or said by maps. Steps are scaled by the legs, feet
    that stand are planted, limits hold.

    Example: manikin retarget walk.bvh --to human -o walk.npz
    """
    from manikin.characters.dressing import dress
    from manikin.characters.retargeting import retarget as retargeted
    from manikin.characters.roles import find_roles
    from manikin.cli.captured import fail_if, read_captured
    from manikin.cli.sources import check_suffix, open_figure
    from manikin.formats.content import Content, StoredClip
    from manikin.formats.files import load_content, save_clip, save_content

    check_suffix(map_out, ".json", "a map")
    captured = read_captured(source, name, figure)
    target = open_figure(to)
    roles = read_map(target_map, target)
    if dressed:
        target, roles = dress(target, roles).figure, None
    named = None if map_file is None else find_roles(target, roles)
    made = retargeted(
        captured.clip,
        target,
        roles=read_map(map_file, captured.clip.figure, named, target),
        target_roles=roles,
        scale=scale,
        pose=pose,
        feet=feet,
        avoid_self=avoid_self,
    )
    print(made)
    for odd in (*made.source_roles.warnings, *made.roles.warnings):
        print(f"note: {odd}")
    if map_out is not None:
        write_map(made.source_roles, map_out)
        print(map_out)
    if strict:
        fail_if(made.out_of_bounds)
    if output is not None:
        layout = None
        if not dressed and Path(to).suffix.lower() in (".glb", ".gltf") and output.suffix.lower() in (".glb", ".gltf"):
            clips = load_content(to).clips  # the mesh of the character goes along
            layout = clips[0].layout if clips else None
        if layout is None:
            save_clip(made.clip, output, name=captured.name)
        else:
            save_content(Content(clips=(StoredClip(clip=made.clip, name=captured.name, layout=layout),)), output)
        print(output)
