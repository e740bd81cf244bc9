"""URDF, the robot descriptions of ROS, as skeletons.

A URDF link becomes a ``Joint`` with the name of the link.  Its degrees of freedom have the name of the URDF joint that
leads to it.  A mimic joint becomes a coupling of the same name.
"""

from __future__ import annotations

import math
import warnings
from typing import Literal

from manikin.errors import FormatError, FormatWarning, InputError, shorten, suggestion
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside, stem_of
from manikin.formats.urdf import values
from manikin.formats.urdf.robot import Arc, Geometry, Link, Mimic, Robot
from manikin.formats.urdf.solids import Solids
from manikin.formats.urdf.tree import tree
from manikin.formats.urdf.writer import written
from manikin.formats.urdf.xml import Element, Place, stream
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
    "link": frozenset({"inertial", "visual", "collision"}),
    "inertial": frozenset({"origin", "mass"}),
    "visual": frozenset({"origin", "geometry", "material"}),
    "collision": frozenset({"origin", "geometry"}),
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
        "skeletons": "visual shapes of links with collision shapes, details of meshes (they become convex solids), "
        "inertia tensors, transparency and textures, effort limits, damping, friction, safety and calibration data, "
        "transmissions, sensors and simulator settings; in writing also joint groups other than mimics, "
        "linear limits, bends, named poses, meshes"
    },
):
    """Reads URDF 1.0 to 1.2 and writes 1.0."""

    def read(self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside) -> Content:
        """The robot as a skeleton with z up; ``beside`` gives its meshes."""
        try:
            robot = _robot(data, file)
            solids = Solids(robot, beside)
            skeleton = tree(robot, solids)
            solids.tell()
            return Content(skeletons=(skeleton,), warnings=robot.warnings(file))
        except FormatError as error:
            raise FormatError(error.message, file=file, line=error.line, column=error.column) from None

    def write(self, content: Content) -> bytes:
        """A robot whose links have the names of the joints; what is lost of groups and solids is warned of."""
        text, lost = written(content.skeleton)
        for line in dict.fromkeys(lost):
            warnings.warn(f"lost: {line}", FormatWarning, stacklevel=2)
        return text


def _robot(data: bytes, file: str | None) -> Robot:
    xacro: list[tuple[Place, str]] = []
    elements = stream(data, SCHEMA, lambda place, tag: xacro.append((place, tag)))
    element = root = next(elements)
    if root.tag != "robot":
        raise root.error(OTHERS.get(root.tag, f"a URDF file holds a <robot>, not a <{root.tag[:40]}>"))
    robot = Robot(root.line, root.column, stem_of(file) or "robot")
    try:
        if root.attributes.get("name", "").strip():
            robot.name = values.name(root)
        else:
            robot.warn(root, f"the robot has no name; it is called {shorten(robot.name)}")
        for element in elements:
            if element.tag == "link":
                robot.add_link(_link(element, robot))
            elif element.tag == "joint":
                robot.add_arc(_arc(element, robot))
            else:
                robot.add_colour(element.attributes.get("name", ""), values.colour(element))
    except InputError as error:
        raise element.error(str(error)) from None
    if xacro:
        robot.skip_xacro(*xacro[0])
    return robot


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
    link.visuals = tuple(_geometry(child, robot) for child in element.children if child.tag == "visual")
    link.collisions = tuple(_geometry(child, robot) for child in element.children if child.tag == "collision")
    return link


def _geometry(element: Element, robot: Robot) -> Geometry:
    found = Geometry(element.line, element.column, values.shape(element))
    material = element.child("material")
    if material is not None:
        found.material, found.colour = material.attributes.get("name", ""), values.colour(material)
        robot.add_colour(found.material, found.colour)
    return found


# ---- joints ------------------------------------------------------------------------------------


def _arc(element: Element, robot: Robot) -> Arc:
    name, kind = values.name(element), values.text(element, "type")
    if kind not in KINDS:
        raise element.error(
            f"{shorten(kind)} is no type of joint{suggestion(kind, KINDS)}; the types are {', '.join(KINDS)}"
        )
    mimic = element.child("mimic")
    if mimic is not None and kind not in ("revolute", "continuous", "prismatic"):
        robot.warn(mimic, f"a {kind} joint cannot mimic another; <mimic> of joint {shorten(name)} is ignored")
        mimic = None
    return Arc(
        line=element.line,
        column=element.column,
        name=name,
        parent=values.text(values.required(element, "parent"), "link"),
        child=values.text(values.required(element, "child"), "link"),
        before=values.placement(element.child("origin")),
        dofs=_dofs(element, name, kind, robot),
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


def _dofs(element: Element, name: str, kind: str, robot: Robot) -> tuple[Dof, ...]:
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
        speed = _speed(limit, robot)
    elif kind != "continuous":
        also = ', or the type "continuous"' if kind == "revolute" else ""
        raise element.error(f'a {kind} joint needs <limit lower="…" upper="…"/>{also}')
    return (Dof(name=name, kind=motion, axis=values.axis(element), lo=lo, hi=hi, speed=speed),)


def _range(limit: Element) -> tuple[float, float]:
    lo = values.number(limit, "lower", 0.0, infinite=True)
    hi = values.number(limit, "upper", 0.0, infinite=True)
    if lo > hi or lo == math.inf or hi == -math.inf:
        raise limit.error(f"the lower limit {lo:g} must not lie above the upper limit {hi:g}")
    return lo + 0.0, hi + 0.0  # −0 becomes 0


def _speed(limit: Element, robot: Robot) -> float:
    """The largest rate; exporters write 0 if they know none."""
    speed = values.number(limit, "velocity", math.inf, infinite=True)
    if speed < 0:
        robot.warn(limit, f"a velocity of {speed:g} is taken as no limit")
    return speed if speed > 0 else math.inf


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
