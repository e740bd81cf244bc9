"""Jumping with both feet: a crouch, the push, a flight as gravity has it, the landing, and up again."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.interpolate import BPoly, CubicSpline

from manikin.arguments import explained
from manikin.clips.ground import heading_of
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.gait import ways
from manikin.gait.bodies import WalkMotion
from manikin.gait.curves import bumps, settling, smooth_step
from manikin.gait.footholds import Foothold
from manikin.gait.ground import Ground, Level
from manikin.gait.keyed import Walk
from manikin.gait.legs import SIDES, Legs, legs_of
from manikin.gait.options import Gait
from manikin.gait.pelvis import PelvisState, PelvisWay
from manikin.gait.plan import Contact, Plan, Timing
from manikin.gait.rolling import Stands, wished_roll
from manikin.math.rotations import Array

__all__ = ["jump"]

GRAVITY = 9.81
READY = 0.6
"""How quickly knees bend before they land, as a share of how quickly they must then."""
FLIGHT_SAMPLES = 9
"""Times at which it is measured how far the centre of mass is above the pelvis in the air."""
DOWN, PUSH, ABSORB, RISE = 0.5, 0.36, 0.28, 0.8
"""How long the crouch, the push, the landing and getting up take [s]."""
HEEL_UP, FLAT = 0.2, 0.12
"""After this share of the push the heels rise; so long after the landing feet are flat [s]."""
ROLLED, BALL_FIRST = math.radians(46.0), math.radians(16.0)
"""How far feet have rolled over when they leave, and how far their heels are up when they land [rad]."""
EXTENDED, LANDING, TUCK = math.radians(24.0), math.radians(34.0), math.radians(15.0)
"""How far knees are bent more than at rest when they leave and when they land, and more than that in the air [rad]."""
AHEAD, BEHIND, BACK = 0.09, 0.07, 0.05
"""How far the pelvis is ahead of standing when it leaves, behind when it lands, and back in a crouch [m]."""
LEANS = (0.0, 44.0, 6.0, 16.0, 40.0, 0.0)
"""How far the trunk leans at the start, in the crouch, leaving, landing, in the second crouch, at the end [degrees]."""
ARMS = (0.0, -45.0, 85.0, 55.0, 5.0, 0.0)
"""How far the arms are forward then [degrees]."""
HIGHEST, FARTHEST = 1.5, 4.0
"""The highest and the longest jump [m]."""


@explained
def jump(
    figure: Figure,
    place: ArrayLike,
    *,
    height: float = 0.25,
    heading: float | None = None,
    ground: Ground | None = None,
    start: ArrayLike | None = None,
    begin: float = 0.0,
    rate: float = 30.0,
) -> Walk:
    """A jump with both feet to a place.

    Args:
        figure: A figure with two legs; see ``legs_of``.
        place: Where the root is above afterwards, (x, z) [m].
        height: How high the pelvis flies above where the feet leave [m].
        heading: Where the figure faces afterwards [degrees from z towards x]; as before by default.
        ground: What it stands on; level ground by default.
        start: The state before; rest by default.
        begin: The first frame.
        rate: Frames a second.
    """
    legs, ground = legs_of(figure), ground or Level()
    goal = np.array(place, float).ravel()
    if goal.shape != (2,) or not np.isfinite(goal).all():
        raise InputError(f"a jump goes to a place of two finite numbers x and z, not {shorten(place)}")
    if not 0.02 <= height <= HIGHEST:
        raise InputError(f"a jump is 0.02 to {HIGHEST:g} m high, not {shorten(height)}")
    state = figure.rest.copy() if start is None else np.array(figure.check_state(start))
    pose = figure.pose(state)
    if np.linalg.norm(goal - pose.world[0, [0, 2], 3]) > FARTHEST * legs.scale:
        raise InputError(f"a jump is at most {FARTHEST * legs.scale:.2g} m long")
    facing = heading_of(figure, state)
    turn = 0.0 if heading is None else math.remainder(math.radians(heading) - facing, 2 * math.pi)
    stands = ways.standing(legs, pose)
    lands = ways.standing_at(legs, goal, facing + turn, ground)
    course = _Course.of(legs, pose.world[0, :, 3], goal, stands, lands, height, rate)
    down, leave, land, _, end = (round(begin + time * rate) for time in course.times[1:])
    heel_off = round(down + HEEL_UP * (leave - down))
    flat = land + max(1, round(FLAT * rate))
    contacts = [Contact(stood, heel_off=heel_off, lift=leave, push=ROLLED) for stood in stands]
    contacts += [Contact(foothold, strike=land, flat=flat, pitch=-BALL_FIRST) for foothold in lands]
    timing = Timing(max(6, round(0.5 * rate)), flat - land, heel_off - down, leave - down)
    plan = Plan(legs, Gait(lift=0.01), timing, ground, tuple(contacts), float(begin), float(end), rate)
    motion = JumpMotion(plan, state, course=course, facing=facing, turn=turn)
    return Walk(replace(motion, course=motion.falling()), rate)


@dataclass(frozen=True, eq=False)
class _Course:
    """The way of the pelvis by its times: start, crouch, leaving, landing, second crouch, end [s]."""

    times: tuple[float, ...]
    first: Array
    along: Array
    distances: BPoly
    levels: tuple[list[float], ...]
    above: CubicSpline | None = None

    @cached_property
    def _on_the_ground(self) -> BPoly:
        return BPoly.from_derivatives(self.times, self.levels)

    def heights(self, seconds: Array) -> Array:
        """The heights of the pelvis (n,) [m]: in the air such that the centre of mass falls as gravity has it."""
        found = np.asarray(self._on_the_ground(seconds))
        if self.above is None:
            return found
        leave, land = self.times[2:4]
        first, speed = self._flight
        t = np.clip(seconds, leave, land) - leave
        flying = first + speed * t - GRAVITY / 2 * t * t - self.above(t + leave)
        return np.where((seconds > leave) & (seconds < land), flying, found)

    @property
    def _flight(self) -> tuple[float, float]:
        """The height and the speed of the centre of mass as the feet leave [m, m/s]."""
        assert self.above is not None
        leave, land = self.times[2:4]
        first, last = (self.levels[i][0] + float(self.above(t)) for i, t in ((2, leave), (3, land)))
        return first, (last - first) / (land - leave) + GRAVITY * (land - leave) / 2

    def falling(self, seconds: Array, above: Array) -> _Course:
        """The course where the centre of mass is so far above the pelvis (n,) [m] at times (n,) of the flight."""
        course = replace(self, above=CubicSpline(seconds, above))
        levels, speed = [list(level) for level in self.levels], course._flight[1]
        for i in (2, 3):
            t = self.times[i]
            gone = GRAVITY * (t - self.times[2])
            levels[i][1:] = [speed - gone - float(course.above(t, 1)), -GRAVITY - float(course.above(t, 2))]  # type: ignore[misc]
        return replace(course, levels=tuple(levels))

    @classmethod
    def of(
        cls,
        legs: Legs,
        root: Array,
        goal: Array,
        stands: list[Foothold],
        lands: list[Foothold],
        height: float,
        rate: float,
    ) -> _Course:
        """The course of a jump; its flight takes whole frames."""
        scale = legs.scale
        off = _height(legs, Contact(stands[0], push=ROLLED), ROLLED, EXTENDED)
        down = _height(legs, Contact(lands[0]), BALL_FIRST, LANDING)
        speed = math.sqrt(2 * GRAVITY * height)
        if speed**2 + 2 * GRAVITY * (off - down) < 0:
            raise InputError(f"a jump of {height:g} m does not reach ground that is {down - off:.2f} m higher")
        flight = (speed + math.sqrt(speed**2 + 2 * GRAVITY * (off - down))) / GRAVITY
        flight = max(3, round(flight * rate)) / rate
        speed = (down - off) / flight + GRAVITY * flight / 2
        crouch = min(0.36, 0.2 + 0.3 * height) * scale
        leave = round((DOWN + PUSH) * rate) / rate
        times = (0.0, DOWN, leave, leave + flight, leave + flight + ABSORB, leave + flight + ABSORB + RISE)
        levels = [float(np.mean([foothold.height for foothold in feet])) + legs.height for feet in (stands, lands)]
        heights = [
            [float(root[1]), 0.0, 0.0], [levels[0] - crouch, 0.0], [off, speed, -GRAVITY],
            [down, speed - GRAVITY * flight, -GRAVITY], [levels[1] - 0.8 * crouch, 0.0],
            [levels[1] - 0.004 * scale, 0.0, 0.0],
        ]  # fmt: skip
        way = goal - root[[0, 2]]
        length = float(np.linalg.norm(way))
        along = way / length if length > 1e-6 else np.zeros(2)
        ahead, behind = (min(share * scale, 0.3 * length) for share in (AHEAD, BEHIND))
        pace = (length - ahead - behind) / flight
        back = BACK * scale if length > 0.05 else 0.0
        distances = [[0.0, 0.0, 0.0], [-back, 0.0], [ahead, pace], [length - behind, pace], [length - back, 0.0],
                     [length, 0.0, 0.0]]  # fmt: skip
        return cls(times, root[[0, 2]], along, BPoly.from_derivatives(times, distances), tuple(heights))

    def shaped(self, values: tuple[float, ...], seconds: Array) -> Array:
        """A curve through values at the times, at rest at each of them."""
        return np.asarray(BPoly.from_derivatives(self.times, [[value, 0.0, 0.0] for value in values])(seconds))


def _height(legs: Legs, contact: Contact, roll: float, bend: float) -> float:
    """The height of the root with a foot rolled, the leg above it nearly upright and its knee bent by so much more."""
    leg = contact.foothold.leg
    frame = Stands(leg, [contact]).rolled(np.array([roll]))[0][0]
    length = float(leg.length_at(np.array(leg.bend + bend)))
    return float(frame[1, 3] + 0.99 * length - leg.hip[1])


@dataclass(frozen=True, eq=False)
class _JumpWay(PelvisWay):
    """The pelvis over the ground in a jump."""

    course: _Course
    first: float
    turn: float

    def seconds(self, frames: Array) -> Array:
        """The times (n,) of frames [s]."""
        return np.clip((frames - self.plan.begin) / self.plan.rate, 0.0, self.course.times[-1])

    def at(self, frames: Array, heights: Array) -> PelvisState:
        """The pelvis at frames (n,) and heights (n,); its ``lead`` is how far the arms are forward [rad]."""
        seconds, nothing = self.seconds(frames), np.zeros(len(frames))
        _, _, leave, land, _, _ = self.course.times
        heading = self.first + self.turn * smooth_step((seconds - leave) / (land - leave))
        place = self.course.first + self.course.distances(seconds)[:, None] * self.course.along
        tilt = np.radians(0.5 * self.course.shaped(LEANS, seconds))
        return PelvisState(
            place=np.stack([place[:, 0], heights, place[:, 1]], axis=1),
            heading=heading,
            facing=heading,
            tilt=tilt,
            roll=nothing,
            lead=np.radians(self.course.shaped(ARMS, seconds)),
            support=nothing,
            going=nothing,
        )

    def facing(self, frames: Array) -> Array:
        """Where the figure faces (n,) [rad from z towards x]."""
        return self.at(frames, np.zeros(len(frames))).facing


@dataclass(frozen=True, eq=False)
class _JumpStance:
    """Heights, rolls and bends of a jump."""

    pelvis: _JumpWay

    def heights(self, frames: Array) -> Array:
        """The heights of the pelvis (n,) [m]."""
        return np.asarray(self.pelvis.course.heights(self.pelvis.seconds(frames)))

    def rolls(self, contact: Contact, frames: Array) -> Array:
        """How far a foot that stands is rolled forward (n,) [rad]."""
        return wished_roll(contact, frames)

    def fades(self, u: Array, start: Array, end: Array) -> Array:
        """What is left between knees in the air and those that stand: soon gone, else quick knees would lock."""
        return settling(u, start, end * np.array([[1.0], [READY]]), settled=1.0)

    def bends(self, side: str, frames: Array) -> Array:
        """The angles (n,) between thigh and shin in the air [rad]."""
        _, _, leave, land, _, _ = self.pelvis.course.times
        u = np.clip((self.pelvis.seconds(frames) - leave) / (land - leave), 0.0, 1.0)
        return np.asarray(self.pelvis.plan.legs[side].bend + LANDING + TUCK * bumps(u)[:, 1])


@dataclass(frozen=True, eq=False)
class JumpMotion(WalkMotion):
    """A jump as a function of time; what is not said here is as in a walk."""

    course: Any = None
    facing: float = 0.0
    turn: float = 0.0

    @cached_property
    def pelvis(self) -> _JumpWay:
        """The way of the pelvis."""
        return _JumpWay(self.plan, self.course, self.facing, self.turn)

    @cached_property
    def stance(self) -> Any:
        """The height of the pelvis, and how the feet roll."""
        return _JumpStance(self.pelvis)

    def falling(self) -> Any:
        """The course with what arms and legs do in the air made good, so that it is the centre of mass that falls."""
        leave, land = self.course.times[2:4]
        seconds = np.linspace(leave, land, FLIGHT_SAMPLES)
        states = self.states(self.plan.begin + seconds * self.plan.rate)
        poses = [self.plan.legs.figure.pose(q) for q in states]
        above = [pose.centre_of_mass()[1] - pose.world[0, 1, 3] for pose in poses]
        return self.course.falling(seconds, np.array(above))

    def _trunk(self, pelvis: PelvisState) -> dict[str, Array]:
        return {"spine_bend": pelvis.tilt, "neck_bend": -0.8 * pelvis.tilt}

    def _arms(self, pelvis: PelvisState) -> dict[str, Array]:
        angle = pelvis.lead / math.sqrt(2)  # elevation and abduction have axes half-way between forward and aside
        found = {f"{side}_shoulder_elevation": angle for side in SIDES}
        return found | {f"{side}_shoulder_abduction": -angle for side in SIDES}
