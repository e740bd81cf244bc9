"""A walk as keys and timed goals, which can be edited like any others."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from manikin.clips.constrained import Constrained
from manikin.clips.key import Key
from manikin.clips.keyframes import Keyframes
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.figure.figure import Figure
from manikin.gait.bodies import WalkMotion
from manikin.gait.plan import Contact, Plan
from manikin.gait.rolling import TIP_FROM
from manikin.goals import PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.math.rotations import Array

__all__ = ["Walk"]

LET_GO = 0.16
"""How long a foot that leaves the ground is let go, and one that strikes is brought [s]."""
LET_GO_SHARE = 0.25
"""The same in steps, if that is less."""
KEY_GAP = 0.1
"""Keys are at most so far apart [s]."""
KEY_SHARE = 0.155
"""The same in steps, if that is less."""


@dataclass(frozen=True, eq=False)
class Walk:
    """A walk: the keys of the whole body, and the goals that keep the feet on the ground.

    Attributes:
        motion: The walk as a function of time.
        rate: Frames a second.
    """

    motion: WalkMotion
    rate: float

    @property
    def plan(self) -> Plan:
        """Where the feet stand, and when."""
        return self.motion.plan

    @property
    def figure(self) -> Figure:
        """The figure that walks."""
        return self.motion.figure

    def keys(self) -> list[Key]:
        """A key at every event, and between them where they are far apart."""
        frames = self._key_frames()
        return [
            Key(frame=self._when(frame), q=tuple(q.tolist()))
            for frame, q in zip(frames.tolist(), self.motion.states(frames), strict=True)
        ]

    def _when(self, frame: float) -> float:
        return self.plan.begin + self.plan.end - frame if self.motion.backwards else frame

    def goals(self) -> list[TimedGoal]:
        """The goals that keep the feet where they stand."""
        found = []
        for number, contact in enumerate(self.plan.contacts):
            found += self._holds(number - 1, contact)
        return found

    def clip(self) -> Constrained:
        """The walk as a clip."""
        source = Keyframes(figure=self.figure, rate=self.rate, keys=tuple(self.keys()))
        return Constrained(source=source, goals=tuple(self.goals()))

    def _key_frames(self) -> Array:
        plan = self.plan
        events = {plan.begin, plan.end}
        for contact in plan.contacts:
            events |= {contact.strike, contact.flat, contact.heel_off, self._tip_frame(contact), contact.lift}
        fixed = sorted(event for event in events if plan.begin <= event <= plan.end)
        most = max(1.5, min(KEY_GAP * self.rate, KEY_SHARE * plan.timing.step))
        found = [fixed[0]]
        for event in fixed[1:]:
            parts = math.ceil((event - found[-1]) / most)
            first = found[-1]
            found += [round(first + (event - first) * k / parts) for k in range(1, parts)]
            found.append(event)
        return np.array(found, float)

    # -- goals ---------------------------------------------------------------------------------

    def _holds(self, number: int, contact: Contact) -> list[TimedGoal]:
        name = f"step {number} {contact.foothold.leg.foot}" if number > 0 else f"stand {contact.foothold.leg.foot}"
        stages = self._stages(contact)
        if self.motion.backwards:
            stages = [(stage, self._when(b), self._when(a), goal) for stage, a, b, goal in reversed(stages)]
        ease = min(LET_GO * self.rate, LET_GO_SHARE * self.plan.timing.step)
        found = []
        for i, (stage, a, b, goal) in enumerate(stages):
            last = i == len(stages) - 1
            span = Span(
                start=a,
                end=b if last else max(a, b - 1),
                ease_in=ease if i == 0 and a > self.plan.begin else 0.0,
                ease_out=ease if last and b < self.plan.end else 0.0,
            )
            found.append(TimedGoal(goal=replace(goal, name=f"{name} {stage}"), spans=(span,)))
        return found

    def _stages(self, contact: Contact) -> list[tuple[str, float, float, Goal]]:
        """How a foot rolls over the ground: names, frames from and to, and what is held."""
        leg, plan = contact.foothold.leg, self.plan
        begin, end = max(contact.strike, plan.begin), min(contact.lift, plan.end)
        flat, tip = max(contact.flat, begin), self._tip_frame(contact)
        found: list[tuple[str, float, float, Goal]] = []
        if contact.pitch == 0:
            flat = begin
        elif flat > begin:
            if contact.pitch > 0:
                found.append(("heel", begin, flat, self._point(contact, leg.foot, leg.heel)))
            elif leg.toes is not None:
                found.append(("ball", begin, flat, self._frame(contact, leg.toes)))
            else:
                found.append(("ball", begin, flat, self._point(contact, leg.foot, leg.ball)))
        found.append(("flat", flat, min(contact.heel_off, plan.end), self._frame(contact, leg.foot)))
        if math.isfinite(contact.lift):
            if leg.toe_column is not None and leg.toes is not None:
                found.append(("toes", contact.heel_off, tip, self._frame(contact, leg.toes)))
                if tip < end:
                    found.append(("tip", tip, end, self._tip(contact)))
            else:
                found.append(("ball", contact.heel_off, end, self._point(contact, leg.foot, leg.ball)))
        return found

    def _frame(self, contact: Contact, part: str) -> Goal:
        pose = self._flat(contact)
        return PoseGoal(frame=self.figure.frame(part), target=pose[part])

    def _point(self, contact: Contact, part: str, at: Array) -> Goal:
        frame = self._flat(contact)[part]
        return Position(point=self.figure.point(part, tuple(at.tolist())), target=frame[:, :3] @ at + frame[:, 3])

    def _tip(self, contact: Contact) -> Goal:
        leg = contact.foothold.leg
        assert leg.toes is not None
        at = leg.tip - leg.hinge  # the toes' own frame has the foot's axes at rest
        return self._point(contact, leg.toes, at)

    def _flat(self, contact: Contact) -> dict[str, Array]:
        """The frames of foot and toes while the foot is flat."""
        leg = contact.foothold.leg
        p = contact.foothold.placement
        foot = np.column_stack([p[:, :3] @ leg.rest[:, :3], p[:, :3] @ leg.rest[:, 3] + p[:, 3]])
        found = {leg.foot: foot}
        if leg.toes is not None:
            angle = -contact.foothold.toes
            c, s = math.cos(angle), math.sin(angle)
            turn = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
            found[leg.toes] = np.column_stack([foot[:, :3] @ turn, foot[:, :3] @ leg.hinge + foot[:, 3]])
        return found

    def _tip_frame(self, contact: Contact) -> float:
        """The frame, a whole one, from which on the toes roll over their tip."""
        if not math.isfinite(contact.lift):
            return math.inf
        frames = np.arange(contact.heel_off, contact.lift + 1)
        rolled = frames[self.motion.stance.rolls(contact, frames) > TIP_FROM]
        return float(rolled[0]) - 1 if len(rolled) > 1 else float(contact.lift)
