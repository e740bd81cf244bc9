"""Pull a part: it follows the cursor, and the joints of its IK chain follow the part."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property

import numpy as np

from manikin.body.posture import direction_goals, hanging_limbs, trunk_comfort
from manikin.document.ik_chain import chain_of, columns_of, effector_of
from manikin.document.lock import Poses, value_of
from manikin.document.names import display_name
from manikin.errors import InputError
from manikin.figure.root_slides import root_slides
from manikin.goals import Align, Line, OrientationGoal, Plane, Position
from manikin.goals.goal import Goal
from manikin.math.rotations import Array, to_quaternion
from manikin.posing.balance import EasedBalance, left_of, shift_of_mass
from manikin.posing.floor import grounded_joints
from manikin.posing.gestures import Cursor, Drag, Ray, needed, through
from manikin.posing.interactive_solve import InteractiveSolve
from manikin.posing.sitting import sitting_down
from manikin.posing.soles import joints_to_soles, rolling_feet, standing_part
from manikin.posing.stretching import PulledLimbs
from manikin.posing.support import balance_goal
from manikin.posing.wrists import wrists_of

__all__ = ["PartDrag", "RootDrag"]

DEPTH_SHARE = 0.1
"""Weight of the depth of a pulled part, relative to what is seen: an arm that is pulled beyond its reach lags by a
tenth of its length before it leaves its depth."""
DEPTH_WEIGHT = 30.0
"""Weight of the place of a pulled part as a wish, in units of effort per metre squared: it says how far the part has
gone."""
STRETCHED = 0.985
"""How far a limb reaches, over the lengths of its parts."""
HANGING_WEIGHT = 0.02
"""Weight of the direction of a limb that hangs, relative to the pull: ten degrees count as 2 cm."""
UPRIGHT_WEIGHT = 0.7
"""Weight of the direction of a limb that is upright, a head, in units of effort per radian squared."""
EASY_SHARE, EASY_WEIGHT = 0.45, 8000.0
"""The easy range of a trunk, as a share of the way from rest to a limit; and its weight, in units of effort for a
parameter at its limit.  So a trunk that helps a hand bends to about half of that way."""
LEVEL_WEIGHT = 0.5
"""Weight of the orientation of a root that is pulled, relative to its place: ten degrees count as 12 cm."""


class PartDrag(Drag):
    """Pull a part by the point that was pressed, at the depth that it had at the start."""

    _alone = False  # whether nothing but the part moves

    def begin(self) -> None:
        actor = self.document.movable(self.grab.figure)
        self.figure = actor.name
        self.part = self.pulled_part()
        pressed = self.grab.at if self.grab.part == self.part else None
        self.label = self.named()
        self._hanging: list[str] = []
        self._easy: list[Goal] = []
        level = self.level_goals()
        self._kept = [*level, *self.hanging_goals()]
        if self.chain[0] == actor.figure.skeleton.root.name and self.part != self.chain[0]:
            self._easy += trunk_comfort(actor.figure, easy=EASY_SHARE, weight=EASY_WEIGHT)
        self._off_centre = bool(level) and pressed is not None and not self.grab.exact
        self._hold(pressed or effector_of(actor.figure.skeleton, self.part))

    def _hold(self, at: tuple[float, float, float]) -> None:
        """Hold the part by a point of its frame."""
        actor = self.document.actor(self.figure)
        self.handle = actor.figure.point(self.part, at)
        self.goal = self._place = self._first = self.handle.value(actor.pose)
        self._limbs = PulledLimbs(self.live, actor.name, self.part, at, self.chain)
        self._limb = self._limbs.farthest(actor.pose) or self._reach()
        floor = self.live.settings.floor
        self._standing = standing_part(self.live, actor.name, self.part, at) if floor else None
        arms = [goal for goal in self._kept if isinstance(goal, Align)]
        self._sitting = sitting_down(self.live, actor.name, self.part, at, arms) if floor else None
        whole = self.chain[0] == actor.figure.skeleton.root.name and floor
        wrists = wrists_of(actor.pose, self._place) if whole else []
        self._wrists = [wrist for wrist in wrists if wrist.hand in self.chain]
        self.solve = InteractiveSolve(
            self.live,
            self.goals(through(self._place)),
            {actor.name: self.columns()},
            wishes=self.wishes(),
            movable=[(actor.name, name) for name in self._limbs.names],
            reluctant={actor.name: self.reluctant()},
            lifted={actor.name: self.part},
        )
        if self._limbs.names:
            self.solve.step()  # where nothing is pulled yet: so it knows how straight limbs are at the start
        self.states = self.solve.states

    def _hold_centre(self, ray: Ray) -> None:
        """Hold a root that was pressed on its flank behind that point, at its own depth: nobody sees a difference.

        A pelvis that is pulled by its flank would go aside and roll, for it is turned as well as moved from there.
        """
        pose = self.document.poses[self.figure]
        along = np.array(ray.direction) / np.linalg.norm(ray.direction)
        place = self._place + ((pose.position(self.part) - self._place) @ along) * along
        x, y, z = pose.convert_point(place, None, self.part).tolist()
        self._off_centre = False
        self._hold((x, y, z))

    def pulled_part(self) -> str:
        """The part; also sets the chain."""
        part, settings = needed(self.grab.part, "part"), self.document.settings
        mode, base = self.grab.mode or settings.drag_mode, self.grab.base or settings.drag_base
        self.chain = chain_of(self.document.figures[self.figure], part, mode, base)
        self.base, self._alone = self.chain[0], mode == "part"
        if self._alone or self._stands_anyway():  # nothing else has to move for the sake of balance
            self.live = replace(self.live, settings=replace(self.live.settings, balance=False))
        return part

    def named(self) -> str:
        """What is done, as the history says it."""
        return f"Drag {display_name(self.part)}"

    def columns(self) -> set[int]:
        """The parameters that may follow.

        Where a chain begins at the root, limbs that hang from it go on hanging.  Below a shin or a thigh that is pulled
        the ankle and the toes yield to the floor, for a stiff foot that stands on it would keep the leg from moving.
        """
        figure = self.document.figures[self.figure]
        yielding = joints_to_soles(figure, self.part) if self.live.settings.floor and not self._alone else set()
        free = yielding if self.live.held_joints(self.figure).isdisjoint(yielding) else set()
        return columns_of(figure, {*self.chain, *self._hanging, *free})

    def _stands_anyway(self) -> bool:
        """Whether the figure stays in balance wherever the chain goes: an arm weighs too little to tip a body over.

        Unlike for ``can_tip``, legs that carry the figure count here: who is pulled by a leg must not fall.
        """
        figure, balance = self.document.figures[self.figure], self._balance
        root = figure.skeleton.root.name
        return balance is not None and root not in self.chain and balance.depth > shift_of_mass(figure, self.chain[0])

    @cached_property
    def _balance(self) -> EasedBalance | None:
        """The balance of the figure without the part, if it is asked for."""
        part = needed(self.grab.part, "part")
        goal = balance_goal(self.live, self.figure, part) if self.live.settings.balance else None
        return None if goal is None else EasedBalance(self.live, goal)

    def reluctant(self) -> set[int]:
        """The parameters that move only for locks and balance: a root that the chain does not begin at."""
        figure, balance = self.document.figures[self.figure], self._balance
        root = figure.skeleton.root.name
        if not self.live.settings.balance or root in self.chain or balance is None or balance.depth < 0:
            return set()
        return columns_of(figure, [root])

    def goals(self, ray: Ray) -> list[Goal]:
        """The part is under the cursor, and at its depth; what is seen counts more where both cannot be."""
        kept, off = [*self._kept_goals(), *self._limbs.goals()], self._off_floor()
        if self.grab.exact or self.document.settings.solver != "lm":
            return [Position(point=self.handle, target=self._place), *kept]
        facing = ray.direction if self._facing is None else tuple(self._facing.tolist())
        line = Line(point=self.handle, origin=ray.origin + off, along=ray.direction)
        origin = self._within_reach(ray) + off
        return [line, Plane(point=self.handle, origin=origin, normal=facing, weight=DEPTH_SHARE), *kept]

    def wishes(self) -> list[Goal]:
        """The place of the part, a trunk within its easy range, and wrists that are extended near the floor."""
        steps = [] if self._sitting is None else self._sitting.steps(self._place)
        if self.document.settings.solver != "lm":
            return steps
        up = self.document.figures[self.figure].skeleton.up_index
        height = float(self._place[up]) - self.document.ground.at
        own = [*self._easy, *steps, *(wrist.wish(height) for wrist in self._wrists)]
        place = Position(point=self.handle, target=self._place + self._off_floor(), weight=DEPTH_WEIGHT)
        return own if self.grab.exact else [place, *own]

    def level_goals(self) -> list[Goal]:
        """A root that floats is moved, not turned: a pelvis that is pulled down stays level as far as legs allow."""
        actor = self.document.actor(self.figure)
        root = actor.figure.skeleton.root
        if self.part != root.name or {dof.kind for dof in root.dofs} != {"hinge", "slide"}:
            return []
        turn = actor.figure.orientation(root.name)
        target = to_quaternion(actor.pose.orientation(root.name))
        return [OrientationGoal(orientation=turn, target=target, weight=LEVEL_WEIGHT)]

    def hanging_goals(self) -> list[Goal]:
        """Where a pull takes the trunk along, limbs that hang go on hanging, and an upright head stays upright."""
        actor = self.document.actor(self.figure)
        skeleton = actor.figure.skeleton
        root = skeleton.root.name
        sits = self.live.settings.floor and bool(rolling_feet(self.live, self.figure, {self.figure: self.part}))
        if self.chain[0] != root or (self.part == root and not sits):
            return []
        grounded = grounded_joints(self.live, self.figure) if self.live.settings.floor else ()
        moved = self.live.held_joints(self.figure).union(self.chain, grounded)
        free = [limb for limb in hanging_limbs(actor.pose) if moved.isdisjoint(limb)]
        hanging = [
            limb
            for limb in free
            if actor.pose.position(limb[-1])[skeleton.up_index] < actor.pose.position(limb[0])[skeleton.up_index]
        ]
        free = hanging if self.part == root else free  # nothing bends what a head is on
        self._hanging = [joint for limb in free for joint in limb]
        upright = [limb for limb in free if limb not in hanging]
        self._easy += direction_goals(actor.pose, upright, weight=UPRIGHT_WEIGHT)
        return list(direction_goals(actor.pose, hanging, weight=HANGING_WEIGHT))

    def _reach(self) -> tuple[Array, float] | None:
        """The base of a limb that is pulled alone, and how far it reaches [m]."""
        pose, skeleton = self.document.poses[self.figure], self.document.figures[self.figure].skeleton
        for bend in skeleton.bends:
            base, middle, tip = bend.limb
            if base in self.chain and middle in self.chain and skeleton.root.name not in self.chain:
                below = [pose.position(joint) for joint in (base, middle, tip) if joint in self.chain]
                ways = np.diff([*below, self._place], axis=0)
                now = float(np.linalg.norm(self._place - below[0])) + 1e-9
                return below[0], max(now, STRETCHED * float(np.linalg.norm(ways, axis=1).sum()))
        return None

    def _kept_goals(self) -> list[Goal]:
        """The goals beside the pull; arms of who sits down go aside."""
        if self._sitting is None:
            return self._kept
        return [*(goal for goal in self._kept if not isinstance(goal, Align)), *self._sitting.arms_at(self._place)]

    def _off_floor(self) -> Array:
        """How far from its place the part is pulled (3,) [m]: a sole that slides is pressed down, a seat stays up."""
        if self._sitting is not None:
            return self._sitting.above(self._place)
        up = np.array(self.document.figures[self.figure].skeleton.up_axis)
        return -(0.0 if self._standing is None else self._standing.pressed(self._place)) * up

    def _within_reach(self, ray: Ray) -> Array:
        """The place, moved along the line of sight as far as it takes to be within the reach of a limb."""
        if self._limb is None:
            return self._place
        (base, reach), along = self._limb, np.array(ray.direction) / np.linalg.norm(ray.direction)
        off = self._place - base
        if np.linalg.norm(off) <= reach:
            return self._place
        depth = float(off @ along)
        half = math.sqrt(max(0.0, reach**2 - float(off @ off) + depth**2))  # of the line within the reach
        return np.asarray(self._place + (min(max(depth, -half), half) - depth) * along)

    def _aimed(self, ray: Ray | None) -> Array:
        """The place that the part goes to."""
        return self._place if self.grab.exact or ray is None else self._within_reach(ray)

    def effector(self, poses: Poses) -> Array:
        return value_of(self.handle, poses)

    def advance(self, cursor: Cursor) -> None:
        if self._off_centre and cursor.ray is not None:
            self._hold_centre(cursor.ray)
        before = self._place
        if cursor.place is not None and self.grab.exact:
            self._place = np.array(cursor.place)
        elif cursor.ray is not None:
            self._place = self.at_depth(cursor.ray, self._place)
        else:
            raise InputError(f"this drag follows a {'place' if self.grab.exact else 'ray'}")
        self.goal = self._place
        pose = self.pose_of(self.figure)
        self._limbs.pull(pose, self.handle.value(pose), self._aimed(cursor.ray))
        self.solve.leave(left_of(float(np.linalg.norm(self._place - self._first))))
        self.solve.hurry(float(np.linalg.norm(self._place - before)))
        self.solve.set_targets(self.goals(cursor.ray or through(self._place)), self.wishes())
        states = self.solve.step()
        self.states = {**states, self.figure: self._limbs.exactly(states[self.figure])}


class RootDrag(PartDrag):
    """Move a figure by the slides of its root, and by what the locks need: props."""

    def pulled_part(self) -> str:
        figure = self.document.figures[self.figure]
        root = figure.skeleton.root
        if not root_slides(figure):
            raise InputError(f"the root of this figure, {root.name}, is fixed to the ground")
        self.chain, self.base = (root.name,), root.name
        return root.name

    def columns(self) -> set[int]:
        return set(root_slides(self.document.figures[self.figure]))

    def level_goals(self) -> list[Goal]:
        return []
