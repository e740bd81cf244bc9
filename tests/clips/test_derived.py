"""Clips made from clips: loops, mirrors, joints, blends, layers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from manikin import bodies
from manikin.clips import Blended, Joined, Keyframes, Layered, Looped, Mirrored, Retimed
from manikin.clips.clip import Clip
from manikin.clips.ground import GroundMotion, ground_motion, heading_of, moved_on_ground
from manikin.clips.key import Key
from manikin.clips.mixed import Layer, blend_states
from manikin.clips.timing import TimeCurve
from manikin.errors import InputError

HUMAN = bodies.load("human")


def walk(seed: int = 0, forward: float = 0.8, turn: float = 0.3) -> Keyframes:
    """Keys that go forward and turn."""
    rng = np.random.default_rng(seed)
    keys = []
    for i in range(4):
        q = np.clip(HUMAN.rest + 0.15 * rng.normal(size=HUMAN.size), HUMAN.lo, HUMAN.hi)
        q[HUMAN.index("root_x")], q[HUMAN.index("root_z")] = 0.1 * i, forward * i / 3
        q[HUMAN.index("root_turn")] = turn * i / 3
        keys.append(Key(frame=10.0 * i, q=tuple(q)))
    return Keyframes(figure=HUMAN, keys=tuple(keys))


def world(q: np.ndarray) -> np.ndarray:
    return HUMAN.pose(q).world


def moved(frames: np.ndarray, motion: GroundMotion) -> np.ndarray:
    """World transforms moved by a ground motion, written down by hand for y up."""
    c, s = np.cos(motion.angle), np.sin(motion.angle)
    turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    z, x = motion.across
    result = np.einsum("ij,njk->nik", turn, frames)
    result[:, :, 3] += (x, 0.0, z)
    return result


def test_moving_on_the_ground_moves_every_part_rigidly() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        q = np.clip(HUMAN.rest + 0.4 * rng.normal(size=HUMAN.size), HUMAN.lo, HUMAN.hi)
        motion = GroundMotion(float(rng.uniform(-3, 3)), tuple(rng.normal(size=2)))  # type: ignore[arg-type]
        after = moved_on_ground(HUMAN, q[None], motion)[0]
        np.testing.assert_allclose(world(after), moved(world(q), motion), atol=1e-9)
        back = moved_on_ground(HUMAN, after[None], motion.inverse)[0]
        np.testing.assert_allclose(world(back), world(q), atol=1e-9)
        twice = moved_on_ground(HUMAN, after[None], motion)[0]
        np.testing.assert_allclose(
            world(twice), world(moved_on_ground(HUMAN, q[None], motion.repeated(2))[0]), atol=1e-9
        )


def test_a_carried_loop_goes_on_from_where_it_ended() -> None:
    clip = walk()
    loop = Looped(source=clip, times=4, carry=True)
    once = ground_motion(HUMAN, clip.state(0), clip.state(30))
    for turn in range(4):
        frame = 30 * turn + 11.3
        np.testing.assert_allclose(
            world(loop.state(frame)), moved(world(clip.state(11.3)), once.repeated(turn)), atol=1e-8
        )
    assert heading_of(HUMAN, loop.state(119.9999)) == pytest.approx(4 * heading_of(HUMAN, clip.state(30)), abs=0.2)


@pytest.mark.parametrize(("way", "frame", "same"), [
    ("hold", 45.0, 30.0), ("loop", 45.0, 15.0), ("back_and_forth", 45.0, 15.0), ("back_and_forth", 65.0, 5.0),
    ("loop", -4.0, 26.0), ("back_and_forth", -4.0, 4.0), ("hold", -4.0, 0.0),
])  # fmt: skip
def test_beyond_its_ends_a_clip_does_what_it_is_told(way: str, frame: float, same: float) -> None:
    clip = walk()
    extended = Keyframes(figure=HUMAN, keys=clip.keys, before=way, after=way)  # type: ignore[arg-type]
    np.testing.assert_allclose(extended.state(frame), clip.state(same), atol=1e-12)


def test_going_on_keeps_the_rate_of_the_end() -> None:
    clip = Keyframes(figure=HUMAN, keys=walk().keys, before="go_on", after="go_on")
    h, column = 1e-3, HUMAN.index("root_z")
    rate = (clip.state(30)[column] - clip.state(30 - h)[column]) / h
    assert clip.state(40)[column] == pytest.approx(clip.state(30)[column] + 10 * rate, abs=1e-3)


def test_mirrored_twice_is_the_clip() -> None:
    clip = walk()
    frames = np.linspace(0, 30, 40)
    np.testing.assert_allclose(Mirrored(source=Mirrored(source=clip)).at(frames), clip.at(frames), atol=1e-12)
    flipped = Mirrored(source=clip)
    assert flipped.state(12)[HUMAN.index("r_elbow")] == pytest.approx(clip.state(12)[HUMAN.index("l_elbow")])


def test_joined_clips_meet_on_the_ground_and_keep_their_motion() -> None:
    first, second = walk(0), walk(1, forward=1.0, turn=-0.5)
    joined = Joined(clips=(first, second))
    assert (joined.start, joined.end) == (0.0, 60.0)
    np.testing.assert_array_equal(joined.at([5.0, 29.0]), first.at([5.0, 29.0]))
    motion = ground_motion(HUMAN, second.state(0), first.state(30))
    np.testing.assert_allclose(world(joined.state(47)), moved(world(second.state(17)), motion), atol=1e-8)
    across = [HUMAN.index("root_x"), HUMAN.index("root_z")]
    np.testing.assert_allclose(joined.state(30)[across], first.state(30)[across], atol=1e-9)


def test_an_overlap_fades_without_a_jump() -> None:
    joined = Joined(clips=(walk(0), walk(1)), overlap=8)
    assert joined.end == 52
    steps = np.abs(np.diff(joined.at(np.linspace(0, 52, 1041)), axis=0)).max()
    assert steps < 0.03


def test_blends_are_the_clips_at_their_ends_and_between_them_elsewhere() -> None:
    a, b = walk(0), walk(1)
    blend = Blended(first=a, second=b, weight=((0, 0), (30, 1)))
    np.testing.assert_array_equal(blend.state(0), a.state(0))
    np.testing.assert_array_equal(blend.state(30), b.state(30))
    arm = Blended(first=a, second=b, weight=1.0, tracks=frozenset({"r_elbow"})).state(7)
    elbow = HUMAN.index("r_elbow")
    assert arm[elbow] == b.state(7)[elbow]
    np.testing.assert_array_equal(np.delete(arm, elbow), np.delete(a.state(7), elbow))
    with pytest.raises(InputError, match="0 … 1"):
        Blended(first=a, second=b, weight=1.5)


def test_half_a_blend_of_turns_is_half_the_turn() -> None:
    a, b = HUMAN.rest.copy(), HUMAN.rest.copy()
    b[HUMAN.index("root_turn")] += 1.0
    half = blend_states(HUMAN, a[None], b[None], np.array([0.5]))[0]
    assert half[HUMAN.index("root_turn")] == pytest.approx(a[HUMAN.index("root_turn")] + 0.5)


def test_an_added_layer_adds_its_difference_and_a_still_one_nothing() -> None:
    base, over = walk(0), walk(1)
    still = Keyframes(figure=HUMAN, keys=(over.keys[0],))
    same = Layered(base=base, layers=(Layer(clip=still, mode="add"),))
    np.testing.assert_allclose(same.at(np.arange(31.0)), base.at(np.arange(31.0)), atol=1e-9)
    raised = HUMAN.rest.copy()
    raised[HUMAN.index("r_elbow")] += 0.2
    lift = Keyframes(figure=HUMAN, keys=(Key(frame=0, q=tuple(HUMAN.rest)), Key(frame=30, q=tuple(raised))))
    layered = Layered(base=base, layers=(Layer(clip=lift, mode="add"),))
    elbow = HUMAN.index("r_elbow")
    wanted = min(base.state(30)[elbow] + 0.2, HUMAN.hi[elbow])
    assert layered.state(30)[elbow] == pytest.approx(wanted, abs=1e-9)


def test_clips_of_other_figures_or_rates_are_not_mixed() -> None:
    dog = bodies.load("quadruped")
    other = Keyframes(figure=dog, keys=(Key(frame=0, q=tuple(dog.rest)),))
    with pytest.raises(InputError, match="different figures"):
        Blended(first=walk(), second=other)
    with pytest.raises(InputError, match="frames/s"):
        Joined(clips=(walk(), Keyframes(figure=HUMAN, rate=60, keys=walk().keys)))


@pytest.mark.parametrize(("make", "frames"), [
    (lambda clip: Mirrored(source=clip), [0, 10, 20, 30]),
    (lambda clip: Retimed(source=clip, time=TimeCurve(pairs=((0, 5), (50, 30)))), [10, 30, 50]),
    (lambda clip: Looped(source=clip, times=1.5), [0, 10, 20, 30, 40]),
    (lambda clip: Joined(clips=(clip, clip), overlap=5), [0, 10, 20, 25, 30, 35, 45, 55]),
    (lambda clip: Blended(first=clip, second=walk(1), weight=((5, 0), (15, 1))), [0, 10, 20, 30]),
    (lambda clip: Blended(first=clip, second=clip.bake(), weight=((5, 0), (15, 1))), [0, 10]),
    (lambda clip: Layered(base=clip, layers=(Layer(clip=clip.bake()),)), [0, 10, 20, 30]),
    (lambda clip: clip.bake(), []),
])  # fmt: skip
def test_keys_are_found_through_clips_made_from_others(make: Callable[[Keyframes], Clip], frames: list[float]) -> None:
    np.testing.assert_allclose(make(walk()).key_frames, frames, atol=1e-9)
