"""Pictures of poses: ``render``, ``four_views``, ``to_png``.  Needs only NumPy."""

from manikin.picture.camera import Bounds, Camera, on_stage
from manikin.picture.marks import Marker, Polyline, Star
from manikin.picture.png import to_png
from manikin.picture.theme import THEMES, Theme
from manikin.picture.views import four_views, render

__all__ = [
    "THEMES",
    "Bounds",
    "Camera",
    "Marker",
    "Polyline",
    "Star",
    "Theme",
    "four_views",
    "on_stage",
    "render",
    "to_png",
]
