"""The tables of words are those that the readers know, and every example works."""

from __future__ import annotations

import json

import pytest
from tools.words import PAGE, page

from manikin import bodies, goal_from_text
from manikin.commands.figures import first_document
from manikin.language import goals, pose_script
from manikin.language.tokens import OPTIONS as KNOWN_OPTIONS
from manikin.language.vocabulary import ARGUMENTS, GOALS, OPTIONS, STEPS
from manikin.language.whole_body import BODY_WORDS

HUMAN = bodies.load("human")


def test_every_word_that_is_read_is_in_a_table_and_none_else() -> None:
    assert set(GOALS) == {*goals._KINDS, *BODY_WORDS}
    assert set(STEPS) == {*pose_script._STEPS, "kind"}
    assert set(OPTIONS) == set(KNOWN_OPTIONS)


@pytest.mark.parametrize("word", GOALS)
def test_the_example_of_a_goal_is_read(word: str) -> None:
    example = GOALS[word].example
    assert example.split()[0] == word
    pose = HUMAN.pose()
    assert goal_from_text(example, pose).handles
    for option in OPTIONS.values():
        assert goal_from_text(f"{example} {option.example}", pose).handles


@pytest.mark.parametrize(
    ("argument", "goal"),
    [
        ("PART", "balance {} human:l_foot"),
        ("POINT", "position {} 0 1 0"),
        ("FRAME", "orientation {} 0 0 0"),
        ("DIRECTION", "aim {} 0 1 2"),
        ("AXIS", "align eyes[{}] y"),
        ("PLACE", "position r_hand {}"),
        ("ANGLES", "orientation r_hand {}"),
        ("HEADING", "align eyes {}"),
    ],
)
def test_the_example_of_an_argument_is_read(argument: str, goal: str) -> None:
    poses = [HUMAN.pose(), bodies.load("tube").pose()]
    assert goal_from_text(goal.format(ARGUMENTS[argument].example), poses).handles


def test_every_argument_of_a_form_is_explained() -> None:
    capitals = {word for entry in GOALS.values() for word in entry.form.split() if word.isalpha() and word.isupper()}
    numbers = {"X", "Y", "Z", "LO", "M", "E", "N", "H", "DX", "DZ", "L", "SIZE", "VALUE", "PARAMETER"}
    assert {word.strip("[]") for word in capitals} - numbers <= set(ARGUMENTS)


def test_the_examples_of_steps_are_a_script() -> None:
    script = [json.loads(entry.example) for entry in STEPS.values() if "release" not in entry.example]
    script.append({"release": "position r_hand"})
    names = [name for name in HUMAN.pose_names if name == "crouch"]
    assert names == ["crouch"]
    results = list(pose_script.play(first_document(HUMAN), script))
    assert len(results) == len(script)


def test_the_page_is_what_the_tables_make() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python -m tools.words"
