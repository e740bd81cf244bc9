"""A pose: a figure at a state, its kinematics up to date by construction."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.figure.mirror import mirror_state
from manikin.math.rotations import Array, compose, inverse, orthonormal_frame

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manikin.diagnosis.mobility import Mobility
    from manikin.figure.derivatives import PoseDerivatives
    from manikin.goals.goal import Goal
    from manikin.handles.handle import Handle
    from manikin.solvers.result import Result

__all__ = ["Pose"]

WORLD = None


class Pose:
    """Immutable.  ``q`` is the state (size,), ``world`` the transforms of all joints (joints, 3, 4)."""

    def __init__(self, figure: Figure, q: Any, *, _world: Array | None = None) -> None:
        self.figure = figure
        self.q = figure.check_state(q).copy()
        self.world = figure.tree.forward(self.q) if _world is None else _world
        self.q.setflags(write=False)
        self.world.setflags(write=False)

    # -- other poses ---------------------------------------------------------------------------

    def replace(self, values: dict[str, float] | None = None, /, **by_name: float) -> Pose:
        """This pose with some parameters changed; only what hangs from a changed joint is recomputed (S5)."""
        q = self.q.copy()
        for name, value in {**(values or {}), **by_name}.items():
            q[self.figure.index(name)] = value
        changed = np.flatnonzero(q != self.q).astype(np.int32)
        world = self.figure.tree.update(self.world, self.figure.check_state(q), changed)
        return Pose(self.figure, q, _world=world)

    def mirrored(self) -> Pose:
        """The pose seen in a mirror: partners exchange their values (see ``manikin.figure.mirror``)."""
        return Pose(self.figure, mirror_state(self.figure, self.q))

    def clipped(self) -> Pose:
        """The pose with every parameter brought inside its limits."""
        return Pose(self.figure, np.clip(self.q, self.figure.lo, self.figure.hi))

    def solve(self, goals: Iterable[Goal], **how: Any) -> Result:
        """Bring the figure from this pose to its goals; see ``Figure.solve`` for what else may be said."""
        return self.figure.solve(goals, start=self, **how)

    def mobility(self, handle: Handle, *, chain: Iterable[str] | None = None) -> Mobility:
        """How freely a handle can move here, by all parameters or by those of some joints (W 3.2.2)."""
        from manikin.diagnosis.diagnosis import diagnose_handle

        return diagnose_handle(self, handle, chain=chain)

    # -- reading -------------------------------------------------------------------------------

    def __getitem__(self, parameter: str) -> float:
        return float(self.q[self.figure.index(parameter)])

    @cached_property
    def joint_values(self) -> Array:
        """Values of all degrees of freedom, driven ones included [rad, m]."""
        return self.figure.coupling.joint_values(self.q)

    @cached_property
    def derivatives(self) -> PoseDerivatives:
        """The derivatives of this pose."""
        from manikin.figure.derivatives import PoseDerivatives

        return PoseDerivatives(self)

    def transform(self, part: str | None) -> Array:
        """World transform (3, 4) of a joint's frame; the identity for ``None``, the world."""
        if part is None:
            return np.eye(3, 4)
        return np.asarray(self.world[self.figure.skeleton.index(part)])

    def position(self, part: str) -> Array:
        """World position (3,) of a joint [m]."""
        return self.transform(part)[:, 3]

    def orientation(self, part: str) -> Array:
        """World orientation (3, 3) of a joint's frame."""
        return orthonormal_frame(self.transform(part)[:, :3])

    def centre_of_mass(self) -> Array:
        """World position (3,) of the centre of mass [m]."""
        tables = self.figure.tables
        total = tables.masses.sum()
        if total <= 0:
            raise InputError(f"figure {shorten(self.figure.name)} has no masses, so it has no centre of mass")
        centres = (self.world[:, :, :3] @ tables.centres[:, :, None])[..., 0] + self.world[:, :, 3]
        return np.asarray(tables.masses @ centres / total)

    # -- frames (S4, P 5.1.2) ------------------------------------------------------------------

    def convert_point(self, point: Any, source: str | None, target: str | None = WORLD) -> Array:
        """Coordinates (…, 3) in the frame of ``source`` → in the frame of ``target``; ``None`` is the world."""
        t = self._between(source, target)
        return np.asarray(point, float) @ t[:, :3].T + t[:, 3]

    def convert_direction(self, direction: Any, source: str | None, target: str | None = WORLD) -> Array:
        """A direction (…, 3) in another frame; lengths change where a scale lies between."""
        return np.asarray(direction, float) @ self._between(source, target)[:, :3].T

    def convert_orientation(self, rotation: Any, source: str | None, target: str | None = WORLD) -> Array:
        """An orientation (…, 3, 3) in another frame, as seen (see ``orthonormal_frame``)."""
        return orthonormal_frame(self._between(source, target)[:, :3] @ np.asarray(rotation, float))

    def _between(self, source: str | None, target: str | None) -> Array:
        if target is WORLD:
            return self.transform(source)
        return compose(inverse(self.transform(target)), self.transform(source))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pose):
            return NotImplemented
        return self.figure == other.figure and bool((self.q == other.q).all())

    def __hash__(self) -> int:
        return hash((self.figure, self.q.tobytes()))

    def _repr_png_(self) -> bytes:
        """A picture, which a notebook shows by itself."""
        from manikin.picture import render, to_png

        return to_png(render(self))

    def __repr__(self) -> str:
        return f"<Pose of {self.figure.name}: {self.figure.size} parameters>"
