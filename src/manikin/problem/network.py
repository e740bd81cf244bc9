"""The data-flow network (W 5.3.4): function blocks that compute a value and its derivative from those below.

    pose of a figure  →  handles on it  →  goals on handles

Blocks are wired when goals are added and taken out when they go.  Every block keeps what it computed last.  When an
element of the state changes, a signal goes to the handles connected to it and on to what hangs from them; only these
compute again when somebody asks.  This is the definition of every handle and goal: the compiled kernels are held equal
to it by tests, and a handle or goal from outside the package plugs in here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

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
    """A function block (W fig. 5.3).  ``evaluations`` counts how often it computed its value, for those who wonder."""

    def __init__(self, label: str, inputs: Sequence[Block]) -> None:
        self.label = label
        self.inputs = tuple(inputs)
        self.outputs: list[Block] = []
        self.evaluations = 0
        for block in self.inputs:
            if self not in block.outputs:
                block.outputs.append(self)

    def invalidate(self) -> None:
        """The "disable cache" signal: forget, and pass it on."""
        self.forget()
        for block in self.outputs:
            block.invalidate()

    def forget(self) -> None:
        """Drop what was computed."""

    def unplug(self) -> None:
        """Take the block out; blocks below that feed nothing else go with it."""
        for block in dict.fromkeys(self.inputs):
            block.outputs.remove(self)
            if not block.outputs and isinstance(block, HandleBlock):
                block.unplug()


class PoseBlock(Block):
    """A figure's part of the state vector, ``state[start:start + size]``, and the pose it makes."""

    def __init__(self, figure: Figure, start: int) -> None:
        super().__init__(figure.name, ())
        self.figure, self.start = figure, start
        self.state = figure.rest
        self._pose: Pose | None = None

    @property
    def pose(self) -> Pose:
        if self._pose is None:
            self.evaluations += 1
            self._pose = Pose(self.figure, self.state)
        return self._pose

    def change(self, state: Array) -> None:
        """Take a new state and signal the handles connected to the elements that differ."""
        changed = state != self.state
        if not changed.any():
            return
        self.state = state.copy()
        self._pose = None
        for block in self.outputs:
            if isinstance(block, HandleBlock) and changed[block.own_columns].any():
                block.invalidate()


class HandleBlock(Block):
    """A handle at the present pose.  Its value and slope are arrays of their own: the pose may move on."""

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
        if self._value is None:
            self.evaluations += 1
            self._value = self.handle.value(self.source.pose)
        return self._value

    @property
    def jacobian(self) -> SparseRows:
        """Over the columns of the whole state vector."""
        if self._jacobian is None:
            self._jacobian = self.handle.sparse_jacobian(self.source.pose).shifted(self.source.start)
        return self._jacobian


class ConstantBlock(Block):
    """A target that nothing moves."""

    def __init__(self, handle: Fixed) -> None:
        super().__init__(handle.kind, ())
        self.handle = handle
        self.value = handle.constant
        self.jacobian = SparseRows(np.zeros(0, np.int64), np.zeros((handle.tangent, 0)))


class GoalBlock(Block):
    """A goal on the values of its handles; the chain rule through their slopes."""

    def __init__(self, goal: Goal, inputs: Sequence[HandleBlock | ConstantBlock]) -> None:
        super().__init__(goal.name or goal.kind, inputs)
        self.goal, self.handles = goal, tuple(inputs)
        self._residual: Array | None = None
        self._jacobian: SparseRows | None = None

    def forget(self) -> None:
        self._residual = self._jacobian = None

    @property
    def residual(self) -> Array:
        """current − wanted (rows,), in its own units."""
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


class Network:
    """The blocks of some figures and goals, and the state vector they share: the figures' states one after another."""

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

    # -- wiring --------------------------------------------------------------------------------

    def add(self, goal: Goal) -> GoalBlock:
        """Wire a goal to its handles; handles that are there already are shared."""
        block = GoalBlock(goal, [self._block(handle) for handle in goal.handles])
        self.goals.append(block)
        return block

    def remove(self, block: GoalBlock) -> None:
        """Take a goal out, and the handles that served it alone."""
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
        """All blocks, from the state upward."""
        return [*self.poses.values(), *self._handles.values(), *self.goals]

    @property
    def wires(self) -> list[tuple[Block, Block]]:
        """Which block feeds which."""
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
        """All goals' rows one after another, weighted: their squares add up to the objective."""
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
    """Refuse figures that cannot be told apart."""
    names = [figure.name for figure in figures]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two figures named {shorten(name)}: rename one with Figure.named")


def row_weights(goal: Goal) -> Array:
    """√weight · scales (rows,): the one place where weights are applied."""
    return np.asarray(np.sqrt(goal.weight) * goal.scales)


def figure_of(handle: Handle, figures: Sequence[Figure]) -> Figure:
    """The figure that a handle sits on."""
    if handle.figure is None and len(figures) == 1:
        return figures[0]
    for figure in figures:
        if figure.name == handle.figure:
            return figure
    if handle.figure is None:
        raise InputError(f"a {handle.kind} handle must say which figure it sits on, for there are {len(figures)}")
    raise UnknownName("figure", handle.figure, [figure.name for figure in figures])
