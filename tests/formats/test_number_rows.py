"""Rows of numbers in text: the compiled reader and the one in Python give the same, and what Python's float gives."""

from __future__ import annotations

import numpy as np
import pytest

from manikin.formats import number_rows
from manikin.formats.number_rows import NumberRows, place_of, read_number_rows
from tests.support.yardstick import reference_seconds, yardstick_seconds

WORDS = (
    *(
        "0",
        "-0",
        "+1",
        "1.",
        ".5",
        "-.5e3",
        "1e22",
        "1e23",
        "9007199254740993",
        "123456789012345678901234567890",
        "0.1",
    ),
    *("1e-320", "1e-400", "1.7976931348623157e308", "2.2250738585072011e-308", "1e+05", "00012", "5e-324"),
    *("0.000000000000000000000000000000012345678901234567890123", "179769313486231570e291"),
)


def both(text: bytes, columns: int, begin: int = 0) -> NumberRows:
    """What both readers give, which must be the same."""
    found, plain = read_number_rows(text, begin, columns), number_rows._pure(text, begin, columns)
    assert found[1:] == plain[1:], text[:200]
    assert found.values.tolist() == plain.values.tolist()
    return found


def test_numbers_are_those_that_python_reads() -> None:
    rng = np.random.default_rng(5)
    words = [*WORDS, *(f"{x:.{d}g}" for x in rng.normal(size=200) for d in (3, 9, 17, 25))]
    words += [f"{x!r}" for x in (10.0 ** rng.uniform(-300, 300, 500)).tolist()]
    found = both("\n".join(words).encode(), 1)
    assert found.values[:, 0].tolist() == [float(word) for word in words]
    assert found.stop == len("\n".join(words))


@pytest.mark.parametrize(
    ("text", "rows", "partial", "stop", "joined"),
    [
        (b"1 2\n3 4", 2, 0, 7, -1),
        (b"1 2\n3 4\n", 2, 0, 8, -1),
        (b"\r\n\n 1\t2 \r\n\r\n3 4\r", 2, 0, 16, -1),
        (b"1-2\n3 -4", 2, 0, 8, 1),
        (b"1 2\n3\n", 1, 1, 5, -1),
        (b"1 2\n3", 1, 1, 5, -1),
        (b"1 2 3\n", 0, 2, 4, -1),
        (b"1 2\n3 x\n", 1, 1, 6, -1),
        (b"1 2\n3 4x\n", 1, 2, 7, -1),
        (b"1 2\n3 1e\n", 1, 1, 6, -1),
        (b"1 nan\n", 0, 1, 2, -1),
        (b"inf 2\n", 0, 0, 0, -1),
        (b"1 1e999\n", 0, 1, 2, -1),
        (b"1 0x10\n", 0, 2, 3, -1),
        (b"1 1_000\n", 0, 2, 3, -1),
        (b"1,5 2\n", 0, 1, 1, -1),
        (b"1 -\n", 0, 1, 2, -1),
        (b"1 .\n", 0, 1, 2, -1),
        (b"1 2+3\n", 0, 2, 3, -1),
        (b"", 0, 0, 0, -1),
        (b" \n", 0, 0, 2, -1),
    ],
)
def test_reading_stops_at_what_does_not_fit(text: bytes, rows: int, partial: int, stop: int, joined: int) -> None:
    found = both(text, 2)
    assert (len(found.values), *found[1:]) == (rows, partial, stop, joined)


def test_damaged_rows_are_read_alike() -> None:
    rng = np.random.default_rng(8)
    sound = "\n".join(" ".join(f"{x:.6f}" for x in row) for row in rng.normal(size=(30, 4))).encode()
    for _ in range(400):
        data = bytearray(sound)
        for at in rng.integers(0, len(data), rng.integers(1, 4)):
            data[at] = rng.choice(list(b"0123456789.-+eE \t\r\n,x_\0\xff"))
        both(bytes(data[: rng.integers(1, len(data) + 1)]), 4)


def test_no_more_numbers_than_the_limit_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(number_rows, "MAX_NUMBERS", 10)
    found = both(b"1 2\n" * 9, 2)
    assert (len(found.values), found.partial, found.stop) == (5, 0, 20)


def test_places_count_lines_of_all_kinds() -> None:
    text = "ab\r\ncd\re\n\nüx".encode()
    places = {"a": (1, 1), "b": (1, 2), "c": (2, 1), "d": (2, 2), "e": (3, 1), "ü": (5, 1), "x": (5, 2)}
    assert {letter: place_of(text, text.index(letter.encode())) for letter in places} == places


@pytest.mark.timing
def test_numbers_are_read_fast() -> None:
    from manikin.kernels import library

    if library() is None:
        pytest.skip("this is about the compiled reader")
    text = (" ".join(["-12.345678"] * 96) + "\n").encode() * 4000
    import time

    times = []
    for _ in range(5):
        start = time.process_time()
        read_number_rows(text, 0, 96)
        times.append(time.process_time() - start)
    assert len(text) / 1e6 / reference_seconds(min(times), yardstick_seconds()) > 150
