"""Picture files of one colour."""

from __future__ import annotations

import io

from PIL import Image

__all__ = ["picture"]


def picture(kind: str = "PNG", size: tuple[int, int] = (30, 20), **options: object) -> bytes:
    """A file of a kind that Pillow writes."""
    file = io.BytesIO()
    Image.new("RGB", size, (200, 30, 60)).save(file, kind, **options)
    return file.getvalue()
