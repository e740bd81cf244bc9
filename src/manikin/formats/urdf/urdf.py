"""URDF, the robot descriptions of ROS, as skeletons.

A URDF link becomes a ``Joint`` with the name of the link.  Its degrees of freedom have the name of the URDF joint that
leads to it.  A mimic joint becomes a coupling of the same name.
"""

from __future__ import annotations

import math
from typing import Literal

from manikin.errors import FormatError, InputError, shorten, suggestion
from manikin.formats.content import Content
from manikin.formats.format import Format
from manikin.formats.urdf import values
from manikin.formats.urdf.tree import Arc, Link, Mimic, Robot, Visual, tree
from manikin.formats.urdf.xml import Element, stream
from manikin.math.rotations import Vec3
from manikin.skeleton.build import dofs_of_kind, named_dofs
from manikin.skeleton.variables import Dof

__all__ = ["Urdf"]

KINDS = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
OTHERS = {
    "sdf": "this is SDF, not URDF: convert it first",
    "mujoco": "this is MJCF, not URDF: read it as such, or convert it first",
    "COLLADA": "this is a COLLADA mesh, not a robot: read the URDF file that refers to it",
}
SCHEMA = {
    "robot": frozenset({"link", "joint", "material"}),
    "link": frozenset({"inertial", "visual"}),
    "inertial": frozenset({"origin", "mass"}),
    "visual": frozenset({"origin", "geometry", "material"}),
    "geometry": None,
    "material": frozenset({"color"}),
    "joint": frozenset({"origin", "parent", "child", "axis", "limit", "mimic"}),
}


class Urdf(
    Format,
    name="urdf",
    suffixes=(".urdf",),
    describes="robots of ROS (Unified Robot Description Format)",
    losses={
        "skeletons": "collision shapes, inertia tensors, transparency and textures, effort limits, damping, friction, "
        "safety and calibration data, transmissions, sensors and simulator settings; meshes stay references to their "
        "files"
    },
):
    """Reader of URDF 1.0 to 1.2."""

    def read(self, data: bytes, *, file: str | None = None) -> Content:
        """The robot as a skeleton with z up.  Files that it refers to are not opened."""
        try:
            return Content(skeletons=(tree(_robot(data)),))
        except FormatError as error:
            raise FormatError(error.message, file=file, line=error.line, column=error.column) from None


def _robot(data: bytes) -> Robot:
    elements = stream(data, SCHEMA)
    element = root = next(elements)
    try:
        robot = Robot(root.line, root.column, _name_of_robot(root))
        for element in elements:
            if element.tag == "link":
                robot.add_link(_link(element, robot))
            elif element.tag == "joint":
                robot.add_arc(_arc(element))
            else:
                robot.add_colour(element.attributes.get("name", ""), values.colour(element))
    except InputError as error:
        raise element.error(str(error)) from None
    return robot


def _name_of_robot(root: Element) -> str:
    if root.tag != "robot":
        raise root.error(OTHERS.get(root.tag, f"a URDF file holds a <robot>, not a <{root.tag[:40]}>"))
    return values.name(root)


# ---- links -------------------------------------------------------------------------------------


def _link(element: Element, robot: Robot) -> Link:
    link = Link(element.line, element.column, values.name(element))
    inertial = element.child("inertial")
    if inertial is not None:
        link.mass = values.non_negative(values.required(inertial, "mass"), "value")
        origin = inertial.child("origin")
        if origin is not None:
            x, y, z = values.numbers(origin, "xyz", 3, (0.0, 0.0, 0.0))
            link.centre = (x, y, z)
    link.visuals = tuple(_visual(child, robot) for child in element.children if child.tag == "visual")
    return link


def _visual(element: Element, robot: Robot) -> Visual:
    material = element.child("material")
    if material is None:
        return values.shape(element), None, None
    name, colour = material.attributes.get("name", ""), values.colour(material)
    robot.add_colour(name, colour)
    return values.shape(element), colour, name


# ---- joints ------------------------------------------------------------------------------------


def _arc(element: Element) -> Arc:
    name, kind = values.name(element), values.text(element, "type")
    if kind not in KINDS:
        raise element.error(
            f"{shorten(kind)} is no type of joint{suggestion(kind, KINDS)}; the types are {', '.join(KINDS)}"
        )
    mimic = element.child("mimic")
    if mimic is not None and kind not in ("revolute", "continuous", "prismatic"):
        raise mimic.error(f"a {kind} joint cannot mimic another: it has no single value")
    return Arc(
        line=element.line,
        column=element.column,
        name=name,
        parent=values.text(values.required(element, "parent"), "link"),
        child=values.text(values.required(element, "child"), "link"),
        before=values.placement(element.child("origin")),
        dofs=_dofs(element, name, kind),
        mimic=None if mimic is None else _mimic(mimic),
    )


def _mimic(element: Element) -> Mimic:
    return Mimic(
        line=element.line,
        column=element.column,
        joint=values.name(element, "joint"),
        factor=values.number(element, "multiplier", 1.0),
        offset=values.number(element, "offset", 0.0),
    )


def _dofs(element: Element, name: str, kind: str) -> tuple[Dof, ...]:
    match kind:
        case "fixed":
            return ()
        case "floating":
            return named_dofs(name, dofs_of_kind("free"))
        case "planar":
            return _planar(name, values.axis(element))
    motion: Literal["hinge", "slide"] = "slide" if kind == "prismatic" else "hinge"
    limit = element.child("limit")
    lo, hi, speed = -math.inf, math.inf, math.inf
    if limit is not None:
        if kind != "continuous":
            lo, hi = _range(limit)
        speed = _speed(limit)
    elif kind != "continuous":
        also = ', or the type "continuous"' if kind == "revolute" else ""
        raise element.error(f'a {kind} joint needs <limit lower="…" upper="…"/>{also}')
    return (Dof(name=name, kind=motion, axis=values.axis(element), lo=lo, hi=hi, speed=speed),)


def _range(limit: Element) -> tuple[float, float]:
    lo = values.number(limit, "lower", 0.0, infinite=True)
    hi = values.number(limit, "upper", 0.0, infinite=True)
    if lo > hi or lo == math.inf or hi == -math.inf:
        raise limit.error(f"the lower limit {lo:g} must not lie above the upper limit {hi:g}")
    return lo, hi


def _speed(limit: Element) -> float:
    """The largest rate; exporters write 0 if they know none."""
    speed = values.number(limit, "velocity", math.inf, infinite=True)
    if speed < 0:
        raise limit.error(f"velocity must be 0 or above, not {speed:g}")
    return speed or math.inf


def _planar(name: str, normal: Vec3) -> tuple[Dof, ...]:
    """Two slides in the plane and a hinge about its normal.

    The slides are along the images of x and y under the shortest rotation from z to the normal.
    """
    x, y, z = normal
    aside = x * x + y * y
    if aside < 1e-30:
        first, second = (1.0, 0.0, 0.0), (0.0, math.copysign(1.0, z), 0.0)
    else:
        a = (1 - z) / aside  # 1/(1 + z) without its cancellation at z = −1
        first, second = (1 - a * x * x, -a * x * y, -x), (-a * x * y, 1 - a * y * y, -y)
    slides = [Dof(name="?", kind="slide", axis=axis) for axis in (first, second)]
    return named_dofs(name, [*slides, Dof(name="?", kind="hinge", axis=normal)])
