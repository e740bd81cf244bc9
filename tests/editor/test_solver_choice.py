"""Other solvers than the usual one: what they can pull, and what they say where they cannot."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies, commands as c, solvers  # noqa: F401  (registers the kinds)
from manikin.document.document import Document
from manikin.editor.solver_choice import unsuited
from manikin.errors import ManikinError
from manikin.solvers.solver import solver_kinds
from tests.support.workspaces import begin, figure_of, lock_errors, point, pull, standing, state, workspace

REFUSING = {"fabrik": "joint limits", "inverse": "square"}


@pytest.mark.parametrize("kind", sorted(solver_kinds))
def test_every_solver_pulls_an_arm_or_says_why_not(kind: str) -> None:
    document = c.ChangeSettings(changes={"solver": kind}).apply(Document.of(bodies.load("stickman")))
    space = workspace(document)
    if kind in REFUSING:
        with pytest.raises(ManikinError, match=REFUSING[kind]):
            begin(space, part="right hand")
        return
    begin(space, part="right hand")
    wanted = np.add(point(space, "right hand"), (0, 0.1, 0.2))
    pull(space, wanted, along=(-1.0, 0.0, 0.0), steps=10 if kind == "limb" else 60)  # which is slow
    figure = figure_of(space)
    assert (state(space) >= figure.lo).all()
    assert (state(space) <= figure.hi).all()
    assert np.linalg.norm((point(space, "right hand") - wanted)[1:]) < 0.03


def test_a_solver_that_cannot_respect_the_figure_names_those_that_can() -> None:
    space = workspace(c.ChangeSettings(changes={"solver": "dls"}).apply(standing()))
    with pytest.raises(ManikinError, match=r"these do: .*lm"):
        begin(space, part="r_hand")


def test_locks_hold_with_a_solver_that_knows_no_hard_goals() -> None:
    space = workspace(c.ChangeSettings(changes={"solver": "ccd", "iterations_per_refresh": 5}).apply(standing()))
    begin(space, part="pelvis")
    pull(space, point(space, "pelvis") - [0, 0.1, 0])
    assert max(lock_errors(space)) < 0.03


def test_solvers_that_cannot_pull_a_figure_are_known_with_the_reason() -> None:
    human = unsuited(bodies.load("human"))
    assert {"lm", "zhao"} <= set(solver_kinds) - set(human)
    assert "joint after joint" in human["ccd"]
    assert "ccd" not in unsuited(bodies.load("limb7"))  # an arm alone it can pull
    assert human["dls"] == "does not honour limits over several parameters"
    arm = unsuited(bodies.load("stickman"))
    assert set(arm) == {"ccd", "fabrik", "inverse", "limb"}  # which can pull some of its limbs, not all
    for kind in set(solver_kinds) - set(human):
        space = workspace(c.ChangeSettings(changes={"solver": kind}).apply(Document.of(bodies.load("human"))))
        tried = []
        for joint in figure_of(space).skeleton:
            try:
                begin(space, part=joint.name)
                tried.append(joint.name)
            except ManikinError:
                continue
        assert tried, kind
