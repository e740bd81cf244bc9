"""Pictures behind views, as the server takes them in and gives them out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from manikin.project.documents import read_document
from tests.support.live_editor import Answer, Editor, Window
from tests.support.photos import picture

BINARY = {"Content-Type": "application/octet-stream"}


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Editor]:
    with Editor(tmp_path) as running:
        yield running


def put(editor: Editor, data: bytes, **options: str) -> Answer:
    query = urlencode({"name": "photo.png", "sight": "front", **options})
    return editor.ask("POST", f"/api/import?{query}", {**editor.bearer, **BINARY}, data)


def told(window: Window) -> list[dict[str, object]]:
    return window.document["backdrops"]  # type: ignore[no-any-return]


def test_a_picture_is_told_to_every_window_and_served_with_care(own: Editor) -> None:
    one, two = own.window("one"), own.window("two")
    assert told(one) == []
    data = picture("JPEG", (60, 40))
    assert put(own, data, name="holiday.jpg", place=json.dumps({"height": 1.8, "opacity": 0.5})).status == 200
    for window in (one, two):
        window.wait("document_changed")
        (shown,) = told(window)
        assert (shown["sight"], shown["height"], shown["opacity"], shown["aspect"]) == ("front", 1.8, 0.5, 1.5)
    answer = own.get(f"/api/picture/{shown['picture']}")
    assert answer.body == data
    assert answer.headers["content-type"] == ["image/jpeg"]
    assert answer.headers["x-content-type-options"] == ["nosniff"]
    assert answer.headers["content-disposition"] == ['attachment; filename="picture"']
    assert answer.headers["content-security-policy"] == ["sandbox; default-src 'none'"]
    assert "immutable" in answer.headers["cache-control"][0]
    assert own.get(f"/api/picture/{shown['picture']}", auth=None).status == 401
    for wrong in ("0" * 64, "..%2f..%2fetc%2fpasswd", "photo.png"):
        assert own.get(f"/api/picture/{wrong}").status == 404
    one.command("remove_backdrop", sight="front")
    two.wait("document_changed")
    assert told(two) == []
    assert own.get(f"/api/picture/{shown['picture']}").status == 404


def test_what_is_no_picture_or_no_view_is_refused_in_words(own: Editor) -> None:
    for data in (b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"", b"GIF89a"):
        answer = put(own, data)
        assert answer.status == 422
        assert "use a PNG, JPEG or WebP file" in answer.json()["error"]
    wrong = ({"sight": "inside"}, *({"place": text} for text in ("[]", "{", '{"height": -1}', '{"x": 1}')))
    for options in wrong:
        assert put(own, picture(), **options).status in (415, 422)
    assert own.get("/api/project").json()["document"]["backdrops"] == []


def test_it_goes_with_the_project_and_is_there_after_a_kill(tmp_path: Path) -> None:
    data = picture("WEBP")
    with Editor(tmp_path) as editor:
        assert put(editor, data, sight="left side").status == 200
        copy = read_document(editor.get("/api/export/project.manikin").body, "copy.manikin")
        assert [(one.sight, one.picture) for one in copy.backdrops] == [("left side", data)]
        editor.stop(9)
    with Editor(tmp_path) as editor:
        (shown,) = editor.get("/api/project").json()["document"]["backdrops"]
        assert editor.get(f"/api/picture/{shown['picture']}").body == data
