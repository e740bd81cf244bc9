"""What the editor's page and server tell each other.  ``web/src/messages.ts`` is made from this file.

Angles are radians, lengths metres, transforms 12 numbers row by row.  Every message says by ``op`` what it is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Literal

from manikin.document.ik_chain import ChainMode
from manikin.editor.wire_types import (
    COMMAND,
    ConflictMember,
    DocumentData,
    FigureData,
    FigureSummary,
    HistoryData,
    LockKindData,
    Ray,
    Relaxation,
    SolverData,
    Turn,
)
from manikin.math.rotations import Vec3
from manikin.plain_data import to_data
from manikin.registry import Described, Registry

__all__ = [
    "REPLIES",
    "REQUESTS",
    "Ack",
    "Cancel",
    "Chase",
    "Conflict",
    "DocumentChanged",
    "DragBegin",
    "DragCancel",
    "DragEnd",
    "DragMove",
    "DragStarted",
    "Edit",
    "FigureChanged",
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
    "Undo",
    "View",
    "Welcome",
]

KEPT = 8


@dataclass(frozen=True, kw_only=True)
class Request(Described, what="message", tag="op"):
    """From the page.  ``id`` counts up in each window, so that one that is sent twice is done once; 0 has no answer."""

    id: int = 0

    def __init_subclass__(cls, *, op: str, **rest: Any) -> None:
        super().__init_subclass__(kind=op, **rest)


@dataclass(frozen=True, kw_only=True)
class Reply(Described, what="reply", tag="op"):
    """From the server."""

    writes_defaults: ClassVar[bool] = True

    def __init_subclass__(cls, *, op: str, **rest: Any) -> None:
        super().__init_subclass__(kind=op, **rest)

    @cached_property
    def json(self) -> str:
        """The message as it is sent, made once for all windows."""
        parts = {"op": json.dumps(self.kind)}
        for own in fields(self):
            value = getattr(self, own.name)
            large = isinstance(value, (FigureData, DocumentData, tuple))
            parts[own.name] = _json_of(value) if large else json.dumps(to_data(value))
        return "{" + ", ".join(f'"{name}": {text}' for name, text in parts.items()) + "}"


REQUESTS: Registry[type[Request]] = Request.registry
REPLIES: Registry[type[Reply]] = Reply.registry
_known: list[tuple[object, str]] = []


def _json_of(value: object) -> str:
    """The JSON of what is large and never changes, kept for the few that were asked for last."""
    for known, text in _known:
        if known is value:
            return text
    text = json.dumps(to_data(value))
    _known[:] = [(value, text), *_known[:KEPT]]
    return text


# ---- from the page -------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Hello(Request, op="hello"):
    """The first message of a window; ``client`` is a random name that it keeps when it comes back.

    ``last_revision`` is the one that it saw last: a higher one than ours means that this is another project.
    """

    client: str
    last_revision: int | None = None


@dataclass(frozen=True, kw_only=True)
class Edit(Request, op="command"):
    """Do a command."""

    command: dict[str, Any] = field(metadata=COMMAND)


@dataclass(frozen=True, kw_only=True)
class Undo(Request, op="undo"):
    """Take the last step back."""


@dataclass(frozen=True, kw_only=True)
class Redo(Request, op="redo"):
    """Do the step again that was taken back."""


@dataclass(frozen=True, kw_only=True)
class DragBegin(Request, op="drag.begin"):
    """Take hold of something; ``mode`` and ``base`` are those of the settings where they are left out."""

    what: Literal["part", "rotate", "root", "lock", "goal", "slider"]
    part: str | None = None
    lock: int | None = None
    parameter: str | None = None
    mode: ChainMode | None = None
    base: str | None = None


@dataclass(frozen=True, kw_only=True)
class DragMove(Request, op="drag.move"):
    """Where the cursor is now.  Never answered one by one: the newest wins."""

    seq: int
    ray: Ray | None = None
    turn: Turn | None = None
    value: float | None = None


@dataclass(frozen=True, kw_only=True)
class DragEnd(Request, op="drag.end"):
    """Let go, and keep what came of it as one step."""


@dataclass(frozen=True, kw_only=True)
class DragCancel(Request, op="drag.cancel"):
    """Let go, and go back to where it was."""


@dataclass(frozen=True, kw_only=True)
class Chase(Request, op="chase"):
    """Let a part go after a star (B): slowly off, slowly there; ``speed`` scales the joints' own.

    While the star is ``held`` the chase does not end where it is reached, so that one drag of the star is one step.
    """

    on: bool
    part: str | None = None
    target: Vec3 | None = None
    speed: float = 1.0
    held: bool = False


@dataclass(frozen=True, kw_only=True)
class Solve(Request, op="solve"):
    """Keep the locks, however long it takes."""


@dataclass(frozen=True, kw_only=True)
class Cancel(Request, op="cancel"):
    """Stop a solve."""


@dataclass(frozen=True, kw_only=True)
class View(Request, op="view"):
    """The page's own state, kept but neither undone nor told to others."""

    view: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Ping(Request, op="ping"):
    """Are you there?"""

    t: float = 0.0


# ---- from the server -----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Welcome(Reply, op="hello"):
    """Everything a window needs to begin; a pose frame follows."""

    client: str
    version: str
    revision: int
    figure: FigureData
    document: DocumentData
    view: dict[str, Any]
    history: HistoryData
    solvers: tuple[SolverData, ...]
    figures: tuple[FigureSummary, ...]
    lock_kinds: tuple[LockKindData, ...]


@dataclass(frozen=True, kw_only=True)
class Ack(Reply, op="ack"):
    """Done, and on disk."""

    id: int
    revision: int


@dataclass(frozen=True, kw_only=True)
class Refusal(Reply, op="error"):
    """Not done, why, and what would help."""

    id: int
    message: str
    remedy: str | None = None


@dataclass(frozen=True, kw_only=True)
class DocumentChanged(Reply, op="document"):
    """The document after an edit, whoever made it."""

    revision: int
    document: DocumentData
    history: HistoryData


@dataclass(frozen=True, kw_only=True)
class FigureChanged(Reply, op="figure"):
    """Another figure; the document follows."""

    figure: FigureData


@dataclass(frozen=True, kw_only=True)
class DragStarted(Reply, op="drag"):
    """What follows a drag: the joints of the chain, the place that is pulled."""

    id: int
    chain: tuple[str, ...]
    effector: Vec3
    base: str | None


@dataclass(frozen=True, kw_only=True)
class Progress(Reply, op="progress"):
    """How far a solve is: iterations so far, the largest error of a lock [m, rad]."""

    iterations: int
    error: float


@dataclass(frozen=True, kw_only=True)
class Pong(Reply, op="pong"):
    """Here."""

    t: float


@dataclass(frozen=True, kw_only=True)
class Notice(Reply, op="notice"):
    """Something to know."""

    level: Literal["info", "warning", "error"]
    message: str
    remedy: str | None = None


@dataclass(frozen=True, kw_only=True)
class Conflict(Reply, op="conflict"):
    """Locks that cannot hold together; an empty sentence when the conflict is over."""

    sentence: str
    members: tuple[ConflictMember, ...] = ()
    relaxations: tuple[Relaxation, ...] = ()
