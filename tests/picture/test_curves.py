"""Curves of clips over time."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import ManikinError, moves
from manikin.picture.curves import clip_curves
from tests.support.moving_figures import bowing, sliding

pytest.importorskip("matplotlib")


def test_curves_are_the_parameters_and_the_speed_of_a_point() -> None:
    clip = sliding(3.0)  # 10 frames at 30 a second: 9 m/s
    above, below = clip_curves(clip, "x", "ball").axes
    np.testing.assert_allclose(above.lines[0].get_ydata(), np.linspace(0, 300, 11))
    np.testing.assert_allclose(below.lines[0].get_ydata(), 9.0, rtol=1e-6)


def test_without_names_the_liveliest_parameters_are_shown_with_lines_at_the_keys() -> None:
    (axes,) = clip_curves(bowing()).axes
    assert "spine_bend" in [text.get_text() for text in axes.get_legend().get_texts()]
    assert len([line for line in axes.lines if len(set(line.get_xdata())) == 1]) == 3


def test_what_goals_change_is_dotted_beside() -> None:
    (axes,) = clip_curves(moves.load("bow"), ["l_knee"]).axes
    assert [line.get_linestyle() for line in axes.lines[:2]] == ["-", ":"]


def test_a_wrong_name_is_named() -> None:
    with pytest.raises(ManikinError, match="tail"):
        clip_curves(bowing(), "tail")
    with pytest.raises(ManikinError, match="three frames"):
        clip_curves(bowing(), first=0, last=1)
