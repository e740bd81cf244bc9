"""Pose and animate articulated figures by inverse kinematics and geometric constraints.

Everything public is at hand here: ``from manikin import Figure, bodies``.  A name is loaded when it is first asked for,
so that ``import manikin`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from manikin import bodies as bodies, picture as picture, solvers as solvers
    from manikin.body.clearance import (
        BodyCapsule as BodyCapsule,
        avoid as avoid,
        avoid_self as avoid_self,
        body_capsules as body_capsules,
        keep_out as keep_out,
    )
    from manikin.body.posture import (
        ComfortScore as ComfortScore,
        bend_goals as bend_goals,
        comfort as comfort,
        comfort_goal as comfort_goal,
        gaze as gaze,
    )
    from manikin.body.support import balance as balance, sole_points as sole_points, stand_on as stand_on
    from manikin.diagnosis.conflict import Conflict as Conflict, find_conflict as find_conflict
    from manikin.diagnosis.diagnosis import Diagnosis as Diagnosis
    from manikin.diagnosis.mobility import Mobility as Mobility
    from manikin.diagnosis.relaxations import Relaxation as Relaxation
    from manikin.errors import (
        FormatError as FormatError,
        InputError as InputError,
        ManikinError as ManikinError,
        SkeletonError as SkeletonError,
        UnknownName as UnknownName,
        Unsupported as Unsupported,
    )
    from manikin.figure.figure import Figure as Figure
    from manikin.figure.pose import Pose as Pose
    from manikin.formats.files import load_skeleton as load_skeleton, save_skeleton as save_skeleton
    from manikin.goals import (
        AboveGround as AboveGround,
        Aim as Aim,
        Align as Align,
        AnyOf as AnyOf,
        Balance as Balance,
        BendToward as BendToward,
        CapsuleClearance as CapsuleClearance,
        CapsuleDistances as CapsuleDistances,
        CloseLoop as CloseLoop,
        Comfort as Comfort,
        Distance as Distance,
        HalfSpace as HalfSpace,
        Line as Line,
        LookAt as LookAt,
        MatchValues as MatchValues,
        OnGround as OnGround,
        OnPath as OnPath,
        OrientationAxes as OrientationAxes,
        OrientationGoal as OrientationGoal,
        Plane as Plane,
        Pole as Pole,
        PoseAxes as PoseAxes,
        PoseGoal as PoseGoal,
        Position as Position,
        Smoothness as Smoothness,
        SolidClearance as SolidClearance,
        SolidDistances as SolidDistances,
        SupportDistances as SupportDistances,
    )
    from manikin.goals.goal import Goal as Goal
    from manikin.handles import (
        CentreOfMass as CentreOfMass,
        Combined as Combined,
        Direction as Direction,
        FixedDirection as FixedDirection,
        FixedFrame as FixedFrame,
        FixedOrientation as FixedOrientation,
        FixedPoint as FixedPoint,
        FixedVector as FixedVector,
        Frame as Frame,
        Orientation as Orientation,
        Parameters as Parameters,
        Point as Point,
    )
    from manikin.handles.handle import Handle as Handle
    from manikin.language.goals import goal_from_text as goal_from_text, lock_from_text as lock_from_text
    from manikin.math.sparse_rows import SparseRows as SparseRows
    from manikin.problem.handle_reader import HandleReader as HandleReader
    from manikin.problem.network import Network as Network
    from manikin.problem.problem import Problem as Problem
    from manikin.simulation.forces import ConstantForce as ConstantForce
    from manikin.simulation.simulation import Simulation as Simulation
    from manikin.skeleton.build import (
        DhRow as DhRow,
        chain as chain,
        denavit_hartenberg as denavit_hartenberg,
        hinge as hinge,
        joint as joint,
        slide as slide,
    )
    from manikin.skeleton.coupling_curves import (
        CouplingCurve as CouplingCurve,
        LinearCurve as LinearCurve,
        RampCurve as RampCurve,
    )
    from manikin.skeleton.shapes import (
        Box as Box,
        Capsule as Capsule,
        Cylinder as Cylinder,
        Ellipsoid as Ellipsoid,
        Mesh as Mesh,
        MeshFile as MeshFile,
        Shape as Shape,
    )
    from manikin.skeleton.skeleton import Joint as Joint, Skeleton as Skeleton
    from manikin.skeleton.variables import (
        Coupling as Coupling,
        Dof as Dof,
        LinearLimit as LinearLimit,
        NamedPose as NamedPose,
        PreferredBend as PreferredBend,
        Term as Term,
        Variable as Variable,
    )
    from manikin.solvers.result import BatchResult as BatchResult, Result as Result, Status as Status
    from manikin.solvers.session import Cancel as Cancel, Session as Session
    from manikin.solvers.solver import Solver as Solver

_HOMES = {
    "skeleton.build": "DhRow chain denavit_hartenberg hinge joint slide",
    "body.clearance": "BodyCapsule avoid avoid_self body_capsules keep_out",
    "diagnosis.conflict": "Conflict find_conflict",
    "skeleton.coupling_curves": "CouplingCurve LinearCurve RampCurve",
    "diagnosis.diagnosis": "Diagnosis",
    "errors": "FormatError InputError ManikinError SkeletonError UnknownName Unsupported",
    "figure.figure": "Figure",
    "formats.files": "load_skeleton save_skeleton",
    "simulation.forces": "ConstantForce",
    "problem.handle_reader": "HandleReader",
    "goals.goal": "Goal",
    "language.goals": "goal_from_text lock_from_text",
    "goals": (
        "AboveGround Aim Align AnyOf Balance BendToward CapsuleClearance CapsuleDistances CloseLoop Comfort Distance "
        "HalfSpace Line LookAt MatchValues OnGround OnPath OrientationAxes OrientationGoal Plane Pole PoseAxes "
        "PoseGoal Position Smoothness SolidClearance SolidDistances SupportDistances"
    ),
    "handles.handle": "Handle",
    "handles": (
        "CentreOfMass Combined Direction FixedDirection FixedFrame FixedOrientation FixedPoint FixedVector Frame "
        "Orientation Parameters Point"
    ),
    "diagnosis.mobility": "Mobility",
    "problem.network": "Network",
    "figure.pose": "Pose",
    "body.posture": "ComfortScore bend_goals comfort comfort_goal gaze",
    "problem.problem": "Problem",
    "diagnosis.relaxations": "Relaxation",
    "solvers.result": "BatchResult Result Status",
    "skeleton.shapes": "Box Capsule Cylinder Ellipsoid MeshFile Mesh Shape",
    "simulation.simulation": "Simulation",
    "skeleton.skeleton": "Joint Skeleton",
    "solvers.session": "Cancel Session",
    "solvers.solver": "Solver",
    "body.support": "balance sole_points stand_on",
    "skeleton.variables": "Coupling Dof LinearLimit NamedPose PreferredBend Term Variable",
    "math.sparse_rows": "SparseRows",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}
_MODULES = ("bodies", "picture", "solvers")

__version__ = "0.1.0"
__all__ = ["__version__", *_MODULES, *_HOME_OF]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"manikin.{name}")
    if name not in _HOME_OF:
        from manikin.errors import suggestion

        raise AttributeError(f"module 'manikin' has no attribute {name!r}{suggestion(name, __all__)}")
    value = getattr(import_module(f"manikin.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
