"""Backdrops: pictures behind the views, to pose after.  They are part of the document."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

from manikin.document.picture_size import picture_size
from manikin.errors import InputError
from manikin.math.rotations import Vec3

__all__ = ["Backdrop", "BackdropPlace", "Sight"]

Sight = Literal["perspective", "front", "back", "side", "left side", "top", "bottom"]
"""From where a view looks, as its title says; a view that is turned round has another picture."""
SMALLEST, LARGEST, FARTHEST = 0.01, 1000.0, 10_000.0


@dataclass(frozen=True, kw_only=True)
class BackdropPlace:
    """Where a picture is, and how strongly it is drawn.

    Attributes:
        middle: Its middle [m], y up.  In the perspective view, which turns: how far it is to the right of the view's
            middle and above it, in heights of the view.
        height: How high it is [m]; in the perspective view in heights of the view.
        opacity: From 0, not seen, to 1.
    """

    middle: Vec3 = (0.0, 0.0, 0.0)
    height: float = 1.0
    opacity: float = 1.0

    def __post_init__(self) -> None:
        if not SMALLEST <= self.height <= LARGEST:
            raise InputError(f"a picture behind a view is {SMALLEST:g} to {LARGEST:,.0f} high")
        if not all(abs(number) <= FARTHEST for number in self.middle):
            raise InputError(f"a picture behind a view is at most {FARTHEST:,.0f} away")
        if not 0 <= self.opacity <= 1:
            raise InputError("an opacity lies between 0 and 1")

    @property
    def place(self) -> dict[str, Any]:
        """These fields by name, without those of what has more."""
        return {own.name: getattr(self, own.name) for own in fields(BackdropPlace)}


@dataclass(frozen=True, kw_only=True)
class Backdrop(BackdropPlace):
    """A picture behind a view.

    Attributes:
        sight: The view, the only one with this picture.
        picture: A PNG, JPEG or WebP file.
    """

    sight: Sight
    picture: bytes = field(repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self._found  # which refuses what is no picture

    @cached_property
    def _found(self) -> tuple[str, int, int]:
        return picture_size(self.picture)

    @property
    def media_type(self) -> str:
        """As browsers name it."""
        return f"image/{self._found[0]}"

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self._found[1] / self._found[2]

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the picture."""
        return hashlib.sha256(self.picture).hexdigest()
