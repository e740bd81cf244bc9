"""Skins: vertices that follow several joints, under every edit of the skeleton that they belong to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manikin import Figure
from manikin.errors import FormatError, SkeletonError
from manikin.formats.skin_data import skin_bytes, skin_from_bytes
from manikin.math.rotations import Array, inverse
from manikin.skeleton.build import chain
from manikin.skeleton.scaling import with_lengths, with_size
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.skin import Skin, SkinMesh, vertex_normals


def skinned(seed: int = 3) -> Skeleton:
    """Three rods with a tube of random vertices around them, bound at rest."""
    random = np.random.default_rng(seed)
    skeleton = chain([0.3, 0.2, 0.1])
    names = tuple(joint.name for joint in skeleton)
    rest = np.asarray(Figure(skeleton).forward(Figure(skeleton).rest))
    points = random.normal(size=(40, 3)).astype(np.float32)
    triangles = random.integers(0, 40, (30, 3))
    mesh = SkinMesh.bound(
        name="tube", points=points, normals=vertex_normals(points, triangles), triangles=triangles, joints=names,
        binds=inverse(rest), bones=random.integers(0, len(names), (40, 6)), weights=random.random((40, 6)),
    )  # fmt: skip
    return replace(skeleton, skin=Skin(meshes=(mesh,)))


def places(skeleton: Skeleton, q: Array) -> Array:
    """Where the vertices are: the definition, vertex by vertex."""
    assert skeleton.skin is not None
    mesh, world = skeleton.skin.meshes[0], np.asarray(Figure(skeleton).forward(q))
    found = []
    for point, bones, weights in zip(mesh.points, mesh.bones, mesh.weights, strict=True):
        sum_ = np.zeros(3)
        for bone, weight in zip(bones, weights, strict=True):
            at = mesh.binds[bone] @ [*point, 1.0]
            sum_ += weight * (world[skeleton.index(mesh.joints[bone])] @ [*at, 1.0])
        found.append(sum_)
    return np.array(found)


def state(skeleton: Skeleton, seed: int = 5) -> Array:
    return np.random.default_rng(seed).uniform(-1, 1, Figure(skeleton).size)


def test_vertices_are_where_their_bones_take_them() -> None:
    skeleton = skinned()
    assert skeleton.skin is not None
    q = state(skeleton)
    mesh = skeleton.skin.meshes[0]
    world = np.asarray(Figure(skeleton).forward(q))
    points, normals = mesh.placed(world, [skeleton.index(name) for name in mesh.joints])
    np.testing.assert_allclose(points, places(skeleton, q), atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-6)
    rest = np.asarray(Figure(skeleton).forward(Figure(skeleton).rest))
    np.testing.assert_allclose(mesh.placed(rest, range(4))[0], mesh.points, atol=1e-6)


def test_weights_are_those_of_the_four_strongest_bones() -> None:
    mesh = skinned().skin.meshes[0]  # type: ignore[union-attr]
    np.testing.assert_allclose(mesh.weights.sum(axis=1), 1.0, atol=1e-6)
    assert (np.diff(mesh.weights, axis=1) <= 1e-7).all()
    for bones, weights in zip(mesh.bones, mesh.weights, strict=True):
        used = bones[weights > 0]
        assert len(set(used.tolist())) == len(used)


def test_a_larger_skeleton_has_a_larger_skin() -> None:
    skeleton, q = skinned(), state(skinned())
    np.testing.assert_allclose(places(with_size(skeleton, 2.5), q), 2.5 * places(skeleton, q), atol=1e-6)


def test_a_longer_segment_takes_its_skin_along() -> None:
    skeleton = skinned()
    longer = with_lengths(skeleton, {"rod1": 0.6})
    assert longer.skin is not None
    assert skeleton.skin is not None
    before, after = (one.skin.meshes[0].binds for one in (skeleton, longer))
    index = skeleton.skin.meshes[0].joints.index("rod1")
    changed = np.abs(after - before).max(axis=(1, 2)) > 1e-12
    assert changed[index]
    assert changed.sum() == 1


def test_other_names_and_tools_keep_the_skin_in_place() -> None:
    skeleton, q = skinned(), state(skinned())
    tool = chain([0.1], name="tool")
    attached = skeleton.attach("rod3", tool, prefix="tool ")
    assert attached.skin == skeleton.skin
    cut = skeleton.without("rod3")
    assert cut.skin is not None
    assert "rod3" not in cut.skin.joints
    assert cut.skin.size < 40
    assert np.isfinite(places(cut, q[: Figure(cut).size])).all()


def test_bytes_give_the_skin_back_and_damage_is_told() -> None:
    skin = skinned().skin
    assert skin is not None
    mesh = replace(skin.meshes[0], picture=0, coordinates=np.zeros((40, 2)))
    painted = replace(skin, meshes=(mesh,), pictures=(b"12345",))
    for one in (skin, painted):
        data = skin_bytes(one)
        assert skin_from_bytes(data) == one
        assert len(data) % 4 == 0
    random = np.random.default_rng(0)
    data = skin_bytes(painted)
    for _ in range(100):
        wrong = bytearray(data)
        wrong[int(random.integers(0, 900))] ^= int(random.integers(1, 256))
        try:
            skin_from_bytes(bytes(wrong[: int(random.integers(0, len(wrong)))]))
        except FormatError:
            continue


def test_what_a_skin_names_must_exist() -> None:
    skeleton = skinned()
    assert skeleton.skin is not None
    with pytest.raises(SkeletonError, match="joint"):
        replace(skeleton, skin=skeleton.skin.renamed({"rod1": "elsewhere"}))
    with pytest.raises(SkeletonError, match="picture"):
        Skin(meshes=(replace(skeleton.skin.meshes[0], picture=2),))
    with pytest.raises(SkeletonError, match="finite"):
        replace(skeleton.skin.meshes[0], points=np.full((40, 3), np.nan))
