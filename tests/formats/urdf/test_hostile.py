"""Hostile URDF files: whatever stands in them, one kind of error in bounded time and memory."""

from __future__ import annotations

import encodings.aliases
import random
import re
import warnings

import pytest

from manikin.errors import FormatError, FormatWarning
from manikin.figure.figure import Figure
from manikin.formats.format import read_skeleton
from tests.support.paths import OWN
from tests.support.reading_alone import BYTES, SECONDS, read_alone

MEGABYTE = 2**20
MANY = 100_000


def robot(body: str) -> str:
    return f'<robot name="r">\n{body}</robot>'


def links(count: int) -> str:
    return "".join(f'<link name="l{i}"/>' for i in range(count))


def joints(count: int, modulus: int = 10**9) -> str:
    """Fixed joints from each link to the next."""
    return "".join(
        f'<joint name="j{i}" type="fixed"><parent link="l{i}"/><child link="l{(i + 1) % modulus}"/></joint>'
        for i in range(count)
    )


def _laughs() -> str:
    entities = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    return f'<!DOCTYPE r [<!ENTITY l0 "ha">{entities}]><robot name="&l9;"/>'


SOLID = '<visual><geometry><sphere radius="1"/></geometry></visual>'
HOSTILE = {
    "an entity bomb": _laughs,
    "nested links": lambda: '<robot name="r">' + '<link name="a">' * 10_000,
    "nested unknowns": lambda: '<robot name="r">' + "<a>" * MEGABYTE,
    "nested and closed": lambda: "<robot>" * 10_000 + "</robot>" * 10_000,
    "100,000 joints": lambda: robot(links(MANY + 1) + joints(MANY)),
    "100,000 joints without links": lambda: robot(joints(MANY)),
    "100,000 solids": lambda: robot('<link name="a">' + SOLID * MANY + "</link>"),
    "100,000 solids here and there": lambda: robot(f'<link name="a">{SOLID * 100}</link>' * 1000),
    "four million elements": lambda: robot("<a/>" * 4 * MEGABYTE),
    "a name of 32 MB": lambda: robot(f'<link name="{"x" * 32 * MEGABYTE}"/>'),
    "a comment of 32 MB": lambda: robot(f"<!--{'x' * 32 * MEGABYTE}--><oops"),
    "comments of 64 MB": lambda: robot(f"<!--{'x' * 60_000}-->" * 1080),
    "text of 60 MB": lambda: robot("x " * 30 * MEGABYTE),
    "a million attributes": lambda: robot("<link " + " ".join(f'a{i}=""' for i in range(MEGABYTE)) + "/>"),
    "blanks": lambda: " " * 60 * MEGABYTE,
    "zeros": lambda: "\0" * 60 * MEGABYTE,
    "an unclosed tag": lambda: "<" * 60 * MEGABYTE,
    "a loop of 20,000 links": lambda: robot(links(20_000) + joints(20_000, 20_000)),
    "names alike": lambda: robot(
        "".join(f'<link name="{"ab" * 90}{i:05}"/>' for i in range(15_000))
        + f'<joint name="j" type="fixed"><parent link="{"ab" * 90}x"/><child link="y"/></joint>'
    ),
}  # fmt: skip


@pytest.mark.timing
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_in_bounded_time_and_memory(case: str) -> None:
    found = read_alone(".urdf", HOSTILE[case]().encode())
    assert found.told == "refused"
    assert found.seconds < SECONDS
    assert found.peak < BYTES


def largest() -> bytes:
    """About as much as is read."""
    count = 14_000
    parts = [
        f'<link name="l{i}"><inertial><origin xyz="0 0 {i}"/><mass value="1"/><inertia ixx="1"/></inertial><visual>'
        f'<geometry><box size="1 2 {i}"/></geometry></visual></link>'
        for i in range(count)
    ]
    parts += [
        f'<joint name="j{i}" type="revolute"><parent link="l{i}"/><child link="l{i + 1}"/><axis xyz="0 1 {i}"/>'
        f'<origin rpy="0.1 {i} 0"/><limit lower="-{i}" upper="1"/></joint>'
        for i in range(count - 1)
    ]
    return robot("".join(parts)).encode()


@pytest.mark.timing
def test_the_largest_robot_is_read_in_bounded_time_and_memory() -> None:
    found = read_alone(".urdf", largest())
    assert found.told.startswith("14000 joints")
    assert found.seconds < SECONDS
    assert found.peak < BYTES


# ---- mutations ---------------------------------------------------------------------------------

SEED_FILES = [path.read_bytes() for path in sorted(OWN.glob("*.urdf"))]


def _read_or_refuse(data: bytes) -> bool:
    """Whether it is read; anything but FormatError passes through and fails the test.  What is read must be usable."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        try:
            skeleton = read_skeleton(data, "fuzz.urdf")
        except FormatError as error:
            return _with_place(error)
    figure = Figure(skeleton)
    assert (figure.lo <= figure.hi).all()
    return True


def _with_place(error: FormatError) -> bool:
    assert str(error).startswith("fuzz.urdf:")
    assert error.line is not None
    return False


def test_a_file_cut_at_any_byte_is_refused() -> None:
    for data in SEED_FILES:
        whole = len(data.rstrip())
        for end in range(0, whole, 7):
            assert not _read_or_refuse(data[:end])
        assert _read_or_refuse(data[:whole])


def test_changed_bytes_are_read_or_refused() -> None:
    rng = random.Random(30)
    for _ in range(1500):
        data = bytearray(rng.choice(SEED_FILES))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            match rng.randrange(4):
                case 0:
                    data[at] = rng.randrange(256)
                case 1:
                    del data[at : at + rng.randint(1, 40)]
                case 2:
                    data[at:at] = data[(start := rng.randrange(len(data))) : start + rng.randint(1, 60)]
                case 3:
                    data[at:at] = rng.choice(
                        [b'"', b"<", b"/>", b"nan", b"-", b"\xff", b"1e999", b" ", b"&lt;", b"${x}"]
                    )
        _read_or_refuse(bytes(data))


@pytest.mark.slow
def test_changed_attributes_and_tags_are_read_or_refused() -> None:
    """Mutations that stay well-formed XML reach deeper than changed bytes do."""
    rng = random.Random(31)
    texts = [data.decode() for data in SEED_FILES]
    words = ["", " ", "0", "-1", "nan", "inf", "1e308", "1e-320", "0 0 0", "1 2", "x", "swing", "world", "base",
             "fixed", "floating", "planar", "${a}", "\U0001f916", "motor", "palm", "0 0 1e308", "9" * 400]  # fmt: skip
    tags = ["link", "joint", "visual", "origin", "mimic", "limit", "axis", "mass", "box", "robot", "geometry", "parent"]
    seen_good = 0
    for _ in range(2500):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 3)):
            spots = list(re.finditer(r'"[^"<>]*"', text)) if rng.random() < 0.7 else None
            if spots:
                spot = rng.choice(spots[4:])
                text = f'{text[: spot.start()]}"{rng.choice(words)}"{text[spot.end() :]}'
            else:
                old, new = rng.choice(tags), rng.choice(tags)
                text = re.sub(rf"(</?){old}\b", rf"\1{new}", text)
        seen_good += _read_or_refuse(text.encode())
    assert seen_good > 300, "the mutations must not be so wild that nothing deep is reached"


def test_noise_is_refused() -> None:
    rng = random.Random(32)
    for size in (1, 10, 1000, 100_000):
        for _ in range(20):
            assert not _read_or_refuse(rng.randbytes(size))


def test_files_of_other_encodings_are_read_or_refused() -> None:
    for encoding in sorted(set(encodings.aliases.aliases.values()) | {"idna", "undefined", "unicode_escape", "x"}):
        _read_or_refuse(f'<?xml version="1.0" encoding="{encoding}"?><robot name="r"><link name="a"/></robot>'.encode())
