"""The folder of the user for tokens, and for projects without a file name."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from manikin.errors import InputError

__all__ = ["state_folder"]


def state_folder() -> Path:
    """The folder for tokens and for projects without a file name."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(base) / "manikin"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name != "nt":
        _own(folder)
    return folder


def _own(folder: Path) -> None:
    """Who could write here could read the token, or open another page in our name."""
    found = folder.stat()
    if found.st_uid != os.getuid():
        raise InputError(f"{folder} belongs to another user; set XDG_STATE_HOME to a folder of your own")
    if found.st_mode & 0o022:
        folder.chmod(found.st_mode & 0o755)
        print(f"Others could write to {folder}; now only you can.", file=sys.stderr)
