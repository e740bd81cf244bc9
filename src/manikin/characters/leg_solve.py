"""Legs brought to planned feet: one problem, solved for all frames at once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from manikin.characters.contacts import Contact
from manikin.characters.foot_plan import Plan
from manikin.characters.foot_points import FootPoints
from manikin.characters.orientations import states_with
from manikin.characters.pelvis_slides import pelvis_slides
from manikin.characters.two_bones import bent
from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.goals import MatchValues, OrientationGoal, Position
from manikin.goals.goal import Goal
from manikin.math.rotations import Array, orthonormal_frame
from manikin.problem.problem import Problem
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.moving_targets import find_target

__all__ = ["HELD", "leg_parameters", "lowered", "misses_in", "solve_legs"]

SOLVER = LevenbergMarquardt(restarts=0, stay_near=False, max_iterations=30)
ROUNDS, NEAR = 8, 1e-6
"""How often a leg is bent anew for an ankle that does not turn as far as planned, and when that is enough [m]."""
HELD = 1e-4
"""A ball that is no farther than this from its place is held [m]."""
POSTURE, TURN, BALL = 1.0, 0.1, 1000.0
"""Weights of the posture, of the orientation of the feet, and of the place of a foot that is not held."""


def leg_parameters(points: FootPoints, sides: str = "lr") -> list[str]:
    """The hinges of hips, knees and ankles; joints in one place with them count, too, as in a robot's hip."""
    figure, roles = points.figure, points.roles
    skeleton = figure.skeleton
    rest = np.asarray(figure.forward(figure.rest))[..., 3]
    found = []
    for side in sides:
        path = skeleton.path(roles[f"{side}_foot"])
        centres = [rest[skeleton.index(roles[f"{side}_{part}"])] for part in ("thigh", "shin", "foot")]
        for name in path[path.index(roles["pelvis"]) + 1 :]:
            near = min(np.linalg.norm(rest[skeleton.index(name)] - at) for at in centres)
            if near < 1e-3 * points.scale:
                found += [dof.name for dof in skeleton[name].dofs if dof.kind == "hinge"]
    return [name for name in found if name in figure.parameter_names]


def lowered(points: FootPoints, states: Array, drop: Array) -> Array:
    """The states with the pelvis lowered by some heights (frames,), by the slides above it."""
    figure = points.figure
    slides = pelvis_slides(figure, points.roles["pelvis"], figure.rest)
    if not slides.columns or not drop.any():
        return states
    made = states.copy()
    made[:, slides.columns] -= drop[:, None] * slides.inverse[:, points.up]
    return made


def solve_legs(points: FootPoints, states: Array, plan: Plan, *, holds: bool = True) -> tuple[Array, Array]:
    """The states with their feet where the plan has them, and how far the balls are off (frames, 2) [m].

    With ``holds`` feet that stand are held as far as limits allow, however their legs must twist for it; else they are
    brought there like those that swing, as far as it costs little.
    """
    figure = points.figure
    rows = np.flatnonzero(plan.changed)
    made = states.copy()
    off = np.zeros((len(states), 2))
    if not len(rows):
        return made, off
    free = leg_parameters(points)
    if not free:
        raise InputError(f"the legs of {figure.name} have no hinges to clean feet with")
    start = _bent(points, lowered(points, states, plan.drop)[rows], states[rows], plan, rows)
    stands = np.stack([plan.feet[side].stands[rows] & holds for side in "lr"], axis=1)
    for held in itertools.product((False, True), repeat=2):
        some = np.flatnonzero((stands == held).all(axis=1))
        if len(some):
            sides = tuple(side for side, holds in zip("lr", held, strict=True) if holds)
            made[rows[some]] = _solved(points, free, plan, rows[some], start[some], sides)
    world = np.asarray(figure.forward(np.ascontiguousarray(made[rows])))[..., 3]
    for k, side in enumerate("lr"):
        ball = world[:, figure.skeleton.index(points.joints[side, "ball"])]
        off[rows, k] = np.linalg.norm(ball - plan.feet[side].balls[rows], axis=1)
    return made, off


def misses_in(contacts: Sequence[Contact], misses: Array) -> dict[int, float]:
    """The frames in which a ball that should stand is off its place, and by how much [m]."""
    found: dict[int, float] = {}
    for contact in (one for one in contacts if one.point == "ball"):
        for frame in range(contact.start, contact.end + 1):
            off = float(misses[frame, "lr".index(contact.side)])
            if off > HELD:
                found[frame] = max(found.get(frame, 0.0), off)
    return found


def _solved(
    points: FootPoints, free: list[str], plan: Plan, rows: np.ndarray, start: Array, held: tuple[str, ...]
) -> Array:
    """The states of some frames, from legs that are bent in closed form; the feet of some sides are held."""
    problem = _problem(points, free, held)
    constants = np.tile(problem.constants, (len(rows), 1))
    constants[:, find_target(problem, "posture").place] = start[:, [points.figure.index(name) for name in free]]
    for side in "lr":
        foot = plan.feet[side]
        constants[:, find_target(problem, f"{side} ball").place] = foot.balls[rows]
        constants[:, find_target(problem, f"{side} foot").place] = foot.turns[rows].reshape(-1, 9)
    return np.asarray(SOLVER.solve_batch(problem, start, constants=constants).q)


def _bent(points: FootPoints, start: Array, states: Array, plan: Plan, rows: np.ndarray) -> Array:
    """The states with legs bent to their feet in closed form: a start that keeps the planes they bend in."""
    figure, roles = points.figure, points.roles
    index = figure.skeleton.index
    world, moved = (np.asarray(figure.forward(np.ascontiguousarray(q))) for q in (states, start))
    ankles = {side: plan.feet[side].ankles[rows] for side in "lr"}
    made = start
    for _ in range(ROUNDS):
        wanted: dict[str, Array] = {}
        for side in "lr":
            names = [roles[f"{side}_{part}"] for part in ("thigh", "shin", "foot")]
            limb = [index(name) for name in names]
            places = world[..., 3][:, limb]
            turns = bent(places, moved[:, limb[0], :, 3], ankles[side], _ahead(points, places[:, 0], side, world))
            for name, i, turn in zip(names[:2], limb[:2], turns, strict=True):
                wanted[name] = turn @ orthonormal_frame(world[:, i, :, :3])
            wanted[names[2]] = plan.feet[side].turns[rows]
        made = np.clip(states_with(figure, start, wanted), figure.lo, figure.hi)
        now = np.asarray(figure.forward(np.ascontiguousarray(made)))[..., 3]
        misses = {side: plan.feet[side].balls[rows] - now[:, index(points.joints[side, "ball"])] for side in "lr"}
        if max(np.abs(miss).max() for miss in misses.values()) < NEAR:
            break
        ankles = {side: ankles[side] + misses[side] for side in "lr"}
    return made


def _ahead(points: FootPoints, hip: Array, side: str, world: Array) -> Array:
    """The direction that the figure faces (frames, 3), by its hips."""
    other = world[:, points.figure.skeleton.index(points.roles[f"{'r' if side == 'l' else 'l'}_thigh"]), :, 3]
    left = (hip - other) * (1.0 if side == "l" else -1.0)
    ahead = np.cross(left, np.array(points.figure.skeleton.up_axis))
    return np.asarray(ahead / np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-12))


def _problem(points: FootPoints, free: list[str], held: tuple[str, ...]) -> Problem:
    figure: Figure = points.figure
    soft: list[Goal] = []
    hard: list[Goal] = []
    for side in "lr":
        ball, foot = points.joints[side, "ball"], points.joints[side, "heel"]
        weight = BALL / points.scale**2
        goal = Position(point=figure.point(ball), target=(0.0, 0.0, 0.0), weight=weight, name=f"{side} ball")
        (hard if side in held else soft).append(goal)
        handle = figure.orientation(foot)
        soft.append(OrientationGoal(orientation=handle, target=np.eye(3), weight=TURN, name=f"{side} foot"))
    rest = figure.rest[[figure.index(name) for name in free]]
    soft.append(MatchValues(values=figure.parameter_values(*free), target=rest, weight=POSTURE, name="posture"))
    frozen = [name for name in figure.parameter_names if name not in set(free)]
    return Problem(figure, soft, hard=hard, frozen=frozen)
