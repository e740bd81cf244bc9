"""ASF, the skeletons of Acclaim."""

from manikin.formats.asf.asf import Asf

__all__ = ["Asf"]
