"""Edits with characters of one's own: files taken in as figures, dressed figures, feet that are cleaned."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from manikin.clips import Keyframes, Samples
from manikin.clips.clip import Clip
from manikin.clips.reduce import reduce
from manikin.commands.command import Command, of_figure
from manikin.commands.figure_source import check_seen
from manikin.commands.figures import with_figure
from manikin.commands.held_goals import with_goals_as_locks
from manikin.commands.keys import moving
from manikin.commands.shelves import InsertClip, near, with_shelf_clips
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.names import unique_name
from manikin.document.timeline import MOST_FRAMES
from manikin.errors import FormatError, FormatWarning, InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.root_slides import shifted
from manikin.formats.content import Content
from manikin.formats.format import nothing_beside, read_content
from manikin.math.rotations import Vec3, affine
from manikin.skeleton.build import dofs_of_kind, named_dofs
from manikin.skeleton.skeleton import Joint, Skeleton

__all__ = ["CleanFeet", "DressFigure", "ImportCharacter", "read_dropped"]

SHELF = "imported"
STRAIGHT = 1e-9
GHOST_TINT: Vec3 = (0.45, 0.6, 0.85)
"""The colour of a figure that only shows where a motion comes from."""


@dataclass(frozen=True)
class Dropped:
    """Gives the files that came together with another one, whatever folders it looks for them in."""

    files: dict[str, bytes]

    def __call__(self, name: str) -> bytes:
        wanted = name.replace("\\", "/").rpartition("/")[2].lower()
        found = next((own for own in self.files if own.lower() == wanted), None)
        return nothing_beside(name) if found is None else self.files[found]

    def names(self, suffix: str) -> tuple[str, ...]:
        return tuple(name for name in self.files if name.lower().endswith(suffix))


def read_dropped(content: bytes, file: str, beside: dict[str, bytes]) -> Content:
    """The content of a file and of those that came with it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)  # the caller tells them
        return read_content(content, file, beside=Dropped(beside))


@dataclass(frozen=True, kw_only=True)
class ImportCharacter(Command, kind="import_character"):
    """Take a file in as one more figure, with its skin and its first motion; all its motions go on a shelf.

    With ``onto`` the first motion goes on that figure instead, from its frame ``frame`` on, fitted to its body; the
    figure of the file is then a ghost beside it that shows where the motion comes from.  Nothing is replaced.
    """

    file: str
    onto: str | None = None
    frame: float = 0.0
    content: bytes = field(default=b"", repr=False)
    beside: dict[str, bytes] = field(default_factory=dict, repr=False)

    def label(self, document: Document) -> str:
        return f"Import {shorten(self.file)}{of_figure(document, self.onto)}"

    @cached_property
    def found(self) -> Content:
        """What the file holds; it is read once."""
        return read_dropped(self.content, self.file, self.beside)

    def apply(self, document: Document) -> Document:
        content = self.found
        skeletons = content.skeletons or tuple(stored.clip.figure.skeleton for stored in content.clips[:1])
        if not skeletons:
            raise FormatError(f"there is no figure, only {content}", file=self.file)
        if self.onto is not None and not content.clips:
            raise FormatError(f"there is no motion for {shorten(self.onto)} in this file", file=self.file)
        skeleton = placed(skeletons[0], document)
        check_seen(skeleton, self.file)
        clips = [replace(stored, clip=placed_clip(stored.clip, skeleton)) for stored in content.clips]
        document, names = with_shelf_clips(document, clips, self.file, SHELF)
        if self.onto is None:
            document = _above_ground(with_figure(document, Figure(skeleton)))
            return _playing(document, document.actors[-1].name, names[0], clips[0].clip, 0.0) if names else document
        insert = InsertClip(shelf=SHELF, name=names[0], frame=self.frame, figure=self.onto, retargets=True)
        return _with_ghost(insert.apply(document), Figure(skeleton), names[0], clips[0].clip, self.frame)


def placed(skeleton: Skeleton, document: Document) -> Skeleton:
    """The skeleton with a free root, by which it is moved about on the ground, and the document's up axis.

    Files hang their joints from nodes that are fixed, or turned: such a tree hangs from a joint "place" here.  The
    values of its own degrees of freedom stay the same.
    """
    root, turn = skeleton.root, np.eye(3)
    if skeleton.up != document.up:
        sign = 1.0 if skeleton.up == "y" else -1.0
        turn = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -sign], [0.0, sign, 0.0]])
    before = turn @ np.reshape(root.before, (3, 4))
    if root.kind == "free" and np.abs(before[:, :3] - np.eye(3)).max() < STRAIGHT:
        return skeleton
    names = {joint.name for joint in skeleton}
    place = Joint(name=unique_name("place", names), dofs=named_dofs("place", dofs_of_kind("free")))
    own = replace(root, parent=place.name, before=affine(before[:, :3], before[:, 3].tolist()))
    return replace(skeleton, up=document.up, joints=(place, own, *skeleton.joints[1:]))


def placed_clip(clip: Clip, skeleton: Skeleton) -> Clip:
    """A clip of a file on the skeleton of that file, which may have got a root."""
    if clip.figure.skeleton is skeleton or not isinstance(clip, Samples):
        return clip
    figure = clip.figure.with_skeleton(skeleton)
    more = figure.size - clip.figure.size
    return replace(clip, figure=figure, data=np.pad(clip.data, ((0, 0), (more, 0))))


def _above_ground(document: Document) -> Document:
    """The document with its last figure lifted where it is in the ground: many files rest with their hips at 0."""
    actor = document.actors[-1]
    skeleton = actor.figure.skeleton
    height = document.ground.at - float(actor.pose.bounding_box()[0][skeleton.up_index])
    if height <= 0:
        return document
    return document.with_actor(actor.at(shifted(actor.pose, height * np.array(skeleton.up_axis), needed=False)))


def _playing(document: Document, figure: str, name: str, clip: Clip, frame: float) -> Document:
    """The document in which a figure plays a clip of the shelf; one that is longer than any timeline stays there."""
    if clip.seconds * document.timeline.rate > MOST_FRAMES:
        return document
    try:
        return InsertClip(shelf=SHELF, name=name, frame=frame, figure=figure).apply(document)
    except InputError:
        return document


def _with_ghost(document: Document, figure: Figure, clip_name: str, clip: Clip, frame: float) -> Document:
    """The document with the figure that a motion comes from, moving beside the one that it went on."""
    name = unique_name(f"{figure.name} (source)", document.figures)
    document = _playing(with_figure(document, figure, name=name), name, clip_name, clip, frame)
    return document.with_actor(replace(document.actor(name), tint=GHOST_TINT, frozen=True))


@dataclass(frozen=True, kw_only=True)
class DressFigure(Command, kind="dress_figure"):
    """Give a figure human limits, masses, joint groups and bends; its skin and its motion go along.

    ``roles`` says which joint is which part where the guess is wrong, null for a joint that is none.  Locks on the
    figure are removed, for its parts have other names.
    """

    figure: str | None = None
    roles: dict[str, str | None] = field(default_factory=dict)

    def label(self, document: Document) -> str:
        return f"Dress {document.actor(self.figure).name[:80]}"

    def apply(self, document: Document) -> Document:
        from manikin.characters.dressing import dress  # late: the editor starts without them
        from manikin.characters.retargeting import retarget

        actor = document.movable(self.figure)
        if document.up != "y":
            raise InputError("figures are dressed where the y axis is up")
        made = dress(actor.figure, self.roles, name=actor.name)
        dressed = Actor(
            figure=made.figure, q=tuple(made.figure.rest.tolist()), tint=actor.tint, hidden=actor.hidden,
            smooth=actor.smooth,
        )  # fmt: skip
        if actor.clip is not None:
            moved = retarget(actor.clip, made.figure, roles=made.roles)
            keys = reduce(moved.clip, near(made.figure))
            assert isinstance(keys, Keyframes)
            dressed = replace(dressed, clip=keys).at(keys.state(keys.start))
        else:
            dressed = dressed.at(_where(actor, made.figure))
        locks = tuple(lock for lock in document.locks if actor.name not in lock.figures)
        base = document.settings.drag_base
        others = (other.figure.skeleton for other in document.actors if other is not actor)
        lost = base is not None and not any(base in skeleton for skeleton in (made.figure.skeleton, *others))
        settings = document.settings.without_base() if lost else document.settings
        actors = tuple(dressed if own is actor else own for own in document.actors)
        return replace(document, actors=actors, locks=locks, settings=settings)


def _where(actor: Actor, figure: Figure) -> np.ndarray:
    """The rest of a figure moved to where an actor stands on the ground."""
    own, pose = actor.pose.bounding_box(), figure.pose()
    middle = np.mean(pose.bounding_box(), axis=0)
    shift = np.mean(own, axis=0) - middle
    shift[figure.skeleton.up_index] = 0.0
    return shifted(pose, shift, needed=False)


@dataclass(frozen=True, kw_only=True)
class CleanFeet(Command, kind="clean_feet"):
    """Make the feet of a moving figure stand where they slide; when and where they stand become locks with strips."""

    figure: str | None = None

    def label(self, document: Document) -> str:
        return f"Clean feet{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        from manikin.characters.cleaning import clean_feet  # late: the editor starts without it

        actor, keys = moving(document, self.figure)
        document.movable(actor.name)
        shape = document.ground
        cleaned = clean_feet(keys, ground=None if shape.kind == "level" else shape.ground)  # captured floors slope
        if not cleaned.contacts:
            raise InputError(f"no foot of {shorten(actor.name)} stands anywhere: there is nothing to clean")
        made = reduce(cleaned.clip, near(actor.figure) / 5)
        assert isinstance(made, Keyframes)
        made = replace(made, before=keys.before, after=keys.after)
        balls = (goal for goal in cleaned.goals if "ball" in (goal.name or ""))
        document = document.with_actor(replace(actor, clip=made))
        return with_goals_as_locks(document, actor.name, balls)
