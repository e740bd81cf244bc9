"""Bodies that keep off themselves and off things, checked with distances of SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from manikin import bodies
from manikin.body.capsules import BodyCapsule, body_capsules
from manikin.body.clearance import avoid, avoid_self
from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import Position
from manikin.language.goals import lock_from_text
from manikin.problem.problem import Problem
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, MeshFile
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.solvers import LevenbergMarquardt

HUMAN = bodies.load("human")
REST = HUMAN.pose()
BARE = Figure(Skeleton(name="bare", joints=(Joint(name="a"), Joint(name="b", parent="a"))))
FEET = [lock_from_text(foot, REST) for foot in ("l_foot", "r_foot")]
CAPSULES = {capsule.part: capsule for capsule in body_capsules(HUMAN)}
BOX = Box(size=(0.5, 0.4, 0.3), at=(1, 0, 0, -0.25, 0, 1, 0, 1.05, 0, 0, 1, 0.5))


def ends(pose: Pose, capsule: BodyCapsule) -> list[np.ndarray]:
    return [end.value(pose) for end in capsule.ends(pose.figure)]


def gap(pose: Pose, one: BodyCapsule, other: BodyCapsule) -> float:
    """The clearance of two capsules by bounded least squares."""
    (a0, a1), (b0, b1) = ends(pose, one), ends(pose, other)
    best = lsq_linear(np.column_stack([a1 - a0, b0 - b1]), b0 - a0, bounds=(-1e-12, 1 + 1e-12), tol=1e-13)
    return float(np.linalg.norm(best.fun)) - one.radius - other.radius


def depth_in_box(pose: Pose, capsule: BodyCapsule) -> float:
    """How deep a capsule is in the box: by many points along it."""
    a, b = ends(pose, capsule)
    along = a + np.linspace(0, 1, 200)[:, None] * (b - a)
    centre = np.array(BOX.at).reshape(3, 4)[:, 3]
    outside = np.maximum(np.abs(along - centre) - np.array(BOX.size) / 2, 0)
    return float(capsule.radius - np.linalg.norm(outside, axis=1).min())


def test_a_figure_without_a_body_cannot_be_kept_clear_of_itself() -> None:
    with pytest.raises(InputError, match="has no shapes"):
        avoid_self(BARE)


def test_a_body_in_capsules_follows_its_solids() -> None:
    covered = [name for capsule in CAPSULES.values() for name in capsule.covers]
    assert sorted(covered) == sorted(joint.name for joint in HUMAN.skeleton if joint.shapes)
    assert len(CAPSULES) < 22
    for side in "lr":
        assert CAPSULES[f"{side}_thigh"].radius == pytest.approx(0.07, abs=0.01)
        assert CAPSULES[f"{side}_forearm"].radius == pytest.approx(0.038, abs=0.008)
        a, b = ends(REST, CAPSULES[f"{side}_shin"])
        assert abs(a[1] - b[1]) > 0.3
    assert body_capsules(BARE) == ()


@pytest.mark.parametrize("name", bodies.names())
def test_a_figure_at_rest_is_off_itself(name: str) -> None:
    figure = bodies.load(name)
    goals = avoid_self(figure)
    problem = Problem(figure, goals)
    assert not problem.residual(figure.rest).any()
    minded = [pair for goal in goals for pair in goal.pairs]
    count = len(body_capsules(figure))
    assert len(minded) <= count * (count - 1) / 2


def test_neighbours_and_what_touches_at_rest_may_touch() -> None:
    pairs = {
        frozenset((goal.ends[2 * i].part, goal.other_ends[2 * j].part))
        for goal in avoid_self(HUMAN)
        for i, j in goal.pairs
    }
    assert frozenset(("r_hand", "l1")) in pairs
    assert frozenset(("l_thigh", "r_thigh")) in pairs
    assert frozenset(("r_upper_arm", "r_forearm")) not in pairs
    assert frozenset(("r_thigh", "pelvis")) not in pairs
    near = avoid_self(HUMAN, near=REST, within=0.1)
    assert 0 < sum(len(goal.pairs) for goal in near) < len(pairs) / 2


@pytest.mark.slow
@pytest.mark.parametrize("target", [(0.0, 1.2, 0.0), (0.1, 1.3, 0.0), (0.0, 1.7, 0.0), (0.0, 1.1, -0.2)])
def test_a_hand_does_not_go_through_the_body(target: tuple) -> None:
    hand = Position(point=HUMAN.point("r_hand"), target=target, weight=0.01)
    # a bend may lead it round by chance
    through = HUMAN.solve([hand], hard=FEET, restarts=0, preferred_bends=False).pose
    pairs = [
        (CAPSULES[goal.ends[2 * i].part], CAPSULES[goal.other_ends[2 * j].part])
        for goal in avoid_self(HUMAN)
        for i, j in goal.pairs
    ]
    assert min(gap(through, *pair) for pair in pairs) < -0.01
    result = HUMAN.solve([hand, *avoid_self(HUMAN, weight=10)], hard=FEET, restarts=0)
    assert result.reached, result.message
    assert min(gap(result.pose, *pair) for pair in pairs) > 0.004  # the margin less the rounding of parallels


def test_an_arm_reaches_round_a_box() -> None:
    hand = Position(point=HUMAN.point("r_hand tip"), target=(-0.25, 1.05, 0.75))
    through = HUMAN.solve([hand], hard=FEET).pose
    assert max(depth_in_box(through, capsule) for capsule in CAPSULES.values()) > 0.03
    result = HUMAN.solve([hand, *avoid(HUMAN, BOX)], hard=FEET)
    assert result.reached, result.message
    assert max(depth_in_box(result.pose, capsule) for capsule in CAPSULES.values()) < 1e-6


@pytest.mark.parametrize(
    "obstacle",
    [
        BOX,
        Cylinder(radius=0.2, length=0.5, at=BOX.at),
        Ellipsoid(radii=(0.3, 0.2, 0.2), at=BOX.at),
        Capsule(start=(-0.5, 1.05, 0.4), end=(0.3, 1.05, 0.4), radius=0.1, end_radius=0.1),
        Mesh(vertices=((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), faces=((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))),
        ((0, 0, 0.3), (0, 0, -1)),
        HUMAN.renamed("otto"),
    ],
    ids=lambda obstacle: getattr(obstacle, "kind", "figure" if isinstance(obstacle, Figure) else "plane"),
)
def test_anything_convex_a_plane_or_another_figure_is_kept_off(obstacle: object) -> None:
    goals = avoid(HUMAN, obstacle, margin=0.02)
    assert {goal.weight for goal in goals} == {1.0}
    figures = [HUMAN, obstacle] if isinstance(obstacle, Figure) else [HUMAN]
    problem = Problem(figures, goals)
    start = problem.rest.copy()
    start[HUMAN.index("root_z")] += 0.25 if not isinstance(obstacle, Figure) else 0.05
    start[HUMAN.index("r_elbow")] += 0.8  # something in the way
    assert problem.residual(start).any()
    result = LevenbergMarquardt(restarts=0).solve(problem, start)
    assert result.cost < 1e-9, result.message


def test_parts_can_be_chosen_and_are_checked() -> None:
    hand = avoid(HUMAN, BOX, parts=["r_hand"])
    assert len(hand) == 1
    assert {end.part for end in hand[0].ends} == {"r_hand"}
    with pytest.raises(UnknownName, match="with a shape"):
        avoid(HUMAN, BOX, parts=["eyes"])
    with pytest.raises(InputError, match="no shapes"):
        avoid(BARE, BOX)
    for wrong in (3, (1, 2), "wall"):
        with pytest.raises(InputError, match="an obstacle is"):
            avoid(HUMAN, wrong)
    for flat in (Box(size=(1, 1, 0)), MeshFile(path="x.obj")):
        with pytest.raises(InputError, match="corners"):
            avoid(HUMAN, flat)


def test_an_obstacle_may_ride_on_a_part() -> None:
    tray = Box(size=(0.3, 0.02, 0.3))
    goals = avoid(HUMAN, tray, parts=["l_forearm"], on=HUMAN.frame("r_hand"))
    result = HUMAN.solve([Position(point=HUMAN.point("r_hand"), target=HUMAN.point("l_forearm")), *goals], restarts=0)
    assert result.problem.errors(result.q)[1]["m"] < 0.12
