"""Motion scripts of figures: the text stays with the figure, and what it makes are keys and locks like any others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from manikin.clips import Keyframes
from manikin.clips.clip import Clip
from manikin.clips.editing.opened import plain_part
from manikin.commands.command import Command, of_figure
from manikin.commands.held_goals import held_parts, released, with_goals_as_locks
from manikin.commands.shelves import fitted
from manikin.document.document import Document
from manikin.errors import FormatError, InputError

__all__ = ["RunScript", "script_clip"]

LONGEST = 200_000
"""Letters of a script."""


@dataclass(frozen=True, kw_only=True)
class RunScript(Command, kind="run_script"):
    """Let a figure move as a motion script says, instead of as it did: keys, locks over frames and marks are new."""

    text: str
    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Run script{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        actor = document.movable(self.figure)
        clip = fitted(script_clip(document, self.text, actor.name), actor.figure, document.timeline.rate)
        source, goals = plain_part(clip)
        assert isinstance(source, Keyframes)
        gone = {lock.id for lock in document.locks if lock.figures == {actor.name} and lock.spans is not None}
        for id in sorted(gone):
            document = document.without_lock(id)
        document = document.with_actor(replace(actor, clip=replace(source, marks=()), script=self.text))
        if source.marks:
            document = replace(document, timeline=replace(document.timeline, marks=source.marks))
        document = released(document, actor.name, held_parts(goals), source.start, source.start)
        return with_goals_as_locks(document, actor.name, goals)


def script_clip(document: Document, text: str, figure: str | None) -> Clip:
    """The clip that a script makes of a figure; files are not read."""
    from manikin.language.motion.script import played  # heavy imports come with it
    from manikin.library.library import find_clip

    if len(text) > LONGEST:
        raise InputError(f"a script has at most {LONGEST:,} letters")
    own = document.actor(figure).figure
    found = played(text, {own.name: own}, open_clip=find_clip, read_file=no_file)[0]
    if not isinstance(found, Clip):
        raise InputError("a script of the editor is about one figure: manikin play takes those of several")
    return found


def no_file(name: str) -> bytes:
    """Refuses to read a file that a script names."""
    raise FormatError("scripts in the editor read no files: set the ground in the Figure menu", file=name)
