"""BVH, the motion files of Biovision."""

from manikin.formats.bvh.bvh import Bvh

__all__ = ["Bvh"]
