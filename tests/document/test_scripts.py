"""Motion scripts in documents: what they make are keys and locks, of one figure or of several."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies
from manikin.commands import AddFigure, RunScript, SetGround
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.ground import GroundShape
from manikin.document.motion import posed_at, states_at
from manikin.document.parts import from_parts, to_parts
from manikin.errors import ManikinError
from manikin.language.motion.script import play_all
from tests.support.handover_script import handover_script

HAND_OVER = handover_script("human") + "85..95: throw ball to 1 0.1 0\nmark given 60\n"


def plain() -> Document:
    return first_document(bodies.load("human"))


def test_a_script_of_several_figures_adds_them_and_moves_all() -> None:
    document = RunScript(text=HAND_OVER).apply(plain())
    assert list(document.figures) == ["human", "bob", "ball"]
    assert from_parts(to_parts(document)) == document
    both = play_all(HAND_OVER)
    for frame in (0.0, 20.5, 45.0, 60.0, 75.25, 90.0):
        states, same = states_at(document, frame), both.at(frame)
        for name, q in same.items():
            assert states[name] == pytest.approx(q[0], abs=1e-9), (frame, name)
    assert [lock.kind for lock in document.locks if lock.figure == "ball"] == ["hold", "hold"]
    assert [mark.name for mark in document.timeline.marks] == ["given"]
    assert all(actor.script == HAND_OVER for actor in document.actors)
    standing = {lock.part: lock.enabled for lock in document.locks if lock.figure == "human" and lock.spans is None}
    assert standing == {"r_foot": False, "l_foot": False}  # they do not hold where the script puts the figure


def test_locks_at_all_times_stay_where_a_script_lets_them_hold() -> None:
    text = "figure human\nfigure ball as b at 1 0\n0: human pose rest\n0..: lock human:l_foot\n20: human set r_elbow 40"
    document = RunScript(text=text).apply(plain())
    standing = {lock.part: lock.enabled for lock in document.locks if lock.spans is None}
    assert standing == {"r_foot": True, "l_foot": False}  # the script has that foot now


def test_a_script_run_again_replaces_what_it_made() -> None:
    once = RunScript(text=HAND_OVER).apply(plain())
    twice = RunScript(text=HAND_OVER, figure="bob").apply(once)
    assert list(twice.figures) == list(once.figures)
    assert len(twice.locks) == len(once.locks)
    assert states_at(twice, 90.0)["ball"] == pytest.approx(states_at(once, 90.0)["ball"], abs=1e-9)


def test_a_script_of_several_figures_at_another_rate_takes_the_same_seconds() -> None:
    document = plain()
    fast = RunScript(text="rate 60\n" + HAND_OVER).apply(document)
    slow = play_all("rate 60\n" + HAND_OVER)
    for frame in (10.0, 40.0, 45.0):
        assert states_at(fast, frame)["ball"] == pytest.approx(slow.at(2 * frame)["ball"][0], abs=1e-6)


def test_a_script_of_one_figure_leaves_others_alone() -> None:
    document = AddFigure(name="human").apply(plain())
    after = RunScript(text="0: pose rest\n20: set r_elbow 40", figure="human 2").apply(document)
    assert after.actor("human 2").clip is not None
    assert after.actor("human") is document.actor("human")


def test_scripts_walk_over_the_ground_of_the_document() -> None:
    stairs = SetGround(ground=GroundShape(kind="stairs", count=3, start=(0.0, 0.8))).apply(plain())
    walked = RunScript(text="0: walk through 0 0, 0 2.5").apply(stairs)
    clip = walked.actor().clip
    assert clip is not None
    rise = posed_at(walked, clip.end).actor().pose.position("l_foot")[1] - plain().actor().pose.position("l_foot")[1]
    assert rise == pytest.approx(3 * 0.17, abs=5e-3)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("figure human\nfigure human as bob\nground hills.csv", "read no files"),
        ("0: pose rest\n" * 20_000, "at most 200,000 letters"),
        ("", "says nothing"),
    ],
)
def test_scripts_that_cannot_be_run_are_told(text: str, told: str) -> None:
    document = plain()
    with pytest.raises(ManikinError, match=told):
        RunScript(text=text).apply(document)
    assert np.isfinite(document.actor().q).all()
