"""An edit at a frame of the timeline."""

from __future__ import annotations

from dataclasses import dataclass, field

from manikin.commands.command import Command, Made
from manikin.document.document import Document
from manikin.document.motion import with_states_at
from manikin.errors import InputError
from manikin.posing.balance import posed_for_edits

__all__ = ["AtFrame", "at_frame"]


@dataclass(frozen=True, kw_only=True)
class AtFrame(Command, kind="at_frame"):
    """Do an edit at a frame: figures with keys stand as their clips have them there.

    Those that the edit moves get a key at the frame.  Without ``key`` their states wait there instead, to be keyed or
    dropped.
    """

    frame: float
    edit: Command = field(metadata={"typescript": "Command"})
    key: bool = True

    def __post_init__(self) -> None:
        if isinstance(self.edit, AtFrame):
            raise InputError("an edit is at one frame")

    def label(self, document: Document) -> str:
        return self.edit.label(document)

    def apply(self, document: Document) -> Document:
        document = self.edit.prepared(document)
        after = self.edit.apply(posed_for_edits(document, self.frame))
        return with_states_at(document, self.frame, after, key=self.key)

    def made(self, before: Document, after: Document) -> Made:
        return self.edit.made(before, after)


def at_frame(edit: Command, frame: float | None, *, key: bool = True) -> Command:
    """The edit at a frame, if there is one."""
    return edit if frame is None else AtFrame(frame=frame, edit=edit, key=key)
