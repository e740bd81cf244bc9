"""Goals that cannot all hold: which ones clash, by how much, what could give way; and the diagnosis of a state."""

from manikin import Figure, Position, Problem, bodies, chain, find_conflict, goal_from_text, lock_from_text, solvers

# three goals of which any two could hold: the conflict as a sentence, and as data
arm = Figure(chain([0.4, 0.35, 0.2], limits=(-1.5, 1.5)))
texts = [
    "plane tip through 0.3 0 0 normal x name side",
    "plane tip through 0 0.4 0 normal y name height",
    "plane tip through 0.3 0.6 0 normal 1 1 0 name slope",
]
result = arm.solve([goal_from_text(text, arm.pose()) for text in texts])
conflict = result.conflict
assert conflict is not None
print(conflict)
for member in conflict.members:
    print("  ", member.role, member.name, {u: round(x, 4) for u, x in member.error.items()}, member.multiplier.round(3))
for way in conflict.relaxations:
    print("  ", way.kind, way.name, {unit: round(x, 4) for unit, x in way.amounts.items()}, "resolves:", way.resolves)

# a limit is in the way; hard goals that contradict each other; a joint that is frozen could help
close = Position(point=arm.point("tip"), target=(0.05, 0.1, 0.0), name="close")
print(arm.solve([close]).conflict)
here, there = (Position(point=arm.point("tip"), target=(0.6, y, 0.0), name=f"at {y} m") for y in (0.3, 0.5))
print(arm.solve([], hard=[here, there]).message)
print(arm.solve([Position(point=arm.point("tip"), target=(0.2, 0.8, 0.0), name="up")], frozen=["rod1"]).conflict)

# while dragging: no other starts, so that an answer takes milliseconds; a foot stays, a hand is pulled away
human = bodies.load("human")
rest = human.pose()
hand = goal_from_text("position r_hand by 0 0.5 0.2 name 'right hand'", rest)
problem = Problem(human, [hand], hard=[lock_from_text("l_foot", rest)])
session = solvers.LevenbergMarquardt(restarts=0).start(problem, rest.q)
for forward in (0.0, 1.3):
    constants = problem.constants.copy()
    constants[problem.constants_of(hand)["target"]] += (0.0, 0.0, forward)
    session.set_targets(constants)
    drag = session.advance(20)
    print(f"{forward} m forward:", find_conflict(session.problem, session.q, restarts=0, tolerance=1e-4))

# and why a state is as it is
print(drag.diagnosis)
