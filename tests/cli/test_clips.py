"""``manikin play`` and ``manikin clip``."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from manikin import Position, bodies, load_clip, save_clip
from manikin.cli.clip_operations import OPERATIONS, parse
from manikin.clips import Constrained, Keyframes, Samples
from manikin.clips.clip import Clip
from manikin.clips.key import Key
from manikin.clips.mark import Mark
from manikin.clips.timed_goal import Span, TimedGoal
from tests.support.command_line import mistake, ran, run

HUMAN = bodies.load("human")
SCRIPT = """
rate 30
0..:   lock l_foot
0:     pose rest
10:    set r_elbow 60
20:    pose rest
"""


def moving(*, reach: float = 0.0) -> Clip:
    q = [HUMAN.rest, np.clip(HUMAN.rest + 0.1, HUMAN.lo, HUMAN.hi), HUMAN.rest]
    keys = tuple(Key(frame=10.0 * i, q=tuple(row)) for i, row in enumerate(q))
    source = Keyframes(figure=HUMAN, keys=keys, marks=(Mark(name="top", frame=10),))
    place = np.array(source.pose(5).position("r_hand"))
    place[1] += reach
    chain = ("r_forearm", "r_upper_arm") if reach else None
    goal = Position(point=HUMAN.point("r_hand"), target=tuple(place), name="hand", chain=chain)
    return Constrained(source=source, goals=(TimedGoal(goal=goal, spans=(Span(start=4, end=8),)),))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    save_clip(moving(), "in.clip")
    save_clip(moving(reach=5.0), "far.clip")
    Path("bend.motion").write_text(SCRIPT)
    return tmp_path


def test_playing_says_whether_goals_hold(here: Path) -> None:
    text = ran("play", "human", "in.clip")
    assert "human: frames 0 to 20, 0.667 s at 30/s" in text
    assert "hand holds at all frames" in text
    assert "hand is off at 5 frames (4-8), by up to" in ran("play", "human", "far.clip")


def test_a_script_is_played_and_written(here: Path) -> None:
    text = ran("play", "human", "bend.motion", "-o", "bend.npz", "--from", "2", "--to", "end-3", "--rate", "60")
    assert text.endswith("bend.npz\n")
    clip = load_clip("bend.npz")
    assert isinstance(clip, Samples)
    assert (clip.rate, clip.start, clip.end) == (60, 4, 34)
    assert np.degrees(clip.state(20)[HUMAN.index("r_elbow")]) == pytest.approx(60)


def test_every_kind_of_file_is_written(here: Path) -> None:
    ran("play", "human", "in.clip", "-o", "a.clip", "--from", "top")
    assert load_clip("a.clip").start == 10
    ran("play", "human", "in.clip", "-o", "a.csv")
    assert load_clip("a.csv", figure=HUMAN).end == 20
    ran("play", "human", "a.csv", "--picture", "strip.png", "--frames", "3", "-o", "m.apng", "--rate", "6")
    assert Path("strip.png").read_bytes()[:4] == Path("m.apng").read_bytes()[:4] == b"\x89PNG"
    ran("play", "human", "in.clip", "-o", "f.zip", "--view", "side", "--size", "64x48", "--rate", "6")
    with zipfile.ZipFile("f.zip") as pictures:
        assert len(pictures.namelist()) == 5
    ran("play", "human", "in.clip", "--plot", "p.svg", "--point", "l_foot", "--parameter", "r_elbow")
    assert "<svg" in Path("p.svg").read_text()
    data = json.loads(ran("play", "human", "in.clip", "--json"))
    assert data["held"]
    assert len(data["goals"]["hand"]["errors"]["m"]) == 5
    assert "10: state r_elbow 60" in ran("play", "human", "bend.motion", "--expand")


def test_the_ground_of_a_script_is_drawn(here: Path) -> None:
    stairs = "ground stairs 3 rise 0.17 tread 0.3 at 0 -0.2\n"
    for name, ground in (("level", ""), ("stairs", stairs)):
        Path(f"{name}.motion").write_text(f"{ground}0: pose rest\n4: pose rest\n", encoding="utf-8")
        ran("play", "human", f"{name}.motion", "--picture", f"{name}.png", "--frames", "1")
    assert Path("stairs.png").read_bytes() != Path("level.png").read_bytes()


def test_strict_refuses_and_otherwise_a_warning_is_given(here: Path) -> None:
    result = run("play", "human", "far.clip", "--strict", "-o", "out.npz")
    assert result.exit_code == 2
    assert "--strict: hand is off at 5 frames" in result.stderr
    assert not Path("out.npz").exists()
    result = run("play", "human", "far.clip", "-o", "out.npz")
    assert result.exit_code == 0
    assert "warning: out.npz: hand is off" in result.stderr
    assert Path("out.npz").exists()
    assert run("play", "human", "far.clip", "--strict", "--tolerance", "100").exit_code == 0


def test_ctrl_c_keeps_what_is_done(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_clip(Samples(figure=HUMAN, data=np.tile(HUMAN.rest, (350, 1))), "long.npz")
    whole, asked = Samples.states, []

    def states(self: Samples, frames: np.ndarray) -> np.ndarray:
        asked.append(len(frames))
        if asked[-3:] == [100, 100, 100]:
            raise KeyboardInterrupt
        return whole(self, frames)

    monkeypatch.setattr(Samples, "states", states)
    result = run("play", "human", "long.npz", "-o", "part.npz")
    assert "200 of 350 frames are done and kept" in result.stderr
    monkeypatch.undo()
    assert load_clip(here / "part.npz").end == 199


def test_operations_come_one_after_the_other(here: Path) -> None:
    ran("clip", "in.clip", "delete", "12", "15", "slide", "0", "0", "-2", "mark", "there", "top-1", "-o", "out.clip")
    clip = load_clip("out.clip")
    assert (clip.start, clip.end) == (-2, 17)
    assert clip.mark("there") == 9
    text = ran("clip", "out.clip")
    assert "keys    3 at -2 10 17" in text
    assert "hand: 4–8" in text
    assert "there 9, top 10" in text


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_runs(name: str, here: Path) -> None:
    given = {"FILE": "in.clip", "NAME": "top", "START": "4", "END": "10", "FRAME": "7", "NEW_END": "14"}
    numbers = {"BY": "2", "TIMES": "2", "OVERLAP": "3", "WEIGHT": "0.5", "TOLERANCE": "0.02"}
    numbers["TIMES_OF_FRAMES"] = "0:start,9:7,30:end"
    values = [{**given, **numbers}[kind] for kind in OPERATIONS[name].takes.split()]
    ran("clip", "in.clip", name, *values, "-o", "out.clip")
    assert load_clip("out.clip").figure == HUMAN
    assert OPERATIONS[name].does in ran("clip", "-", "--operations")


def test_clips_of_the_library_go_by_name(here: Path) -> None:
    from manikin.library.library import user_library

    user_library().store(moving(), "mine", "zz step")
    assert "hand holds" in ran("play", "human", "zz step")
    assert "held" in ran("clip", "mine/zz step")


@pytest.mark.parametrize(("arguments", "message"), [
    (("play", "human", "no.clip"), "there is no such file"),
    (("play", "human", "nothing here"), "no clip file or clip of the library"),
    (("play", "human", "in.clip", "--from", "5", "--to", "2"), "--from and --to are a frame and a later one"),
    (("play", "human", "in.clip", "--view", "front"), "--view and --size are for films"),
    (("play", "human", "in.clip", "--size", "10"), "--view and --size are for films"),
    (("play", "human", "in.clip", "--size", "10", "-o", "a.png"), "--size takes width and height"),
    (("clip", "walk", "--name", "nobody", "info"), "walk of the library is one"),
    (("play", "human", "in.clip", "--from", "tpo"), "a frame is a number, start, end, top, not 'tpo'"),
    (("play", "human", "in.clip", "--rate", "0"), "--rate takes frames per second"),
    (("play", "human", "in.clip", "--tolerance", "-1"), "--tolerance takes metres"),
    (("play", "limb7", "in.clip"), "parameter"),
    (("play", "human", "bad.motion"), "bad.motion:1"),
    (("play", "human", "in.clip", "--expand"), "is no motion script"),
    (("clip", "in.clip", "cutt", "1", "2"), 'did you mean "cut"'),
    (("clip", "in.clip", "cut", "1"), "cut takes START END, and only 1"),
    (("clip", "in.clip", "loop", "often", "-o", "x.clip"), "loop: TIMES is a number"),
    (("clip", "in.clip", "retime", "0 20", "-o", "x.clip"), "as in 0:start,50:end"),
    (("clip", "in.clip", "retime", "0:start,5:tpo", "-o", "x.clip"), "a frame is a number, start, end, top"),
    (("clip", "in.clip", "retime", "0:end,5:start", "-o", "x.clip"), "goes forwards"),
    (("clip", "in.clip", "reverse"), "say where the edited clip goes"),
    (("clip", "in.clip", "crop", "40", "50", "-o", "x.clip"), "lie outside the clip"),
    (("clip", "in.clip", "reverse", "-o", "x.doc"), "no format for the suffix"),
])  # fmt: skip
def test_mistakes_are_told_in_one_line(arguments: tuple[str, ...], message: str, here: Path) -> None:
    Path("bad.motion").write_text("0: jump high\n")
    assert message in mistake(*arguments)


def test_words_are_operations_and_their_values() -> None:
    assert parse(["crop", "1", "end", "reverse"]) == [("crop", ["1", "end"]), ("reverse", [])]
