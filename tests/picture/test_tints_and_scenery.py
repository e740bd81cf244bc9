"""Tints of figures, scenery that is no figure, and poses that save themselves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from manikin import ManikinError, bodies, load_pose
from manikin.figure.figure import Figure
from manikin.picture import THEMES, render
from manikin.picture.body import solids_of
from manikin.skeleton.build import joint
from manikin.skeleton.shapes import Box, Ellipsoid
from manikin.skeleton.skeleton import Skeleton
from tests.support.plain_pictures import FRONT, WHITE, covered, figure


def extent(mask: np.ndarray) -> tuple[int, int, int, int]:
    """First and last column, first and last row."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return columns[0], columns[-1], rows[0], rows[-1]


def mean_colour(image: np.ndarray) -> np.ndarray:
    """Of what is not white."""
    return np.asarray(image[covered(image)].reshape(-1, 3).mean(axis=0))


def test_a_tint_colours_its_figure_and_no_other_one() -> None:
    left = figure(joint("a", offset=(-1, 0, 0), shapes=(Ellipsoid(radii=(0.5, 0.5, 0.5)),))).renamed("left")
    right = figure(joint("a", offset=(1, 0, 0), shapes=(Ellipsoid(radii=(0.5, 0.5, 0.5)),))).renamed("right")
    how = {"theme": WHITE, "ground": False, "size": (100, 100), "camera": FRONT}
    plain = render([left, right], **how)
    for tints in ({"left": (1.0, 0.0, 0.0)}, [(1.0, 0.0, 0.0), None]):
        tinted = render([left, right], tints=tints, **how)
        np.testing.assert_array_equal(tinted[:, 50:], plain[:, 50:])
        before, after = mean_colour(plain[:, :50]), mean_colour(tinted[:, :50])
        assert after[0] - after[1] > before[0] - before[1] + 40
        assert after[1] < before[1] - 20


def test_a_tint_leaves_sides_apart() -> None:
    human = bodies.load("human")
    colours = solids_of(human.pose(), THEMES["light"], (0.2, 0.5, 0.3)).colour
    assert len(np.unique(colours.round(6), axis=0)) == len(
        np.unique(solids_of(human.pose(), THEMES["light"]).colour.round(6), axis=0)
    )


@pytest.mark.parametrize(
    ("tints", "message"),
    [({"nobody": (0, 0, 0)}, "nobody"), ([None, None], "1 poses need as many"), ([(0, 0, 2)], "between 0 and 1")],
)
def test_wrong_tints_are_named(tints: object, message: str) -> None:
    with pytest.raises(ManikinError, match=message):
        render(bodies.load("planar3"), tints=tints, size=(32, 32))  # type: ignore[arg-type]


def test_scenery_stands_in_the_world_without_bones_and_follows_the_figures_up_axis() -> None:
    how = {"theme": WHITE, "ground": False, "size": (100, 100), "camera": FRONT}
    box = Box(size=(1.0, 0.2, 0.2), at=(1, 0, 0, 0, 0, 1, 0, 1.0, 0, 0, 1, 0))
    for up, at in (("y", box.at), ("z", (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1.0))):
        small = Figure(Skeleton(name="dot", up=up, joints=(joint("a", shapes=(Ellipsoid(radii=(0.1, 0.1, 0.1)),)),)))
        size = (1.0, 0.2, 0.2) if up == "y" else (0.2, 1.0, 0.2)  # the front view of a z-up world shows y across
        image = render(small, scenery=[replace(box, at=at, size=size)], **how)
        alone = render(small, **how)
        added = covered(image) & ~covered(alone)
        first, last, top, bottom = extent(added)
        assert (first, last) == pytest.approx((37, 62), abs=2)
        assert (top, bottom) == pytest.approx((23, 28), abs=2)
    with pytest.raises(ManikinError, match="made of shapes"):
        render(small, scenery=["box"], size=(32, 32))  # type: ignore[list-item]


def test_a_pose_saves_itself_as_a_picture_or_as_values(tmp_path: Path) -> None:
    pose = bodies.load("stickman").pose()
    pose.save(tmp_path / "one.PNG", size=(60, 40), view="front")
    pose.save(tmp_path / "four.png", size=(120, 90), view="four")
    with Image.open(tmp_path / "one.PNG") as one, Image.open(tmp_path / "four.png") as four:
        assert (one.size, four.size) == ((60, 40), (120, 90))
        np.testing.assert_array_equal(np.asarray(one), render(pose, view="front", size=(60, 40)))
    pose.save(tmp_path / "pose.json")
    assert load_pose(tmp_path / "pose.json", pose.figure) == pose
    with pytest.raises(ManikinError, match=r"picture \(\.png\)"):
        pose.save(tmp_path / "x.svg")
    with pytest.raises(ManikinError, match="only pictures"):
        pose.save(tmp_path / "x.json", size=(1, 1))
