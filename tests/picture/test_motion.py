"""Pictures of clips: figures side by side or as ghosts, onion skins, paths, and ground that is not level."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from manikin import ManikinError, OnGround, bodies
from manikin.gait.ground import HeightField, Level, Stairs
from manikin.picture import Camera, Marker, Polyline, render
from manikin.picture.motion import film_strip, onion_skin, strobe
from manikin.picture.motion_path import path_marks
from manikin.picture.terrain import ground_shapes
from tests.support.moving_figures import bowing, sliding
from tests.support.plain_pictures import WHITE, covered

HUMAN = bodies.load("human")
TALL = Camera(eye=(0.0, 1.0, 20.0), target=(0.0, 1.0, 0.0), span=4.0)


def blobs(image: np.ndarray) -> int:
    """Runs of columns with something in them."""
    columns = covered(image).any(axis=0).astype(int)
    return int((np.diff(columns, prepend=0) == 1).sum())


PLAIN: dict[str, Any] = {"theme": WHITE, "ground": False, "view": "front"}


@pytest.mark.parametrize("distance", [0.0, 0.5, -0.5, 10.0, -10.0])
def test_figures_side_by_side_do_not_overlap(distance: float) -> None:
    assert blobs(strobe(sliding(distance), 6, size=(600, 100), **PLAIN)) == 6


def test_figures_that_are_far_enough_apart_stay_where_they_are() -> None:
    far = sliding(10.0)
    spread, stays = (strobe(far, [0, 10], spread=on, size=(600, 100), **PLAIN) for on in (True, False))
    assert (covered(spread) == covered(stays)).mean() > 0.99


def test_things_stand_beside_each_figure_that_is_moved() -> None:
    box = bodies.load("box:0.1x0.9x0.1")
    image = strobe(sliding(0.0), 3, things=box, size=(600, 100), **PLAIN)
    assert blobs(image) == 3
    alone = strobe(sliding(0.0), 3, size=(600, 100), **PLAIN)
    for picture, taller in ((image, True), (alone, False)):
        shown = covered(picture)
        assert (shown.any(axis=1).sum() > 1.5 * shown.any(axis=0).sum() / 3) is np.bool(taller)


def test_ghosts_are_fainter_and_cast_no_shadow() -> None:
    ball = sliding(0.0).figure.pose()
    how: dict[str, Any] = {"theme": WHITE, "camera": TALL, "size": (100, 100)}
    darkness = [
        float((255.0 - render(ball, opacities=[share], ground=False, **how)).sum()) for share in (0, 0.25, 0.5, 1)
    ]
    assert darkness[0] == 0
    assert darkness[1] < 0.3 * darkness[3]
    assert darkness[2] == pytest.approx(0.5 * darkness[3], rel=0.1)
    np.testing.assert_array_equal(render(ball, opacities=[1.0], **how), render(ball, **how))


def test_a_ghost_lies_behind_what_is_solid() -> None:
    figure = sliding(0.0).figure
    how: dict[str, Any] = {"theme": WHITE, "camera": TALL, "size": (100, 100), "ground": False}
    both = render([figure, figure], opacities=[0.3, 1.0], **how)
    assert (both != render(figure, **how)).any(axis=2).mean() < 0.004  # pixels at the edge show a little of both


@pytest.mark.parametrize("opacities", [[2.0], [-0.1], [1.0, 1.0], ["a"], [float("nan")]])
def test_wrong_opacities_are_refused(opacities: Any) -> None:
    with pytest.raises(ManikinError, match="opacit"):
        render(HUMAN, opacities=opacities, size=(32, 32))


def test_an_onion_skin_is_blue_before_and_orange_after() -> None:
    clip = sliding(4.0)
    image = onion_skin(clip, 5, around=1, step=5, size=(600, 100), **PLAIN).astype(float)
    parts = np.split(image, [200, 400], axis=1)
    red, _, blue = (parts[0][covered(parts[0].astype(np.uint8))].mean(axis=0)).tolist()
    assert blue > red + 20
    red, _, blue = (parts[2][covered(parts[2].astype(np.uint8))].mean(axis=0)).tolist()
    assert red > blue + 20


def test_skins_are_at_keys_or_at_steps_and_inside_the_clip() -> None:
    clip, how = bowing(), {"size": (64, 64)}
    at_keys = onion_skin(clip, 10, around=1, **how)
    at_steps = onion_skin(clip, 10, around=1, step=10, **how)
    assert (at_keys != at_steps).any()  # the next key is 20 frames away
    np.testing.assert_array_equal(onion_skin(clip, 0, around=3, step=100, **how), render(clip.pose(0), **how))
    np.testing.assert_array_equal(onion_skin(clip, 10, around=0, **how), render(clip.pose(10), **how))


def test_a_path_has_a_dot_for_each_frame_and_a_disc_for_each_key() -> None:
    clip = bowing()
    marks = path_marks(clip, "head")
    (line,) = [mark for mark in marks if isinstance(mark, Polyline)]
    radii = [mark.radius for mark in marks if isinstance(mark, Marker)]
    assert (radii.count(min(radii)), radii.count(max(radii))) == (31, 3)
    np.testing.assert_allclose(line.points[0], clip.pose(0).position("head"))
    np.testing.assert_allclose(line.points[40], clip.pose(10).position("head"))
    without = strobe(clip, 2, size=(200, 100))
    assert (strobe(clip, 2, points=["head", HUMAN.point("l_hand")], size=(200, 100)) != without).any()


def test_a_film_strip_has_a_panel_for_each_frame() -> None:
    image = film_strip(bowing(), [0, 10, 20], size=(60, 80), columns=2)
    assert image.shape == (2 * 80 + 3, 2 * 60 + 3, 3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: strobe(bowing(), 0), "number from 1"),
        (lambda: strobe(bowing(), [float("nan")]), "finite"),
        (lambda: strobe([], 3), "no clip"),
        (lambda: strobe(bowing(), 3, points=["tail"]), "tail"),
        (lambda: onion_skin(bowing(), float("inf")), "finite"),
        (lambda: onion_skin(bowing(), 3, step=0), "more than 0"),
        (lambda: onion_skin(bowing(), 3, around=-1), "ghosts"),
        (lambda: ground_shapes(Stairs(count=2), width=0), "width"),
    ],
)
def test_mistakes_are_named(call: Any, message: str) -> None:
    with pytest.raises(ManikinError, match=message):
        call()


def test_a_height_field_lies_where_the_goal_has_the_ground_and_faces_up() -> None:
    rng = np.random.default_rng(3)
    heights = tuple(map(tuple, rng.normal(size=(4, 6)).tolist()))
    (field,) = ground_shapes(HeightField(heights=heights, origin=(-1, 2), spacing=(0.5, 0.7)))
    goal = OnGround(point=HUMAN.point("head"), heights=heights, origin=(-1, 2), spacing=(0.5, 0.7))
    points, faces = field.triangles()
    for point in rng.permutation(points)[:50]:
        assert point[1] == pytest.approx(goal.ground(point[0], point[2])[0], abs=1e-12)
    normals = np.cross(points[faces[:, 1]] - points[faces[:, 0]], points[faces[:, 2]] - points[faces[:, 0]])
    assert (normals[:, 1] > 0).all()


@pytest.mark.parametrize(
    "stairs", [Stairs(count=3), Stairs(count=4, rise=-0.2, heading=50.0, start=(1.0, -2.0), at=0.3)]
)
def test_stairs_are_drawn_where_they_are(stairs: Stairs) -> None:
    shapes = ground_shapes(stairs)
    assert len(shapes) == stairs.count
    for shape in shapes:
        points, _ = shape.triangles()
        top = points[:, 1].max()
        middle = points[:, [0, 2]].mean(axis=0)
        assert top == pytest.approx(stairs.height(middle[None])[0])
    assert render(HUMAN, scenery=shapes, size=(64, 64)).std() > 0


def test_level_ground_needs_no_shapes() -> None:
    assert ground_shapes(Level()) == ()
