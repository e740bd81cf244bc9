"""What hard clearance calls reached is clear: measured at the surfaces of the shapes, not at capsules."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    Figure,
    Mesh,
    Pose,
    Position,
    Shape,
    Simulation,
    Skeleton,
    avoid,
    avoid_self,
    bodies,
    body_capsules,
    denavit_hartenberg,
    hinge,
    joint,
)
from manikin.skeleton.build import DhRow

HALF = np.pi / 2
TABLE = Box(size=(0.6, 1.0, 0.04), at=(1, 0, 0, 0.6, 0, 1, 0, 0, 0, 0, 1, 0.30))
TABLE_MIDDLE, TABLE_HALF = np.array([0.6, 0.0, 0.3]), np.array([0.3, 0.5, 0.02])


def rod(a: tuple, b: tuple, radius: float) -> Capsule:
    return Capsule(start=a, end=b, radius=radius, end_radius=radius)


def seven_axis_arm(solid: str) -> Figure:
    """An arm like many seven-axis robots, whose neighbouring links are short and turn far against each other."""
    rows = [
        DhRow(a=0, alpha=-HALF, d=0.333),
        DhRow(a=0, alpha=HALF, d=0),
        DhRow(a=0.0825, alpha=HALF, d=0.316),
        DhRow(a=-0.0825, alpha=-HALF, d=0),
        DhRow(a=0, alpha=HALF, d=0.384),
        DhRow(a=0.088, alpha=HALF, d=0),
        DhRow(a=0, alpha=0, d=0.21),
    ]
    skeleton = denavit_hartenberg([replace(row, lo=-2.8, hi=2.8) for row in rows], name="seven")
    solids: dict[str, tuple[Shape, ...]] = {}
    parents = {each.name: each.parent for each in skeleton}
    rest = Figure(skeleton).pose()
    for name in parents:
        child = next((other for other, parent in parents.items() if parent == name), None)
        if child is None:
            continue
        end = rest.convert_point(rest.position(child), None, name)
        if np.linalg.norm(end) < 0.05:
            continue
        tip = tuple(end.tolist())
        middle = tuple((end / 2).tolist())
        at = (1, 0, 0, middle[0], 0, 1, 0, middle[1], 0, 0, 1, middle[2])
        size = tuple((np.abs(end) + 0.1).tolist())
        solids[name] = {
            "capsule": (rod((0, 0, 0), tip, 0.06),),
            "tapered": (Capsule(start=(0, 0, 0), end=tip, radius=0.07, end_radius=0.04),),
            "box": (Box(size=size, at=at),),
            "ellipsoid": (Ellipsoid(radii=tuple(0.6 * x for x in size), at=at),),
            "several": (rod((0, 0, 0), tip, 0.05), Cylinder(radius=0.07, length=0.12)),
        }[solid]
    joints = tuple(replace(each, shapes=solids.get(each.name, ())) for each in skeleton)
    return Figure(replace(skeleton, joints=joints))


def surface(pose: Pose) -> np.ndarray:
    """Many points (k, 3) on the shapes of a pose."""
    return np.concatenate(
        [
            shape.triangles(48)[0] @ pose.transform(part.name)[:, :3].T + pose.position(part.name)
            for part in pose.figure.skeleton
            for shape in part.shapes
        ]
    )


def gap_to_table(points: np.ndarray) -> float:
    """The distance of the nearest point from the table, below 0 inside."""
    beyond = np.abs(points - TABLE_MIDDLE) - TABLE_HALF
    outside = np.linalg.norm(np.maximum(beyond, 0), axis=1)
    return float(np.where(outside > 0, outside, beyond.max(axis=1)).min())


@pytest.mark.parametrize("solid", ["capsule", "tapered", "box", "ellipsoid", "several"])
def test_an_arm_over_a_table_is_clear_of_it_where_the_solver_says_so(solid: str) -> None:
    arm = seven_axis_arm(solid)
    last = arm.skeleton.joints[-1].name
    start = arm.random_state(np.random.default_rng(0)) * 0
    start[[1, 3, 5]] = -0.785, -2.356, 1.571
    goals = avoid(arm, TABLE)
    reached = 0
    for target in [(0.55, 0.1, 0.12), (0.5, -0.2, 0.45), (0.7, 0.0, 0.2), (0.3, 0.3, 0.5), (0.6, 0.3, 0.1)]:
        result = arm.pose(start).solve([Position(point=arm.point(last), target=target)], hard=goals)
        off = [max(error.values()) for error in result.errors[: len(goals)]]
        if max(off) <= 1e-6:
            reached += 1
            assert gap_to_table(surface(result.pose)) > 0.01 - 1e-5, (solid, target, result.message)
    assert reached >= 3, "a test of nothing"


def test_links_whose_joint_turns_far_do_not_share_a_capsule() -> None:
    """A leg like an insect's: the short coxa and the femur, which lifts by 126°."""
    solids = (rod((0, 0, 0), (0.02, 0, 0), 0.004),), (rod((0, 0, 0), (0.05, 0, 0), 0.004),)
    for turn, shared in ((2.2, False), (0.2, True)):
        parts = (
            joint("thorax", shapes=(rod((-0.4, 0, 0), (0, 0, 0), 0.02),), mass=1),
            joint("coxa", "thorax", offset=(0, 0, 0.02), dofs=[hinge("y", -turn, turn)], shapes=solids[0], limb="leg"),
            joint("femur", "coxa", offset=(0.02, 0, 0), dofs=[hinge("z", -turn, turn)], shapes=solids[1], limb="leg"),
        )
        figure = Figure(Skeleton(name="insect", joints=(*parts, joint("tail", "thorax", offset=(-0.4, 0, 0)))))
        covers = [capsule.covers for capsule in body_capsules(figure)]
        assert (("coxa", "femur") in covers) == shared
        assert len(body_capsules(figure, join=False)) == 3


@pytest.mark.parametrize("name", ["human", "quadruped", "snake"])
@pytest.mark.parametrize("together", [False, True])
def test_every_body_can_avoid_a_box(name: str, together: bool) -> None:
    figure = bodies.load(name)
    _, high = figure.pose().bounding_box()
    box = Box(size=(0.1, 0.1, 0.1), at=(1, 0, 0, high[0] + 0.2, 0, 1, 0, high[1], 0, 0, 1, high[2]))
    goals = avoid(figure, box, together=together)
    assert len({goal.name for goal in goals}) == len(goals), "each has a name of its own"
    covered = {end.part for goal in goals for end in goal.ends}
    assert covered == {capsule.part for capsule in body_capsules(figure, join=False)}
    Simulation(figure, goals).step(0.01)


@pytest.mark.parametrize("name", ["human", "quadruped", "snake"])
def test_enclosing_capsules_contain_the_body(name: str) -> None:
    figure = bodies.load(name)
    pose = figure.pose(np.clip(figure.rest + 0.3, figure.lo, figure.hi))
    shapes = {part.name: part.shapes for part in figure.skeleton}
    for capsule in body_capsules(figure, join=False, enclose=True):
        a, b = (end.value(pose) for end in capsule.ends(figure))
        (part,) = capsule.covers
        for shape in shapes[part]:
            points = shape.triangles(24)[0] @ pose.transform(part)[:, :3].T + pose.position(part)
            t = np.clip((points - a) @ (b - a) / max((b - a) @ (b - a), 1e-12), 0, 1)
            assert np.linalg.norm(points - a - t[:, None] * (b - a), axis=1).max() <= capsule.radius + 1e-9


@pytest.mark.parametrize(
    "solid",
    [
        Cylinder(radius=0.2, length=0.5),
        Ellipsoid(radii=(0.3, 0.1, 0.2)),
        Capsule(start=(0, 0, 0), end=(0.3, 0.1, 0), radius=0.2, end_radius=0.1),
        Mesh(vertices=((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), faces=((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))),
    ],
    ids=lambda shape: shape.kind,
)
def test_the_polyhedron_instead_of_a_solid_contains_it(solid: Shape) -> None:
    (goal, *_) = avoid(bodies.load("limb7"), solid)
    planes = np.array(goal.planes)
    points = solid.triangles(60)[0]
    assert (points @ planes[:, :3].T - planes[:, 3]).max() <= 1e-9


def test_split_goals_of_one_limb_keep_their_names_apart() -> None:
    goals = avoid_self(bodies.load("human"))
    assert len({goal.name for goal in goals}) == len(goals)
