"""The pelvis goes down, the toes stay: knees move apart, because the human knows how its limbs like to bend."""

from manikin import balance, bodies, goal_from_text, lock_from_text

human = bodies.load("human")
rest = human.pose()
for bend in human.skeleton.bends:  # kept with the figure, and in its .scr file
    print(f"{bend.name:12} {' → '.join(bend.limb):34} toward {bend.toward} m from {bend.part}")

toes = [lock_from_text(f"{side}_toes:position", rest) for side in "lr"]
for down in (0.1, 0.4):
    goal = goal_from_text(f"position pelvis by 0 {-down} 0", rest)
    pose = human.solve([goal], hard=toes).pose  # preferred_bends=False switches them off
    apart = pose.position("l_shin")[0] - pose.position("r_shin")[0]
    print(f"down {down:.2f} m: knees {apart:.2f} m apart, {pose.position('l_shin')[2]:.2f} m forward")

# in balance on the toes, a little more than halfway to the middle of them
steady = balance(human, "l_toes", "r_toes", margin=0.6)
result = pose.solve([goal, steady], hard=toes)
print(result.status, "with the centre of mass at", result.pose.centre_of_mass().round(2))
