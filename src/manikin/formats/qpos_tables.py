"""Rows of numbers as programs for robots write them: where the root is, its quaternion, a value for each joint.

``unitree`` is the layout of retargeted data sets (quaternion x y z w), ``mujoco`` that of qpos (w x y z; balls are
quaternions too).  Both have z up, metres and radians, and the joints in the order of the robot's own file.
"""

from __future__ import annotations

import numpy as np

from manikin.errors import InputError, shorten
from manikin.figure.figure import Figure
from manikin.formats.sampled_motion import continuous_angles
from manikin.math.rotations import Array, compose, from_quaternion
from manikin.skeleton.skeleton import Joint
from manikin.skeleton.variables import Dof

__all__ = ["TABLES", "floating", "qpos_columns", "qpos_states"]

TABLES = {"unitree": False, "mujoco": True}
"""Dialects, and whether the scalar of a quaternion comes first."""
UNIT = 1e-2
"""How far the length of a quaternion may be from 1; the wrong order of its numbers is not found out by that."""


def floating(figure: Figure) -> Figure:
    """The figure with a free root, which a robot from a file may lack."""
    if figure.skeleton.up != "z":
        raise InputError(f"tables of robots have z up, and {shorten(figure.name)} has y up")
    skeleton = figure.skeleton
    if any(
        _is_free(joint) and not any(skeleton[name].dofs for name in skeleton.path(joint.name)[:-1])
        for joint in skeleton
    ):
        return figure
    return Figure(skeleton.with_base("floating"))


def _is_free(joint: Joint) -> bool:
    return [dof.kind for dof in joint.dofs] == ["slide"] * 3 + ["hinge"] * 3


def _coordinates(figure: Figure, dialect: str) -> list[tuple[str, Joint, tuple[Dof, ...]]]:
    """What the columns are, in their order: "free" (7 columns), "ball" (4) or "one", each with its freedoms."""
    found: list[tuple[str, Joint, tuple[Dof, ...]]] = []
    for joint in figure.skeleton.joints:
        dofs = list(joint.dofs)
        if _is_free(joint):
            found.append(("free", joint, tuple(dofs)))
            continue
        while dofs:
            stem = dofs[0].name.removesuffix(".z")
            if dialect == "mujoco" and [dof.name for dof in dofs[:3]] == [f"{stem}.z", f"{stem}.y", f"{stem}.x"]:
                found.append(("ball", joint, tuple(dofs[:3])))
                dofs = dofs[3:]
            else:
                found.append(("one", joint, (dofs.pop(0),)))
    return found


def qpos_columns(figure: Figure, dialect: str) -> int:
    """How many numbers a row has."""
    return sum({"free": 7, "ball": 4, "one": 1}[kind] for kind, _, _ in _coordinates(figure, dialect))


def qpos_states(figure: Figure, rows: Array, dialect: str) -> Array:
    """The states (frames, size) of a figure with a free root; values of joints that follow others are left out."""
    made = np.tile(figure.rest, (len(rows), 1))
    index = {name: i for i, name in enumerate(figure.parameter_names)}
    at, rest = 0, np.asarray(figure.forward(figure.rest))
    for kind, joint, dofs in _coordinates(figure, dialect):
        if kind == "one":
            if dofs[0].name in index:
                made[:, index[dofs[0].name]] = rows[:, at]
            at += 1
            continue
        turns = _rotations(rows[:, at + 3 : at + 7] if kind == "free" else rows[:, at : at + 4], dialect, at)
        if kind == "free":
            before, after = (np.reshape(one, (3, 4)) for one in (joint.before, joint.after))
            if joint.parent is not None:
                before = compose(rest[figure.skeleton.index(joint.parent)], before)
            turns = before[:, :3].T @ turns @ after[:, :3].T
            places = (rows[:, at : at + 3] - before[:, 3]) @ before[:, :3] - turns @ after[:, 3]
            slides = np.array([dof.axis for dof in dofs[:3]])
            made[:, [index[dof.name] for dof in dofs[:3]]] = places @ np.linalg.inv(slides)
        hinges = dofs[-3:]
        angles = continuous_angles(turns[:, None], np.array([[dof.axis for dof in hinges]]))
        made[:, [index[dof.name] for dof in hinges]] = angles[:, 0]
        at += 7 if kind == "free" else 4
    return made


def _rotations(quaternions: Array, dialect: str, column: int) -> Array:
    lengths = np.linalg.norm(quaternions, axis=1)
    wrong = np.flatnonzero(np.abs(lengths - 1) > UNIT)
    if len(wrong):
        first = column + (4 if column == 0 else 1)
        raise InputError(
            f"frame {wrong[0]}: the four numbers from column {first} are no unit quaternion; their length is "
            f"{lengths[wrong[0]]:.3g}"
        )
    ordered = quaternions[:, [1, 2, 3, 0]] if TABLES[dialect] else quaternions
    return from_quaternion(ordered / lengths[:, None])
