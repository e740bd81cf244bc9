"""A network as a drawing: every block and wire is there, cells stand where slopes are, names are only text."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from manikin import bodies
from manikin.goals import Position
from manikin.picture.network_diagram import describe, network_svg
from manikin.problem.network import Network
from tests.support.command_line import mistake, ran
from tests.support.hands_on_hips import arms, hands_on_hips

SVG = "{http://www.w3.org/2000/svg}"


def drawn(network: Network, **options: int) -> ElementTree.Element:
    return ElementTree.fromstring(network_svg(network, **options))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [e for e in root.iter(f"{SVG}rect") if name in (e.get("class") or "").split()]


def test_the_drawing_has_every_block_wire_and_cell() -> None:
    figure = arms()
    network = Network(figure, hands_on_hips(figure))
    network.state = figure.random_state(np.random.default_rng(0))
    root = drawn(network, hard=1)
    assert [len(of_class(root, sort)) for sort in ("pose", "handle", "constant", "goal")] == [1, 4, 0, 2]
    assert len(of_class(root, "hard")) == 1
    assert len(list(root.iter(f"{SVG}path"))) == len(network.wires) == 8
    assert len(of_class(root, "cell")) == sum(block.jacobian.block.size for block in network.goals) == 12
    texts = [e.text for e in root.iter(f"{SVG}text")]
    assert set(figure.parameter_names) <= set(texts)


def test_nothing_overlaps_and_all_is_on_the_sheet() -> None:
    human = bodies.load("human")
    goals = [Position(point=human.point(part), target=(0, 1, 0)) for part in ("l_hand", "r_hand", "head", "l_foot")]
    root = drawn(Network(human, goals))
    width, height = (float(root.get(side, "0")) for side in ("width", "height"))
    boxes = [
        tuple(float(e.get(k, "0")) for k in ("x", "y", "width", "height"))
        for sort in ("pose", "handle", "constant", "goal", "row")
        for e in of_class(root, sort)
    ]
    for i, (x, y, w, h) in enumerate(boxes):
        assert min(x, y) >= 0
        assert x + w <= width
        assert y + h <= height
        for u, v, s, t in boxes[:i]:
            assert x >= u + s or u >= x + w or y >= v + t or v >= y + h


def test_a_name_is_text_and_nothing_else() -> None:
    figure = arms('<script>alert("&")</script>')
    root = drawn(Network(figure, hands_on_hips(figure)))
    assert not list(root.iter(f"{SVG}script"))
    assert any((e.text or "").startswith("<script>") for e in root.iter(f"{SVG}text"))


def test_no_goals_make_a_drawing_too() -> None:
    assert of_class(drawn(Network(arms())), "pose")


def test_blocks_in_words() -> None:
    figure = arms()
    network = Network(figure, [*hands_on_hips(figure), Position(point=figure.point("left tip"), target=(1, 2, 0.5))])
    words = [describe(block) for block in network.blocks]
    assert words[0].detail == "4 parameters"
    assert any(w.title == "left tip" and w.detail == "point, 3 × 2" for w in words)
    assert any(w.sort == "constant" and w.title == "(1, 2, 0.5)" for w in words)


def test_the_command_lists_and_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = ran("network", "human", "--goal", "position r_hand @pelvis", "--lock", "l_foot", "-o", "n.svg")
    assert re.search(r"lock l_foot\s+goal\s+pose, 6 rows", text)
    assert text.endswith("n.svg\n")
    assert len(of_class(ElementTree.parse("n.svg").getroot(), "goal")) == 2
    assert "drawn as .svg" in mistake("network", "human", "--lock", "l_foot", "-o", "n.png")
