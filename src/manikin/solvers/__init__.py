"""The solvers that come with manikin, one file each."""

from manikin.solvers.ccd import CyclicCoordinateDescent
from manikin.solvers.lm import LevenbergMarquardt
from manikin.solvers.zhao import ZhaoBadler

__all__ = ["CyclicCoordinateDescent", "LevenbergMarquardt", "ZhaoBadler"]
