"""Documents of version 1 of projects, which had one figure."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.document.settings import Settings
from manikin.document.stored_pose import StoredPose, stored_pose
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton
from manikin.plain_data import from_data

__all__ = ["document_from_version_1", "figure_from_version_1"]


@dataclass(frozen=True, kw_only=True)
class _Figure:
    scr: str
    active: tuple[str, ...]
    name: str


@dataclass(frozen=True, kw_only=True)
class _Pose:
    name: str
    q: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class _Document:
    name: str
    q: tuple[float, ...]
    poses: tuple[Any, ...] = ()
    locks: tuple[Any, ...] = ()
    stiffness: dict[str, float] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    made: int = 0


def figure_from_version_1(data: Any) -> Figure:
    """The figure of ``{"scr": text, "active": names, "name": name}``."""
    given = from_data(_Figure, data, "a figure")
    text = given.scr.encode("utf-8", "surrogatepass")  # JSON may hold half a pair; the reader refuses it
    return Figure(read_skeleton(text, "figure.scr"), active_couplings=given.active, name=given.name)


def document_from_version_1(data: Any, figure: Figure) -> Document:
    """The document of plain data of the first version, and its figure."""
    given = from_data(_Document, data, "a document")
    poses = tuple(_pose(json.dumps(pose), figure) for pose in given.poses)
    actor = Actor(figure=figure, q=given.q, poses=poses, stiffness=given.stiffness)
    locks = tuple(_lock(json.dumps(lock), figure.name) for lock in given.locks)
    return Document(name=given.name, actors=(actor,), locks=locks, settings=given.settings, made=given.made)


# cached, because most of them do not change from step to step


@lru_cache(maxsize=4096)
def _pose(text: str, figure: Figure) -> StoredPose:
    pose = from_data(_Pose, json.loads(text), "a pose")
    return stored_pose(figure, pose.name, figure.check_state(pose.q))


@lru_cache(maxsize=4096)
def _lock(text: str, figure: str) -> Lock:
    lock = json.loads(text)
    if not isinstance(lock, dict):
        raise InputError(f"a lock is an object, not {shorten(lock)}")
    return from_data(Lock, {**lock, "figure": figure}, "a lock")
