"""Values that can be computed with, but were hardly meant so: they are told by a warning or refused."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from manikin import (
    DhRow,
    Figure,
    LinearCurve,
    ManikinError,
    avoid,
    avoid_self,
    bodies,
    chain,
    goal_from_text,
    hinge,
    joint,
    moves,
    picture,
    save_clip,
    swivel_goal,
)
from manikin.document.document import Document
from manikin.language.pose_script import play
from tests.support.command_line import run

HUMAN = bodies.load("human")

IN_ANOTHER_UNIT: dict[str, tuple[Callable[[], Any], str]] = {
    "a stature in centimetres": (lambda: HUMAN.scaled(stature=175), "175 m and was 1.75 m; lengths are in metres"),
    "a segment in millimetres": (lambda: HUMAN.scaled(lengths={"l_forearm": 270}), "'l_forearm' is given as 270 m"),
    "limits of a hinge in degrees": (lambda: hinge("z", -90, 90), "in radians"),
    "an orientation of a joint in degrees": (lambda: joint("a", orientation=(0, 90, 0)), "in radians"),
    "a row of a table in degrees": (lambda: DhRow(a=0.3, alpha=-90), "in radians"),
    "a swivel in degrees": (lambda: swivel_goal(HUMAN, "r_forearm", 30), "in radians"),
    "limits of a chain in degrees": (lambda: chain([0.3, 0.2], limits=(-45, 45)), "in radians"),
}


@pytest.mark.parametrize("case", IN_ANOTHER_UNIT)
def test_a_number_that_looks_like_another_unit_is_told_at_the_line_that_gives_it(case: str) -> None:
    call, wanted = IN_ANOTHER_UNIT[case]
    with pytest.warns(UserWarning, match=re.escape(wanted)) as found:
        call()
    assert len(found) == 1
    assert found[0].filename == __file__


def test_a_place_in_millimetres_is_told_with_its_goal() -> None:
    wanted = "goal 'position r_hand 300 1200 400': the place is 1,299 m away; places are in metres"
    with pytest.warns(UserWarning, match=wanted):
        goal_from_text("position r_hand 300 1200 400", HUMAN.pose())


def test_a_pull_in_millimetres_is_told_with_its_part() -> None:
    with pytest.warns(UserWarning, match=r"pull pelvis: the place is 300 m away; places are in metres"):
        list(play(Document.of(HUMAN), [{"pull": "pelvis", "by": [0, -300, 0], "steps": 1}]))


def test_giants_dwarfs_and_hinges_that_turn_twice_are_no_mistakes() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        HUMAN.scaled(stature=0.5)
        HUMAN.scaled(stature=20, lengths={"forearm": 0.1})
        goal_from_text("position r_hand 90 0 90", HUMAN.pose())
        hinge("z", -4 * math.pi, 4 * math.pi)


def test_the_command_line_tells_it_in_one_line(tmp_path: Path) -> None:
    told = run("info", "human:175")
    assert told.exit_code == 0
    assert told.stderr == "manikin: warning: the stature is given as 175 m and was 1.75 m; lengths are in metres\n"
    told = run("show", "human", "--pose", "r_elbow=90000", "-o", str(tmp_path / "far.png"))
    assert told.stderr.splitlines() == ["manikin: note: r_elbow = 9e+04° is beyond its limits, 0° to 150°"]


HARDLY_MEANT: dict[str, tuple[Callable[[], Any], str]] = {
    "an obstacle to itself": (lambda: avoid(HUMAN, HUMAN), "avoid_self keeps its parts off each other"),
    "a margin in millimetres": (lambda: avoid_self(HUMAN, margin=5), "margins are in metres"),
    "half a pixel": (lambda: picture.render(Figure(chain([0.1])), size=(16.5, 16)), "width and height in pixels"),  # type: ignore[arg-type]
    "a goal in words": (lambda: HUMAN.solve(["position r_hand 0 1 0"]), "goal_from_text"),  # type: ignore[list-item]
    "an argument of what takes none": (lambda: LinearCurve(slope=1), "it takes: nothing"),  # type: ignore[call-arg]
}


@pytest.mark.parametrize("case", HARDLY_MEANT)
def test_what_was_hardly_meant_is_refused(case: str) -> None:
    call, wanted = HARDLY_MEANT[case]
    with pytest.raises(ManikinError) as told:
        call()
    assert wanted in str(told.value)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (
            ["solve", "human", "--goal", "position", "r_hand", "0", "1", "0"],
            'a goal goes in quotes: "position r_hand …"',
        ),
        (["convert", "walk.npz", "walk.xyz"], "(known: .bvh, .clip, .csv, .glb,"),
    ],
)
def test_a_slip_of_typing_is_told_with_what_would_be_right(
    arguments: list[str], wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_clip(moves.load("wave"), "walk.npz")
    told = run(*arguments)
    assert told.exit_code == 2
    assert wanted in told.stderr
