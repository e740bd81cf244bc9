"""States of a target that copies a source: first joint by joint, then all together within limits."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from manikin.characters.orientations import states_with
from manikin.characters.pelvis_slides import pelvis_slides
from manikin.characters.transfer import Transfer
from manikin.goals import MatchValues, OrientationGoal, Position
from manikin.goals.goal import Goal
from manikin.math.rotations import Array, orthonormal_frame
from manikin.problem.problem import Problem
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.moving_targets import find_target

__all__ = ["bodily_problem", "copied", "root_states"]

EXACT = 1e-6
"""A copy whose parts are turned as wanted to this angle is left as it is [rad]."""
SOLVER = LevenbergMarquardt(restarts=0, max_iterations=25)
WEIGHTS = {
    "pelvis": 1.0, "chest": 0.3, "neck": 0.05, "head": 0.2, "clavicle": 0.02, "upper_arm": 0.2, "forearm": 0.2,
    "hand": 0.1, "thigh": 0.2, "shin": 0.2, "foot": 0.3, "toes": 0.02,
}  # fmt: skip
"""How much the orientation of each part counts."""
PELVIS, HANDS, ANKLES = 20.0, 2.0, 30.0
"""How much places count."""
POSTURE, CALM = 1e-3, 0.2
"""How much the copied angles count in the first pass, and the neighbours' in the second."""


def root_states(transfer: Transfer) -> Array:
    """States (frames, size) at rest with the pelvis in its place."""
    figure = transfer.target.figure
    base = np.clip(figure.rest, figure.lo, figure.hi)
    slides = pelvis_slides(figure, transfer.target.roles["pelvis"], base)
    states = np.tile(base, (len(transfer.clip.data), 1))
    states[:, slides.columns] += (transfer.in_target(transfer.pelvis) - slides.place) @ slides.inverse.T
    return states


def copied(transfer: Transfer, states: Array) -> Array:
    """The states with every part turned as in the source, joint by joint, as far as hinges and limits allow it."""
    target, figure = transfer.target, transfer.target.figure
    wanted = {}
    for role, joint in target.roles.joints.items():
        if _is_finger(role) and role not in transfer.source.roles:
            continue
        wanted[joint] = target.orientations(transfer.turn(role), target.index(role))
    own = {joint.name for joint in transfer.source.figure.skeleton if joint.dofs} - set(transfer.source.roles.role_of)
    for i, other in enumerate(figure.skeleton.joints):
        if other.dofs and other.name in own and other.name not in wanted:  # the same rig: what has no role goes along
            turns = transfer.turns[:, transfer.source.figure.skeleton.index(other.name)]
            wanted[other.name] = target.orientations(turns, i)
    made = states_with(figure, states, wanted, continuous=True)
    return np.clip(made, figure.lo, figure.hi)


def _is_finger(role: str) -> bool:
    return role[1:2] == "_" and role[2:].rstrip("0123456789") in ("thumb", "index", "middle", "ring", "pinky", "finger")


def bodily_problem(transfer: Transfer, states: Array) -> Array:
    """The states solved for parts and places together: once from each frame's own copy, once calmed by neighbours."""
    target, figure = transfer.target, transfer.target.figure
    roles = [role for role in _parts(transfer) if role in target.roles]
    wanted = {role: target.orientations(transfer.turn(role), target.index(role)) for role in roles}
    world = np.asarray(figure.forward(np.ascontiguousarray(states)))
    off = [np.abs(orthonormal_frame(world[:, target.index(role), :, :3]) - wanted[role]).max() for role in roles]
    if max(off) < EXACT:
        return states
    places = _places(transfer, wanted)
    problem = _problem(transfer, roles, list(places))
    first = _solved(problem, transfer, wanted, places, states, states, POSTURE)
    calm = first.copy()
    limbs = _not_of_the_root(transfer)
    calm[1:-1, limbs] = ((first[:-2] + 2 * first[1:-1] + first[2:]) / 4)[:, limbs]
    problem = _problem(transfer, roles, list(places), CALM)
    return _solved(problem, transfer, wanted, places, first, calm, CALM)


def _not_of_the_root(transfer: Transfer) -> list[int]:
    """The parameters that do not move the pelvis: calming its turns but not its place would shake what it carries."""
    figure = transfer.target.figure
    path = figure.skeleton.path(transfer.target.roles["pelvis"])
    root = {dof.name for name in path for dof in figure.skeleton[name].dofs}
    return [i for i, name in enumerate(figure.parameter_names) if name not in root]


def _parts(transfer: Transfer) -> list[str]:
    """The roles whose orientations are asked for: all of limbs and head, of the spine the last."""
    sided = [f"{s}_{part}" for s in "lr" for part in WEIGHTS if part not in ("pelvis", "chest", "neck", "head")]
    wanted = ["pelvis", transfer.target.roles.chest, "neck", "head", *sided]
    return [role for role in dict.fromkeys(wanted) if role in transfer.source.roles or role.startswith("spine")]


def _weight(transfer: Transfer, role: str) -> float:
    if role == transfer.target.roles.chest and role != "pelvis":
        return WEIGHTS["chest"]
    return WEIGHTS[role[2:] if role[1:2] == "_" else role]


def _places(transfer: Transfer, wanted: dict[str, Array]) -> dict[str, Array]:
    """Where pelvis, ankles and hands are to be in the world of the target (frames, 3)."""
    target = transfer.target
    found = {"pelvis": transfer.pelvis}
    found |= {f"{side}_foot": transfer.ankle(side) for side in "lr"}
    chest = target.roles.chest
    for side in "lr":
        hand = f"{side}_hand"
        if hand in target.roles and hand in transfer.source.roles:
            found[hand] = transfer.pelvis + _reach(transfer, side, chest)
    return {role: transfer.in_target(at) for role, at in found.items()}


def _reach(transfer: Transfer, side: str, chest: str) -> Array:
    """From the pelvis of the target to its hand, if every part were turned as in the source (frames, 3)."""
    target = transfer.target
    way = ["pelvis", *target.roles.spine]
    way += [
        f"{side}_{part}" for part in ("clavicle", "upper_arm", "forearm", "hand") if f"{side}_{part}" in target.roles
    ]
    total = np.zeros((len(transfer.clip.data), 3))
    for role, after in pairwise(way):
        total += transfer.turn(role) @ (target.place(after) - target.place(role))
    return total


def _problem(transfer: Transfer, roles: list[str], places: list[str], posture: float = POSTURE) -> Problem:
    target, figure = transfer.target, transfer.target.figure
    size = max(target.leg, 1e-6)
    goals: list[Goal] = []
    for role in roles:
        handle = figure.orientation(target.roles[role])
        goals.append(
            OrientationGoal(orientation=handle, target=np.eye(3), weight=_weight(transfer, role), name=f"{role} turn")
        )
    for role in places:
        weight = {"pelvis": PELVIS, "hand": HANDS, "foot": ANKLES}[role[2:] if role[1:2] == "_" else role] / size**2
        point = figure.point(target.roles[role])
        goals.append(Position(point=point, target=(0.0, 0.0, 0.0), weight=weight, name=role))
    goals.append(MatchValues(values=figure.parameter_values(), target=figure.rest, weight=posture, name="posture"))
    return Problem(figure, goals)


def _solved(
    problem: Problem,
    transfer: Transfer,
    wanted: dict[str, Array],
    places: dict[str, Array],
    start: Array,
    posture: Array,
    weight: float,
) -> Array:
    constants = np.tile(problem.constants, (len(start), 1))
    for role, turn in wanted.items():
        constants[:, find_target(problem, f"{role} turn").place] = turn.reshape(-1, 9)
    for role, at in places.items():
        constants[:, find_target(problem, role).place] = at
    constants[:, find_target(problem, "posture").place] = posture
    return np.asarray(SOLVER.solve_batch(problem, np.ascontiguousarray(start), constants=constants).q)
