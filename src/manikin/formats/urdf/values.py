"""Values of URDF attributes: names, numbers, transforms, shapes, colours."""

from __future__ import annotations

import math
from functools import lru_cache

from manikin.errors import shorten, suggestion
from manikin.formats.urdf.xml import Element
from manikin.math.rotations import IDENTITY, Affine, Vec3, affine, from_quaternion, translation
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, MeshFile, Shape
from manikin.skeleton.variables import check_name

__all__ = ["axis", "colour", "name", "non_negative", "number", "numbers", "placement", "required", "shape", "text"]

GEOMETRIES = ("box", "cylinder", "sphere", "capsule", "mesh")
MAX_NUMBERS_TEXT = 1000
"""Longest attribute that is read as numbers [characters]; URDF has at most four numbers in one."""


def required(element: Element, tag: str) -> Element:
    """The child with this tag, which must exist."""
    found = element.child(tag)
    if found is None:
        raise element.error(f"<{element.tag}> needs a <{tag}> inside")
    return found


def text(element: Element, key: str) -> str:
    """An attribute that must exist."""
    try:
        value = element.attributes[key]
    except KeyError:
        given = suggestion(key, element.attributes)
        raise element.error(f'<{element.tag}> needs the attribute {key}="…"{given}') from None
    if "${" in value:
        raise element.error(f"{shorten(value)} is a formula of xacro: run xacro on the file and read what it gives")
    return value


def name(element: Element, key: str = "name") -> str:
    """An attribute that is a name."""
    value = text(element, key)
    check_name(value, element.tag)
    return value


def numbers(element: Element, key: str, count: int, default: tuple[float, ...] | None = None) -> tuple[float, ...]:
    """An attribute of ``count`` finite numbers."""
    given = element.attributes.get(key)
    if given is None and default is not None:
        return default
    values = _floats(given) if given is not None else ()
    if len(values) != count or not all(map(math.isfinite, values)):
        raise _not_numbers(element, key, count)
    return values


def number(element: Element, key: str, default: float | None = None, *, infinite: bool = False) -> float:
    """An attribute that is one number; it may be infinite only with ``infinite``, and never NaN."""
    given = element.attributes.get(key)
    if given is None and default is not None:
        return default
    values = _floats(given) if given is not None else ()
    if len(values) != 1 or not (math.isfinite(values[0]) or (infinite and math.isinf(values[0]))):
        raise _not_numbers(element, key, 1)
    return values[0]


def non_negative(element: Element, key: str) -> float:
    """An attribute that is one number, 0 or above."""
    value = number(element, key)
    if value < 0:
        raise element.error(f"{key} must be 0 or above, not {value:g}")
    return value


@lru_cache(1024)  # robots are full of "0 0 0" and "0 0 1"
def _floats(given: str) -> tuple[float, ...]:
    """The numbers in a text; none if anything else is in it."""
    if len(given) > MAX_NUMBERS_TEXT or "_" in given:  # 1_000 is a number in Python, but not in XML
        return ()
    try:
        return tuple(map(float, given.split()))
    except ValueError:
        return ()


def _not_numbers(element: Element, key: str, count: int) -> Exception:
    wanted = "a finite number" if count == 1 else f"{count} finite numbers with blanks between them"
    return element.error(f"{key} of <{element.tag}> must be {wanted}, not {shorten(text(element, key))}")


def placement(element: Element | None) -> Affine:
    """The transform of an <origin>, or the identity; rpy [rad] are rotations about the fixed x, y, z axes."""
    if element is None:
        return IDENTITY
    x, y, z = numbers(element, "xyz", 3, (0.0, 0.0, 0.0))
    if "quat_xyzw" in element.attributes:  # since URDF 1.1
        if "rpy" in element.attributes:
            raise element.error("<origin> must have rpy or quat_xyzw, not both")
        quaternion = numbers(element, "quat_xyzw", 4)
        if not 1e-6 < math.hypot(*quaternion) < 1e6:
            raise element.error(f"a quaternion has the length 1, not {math.hypot(*quaternion):g}")
        return affine(from_quaternion(quaternion), (x, y, z))
    roll, pitch, yaw = numbers(element, "rpy", 3, (0.0, 0.0, 0.0))
    if roll == pitch == yaw == 0.0:
        return translation(x, y, z)
    cx, sx = math.cos(roll), math.sin(roll)
    cy, sy = math.cos(pitch), math.sin(pitch)
    cz, sz = math.cos(yaw), math.sin(yaw)
    return (
        cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, x,
        sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx, y,
        -sy, cy * sx, cy * cx, z,
    )  # fmt: skip


def axis(joint: Element) -> Vec3:
    """The unit vector of a joint's <axis>, x without one."""
    element = joint.child("axis")
    if element is None:
        return (1.0, 0.0, 0.0)
    x, y, z = numbers(element, "xyz", 3, (1.0, 0.0, 0.0))
    largest = max(abs(x), abs(y), abs(z))
    if largest == 0:
        raise element.error("the axis of a joint that moves must not be zero")
    if math.hypot(x, y, z) != 1.0:
        x, y, z = x / largest, y / largest, z / largest  # so that no square overflows
        length = math.hypot(x, y, z)
        x, y, z = x / length, y / length, z / length
    return (x, y, z)


def colour(material: Element) -> Vec3 | None:
    """Red, green and blue of a <material>, or None if it has no <color>."""
    element = material.child("color")
    if element is None:
        return None
    red, green, blue, _ = (min(max(value, 0.0), 1.0) for value in numbers(element, "rgba", 4))
    return (red, green, blue)


def shape(visual: Element) -> Shape:
    """The solid of a <visual>, without its colour.  Round solids have the axis z in URDF and y here."""
    at = placement(visual.child("origin"))
    geometry = required(visual, "geometry")
    if not geometry.children:
        raise geometry.error(f"<geometry> needs one of {', '.join(GEOMETRIES)} inside")
    solid = geometry.children[0]
    match solid.tag:
        case "box":
            x, y, z = numbers(solid, "size", 3)
            if min(x, y, z) < 0:
                raise solid.error("the size of a box must be 0 or above")
            return Box(at=at, size=(x, y, z))
        case "sphere":
            radius = non_negative(solid, "radius")
            return Ellipsoid(at=at, radii=(radius, radius, radius))
        case "cylinder":
            return Cylinder(at=_y_to_z(at), radius=non_negative(solid, "radius"), length=non_negative(solid, "length"))
        case "capsule":  # the length does not include the round ends
            radius, half = non_negative(solid, "radius"), non_negative(solid, "length") / 2
            return Capsule(at=at, start=(0.0, 0.0, -half), end=(0.0, 0.0, half), radius=radius, end_radius=radius)
        case "mesh":
            sx, sy, sz = numbers(solid, "scale", 3, (1.0, 1.0, 1.0))
            a, b, c, x, d, e, f, y, g, h, i, z = at
            scaled = (a * sx, b * sy, c * sz, x, d * sx, e * sy, f * sz, y, g * sx, h * sy, i * sz, z)
            return MeshFile(at=scaled, path=solid.attributes.get("filename") or text(solid, "filename"))
    raise solid.error(f"<{solid.tag[:40]}> is not a geometry; the kinds are {', '.join(GEOMETRIES)}")


def _y_to_z(at: Affine) -> Affine:
    """``at`` times the rotation by 90° about x that takes the y axis to z."""
    a, b, c, x, d, e, f, y, g, h, i, z = at
    return (a, c, -b, x, d, f, -e, y, g, i, -h, z)
