"""The kinds of goal that manikin ships."""

from manikin.goals.aiming import Aim, Align, LookAt, Pole
from manikin.goals.any_of import AnyOf
from manikin.goals.balance import Balance, SupportDistances
from manikin.goals.bend_toward import BendToward
from manikin.goals.capsule_clearance import CapsuleClearance, CapsuleDistances
from manikin.goals.comfort import Comfort
from manikin.goals.distance import Distance
from manikin.goals.ground import AboveGround, OnGround
from manikin.goals.match_values import MatchValues
from manikin.goals.on_path import OnPath
from manikin.goals.orientation import OrientationAxes, OrientationGoal
from manikin.goals.pose import CloseLoop, PoseAxes, PoseGoal
from manikin.goals.position import HalfSpace, Line, Plane, Position
from manikin.goals.solid_clearance import SolidClearance, SolidDistances
from manikin.goals.swivel import SwivelGoal

__all__ = [
    "AboveGround",
    "Aim",
    "Align",
    "AnyOf",
    "Balance",
    "BendToward",
    "CapsuleClearance",
    "CapsuleDistances",
    "CloseLoop",
    "Comfort",
    "Distance",
    "HalfSpace",
    "Line",
    "LookAt",
    "MatchValues",
    "OnGround",
    "OnPath",
    "OrientationAxes",
    "OrientationGoal",
    "Plane",
    "Pole",
    "PoseAxes",
    "PoseGoal",
    "Position",
    "SolidClearance",
    "SolidDistances",
    "SupportDistances",
    "SwivelGoal",
]
