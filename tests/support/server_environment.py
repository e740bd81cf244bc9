"""What a server is started with in tests."""

from __future__ import annotations

import atexit
import os
import sys
import tempfile
from functools import cache
from pathlib import Path

import manikin

SOURCE = Path(manikin.__file__).parent.parent


def server_environment() -> dict[str, str]:
    """Our own environment, and a place for compiled modules where they may not lie beside the sources.

    An installed package has them; without them every start compiles the whole package, which takes longest of all.
    """
    path = os.pathsep.join([str(SOURCE), *filter(None, [os.environ.get("PYTHONPATH")])])
    found = {**os.environ, "PYTHONPATH": path}
    if sys.dont_write_bytecode:
        found.pop("PYTHONDONTWRITEBYTECODE", None)
        found["PYTHONPYCACHEPREFIX"] = _bytecode()
    return found


@cache
def _bytecode() -> str:
    folder = tempfile.TemporaryDirectory(prefix="manikin-bytecode-", ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)
    return folder.name
