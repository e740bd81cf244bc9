"""The plan of a walk: which foot stands where, from when to when."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from manikin.gait.footholds import Foothold
from manikin.gait.ground import Ground
from manikin.gait.legs import Legs
from manikin.gait.options import Gait

__all__ = ["Contact", "Plan", "Timing", "timed", "timed_step", "timing_of"]

WALK_RATIO = 0.0064
"""People choose step length and pace in this ratio [m per step a minute] (Sekiya & Nagasaki 1998)."""
SLOWEST, FASTEST = 1.35, 1.85
"""The paces that it is used between [steps/s]."""
STAIRS = 0.85
"""The pace on stairs, in the usual one."""
STEEP, EARLIER = 0.3, 0.7
"""The rise of two steps of stairs [m]; down them the heel rises earlier by this share, as ankles turn no farther."""
READY = 0.9
"""So many steps before the first foot leaves the weight goes to the other one."""


@dataclass(frozen=True)
class Timing:
    """The timing of a gait in whole frames: a step, and after a strike the foot flat, the heel up, the foot off."""

    step: int
    flat: int
    heel_off: int
    lift: int

    @property
    def swing(self) -> int:
        """How long a foot is in the air."""
        return 2 * self.step - self.lift


def timing_of(gait: Gait, rate: float, scale: float, *, edges: bool = False) -> Timing:
    """The timing of a gait at a rate; ``scale`` is the length of the legs in those of a human; slower on stairs."""
    usual = min(max(gait.step / WALK_RATIO / 60, SLOWEST), FASTEST) / math.sqrt(scale) * (STAIRS if edges else 1.0)
    step = max(3, round(rate / (usual if gait.pace is None else gait.pace)))
    flat = max(1, round(2 * step * gait.flat))
    heel_off = max(flat + 1, round(2 * step * gait.heel_off))
    lift = max(heel_off + 1, round(2 * step * gait.contact))
    return Timing(step, flat, heel_off, min(lift, 2 * step - 1))


@dataclass(frozen=True, eq=False)
class Contact:
    """A foot on the ground, in frames.

    Attributes:
        foothold: Where it stands.
        strike: When it touches the ground; −inf if it stands there from the beginning.
        flat: When it is flat.
        heel_off: When its heel rises; inf if it stays.
        lift: When it leaves; inf if it stays.
        pitch: How far the toes are up at the strike [rad]; below 0 the ball touches first.
        push: How far it has rolled over its toes when it leaves [rad].
        ahead, behind: How far it is ahead of the other foot when it strikes and behind it when it leaves, in usual
            steps, 0 to 1.
    """

    foothold: Foothold
    strike: float = -math.inf
    flat: float = -math.inf
    heel_off: float = math.inf
    lift: float = math.inf
    pitch: float = 0.0
    push: float = 0.0
    ahead: float = 0.0
    behind: float = 0.0

    @property
    def side(self) -> str:
        """The side of the foot."""
        return self.foothold.leg.side


@dataclass(frozen=True, eq=False)
class Plan:
    """All contacts of a walk in the order of their strikes; the first two are the feet as they stand.

    Attributes:
        legs: The figure's legs.
        gait: The options.
        timing: The gait in frames.
        ground: What it walks on.
        contacts: The contacts.
        begin, end: The first and the last frame.
        rate: Frames a second.
    """

    legs: Legs
    gait: Gait
    timing: Timing
    ground: Ground
    contacts: tuple[Contact, ...]
    begin: float
    end: float
    rate: float

    @property
    def ready(self) -> float:
        """How long the figure takes to set out, and to come to rest [frames]."""
        return float(round(READY * self.timing.step))

    @property
    def runs(self) -> bool:
        """Whether both feet are in the air between steps."""
        return self.timing.lift < self.timing.step

    def of(self, side: str) -> list[Contact]:
        """The contacts of one foot."""
        return [contact for contact in self.contacts if contact.side == side]


def timed(
    legs: Legs, gait: Gait, ground: Ground, stands: list[Foothold], steps: list[Foothold], begin: float, rate: float
) -> Plan:
    """Footholds with their times: feet that stand, then steps one after the other, alternately."""
    timing = timing_of(gait, rate, legs.scale, edges=ground.has_edges)
    ready = round(READY * timing.step)
    strikes = [begin + ready + timing.swing + i * timing.step for i in range(len(steps))]
    contacts = [Contact(foothold) for foothold in stands]
    latest = {contact.side: i for i, contact in enumerate(contacts)}
    for foothold, strike in zip(steps, strikes, strict=True):
        side = foothold.leg.side
        before, other = contacts[latest[side]], contacts[latest["r" if side == "l" else "l"]].foothold
        step = gait.step * legs.scale
        behind, ahead = (min(1.0, max(0.0, gap / step)) for gap in _gaps(before.foothold, other, foothold))
        lift = strike - timing.swing
        rise = (foothold.height - before.foothold.height) / legs.scale
        up, down = min(max(rise, 0.0) / STEEP, 1.0), min(max(-rise, 0.0) / STEEP, 1.0)
        off = max(lift - round((timing.lift - timing.heel_off) * (1 + EARLIER * down)), before.flat + 1, begin)
        push = math.radians(gait.push) * (0.4 + 0.6 * behind) * (1 - 0.4 * up + 0.4 * down)
        contacts[latest[side]] = replace(before, heel_off=off, lift=lift, push=push, behind=behind)
        slope = (foothold.height - other.height) / max(ahead * step, 0.1)
        pitch = math.radians(gait.pitch) * _pitch_share(ahead, slope)
        latest[side] = len(contacts)
        contacts.append(Contact(foothold, strike=strike, flat=strike + timing.flat, pitch=pitch, ahead=ahead))
    end = strikes[-1] + timing.flat + timing.step if strikes else begin
    return Plan(legs, gait, timing, ground, tuple(contacts), begin, float(end), rate)


def timed_step(
    legs: Legs,
    gait: Gait,
    ground: Ground,
    stands: list[Foothold],
    foothold: Foothold,
    begin: float,
    end: float,
    rate: float,
) -> Plan:
    """One step between two frames: getting ready, the swing, coming to rest."""
    length = end - begin
    leave, land = round(begin + 0.35 * length), round(begin + 0.75 * length)
    timing = Timing(max(3, land - leave), 1, max(2, round(0.4 * length)), max(3, round(0.5 * length)))
    contacts = []
    for stood in stands:
        off = max(begin, leave - round(0.12 * length))
        moves = stood.leg.side == foothold.leg.side
        push = 0.35 * math.radians(gait.push)
        contacts.append(Contact(stood, heel_off=off, lift=leave, push=push) if moves else Contact(stood))
    contacts.append(Contact(foothold, strike=land, flat=land))
    timing = replace(timing, lift=2 * timing.step - (land - leave))
    return Plan(legs, gait, timing, ground, tuple(contacts), begin, end, rate)


def _gaps(before: Foothold, other: Foothold, after: Foothold) -> tuple[float, float]:
    """How far a foot is behind the other one when it leaves, and ahead of it when it strikes [m]."""
    ahead = np.array([math.sin(other.heading), math.cos(other.heading)])
    return float((other.place - before.place) @ ahead), float((after.place - other.place) @ ahead)


def _pitch_share(share: float, slope: float) -> float:
    """How much of the usual pitch a foot strikes with: less in short steps, none uphill, the ball first downstairs."""
    if slope > 0.3:
        return 0.0
    if slope < -0.4:
        return -0.6
    return share * (1.0 - max(0.0, slope) / 0.3)
