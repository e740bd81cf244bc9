"""The kinds of goal that come with manikin, by what they speak of."""

from manikin.goals.aiming import Aim, Align, LookAt, Pole
from manikin.goals.anyof import AnyOf
from manikin.goals.distance import Distance
from manikin.goals.matching import Match, Smoothness
from manikin.goals.orientation import OrientationAxes, OrientationGoal
from manikin.goals.path import Path
from manikin.goals.place import HalfSpace, Line, Plane, Position
from manikin.goals.pose import Loop, PoseAxes, PoseGoal

__all__ = [
    "Aim",
    "Align",
    "AnyOf",
    "Distance",
    "HalfSpace",
    "Line",
    "LookAt",
    "Loop",
    "Match",
    "OrientationAxes",
    "OrientationGoal",
    "Path",
    "Plane",
    "Pole",
    "PoseAxes",
    "PoseGoal",
    "Position",
    "Smoothness",
]
