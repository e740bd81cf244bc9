"""An arm and goals for the solvers' contracts: what each method can take, and as awkward as it can take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

import manikin.solvers  # noqa: F401  (registers the kinds)
from manikin.figure.figure import Figure
from manikin.goals import PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.kernels import library
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.skeleton.build import hinge, joint
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers.solver import solver_kinds

By = Literal["auto", "network"]

KINDS = sorted(solver_kinds)
COMPILED = [kind for kind in KINDS if library() is not None and solver_kinds[kind].compiled]
FORMS: list[tuple[str, By]] = [*((kind, "auto") for kind in COMPILED), *((kind, "network") for kind in KINDS)]
"""Every solver compiled where it can be, and in Python; the second word is the problem's ``by``."""

LENGTHS = (0.5, 0.4, 0.1)
SQUARE = ("inverse",)
"""These need as many rows as free parameters."""
LIMBS = ("limb",)
"""These know nothing but limbs of two bones."""
UNLIMITED = [kind for kind in KINDS if "limits" not in solver_kinds[kind].honours]
"""These refuse limits: their problems have none."""


def parts(kind: str) -> tuple[str, ...]:
    """What a solver can be asked for: the hand's place, and the tip's place and turn."""
    return ("hand", "tip") if "orientation" in solver_kinds[kind].honours else ("hand",)


def arm(kind: str, *, lengths: Sequence[float] = LENGTHS, lo: float = -2.5, hi: float = 2.5) -> Skeleton:
    """Shoulder, elbow and wrist in an odd place, with seven hinges; for fabrik the elbow is a ball."""
    elbow, ball = ([hinge(axis, lo, hi) for axis in axes] for axes in ("z", "zxy"))
    elbow = ball if kind == "fabrik" else elbow
    upper, lower, hand = lengths
    joints = (
        joint("shoulder", offset=(0.1, 0.2, 0.3), orientation=np.radians((20, 40, 60)), dofs=ball),
        joint("forearm", "shoulder", offset=(upper, 0.1 * upper, 0), orientation=np.radians((0, 30, 0)), dofs=elbow),
        joint("hand", "forearm", offset=(lower, 0, 0.1 * lower), orientation=np.radians((10, 0, 50)), dofs=ball),
        joint("tip", "hand", offset=(hand, 0, 0.4 * hand)),
    )
    return Skeleton(name="arm", joints=joints)


def frozen(kind: str, part: str) -> tuple[str, ...]:
    """What may not move, lest a method refuse."""
    if kind in SQUARE:
        return ("shoulder.y",) if part == "tip" else ("shoulder.y", "hand")
    return ("hand",) if kind in LIMBS and part == "hand" else ()


def asked(
    kind: str,
    skeleton: Skeleton,
    part: str,
    target: Array,
    *,
    weight: float = 1.0,
    degrees_per_metre: float = 64.0,
    **more: Any,
) -> Problem:
    """The hand at the place of a frame ``target`` (3, 4), or the tip in it; ``more`` is for the problem."""
    figure = Figure(skeleton)
    goal: Goal = Position(point=figure.point(part), target=target[:, 3], weight=weight)
    if part == "tip":
        frame = figure.frame(part)
        goal = PoseGoal(frame=frame, target=target, weight=weight, degrees_per_metre=degrees_per_metre)
    given: dict[str, Any] = {"frozen": frozen(kind, part), "limits": kind not in UNLIMITED, **more}
    return Problem(figure, [goal], **given)


def start_and_target(kind: str, skeleton: Skeleton, part: str, rng: np.random.Generator) -> tuple[Array, Array]:
    """A state, and where the part is (3, 4) at another not far from it that differs in what may move only."""
    figure = Figure(skeleton)
    start = rng.uniform(0.4 * figure.lo, 0.4 * figure.hi)
    free = asked(kind, skeleton, part, np.eye(3, 4)).gain > 0
    there = np.where(free, np.clip(start + rng.uniform(-0.6, 0.6, figure.size), figure.lo, figure.hi), start)
    return start, figure.pose(there).transform(part)


def bent_arm() -> Skeleton:
    """A limb whose hinge is askew to its bones, hung at an angle, its axes in an odd order."""
    joints = [
        joint(
            "shoulder",
            offset=(0.1, 0.2, 0.3),
            orientation=np.radians((20, 40, 60)),
            dofs=[hinge("y", -2, 2), hinge("x", -2, 2)],
        ),
        joint("upper", "shoulder", dofs=[hinge("z", -2, 2)]),
        joint("lower", "upper", offset=(0.6, 0.1, 0.05), dofs=[hinge((0.6, 0, 0.8), -2, 2)]),
        joint("tip", "lower", offset=(0.5, -0.1, 0.2)),
    ]
    return Skeleton(name="arm", joints=tuple(joints))
