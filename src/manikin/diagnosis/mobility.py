"""How freely a quantity can be moved at a state: singular values of its Jacobian (W 3.2.2).

A direction that cannot move is either lost here, as along a straight arm, or one that nothing moves anywhere, as out
of the plane of a planar arm.  Which of both is told by the Jacobians at a few other states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from manikin.math.rotations import Array

__all__ = ["LOST", "Mobility", "mobility_of"]

LOST = 1e-6
"""A direction is lost where it moves less than this part of the best one."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Mobility:
    """The Jacobian of some rows over the parameters that may move, taken apart: J = U D Vᵀ (W eq. 3.9).

    Rows are in their own ``units`` [m, rad or none], not weighted.  ``full_rank`` is the highest rank met here and at
    a few other states.
    """

    units: tuple[str, ...]
    movable: int
    """How many parameters may move."""
    singular_values: Array
    """(min(rows, movable),), largest first [unit of the rows per rad or m]."""
    rank: int
    full_rank: int
    lost: Array
    """(k, rows): unit directions that cannot move here, though some state moves them."""
    never: Array
    """(k, rows): unit directions that nothing moves at any state."""
    null_space: Array
    """(redundancy, size): unit motions of the parameters that move no row."""

    @property
    def singular(self) -> bool:
        """Whether the rank is lower here than elsewhere."""
        return self.rank < self.full_rank

    @property
    def redundancy(self) -> int:
        """The dimension of the null space: in how many ways parameters move while the rows stay."""
        return self.movable - self.rank

    @cached_property
    def manipulability(self) -> float:
        """√det(J Jᵀ) (Yoshikawa 1985), the volume of what unit motions reach; 0 where the state is singular.

        Over as many singular values as are not zero at every state, so that a planar arm has one too.
        """
        return float(self.singular_values[: self.full_rank].prod()) if self.rank == self.full_rank > 0 else 0.0

    @cached_property
    def condition(self) -> float:
        """The largest over the smallest of these singular values; infinite where the state is singular."""
        if self.singular or self.full_rank == 0:
            return float("inf")
        return float(self.singular_values[0] / self.singular_values[self.full_rank - 1])

    @property
    def sentence(self) -> str:
        """What can be said of it in one sentence, without its subject."""
        if self.rank == 0:
            return "cannot move at all"
        words = [
            f"moves in {self.rank} of {len(self.units)} directions" if self.rank < len(self.units) else "moves freely"
        ]
        if self.singular:
            words.append(f"is singular: it cannot move {_listed(self.lost, self.units)} here")
        elif len(self.lost):
            words.append(f"cannot move {_listed(self.lost, self.units)}, for too few parameters serve it")
        if len(self.never):
            words.append(f"nothing ever moves it {_listed(self.never, self.units)}")
        numbers = f"manipulability {self.manipulability:.3g}, condition number {self.condition:.3g}"
        return "; ".join(words) + f" ({numbers})"


def mobility_of(here: Array, elsewhere: Sequence[Array], movable: np.ndarray, units: Sequence[str]) -> Mobility:
    """From Jacobians (rows, size) at a state and at some others; ``movable`` (size,) tells which columns count."""
    jacobian = here[:, movable]
    others = [other[:, movable] for other in elsewhere]
    u, singular, vt = _svd(jacobian)
    values = [_svd(other)[1] for other in others]
    floor = LOST * max((float(s.max(initial=0.0)) for s in (singular, *values)), default=0.0)
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
    """An orthonormal basis of what a projector keeps, each vector as near to an axis as can be."""
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
    """A direction among a goal's or handle's rows: three lengths are x, y, z, three angles turns about them."""
    words = []
    for unit, verb in (("m", "along"), ("rad", "about"), ("", "by")):
        part = direction[np.array(units) == unit]
        if np.abs(part).max(initial=0.0) > 1e-3:
            words.append(f"{verb} ({' '.join(f'{x:.3g}' for x in np.where(np.abs(part) < 1e-3, 0.0, part))})")
    return " with ".join(words)
