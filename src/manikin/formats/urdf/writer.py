"""URDF files from skeletons.

A URDF joint has one axis, so a joint of several degrees of freedom becomes a row of them with small links between; a
free root is a ``floating`` joint.  Scales cannot be written.  What follows the degrees of freedom (``after``) goes into
the link's own solids and into the joints behind it.
"""

from __future__ import annotations

import math
from xml.sax.saxutils import quoteattr

import numpy as np

from manikin.errors import Unsupported, shorten
from manikin.math.rotations import Array, compose
from manikin.skeleton.build import dofs_of_kind
from manikin.skeleton.shapes import Box, Capsule, Cylinder, Ellipsoid, Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Coupling, Dof

__all__ = ["written"]

RIGID = 1e-9
FAR = 1000.0
"""The limit of a slide that has none, because a prismatic joint needs one [m]."""
Z_TO_Y = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0]])
"""Cylinders stand along z in a .urdf file, along y here."""
DENSITY = 1000.0
"""For the inertia of a link, which is that of a ball of its mass [kg/m³]."""


def written(skeleton: Skeleton) -> tuple[bytes, list[str]]:
    """The file, and what could not be written."""
    lost: list[str] = []
    lines = ['<?xml version="1.0"?>', f"<robot name={quoteattr(skeleton.name)}>"]
    mimics = _mimics(skeleton, lost)
    names = {joint.name for joint in skeleton.joints}
    after = {joint.name: np.reshape(joint.after, (3, 4)) for joint in skeleton.joints}
    top: str | None = None
    if skeleton.up == "y" or skeleton.root.dofs:
        top = _free_name("world", names)
        lines.append(f"  <link name={quoteattr(top)}/>")
    turn = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0]]) if skeleton.up == "y" else np.eye(3, 4)
    for joint in skeleton.joints:
        _check_rigid(joint)
        lines += _link(joint, after[joint.name], lost)
        parent = top if joint.parent is None else joint.parent
        if parent is not None:
            above = turn if joint.parent is None else after[joint.parent]
            lines += _joints(joint, parent, compose(above, np.reshape(joint.before, (3, 4))), mimics, names)
    lines.append("</robot>\n")
    return "\n".join(lines).encode(), lost


def _mimics(skeleton: Skeleton, lost: list[str]) -> dict[str, tuple[str, float, float]]:
    """For each degree of freedom that follows another one along a line: that one, the factor, the offset."""
    found: dict[str, tuple[str, float, float]] = {}
    dofs = {dof.name for dof in skeleton.dofs}
    for coupling in skeleton.couplings:
        if _is_line(coupling) and coupling.terms[0].parameter in dofs:
            term = coupling.terms[0]
            found[term.dof] = (term.parameter, term.factor, dict(coupling.offsets).get(term.dof, 0.0))
        else:
            lost.append(f"the joint group {shorten(coupling.name)}: its joints move by themselves")
    return found


def _is_line(coupling: Coupling) -> bool:
    return not coupling.parameters and len(coupling.terms) == 1 and coupling.terms[0].curve.kind == "linear"


def _check_rigid(joint: Joint) -> None:
    for transform in (joint.before, joint.after):
        linear = np.reshape(transform, (3, 4))[:, :3]
        if np.abs(linear.T @ linear - np.eye(3)).max() > RIGID or np.linalg.det(linear) < 0:
            raise Unsupported(f"joint {shorten(joint.name)} is scaled or mirrored, which a .urdf file cannot hold")


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


# ---- joints ------------------------------------------------------------------------------------


def _joints(
    joint: Joint, parent: str, place: Array, mimics: dict[str, tuple[str, float, float]], names: set[str]
) -> list[str]:
    """The URDF joints from a parent to a link, with links between where there are several."""
    child = joint.name
    if not joint.dofs:
        return _joint(_free_name(f"{child} fixed", set()), "fixed", parent, child, place, [])
    if _is_floating(joint):
        return _joint(joint.dofs[0].name.removesuffix(".tx"), "floating", parent, child, place, [])
    lines: list[str] = []
    for k, dof in enumerate(joint.dofs):
        last = k == len(joint.dofs) - 1
        link = child if last else _free_name(f"{child} {k + 1}", names)
        if not last:
            lines.append(f"  <link name={quoteattr(link)}/>")
        lines += _joint(dof.name, _kind(dof), parent, link, place, _inside(dof, mimics))
        parent, place = link, np.eye(3, 4)
    return lines


def _is_floating(joint: Joint) -> bool:
    usual = [(dof.kind, tuple(map(float, dof.axis))) for dof in dofs_of_kind("free")]
    own = [(dof.kind, tuple(map(float, dof.axis))) for dof in joint.dofs]
    plain = all(math.isinf(dof.lo) and math.isinf(dof.hi) and not dof.rest for dof in joint.dofs)
    return own == usual and plain and joint.dofs[0].name.endswith(".tx")


def _kind(dof: Dof) -> str:
    if dof.kind == "slide":
        return "prismatic"
    return "revolute" if math.isfinite(dof.lo) and math.isfinite(dof.hi) else "continuous"


def _inside(dof: Dof, mimics: dict[str, tuple[str, float, float]]) -> list[str]:
    x, y, z = dof.axis
    lines = [f'    <axis xyz="{x:.17g} {y:.17g} {z:.17g}"/>']
    speed = dof.speed if math.isfinite(dof.speed) else 0.0
    if _kind(dof) != "continuous":
        lo, hi = (end if math.isfinite(end) else math.copysign(FAR, end) for end in (dof.lo, dof.hi))
        lines.append(f'    <limit lower="{lo:.17g}" upper="{hi:.17g}" effort="0" velocity="{speed:.17g}"/>')
    elif speed:
        lines.append(f'    <limit effort="0" velocity="{speed:.17g}"/>')
    if dof.name in mimics:
        other, factor, offset = mimics[dof.name]
        lines.append(f'    <mimic joint={quoteattr(other)} multiplier="{factor:.17g}" offset="{offset:.17g}"/>')
    return lines


def _joint(name: str, kind: str, parent: str, child: str, place: Array, inside: list[str]) -> list[str]:
    head = [f'  <joint name={quoteattr(name)} type="{kind}">']
    ends = [f"    <parent link={quoteattr(parent)}/>", f"    <child link={quoteattr(child)}/>"]
    return [*head, *ends, f"    {_origin(place)}", *inside, "  </joint>"]


def _origin(place: Array) -> str:
    """R = Rz · Ry · Rx of roll, pitch, yaw."""
    r = place[:, :3]
    pitch = math.atan2(-r[2, 0], math.hypot(r[0, 0], r[1, 0]))
    if math.hypot(r[0, 0], r[1, 0]) > 1e-9:
        roll, yaw = math.atan2(r[2, 1], r[2, 2]), math.atan2(r[1, 0], r[0, 0])
    else:
        roll, yaw = math.atan2(-r[1, 2], r[1, 1]), 0.0
    x, y, z = place[:, 3].tolist()
    return f'<origin xyz="{x:.17g} {y:.17g} {z:.17g}" rpy="{roll:.15g} {pitch:.15g} {yaw:.15g}"/>'


# ---- links -------------------------------------------------------------------------------------


def _link(joint: Joint, after: Array, lost: list[str]) -> list[str]:
    """A link with its mass and solids, which stand in the frame before ``after``."""
    lines = []
    if joint.mass:
        at = np.eye(3, 4)
        at[:, 3] = after[:, :3] @ np.array(joint.centre) + after[:, 3]
        moment = 0.4 * joint.mass * (3 * joint.mass / (4 * math.pi * DENSITY)) ** (2 / 3)
        lines += ["    <inertial>", f"      {_origin(at)}", f'      <mass value="{joint.mass:.17g}"/>']
        lines.append(
            f'      <inertia ixx="{moment:.6g}" ixy="0" ixz="0" iyy="{moment:.6g}" iyz="0" izz="{moment:.6g}"/>'
        )
        lines.append("    </inertial>")
    for shape in joint.shapes:
        made = _geometries(shape, after)
        if not made:
            lost.append(f"a solid of {shorten(joint.name)} that is no box, ball, cylinder or even capsule")
        for place, geometry in made:
            lines += ["    <collision>", f"      {_origin(place)}", f"      <geometry>{geometry}</geometry>"]
            lines.append("    </collision>")
    if not lines:
        return [f"  <link name={quoteattr(joint.name)}/>"]
    return [f"  <link name={quoteattr(joint.name)}>", *lines, "  </link>"]


def _geometries(shape: Shape, after: Array) -> list[tuple[Array, str]]:
    at = compose(after, np.reshape(shape.at, (3, 4)))
    linear = at[:, :3]
    if np.abs(linear.T @ linear - np.eye(3)).max() > 1e-6 or np.linalg.det(linear) < 0:
        return []
    if isinstance(shape, Box):
        x, y, z = shape.size
        return [(at, f'<box size="{x:.17g} {y:.17g} {z:.17g}"/>')]
    if isinstance(shape, Cylinder):
        return [(compose(at, Z_TO_Y), f'<cylinder radius="{shape.radius:.17g}" length="{shape.length:.17g}"/>')]
    if isinstance(shape, Ellipsoid) and max(shape.radii) - min(shape.radii) < 1e-9:
        return [(at, f'<sphere radius="{shape.radii[0]:.17g}"/>')]
    if isinstance(shape, Capsule):
        return _capsule(shape, at)
    return []


def _capsule(shape: Capsule, at: Array) -> list[tuple[Array, str]]:
    """A cylinder of the mean radius, and a ball at each end."""
    start, end = np.array(shape.start), np.array(shape.end)
    way = end - start
    length = float(np.linalg.norm(way))
    found = []
    for point, radius in ((start, shape.radius), (end, shape.end_radius)):
        ball = np.eye(3, 4)
        ball[:, 3] = at[:, :3] @ point + at[:, 3]
        found.append((ball, f'<sphere radius="{radius:.17g}"/>'))
    if length > 1e-9:
        z = way / length
        x = np.cross(z, [0.0, 0.0, 1.0] if abs(z[2]) < 0.9 else [1.0, 0.0, 0.0])
        x /= np.linalg.norm(x)
        frame = np.column_stack([x, np.cross(z, x), z, (start + end) / 2])
        radius = (shape.radius + shape.end_radius) / 2
        found.append((compose(at, frame), f'<cylinder radius="{radius:.17g}" length="{length:.17g}"/>'))
    return found
