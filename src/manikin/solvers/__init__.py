"""The solvers that come with manikin, one file each."""

from manikin.solvers.alternative import AlternativeJacobian
from manikin.solvers.ccd import CyclicCoordinateDescent
from manikin.solvers.control import ControlTerm
from manikin.solvers.dls import DampedLeastSquares
from manikin.solvers.fabrik import Fabrik
from manikin.solvers.halving import StepHalving
from manikin.solvers.inverse import InverseJacobian
from manikin.solvers.limb import TwoBoneLimb
from manikin.solvers.lm import LevenbergMarquardt
from manikin.solvers.pseudoinverse import PseudoinverseJacobian
from manikin.solvers.sdls import SelectivelyDamped
from manikin.solvers.transpose import JacobianTranspose
from manikin.solvers.zhao import ZhaoBadler

__all__ = [
    "AlternativeJacobian",
    "ControlTerm",
    "CyclicCoordinateDescent",
    "DampedLeastSquares",
    "Fabrik",
    "InverseJacobian",
    "JacobianTranspose",
    "LevenbergMarquardt",
    "PseudoinverseJacobian",
    "SelectivelyDamped",
    "StepHalving",
    "TwoBoneLimb",
    "ZhaoBadler",
]
