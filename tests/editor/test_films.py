"""Films that windows make: what is given up leaves nothing, also while it is being put together."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from manikin.editor import films as module
from manikin.editor.films import Films
from manikin.errors import UnknownName

OPTIONS = {"suffix": ".zip", "width": "32", "height": "16", "rate": "30"}
FRAME = bytes(4 * 32 * 16)


def test_a_film_is_cancelled_only_when_what_is_being_done_with_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    films = Films()
    key = films.begin(OPTIONS)
    films.add(key, "0", FRAME)
    film = films._films[key][0]
    order: list[str] = []
    finish, close = film._finished, film.close

    def slow() -> bytes:
        order.append("begun")
        time.sleep(0.3)
        order.append("done")
        return finish()

    def closed() -> None:
        order.append("closed")
        close()

    monkeypatch.setattr(film, "_finished", slow)
    monkeypatch.setattr(film, "close", closed)
    ending = threading.Thread(target=films.finish, args=(key,))
    ending.start()
    while not order:
        time.sleep(0.005)
    films.cancel(key)
    ending.join()
    assert order == ["begun", "done", "closed"]
    with pytest.raises(UnknownName):
        films.add(key, "1", FRAME)


def test_a_film_whose_window_is_gone_is_given_up_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("av")
    monkeypatch.setattr(module, "FORGOTTEN", 0.2)
    films = Films()
    key = films.begin({**OPTIONS, "suffix": ".mp4"})
    folder = Path(films._films[key][0].folder.name)  # type: ignore[attr-defined]
    assert folder.exists()
    deadline = time.monotonic() + 20
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not folder.exists()
    assert not films._films


def test_all_films_are_given_up_at_the_end() -> None:
    films = Films()
    for _ in range(3):
        films.begin(OPTIONS)
    films.close()
    assert not films._films
