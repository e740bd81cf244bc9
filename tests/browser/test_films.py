"""Films of the timeline: every frame once, of the view that was asked for, stopped when it is cancelled."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
import zipfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.editor_page import EditorPage, wait_for
from tests.browser.editor_server import EditorServer
from tests.browser.timeline_page import TimelinePage

KEYS = ((0, 0.1), (6, 1.9))
"""A short clip: seven frames."""


@pytest.fixture
def short(editor: EditorPage) -> TimelinePage:
    return TimelinePage(editor).make(KEYS)


def film(line: TimelinePage, kind: str, folder: Path, view: str = "front") -> bytes:
    page = line.page
    page.locator("body").press("Control+Shift+e")
    page.get_by_label("Kind").select_option(kind)
    page.get_by_label("View", exact=True).select_option(view)
    page.get_by_label("Size", exact=True).select_option("640 × 360")
    with page.expect_download(timeout=60_000) as coming:
        page.get_by_role("button", name="Make film").click()
    coming.value.save_as(folder / "film")
    expect(page.locator(".film-card[aria-label=Film]")).to_be_hidden()
    return (folder / "film").read_bytes()


def test_pictures_come_one_by_one_and_show_the_motion(short: TimelinePage, tmp_path: Path) -> None:
    short.go(3)
    short.whole()
    before, steps = short.elbow(), len(short.editor.history())
    with zipfile.ZipFile(io.BytesIO(film(short, "Pictures, one by one (zip)", tmp_path))) as found:
        pictures = [np.array(Image.open(io.BytesIO(found.read(name))).convert("RGB")) for name in found.namelist()]
    assert len(pictures) == 7
    assert all(picture.shape == (360, 640, 3) for picture in pictures)
    changes = [np.abs(a.astype(int) - b).max(axis=2) > 40 for a, b in pairwise(pictures)]
    assert all(change.sum() > 20 for change in changes)  # the forearm moves in every frame
    columns = np.flatnonzero(np.any(changes, axis=0).any(axis=0))
    assert columns.max() < 320  # and it is the right one, which is on the left from the front
    assert short.elbow() == before  # the views are as they were
    assert len(short.editor.history()) == steps


@pytest.mark.parametrize("kind", ["MP4 (H.264)", "WebM (VP9)"])
def test_a_video_has_every_frame(short: TimelinePage, tmp_path: Path, kind: str) -> None:
    av = pytest.importorskip("av")
    with av.open(io.BytesIO(film(short, kind, tmp_path, "side"))) as container:
        frames = list(container.decode(video=0))
        assert float(container.streams.video[0].average_rate) == 30
    assert len(frames) == 7
    assert (frames[0].width, frames[0].height) == (640, 360)


def test_a_gif_has_every_frame_and_goes_on_for_ever(short: TimelinePage, tmp_path: Path) -> None:
    pytest.importorskip("av")
    with Image.open(io.BytesIO(film(short, "GIF", tmp_path, "front"))) as found:
        assert found.format == "GIF"
        assert (found.n_frames, found.size, found.info["loop"]) == (7, (640, 360), 0)
        seen = []
        for frame in range(found.n_frames):
            found.seek(frame)
            seen.append(np.array(found.convert("RGB")).astype(int))
            assert found.info["duration"] in (30, 40)  # of 33.3 ms, in hundredths of a second
    assert all((np.abs(a - b).max(axis=2) > 40).sum() > 20 for a, b in pairwise(seen))


def test_a_film_shows_how_far_it_is_and_is_cancelled(line: TimelinePage) -> None:
    page = line.page
    page.locator("body").press("Control+Shift+e")
    page.get_by_label("Kind").select_option("Animated PNG")
    page.get_by_label("Size", exact=True).select_option("640 × 360")
    page.get_by_role("button", name="Make film").click()
    expect(page.locator(".film-bar .number")).to_contain_text("of 61 frames", timeout=20_000)
    page.locator(".film-card[aria-label=Film]").get_by_role("button", name="Cancel").click()
    expect(page.locator(".last")).to_have_text("Film cancelled", timeout=20_000)
    page.locator(".film-card[aria-label=Film]").get_by_role("button", name="Cancel").click()
    expect(page.locator(".film-card[aria-label=Film]")).to_be_hidden()


def test_escape_stops_a_film_and_closes_the_card(line: TimelinePage) -> None:
    begin_film(line, "Animated PNG")
    expect(line.page.locator(".film-bar .number")).to_contain_text("of 61 frames", timeout=20_000)
    line.page.keyboard.press("Escape")
    expect(line.page.locator(".last")).to_have_text("Film cancelled", timeout=20_000)
    line.page.keyboard.press("Escape")
    expect(line.page.locator(".film-card[aria-label=Film]")).to_be_hidden()


def test_what_is_no_frame_of_a_film_is_refused(editor: EditorPage) -> None:
    ask = """async (path) => {
        const options = { method: "POST", body: "xx", headers: { "Content-Type": "application/octet-stream" } };
        const answer = await fetch(path, options);
        return [answer.status, (await answer.json()).error ?? (window.lastKey = "")];
    }"""
    for path in (
        "/api/film?suffix=.avi&width=64&height=64&rate=30", "/api/film?suffix=.zip&width=-1&height=64&rate=30",
        "/api/film?suffix=.zip&width=99999&height=64&rate=30", "/api/film/none/0", "/api/film/none/end",
    ):  # fmt: skip
        status, error = editor.page.evaluate(ask, path)
        assert status == 422, path
        assert error
    key = editor.page.evaluate(
        """async () => {
            const options = { method: "POST", headers: { "Content-Type": "application/octet-stream" } };
            return (await (await fetch("/api/film?suffix=.zip&width=64&height=64&rate=30", options)).json()).key;
        }"""
    )
    status, error = editor.page.evaluate(ask, f"/api/film/{key}/0")
    assert (status, error) == (422, "a frame of this film has 16,384 bytes, not 2")
    assert editor.page.evaluate(ask, f"/api/film/{key}/cancel")[0] == 200


def film_files(server: EditorServer) -> set[Path]:
    """What films of the server have on disk: folders of videos, files without a name that it has open."""
    assert server.process is not None
    folder = Path(tempfile.gettempdir())
    found = set(folder.glob("manikin-film-*"))
    for link in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed in between
            target = Path(os.readlink(link))
            if target.parent == folder:
                found.add(target)
    return found


def begin_film(line: TimelinePage, kind: str) -> None:
    page = line.page
    page.locator("body").press("Control+Shift+e")
    page.get_by_label("Kind").select_option(kind)
    page.get_by_label("Size", exact=True).select_option("640 × 360")
    page.get_by_role("button", name="Make film").click()


@pytest.mark.parametrize("kind", ["MP4 (H.264)", "Animated PNG", "Pictures, one by one (zip)"])
def test_a_film_that_is_cancelled_leaves_nothing_and_another_can_be_made_at_once(
    line: TimelinePage, server: EditorServer, tmp_path: Path, kind: str
) -> None:
    if kind.startswith("MP4"):
        pytest.importorskip("av")
    before = film_files(server)
    begin_film(line, kind)
    expect(line.page.locator(".film-bar .number")).to_contain_text("of 61 frames", timeout=20_000)
    own = film_files(server) - before
    assert bool(own) != (kind == "Animated PNG")  # which is kept in memory
    card = line.page.locator(".film-card[aria-label=Film]")
    card.get_by_role("button", name="Cancel").click()
    expect(line.page.locator(".last")).to_have_text("Film cancelled", timeout=20_000)
    wait_for(lambda: not own & film_files(server), "nothing is left of the film")
    card.get_by_role("button", name="Cancel").click()
    assert len(film(line, kind, tmp_path)) > 10_000
    assert not film_files(server) - before


def test_a_film_is_cancelled_while_its_file_is_put_together(line: TimelinePage) -> None:
    """Nothing is given to the browser then."""
    page = line.page
    kept: list[object] = []
    page.on("download", lambda download: kept.append(download))
    page.evaluate("""() => {
        const { fetch } = window;
        window.fetch = async (path, options) => {
            if (`${path}`.endsWith("/end")) document.querySelector(".film-card .button:not(.primary)").click();
            return fetch(path, options);
        };
        window.fetchAgain = () => { window.fetch = fetch; };
    }""")
    begin_film(line, "Animated PNG")
    expect(page.locator(".last")).to_have_text("Film cancelled", timeout=60_000)
    page.evaluate("window.fetchAgain()")
    assert kept == []
    page.locator(".film-card[aria-label=Film]").get_by_role("button", name="Cancel").click()


def test_a_window_that_is_left_takes_its_film_along(
    line: TimelinePage, server: EditorServer, windows: Callable[..., EditorPage]
) -> None:
    pytest.importorskip("av")
    other = TimelinePage(windows())
    other.whole()
    before = film_files(server)
    begin_film(other, "MP4 (H.264)")
    expect(other.page.locator(".film-bar .number")).to_contain_text("of 61 frames", timeout=20_000)
    own = film_files(server) - before
    assert own
    other.page.goto("about:blank")
    wait_for(lambda: not own & film_files(server), "nothing is left of the film")
