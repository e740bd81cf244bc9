"""Documents of several figures, and what they refuse."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import Figure, bodies, chain
from manikin.document.actor import Actor
from manikin.document.document import Document
from manikin.document.lock import Lock
from manikin.errors import ManikinError
from manikin.goals import Aim, AnyOf, MatchValues, Position
from manikin.goals.goal import Goal
from manikin.handles import Combined, Direction, Point

HUMAN, TUBE = bodies.load("human"), bodies.load("tube")


def lock(goal: Goal, **fields: object) -> Lock:
    given = {"id": 1, "name": "l", "figure": "human", "part": "r_hand", "kind": "x", "goal": goal, **fields}
    return Lock(**given)  # type: ignore[arg-type]


def test_figures_of_one_kind_get_names_of_their_own_and_share_their_tables() -> None:
    document = Document.of(HUMAN, HUMAN, TUBE, HUMAN)
    assert list(document.figures) == ["human", "human 2", "tube", "human 3"]
    first, second = document.figures["human"], document.figures["human 2"]
    assert first.tables is second.tables
    assert first != second


def test_a_figure_may_be_left_unsaid_where_there_is_one() -> None:
    alone = Document.of(HUMAN)
    assert alone.actor() is alone.actor("human")
    with pytest.raises(ManikinError, match="say which figure: human, tube"):
        Document.of(HUMAN, TUBE).actor()
    with pytest.raises(ManikinError, match='did you mean "tube"'):
        Document.of(HUMAN, TUBE).actor("tub")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Document(name="d", actors=()), "at least one figure"),
        (lambda: Document(name="d", actors=(Actor.of(HUMAN), Actor.of(HUMAN))), "two of the figure 'human'"),
        (lambda: Document(name=" ", actors=(Actor.of(HUMAN),)), "name of a document"),
        (lambda: Document.of(*[HUMAN] * 100), "more than the 5,000"),
        (lambda: Document.of(Figure(chain([0.1] * 5001))), "more than the 5,000"),
        (lambda: replace(Actor.of(TUBE), stiffness={"root_x": 2.0}), "between 0 and 1"),
        (lambda: replace(Actor.of(TUBE), stiffness={"root": 0.5}), "no parameter"),
        (lambda: replace(Actor.of(TUBE), tint=(0.0, 0.0, 2.0)), "a tint is"),
        (lambda: replace(Actor.of(TUBE), q=(0.0,) * 5), "shape"),
        (lambda: replace(Actor.of(TUBE), q=(np.nan,) * 6), "not a finite number"),
        (lambda: Document.of(HUMAN).with_lock(lock(Position(point=Point(part="nose"), target=(0, 0, 0)))), "nose"),
        (lambda: Document.of(HUMAN).with_lock(_on("otto")), "no figure 'otto'"),
        (lambda: Document.of(HUMAN).with_lock(replace(_on("human"), figure="otto")), "no figure 'otto'"),
        (lambda: Document.of(HUMAN).with_lock(replace(_on("human"), chain=("nose",))), "nose"),
        (lambda: Document.of(HUMAN).without_actor("human"), "only figure"),
    ],
)
def test_what_does_not_fit_is_refused(make: object, message: str) -> None:
    with pytest.raises(ManikinError, match=message):
        make()  # type: ignore[operator]


def _on(figure: str) -> Lock:
    return lock(Position(point=Point(part="r_hand"), target=Point(part="l_hand", figure=figure)))


def test_every_handle_of_a_lock_names_its_figure() -> None:
    both = Combined(handles=(Point(part="r_hand"), Point(part="l_hand")))
    for goal in (
        Position(point=Point(part="r_hand"), target=Point(part="tube", figure="tube")),
        AnyOf(goals=(Position(point=Point(part="r_hand"), target=(0, 0, 0)), _on("tube").goal)),
        MatchValues(values=both, target=(0,) * 6),
        Aim(point=Point(part="eyes"), direction=Direction(part="eyes", along=(0, 0, 1)), target=(0, 1, 2)),
    ):
        own = lock(goal)
        assert all(handle.figure is not None or handle.kind.startswith("fixed") for handle in own.goal.handles)
        renamed = own.renamed_figure("human", "anna")
        assert "human" not in renamed.figures
        assert renamed.renamed_figure("anna", "human") == own


def test_a_lock_that_joins_figures_is_served_by_both_but_who_is_looked_at_rests() -> None:
    document = Document.of(HUMAN, TUBE)
    hold = lock(Position(point=Point(part="r_hand"), target=Point(part="tube", figure="tube")))
    assert set(document.columns(hold)) == {"human", "tube"}
    eyes = Aim(
        point=Point(part="eyes"),
        direction=Direction(part="eyes", along=(0, 0, 1)),
        target=Point(part="tube", figure="tube"),
    )
    assert set(document.columns(lock(eyes, part="eyes"))) == {"human"}
    frozen = document.with_actor(replace(document.actor("tube"), frozen=True))
    assert set(frozen.columns(hold)) == {"human"}


def test_without_a_figure_its_locks_are_gone_and_the_chain_base_is_forgotten() -> None:
    document = Document.of(HUMAN, TUBE).with_lock(_on("tube_").renamed_figure("tube_", "human"))
    document = document.with_lock(
        lock(Position(point=Point(part="r_hand"), target=Point(part="tube", figure="tube")), id=2)
    )
    settings = replace(document.settings, drag_mode="joint", drag_base="tube")
    left = replace(document, settings=settings).without_actor("tube")
    assert [own.id for own in left.locks] == [1]
    assert (left.settings.drag_mode, left.settings.drag_base) == ("branch", None)
