"""Constraints added to a standing figure one by one, solved as a group each time, and taken away again."""

from collections.abc import Callable

from manikin import Plane, Position, Problem, balance, bodies, gaze, lock_from_text
from manikin.solvers import LevenbergMarquardt

human = bodies.load("human")
rest = human.pose()
problem = Problem(human, hard=[lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")])
hand = Position(point=human.point("r_hand"), target=(-0.3, 1.1, 0.6), name="hand")
arm = ("r_clavicle", "r_upper_arm", "r_forearm", "r_hand")
knob = Plane(point=human.point("l_hand"), origin=(0, 1.0, 0), normal=(0, 1, 0), name="left hand level")
wall = Position(point=human.point("l_hand"), target=(0.5, 1.0, 0.2), name="left hand on the wall")

q = human.rest
solver = LevenbergMarquardt(restarts=0)
changes: list[tuple[str, Callable[[Problem], Problem]]] = [
    ("hand", lambda p: p.with_goals(hand)),
    ("+ balance, hard", lambda p: p.with_goals(hard=[balance(human, "l_foot", "r_foot")])),
    ("+ gaze", lambda p: p.with_goals(gaze(human, human.point("r_hand")))),
    ("+ left hand level", lambda p: p.with_goals(knob)),
    ("left hand on the wall instead", lambda p: p.without("left hand level").with_goals(wall)),
    ("- gaze", lambda p: p.without("gaze")),
]
for label, change in changes:
    problem = change(problem)
    result = solver.solve(problem, q)
    q = result.q
    print(f"{label:30} {problem.rows:3} rows, {result.status}, {result.iterations} iterations")

# a chain says which joints may serve a goal; with it alone, all others stay
narrow = Problem(human, [Position(point=human.point("r_hand"), target=(-0.3, 1.1, 0.45), chain=arm, name="arm only")])
print(
    "by the arm alone:",
    int((narrow.gain > 0).sum()),
    "of",
    human.size,
    "parameters;",
    "with the eyes on it:",
    int((narrow.with_goals(gaze(human, human.point("r_hand"))).gain > 0).sum()),
)
