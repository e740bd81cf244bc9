"""The lines of motion scripts: times, indentation, comments, JSON; and nothing but our errors for any text."""

from __future__ import annotations

import json
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st

from manikin import bodies
from manikin.errors import FormatError, ManikinError
from manikin.language.motion.lines import STEPS, is_motion_script, lines_of
from manikin.language.motion.reading import read
from manikin.language.motion.script import play

HUMAN = bodies.load("human")
REST = HUMAN.pose()

PIECES = st.sampled_from(
    [*STEPS, "l_foot", "r_hand", "through", "@", "by", "as", "position", "ease", "when", "below", "0.4s", "12", "-1",
     "end", "strike+3", "..", ":", "#", "'", "[", "]", ",", "soft", "weight", "nan", "1e999", "gaze", "\t", "é", "0..:"]
)  # fmt: skip


def test_a_line_has_a_time_and_a_step() -> None:
    (line,) = lines_of("strike+2 .. end-0.5s: lock l_foot ease 3  # why")
    assert line.text == "lock l_foot ease 3"
    assert line.when is not None
    assert (line.when.start.base, line.when.start.offset) == ("strike", 2.0)
    assert line.when.end is not None
    assert (line.when.end.base, line.when.end.offset, line.when.end.seconds) == ("end", -0.5, True)


def test_an_indented_line_has_the_time_of_the_line_above() -> None:
    first, second, third = lines_of("5: pose rest\n   set spine_bend 3\nrate 25")
    assert second.when == first.when
    assert third.when is None


def test_words_and_json_are_the_same_lines() -> None:
    words = lines_of("strike..flat-1: lock l_heel as position ease 5 0\n3: set spine_bend 5 spine_side 2")
    data = [
        {"at": "strike", "until": "flat-1", "lock": "l_heel", "as": "position", "ease": [5, 0]},
        {"at": 3, "set": {"spine_bend": 5, "spine_side": 2}},
    ]
    for given_line, same in zip(words, lines_of(data), strict=True):
        assert (given_line.when, given_line.text) == (same.when, same.text)
    assert [line.text for line in lines_of(json.dumps(data))] == [line.text for line in words]


def test_a_motion_script_is_known_by_its_times() -> None:
    assert is_motion_script("rate 30\n0: pose rest")
    assert is_motion_script([{"at": 0, "pose": "rest"}])
    assert not is_motion_script([{"pose": "rest"}])
    assert not is_motion_script('[{"pose": "rest"}]')


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("0: pose", 1, 8, "expected the name of a pose"),
        ("rate 30\n0: sett a 3", 2, 4, "no step 'sett'; did you mean \"set\""),
        ("0: lock l_fot", 1, 9, 'did you mean "l_foot"'),
        ("0: lock l_foot as glue", 1, 19, "expected position or"),
        ("0..5: lock l_foot ease x", 1, 24, "frames such as 5"),
        ("0..5: lock l_foot ease -3", 1, 24, "frames such as 5"),
        ("0-3: pose rest", 1, 2, 'expected ":"'),
        ("?: pose rest", 1, 1, "expected a time"),
        ("5..2: lock l_foot", 1, 7, "before it begins"),
        ("0: walk through 0", 1, 18, "expected z of a place"),
        ("0: walk through 0 0, 1 1 stride 3", 1, 26, "expected step or width"),
        ("0: walk through 0 0, 1 1 step 99", 1, 4, "step must lie between"),
        ("pose rest", 1, 1, "needs a time"),
        ("lost: pose rest", 1, 7, "no mark 'lost'"),
        ("mark a when l_foot below 0", 1, 1, "take one first"),
        ("mark a 3\nmark a 4", 2, 1, "already"),
        ("rate 0", 1, 6, "above 0"),
        ("0: goal gaze", 1, 13, "expected x of a place"),
        ("0: move r_hand through 0 1 0", 1, 4, "takes a time"),
        ("0: release foot", 1, 4, "is held then"),
        ("figure humann\n0: pose rest", 1, 8, "humann"),
        ("ground heights 3 0 0 0 0", 1, 1, "do not make a table"),
        ("0: pose 'rest", 1, 9, "not closed"),
    ],
)  # fmt: skip
def test_an_error_names_file_line_column_and_what_was_expected(
    text: str, line: int, column: int, expected: str
) -> None:
    with pytest.raises(FormatError) as caught:
        play(text, file="walk.motion")
    error = caught.value
    assert (error.file, error.line, error.column) == ("walk.motion", line, column)
    assert expected in str(error)


def test_an_error_in_json_names_the_step() -> None:
    with pytest.raises(FormatError, match=r"step 2, 'lock l_fot'.*l_foot"):
        play([{"at": 0, "pose": "rest"}, {"at": 0, "until": 3, "lock": "l_fot"}])


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES | st.text(max_size=4), max_size=14).map(" ".join) | st.text(max_size=60))
def test_any_text_is_read_or_refused_with_our_errors(text: str) -> None:
    with suppress(ManikinError):
        for line in lines_of(text, "x"):
            read(line, REST)


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["at", "until", "lock", "goal", "set", "ease"]), inner)
        ),
        max_leaves=8,
    )
)
def test_any_data_is_read_or_refused_with_our_errors(data: object) -> None:
    with suppress(ManikinError):
        for line in lines_of([data]):
            read(line, REST)


@pytest.mark.slow
def test_a_million_lines_are_refused_or_run_soon() -> None:
    begin = time.process_time()
    with pytest.raises(FormatError, match="at most"):
        play("0: pose rest\n" * 1_000_000)
    with pytest.raises(FormatError, match="at most"):
        play("\n".join(f"{i}: pose rest" for i in range(5_000)))
    assert time.process_time() - begin < 60
