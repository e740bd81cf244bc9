"""The poses of the gallery: figures with hard and soft goals, and other things in the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from manikin import bodies
from manikin.body.clearance import avoid, avoid_self
from manikin.body.posture import gaze
from manikin.body.support import balance, stand_on
from manikin.experiments.x8_hips import hands_on_hips, posture
from manikin.experiments.x10_crouch import led_knees, locked_toes
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals import MatchValues, Position
from manikin.goals.goal import Goal
from manikin.handles.handle import Handle
from manikin.language.goals import goal_from_text, lock_from_text
from manikin.problem.problem import Problem
from manikin.skeleton.build import free_dofs, joint
from manikin.skeleton.shapes import Box, Capsule, Mesh, Shape
from manikin.skeleton.skeleton import Skeleton

__all__ = ["GALLERY", "GalleryPose"]

FEET = ("l_foot", "r_foot")
RED, WOOD, BRASS, GRASS = (0.8, 0.35, 0.25), (0.62, 0.5, 0.38), (0.8, 0.65, 0.3), (0.55, 0.62, 0.5)


@dataclass(frozen=True)
class GalleryPose:
    """A problem, its start state, and other things in the picture."""

    title: str
    problem: Problem
    start: np.ndarray
    things: tuple[Pose, ...] = ()


def _scene(
    title: str, human: Figure, goals: Iterable[Goal], hard: Iterable[Goal], *things: Pose, start: str | None = None
) -> GalleryPose:
    return GalleryPose(title, Problem(human, goals, hard=hard), human.state(start) if start else human.rest, things)


def _human(name: str = "human") -> Figure:
    return bodies.load("human").renamed(name)


def _at(point: Handle, target: Any, weight: float = 1.0, name: str | None = None) -> Goal:
    return Position(point=point, target=target, weight=weight, name=name)


def _locks(pose: Pose, *texts: str) -> list[Goal]:
    return [lock_from_text(text, pose) for text in texts]


def _near_rest(figure: Figure, weight: float = 1e-3, **wanted: float) -> list[Goal]:
    """Stay near the rest pose, except for ``wanted``; the trunk has three times the weight of the limbs."""
    return posture(figure, figure.state(**wanted), trunk=3 * weight, limbs=weight)


def _thing(name: str, shape: Shape, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Pose:
    return Figure(Skeleton(name=name, joints=(joint(name, offset=at, shapes=[shape]),))).pose()


def _ball(at: tuple[float, float, float], radius: float) -> Pose:
    return _thing("ball", Capsule(start=(0, 0, 0), end=(0, 1e-3, 0), radius=radius, end_radius=radius, colour=RED), at)


def shelf() -> GalleryPose:
    """Toes locked, the centre of mass above them, one hand as high as possible."""
    human = _human()
    top = (-0.2, 2.13, 0.3)
    goals = [_at(human.point("r_hand tip"), top), gaze(human, top, weight=0.1), *_near_rest(human)]
    hard = [*_locks(human.pose(), "l_toes", "r_toes"), balance(human, "l_toes", "r_toes", margin=0.0)]
    board = _thing("shelf", Box(size=(0.9, 0.03, 0.3), colour=WOOD), (-0.1, 2.1, 0.44))
    return _scene("on tiptoe, in balance", human, goals, hard, board)


def pick_up() -> GalleryPose:
    """Feet locked, in balance, one hand at the floor."""
    human = _human()
    place = (-0.15, 0.09, 0.4)
    goals = [
        _at(human.point("r_hand tip"), place),
        gaze(human, place, weight=0.1),
        *_near_rest(human, 5e-4),
    ]
    return _scene(
        "picking up, in balance",
        human,
        goals,
        [*_locks(human.pose(), *FEET), balance(human, *FEET)],
        _ball((-0.15, 0.05, 0.44), 0.05),
        start="crouch",
    )


def hips() -> GalleryPose:
    """Hands on hips while the torso twists and bends sideways."""
    human = _human()
    goals = _near_rest(human, spine_twist=0.35, spine_side=0.15)
    return _scene("hands on hips", human, goals, [*hands_on_hips(human), *_locks(human.pose(), *FEET)])


def clasped() -> GalleryPose:
    """A closed loop: both palms together in front of the chest, fingers up."""
    human = _human()
    palms = {side: human.point(f"{side}_palm") for side in "lr"}
    hard: list[Goal] = [
        _at(palms["l"], palms["r"], name="palms together"),
        *_locks(human.pose(), *FEET),
    ]
    goals = [
        _at(palms["r"], human.point("t6", (0.0, 0.0, 0.36)), weight=0.5),
        goal_from_text("align l_hand[-y] y weight 0.05", human.pose()),
        goal_from_text("align r_hand[-y] y weight 0.05", human.pose()),
        *_near_rest(human),
    ]
    return _scene("palms together: a closed loop", human, goals, hard)


def handshake() -> GalleryPose:
    """Two figures clasp their right hands and look at each other."""
    anna, otto = _human("anna"), _human("otto")
    across = {"root_z": 1.1, "root_turn": np.pi}
    hard: list[Goal] = [_at(anna.point("r_palm"), otto.point("r_palm"), name="clasp")]
    hard += [*_locks(anna.pose(), *FEET), *_locks(otto.pose(**across), *FEET)]
    goals: list[Goal] = [_at(anna.point("r_palm"), (-0.1, 1.05, 0.55), weight=0.2)]
    goals += [gaze(anna, otto.point("eyes"), weight=0.1), gaze(otto, anna.point("eyes"), weight=0.1)]
    goals += [*_near_rest(anna), *_near_rest(otto, **across)]
    start = np.concatenate([anna.rest, otto.state(**across)])
    return GalleryPose("two figures clasp hands", Problem([anna, otto], goals, hard=hard), start)


def tube() -> GalleryPose:
    """A tube, which is a figure too, held with both hands and lifted at an angle."""
    human = _human()
    body = Capsule(start=(-0.55, 0, 0), end=(0.55, 0, 0), radius=0.02, end_radius=0.02, colour=BRASS)
    rod = Figure(Skeleton(name="tube", joints=(joint("tube", dofs=free_dofs(), shapes=[body]),)))
    hard: list[Goal] = [
        _at(human.point(f"{side}_palm"), rod.point("tube", (x, 0, 0)), name=f"{side} grip")
        for side, x in (("l", 0.3), ("r", -0.3))
    ]
    hard += _locks(human.pose(), *FEET)
    lifted = MatchValues(values=rod.parameter_values(), target=(0.05, 1.7, 0.45, 0.0, 0.0, 0.4))
    goals = [lifted, gaze(human, rod.point("tube"), weight=0.1), *_near_rest(human)]
    start = np.concatenate([human.rest, rod.state([0, 1.3, 0.5, 0, 0, 0])])
    return GalleryPose("a tube held with both hands", Problem([human, rod], goals, hard=hard), start)


def crouch() -> GalleryPose:
    """Toes locked, in balance, the pelvis pulled down; the knees move apart."""
    human = _human()
    low = _at(human.point("pelvis"), (0, 0.42, -0.1), name="pelvis")
    hard = [*locked_toes(human), balance(human, *FEET)]
    return _scene(
        "crouching, knees apart", human, [low, *led_knees(human), *_near_rest(human, 2e-4)], hard, start="crouch"
    )


def uneven() -> GalleryPose:
    """Both feet flat on a height field, the body upright and in balance."""
    human = _human()
    step, grid = 0.2, np.arange(13) * 0.2 - 1.2
    x, z = np.meshgrid(grid, grid, indexing="ij")
    heights = 0.16 * np.sin(2.2 * x + 0.6) + 0.06 * np.cos(2.5 * z)
    hard: list[Goal] = [
        *stand_on(human, FEET, heights, origin=(-1.2, -1.2), spacing=(step, step)),
        balance(human, *FEET),
    ]
    places = [
        goal_from_text(f"position {side}_heel {x0} 0 {z0} axes 1 0 1 weight 0.5", human.pose())
        for side, x0, z0 in (("l", 0.2, 0.05), ("r", -0.2, -0.1))
    ]
    n = len(grid)
    corners = list(zip(x.ravel(), heights.ravel(), z.ravel(), strict=True))
    faces = [
        (i * n + j, i * n + j + 1, (i + 1) * n + j + 1, (i + 1) * n + j) for i in range(n - 1) for j in range(n - 1)
    ]
    ground = _thing("ground", Mesh(vertices=tuple(corners), faces=tuple(faces), colour=GRASS))
    return _scene("on uneven ground", human, [*places, *_near_rest(human)], hard, ground)


def round_a_box() -> GalleryPose:
    """A hand behind a box; the arm stays outside the box."""
    human = _human()
    box = Box(size=(0.5, 0.5, 0.3), colour=WOOD)
    at = (-0.3, 1.15, 0.45)
    solid = Box(size=box.size, at=(1, 0, 0, at[0], 0, 1, 0, at[1], 0, 0, 1, at[2]))
    goals = [_at(human.point("r_hand"), (-0.68, 1.2, 0.5)), *_near_rest(human)]
    hard = [*_locks(human.pose(), *FEET), *avoid(human, solid, parts=("r_upper_arm", "r_forearm", "r_hand"))]
    return _scene("reaching round a box", human, goals, hard, _thing("box", box, at))


def look_back() -> GalleryPose:
    """The eyes look at a ball behind the figure, the feet are locked, the arms stay away from the body."""
    human = _human()
    place = (0.9, 1.5, -1.2)
    goals = [gaze(human, place), *_near_rest(human, 2e-3), *avoid_self(human, weight=10.0)]
    return _scene("looking back", human, goals, _locks(human.pose(), *FEET), _ball(place, 0.07))


GALLERY: tuple[Callable[[], GalleryPose], ...] = (
    shelf, pick_up, hips, clasped, handshake, tube, crouch, uneven, round_a_box, look_back,
)  # fmt: skip
