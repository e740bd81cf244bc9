"""A document in parts: canonical JSON under each key, for the store.

    document                name, order of the figures, order of the locks, number of locks ever made
    settings                how figures are solved and pulled
    actor/NAME              skeleton (key), couplings in use, options, order of the stored poses
    state/NAME              the state vector [rad, m]
    pose/NAME/POSE          a stored pose, and its locks if it has some
    lock/ID                 a lock
    timeline                rate and marks, where they are not the usual ones
    clip/NAME               frames of the keys of a figure that moves, and the name of each key's part
    keys/DIGEST             the same for some of its frames, where there are many keys: see ``clip_parts``
    key/DIGEST              a key at frame 0, so that keys which are moved are not written again
    shelf/SHELF/NAME        a clip that is kept for later, as a file
    backdrop/VIEW           where the picture behind a view is, and its key
    picture/SHA256          that picture, as a file
    ground                  what figures stand on, where it is not the usual one
    skeleton/SHA256         the text of an .scr file
    skin/SHA256             the skin of a skeleton, see ``formats.skin_data``

Names are quoted as in URLs, because of "/" in names.  A part that did not change gives the same bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote

from manikin.clips import Keyframes
from manikin.document.actor import Actor, ActorOptions
from manikin.document.backdrop import Backdrop, BackdropPlace, Sight
from manikin.document.clip_parts import clip_parts, read_clip
from manikin.document.document import Document
from manikin.document.ground import GroundShape
from manikin.document.identity import Identity, remembered
from manikin.document.lock import Lock
from manikin.document.part_keys import part_key, shared
from manikin.document.settings import Settings
from manikin.document.shelves import ShelfClip
from manikin.document.stored_pose import StoredPose
from manikin.document.timeline import Timeline
from manikin.errors import FormatError, ManikinError, NewerVersion, shorten
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton, write_skeleton
from manikin.formats.skin_data import skin_bytes, skin_from_bytes
from manikin.plain_data import UnknownField, from_data, to_json, value_from_data
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.skin import Skin

__all__ = ["from_parts", "part_key", "skeleton_key", "skin_part", "to_parts"]


def skeleton_key(skeleton: Skeleton) -> str:
    """The SHA-256 of a skeleton's text."""
    return _skeleton_part(Identity(skeleton))[0]


def to_parts(document: Document) -> dict[str, bytes]:
    """The parts of a document by key."""
    head = _Head(
        name=document.name,
        actors=tuple(actor.name for actor in document.actors),
        locks=tuple(lock.id for lock in document.locks),
        made=document.made,
    )
    parts = {"document": to_json(head), "settings": _encoded(Identity(document.settings))}
    if document.timeline != Timeline():
        parts["timeline"] = _encoded(Identity(document.timeline))
    if document.ground != GroundShape():
        parts["ground"] = _encoded(Identity(document.ground))
    for actor in document.actors:
        parts.update(_actor_parts(actor))
        if actor.clip is not None:
            parts.update(clip_parts(actor.clip))
    for lock in document.locks:
        parts[part_key("lock", lock.id)] = _encoded(Identity(lock))
    for stored in document.shelves:
        parts[part_key("shelf", stored.shelf, stored.name)] = stored.data
    for backdrop in document.backdrops:
        parts[part_key("backdrop", backdrop.sight)] = _backdrop_part(Identity(backdrop))
        parts[part_key("picture", backdrop.digest)] = backdrop.picture
    return parts


def from_parts(parts: Mapping[str, bytes]) -> Document:
    """The inverse of ``to_parts``.

    Parts that no other one refers to, and unknown fields, come from a newer version.  They are refused, because the
    next edit would drop them.
    """
    reader = _Reader(parts)
    head = reader.read(_Head, "document")
    try:
        timeline = reader.read(Timeline, "timeline") if "timeline" in parts else Timeline()
        document = Document(
            name=head.name,
            actors=tuple(reader.actor(name, timeline.rate) for name in head.actors),
            locks=tuple(reader.read(Lock, "lock", number) for number in head.locks),
            settings=reader.read(Settings, "settings"),
            made=head.made,
            timeline=timeline,
            shelves=tuple(reader.shelves()),
            ground=reader.read(GroundShape, "ground") if "ground" in parts else GroundShape(),
            backdrops=tuple(reader.backdrops()),
        )
    except FormatError:
        raise
    except ManikinError as error:
        raise FormatError(f"the project is damaged: {error}") from None
    for key in parts:
        if key not in reader.used:
            raise NewerVersion(f"this manikin does not know its part {shorten(key)}")
    return document


@dataclass(frozen=True, kw_only=True)
class _Head:
    name: str
    actors: tuple[str, ...]
    locks: tuple[int, ...]
    made: int


@dataclass(frozen=True, kw_only=True)
class _ActorPart(ActorOptions):
    skeleton: str
    active: tuple[str, ...]
    poses: tuple[str, ...]
    skin: str = ""
    roles: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class _BackdropPart(BackdropPlace):
    picture: str


class _More(NamedTuple):
    """What a skeleton has besides its text."""

    skin: bytes | None = None
    roles: tuple[tuple[str, str], ...] = ()


class _Reader:
    def __init__(self, parts: Mapping[str, bytes]) -> None:
        self.parts = parts
        self.used: set[str] = set()

    def content(self, *key: object) -> bytes:
        name = part_key(*map(str, key))
        if name not in self.parts:
            raise FormatError(f"the project has no part {shorten(name)}")
        self.used.add(name)
        return self.parts[name]

    def read(self, kind: type[Any], *key: object) -> Any:
        with _telling_damage():
            return _decoded(kind, self.content(*key), part_key(*map(str, key)))  # type: ignore[arg-type]

    def actor(self, name: str, rate: float) -> Actor:
        part: _ActorPart = self.read(_ActorPart, "actor", name)
        skin = self.content("skin", part.skin) if part.skin else None
        more = _More(skin, part.roles)
        figure = _figure(self.content("skeleton", part.skeleton), more, part.active, name)
        options = {own: getattr(part, own) for own in ActorOptions.__dataclass_fields__}
        poses = tuple(self.read(StoredPose, "pose", name, pose) for pose in part.poses)
        state = _json(self.content("state", name))
        clip = self.clip(figure, rate) if part_key("clip", name) in self.parts else None
        return Actor(figure=figure, q=figure.check_state(state), poses=poses, clip=clip, **options)  # type: ignore[arg-type]

    def contents(self, keys: Sequence[str]) -> tuple[bytes, ...]:
        """Some parts at once, of which there may be thousands."""
        self.used.update(keys)
        try:
            return tuple(map(self.parts.__getitem__, keys))
        except KeyError as error:
            raise FormatError(f"the project has no part {shorten(error.args[0])}") from None

    def clip(self, figure: Figure, rate: float) -> Keyframes:
        with _telling_damage():
            return read_clip(self.content("clip", figure.name), self.contents, figure, rate)

    def shelves(self) -> Iterator[ShelfClip]:
        for key in self.parts:
            family, *names = key.split("/")
            if family == "shelf" and len(names) == 2:
                self.used.add(key)
                yield ShelfClip(shelf=unquote(names[0]), name=unquote(names[1]), data=self.parts[key])

    def backdrops(self) -> Iterator[Backdrop]:
        for key in sorted(self.parts):
            family, *names = key.split("/")
            if family == "backdrop" and len(names) == 1:
                sight = unquote(names[0])
                part: _BackdropPart = self.read(_BackdropPart, "backdrop", sight)
                picture = self.content("picture", part.picture)
                with _telling_damage():
                    yield Backdrop(sight=value_from_data(Sight, sight, "a view"), picture=picture, **part.place)


@contextlib.contextmanager
def _telling_damage() -> Iterator[None]:
    try:
        yield
    except FormatError:
        raise
    except UnknownField as error:
        raise NewerVersion(str(error)) from None
    except (ManikinError, ValueError, RecursionError) as error:
        raise FormatError(f"the project is damaged: {error}") from None


@lru_cache(maxsize=4096)
def _decoded(kind: type[Any], content: bytes, what: str) -> Any:
    return from_data(kind, _json(content), what)


@lru_cache(maxsize=4096)
def _encoded(given: Identity) -> bytes:
    return to_json(given.value)


@lru_cache(maxsize=64)
def _backdrop_part(given: Identity[Backdrop]) -> bytes:
    return to_json(_BackdropPart(picture=given.value.digest, **given.value.place))


@remembered
def _actor_parts(actor: Actor) -> dict[str, bytes]:
    digest, text = _skeleton_part(Identity(actor.figure.skeleton))
    skin = actor.figure.skeleton.skin
    own = _ActorPart(
        skeleton=digest,
        active=tuple(sorted(actor.figure.active_couplings)),
        poses=tuple(pose.name for pose in actor.poses),
        skin="" if skin is None else skin.digest,
        roles=actor.figure.skeleton.roles,
        **{name: getattr(actor, name) for name in ActorOptions.__dataclass_fields__},
    )
    parts = {part_key("actor", actor.name): shared(to_json(own)), part_key("state", actor.name): to_json(actor.q)}
    for pose in actor.poses:
        parts[part_key("pose", actor.name, pose.name)] = _encoded(Identity(pose))
    parts[part_key("skeleton", digest)] = text
    if skin is not None:
        parts[part_key("skin", skin.digest)] = skin_part(Identity(skin))
    return parts


@lru_cache(maxsize=64)
def _skeleton_part(given: Identity) -> tuple[str, bytes]:
    text = write_skeleton(replace(given.value, skin=None, roles=()), "figure.scr")
    return hashlib.sha256(text).hexdigest(), text


@lru_cache(maxsize=32)
def skin_part(given: Identity[Skin]) -> bytes:
    """A skin as it is stored and sent; made once."""
    return skin_bytes(given.value)


@lru_cache(maxsize=64)
def _figure(text: bytes, more: _More, active: tuple[str, ...], name: str) -> Figure:
    """The figure of a skeleton's text; read once for all figures and documents that use it."""
    first = _first_figure(text, more, active)
    return first if first.name == name else first.renamed(name)


@lru_cache(maxsize=32)
def _first_figure(text: bytes, more: _More, active: tuple[str, ...]) -> Figure:
    return Figure(_skeleton(text, more), active_couplings=active)


@lru_cache(maxsize=32)
def _skeleton(text: bytes, more: _More) -> Skeleton:
    skeleton = read_skeleton(text, "figure.scr")
    skin = None if more.skin is None else skin_from_bytes(more.skin)
    return skeleton if more == _More() else replace(skeleton, skin=skin, roles=more.roles)


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise FormatError("the project is damaged: a part is not JSON") from None
