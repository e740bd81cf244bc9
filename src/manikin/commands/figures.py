"""Edits of the figures of a document: add, duplicate, rename, change, delete."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from manikin.commands.command import Command, Made, of_figure
from manikin.commands.figure_source import FigureSource
from manikin.commands.locking import AddLock
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.names import display_name, unique_name
from manikin.errors import InputError, Unsupported, shorten
from manikin.figure.figure import Figure
from manikin.figure.root_slides import shifted
from manikin.kernels import library
from manikin.math.rotations import Vec3
from manikin.plain_data import changed
from manikin.skeleton.build import placement
from manikin.skeleton.skeleton import Skeleton

__all__ = [
    "AddFigure",
    "ChangeFigure",
    "DuplicateFigure",
    "RemoveFigure",
    "RenameFigure",
    "SetStiffness",
    "first_document",
    "with_figure",
]

GAP_BETWEEN_FIGURES = 0.2
"""A new figure stands this far [m] to the left of all others."""
BELOW = 1e-3
"""What is deeper than this [m] is below the ground."""
MOST_JOINTS_APART = 200
"""Figures of more joints together are not kept off each other from the start."""
ITERATIONS_MINDING = 5
"""Iterations between two pictures where figures mind balance, each other and the floor; more gain nothing that is
seen."""
CHANGEABLE = ("tint", "hidden", "hidden_parts", "frozen", "smooth")
"""The fields of an actor that ``ChangeFigure`` may change."""
VERBS = {
    ("hidden", True): "Hide",
    ("hidden", False): "Show",
    ("frozen", True): "Freeze",
    ("frozen", False): "Unfreeze",
    ("smooth", True): "Smooth",
    ("smooth", False): "No longer smooth",
}


@dataclass(frozen=True, kw_only=True)
class AddFigure(FigureSource, Command, kind="add_figure"):
    """Add a figure to the document; see ``FigureSource``.

    Its name is ``as_name``, or that of its source, with a number if that is taken.  Its root is put at ``at`` [m]; by
    default the figure stands beside the others.
    """

    as_name: str | None = None
    at: Vec3 | None = None

    def label(self, document: Document) -> str:
        return f"Add {self.said}"

    def apply(self, document: Document) -> Document:
        if self.as_name is not None and self.as_name in document.figures:
            raise InputError(f"there is a figure {shorten(self.as_name)} already")
        return with_figure(document, self.load(), name=self.as_name, at=self.at)


@dataclass(frozen=True, kw_only=True)
class DuplicateFigure(Command, kind="duplicate_figure"):
    """Add a copy of a figure beside the others, in the same pose; its locks are not copied."""

    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Duplicate {document.actor(self.figure).name[:80]}"

    def apply(self, document: Document) -> Document:
        actor = document.actor(self.figure)
        base, _, number = actor.name.rpartition(" ")
        stem = base if base and number.isdigit() else actor.name
        copy = replace(actor.renamed(unique_name(stem, document.figures)), frozen=False)
        return document.with_actor(_beside(document, copy))


@dataclass(frozen=True, kw_only=True)
class RenameFigure(Command, kind="rename_figure"):
    """Rename a figure, also in the locks that refer to it."""

    name: str
    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Rename {document.actor(self.figure).name[:80]}"

    def apply(self, document: Document) -> Document:
        actor = document.actor(self.figure)
        renamed = actor.renamed(self.name)
        return replace(
            document,
            actors=tuple(renamed if own is actor else own for own in document.actors),
            locks=tuple(lock.renamed_figure(actor.name, self.name) for lock in document.locks),
        )

    def made(self, before: Document, after: Document) -> Made:
        return Made()


@dataclass(frozen=True, kw_only=True)
class ChangeFigure(Command, kind="change_figure"):
    """Change how a figure is shown and moved: its tint, whether it or some of its parts are hidden, whether it is
    frozen or smooth between its keys."""

    figure: str | None = None
    changes: dict[str, Any] = field(
        metadata={"typescript": 'Partial<Pick<ActorData, "tint" | "hidden" | "hidden_parts" | "frozen" | "smooth">>'}
    )

    def label(self, document: Document) -> str:
        actor = document.actor(self.figure)
        name = actor.name[:80]
        if "hidden_parts" in self.changes:
            return _hiding(actor.hidden_parts, self.changes["hidden_parts"]) + of_figure(document, self.figure)
        for (own, value), verb in VERBS.items():
            if self.changes.get(own) is value:
                return f"{verb} {name}"
        return f"Tint {name}"

    def apply(self, document: Document) -> Document:
        if self.changes.get("smooth") is True and library() is None:
            raise Unsupported("whole intervals are solved at once by the compiled kernels only, which are missing here")
        return document.with_actor(changed(document.actor(self.figure), self.changes, CHANGEABLE, "a figure"))


def _hiding(before: Collection[str], after: Any) -> str:
    """What a change of the hidden parts does, in words."""
    parts = set(after) if isinstance(after, (list, tuple)) and all(isinstance(part, str) for part in after) else set()
    verb, other = ("Hide", parts - set(before)) if parts - set(before) else ("Show", set(before) - parts)
    return f"{verb} {display_name(other.pop())[:80]}" if len(other) == 1 else f"{verb} {len(other)} parts"


@dataclass(frozen=True, kw_only=True)
class RemoveFigure(Command, kind="remove_figure"):
    """Remove a figure from the document, and the locks that refer to it."""

    figure: str

    def label(self, document: Document) -> str:
        count = sum(self.figure in lock.figures for lock in document.locks)
        locks = "" if not count else " and its lock" if count == 1 else f" and its {count} locks"
        return f"Delete {document.actor(self.figure).name[:80]}{locks}"

    def apply(self, document: Document) -> Document:
        return document.without_actor(self.figure)


@dataclass(frozen=True, kw_only=True)
class SetStiffness(Command, kind="set_stiffness"):
    """Set the stiffness of a parameter, or of all parameters of a joint: 0 (free) … 1 (rigid)."""

    name: str
    value: float
    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Stiffness of {display_name(self.name)}"

    def apply(self, document: Document) -> Document:
        actor = document.actor(self.figure)
        figure, names = actor.figure, [self.name]
        if self.name in figure.skeleton and self.name not in figure.parameter_names:
            dofs = [dof.name for dof in figure.skeleton[self.name].dofs]
            names = [figure.parameter_names[c] for c in figure.coupling.columns_of(dofs, figure.skeleton)]
        return document.with_actor(replace(actor, stiffness={**actor.stiffness, **dict.fromkeys(names, self.value)}))


def first_document(*figures: Figure) -> Document:
    """The document of a new project: the figures at rest, side by side, humans with both feet locked.

    Figures mind their balance, themselves and each other, and the floor; very long chains do not mind themselves, which
    takes time, and there is no floor where a figure with a fixed root reaches below it.
    """
    document = Document.of(figures[0])
    for figure in figures[1:]:
        document = with_figure(document, figure)
    for name, figure in document.figures.items():
        for foot in ("r_foot", "l_foot"):
            if foot in figure.skeleton:
                document = AddLock(figure=name, part=foot, lock="pose").apply(document)
    short = sum(len(figure.skeleton) for figure in figures) <= MOST_JOINTS_APART
    floor = not any(_hangs(figure) for figure in document.figures.values())
    settings = replace(document.settings, balance=True, collision=short, floor=floor)
    return replace(document, settings=replace(settings, iterations_per_refresh=ITERATIONS_MINDING))


def _hangs(figure: Figure) -> bool:
    """Whether a figure that cannot be lifted reaches below the ground at rest, as an arm does that begins there."""
    fixed = not any(dof.kind == "slide" for dof in figure.skeleton.root.dofs)
    return fixed and bool(figure.pose().bounding_box()[0][figure.skeleton.up_index] < -BELOW)


def with_figure(document: Document, figure: Figure, *, name: str | None = None, at: Vec3 | None = None) -> Document:
    """The document with one more figure, its root at the place ``at`` [m] or beside the others."""
    own = _upright(figure, document)
    called = name or unique_name(own.name, document.figures)
    actor = Actor.of(own if called == own.name else own.renamed(called))
    if at is None:
        return document.with_actor(_beside(document, actor))
    way = np.array(at) - actor.pose.position(own.skeleton.root.name)
    return document.with_actor(actor.at(shifted(actor.pose, way, needed=True)))


def _upright(figure: Figure, document: Document) -> Figure:
    """A prop is rotated to the document's up axis; another figure must have the same one already."""
    skeleton = figure.skeleton
    if skeleton.up == document.up:
        return figure
    if len(skeleton) > 1:
        raise InputError(f"up is {document.up} here, but {skeleton.up} for {shorten(figure.name)}")
    return Figure(_turned_up(skeleton), name=figure.name)


def _turned_up(skeleton: Skeleton) -> Skeleton:
    """A prop for the up axis y converted to z, or the reverse: its solids and its rest height are rotated."""
    sign = 1.0 if skeleton.up == "y" else -1.0
    turn = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -sign], [0.0, sign, 0.0]])
    root = skeleton.root
    height = sum((dof.rest * np.array(dof.axis) for dof in root.dofs if dof.kind == "slide"), np.zeros(3))

    def turned(values: Any) -> Any:
        return tuple((turn @ np.array(values)).reshape(-1).tolist())

    other = replace(
        root,
        before=placement(turned(root.offset)),
        centre=turned(root.centre),
        dofs=tuple(
            replace(dof, rest=float(turn @ height @ dof.axis)) if dof.kind == "slide" else dof for dof in root.dofs
        ),
        shapes=tuple(replace(shape, at=turned(np.reshape(shape.at, (3, 4)))) for shape in root.shapes),
    )
    return replace(skeleton, joints=(other,), up="z" if skeleton.up == "y" else "y")


def _beside(document: Document, actor: Actor) -> Actor:
    """The actor moved to the left of all others; one whose root is fixed stays where it is."""
    own = actor.pose.bounding_box()[0][0]
    reach = max(other.pose.bounding_box()[1][0] for other in document.actors)
    shift = np.array([reach + GAP_BETWEEN_FIGURES - own, 0.0, 0.0])
    return actor.at(shifted(actor.pose, shift, needed=False))
