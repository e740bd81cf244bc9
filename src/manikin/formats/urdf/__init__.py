"""URDF, the robot description format of ROS."""

from manikin.formats.urdf.urdf import Urdf

__all__ = ["Urdf"]
