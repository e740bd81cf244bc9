"""The kinds of goal that come with manikin, by what they speak of."""

from manikin.goals.aiming import Aim, Align, LookAt, Pole
from manikin.goals.anyof import AnyOf
from manikin.goals.apart import CapsuleClearance, CapsuleDistances
from manikin.goals.balance import Balance, SupportDistances
from manikin.goals.bend import BendToward
from manikin.goals.comfort import Comfort
from manikin.goals.distance import Distance
from manikin.goals.ground import AboveGround, OnGround
from manikin.goals.matching import MatchValues, Smoothness
from manikin.goals.orientation import OrientationAxes, OrientationGoal
from manikin.goals.outside import SolidClearance, SolidDistances
from manikin.goals.path import OnPath
from manikin.goals.place import HalfSpace, Line, Plane, Position
from manikin.goals.pose import CloseLoop, PoseAxes, PoseGoal

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
    "Smoothness",
    "SolidClearance",
    "SolidDistances",
    "SupportDistances",
]
