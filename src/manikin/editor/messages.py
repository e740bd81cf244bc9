"""The messages between the editor's page and server.  ``web/src/messages.ts`` is generated from this file.

Angles are radians, lengths metres, transforms 12 numbers row by row.  The field ``op`` is the kind of message: the
name of its class, as in ``drag_begin``.  Poses come in binary packets (see ``manikin.editor.pose_packet``).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Literal

from manikin.clips.key import Key
from manikin.commands.command import Made
from manikin.editor.wire_types import (
    COMMAND,
    ClipConflict,
    ConflictMember,
    DocumentParts,
    FigureSummary,
    LockKindData,
    Remedy,
    SolverData,
)
from manikin.math.rotations import Vec3
from manikin.plain_data import to_data
from manikin.posing.activities import ChaseRequest, Moment
from manikin.posing.gestures import Cursor, Grab
from manikin.project.history import HistoryData
from manikin.registry import Described, Registry

__all__ = [
    "REPLIES",
    "REQUESTS",
    "Ack",
    "ChaseBegin",
    "ChaseEnd",
    "ClipConflicts",
    "ConflictChanged",
    "CopyKeys",
    "DocumentChanged",
    "DragBegin",
    "DragCancel",
    "DragEnd",
    "DragMove",
    "DragStarted",
    "Edit",
    "EditCancel",
    "Hello",
    "KeysCopied",
    "Notice",
    "Ping",
    "Pong",
    "Preview",
    "Progress",
    "Redo",
    "Refusal",
    "Reply",
    "Request",
    "Smoothing",
    "Solve",
    "SolveCancel",
    "Undo",
    "View",
    "Welcome",
]


NOTHING_MADE = Made()


def _op(cls: type) -> str:
    """DragBegin → drag_begin."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()


@dataclass(frozen=True, kw_only=True)
class Request(Described, what="message", tag="op"):
    """From the page.  ``id`` counts up in each window: an edit that is sent twice is done once, unless it is 0."""

    id: int = 0

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(kind=_op(cls), **rest)


@dataclass(frozen=True, kw_only=True)
class Reply(Described, what="reply", tag="op"):
    """From the server."""

    writes_defaults: ClassVar[bool] = True

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(kind=_op(cls), **rest)

    @cached_property
    def json(self) -> str:
        """The message as it is sent, made once for all windows."""
        texts = {"op": json.dumps(self.kind)}
        for own in fields(self):
            value = getattr(self, own.name)
            texts[own.name] = value.json if isinstance(value, DocumentParts) else json.dumps(to_data(value))
        return "{" + ", ".join(f'"{name}": {text}' for name, text in texts.items()) + "}"


REQUESTS: Registry[type[Request]] = Request.registry
REPLIES: Registry[type[Reply]] = Reply.registry


# ---- from the page -------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Hello(Request):
    """The first message of a window; ``client`` is a random name that it keeps when it reconnects.

    ``last_revision`` is the last one that it saw: one above ours means that this is another project.
    """

    client: str
    last_revision: int | None = None


@dataclass(frozen=True, kw_only=True)
class Edit(Request):
    """Apply a command."""

    command: dict[str, Any] = field(metadata=COMMAND)


@dataclass(frozen=True, kw_only=True)
class EditCancel(Request):
    """Stop the edit of this window that is being done, if there is one; it is then refused.  Not answered itself."""


@dataclass(frozen=True, kw_only=True)
class Undo(Request):
    """Undo the last step."""


@dataclass(frozen=True, kw_only=True)
class Redo(Request):
    """Redo the step that was undone."""


@dataclass(frozen=True, kw_only=True)
class DragBegin(Grab, Request):
    """Begin a drag."""


@dataclass(frozen=True, kw_only=True)
class DragMove(Cursor, Request):
    """The present position of the cursor.  Not answered one by one: the newest wins."""


@dataclass(frozen=True, kw_only=True)
class DragEnd(Request):
    """End the drag, and keep its result as one step."""


@dataclass(frozen=True, kw_only=True)
class DragCancel(Request):
    """Cancel the drag; everything is as before."""


@dataclass(frozen=True, kw_only=True)
class ChaseBegin(ChaseRequest, Request):
    """Let a part follow a star, or the star at its new position."""


@dataclass(frozen=True, kw_only=True)
class ChaseEnd(Request):
    """Stop the chase, and keep its result as one step."""


@dataclass(frozen=True, kw_only=True)
class Solve(Moment, Request):
    """Solve until the locks hold, without a time limit."""


@dataclass(frozen=True, kw_only=True)
class SolveCancel(Request):
    """Stop a solve."""


@dataclass(frozen=True, kw_only=True)
class Preview(Request):
    """Show this window the frames of clips as a command would make them; null ends it.  The newest wins.

    ``seq`` counts previews; the last packet of an answer has it.  An edit of the window ends its preview.
    """

    seq: int = 0
    command: dict[str, Any] | None = field(default=None, metadata={"typescript": "Command | null"})


@dataclass(frozen=True, kw_only=True)
class CopyKeys(Request):
    """Give some keys, named by figures and frames, for a clipboard."""

    keys: dict[str, tuple[float, ...]]


@dataclass(frozen=True, kw_only=True)
class View(Request):
    """The page's own state; stored, but not part of undo and not sent to other windows."""

    view: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Ping(Request):
    """Is the server alive?"""

    t: float = 0.0


# ---- from the server -----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Welcome(Reply):
    """Everything that a window needs at the start; a pose packet follows.  ``file`` is the project's path: where it is
    another than before, so is all that the window has.
    """

    client: str
    version: str
    file: str
    revision: int
    document: DocumentParts
    view: dict[str, Any]
    history: HistoryData
    solvers: tuple[SolverData, ...]
    shipped: tuple[FigureSummary, ...]
    lock_kinds: tuple[LockKindData, ...]


@dataclass(frozen=True, kw_only=True)
class Ack(Reply):
    """The request is done and on disk; ``made`` has the new locks and figures."""

    id: int
    revision: int
    made: Made = NOTHING_MADE


@dataclass(frozen=True, kw_only=True)
class Refusal(Reply):
    """The request is refused: the reason, and a remedy."""

    id: int
    message: str
    remedy: str | None = None


@dataclass(frozen=True, kw_only=True)
class DocumentChanged(Reply):
    """The parts of the document that differ from what this window knows; null for a part that was deleted."""

    revision: int
    document: DocumentParts
    history: HistoryData


@dataclass(frozen=True, kw_only=True)
class DragStarted(Reply):
    """The drag has begun: the joints of its IK chain, and the point that is pulled."""

    id: int
    figure: str
    chain: tuple[str, ...]
    effector: Vec3
    base: str | None


@dataclass(frozen=True, kw_only=True)
class KeysCopied(Reply):
    """Keys for a clipboard."""

    id: int
    keys: dict[str, tuple[Key, ...]]


@dataclass(frozen=True, kw_only=True)
class Progress(Reply):
    """Progress of a solve: iterations so far, the largest error of a lock [m, rad]."""

    iterations: int
    error: float


@dataclass(frozen=True, kw_only=True)
class Smoothing(Reply):
    """How much of the smooth answer of clips is done: 1 at its end."""

    share: float


@dataclass(frozen=True, kw_only=True)
class Pong(Reply):
    """The answer to a ping."""

    t: float


@dataclass(frozen=True, kw_only=True)
class Notice(Reply):
    """A message for the user."""

    level: Literal["info", "warning", "error"]
    message: str
    remedy: str | None = None


@dataclass(frozen=True, kw_only=True)
class ClipConflicts(Reply):
    """Frames at which locks cannot hold; none when all do again."""

    conflicts: tuple[ClipConflict, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ConflictChanged(Reply):
    """Locks that cannot hold together, and remedies; the sentence is empty when the conflict is over."""

    sentence: str
    members: tuple[ConflictMember, ...] = ()
    remedies: tuple[Remedy, ...] = ()
