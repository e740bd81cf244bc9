"""Where a follower begins, and where it is and how it moves, for another one to go on from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.pose import Pose
from manikin.following.calm import Calm
from manikin.math.rotations import Array
from manikin.problem.problem import Problem

__all__ = ["Motion", "check_numbers", "given_state"]


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


def check_numbers(softness: Any, iterations: Any) -> None:
    """Raise unless these can be options of a follower."""
    if not (isinstance(softness, (int, float)) and 0 < softness < np.inf):
        raise InputError(f"the softness must be above 0 and finite, not {shorten(softness)}")
    if not (isinstance(iterations, int) and iterations > 0):
        raise InputError(f"iterations must be a whole number above 0, not {shorten(iterations)}")


def given_state(problem: Problem, given: Any, default: Array) -> Array:
    """A state of all figures from a pose, poses of each, or numbers."""
    if not problem.figures:
        raise InputError("name at least one figure that follows")
    if given is None:
        return default
    if isinstance(given, Pose):
        given = (given,)
    if isinstance(given, Sequence) and given and all(isinstance(pose, Pose) for pose in given):
        if [pose.figure.size for pose in given] != [figure.size for figure in problem.figures]:
            posed, wanted = (", ".join(f.name for f in of) for of in ([p.figure for p in given], problem.figures))
            raise InputError(f"a state is wanted of {wanted}, not of {posed}")
        given = np.concatenate([pose.q for pose in given])
    return problem.checked(given)
