"""The shelves as a page sees them: which clips there are beside the document's own, and their flip-books."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin import moves
from manikin.clips.clip import Clip
from manikin.commands.shelves import find_on_shelves
from manikin.document.document import Document
from manikin.editor.wire_data import figure_data, figure_key
from manikin.library.library import SHIPPED, user_library
from manikin.plain_data import to_data

__all__ = ["flip_book", "library_entries", "pose_pictures"]

PICTURES = 12
"""Pictures of a flip-book."""


@dataclass(frozen=True, kw_only=True)
class LibraryEntry:
    """A clip that every project has: of the user's own library, or shipped."""

    shelf: str
    name: str
    about: str


def library_entries() -> list[LibraryEntry]:
    """The clips of the user's library, and those that come with manikin."""
    own = [LibraryEntry(shelf=entry.shelf, name=entry.name, about="") for entry in user_library().entries()]
    shipped = [LibraryEntry(shelf=SHIPPED, name=name, about=moves.describe(name)) for name in moves.names()]
    return own + shipped


def flip_book(document: Document, shelf: str, name: str) -> dict[str, Any]:
    """Some poses of a clip, from its start to its end, and the figure where the document has none that looks so."""
    clip = find_on_shelves(document, shelf, name)
    figure = clip.figure
    known = {figure_key(actor.figure) for actor in document.actors}
    key = figure_key(figure)
    return {
        "figure": key,
        "data": None if key in known else to_data(figure_data(figure)),
        "joints": len(figure.skeleton),
        "seconds": clip.seconds,
        "length": clip.end - clip.start,
        "moves": figure.name,
        "transforms": base64.b64encode(_transforms(clip).tobytes()).decode(),
    }


def pose_pictures(document: Document, name: str | None) -> dict[str, Any]:
    """The stored poses of a figure as transforms, one after another, to draw them."""
    actor = document.actor(name)
    states = np.reshape([actor.figure.state(dict(pose.values)) for pose in actor.poses], (-1, actor.figure.size))
    world = np.ascontiguousarray(actor.figure.forward(states, dtype=np.float32), "<f4")
    return {
        "names": [pose.name for pose in actor.poses],
        "joints": len(actor.figure.skeleton),
        "transforms": base64.b64encode(world.tobytes()).decode(),
    }


def _transforms(clip: Clip) -> np.ndarray:
    frames = np.linspace(clip.start, clip.end, PICTURES)
    return np.ascontiguousarray(clip.figure.forward(clip.at(frames), dtype=np.float32), "<f4")
