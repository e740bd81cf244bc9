"""How a figure makes handles: ``figure.point(…)`` and its like."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from manikin.math.rotations import IDENTITY_ROTATION, RotationLike, VectorLike

if TYPE_CHECKING:
    from manikin.handles import CentreOfMass, Direction, Frame, Orientation, Parameters, Point
    from manikin.handles.handle import Handle

    H = TypeVar("H", bound=Handle)

__all__ = ["HandleMakers"]


class HandleMakers:
    """The methods of a figure that make handles on it."""

    name: str

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """Names of the parameters, in the order of the state vector."""
        raise NotImplementedError

    def point(self, part: str, at: VectorLike = (0.0, 0.0, 0.0)) -> Point:
        """A handle on a point of a part, given in the part's frame [m]."""
        from manikin.handles import Point

        return self._own(Point(figure=self.name, part=part, at=at))

    def direction(self, part: str, along: VectorLike) -> Direction:
        """A handle on a direction fixed in a part, given in the part's frame."""
        from manikin.handles import Direction

        return self._own(Direction(figure=self.name, part=part, along=along))

    def orientation(self, part: str, rotation: RotationLike = IDENTITY_ROTATION) -> Orientation:
        """A handle on a part's orientation, or on axes that are rotated against the part's (see ``frame``)."""
        from manikin.handles import Orientation

        return self._own(Orientation(figure=self.name, part=part, rotation=rotation))

    def frame(self, part: str, at: VectorLike = (0.0, 0.0, 0.0), rotation: RotationLike = IDENTITY_ROTATION) -> Frame:
        """A handle on a frame that is fixed to a part: the part's own, or that of a tool or of a grip.

        Args:
            part: Name of the part.
            at: The frame's origin in the part's frame [m].
            rotation: The frame's axes in the part's frame: a matrix (3, 3), 9 numbers row by row, or a quaternion xyzw.
        """
        from manikin.handles import Frame

        return self._own(Frame(figure=self.name, part=part, at=at, rotation=rotation))

    def centre_of_mass(self) -> CentreOfMass:
        """A handle on the centre of mass."""
        from manikin.handles import CentreOfMass

        return self._own(CentreOfMass(figure=self.name))

    def parameter_values(self, *names: str) -> Parameters:
        """A handle on the values of some parameters, all by default."""
        from manikin.handles import Parameters

        return self._own(Parameters(figure=self.name, names=names or self.parameter_names))

    def _own(self, handle: H) -> H:
        handle.check(self)  # type: ignore[arg-type]
        return handle
