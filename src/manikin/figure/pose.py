"""A pose: a figure at a state, with the world transforms of its joints."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.mirror import mirror_state
from manikin.figure.named_values import put_values
from manikin.math.rotations import Array, compose, inverse, orthonormal_frame
from manikin.pickling import WithoutCaches

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from manikin.diagnosis.mobility import Mobility
    from manikin.figure.derivatives import PoseDerivatives
    from manikin.goals.goal import Goal
    from manikin.handles.handle import Handle
    from manikin.solvers.result import Result

__all__ = ["Pose"]

WORLD = None
"""The name of the world's frame."""


@explained
class Pose(WithoutCaches):
    """A figure at a state.  Immutable; the world transforms are computed when it is made.

    Args:
        figure: The figure.
        q: State vector (size,) [rad, m].

    Attributes:
        figure: The figure.
        q: State vector (size,) [rad, m], read-only.
        world: World transforms of all joints (joints, 3, 4), read-only.
    """

    figure: Figure
    q: Array
    world: Array

    def __init__(self, figure: Figure, q: Any, *, _world: Array | None = None) -> None:
        state = figure.check_state(q).copy()
        world = figure.tree.forward(state) if _world is None else _world
        state.setflags(write=False)
        world.setflags(write=False)
        put = object.__setattr__
        put(self, "figure", figure)
        put(self, "q", state)
        put(self, "world", world)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"cannot set {name!r}: a pose never changes; pose.replace(…) and figure.pose(…) make others"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete {name!r}: a pose never changes")

    # -- other poses ---------------------------------------------------------------------------

    def replace(self, values: dict[str, float] | None = None, /, **by_name: float) -> Pose:
        """This pose with other values of some parameters [rad, m]; only joints that they move are recomputed (S5)."""
        q = self.q.copy()
        put_values(self.figure, q, {**(values or {}), **by_name})
        changed = np.flatnonzero(q != self.q).astype(np.int32)
        world = self.figure.tree.update(self.world, self.figure.check_state(q), changed)
        return Pose(self.figure, q, _world=world)

    def mirrored(self) -> Pose:
        """The mirror image: left and right parts exchange their values (see ``manikin.figure.mirror``).

        Raises ``InputError`` for a figure that has no mirror image among its poses.
        """
        return Pose(self.figure, mirror_state(self.figure, self.q))

    def clipped(self) -> Pose:
        """The pose with every parameter clipped to its limits."""
        return Pose(self.figure, np.clip(self.q, self.figure.lo, self.figure.hi))

    def solve(self, goals: Goal | Iterable[Goal], **how: Any) -> Result:
        """Solve from this pose; takes the arguments of ``Figure.solve``."""
        return self.figure.solve(goals, start=self, **how)

    def rates(self, velocities: Mapping[Handle, Any], dt: float, **how: Any) -> Array:
        """Rates (size,) [rad/s, m/s] of the parameters that give handles wanted velocities, within all limits.

        For many steps keep a ``manikin.VelocityControl``: it is faster, and knows acceleration.

        Args:
            velocities: For each handle its velocity; that of a frame is its linear and then its angular velocity.
            dt: Length of the step [s]: q + dt · rates keeps the limits.
            how: Other arguments of ``VelocityControl``.
        """
        from manikin.simulation.velocity_control import VelocityControl

        control = VelocityControl(self.figure, velocities, dt=dt, **how)
        return control.rates(self.q, np.concatenate([np.ravel(np.asarray(v, float)) for v in velocities.values()]))

    def mobility(self, handle: Handle, *, chain: Iterable[str] | None = None) -> Mobility:
        """How freely a handle can move in this pose, by all joints or by those named in ``chain`` (W 3.2.2)."""
        from manikin.diagnosis.diagnosis import diagnose_handle

        return diagnose_handle(self, handle, chain=chain)

    def save(self, path: str | os.PathLike[str], **how: Any) -> None:
        """Write the pose to a file: a picture (.png), or its values (.json).  An old file is replaced.

        Args:
            path: The file; its suffix says which.
            how: For a picture the arguments of ``manikin.picture.render``, or with ``view="four"`` of ``four_views``.
        """
        from manikin.formats.files import save_pose, write_atomically

        if os.fspath(path).lower().endswith(".png"):
            from manikin.picture import four_views, render, to_png

            four = how.get("view") == "four"
            options = {name: value for name, value in how.items() if not (four and name == "view")}
            write_atomically(path, to_png(four_views(self, **options) if four else render(self, **options)))
        elif how:
            raise InputError(f"only pictures (.png) take options: {', '.join(how)}")
        else:
            try:
                save_pose(self, path)
            except UnknownName as error:
                raise InputError(f"a pose is written as a picture (.png) or as values (.json): {error}") from None

    # -- reading -------------------------------------------------------------------------------

    def __getitem__(self, parameter: str) -> float:
        """The value of a parameter [rad, m]."""
        return float(self.q[self.figure.index(parameter)])

    @cached_property
    def joint_values(self) -> Array:
        """Values of all degrees of freedom (dofs,), also of those that couplings drive [rad, m]."""
        return self.figure.coupling.joint_values(self.q)

    @cached_property
    def derivatives(self) -> PoseDerivatives:
        """The derivatives of points, directions and orientations of parts with respect to the parameters."""
        from manikin.figure.derivatives import PoseDerivatives

        return PoseDerivatives(self)

    def transform(self, part: str | None) -> Array:
        """World transform (3, 4) of a part's frame; the identity for ``None``, the world."""
        if part is None:
            return np.eye(3, 4)
        return np.asarray(self.world[self.figure.skeleton.index(part)])

    def position(self, part: str) -> Array:
        """World position (3,) of the origin of a part's frame [m]."""
        return self.transform(part)[:, 3]

    def orientation(self, part: str) -> Array:
        """World orientation (3, 3) of a part's frame."""
        return orthonormal_frame(self.transform(part)[:, :3])

    def centre_of_mass(self) -> Array:
        """World position (3,) of the centre of mass [m]."""
        tables = self.figure.tables
        total = tables.masses.sum()
        if total <= 0:
            raise InputError(f"figure {shorten(self.figure.name)} has no masses, so it has no centre of mass")
        centres = (self.world[:, :, :3] @ tables.centres[:, :, None])[..., 0] + self.world[:, :, 3]
        return np.asarray(tables.masses @ centres / total)

    def bounding_box(self) -> tuple[Array, Array]:
        """Lower and upper corner (3,) of the box around all joints and solids [m]."""
        joints, centres, spreads = self.figure.skeleton.hull
        linear, places = self.world[joints, :, :3], self.world[joints, :, 3]
        middles = (linear @ centres[..., None])[..., 0] + places
        reach = np.linalg.norm(linear @ spreads, axis=-1)
        return (middles - reach).min(axis=0), (middles + reach).max(axis=0)

    # -- frames (S4, P 5.1.2) ------------------------------------------------------------------

    def convert_point(self, point: Any, source: str | None, target: str | None = WORLD) -> Array:
        """Coordinates (…, 3) [m] of points from the frame of one part to that of another; ``None`` is the world."""
        t = self._between(source, target)
        return _numbers(point, (3,), "point") @ t[:, :3].T + t[:, 3]

    def convert_direction(self, direction: Any, source: str | None, target: str | None = WORLD) -> Array:
        """Directions (…, 3) from one frame to another; a scale between them changes their lengths."""
        return _numbers(direction, (3,), "direction") @ self._between(source, target)[:, :3].T

    def convert_orientation(self, rotation: Any, source: str | None, target: str | None = WORLD) -> Array:
        """Orientations (…, 3, 3) from one frame to another, made orthonormal if a scale lies between them."""
        return orthonormal_frame(self._between(source, target)[:, :3] @ _numbers(rotation, (3, 3), "rotation"))

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
        """A picture, for notebooks."""
        from manikin.picture import render, to_png

        return to_png(render(self))

    def __repr__(self) -> str:
        return f"<Pose of {self.figure.name}: {self.figure.size} parameters>"


def _numbers(given: Any, shape: tuple[int, ...], what: str) -> Array:
    """Finite numbers (…, *shape); raises if they are not."""
    try:
        found = np.asarray(given, float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.shape[-len(shape) :] != shape or not np.isfinite(found).all():
        wanted = ", ".join(map(str, shape))
        raise InputError(f"{what} must be finite numbers of the shape (…, {wanted}), not {shorten(given)}")
    return found
