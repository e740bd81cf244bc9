"""What the editor's page and server tell each other.  ``web/src/messages.ts`` is made from this file.

Angles are radians, lengths metres, transforms 12 numbers row by row.  Every message says by ``op`` what it is: the name
of its class, in small letters.  Poses come in binary packets (see ``manikin.editor.pose_packet``).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Literal

from manikin.commands.command import Made
from manikin.editor.wire_types import (
    COMMAND,
    ConflictMember,
    DocumentParts,
    FigureSummary,
    LockKindData,
    Remedy,
    SolverData,
)
from manikin.math.rotations import Vec3
from manikin.plain_data import to_data
from manikin.posing.activities import ChaseRequest
from manikin.posing.gestures import Cursor, Grab
from manikin.project.history import HistoryData
from manikin.registry import Described, Registry

__all__ = [
    "REPLIES",
    "REQUESTS",
    "Ack",
    "ChaseBegin",
    "ChaseEnd",
    "ConflictChanged",
    "DocumentChanged",
    "DragBegin",
    "DragCancel",
    "DragEnd",
    "DragMove",
    "DragStarted",
    "Edit",
    "Hello",
    "Notice",
    "Ping",
    "Pong",
    "Progress",
    "Redo",
    "Refusal",
    "Reply",
    "Request",
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
    """From the page.  ``id`` counts up in each window, so that one that is sent twice is done once; 0 has no answer."""

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
    """The first message of a window; ``client`` is a random name that it keeps when it comes back.

    ``last_revision`` is the one that it saw last: a higher one than ours means that this is another project.
    """

    client: str
    last_revision: int | None = None


@dataclass(frozen=True, kw_only=True)
class Edit(Request):
    """Do a command."""

    command: dict[str, Any] = field(metadata=COMMAND)


@dataclass(frozen=True, kw_only=True)
class Undo(Request):
    """Take the last step back."""


@dataclass(frozen=True, kw_only=True)
class Redo(Request):
    """Do the step again that was taken back."""


@dataclass(frozen=True, kw_only=True)
class DragBegin(Grab, Request):
    """Take hold of something."""


@dataclass(frozen=True, kw_only=True)
class DragMove(Cursor, Request):
    """Where the cursor is now.  Never answered one by one: the newest wins."""


@dataclass(frozen=True, kw_only=True)
class DragEnd(Request):
    """Let go, and keep what came of it as one step."""


@dataclass(frozen=True, kw_only=True)
class DragCancel(Request):
    """Let go, and go back to where it was."""


@dataclass(frozen=True, kw_only=True)
class ChaseBegin(ChaseRequest, Request):
    """Let a part go after a star, or after the star at its new place."""


@dataclass(frozen=True, kw_only=True)
class ChaseEnd(Request):
    """Stop the chase, and keep where it got to as one step."""


@dataclass(frozen=True, kw_only=True)
class Solve(Request):
    """Keep the locks, however long it takes."""


@dataclass(frozen=True, kw_only=True)
class SolveCancel(Request):
    """Stop a solve."""


@dataclass(frozen=True, kw_only=True)
class View(Request):
    """The page's own state, kept but neither undone nor told to others."""

    view: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Ping(Request):
    """Are you there?"""

    t: float = 0.0


# ---- from the server -----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Welcome(Reply):
    """Everything a window needs to begin; a pose packet follows."""

    client: str
    version: str
    revision: int
    document: DocumentParts
    view: dict[str, Any]
    history: HistoryData
    solvers: tuple[SolverData, ...]
    shipped: tuple[FigureSummary, ...]
    lock_kinds: tuple[LockKindData, ...]


@dataclass(frozen=True, kw_only=True)
class Ack(Reply):
    """Done, and on disk; ``made`` says which locks and figures are new."""

    id: int
    revision: int
    made: Made = NOTHING_MADE


@dataclass(frozen=True, kw_only=True)
class Refusal(Reply):
    """Not done, why, and what would help."""

    id: int
    message: str
    remedy: str | None = None


@dataclass(frozen=True, kw_only=True)
class DocumentChanged(Reply):
    """The parts of the document that are not as this window knew them; null stands for a part that is gone."""

    revision: int
    document: DocumentParts
    history: HistoryData


@dataclass(frozen=True, kw_only=True)
class DragStarted(Reply):
    """What follows a drag: the joints of the chain of a figure, the place that is pulled."""

    id: int
    figure: str
    chain: tuple[str, ...]
    effector: Vec3
    base: str | None


@dataclass(frozen=True, kw_only=True)
class Progress(Reply):
    """How far a solve is: iterations so far, the largest error of a lock [m, rad]."""

    iterations: int
    error: float


@dataclass(frozen=True, kw_only=True)
class Pong(Reply):
    """Here."""

    t: float


@dataclass(frozen=True, kw_only=True)
class Notice(Reply):
    """Something to know."""

    level: Literal["info", "warning", "error"]
    message: str
    remedy: str | None = None


@dataclass(frozen=True, kw_only=True)
class ConflictChanged(Reply):
    """Locks that cannot hold together, and ways out; an empty sentence when the conflict is over."""

    sentence: str
    members: tuple[ConflictMember, ...] = ()
    remedies: tuple[Remedy, ...] = ()
