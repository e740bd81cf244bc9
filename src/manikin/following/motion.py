"""Where a follower is and how it moves, for another one to go on from."""

from __future__ import annotations

from typing import NamedTuple

from manikin.following.calm import Calm
from manikin.math.rotations import Array

__all__ = ["Motion"]


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
