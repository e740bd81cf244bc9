"""Pictures on plain white, of which a test can tell what they show."""

from __future__ import annotations

import numpy as np

from manikin.figure.figure import Figure
from manikin.picture import Camera, Theme
from manikin.skeleton.skeleton import Joint, Skeleton

WHITE = Theme(top=(1.0, 1.0, 1.0), bottom=(1.0, 1.0, 1.0))
FRONT = Camera(eye=(0.0, 0.0, 10.0), target=(0.0, 0.0, 0.0), span=4.0)  # 25 pixels a metre in a picture of 100


def figure(*joints: Joint) -> Figure:
    return Figure(Skeleton(name="test", joints=joints))


def covered(image: np.ndarray) -> np.ndarray:
    """Which pixels are not white."""
    return (image < 250).any(axis=2)
