"""Edits of the ground."""

from __future__ import annotations

from dataclasses import dataclass, replace

from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.document.ground import GroundShape

__all__ = ["SetGround"]

WORDS = {"level": "Level ground", "stairs": "Stairs", "field": "Height field"}


@dataclass(frozen=True, kw_only=True)
class SetGround(Command, kind="set_ground"):
    """Put another ground under the figures; they stay where they are."""

    ground: GroundShape

    def label(self, document: Document) -> str:
        return WORDS[self.ground.kind]

    def apply(self, document: Document) -> Document:
        return replace(document, ground=self.ground)
