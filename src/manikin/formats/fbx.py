"""``.fbx``: not read, and the answer says which command turns such a file into one that is; docs/formats/fbx.md."""

from __future__ import annotations

from manikin.errors import FormatError
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside

__all__ = ["Fbx", "blender_script"]


def blender_script(source: str, target: str) -> str:
    """What Blender is to do, in its own language: import one file, export it as ``.glb`` with all its actions."""
    return (
        "import bpy; bpy.ops.wm.read_factory_settings(use_empty=True); "
        f"bpy.ops.import_scene.fbx(filepath={source!r}); "
        f"bpy.ops.export_scene.gltf(filepath={target!r}, export_format='GLB')"
    )


class Fbx(
    Format,
    name="fbx",
    suffixes=(".fbx",),
    describes="characters and motions of Autodesk; convert them first",
    losses={"skeletons": "everything: Blender converts such files", "clips": "everything: Blender converts such files"},
):
    """Refuses, with the line to run instead."""

    def read(self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside) -> Content:
        stem = (file or "x.fbx").removesuffix(".fbx").removesuffix(".FBX")
        short = stem if len(stem) < 40 else "x"
        raise FormatError(
            f"FBX is not read; run: manikin convert {short}.fbx {short}.glb (needs Blender), or: "
            f'blender -b --python-expr "{blender_script(f"{short}.fbx", f"{short}.glb")}"',
            file=file,
        )
