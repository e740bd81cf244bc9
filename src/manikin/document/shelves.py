"""Shelves: clips that a document keeps for later, beside those that its figures play."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from manikin.clips.clip import Clip
from manikin.clips.samples import Samples
from manikin.errors import FormatWarning, InputError, UnknownName, shorten
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import read_content, write_content
from manikin.library.library import check_name

__all__ = ["MOST_BYTES", "ShelfClip", "find_shelf_clip", "ordered_shelves", "shelf_clip", "unique_shelf_name"]

MOST_BYTES = 256 * 1024 * 1024
"""That all clips on the shelves of a document may take; the longest clip that a file can hold takes half of it."""
MOST_AS_TEXT = 500_000
"""Numbers of samples that are kept as text."""


@dataclass(frozen=True, kw_only=True)
class ShelfClip:
    """A clip on a shelf, as the bytes of a ``.clip`` file, or of an ``.npz`` file where that would be too long.

    Attributes:
        shelf: Name of the shelf.
        name: Name of the clip, the only one of this name on its shelf.
        data: The file.
    """

    shelf: str
    name: str
    data: bytes

    def __post_init__(self) -> None:
        check_name(self.shelf, "shelf")
        check_name(self.name, "clip")

    @cached_property
    def stamp(self) -> str:
        """Differs where clips do."""
        return hashlib.sha256(self.data).hexdigest()[:16]

    @property
    def clip(self) -> Clip:
        """The clip; read once."""
        return _read(self.data)


@lru_cache(maxsize=32)
def _read(data: bytes) -> Clip:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)  # they were told when the clip was taken in
        return read_content(data, "shelf.npz" if data[:2] == b"PK" else "shelf.clip").clip.clip


def shelf_clip(clip: Clip, shelf: str, name: str) -> ShelfClip:
    """A clip for a shelf; one that takes too much room as text becomes samples."""
    content = Content(clips=(StoredClip(clip=clip, name=name),))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)  # a skin stays with its figure, not with its clips
        try:
            long = isinstance(clip, Samples) and clip.data.size > MOST_AS_TEXT
            data = write_content(content, "shelf.npz" if long else "shelf.clip")
        except InputError:
            data = write_content(content, "shelf.npz")
    return ShelfClip(shelf=shelf, name=name, data=data)


def ordered_shelves(clips: Iterable[ShelfClip]) -> tuple[ShelfClip, ...]:
    """The clips by shelf and name, each name once on a shelf, in capital or small letters."""
    ordered = tuple(sorted(clips, key=lambda one: (one.shelf.lower(), one.name.lower())))
    for one, other in pairwise(ordered):
        if (one.shelf.lower(), one.name.lower()) == (other.shelf.lower(), other.name.lower()):
            raise InputError(f"there is a clip {shorten(one.name)} on the shelf {shorten(one.shelf)} already")
    total = sum(len(one.data) for one in ordered)
    if total > MOST_BYTES:
        size, most = (f"{count / 2**20:,.0f} MB" for count in (total, MOST_BYTES))
        remedy = "delete some there, or take in a shorter part of this one"
        raise InputError(f"the clips on the shelves would take {size}, and {most} is the most: {remedy}")
    return ordered


def unique_shelf_name(clips: Iterable[ShelfClip], shelf: str, name: str) -> str:
    """A name that is free on a shelf: the given one, or with a number."""
    taken = {one.name.lower() for one in clips if one.shelf.lower() == shelf.lower()}
    number, found = 2, name
    while found.lower() in taken:
        found, number = f"{name[:90]} {number}", number + 1
    return found


def find_shelf_clip(clips: Iterable[ShelfClip], shelf: str, name: str) -> ShelfClip:
    """A clip by its shelf and its name."""
    own = {one.name: one for one in clips if one.shelf == shelf}
    if not own:
        raise UnknownName("shelf", shelf, sorted({one.shelf for one in clips}))
    if name not in own:
        raise UnknownName(f"clip on the shelf {shorten(shelf)}", name, own)
    return own[name]
