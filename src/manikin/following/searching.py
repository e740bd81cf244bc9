"""A follower that can be told to look for a pose elsewhere, and to be where it is on its way to."""

from __future__ import annotations

import numpy as np

from manikin.following.follower import Follower
from manikin.math.rotations import Array

__all__ = ["SearchingFollower"]


class SearchingFollower(Follower):
    """Follows targets as ``Follower`` does; whoever shows it sees to a calm way where it leaps."""

    @property
    def aim(self) -> Array:
        """The state that it comes to (size,); where calm joints do not hold it back, the present one."""
        return self.q if self._aim is None else np.array(self._aim)

    def off(self) -> float:
        """The most that a lock or target is off at its aim, weighted."""
        return float(np.abs(self.problem.residual(self.aim)[: self._asked]).max(initial=0.0))

    def consider(self, start: Array, share: float) -> bool:
        """Come to the pose that is found from another state, if it costs less than a share of the present one."""
        self._session.begin(self.aim)
        found = self._follow()
        other = self._better(found, start, share)
        if other is found:
            return False
        self._aim, self._stuck = other.q, 0
        self._calm.aim_at(other.q)
        return True

    def arrive(self) -> None:
        """Be at its aim, at rest."""
        self._q, self._aim = self.aim, None
        self._calm.begin(self._q, self._constants)
