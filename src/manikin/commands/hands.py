"""Edits of hands: their shapes, and fingers that move one by one."""

from __future__ import annotations

from dataclasses import dataclass

from manikin.commands.command import Command, of_figure
from manikin.document.document import Document
from manikin.posing.hands import HandShape, Side, prepared_for, with_fingers, with_hand

__all__ = ["SetFingers", "SetHand"]


@dataclass(frozen=True, kw_only=True)
class SetHand(Command, kind="set_hand"):
    """Bring a hand to a shape, or a share (0 … 1) of the way there; fingers that must move one by one do so then."""

    side: Side
    shape: HandShape
    share: float = 1.0
    figure: str | None = None

    def label(self, document: Document) -> str:
        if self.share < 1:
            said = f"{'Open' if self.shape == 'flat' else 'Close'} {self.side} hand"
        else:
            said = f"{self.side.capitalize()} hand: {self.shape}"
        return said + of_figure(document, self.figure)

    def prepared(self, document: Document) -> Document:
        return prepared_for(document, self.figure, self.side, self.shape)

    def apply(self, document: Document) -> Document:
        return with_hand(document, self.figure, self.side, self.shape, self.share)


@dataclass(frozen=True, kw_only=True)
class SetFingers(Command, kind="set_fingers"):
    """Move the fingers of a hand one by one, or together; then each takes the mean of what they had, in all keys."""

    side: Side
    single: bool
    figure: str | None = None

    def label(self, document: Document) -> str:
        said = f"{self.side.capitalize()} hand: {'single fingers' if self.single else 'fingers together'}"
        return said + of_figure(document, self.figure)

    def apply(self, document: Document) -> Document:
        return with_fingers(document, self.figure, self.side, single=self.single)
