"""A take: key poses of the human, posed by angles and by where parts should be, and what holds between them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from manikin import bodies
from manikin.body.support import balance
from manikin.clips import Constrained, Keyframes
from manikin.clips.key import Key
from manikin.clips.timed_goal import Span, TimedGoal
from manikin.clips.tracks import tracks_of
from manikin.figure.pose import Pose
from manikin.goals import Align, MatchValues, PoseGoal, Position
from manikin.goals.goal import Goal
from manikin.handles import Parameters
from manikin.math.rotations import Array, Vec3

HUMAN = bodies.load("human")
FEET = ("l_foot", "r_foot")
REST = HUMAN.pose()
RATE = 30.0
GRAVITY = 9.81
# a person who stands at ease: arms hang, elbows and fingers a little bent
EASE: dict[str, float] = {
    f"{side}_{name}": value
    for side in "lr"
    for name, value in {
        "shoulder_elevation": 4.0, "shoulder_abduction": 7.0, "elbow": 14.0, "forearm_twist": 12.0,
        "knuckles": 14.0, "finger_curl": 24.0, "thumb_flexion": 10.0,
    }.items()
}  # fmt: skip
ARM = ("shoulder_elevation", "shoulder_abduction", "shoulder_twist", "elbow", "forearm_twist", "wrist_flexion",
       "wrist_deviation")  # fmt: skip
LEGS = tuple(f"{side}_{name}" for side in "lr" for name in (
    "hip_flexion", "hip_abduction", "hip_twist", "knee", "ankle_flexion", "ankle_inversion", "toes"))  # fmt: skip


@dataclass
class Take:
    """Key poses, one after the other; each begins from the angles of the one before."""

    name: str
    chair: float | None = None  # where its seat is along z [m]
    rests: bool = True  # whether it begins and ends at rest
    angles: dict[str, float] = field(default_factory=lambda: dict(EASE))
    keys: list[Key] = field(default_factory=list)
    goals: list[TimedGoal] = field(default_factory=list)
    last: Array = field(default_factory=lambda: HUMAN.rest.copy())

    def key(
        self,
        frame: float,
        angles: Mapping[str, float] | None = None,
        *,
        pelvis: Vec3 | None = None,
        feet: Sequence[Goal] | None = None,
        hard: Iterable[Goal] = (),
        soft: Iterable[Goal] = (),
        balanced: Sequence[str] = (),
        leg_factor: float = 0.05,
        free: str = "",
        **how: Any,
    ) -> Pose:
        """A whole pose: angles [degrees] that change, the pelvis from where it is at rest [m], and goals.

        Legs follow the feet, and the arms named in ``free`` ("l", "r", "lr") follow the soft goals; the rest of the
        body keeps to the angles as far as the hard goals let it.
        """
        self.angles.update(angles or {})
        q = HUMAN.rest.copy()
        for name, value in self.angles.items():
            q[HUMAN.index(name)] = math.radians(value) if not name.startswith(("root_x", "root_y", "root_z")) else value
        q = np.clip(q, HUMAN.lo, HUMAN.hi)
        start = self.last.copy()
        moved = np.array([HUMAN.index(name) for name in HUMAN.parameter_names if name not in LEGS])
        start[moved] = q[moved]
        if pelvis is not None:
            start[:3] = pelvis
        factors = np.full(HUMAN.size, 4.0)
        factors[[HUMAN.index(f"{side}_{name}") for side in free for name in ARM]] = 0.1
        factors[[HUMAN.index(name) for name in LEGS]] = leg_factor
        factors[[HUMAN.index("l_toes"), HUMAN.index("r_toes")]] = 4.0
        factors[:3] = 0.0 if pelvis is None else 5.0
        wanted = start.copy()
        wanted[[HUMAN.index(name) for name in LEGS]] = q[[HUMAN.index(name) for name in LEGS]]
        match = MatchValues(
            values=Parameters(names=HUMAN.parameter_names), target=tuple(wanted), factors=tuple(factors), weight=1.0
        )
        wished = [match, *soft]
        needed = [*(feet if feet is not None else standing()), *hard]
        if balanced:
            needed.append(balance(HUMAN, *balanced, margin=0.15))
        result = HUMAN.solve(wished, hard=needed, start=start, preferred_bends=True, restarts=0)
        if result.violation > 1e-6:
            print(f"{self.name} {frame}: {result.message}")
        self.last = np.array(result.q)
        self.keys.append(Key(frame=frame, q=tuple(result.q), **how))
        return HUMAN.pose(result.q)

    def again(self, frame: float, of: float, **how: Any) -> None:
        """The pose of another key once more."""
        key = next(key for key in self.keys if key.frame == of)
        self.keys.append(replace(key, frame=frame, **how))

    def part(self, frame: float, angles: Mapping[str, float], **how: Any) -> None:
        """A key of some angles [degrees] only; the rest of the body passes through it."""
        tracks = frozenset(
            track.name for track in tracks_of(HUMAN) if {HUMAN.parameter_names[c] for c in track.columns} & set(angles)
        )
        q = np.array(Keyframes(figure=HUMAN, rate=RATE, keys=tuple(self.keys)).state(frame))
        for name, value in angles.items():
            q[HUMAN.index(name)] = math.radians(value)
        self.keys.append(Key(frame=frame, q=tuple(np.clip(q, HUMAN.lo, HUMAN.hi)), tracks=tracks, **how))

    def hold(
        self, goal: Goal, start: float = -math.inf, end: float = math.inf, ease: tuple[float, float] | None = None
    ) -> None:
        """A goal that holds from one frame to another."""
        windows = {} if ease is None else {"ease_in": ease[0], "ease_out": ease[1]}
        self.goals.append(TimedGoal(goal=goal, spans=(Span(start=start, end=end, **windows),)))

    @property
    def things(self) -> list[Pose]:
        """What stands around the figure."""
        return [] if self.chair is None else [bodies.load("chair").pose(root_z=self.chair)]

    @property
    def plain(self) -> Keyframes:
        keys = sorted(self.keys, key=lambda key: key.frame)
        if self.rests:
            keys[0], keys[-1] = replace(keys[0], slow_out=1.0), replace(keys[-1], slow_in=1.0)
        return Keyframes(figure=HUMAN, rate=RATE, keys=tuple(keys))

    @property
    def clip(self) -> Constrained:
        return Constrained(source=self.plain, goals=tuple(self.goals))


def foot(
    side: str, shift: Vec3 = (0.0, 0.0, 0.0), turn: float = 0.0, pitch: float = 0.0, *, of: Pose = REST
) -> PoseGoal:
    """A foot moved from where it stands at rest [m], turned about the vertical, and its heel raised by ``pitch``
    [degrees] about the joint of its toes."""
    part = f"{side}_foot"
    target = of.transform(part)[:3].copy()
    ball = of.position(f"{side}_toes")  # the joint about which the toes bend
    a, b = math.radians(turn), math.radians(pitch)
    across = target[:, :3] @ np.array([1.0, 0.0, 0.0])
    across[1] = 0.0
    across /= np.linalg.norm(across)
    about = np.array([[0, -across[2], across[1]], [across[2], 0, -across[0]], [-across[1], across[0], 0]])
    lift = np.eye(3) + math.sin(b) * about + (1 - math.cos(b)) * about @ about
    yaw = np.array([[math.cos(a), 0, math.sin(a)], [0, 1, 0], [-math.sin(a), 0, math.cos(a)]])
    turned = yaw @ lift
    place = ball + turned @ (target[:, 3] - ball) + np.array(shift)
    return PoseGoal(frame=HUMAN.frame(part), target=np.column_stack([turned @ target[:, :3], place]), name=part)


def standing() -> list[Goal]:
    """Both feet as at rest."""
    return [foot("l"), foot("r")]


def at(part: str, place: Vec3, weight: float = 10.0, point: Vec3 | None = None) -> Position:
    """A part at a place [m]."""
    own = HUMAN.point(part) if point is None else HUMAN.point(part, point)
    return Position(point=own, target=place, weight=weight, name=part)


def facing(part: str, own: Vec3, world: Vec3, weight: float = 1.0) -> Align:
    """A direction of a part along a direction of the world."""
    return Align(direction=HUMAN.direction(part, own), target=world, weight=weight)
