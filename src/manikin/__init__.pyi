"""The public names of manikin, listed once: type checkers read this file, and ``__init__.py`` loads names by it."""

from manikin import bodies as bodies, moves as moves, picture as picture, solvers as solvers
from manikin.body.capsules import BodyCapsule as BodyCapsule, body_capsules as body_capsules
from manikin.body.clearance import (
    avoid as avoid,
    avoid_self as avoid_self,
    keep_out as keep_out,
)
from manikin.body.posture import (
    ComfortScore as ComfortScore,
    bend_goals as bend_goals,
    comfort as comfort,
    comfort_goal as comfort_goal,
    gaze as gaze,
)
from manikin.body.stretch import stretchy as stretchy, unstretchy as unstretchy
from manikin.body.support import balance as balance, sole_points as sole_points, stand_on as stand_on
from manikin.body.swivel import limb_swivel as limb_swivel, swivel_goal as swivel_goal
from manikin.characters.cleaning import CleanedFeet as CleanedFeet, clean_feet as clean_feet
from manikin.characters.contacts import Contact as Contact
from manikin.characters.dressing import Dressed as Dressed, dress as dress
from manikin.characters.retargeting import Retargeted as Retargeted, retarget as retarget
from manikin.characters.roles import Roles as Roles, find_roles as find_roles
from manikin.clips.clip import Clip as Clip
from manikin.clips.constrained import Constrained as Constrained
from manikin.clips.derived import Looped as Looped, Mirrored as Mirrored, Retimed as Retimed
from manikin.clips.ensemble import Ensemble as Ensemble
from manikin.clips.key import Key as Key
from manikin.clips.keyframes import Keyframes as Keyframes
from manikin.clips.mark import Mark as Mark
from manikin.clips.mixed import Blended as Blended, Joined as Joined, Layer as Layer, Layered as Layered
from manikin.clips.procedure import Procedure as Procedure
from manikin.clips.samples import Samples as Samples
from manikin.clips.timed_goal import MovingTarget as MovingTarget, Span as Span, TimedGoal as TimedGoal
from manikin.clips.timing import ArcLength as ArcLength, TimeCurve as TimeCurve
from manikin.diagnosis.conflict import Conflict as Conflict, find_conflict as find_conflict
from manikin.diagnosis.derivative_check import (
    DerivativeReport as DerivativeReport,
    check_goal as check_goal,
    check_handle as check_handle,
)
from manikin.diagnosis.diagnosis import Diagnosis as Diagnosis
from manikin.diagnosis.relaxations import Relaxation as Relaxation
from manikin.errors import (
    CallError as CallError,
    FormatError as FormatError,
    FormatWarning as FormatWarning,
    InputError as InputError,
    ManikinError as ManikinError,
    SkeletonError as SkeletonError,
    UnknownName as UnknownName,
    Unsupported as Unsupported,
)
from manikin.figure.figure import Figure as Figure
from manikin.figure.pose import Pose as Pose
from manikin.following.follower import Follower as Follower
from manikin.formats.files import (
    list_clips as list_clips,
    load_clip as load_clip,
    load_pose as load_pose,
    load_skeleton as load_skeleton,
    save_clip as save_clip,
    save_pose as save_pose,
    save_skeleton as save_skeleton,
)
from manikin.goals import (
    AboveGround as AboveGround,
    Aim as Aim,
    Align as Align,
    AnyOf as AnyOf,
    Balance as Balance,
    BendToward as BendToward,
    CapsuleClearance as CapsuleClearance,
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
    SolidClearance as SolidClearance,
    SwivelGoal as SwivelGoal,
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
    Swivel as Swivel,
)
from manikin.handles.handle import Handle as Handle
from manikin.language.goals import goal_from_text as goal_from_text, lock_from_text as lock_from_text
from manikin.problem.network import Network as Network
from manikin.problem.problem import Problem as Problem
from manikin.simulation.forces import ConstantForce as ConstantForce
from manikin.simulation.simulation import Simulation as Simulation
from manikin.simulation.velocity_control import VelocityControl as VelocityControl
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
    PolynomialCurve as PolynomialCurve,
    RampCurve as RampCurve,
)
from manikin.skeleton.editing import bone_solids as bone_solids
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
from manikin.solvers.cancel import Cancel as Cancel
from manikin.solvers.result import BatchResult as BatchResult, Result as Result, Status as Status
from manikin.solvers.session import Session as Session
from manikin.solvers.solver import Solver as Solver

__version__: str
