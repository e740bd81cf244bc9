"""Methods that solve a problem: one interface for all of them, one search, one result."""

from manikin.solvers.ccd.ccd import CyclicCoordinateDescent
from manikin.solvers.fabrik import Fabrik
from manikin.solvers.jacobian.alternative import AlternativeJacobian
from manikin.solvers.jacobian.control import ControlTerm
from manikin.solvers.jacobian.dls import DampedLeastSquares
from manikin.solvers.jacobian.halving import StepHalving
from manikin.solvers.jacobian.inverse import InverseJacobian
from manikin.solvers.jacobian.pseudoinverse import PseudoinverseJacobian
from manikin.solvers.jacobian.sdls import SelectivelyDamped
from manikin.solvers.jacobian.transpose import JacobianTranspose
from manikin.solvers.limb import TwoBoneLimb
from manikin.solvers.lm.lm import LevenbergMarquardt
from manikin.solvers.solve_all import solve_all
from manikin.solvers.solver import solve, solve_batch
from manikin.solvers.zhao.zhao import ZhaoBadler

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
    "solve",
    "solve_all",
    "solve_batch",
]
