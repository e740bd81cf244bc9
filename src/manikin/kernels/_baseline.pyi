from collections.abc import Sequence
from typing import Any

import numpy
import numpy.typing

import manikin.kernels
import manikin.kernels.tables
import manikin.math.rotations

def supported() -> list[str]: ...

lanes: int = ...

class Tree:
    def __init__(self, tables: manikin.kernels.tables.Tables, /) -> None: ...
    @property
    def tables(self, /) -> manikin.kernels.tables.Tables: ...
    @property
    def rigid(self) -> bool:
        """Whether there is no scale and no mirror."""

    def forward(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array: ...
    def update(
        self,
        world: manikin.math.rotations.Array,
        p: manikin.math.rotations.Array,
        changed: manikin.kernels.tables.Ints,
        /,
    ) -> manikin.math.rotations.Array: ...
    def trace(
        self, p: manikin.math.rotations.Array, /
    ) -> tuple[manikin.math.rotations.Array, manikin.math.rotations.Array, manikin.math.rotations.Array]: ...
    def axes(
        self, p: manikin.math.rotations.Array, /
    ) -> tuple[manikin.math.rotations.Array, manikin.math.rotations.Array, manikin.math.rotations.Array]: ...
    def forward_batch(
        self,
        p: manikin.math.rotations.Array,
        threads: int = 1,
        parts: manikin.kernels.tables.Ints | None = None,
        out: numpy.typing.NDArray[Any] | None = None,
        float32: bool = False,
    ) -> numpy.typing.NDArray[Any]: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...

class Program:
    def __init__(self, tables: object, /) -> None: ...
    def with_constants(self, constants: manikin.math.rotations.Array, /) -> Program:
        """The same program with other values of its constants."""

    @property
    def size(self) -> int:
        """Parameters."""

    @property
    def rows(self) -> int:
        """Rows of all goals."""

    @property
    def pattern(self, /) -> tuple[list[int], list[list[int]]]: ...
    def values(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array: ...
    def slopes(
        self, p: manikin.math.rotations.Array, out: manikin.math.rotations.Array | None = None
    ) -> manikin.math.rotations.Array: ...
    def raw_residual(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array: ...
    def residual(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array: ...
    def jacobian(
        self, p: manikin.math.rotations.Array, out: manikin.math.rotations.Array | None = None
    ) -> manikin.math.rotations.Array: ...
    def jacobian_blocks(self, p: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array: ...
    def cost_and_gradient(self, p: manikin.math.rotations.Array, /) -> tuple[float, manikin.math.rotations.Array]: ...
    def values_batch(self, p: manikin.math.rotations.Array, threads: int = 1) -> manikin.math.rotations.Array: ...
    def slopes_batch(self, p: manikin.math.rotations.Array, threads: int = 1) -> manikin.math.rotations.Array: ...
    def residual_batch(self, p: manikin.math.rotations.Array, threads: int = 1) -> manikin.math.rotations.Array: ...
    def jacobian_batch(self, p: manikin.math.rotations.Array, threads: int = 1) -> manikin.math.rotations.Array: ...
    def cost_and_gradient_batch(
        self, p: manikin.math.rotations.Array, threads: int = 1
    ) -> manikin.math.rotations.Array: ...

class Search:
    def __init__(
        self,
        program: manikin.kernels.Program,
        limits: object,
        method: str,
        tolerance: float,
        options: manikin.math.rotations.Array,
        /,
    ) -> None: ...
    def begin(self, q: manikin.math.rotations.Array, constants: manikin.math.rotations.Array, /) -> None:
        """Begin at a state (size,), moved inside the limits."""

    def set_targets(self, constants: manikin.math.rotations.Array, /) -> None:
        """
        Replace the goals' constants; the state and what the method has learnt stay.
        """

    def set_limits(self, lo: manikin.math.rotations.Array, hi: manikin.math.rotations.Array, /) -> None:
        """Other limits (size,) of the parameters, from the next start on."""

    def set_posture(
        self,
        posture: manikin.math.rotations.Array,
        weight: float,
        shift: manikin.math.rotations.Array,
        exact: numpy.typing.NDArray[numpy.uint8],
        softness: float,
        margins: manikin.math.rotations.Array | None,
        telling: numpy.typing.NDArray[numpy.uint8] | None,
        /,
    ) -> None:
        """
        Prefer a posture (size,), stiffer in margins (2, size) of limits, and shift the rows, from the next start on.
        """

    def follow(
        self,
        constants: manikin.math.rotations.Array,
        max_iterations: int,
        rounds: int,
        tolerance: float,
        fresh: float,
        /,
    ) -> tuple[manikin.math.rotations.Array, int, int, int, int]:
        """
        Go on with other constants, exact rows before the posture.  State, status, iterations, evaluations, rounds.
        """

    def run(
        self,
        max_iterations: int,
        restarts: int,
        seconds: float,
        cancel: numpy.typing.NDArray[numpy.uint8] | None,
        history: bool,
        settle: bool,
    ) -> tuple[int, int, int, int, float, manikin.math.rotations.Array | None]:
        """
        Status, iterations, evaluations, attempts, merit, and the merits of all iterations if ``history``.
        """

    def solve(
        self,
        q: manikin.math.rotations.Array,
        constants: manikin.math.rotations.Array,
        max_iterations: int,
        restarts: int,
        /,
    ) -> tuple[manikin.math.rotations.Array, int, int, int, int]:
        """Begin and run.  State, status, iterations, evaluations, attempts."""

    def solve_batch(
        self,
        q: manikin.math.rotations.Array,
        constants: manikin.math.rotations.Array,
        max_iterations: int,
        restarts: int,
        threads: int,
        /,
    ) -> tuple[manikin.math.rotations.Array, manikin.math.rotations.Array]:
        """
        States (batch, size), and (batch, 5) status, iterations, evaluations, attempts, merit.
        """

    def solve_each(
        self,
        q: manikin.math.rotations.Array,
        constants: manikin.math.rotations.Array,
        gains: manikin.math.rotations.Array,
        max_iterations: int,
        /,
    ) -> manikin.math.rotations.Array:
        """
        States (batch, size) from starts with gains (batch, size) of their own, the same bits alone and among many.
        """

    @property
    def residual(self, /) -> manikin.math.rotations.Array:
        """The weighted rows at the present state, with their shift (rows,)."""

    @property
    def shift(self, /) -> manikin.math.rotations.Array:
        """
        The shift of the rows (rows,) that a posture has brought; empty without one.
        """

    def forget_start(self, /) -> None:
        """
        Take the next state that is followed from as a start: straight limbs bend once their targets have left.
        """

    @property
    def bending(self, /) -> float:
        """
        How much the speed changes with which a limb bends near the end of its reach [rad per frame²].
        """

    @property
    def state(self, /) -> manikin.math.rotations.Array:
        """The present state (size,)."""

class Piece:
    def __init__(self, flat: object, /) -> None: ...
    @property
    def constants(self) -> int:
        """Numbers of its constant handles."""

class Simulation:
    def __init__(self, tree: object, terms: object, options: object, /) -> None: ...
    @property
    def q(self, /) -> manikin.math.rotations.Array:
        """The present state (size,)."""

    def place(self, q: manikin.math.rotations.Array, /) -> None:
        """Begin at a state."""

    def give_way(self, q: manikin.math.rotations.Array, /) -> None:
        """
        Make the next step begin at a state, and not correct what does not hold there.
        """

    def settle(self, q: manikin.math.rotations.Array, /) -> None:
        """Go to a state; what is known of limits and springs stays."""

    def run(self, h: float, steps: int, insist: bool, /) -> tuple[float, int]:
        """
        Steps of h seconds, unless it insists to the first where constraints do not hold: time passed [s], steps made.
        """

    def asked(self, q: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array:
        """The rates (size,) at a state; the simulation does not change."""

    def choices(self, /) -> list[int]:
        """The members of the disjunctions that count."""

    def favour(self, chosen: Sequence[int], /) -> None:
        """Make these members of the disjunctions count; -1 for none yet."""

    def answers(self, /) -> tuple[manikin.math.rotations.Array, manikin.math.rotations.Array]:
        """
        The multipliers of all rows [N, N m], and the forces of limits on the parameters.
        """

    def wire(self, pieces: Sequence[Piece], root: manikin.math.rotations.Array, /) -> None:
        """
        Replace all entries and the square root of the mobility (size,); the state stays.
        """

    def set_targets(self, piece: int, constants: manikin.math.rotations.Array, /) -> None:
        """Replace the constants of one entry."""

class BoxProgramme:
    def __init__(self, rows: int, columns: int, /) -> None: ...
    @property
    def converged(self) -> bool:
        """Whether the last solve ended at its minimum."""

    def solve(
        self,
        a: manikin.math.rotations.Array,
        t: manikin.math.rotations.Array,
        b: manikin.math.rotations.Array,
        c: manikin.math.rotations.Array,
        lo: manikin.math.rotations.Array,
        hi: manikin.math.rotations.Array,
        /,
    ) -> manikin.math.rotations.Array:
        """
        x (columns,) for rows, targets, softness and bounds; begins with the multipliers of the last solve.
        """

class VelocityBounds:
    def __init__(
        self,
        lo: manikin.math.rotations.Array,
        hi: manikin.math.rotations.Array,
        fastest: manikin.math.rotations.Array,
        acceleration: manikin.math.rotations.Array,
        dt: float,
        /,
    ) -> None: ...
    def at(
        self, q: manikin.math.rotations.Array, before: manikin.math.rotations.Array | None
    ) -> tuple[manikin.math.rotations.Array, manikin.math.rotations.Array]:
        """The least and the largest rates at a state, after the rates `before`."""

def differences(
    types: str, a: manikin.math.rotations.Array, b: manikin.math.rotations.Array, /
) -> manikin.math.rotations.Array:
    """
    a − b for values of handles one after another, in the rows of their derivatives.
    """

def read_number_rows(
    text: bytes, begin: int, columns: int, most: int, /
) -> tuple[manikin.math.rotations.Array, int, int, int]:
    """Rows of numbers in a text from a place on, and how far it was read."""

class StateDifferences:
    def __init__(
        self,
        columns: numpy.typing.NDArray[numpy.int32],
        axes: manikin.math.rotations.Array,
        lo: manikin.math.rotations.Array,
        hi: manikin.math.rotations.Array,
        /,
    ) -> None: ...
    def between(
        self, states: manikin.math.rotations.Array, base: manikin.math.rotations.Array, /
    ) -> manikin.math.rotations.Array:
        """states ⊖ base (n, size), balls as rotation vectors."""

    def displaced(
        self, base: manikin.math.rotations.Array, change: manikin.math.rotations.Array, /
    ) -> manikin.math.rotations.Array:
        """base ⊕ change (n, size), inside the limits."""

class Curves:
    def __init__(self, groups: list, size: int, /) -> None: ...
    def state(self, frame: float, /) -> manikin.math.rotations.Array:
        """
        The state (size,) at a frame; it holds before the first and after the last key.
        """

    def states(self, frames: manikin.math.rotations.Array, /) -> manikin.math.rotations.Array:
        """The states (n, size) at frames (n,)."""

def smooth_step(
    program: Program, interval: object, states: manikin.math.rotations.Array, rows_only: bool = False
) -> manikin.math.rotations.Array:
    """
    The states (frames, size) of an interval of a motion, a step nearer to the smoothest; see manikin.clips.smooth.
    """
