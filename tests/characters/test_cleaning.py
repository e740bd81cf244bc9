"""Foot-skate clean-up: feet that slide are made to stand, and nothing else changes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np
import pytest

from manikin import Constrained, Contact, InputError, Samples, clean_feet, load_clip, save_clip
from manikin.characters.contacts import find_contacts, ground_of
from manikin.characters.foot_points import foot_points
from manikin.characters.hand_over import led_over
from manikin.characters.roles import Roles
from manikin.gait.ground import Ground, HeightField, Stairs
from manikin.plain_data import to_data
from tests.support.captures import captured_clip
from tests.support.command_line import failed, mistake, ran
from tests.support.paths import REAL_FILES
from tests.support.skating import (
    clean_walk,
    drifts,
    jerk,
    knee_pop,
    near_ground_slide,
    places,
    skating_walk,
    swaying_walk,
)

real = pytest.mark.skipif(not REAL_FILES.is_dir(), reason="the files of others are not here")


@pytest.mark.parametrize("scale", [0.4, 1.0, 2.0])
def test_feet_that_slide_are_made_to_stand(scale: float) -> None:
    raw = skating_walk(scale)
    done = clean_feet(raw)
    assert done.skate > 3e-4 * scale
    assert done.skate_after < 1e-7
    assert not done.off
    after = foot_points(done.clip, done.clip.data)
    assert max(drifts(after, done.contacts)) < 1e-6
    assert jerk(done.clip) < 2 * jerk(raw)  # of keys and curves, which have next to none
    assert (done.clip.data >= raw.figure.lo - 1e-9).all()
    assert (done.clip.data <= raw.figure.hi + 1e-9).all()


def test_the_contacts_are_those_of_the_walk() -> None:
    done = clean_feet(skating_walk())
    balls = [c for c in done.contacts if c.point == "ball"]
    assert {c.side for c in balls} == {"l", "r"}
    clean = clean_walk()
    points = foot_points(clean, clean.data)
    for contact in balls:
        heights = points.ways[contact.side, "ball"][contact.start : contact.end + 1, 1]
        assert np.median(heights) - ground_of(points)["ball"] < 0.04


@pytest.mark.parametrize(
    "ground",
    [
        Stairs(count=4, rise=0.12, tread=0.35, start=(0, 0.8)),
        HeightField(heights=[[0.15 * np.sin(0.45 * i) for i in range(-4, 12)]] * 7, origin=(-3, -2), spacing=(1, 0.5)),
    ],
    ids=["stairs", "hill"],
)
def test_feet_stand_on_a_ground_that_is_given(ground: Ground) -> None:
    raw = swaying_walk(ground)
    done = clean_feet(raw, ground=ground)
    balls = [c for c in done.contacts if c.point == "ball"]
    over = [c.place[1] - float(ground.height(np.array([[c.place[0], c.place[2]]]))[0]) for c in balls]
    assert np.ptp(over) < 0.011  # soles have one height, as far as a foot that stands beside it may keep its own
    assert done.skate_after < 1e-7
    assert not done.off
    assert len(balls) > len([c for c in clean_feet(raw).contacts if c.point == "ball"])  # some are missed without it


def test_a_second_clean_up_changes_nothing() -> None:
    once = clean_feet(skating_walk())
    twice = clean_feet(once.clip)
    assert np.abs(places(twice.clip) - places(once.clip)).max() < 1e-4
    assert all(contact.settled for contact in twice.contacts)


def test_a_clean_clip_stays_as_it_is() -> None:
    clean = clean_walk()
    done = clean_feet(clean)
    assert np.abs(places(done.clip) - places(clean)).max() < 1e-4


def test_frames_far_from_contacts_are_the_same_to_the_last_bit() -> None:
    raw = skating_walk()
    hopped = raw.data.copy()
    half = len(hopped) // 2
    glide = 0.3 * np.arange(len(hopped) - half)
    hopped[half:] = hopped[half]
    hopped[half:, raw.figure.index("root_z")] += glide  # the second half glides along, feet and all
    clip = replace(raw, data=hopped)
    done = clean_feet(clip)
    assert max(contact.end for contact in done.contacts) < half + 3
    assert np.array_equal(done.clip.data[half + 25 :], hopped[half + 25 :])
    untouched = [i for i, name in enumerate(raw.figure.parameter_names) if "shoulder" in name or "spine" in name]
    assert np.array_equal(done.clip.data[:, untouched], hopped[:, untouched])


def test_contacts_can_be_edited_and_given_back() -> None:
    raw = skating_walk()
    found = clean_feet(raw).contacts
    first = next(c for c in found if c.point == "ball")
    moved = replace(first, place=(first.place[0] + 0.03, first.place[1], first.place[2]))
    done = clean_feet(raw, contacts=[moved])
    points = foot_points(done.clip, done.clip.data)
    way = points.ways[moved.side, "ball"][moved.start : moved.end + 1]
    assert np.abs(way - moved.place).max() < 1e-6
    with pytest.raises(InputError, match="lies in frames"):
        clean_feet(raw, contacts=[replace(first, end=10_000)])
    with pytest.raises(InputError, match="overlap"):
        clean_feet(raw, contacts=[first, replace(first, end=first.end + 1)])
    with pytest.raises(InputError, match="only while its ball does"):
        clean_feet(raw, contacts=[replace(first, point="heel")])


def test_contacts_are_timed_goals_that_a_clip_can_hold() -> None:
    raw = skating_walk()
    done = clean_feet(raw)
    balls = tuple(goal for goal in done.goals if "ball" in goal.name)
    held = Constrained(source=raw, goals=balls)
    frame = float(balls[1].ordered[0].start)
    assert balls[1].holds_at(frame)
    assert held.audit(np.array([frame])).held


def test_a_correction_is_led_over_with_its_velocity() -> None:
    way = np.cumsum(np.tile([[0.02, 0.0, 0.01]], (60, 1)), axis=0)
    known = np.zeros((60, 3))
    known[20:31] = way[25] - way[20:31]
    made = led_over(known, [(20, 30)], 6, way)
    corrected = way + made
    assert np.allclose(corrected[20:31], way[25])
    assert np.array_equal(made[:14], np.zeros((14, 3)))
    assert np.array_equal(made[37:], np.zeros((23, 3)))
    steps = np.linalg.norm(np.diff(corrected, axis=0), axis=1)
    assert steps[19] < 0.75 * steps[0]  # it slows down before it stands
    assert np.abs(np.diff(steps)).max() < 0.03


def test_a_run_that_begins_between_frames_goes_over_to_a_longer_one() -> None:
    time = np.arange(60)
    way = np.stack([0.02 * time, 0.0 * time, 0.01 * np.sin(time / 3)], axis=1)
    known = way[25] - way
    one, less, more = (
        led_over(known, [run], 8, way, [part])
        for run, part in (((20, 30), (0.0, 0.0)), ((21, 29), (1 - 1e-9, 1 - 1e-9)), ((21, 29), (0.5, 0.5)))
    )
    assert np.abs(less - one).max() < 1e-6
    plain = led_over(known, [(21, 29)], 8, way)
    assert 0.2 < np.abs(more - plain).max() / np.abs(one - plain).max() < 0.8  # half way there


def test_a_body_that_flies_is_not_pulled_down() -> None:
    raw = clean_walk()
    rate, data = raw.rate, np.tile(raw.figure.rest, (40, 1))
    t = np.arange(40) / rate
    data[:, raw.figure.index("root_y")] = np.where((t > 0.4) & (t < 0.8), 4.9 * (t - 0.4) * (0.8 - t), 0.0)
    jump = Samples(figure=raw.figure, rate=rate, data=data)
    contacts = find_contacts(foot_points(jump, data))
    middle = int(0.6 * rate)
    assert contacts
    assert not any(c.start <= middle <= c.end for c in contacts)


@real
def test_the_table_of_a_captured_run_is_met() -> None:
    raw = captured_clip("footskate_demo_3d_1_raw")
    before = foot_points(raw, raw.data)
    contacts = find_contacts(before)
    level, scale = ground_of(before)["ball"], before.scale
    done = clean_feet(raw)
    after = foot_points(done.clip, done.clip.data)
    assert done.skate / scale == pytest.approx(0.0140, abs=0.0005)
    assert done.skate_after / scale < 1e-4
    assert np.mean(drifts(after, contacts)) / scale < 5e-4
    assert max(drifts(after, contacts)) / scale < 2e-3
    assert near_ground_slide(after, level) < 5e-4 < near_ground_slide(before, level)
    assert jerk(done.clip) < 1.10 * jerk(raw)
    assert knee_pop(done.clip, after) < 1.15 * knee_pop(raw, before)
    assert done.moved / scale < 0.012


@real
@pytest.mark.timing
def test_five_hundred_frames_a_second_are_cleaned() -> None:
    raw = captured_clip("cmu_02_01_walk")
    clean_feet(raw)
    seconds = []
    for _ in range(3):
        begin = process_time()
        clean_feet(raw)
        seconds.append(process_time() - begin)
    assert len(raw.frames()) / min(seconds) > 500


def test_the_command_cleans_a_file_and_writes_contacts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_clip(skating_walk(), "walk.npz", name="walk")
    text = ran("clean", "walk.npz", "-o", "out.npz", "--contacts-out", "contacts.json", "--strict")
    assert "→ 0.000 mm/frame" in text
    assert load_clip("out.npz").figure.name == load_clip("walk.npz").figure.name
    found = json.loads(Path("contacts.json").read_text())
    assert found[0]["point"] in ("ball", "heel")
    again = ran("clean", "walk.npz", "--contacts", "contacts.json")
    assert "→ 0.000 mm/frame" in again
    assert "0.00 → 0.000" in ran("clean", "out.npz")
    Path("contacts.json").write_text("[{}]")
    assert "contacts.json" in mistake("clean", "walk.npz", "--contacts", "contacts.json")


def test_a_contact_is_plain_data() -> None:
    contact = Contact("l", "ball", 3, 9, (0.0, 0.0, 1.0))
    assert replace(contact, end=10).end == 10


def test_strict_fails_and_says_what_is_out_of_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    raw = skating_walk()
    save_clip(replace(raw, data=raw.data[:1].repeat(40, axis=0)), "still.npz", name="still")
    save_clip(raw, "walk.npz", name="walk")
    assert ran("clean", "still.npz", "--strict", "-o", "out.npz")
    contacts = clean_feet(raw).contacts
    far = [replace(c, place=(c.place[0], c.place[1], c.place[2] + 1.0)) for c in contacts]
    Path("far.json").write_text(json.dumps([to_data(c) for c in far]))
    lines = failed("clean", "walk.npz", "--contacts", "far.json", "--strict", "-o", "far.npz")
    assert "manikin: no foot stands anywhere" in lines  # all of them are out of reach
    assert not Path("far.npz").exists()


def test_bounds_of_a_clean_up_are_sentences() -> None:
    done = clean_feet(skating_walk())
    assert done.out_of_bounds == ()
    odd = Roles(done.roles.joints, done.roles.why | {"l_thigh": "geometry"}, ("something is odd",))
    worse = replace(done, contacts=(), off={7: 0.02}, skate_after=0.01, moved=0.1, roles=odd)
    for sentence, part in zip(
        worse.out_of_bounds,
        ("no foot stands", "not held at 1 frames (7), by up to 20.0 mm", "travel by 10.00 mm/frame",
         "moved by 100.0 mm", "guessed by where joints lie: l_thigh", "something is odd"),
        strict=True,
    ):  # fmt: skip
        assert part in sentence
