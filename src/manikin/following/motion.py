"""Where a follower begins, and where it is and how it moves, for another one to go on from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from manikin.figure.pose import Pose
from manikin.following.calm import Calm
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Motion", "given_state"]


class Motion(NamedTuple):
    """What a follower hands over between two frames.

    Attributes:
        q: Its state (size,).
        aim: The state that it comes to, if calm joints keep it from being there (size,).
        shift: The shift of its rows (rows,); see ``manikin.solvers.levels``.
        calm: What its joints did, and may do next.
    """

    q: Array
    aim: Array | None
    shift: Array
    calm: Calm


def given_state(problem: Problem, given: Any, default: Array) -> Array:
    """A state of all figures from a pose, poses of each, or numbers."""
    if given is None:
        return default
    if isinstance(given, Pose):
        given = given.q
    elif isinstance(given, Sequence) and given and all(isinstance(pose, Pose) for pose in given):
        given = np.concatenate([pose.q for pose in given])
    return problem.checked(given)
