"""Whole poses of a walk: legs solved to the feet; trunk, head and arms in time with them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from manikin.clips import balls
from manikin.clips.differences import difference, displaced
from manikin.clips.tracks import ground_tracks, slide_axes
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.gait.curves import smooth_step
from manikin.gait.feet import FootMotion, FootState
from manikin.gait.legs import SIDES
from manikin.gait.pelvis import TILTED, PelvisState, PelvisWay
from manikin.gait.plan import Plan
from manikin.gait.stance import Stance
from manikin.goals import OrientationGoal, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.math import quaternions as quat
from manikin.math.rotations import Array
from manikin.problem.problem import Problem
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.moving_targets import find_target

__all__ = ["WalkMotion"]

ARM_SWING = math.radians(18.0)
"""How far an arm swings forward and back in a usual step."""
ARM_FORWARD = math.radians(2.0)
"""How far forward the middle of its swing is."""
ELBOW_SWING = math.radians(9.0)
"""How much more an elbow is bent when its arm is forward."""
COUNTER = 1.6
"""How far the trunk turns against the pelvis, in turns of the pelvis."""
SOLVER = LevenbergMarquardt(restarts=0, stay_near=False)
PELVIS_WEIGHT, SWING_WEIGHT, TURN_WEIGHT = 30.0, 20.0, 0.1
"""Of the pelvis, of a swinging foot, and of its orientation."""


@dataclass(frozen=True, eq=False)
class WalkMotion:
    """A walk as a function of time.

    Attributes:
        plan: Where the feet stand, and when.
        start: The state before the walk; what a walk does not move stays as it is there.
        backwards: Whether time runs backwards, so that the figure walks backwards, which is much the same as a walk
            forwards seen that way (Winter, Pluck & Yang 1989).  The start is then where the plan ends.
    """

    plan: Plan
    start: Array
    backwards: bool = False

    @property
    def figure(self) -> Figure:
        """The figure that walks."""
        return self.plan.legs.figure

    @cached_property
    def feet(self) -> dict[str, FootMotion]:
        """The feet by their sides."""
        return {side: FootMotion(self.plan, side, self.stance) for side in SIDES}

    @cached_property
    def pelvis(self) -> PelvisWay:
        """The way of the pelvis."""
        return PelvisWay(self.plan)

    @cached_property
    def stance(self) -> Stance:
        """The height of the pelvis, and how the feet roll."""
        return Stance(self.plan, self.pelvis)

    def states(self, frames: Array) -> Array:
        """The states (n, size) at frames (n,)."""
        feet = {side: self.feet[side].at(frames) for side in SIDES}
        q = self._from_start(self._set_at(frames, feet), frames)
        return self._turned_on(self._solved(q, frames, feet), self.pelvis.facing(frames))

    def _set_at(self, frames: Array, feet: dict[str, FootState] | None = None) -> Array:
        """The states before the legs are solved."""
        pelvis = self.pelvis.at(frames, self.stance.heights(frames))
        feet = feet or {side: self.feet[side].at(frames) for side in SIDES}
        q = np.tile(self.start, (len(frames), 1))
        self._set_root(q, pelvis)
        self._set_rest(q, pelvis)
        for side in SIDES:
            leg = self.plan.legs[side]
            if leg.toe_column is not None:
                q[:, leg.toe_column] = leg.toe_sign * feet[side].toes
        return np.clip(q, self.figure.lo, self.figure.hi)

    def _turned_on(self, q: Array, facing: Array) -> Array:
        """The states with the root's turn counted on from the state before the walk, over whole turns too."""
        tracks = ground_tracks(self.figure)
        assert tracks is not None
        turn = tracks[1].columns[0]
        expected = self.start[turn] + facing - self.pelvis.facing(self._first)
        q[:, turn] += 2 * np.pi * np.round((expected - q[:, turn]) / (2 * np.pi))
        return q

    def _from_start(self, q: Array, frames: Array) -> Array:
        """The states, led over from the state before the walk while the figure sets out."""
        plan = self.plan
        share = smooth_step((plan.end - frames if self.backwards else frames - plan.begin) / plan.ready)
        setting_out = np.flatnonzero(share < 1)
        gap = difference(self.figure, self.start[None], self._set_at(self._first)) * (1 - share[setting_out, None])
        q[setting_out] = displaced(self.figure, q[setting_out], gap)
        return q

    @property
    def _first(self) -> Array:
        """The frame (1,) of the plan at which the figure is as it starts."""
        return np.array([self.plan.end if self.backwards else self.plan.begin])

    # -- what is set ---------------------------------------------------------------------------

    def _set_root(self, q: Array, pelvis: PelvisState) -> None:
        tracks = ground_tracks(self.figure)
        assert tracks is not None
        place, ball = (list(track.columns) for track in tracks)
        axes = np.broadcast_to(tracks[1].axis_rows, (len(q), 3, 3))
        unmoved = self.figure.rest.copy()
        unmoved[place] = 0.0
        origin = self.figure.pose(unmoved).world[0, :, 3]
        q[:, place] = (pelvis.place - origin) @ np.linalg.inv(slide_axes(self.figure))
        x, y, z = (np.broadcast_to(axis, (len(q), 3)) for axis in np.eye(3))
        turned = quat.multiply(quat.about(y, pelvis.heading), quat.about(x, pelvis.tilt))
        near = np.tile(self.figure.rest[ball], (len(q), 1))
        near[:, 0] += pelvis.heading
        q[:, ball] = balls.angles(axes, quat.multiply(turned, quat.about(z, pelvis.roll)), near)

    def _set_rest(self, q: Array, pelvis: PelvisState) -> None:
        """Set trunk, head and arms, each parameter to its value at rest and more."""
        more = {**self._trunk(pelvis), **self._arms(pelvis)}
        for name in more.keys() & set(self.figure.parameter_names):
            i = self.figure.index(name)
            q[:, i] = self.figure.rest[i] + more[name]
        self._set_ungrouped(q, {name: more[name] for name in more.keys() - set(self.figure.parameter_names)})

    def _trunk(self, pelvis: PelvisState) -> dict[str, Array]:
        gait = self.plan.gait
        turn = math.radians(gait.turn) * pelvis.lead
        bend = (1 - TILTED) * math.radians(gait.lean) * pelvis.going
        return {
            "spine_twist": COUNTER * turn,
            "neck_twist": -0.6 * (COUNTER - 1) * turn,
            "head_turn": -0.4 * (COUNTER - 1) * turn,
            "spine_side": 0.8 * pelvis.roll,
            "neck_side": 0.2 * pelvis.roll,
            "spine_bend": bend,
            "neck_bend": -0.7 * bend,
        }

    def _arms(self, pelvis: PelvisState) -> dict[str, Array]:
        gait = self.plan.gait
        found = {}
        for side, sign in (("l", -1.0), ("r", 1.0)):
            swing = sign * gait.arms * pelvis.lead
            angle = ARM_SWING * swing + ARM_FORWARD * pelvis.going
            # elevation and abduction have axes half-way between forward and aside
            found[f"{side}_shoulder_elevation"] = angle / math.sqrt(2)
            found[f"{side}_shoulder_abduction"] = -angle / math.sqrt(2)
            found[f"{side}_elbow"] = math.radians(gait.elbows) * pelvis.going + ELBOW_SWING * swing
        return found

    def _set_ungrouped(self, q: Array, more: dict[str, Array]) -> None:
        """Set the joints of groups that the figure does without; what no figure of its skeleton has is left."""
        whole = self._grouped
        names = [name for name in more if name in whole.parameter_names]
        if not names:
            return
        columns = [whole.index(name) for name in names]
        states = np.tile(whole.rest, (len(q) + len(names) + 1, 1))  # then each by itself, then rest
        states[: len(q), columns] += np.stack([more[name] for name in names], axis=1)
        states[len(q) + np.arange(len(names)), columns] += 0.1
        values = np.array([Pose(whole, state).joint_values for state in states])
        driven = np.abs(values[len(q) : -1] - values[-1]).max(axis=0) > 1e-9
        dofs = [dof.name for joint in whole.skeleton.joints for dof in joint.dofs]
        for place in np.flatnonzero(driven):
            if dofs[place] in self.figure.parameter_names:
                q[:, self.figure.index(dofs[place])] = values[: len(q), place]

    @cached_property
    def _grouped(self) -> Figure:
        return self.figure.grouped()

    # -- what is solved ------------------------------------------------------------------------

    def _solved(self, q: Array, frames: Array, feet: dict[str, FootState]) -> Array:
        """The states with the feet where they ought to be.

        Feet that stand are exact, and the pelvis gives way where a leg does not reach; a foot that swings gives way
        where its ankle does not turn that far.
        """
        stands = np.stack([self.feet[side].stands(frames) for side in SIDES], axis=1)
        result = q.copy()
        root = self.figure.skeleton.root.name
        for pattern in ((True, True), (True, False), (False, True), (False, False)):
            rows = np.flatnonzero((stands == pattern).all(axis=1))
            if not len(rows):
                continue
            problem = self._problem(pattern)
            constants = np.tile(problem.constants, (len(rows), 1))
            constants[:, find_target(problem, root).place] = self.figure.forward(q[rows])[:, 0].reshape(-1, 12)
            for side, standing in zip(SIDES, pattern, strict=True):
                foot, frame = self.plan.legs[side].foot, feet[side].frame[rows]
                if standing:
                    constants[:, find_target(problem, foot).place] = frame.reshape(-1, 12)
                else:
                    constants[:, find_target(problem, foot).place] = frame[:, :, 3]
                    constants[:, find_target(problem, f"{foot} turn").place] = frame[:, :, :3].reshape(-1, 9)
            result[rows] = SOLVER.solve_batch(problem, q[rows], constants=constants).q
        return result

    def _problem(self, pattern: tuple[bool, ...]) -> Problem:
        figure, rest = self.figure, self.figure.pose(self.figure.rest)
        root = figure.skeleton.root.name
        goals: list[Goal] = [
            PoseGoal(frame=figure.frame(root), target=rest.transform(root), weight=PELVIS_WEIGHT, name=root)
        ]
        hard: list[Goal] = []
        parts = [self.plan.legs[side].foot for side in SIDES]
        for foot, standing in zip(parts, pattern, strict=True):
            if standing:
                hard.append(PoseGoal(frame=figure.frame(foot), target=rest.transform(foot), name=foot))
            else:
                place, turn = rest.position(foot), rest.orientation(foot)
                goals.append(Position(point=figure.point(foot), target=tuple(place), weight=SWING_WEIGHT, name=foot))
                orientation = figure.orientation(foot)
                goals.append(
                    OrientationGoal(orientation=orientation, target=turn, weight=TURN_WEIGHT, name=f"{foot} turn")
                )
        free = set(figure.columns_moving(parts).tolist())
        frozen = [name for i, name in enumerate(figure.parameter_names) if i not in free]
        return Problem(figure, goals, hard=hard, frozen=frozen)
