"""Goals for the whole body from text: balance, comfort, gaze, clearance, ground.

The grammar is in ``manikin.language.vocabulary``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from manikin.body.clearance import avoid, capsules_apart
from manikin.body.posture import COMFORTABLE_SHARE, comfort_goal, gaze
from manikin.body.support import balance
from manikin.figure.figure import Figure
from manikin.goals import AboveGround, OnGround
from manikin.goals.goal import Goal
from manikin.language.tokens import FILLERS, GoalWords, NamedPart
from manikin.math.rotations import translation
from manikin.skeleton.shapes import Box

__all__ = ["BODY_WORDS"]


def _gaze(words: GoalWords, label: str) -> Goal:
    figure, target = words.body().figure, words.target()
    return _finished(words, lambda: gaze(figure, target, name="gaze"))


def _balance(words: GoalWords, label: str) -> Goal:
    parts = words.names("margin")
    margin = words.number("the margin") if words.skip("margin") else 0.2
    figure, names = _one_figure(words, parts)
    return _finished(words, lambda: balance(figure, *names, margin=margin, name=label))


def _comfort(words: GoalWords, label: str) -> Goal:
    easy = words.number("the comfortable share of the range") if words.skip("easy") else COMFORTABLE_SHARE
    figure = words.body().figure
    return _finished(words, lambda: comfort_goal(figure, easy=easy, name="comfort"))


def _apart(words: GoalWords, label: str) -> Goal:
    parts = words.names("from")
    if not words.skip("from"):
        raise words.wrong('expected "from" and the parts to keep away from', words.next)
    others = words.names("margin")
    margin = words.number("the margin") if words.skip("margin") else 0.0
    figure, names = _one_figure(words, parts)
    second, other_names = _one_figure(words, others)
    return _finished(words, lambda: capsules_apart(figure, names, other_names, other=second, margin=margin, name=label))


def _outside(words: GoalWords, label: str) -> Goal:
    parts = words.names("box")
    if not words.skip("box"):
        raise words.wrong('expected "box", its middle and the lengths of its edges', words.next)
    words.skip(*FILLERS)
    middle, size = words.three("the middle of the box"), words.three("the edges of the box")
    margin = words.number("the margin") if words.skip("margin") else 0.0
    box = words.checked(lambda: Box(size=size, at=translation(*middle)), None)
    figure, names = _one_figure(words, parts)
    return _finished(words, lambda: avoid(figure, box, parts=names, margin=margin, together=True)[0], label)


def _ground(cls: type[OnGround]) -> Callable[[GoalWords, str], Goal]:
    def read(words: GoalWords, label: str) -> Goal:
        point = words.point()
        if not words.skip("heights"):
            raise words.wrong('expected "heights", how many rows of them, and the heights', words.next)
        given = words.next
        rows, numbers = words.number("how many rows of heights"), list[float]()
        while words.is_number():
            numbers.append(words.number("a height"))
        if rows < 2 or len(numbers) < 2 * rows or len(numbers) % rows:
            raise words.wrong(
                f"{len(numbers)} heights do not make a table of {rows:g} rows, with two or more rows and columns", given
            )
        found: dict[str, Any] = {"heights": np.reshape(numbers, (int(rows), -1))}
        while option := words.skip("origin", "spacing", "lift"):
            values = [words.number(f"the {option}") for _ in range(1 if option == "lift" else 2)]
            found[option] = values[0] if option == "lift" else tuple(values)
        return _finished(words, lambda: cls(point=point, name=label, **found))

    return read


def _one_figure(words: GoalWords, parts: list[NamedPart]) -> tuple[Figure, list[str]]:
    """The figure of parts that must belong to one figure, and their names."""
    figure = parts[0].figure
    if any(part.figure is not figure for part in parts):
        raise words.wrong("these parts belong to several figures", None)
    return figure, [part.name for part in parts]


def _finished(words: GoalWords, make: Callable[[], Goal], label: str | None = None) -> Goal:
    """The goal with its options."""
    given = words.next
    options = words.options()
    goal = words.checked(make, given)
    named = {} if label is None else {"name": label}
    return words.checked(lambda: replace(goal, **{**named, **options}), given)


BODY_WORDS: dict[str, Callable[[GoalWords, str], Goal]] = {
    "gaze": _gaze,
    "balance": _balance,
    "comfort": _comfort,
    "apart": _apart,
    "outside": _outside,
    "on_ground": _ground(OnGround),
    "above_ground": _ground(AboveGround),
}
"""Readers of these goals, by the first word.  They take the words and a default name."""
