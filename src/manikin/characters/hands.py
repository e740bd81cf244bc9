"""Where hands of a target are to be: as far from its shoulders as those of the source, and on what they touch.

On a body with other proportions, arms that are turned as in the source do not bring both hands together, nor one to the
face, nor to the hip.  So a hand that is near to the other one or to the head is placed as it is seen from there, and
one that touches a part of the body lies on that part again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from manikin.characters.foot_plan import eased, smooth_above
from manikin.characters.surfaces import Near, Part, parts_of
from manikin.characters.transfer import Transfer
from manikin.characters.two_bones import bent
from manikin.handles import Point
from manikin.math.rotations import Array

__all__ = ["Hands"]

NEAR = 0.15
"""A hand is near to the other one and to the head if it is no farther from it than this share of the body's height."""
TOUCHES, AWAY = 0.015, 0.035
"""A palm touches a part of the body if it is no farther from its surface than the first share of the height, and has
nothing to do with it beyond the second."""
PASSES = 0.15
"""A palm that moves against a part by this share of the height in a second counts half as much: it passes by."""
EASE = 0.5
"""In which time a hand goes over to a part that it will touch, and from it [s]."""
PALM = 0.13
"""How far the middle of the palm is from the wrist, in lengths of the arm."""
SLIGHT = 0.02
"""Of two parts that a palm touches, the nearer one counts; this much less than a touch counts half as much."""
STRAIGHT = 0.05
"""How far off its line an elbow must be to show which way the arm bends, in lengths of the arm."""
LONGEST, BEYOND, SOFT = 0.995, 1.05, 12
"""An arm that goes after a touch gets no longer than the first share of its length; with its shoulder it reaches to the
second; and how sharply it stops there."""
CALM = 0.1
"""Over which time its way there is averaged, for parts have ends [s]."""
ROUNDS = 6
"""How often arms are placed that touch each other."""


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands of a target whose trunk and legs are where they are to be.

    Attributes:
        transfer: The clip as the target sees it.
        states: States of the target (frames, size) in which trunk and legs are done.
        copies: Whether hands that are far from everything are where arms have them whose parts are turned as in the
            source; else they are as far from the shoulder as there, for arms of the same length.
    """

    transfer: Transfer
    states: Array
    copies: bool

    @cached_property
    def hands(self) -> list[str]:
        """The hands that both figures have."""
        source, target = self.transfer.source.roles, self.transfer.target.roles
        return [hand for hand in ("l_hand", "r_hand") if hand in source and hand in target]

    @cached_property
    def near(self) -> bool:
        """Whether a hand of the source is near to the other one or to the head at some time."""
        return any(weight.any() for hand in self.hands for weight in self._weights[hand].values())

    @cached_property
    def shares(self) -> dict[str, Array]:
        """For each hand that touches the body at some time, how much it is to lie there (frames,), 0 to 1."""
        found = {hand: [share for share, _ in self._touches[hand].values()] for hand in self.hands}
        return {hand: np.max(shares, axis=0) for hand, shares in found.items() if shares}

    # -- what the source does ------------------------------------------------------------------

    @cached_property
    def _height(self) -> float:
        return float(self.transfer.source.places[:, 1].max())

    @cached_property
    def _longer(self) -> float:
        source, target = self.transfer.source, self.transfer.target
        return target.arm / source.arm if source.arm else 1.0

    @cached_property
    def _weights(self) -> dict[str, dict[str, Array]]:
        """How much a place counts that is seen from what a hand is near to (frames,): more the nearer it is."""
        transfer, made = self.transfer, dict[str, dict[str, Array]]()
        reach = NEAR * self._height
        for hand in self.hands:
            made[hand] = {}
            for other in ("head", *(one for one in self.hands if one != hand)):
                if other in transfer.source.roles and other in transfer.target.roles:
                    far = np.linalg.norm(transfer.place(hand) - transfer.place(other), axis=1)
                    made[hand][other] = np.maximum(reach / np.maximum(far, 1e-6 * reach) - 1.0, 0.0) ** 2
        return made

    @cached_property
    def _touches(self) -> dict[str, dict[str, tuple[Array, Near]]]:
        """For each hand, the parts that it touches at some time: how much it lies there, and where it is felt."""
        source, places = self.transfer.source, self.transfer.world[..., 3] @ self.transfer.source.turn.T
        parts = parts_of(source)
        here = {name: part for name, part in parts.items() if name in self._target_parts}
        made: dict[str, dict[str, tuple[Array, Near]]] = {}
        for hand in self.hands:
            palm = self.transfer.place(hand) + self.transfer.turn(hand) @ np.array([0.0, -PALM * source.arm, 0.0])
            made[hand] = {}
            for name, part in here.items():
                if name in (f"{hand[:2]}upper_arm", f"{hand[:2]}forearm"):
                    continue
                turn = self.transfer.turn(part.role)
                near = Near.of(palm, part.axis(source, places, turn), turn, part.half)
                share = self._share(near, part.half)
                if share.any():
                    made[hand][name] = (share, near)
        return made

    def _share(self, near: Near, half: Array) -> Array:
        """How much a palm is to lie on a part that it touches, and a little before and after (frames,)."""
        apart = near.apart / self._height
        share = np.clip((AWAY - apart) / (AWAY - TOUCHES), 0.0, 1.0)
        if not share.any():
            return share
        rate = self.transfer.clip.rate
        if len(share) > 1:
            way = np.gradient(near.way * half, axis=0)
            slow = np.linalg.norm(way, axis=1) * rate / self._height / PASSES
            share = share / (1 + slow**2)
        return smooth_above(share, max(1, round(EASE * rate / 4)))

    def palm(self, hand: str) -> Point:
        """The middle of a palm of the target."""
        target = self.transfer.target
        place = target.place(hand) - (0.0, PALM * target.arm, 0.0)
        return target.figure.point(target.roles[hand], target.on_part(hand, place))

    # -- where the target's are ----------------------------------------------------------------

    @cached_property
    def _world(self) -> Array:
        return np.asarray(self.transfer.target.figure.forward(np.ascontiguousarray(self.states)))

    @cached_property
    def _places(self) -> Array:
        """All joints of the target in the world of the reference pose (frames, joints, 3)."""
        return np.asarray(self._world[..., 3] @ self.transfer.target.turn.T)

    @cached_property
    def _turns(self) -> Array:
        """How far all joints of the target are turned (frames, joints, 3, 3)."""
        return self.transfer.target.turns(self._world)

    @cached_property
    def _target_parts(self) -> dict[str, Part]:
        return parts_of(self.transfer.target)

    def _carried(self, places: Array) -> Array:
        """Places that are meant for a trunk as in the source, with the chest as it is."""
        transfer, target = self.transfer, self.transfer.target
        chest = target.roles.chest
        turn = self._turns[:, target.index(chest)] @ np.swapaxes(transfer.turn(chest), 1, 2)
        way = (turn @ (places - transfer.along(chest))[..., None])[..., 0]
        return np.asarray(self._places[:, target.index(chest)] + way)

    @cached_property
    def _alone(self) -> dict[str, Array]:
        """Where hands are that are near to nothing (frames, 3)."""
        transfer, made = self.transfer, {}
        for hand in self.hands:
            shoulder = f"{hand[:2]}upper_arm"
            way = self._longer * (transfer.place(hand) - transfer.place(shoulder))
            made[hand] = self._carried(transfer.along(hand) if self.copies else transfer.along(shoulder) + way)
        return made

    def seen(self) -> dict[str, Array]:
        """Where hands are to be (frames, 3) [m], in the world of the reference pose, if they touch no other part."""
        transfer, target, made = self.transfer, self.transfer.target, {}
        for hand, alone in self._alone.items():
            total, weights = alone.copy(), np.ones((len(alone), 1))
            for other, weight in self._weights[hand].items():
                way = self._longer * (transfer.place(hand) - transfer.place(other))
                middle = (alone + self._alone[other] + way) / 2 if other in self._alone else None
                place = self._places[:, target.index(other)] + way if middle is None else middle
                total += weight[:, None] * place
                weights += weight[:, None]
            made[hand] = total / weights
        return made

    def touching(self) -> tuple[dict[str, Array], dict[str, Array]]:
        """Where palms are to be that touch the body (frames, 3) [m], and how arms are turned for it (frames, 3, 3).

        Both in the world of the reference pose, by role; as they are where nothing is touched.  Arms that touch each
        other are placed in turns.
        """
        plain, target = {hand: self._arm(hand) for hand in self.hands}, self.transfer.target
        palms = {hand: self._turns[:, target.index(hand)] @ (0.0, -PALM * target.arm, 0.0) for hand in self.shares}
        arms, places = dict(plain), {}  # what the other hand feels is the arm as it will be
        meet = any(name[2:] in ("upper_arm", "forearm") for hand in self.shares for name in self._touches[hand])
        for _ in range(ROUNDS if meet else 1):
            for hand, share in self.shares.items():
                now = plain[hand].places[:, 2] + palms[hand]
                moved = eased(share[:, None] * (self._touched(hand, arms) - now), round(CALM * self.transfer.clip.rate))
                wrists = self._in_reach(plain[hand], now + moved - palms[hand], BEYOND)
                places[hand] = wrists + palms[hand]
                arms[hand] = self._reaching(plain[hand], self._in_reach(plain[hand], wrists, LONGEST))
        turns = {}
        for hand in places:
            turns[f"{hand[:2]}upper_arm"], turns[f"{hand[:2]}forearm"] = arms[hand].turns
        return places, turns

    def _arm(self, hand: str) -> Arm:
        """The arm of a hand as it is."""
        joints = [self.transfer.target.index(f"{hand[:2]}{part}") for part in ("upper_arm", "forearm", "hand")]
        return Arm(self._places[:, joints], (self._turns[:, joints[0]], self._turns[:, joints[1]]))

    def _in_reach(self, arm: Arm, wrists: Array, longest: float) -> Array:
        """Places of the wrist, brought so near that the arm, of some length at most, never straightens with a jerk."""
        ways = [one - arm.places[:, 0] for one in (wrists, arm.places[:, 2])]
        far, now = (np.linalg.norm(way, axis=1) for way in ways)
        room = np.maximum(longest * self.transfer.target.arm - now, 1e-6)
        more = np.maximum(far - now, 0.0)
        less = more / (1 + (more / room) ** SOFT) ** (1 / SOFT)
        return np.asarray(arm.places[:, 0] + ((far - more + less) / np.maximum(far, 1e-9))[:, None] * ways[0])

    def _touched(self, hand: str, arms: dict[str, Arm]) -> Array:
        """Where a palm is that touches the body (frames, 3); where it touches nothing, it counts for nothing."""
        count = len(self.states)
        total, weights = np.zeros((count, 3)), np.zeros((count, 1))
        for name, (share, near) in self._touches[hand].items():
            part = self._target_parts[name]
            axis, turn = self._part(name, part, arms)
            weight = (share / (1 + SLIGHT - share))[:, None] + 1e-9
            total += weight * near.on(axis, turn, part.half, self._longer)
            weights += weight
        return np.asarray(total / weights)

    def _part(self, name: str, part: Part, arms: dict[str, Arm]) -> tuple[tuple[Array, Array], Array]:
        """The axis of a part of the target, and how far it is turned."""
        arm = arms.get(f"{name[:2]}hand")
        if arm is not None and name[2:] in ("upper_arm", "forearm"):
            k = ("upper_arm", "forearm").index(name[2:])
            return (arm.places[:, k], arm.places[:, k + 1]), arm.turns[k]
        target = self.transfer.target
        turn = self._turns[:, target.index(part.role)]
        return part.axis(target, self._places, turn), turn

    def _reaching(self, arm: Arm, place: Array) -> Arm:
        """An arm bent so that its hand is at a place, to the side that it bends to before and after."""
        places, target = arm.places, self.transfer.target
        line = places[:, 2] - places[:, 0]
        line = line / np.maximum(np.linalg.norm(line, axis=1, keepdims=True), 1e-12)
        elbow = places[:, 1] - places[:, 0]
        elbow = elbow - (elbow * line).sum(axis=1, keepdims=True) * line
        chest = self._turns[:, target.index(target.roles.chest)]
        own = eased((np.swapaxes(chest, 1, 2) @ elbow[..., None])[..., 0], round(EASE * self.transfer.clip.rate))
        out = (chest @ (own - (0.0, 0.0, STRAIGHT * target.arm))[..., None])[..., 0]
        turned = bent(places, places[:, 0], place, out / np.linalg.norm(out, axis=1, keepdims=True))
        ways = [(turn @ (places[:, k + 1] - places[:, k])[..., None])[..., 0] for k, turn in enumerate(turned)]
        middle = places[:, 0] + ways[0]
        made = np.stack([places[:, 0], middle, middle + ways[1]], axis=1)
        return Arm(made, (turned[0] @ arm.turns[0], turned[1] @ arm.turns[1]))


@dataclass(frozen=True, eq=False)
class Arm:
    """An arm: shoulder, elbow and wrist (frames, 3, 3) [m], and how far its two parts are turned (frames, 3, 3)."""

    places: Array
    turns: tuple[Array, Array]
