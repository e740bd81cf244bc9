"""Experiments from the literature: each writes pictures, numbers and a table."""

from manikin.experiments.gallery import Gallery
from manikin.experiments.x1_planar import PlanarArm
from manikin.experiments.x2_accuracy import Accuracy
from manikin.experiments.x3_straight import StraightLimb
from manikin.experiments.x4_pelvis import TiltedPelvis
from manikin.experiments.x5_slide import FootSlide
from manikin.experiments.x6_tube import Tube
from manikin.experiments.x7_reach import Reach
from manikin.experiments.x8_hips import HandsOnHips
from manikin.experiments.x9_chase import ChainChase
from manikin.experiments.x10_crouch import Crouch
from manikin.experiments.x11_walk import HillWalk

__all__ = [
    "Accuracy",
    "ChainChase",
    "Crouch",
    "FootSlide",
    "Gallery",
    "HandsOnHips",
    "HillWalk",
    "PlanarArm",
    "Reach",
    "StraightLimb",
    "TiltedPelvis",
    "Tube",
]
