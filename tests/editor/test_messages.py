"""The messages of the editor, and their TypeScript."""

from __future__ import annotations

import pytest

from manikin.editor.messages import REQUESTS, DragMove, Hello
from manikin.editor.typescript import typescript
from manikin.errors import ManikinError
from manikin.plain_data import from_data
from tests.support.paths import TOP

COMMITTED = TOP / "web" / "src" / "messages.ts"


def test_the_committed_typescript_is_the_one_that_the_messages_make() -> None:
    made = typescript()
    assert COMMITTED.read_text("utf-8") == made, "run: python -m manikin.editor.typescript > web/src/messages.ts"
    assert '  op: "drag_begin";' in made
    assert "  command: Command;" in made


def test_every_request_is_read_field_by_field() -> None:
    assert from_data(Hello, {"client": "a"}) == Hello(client="a")
    move = from_data(DragMove, {"seq": 3, "ray": {"origin": [0, 1, 2], "direction": [0, 0, -1]}})
    assert move.ray is not None
    assert move.ray.direction == (0.0, 0.0, -1.0)


@pytest.mark.parametrize(
    ("op", "data", "told"),
    [
        ("hello", {}, "client is missing"),
        ("hello", {"client": 3}, "must be text"),
        ("drag_begin", {"what": "nose"}, "one of part, rotate"),
        ("drag_move", {"seq": True}, "whole number"),
        ("drag_move", {"seq": 1, "ray": {"origin": [0, 1], "direction": [0, 0, 1]}}, "3 values"),
        ("drag_move", {"seq": 1, "ray": {"origin": [0, 1, 1e300], "direction": [0, 0, 1]}}, "finite number"),
        ("drag_move", {"seq": 1, "value": float("nan")}, "finite number"),
        ("chase_begin", {"held": 1}, "true or false"),
        ("view", {"view": []}, "object"),
        ("ping", {"t": 0, "more": 1}, "more"),
        ("edit", {"command": 7}, "object"),
    ],
)
def test_what_is_wrong_is_said_by_its_name(op: str, data: dict[str, object], told: str) -> None:
    with pytest.raises(ManikinError, match=told):
        from_data(REQUESTS[op], data, op)
