"""Mimic joints of a URDF file as couplings.

The limits of a joint that follows another narrow the range of that other, but only while they leave it at least half of
its own: robots have junk values there, since ROS never reads them, and a gripper that follows with the factor −1 would
otherwise be frozen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from manikin.errors import shorten, suggestion
from manikin.formats.urdf.robot import Arc, Robot
from manikin.skeleton.variables import Coupling, Term

__all__ = ["couplings_of"]

LEAST_SHARE = 0.5
"""Share of its own range that a joint keeps; limits of its followers that would leave less are dropped."""


@dataclass(slots=True)
class _Driven:
    """value = factor · value of the joint ``base`` + offset; the base mimics no joint."""

    base: Arc
    factor: float
    offset: float


def couplings_of(robot: Robot) -> tuple[Coupling, ...]:
    """One coupling for each mimic joint; a mimic of a mimic follows the last joint of that sequence.

    Limits of followers that are dropped are dropped in ``robot.arcs`` too.
    """
    _drop_mimics_of_nothing(robot)
    driven: dict[str, _Driven] = {}
    for arc in robot.arcs.values():
        _follow(arc, robot.arcs, driven)
    _drop_limits(robot, driven)
    return tuple(
        Coupling(
            name=name,
            terms=(Term(dof=name, parameter=line.base.name, factor=line.factor),),
            offsets=((name, line.offset),) if line.offset else (),
        )
        for name, line in driven.items()
    )


def _drop_mimics_of_nothing(robot: Robot) -> None:
    """Joints that mimic one that does not exist, or that has no value, are free."""
    for arc in robot.arcs.values():
        if arc.mimic is None:
            continue
        wanted, why = arc.mimic.joint, ""
        if wanted not in robot.arcs:
            why = f"there is no joint {shorten(wanted)} to mimic{suggestion(wanted, robot.arcs)}"
        elif len(robot.arcs[wanted].dofs) != 1:
            why = f"joint {shorten(wanted)} cannot be mimicked: it has no single value"
        if why:
            robot.warn(arc.mimic, f"{why}; joint {shorten(arc.name)} moves by itself")
            arc.mimic = None


def _follow(arc: Arc, arcs: dict[str, Arc], driven: dict[str, _Driven]) -> None:
    """Add a joint, and the joints that it mimics, to ``driven``."""
    path: dict[str, Arc] = {}
    while arc.mimic is not None and arc.name not in driven:
        path[arc.name] = arc
        wanted = arc.mimic.joint
        if wanted in path:
            raise arc.mimic.error(f"joint {shorten(arc.name)} mimics itself by way of {shorten(wanted)}")
        arc = arcs[wanted]
    line = driven.get(arc.name, _Driven(arc, 1.0, 0.0))
    for follower in reversed(path.values()):
        mimic = follower.mimic
        assert mimic is not None
        line = _Driven(line.base, mimic.factor * line.factor, mimic.factor * line.offset + mimic.offset)
        if not (math.isfinite(line.factor) and math.isfinite(line.offset)):
            raise mimic.error("the multipliers and offsets of joints that mimic one another become infinite")
        driven[follower.name] = line


def _drop_limits(robot: Robot, driven: dict[str, _Driven]) -> None:
    """Drop the limits of followers that would leave the joint that they follow too little of its range."""
    ranges: dict[str, tuple[float, float]] = {}
    for name, line in driven.items():
        arc = robot.arcs[name]
        dof, base = arc.dofs[0], line.base.dofs[0]
        lo, hi = ranges.get(base.name, (base.lo, base.hi))
        if line.factor:
            ends = sorted((end - line.offset) / line.factor for end in (dof.lo, dof.hi))
            lo, hi = max(lo, ends[0]), min(hi, ends[1])
            enough = LEAST_SHARE * (base.hi - base.lo) if math.isfinite(base.hi - base.lo) else 0.0
        else:  # it does not move, and its limits say nothing of the joint that it follows
            enough = 0.0 if dof.lo <= line.offset <= dof.hi else math.inf
        if not enough <= hi - lo or lo == math.inf or hi == -math.inf:
            message = f"the limits {dof.lo:g}…{dof.hi:g} of joint {shorten(name)} are dropped: they would leave "
            message += f"{shorten(base.name)}, which it mimics, less than half of its range {base.lo:g}…{base.hi:g}"
            robot.warn(arc, message)
            arc.dofs = (replace(dof, lo=-math.inf, hi=math.inf),)
        else:
            ranges[base.name] = (lo, hi)
