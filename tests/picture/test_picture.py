"""Pictures show what is there: every shape, order, smooth edges, sides, scales, the ground."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from manikin import bodies
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.picture import THEMES, Camera, Marker, Polyline, render, to_png
from manikin.picture.body import solids_of
from manikin.picture.light import ShadowMap
from manikin.picture.shadow import GroundShadow
from manikin.picture.theme import to_display, to_linear
from manikin.skeleton.build import chain, joint
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, MeshFile, Shape
from manikin.skeleton.skeleton import Skeleton
from tests.support.plain_pictures import FRONT, WHITE, covered, figure

BLACK = (0.0, 0.0, 0.0)


def shown(*shapes: Shape, **options) -> np.ndarray:
    """A picture of shapes at the origin on plain white, 100 × 100."""
    return render(
        figure(joint("a", shapes=shapes)), theme=WHITE, ground=False, size=(100, 100), camera=FRONT, **options
    )


def extent(mask: np.ndarray) -> tuple[int, int, int, int]:
    """First and last column, first and last row."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return columns[0], columns[-1], rows[0], rows[-1]


def rod(start: tuple, end: tuple, radius: float, **more) -> Capsule:
    return Capsule(start=start, end=end, radius=radius, end_radius=radius, **more)


# ---- shapes ------------------------------------------------------------------------------------

TETRAHEDRON = Mesh(
    vertices=((-1.0, -1.0, -1.0), (1.0, -1.0, -1.0), (0.0, -1.0, 1.0), (0.0, 1.0, 0.0)),
    faces=((0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)),
)


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        (rod((0.0, -0.6, 0.0), (0.0, 0.6, 0.0), 0.4), (40, 60, 25, 75)),
        (Ellipsoid(radii=(1.0, 0.4, 0.2)), (25, 75, 40, 60)),
        (Cylinder(radius=0.8, length=2.0), (30, 70, 25, 75)),
        (Box(size=(1.2, 2.0, 0.5)), (35, 65, 25, 75)),
        (TETRAHEDRON, (25, 75, 25, 75)),
    ],
)
def test_every_kind_of_shape_is_seen_where_it_is(shape: Shape, box: tuple) -> None:
    left, right, top, bottom = extent(covered(shown(shape)))
    assert np.abs(np.array([left, right + 1, top, bottom + 1]) - box).max() <= 1


def test_a_shape_keeps_its_own_colour() -> None:
    red, green, blue = shown(Box(size=(2.0, 2.0, 2.0), colour=(0.1, 0.8, 0.1)))[50, 50].astype(int)
    assert green > red + 60
    assert green > blue + 60


def test_a_finely_divided_mesh_looks_like_the_round_shape_that_it_stands_for() -> None:
    round_one = Ellipsoid(radii=(1.0, 1.4, 0.7))
    points, faces = round_one.triangles(40)
    mesh = Mesh(vertices=tuple(map(tuple, points.tolist())), faces=tuple(map(tuple, faces.tolist())))
    apart = np.abs(shown(round_one).astype(int) - shown(mesh).astype(int)).max(axis=2)
    assert np.quantile(apart, 0.96) <= 2
    assert apart.max() < 90  # edges of polygons run a little inside of the circle


def test_the_faces_of_a_box_differ_in_light_and_are_flat() -> None:
    turned = joint("a", orientation=np.radians((30, 40, 0)), shapes=[Box(size=(2.0, 2.0, 2.0))])
    image = render(figure(turned), theme=WHITE, ground=False, size=(200, 200), view="front")
    tones, counts = np.unique(image.reshape(-1, 3), axis=0, return_counts=True)
    large = tones[counts > 800]
    assert 3 <= len(large) <= 12  # white and three faces, whose shine varies by a step or so


@pytest.mark.parametrize(
    "shape",
    [
        rod((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0),
        rod((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.0),
        Capsule(start=(0.0, 0.0, 0.0), end=(0.0, 0.1, 0.0), radius=0.1, end_radius=0.5),
        Ellipsoid(radii=(0.0, 0.0, 0.0)),
        Ellipsoid(radii=(1.0, 1.0, 0.0)),
        Cylinder(radius=0.0, length=0.0),
        Cylinder(radius=1.0, length=0.0),
        Box(size=(0.0, 0.0, 0.0)),
        Box(size=(1.0, 1.0, 0.0)),
        Mesh(vertices=(), faces=()),
        Mesh(vertices=((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0)), faces=((0, 1, 2),)),
        MeshFile(path="elsewhere.stl"),
    ],
)
def test_shapes_without_length_width_or_content_are_no_trouble_and_something_is_seen(shape: Shape) -> None:
    for view in ("perspective", "front", "side", "top"):
        image = render(figure(joint("a", shapes=[shape])), view=view, size=(40, 40), theme=WHITE, ground=False)
        flat = isinstance(shape, (Ellipsoid, Cylinder, Box)) and view in ("side", "top", "front")
        assert covered(image).any() or flat  # a sheet seen edge on may hide


def test_a_capsule_thinner_than_a_pixel_does_not_break_up() -> None:
    image = shown(rod((-1.5, -1.2, 0.0), (1.4, 1.5, 0.0), 1e-5, colour=BLACK))
    mask = covered(image)
    left, right, top, bottom = extent(mask)
    assert mask[:, left : right + 1].any(axis=0).all()
    assert mask[top : bottom + 1].any(axis=1).all()
    assert mask.sum() < 5 * (right - left)


def test_of_two_balls_one_within_the_other_the_larger_is_seen() -> None:
    for a, b, centre in ((0.9, 0.2, 0.0), (0.2, 0.9, 0.4)):
        capsule = Capsule(start=(0.0, 0.0, 0.0), end=(0.4, 0.0, 0.0), radius=a, end_radius=b)
        left, right, top, bottom = extent(covered(shown(capsule)))
        wanted = np.array([50 + 25 * (centre - 0.9), 50 + 25 * (centre + 0.9), 50 - 22.5, 50 + 22.5])
        assert np.abs(np.array([left, right + 1, top, bottom + 1]) - wanted).max() <= 1


def test_a_sheet_is_lit_on_both_of_its_sides() -> None:
    corners = ((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.3))
    front, back = (shown(Mesh(vertices=corners, faces=(face,))) for face in ((0, 1, 2), (0, 2, 1)))
    assert (front == back).all()
    assert covered(front).any()


def test_a_squeezed_frame_squeezes_its_shapes() -> None:
    ball = joint("a", scale=(2.0, 0.5, 1.0), shapes=[rod((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.8)])
    image = render(figure(ball), theme=WHITE, ground=False, size=(100, 100), camera=FRONT)
    left, right, top, bottom = extent(covered(image))
    assert np.abs(np.array([left, right + 1, top, bottom + 1]) - (10, 90, 40, 60)).max() <= 1


# ---- order and edges ---------------------------------------------------------------------------


@pytest.mark.parametrize("swapped", [False, True])
def test_the_nearer_of_two_capsules_wins(swapped: bool) -> None:
    near = rod((-1.0, 0.0, 0.8), (1.0, 0.0, 0.8), 0.2, colour=(0.9, 0.1, 0.1))
    far = rod((0.0, -1.0, 0.0), (0.0, 1.0, 0.0), 0.2, colour=(0.1, 0.1, 0.9))
    image = shown(*((far, near) if swapped else (near, far))).astype(int)
    assert image[50, 50, 0] > image[50, 50, 2] + 50
    assert image[35, 50, 2] > image[35, 50, 0] + 50
    behind = render(
        figure(joint("a", shapes=[near, far])), theme=WHITE, ground=False, size=(100, 100),
        camera=Camera(eye=(0.0, 0.0, -10.0), target=(0.0, 0.0, 0.0), span=4.0),
    ).astype(int)  # fmt: skip
    assert behind[50, 50, 2] > behind[50, 50, 0] + 50


@pytest.mark.parametrize("bend", [0.4, 1.1, 2.0])
def test_balls_that_share_a_joint_do_not_flicker(bend: float) -> None:
    thigh = rod((0.0, 0.0, 0.0), (0.0, 1.2, 0.0), 0.2, colour=(1.0, 1.0, 1.0))
    shin = rod((0.0, 0.0, 0.0), (1.2 * math.sin(bend), 1.2 * math.cos(bend), 0.3), 0.2, colour=BLACK)
    knee = Camera(eye=(1.0, 0.5, 3.0), target=(0.0, 0.0, 0.0), field_of_view=0.12)
    image = render(figure(joint("a", shapes=[thigh, shin])), camera=knee, ground=False, size=(150, 150))
    dark = image.mean(axis=2) < 70
    assert 0.1 < dark.mean() < 0.9
    assert (dark[:, 1:] != dark[:, :-1]).sum(axis=1).max() <= 3
    assert (dark[1:] != dark[:-1]).sum(axis=0).max() <= 3


def disc(radius: float, centre: tuple[float, float] = (0.013, -0.007)) -> np.ndarray:
    """How much of each pixel a black disc covers, in linear light."""
    dot = Polyline([(*centre, 0.0)], BLACK, radius)
    image = render([], paths=[dot], theme=WHITE, ground=False, size=(100, 100), camera=FRONT)[:, :, 0] / 255
    return 1 - np.where(image <= 0.04045, image / 12.92, ((image + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("radius", [0.1, 0.3, 1.0, 1.7])
def test_the_area_of_a_disc_is_right_to_a_percent_of_its_outline(radius: float) -> None:
    pixels = 25 * radius
    assert disc(radius).sum() == pytest.approx(math.pi * pixels**2, abs=0.01 * 2 * math.pi * pixels + 0.3)


def test_edges_are_smooth_and_the_inside_is_whole() -> None:
    share = disc(1.2)
    y, x = np.mgrid[0:100, 0:100] + 0.5
    away = np.hypot(x - 50 - 25 * 0.013, y - 50 - 25 * 0.007) - 30
    assert (share[away < -0.8] > 0.999).all()
    assert (share[away > 0.8] == 0).all()
    edge = np.abs(away) < 0.4
    assert ((share > 0.02) & (share < 0.98))[edge].mean() > 0.85
    assert np.abs(share - np.clip(0.5 - away, 0, 1))[edge].max() < 0.3


def test_the_edge_between_two_shapes_is_smooth_too() -> None:
    back = Box(size=(3.0, 3.0, 0.1), colour=(1.0, 1.0, 1.0))
    front = rod((0.0, -1.0, 0.5), (0.3, 1.0, 0.5), 0.2, colour=BLACK)
    row = shown(back, front)[50, 30:75].mean(axis=1)
    assert row.min() < 60
    jumps = np.abs(np.diff(row))
    assert ((row > row.min() + 25) & (row < row.max() - 25)).sum() >= 2
    assert jumps.max() < 0.98 * (row.max() - row.min())


# ---- figures -----------------------------------------------------------------------------------


def test_the_same_scene_gives_the_same_bytes() -> None:
    pose = bodies.load("human").pose()
    first, second = (to_png(render(pose, size=(120, 120))) for _ in range(2))
    assert first == second
    again = Figure(pose.figure.skeleton).pose(pose.q)
    assert to_png(render(again, size=(120, 120))) == first


def test_a_bare_skeleton_is_drawn_with_bones_and_knots() -> None:
    arm = Figure(chain([1.0, 1.0], thickness=0.0)).pose([0.0, math.pi / 2])
    mask = covered(render(arm, theme=WHITE, ground=False, size=(100, 100), camera=FRONT))
    assert mask[50, 50:75].all()
    assert mask[25:50, 75].all()
    assert not mask[40, 50:70].any()


def test_places_on_a_part_are_not_drawn_but_bones_to_moving_joints_are() -> None:
    ball = Ellipsoid(radii=(0.3, 0.3, 0.3))
    site = figure(joint("a", shapes=[ball]), joint("eye", "a", offset=(1.5, 0, 0)))
    moving = figure(joint("a", shapes=[ball]), joint("b", "a", offset=(1.5, 0, 0), dofs="hinge"))
    options = {"theme": WHITE, "ground": False, "size": (100, 100), "camera": FRONT}
    assert not covered(render(site, **options))[50, 60:].any()
    assert covered(render(moving, **options))[50, 60:87].all()


def test_the_left_is_cool_and_the_right_is_warm() -> None:
    human = bodies.load("human")
    image = render(human, view="front", theme=WHITE, ground=False, size=(200, 200)).astype(int)
    warmth = image[:, :, 0] - image[:, :, 2]
    mask = covered(image)
    middle = sum(extent(mask)[:2]) // 2
    legs = slice(140, 190)
    assert warmth[legs, middle + 3 :][mask[legs, middle + 3 :]].mean() < -15  # its left is to the right of the picture
    assert warmth[legs, : middle - 3][mask[legs, : middle - 3]].mean() > 15
    head = mask[:30]
    assert abs(warmth[:30][head].mean()) < 15


def test_sides_follow_places_where_no_partner_is_named_and_a_lone_chain_has_none() -> None:
    cross = figure(joint("a"), joint("l", "a", offset=(1.5, 0, 0), dofs="hinge"), joint("r", "a", offset=(-1.5, 0, 0)))
    image = render(cross, theme=WHITE, ground=False, size=(100, 100), camera=FRONT).astype(int)
    assert image[50, 75, 2] > image[50, 75, 0] + 15
    assert image[50, 25, 0] > image[50, 25, 2] + 15
    lone = shown(rod((0.0, 0.0, 0.0), (1.5, 0.0, 0.0), 0.3)).astype(int)
    assert abs(lone[50, 75, 0] - lone[50, 75, 2]) < 20


def test_a_figure_with_z_up_stands_as_one_with_y_up() -> None:
    post = rod((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.2)
    arm = rod((0.0, 0.0, 0.0), (0.7, 0.0, 0.0), 0.1)
    upright = figure(joint("a", shapes=[post]), joint("b", "a", offset=(0, 1, 0), shapes=[arm]))
    post_z = rod((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.2)
    arm_z = rod((0.0, 0.0, 0.0), (0.0, 0.7, 0.0), 0.1)
    robot = Figure(
        Skeleton(
            name="robot",
            joints=(joint("a", shapes=[post_z]), joint("b", "a", offset=(0, 0, 1), shapes=[arm_z])),
            up="z",
        )
    )
    apart = render(upright, size=(90, 90)).astype(int) - render(robot, size=(90, 90))
    assert np.abs(apart).max() <= 1
    marked = render(
        robot,
        markers=[Marker((0.0, -0.8, 0.4), radius=0.2)],
        theme=WHITE,
        ground=False,
        size=(100, 100),
        camera=Camera(eye=(10.0, 0.0, 0.0), target=(0.0, 0.0, 0.0), span=4.0),  # in the robot's world
    )
    assert marked[40, 30, 0] > marked[40, 30, 1].astype(int) + 60


@pytest.mark.parametrize("scale", [1e-6, 1e6])
@pytest.mark.parametrize("thickness", [0.0, None])
def test_a_figure_of_any_scale_looks_the_same(scale: float, thickness: float | None) -> None:
    turns = [0.5, 0.7, -1.1]
    usual, other = (
        render(Figure(chain([s, s, s / 2], thickness=thickness)).pose(turns), size=(120, 120)).astype(int)
        for s in (1.0, scale)
    )
    assert np.quantile(np.abs(usual - other), 0.995) <= 2


def test_a_figure_far_from_the_origin_is_still_in_the_middle() -> None:
    here, there = (
        figure(joint("a", offset=at, shapes=[Box(size=(1.0, 1.0, 1.0))])) for at in ((0, 0.5, 0), (4e5, 2e5, -3e5))
    )
    options = {"theme": WHITE, "ground": False, "size": (80, 80)}
    assert np.abs(render(here, **options).astype(int) - render(there, **options)).mean() < 2


@pytest.mark.parametrize("view", ["perspective", "front", "side", "top"])
def test_degenerate_figures_are_shown(view: str) -> None:
    one = figure(joint("a"))
    together = figure(joint("a"), joint("b", "a", dofs="ball"), joint("c", "b"))
    for each in (one, together):
        assert covered(render(each, view=view, theme=WHITE, ground=False, size=(60, 60)))[30, 30]


def test_several_poses_share_a_picture() -> None:
    left, right = (figure(joint("a", offset=(x, 0, 0), shapes=[Ellipsoid(radii=(0.4, 0.4, 0.4))])) for x in (-1.0, 1.0))
    image = render([left, right.pose()], theme=WHITE, ground=False, size=(100, 100), camera=FRONT)
    mask = covered(image)
    assert mask[50, 25]
    assert mask[50, 75]
    assert not mask[50, 50]


def test_a_chain_of_thousands_of_links_is_drawn_in_seconds() -> None:
    snake = Figure(chain([1.0] * 2000, joints="free"))
    turns = np.random.default_rng(5).normal(0, 0.3, snake.size)
    assert len(np.unique(render(snake.pose(turns), size=(100, 100)))) > 20


# ---- ground and themes -------------------------------------------------------------------------


def test_a_figure_throws_a_shadow_on_the_ground_and_the_dark_theme_is_dark() -> None:
    block = figure(joint("a", offset=(0, 0.5, 0), shapes=[Box(size=(0.6, 1.0, 0.6))]))
    free = figure(joint("a", offset=(0, 0.5, 0), shapes=[Box(size=(0.6, 1.0, 0.6))]))
    light = render(block, size=(200, 200)).astype(int)
    plain = render(free, size=(200, 200), ground=False).astype(int)
    shade = (plain - light).max(axis=2)
    assert (shade > 10).sum() > 500
    assert (light[:20] == plain[:20]).all()  # nothing above the horizon
    assert render(block, theme="dark", size=(50, 50))[0].mean() < 60
    assert light[0].mean() > 220


def test_the_grid_lies_on_the_ground_and_under_the_camera_only() -> None:
    ball = figure(joint("a", offset=(0, 1, 0), shapes=[Ellipsoid(radii=(0.2, 0.2, 0.2))]))
    above, below = (
        [Camera(eye=(0.0, y, 5.0), target=(0.0, 0.0, 0.0), **lens) for lens in ({"field_of_view": 0.6}, {"span": 3.0})]
        for y in (3.0, -3.0)
    )
    for camera in (*above, *below):
        with_ground, without = (render(ball, camera=camera, size=(80, 80), ground=g) for g in (True, False))
        assert (with_ground == without).all() == (camera in below)


def test_what_touches_the_ground_darkens_it_and_what_hovers_does_not() -> None:
    darkest = []
    for gap in (0.0, 0.8):
        block = figure(joint("a", offset=(0, gap + 0.5, 0), shapes=[Box(size=(1.0, 1.0, 1.0))]))
        solids = solids_of(block.pose(), THEMES["light"])
        below = ShadowMap.along(solids, solids.bounds()[0], np.array([0.0, 1.0, 0.0]))
        darkest.append(GroundShadow.contact(below, 0.0).dark.max())
    assert darkest[0] > 0.6
    assert darkest[1] < 0.01


def test_colours_survive_the_way_to_linear_light_and_back() -> None:
    shades = np.linspace(0, 1, 256)
    assert to_display(to_linear(shades)) == pytest.approx(255 * shades, abs=0.1)
    assert to_linear((0.5, 0.02, 1.0)) == pytest.approx([0.21404, 0.001548, 1.0], abs=1e-5)  # IEC 61966-2-1


@pytest.mark.parametrize("view", ["perspective", "front", "top"])
def test_the_theme_sets_every_colour(view: str) -> None:
    theme = replace(THEMES["light"], top=(0.2, 0.9, 0.2), bottom=(0.2, 0.9, 0.2), grid_strength=0.0)
    image = render(bodies.load("stickman"), view=view, theme=theme, size=(80, 80))
    assert image[0, 0].tolist() == [51, 230, 51]


def test_the_ground_is_at_0_also_for_a_figure_that_is_below_it() -> None:
    """Seen from the side, the line of the ground is where the world's 0 is."""
    sunk = bodies.load("stickman").pose(root_y=-0.5)
    side = Camera(eye=(0.0, 0.0, 10.0), target=(0.0, 0.0, 0.0), span=4.0)
    above = bodies.load("stickman").pose(root_y=2.0)
    for pose in (sunk, above):
        drawn = render(pose, camera=side, size=(100, 100)).astype(int)
        bare = render(pose, camera=side, size=(100, 100), ground=False).astype(int)
        rows = np.flatnonzero(np.abs(drawn - bare).sum(axis=2)[:, 2] > 20)
        assert rows.size
        assert any(abs(row - 49.5) < 2 for row in rows)
        raised = render(pose, camera=side, size=(100, 100), ground=1.0).astype(int)
        assert (raised != drawn).any()
    with pytest.raises(InputError, match="ground must be True, False or a height"):
        render(sunk, ground="low")


def test_bones_of_scenery_can_be_left_out() -> None:
    table = [joint("table", shapes=[Box(size=(1.0, 0.1, 1.0))]), joint("lamp", "table", offset=(0, 1, 0))]
    lamp = joint("bulb", "lamp", offset=(0.2, 0, 0), shapes=[Box(size=(0.1, 0.1, 0.1))])
    scene = figure(*table, lamp)
    drawn = [covered(render(scene, theme=WHITE, ground=False, size=(100, 100), camera=FRONT, bones=b)) for b in (1, 0)]
    assert drawn[0].sum() > drawn[1].sum() > 0
