"""Mistakes on the command line: each is told in one line that says what is wanted, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import mistake

GOAL = ("--goal", "position tip 0.3 0.2 0")
FILES = {
    "broken.json": b"{",
    "script.json": b'[{"lock": "l_fot"}]',
    "beyond.json": b'[{"set": {"l_elbow": 500}}]',
    "radians.json": b'{"values": {"rod1": 1}}',
    "broken.scr": b"joint {",
    "notes.txt": b"nothing",
    "dance.manikin": b"",
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_wrong_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        Path(name).write_bytes(content)


MISTAKES = {
    "no such command": (["slove", "planar3"], "Did you mean 'solve'"),
    "no figure": (["solve"], "Missing argument"),
    "a misspelt figure": (["solve", "planar4", *GOAL], 'did you mean "planar3"'),
    "a figure file that is not there": (["solve", "absent.urdf", *GOAL], "no such file"),
    "a figure file that is broken": (["info", "broken.scr"], "broken.scr:"),
    "a file of an unknown kind": (["info", "notes.txt"], "suffix '.txt'"),
    "a folder in place of a file": (["info", "."], "is a folder"),
    "a folder in place of a figure": (["show", "."], "is a folder"),
    "no goal": (["solve", "planar3"], "goal"),
    "a misspelt goal": (["solve", "planar3", "--goal", "positon tip 0 0 0"], 'did you mean "position"'),
    "a goal of a misspelt part": (["solve", "planar3", "--goal", "position tpi 0 0 0"], 'did you mean "tip"'),
    "a goal without its last number": (["solve", "planar3", "--goal", "position tip 0 0"], "expected"),
    "a goal that is no number": (["solve", "planar3", "--goal", "position tip a b c"], "expected"),
    "a goal that is not a number": (["solve", "planar3", "--goal", "position tip nan 0 0"], "nan"),
    "an empty goal": (["solve", "planar3", "--goal", ""], "goal"),
    "a misspelt solver": (["solve", "planar3", *GOAL, "--solver", "ccb"], 'did you mean "ccd"'),
    "a misspelt option": (["solve", "planar3", *GOAL, "--option", "restart=1"], 'did you mean "restarts"'),
    "an option without a value": (["solve", "planar3", *GOAL, "--option", "restarts"], "name=value"),
    "an option that is no number": (["solve", "planar3", *GOAL, "--option", "restarts=x"], "restarts"),
    "a tolerance below 0": (["solve", "planar3", *GOAL, "--tolerance", "-1"], "tolerance"),
    "iterations below 0": (["solve", "planar3", *GOAL, "--max-iterations", "-1"], "max_iterations"),
    "half an iteration": (["solve", "planar3", *GOAL, "--max-iterations", "1.5"], "max-iterations"),
    "seconds below 0": (["solve", "planar3", *GOAL, "--seconds", "-1"], "seconds"),
    "a frozen part that is not there": (["solve", "planar3", *GOAL, "--frozen", "rodd1"], 'did you mean "rod1"'),
    "a lock of a misspelt part": (["solve", "human", "--lock", "l_fot", *GOAL], "l_foot"),
    "a misspelt parameter": (["show", "planar3", "--pose", "rodd1=1"], 'did you mean "rod1"'),
    "a value that is no number": (["show", "planar3", "--pose", "rod1=x"], "is not a number"),
    "a pose file that is broken": (["show", "planar3", "--pose", "broken.json"], "broken.json:1"),
    "a pose file without units": (["show", "planar3", "--pose", "radians.json"], '"angle": "deg"'),
    "a size without a height": (["show", "planar3", "--size", "12x"], "WIDTHxHEIGHT"),
    "a view that does not exist": (["show", "planar3", "--views", "below"], "perspective"),
    "a picture of another kind": (["show", "planar3", "-o", "a.gif"], ".png"),
    "an option that does not exist": (["show", "planar3", "--tehme", "dark"], "--theme"),
    "a script that is not there": (["pose", "human", "absent.json"], "no such file"),
    "a script with a misspelt part": (["pose", "human", "script.json"], 'did you mean "l_foot"'),
    "a script beyond the limits": (["pose", "human", "beyond.json"], "beyond its limits, 0° to 150°"),
    "an experiment that does not exist": (["experiment", "x99"], "x99"),
    "solvers that do not exist": (["compare", "planar3", *GOAL, "--solvers", "lm,ccb"], 'did you mean "ccd"'),
    "a project that is a typing error": (["edit", "dacne.manikin"], 'did you mean "dance.manikin"'),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_told_in_one_line(case: str) -> None:
    arguments, wanted = MISTAKES[case]
    before = sorted(path.name for path in Path().iterdir())
    assert wanted in mistake(*arguments)
    assert sorted(path.name for path in Path().iterdir()) == before, "nothing is written"
