"""``manikin convert``: a file as another format, and what is lost on the way."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manikin.errors import InputError, Unsupported

if TYPE_CHECKING:
    from manikin.formats.content import Content

__all__ = ["convert"]


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The file that is read.", show_default=False)],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file that is written.", show_default=False)],
    figure: Annotated[
        str | None,
        typer.Option("-f", "--figure", help="The figure that moves, for tables that hold none.", show_default=False),
    ] = None,
    clip: Annotated[
        str | None, typer.Option(help="Only this one of several clips, by its name.", show_default=False)
    ] = None,
    unit: Annotated[
        str | None, typer.Option(help="Unit of a file that states none: m, cm, mm, in, …", show_default=False)
    ] = None,
    up: Annotated[
        str | None, typer.Option(help="Axis that points up in a file that does not say: y, z, …", show_default=False)
    ] = None,
    rate: Annotated[
        float | None, typer.Option(help="Frames per second of clips that are written.", min=0.001, show_default=False)
    ] = None,
    dialect: Annotated[
        str | None,
        typer.Option(help="Of tables of robots: unitree, mujoco (.csv); of .npz files: amass.", show_default=False),
    ] = None,
    rows_rate: Annotated[
        float | None,
        typer.Option(help="Frames per second of a table that states none.", min=0.001, show_default=False),
    ] = None,
    skeleton: Annotated[
        str | None, typer.Option(help="The .asf file of an .amc file, if several lie beside it.", show_default=False)
    ] = None,
) -> None:
    """Write a file as another format; the suffixes say which.

    What the new format cannot hold is named on the error output, and nothing is guessed without a word.

    Example: manikin convert walk.bvh walk.glb
    """
    from manikin.formats.files import save_content

    given = {"unit": _unit(unit), "up": up, "skeleton": skeleton, "dialect": dialect, "rate": rows_rate}
    content = _read(source, {key: value for key, value in given.items() if value is not None}, figure)
    content = _chosen(content, clip, rate, source)
    content, lost = _fitting(content, target)
    save_content(content, target)
    for line in lost:
        print(f"manikin: lost: {line}", file=sys.stderr)
    print(f"{target}: {content}")


def _unit(text: str | None) -> str | float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return text


def _read(source: Path, options: dict[str, Any], figure: str | None) -> Content:
    from manikin.cli.sources import open_figure
    from manikin.formats.files import load_content
    from manikin.formats.format import format_for, read_content

    if source.suffix.lower() == ".fbx":
        from manikin.cli.blender import fbx_as_glb

        if options:
            raise InputError(f"FBX files state it themselves: leave out --{next(iter(options))}")
        return read_content(fbx_as_glb(source), source.with_suffix(".glb"))
    known = format_for(source).options()
    for option in options:
        if option not in known:
            flag = "rows-rate" if option == "rate" else option
            raise InputError(f"{source.suffix} files state it themselves: leave out --{flag}")
    if figure is not None:
        if "figure" not in known:
            raise InputError(f"{source.suffix} files hold their figure: leave out --figure")
        options = {**options, "figure": open_figure(figure)}
    return load_content(source, **options)


def _chosen(content: Content, clip: str | None, rate: float | None, source: Path) -> Content:
    """The content with one of its clips only, at another rate."""
    from dataclasses import replace

    from manikin.formats.files import chosen_clip

    if clip is not None:
        content = replace(content, clips=(chosen_clip(content, clip, source),))
    if rate is not None:
        if not content.clips:
            raise InputError(f"{source} has no clip, so --rate has nothing to do")
        at_rate = tuple(replace(stored, clip=stored.clip.at_rate(rate).bake()) for stored in content.clips)
        content = replace(content, clips=at_rate)
    return content


def _fitting(content: Content, target: Path) -> tuple[Content, list[str]]:
    """What a file can hold of the content, and lines about what it cannot."""
    from dataclasses import replace

    from manikin.formats.format import format_for

    if not content.counts:
        raise InputError("there is nothing to write")
    chosen = format_for(target, content.counts)
    if not chosen.can_write():
        raise Unsupported(f"{chosen.suffixes[0]} files can be read but not written")
    dropped = [kind for kind in content.counts if kind not in chosen.losses]
    with_clips = "clips" in content.counts and "clips" in chosen.losses
    without: dict[str, Any] = dict.fromkeys(dropped, ())
    fitting = replace(content, **without)
    if with_clips and len({stored.clip.figure for stored in content.clips}) == 1:
        fitting = replace(fitting, skeletons=())  # the clips bring their figure
    if not fitting.counts:
        held = ", ".join(chosen.losses)
        raise Unsupported(f"a {chosen.suffixes[0]} file can hold {held}, and {content.file} has {content}")
    if len(fitting.clips) > 1 and not chosen.several_clips:
        names = ", ".join(stored.name or "without a name" for stored in fitting.clips)
        raise InputError(f"a {chosen.suffixes[0]} file holds one clip: choose it by --clip ({names})")
    lost = [
        f"the {kind} of {content.file}: a {chosen.suffixes[0]} file cannot hold them"
        for kind in dropped
        if not (kind == "skeletons" and with_clips)
    ]
    lost += [f"of {kind}: {chosen.losses[kind]}" for kind in fitting.counts if chosen.losses[kind] != "none"]
    return fitting, lost
