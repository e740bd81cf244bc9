"""Dialects of BVH that programs write, each with a file of our own."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

from manikin.errors import FormatError, FormatWarning, InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.formats.content import Content
from manikin.formats.format import read_content
from tests.support.bvh_files import SMALL


def read(text: str | bytes, *told: str, **options: object) -> Content:
    """The content of a file that is told about by these warnings and no others."""
    data = text.encode() if isinstance(text, str) else text
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FormatWarning)
        content = read_content(data, "some.bvh", **options)
    messages = [str(one.message) for one in caught]
    assert len(messages) == len(told), messages
    for message, part in zip(messages, told, strict=True):
        assert part in message
        assert message.startswith("some.bvh:")
    return content


SOUND = read(SMALL)
FRAMES = SOUND.clip.clip.data


def same(text: str | bytes, *told: str) -> None:
    assert read(text, *told) == SOUND


def test_the_sound_file_is_what_it_says() -> None:
    clip = SOUND.clip.clip
    assert (clip.rate, len(clip.data), SOUND.clip.unit, SOUND.skeleton.up) == (30.0, 3, 1.0, "y")
    figure = clip.figure
    assert figure.parameter_names[:4] == ("Hips.tx", "Hips.ty", "Hips.tz", "Hips.z")
    assert clip.state(1)[figure.index("Hips.ty")] == 1.01
    assert clip.state(1)[figure.index("Left Leg.x")] == math.radians(-21)
    assert clip.state(1)[figure.index("Head.y")] == math.radians(10)
    assert figure.rest[figure.index("Hips.ty")] == 1.0
    assert np.array_equal(figure.state("frame 1"), clip.data[0])
    assert np.isinf(figure.lo).all()


def test_the_last_frame_is_read_without_a_final_newline() -> None:
    same(SMALL.rstrip("\n"))


def test_line_ends_may_be_those_of_any_system_and_mixed() -> None:
    same(SMALL.replace("\n", "\r\n"))
    same(SMALL.replace("\n", "\r"))
    lines = SMALL.splitlines()
    same("".join(line + ("\n", "\r\n", "\r")[i % 3] for i, line in enumerate(lines)))


def test_text_may_have_a_byte_order_mark_or_two_bytes_a_letter() -> None:
    same(b"\xef\xbb\xbf" + SMALL.encode())
    same(SMALL.encode("utf-16"))
    same(b"\xfe\xff" + SMALL.encode("utf-16-be"))


def test_blank_lines_may_stand_anywhere() -> None:
    same("\n \n" + SMALL.replace("\n", "\n\n\t \n"))


def test_keywords_may_be_in_any_case() -> None:
    for word in ("HIERARCHY", "ROOT", "JOINT", "OFFSET", "CHANNELS", "End Site", "MOTION", "Frames:", "Frame Time:"):
        same(SMALL.replace(word, word.lower()))
        same(SMALL.replace(word, word.upper()))
    same(SMALL.replace("Zrotation", "zRotation").replace("Yposition", "YPOSITION"))
    same(SMALL.replace("End Site", "End site"))


def test_braces_may_stand_on_the_line_of_the_name() -> None:
    same(
        SMALL.replace("Left Leg\n\t{", "Left Leg {")
        .replace("Hips\n{", "Hips{")
        .replace("End Site\n\t\t{", "End Site {")
    )


def test_frames_and_times_may_be_written_in_other_ways() -> None:
    same(SMALL.replace("Frames: 3", "Frames:\t3").replace("Frame Time: 0.0333333", "Frame Time:\t.0333333"))
    same(SMALL.replace("Frames: 3", "Frames:3").replace("Frame Time: 0.0333333", "Frame Time:.0333333"))
    same(SMALL.replace("Frames: 3", "Frames :   3").replace("Frame Time: 0.0333333", "FrameTime 0.033333333"))


@pytest.mark.parametrize(
    ("written", "rate"),
    [
        (".0083333", 120.0), ("0.008333333333333333", 120.0), ("0.033", 30.0), ("0.0333", 30.0), ("0.04", 25.0),
        ("0.0416667", 24.0), ("0.0417083", 1 / 0.0417083), ("1", 1.0), ("0.7", 1 / 0.7), ("1e-2", 100.0),
    ],
)  # fmt: skip
def test_a_time_of_a_frame_that_is_rounded_gives_the_whole_rate(written: str, rate: float) -> None:
    assert read(SMALL.replace("0.0333333", written)).clip.clip.rate == rate


def test_a_time_that_must_be_a_rate_is_taken_as_one() -> None:
    assert read(SMALL.replace("0.0333333", "120"), "23:13: a frame would last 120 s").clip.clip.rate == 120.0
    assert read(SMALL.replace("0.0333333", "0"), "cannot last 0 s").clip.clip.rate == 30.0


def test_more_and_fewer_rows_than_frames_are_told_and_read() -> None:
    same(SMALL.replace("Frames: 3", "Frames: 2"), "says 2 frames and has 3 rows of 12 numbers")
    same(SMALL.replace("Frames: 3", "Frames: 4000000000"), "says 4,000,000,000 frames and has 3 rows")
    cut = read(SMALL[: SMALL.rindex("5.25")], "says 3 frames and has 2 rows")
    assert np.array_equal(cut.clip.clip.data, FRAMES[:2])


def test_a_number_may_follow_another_without_a_blank() -> None:
    same(SMALL.replace("11 -21", "11-21"), "25:20: a number follows another without a blank")


def test_rotations_may_come_before_positions_and_in_any_order() -> None:
    text = SMALL.replace(
        "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
        "CHANNELS 6 Zrotation Xrotation Yrotation Zposition Xposition Yposition",
    )
    head, motion = text.split("0.0333333\n")
    rows = [line.split() for line in motion.splitlines()]
    moved = "\n".join(" ".join([*row[3:6], row[2], row[0], row[1], *row[6:]]) for row in rows)
    content = read(f"{head}0.0333333\n{moved}\n")
    assert content.skeleton == SOUND.skeleton
    assert np.array_equal(content.clip.clip.data, FRAMES)
    assert content.clip.layout != SOUND.clip.layout


def tree(*joints: tuple[str, str, str], row: str) -> str:
    """A chain of joints: name, offset, channels; and one frame."""
    text = ["HIERARCHY"]
    for i, (name, offset, channels) in enumerate(joints):
        count = f"CHANNELS {len(channels.split())} {channels}" if channels != "none" else ""
        text += [f"{'ROOT' if i == 0 else 'JOINT'} {name}", "{", f"OFFSET {offset}", count]
    return "\n".join([*text, *["}"] * len(joints), "MOTION", "Frames: 1", "Frame Time: 0.1", row])


def test_joints_may_have_no_one_two_or_three_channels() -> None:
    content = read(
        tree(("a", "0 0 0", "Yrotation"), ("b", "1 0 0", ""), ("c", "1 0 0", "Zrotation Xrotation"),
             ("d", "0 1 0", "none"), ("e", "0 0 0.5", "Xrotation Zrotation Yrotation"), row="90 0 90 1 2 3")
    )  # fmt: skip
    places = content.clip.clip.pose(0)
    assert np.allclose(places.position("c"), [0, 0, -2], atol=1e-15)
    assert np.allclose(places.position("d"), [1, 0, -2], atol=1e-15)
    assert content.skeleton["b"].dofs == ()
    assert [dof.name for dof in content.skeleton["e"].dofs] == ["e.x", "e.z", "e.y"]


def test_positions_replace_offsets_on_every_joint() -> None:
    text = tree(("a", "0 5 0", "Yposition Zrotation"), ("b", "0 0 0", "Xposition Yposition Zposition Zrotation"),
                ("c", "3 3 3", "Zposition"), row="1 90 0.2 0.3 0.4 0 7")  # fmt: skip
    pose = read(text, unit="m").clip.clip.pose(0)
    assert np.allclose(pose.position("a"), [0, 1, 0], atol=1e-15)
    assert np.allclose(pose.position("b"), [-0.3, 1.2, 0.4], atol=1e-15)
    assert np.allclose(pose.position("c"), [-3.3, 4.2, 7.4], atol=1e-15)
    content = read(text, unit="m")
    assert Figure(content.skeleton).rest.tolist()[:2] == [5.0, 0.0]


def test_the_size_of_a_figure_without_offsets_is_that_of_its_first_frame() -> None:
    text = tree(("a", "0 0 0", "Xposition Yposition Zposition"), ("b", "0 0 0", "Xposition Yposition Zposition"),
                row="0 90 0 0 80 0")  # fmt: skip
    assert read(text, "size 80 is taken as centimetres").clip.unit == 0.01


def test_names_keep_blanks_colons_and_words_that_look_like_keywords() -> None:
    text = tree(("mixamorig:Hips", "0 1 0", "Yrotation"), ("End of the #spine", "0 1 0", "Xrotation"),
                ("ENDSITE Site", "0 0.5 0", "Xrotation"), ("MOTION sensor", "0 1 0", "none"), row="1 2 3")  # fmt: skip
    content = read(text)
    assert [joint.name for joint in content.skeleton] == [
        "mixamorig:Hips",
        "End of the #spine",
        "ENDSITE Site",
        "MOTION sensor",
    ]


def test_two_joints_of_one_name_and_joints_without_one_are_told() -> None:
    text = tree(("a", "0 1 0", "Yrotation"), ("a", "0 1 0", "Xrotation"), ("", "0 1 0", "Xrotation"), row="1 2 3")
    content = read(
        text, "6:1: there are two joints 'a'; this one is called 'a 2'", "10:1: a joint without a name", unit="m"
    )
    assert [joint.name for joint in content.skeleton] == ["a", "a 2", "joint"]


def test_names_in_an_old_encoding_are_read() -> None:
    content = read(SMALL.replace("Head", "Tête").encode("latin-1"), "not UTF-8")
    assert "Tête" in content.skeleton


def test_a_leaf_may_lack_an_end_site_and_have_two() -> None:
    two = SMALL.replace(
        "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -0.8 0\n\t\t}\n",
        "\t\tEnd Site\n{ OFFSET 0 -0.8 0 }\nEnd Site { OFFSET 0.1 0 0 }\n",
    )
    assert [joint.name for joint in read(two).skeleton] == [
        "Hips",
        "Left Leg",
        "Left Leg end",
        "Left Leg end 2",
        "Head",
    ]


def test_of_two_roots_one_is_chosen() -> None:
    second = (
        SMALL[SMALL.index("ROOT") : SMALL.index("MOTION")]
        .replace("Hips", "Other")
        .replace("Left Leg", "Tail")
        .replace("Head", "Nose")
    )
    head, motion = SMALL.split("MOTION\n")
    lines = motion.splitlines()
    both = f"{head}{second}MOTION\n" + "\n".join(
        [*lines[:2], *(f"{line} 0 9 0 1 1 1 2 2 2 3 3 3" for line in lines[2:])]
    )
    with pytest.raises(FormatError, match=r"some\.bvh:21:1: there is a second ROOT, 'Other'"):
        read(both)
    with pytest.raises(UnknownName, match="no ROOT 'Mine'"):
        read(both, root="Mine")
    assert read(both, root="Hips") == SOUND
    other = read(both, root="Other").clip.clip
    assert other.state(0)[other.figure.index("Other.ty")] == 9.0


def test_a_zero_pose_unlike_any_frame_is_no_matter() -> None:
    text = tree(
        ("Hips", "0 0 0", "Xposition Yposition Zposition Zrotation"), ("LeftFoot", "0 0 0.9", "none"), row="0 0.9 0 0"
    )
    assert read(text).clip.clip.pose(0).position("LeftFoot").tolist() == [0.0, 0.9, 0.9]


@pytest.mark.parametrize(("up", "kept"), [("z", "z"), ("-y", "y"), ("x", "y"), ("-z", "y"), ("-x", "y")])
def test_the_axis_that_points_up_is_found_by_head_and_feet(up: str, kept: str) -> None:
    axis = "xyz".index(up[-1])
    value = -1 if up[0] == "-" else 1
    offset = [" ".join(str(height * value) if i == axis else "0" for i in range(3)) for height in (-0.9, 0.7)]
    text = f"""HIERARCHY
ROOT Hips
{{ OFFSET 0 0 0 CHANNELS 3 Zrotation Yrotation Xrotation
JOINT Foot {{ OFFSET {offset[0]} }}
JOINT Head {{ OFFSET {offset[1]} }} }}
MOTION
Frames: 1
Frame Time: 0.1
1 2 3"""
    content = read(text, f"{up} points up")
    assert content.skeleton.up == kept
    pose = content.clip.clip.pose(0)
    assert pose.position("Head")[content.skeleton.up_index] > 0.6
    assert pose.position("Foot")[content.skeleton.up_index] < -0.8
    assert read(text, up="y").skeleton["Foot"].before[3::4] == tuple(float(word) for word in offset[0].split())


@pytest.mark.parametrize(
    ("size", "unit", "told"),
    [(1.8, 1.0, ()), (180, 0.01, ("centimetres",)), (1800, 0.001, ("millimetres",)), (18, 1.0, ("want of a better",)),
     (0.1, 1.0, ("metres",))],
)  # fmt: skip
def test_the_unit_is_found_by_the_size(size: float, unit: float, told: tuple[str, ...]) -> None:
    text = tree(("a", "0 0 0", "Yrotation"), ("b", f"0 {size} 0", "none"), row="5")
    content = read(text, *told)
    assert content.clip.unit == unit
    assert content.skeleton["b"].offset[1] == pytest.approx(size * unit, rel=1e-15)
    assert read(text, unit="in").skeleton["b"].offset[1] == size * 0.0254
    assert read(text, unit=2.5).clip.unit == 2.5


def test_the_figure_of_cmu_has_its_own_unit() -> None:
    text = tree(
        ("Hips", "0 0 0", "Yrotation"), ("LHipJoint", "0 20 0", "none"), ("RHipJoint", "0 5 0", "none"), row="5"
    )
    assert read(text, "figure of CMU").clip.unit == pytest.approx(0.0564444, abs=1e-7)


def test_limits_may_be_those_that_the_clip_uses() -> None:
    figure = read(SMALL, limits="observed").clip.clip.figure
    i = figure.index("Left Leg.x")
    assert np.allclose([figure.lo[i], figure.hi[i]], np.radians([-26, 27]))
    assert np.isinf(figure.lo[figure.index("Hips.tx")])
    assert (figure.lo <= figure.rest).all()
    assert (figure.rest <= figure.hi).all()


def test_a_file_without_frames_or_channels_is_a_skeleton() -> None:
    none = read(SMALL[: SMALL.index("Frames")] + "Frames: 0\nFrame Time: 0.1\n")
    assert none.counts == {"skeletons": 1}
    still = "HIERARCHY ROOT a\n{ OFFSET 0 0 0 End Site { OFFSET 0 1 0 } }\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0"
    assert len(read(still, "no joint has channels").skeleton) == 2


def test_wrong_options_are_refused() -> None:
    for options in ({"unit": "yard"}, {"unit": -1}, {"up": "w"}, {"limits": "some"}):
        with pytest.raises(InputError):
            read(SMALL, **options)
