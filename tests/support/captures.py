"""Captured motions, from the files of others."""

from __future__ import annotations

import warnings

from manikin import Samples, load_clip
from manikin.errors import FormatWarning
from tests.support.paths import REAL_FILES


def captured_clip(name: str) -> Samples:
    """The clip of a BVH file, whatever was odd in it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        clip = load_clip(REAL_FILES / "bvh" / f"{name}.bvh")
    assert isinstance(clip, Samples)
    return clip
