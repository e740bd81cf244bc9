"""Goals of a clip as locks of a document, and locks that give way where a clip begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from manikin.clips.carried import grip_ends, is_grip
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.document.document import Document
from manikin.document.lock import Lock, on_figures
from manikin.document.names import display_name

__all__ = ["held_parts", "released", "with_goals_as_locks", "with_joint_goals_as_locks"]


def with_goals_as_locks(document: Document, figure: str, goals: Iterable[TimedGoal]) -> Document:
    """The document with the goals of a figure's clip as locks, which hold when they do."""
    root = document.figures[figure].skeleton.root.name
    for goal in goals:
        part = next((name for handle in goal.goal.handles for name in handle.parts()), root)
        own = on_figures(replace(goal.goal, name=None, chain=None), lambda name: name and figure)
        document = document.with_lock(
            Lock(
                id=document.made + 1, name=goal.name, figure=figure, part=part, kind=goal.goal.kind, goal=own,
                hard=goal.hard, spans=goal.spans, moving=goal.moving, chain=_chain(goal),
            )
        )  # fmt: skip
    return document


def with_joint_goals_as_locks(document: Document, goals: Iterable[TimedGoal]) -> Document:
    """The document with goals that may join figures as locks of the figure that each names first."""
    for timed in goals:
        named = [(handle.figure, part) for handle in timed.goal.handles if handle.figure for part in handle.parts()]
        figure, part = named[0]
        own = document.figures[figure]
        chain = _chain(timed) if timed.serving is None else timed.serving.get(figure)
        document = document.with_lock(
            Lock(
                id=document.made + 1, name=_own_name(timed, figure, part), figure=figure, part=part,
                kind="hold" if is_grip(timed, document.figures) else timed.goal.kind,
                goal=replace(timed.goal, name=None, chain=None), hard=timed.hard, spans=timed.spans,
                moving=timed.moving, chain=None if chain == own.parameter_names else chain,
            )
        )  # fmt: skip
    return document


def _own_name(timed: TimedGoal, figure: str, part: str) -> str:
    """A goal's name as that of a lock of a figure, which need not name the figure again."""
    ends = grip_ends(timed.goal)
    if ends is not None and timed.name.startswith(f"{figure} {part} hold"):
        return f"in {display_name(ends[1].part)}"
    name = timed.name.removeprefix(f"{figure} ")
    return display_name(part) if name == part else name


def _chain(goal: TimedGoal) -> tuple[str, ...] | None:
    return None if goal.goal.chain is None else tuple(map(str, goal.goal.chain))


def held_parts(goals: Iterable[TimedGoal]) -> set[str]:
    """The parts that goals are about."""
    return {name for goal in goals for handle in goal.goal.handles for name in handle.parts()}


def released(
    document: Document, figure: str, parts: set[str], frame: float, start: float, *, timed: bool = True
) -> Document:
    """Locks on some parts of a figure end before a frame; those that would hold no frame are switched off.

    One that held at all times holds from ``start``, the first frame of the clip, on.  Without ``timed`` those that hold
    over some frames stay as they are.
    """
    for lock in document.locks:
        if lock.figure != figure or lock.part not in parts or not lock.enabled or not (timed or lock.spans is None):
            continue
        spans = (Span(start=start, end=frame),) if lock.spans is None else lock.spans
        kept = tuple(replace(span, end=min(span.end, frame - 1)) for span in spans if span.start < frame)
        document = document.with_lock(replace(lock, spans=kept) if kept else replace(lock, enabled=False))
    return document
