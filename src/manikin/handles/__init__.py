"""The kinds of handle that manikin ships, one file each."""

from manikin.handles.centre_of_mass import CentreOfMass
from manikin.handles.combined import Combined
from manikin.handles.direction import Direction
from manikin.handles.fixed import FixedDirection, FixedFrame, FixedOrientation, FixedPoint, FixedVector
from manikin.handles.frame import Frame
from manikin.handles.orientation import Orientation
from manikin.handles.parameters import Parameters
from manikin.handles.point import Point
from manikin.handles.swivel import Swivel

__all__ = [
    "CentreOfMass",
    "Combined",
    "Direction",
    "FixedDirection",
    "FixedFrame",
    "FixedOrientation",
    "FixedPoint",
    "FixedVector",
    "Frame",
    "Orientation",
    "Parameters",
    "Point",
    "Swivel",
]
