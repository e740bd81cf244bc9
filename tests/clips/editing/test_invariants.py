"""What every operation of editing keeps to, over clips at random: keys, tracks, goals with windows, marks."""

from __future__ import annotations

import copy as copies
import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from manikin.clips import editing
from manikin.clips.clip import Clip
from manikin.clips.editing.opened import opened
from manikin.clips.tracks import tracks_of
from manikin.errors import InputError
from tests.clips.editing.made import clips, key_poses, plain, same_goals, scalars

MANY = settings(max_examples=20, deadline=None, derandomize=True)
Drawn = st.DataObject


def a_range(data: Drawn, clip: Clip, *, on_keys: bool = False) -> tuple[float, float]:
    frames = sorted(key_poses(clip)) if on_keys else list(range(int(clip.start), int(clip.end) + 1))
    first, last = sorted(data.draw(st.lists(st.sampled_from(frames), min_size=2, max_size=2, unique=True)))
    return float(first), float(last)


OPERATIONS: dict[str, Callable[[Clip, float, float], Clip]] = {
    "split": lambda clip, a, b: editing.split(clip, a + 0.37, b),
    "copy": editing.copy,
    "crop": editing.crop,
    "cut": lambda clip, a, b: editing.cut(clip, a, b, edges=True).piece,
    "rest of a cut": lambda clip, a, b: editing.cut(clip, a, b, edges=True).rest,
    "clear": lambda clip, a, b: editing.clear(clip, a, b, edges=True),
    "delete": lambda clip, a, b: editing.delete(clip, a, b, edges=True),
    "insert": lambda clip, a, b: editing.insert(clip, editing.copy(clip, a, b), a),
    "paste": lambda clip, a, b: editing.paste(clip, editing.copy(clip, a, b), b),
    "merge": lambda clip, a, b: editing.paste(clip, editing.copy(clip, a, b), b, "merge"),
    "slide": lambda clip, a, b: editing.slide(clip, a, b, 3.0),
    "ripple": lambda clip, a, b: editing.slide(clip, a, b, 2.0, ripple=True),
    "stretch": lambda clip, a, b: editing.stretch(clip, a, b, b + 5),
    "retime": lambda clip, a, b: editing.retime(clip, [(0, a), (10, (a + b) / 2), (30, b)]),
    "mapped": lambda clip, a, b: clip.mapped(lambda frame: a + 1.5 * frame + 0.1 * frame**2),
    "reverse": editing.reverse,
    "shift": lambda clip, a, b: editing.shift(clip, a - b),
    "loop": lambda clip, a, b: editing.loop(clip, 3),
}


@pytest.mark.parametrize("name", OPERATIONS)
@MANY
@given(clip=clips(), data=st.data())
def test_the_input_stays_as_it_was_and_no_span_lies_outside(name: str, clip: Clip, data: Drawn) -> None:
    start, end = a_range(data, clip)
    own = opened(clip)
    before = copies.deepcopy((own.keys, own.goals, own.marks))
    new = OPERATIONS[name](clip, start, end)
    assert (own.keys, own.goals, own.marks) == before
    for goal in opened(new).goals:
        for span in goal.ordered:
            assert span.start == -math.inf or new.start <= span.start
            assert span.end == math.inf or span.end <= new.end
            assert not span.cut_in or span.start == new.start
            assert not span.cut_out or span.end == new.end
    states = plain(new).at(np.linspace(new.start, new.end, 40))
    assert np.isfinite(states).all()
    assert (states >= clip.figure.lo - 1e-9).all()
    assert (states <= clip.figure.hi + 1e-9).all()


@MANY
@given(clip=clips(), data=st.data(), edges=st.booleans())
def test_a_piece_that_was_cut_and_is_pasted_again_makes_the_clip_whole(clip: Clip, data: Drawn, edges: bool) -> None:
    start, end = a_range(data, clip, on_keys=not edges)
    whole = {key.frame for key in opened(clip).keys if key.tracks is None}
    assume(edges or {start, end} <= whole)
    try:
        rest, piece = editing.cut(clip, start, end, edges=edges)
    except InputError:  # all keys were in the range
        assert len([f for f in key_poses(clip) if not start <= f <= end]) == 0
        return
    back = editing.paste(rest, piece, start)
    assert set(key_poses(clip)) <= set(key_poses(back))
    for key in opened(clip).keys:
        own = [c for track in tracks_of(clip.figure) if key.counts_for(track.name) for c in track.columns]
        np.testing.assert_allclose(plain(back).state(key.frame)[own], np.array(key.q)[own], atol=1e-12)
    assert same_goals(clip, back)
    assert back.marks == clip.marks


@MANY
@given(clip=clips(awkward=False), data=st.data())
def test_between_keys_numbers_move_as_before_the_cut(clip: Clip, data: Drawn) -> None:
    start, end = a_range(data, clip)
    back = editing.paste(*editing.cut(clip, start, end, edges=True), start)
    frames, numbers = np.linspace(clip.start, clip.end, 90), scalars(clip.figure)
    np.testing.assert_allclose(plain(back).at(frames)[:, numbers], plain(clip).at(frames)[:, numbers], atol=1e-9)


@MANY
@given(clip=clips())
def test_reversed_twice_is_the_clip(clip: Clip) -> None:
    back = editing.reverse(editing.reverse(clip))
    assert plain(back) == plain(clip)
    assert same_goals(clip, back)
    assert back.marks == clip.marks


@MANY
@given(clip=clips(partial=False))
def test_backwards_numbers_go_the_same_way(clip: Clip) -> None:
    frames, numbers = np.linspace(clip.start, clip.end, 50), scalars(clip.figure)
    once = plain(editing.reverse(clip)).at(clip.start + clip.end - frames)
    np.testing.assert_allclose(once[:, numbers], plain(clip).at(frames)[:, numbers], atol=1e-9)


@MANY
@given(clip=clips(), data=st.data(), by=st.integers(-2, 30))
def test_stretched_there_and_back_moves_no_key(clip: Clip, data: Drawn, by: int) -> None:
    start, end = a_range(data, clip)
    longer = max(end + by, start + 0.5)
    back = editing.stretch(editing.stretch(clip, start, end, longer), start, longer, end)
    np.testing.assert_allclose(sorted(key_poses(back)), sorted(key_poses(clip)), atol=1e-9)
    assert list(key_poses(back).values()) == list(key_poses(clip).values())
    was = [(s.start, s.end, s.ease_in or 0) for goal in opened(clip).goals for s in goal.ordered]
    now = [(s.start, s.end, s.ease_in or 0) for goal in opened(back).goals for s in goal.ordered]
    np.testing.assert_allclose(np.nan_to_num(now), np.nan_to_num(was), atol=1e-9)
    np.testing.assert_allclose([m.frame for m in back.marks], [m.frame for m in clip.marks], atol=1e-9)


@MANY
@given(clip=clips(awkward=False), data=st.data())
def test_a_copy_moves_as_the_clip_does(clip: Clip, data: Drawn) -> None:
    start, end = a_range(data, clip)
    piece = editing.copy(clip, start, end)
    assert (piece.start, piece.end) == (0.0, end - start)
    frames = np.linspace(0, end - start, 60)
    numbers = scalars(clip.figure)
    moved = plain(clip).at(start + frames)
    np.testing.assert_allclose(plain(piece).at(frames)[:, numbers], moved[:, numbers], atol=1e-9)
    np.testing.assert_allclose(plain(piece).at([0.0, end - start]), moved[[0, -1]], atol=1e-12)


@MANY
@given(clip=clips(), data=st.data())
def test_kept_keys_keep_their_poses_where_time_is_deleted_and_inserted(clip: Clip, data: Drawn) -> None:
    start, end = a_range(data, clip)
    was = key_poses(clip)
    if not all(start <= frame < end for frame in was):
        shorter = key_poses(editing.delete(clip, start, end))
        expected = {f: q for f, q in was.items() if f < start} | {f - (end - start): was[f] for f in was if f >= end}
        if not any(f >= end for f in was):
            expected |= {f: q for f, q in was.items() if f == start}
        assert shorter == expected
    piece = editing.copy(clip, start, end)
    longer = key_poses(editing.insert(clip, piece, start))
    for frame, q in was.items():
        if frame < start:
            assert longer[frame] == q
        elif frame > start:
            assert longer[frame + end - start] == q
    for frame, q in key_poses(piece).items():
        assert longer[frame + start] == q


@MANY
@given(clip=clips(), data=st.data(), by=st.integers(-6, 6))
def test_sliding_moves_keys_marks_and_ends_by_the_same_frames(clip: Clip, data: Drawn, by: int) -> None:
    start, end = a_range(data, clip)
    was = key_poses(clip)
    now = key_poses(editing.slide(clip, start, end, by))
    for frame, q in was.items():
        if start <= frame <= end:
            assert now[frame + by] == q
    rippled = editing.slide(clip, start, end, by, ripple=True)
    assert {f + by: q for f, q in was.items() if f >= start}.items() <= key_poses(rippled).items()
    assert [m.frame for m in rippled.marks] == sorted(m.frame + by if m.frame >= start else m.frame for m in clip.marks)
