"""The document for the windows: parts by key, of which a window gets those that it does not know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from manikin.document.document import Document
from manikin.document.moving import motions_of
from manikin.editor.wire_data import NO_KEYS, actor_data, backdrop_data, clip_data, figure_data, figure_key, lock_data
from manikin.editor.wire_types import DocumentHead, DocumentParts, ShelfData

__all__ = ["WireDocument", "WireParts", "news_of"]

WireParts = Mapping[tuple[str, str], Any]
"""Parts by field of ``DocumentParts`` and key."""


class WireDocument:
    """The parts of the last document; a part that did not change stays the same object."""

    def __init__(self) -> None:
        self.document: Document | None = None
        self.parts: dict[tuple[str, str], Any] = {}

    def update(self, document: Document) -> None:
        """Take the document as it is now."""
        if document is self.document:
            return
        before = self.document
        old_actors = set() if before is None else {id(actor) for actor in before.actors}
        old_locks = set() if before is None else {id(lock) for lock in before.locks}
        same = {actor.name for actor in document.actors if id(actor) in old_actors}
        head = DocumentHead(
            name=document.name,
            actors=tuple(document.figures),
            locks=tuple(lock.id for lock in document.locks),
            ground=document.ground,
            terrain=figure_data(document.ground.figure) if document.ground.shapes else None,
        )
        found: dict[tuple[str, str], Any] = {
            ("head", ""): head,
            ("settings", ""): document.settings,
            ("timeline", ""): document.timeline,
            ("shelves", ""): tuple(
                ShelfData(shelf=one.shelf, name=one.name, stamp=one.stamp) for one in document.shelves
            ),
            ("backdrops", ""): tuple(map(backdrop_data, document.backdrops)),
        }
        for actor in document.actors:
            found["figures", figure_key(actor.figure)] = figure_data(actor.figure)
            key = ("actors", actor.name)
            found[key] = self.parts[key] if actor.name in same else actor_data(actor)
        for name in (name for motion in motions_of(document, quick=True) for name in motion.moving):
            clip = document.actor(name).clip
            found["clips", name] = NO_KEYS if clip is None else clip_data(clip)
        for lock in document.locks:
            key = ("locks", str(lock.id))
            known = id(lock) in old_locks and lock.figures <= same
            found[key] = self.parts[key] if known else lock_data(lock, document)
        self.parts = {key: self._kept(key, part) for key, part in found.items()}
        self.document = document

    def _kept(self, key: tuple[str, str], part: Any) -> Any:
        old = self.parts.get(key)
        return old if old is part or old == part else part


def news_of(parts: WireParts, seen: WireParts) -> DocumentParts:
    """The parts that differ from those that a window knows, and null for those that were deleted."""
    tables: dict[str, dict[str, Any]] = {"figures": {}, "actors": {}, "locks": {}, "clips": {}}
    single: dict[str, Any] = {}
    for (family, key), part in parts.items():
        if seen.get((family, key)) is part:
            continue
        if family in tables:
            tables[family][key] = part
        else:
            single[family] = part
    for family, key in seen.keys() - parts.keys():
        tables[family][key] = None
    given: dict[str, Any] = {**single, **tables}
    return DocumentParts(**given)
