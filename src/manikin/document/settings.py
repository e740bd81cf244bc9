"""The settings of a document: how its figures are solved and pulled."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from manikin.document.ik_chain import ChainMode
from manikin.errors import InputError, shorten
from manikin.solvers.solver import Solver, as_solver

__all__ = ["Settings"]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the figures are solved and pulled; part of the document, so it can be undone.

    Attributes:
        solver: The kind of solver.
        options: Its options by name.
        iterations_per_refresh: Iterations of the solver between two pictures (W 6.3).
        continuous: Whether locks are kept during a drag, or only when it ends.
        drag_mode: How the IK chain of a pulled part is found (W 6.2).
        drag_base: The joint where the chain begins in the mode "joint".
        balance: Whether figures keep their balance over the parts that support them.
        comfort: Whether figures prefer joints away from their limits.
        collision: Whether figures avoid collisions with themselves and each other.
        floor: Whether figures stay above the ground.
    """

    solver: str = "lm"
    options: dict[str, Any] = field(default_factory=dict)
    iterations_per_refresh: int = 20
    continuous: bool = True
    drag_mode: ChainMode = "branch"
    drag_base: str | None = None
    balance: bool = False
    comfort: bool = False
    collision: bool = False
    floor: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.iterations_per_refresh <= 10_000:
            raise InputError(
                f"iterations_per_refresh must lie between 1 and 10,000, not {shorten(self.iterations_per_refresh)}"
            )
        self.make_solver()

    def without_base(self) -> Settings:
        """The settings when the joint where chains begin is gone: they begin at the nearest branch again."""
        return replace(self, drag_base=None, drag_mode="branch" if self.drag_mode == "joint" else self.drag_mode)

    def make_solver(self) -> Solver:
        """The chosen solver with its options.  Without an option ``restarts`` it tries no other starts, because
        poses would jump."""
        solver = as_solver(self.solver, **self.options)
        if hasattr(solver, "restarts") and "restarts" not in self.options:
            return as_solver(self.solver, **self.options, restarts=0)
        return solver
