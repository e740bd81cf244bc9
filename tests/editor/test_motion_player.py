"""The player of clips: what it cannot show is told, and the next document is shown again."""

from __future__ import annotations

import asyncio

from manikin.document.document import Document
from manikin.editor import messages as m
from manikin.editor.motion_player import MotionPlayer
from manikin.editor.window import Window
from tests.support.moving_document import moving_document


def test_what_cannot_be_shown_is_told_and_the_next_edit_is_shown() -> None:
    told: list[m.Reply] = []
    broken = [True]
    moving, window = moving_document(3), Window()
    window.name = "a window"

    def newest() -> tuple[Document, int]:
        if broken.pop() if broken else False:
            raise ZeroDivisionError("a bug")
        return moving, 5

    async def play() -> bytes:
        player = MotionPlayer(newest, lambda: [window], lambda *_: None, told.append)
        player.open()
        player.changed()
        while not told:
            await asyncio.sleep(0.001)
        player.changed()
        packet = await window.next()
        await player.close()
        assert isinstance(packet, bytes)
        return packet

    packet = asyncio.run(asyncio.wait_for(play(), 30))
    assert len(packet) > 1000
    notice = told[0]
    assert isinstance(notice, m.Notice)
    assert (notice.level, notice.message) == ("error", "The motion cannot be shown: a bug")
