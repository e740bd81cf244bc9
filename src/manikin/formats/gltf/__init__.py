"""glTF 2.0, the characters and motions of the Khronos Group."""

from manikin.formats.gltf.gltf import Gltf

__all__ = ["Gltf"]
