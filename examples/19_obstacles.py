"""Hands that go round things: off the body itself, off a box, off another figure."""

from manikin import Box, Position, Problem, avoid, avoid_self, bodies, body_capsules, lock_from_text
from manikin.solvers import LevenbergMarquardt

human = bodies.load("human")
rest = human.pose()
feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]
print(len(body_capsules(human)), "capsules stand for the body; limbs that mind one another:")
off_itself = avoid_self(human)
for goal in off_itself:
    print(f"  {goal.name}: {len(goal.pairs)} pairs")

# the hand is wanted inside the chest: it stays before it
inside = Position(point=human.point("r_hand"), target=(0, 1.3, 0.0), name="hand", weight=0.01)
for label, more in (("through", []), ("round", off_itself)):
    result = human.solve([inside, *more], hard=feet, restarts=0)
    breach = max(error["m"] for error in Problem(human, off_itself).errors(result.q))
    print(f"{label:8} {result.status}, {1000 * breach:.1f} mm too near")

# a box in the way; other starts are tried until one leads round it
box = Box(size=(0.5, 0.4, 0.3), at=(1, 0, 0, -0.25, 0, 1, 0, 1.05, 0, 0, 1, 0.5))
behind = Position(point=human.point("r_hand tip"), target=(-0.25, 1.05, 0.75), name="fingers")
result = human.solve([behind, *avoid(human, box)], hard=feet, frozen=["l_clavicle", "l_upper_arm", "l_forearm"])
print("round a box:", result.status, f"after {result.attempts} starts")

# two figures keep off each other
anna, otto = human.renamed("anna"), human.renamed("otto")
crowd = Problem([anna, otto], avoid(anna, otto, margin=0.02))
start = crowd.rest.copy()
start[anna.index("root_x")] = 0.3
result = LevenbergMarquardt(restarts=0).solve(crowd, start)
gap = result.poses[0].position("pelvis")[0] - result.poses[1].position("pelvis")[0]
print("two figures:", result.status, f"{gap:.2f} m from pelvis to pelvis")
