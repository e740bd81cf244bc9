"""Clips of the command line that are read, changed and written again with what their file holds besides."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from manikin.clips.clip import Clip
    from manikin.formats.content import StoredClip

__all__ = ["Captured", "fail_if", "read_captured", "write_captured"]


@dataclass(frozen=True, eq=False)
class Captured:
    """A clip, and how its file holds it, if it comes from one."""

    clip: Clip
    stored: StoredClip | None
    name: str


def read_captured(source: str, name: str | None, figure: str | None) -> Captured:
    """A clip from a file, a motion script or the library."""
    from manikin.cli.clip_sources import SCRIPTS, open_clip
    from manikin.cli.sources import open_figure
    from manikin.formats.files import chosen_clip, load_content
    from manikin.formats.format import format_for

    path = Path(source)
    body = None if figure is None else open_figure(figure)
    if path.suffix.lower() in SCRIPTS or (not path.suffix and not path.exists()):
        return Captured(open_clip(source, body), None, path.stem)
    options = {"figure": body} if body is not None and "figure" in format_for(path).options() else {}
    stored = chosen_clip(load_content(path, **options), name, path)
    return Captured(stored.clip, stored, stored.name or path.stem)


def fail_if(out_of_bounds: Sequence[str]) -> None:
    """End with the code 1 if a report has sentences on what is out of its bounds; they go to the error output."""
    for sentence in out_of_bounds:
        print(f"manikin: {sentence}", file=sys.stderr)
    if out_of_bounds:
        raise typer.Exit(1)


def write_captured(captured: Captured, clip: Clip, target: Path) -> None:
    """Write a changed clip with the unit, the order of channels or the skin that its file had."""
    from manikin.formats.content import Content
    from manikin.formats.files import save_clip, save_content

    if captured.stored is None:
        save_clip(clip, target, name=captured.name)
    else:
        save_content(Content(clips=(replace(captured.stored, clip=clip),)), target)
