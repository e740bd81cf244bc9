"""``manikin play``: run a clip or a motion script, say whether its goals hold, and write it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from manikin.cli.requests import Ungrouped
from manikin.errors import InputError, shorten

if TYPE_CHECKING:
    from manikin.clips.audit import Audit
    from manikin.clips.clip import Clip
    from manikin.clips.ensemble import Ensemble
    from manikin.skeleton.shapes import Shape

__all__ = ["play", "print_audit"]

SMALL, USUAL = (360, 400), (1280, 720)
"""Pixels of animated PNG files, and of other films."""


def play(
    figure: Annotated[
        str, typer.Argument(help="A shipped figure by name, or a file with a skeleton; - where the script names it.")
    ],
    clip: Annotated[
        str, typer.Argument(help="A clip file, a motion script (.motion, .txt, .json), or a clip of the library.")
    ],
    first: Annotated[
        str | None, typer.Option("--from", metavar="FRAME", help="Begin here: a frame or a mark.", show_default=False)
    ] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="FRAME", help="End here: a frame or a mark.", show_default=False)
    ] = None,
    rate: Annotated[
        float | None, typer.Option(help="Frames per second of what is written; default the clip's.", show_default=False)
    ] = None,
    smooth: Annotated[bool, typer.Option("--smooth", help="Hold the goals over the whole clip at once.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing and fail if a goal does not hold at some frame.")
    ] = False,
    tolerance: Annotated[
        float | None, typer.Option(help="What counts as held [m]; default 0.001.", show_default=False)
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw a strip of pictures into this .png file.", show_default=False)
    ] = None,
    frames: Annotated[int, typer.Option(help="Pictures in the strip.", min=1, max=100)] = 8,
    plot: Annotated[
        Path | None, typer.Option(help="Plot errors, parameters and speeds (.png, .svg, .pdf).", show_default=False)
    ] = None,
    parameter: Annotated[
        list[str] | None, typer.Option(help="A parameter to plot; default those that move most.", show_default=False)
    ] = None,
    point: Annotated[list[str] | None, typer.Option(help="A part whose speed is plotted.", show_default=False)] = None,
    expand: Annotated[
        bool, typer.Option("--expand", help="Print a motion script as keys and locks to edit, and do no more.")
    ] = False,
    view: Annotated[
        str | None, typer.Option(help="View of a film: perspective, front, side, top.", show_default=False)
    ] = None,
    size: Annotated[str | None, typer.Option(help="Pixels of a film, as in 1280x720.", show_default=False)] = None,
    theme: Annotated[str, typer.Option(help="Colours of a film: light or dark.")] = "light",
    as_json: Annotated[bool, typer.Option("--json", help="Print the audit as JSON.")] = False,
    ungrouped: Ungrouped = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Write the clip: .clip, .npz, .csv, .bvh; a film: .mp4, .webm, .gif, .png, .apng; pictures: .zip.",
        ),
    ] = None,
) -> None:
    """Play a clip or a motion script: say whether its timed goals hold, draw it, write it.

    Example: manikin play human walk.motion --picture walk.png -o walk.npz
    """
    from manikin.cli.clip_sources import frame_of, open_on_ground, script_text, smoothed
    from manikin.cli.sources import open_figure
    from manikin.picture.film import FILM_SUFFIXES

    suffix = "" if output is None else output.suffix.lower()
    is_film = suffix in FILM_SUFFIXES
    if not is_film and (view is not None or size is not None):
        raise InputError(f"--view and --size are for films: -o FILE with one of {', '.join(FILM_SUFFIXES)}")
    pixels = _pixels(size, SMALL if suffix in (".png", ".apng") else USUAL)
    if figure == "-" and ungrouped:
        raise InputError("--ungrouped is for a figure that is named here")
    body = None if figure == "-" else open_figure(figure, ungrouped=ungrouped)
    if expand:
        from manikin.language.motion.expand import expand as written_out

        print(written_out(script_text(clip), body, file=clip), end="")
        return
    moving, scenery = open_on_ground(clip, body)
    moving = smoothed(moving) if smooth else moving
    begin = moving.start if first is None else frame_of(first, moving)
    end = moving.end if last is None else frame_of(last, moving)
    if rate is not None and not 0.01 <= rate <= 10_000:
        raise InputError(f"--rate takes frames per second, 0.01 to 10000, not {shorten(rate)}")
    if begin > end:
        raise InputError(f"--from and --to are a frame and a later one, not {begin:g} and {end:g}")
    step = 1.0 if rate is None else moving.rate / rate
    wanted = moving.frames(begin, end, step)
    if tolerance is not None and not 0 < tolerance < 1e3:
        raise InputError(f"--tolerance takes metres above 0, not {shorten(tolerance)}")

    found = moving.audit(wanted, None if tolerance is None else {"m": tolerance})
    if as_json:
        print(json.dumps(found.data(), ensure_ascii=False, indent=1))
    else:
        print_audit(moving, found)
    if strict and not found.held:
        raise InputError(f"--strict: {found.message}")
    if picture is not None:
        _draw(_clips(moving), picture, wanted, frames, scenery)
    if plot is not None:
        _plot(moving, found, plot, parameter or [], point or [])
    if output is not None and is_film:
        _film(moving, output, (begin, end, step), {"view": view, "size": pixels, "theme": theme, "scenery": scenery})
    elif output is not None:
        _write(moving, output, (begin, end, step), found, Path(clip).stem)


def _clips(moving: Clip | Ensemble) -> list[Clip]:
    """The clip of each figure."""
    from manikin.clips.ensemble import Ensemble

    return list(moving.members()) if isinstance(moving, Ensemble) else [moving]


def print_audit(clip: Clip | Ensemble, found: Audit) -> None:
    """Print what a clip is, a row for each of its goals, and whether they hold."""
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console

    out = console()
    length = f"{clip.start:g} to {clip.end:g}, {clip.seconds:.3g} s at {clip.rate:g}/s"
    names = ", ".join(one.figure.name for one in _clips(clip))
    out.print(f"{escape(names)}: frames {length}")
    if found.goals:
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        for heading in ("goal", "frames", "off", "worst"):
            table.add_column(heading, justify="right" if heading in ("frames", "off") else "left")
        for name, count, off, worst in found.table():
            soft = "" if found.goals[name].hard else " (soft)"
            table.add_row(escape(name) + soft, str(count), str(off), worst)
        out.print(table)
    out.print(escape(found.message))
    if len(found.goals) and found.pop > 1.25:
        out.print(f"Accelerations near windows are up to {found.pop:.3g} times those without the goals.")


def _draw(clips: list[Clip], path: Path, wanted: Any, count: int, scenery: tuple[Shape, ...]) -> None:
    import numpy as np

    from manikin.cli.sources import check_suffix
    from manikin.formats.files import write_atomically
    from manikin.picture import to_png
    from manikin.picture.motion import film_strip

    check_suffix(path, ".png", "the strip of pictures")
    chosen = wanted[np.unique(np.linspace(0, len(wanted) - 1, count).round().astype(int))]
    write_atomically(path, to_png(film_strip(clips, chosen.tolist(), scenery=scenery)))
    print(path)


def _plot(clip: Clip | Ensemble, found: Audit, path: Path, parameters: list[str], points: list[str]) -> None:
    from manikin.clips.audit_plot import plot_clip
    from manikin.clips.ensemble import Ensemble

    if isinstance(clip, Ensemble):
        raise InputError("--plot is for one figure, and this script moves several")
    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise InputError(f"plots are written as .png, .svg or .pdf, not as {shorten(path.name)}")
    plot_clip(clip, found, parameters, points).savefig(path, dpi=120)
    print(path)


def _film(clip: Clip | Ensemble, path: Path, span: tuple[float, float, float], how: dict[str, Any]) -> None:
    """Draw a film, with a bar that shows how far it is; Ctrl-C leaves no file."""
    from manikin.cli.terminal import bar
    from manikin.formats.files import write_atomically
    from manikin.picture.film import new_film
    from manikin.picture.moving import moving_frames

    begin, end, step = span
    images = moving_frames(_clips(clip), rate=clip.rate / step, first=begin, last=end, **how)
    count = len(clip.frames(begin, end, step))
    with new_film(path.suffix, how["size"], clip.rate / step) as film, bar(path.name, count) as advance:
        for image in images:
            film.add(image)
            advance(1)
        write_atomically(path, film.finish())
    print(path)


def _pixels(size: str | None, usual: tuple[int, int]) -> tuple[int, int]:
    if size is None:
        return usual
    width, by, height = size.lower().partition("x")
    if not (by and width.isdecimal() and height.isdecimal() and len(size) < 12):
        raise InputError(f"--size takes width and height in pixels, as in 1280x720, not {shorten(size)}")
    return int(width), int(height)


def _write(clip: Clip | Ensemble, path: Path, span: tuple[float, float, float], found: Audit, name: str) -> None:
    from manikin.cli.clip_sources import baked
    from manikin.clips import editing
    from manikin.clips.ensemble import Ensemble
    from manikin.formats.content import Content, StoredClip
    from manikin.formats.files import save_clip, save_content

    begin, end, step = span
    if isinstance(clip, Ensemble):  # goals join the figures: each gets its frames as they are held
        own = [baked(one, begin, end, step, one.figure.name) for one in clip.members()]
        save_content(Content(clips=tuple(StoredClip(clip=one, name=one.figure.name) for one in own)), path)
    elif path.suffix.lower() == ".clip" and step == 1:
        whole = (begin, end) == (clip.start, clip.end)
        save_clip(clip if whole else editing.crop(clip, begin, end), path, name=name)
    else:
        save_clip(baked(clip, begin, end, step, path.name), path, name=name)
    if not found.held and (isinstance(clip, Ensemble) or path.suffix.lower() != ".clip" or step != 1):
        import sys

        print(f"manikin: warning: {path}: {found.message}", file=sys.stderr)
    print(path)
