"""Big and hostile ``.scr`` files: bounded time and memory."""

from __future__ import annotations

import gc
from collections.abc import Callable

import numpy as np
import pytest

from manikin.errors import FormatError, InputError
from manikin.formats.format import MAX_BYTES, read_skeleton, write_skeleton
from manikin.skeleton.build import hinge, joint
from manikin.skeleton.skeleton import MAX_JOINTS, Skeleton
from tests.support.reading_alone import BYTES, SECONDS, read_alone

MANY = 100_000
TREE = 'define skeleton "s"\njoint "a"\nend skeleton\n'
JOINT = TREE + 'define joint "a"\n'
HINGE = JOINT + "hinge x\nend joint\n"


def balls(count: int) -> bytes:
    tree = "".join(f'joint "{i}"\n' for i in range(count))
    data = "".join(f'define joint "{i}"\nhinge x 0 1\nhinge y 0 1\nhinge z 0 1\nend joint\n' for i in range(count))
    return f'define skeleton "balls"\n{tree}end skeleton\n{data}'.encode()


def joints_of(statements: Callable[[int], str], count: int = 60_000) -> bytes:
    """Joints of which no two have a statement in common."""
    tree = "".join(f'joint "{i}"\n' for i in range(count))
    data = "".join(f'define joint "{i}"\n{statements(i)}end joint\n' for i in range(count))
    return f'define skeleton "s"\n{tree}end skeleton\n{data}'.encode()


def many_joints(count: int = MANY) -> bytes:
    tree = "".join(f'joint "joint {i}"\n' for i in range(count))
    data = "".join(
        f'define joint "joint {i}"\n  offset 0 {i / 1000} -0.25\n  hinge x -30 {i % 90}\n  mass 1.5\nend joint\n\n'
        for i in range(count)
    )
    return f'define skeleton "many"\n{tree}end skeleton\n\n{data}'.encode()


@pytest.mark.timing
def test_a_hundred_thousand_joints_are_read_in_two_seconds() -> None:
    found = read_alone(".scr", many_joints())
    assert found.told == f"{MANY} joints, {MANY} motions, the last hangs from joint {MANY - 2}"
    assert found.seconds < SECONDS
    assert found.peak < BYTES


def test_the_tree_may_come_last() -> None:
    data, end = many_joints(1000), b"end skeleton\n"
    tree, joints = data.split(end)
    assert read_skeleton(joints + tree + end, "x.scr") == read_skeleton(data, "x.scr")
    with pytest.raises(FormatError, match="no joint 'joint 999'"):
        read_skeleton(joints + tree.replace(b'joint "joint 999"\n', b"") + end, "x.scr")


def fill(head: str, unit: str, tail: str = "") -> bytes:
    """As much as is read of one and the same statement."""
    return (head + unit * ((MAX_BYTES - len(head) - len(tail)) // len(unit)) + tail).encode()


def names_alike() -> bytes:
    name = "ab" * 90
    tree = "".join(f'joint "{name}{i}"\n' for i in range(15_000))
    return f'define skeleton "s"\n{tree}end skeleton\ndefine joint "{name}x"\nend joint'.encode()


HOSTILE = {
    "blank lines": lambda: b"\n" * (MAX_BYTES // 2),
    "blanks": lambda: b" " * MAX_BYTES,
    "comments": lambda: b"#\n" * (MAX_BYTES // 4),
    "carriage returns": lambda: b"\r" * (MAX_BYTES // 2),
    "one line": lambda: fill(JOINT + "offset", " 1"),
    "a long name": lambda: fill('define skeleton "', "x", '"'),
    "an open quote": lambda: fill('define skeleton "', "\\"),
    "a long number": lambda: fill(JOINT + "mass ", "1"),
    "quotes": lambda: b'"' * MAX_BYTES,
    "zeros": lambda: bytes(MAX_BYTES),
    "too many joints": lambda: b'define skeleton "s"\n' + b"".join(b'joint "%d"\n' % i for i in range(MAX_JOINTS + 1)),
    "too many sections": lambda: b"".join(b'define joint "%d"\nend joint\n' % i for i in range(MAX_JOINTS + 1)),
    "groups without end": lambda: fill('define skeleton "s"\njoint "a"\n', "group\n"),
    "empty groups": lambda: fill('define skeleton "s"\njoint "a"\n', "group\nend group\n", "end skeleton"),
    "hinges": lambda: fill(JOINT, "hinge x 0 1\n", "end joint"),
    "vertices": lambda: fill(JOINT + "object mesh\n", "vertex 0 0 0\n", "end mesh\nend joint"),
    "drives": lambda: fill(HINGE + 'define coupling "c"\n', 'drive "a" = 1\n', "end coupling"),
    "names alike": names_alike,
    "too many hinges": lambda: (JOINT + "hinge x 0 1\n" * 600_000 + "end joint").encode(),
    "too many balls": lambda: balls(100_000),
    "balls of their own": lambda: joints_of(lambda i: "".join(f"hinge {a} 0 {i + 1}e-5\n" for a in "xyz")),
    "long hinges": lambda: joints_of(lambda i: f"hinge 1 0 {i} 0 1 rest 0 stiffness 0.5 speed {i + 1} spring 2\n" * 2),
    "matrices": lambda: joints_of(lambda i: f"before 1 0 0 {i} 0 1 0 {i} 0 0 1 2\nhinge x 0 {i}e-3\nmass {i}\n"),
    "placements": lambda: joints_of(lambda i: f"offset {i} 0 1\norientation {i} 2 3\nscale {i + 1} 1 1\n", 99_999),
    "too many drives": lambda: (HINGE + 'define coupling "c"\n' + 'drive "a" = 1\n' * 600_000).encode(),
    "too many settings": lambda: (HINGE + 'define pose "p"\n' + 'set "a" 1\n' * 600_000).encode(),
}  # fmt: skip


@pytest.mark.timing
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_in_two_seconds(case: str) -> None:
    found = read_alone(".scr", HOSTILE[case]())
    assert found.told == "refused"
    assert found.seconds < SECONDS
    assert found.peak < BYTES


def test_ten_thousand_groups_may_nest() -> None:
    depth = 10_000
    lines = ['define skeleton "deep"', *(f'group "{i}"\njoint "{i}"' for i in range(depth)), *["end group"] * depth]
    skeleton = read_skeleton("\n".join([*lines, "end skeleton"]).encode(), "x.scr")
    assert [joint.limb for joint in skeleton] == [str(i) for i in range(depth)]
    assert read_skeleton(write_skeleton(skeleton, "x.scr"), "x.scr") == skeleton


def test_the_garbage_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    read_skeleton(TREE.encode(), "x.scr")
    assert gc.isenabled()
    with pytest.raises(FormatError):
        read_skeleton(b"x", "x.scr")
    assert gc.isenabled()
    gc.disable()
    try:
        read_skeleton(TREE.encode(), "x.scr")
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_more_couplings_than_any_figure_has_are_refused_at_once() -> None:
    data = TREE + "".join(f'define coupling "c{i}"\n  hinge "p{i}"\nend coupling\n' for i in range(20_001))
    with pytest.raises(FormatError, match="more than 20,000 couplings"):
        read_skeleton(data.encode(), "x.scr")


def test_joints_that_are_read_at_once_are_those_read_statement_by_statement() -> None:
    rng = np.random.default_rng(5)
    numbers = ["0", "-0.0", "1e-3", "5cm", "-2.5", "1e400", "nan", "1_0", "x", "٣", ""]
    for _ in range(300):
        lines = []
        for name in "abc":
            a, b, c, d, e, f = rng.choice(numbers, 6, p=[0.25, 0.15, 0.15, 0.1, 0.27, *[0.08 / 6] * 6])
            motion, axis = rng.choice(["hinge", "slide"]), rng.choice(["x", "-z", "w"], p=[0.5, 0.45, 0.05])
            words = [f"offset {a} {b} {c}", f"{motion} {axis} {d} {e}", f"mass {f}"]
            kept = [word for word in words if rng.random() < 0.8]
            lines.append([f'define joint "{name if rng.random() < 0.95 else "a"}"', *kept, "end joint"])
        tree = 'define skeleton "s"\njoint "a"\njoint "b"\njoint "c"\nend skeleton\n'
        found = []
        for comment in ("", " # a comment, and the section is no longer a plain one"):
            source = tree + "".join(f"{line}{comment}\n" for section in lines for line in section)
            try:
                found.append(write_skeleton(read_skeleton(source.encode(), "x.scr"), "x.scr"))
            except FormatError as error:
                found.append(str(error).encode())
        assert found[0] == found[1]


def test_what_could_not_be_read_again_is_not_written() -> None:
    plain = [joint(f"j{i}", f"j{i - 1}" if i else None, dofs=[hinge("x", -1, 1)], mass=1.5) for i in range(MANY)]
    skeleton = Skeleton(name="plain", joints=tuple(plain))
    assert read_skeleton(write_skeleton(skeleton, "x.scr"), "x.scr") == skeleton
    balls = [joint(f"j{i}", f"j{i - 1}" if i else None, dofs=[hinge(a) for a in "xyz"]) for i in range(40_001)]
    with pytest.raises(InputError, match=r"'balls' is more than an .scr file may hold: .* degrees of freedom"):
        write_skeleton(Skeleton(name="balls", joints=tuple(balls)), "x.scr")
