"""How freely a quantity can move at a state: the singular values of its Jacobian (W 3.2.2).

A direction in which it cannot move is either lost at this state, such as along a straight arm, or never moves, such as
out of the plane of a planar arm.  The Jacobians at a few other states tell which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from manikin.math.rotations import Array

__all__ = ["Mobility", "mobility_of"]

LOST_SHARE = 1e-6
"""A direction counts as lost where it moves less than this share of the direction that moves most."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Mobility:
    """The singular value decomposition J = U D Vᵀ of the Jacobian of some rows by the movable parameters (W eq. 3.9).

    Attributes:
        units: Of the rows [m, rad or none]; rows are not weighted.
        movable: Number of parameters that may move.
        singular_values: Largest first (min(rows, movable),) [unit of the rows per rad or m].
        rank: At this state.
        full_rank: The highest rank at this and at a few other states.
        lost: Unit directions that cannot move here, but at other states (k, rows).
        never: Unit directions that do not move at any state (k, rows).
        null_space: Unit motions of the parameters that move no row (redundancy, size).
    """

    units: tuple[str, ...]
    movable: int
    singular_values: Array
    rank: int
    full_rank: int
    lost: Array
    never: Array
    null_space: Array

    @property
    def singular(self) -> bool:
        """Whether the rank is lower here than elsewhere."""
        return self.rank < self.full_rank

    @property
    def redundancy(self) -> int:
        """The dimension of the null space: the number of independent motions that leave the rows as they are."""
        return self.movable - self.rank

    @cached_property
    def manipulability(self) -> float:
        """√det(J Jᵀ) (Yoshikawa 1985), the volume that unit motions reach; 0 where the state is singular.

        The product of ``full_rank`` singular values, so that a planar arm has a manipulability too.
        """
        return float(self.singular_values[: self.full_rank].prod()) if self.rank == self.full_rank > 0 else 0.0

    @cached_property
    def condition(self) -> float:
        """The largest divided by the smallest of these singular values; infinite where the state is singular."""
        if self.singular or self.full_rank == 0:
            return float("inf")
        return float(self.singular_values[0] / self.singular_values[self.full_rank - 1])

    @property
    def sentence(self) -> str:
        """A summary as a sentence without its subject."""
        if self.rank == 0:
            return "cannot move at all"
        words = [
            f"moves in {self.rank} of {len(self.units)} directions" if self.rank < len(self.units) else "moves freely"
        ]
        if self.singular:
            words.append(f"is singular: it cannot move {_listed(self.lost, self.units)} here")
        elif len(self.lost):
            words.append(f"cannot move {_listed(self.lost, self.units)}, because too few parameters move it")
        if len(self.never):
            words.append(f"nothing ever moves it {_listed(self.never, self.units)}")
        numbers = f"manipulability {self.manipulability:.3g}, condition number {self.condition:.3g}"
        return "; ".join(words) + f" ({numbers})"


def mobility_of(here: Array, elsewhere: Sequence[Array], movable: np.ndarray, units: Sequence[str]) -> Mobility:
    """From the Jacobians (rows, size) at a state and at some others; ``movable`` (size,) selects the columns."""
    jacobian = here[:, movable]
    others = [other[:, movable] for other in elsewhere]
    u, singular, vt = _svd(jacobian)
    values = [_svd(other)[1] for other in others]
    floor = LOST_SHARE * max((float(s.max(initial=0.0)) for s in (singular, *values)), default=0.0)
    rank = int((singular > floor).sum())
    never = _svd(np.concatenate([jacobian, *others], axis=1))
    still = never[0][:, int((never[1] > floor).sum()) :]
    left = u[:, rank:]
    null = np.zeros((vt.shape[0] - rank, len(movable)))
    null[:, movable] = vt[rank:]
    return Mobility(
        units=tuple(units),
        movable=jacobian.shape[1],
        singular_values=singular,
        rank=rank,
        full_rank=max([rank, *(int((s > floor).sum()) for s in values)]),
        lost=_plain_basis(left @ left.T - still @ still.T),
        never=_plain_basis(still @ still.T),
        null_space=null,
    )


def _svd(matrix: Array) -> tuple[Array, Array, Array]:
    u, s, vt = np.linalg.svd(matrix, full_matrices=True)
    return u, s, vt


def _plain_basis(projector: Array) -> Array:
    """An orthonormal basis of the range of a projector, each vector as near to an axis as possible."""
    left, found = projector.copy(), []
    for _ in range(round(float(np.trace(projector)))):
        axis = int(np.argmax(np.diag(left)))
        vector = left[:, axis] / np.sqrt(left[axis, axis])
        found.append(vector)
        left -= np.outer(vector, vector)
    return np.array(found).reshape(len(found), len(projector))


def _listed(directions: Array, units: tuple[str, ...]) -> str:
    return " or ".join(_in_words(direction, units) for direction in directions)


def _in_words(direction: Array, units: tuple[str, ...]) -> str:
    """A direction among the rows of a goal or handle: three lengths are x, y, z, three angles rotations about them."""
    words = []
    for unit, verb in (("m", "along"), ("rad", "about"), ("", "by")):
        part = direction[np.array(units) == unit]
        if np.abs(part).max(initial=0.0) > 1e-3:
            words.append(f"{verb} ({' '.join(f'{x:.3g}' for x in np.where(np.abs(part) < 1e-3, 0.0, part))})")
    return " with ".join(words)
