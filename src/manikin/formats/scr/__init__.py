"""``.scr``, the text format of skeletons."""

from manikin.formats.scr.scr import Scr

__all__ = ["Scr"]
