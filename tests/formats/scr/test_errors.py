"""Bad ``.scr`` files: one kind of error, with the place and what was expected there; never anything else."""

from __future__ import annotations

import random
import re

import pytest

from manikin.errors import FormatError
from manikin.formats.format import read_skeleton, write_skeleton
from tests.support.paths import OWN
from tests.support.random_skeletons import random_skeleton

FILES = [path.read_bytes() for path in sorted(OWN.glob("*.scr"))]
TREE = 'define skeleton "s"\n  joint "elbow"\n  joint "hand"\nend skeleton\n'
ARM = TREE + 'define joint "elbow"\n  hinge x\nend joint\n'


def refused(data: str | bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_skeleton(data.encode() if isinstance(data, str) else data, "bad.scr")
    assert str(caught.value).startswith("bad.scr:")
    return caught.value


def assert_refused(source: str, message: str) -> None:
    """The source has a ‸ where the error must be found."""
    before, after = source.split("‸")
    error = refused(before + after)
    assert re.search(message, error.message), error
    assert (error.line, error.column) == (before.count("\n") + 1, len(before) - before.rfind("\n")), error


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("‸", 'expected define skeleton "NAME"'),
        ("# nothing\n\n‸", 'expected define skeleton "NAME"'),
        ('‸joint "a"', r"expected the start of a section \(define\), not 'joint'"),
        ('‸Define skeleton "s"', r"not 'Define'; did you mean \"define\"\?"),
        ('define ‸skelton "s"', 'did you mean "skeleton"'),
        ("define skeleton ‸s", "expected its name in quotes, not 's'"),
        ("define skeleton‸", "expected its name in quotes"),
        ('define skeleton ‸"s', "not closed"),
        ('define skeleton ‸"s\\"', "not closed"),
        ('define skeleton "s" ‸t', "expected the end of the line, not 't'"),
        ('define skeleton ‸""', "must not be empty"),
        ('define skeleton ‸"a\\u{7}b"', "control characters"),
        ('define skeleton ‸"\\x"', r"expected .* not \\x"),
        ('define skeleton ‸"\\u{110000}"', r"expected .* not \\u"),
        ('define skeleton "s"\n‸end skeleton', "at least one joint"),
        ('define skeleton "s"\njoint ‸"   "\nend skeleton', "must not be empty"),
        ('define skeleton "s"\njoint ‸""\nend skeleton', "must not be empty"),
        ('define skeleton "s"\njoint "a"\n  joint ‸"a"\nend skeleton', "there is a joint 'a' already"),
        ('define skeleton "s"\njoint ‸a\nend skeleton', "in quotes, not 'a'"),
        ('define skeleton "s"\n‸jiont "a"\nend skeleton', 'did you mean "joint"'),
        ('define skeleton "s"\njoint "a"\ngroup "g"\njoint "b"\nend ‸skeleton', 'expected "end group"'),
        ('define skeleton "s"\njoint "a"\nend ‸group', "expected \"end skeleton\", not 'end group'"),
        ('define skeleton "s"\njoint "a"\nend‸', 'expected "end skeleton"'),
        ('define skeleton "s"\njoint "a"\ngroup "g"\n‸', "ends too early: .* group of line 3"),
        ('define skeleton "s"\njoint "a"\n‸define joint "a"', "expected .* skeleton of line 1 first"),
        ('define skeleton "s"\ngroup\njoint "a"\nend group\njoint ‸"b"\nend skeleton', "one root, here 'a'"),
        ('define skeleton "s"\nup ‸x\njoint "a"\nend skeleton', "expected the axis that points up"),
        ('define skeleton "s"\nup y\n‸up y\njoint "a"\nend skeleton', "twice"),
        (TREE + '‸define skeleton "t"', "there is a skeleton already"),
        (TREE + "‸end", "expected the start of a section"),
        (TREE + 'define joint ‸"hnad"\nend joint', "no joint 'hnad'; did you mean \"hand\""),
        (TREE + 'define joint "elbow"\nend joint\ndefine joint ‸"elbow"\nend joint', "defined already"),
        (TREE + 'define joint "elbow"\nmass 1\n‸', 'ends too early: expected "end joint" for the joint of line 5'),
        (TREE + 'define joint "elbow"\nmass 1\n‸define joint "hand"', "expected .* of line 5 first"),
        (TREE + 'define joint "elbow"\nobject mesh\nvertex 0 0 0\nend ‸joint', 'expected "end mesh"'),
    ],
)
def test_sections_and_trees(source: str, message: str) -> None:
    assert_refused(source, message)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("‸ofset 0 0 0", r"expected a statement of a joint \(offset.*did you mean \"offset\""),
        ("‸joint", "expected a statement of a joint"),
        ("offset 0 0‸", "expected a length before the end of the line"),
        ("offset 0 0 0 ‸0", "expected the end of the line"),
        ("offset 0 ‸nan 0", "expected a length, not 'nan'"),
        ("offset 0 0 ‸-inf", "expected a length, not '-inf'"),
        ("offset ‸1e999 0 0", "too large"),
        ("offset ‸1..2 0 0", "expected a length"),
        ("offset 0‸,5 0 0", "blanks between them"),
        ("offset 5 ‸cm 0", "without a blank, as in 5cm"),
        ("offset ‸5deg 0 0", r"expected a length \(in m, cm, mm\)"),
        ("orientation 0 ‸1m 0", r"expected an angle \(in deg, rad\)"),
        ("offset 1 1 1\n‸offset 1 1 1", "offset is given twice"),
        ("offset 1 1 1\n‸before 1 0 0 0 0 1 0 0 0 0 1 0", "before and offset exclude each other"),
        ("before 1 0 0 0 0 1 0 0 0 0 1‸", "expected a number before the end"),
        ("mass 1\n‸before 1 0 0 0 1 0 0 0 1 0 0 0", "squeezes space flat"),
        ("offset 0 0 0\n‸scale 1 0 1", "squeezes space flat"),
        ("hinge ‸30 -30", "expected an axis before the limits"),
        ("hinge ‸30 -30 free", "expected an axis before the limits"),
        ("hinge x ‸30 -30", "the lower limit 30 lies above the upper limit -30"),
        ("slide x ‸3cm 20mm", "the lower limit 3cm lies above the upper limit 20mm"),
        ("hinge x 30‸", "expected an angle before the end"),
        ("hinge x ‸-inf 3", "free stands for no limit"),
        ("hinge x 3 ‸None", "free stands for no limit"),
        ("hinge x ‸nan 3", "expected"),
        ("hinge ‸w 0 90", r"expected an axis"),
        ("hinge ‸0 0 0", "must not be zero"),
        ("hinge ‸0 0 -1e-200 0 1", "must not be zero"),
        ("hinge x 0 ‸1m", "expected an angle"),
        ("slide x ‸1rad 2rad", "expected a length"),
        ("hinge x ‸spead 3", 'did you mean "speed"'),
        ("hinge x 0 1 ‸stifness 1", 'did you mean "stiffness"'),
        ("hinge x stiffness ‸1.5", "runs from 0"),
        ("hinge x speed ‸0", "above 0"),
        ("hinge x spring ‸-1", "0 or above"),
        ("hinge x rest 1 ‸rest 2", "rest is given twice"),
        ("hinge x rest‸", "expected an angle before the end"),
        ("mass 3\nhinge y\n‸hinge \"\" z", "must not be empty"),
        ("mass ‸-1", "0 or above"),
        ("mass ‸1kg", "without a unit"),
        ("mass‸", "expected a number before the end"),
        ('mirror ‸"hnad"', 'did you mean "hand"'),
        ("mirror ‸hand", "in quotes"),
        ("object‸", "expected a file in quotes or a kind of object"),
        ("object ‸cube size 1 1 1", "expected a file in quotes or a kind of object"),
        ("object box‸", "a box needs its size"),
        ("object ‸box size 1 1 -1", "0 or above"),
        ("object box size 1 1 1 ‸color 1 1 1", 'did you mean "colour"'),
        ("object box size 1 1 1 ‸size 1 1 1", "twice"),
        ("object ‸box size 1 1 1 matrix 1 0 0 0 0 1 0 0 0 0 1 0 offset 1 1 1", "one or the other"),
        ("object mesh\nvertex 0 0 0\nface 0 ‸1 2\nend mesh", "no vertex 1 above"),
        ("object mesh\nvertex 0 0 0\nface 0 ‸-1 2\nend mesh", "no vertex -1"),
        ("object mesh\nvertex 0 0 0\nface 0 0‸\nend mesh", "three or more"),
        ("object mesh\nvertex 0 0 0\nface 0 0 ‸x\nend mesh", "whole number"),
        ('hinge "k" x\n‸hinge "k" y', "two of the name 'k'"),
    ],
)  # fmt: skip
def test_joints(statement: str, message: str) -> None:
    assert_refused(f'{TREE}define joint "elbow"\n{statement}\nend joint\n', message)


def test_names_of_degrees_of_freedom_are_unique_in_the_skeleton() -> None:
    assert_refused(ARM + 'define joint "hand"\nmass 1\nhinge y\n‸hinge "elbow" x\nend joint', "two of the name 'elbow'")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ('drive ‸"elbov" = "p"', "no degree of freedom 'elbov'; did you mean \"elbow\""),
        ('drive ‸elbow = "p"', "in quotes"),
        ('drive "elbow" ‸"p"', 'expected "="'),
        ('drive "elbow" =‸', "expected terms"),
        ('drive "elbow" = ‸"q"', "no variable 'q'"),
        ('drive "elbow" = "p" ‸"p"', r"expected \+ or -"),
        ('drive "elbow" = "p" ‸2 "p"', r"expected \+ or -"),
        ('drive "elbow" = 1 ‸2', "in quotes"),
        ('drive "elbow" = 1 + 2 ‸+', "after the number"),
        ('drive "elbow" = ‸1m', "expected an angle"),
        ('drive "elbow" = ‸rmp("p", start 1, width 2)', 'did you mean "ramp"'),
        ('drive "elbow" = ramp("p", start 1‸', r'expected "," or "\)"'),
        ('drive "elbow" = ramp("p", ‸strat 1)', 'did you mean "start"'),
        ('drive "elbow" = ramp("p", start 1, ‸start 1)', "twice"),
        ('drive "elbow" = ramp("p", start 1‸)', "needs its width"),
        ('drive "elbow" = ‸ramp("p", start 1, width 0)', "above 0"),
        ("hinge ‸p", "in quotes"),
        ('hinge "p2" ‸3 1', "lies above"),
        ('‸hinge ""', "must not be empty"),
        ('‸offset 1 2 3', r"expected a statement of a coupling \(hinge, slide, drive, end\)"),
    ],
)  # fmt: skip
def test_couplings(statement: str, message: str) -> None:
    assert_refused(f'{ARM}define coupling "c"\nhinge "p"\n{statement}\nend coupling\n', message)


def test_couplings_that_do_not_fit_together_are_named() -> None:
    good = ARM + 'define coupling "c"\nhinge "p"\ndrive "elbow" = "p"\nend coupling\n'
    assert len(read_skeleton(good.encode(), "x.scr").couplings) == 1
    assert_refused(good + '‸define coupling "d"\ndrive "elbow" = 3\nend coupling', "driven by 'c' already")
    assert_refused(good + '‸define coupling "d"\nhinge "p"\nend coupling', "the name 'p' is taken")
    assert_refused(ARM + '‸define coupling "d"\ndrive "elbow" = "elbow"\nend coupling', "in a circle")
    assert_refused(good + 'define coupling ‸"c"\nend coupling', "defined already")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('sum ‸"elbov"', 'did you mean "elbow"'),
        ('sum "elbow" + 2‸', "after the number"),
        ('sum "elbow" + ‸ramp("elbow")', "in quotes"),
        ('sum "elbow"\nrange ‸3 1', "lies above"),
        ('sum "elbow"\nrange 1 3 ‸5', "expected the end"),
        ('sum "elbow"\nrange ‸1m 3m', "expected an angle"),
        ('sum "elbow"\nrange 1 3\n‸range 1 3', "twice"),
    ],
)
def test_limits(body: str, message: str) -> None:
    assert_refused(f'{ARM}define limit "l"\n{body}\nend limit\n', message)


def test_limits_need_a_variable() -> None:
    assert_refused(f'{ARM}‸define limit "l"\nrange 0 1\nend limit', "at least one variable")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"\x00" * 100, (1, 1)),
        (bytes(range(128, 256)), (1, 1)),
        (b"# \xc3\xa9\r\n \xe9", (2, 2)),
        (b"\xef\xbb\xbf# \xe9", (1, 3)),
        (TREE.encode("utf-16"), (1, 1)),
        (TREE.encode("utf-32"), (1, 1)),
        (b"\x7fELF\x02\x01\x01" + bytes(50), (1, 1)),
        (b"PK\x03\x04\x14\x00", (1, 1)),
        (b"\x89PNG\r\n\x1a\n", (1, 1)),
        (b"<?xml version='1.0'?><robot/>", (1, 1)),
    ],
)  # fmt: skip
def test_what_is_no_text_is_refused(data: bytes, place: tuple[int, int]) -> None:
    error = refused(data)
    assert (error.line, error.column) == place


def test_messages_stay_short() -> None:
    for source in ("x" * 100_000, f'define skeleton "{"x" * 100_000}"', f"{TREE}define {'y' * 100_000}"):
        assert len(str(refused(source))) < 300


# ---- whatever happens to a file ----------------------------------------------------------------


def assert_place(data: bytes, line: int | None, column: int | None) -> None:
    lines = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert line is not None
    assert column is not None
    assert 1 <= line <= len(lines)
    assert 1 <= column <= len(lines[line - 1]) + 1


def read_or_refuse(data: bytes) -> bool:
    """Whether it is read; what is read can be written, and every refusal has a place in the file."""
    try:
        skeleton = read_skeleton(data, "bad.scr")
    except FormatError as error:
        assert_place(data, error.line, error.column)
        return False
    assert repr(read_skeleton(write_skeleton(skeleton, "x.scr"), "x.scr")) == repr(skeleton)
    return True


@pytest.mark.parametrize("data", FILES, ids=["everything", "stickman"])
def test_a_file_cut_anywhere_is_read_or_refused(data: bytes) -> None:
    outcomes = [read_or_refuse(data[:end]) for end in range(len(data))]
    assert outcomes.count(True) < 0.1 * len(outcomes)  # complete only between two sections


WORDS = [*b'" \\ # end define joint group nan -1 0 1e999 ( ) , = + - * free "a" hinge x rad mesh face ramp( 1m'.split(),
         b"\n", b"\r", b"\x00", b"\xff", b"\xe2\x80\xa8", b"9" * 400, b'"\\u{d800}"', b"\t"]  # fmt: skip


def spoilt(rng: random.Random, data: bytes) -> bytes:
    """The data after one to five small accidents."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        i = rng.randrange(len(data) + 1)
        accident = rng.randrange(6)
        separator = rng.choice((b" ", b"\n"))
        parts = data.split(separator)
        a, b = rng.randrange(len(parts)), rng.randrange(len(parts))
        if accident == 0:
            data = data[:i] + bytes([rng.randrange(256)]) + data[i + 1 :]
        elif accident == 1:
            data = data[:i] + data[i + rng.randrange(1, 20) :]
        elif accident == 2:
            data = data[:i] + rng.choice(WORDS) + data[i:]
        elif accident == 3:
            parts[a], parts[b] = parts[b], parts[a]
            data = separator.join(parts)
        elif accident == 4:
            data = separator.join([*parts[:a], parts[b], *parts[a:]])
        else:
            data = separator.join([*parts[:a], rng.choice(WORDS), *parts[a + 1 :]])
    return data


@pytest.mark.parametrize("seed", range(8))
def test_spoilt_files_are_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    sound = [*FILES, *(write_skeleton(random_skeleton(rng, rng.randint(1, 5)), "x.scr") for _ in range(10))]
    outcomes = [read_or_refuse(spoilt(rng, rng.choice(sound))) for _ in range(400)]
    assert 0 < outcomes.count(True) < len(outcomes)


@pytest.mark.parametrize("seed", range(3))
def test_random_bytes_and_random_words_are_refused(seed: int) -> None:
    rng = random.Random(seed)
    vocabulary = sorted({word for data in FILES for word in data.split()})
    for _ in range(300):
        assert not read_or_refuse(rng.randbytes(rng.randrange(1, 300)))
        text = b" ".join(rng.choice((b"\n", rng.choice(vocabulary))) for _ in range(60))
        assert not read_or_refuse(TREE.encode() + b"define " + text)


@pytest.mark.parametrize("digit", ["\u0663", "\uff13", "\u00b2"])
def test_only_plain_digits_are_numbers(digit: str) -> None:
    source = (
        'define skeleton "s"\n  joint "a"\nend skeleton\ndefine joint "a"\n  offset ‸' + digit + " 0 0\nend joint\n"
    )
    assert_refused(source, "expected a length")
