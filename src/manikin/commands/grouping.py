"""Edits of joint groups: joints that move together or one by one."""

from __future__ import annotations

from dataclasses import dataclass

from manikin.commands.command import Command, of_figure
from manikin.document.document import Document
from manikin.errors import UnknownName

__all__ = ["SetGroup"]


@dataclass(frozen=True, kw_only=True)
class SetGroup(Command, kind="set_group"):
    """Move the joints of a group one by one, or together; then each takes the mean of what they had, in all keys."""

    group: str
    single: bool
    figure: str | None = None

    def label(self, document: Document) -> str:
        said = f"{self.group.capitalize()}: {'single joints' if self.single else 'joints together'}"
        return said + of_figure(document, self.figure)

    def apply(self, document: Document) -> Document:
        from manikin.document.regrouping import with_group, without_group  # clips are not needed to start the editor

        actor = document.actor(self.figure)
        known = [coupling.name for coupling in actor.figure.skeleton.couplings if coupling.parameters]
        if self.group not in known:
            raise UnknownName("joint group", self.group, known)
        if self.single != (self.group in actor.figure.active_couplings):
            return document
        return document.with_actor(without_group(actor, self.group) if self.single else with_group(actor, self.group))
