"""The validator of Khronos for glTF files, where its npm package is at hand."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.support.paths import TOP

__all__ = ["issues"]

VALIDATOR = Path(os.environ.get("GLTF_VALIDATOR", TOP / "web" / "node_modules" / "gltf-validator"))
"""The npm package, where somebody installed it."""
JUDGE = """
const validator = require(process.argv[1]), chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", () =>
  validator.validateBytes(new Uint8Array(Buffer.concat(chunks)))
    .then((found) => console.log(JSON.stringify(found.issues))));
"""


def issues(data: bytes) -> dict[str, Any] | None:
    """What the validator says of a file; None where it is not at hand."""
    node = shutil.which("node")
    if node is None or not VALIDATOR.exists():
        return None
    done = subprocess.run([node, "-e", JUDGE, str(VALIDATOR)], input=data, capture_output=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
