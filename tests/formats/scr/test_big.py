"""Big and hostile ``.scr`` files: bounded time and memory."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from manikin.errors import FormatError, InputError
from manikin.formats.format import MAX_BYTES, read_skeleton, write_skeleton
from manikin.formats.scr.reader import MAX_STATEMENTS
from manikin.formats.scr.sections import MAX_DOFS, MAX_JOINTS
from manikin.skeleton.build import hinge, joint
from manikin.skeleton.skeleton import Skeleton
from tests.support.reading_alone import BYTES, SECONDS, read_alone

MANY = MAX_JOINTS
TREE = 'define skeleton "s"\njoint "a"\nend skeleton\n'
JOINT = TREE + 'define joint "a"\n'
HINGE = JOINT + "hinge x\nend joint\n"


def balls(count: int) -> bytes:
    tree = "".join(f'joint "{i}"\n' for i in range(count))
    data = "".join(f'define joint "{i}"\nhinge x 0 1\nhinge y 0 1\nhinge z 0 1\nend joint\n' for i in range(count))
    return f'define skeleton "balls"\n{tree}end skeleton\n{data}'.encode()


def joints_of(statements: Callable[[int], str], count: int = MANY) -> bytes:
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
def test_as_many_joints_as_a_file_may_have_are_read_in_two_seconds() -> None:
    assert MANY == 20_000
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


def mesh(count: int) -> bytes:
    vertices = "".join(f"vertex {i} {i / 7:.6f} 0.25\n" for i in range(count))
    faces = "".join(f"face {i} {i + 1} {i + 2}\n" for i in range(count - 2))
    return f"{JOINT}object mesh\n{vertices}{faces}end mesh\nend joint".encode()


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
    "too many balls": lambda: balls(MAX_DOFS // 3 + 1),
    "too many capsules": lambda: joints_of(lambda i: f"object capsule end 0 {i} 0 radius 1 colour 0 0 1\n" * 4),
    "too many boxes": lambda: joints_of(lambda i: "mass 1\n" + f"object box size 1 1 {i}\n" * 6),
    "too many drives": lambda: (HINGE + 'define coupling "c"\n' + 'drive "a" = 1\n' * 600_000).encode(),
    "too many settings": lambda: (HINGE + 'define pose "p"\n' + 'set "a" 1\n' * 600_000).encode(),
}  # fmt: skip


# files that reach a limit of the reader without passing it
LARGE = {
    "balls": lambda: balls(MAX_DOFS // 3),
    "balls of their own": lambda: joints_of(lambda i: "".join(f"hinge {a} 0 {i + 1}e-5\n" for a in "xyz")),
    "long hinges": lambda: joints_of(lambda i: f"hinge 1 0 {i} 0 1 rest 0 stiffness 0.5 speed {i + 1} spring 2\n" * 2),
    "matrices": lambda: joints_of(
        lambda i: f"before 1 0 0 {i} 0 1 0 {i} 0 0 1 2\nafter 1 0 0 {i} 0 1 0 {i} 0 0 1 2\nhinge x 0 {i}e-3\nmass {i}\n"
    ),
    "placements": lambda: joints_of(lambda i: f"offset {i} 0 1\norientation {i} 2 3\nscale {i + 1} 1 1\n"),
    "objects": lambda: joints_of(lambda i: "object capsule end 0 1 0 radius 1 colour 0 0 1\n" * 2),
    "a mesh": lambda: mesh(MAX_STATEMENTS // 2 - 10),
    "a mesh of large faces": lambda: (
        JOINT + "object mesh\n" + "vertex 1 2 3\n" * 9
        + f"face {'0 1 2 3 4 5 6 7 8 ' * 5}\n" * (MAX_STATEMENTS // 23 - 9)
        + "end mesh\nend joint\n"
    ).encode(),
    "settings": lambda: (HINGE + "".join(f'define pose "{i}"\nset "a" 1\nend pose\n' for i in range(99_999))).encode(),
    "drives": lambda: (HINGE + 'define coupling "c"\n' + 'drive "a" = 1\n' * 99_999 + "end coupling\n").encode(),
}  # fmt: skip


@pytest.mark.timing
@pytest.mark.parametrize("case", LARGE)
def test_the_largest_files_are_read_in_two_seconds(case: str) -> None:
    found = read_alone(".scr", LARGE[case]())
    assert found.told != "refused"
    assert found.seconds < SECONDS
    assert found.peak < BYTES


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


def test_more_couplings_than_any_figure_has_are_refused_at_once() -> None:
    data = TREE + "".join(f'define coupling "c{i}"\n  hinge "p{i}"\nend coupling\n' for i in range(20_001))
    with pytest.raises(FormatError, match="more than 20,000 couplings"):
        read_skeleton(data.encode(), "x.scr")


@pytest.mark.slow
def test_what_could_not_be_read_again_is_not_written() -> None:
    plain = [joint(f"j{i}", f"j{i - 1}" if i else None, dofs=[hinge("x", -1, 1)], mass=1.5) for i in range(MANY)]
    skeleton = Skeleton(name="plain", joints=tuple(plain))
    assert read_skeleton(write_skeleton(skeleton, "x.scr"), "x.scr") == skeleton
    balls = [joint(f"j{i}", f"j{i - 1}" if i else None, dofs=[hinge(a) for a in "xyz"]) for i in range(20_001)]
    with pytest.raises(InputError, match=r"'balls' is too large for an \.scr file: more than the 20,000 joints"):
        write_skeleton(Skeleton(name="balls", joints=tuple(balls)), "x.scr")
