"""What the editor's messages are made of: figures, documents, choices as the page is told of them.

Angles are radians, lengths metres, transforms 12 numbers row by row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from manikin.document.document import KeptPose, Settings
from manikin.document.lock import Mark, MarkShape
from manikin.math.rotations import Vec3

__all__ = [
    "COMMAND",
    "ConflictMember",
    "DocumentData",
    "FigureData",
    "FigureSummary",
    "HistoryData",
    "JointData",
    "LockData",
    "LockKindData",
    "OptionData",
    "ParameterData",
    "Ray",
    "Relaxation",
    "ShapeData",
    "SolverData",
    "Turn",
]

COMMAND = {"typescript": "Command"}
"""Marks plain data that the page may take for a command."""


@dataclass(frozen=True, kw_only=True)
class Ray:
    """The line of sight through the cursor."""

    origin: Vec3
    direction: Vec3


@dataclass(frozen=True, kw_only=True)
class Turn:
    """So far from where the gesture began, about an axis of the world [rad]."""

    axis: Vec3
    angle: float


@dataclass(frozen=True, kw_only=True)
class JointData:
    """A joint and its body part; ``branch`` where several limbs hang from it."""

    name: str
    label: str
    parent: str | None
    limb: str
    side: Literal["left", "right", "centre"]
    mirror: str | None
    branch: bool
    kind: str
    effector: Vec3


@dataclass(frozen=True, kw_only=True)
class ParameterData:
    """A slider.  ``lo`` and ``hi`` are null where there is no limit."""

    name: str
    label: str
    joint: str
    limb: str
    unit: Literal["rad", "m"]
    lo: float | None
    hi: float | None
    rest: float
    stiffness: float
    mirror: str | None


@dataclass(frozen=True, kw_only=True)
class ShapeData:
    """A solid in the frame of a joint, placed by ``local``; which numbers it has depends on its kind."""

    joint: int
    kind: Literal["capsule", "ellipsoid", "cylinder", "box", "mesh"]
    local: tuple[float, ...]
    colour: Vec3 | None
    start: Vec3 | None = None
    end: Vec3 | None = None
    radius: float | None = None
    end_radius: float | None = None
    radii: Vec3 | None = None
    length: float | None = None
    size: Vec3 | None = None
    vertices: tuple[float, ...] | None = None
    triangles: tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class FigureData:
    """A figure as it is drawn; the box, and ``height``, are those of the rest pose.

    ``unsuited`` has the solvers that cannot pull it, with the reason.
    """

    name: str
    up: Literal["y", "z"]
    joints: tuple[JointData, ...]
    parameters: tuple[ParameterData, ...]
    shapes: tuple[ShapeData, ...]
    height: float
    lowest: Vec3
    highest: Vec3
    unsuited: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class LockData:
    """A lock; ``goal`` is the goal's own data."""

    id: int
    name: str
    part: str
    kind: str
    hard: bool
    weight: float
    enabled: bool
    chain: tuple[str, ...] | None
    serving: tuple[str, ...]
    goal: dict[str, Any]
    mark: Mark


@dataclass(frozen=True, kw_only=True)
class DocumentData:
    """A document without its figure."""

    name: str
    q: tuple[float, ...]
    poses: tuple[KeptPose, ...]
    locks: tuple[LockData, ...]
    stiffness: dict[str, float]
    settings: Settings


@dataclass(frozen=True, kw_only=True)
class HistoryData:
    """What undo and redo would do, and the labels of all steps; ``place`` steps of them are done."""

    undo: str | None
    redo: str | None
    entries: tuple[str, ...]
    place: int


@dataclass(frozen=True, kw_only=True)
class OptionData:
    """An option of a solver, its default as JSON."""

    name: str
    type: str
    default: Any


@dataclass(frozen=True, kw_only=True)
class SolverData:
    """A solver that may be chosen."""

    kind: str
    summary: str
    honours: tuple[str, ...]
    options: tuple[OptionData, ...]


@dataclass(frozen=True, kw_only=True)
class LockKindData:
    """A kind of lock that a menu offers, and the options of ``add_lock`` that it knows."""

    kind: str
    label: str
    mark: MarkShape
    options: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class FigureSummary:
    """A shipped figure."""

    name: str
    summary: str


@dataclass(frozen=True, kw_only=True)
class ConflictMember:
    """A lock (or the drag: null) that cannot hold beside the others, and by how much."""

    lock: int | None
    name: str
    error: float
    unit: Literal["m", "rad"]


@dataclass(frozen=True, kw_only=True)
class Relaxation:
    """A way out of a conflict: what a button says, and the command that it sends."""

    label: str
    command: dict[str, Any] = field(metadata=COMMAND)
