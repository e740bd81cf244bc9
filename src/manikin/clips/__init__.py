"""Figures that move: clips, keys, timing.  One file for each family of kinds; ``clip.clip_kinds`` has them by name."""

from manikin.clips.constrained import Constrained
from manikin.clips.derived import Looped, Mirrored, Retimed
from manikin.clips.ensemble import Ensemble
from manikin.clips.keyframes import Keyframes
from manikin.clips.mixed import Blended, Joined, Layered
from manikin.clips.procedure import Procedure
from manikin.clips.samples import Samples

__all__ = [
    "Blended",
    "Constrained",
    "Ensemble",
    "Joined",
    "Keyframes",
    "Layered",
    "Looped",
    "Mirrored",
    "Procedure",
    "Retimed",
    "Samples",
]
