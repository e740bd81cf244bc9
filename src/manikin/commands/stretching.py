"""Edits of whether limbs stretch."""

from __future__ import annotations

from dataclasses import dataclass

from manikin.commands.command import Command, of_figure
from manikin.document.document import Document
from manikin.skeleton.stretching import MOST_STRETCH

__all__ = ["SetStretch"]


@dataclass(frozen=True, kw_only=True)
class SetStretch(Command, kind="set_stretch"):
    """Let the limbs of a figure stretch by at most a share of their length, or no longer (0).

    Poses and keys stay as they are; where limbs stretch no longer, what they were longer by is dropped.
    """

    most: float = MOST_STRETCH
    figure: str | None = None

    def label(self, document: Document) -> str:
        from manikin.document.restretching import stretched_poses  # clips are not needed to start the editor

        longer = 0 if self.most > 0 else stretched_poses(document.actor(self.figure))
        dropped = f", dropped in {longer} pose{'s' if longer > 1 else ''}" if longer else ""
        said = f"on, to {round(100 * self.most)} %" if self.most > 0 else "off"
        return f"Limbs that stretch: {said}{dropped}{of_figure(document, self.figure)}"

    def apply(self, document: Document) -> Document:
        from manikin.body.stretch import stretchy, unstretchy
        from manikin.document.restretching import on_figure_of_names

        actor = document.actor(self.figure)
        figure = stretchy(actor.figure, most=self.most) if self.most > 0 else unstretchy(actor.figure)
        return document if figure == actor.figure else on_figure_of_names(document, actor, figure)
