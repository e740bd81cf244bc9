"""Copied states fitted to a body with limits: first trunk and legs, then the arms, each part for all frames at once.

The arms come second, seen from the rest of the body as it then is, so that a trunk never leans for the sake of a hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from manikin.characters.contacts import intervals
from manikin.characters.flips import bridged, flips, unhurried
from manikin.characters.hands import Hands
from manikin.characters.roles import LIMBS, Roles
from manikin.characters.transfer import Transfer
from manikin.figure.figure import Figure
from manikin.goals import MatchValues, OrientationGoal, Position
from manikin.goals.goal import Goal
from manikin.handles import Point
from manikin.math.rotations import Array, orthonormal_frame
from manikin.problem.problem import Problem
from manikin.skeleton.skeleton import Skeleton
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.moving_targets import find_target

__all__ = ["fitted_arms", "fitted_trunk"]

EXACT = 1e-6
"""A copy whose parts are turned as wanted to this angle is left as it is [rad]."""
SOLVER = LevenbergMarquardt(restarts=0, stay_near=False, max_iterations=25)
TURNS = {
    "pelvis": 1.0, "chest": 0.3, "neck": 0.05, "head": 0.2, "clavicle": 0.02, "upper_arm": 0.2, "forearm": 0.2,
    "hand": 0.1, "thigh": 0.2, "shin": 0.2, "foot": 0.2, "toes": 0.02,
}  # fmt: skip
"""How much the orientation of each part counts."""
PLACES = {"hips": 20.0, "shoulders": 10.0, "foot": 30.0, "hand": 2.0}
"""How much places count."""
TOUCH = 100.0
"""How much the place of a hand counts that touches the body."""
POSTURE, CALM, BRIDGE = 1e-3, 5.0, 0.05
"""How much the copied angles count in the first pass, the neighbours' in the second, and the way over a flip: so little
that it only says which of several solutions is meant."""


def fitted_trunk(transfer: Transfer, states: Array) -> Array:
    """The states with trunk and legs solved: from each frame's own copy, then calmed by its neighbours.

    A copy in which every part is turned as wanted stays.
    """
    wanted = _wanted(transfer, arms=False)
    if _off(transfer, states, wanted) < EXACT:
        return states
    return Stage(transfer, wanted, _bearing(transfer), _columns(transfer)[0]).solved(states)


def fitted_arms(transfer: Transfer, states: Array) -> Array:
    """The states with arms solved, seen from trunk and legs as they are.

    A copy in which every part is turned as wanted stays, but for hands that are near to something.
    """
    wanted = _wanted(transfer, arms=True)
    exact = _off(transfer, states, wanted) < EXACT
    hands = Hands(transfer, states, copies=exact)
    columns = _columns(transfer)[1]
    if not exact or hands.near:
        wishes = {role: _wish(transfer, role, place) for role, place in hands.seen().items()}
        states = Stage(transfer, wanted, wishes, columns).solved(states)
    return _touching(transfer, states, wanted, columns) if hands.shares else states


def _touching(transfer: Transfer, states: Array, wanted: dict[str, Array], columns: list[int]) -> Array:
    """The states with palms on what they touch, solved once more from arms as they are, near the touches only.

    A touch that the arm cannot make, such as that of a robot with few hinges, is let go.
    """
    target, figure = transfer.target, transfer.target.figure
    hands = Hands(transfer, states, copies=False)
    places, turns = hands.touching()
    world = np.asarray(figure.forward(np.ascontiguousarray(states)))
    own = [role for role in wanted if f"{role[:2]}hand" in places]
    now = {role: orthonormal_frame(world[:, target.index(role), :, :3]) for role in own}
    now |= {role: target.orientations(turn, target.index(role)) for role, turn in turns.items() if role in wanted}
    wishes = {hand: Wish(hands.palm(hand), TOUCH, transfer.in_target(place)) for hand, place in places.items()}
    touching = Stage(transfer, now, wishes, columns).solved(states)
    made = states.copy()
    for hand, share in hands.shares.items():
        arm = _arm_columns(transfer, hand[:2], columns)
        before, after = (share * wishes[hand].missed(figure, q) for q in (states, touching))
        for start, end in intervals(share > 0):
            part = slice(start, end + 1)
            if after[part].max() < before[part].max():
                made[part, arm] = touching[part, arm]
        made[:, arm] = unhurried(transfer, made[:, arm])
    return made


def _arm_columns(transfer: Transfer, side: str, columns: list[int]) -> np.ndarray:
    """Those of the arms' parameters that move one arm."""
    figure, roles = transfer.target.figure, transfer.target.roles
    names = _arm_joints(figure.skeleton, roles, side)
    dofs = [dof.name for joint in figure.skeleton if joint.name in names for dof in joint.dofs]
    return np.array([i for i in figure.coupling.columns_of(dofs, figure.skeleton) if i in set(columns)])


def _wanted(transfer: Transfer, *, arms: bool) -> dict[str, Array]:
    """Orientations of the parts of arms, or of all others (frames, 3, 3), by role."""
    target = transfer.target
    own = [role for role in _parts(transfer) if (_part(role) in LIMBS["arm"]) == arms]
    return {role: target.orientations(transfer.turn(role), target.index(role)) for role in own}


def _off(transfer: Transfer, states: Array, wanted: dict[str, Array]) -> float:
    """How far a part is from how it is to be turned, at worst [rad]."""
    target = transfer.target
    world = np.asarray(target.figure.forward(np.ascontiguousarray(states)))
    frames = {role: orthonormal_frame(world[:, target.index(role), :, :3]) for role in wanted}
    return max((float(np.abs(frames[role] - turns).max(initial=0.0)) for role, turns in wanted.items()), default=0.0)


def _part(role: str) -> str:
    """The part that a role is, without its side."""
    return role[2:] if role[1:2] == "_" else role


def _parts(transfer: Transfer) -> list[str]:
    """The roles whose orientations are asked for: all of limbs and head, of the spine the last."""
    sided = [f"{side}_{part}" for side in "lr" for part in TURNS if part not in ("pelvis", "chest", "neck", "head")]
    wanted = dict.fromkeys(["pelvis", transfer.target.roles.chest, "neck", "head", *sided])
    own = [role for role in wanted if role in transfer.source.roles or role.startswith("spine")]
    return [role for role in own if role in transfer.target.roles]


def _bearing(transfer: Transfer) -> dict[str, Wish]:
    """Where pelvis, shoulders and ankles are to be."""
    target = transfer.target
    points = {"hips": ("pelvis", target.hips, transfer.hips)}
    if all(f"{side}_upper_arm" in one.roles for side in "lr" for one in (transfer.source, target)):
        points["shoulders"] = (target.roles.chest, target.shoulders, transfer.shoulders)
    made = {f"{side}_foot": _wish(transfer, f"{side}_foot", transfer.ankle(side)) for side in "lr"}
    for name, (part, middle, places) in points.items():
        point = target.figure.point(target.roles[part], target.on_part(part, middle))
        made[name] = Wish(point, PLACES[name], transfer.in_target(places))
    return made


def _wish(transfer: Transfer, role: str, places: Array) -> Wish:
    target = transfer.target
    return Wish(target.figure.point(target.roles[role]), PLACES[_part(role)], transfer.in_target(places))


def _columns(transfer: Transfer) -> tuple[list[int], list[int]]:
    """The parameters of trunk and legs, and those of the arms, which move nothing else; fingers stay as copied."""
    figure, roles = transfer.target.figure, transfer.target.roles
    skeleton = figure.skeleton
    arms: set[str] = set()
    fingers: set[str] = set()
    for side in "lr":
        arms |= _arm_joints(skeleton, roles, f"{side}_")
        hand = roles.joints.get(f"{side}_hand")
        fingers |= _below(skeleton, hand) - {hand} if hand else set()
    own = [dof.name for joint in skeleton if joint.name in arms - fingers for dof in joint.dofs]
    rest = [dof.name for joint in skeleton if joint.name not in arms for dof in joint.dofs]
    trunk = figure.coupling.columns_of(rest, skeleton)
    return trunk, [i for i in figure.coupling.columns_of(own, skeleton) if i not in set(trunk)]


def _arm_joints(skeleton: Skeleton, roles: Roles, side: str) -> set[str]:
    """All joints that hang from the chest on the way to a hand; none without an arm."""
    path = skeleton.path(roles[f"{side}upper_arm"]) if f"{side}upper_arm" in roles else ()
    chest = roles[roles.chest]
    return _below(skeleton, path[path.index(chest) + 1]) if chest in path else set()


def _below(skeleton: Skeleton, joint: str) -> set[str]:
    """A joint and all that hang from it."""
    i = skeleton.index(joint)
    return {one.name for one in skeleton.joints[i : int(skeleton.ends[i])]}


def calmed(values: Array) -> Array:
    """Values (frames, k) smoothed over five frames, by the parabolas nearest to them; Savitzky and Golay 1964."""
    made = values.copy()
    if len(values) >= 5:
        weights = np.array([-3.0, 12.0, 17.0, 12.0, -3.0]) / 35
        made[2:-2] = sum(weight * values[k : len(values) - 4 + k] for k, weight in enumerate(weights))
    return made


class Wish(NamedTuple):
    """A point of the target, how much it counts, and where it is to be in its world (frames, 3) [m]."""

    point: Point
    weight: float
    places: Array

    def missed(self, figure: Figure, states: Array) -> Array:
        """How far the point is from where it is to be (frames,) [m]."""
        frames = np.asarray(figure.forward(np.ascontiguousarray(states)))[:, figure.skeleton.index(self.point.part)]
        at = frames[..., :3] @ np.array(self.point.at) + frames[..., 3]
        return np.asarray(np.linalg.norm(at - self.places, axis=1))


@dataclass(frozen=True, eq=False)
class Stage:
    """A part of the body that is solved at once, the rest of it being held.

    Attributes:
        transfer: What the target is to do.
        turns: Orientations of parts in the world of the target (frames, 3, 3), by role.
        places: Where points are to be, by name.
        free: The parameters that may change.
    """

    transfer: Transfer
    turns: dict[str, Array]
    places: dict[str, Wish]
    free: list[int]

    def solved(self, states: Array) -> Array:
        """The states solved twice: from each frame's own, then near those of its neighbours; flips are bridged."""
        if not self.free:
            return states
        first = self._pass(states, states[:, self.free], POSTURE)
        calm = first.copy()
        turns = self._turns()
        calm[:, turns] = calmed(first[:, turns])
        made = self._pass(first, calm[:, self.free], CALM)
        stretches = flips(self.transfer, made[:, turns])
        return self._bridged(made, stretches) if stretches else made

    def _bridged(self, states: Array, stretches: list[tuple[int, int]]) -> Array:
        """The states with some stretches solved again, from the way between the frames beside them; the others stay."""
        made, way = states.copy(), states.copy()
        for begin, end in stretches:
            way[begin : end + 1, self.free] = bridged(states[:, self.free], begin, end)
        again = self._pass(way, way[:, self.free], BRIDGE)
        for begin, end in stretches:
            made[begin : end + 1] = again[begin : end + 1]
        return made

    def _pass(self, start: Array, posture: Array, weight: float) -> Array:
        problem = self._problem(weight)
        constants = np.tile(problem.constants, (len(start), 1))
        for role, turn in self.turns.items():
            constants[:, find_target(problem, f"{role} turn").place] = turn.reshape(-1, 9)
        for name, wish in self.places.items():
            constants[:, find_target(problem, name).place] = wish.places
        constants[:, find_target(problem, "posture").place] = posture
        return np.asarray(SOLVER.solve_batch(problem, np.ascontiguousarray(start), constants=constants).q)

    def _problem(self, posture: float) -> Problem:
        target, figure = self.transfer.target, self.transfer.target.figure
        goals: list[Goal] = []
        for role in self.turns:
            part = "chest" if role == target.roles.chest != "pelvis" else _part(role)
            handle = figure.orientation(target.roles[role])
            goals.append(OrientationGoal(orientation=handle, target=np.eye(3), weight=TURNS[part], name=f"{role} turn"))
        for name, wish in self.places.items():
            weight = wish.weight / max(target.leg, 1e-6) ** 2
            goals.append(Position(point=wish.point, target=(0.0, 0.0, 0.0), weight=weight, name=name))
        names = [figure.parameter_names[i] for i in self.free]
        values = figure.parameter_values(*names)
        goals.append(MatchValues(values=values, target=figure.rest[self.free], weight=posture, name="posture"))
        return Problem(figure, goals, frozen=[name for name in figure.parameter_names if name not in set(names)])

    def _turns(self) -> list[int]:
        """The free parameters that are no slides: where the body is follows from its hips and ankles."""
        skeleton, names = self.transfer.target.figure.skeleton, self.transfer.target.figure.parameter_names
        slides = {dof.name for dof in skeleton.dofs if dof.kind == "slide"}
        return [i for i in self.free if names[i] not in slides]
