"""Robots that are dropped on the page, without the files that they name."""

from __future__ import annotations

import pytest

from tests.support.live_editor import Editor

BINARY = {"Content-Type": "application/octet-stream"}


def test_a_robot_without_its_meshes_is_seen_and_what_is_lost_is_told(editor: Editor) -> None:
    mesh = '<visual><geometry><mesh filename="package://arm/meshes/{}.stl"/></geometry></visual>'
    links = "".join(f'<link name="l{i}">{mesh.format(i)}</link>' for i in range(3))
    ends = '<parent link="l{}"/><child link="l{}"/><origin xyz="0 0 0.5"/>'
    joints = "".join(f'<joint name="j{i}" type="continuous">{ends.format(i, i + 1)}</joint>' for i in range(2))
    robot = f'<robot name="arm">{links}{joints}</robot>'.encode()
    window = editor.window("robots")
    assert editor.ask("POST", "/api/import?name=arm.urdf", {**editor.bearer, **BINARY}, robot).status == 200
    notice = window.warning()
    assert "arm.urdf:1:" in notice
    assert "only the file itself was given), and 2 more" in notice
    bones = [shape for shape in window.figure["shapes"] if shape["kind"] == "capsule"]
    assert max(abs(x) for shape in bones for x in shape["end"]) == pytest.approx(0.5)
    assert window.figure["highest"][2] == pytest.approx(1.0)
    window.ask(op="undo")
    window.settle()
    window.close()
