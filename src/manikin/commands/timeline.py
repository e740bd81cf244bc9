"""Edits of the timeline itself: its rate and its marks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from manikin.commands.command import Command
from manikin.document.document import Document
from manikin.plain_data import changed

__all__ = ["ChangeTimeline"]


@dataclass(frozen=True, kw_only=True)
class ChangeTimeline(Command, kind="change_timeline"):
    """Change the rate of the timeline, or its marks.  Keys stay at their frames, so another rate is another speed."""

    changes: dict[str, Any] = field(metadata={"typescript": 'Partial<Pick<Timeline, "rate" | "marks">>'})

    def label(self, document: Document) -> str:
        return "Set frame rate" if "rate" in self.changes else "Change marks"

    def apply(self, document: Document) -> Document:
        timeline = changed(document.timeline, self.changes, ("rate", "marks"), "the timeline")
        actors = tuple(
            actor if actor.clip is None else replace(actor, clip=replace(actor.clip, rate=timeline.rate))
            for actor in document.actors
        )
        return replace(document, timeline=timeline, actors=actors)
