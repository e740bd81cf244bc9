"""Pictures behind views: what is taken for a picture, and how they are kept."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from manikin import bodies
from manikin.commands import ChangeBackdrop, RemoveBackdrop, SetBackdrop
from manikin.document.backdrop import BackdropPlace
from manikin.document.document import Document
from manikin.document.parts import from_parts, to_parts
from manikin.document.picture_size import MOST_BYTES, picture_size
from manikin.errors import FormatError, InputError, ManikinError, NewerVersion
from manikin.project.history import History
from manikin.project.store import Store
from manikin.project.workspace import Workspace
from tests.support.photos import picture


def shown(**options: object) -> Document:
    place = BackdropPlace(middle=(0.1, 0.9, 0.0), height=1.8, opacity=0.6)
    edit = SetBackdrop(sight="front", file="a.png", content=picture(**options), place=place)  # type: ignore[arg-type]
    return edit.apply(Document.of(bodies.load("stickman")))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (picture("PNG", (301, 17)), "png"),
        (picture("JPEG", (301, 17)), "jpeg"),
        (picture("JPEG", (301, 17), progressive=True, comment=b"taken at home"), "jpeg"),
        (picture("WEBP", (301, 17)), "webp"),
        (picture("WEBP", (301, 17), lossless=True), "webp"),
        (picture("WEBP", (301, 17), exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0"), "webp"),
    ],
)
def test_kind_and_size_are_read_from_the_first_bytes(data: bytes, kind: str) -> None:
    assert picture_size(data) == (kind, 301, 17)
    for end in (3, 11, 15, 20):
        with pytest.raises(FormatError, match=r"no picture that can be shown|cut or damaged"):
            picture_size(data[:end])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'></svg>",
        b"GIF89a" + bytes(40),
        b"\xff\xd8",
    ],
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match="no picture that can be shown"):
        SetBackdrop(sight="top", file="a.png", content=data).apply(Document.of(bodies.load("stickman")))


def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 100_000, 100_000) + bytes(20)
    with pytest.raises(FormatError, match="100,000 × 100,000 pixels are more"):
        picture_size(bomb)
    with pytest.raises(FormatError, match="at most 16 MB"):
        picture_size(picture() + bytes(MOST_BYTES))
    for nothing in (0, 2**31):
        with pytest.raises(FormatError):
            picture_size(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", nothing, 7) + bytes(20))


@pytest.mark.parametrize(
    "wrong",
    [
        {"height": 0.0},
        {"height": float("nan")},
        {"height": 1e9},
        {"opacity": 1.1},
        {"opacity": -0.1},
        {"middle": [0.0, float("nan"), 0.0]},
        {"middle": [1e5, 0, 0]},
        {"picture": "x"},
    ],
)
def test_a_wrong_place_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ManikinError):
        ChangeBackdrop(sight="front", changes=wrong).apply(shown())


def test_each_view_has_one_and_one_that_is_missing_is_told() -> None:
    document = shown()
    document = SetBackdrop(sight="back", file="b.png", content=picture(size=(5, 5))).apply(document)
    document = SetBackdrop(sight="front", file="c.jpg", content=picture("JPEG")).apply(document)
    kinds = {one.sight: one.media_type for one in document.backdrops}
    assert kinds == {"back": "image/png", "front": "image/jpeg"}
    with pytest.raises(InputError, match="no picture behind the top view"):
        RemoveBackdrop(sight="top").apply(document)
    assert RemoveBackdrop(sight="back").apply(document).backdrops == document.backdrops[1:]


def test_they_come_back_from_a_project_and_a_spoilt_one_is_refused() -> None:
    document = shown()
    document = SetBackdrop(sight="left side", file="b.png", content=picture()).apply(document)
    parts = to_parts(document)
    assert from_parts(parts) == document
    assert sum(key.startswith("picture/") for key in parts) == 1  # the same picture is kept once
    (key,) = (key for key in parts if key.startswith("picture/"))
    with pytest.raises(FormatError, match="no picture that can be shown"):
        from_parts({**parts, key: b"<svg/>"})
    with pytest.raises(FormatError, match="has no part"):
        from_parts({own: data for own, data in parts.items() if own != key})
    with pytest.raises(FormatError, match="damaged"):
        from_parts({**parts, "backdrop/inside": parts["backdrop/front"]})
    with pytest.raises(NewerVersion):
        from_parts({**parts, "picture/00": b"x"})


def test_an_edit_beside_a_picture_does_not_write_it_again_and_undo_brings_it_back(tmp_path: Path) -> None:
    document = Document.of(bodies.load("stickman"))
    store = Store(tmp_path / "a.manikin", lambda: to_parts(document))
    workspace = Workspace(History.of(document), journal=store)
    workspace.do(SetBackdrop(sight="front", file="a.png", content=picture(size=(900, 900)) + bytes(500_000)))
    size = len(store.content())
    for height in (1.0, 2.0, 3.0):
        workspace.do(ChangeBackdrop(sight="front", changes={"height": height}))
    assert len(store.content()) < size + 20_000
    kept = workspace.document.backdrops
    workspace.do(RemoveBackdrop(sight="front"))
    assert workspace.document.backdrops == ()
    workspace.undo()
    assert workspace.document.backdrops == kept
    store.close()
