"""A figure of two arms, and the goals that put its hands on its hips."""

from __future__ import annotations

from manikin.figure.figure import Figure
from manikin.goals import Position
from manikin.goals.goal import Goal
from manikin.skeleton.build import hinge, joint
from manikin.skeleton.skeleton import Skeleton


def arms(name: str = "arms") -> Figure:
    """Two arms of two hinges each on a fixed chest, and hips."""
    joints = [joint("chest")]
    for side, x in (("left", 1.0), ("right", -1.0)):
        joints += [
            joint(f"{side} arm", "chest", offset=(x, 0, 0), dofs=[hinge("z")]),
            joint(f"{side} hand", f"{side} arm", offset=(0, -1, 0), dofs=[hinge("z")]),
            joint(f"{side} tip", f"{side} hand", offset=(0, -1, 0)),
            joint(f"{side} hip", "chest", offset=(x / 2, -1, 0)),
        ]
    return Figure(Skeleton(name=name, joints=tuple(joints)))


def hands_on_hips(figure: Figure) -> list[Goal]:
    """The example of W 5.3.4: four point handles, two constraints."""
    return [
        Position(point=figure.point(f"{side} tip"), target=figure.point(f"{side} hip"), name=f"{side} hand on hip")
        for side in ("right", "left")
    ]
