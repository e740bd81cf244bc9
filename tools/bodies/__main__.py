"""``python -m tools.bodies``: write the shipped figures."""

from __future__ import annotations

from pathlib import Path

from .catalogue import generate

FOLDER = Path(__file__).parent.parent.parent / "src" / "manikin" / "bodies"

for name, content in generate().items():
    (FOLDER / f"{name}.scr").write_bytes(content)
    print(f"{name}.scr  {len(content):,} bytes")
