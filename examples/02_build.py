"""Build a small figure joint by joint: hinges, a ball, limits, masses, a mirrored pose."""

from math import radians

from manikin import Capsule, Figure, Joint, Skeleton, hinge, joint


def arm(side: str, sign: int) -> list[Joint]:
    """An upper arm on a ball and a forearm on a hinge, the left one towards +x."""
    other = "r" if side == "l" else "l"

    def bone(length: float) -> Capsule:
        return Capsule(start=(0, 0, 0), end=(sign * length, 0, 0), radius=0.04, end_radius=0.03)

    elbow = hinge("y", *sorted((0.0, -sign * radians(150))))
    return [
        joint(f"{side}_upper", "chest", offset=(sign * 0.2, 0.4, 0), dofs="ball", mass=2.0,
              centre=(sign * 0.14, 0, 0), shapes=[bone(0.3)], mirror=f"{other}_upper"),
        joint(f"{side}_fore", f"{side}_upper", offset=(sign * 0.3, 0, 0), dofs=[elbow], mass=1.5,
              centre=(sign * 0.12, 0, 0), shapes=[bone(0.25)], mirror=f"{other}_fore"),
        joint(f"{side}_hand", f"{side}_fore", offset=(sign * 0.25, 0, 0), mirror=f"{other}_hand"),
    ]  # fmt: skip


chest = joint("chest", dofs="free", mass=20.0, centre=(0, 0.2, 0))
figure = Figure(Skeleton(name="bust", joints=(chest, *arm("l", 1), *arm("r", -1))))

pose = figure.pose({"l_upper.z": radians(60), "l_fore": radians(-90)})
print("left hand  ", pose.position("l_hand").round(3))
print("mirrored   ", pose.mirrored().position("r_hand").round(3))
print("mass centre", pose.centre_of_mass().round(3))
assert abs(pose.mirrored().position("r_hand") - pose.position("l_hand") * [-1, 1, 1]).max() < 1e-12
