"""Marks and titles, four views, wrong input, PNG files, notebooks."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from PIL import Image

from manikin import bodies
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.picture import Camera, Marker, Polyline, Star, four_views, render, to_png
from manikin.skeleton.build import chain, joint
from manikin.skeleton.shapes import Ellipsoid
from tests.support.plain_pictures import FRONT, WHITE, covered, figure

# ---- marks, titles, four views -----------------------------------------------------------------


def test_markers_paths_and_stars_are_where_they_were_put() -> None:
    ball = figure(joint("a", shapes=[Ellipsoid(radii=(0.5, 0.5, 0.5), colour=(1.0, 1.0, 1.0))]))
    image = render(
        ball,
        markers=[Marker((-1.0, 1.0, 0.0), colour=(0.1, 0.8, 0.1), radius=0.2)],
        paths=[
            Polyline([(-1.5, -1.0, 0), (1.5, -1.0, 0)], colour=(0.0, 0.0, 1.0), radius=0.05),
            [(0, 0, 0), (0, 0, 1)],
        ],
        stars=[Star((0.0, 0.0, -3.0), colour=(1.0, 0.0, 0.0)), (1.0, 1.0, 0.0)],
        theme=WHITE,
        ground=False,
        size=(100, 100),
        camera=FRONT,
    ).astype(int)
    assert image[25, 25, 1] > image[25, 25, 0] + 60
    assert (image[75, 14:86] == [0, 0, 255]).all()
    assert image[50, 50].tolist() == [255, 0, 0]  # a goal is seen through what is before it
    assert image[25, 75, 0] > image[25, 75, 1] + 60


def test_a_picture_of_marks_alone_is_framed() -> None:
    points = np.random.default_rng(1).normal(size=(20, 3))
    assert covered(render([], markers=points, paths=[points], theme=WHITE, ground=False, size=(80, 80))).sum() > 100
    assert covered(render([], markers=[(3.0, 3.0, 3.0)], theme=WHITE, ground=False, size=(80, 80))).any()


def test_four_views_are_the_single_views_side_by_side() -> None:
    pose = bodies.load("stickman").pose()
    image = four_views(pose, size=(403, 306))
    assert image.shape == (306, 403, 3)
    assert (image[:100, 303:] == render(pose, view="front", size=(100, 100), title="front")).all()
    assert (image[103:203, 303:] == render(pose, view="side", size=(100, 100), title="side")).all()
    assert (image[206:, 303:] == render(pose, view="top", size=(100, 100), title="top")).all()
    assert (image[:, :300] == render(pose, view="perspective", size=(300, 306), title="perspective")).all()


def test_a_title_is_written_at_the_top_left_and_may_be_cut() -> None:
    plain, titled = (render(bodies.load("planar3"), size=(200, 100), title=t) for t in ("", "Hello, world!"))
    rows, columns = np.nonzero((plain != titled).any(axis=2))
    assert rows.max() < 25
    assert columns.max() < 120
    assert len(rows) > 150
    render(bodies.load("planar3"), size=(20, 5), title="a title that is much too long for so small a picture ☃")


@pytest.mark.parametrize("size", [(1, 1), (1, 40), (40, 1), (7, 300)])
def test_very_small_and_very_narrow_pictures_have_their_size(size: tuple[int, int]) -> None:
    assert render(bodies.load("stickman"), size=size).shape == (size[1], size[0], 3)


def test_a_camera_within_the_figure_sees_it_from_inside() -> None:
    human = bodies.load("human").pose()
    for target in ((0.0, 1.0, 1.0), (0.3, 5.0, 0.0), (0.0, -4.0, 0.1)):
        for lens in ({"field_of_view": 1.4}, {"span": 0.5}):
            render(human, camera=Camera(eye=(0.0, 1.0, 0.02), target=target, **lens), size=(40, 40))


# ---- wrong input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": (0, 10)}, "pixels"),
        ({"size": (100_000, 100_000)}, "pixels"),
        ({"size": "large"}, "width and height"),
        ({"size": (math.nan, 3)}, "width and height"),
        ({"view": "front", "camera": FRONT}, "not both"),
        ({"markers": [(0.0, math.nan, 0.0)]}, "finite"),
        ({"markers": [(0.0, 1.0)]}, "finite numbers"),
        ({"paths": [3]}, "finite numbers"),
        ({"stars": ["here"]}, "finite numbers"),
        ({"paths": [[]]}, "finite numbers"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        render(bodies.load("planar3"), **options)


def test_names_that_do_not_exist_are_told_with_those_that_do() -> None:
    with pytest.raises(UnknownName, match='did you mean "perspective"'):
        render(bodies.load("planar3"), view="perspectiv")
    with pytest.raises(UnknownName, match="light, dark"):
        render(bodies.load("planar3"), theme="pink")


def test_only_poses_and_figures_can_be_shown_and_at_least_something() -> None:
    with pytest.raises(InputError, match="poses must be a Pose or a Figure"):
        render([3])
    with pytest.raises(InputError, match="nothing to show"):
        render([])
    with pytest.raises(InputError, match="too few"):
        four_views(bodies.load("planar3"), size=(4, 4))


def test_a_pose_that_reaches_beyond_all_bounds_is_refused() -> None:
    with pytest.raises(InputError, match=r"more than 1e\+15 metres"):
        render(Figure(chain([1e300, 1e300])))


# ---- files and notebooks -----------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (64, 48)])
def test_png_files_give_back_every_pixel(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(9)
    for image in (
        rng.integers(0, 256, (*shape, 3), dtype=np.uint8),
        np.broadcast_to(np.arange(shape[1], dtype=np.uint8)[None, :, None], (*shape, 3)),
        np.zeros((*shape, 3), np.uint8),
    ):
        read = Image.open(io.BytesIO(to_png(image)))
        read.verify()
        assert (np.array(Image.open(io.BytesIO(to_png(image)))) == image).all()


@pytest.mark.parametrize(
    "wrong",
    [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((4, 4, 2), np.uint8), np.zeros((0, 4, 3), np.uint8)],
)
def test_only_images_become_png_files(wrong: np.ndarray) -> None:
    with pytest.raises(InputError, match="uint8"):
        to_png(wrong)


def test_figures_and_poses_show_themselves_in_a_notebook() -> None:
    stick = bodies.load("stickman")
    for thing in (stick, stick.pose()):
        assert Image.open(io.BytesIO(thing._repr_png_())).size == (640, 640)
