"""FBX files turned into ``.glb`` by Blender, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from manikin.errors import FormatError, InputError

__all__ = ["fbx_as_glb"]

LIMIT = 60.0
"""How long Blender may take [s]."""


def fbx_as_glb(source: Path) -> bytes:
    """The bytes of a ``.glb`` file that Blender makes of an FBX file, in a folder of its own."""
    from manikin.formats.fbx import blender_script
    from manikin.formats.files import load_bytes

    data = load_bytes(source)
    program = shutil.which("blender")
    if program is None:
        line = f'blender -b --python-expr "{blender_script(str(source), str(source.with_suffix(".glb")))}"'
        raise InputError(f"FBX files are converted by Blender, and there is no program blender here; run: {line}")
    with tempfile.TemporaryDirectory(prefix="manikin-fbx-") as folder:
        given, made = Path(folder) / "in.fbx", Path(folder) / "out.glb"
        given.write_bytes(data)
        command = [program, "-b", "--factory-startup", "--disable-autoexec"]
        command += ["--python-exit-code", "1", "--python-expr", blender_script(str(given), str(made))]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            raise FormatError(f"Blender took more than {LIMIT:g} s", file=str(source)) from None
        if not made.is_file():
            said = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it did not say why"]
            raise FormatError(f"Blender could not convert the file: {said[0][:200]}", file=str(source))
        return load_bytes(made)
