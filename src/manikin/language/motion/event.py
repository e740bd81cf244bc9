"""What happens in a motion script at a frame; and the walks, steps and jumps that do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from manikin.figure.figure import Figure
from manikin.gait.jump import jump
from manikin.gait.keyed import Walk
from manikin.gait.options import Gait
from manikin.gait.walk import step_to, turn_on_spot, walk
from manikin.language.motion import statements as said
from manikin.language.motion.settings import Settings
from manikin.math.rotations import Array

__all__ = ["Event", "walked"]


@dataclass(frozen=True)
class Event:
    """Something that happens at a frame; ``until`` is the last frame of what lasts, and ``way`` that of a move."""

    frame: float
    order: int
    statement: said.Statement
    until: float | None = None
    lasts: bool = False
    way: Array | None = None


def walked(event: Event, figure: Figure, start: Array | None, settings: Settings) -> Walk:
    """The walk, step or jump of an event, from a state or from wherever its way begins."""
    statement = event.statement
    given: dict[str, Any] = {
        "ground": settings.ground, "start": start, "begin": event.frame, "rate": settings.frames_a_second,
    }  # fmt: skip
    if isinstance(statement, said.OneStep):
        given["gait"] = Gait() if statement.lift is None else Gait(lift=statement.lift)
        given |= {"heading": statement.heading, "end": event.until}
        return step_to(figure, statement.part, statement.place, **given)
    if isinstance(statement, said.JumpTo):
        given |= {} if statement.height is None else {"height": statement.height}
        return jump(figure, statement.place, heading=statement.heading, **given)
    assert isinstance(statement, said.WalkThrough)
    given["gait"] = Gait(**statement.gait)
    if statement.turn is not None:
        return turn_on_spot(figure, statement.turn, **given)
    if start is None and len(statement.places) == 1:
        given["start"] = figure.rest
    return walk(figure, statement.places, way=statement.way, **given)  # type: ignore[arg-type]
