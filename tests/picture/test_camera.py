"""Where points land in a picture, and that cameras frame what they shall."""

from __future__ import annotations

import math

import numpy as np
import pytest

from manikin.errors import InputError, UnknownName
from manikin.picture import Bounds, Camera, on_stage
from manikin.picture.camera import FIELD_OF_VIEW, MARGIN, VIEWS

SIZE = (200, 100)


def test_a_front_view_shows_x_to_the_right_and_y_up() -> None:
    camera = Camera(eye=(0.0, 1.0, 9.0), target=(0.0, 1.0, 0.0), span=2.0)  # 50 pixels a metre
    pixel, depth = camera.project([(0.5, 1.25, 2.0), (0.0, 1.0, 0.0)], SIZE)
    assert pixel == pytest.approx(np.array([(125.0, 37.5), (100.0, 50.0)]))
    assert depth == pytest.approx([7.0, 9.0])


def test_perspective_agrees_with_a_projection_by_hand() -> None:
    camera = Camera(eye=(3.0, 2.0, 4.0), target=(0.0, 2.0, 0.0), field_of_view=math.radians(90))
    # 5 m from the target, looking along (−3, 0, −4)/5, right is (4, 0, −3)/5; 90° over 100 pixels: 50 a unit
    point = np.array([3.0, 2.0, 4.0]) + 2.0 * np.array([-0.6, 0, -0.8]) + 0.5 * np.array([0.8, 0, -0.6]) + [0, 0.25, 0]
    pixel, depth = camera.project(point, SIZE)
    assert depth == pytest.approx(2.0)
    assert pixel == pytest.approx([100 + 50 * 0.5 / 2, 50 - 50 * 0.25 / 2])


def test_the_views_look_where_their_names_say() -> None:
    bounds = Bounds.of_points([(-1, -1, -1), (1, 1, 1)])
    origin, left, up, ahead = np.zeros(3), np.array([0.5, 0, 0]), np.array([0, 0.5, 0]), np.array([0, 0, 0.5])
    moves = {}
    for view in VIEWS:
        camera = Camera.fit_view(bounds, view)
        start = camera.project(origin, SIZE)[0]
        moves[view] = [np.sign(np.round(camera.project(p, SIZE)[0] - start, 9)) for p in (left, up, ahead)]
    assert [m.tolist() for m in moves["front"]] == [[1, 0], [0, -1], [0, 0]]
    assert [m.tolist() for m in moves["side"]] == [[0, 0], [0, -1], [1, 0]]  # it walks to the right
    assert [m.tolist() for m in moves["top"]] == [[1, 0], [0, 0], [0, 1]]
    assert moves["perspective"][1][1] == -1


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("aspect", [0.4, 1.0, 2.5])
def test_a_framed_scene_fills_the_picture_up_to_the_margin(view: str, aspect: float) -> None:
    rng = np.random.default_rng(3)
    size = (round(1000 * aspect), 1000)
    for scale in (1e-6, 1.0, 1e6):
        points = scale * rng.normal(size=(40, 3)) * rng.uniform(0.1, 3, 3) + scale * rng.normal(size=3) * 5
        camera = Camera.fit_view(Bounds.of_points(points), view, aspect=size[0] / size[1])
        pixels, _ = camera.project(points, size)
        low, high = pixels.min(axis=0) / size, pixels.max(axis=0) / size
        assert (low >= MARGIN - 1e-9).all()
        assert (high <= 1 - MARGIN + 1e-9).all()
        assert (high - low).max() == pytest.approx(1 - 2 * MARGIN)
        assert (low + high)[np.argmax(high - low)] == pytest.approx(1)  # and is centred


def test_framing_counts_the_width_of_balls() -> None:
    ball = Bounds(np.zeros((1, 3)), np.eye(3)[None] * 2.0)
    camera = Camera.fit_view(ball, "front", margin=0.1)
    assert camera.span == pytest.approx(4.0 / 0.8)
    seen = Camera.fit_view(ball, "perspective", margin=0.1)
    distance = np.linalg.norm(seen.eye)
    assert math.asin(2.0 / distance) == pytest.approx(math.atan(0.8 * math.tan(FIELD_OF_VIEW / 2)))


def test_robots_with_z_up_stand_upright_and_face_the_front() -> None:
    assert on_stage([(1, 0, 0), (0, 1, 0), (0, 0, 1)], "z").tolist() == [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    assert on_stage([(1, 2, 3)], "y").tolist() == [[1, 2, 3]]


def test_what_is_behind_a_camera_has_no_pixel() -> None:
    camera = Camera(eye=(0.0, 0.0, 0.0), target=(0.0, 0.0, -1.0), field_of_view=1.0)
    pixel, depth = camera.project((0.1, 0.2, 3.0), SIZE)
    assert np.isnan(pixel).all()
    assert depth == -3.0


@pytest.mark.parametrize(
    "wrong",
    [
        {"field_of_view": 1.0, "span": 1.0},
        {},
        {"field_of_view": 4.0},
        {"span": 0.0},
        {"span": math.nan},
        {"span": 1.0, "target": (0.0, 0.0, 1.0)},
        {"span": 1.0, "target": (math.inf, 0.0, 1.0)},
    ],
)
def test_a_camera_that_cannot_see_is_refused(wrong: dict) -> None:
    with pytest.raises(InputError):
        Camera(**{"eye": (0.0, 0.0, 1.0), "target": (0.0, 0.0, 0.0), **wrong})


def test_an_unknown_view_names_the_known_ones() -> None:
    with pytest.raises(UnknownName, match='did you mean "front"'):
        Camera.fit_view(Bounds.of_points([(0, 0, 0)]), "frnt")
