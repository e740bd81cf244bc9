"""The same figure in Pinocchio and in MuJoCo."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pinocchio as pin

from manikin import Figure, Skeleton, hinge, joint

__all__ = ["in_mujoco", "in_pinocchio", "zigzag"]


def zigzag(count: int) -> Figure:
    """A chain of ``count`` hinges about x, y and z in turn, 0.1 m apart, with a tip."""
    joints = [joint("j0", dofs=[hinge("x")])]
    for i in range(1, count):
        joints.append(joint(f"j{i}", f"j{i - 1}", offset=(0.02, 0.1, 0.01), dofs=[hinge("xyz"[i % 3])]))
    joints.append(joint("tip", f"j{count - 1}", offset=(0, 0.1, 0)))
    return Figure(Skeleton(name=f"zigzag {count}", joints=tuple(joints)))


def _se3(transform: np.ndarray) -> Any:
    return pin.SE3(np.ascontiguousarray(transform[:, :3]), np.ascontiguousarray(transform[:, 3]))


def in_pinocchio(figure: Figure) -> Any:
    """A Pinocchio model with one joint per degree of freedom, in our order, and a frame per part of the figure."""
    model = pin.Model()
    tables = figure.tables
    kinds = {
        ("hinge", 0): pin.JointModelRX,
        ("hinge", 1): pin.JointModelRY,
        ("hinge", 2): pin.JointModelRZ,
        ("slide", 0): pin.JointModelPX,
        ("slide", 1): pin.JointModelPY,
        ("slide", 2): pin.JointModelPZ,
    }
    unaligned = {"hinge": pin.JointModelRevoluteUnaligned, "slide": pin.JointModelPrismaticUnaligned}
    carriers: list[tuple[int, Any]] = []  # the joint that carries each part, and the part's place on it
    for i, part in enumerate(figure.skeleton):
        owner, place = carriers[tables.parents[i]] if tables.parents[i] >= 0 else (0, pin.SE3.Identity())
        place = place * _se3(tables.before[i])
        for dof in part.dofs:
            axis = np.array(dof.axis)
            along = int(np.argmax(axis))
            aligned = kinds[dof.kind, along]() if axis[along] == 1 else unaligned[dof.kind](axis)
            owner, place = model.addJoint(owner, aligned, place, dof.name), pin.SE3.Identity()
        place = place * _se3(tables.after[i])
        carriers.append((owner, place))
        model.addFrame(pin.Frame(part.name, owner, 0, place, pin.FrameType.OP_FRAME))
    return model


def in_mujoco(figure: Figure) -> Any:
    """A MuJoCo model of a figure whose parts are placed without turns: a body per part, a site at its origin."""
    spec = mujoco.MjSpec()
    kinds = {"hinge": mujoco.mjtJoint.mjJNT_HINGE, "slide": mujoco.mjtJoint.mjJNT_SLIDE}
    bodies: list[Any] = []
    for i, part in enumerate(figure.skeleton):
        parent = bodies[figure.tables.parents[i]] if i else spec.worldbody
        body = parent.add_body(
            name=part.name, pos=part.offset, mass=1.0, inertia=[1.0, 1.0, 1.0], explicitinertial=True
        )
        for dof in part.dofs:
            body.add_joint(name=dof.name, type=kinds[dof.kind], axis=dof.axis)
        body.add_site(name=part.name)
        bodies.append(body)
    return spec.compile()
