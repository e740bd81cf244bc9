"""The kinds of goal that come with manikin, by what they speak of."""

from manikin.goals.aiming import Aim, Align, LookAt, Pole
from manikin.goals.anyof import AnyOf
from manikin.goals.apart import Apart, CapsuleDistances
from manikin.goals.balance import Balance, SupportDistances
from manikin.goals.bend import BendToward
from manikin.goals.comfort import Comfort
from manikin.goals.distance import Distance
from manikin.goals.ground import AboveGround, OnGround
from manikin.goals.matching import Match, Smoothness
from manikin.goals.orientation import OrientationAxes, OrientationGoal
from manikin.goals.outside import Outside, SolidDistances
from manikin.goals.path import Path
from manikin.goals.place import HalfSpace, Line, Plane, Position
from manikin.goals.pose import Loop, PoseAxes, PoseGoal

__all__ = [
    "AboveGround",
    "Aim",
    "Align",
    "AnyOf",
    "Apart",
    "Balance",
    "BendToward",
    "CapsuleDistances",
    "Comfort",
    "Distance",
    "HalfSpace",
    "Line",
    "LookAt",
    "Loop",
    "Match",
    "OnGround",
    "OrientationAxes",
    "OrientationGoal",
    "Outside",
    "Path",
    "Plane",
    "Pole",
    "PoseAxes",
    "PoseGoal",
    "Position",
    "Smoothness",
    "SolidDistances",
    "SupportDistances",
]
