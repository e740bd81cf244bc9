"""Clips in files: what comes back, what is refused, and where."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manikin import Figure, Position, bodies, list_clips, load_clip, save_clip
from manikin.clips import Constrained, Keyframes, Layered, Procedure, Retimed, Samples
from manikin.clips.clip import Clip, clip_kinds
from manikin.clips.key import Key
from manikin.clips.mark import Mark
from manikin.clips.timed_goal import MovingTarget, Span, TimedGoal
from manikin.clips.timing import ArcLength
from manikin.errors import FormatError, FormatWarning, InputError, UnknownName
from manikin.formats.clip_data import clip_data, clip_from_data
from manikin.formats.content import Content, StoredClip
from manikin.formats.files import save_content
from tests.support.clip_kinds import FIGURES, MAKE

HUMAN = bodies.load("human")
STORED = [kind for kind in clip_kinds if kind != "procedure"]


def waving() -> Keyframes:
    """Keys with everything that a key can have."""
    q = [tuple((HUMAN.rest + 0.01 * i).clip(HUMAN.lo, HUMAN.hi).tolist()) for i in range(3)]
    rates = (0.001,) * HUMAN.size
    keys = (
        Key(frame=-1.5, q=q[0], curve="linear", name="ready"),
        Key(frame=10, q=q[1], tracks=frozenset({"r_elbow", "root position"}), tension=0.3, continuity=-0.2, bias=0.1),
        Key(frame=20, q=q[2], slow_in=0.5, slow_out=1.0, rates=rates, rates_out=tuple(2 * r for r in rates)),
    )
    marks = (Mark(name="höchster Punkt", frame=10), Mark(name="end", frame=20))
    return Keyframes(figure=HUMAN, rate=24, keys=keys, before="carry", after="back_and_forth", marks=marks)


def held() -> Constrained:
    goal = Position(point=HUMAN.point("r_hand", at=(0.01, 0, 0)), target=(0.4, 1.1, 0.2), name="hand")
    moving = MovingTarget(field="target", frames=(0, 9), values=((0.4, 1.1, 0.2), (0.3, 1.1, 0.2)))
    goals = (
        TimedGoal(goal=goal, spans=(Span(end=4, ease_out=2), Span(start=6, ease_in=0, cut_in=True)), hard=False),
        TimedGoal(goal=goal, moving=moving),
    )
    return Constrained(source=waving(), goals=goals)


def same(one: Clip, other: Clip) -> bool:
    return type(one) is type(other) and one.figure == other.figure and clip_data(one) == clip_data(other)


@pytest.mark.parametrize("kind", STORED)
@pytest.mark.parametrize("name", ["human", "quadruped"])
def test_every_kind_of_clip_comes_back_as_it_was(kind: str, name: str, tmp_path: Path) -> None:
    clip = MAKE[kind](FIGURES[name])
    if isinstance(clip, Layered) or kind == "blended":
        pytest.skip("made of a procedure here")
    save_clip(clip, tmp_path / "a.clip", name="it")
    again = load_clip(tmp_path / "a.clip")
    assert same(clip, again)
    frames = np.linspace(0, 25, 30)
    np.testing.assert_array_equal(again.at(frames), clip.at(frames))
    assert list_clips(tmp_path / "a.clip") == ("it",)


@pytest.mark.parametrize("make", [waving, held])
def test_keys_goals_and_marks_come_back_whole(make: Callable[[], Clip], tmp_path: Path) -> None:
    save_clip(make(), tmp_path / "a.clip")
    again = load_clip(tmp_path / "a.clip")
    assert same(make(), again)
    assert again.marks == make().marks
    if isinstance(again, Constrained):
        assert again.goals == make().goals  # type: ignore[attr-defined]


def test_mixed_clips_and_arc_length_come_back(tmp_path: Path) -> None:
    from manikin.clips import Blended
    from manikin.clips.mixed import Layer

    a, b = waving(), waving()
    clips = [
        Blended(first=a, second=b, weight=((0, 0), (9, 1)), tracks=frozenset({"r_elbow"})),
        Layered(base=a, layers=(Layer(clip=b, mode="add", weight=0.5), Layer(clip=a, tracks=frozenset({"l_elbow"})))),
        Retimed(source=a, time=ArcLength(clip=a, of=HUMAN.point("r_hand"), speed="slow")),
    ]
    save_content(Content(clips=tuple(StoredClip(clip=c, name=c.kind) for c in clips)), tmp_path / "some.clip")
    assert list_clips(tmp_path / "some.clip") == ("blended", "layered", "retimed")
    for clip in clips:
        assert same(clip, load_clip(tmp_path / "some.clip", name=clip.kind))
    with pytest.raises(FormatError, match="expected one clip, found 3 clips"):
        load_clip(tmp_path / "some.clip")
    with pytest.raises(UnknownName, match='did you mean "blended"'):
        load_clip(tmp_path / "some.clip", name="blendet")


@pytest.mark.parametrize("suffix", [".npz", ".csv"])
@pytest.mark.parametrize("figure", [HUMAN, HUMAN.ungrouped(), bodies.load("limb7")], ids=["human", "ungrouped", "limb"])
def test_samples_come_back_bit_for_bit(suffix: str, figure: Figure, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    clip = Samples(
        figure=figure,
        rate=119.88,
        data=rng.normal(size=(40, figure.size)) * 10.0 ** rng.integers(-12, 3, size=(40, figure.size)),
        first=-3.25,
        after="loop",
        marks=(Mark(name="foot down", frame=1.1),),
    )
    save_clip(clip, tmp_path / f"a{suffix}", name="trial 1")
    again = load_clip(tmp_path / f"a{suffix}", figure=figure if suffix == ".csv" else None)
    assert isinstance(again, Samples)
    assert again.figure == figure
    np.testing.assert_array_equal(again.data, clip.data)
    assert (again.rate, again.first, again.after, again.marks) == (clip.rate, clip.first, clip.after, clip.marks)
    assert list_clips(tmp_path / "a.npz") == ("trial 1",) if suffix == ".npz" else True


def test_columns_of_a_table_may_stand_in_any_order(tmp_path: Path) -> None:
    limb = bodies.load("planar3")
    save_clip(Samples(figure=limb, data=np.arange(2.0 * limb.size).reshape(2, -1)), tmp_path / "a.csv")
    lines = (tmp_path / "a.csv").read_text().splitlines()
    head = next(i for i, line in enumerate(lines) if not line.startswith("#"))
    turned = [*lines[:head], *(",".join(reversed(line.split(","))) for line in lines[head:])]
    (tmp_path / "b.csv").write_text("\n".join(turned) + "\n\n")
    np.testing.assert_array_equal(
        load_clip(tmp_path / "b.csv", figure=limb).at([0, 1]), np.arange(2.0 * limb.size).reshape(2, -1)
    )


@pytest.mark.parametrize(("change", "place"), [
    (lambda lines: [*lines[:-1], lines[-1] + ",1"], r"a\.csv:9: expected \d+ numbers"),
    (lambda lines: [*lines[:-1], lines[-1].replace("0.", "zero.", 1)], r"a\.csv:9:\d+: expected a finite number"),
    (lambda lines: [*lines[:-1], "nan" + lines[-1][lines[-1].index(",") :]], r"a\.csv:9:1: expected a finite number"),
    (lambda lines: [lines[0], "# rate quick", *lines[2:]], r"a\.csv:2:1: rate"),
    (lambda lines: [*lines[:4], "# units deg m", *lines[5:]], r"a\.csv:5:1: units"),
    (lambda lines: lines[:5], r"a\.csv:6:1: expected a line with the names"),
    (lambda lines: [*lines[:5], "x" + lines[5], *lines[6:]], r"a\.csv:6: there is no parameter"),
    (lambda lines: lines[:6], r"there are no frames"),
    (lambda lines: ["# something else"], r"a\.csv:1:1: expected"),
])  # fmt: skip
def test_tables_that_are_wrong_say_where(
    change: Callable[[list[str]], list[str]], place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    limb = bodies.load("planar3")
    save_clip(Samples(figure=limb, data=np.full((3, limb.size), 0.5)), "a.csv")
    lines = Path("a.csv").read_text().splitlines()
    Path("a.csv").write_text("\n".join(change(lines)) + "\n")
    with pytest.raises(FormatError, match=place):
        load_clip("a.csv", figure=limb)


def test_a_table_needs_a_figure(tmp_path: Path) -> None:
    save_clip(waving(), tmp_path / "a.csv")
    with pytest.raises(FormatError, match="say which one"):
        load_clip(tmp_path / "a.csv")


def damaged(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = json.loads(json.dumps(clip_data(held())))
    change(data)
    return data  # type: ignore[no-any-return]


@pytest.mark.parametrize(("change", "message"), [
    (lambda d: d.update(clip="keyframe"), "did you mean \"keyframes\""),
    (lambda d: d.pop("source"), "source is missing"),
    (lambda d: d["source"].update(rate="fast"), "motion: source: rate must be a finite number"),
    (lambda d: d["source"].update(rate=-3), "source: the rate of a clip must be above 0"),
    (lambda d: d["source"]["keys"][1].update(tension=3), "the key at frame 10: tension must lie between"),
    (lambda d: d["source"]["keys"][1].update(q=[1, 2]), "source: "),
    (lambda d: d["source"]["keys"][0].update(frame=10), "two keys at frame 10"),
    (lambda d: d["source"].update(speed=3), "no field of a keyframes clip 'speed'"),
    (lambda d: d["goals"][0]["spans"][0].update(end="x"), "end must be a finite number"),
    (lambda d: d["goals"][0]["goal"].update(goal="positoin"), "positoin"),
    (lambda d: d["goals"][0].update(goal=3), "goal"),
    (lambda d: d["source"].update(marks=[{"name": "", "frame": 1}]), "name of a mark"),
    (lambda d: d.update(source=[]), 'expected an object with its kind under "clip"'),
    (lambda d: d["goals"][0]["goal"]["point"].update(part="r_hnad"), "r_hnad"),
])  # fmt: skip
def test_wrong_clips_say_which_field_is_wrong(change: Callable[[dict[str, Any]], object], message: str) -> None:
    from manikin.errors import ManikinError

    with pytest.raises(ManikinError, match=message):
        clip_from_data(damaged(change), HUMAN, "motion")


def test_clips_within_clips_are_not_endless() -> None:
    data = clip_data(waving())
    for _ in range(30):
        data = {"clip": "mirrored", "source": data}
    with pytest.raises(InputError, match="at most 20"):
        clip_from_data(data, HUMAN)


def test_a_procedure_is_not_stored(tmp_path: Path) -> None:
    clip = Procedure(figure=HUMAN, call=lambda frames: np.tile(HUMAN.rest, (len(frames), 1)), first=0, last=4)
    with pytest.raises(InputError, match="bake"):
        save_clip(clip, tmp_path / "a.clip")
    assert not (tmp_path / "a.clip").exists()
    save_clip(clip, tmp_path / "a.npz")
    assert load_clip(tmp_path / "a.npz").end == 4


def test_another_figure_must_have_the_same_parameters(tmp_path: Path) -> None:
    save_clip(waving(), tmp_path / "a.clip")
    other = HUMAN.renamed("Anna")
    assert load_clip(tmp_path / "a.clip", figure=other).figure == other
    for path in ("a.clip", "a.npz"):
        save_clip(waving(), tmp_path / path)
        with pytest.raises(FormatError, match=r"parameter|values"):
            load_clip(tmp_path / path, figure=HUMAN.ungrouped())


def test_goals_that_do_not_hold_are_told_or_refused(tmp_path: Path) -> None:
    far = Position(point=HUMAN.point("r_hand"), target=(30, 1, 0), name="far", chain=("r_forearm", "r_upper_arm"))
    clip = Constrained(source=waving(), goals=(TimedGoal(goal=far, spans=(Span(start=3, end=6),)),))
    with pytest.warns(FormatWarning, match="far is off at 3 frames"):
        save_clip(clip, tmp_path / "a.npz")
    with pytest.raises(InputError, match="is not written: far is off"):
        save_clip(clip, tmp_path / "b.npz", strict=True)
    assert not (tmp_path / "b.npz").exists()
    save_clip(clip, tmp_path / "c.clip", strict=True)  # the goals are in the file


def archive(**arrays: Any) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def test_hostile_archives_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    names, about = np.array(HUMAN.parameter_names), np.frombuffer(b"{}", np.uint8)
    bomb = io.BytesIO()
    np.savez_compressed(bomb, states=np.zeros((10**6, 10)), names=names, about=about)
    pickled = io.BytesIO()
    np.savez(pickled, states=np.array([object()]), names=names, about=about)
    cut = io.BytesIO()
    with zipfile.ZipFile(cut, "w") as file:
        header = io.BytesIO()
        np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (10**9, 50)})
        for name in ("states", "names", "about"):
            file.writestr(f"{name}.npy", header.getvalue())
    for data, message in [
        (archive(states=np.zeros(3)), "no array 'about'"),
        (bomb.getvalue(), "times larger"),
        (pickled.getvalue(), "not numbers or text"),
        (cut.getvalue(), "cut off"),
        (archive(states=np.zeros((2, HUMAN.size)), names=names, about=about), "no clip of manikin"),
    ]:
        path.write_bytes(data)
        with pytest.raises(FormatError, match=message):
            load_clip(path)


def test_long_clips_are_sent_to_another_format(tmp_path: Path) -> None:
    clip = Samples(figure=HUMAN, data=np.random.default_rng(0).normal(size=(5000, HUMAN.size)))
    with pytest.raises(InputError, match=r"as \.npz"):
        save_clip(clip, tmp_path / "a.clip")
