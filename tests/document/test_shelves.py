"""Shelves: clips that a document keeps, stored, taken in and put on the timeline, with the locks that hold them."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import bodies, moves
from manikin.clips import Samples
from manikin.clips.editing.opened import plain_part
from manikin.commands import AtFrame, ImportCharacter, ImportClips, InsertClip, KeyPose, SetParameters, StoreClip
from manikin.commands.figures import first_document
from manikin.document.document import Document
from manikin.document.motion import motion_of, posed_at
from manikin.document.parts import from_parts, to_parts
from manikin.document.shelves import ShelfClip, ordered_shelves
from manikin.errors import FormatWarning, InputError, ManikinError
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import write_content
from manikin.posing.clip_frames import all_frames
from tests.support.bvh_files import SMALL


def standing() -> Document:
    return first_document(bodies.load("human"))


def waving() -> Document:
    """The human bends its elbow, from frame 0 to 40."""
    found = KeyPose(frame=0).apply(standing())
    for frame in (20, 40):
        found = AtFrame(frame=frame, edit=SetParameters(values={"r_elbow": 0.03 * frame})).apply(found)
    return found


@pytest.mark.parametrize("name", moves.names())
def test_every_shipped_clip_plays_from_where_the_figure_is_and_its_locks_hold(name: str) -> None:
    document = standing()
    actor = document.actor()
    turned = actor.figure.state(actor.pose.q, root_x=1.3, root_z=-0.4)
    after = InsertClip(shelf="moves", name=name, frame=12).apply(document.at({"human": turned}))
    motion, source = motion_of(after, "human"), moves.load(name)
    assert motion is not None
    assert (motion.start, motion.end) == (12, 12 + source.end - source.start)
    first = motion.pose(12).world[0, :, 3]
    assert first[[0, 2]] == pytest.approx([1.3, -0.4], abs=0.02)
    frames = all_frames(after)["human"]
    assert np.nanmax(frames.errors) < 1e-6
    for lock in after.locks[:2]:  # both feet were locked at all times
        assert not lock.enabled


def test_a_clip_that_is_stored_and_inserted_again_is_the_same_motion() -> None:
    walked = InsertClip(shelf="moves", name="walk", frame=5).apply(standing())
    stored = StoreClip(shelf="mine", name="steps", start=10, end=30).apply(walked)
    fresh = from_parts(to_parts(stored))
    assert fresh == stored
    kept = fresh.shelves[0].clip
    assert (kept.start, kept.end) == (0, 20)
    plain, whole = plain_part(kept)[0], walked.actor().clip
    assert whole is not None
    assert np.abs(plain.at(np.arange(21)) - whole.at(np.arange(10, 31))).max() < 1e-3  # balls are split to 0.02°
    again = InsertClip(shelf="mine", name="steps", frame=0, mode="replace").apply(replace_clip(stored))
    frames = all_frames(again)["human"]
    assert np.nanmax(frames.errors) < 1e-6


def replace_clip(document: Document) -> Document:
    """The document without keys and locks."""
    from dataclasses import replace

    return replace(document, actors=(replace(document.actor(), clip=None),), locks=())


def test_insert_makes_room_and_replace_does_not() -> None:
    document, length = waving(), 34
    inserted = InsertClip(shelf="moves", name="walk", frame=10).apply(document)
    frames = [key.frame for key in inserted.actor().clip.keys]  # type: ignore[union-attr]
    assert [f for f in frames if f < 10 or f > 10 + length] == [0, 20 + length, 40 + length]
    replaced = InsertClip(shelf="moves", name="walk", frame=10, mode="replace").apply(document)
    frames = [key.frame for key in replaced.actor().clip.keys]  # type: ignore[union-attr]
    assert [f for f in frames if f < 10 or f > 10 + length] == [0]


def test_a_blend_leads_from_what_was_there_to_the_clip_without_a_jump() -> None:
    document = waving()
    plain, blended = (
        InsertClip(shelf="moves", name="run", frame=30, blend=b).apply(document).actor().clip for b in (0, 12)
    )
    assert plain is not None
    assert blended is not None
    before = document.actor().clip
    assert before is not None
    assert blended.state(30) == pytest.approx(before.state(30), abs=1e-9)
    assert blended.state(42) == pytest.approx(plain.state(42), abs=1e-9)
    frames = np.array([33.0, 36.0, 39.0])
    column, share = bodies.load("human").index("r_elbow"), (frames - 30) / 12
    weight = share * share * (3 - 2 * share)
    wanted = (1 - weight) * before.at(frames)[:, column] + weight * plain.at(frames)[:, column]
    assert blended.at(frames)[:, column] == pytest.approx(wanted, abs=0.02)  # exact at keys, near between them


@pytest.mark.parametrize("blend", [0, 6])
def test_where_a_clip_follows_another_there_is_no_frame_in_which_the_locks_of_both_should_hold(blend: float) -> None:
    walked = InsertClip(shelf="moves", name="walk", frame=0).apply(standing())
    end = walked.actor().clip.end  # type: ignore[union-attr]
    document = InsertClip(shelf="moves", name="wave", frame=end, blend=blend).apply(walked)
    frames = all_frames(document)["human"]
    assert np.nanmax(frames.errors) < 1e-6
    last = walked.actor().clip.state(end)  # type: ignore[union-attr]
    step = np.abs(document.actor().clip.state(end) - last).max()  # type: ignore[union-attr]
    assert (step < 1e-9) if blend else (step > 0.1)  # with a blend it begins where the walk ends


def test_a_clip_between_others_leaves_their_locks_on_and_none_of_them_meets_its_own() -> None:
    document = InsertClip(shelf="moves", name="walk", frame=0).apply(standing())
    document = InsertClip(shelf="moves", name="wave", frame=34, blend=6).apply(document)
    waving = [lock.id for lock in document.locks if lock.spans and lock.spans[0].start == 37]
    assert len(waving) == 2
    document = InsertClip(shelf="moves", name="jump", frame=30, blend=12).apply(document)
    for lock in (document.lock(id) for id in waving):
        assert lock.enabled
        assert lock.spans
        assert lock.spans[0].start == 37 + 89  # after the jump
    frames = all_frames(document)["human"]
    assert np.nanmax(frames.errors) < 1e-6


def test_an_import_replaces_nothing_and_brings_every_figure() -> None:
    document = waving()
    data = SMALL.encode()
    for count in (1, 2):
        document = ImportClips(file="a b/walk.bvh", content=data).apply(document)
        assert len(document.shelves) == count
    assert [stored.name for stored in document.shelves] == ["walk", "walk 2"]
    with pytest.raises(ManikinError, match="with its own figure"):
        InsertClip(shelf="imported", name="walk", frame=0).apply(document)
    both = InsertClip(shelf="imported", name="walk", frame=0, adds=True).apply(document)
    assert len(both.actors) == 2
    assert both.actors[1].clip is not None


def test_a_table_of_numbers_is_one_of_the_figure_that_is_named() -> None:
    document = standing()
    figure = document.actor().figure
    rng = np.random.default_rng(3)
    data = np.clip(figure.rest + rng.normal(0, 0.01, (8, figure.size)), figure.lo, figure.hi)
    clip = Samples(figure=figure, rate=60.0, data=data)
    table = write_content(Content(clips=(StoredClip(clip=clip),)), "a.csv")
    after = ImportClips(file="a.csv", content=table, figure="human").apply(document)
    assert np.array_equal(after.shelves[0].clip.at(np.arange(8)), data)
    with pytest.raises(ManikinError, match="does not hold its figure"):
        ImportClips(file="a.csv", content=table).apply(document)
    with pytest.raises(ManikinError):
        ImportClips(file="a.csv", content=table[:100]).apply(document)


@pytest.mark.parametrize("name", ["../x", "", "a/b", "con", " x", "x" * 200, "a\nb"])
def test_names_that_could_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(ManikinError, match="name of a"):
        StoreClip(shelf=name, name="a").apply(waving())
    with pytest.raises(ManikinError, match="name of a"):
        StoreClip(shelf="a", name=name).apply(waving())


def test_posing_where_a_target_moves_leaves_its_way_as_it_was() -> None:
    document = InsertClip(shelf="moves", name="jump", frame=0).apply(standing())
    lock = next(lock for lock in document.locks if lock.moving is not None)
    assert lock.spans is not None
    frame = round((lock.spans[0].start + lock.spans[0].end) / 2)
    shown = posed_at(document, frame).lock(lock.id)
    assert shown.moving is None
    assert shown.goal != lock.goal
    edit = SetParameters(values={"r_wrist": 0.2}) if "r_wrist" in document.actor().figure.parameter_names else None
    after = AtFrame(frame=frame, edit=edit or SetParameters(values={"r_elbow": 0.9})).apply(document)
    assert after.lock(lock.id) == lock


def test_a_long_capture_comes_to_the_timeline_when_its_file_is_dropped() -> None:
    source = moves.load("walk")
    there, back = source.bake().data, source.bake().data[::-1]
    data = np.concatenate([np.concatenate([there, back])] * 18)[:1205]
    long = StoredClip(clip=Samples(figure=source.figure, data=data), name="long")
    with pytest.warns(FormatWarning):  # joint groups are lost
        content = write_content(Content(clips=(long,)), "long.bvh")
    document = ImportCharacter(file="long.bvh", content=content).apply(standing())
    actor = document.actors[-1]
    assert actor.clip is not None
    assert (actor.clip.start, actor.clip.end) == (0, 1204)
    assert len(actor.clip.keys) < 1000
    hand = [joint.name for joint in actor.figure.skeleton].index("l_hand")
    frames = np.arange(0.0, 1205.0, 7.0)
    held = np.asarray(actor.figure.forward(actor.clip.at(frames)))[:, hand, :, 3]
    assert np.ptp(held, axis=0).max() > 0.2


def test_a_figure_that_rests_with_its_hips_at_zero_is_put_on_the_ground() -> None:
    still = SMALL.replace("OFFSET 0 1 0", "OFFSET 0 0 0").split("MOTION", maxsplit=1)[0]
    content = f"{still}MOTION\nFrames: 0\nFrame Time: 0.03\n".encode()
    document = ImportCharacter(file="still.bvh", content=content).apply(standing())
    assert document.actors[-1].pose.bounding_box()[0][1] == pytest.approx(0, abs=1e-9)


def test_shelves_that_are_full_say_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("manikin.document.shelves.MOST_BYTES", 3 * 2**20)
    clips = [ShelfClip(shelf="imported", name=name, data=bytes(2**21)) for name in ("one", "two")]
    with pytest.raises(InputError, match="would take 4 MB, and 3 MB is the most: delete some there"):
        ordered_shelves(clips)
    assert len(ordered_shelves(clips[:1])) == 1


def test_locks_end_that_would_hold_back_the_motion_of_another_body() -> None:
    document = standing()
    clip = moves.load("walk").on(bodies.load("human").ungrouped()).bake()
    content = write_content(Content(clips=(StoredClip(clip=clip, name="walk"),)), "walk.glb")
    after = ImportCharacter(file="walk.glb", content=content, onto="human").apply(document)
    assert [lock.enabled for lock in document.locks] == [True, True]
    assert [lock.enabled for lock in after.locks] == [False, False]


@pytest.mark.parametrize(("name", "blend"), [("bow", 12.0), ("bow", 0.0), ("reach", 9.0), ("sit_down", 10.0)])
def test_feet_that_stand_stay_where_they_are_when_a_clip_is_put_after_another(name: str, blend: float) -> None:
    """Though the weight is elsewhere in each of them: feet come to feet, not the pelvis to the pelvis."""
    first = InsertClip(shelf="moves", name="wave", frame=0).apply(standing())
    motion = motion_of(InsertClip(shelf="moves", name=name, frame=94, blend=blend).apply(first), "human")
    assert motion is not None
    rest = bodies.load("human").pose()
    for foot in ("l_foot", "r_foot"):
        places = np.array([motion.figure.pose(q).position(foot) for q in motion.at(np.arange(0, 140, 0.25))])
        assert np.abs(places - rest.position(foot)).max() < 1e-5


def test_a_clip_that_stands_otherwise_comes_to_the_place_of_the_root() -> None:
    first = InsertClip(shelf="moves", name="wave", frame=0).apply(standing())
    before = motion_of(first, "human")
    after = motion_of(InsertClip(shelf="moves", name="walk", frame=94).apply(first), "human")
    assert before is not None
    assert after is not None
    there, here = (clip.pose(94).world[0, :, 3] for clip in (before, after))
    assert here[[0, 2]] == pytest.approx(there[[0, 2]], abs=0.01)
