"""Quantities that can be read from a pose, with their derivatives: points, directions, frames, parameters."""

from manikin.handles.centre_of_mass import CentreOfMass
from manikin.handles.combined import Combined
from manikin.handles.direction import Direction
from manikin.handles.fixed import FixedDirection, FixedFrame, FixedOrientation, FixedPoint
from manikin.handles.frame import Frame
from manikin.handles.orientation import Orientation
from manikin.handles.parameters import Parameters
from manikin.handles.point import Point

__all__ = [
    "CentreOfMass",
    "Combined",
    "Direction",
    "FixedDirection",
    "FixedFrame",
    "FixedOrientation",
    "FixedPoint",
    "Frame",
    "Orientation",
    "Parameters",
    "Point",
]
