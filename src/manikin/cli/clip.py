"""``manikin clip``: what a clip file holds, and editing operations on it, one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manikin.errors import InputError

if TYPE_CHECKING:
    from manikin.clips.clip import Clip

__all__ = ["clip"]

INFO = "info"
"""The operation that says what a clip holds."""


def clip(
    source: Annotated[str, typer.Argument(help="A clip file, a motion script, or a clip of the library.")],
    operations: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[OPERATION VALUES…]…", help="What is done with it, one after the other.", show_default=False
        ),
    ] = None,
    figure: Annotated[
        str | None,
        typer.Option("-f", "--figure", help="The figure that moves, for files that hold none.", show_default=False),
    ] = None,
    name: Annotated[
        str | None, typer.Option("-n", "--name", help="Which of several clips in the file.", show_default=False)
    ] = None,
    list_operations: Annotated[bool, typer.Option("--operations", help="List the operations and exit.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the clip: .clip, .npz, .csv.", show_default=False)
    ] = None,
) -> None:
    """Say what a clip holds, or edit it: operations in a row, and a file for the result.

    Example: manikin clip walk.clip delete 10 20 reverse mark turn 15 -o new.clip

    Frames may be marks and may count from them: strike, end-10. "manikin clip - --operations" lists all operations.
    """
    from manikin.cli.clip_operations import apply, parse
    from manikin.cli.clip_sources import open_clip, open_clips
    from manikin.cli.sources import open_figure

    if list_operations:
        _list()
        return
    steps = parse(operations or [])
    told = bool(steps) and steps[-1][0] == INFO
    if any(step == INFO for step, _ in steps[:-1]):
        raise InputError(f"{INFO} comes last: it says what the clip holds then")
    body = None if figure is None else open_figure(figure)
    edits = steps[: len(steps) - told]
    if not edits and output is None:
        for label, one in open_clips(source, body, name):
            _describe(one, label)
        return
    moving = open_clip(source, body, name)
    for step, given in edits:
        moving = apply(moving, step, given)
    if told:
        _describe(moving)
    if output is not None:
        from manikin.formats.files import save_clip

        save_clip(moving, output, name=name or Path(source).stem)
        print(output)
    elif not told:
        raise InputError("say where the edited clip goes: -o FILE; or end with info")


def _list() -> None:
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.clip_operations import OPERATIONS
    from manikin.cli.terminal import console

    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, operation in OPERATIONS.items():
        table.add_row(f"[bold]{name}[/] {operation.takes}", escape(operation.does))
    console().print(table)


def _describe(clip: Clip, label: str | None = None) -> None:
    """Print what a clip is; ``label`` is its name where there are several."""
    import numpy as np
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console
    from manikin.clips.constrained import Constrained
    from manikin.clips.keyframes import Keyframes
    from manikin.clips.samples import Samples

    source = clip.source if isinstance(clip, Constrained) else clip
    rows = [] if label is None else [("clip", label)]
    rows += [("kind", source.kind + (", held" if source is not clip else "")), ("figure", clip.figure.name)]
    ends = f"{clip.start:g} to {clip.end:g}"
    rows.append(("frames", f"{ends}, {clip.seconds:.4g} s at {clip.rate:g}/s" if np.isfinite(clip.seconds) else ends))
    if isinstance(source, Keyframes):
        frames = [f"{key.frame:g}" + ("" if key.tracks is None else "*") for key in source.keys]
        shown = " ".join(frames[:24]) + (" …" if len(frames) > 24 else "")
        rows.append(("keys", f"{len(frames)} at {shown}" + (" (*: some tracks)" if "*" in shown else "")))
    if isinstance(source, Samples):
        rows.append(("samples", f"{len(source.data)} of {clip.figure.size} parameters"))
    if clip.marks:
        rows.append(("marks", ", ".join(f"{mark.name} {mark.frame:g}" for mark in clip.marks)))
    for goal in clip.goals if isinstance(clip, Constrained) else ():
        spans = ", ".join(f"{span.start:g}–{span.end:g}" for span in goal.ordered)
        rows.append(("goal" if goal.hard else "soft goal", f"{goal.name}: {spans if goal.spans else 'always'}"))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for label, text in rows:
        table.add_row(f"[bold]{label}[/]", escape(text))
    console().print(table)
