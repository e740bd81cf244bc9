"""Pictures: what one sees, by the camera of the view, in any size, transparent or not."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from tests.browser.editor_page import EditorPage

Image = pytest.importorskip("PIL.Image")


def picture(editor: EditorPage, tmp_path: Path, view: str, size: str, transparent: bool) -> np.ndarray:
    page = editor.page
    page.locator("body").press("Control+e")
    page.get_by_label("View of the picture").select_option(view)
    options = page.get_by_label("Size of the picture").locator("option").all_inner_texts()
    page.get_by_label("Size of the picture").select_option(next(text for text in options if size in text))
    page.get_by_role("switch", name="Transparent").set_checked(transparent)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save picture").click()
    waiting.value.save_as(tmp_path / "a.png")
    return np.array(Image.open(BytesIO((tmp_path / "a.png").read_bytes())).convert("RGBA")).astype(int)


def figure_box(image: np.ndarray) -> tuple[float, float, float, float]:
    """Where something is drawn, as shares of the picture: left, right, top, bottom."""
    rows, columns = np.nonzero(image[:, :, 3].max(axis=1) > 0)[0], np.nonzero(image[:, :, 3].max(axis=0) > 0)[0]
    height, width = image.shape[:2]
    return columns[0] / width, columns[-1] / width, rows[0] / height, rows[-1] / height


def test_a_picture_is_taken_by_the_camera_of_its_view(editor: EditorPage, tmp_path: Path) -> None:
    editor.enlarge("front")
    large = "large view (front)"
    shown = picture(editor, tmp_path, large, "as shown", True)
    rect = editor.get("({ ...stage.rects.front })")
    assert shown.shape[:2] == (round(rect["height"]), round(rect["width"]))
    before = figure_box(shown)
    camera = "stage.cameras.front"
    editor.get(f"({camera}.state = {{ ...{camera}.state, height: 2 * {camera}.state.height }}, stage.request())")
    after = figure_box(picture(editor, tmp_path, large, "twice as large", True))
    assert (after[3] - after[2]) / (before[3] - before[2]) == pytest.approx(0.5, abs=0.03), (
        "it is seen from farther off"
    )
    middle = editor.get("stage.project('front', stage.body.middle(state.jointIndex('pelvis')))")
    assert after[0] < middle["x"] / rect["width"] < after[1]
    whole = picture(editor, tmp_path, large, "1280 × 720", False)
    assert whole.shape[:2] == (720, 1280)
    assert whole[:, :, 3].min() == 255
    four = picture(editor, tmp_path, "all four", "1280 × 720", True)
    assert four.shape[:2] == (720, 1280)
    for k in range(3):
        assert four[k * 240 : k * 240 + 230, 1060:, 3].max() > 0, "each of the small views shows something"
