"""Figures that move: clips, keys, timing."""

from manikin.clips.keyframes import Keyframes
from manikin.clips.samples import Samples

__all__ = ["Keyframes", "Samples"]
