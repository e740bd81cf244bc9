"""The legs of a figure, measured at rest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from manikin.body.support import sole_points
from manikin.clips.tracks import ground_tracks
from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.math.rotations import Array
from manikin.skeleton.stretching import parents_drawn

__all__ = ["SIDES", "Leg", "Legs", "legs_of"]

SIDES = ("l", "r")


@dataclass(frozen=True, eq=False)
class Leg:
    """One leg.  A *placement* (3, 4) puts the level sole on the ground: its origin is the middle of the sole below the
    foot, y is up, z is where the figure faces.

    Attributes:
        side: "l" or "r".
        foot, toes: Names of the parts; the toes may be missing.
        hip: Place of the hip joint in the frame of the root (3,).
        thigh, shin: Their lengths [m].
        bend: The angle between them at rest [rad].
        rest: The foot (3, 4) in the frame of its placement, at rest.
        heel, ball, hinge, tip: Points (3,) of the foot at rest, in its frame: below the heel and the ball of the foot,
            the joint of the toes, and the tip of the toes.
        across: The axis (3,) of the foot about which it rolls: turning about it lowers the toes.
        soles, toe_soles: Corners (n, 3) of the sole of the foot, and of that of the toes, in the frame of the foot at
            rest.
        toe_column: The place of the toes' angle in the state, or None.
        toe_sign: Whether a larger angle raises the toes (1) or lowers them (−1).
    """

    side: str
    foot: str
    toes: str | None
    hip: Array
    thigh: float
    shin: float
    bend: float
    rest: Array
    heel: Array
    ball: Array
    hinge: Array
    tip: Array
    across: Array
    soles: Array
    toe_soles: Array
    toe_column: int | None
    toe_sign: float

    @property
    def length(self) -> float:
        """The length of the leg from hip to ankle, straight [m]."""
        return self.thigh + self.shin

    def length_at(self, bend: Array) -> Array:
        """The distance from hip to ankle with an angle (…) between thigh and shin, 0 if straight [m]."""
        a, b = self.thigh, self.shin
        return np.asarray(np.sqrt(a * a + b * b + 2 * a * b * np.cos(bend)))

    def on_sole(self, point: Array) -> Array:
        """A point of the foot (…, 3) in the frame of the placement."""
        return point @ self.rest[:, :3].T + self.rest[:, 3]


@dataclass(frozen=True, eq=False)
class Legs:
    """Both legs, and how the figure stands at rest.

    Attributes:
        figure: The figure.
        left, right: The legs.
        height: Height of the root above the ground at rest [m].
        apart: Distance between the middles of the soles at rest [m].
        ahead: How far the root is ahead of the middles of the soles [m].
    """

    figure: Figure
    left: Leg
    right: Leg
    height: float
    apart: float
    ahead: float

    def __getitem__(self, side: str) -> Leg:
        return self.left if side == "l" else self.right

    @cached_property
    def scale(self) -> float:
        """Length of the legs in those of a human of 1.75 m."""
        return self.left.length / 0.8626


@lru_cache(maxsize=32)
def legs_of(figure: Figure) -> Legs:
    """The legs of a figure that can walk: a free root, y up, and parts l_foot and r_foot below two more parts each."""
    skeleton = figure.skeleton
    name = shorten(figure.name)
    if skeleton.up != "y" or ground_tracks(figure) is None:
        raise InputError(f"{name} cannot walk: a figure that walks has a free root, and y is up")
    missing = [f"{side}_foot" for side in SIDES if f"{side}_foot" not in skeleton]
    if missing:
        raise InputError(f"{name} cannot walk: it has no part {' and no part '.join(missing)}")
    pose = figure.pose(figure.rest)
    root = pose.world[0]
    level = min(float(pose.position(f"{side}_foot")[1] - _sole(figure, side)[2]) for side in SIDES)
    made = {side: _leg(figure, side, level) for side in SIDES}
    middles = {side: _middle(figure, side) for side in SIDES}
    between = (middles["l"] + middles["r"]) / 2
    return Legs(
        figure=figure,
        left=made["l"],
        right=made["r"],
        height=float(root[1, 3] - level),
        apart=float(abs(middles["l"][0] - middles["r"][0])),
        ahead=float(root[2, 3] - between[2]),
    )


def _leg(figure: Figure, side: str, level: float) -> Leg:
    skeleton, pose = figure.skeleton, figure.pose(figure.rest)
    foot = f"{side}_foot"
    index = skeleton.index(foot)
    above = [index]
    parents, _ = parents_drawn(skeleton)
    while parents[above[-1]] > 0:
        above.append(int(parents[above[-1]]))
    if len(above) != 3:
        raise InputError(f"{shorten(figure.name)} cannot walk: {foot} must hang from the root by a thigh and a shin")
    hip, knee, ankle = (pose.world[i, :, 3] for i in reversed(above))
    root = pose.world[0]
    heel, ball, _ = _sole(figure, side)
    frame = pose.transform(foot)
    rest = frame.copy()
    x, _, z = _middle(figure, side)
    rest[:, 3] -= (x, level, z)
    toes = f"{side}_toes" if f"{side}_toes" in skeleton else None
    soles = _corners(figure, foot, foot)
    toe_soles, hinge, tip, column, sign = np.zeros((0, 3)), ball, ball, None, 1.0
    if toes is not None:
        toe_soles = _corners(figure, toes, foot)
        hinge = pose.convert_point((0.0, 0.0, 0.0), toes, foot)
        tip = toe_soles[np.argmax(toe_soles @ (ball - heel))]
        if f"{side}_toe tip" in skeleton:
            tip = pose.convert_point((0.0, 0.0, 0.0), f"{side}_toe tip", foot)
        toe_soles = np.vstack([toe_soles, tip])
        dofs = skeleton[toes].dofs
        if len(dofs) == 1 and dofs[0].name in figure.parameter_names:
            column = figure.index(dofs[0].name)
            sign = -1.0 if dofs[0].axis[0] > 0 else 1.0
    return Leg(
        side=side,
        foot=foot,
        toes=toes,
        hip=root[:, :3].T @ (hip - root[:, 3]),
        thigh=float(np.linalg.norm(knee - hip)),
        shin=float(np.linalg.norm(ankle - knee)),
        bend=_angle(knee - hip, ankle - knee),
        rest=rest,
        heel=heel,
        ball=ball,
        hinge=hinge,
        tip=tip,
        across=np.array([1.0, 0.0, 0.0]),
        soles=np.vstack([soles, heel, ball]),
        toe_soles=toe_soles,
        toe_column=column,
        toe_sign=sign,
    )


def _corners(figure: Figure, part: str, foot: str) -> Array:
    """The corners of a part's sole in the frame of the foot."""
    pose = figure.pose(figure.rest)
    points = [pose.convert_point(point.at, point.part, foot) for point in sole_points(figure, part, below=False)]
    return np.array(points).reshape(-1, 3)


def _sole(figure: Figure, side: str) -> tuple[Array, Array, float]:
    """The points below heel and ball in the frame of the foot, and how far the sole is below its origin."""
    pose = figure.pose(figure.rest)
    foot = f"{side}_foot"
    corners = _corners(figure, foot, foot)
    low = float(pose.position(foot)[1] - min(pose.convert_point(p, foot)[1] for p in corners))
    found = []
    for name, far in (("heel", np.argmin(corners[:, 2])), ("ball", np.argmax(corners[:, 2]))):
        part = f"{side}_{name}"
        at = pose.convert_point((0.0, 0.0, 0.0), part, foot) if part in figure.skeleton else corners[far]
        found.append(at)
        low = max(low, float(pose.position(foot)[1] - pose.convert_point(at, foot)[1]))
    return found[0], found[1], low


def _middle(figure: Figure, side: str) -> Array:
    """The point of the world half-way between heel and ball, at rest."""
    pose = figure.pose(figure.rest)
    heel, ball, _ = _sole(figure, side)
    return (pose.convert_point(heel, f"{side}_foot") + pose.convert_point(ball, f"{side}_foot")) / 2


def _angle(a: Array, b: Array) -> float:
    return float(np.arccos(np.clip(a @ b / np.linalg.norm(a) / np.linalg.norm(b), -1.0, 1.0)))
