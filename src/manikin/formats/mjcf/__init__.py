"""MJCF, the models of MuJoCo."""

from manikin.formats.mjcf.mjcf import Mjcf

__all__ = ["Mjcf"]
