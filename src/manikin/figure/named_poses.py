"""The state of a named pose, for a figure with any couplings in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from manikin.errors import InputError, UnknownName, shorten
from manikin.math.rotations import Array

if TYPE_CHECKING:
    from manikin.figure.figure import Figure

__all__ = ["named_state"]


def named_state(figure: Figure, name: str) -> Array:
    """The state (size,) of a named pose [rad, m].

    If the pose sets a parameter of a coupling that is not in use, the coupling's joints take the values that it would
    give them.
    """
    values = {pose.name: dict(pose.values) for pose in figure.skeleton.poses}.get(name)
    if values is None:
        raise UnknownName("pose", name, figure.pose_names)
    couplings = figure.skeleton.couplings
    used = [c.name for c in couplings if not values.keys().isdisjoint(v.name for v in c.parameters)]
    if figure.active_couplings.issuperset(used):
        for variable in values.keys() - set(figure.parameter_names):
            raise InputError(
                f"the pose {shorten(name)} sets {shorten(variable)}, which a coupling drives here; "
                "ungroup the figure first"
            )
        return figure.state(values)
    wider = type(figure)(figure.skeleton, active_couplings=figure.active_couplings.union(used), name=figure.name)
    joint_values = wider.coupling.joint_values(named_state(wider, name))
    joints = dict(zip(figure.skeleton.dof_index, joint_values, strict=True))
    return np.array([joints.get(v.name, values.get(v.name, v.rest)) for v in figure.parameters])
