"""Cyclic coordinate descent on a branching figure with every kind of lock, a few sweeps a refresh (W 5.4, 6.3)."""

import numpy as np

from manikin import OrientationAxes, Plane, PoseGoal, Position, Problem, bodies, solvers

human = bodies.load("human")
rest = human.pose()
locks = [
    PoseGoal(frame=human.frame("l_foot"), target=rest.transform("l_foot")[:3], degrees_per_metre=200, name="left foot"),
    Position(point=human.point("r_toes"), target=rest.position("r_toes"), weight=2.0, name="right toes"),
    OrientationAxes(  # two of its three axes: the head may nod, not roll or turn
        orientation=human.orientation("head"),
        target=human.orientation("head").value(rest),
        degrees_per_metre=(None, 57.3, 57.3),
        name="head",
    ),
    Plane(point=human.point("l_hand"), origin=(0, 0.9, 0), normal=(0, 1, 0), name="left hand on the table"),
]
hand = Position(point=human.point("r_hand"), target=rest.position("r_hand"), name="right hand")
problem = Problem(human, [*locks, hand])
target = problem.constants_of(hand)["target"]

session = solvers.CyclicCoordinateDescent().start(problem, rest.q)
constants = problem.constants.copy()
for k in range(1, 61):  # the hand is led along an arc; five sweeps each time the picture is drawn again
    angle = k / 60 * np.pi / 2
    constants[target] = rest.position("r_hand") + 0.35 * np.array([0, np.sin(angle), 1 - np.cos(angle)])
    session.set_targets(constants)
    result = session.advance(5)
print(f"{result.status} after 60 refreshes of 5 sweeps, the last in {1e6 * result.seconds:.0f} µs")
for goal, error in zip(problem.all_goals, result.errors, strict=True):
    print(f"{goal.name:24}", ", ".join(f"{value:.1e} {unit}" for unit, value in error.items()))
settled = session.run()  # until all is held, or clashing goals bring no more progress
print(settled.message)
