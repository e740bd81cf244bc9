"""Makes the picture of docs/body-sense.md: python tools/body_sense.py docs/images/body-sense.png

With goals alone, the pose of the rest of the body is arbitrary.  So each scene has a weak goal towards the rest pose,
for the trunk more than for the limbs, and is in balance, except for the one that shows what happens without.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from manikin import Box, MatchValues, Position, avoid, avoid_self, balance, bodies, gaze, lock_from_text, stand_on
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal
from manikin.picture.png import to_png
from manikin.picture.strip import Panel, strip

HUMAN = bodies.load("human")
REST = HUMAN.pose()
FEET = ("l_foot", "r_foot")
LOCKS = [lock_from_text(foot, REST) for foot in FEET]


def at_ease(weight: float = 1e-3, legs: float = 1.0) -> list[Goal]:
    """A goal near the rest pose; the legs have that share of the weight."""
    trunk = [name for name in HUMAN.parameter_names if name.split("_")[0] in ("root", "spine", "neck", "head")]
    leg = [name for name in HUMAN.parameter_names if any(joint in name for joint in ("hip", "knee", "ankle", "toes"))]
    arms = [name for name in HUMAN.parameter_names if name not in (*trunk, *leg)]
    rest = {name: float(HUMAN.rest[HUMAN.index(name)]) for name in HUMAN.parameter_names}
    return [
        MatchValues(
            values=HUMAN.parameter_values(*names), target=tuple(rest[name] for name in names), weight=share * weight
        )
        for names, share in ((trunk, 3.0), (arms, 1.0), (leg, legs))
    ]


def at(part: str, target: Any, weight: float = 1.0) -> Goal:
    return Position(point=HUMAN.point(part), target=target, weight=weight)


def plumb(pose: Pose) -> list[np.ndarray]:
    """The vertical line from the centre of mass to the ground."""
    x, y, z = pose.centre_of_mass()
    return [np.array([[x, y, z], [x, 0.0, z]])]


def edges(box: Box, middle: tuple[float, float, float]) -> list[np.ndarray]:
    corners = (
        np.array(middle) + np.array(box.size) / 2 * np.array(list(np.ndindex(2, 2, 2))) * 2 - np.array(box.size) / 2
    )
    return [np.array([a, b]) for i, a in enumerate(corners) for b in corners[:i] if np.count_nonzero(a - b) == 1]


def reaches() -> list[Panel]:
    far = (-0.25, 0.75, 0.95)
    alone = HUMAN.solve([at("r_hand", far), *at_ease()], hard=LOCKS).pose
    steady = HUMAN.solve([at("r_hand", far), *at_ease()], hard=[*LOCKS, balance(HUMAN, *FEET, margin=0.2)]).pose
    return [
        Panel(alone, "a far reach", paths=plumb(alone), stars=[far]),
        Panel(steady, "in balance", paths=plumb(steady), stars=[far]),
    ]


def crouch() -> Panel:
    toes = [lock_from_text(f"{side}_toes:position", REST) for side in "lr"]
    steady = balance(HUMAN, *FEET, weight=10.0)
    goals = [at("pelvis", (0, 0.55, -0.05)), steady, *at_ease(legs=0.0)]
    return Panel(HUMAN.solve(goals, hard=toes).pose, "knees apart in a crouch")


def off_the_chest() -> Panel:
    chest, before = (0.0, 1.3, 0.05), HUMAN.pose(r_shoulder_elevation=0.6, r_elbow=1.6)  # the hand comes from the front
    goals = [at("r_hand", chest, 0.06), *at_ease(), *avoid_self(HUMAN, weight=100.0), balance(HUMAN, *FEET)]
    return Panel(before.solve(goals, hard=LOCKS, restarts=0).pose, "a hand off the chest", stars=[chest])


def round_a_box() -> Panel:
    middle, behind = (-0.3, 1.15, 0.5), (-0.62, 1.15, 0.6)
    box = Box(size=(0.4, 0.4, 0.3), at=(1, 0, 0, middle[0], 0, 1, 0, middle[1], 0, 0, 1, middle[2]))
    goals = [at("r_hand tip", behind), gaze(HUMAN, behind, weight=0.05), *at_ease(), *avoid(HUMAN, box, weight=100.0)]
    pose = HUMAN.solve([*goals, balance(HUMAN, *FEET)], hard=LOCKS, restarts=0).pose
    return Panel(pose, "round a box", paths=edges(box, middle), stars=[behind])


def on_ground() -> Panel:
    x = np.linspace(-1, 1, 9)
    heights = 0.25 * x[:, None] + 0.1 * np.sin(3 * x)[None, :]
    ground = stand_on(HUMAN, FEET, heights, origin=(-1, -1), spacing=(0.25, 0.25))
    pose = HUMAN.solve([*at_ease(), balance(HUMAN, *FEET)], hard=ground).pose
    field = np.stack(np.broadcast_arrays(x[:, None], heights, x[None, :]), axis=-1)[2:7, 2:7]
    return Panel(pose, "on uneven ground", paths=[*field, *field.swapaxes(0, 1)])


if __name__ == "__main__":
    panels = [*reaches(), crouch(), off_the_chest(), round_a_box(), on_ground()]
    Path(sys.argv[1]).write_bytes(to_png(strip(panels, size=(300, 330), columns=3)))
