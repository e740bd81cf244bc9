"""The types inside the editor's messages: figures, documents, choices.

Angles are radians, lengths metres, transforms 12 numbers row by row.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

from manikin.clips.beyond import Beyond
from manikin.clips.key import CurveKind
from manikin.document.actor import ActorOptions
from manikin.document.backdrop import BackdropPlace, Sight
from manikin.document.ground import GroundShape
from manikin.document.lock import Lock
from manikin.document.lock_mark import LockMark, MarkShape
from manikin.document.settings import Settings
from manikin.document.timeline import Timeline
from manikin.math.rotations import Vec3
from manikin.plain_data import to_data

__all__ = [
    "COMMAND",
    "ActorData",
    "BackdropData",
    "BoneData",
    "ClipData",
    "ConflictMember",
    "DocumentHead",
    "DocumentParts",
    "FigureData",
    "FigureSummary",
    "JointData",
    "KeyData",
    "LockData",
    "LockKindData",
    "OptionData",
    "ParameterData",
    "Remedy",
    "ShapeData",
    "ShelfData",
    "SolverData",
]

COMMAND = {"typescript": "Command"}
"""Marks plain data that has the type of a command on the page."""


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
    """A slider.  ``lo`` and ``hi`` are null where there is no limit.  A value in "%" is a share, 1 for all of it."""

    name: str
    label: str
    joint: str
    limb: str
    unit: Literal["rad", "m", "%"]
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
class BoneData:
    """A part that is drawn longer, by as far as a joint slides along it; ``along`` is its direction over its length."""

    part: int
    slide: int
    along: Vec3


@dataclass(frozen=True, kw_only=True)
class FigureData:
    """A figure as it is drawn; several actors may share one.  The box, and ``height``, are those of the rest pose.

    ``unsuited`` has the solvers that cannot pull it, with the reason; ``poles`` the parts below elbows and knees.
    ``skin`` names the meshes that follow its joints, which are asked for once.  ``stretches`` has bones that get
    longer.
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
    skin: str | None
    poles: tuple[str, ...]
    stretches: tuple[BoneData, ...]


@dataclass(frozen=True, kw_only=True)
class PoseData:
    """A stored pose: ``stamp`` differs where its state does, ``locks`` counts those that it has."""

    name: str
    stamp: str
    locks: int


@dataclass(frozen=True, kw_only=True)
class ActorData(ActorOptions):
    """A figure that stands in the document: ``figure`` is the key of what is drawn, ``poses`` are the stored ones."""

    name: str
    figure: str
    q: tuple[float, ...]
    poses: tuple[PoseData, ...]


@dataclass(frozen=True, kw_only=True)
class KeyData:
    """A key without its frame and its pose; see ``manikin.clips.key``."""

    curve: CurveKind = "smooth"
    tension: float = 0.0
    continuity: float = 0.0
    bias: float = 0.0
    slow_in: float = 0.0
    slow_out: float = 0.0
    name: str = ""
    tracks: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class ClipData:
    """The keys of a figure: their frames, and by the place of a key what is not as usual with it."""

    frames: tuple[float, ...]
    shapes: dict[str, KeyData]
    before: Beyond
    after: Beyond


@dataclass(frozen=True, kw_only=True)
class LockData(Lock):
    """A lock with its goal's weight, the joints that may serve it by figure, and its mark."""

    weight: float
    serving: dict[str, tuple[str, ...]]
    mark: LockMark


@dataclass(frozen=True, kw_only=True)
class DocumentHead:
    """The document's name, the names of its figures and the ids of its locks in their order; its ground, and how that
    is drawn where it is not level."""

    name: str
    actors: tuple[str, ...]
    locks: tuple[int, ...]
    ground: GroundShape
    terrain: FigureData | None


@dataclass(frozen=True, kw_only=True)
class ShelfData:
    """A clip on a shelf of the document; ``stamp`` differs where clips do."""

    shelf: str
    name: str
    stamp: str


@dataclass(frozen=True, kw_only=True)
class BackdropData(BackdropPlace):
    """A picture behind a view: ``picture`` names it at /api/picture, ``aspect`` is its width over its height."""

    sight: Sight
    picture: str
    aspect: float


@dataclass(frozen=True, kw_only=True)
class DocumentParts:
    """Parts of a document by key: figures as they are drawn, actors and their clips by name, locks by id.

    Null stands for a part that did not change, and inside a table for one that was deleted.
    """

    head: DocumentHead | None = None
    settings: Settings | None = None
    timeline: Timeline | None = None
    shelves: tuple[ShelfData, ...] | None = None
    backdrops: tuple[BackdropData, ...] | None = None
    figures: dict[str, FigureData | None] = field(default_factory=dict)
    actors: dict[str, ActorData | None] = field(default_factory=dict)
    locks: dict[str, LockData | None] = field(default_factory=dict)
    clips: dict[str, ClipData | None] = field(default_factory=dict)

    @cached_property
    def json(self) -> str:
        """The JSON text that is sent."""
        texts = []
        for own in fields(self):
            value = getattr(self, own.name)
            if isinstance(value, dict):
                items = (f"{json.dumps(key)}: {_json_of(item)}" for key, item in value.items())
                texts.append(f'"{own.name}": {{{", ".join(items)}}}')
            else:
                texts.append(f'"{own.name}": {_json_of(value)}')
        return "{" + ", ".join(texts) + "}"


_figure_texts: dict[int, tuple[FigureData, str]] = {}


def _json_of(value: Any) -> str:
    """The JSON of a part; cached for figures, which are large and never change."""
    if not isinstance(value, FigureData):
        return json.dumps(to_data(value))
    if id(value) not in _figure_texts:
        if len(_figure_texts) > 64:
            _figure_texts.clear()
        _figure_texts[id(value)] = (value, json.dumps(to_data(value)))
    return _figure_texts[id(value)][1]


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
    """A shipped figure: a body, or a prop with the sizes [m] that may follow its name, by label in their order."""

    name: str
    summary: str
    prop: bool
    sizes: dict[str, float]


@dataclass(frozen=True, kw_only=True)
class ConflictMember:
    """A lock that cannot hold beside the others, and by how much."""

    lock: int
    name: str
    error: float
    unit: Literal["m", "rad"]


@dataclass(frozen=True, kw_only=True)
class Remedy:
    """A remedy for a conflict: the label of a button, and the command that it sends."""

    label: str
    command: dict[str, Any] = field(metadata=COMMAND)


@dataclass(frozen=True, kw_only=True)
class ClipConflict:
    """Frames of clips at which locks cannot hold, the worst of them, in words, and what could give way."""

    start: int
    end: int
    frame: int
    sentence: str
    remedies: tuple[Remedy, ...] = ()
