"""The floor: nothing that is pulled goes below the ground, whatever it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import bodies
from manikin.body.contact_balls import contact_balls
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.ground import GroundShape
from manikin.figure.pose import Pose
from manikin.goals import CapsuleClearance
from manikin.posing.begin_drag import begin_drag
from manikin.posing.body_goals import body_goals
from manikin.posing.floor import heights_of
from manikin.posing.gestures import Cursor, Drag, Grab
from manikin.posing.support import balance_goal
from tests.support.workspaces import dragged


def document(*, locks: bool = True, **settings: bool) -> Document:
    found = first_document(bodies.load("human"))
    minds = {"balance": False, "collision": False, "floor": True, **settings}
    found = replace(found, settings=replace(found.settings, **minds))
    return found if locks else replace(found, locks=())


def pulled(scene: Document, part: str, way: tuple[float, float, float], **grab: str) -> Drag:
    return dragged(scene, Grab(what="part", part=part, **grab), way, frames=30)  # type: ignore[arg-type]


def lowest(drag: Drag) -> float:
    """The height of the lowest corner of all surfaces above the ground [m]: triangles, not the balls of the goal."""
    pose, low = drag.pose_of("human"), np.inf
    for i, joint in enumerate(pose.figure.skeleton):
        for shape in joint.shapes:
            points = shape.triangles(16)[0] @ pose.world[i, :, :3].T + pose.world[i, :, 3]
            places, ground = points[:, [0, 2]], drag.document.ground.ground
            # a centimetre from a step it is not above it
            level = np.minimum(ground.height(places), ground.height(places - [0.0, 0.01]))
            low = min(low, float((points[:, 1] - level).min()))
    return low


def test_balls_touch_the_surface_from_inside() -> None:
    human = bodies.load("human")
    rest, balls = human.pose(), contact_balls(human)
    assert len(balls) < 300
    surface = np.concatenate([
        shape.triangles(24)[0] @ rest.world[i, :, :3].T + rest.world[i, :, 3]
        for i, joint in enumerate(human.skeleton) for shape in joint.shapes
    ])  # fmt: skip
    places = np.array([human.point(ball.part, ball.centre).value(rest) for ball in balls])
    radii = np.array([ball.radius for ball in balls])
    rng = np.random.default_rng(1)
    for normal in rng.standard_normal((40, 3)):
        normal /= np.linalg.norm(normal)
        reach = float((places @ normal + radii).max())
        assert -0.002 < float((surface @ normal).max()) - reach < 0.012
    standing = heights_of(rest, balls, GroundShape())
    assert abs(standing.min()) < 1e-9  # it stands on its soles


@pytest.mark.parametrize(
    ("part", "way", "locks", "grab"),
    [
        ("r_foot", (0.0, -0.12, 0.1), False, {}),
        ("pelvis", (0.0, -0.7, -0.1), False, {}),
        ("r_hand", (0.0, -1.0, 0.45), True, {"mode": "joint", "base": "pelvis"}),
    ],
)
def test_nothing_that_is_pulled_down_goes_below_the_floor(
    part: str, way: tuple[float, float, float], locks: bool, grab: dict[str, str]
) -> None:
    assert lowest(pulled(document(locks=locks), part, way, **grab)) > -0.008
    assert lowest(pulled(document(locks=locks, floor=False), part, way, **grab)) < -0.05


def test_legs_give_way_where_the_pelvis_is_pushed_down() -> None:
    drag = pulled(document(locks=False), "pelvis", (0.0, -0.35, -0.1))
    pose = drag.pose_of("human")
    assert np.degrees(pose["r_knee"]) > 40
    assert np.degrees(pose["l_knee"]) > 40
    assert abs(np.degrees(pose["root_tilt"])) < 60  # it crouches and does not fall over


@pytest.mark.parametrize(
    "ground",
    [
        GroundShape(kind="stairs", count=3, rise=0.17, tread=0.3, start=(0.0, 0.3)),
        GroundShape(kind="stairs", count=3, rise=-0.17, tread=0.3, start=(0.0, 0.3)),
        GroundShape(kind="field", heights=((0.0, 0.0, 0.0, 0.2),) * 4, start=(-1.0, -0.9), spacing=(0.6, 0.6)),
    ],
)
def test_ground_that_is_not_level_is_not_gone_into(ground: GroundShape) -> None:
    scene = replace(document(locks=False), ground=ground)
    drag = pulled(scene, "r_foot", (0.0, 0.05, 0.4))
    assert lowest(drag) > -0.01
    off = replace(scene, settings=replace(scene.settings, floor=False))
    if ground.rise > 0 or ground.kind == "field":
        assert lowest(pulled(off, "r_foot", (0.0, 0.05, 0.4))) < -0.03


def test_a_new_document_minds_balance_collision_and_floor() -> None:
    settings = first_document(bodies.load("human")).settings
    assert (settings.balance, settings.collision, settings.floor) == (True, True, True)
    assert not first_document(bodies.load("snake:300")).settings.collision  # that would take too long


def test_the_floor_is_as_quick_as_a_drag_must_be() -> None:
    """Goals for parts that cannot move are left out, and so are pairs that cannot move against each other."""
    scene = document(collision=True)
    hand = begin_drag(scene, Grab(what="part", part="r_hand")).solve  # type: ignore[attr-defined]
    named = [goal.name or "" for goal in hand.problem.all_goals]
    assert sum("above the ground" in name for name in named) == 1
    clearance = body_goals(scene, hand.affected).clearance
    assert 0 < sum(len(goal.pairs) for goal in clearance if isinstance(goal, CapsuleClearance)) < 200  # of 393


def test_a_pose_that_holds_is_left_alone_when_nothing_is_near_the_floor() -> None:
    with_floor, without = document(), document(floor=False)
    one, other = (pulled(scene, "r_hand", (0.0, 0.3, 0.2)).states["human"] for scene in (with_floor, without))
    np.testing.assert_allclose(one, other, atol=1e-6)
    assert isinstance(Pose(bodies.load("human"), one), Pose)


def test_a_slider_lifts_a_figure_that_would_go_below_the_floor() -> None:
    scene = document(locks=False, balance=False)
    drag = begin_drag(scene, Grab(what="slider", parameter="r_ankle_flexion"))
    drag.follow(Cursor(seq=1, value=-0.6))
    drag.step()
    assert drag.pose_of("human")["r_ankle_flexion"] == pytest.approx(-0.6)
    assert lowest(drag) > -0.008
    drag.follow(Cursor(seq=2, value=0.0))
    drag.step()
    np.testing.assert_allclose(drag.states["human"], scene.actor("human").q, atol=1e-12)


def test_a_figure_that_is_sunk_in_the_ground_stands_on_its_locks_alone() -> None:
    """What touches the ground there is too high to carry it."""
    document = replace(first_document(bodies.load("human")), ground=GroundShape(at=1.2), locks=())
    assert balance_goal(document, "human") is None


@pytest.mark.parametrize("locked", [(), ("l_foot",)])
@pytest.mark.parametrize(
    ("part", "way", "off"), [("r_shin", (0, 0.05, -0.15), 1e-3), ("r_thigh", (0, 0.06, 0.15), 0.01)]
)
def test_a_leg_that_stands_on_the_floor_comes_along_when_its_shin_or_thigh_is_pulled(
    part: str, way: tuple[float, float, float], off: float, locked: tuple[str, ...]
) -> None:
    """Its ankle and toes yield to the floor; as stiff as a board it could not leave it."""
    scene = document()
    scene = replace(scene, locks=tuple(lock for lock in scene.locks if lock.part in locked))
    drag = dragged(scene, Grab(what="part", part=part), way, frames=30, settles=False)
    came = drag.effector({"human": drag.pose_of("human")}) - drag.effector(scene.poses)
    assert np.linalg.norm(came - way) < off
    assert lowest(drag) > -0.008
