"""Batches: the same bits as a loop, whatever the block, the thread, the part, or the place of the result."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from manikin.errors import InputError, UnknownName
from manikin.figure.figure import Figure
from manikin.kernels import Tables
from manikin.kernels.pure import PureTree
from manikin.skeleton.build import chain
from tests.support.forests import bits, build, builds, random_tables, states

BUILDS = builds()
VARIETIES = [(1, False, False), (1, True, True), (2, False, True), (3, True, False)]


@pytest.mark.parametrize("name", BUILDS)
@pytest.mark.parametrize(("roots", "scaled", "coupled"), VARIETIES)
def test_a_batch_gives_the_bits_of_a_loop(name: str, roots: int, scaled: bool, coupled: bool) -> None:
    rng = np.random.default_rng(1)
    for count in (0, 1, 3, 7, 8, 9, 16, 31, 64, 133):
        tables = random_tables(rng, roots=roots, scaled=scaled, coupled=coupled)
        tree = build(name).Tree(tables)
        p = states(rng, tables, count)
        wanted = np.array([tree.forward(q) for q in p]).reshape(count, len(tables.parents), 3, 4)
        for threads in (1, 2, 5, 0):
            assert (bits(tree.forward_batch(p, threads=threads)) == bits(wanted)).all()
        for some in (0, 1, 4):
            parts = rng.integers(0, len(tables.parents), some).astype(np.int32)
            found = tree.forward_batch(p, parts=parts, threads=2)
            assert found.shape == (count, some, 3, 4)
            assert (bits(found) == bits(wanted[:, parts])).all()


@pytest.mark.parametrize("name", BUILDS)
def test_a_state_gives_the_same_bits_anywhere_in_a_batch(name: str) -> None:
    rng = np.random.default_rng(2)
    tables = random_tables(rng, roots=2, coupled=True)
    tree = build(name).Tree(tables)
    p = states(rng, tables, 200)
    order = rng.permutation(200)
    assert (bits(tree.forward_batch(p)[order]) == bits(tree.forward_batch(np.ascontiguousarray(p[order])))).all()


@pytest.mark.parametrize("name", BUILDS)
def test_large_results_are_the_same_on_any_number_of_threads_and_wherever_they_lie(name: str) -> None:
    rng = np.random.default_rng(3)
    tables = random_tables(rng, roots=3, scaled=True, coupled=True)
    tree = build(name).Tree(tables)
    p = states(rng, tables, 4_500_000 // (12 * len(tables.parents)))  # more than the caches hold
    wanted = tree.forward_batch(p)
    some = rng.integers(0, len(p), 50)
    assert (bits(wanted[some]) == bits(np.array([tree.forward(p[i]) for i in some]))).all()
    room = np.empty(wanted.size + 3)
    for shift in (0, 1, 3):
        out = room[shift : shift + wanted.size].reshape(wanted.shape)
        for threads in (1, 2):
            out[:] = 0
            assert tree.forward_batch(p, threads=threads, out=out) is out
            assert (bits(out) == bits(wanted)).all()


@pytest.mark.parametrize("name", BUILDS)
def test_a_tree_of_ten_thousand_joints_gives_the_same_bits(name: str) -> None:
    rng = np.random.default_rng(4)
    one = random_tables(rng, roots=10, coupled=True)
    tables = Tables.join([one] * 200)
    tree = build(name).Tree(tables)
    assert len(tables.parents) > 10_000
    p = states(rng, tables, 9)
    wanted = np.array([tree.forward(q) for q in p])
    assert (bits(tree.forward_batch(p, threads=2)) == bits(wanted)).all()
    parts = rng.integers(0, len(tables.parents), 100).astype(np.int32)
    assert (bits(tree.forward_batch(p, parts=parts)) == bits(wanted[:, parts])).all()


def test_the_reference_treats_batches_like_a_loop_too() -> None:
    rng = np.random.default_rng(5)
    tables = random_tables(rng, roots=2, scaled=True, coupled=True)
    tree = PureTree(tables)
    p = states(rng, tables, 30)
    wanted = np.array([tree.forward(q) for q in p])
    np.testing.assert_allclose(tree.forward_batch(p), wanted, atol=1e-13)
    parts = np.array([1, 0, 1], np.int32)
    out = np.empty((30, 3, 3, 4))
    assert tree.forward_batch(p, threads=2, parts=parts, out=out) is out
    np.testing.assert_allclose(out, wanted[:, parts], atol=1e-13)


@pytest.mark.parametrize("name", [*BUILDS, "pure"])
def test_what_cannot_be_used_is_refused_with_a_reason(name: str) -> None:
    rng = np.random.default_rng(6)
    tables = random_tables(rng, roots=3)
    tree = PureTree(tables) if name == "pure" else build(name).Tree(tables)
    n, size = len(tables.parents), tables.size
    p = states(rng, tables, 20)
    world = tree.forward(p[0])
    nan, infinite = p.copy(), p.copy()
    nan[13, size - 1], infinite[4, 0] = np.nan, -np.inf
    index = np.zeros(1, np.int32)
    frozen = np.empty((20, n, 3, 4))
    frozen.setflags(write=False)
    refusals = [
        (lambda: tree.forward(p[0, 1:]), "shape"),
        (lambda: tree.forward(p[0].astype(np.float32)), "float64"),
        (lambda: tree.forward(p[0].tolist()), "array"),
        (lambda: tree.forward(np.repeat(p[0], 2)[::2]), "contiguous"),
        (lambda: tree.forward(p), "shape"),
        (lambda: tree.forward(nan[13]), "finite"),
        (lambda: tree.forward_batch(nan), "finite"),
        (lambda: tree.forward_batch(infinite, threads=2), "finite"),
        (lambda: tree.forward_batch(p[0]), "shape"),
        (lambda: tree.forward_batch(p[:, ::-1]), "contiguous"),
        (lambda: tree.forward_batch(p, threads=-1), "threads"),
        (lambda: tree.forward_batch(p, threads=1.5), "threads"),
        (lambda: tree.forward_batch(p, threads=10**30), "threads"),
        (lambda: tree.forward_batch(p, parts=np.array([n], np.int32)), "parts"),
        (lambda: tree.forward_batch(p, parts=np.array([-1], np.int32)), "parts"),
        (lambda: tree.forward_batch(p, parts=np.array([0.0])), "parts"),
        (lambda: tree.forward_batch(p, parts=[0]), "parts"),
        (lambda: tree.forward_batch(p, out=np.empty((20, n + 1, 3, 4))), "out"),
        (lambda: tree.forward_batch(p, out=frozen), "out"),
        (lambda: tree.forward_batch(p, out=np.empty((20, n, 4, 3)).transpose(0, 1, 3, 2)), "out"),
        (lambda: tree.update(world[1:], p[0], index), "world"),
        (lambda: tree.update(world, p[0], index + size), "changed"),
        (lambda: tree.update(world, p[0], index - 1), "changed"),
        (lambda: tree.update(world, p[0], index.astype(np.int64)), "changed"),
        (lambda: tree.update(world, nan[13], index), "finite"),
    ]
    for call, reason in refusals:
        with pytest.raises(InputError, match=reason):
            call()


@pytest.mark.parametrize("name", [*BUILDS, "pure"])
def test_results_must_not_overwrite_the_states(name: str) -> None:
    rng = np.random.default_rng(8)
    tables = random_tables(rng)
    tree = PureTree(tables) if name == "pure" else build(name).Tree(tables)
    n = len(tables.parents)
    room = np.zeros(10 * max(12 * n, tables.size) + 40)
    p, out = room[: 10 * tables.size].reshape(10, -1), room[8 : 8 + 120 * n].reshape(10, n, 3, 4)
    if tables.size:
        with pytest.raises(InputError, match="share memory"):
            tree.forward_batch(p, out=out)


def test_a_figure_gives_parts_by_name_on_threads_and_into_given_room() -> None:
    figure = Figure(chain([1.0, 2.0, 3.0], joints="ball"))
    rng = np.random.default_rng(9)
    q = figure.random_state(rng, count=12).reshape(3, 4, figure.size)
    all_goals = figure.forward(q)
    assert all_goals.shape == (3, 4, 4, 3, 4)
    some = figure.forward(q, parts=["tip", "rod2"], threads=2)
    assert (some == all_goals[:, :, [3, 1]]).all()
    assert (figure.forward(q[1, 2], parts=["tip"]) == all_goals[1, 2, [3]]).all()
    out = np.empty((3, 4, 4, 3, 4))
    assert figure.forward(q, out=out) is out
    assert (out == all_goals).all()
    with pytest.raises(UnknownName, match="tip"):
        figure.forward(q, parts=["tipp"])
    with pytest.raises(InputError, match="list of names"):
        figure.forward(q, parts="tip")
    for wrong in (np.empty((12, 4, 3, 4)), np.empty((3, 4, 4, 4, 3)).swapaxes(-1, -2), [0.0]):
        with pytest.raises(InputError, match="out must be"):
            figure.forward(q, out=wrong)


@pytest.mark.parametrize("name", [*BUILDS, "pure"])
def test_results_in_single_precision_are_those_in_double_precision_rounded_once(name: str) -> None:
    rng = np.random.default_rng(10)
    for count in (0, 1, 9, 40, 133):
        tables = random_tables(rng, roots=2, scaled=True, coupled=True)
        tree = PureTree(tables) if name == "pure" else build(name).Tree(tables)
        p = states(rng, tables, count)
        n = len(tables.parents)
        wanted = tree.forward_batch(p).astype(np.float32)
        found = tree.forward_batch(p, threads=2, float32=True)
        assert found.dtype == np.float32
        assert found.tobytes() == wanted.tobytes()
        for parts in (np.arange(0, n, 2, dtype=np.int32), rng.integers(0, n, 5).astype(np.int32)):
            room = np.full(12 * count * len(parts) + 4, np.nan, np.float32)
            for shift in range(4):  # wherever it lies
                out = room[shift : len(room) - 4 + shift].reshape(count, len(parts), 3, 4)
                assert tree.forward_batch(p, parts=parts, out=out, float32=True) is out
                assert out.tobytes() == wanted[:, parts].tobytes()
        with pytest.raises(InputError, match="float32"):
            tree.forward_batch(p, out=np.empty((count, n, 3, 4)), float32=True)
        with pytest.raises(InputError, match="float64"):
            tree.forward_batch(p, out=np.empty((count, n, 3, 4), np.float32))


def test_a_figure_gives_single_precision_where_it_is_asked_for() -> None:
    figure = Figure(chain([1.0, 2.0, 3.0], joints="ball"))
    q = figure.random_state(np.random.default_rng(11), count=50)
    wanted = figure.forward(q).astype(np.float32)
    for found in (figure.forward(q, dtype=np.float32), figure.forward(q, out=np.empty((50, 4, 3, 4), np.float32))):
        assert found.dtype == np.float32
        assert (found == wanted).all()
    assert (figure.forward(q[7], dtype="float32") == wanted[7]).all()
    assert figure.forward(q, dtype=np.float64).dtype == np.float64
    for wrong in (np.int32, "float16", "no such type", ">f4", [1.0]):
        with pytest.raises(InputError, match="float64 or float32"):
            figure.forward(q, dtype=wrong)
    with pytest.raises(InputError, match="float64 or float32"):
        figure.forward(q, dtype=np.float32, out=np.empty((50, 4, 3, 4)))
    with pytest.raises(InputError, match="float64 or float32"):
        figure.forward(q, out=np.empty((50, 4, 3, 4), np.int64))


@pytest.mark.skipif(sys.platform != "linux", reason="memory is kept where the system can take it back")
@pytest.mark.parametrize("name", BUILDS)
def test_a_large_result_takes_the_memory_of_the_one_before(name: str) -> None:
    rng = np.random.default_rng(12)
    tables = random_tables(rng)
    tree = build(name).Tree(tables)
    p = states(rng, tables, 10_000_000 // (12 * len(tables.parents)))  # 80 MB
    some, few = p[: len(p) * 2 // 3], p[: len(p) * 45 // 100]

    def address(array: np.ndarray) -> int:
        return int(array.ctypes.data)

    first = tree.forward_batch(p)
    wanted, place = first[-50:].copy(), address(first)
    second = tree.forward_batch(p)  # both are alive
    assert not np.shares_memory(first, second)
    del first
    smaller = tree.forward_batch(some)
    assert address(smaller) == place
    view, smaller = smaller[5], None
    assert not np.shares_memory(tree.forward_batch(some), view)  # a view keeps what it looks at
    del view
    again = tree.forward_batch(p)
    assert (again[-50:] == wanted).all()
    assert (second[-50:] == wanted).all()
    assert not np.shares_memory(tree.forward_batch(few), again)
