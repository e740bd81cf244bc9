"""BVH files that are damaged, hostile, or something else: one kind of error, with its place, in bounded time."""

from __future__ import annotations

import random
import warnings

import pytest

from manikin.errors import FormatError, FormatWarning
from manikin.formats.bvh.bvh import Bvh
from manikin.formats.format import MAX_TEXT, read_content
from tests.support.bvh_files import SMALL
from tests.support.reading_alone import BYTES, SECONDS, read_alone

MEGABYTE = 2**20
MANY = 100_000


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("HIERARCHY", "HIERACHY", "1:1: a BVH file begins with HIERARCHY"),
        ("ROOT Hips", "ROT Hips", "2:1: expected ROOT or MOTION, not 'ROT'"),
        (
            "\tOFFSET 0 1 0",
            "\tOFSET 0 1 0",
            "4:2: expected OFFSET, CHANNELS, JOINT, End Site or }, not 'OFSET'; did you mean",
        ),
        ("OFFSET 0 1 0", "OFFSET 0 one 0", "4:11: expected OFFSET and three numbers"),
        ("OFFSET 0 1 0", "OFFSET 0 1,5 0", "4:12: expected OFFSET and three numbers"),
        ("OFFSET 0 1 0", "OFFSET 0 nan 0", "4:11: expected OFFSET"),
        ("OFFSET 0 1 0", "OFFSET 0 1e999 0", "expected OFFSET"),
        ("OFFSET 0 1 0", "", "2:1: 'Hips' has no OFFSET"),
        ("OFFSET 0 1 0", "OFFSET 0 1 0 OFFSET 1 1 1", "has two OFFSETs"),
        ("CHANNELS 6 X", "CHANNELS six X", "5:11: expected the number of channels, not 'six'"),
        ("CHANNELS 6 Xposition", "CHANNELS 6 Xpositon", '5:13: expected a channel, one of .* did you mean "Xposition"'),
        ("CHANNELS 6 Xposition", "CHANNELS 6 Yposition", "has the channel Yposition twice"),
        ("CHANNELS 6 Xposition", "CHANNELS 7 Xposition", "expected a channel, one of .* not 'JOINT'"),
        ("CHANNELS 6 Xposition", "CHANNELS 5 Xposition", "not 'Yrotation'"),
        ("Hips\n{", "Hips\n(", "3:1: expected {"),
        ("OFFSET 0 -0.8 0", "OFFSET 0 -0.8 0 CHANNELS 0", "cannot have CHANNELS here"),
        ("OFFSET 0 -0.8 0", "OFFSET 0 -0.8 0 JOINT x {", "nothing hangs from an End Site"),
        ("End Site", "End Side", "10:7: expected End Site"),
        ("MOTION", "}\nMOTION", "21:1: there is one } too many"),
        ("}\nMOTION", "MOTION", "19:3: 'Hips' is not closed by a brace"),
        ("Frames: 3", "Frams: 3", "after MOTION expected"),
        ("Frames: 3", "Frames: many", "22:9: expected the number of frames, not 'many'"),
        ("Frames: 3", "Frames: -3", "22:9: expected the number of frames"),
        ("0.0333333", "soon", "23:13: expected the time of a frame in seconds, not 'soon'"),
        ("0.0333333", "0,033", "23:13: expected the time of a frame"),
        ("11 -21 31.5", "11 x 31.5", "25:21: expected a number, not 'x'"),
        ("11 -21 31.5", "11 -21,5 31.5", "25:24: expected a number, not ',5'"),
        ("11 -21 31.5", "11 nan 31.5", "25:21: expected a number, not 'nan'"),
        ("11 -21 31.5", "11 1e400 31.5", "25:21: expected a number, not '1e400'"),
        ("11 -21 31.5", "11 31.5", "25:34: this row has 11 numbers, but the joints have 12 channels"),
        ("11 -21 31.5", "11 -21 31.5 7", "this row has more than 12 numbers"),
        ("5.25 0 -5\n", "5.25 0 -", "26:34: expected a number, not '-'"),
        ("5.25 0 -5\n", "5.25 0 1e", "26:34: expected a number, not '1e'"),
    ],
)
def test_mistakes_are_told_with_their_place(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(FormatError, match=f"^some.bvh:.*{message}") as caught:
        Bvh().read(SMALL.replace(old, new, 1).encode(), file="some.bvh")
    assert caught.value.line is not None
    assert len(str(caught.value)) < 500


def test_a_file_cut_at_any_byte_is_read_or_refused() -> None:
    refused = 0
    for cut in range(len(SMALL)):
        refused += not _read_or_refuse(SMALL[:cut].encode())
    assert refused > SMALL.index("0.0333333")


def _read_or_refuse(data: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        try:
            read_content(data, "fuzz.bvh")
        except FormatError as error:
            told = str(error)
        else:
            return True
    assert told.startswith("fuzz.bvh:")
    assert len(told) < 500
    return False


def test_2000_mutants_are_read_or_refused() -> None:
    rng, read = random.Random(14), 0
    lines = SMALL.splitlines(keepends=True)
    for _ in range(2000):
        way = rng.random()
        if way < 0.5:
            data = bytearray(SMALL.encode())
            for _ in range(rng.randint(1, 6)):
                data[rng.randrange(len(data))] = (
                    rng.randrange(256) if rng.random() < 0.5 else ord(rng.choice("0 \n\t{}-.e9"))
                )
        elif way < 0.75:
            mixed = lines[:]
            for _ in range(rng.randint(1, 3)):
                i, j = sorted((rng.randrange(len(mixed)), rng.randrange(len(mixed))))
                mixed[i:i] = mixed[i:j]
            data = bytearray("".join(mixed).encode())
        else:
            mixed = lines[:]
            del mixed[rng.randrange(len(mixed))]
            rng.shuffle(mixed) if rng.random() < 0.3 else None
            data = bytearray("".join(mixed).encode())
        read += _read_or_refuse(bytes(data))
    assert 50 < read < 1950


def chain(count: int, name: str = "j") -> str:
    return "HIERARCHY\nROOT r{OFFSET 0 0 0" + f" JOINT {name}{{OFFSET 0 1 0 CHANNELS 1 Xrotation" * count


MOTION = "MOTION\nFrames: {}\nFrame Time: 1\n"
HOSTILE = {
    "100,000 joints": lambda: chain(MANY) + "}" * (MANY + 1) + "\n" + MOTION.format(1),
    "joints of one name, unclosed": lambda: chain(15_000),
    "a name of 32 MB": lambda: f"HIERARCHY ROOT {'x' * 32 * MEGABYTE}\n{{ OFFSET 0 0 0 }}\n{MOTION.format(1)}",
    "blanks": lambda: " " * 128 * MEGABYTE,
    "zeros": lambda: "\0" * 128 * MEGABYTE,
    "braces": lambda: "HIERARCHY ROOT a " + "{" * 127 * MEGABYTE,
    "newlines": lambda: SMALL + "\n" * 127 * MEGABYTE + "x",
    "a short row at the end": lambda: SMALL + ("0 " * 12 + "\n") * 2_000_000 + "1 2 3\n4",
    "a word after a million rows": lambda: SMALL + ("0 " * 12 + "\n") * 1_000_000 + "oops",
    "more channels than numbers": lambda: "HIERARCHY\n" + "".join(
        f"ROOT r{i} {{ OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation }}\n"
        for i in range(15_000)
    ) + MOTION.format(10**11) + "1\n" * 20 * MEGABYTE,
    "letters of no encoding": lambda: "é" * 128 * MEGABYTE,
    "newlines alone": lambda: "\n" * 128 * MEGABYTE,
    "a letter of no encoding behind 120 MB": lambda: SMALL + ("0." + "0" * 80 + " ") * 12 * 120_000 + "é",
    "too many numbers": lambda: tiny() + "0\n" * 63 * MEGABYTE,
}  # fmt: skip


def tiny() -> str:
    return "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xrotation }\n" + MOTION.format(1)


@pytest.mark.timing
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_in_bounded_time_and_memory(case: str) -> None:
    found = read_alone(".bvh", HOSTILE[case]().encode("latin-1"))
    assert found.told == "refused"
    assert found.seconds < SECONDS
    assert found.peak < BYTES


@pytest.mark.timing
def test_a_file_of_128_megabytes_is_read_in_bounded_time_and_memory() -> None:
    row = " ".join(f"{i * 1.2345678 - 50:.6f}" for i in range(96)) + "\n"
    joints = "".join(f"JOINT j{i} {{ OFFSET 0 0.05 0 CHANNELS 3 Zrotation Yrotation Xrotation\n" for i in range(31))
    head = f"HIERARCHY\nROOT r {{ OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition\n{joints}{'}' * 32}\n"
    frames = (MAX_TEXT - len(head) - 100) // len(row)
    data = f"{head}{MOTION.format(frames)}{row * frames}".encode()
    assert Bvh.max_bytes == MAX_TEXT > len(data) > 127 * MEGABYTE
    found = read_alone(".bvh", data)
    assert found.told.startswith("32 joints, 96 motions")
    assert found.seconds < SECONDS
    assert found.peak < BYTES
