"""Motion scripts of figures: the text stays with them, and what it makes are keys and locks like any others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from manikin.clips import Ensemble, Keyframes
from manikin.clips.clip import Clip
from manikin.clips.editing.opened import plain_part
from manikin.clips.mark import Mark
from manikin.commands.command import Command, of_figure
from manikin.commands.figures import with_figure
from manikin.commands.held_goals import held_parts, released, with_goals_as_locks, with_joint_goals_as_locks
from manikin.commands.shelves import fitted
from manikin.document.document import Document
from manikin.errors import FormatError, InputError
from manikin.posing.stored_poses import asleep

if TYPE_CHECKING:
    from manikin.language.motion.player import Player

__all__ = ["RunScript", "play_script"]

LONGEST = 200_000
"""Letters of a script."""


@dataclass(frozen=True, kw_only=True)
class RunScript(Command, kind="run_script"):
    """Let a figure move as a motion script says, instead of as it did: keys, locks over frames and marks are new.

    A script that names several figures moves all of them; those that the document does not have are added to it.
    """

    text: str
    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Run script{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        own = document.movable(self.figure)
        made = play_script(document, self.text, own.name)[0]
        if isinstance(made, Ensemble):
            document = document.with_actor(replace(own, script=self.text))
            return self._with_all(document, made.at_rate(document.timeline.rate))
        clip = fitted(made, own.figure, document.timeline.rate)
        source, goals = plain_part(clip)
        document = _without_timed_locks(document, {own.name})
        document = self._keyed(document, own.name, source)
        document = released(document, own.name, held_parts(goals), source.start, source.start)
        return with_goals_as_locks(_marked(document, source.marks), own.name, goals)

    def _with_all(self, document: Document, made: Ensemble) -> Document:
        """The document with the motion of several figures."""
        for clip in made.clips:
            if clip.figure.name not in document.figures:
                document = with_figure(document, clip.figure, name=clip.figure.name)
                document = document.at({clip.figure.name: clip.state(clip.start)})
        document = _without_timed_locks(document, {figure.name for figure in made.figures})
        for clip in made.clips:
            actor = document.movable(clip.figure.name)
            document = self._keyed(document, actor.name, fitted(clip, actor.figure, document.timeline.rate))
            parts = held_parts(goal for goal in made.goals if goal.goal.handles[0].figure == actor.name)
            document = released(document, actor.name, parts, made.start, made.start)
        return with_joint_goals_as_locks(_marked(document, made.marks), made.goals)

    def _keyed(self, document: Document, name: str, source: Clip) -> Document:
        """The document with the keys of a figure; locks at all times sleep that do not hold where it begins."""
        assert isinstance(source, Keyframes)
        actor = replace(document.actor(name), clip=replace(source, marks=()), script=self.text)
        begun = asleep(document.at({name: source.state(source.start)}), name)
        return replace(document.with_actor(actor), locks=begun.locks)


def _without_timed_locks(document: Document, names: set[str]) -> Document:
    for id in sorted(lock.id for lock in document.locks if lock.figures <= names and lock.spans is not None):
        document = document.without_lock(id)
    return document


def _marked(document: Document, marks: tuple[Mark, ...]) -> Document:
    return replace(document, timeline=replace(document.timeline, marks=marks)) if marks else document


def play_script(document: Document, text: str, figure: str | None) -> tuple[Clip | Ensemble, Player]:
    """What a script makes of a figure, or of several that it names, and the player that made it; files are not read.

    Figures of the document stand for those that the script names alike.  The ground is that of the document, unless
    the script says another.
    """
    from manikin.language.motion.lines import lines_of
    from manikin.language.motion.script import played  # heavy imports come with it
    from manikin.library.library import find_clip

    if len(text) > LONGEST:
        raise InputError(f"a script has at most {LONGEST:,} letters")
    own = document.actor(figure).figure
    several = sum(line.text.partition(" ")[0] == "figure" for line in lines_of(text)) > 1
    given = document.figures if several else {own.name: own}
    return played(text, given, open_clip=find_clip, read_file=no_file, ground=document.ground.ground)


def no_file(name: str) -> bytes:
    """Refuses to read a file that a script names."""
    raise FormatError("scripts in the editor read no files: set the ground in the Figure menu", file=name)
