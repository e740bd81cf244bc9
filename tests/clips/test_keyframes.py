"""Keys and the curves between them, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline
from scipy.spatial.transform import Rotation, Slerp

from manikin import Figure, bodies, chain
from manikin.clips import Keyframes, balls
from manikin.clips.key import Key
from manikin.clips.tracks import ROOT_ORIENTATION, ROOT_POSITION, tracks_of
from manikin.errors import InputError, UnknownName

HUMAN = bodies.load("human")


def states(figure: Figure, count: int, seed: int, spread: float = 0.3) -> np.ndarray:
    """Random states around rest, inside the limits."""
    rng = np.random.default_rng(seed)
    q = figure.rest + spread * rng.normal(size=(count, figure.size))
    return np.clip(q, figure.lo, figure.hi)


def keyed(figure: Figure, q: np.ndarray, frames: list[float], **data: object) -> Keyframes:
    keys = tuple(Key(frame=f, q=tuple(row), **data) for f, row in zip(frames, q, strict=True))  # type: ignore[arg-type]
    return Keyframes(figure=figure, keys=keys)


FRAMES = [0.0, 7.0, 20.0, 24.5, 60.0]


@pytest.mark.parametrize("figure", [HUMAN, HUMAN.ungrouped(), bodies.load("limb7"), bodies.load("quadruped")])
def test_tracks_cover_every_parameter_once(figure: Figure) -> None:
    columns = [column for track in tracks_of(figure) for column in track.columns]
    assert sorted(columns) == list(range(figure.size))


def test_the_human_has_six_balls_and_a_free_root() -> None:
    tracks = {track.name: track for track in tracks_of(HUMAN)}
    assert sum(track.is_ball for track in tracks.values()) == 6
    assert not tracks[ROOT_POSITION].is_ball
    assert tracks[ROOT_ORIENTATION].is_ball
    assert sum(track.is_ball for track in tracks_of(HUMAN.ungrouped())) == 25


@pytest.mark.parametrize("seed", range(8))
def test_angles_of_a_ball_give_its_rotation_back_and_stay_near_their_reference(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for track in tracks_of(HUMAN.ungrouped()):
        if not track.is_ball:
            continue
        axes = np.broadcast_to(track.axis_rows, (40, 3, 3))
        theta = rng.uniform(-4, 4, (40, 3))
        theta[:8, 1] = rng.choice([0, np.pi / 2, -np.pi / 2, np.pi], 8)  # gimbal lock among them
        turn = balls.rotation(axes, theta)
        one, two, three = (Rotation.from_rotvec(axes[:, i] * theta[:, i : i + 1]) for i in range(3))
        expected = one * two * three
        assert (expected.inv() * Rotation.from_quat(turn)).magnitude().max() < 1e-12
        found = balls.angles(axes, turn, theta + 0.05 * rng.normal(size=theta.shape))
        again = balls.rotation(axes, found)
        assert (Rotation.from_quat(turn).inv() * Rotation.from_quat(again)).magnitude().max() < 1e-7
        regular = np.abs(np.linalg.det(balls._jacobian(axes, theta))) > 0.2
        np.testing.assert_allclose(found[regular], theta[regular], atol=1e-9)


def test_rates_of_angles_and_of_the_ball_are_each_others_inverse() -> None:
    rng = np.random.default_rng(3)
    axes = tracks_of(HUMAN)[1].axis_rows
    theta, rates = rng.uniform(-1, 1, 3), rng.normal(size=3)
    omega = balls.body_rates(axes, theta, rates)
    h = 1e-6
    ahead = Rotation.from_quat(balls.rotation(axes, theta + h * rates))
    back = Rotation.from_quat(balls.rotation(axes, theta - h * rates))
    np.testing.assert_allclose((back.inv() * ahead).as_rotvec() / (2 * h), omega, atol=1e-8)
    np.testing.assert_allclose(balls.angle_rates(axes, theta, omega)[0], rates, atol=1e-9)


@pytest.mark.parametrize("figure", [HUMAN, HUMAN.ungrouped(), bodies.load("limb7")])
@pytest.mark.parametrize("curve", ["smooth", "linear", "hold"])
def test_keys_are_met_to_the_last_bit_and_limits_hold(figure: Figure, curve: str) -> None:
    q = states(figure, len(FRAMES), 4, spread=1.0)
    clip = keyed(figure, q, FRAMES, curve=curve)
    np.testing.assert_array_equal(clip.at(FRAMES), q)
    many = clip.at(np.linspace(-5, 70, 1500))
    assert (many >= figure.lo).all()
    assert (many <= figure.hi).all()


def test_numbers_follow_the_cubic_with_the_rates_of_the_parabola() -> None:
    arm = Figure(chain([0.3, 0.3, 0.2]))
    q = states(arm, len(FRAMES), 5)
    clip = keyed(arm, q, FRAMES)
    rates = np.empty_like(q)
    for i in range(1, len(FRAMES) - 1):  # the slope of the parabola through three keys
        for column in range(arm.size):
            fit = np.polyfit(np.array(FRAMES[i - 1 : i + 2]) - FRAMES[i], q[i - 1 : i + 2, column], 2)
            rates[i, column] = fit[1]
    slope = np.diff(q, axis=0) / np.diff(FRAMES)[:, None]
    rates[0] = 1.5 * slope[0] - 0.5 * rates[1]
    rates[-1] = 1.5 * slope[-1] - 0.5 * rates[-2]
    many = np.linspace(0, 60, 301)
    np.testing.assert_allclose(clip.at(many), CubicHermiteSpline(FRAMES, q, rates)(many), atol=1e-12)


def test_linear_balls_are_slerp() -> None:
    q = states(HUMAN, len(FRAMES), 6)
    clip = keyed(HUMAN, q, FRAMES, curve="linear")
    many = np.linspace(0, 60, 400)
    got = clip.at(many)
    for track in tracks_of(HUMAN):
        if track.is_ball:
            columns = list(track.columns)
            turns = balls.rotation(np.broadcast_to(track.axis_rows, (len(q), 3, 3)), q[:, columns])
            expected = Slerp(FRAMES, Rotation.from_quat(turns))(many)
            found = balls.rotation(np.broadcast_to(track.axis_rows, (len(many), 3, 3)), got[:, columns])
            assert (expected.inv() * Rotation.from_quat(found)).magnitude().max() < 1e-9, track.name


@pytest.mark.parametrize("figure", [HUMAN, HUMAN.ungrouped()])
def test_speed_is_continuous_at_uneven_keys(figure: Figure) -> None:
    q = states(figure, len(FRAMES), 7, spread=0.15)
    clip = keyed(figure, q, FRAMES)
    h = 1e-4
    for frame in FRAMES[1:-1]:
        before, here, after = clip.at([frame - h, frame, frame + h])
        np.testing.assert_allclose((here - before) / h, (after - here) / h, atol=2e-4)


def test_any_order_gives_the_same_bits() -> None:
    clip = keyed(HUMAN, states(HUMAN, len(FRAMES), 8), FRAMES)
    frames = np.linspace(-10, 75, 300)
    rng = np.random.default_rng(1)
    order = rng.permutation(len(frames))
    together = clip.at(frames)
    np.testing.assert_array_equal(clip.at(frames[order]), together[order])
    for i in order[:40]:
        np.testing.assert_array_equal(clip.state(frames[i]), together[i])


def test_tension_stops_continuity_makes_corners_and_bias_leans() -> None:
    arm = Figure(chain([0.5]))
    q, frames = np.array([[0.0], [1.0], [0.5]]), [0.0, 10.0, 20.0]

    def rate(side: float, **data: float) -> float:
        clip = keyed(arm, q, frames, **data)
        return float((clip.state(10 + side * 1e-5)[0] - 1.0) / (side * 1e-5))

    assert rate(1, tension=1.0) == pytest.approx(0, abs=1e-4)
    assert rate(1) == pytest.approx(rate(-1), abs=1e-4) == pytest.approx(0.025, abs=1e-4)
    assert rate(-1, continuity=-1.0) == pytest.approx(0.1, abs=1e-4)
    assert rate(1, continuity=-1.0) == pytest.approx(-0.05, abs=1e-4)
    assert rate(1, bias=1.0) == pytest.approx(0.1, abs=1e-4)
    assert rate(1, bias=-1.0) == pytest.approx(-0.05, abs=1e-4)


def test_slow_keys_change_the_time_and_not_the_way() -> None:
    q = states(HUMAN, 2, 9)
    plain, slow = keyed(HUMAN, q, [0.0, 30.0]), keyed(HUMAN, q, [0.0, 30.0], slow_in=1.0, slow_out=1.0)
    u = np.linspace(0, 1, 31)
    np.testing.assert_allclose(slow.at(30 * u), plain.at(30 * (3 * u**2 - 2 * u**3)), atol=1e-12)


def test_partial_keys_are_passed_by_other_tracks() -> None:
    q = states(HUMAN, 3, 10)
    partial = Key(frame=10, q=tuple(q[1]), tracks=frozenset({"r_elbow"}))
    clip = Keyframes(figure=HUMAN, keys=(Key(frame=0, q=tuple(q[0])), partial, Key(frame=20, q=tuple(q[2]))))
    straight = keyed(HUMAN, q[[0, 2]], [0.0, 20.0])
    elbow = HUMAN.index("r_elbow")
    others = [i for i in range(HUMAN.size) if i != elbow]
    assert clip.state(10)[elbow] == q[1, elbow]
    np.testing.assert_array_equal(clip.at([5, 10, 13])[:, others], straight.at([5, 10, 13])[:, others])


def test_explicit_rates_are_those_of_the_curve() -> None:
    inner = HUMAN.rest.clip(HUMAN.lo + 0.1, HUMAN.hi - 0.1)  # where no limit shortens a rate
    q = inner + 0.02 * np.random.default_rng(11).normal(size=(3, HUMAN.size)).clip(-1, 1)
    rates = tuple((0.002 * np.random.default_rng(2).normal(size=HUMAN.size)).tolist())
    keys = [Key(frame=10.0 * i, q=tuple(row), rates=rates if i == 1 else None) for i, row in enumerate(q)]
    clip = Keyframes(figure=HUMAN, keys=tuple(keys))
    h = 1e-5
    before, after = clip.at([10 - h, 10 + h])
    np.testing.assert_allclose((after - before) / (2 * h), rates, atol=1e-6)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ([], "1 to"),
        ([{"frame": 0}, {"frame": 0}], "two keys at frame 0"),
        ([{"frame": float("nan")}], "finite"),
        ([{"frame": 0, "tension": 2}], "between -1 and 1"),
        ([{"frame": 0, "slow_in": -2.1}], "between -2 and 1"),
        ([{"frame": 0, "curve": "wild"}], "smooth, linear, hold"),
    ],
)
def test_wrong_keys_are_refused(keys: list[dict], message: str) -> None:
    rest = tuple(HUMAN.rest.tolist())
    with pytest.raises(InputError, match=message):
        Keyframes(figure=HUMAN, keys=tuple(Key(q=rest, **data) for data in keys))


def test_keys_beyond_limits_of_unknown_tracks_or_of_another_size_are_refused() -> None:
    rest = HUMAN.rest.copy()
    rest[HUMAN.index("r_elbow")] = 9.0
    with pytest.raises(InputError, match="is 9, beyond its limits"):
        keyed(HUMAN, rest[None], [0.0])
    with pytest.raises(UnknownName, match='did you mean "r_elbow"'):
        keyed(HUMAN, HUMAN.rest[None], [0.0], tracks=frozenset({"r_elbo"}))
    with pytest.raises(InputError):
        keyed(HUMAN, HUMAN.rest[None, :-1], [0.0])


def test_three_turns_between_keys_are_made() -> None:
    q = np.tile(HUMAN.rest, (2, 1))
    q[1, HUMAN.index("root_turn")] += 6 * np.pi
    clip = keyed(HUMAN, q, [0.0, 90.0])
    turn = clip.at(np.linspace(0, 90, 181))[:, HUMAN.index("root_turn")]
    assert (np.diff(turn) > 0).all()
    assert turn[-1] - turn[0] == pytest.approx(6 * np.pi)


def test_a_key_can_be_reached_and_left_at_different_rates() -> None:
    limb = bodies.load("planar3")
    q = [limb.rest + 0.1 * i for i in range(3)]
    into, out = (0.02,) * limb.size, (-0.01,) * limb.size
    keys = (
        Key(frame=0, q=tuple(q[0])),
        Key(frame=10, q=tuple(q[1]), rates=into, rates_out=out),
        Key(frame=20, q=tuple(q[2])),
    )
    clip = Keyframes(figure=limb, keys=keys)
    h = 1e-5
    before, here, after = clip.at([10 - h, 10, 10 + h])
    np.testing.assert_allclose((here - before) / h, into, atol=1e-5)
    np.testing.assert_allclose((after - here) / h, out, atol=1e-5)
    with pytest.raises(InputError, match="reached"):
        Key(frame=0, q=tuple(q[0]), rates_out=out)
