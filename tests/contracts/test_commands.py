"""What every command must do: leave the old document alone, come back through undo and redo, travel as JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
import pytest

from manikin import bodies, commands, moves
from manikin.commands.command import Command, Made, command_kinds
from manikin.document.backdrop import BackdropPlace
from manikin.document.document import Document
from manikin.document.lock import value_of
from manikin.document.parts import from_parts, to_parts
from manikin.errors import ManikinError
from manikin.formats.content import Content, StoredClip
from manikin.formats.format import write_content
from manikin.plain_data import from_data, to_json
from manikin.project.history import History
from manikin.project.workspace import Workspace

PLANAR = (bodies.FOLDER / "planar3.scr").read_bytes()
CLIPS = Content(clips=(StoredClip(clip=moves.load("walk"), name="walk"),))
HERO = write_content(CLIPS, "hero.glb")
CLIP, TABLE = write_content(CLIPS, "a.clip"), write_content(CLIPS, "a.npz")
PHOTO = bytes.fromhex("89504e470d0a1a0a0000000d49484452 00000003 00000002 08020000001216f14d")  # its head alone
TURNED = [0.96, 0, 0.28, 0, 1, 0, -0.28, 0, 0.96]

# of every kind an instance or more, for the document below
EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "set_pose": [
        {"figure": "human", "q": [0.1] * 50},
        {"figure": "human 2", "q": [0.05] * 50, "keep": False, "what": "Drag"},
    ],
    "set_states": [{"states": {"human": [0.05] * 50, "tube": [0.5] * 6}, "what": "Drag right hand"}],
    "set_parameters": [
        {"figure": "human", "values": {"r_knee": 0.7}},
        {"figure": "human 2", "values": {"spine_bend": 0.3, "l_elbow": 0.2}},
    ],
    "reset": [{"figure": "human"}, {"figure": "human", "names": ["r_elbow", "spine_bend"]}],
    "mirror": [{"figure": "human"}, {"figure": "human", "part": "r_hand"}],
    "store_pose": [{"figure": "human", "name": "mine"}, {"figure": "tube", "name": "bow"}],
    "apply_pose": [
        {"figure": "human", "name": "bow"},
        {"figure": "human", "name": "sit", "locks": "hold", "parts": ["r_hand"], "share": 0.4, "mirrored": True},
    ],
    "set_hand": [
        {"figure": "human", "side": "left", "shape": "point"},
        {"figure": "human", "side": "right", "shape": "fist", "share": 0.5},
    ],
    "set_fingers": [{"figure": "human 2", "side": "right", "single": True}],
    "set_group": [{"figure": "human 2", "group": "spine", "single": True}],
    "set_stretch": [{"figure": "human 2"}, {"figure": "human", "most": 1.0}],
    "roll_foot": [{"figure": "human 2", "part": "l_foot", "angle": 0.3}],
    "delete_pose": [{"figure": "human 2", "name": "sit"}],
    "rename_pose": [{"figure": "human", "name": "sit", "new_name": "seated <b>"}],
    "add_lock": [
        {"figure": "human", "part": "r_hand"},
        {"figure": "human", "part": "l_hand", "lock": "attach", "other": "pelvis", "hard": False},
        {"figure": "human 2", "part": "l_hand", "lock": "attach", "other": "tube", "other_figure": "tube"},
        {"figure": "human", "part": "eyes", "lock": "aim_part", "other": "head", "other_figure": "human 2"},
    ],
    "change_lock": [
        {"id": 1, "changes": {"weight": 3.0, "hard": False, "name": "left"}},
        {"id": 2, "changes": {"enabled": False}},
        {"id": 3, "changes": {"chain": ["r_upper_arm", "r_forearm"]}},
    ],
    "remove_lock": [{"id": 2}],
    "move_lock": [{"id": 1, "target": [0.15, 0.09, 0.1]}, {"id": 1, "turn": TURNED}],
    "move_locks": [
        {"ids": [], "goals": [], "states": {"tube": [0.5] * 6}, "what": "Carry"}
    ],  # with locks: tests/posing/test_carry.py
    "switch_locks": [{"figure": "human", "enabled": False}],
    "change_settings": [
        {"changes": {"solver": "ccd", "options": {"max_iterations": 7}}},
        {"changes": {"drag_mode": "joint", "drag_base": "l5"}},
        {"changes": {"balance": True}},
    ],
    "set_stiffness": [
        {"figure": "human", "name": "r_knee", "value": 0.5},
        {"figure": "human 2", "name": "r_hand", "value": 1},
    ],
    "new_figure": [{"name": "stickman"}, {"file": "arm.scr", "content": PLANAR}],
    "add_figure": [
        {"name": "human"},
        {"name": "box:0.2x0.3x0.4", "at": [0, 1, 0], "as_name": "parcel"},
        {"file": "arm.scr", "content": PLANAR},
    ],
    "duplicate_figure": [{"figure": "human"}, {"figure": "tube"}],
    "rename_figure": [{"figure": "human", "name": "anna"}, {"figure": "tube", "name": "a/b %"}],
    "change_figure": [
        {"figure": "tube", "changes": {"tint": [1, 0, 0.5]}},
        {"figure": "human 2", "changes": {"hidden": True, "frozen": True}},
    ],
    "remove_figure": [{"figure": "tube"}, {"figure": "human"}],
    "open_project": [{"file": "dog.manikin", "document": Document.of(bodies.load("quadruped"))}],
    "rename_project": [{"name": "another"}],
    "at_frame": [
        {"frame": 10, "edit": {"kind": "set_parameters", "figure": "human 2", "values": {"r_knee": 0.4}}},
        {"frame": 7.5, "edit": {"kind": "add_lock", "figure": "human", "part": "l_hand"}, "key": False},
    ],
    "key_pose": [{"figure": "human", "frame": 3}, {"figure": "human 2", "frame": 12, "part": "r_hand"}],
    "drop_pose": [{}],
    "remove_keys": [{"keys": {"human 2": [0]}}, {"keys": {"human 2": [0, 20, 40]}}],
    "change_keys": [{"keys": {"human 2": [20]}, "changes": {"tension": 0.5, "curve": "linear", "name": "a"}}],
    "move_keys": [
        {"keys": {"human 2": [20]}, "by": 5},
        {"keys": {"human 2": [0, 20]}, "by": 20, "copy": True},
    ],
    "shift_keys": [{"keys": {"human 2": [20]}, "by": 3}, {"keys": {"human 2": [20, 40]}, "values": {"r_elbow": 0.4}}],
    "set_key_rates": [
        {"keys": {"human 2": [20]}, "rates": {"r_elbow": 0.02}},
        {"keys": {"human 2": [0, 20]}, "rates": {"r_elbow": 0.02, "l_knee": 0.01}, "side": "out"},
    ],
    "slide_time": [{"figures": ["human 2"], "start": 20, "by": 7}, {"start": 20, "by": -5}],
    "stretch_time": [
        {"figures": ["human 2"], "start": 0, "end": 20, "new_start": 0, "new_end": 30},
        {"start": 20, "end": 40, "new_start": 10, "new_end": 40},
    ],
    "delete_time": [{"start": 10, "end": 30}],
    "reverse_time": [{"start": 0, "end": 40}],
    "breakdown": [{"figure": "human 2", "frame": 30, "share": 1.2}],
    "paste_keys": [
        {"keys": {"human 2": [{"frame": 3, "q": [0.1] * 50}]}, "frame": 10},
        {"keys": {"human": [{"frame": 3, "q": [0.1] * 50, "tracks": ["r_elbow"]}]}, "frame": 0, "mode": "insert"},
    ],
    "run_script": [{"figure": "human 2", "text": "0: state\n15: state r_elbow 60\n3..12: lock l_foot\n"}],
    "set_ground": [
        {"ground": {"kind": "stairs", "count": 3, "start": [0, 0.5]}},
        {"ground": {"kind": "field", "heights": [[0, 0.1], [0.05, 0.2], [0, 0]], "start": [-1, -1]}},
    ],
    "set_backdrop": [
        {"sight": "front", "file": "photo.png", "content": PHOTO},
        {"sight": "left side", "file": "b.png", "content": PHOTO, "place": BackdropPlace(height=1.7, opacity=0.5)},
    ],
    "change_backdrop": [{"sight": "back", "changes": {"middle": [0.1, 0.9, 0], "height": 1.8, "opacity": 0.4}}],
    "remove_backdrop": [{"sight": "back"}],
    "walk": [
        {"figure": "human 2", "frame": 10, "through": [[1.0, 0.8], [1.4, 1.6]], "gait": {"step": 0.5, "arms": 0.4}},
        {"figure": "human 2", "frame": 20, "ahead": 0.8},
        {"figure": "human 2", "frame": 0, "ahead": 0.5, "aside": 0.4},
    ],
    "store_clip": [
        {"shelf": "mine", "name": "a", "figure": "human 2"},
        {"shelf": "mine", "name": "a", "figure": "human 2", "start": 5, "end": 25.5},
    ],
    "import_character": [
        {"file": "hero.glb", "content": HERO},
        {"file": "hero.glb", "content": HERO, "onto": "human 2", "frame": 10},
    ],
    "dress_figure": [{"figure": "human 2"}, {"figure": "human 2", "roles": {"t1": None}}],
    "clean_feet": [{"figure": "human 2"}],
    "import_clips": [{"file": "a.clip", "content": CLIP}, {"file": "a.npz", "content": TABLE, "figure": "human"}],
    "rename_clip": [
        {"shelf": "kept", "name": "one", "new_name": "two"},
        {"shelf": "kept", "name": "one", "new_shelf": "others"},
    ],
    "delete_clip": [{"shelf": "kept", "name": "one"}],
    "insert_clip": [
        {"shelf": "moves", "name": "walk", "frame": 10, "figure": "human 2"},
        {"shelf": "moves", "name": "jump", "frame": 0, "figure": "human"},
        {"shelf": "kept", "name": "one", "frame": 20, "figure": "human 2", "blend": 8, "mirrored": True},
        {"shelf": "kept", "name": "one", "frame": 7, "figure": "human 2", "mode": "replace"},
        {"shelf": "moves", "name": "bow", "frame": 3, "adds": True},
        {"shelf": "moves", "name": "walk", "frame": 0, "figure": "human", "on_the_spot": True},
    ],
    "take_prop": [
        {"prop": "tube", "figure": "human 2", "part": "l_hand", "frame": 10},
        {"prop": "tube", "figure": "human 2", "part": "r_hand", "frame": 5, "until": 25},
    ],
    "release_prop": [{"prop": "ball", "frame": 15}],
    "throw_prop": [{"prop": "tube", "frame": 12, "to": [0.5, 0.0, 1.0], "frames": 20}],
    "change_timeline": [{"changes": {"rate": 24}}, {"changes": {"marks": [{"frame": 4, "name": "strike"}]}}],
}
CASES = [pytest.param(kind, data, id=f"{kind}-{i}") for kind, many in EXAMPLES.items() for i, data in enumerate(many)]

MAY_BREAK_LOCKS = {
    "set_pose": "poses that legs alone cannot bring back to the feet",
    "set_states": "a gesture has kept them already",
    "move_locks": "a gesture has kept them already",
    "apply_pose": "poses that legs alone cannot bring back to the feet",
}


@cache
def document() -> Document:
    """Two humans, the feet of the first locked, a little bent, with a tube in the right hand; the second one moves."""
    found = Document.of(bodies.load("human"), bodies.load("human"), bodies.load("tube"))
    found = found.at({"human 2": found.actor("human 2").figure.state(root_x=1.0)})
    for foot in ("l_foot", "r_foot"):
        found = commands.AddLock(figure="human", part=foot, lock="pose").apply(found)
    found = commands.SetParameters(figure="human", values={"r_elbow": 0.5, "spine_twist": 0.2}).apply(found)
    x, y, z = found.poses["human"].position("r_hand")
    found = found.at({"tube": found.actor("tube").figure.state(root_x=x, root_y=y, root_z=z)})
    hold = commands.AddLock(figure="human", part="r_hand", lock="attach", other="tube", other_figure="tube")
    found = hold.apply(found)
    found = commands.KeyPose(figure="human 2", frame=0).apply(found)
    for frame in (20, 40, 30):
        edit = commands.SetParameters(figure="human 2", values={"r_elbow": 0.02 * frame})
        found = commands.AtFrame(frame=frame, edit=edit, key=frame != 30).apply(found)
    found = commands.StoreClip(shelf="kept", name="one", figure="human 2").apply(found)
    found = commands.SetBackdrop(sight="back", file="a.png", content=PHOTO).apply(found)
    found = commands.AddFigure(name="ball", at=(1.0, 1.2, 0.6)).apply(found)
    return commands.TakeProp(prop="ball", figure="human 2", part="r_hand", frame=5, until=30).apply(found)


def hidden(kind: str) -> set[str]:
    """The fields of a kind that are no plain data, such as the content of a file."""
    return {field.name for field in fields(command_kinds[kind]) if not field.repr}


def command(kind: str, data: dict[str, Any]) -> Command:
    if hidden(kind) & set(data):
        return command_kinds[kind](**data)
    return from_data(Command, {"kind": kind, **data})


def test_every_kind_has_an_example() -> None:
    assert set(EXAMPLES) == set(command_kinds)


@pytest.mark.parametrize(("kind", "data"), CASES)
def test_the_old_document_is_untouched(kind: str, data: dict[str, Any]) -> None:
    before = document()
    told = to_parts(before)
    after = command(kind, data).apply(before)
    assert to_parts(before) == told
    assert after is not before
    assert after != before


@pytest.mark.parametrize(("kind", "data"), CASES)
def test_undo_and_redo_lead_to_the_same_documents(kind: str, data: dict[str, Any]) -> None:
    before = document()
    workspace = Workspace(History.of(before))
    workspace.do(command(kind, data))
    after = workspace.document
    assert after == command(kind, data).apply(before)  # the same input gives the same bits
    if not command(kind, data).is_step:
        with pytest.raises(ManikinError, match="nothing to undo"):
            workspace.undo()
        return
    workspace.undo()
    assert workspace.document == before
    workspace.redo()
    assert workspace.document == after
    with pytest.raises(ManikinError, match="redo"):
        workspace.redo()


@pytest.mark.parametrize(("kind", "data"), CASES)
def test_command_and_document_travel_as_json(kind: str, data: dict[str, Any]) -> None:
    made = command(kind, data)
    written = json.loads(to_json(made))
    if not hidden(kind) & set(data):
        assert from_data(Command, written) == made
    assert written["kind"] == kind
    after = made.apply(document())
    assert from_parts(to_parts(after)) == after
    assert made.label(document()).strip()


@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_a_wrong_argument_is_refused_by_name(kind: str) -> None:
    with pytest.raises(ManikinError, match="bogus"):
        from_data(Command, {"kind": kind, "bogus": 1})
    with pytest.raises(ManikinError):
        from_data(Command, {"kind": kind, **dict.fromkeys(EXAMPLES[kind][0], object), "id": "x", "name": 3})


@pytest.mark.parametrize(("kind", "data"), [case for case in CASES if case.values[0] not in MAY_BREAK_LOCKS])
def test_locks_hold_after_every_edit_that_keeps_them(kind: str, data: dict[str, Any]) -> None:
    after = command(kind, data).apply(document())
    for lock in after.locks:
        if lock.active:
            values = [value_of(handle, after.poses) for handle in lock.goal.handles]
            assert np.abs(lock.goal.residual(*values)).max() < 1e-3, lock.name


@pytest.mark.parametrize(("kind", "data"), CASES)
def test_figures_that_an_edit_does_not_concern_stay_as_they_are_to_the_bit(kind: str, data: dict[str, Any]) -> None:
    before = document()
    after = command(kind, data).apply(before)
    if kind in ("new_figure", "open_project", "drop_pose", "change_timeline") or kind.endswith("_time"):
        return  # all figures are gone, or all that move are concerned
    named = json.dumps(data, default=str)
    for actor in before.actors:
        joined = {actor.name}.union(*(lock.figures for lock in after.locks if actor.name in lock.figures))
        if "id" not in data and not any(f'"{name}"' in named for name in joined):
            assert after.actor(actor.name) == actor


def test_what_an_edit_made_is_told() -> None:
    before = document()

    def made(kind: str, **data: Any) -> Made:
        edit = command(kind, data)
        return edit.made(before, edit.apply(before))

    assert made("add_lock", figure="human", part="head") == Made(locks=(5,))
    assert made("add_figure", name="human") == Made(figures=("human 3",))
    assert made("duplicate_figure", figure="human 2") == Made(figures=("human 3",))
    for kind in ("rename_figure", "remove_figure", "change_lock", "set_parameters"):
        assert made(kind, **EXAMPLES[kind][0]) == Made()


def test_a_figure_must_be_named_where_there_are_several_and_only_there() -> None:
    with pytest.raises(ManikinError, match="say which figure: human, human 2, tube"):
        command("set_parameters", {"values": {"r_knee": 0.7}}).apply(document())
    alone = Document.of(bodies.load("human"))
    assert command("set_parameters", {"values": {"r_knee": 0.7}}).apply(alone).actor().pose["r_knee"] == 0.7


def test_a_frozen_figure_does_not_move_and_says_so() -> None:
    before = command("change_figure", {"figure": "tube", "changes": {"frozen": True}}).apply(document())
    with pytest.raises(ManikinError, match="'tube' is frozen"):
        command("set_pose", {"figure": "tube", "q": [0.1] * 6}).apply(before)
    after = command("set_parameters", {"figure": "human", "values": {"r_elbow": 0.9}}).apply(before)
    assert after.actor("tube").q == before.actor("tube").q


def test_deleting_a_figure_deletes_the_locks_that_name_it_and_says_how_many() -> None:
    edit = command("remove_figure", {"figure": "human"})
    assert edit.label(document()) == "Delete human and its 3 locks"
    assert edit.apply(document()).locks == document().locks[3:]
    edit = command("remove_figure", {"figure": "tube"})
    assert edit.label(document()) == "Delete tube and its lock"
    assert [lock.id for lock in edit.apply(document()).locks] == [1, 2, 4]


def test_renaming_a_figure_rewrites_the_locks_that_name_it() -> None:
    after = command("rename_figure", {"figure": "tube", "name": "stick"}).apply(document())
    assert after.lock(3).figures == {"human", "stick"}
    with pytest.raises(ManikinError, match="two of the figure 'human'"):
        command("rename_figure", {"figure": "tube", "name": "human"}).apply(document())


def test_a_hundred_humans_are_refused_calmly() -> None:
    found, refused = document(), ""
    for _ in range(100):
        try:
            found = command("duplicate_figure", {"figure": "human"}).apply(found)
        except ManikinError as error:
            refused = str(error)
    assert "more than the 5,000" in refused
    assert len(found.actors) > 50


def test_a_hundred_balls_are_welcome() -> None:
    found = document()
    for _ in range(100):
        found = command("add_figure", {"name": "ball"}).apply(found)
    assert "ball 100" in found.figures
    assert from_parts(to_parts(found)) == found


def test_a_prop_without_a_shape_is_refused() -> None:
    content = b'define skeleton "dot"\n  joint "dot"\nend skeleton\n'
    with pytest.raises(ManikinError, match="one joint and no shape"):
        commands.AddFigure(file="dot.scr", content=content).apply(document())


def test_a_prop_stands_upright_where_z_is_up() -> None:
    from manikin.figure.figure import Figure
    from manikin.skeleton.build import joint
    from manikin.skeleton.skeleton import Skeleton

    robot = Figure(
        Skeleton(name="robot", joints=(joint("base", dofs="free"), joint("arm", "base", dofs="hinge")), up="z")
    )
    after = commands.AddFigure(name="step").apply(Document.of(robot))
    pose = after.poses["step"]
    points = pose.figure.skeleton.root.shapes[0].triangles()[0] @ pose.world[0, :, :3].T + pose.world[0, :, 3]
    assert np.ptp(points, axis=0) == pytest.approx([0.9, 0.32, 0.18])
    assert points[:, 2].min() == pytest.approx(0)
    with pytest.raises(ManikinError, match="up is z here"):
        commands.AddFigure(name="human").apply(Document.of(robot))
