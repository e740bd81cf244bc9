"""Clips of the command line: files, motion scripts and the library; frames, and what is done with many of them."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from manikin.errors import InputError, UnknownName, shorten, suggestion

if TYPE_CHECKING:
    from manikin.clips.clip import Clip
    from manikin.clips.ensemble import Ensemble
    from manikin.clips.samples import Samples
    from manikin.figure.figure import Figure
    from manikin.skeleton.shapes import Shape

__all__ = [
    "SCRIPTS",
    "baked",
    "frame_of",
    "open_clip",
    "open_clips",
    "open_motion",
    "open_on_ground",
    "script_text",
    "smoothed",
]

SCRIPTS = (".motion", ".txt", ".json")
"""Suffixes of motion scripts."""
PIECE = 100
"""Frames that are worked out between two looks at the clock."""


def open_motion(source: str, figure: Figure | None = None) -> Clip | Ensemble:
    """A clip as ``open_clip`` has it, or all the figures of a motion script that names several."""
    return open_on_ground(source, figure)[0]


def open_on_ground(source: str, figure: Figure | None = None) -> tuple[Clip | Ensemble, tuple[Shape, ...]]:
    """The same, and the ground of a script as shapes to draw."""
    from manikin.clips.ensemble import Ensemble

    if Path(source).suffix.lower() not in SCRIPTS:
        return open_clip(source, figure), ()

    from manikin.language.motion.script import played
    from manikin.picture.terrain import ground_shapes

    found, player = played(script_text(source), {} if figure is None else {figure.name: figure}, file=source)
    if figure is not None and isinstance(found, Ensemble):
        names = ", ".join(own.name for own in found.figures)
        raise InputError(f"{source} names its figures ({names}): write - in place of the figure")
    return found, ground_shapes(player.settings.ground)


def open_clips(source: str, figure: Figure | None, name: str | None) -> list[tuple[str | None, Clip]]:
    """All clips of a file or a motion script, each with its name where there are several; or the one of a name."""
    from manikin.clips.ensemble import Ensemble
    from manikin.formats.files import list_clips
    from manikin.formats.format import format_for

    path = Path(source)
    if path.suffix.lower() in SCRIPTS:
        found = open_motion(source, figure)
        if isinstance(found, Ensemble):
            if name is not None:
                found.clip(name)  # which says that it is not there
            return [(clip.figure.name, clip) for clip in found.clips if name in (None, clip.figure.name)]
    elif name is None and (path.suffix or path.exists()) and format_for(path).several_clips:
        given = {} if figure is None else {"figure": figure}
        names = list_clips(path, **given)
        if len(names) > 1:
            return [(own, open_clip(source, figure, own)) for own in names]
    return [(None, open_clip(source, figure, name))]


def open_clip(source: str, figure: Figure | None = None, name: str | None = None) -> Clip:
    """A clip from a file, from a motion script, or of the library by its name.

    ``figure`` is the one that moves; files that hold a figure of their own need none.  ``name`` is for files with
    several clips.
    """
    from manikin.clips.clip import Clip
    from manikin.formats.files import load_clip
    from manikin.formats.format import format_for

    path = Path(source)
    if path.suffix.lower() in SCRIPTS:
        found = open_motion(source, figure)
        if not isinstance(found, Clip):
            raise InputError(f"{source} moves several figures: manikin play plays them, and writes a clip for each")
        if name not in (None, found.figure.name):
            raise UnknownName("figure", name, [found.figure.name])
        return found
    if not path.suffix and not path.exists():
        from manikin.library.library import find_clip

        clip = find_clip(source, figure)
        if name is not None:
            raise InputError(f"a name is for files with several clips, and {source} of the library is one")
        return clip
    if "figure" in format_for(path).options():
        return load_clip(path, figure=figure, name=name)
    return load_clip(path, name=name)


def script_text(source: str) -> str:
    """The text of a motion script in a file."""
    from manikin.formats.files import load_bytes

    if Path(source).suffix.lower() not in SCRIPTS:
        raise InputError(f"{shorten(source)} is no motion script, which ends in {', '.join(SCRIPTS)}")
    try:
        return load_bytes(source).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{source} is no text in UTF-8") from None


def smoothed(clip: Any) -> Any:
    """The clip or ensemble with its goals held over the whole of it at once."""
    from dataclasses import replace

    from manikin.clips.constrained import Constrained
    from manikin.clips.ensemble import Ensemble

    if not isinstance(clip, (Constrained, Ensemble)) or not clip.goals:
        raise InputError("smoothing is for clips with timed goals, and this one has none")
    return replace(clip, method="smooth")


def frame_of(text: str, clip: Clip | Ensemble) -> float:
    """A frame: a number, "start", "end", or the name of a mark; "strike+3" and "end-10" count from one."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isfinite(value):
        return value
    named = {"start": clip.start, "end": clip.end, **{mark.name: mark.frame for mark in clip.marks}}
    if text in named:
        return named[text]
    for sign in "+-":
        name, found, by = text.rpartition(sign)
        if found and name in named:
            try:
                return named[name] + float(sign + by)
            except ValueError:
                break
    known = ", ".join(named) + ("" if clip.marks else " (there are no marks)")
    raise InputError(f"a frame is a number, {known}, not {shorten(text)}{suggestion(text, named)}")


def baked(clip: Clip, first: float, last: float, step: float, what: str) -> Samples:
    """The frames of a clip as samples, with a bar that shows how far it is.

    Where it is stopped by Ctrl-C, the frames up to there, and a note that says so.
    """
    import numpy as np

    from manikin.cli.terminal import bar
    from manikin.clips.mark import Mark
    from manikin.clips.samples import Samples

    frames = clip.frames(first, last, step)
    rows: list[Any] = []
    with bar(what, len(frames)) as advance:
        try:
            for begin in range(0, len(frames), PIECE):
                rows.append(clip.at(frames[begin : begin + PIECE]))
                advance(len(rows[-1]))
        except KeyboardInterrupt:
            if not rows:
                raise
    done = np.concatenate(rows)
    if len(done) < len(frames):
        note = f"stopped: {len(done)} of {len(frames)} frames are done and kept"
        print(f"manikin: note: {note}", file=sys.stderr)
    marks = tuple(Mark(name=mark.name, frame=mark.frame / step) for mark in clip.marks)
    return Samples(figure=clip.figure, rate=clip.rate / step, data=done, first=float(frames[0]) / step, marks=marks)
