"""Activities that run from refresh to refresh: drags (``manikin.posing.gestures``), a chase of the star, a solve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from manikin.document.document import Document
from manikin.document.ik_chain import chain_of, columns_of, effector_of
from manikin.document.lock import Lock, Poses, value_of
from manikin.document.names import display_name
from manikin.errors import InputError
from manikin.figure.pose import Pose
from manikin.goals import Position
from manikin.math.easing import ease_in_out
from manikin.math.rotations import Array, Vec3
from manikin.posing.balance import posed_for_edits
from manikin.posing.hands import HandShape, Side
from manikin.posing.interactive_solve import InteractiveSolve
from manikin.posing.keep_locks import all_locks, start_of, states_of
from manikin.posing.levels import problem_of
from manikin.posing.stored_poses import PoseShare

__all__ = [
    "Activity",
    "AppliedPose",
    "Chase",
    "ChaseRequest",
    "Moment",
    "Outcome",
    "RolledFoot",
    "ShapedHand",
    "SolveLocks",
    "largest_change",
]

REST_CHANGE = 1e-5
"""Largest change of a parameter in a refresh [rad, m] that counts as rest."""
REFRESH_SECONDS = 1 / 60
CHASE_SPEED = 0.8
"""Speed of a chase [m/s] at the speed factor 1."""
MAX_REFRESHES = 180
"""Largest number of refreshes after the end of its way or the last move of a cursor; a figure that never rests is left
where it is."""
MAX_JOINT_SPEED = 3.0
"""Largest rate of a parameter [rad/s, m/s] at the speed factor 1, if the figure has none."""
ITERATIONS_PER_SLICE = 25
"""Iterations of a solve between two refreshes."""
MAX_ITERATIONS = 100_000
"""Iterations after which a solve is stopped."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """The frame of the timeline at which figures are posed, if there is one, and whether their new states are keyed."""

    frame: float | None = None
    key: bool = True


NOW = Moment()
"""Outside the timeline."""


@dataclass(frozen=True, kw_only=True)
class AppliedPose(PoseShare):
    """A stored pose that was applied to a figure."""

    figure: str
    name: str


@dataclass(frozen=True, kw_only=True)
class RolledFoot:
    """A foot of a figure that was rolled by an angle [rad]."""

    figure: str
    part: str
    angle: float


@dataclass(frozen=True, kw_only=True)
class ShapedHand:
    """A hand of a figure that was brought a share of the way to a shape."""

    figure: str
    side: Side
    shape: HandShape
    share: float


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The result of an activity: the states of the figures that moved, the locks that were moved, and the pose that was
    applied, the foot that was rolled or the hand that was shaped, if any."""

    label: str
    states: dict[str, tuple[float, ...]]
    locks: tuple[Lock, ...] = ()
    pose: AppliedPose | None = None
    foot: RolledFoot | None = None
    hand: ShapedHand | None = None


class Activity:
    """Base of all activities.

    Attributes:
        document: The document at the start, posed at its moment.
        states: The live states (size,) of the figures that it moves, by name.
        goal: The target position (3,) [m], if there is one.
        seq: The number of the last cursor move that was used.
    """

    label = ""
    is_chase = False

    def __init__(self, document: Document, moment: Moment) -> None:
        self.moment = moment
        self.document = posed_for_edits(document, moment.frame)
        self.states: dict[str, Array] = {}
        self.goal: Array | None = None
        self.seq = 0

    @property
    def waiting(self) -> bool:
        """Whether another refresh would change anything."""
        return False

    @property
    def over(self) -> bool:
        """Whether it ended by itself."""
        return False

    def step(self) -> None:
        """One refresh."""
        raise NotImplementedError

    def effector(self, poses: Poses) -> Array | None:
        """The position of the pulled point (3,) [m]."""
        return None

    @property
    def moved_locks(self) -> tuple[Lock, ...]:
        """The locks as the activity has moved them."""
        return ()

    def outcome(self) -> Outcome:
        """The result so far."""
        return Outcome(
            label=self.label,
            states={name: tuple(q.tolist()) for name, q in self.states.items()},
            locks=self.moved_locks,
        )

    def restarted(self, document: Document) -> Activity:
        """The same activity on a document that has changed."""
        raise NotImplementedError

    def pose_of(self, figure: str) -> Pose:
        """The live pose of a figure."""
        if figure in self.states:
            return Pose(self.document.figures[figure], self.states[figure])
        return self.document.poses[figure]


@dataclass(frozen=True, kw_only=True)
class ChaseRequest(Moment):
    """A part that follows a star (B), with a slow start and a slow end; ``speed`` scales the rates of the joints.

    While the star is ``held``, the chase does not end when it is reached, so that one drag of the star is one step.
    """

    figure: str | None = None
    part: str | None = None
    target: Vec3 | None = None
    speed: float = 1.0
    held: bool = False


class Chase(Activity):
    """A part follows a star; no joint exceeds its rate."""

    is_chase = True

    def __init__(self, document: Document, request: ChaseRequest) -> None:
        super().__init__(document, request)
        document = self.document
        if request.part is None or request.target is None:
            raise InputError("a chase needs a part and a target")
        actor = document.movable(request.figure)
        figure, settings = actor.figure, document.settings
        self.figure, self.label = actor.name, f"Chase with {display_name(request.part)}"
        self.handle = figure.point(request.part, effector_of(figure.skeleton, request.part))
        base = settings.drag_base  # it may be a joint of another figure
        if base is not None and base not in figure.skeleton:
            base = figure.skeleton.root.name
        chain = chain_of(figure, request.part, settings.drag_mode, base)
        goals = self._goals(self.handle.value(actor.pose))
        self.solve = InteractiveSolve(document, goals, {actor.name: columns_of(figure, chain)})
        self.states = self.solve.states
        self.aim(request)

    def _goals(self, place: Array) -> list[Position]:
        return [Position(point=self.handle, target=place)]

    def aim(self, request: ChaseRequest) -> None:
        """Follow the star at its present position; for a new one the path starts at the part."""
        if not 0.01 <= request.speed <= 100:
            raise InputError("the speed of a chase lies between 0.01 and 100")
        moved = self.goal is None or tuple(self.goal) != request.target
        self.request, self.goal = request, np.array(request.target)
        figures = self.document.figures
        self._rates = {
            name: np.minimum(figures[name].speed, MAX_JOINT_SPEED) * request.speed * REFRESH_SECONDS
            for name in self.states
        }
        if moved:
            self.begin = self._wanted = self.handle.value(self.pose_of(self.figure))
            self._time, self._late, self._still = 0.0, 0, False
        way = float(np.linalg.norm(self.goal - self.begin))
        self._share = REFRESH_SECONDS * CHASE_SPEED * request.speed / max(way, 0.05)

    def chases(self, request: ChaseRequest) -> bool:
        """Whether a request is for the same part."""
        return (self.request.figure, self.request.part) == (request.figure, request.part)

    @property
    def waiting(self) -> bool:
        return not (self._still and self.request.held)

    @property
    def over(self) -> bool:
        return self._still and not self.request.held

    def effector(self, poses: Poses) -> Array:
        return value_of(self.handle, poses)

    def step(self) -> None:
        before = self.states
        self._time = min(1.0, self._time + self._share / (1.0 + self._behind()))  # who is behind is waited for
        wanted = self.begin + ease_in_out(self._time) * (self.goal - self.begin)  # type: ignore[operator]
        self.solve.hurry(float(np.linalg.norm(wanted - self._wanted)))
        self.solve.limit(self._rates)
        self.solve.set_targets(self._goals(wanted))
        self.states, self._wanted = self.solve.step(), wanted
        self._late += self._time >= 1
        rests = largest_change(self.states, before) < REST_CHANGE and self._behind() < REST_CHANGE
        self._still = self._late > MAX_REFRESHES or (self._time >= 1 and rests)

    def _behind(self) -> float:
        """How far what is shown is behind, in refreshes at the rates of the joints."""
        aims = self.solve.aims
        return max(
            float((np.abs(aims[name] - self.states[name]) / rates).max(initial=0.0))
            for name, rates in self._rates.items()
        )

    def restarted(self, document: Document) -> Chase:
        return Chase(document, self.request)


class SolveLocks(Activity):
    """Solve until the locks hold or nothing more can be gained."""

    label = "Solve"

    def __init__(
        self, document: Document, moment: Moment = NOW, iterations_per_slice: int = ITERATIONS_PER_SLICE
    ) -> None:
        super().__init__(document, moment)
        document = self.document
        if not any(lock.active for lock in document.locks):
            raise InputError("there are no locks to keep: lock a part first")
        affected = all_locks(document)
        solver = document.settings.make_solver()
        self._problem, self._free = problem_of(document, [], affected, solver), affected.free
        self._session = solver.start(self._problem, start_of(document, self._problem.figures))
        self._slice, self._over = iterations_per_slice, False
        self.states = states_of(self._problem, np.array(self._session.q), self._free)
        self.iterations = 0

    @property
    def waiting(self) -> bool:
        return not self._over

    @property
    def over(self) -> bool:
        return self._over

    def step(self) -> None:
        result = self._session.advance(self._slice)
        before, self.states = self.states, states_of(self._problem, np.array(result.q), self._free)
        self.iterations += result.iterations
        still = largest_change(self.states, before) < 1e-9
        self._over = still or result.iterations < self._slice or self.iterations >= MAX_ITERATIONS

    def restarted(self, document: Document) -> SolveLocks:
        return SolveLocks(document, self.moment, self._slice)


def largest_change(states: Mapping[str, Array], before: Mapping[str, Array]) -> float:
    """The largest difference of a parameter [rad, m]."""
    if states.keys() != before.keys():
        return np.inf
    return max((float(np.abs(states[name] - before[name]).max(initial=0.0)) for name in states), default=0.0)
