"""The solvers that come with manikin, one file each."""

from manikin.solvers.lm import LevenbergMarquardt

__all__ = ["LevenbergMarquardt"]
