"""Calm joints: speeds that change no faster than a bound."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.following.ball_posture import Ball
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Calm", "largest", "levers_of"]

MEMORY = 2.0
"""How long what the targets asked for is remembered [s].  Where they set out or stop at once, they ask for much in one
frame, which says nothing of what comes and is forgotten."""
JUST_NOW = 0.5
"""How much of what they asked for in the last frame counts in any case: they may leap twice in one direction."""
STOPPING = 0.1
"""How long a figure that is off its aim may take to stop [s]."""
CATCHING_UP = 2.0
"""What a figure that is off its aim may take, times what the aim may."""
WAVERING, RESTING = 100.0, 1e-4
"""An aim that goes to and fro by more than the first times what the targets move, over their levers, wavers; but only
while these move by less than the second in a frame [rad]."""
STILL = 1e-9
"""A figure that is off its aim by less is there, in units."""
EDGE, MOST_EDGE, LATELY = 1.5, 1.5, 0.07
"""What a limb near the end of its reach may take, times the acceleration of its bend; at most the second times
``haste``, which it may have anyway for so long after it was there [s]: it may leave by another way than it came."""
TURNED = 0.7
"""How much of ``haste`` targets with an orientation get: they ask all joints at once, and where these cannot follow, as
at limits, more haste only throws them about.  For the same reason they get no more near the end of a reach."""
AT_REST = 0.7
"""How much of that is left after a frame in which the targets do not move."""
SUDDEN = 30.0
"""Targets that ask for much more than this jump themselves; then calm makes no sense [rad/s²]."""
JOINT_POWER = 0.6
"""How fast the hinges of a joint turn together: this power of their number, ½ if all are square to each other."""
LEAST_SPREAD = 0.1
"""The least that the spread of a ball's axes counts."""
LEAPING = 100.0
"""What changes its speed faster than this where nobody sees it leaps [rad/s²]."""
BRAKING, BRAKING_AGILITY = 100.0, 2.5
"""Acceleration with which parameters come to their limits and leave them [rad/s²], and times what is asked for."""


class Calm:
    """What the parameters may do in the next frame, beside the state that a figure aims at.

    That state may jump, for example where a limit is met.  Then the figure comes to it calmly: the speed of its
    joints changes by at most ``agility`` times what the targets ask for, and it brakes in time.  What they ask for
    is their acceleration, and the square of their speed, over their levers.  The targets may need more than that on the
    way; up to ``haste`` they get it, and more where they move fast themselves.  Near the end of a reach limbs may be as
    quick as soft reach asks for.

    Where the aim is too sudden, the figure goes on as it did and comes to the aim from where it is: it speeds up, and
    brakes in time.  It may take twice as much then, so it is not late for an aim that is hardly too sudden, and brakes
    harder where it is fast itself.  The motion of an aim that is calm is left as it is, so a figure does not lag behind
    one that moves fast.  An aim that goes to and fro while the targets rest is come to in the mean.

    Args:
        problem: The figures and their goals.
        q: The state at the start, at rest (size,).
        rate: Frames in a second.
        agility: How many times the acceleration that is asked for is allowed.
        least: An acceleration that is always allowed [rad/s²]; of slides, times the size of the figures.
        haste: An acceleration that is always allowed where the targets need it, and the most of a calm way, likewise.
        balls: Ball joints that may come to their poles.
        turned: Whether there are targets with an orientation.
        middles: The middle joints of limbs: near the end of a reach it is soft reach that brakes them.
    """

    def __init__(
        self,
        problem: Problem,
        q: Array,
        rate: float,
        agility: float = 5.0,
        least: float = 20.0,
        haste: float = 320.0,
        balls: Iterable[Ball] = (),
        turned: bool = False,
        middles: Iterable[int] = (),
    ) -> None:
        for what, value in (("rate", rate), ("agility", agility), ("least", least), ("haste", haste)):
            if not (isinstance(value, (int, float)) and 0 < value < math.inf):
                raise InputError(f"the {what} must be above 0 and finite, not {shorten(value)}")
        self._dt, self._agility, self._least = 1 / rate, agility, least
        self._haste, self._most_edge = (TURNED * haste, 1.0) if turned else (haste, MOST_EDGE)
        self._lo, self._hi = problem.lo, problem.hi
        self._levers = levers_of(problem)
        sizes = [float(np.linalg.norm(np.ptp(figure.pose().world[:, :, 3], axis=0))) for figure in problem.figures]
        hinge = np.array([variable.kind == "hinge" for variable in problem.variables], bool)
        longest = max(*sizes, float(self._levers.max(initial=1e-3)))
        self._middles = np.isin(np.arange(len(q)), list(middles))
        self._balls, self._plain = tuple(balls), np.where(hinge, 1.0, longest)
        self._shares = np.concatenate([np.zeros(0), *(_shares_of_joints(figure) for figure in problem.figures)])
        self._shared = self._shares * self._plain
        self._speeds = problem.state_vector.speeds
        self._units, self._most_units = self._plain, self._shared
        self._forgetting = math.exp(-self._dt / MEMORY)
        self.begin(q)

    def begin(self, q: Array, targets: Array | None = None) -> None:
        """Start again at a state, at rest, with its targets."""
        self._q, self._speed = np.array(q), np.zeros_like(q)
        self._aims = (np.array(q), np.array(q))
        self._astray = False
        self._at_aim = 2  # frames that it has been there
        self._target: Array | None = None if targets is None else np.array(targets)
        self._target_step = np.zeros_like(self._levers)
        self._asked = self._lasting = self._edge = self._lately = self._moving = 0.0
        self._wavers = 0  # how often the aim went to and fro lately

    def place(self, frozen: Array, q: Array) -> None:
        """Other values of frozen parameters: somebody else moves them, however fast."""
        for known in (self._q, *self._aims):
            known[frozen] = q[frozen]
        self._speed[frozen] = 0.0

    def ask(self, targets: Array, bending: float = 0.0) -> None:
        """The targets of the next frame.

        Args:
            targets: All constants of the problem.
            bending: How much the speed changes with which limbs bend at the end of their reach [rad per frame²].
        """
        step = (targets - (targets if self._target is None else self._target)) / self._levers
        turning, moving = largest(step - self._target_step), largest(step)
        # where targets turn back, they may stand still for a frame: that is not the end of bending
        edge = min(EDGE * bending / self._dt**2, self._most_edge * self._haste)
        self._lately = LATELY if bending else max(self._lately - self._dt, 0.0)
        self._edge = edge if moving else max(edge, AT_REST * self._edge)
        now = max(turning, moving * moving) / self._dt**2
        goes_on = moving > 0 and self._moving > 0
        self._lasting = max(now if goes_on else 0.0, self._lasting * self._forgetting)
        self._asked = max(now, self._lasting, JUST_NOW * self._asked)
        self._target, self._target_step, self._moving = np.array(targets), step, moving

    def remember(self, q: Array, *, is_aim: bool = False) -> None:
        """The state that a frame ended at, and whether that is its aim."""
        self._speed = (q - self._q) / self._dt
        self._q = np.array(q)
        self._at_aim = self._at_aim + 1 if is_aim else 0

    def pass_by(self, q: Array, targets: Array, frames: int) -> None:
        """Be at a state with its targets, however sudden, so many frames after the last one: nobody sees it.

        A leap is no motion that the figure would go on with when it is seen again: after one it is at rest.
        """
        step = (q - self._q) / frames
        leaps = largest((step / self._dt - self._speed) / self._plain) > LEAPING * frames * self._dt
        step = np.zeros_like(step) if leaps else step
        self._speed, self._q = step / self._dt, np.array(q)
        self._aims, self._astray, self._at_aim = (np.array(q), q - step), False, 2
        self._target = np.array(targets)

    def bounds(self) -> tuple[Array, Array]:
        """Where the parameters may be in the next frame, if the targets need it (size,) each."""
        dt = self._dt
        haste = self._haste * (self._most_edge if self._lately else 1.0)
        needed = max(haste, self._edge) * self._most_units
        most = self._brakes
        change = dt * np.maximum(needed, self._sudden * self._plain)  # if the targets jump, so may the figure
        lower, upper = self._speed - change, self._speed + change
        upper = np.maximum(np.minimum(upper, _braking(self._hi - self._q, most, dt) + 0.5 * most * dt), lower)
        lower = np.minimum(np.maximum(lower, -_braking(self._q - self._lo, most, dt) - 0.5 * most * dt), upper)
        lower, upper = (np.clip(speed, -self._speeds, self._speeds) for speed in (lower, upper))
        lo, hi = (np.clip(self._q + dt * speed, self._lo, self._hi) for speed in (lower, upper))
        return lo, hi

    def limited(self, aim: Array) -> Array | None:
        """The state beside the aim of the next frame that calm allows; None where it allows that one."""
        dt, most = self._dt, max(self._least, min(self._agility * self._asked, self._haste), self._sudden, self._edge)
        units = self._units_at(aim, most)
        last, before = self._aims
        bend = (aim - 2 * last + before) / units  # in a frame
        self._aims = (np.array(aim), last)
        self._watch(aim - last, last - before)
        if self.wavers:
            self._astray = True
            return np.asarray(self._q + (aim - self._q) / (1 + self._wavers) ** 2)
        if not self._astray and largest(bend) <= most * dt**2:
            # a figure that was at its aims changes its speed as these do
            return None if self._allows(aim, most, steady=self._at_aim >= 2) else aim
        # the figure goes on as it did, and comes to the aim: it speeds up, and brakes in time
        off = (self._q - last) / units
        away = largest(off)
        nearing = min(float(_braking(away, most, dt)), away / dt) / max(away, 1e-12)
        speed = self._speed / units
        change = (aim - last) / (dt * units) - nearing * off - speed
        most = max(min(CATCHING_UP * most, max(self._haste, most)), min(largest(speed) / STOPPING, self._haste))
        speed = speed + change * min(1.0, most * dt / max(largest(change), 1e-12))
        near = np.clip(self._q + dt * units * speed, self._lo, self._hi)
        self._astray = largest((near - aim) / units) > STILL
        return near if self._astray or not self._allows(aim, most) else None

    @property
    def wavers(self) -> bool:
        """Whether the aim goes to and fro, though the targets hardly move; then the figure comes to the mean.

        Where limits keep targets out of reach, no pose may be the end of a search: each of some leads to the next one.
        """
        return self._wavers > 1

    def _watch(self, way: Array, before: Array) -> None:
        """Count how often the aim goes to and fro."""
        if self._moving > RESTING:
            self._wavers = 0
            return
        far = largest(way / self._plain) > max(WAVERING * self._moving, STILL)
        self._wavers = self._wavers + bool(way @ before < 0) if far else self._wavers // 2

    def aim_at(self, aim: Array) -> None:
        """Take another state, at rest, as the aim of this frame; the figure goes on as it does, and comes there."""
        self._aims = (np.array(aim), np.array(aim))
        self._astray = True

    def _units_at(self, q: Array, most: float) -> Array:
        """The units of the parameters (size,) at a state; they may take so much, but joints no more than ``haste``.

        Near its pole, angles of a ball may be faster than itself.
        """
        least = min(1.0, max(self._least, self._sudden) / most)
        shares = np.minimum(np.maximum(self._haste / most * self._shares, least), 1.0)  # np.clip takes twice as long
        self._units, self._most_units = shares * self._plain, np.array(self._shared)
        for ball in self._balls:
            spread = max(ball.spread(q), LEAST_SPREAD)
            for units in (self._units, self._most_units):
                units[ball.columns[0]] /= spread
                units[ball.columns[2]] /= spread
        return self._units

    def _allows(self, aim: Array, most: float, *, steady: bool = False) -> bool:
        """Whether the figure may be at a state in the next frame, if its speed may change by ``most``.

        ``steady`` tells that it changes by less.
        """
        wanted = (aim - self._q) / self._dt
        steady = steady or largest((wanted - self._speed) / self._units) <= most * self._dt
        if steady and self._far_from_limits(wanted):
            return True
        lo, hi = self.bounds()
        return bool(((aim >= lo) & (aim <= hi)).all())

    @property
    def _brakes(self) -> Array:
        """How fast parameters come to a stop before their limits (size,)."""
        most = max(BRAKING, BRAKING_AGILITY * self._asked)
        if not self._lately:
            return most * self._most_units
        return np.asarray(np.where(self._middles, max(most, self._most_edge * self._haste), most) * self._most_units)

    @property
    def _sudden(self) -> float:
        return self._asked * self._asked / SUDDEN

    def _far_from_limits(self, speed: Array) -> bool:
        """Whether speeds are surely within ``bounds``, if they change little."""
        most = self._brakes
        room = np.minimum(self._hi - self._q, self._q - self._lo)
        return bool((speed * speed <= most * (2 * room + most * self._dt**2)).all())


def largest(values: Array) -> float:
    """The largest size of some numbers; 0 if there are none."""
    return float(np.maximum.reduce(np.abs(values), initial=0.0))  # the method max takes twice as long


@lru_cache(maxsize=64)
def _shares_of_joints(figure: Figure) -> tuple[float, ...]:
    """What each parameter may take of what its joint may (size,): the hinges of a joint turn faster together."""
    most = np.ones(figure.size)
    for joint in figure.skeleton:
        hinges = [dof.name for dof in joint.dofs if dof.kind == "hinge"]
        columns = sorted(figure.coupling.columns_of(hinges, figure.skeleton))
        most[columns] = np.maximum(most[columns], len(columns))
    return tuple((most**-JOINT_POWER).tolist())


def _braking(distance: Array | float, most: Array | float, dt: float) -> Array:
    """The speeds from which whole frames of braking stop within distances."""
    change = 0.5 * most * dt
    return np.asarray(np.sqrt(change**2 + 2 * most * np.maximum(distance, 0.0)) - change)


def levers_of(problem: Problem) -> Array:
    """For every constant how far one radian may move what it is the target of [m, rad]."""
    scales = np.where(problem.row_scales > 0, problem.row_scales, 1.0)
    jacobian = np.abs(problem.jacobian(problem.rest)) / scales[:, None]
    levers, row = np.ones(len(problem.constants)), 0
    for i, goal in enumerate(problem.all_goals):
        own = float(jacobian[row : row + goal.rows].max(initial=0.0)) or 1.0
        row += goal.rows
        if problem.tables is not None:
            for where in problem.constants_of(i).values():
                levers[where] = own
    return levers
