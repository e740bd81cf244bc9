"""``manikin pose``: apply a pose script."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manikin.cli.requests import Ungrouped

if TYPE_CHECKING:
    from manikin.language.pose_script import StepResult

__all__ = ["pose"]

HELD_ERROR = 1e-6
"""Largest error of a lock that counts as held [m, rad]."""


def pose(
    figures: Annotated[
        list[str],
        typer.Argument(metavar="FIGURE… SCRIPT", help="Shipped figures or files, then a .json file: a list of steps."),
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the last pose to this .json file.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the figures after each step into a .png file.")] = None,
    ungrouped: Ungrouped = False,
) -> None:
    """Pose figures by a script of locks, goals and pulls.

    A step is {"lock": "l_foot"}, {"goal": "position r_hand 0.3 1.2 0.4"}, {"pull": "pelvis", "by": [0, -0.3, 0]},
    {"set": {"spine_bend": 20}}, {"pose": "sit"}, {"release": NAME}, or any command of the editor, {"kind": …}.
    With several figures a step names the figure: "figure": NAME. All steps are described in the documentation of
    manikin.language.pose_script.
    """
    from manikin.cli.sources import check_suffix, load_json, open_figure
    from manikin.commands.figures import with_figure
    from manikin.document.document import Document
    from manikin.errors import FormatError, InputError, ManikinError
    from manikin.language.pose_script import play

    check_suffix(output, ".json", "a pose")
    check_suffix(picture, ".png", "a picture")
    *names, last_word = figures
    script = Path(last_word)
    if not names:
        raise InputError("name the figures, and then the script")
    document = Document.of(open_figure(names[0], ungrouped=ungrouped))
    for name in names[1:]:
        document = with_figure(document, open_figure(name, ungrouped=ungrouped))
    try:
        outcomes = list(play(document, load_json(script)))
    except FormatError:
        raise
    except ManikinError as error:
        raise FormatError(str(error), file=str(script)) from None
    _print(outcomes)
    from manikin.formats.content import Content, PoseValues
    from manikin.formats.files import save_content, write_atomically

    last = outcomes[-1].document
    if output is not None:
        sources = [*names, *(actor.name for actor in last.actors[len(names) :])]
        pairs = zip(last.actors, sources, strict=False)
        several = len(last.actors) > 1
        poses = [PoseValues.of(a.pose, figure=source, name=a.name if several else None) for a, source in pairs]
        save_content(Content(poses=tuple(poses)), output)
        print(output)
    if picture is not None:
        from manikin.cli.goal_marks import ground_lines
        from manikin.picture import to_png
        from manikin.picture.strip import Panel, strip

        panels = [
            Panel(
                tuple(one.document.poses.values()),
                one.title,
                paths=ground_lines(lock.goal for lock in one.document.locks),
            )
            for one in outcomes
        ]
        write_atomically(picture, to_png(strip(panels, size=(300, 420), columns=min(5, len(panels)))))
        print(picture)


def _print(outcomes: list[StepResult]) -> None:
    """Print a line for each step with the largest error of its locks and goals, and the conflict, if there is one."""
    from rich.markup import escape
    from rich.table import Table

    from manikin.cli.terminal import console
    from manikin.goals.goal import error_in_words

    out = console()
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("", "step", "largest error", "ms"):
        table.add_column(heading, justify="right" if heading == "ms" else "left")
    for number, outcome in enumerate(outcomes, 1):
        far = max(outcome.locks, key=lambda kept: max(kept[1].values(), default=0.0), default=None)
        held = far is not None and max(far[1].values(), default=0.0) < HELD_ERROR
        told = "" if far is None else "all held" if held else f"{far[0]}: {error_in_words(far[1])}"
        table.add_row(str(number), f"[cyan]{escape(outcome.title)}[/]", escape(told), f"{1000 * outcome.seconds:.1f}")
    out.print(table)
    conflict = outcomes[-1].conflict
    if conflict is not None:
        out.print(f"[yellow]{escape(conflict.sentence)}[/]")
