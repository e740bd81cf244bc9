"""Skeletons that are written as ``.scr`` and read again."""

from __future__ import annotations

from manikin.formats.format import read_skeleton, write_skeleton
from manikin.skeleton.skeleton import Skeleton


def read(text: str) -> Skeleton:
    return read_skeleton(text.encode(), "test.scr")


def assert_same(a: Skeleton, b: Skeleton) -> None:
    assert a == b
    assert repr(a) == repr(b)  # tells −0 from 0


def assert_comes_back(skeleton: Skeleton) -> None:
    data = write_skeleton(skeleton, "x.scr")
    back = read_skeleton(data, "x.scr")
    assert_same(back, skeleton)
    assert write_skeleton(back, "x.scr") == data
