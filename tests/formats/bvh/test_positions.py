"""Where BVH files put their joints, beside readers that others wrote."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from manikin.errors import FormatWarning
from manikin.formats.content import Content
from manikin.formats.format import read_content, write_content
from tests.support.bvh_files import SMALL, random_bvh
from tests.support.paths import REAL_FILES
from tests.support.plain_bvh import plain_positions

REAL = sorted((REAL_FILES / "bvh").glob("*.bvh"))
CLOSE = 1e-12


def read(text: str | bytes, **options: object) -> Content:
    data = text.encode() if isinstance(text, str) else text
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        return read_content(data, "some.bvh", **options)


def positions(content: Content) -> np.ndarray:
    """In metres."""
    clip = content.clip.clip
    return clip.figure.forward(clip.at(clip.frames()))[..., 3]


def worst(found: np.ndarray, wanted: np.ndarray) -> float:
    """The largest distance, as a share of the size of the figure."""
    assert found.shape == wanted.shape
    size = np.ptp(wanted, axis=1).max() or 1.0
    return float(np.linalg.norm(found - wanted, axis=-1).max() / max(size, np.abs(wanted).max()))


def test_the_small_file_has_the_positions_that_it_says() -> None:
    content = read(SMALL)
    assert [joint.name for joint in content.skeleton] == ["Hips", "Left Leg", "Left Leg end", "Head"]
    assert worst(positions(content), plain_positions(SMALL.replace("Left Leg", "LeftLeg"))) < CLOSE


@pytest.mark.parametrize("seed", range(25))
def test_random_files_have_the_positions_that_plain_matrices_give(seed: int) -> None:
    text = random_bvh(np.random.default_rng(seed))
    assert worst(positions(read(text, unit="m", up="y")), plain_positions(text)) < CLOSE


@pytest.mark.parametrize("seed", range(25))
def test_what_is_written_is_read_with_the_same_numbers(seed: int) -> None:
    content = read(random_bvh(np.random.default_rng(seed)))
    again = read(write_content(content, "some.bvh"))
    assert again == content
    assert again.clip.layout == content.clip.layout


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_files_have_the_positions_that_another_reader_gives(path: Path) -> None:
    pybvh = pytest.importorskip("pybvh")
    content = read(path.read_bytes())
    try:
        theirs = pybvh.read_bvh_file(str(path)).node_positions()
    except ValueError:  # it knows positions of the root only
        theirs = plain_positions(path.read_text("utf-8"))
    assert worst(positions(content), theirs * content.clip.unit) < CLOSE


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_files_come_back_with_the_same_numbers(path: Path) -> None:
    content = read(path.read_bytes())
    assert read(write_content(content, path)) == content


@pytest.mark.skipif(not REAL, reason="the files of others are not at hand; MANIKIN_DATA names their folder")
def test_a_captured_walk_is_a_walk_of_a_person() -> None:
    content = read((REAL_FILES / "bvh" / "cmu_02_01_walk.bvh").read_bytes())
    assert content.clip.clip.rate == 120.0
    assert len(content.clip.clip.data) == 344
    places = positions(content)[1:]
    height = np.ptp(places[..., 1], axis=1)
    assert 1.4 < height.min() < height.max() < 2.0
    names = [joint.name for joint in content.skeleton]
    assert places[:, names.index("Head"), 1].min() > places[:, names.index("LeftFoot"), 1].max()
