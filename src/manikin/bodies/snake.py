"""A snake of any number of links."""

from __future__ import annotations

import math

from manikin.errors import InputError, shorten
from manikin.math.rotations import translation
from manikin.skeleton.build import free_dofs, hinge, joint
from manikin.skeleton.shapes import Capsule, Ellipsoid, Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof

__all__ = ["MAX_LINKS", "snake"]

MAX_LINKS = 10_000
"""Largest number of links."""
LINK_LENGTH = 0.06
"""Length of a link [m]."""
BODY_RADIUS, TAIL_RADIUS = 0.036, 0.006
"""Radius of the body where it is thickest, and of the tip of the tail [m]."""
TURN_LIMIT, LIFT_LIMIT = math.radians(35), math.radians(25)
"""Largest angle between two links, sideways and upward [rad]."""


def snake(links: int) -> Skeleton:
    """A snake along +z on the ground: a free root at the tail, links that turn and lift, and a nose.

    6 + 2·(links − 1) degrees of freedom; a link is 6 cm long, 0.1 kg at the thickest.
    """
    if isinstance(links, bool) or not isinstance(links, int) or not 2 <= links <= MAX_LINKS:
        raise InputError(f"a snake has 2 to {MAX_LINKS} links, not {shorten(links)}")
    radii = [_radius(i / links) for i in range(links + 1)]
    rims = [
        _tidy(1.04 * radius) for radius in radii
    ]  # wider than the end of the link before, so that no two surfaces coincide
    joints: list[Joint] = []
    for i in range(links):
        name = f"link{i + 1}"
        own: tuple[Dof, ...] = free_dofs()
        if i:
            own = (
                hinge("y", -TURN_LIMIT, TURN_LIMIT, name=f"{name}_turn"),
                hinge("-x", -LIFT_LIMIT, LIFT_LIMIT, name=f"{name}_lift"),
            )
        offset = (0.0, _tidy(rims[i] - rims[i - 1]), LINK_LENGTH) if i else (0.0, rims[0], 0.0)
        end = (0.0, _tidy(rims[i + 1] - rims[i]), LINK_LENGTH)
        shapes: list[Shape] = [Capsule(start=(0.0, 0.0, 0.0), end=end, radius=rims[i], end_radius=radii[i + 1])]
        if i == links - 1:
            shapes = _head(rims[i])
        mass = round(0.1 * (radii[i] / BODY_RADIUS) ** 2, 5)
        parent = joints[-1].name if joints else None
        joints.append(
            joint(name, parent, offset=offset, dofs=own, mass=mass, centre=(0.0, 0.0, LINK_LENGTH / 2), shapes=shapes)
        )
    joints.append(joint("nose", joints[-1].name, offset=(0.0, 0.0, 1.5 * LINK_LENGTH)))
    return Skeleton(name="snake", joints=tuple(joints))


def _radius(along: float) -> float:
    """Radius of the body [m] at a position along it, 0 at the tail and 1 at the head."""
    body = TAIL_RADIUS + (BODY_RADIUS - TAIL_RADIUS) * math.sin(math.pi / 2 * min(1.0, along / 0.6))
    return _tidy(body if along < 0.8 else body * (1 - 0.35 * (along - 0.8) / 0.2))


def _head(neck: float) -> list[Shape]:
    def egg(x: float, y: float, z: float, *radii: float, dark: bool = False) -> Shape:
        rx, ry, rz = radii
        colour = (0.18, 0.17, 0.16) if dark else None
        return Ellipsoid(at=translation(x, y, z), radii=(rx, ry, rz), colour=colour)

    return [
        Capsule(start=(0.0, 0.0, 0.0), end=(0.0, 0.0, 0.03), radius=neck, end_radius=0.02),
        egg(0.0, 0.001, 0.042, 0.028, 0.02, 0.048),
        egg(0.019, 0.012, 0.058, 0.005, 0.005, 0.006, dark=True),
        egg(-0.019, 0.012, 0.058, 0.005, 0.005, 0.006, dark=True),
    ]


def _tidy(value: float) -> float:
    """A length rounded to 0.01 mm."""
    return round(value, 5)
