"""How comfortable a pose is, what makes it more so, and where the eyes look."""

from manikin import Position, bodies, comfort, comfort_goal, gaze, lock_from_text

human = bodies.load("human")
rest = human.pose()
for name in human.pose_names:
    print(f"{name:8}", comfort(human.pose(name)))

# the eyes follow the hand; with comfort as a goal of little weight the reach strains fewer joints
feet = [lock_from_text(foot, rest) for foot in ("l_foot", "r_foot")]
hand = Position(point=human.point("r_hand"), target=(0.1, 1.5, 0.35), name="hand")
look = gaze(human, human.point("r_hand"))
for label, goals in (("as it comes", [hand, look]), ("at ease", [hand, look, comfort_goal(human, weight=1e-4)])):
    result = human.solve(goals, hard=feet)
    missed = 1000 * result.errors[2]["m"]
    print(f"{label:12} hand missed by {missed:.1f} mm, {comfort(result.pose)}")
