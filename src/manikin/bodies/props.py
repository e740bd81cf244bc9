"""Props: figures with one joint that can be anywhere, made to size.  A hand holds a tube, a body sits on a chair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import pi

from manikin.errors import InputError, shorten
from manikin.math.rotations import translation
from manikin.skeleton.build import placement, single_part
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, Shape
from manikin.skeleton.skeleton import Skeleton

__all__ = ["PROPS", "Prop", "prop"]

SIZE_RANGE = (0.001, 100.0)
"""The smallest and the largest edge of a prop [m]."""
WOOD, PALE_WOOD, METAL, RED, CARD = (
    (0.55, 0.40, 0.26), (0.72, 0.58, 0.40), (0.55, 0.58, 0.62), (0.72, 0.28, 0.22), (0.66, 0.52, 0.36),
)  # fmt: skip


@dataclass(frozen=True)
class Prop:
    """A kind of prop: what it is, its sizes [m] with their defaults, and how its solids and mass follow from them.

    ``make`` takes the sizes and gives the solids about the joint, the joint's height above the ground [m] and the
    mass [kg].
    """

    summary: str
    sizes: tuple[tuple[str, float], ...]
    make: Callable[..., tuple[tuple[Shape, ...], float, float]]


def prop(name: str, *sizes: float) -> Skeleton:
    """The prop of a name, with its usual sizes or with all of them given [m]."""
    kind = PROPS[name]
    low, high = SIZE_RANGE
    given = sizes or tuple(default for _, default in kind.sizes)
    if len(given) != len(kind.sizes) or not all(low <= size <= high for size in given):
        wanted = " x ".join(label for label, _ in kind.sizes)
        example = "x".join(f"{default:g}" for _, default in kind.sizes)
        raise InputError(
            f'the sizes of a {name} are {wanted}, each from {low:g} to {high:g} m, as in "{name}:{example}", '
            f"not {shorten('x'.join(f'{size:g}' for size in given))}"
        )
    shapes, height, mass = kind.make(*given)
    return single_part(name, shapes, height=height, mass=round(mass, 4))


def _ball(diameter: float) -> tuple[tuple[Shape, ...], float, float]:
    radius = diameter / 2
    return (Ellipsoid(radii=(radius, radius, radius), colour=RED),), radius, 80 * 4 / 3 * pi * radius**3


def _box(width: float, height: float, depth: float) -> tuple[tuple[Shape, ...], float, float]:
    return (Box(size=(width, height, depth), colour=CARD),), height / 2, 100 * width * height * depth


def _tube(length: float, diameter: float) -> tuple[tuple[Shape, ...], float, float]:
    lying = placement(orientation=(0, 0, 90))  # a cylinder is upright by itself
    rod = Cylinder(radius=diameter / 2, length=length, at=lying, colour=METAL)
    return (rod,), diameter / 2, 400 * pi / 4 * diameter**2 * length


def _plank(length: float, width: float, thickness: float) -> tuple[tuple[Shape, ...], float, float]:
    return (Box(size=(length, thickness, width), colour=PALE_WOOD),), thickness / 2, 600 * length * width * thickness


def _step(width: float, height: float, depth: float) -> tuple[tuple[Shape, ...], float, float]:
    return (Box(size=(width, height, depth), colour=PALE_WOOD),), height / 2, 300 * width * height * depth


def _chair(seat_height: float, width: float, depth: float) -> tuple[tuple[Shape, ...], float, float]:
    """The joint is in the middle of the seat; someone who sits on it looks along +z."""
    seat, leg = 0.04, 0.018
    x, z = width / 2 - leg, depth / 2 - leg
    top = seat_height * 0.98
    shapes: list[Shape] = [Box(size=(width, seat, depth), at=translation(0, -seat / 2, 0), colour=WOOD)]
    shapes += [
        Capsule(start=(a, -seat, b), end=(a, leg - seat_height, b), radius=leg, end_radius=leg, colour=WOOD)
        for a in (-x, x)
        for b in (-z, z)
    ]
    shapes += [
        Capsule(start=(a, 0.0, -z), end=(a, top, -z - 0.05), radius=leg, end_radius=leg, colour=WOOD) for a in (-x, x)
    ]
    back = (width - 2 * leg, 0.4 * top, 0.02)
    shapes.append(Box(size=back, at=translation(0, 0.78 * top, -z - 0.04), colour=WOOD))
    return tuple(shapes), seat_height, 5.0


PROPS: dict[str, Prop] = {
    "ball": Prop("A ball, 22 cm across.", (("diameter", 0.22),), _ball),
    "box": Prop("A box, 40 x 30 x 30 cm.", (("width", 0.4), ("height", 0.3), ("depth", 0.3)), _box),
    "chair": Prop(
        "A chair with a back, its seat 45 cm high.", (("seat height", 0.45), ("width", 0.42), ("depth", 0.42)), _chair
    ),
    "plank": Prop(
        "A plank along x, 2 m long and 20 cm wide.", (("length", 2.0), ("width", 0.2), ("thickness", 0.03)), _plank
    ),
    "step": Prop("A step to stand on, 18 cm high.", (("width", 0.9), ("height", 0.18), ("depth", 0.32)), _step),
    "tube": Prop("A tube along x, 1.2 m long and 4 cm thick.", (("length", 1.2), ("diameter", 0.04)), _tube),
}
