"""Where the tests find files: the repository, their own data, real files that others made."""

from __future__ import annotations

import os
from pathlib import Path

TOP = Path(__file__).parents[2]
OWN = TOP / "tests" / "data"
SOURCE = TOP / "src" / "manikin"
REAL_FILES = Path(os.environ.get("MANIKIN_DATA", TOP.parent / "shared" / "data"))
"""Files of others, absent from the repository; tests that need them are left out where they are not found."""
