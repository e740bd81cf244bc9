"""``.usda``, ``.usd``: scenes of Pixar with characters (UsdSkel)."""

from manikin.formats.usd.usd import Usd

__all__ = ["Usd"]
