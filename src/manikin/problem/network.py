"""The data-flow network (W 5.3.4): function blocks that compute a value and its derivative from those below.

    pose of a figure  →  handles on it  →  goals on handles

Blocks are connected when goals are added, and removed with them.  Every block keeps its last value.  When an entry of
the state changes, the handles that depend on it and the goals on these handles are invalidated; only they are computed
again, when their value is next used.  This network defines every handle and goal.  Tests compare the compiled kernels
with it, and a handle or goal of a user is evaluated here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from manikin.arguments import explained
from manikin.errors import InputError, UnknownName, shorten
from manikin.figure.figure import Figure
from manikin.figure.pose import Pose
from manikin.goals.goal import Goal
from manikin.handles.fixed import Fixed
from manikin.handles.handle import Handle
from manikin.math.rotations import Array
from manikin.math.sparse_rows import Columns, SparseRows, total

__all__ = ["Block", "GoalBlock", "HandleBlock", "Network", "PoseBlock", "check_names", "row_weights"]


class Block:
    """A function block (W fig. 5.3).

    Attributes:
        label: Its name in a drawing.
        inputs: The blocks that it reads.
        outputs: The blocks that read it.
        evaluations: How often it computed its value.
    """

    def __init__(self, label: str, inputs: Sequence[Block]) -> None:
        self.label = label
        self.inputs = tuple(inputs)
        self.outputs: list[Block] = []
        self.evaluations = 0
        for block in self.inputs:
            if self not in block.outputs:
                block.outputs.append(self)

    def invalidate(self) -> None:
        """The "disable cache" signal: forget the value, here and in all outputs."""
        self.forget()
        for block in self.outputs:
            block.invalidate()

    def forget(self) -> None:
        """Drop the cached values."""

    def unplug(self) -> None:
        """Remove the block, and the handles that no other block reads."""
        for block in dict.fromkeys(self.inputs):
            block.outputs.remove(self)
            if not block.outputs and isinstance(block, HandleBlock):
                block.unplug()


class PoseBlock(Block):
    """A figure's part of the state vector, ``state[start:start + size]``, and its pose."""

    def __init__(self, figure: Figure, start: int) -> None:
        super().__init__(figure.name, ())
        self.figure, self.start = figure, start
        self.state = figure.rest
        self._pose: Pose | None = None

    @property
    def pose(self) -> Pose:
        """The pose at the present state."""
        if self._pose is None:
            self.evaluations += 1
            self._pose = Pose(self.figure, self.state)
        return self._pose

    def change(self, state: Array) -> None:
        """Set the state and invalidate the handles that depend on entries which differ."""
        changed = state != self.state
        if not changed.any():
            return
        self.state = state.copy()
        self._pose = None
        for block in self.outputs:
            if isinstance(block, HandleBlock) and changed[block.own_columns].any():
                block.invalidate()


class HandleBlock(Block):
    """A handle at the present pose.  Its value and Jacobian do not refer to the pose, which may change."""

    def __init__(self, handle: Handle, source: PoseBlock) -> None:
        super().__init__(handle.kind, (source,))
        self.handle, self.source = handle, source
        self.own_columns: Columns = handle.columns(source.figure)
        self._value: Array | None = None
        self._jacobian: SparseRows | None = None

    def forget(self) -> None:
        self._value = self._jacobian = None

    @property
    def value(self) -> Array:
        """The handle's value (size,)."""
        if self._value is None:
            self.evaluations += 1
            self._value = self.handle.value(self.source.pose)
        return self._value

    @property
    def jacobian(self) -> SparseRows:
        """d value/dq over the columns of the whole state vector."""
        if self._jacobian is None:
            self._jacobian = self.handle.sparse_jacobian(self.source.pose).shifted(self.source.start)
        return self._jacobian


class ConstantBlock(Block):
    """A constant target."""

    def __init__(self, handle: Fixed) -> None:
        super().__init__(handle.kind, ())
        self.handle = handle
        self.value = handle.constant
        self.jacobian = SparseRows(np.zeros(0, np.int64), np.zeros((handle.tangent, 0)))


class GoalBlock(Block):
    """A goal on the values of its handles; the chain rule gives its Jacobian from theirs."""

    def __init__(self, goal: Goal, inputs: Sequence[HandleBlock | ConstantBlock]) -> None:
        super().__init__(goal.name or goal.kind, inputs)
        self.goal, self.handles = goal, tuple(inputs)
        self._residual: Array | None = None
        self._jacobian: SparseRows | None = None

    def forget(self) -> None:
        self._residual = self._jacobian = None

    @property
    def residual(self) -> Array:
        """Current − wanted (rows,), in the goal's own units."""
        if self._residual is None:
            self.evaluations += 1
            self._residual = self.goal.residual(*(block.value for block in self.handles))
        return self._residual

    @property
    def jacobian(self) -> SparseRows:
        """d residual/d state over the columns that matter."""
        if self._jacobian is None:
            local = self.goal.jacobians(*(block.value for block in self.handles))
            parts = [outer @ block.jacobian for outer, block in zip(local, self.handles, strict=True)]
            self._jacobian = total(parts, self.goal.rows)
        return self._jacobian


@explained
class Network:
    """The blocks of some figures and goals.

    Args:
        figures: One figure or several; the state vector holds their states one after another.
        goals: The first goals; more can be added.

    Attributes:
        poses: The blocks of the figures, by name.
        goals: The blocks of the goals.
    """

    def __init__(self, figures: Figure | Iterable[Figure], goals: Iterable[Goal] = ()) -> None:
        self.figures = (figures,) if isinstance(figures, Figure) else tuple(figures)
        starts = np.cumsum([0, *(figure.size for figure in self.figures)]).tolist()
        self.size: int = starts[-1]
        self.poses: dict[str, PoseBlock] = {}
        check_names(self.figures)
        for figure, start in zip(self.figures, starts, strict=False):
            self.poses[figure.name] = PoseBlock(figure, start)
        self._handles: dict[Handle, HandleBlock | ConstantBlock] = {}
        self.goals: list[GoalBlock] = []
        for goal in goals:
            self.add(goal)

    # -- connections ---------------------------------------------------------------------------

    def add(self, goal: Goal) -> GoalBlock:
        """Connect a goal to its handles; equal handles are shared."""
        block = GoalBlock(goal, [self._block(handle) for handle in goal.handles])
        self.goals.append(block)
        return block

    def remove(self, block: GoalBlock) -> None:
        """Remove a goal, and the handles that no other goal uses."""
        if block not in self.goals:
            raise UnknownName("goal in this network", block.label, [b.label for b in self.goals])
        self.goals.remove(block)
        block.unplug()
        self._handles = {h: b for h, b in self._handles.items() if b.outputs}

    def _block(self, handle: Handle) -> HandleBlock | ConstantBlock:
        if handle not in self._handles:
            if isinstance(handle, Fixed):
                self._handles[handle] = ConstantBlock(handle)
            else:
                source = self.poses[figure_of(handle, self.figures).name]
                handle.check(source.figure)
                self._handles[handle] = HandleBlock(handle, source)
        return self._handles[handle]

    @property
    def blocks(self) -> list[Block]:
        """All blocks, inputs before outputs."""
        return [*self.poses.values(), *self._handles.values(), *self.goals]

    @property
    def wires(self) -> list[tuple[Block, Block]]:
        """All connections, as (input, block)."""
        return [(below, block) for block in self.blocks for below in dict.fromkeys(block.inputs)]

    # -- evaluating ----------------------------------------------------------------------------

    @property
    def state(self) -> Array:
        """The state vector (size,)."""
        return np.concatenate([np.zeros(0), *(block.state for block in self.poses.values())])

    @state.setter
    def state(self, q: Array) -> None:
        q = np.asarray(q, float)
        if q.shape != (self.size,):
            raise InputError(f"the state has the shape ({self.size},), not {q.shape}")
        for block in self.poses.values():
            block.change(block.figure.check_state(q[block.start : block.start + block.figure.size]))

    def residual(self) -> Array:
        """All goals' rows one after another, weighted: the sum of their squares is the objective."""
        return self._gathered(lambda block: row_weights(block.goal) * block.residual)

    def raw_residual(self) -> Array:
        """The same rows in their own units, not weighted."""
        return self._gathered(lambda block: block.residual)

    def jacobian_blocks(self) -> list[SparseRows]:
        """Goal by goal, the weighted rows over the columns that matter."""
        return [np.diag(row_weights(block.goal)) @ block.jacobian for block in self.goals]

    def jacobian(self) -> Array:
        """(rows, size), dense."""
        parts = [block.dense(self.size) for block in self.jacobian_blocks()]
        return np.concatenate([np.zeros((0, self.size)), *parts])

    def _gathered(self, rows: Callable[[GoalBlock], Array]) -> Array:
        return np.concatenate([np.zeros(0), *(rows(block) for block in self.goals)])


def check_names(figures: Sequence[Figure]) -> None:
    """Refuse figures of the same name."""
    names = [figure.name for figure in figures]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two figures named {shorten(name)}: rename one with figure.renamed(…)")


def row_weights(goal: Goal) -> Array:
    """√weight · scales (rows,); weights are applied only here."""
    return np.asarray(np.sqrt(goal.weight) * goal.scales)


def figure_of(handle: Handle, figures: Sequence[Figure]) -> Figure:
    """The figure that a handle belongs to."""
    if handle.figure is None and len(figures) == 1:
        return figures[0]
    for figure in figures:
        if figure.name == handle.figure:
            return figure
    if handle.figure is None:
        raise InputError(f"a {handle.kind} handle must name its figure, because there are {len(figures)}")
    raise UnknownName("figure", handle.figure, [figure.name for figure in figures])
