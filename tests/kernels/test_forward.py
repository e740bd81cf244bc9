"""The compiled forward kinematics against the NumPy reference, build by build."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import numpy as np
import pytest

from manikin.errors import InputError
from manikin.figure.figure import Figure
from manikin.kernels import Tables, library, make_tree
from manikin.kernels.pure import PureTree
from manikin.math.rotations import Array
from manikin.skeleton.build import hinge, joint
from manikin.skeleton.coupling_curves import CouplingCurve, curve_kinds
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import Coupling, Term, Variable
from tests.support.forests import bits, build, builds, random_tables, states

BUILDS = builds()
VARIETIES = [(1, False, False), (1, True, False), (1, False, True), (1, True, True), (3, False, False), (3, True, True)]


def close(found: Array, wanted: Array) -> None:
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-13 * max(1.0, np.abs(wanted).max(initial=0)))


def some_tables(seed: int) -> list[Tables]:
    rng = np.random.default_rng(seed)
    return [
        random_tables(rng, roots=roots, scaled=scaled, coupled=coupled)
        for roots, scaled, coupled in VARIETIES
        for _ in range(8)
    ]


@pytest.mark.parametrize("name", BUILDS)
def test_compiled_forward_and_trace_equal_the_reference(name: str) -> None:
    rng = np.random.default_rng(1)
    for tables in some_tables(1):
        compiled, pure = build(name).Tree(tables), PureTree(tables)
        for p in states(rng, tables, 6):
            close(compiled.forward(p), pure.forward(p))
            for found, wanted in zip(compiled.trace(p), pure.trace(p), strict=True):
                close(found, wanted)
            if compiled.rigid:
                _, frames, origins = pure.trace(p)
                _, axes, places = compiled.axes(p)
                close(axes, np.einsum("dij,dj->di", frames, tables.axes))
                close(places, origins)


@pytest.mark.parametrize("name", BUILDS)
def test_only_trees_without_scale_and_mirror_are_called_rigid(name: str) -> None:
    found = set()
    for tables in some_tables(7):
        constants = np.concatenate([tables.before, tables.after])[:, :, :3]
        square = np.abs(constants @ np.swapaxes(constants, 1, 2) - np.eye(3)).max() < 1e-12
        rigid = bool(square and (np.linalg.det(constants) > 0).all())
        assert build(name).Tree(tables).rigid == rigid
        found.add(rigid)
    assert found == {True, False}


@pytest.mark.parametrize("name", BUILDS)
def test_an_update_gives_the_bits_of_a_new_walk(name: str) -> None:
    rng = np.random.default_rng(2)
    for tables in some_tables(2):
        if not tables.size:
            continue
        tree = build(name).Tree(tables)
        p = states(rng, tables, 1)[0]
        world = tree.forward(p)
        for count in (0, 1, 3):
            changed = rng.integers(0, tables.size, count).astype(np.int32)
            q = p.copy()
            q[changed] += rng.normal(size=count)
            before = world.copy()
            assert (bits(tree.update(world, q, changed)) == bits(tree.forward(q))).all()
            assert (world == before).all()


@pytest.mark.parametrize("name", BUILDS)
def test_an_update_leaves_what_does_not_move_untouched(name: str) -> None:
    """A world that is wrong elsewhere stays wrong there: only the moved subtree is computed."""
    joints = [joint("root", dofs=[hinge("x")])]
    for side in ("l", "r"):
        joints.append(joint(f"{side}1", "root", offset=(1, 0, 0), dofs=[hinge("z")]))
        joints.append(joint(f"{side}2", f"{side}1", offset=(1, 0, 0), dofs=[hinge("y")]))
    tables = Figure(Skeleton(name="fork", joints=tuple(joints))).tables
    tree = build(name).Tree(tables)
    p = np.array([0.1, 0.2, 0.3, 0.4, 0.5])
    world = tree.forward(p)
    world[[1, 2]] = 7.0
    p[3] = 1.5
    updated = tree.update(world, p, np.array([3], np.int32))
    assert (updated[[1, 2]] == 7).all()
    assert (bits(updated[[0, 3, 4]]) == bits(tree.forward(p)[[0, 3, 4]])).all()


@pytest.mark.parametrize("name", BUILDS)
def test_huge_angles_keep_their_digits(name: str) -> None:
    figure = Figure(Skeleton(name="one", joints=(joint("a", dofs=[hinge("z")]),)))
    tree = build(name).Tree(figure.tables)
    for angle in (0.0, -0.0, 1e-300, 1e5, -1e6, 1e6 + 0.5, 1e15, -1e22, 1e300):
        world = tree.forward(np.array([angle]))[0]
        wanted = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        np.testing.assert_allclose(world[:2, :2], wanted, rtol=3e-16, atol=1e-300)


@pytest.mark.parametrize("name", BUILDS)
def test_overflow_stays_visible(name: str) -> None:
    """Numbers too large for a double end as inf or NaN, never as something that looks right."""
    joints = (joint("a", dofs="slide"), joint("b", "a", dofs="slide"), joint("c", "b", offset=(1, 2, 3), dofs="hinge"))
    tree = build(name).Tree(Figure(Skeleton(name="far", joints=joints)).tables)
    p = np.array([1.7e308, 1.7e308, 0.3])
    assert np.isinf(tree.forward(p)[1:, 0, 3]).all()
    assert np.isinf(tree.forward_batch(np.tile(p, (9, 1)))[:, 1:, 0, 3]).all()


@pytest.mark.skipif(len(BUILDS) < 3, reason="needs two builds with fused multiply-add")
def test_builds_with_fused_arithmetic_agree_to_the_bit() -> None:
    rng = np.random.default_rng(3)
    for tables in some_tables(3):
        p = states(rng, tables, 5)
        assert (
            bits(build("v3").Tree(tables).forward_batch(p)) == bits(build("v4").Tree(tables).forward_batch(p))
        ).all()


def test_a_tree_survives_pickling() -> None:
    rng = np.random.default_rng(4)
    tables = random_tables(rng, coupled=True)
    tree = make_tree(tables)
    p = states(rng, tables, 1)[0]
    assert (pickle.loads(pickle.dumps(tree)).forward(p) == tree.forward(p)).all()


with curve_kinds.temporarily():

    @dataclass(frozen=True)
    class Wave(CouplingCurve, kind="test wave"):
        """A curve of a user's own."""

        def value(self, x: Array) -> Array:
            return np.sin(x) + x

        def derivative(self, x: Array) -> Array:
            return np.cos(x) + 1


def test_curves_of_a_users_own_go_through_python() -> None:
    dofs = [hinge("z", name=f"h{i}") for i in range(4)]
    joints = [joint("j0", dofs=dofs[:2]), joint("j1", "j0", offset=(1, 0, 0), dofs=dofs[2:])]
    terms = (Term(dof="h1", parameter="p", curve=Wave()), Term(dof="h3", parameter="p", factor=2.0))
    coupling = Coupling(name="wave", parameters=(Variable(name="p"),), terms=terms, offsets=(("h3", 0.5),))
    figure = Figure(Skeleton(name="wavy", joints=tuple(joints), couplings=(coupling,)))
    assert figure.tables.custom
    tree, pure = figure.tree, PureTree(figure.tables)
    if library() is not None:
        with pytest.raises(InputError, match="curve_codes"):
            library().Tree(figure.tables)
    rng = np.random.default_rng(5)
    p = states(rng, figure.tables, 20)
    for q in p:
        close(tree.forward(q), pure.forward(q))
        close(tree.trace(q)[1], pure.trace(q)[1])
    close(tree.forward_batch(p), pure.forward_batch(p))
    parts = np.array([1], np.int32)
    close(tree.forward_batch(p, threads=2, parts=parts), pure.forward_batch(p, parts=parts))
    q = p[0].copy()
    q[1] += 1
    close(tree.update(tree.forward(p[0]), q, np.array([1], np.int32)), pure.forward(q))
    close(pickle.loads(pickle.dumps(tree)).forward(q), pure.forward(q))
    for bad in (np.zeros(2), [0.0, 0.0, 0.0], np.full(3, np.nan)):
        with pytest.raises(InputError):
            tree.forward(bad)
