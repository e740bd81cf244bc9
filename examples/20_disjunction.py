"""Outside a convex solid is any one of its half-spaces; in a session the choice of one does not chatter."""

import numpy as np

from manikin import AnyOf, Box, Figure, Position, Problem, Skeleton, joint, keep_out, slide
from manikin.solvers import LevenbergMarquardt

puck = Figure(Skeleton(name="puck", joints=(joint("puck", dofs=[slide("x"), slide("y"), slide("z")]),)))
out = keep_out(puck.point("puck"), Box(size=(2, 2, 2)))
pull = Position(point=puck.point("puck"), target=(0.5, 0.5, 0), weight=300)
print(len(out.goals), "half-spaces, any one suffices")


def face(problem: Problem, q: np.ndarray) -> int:
    """The number of the face that counts."""
    choice = problem.goals[1]
    assert isinstance(choice, AnyOf)
    here = puck.pose(q)
    return choice.choice(*(h.constant if hasattr(h, "constant") else h.value(here) for h in choice.handles))


problem = Problem(puck, [pull, out])
solver = LevenbergMarquardt(restarts=0)
session = solver.start(problem)
where = problem.constants_of(pull)["target"]
rng = np.random.default_rng(0)
alone, remembered = [], []
for _ in range(100):  # a hand that trembles over the edge between two faces
    constants = problem.constants.copy()
    constants[where] = rng.normal((0.5, 0.5, 0), 0.004)
    for faces, result in (
        (alone, solver.start(problem).solve(None, constants)),
        (remembered, session.solve(None, constants)),
    ):
        faces.append(face(result.problem, result.q))
print("the face changes", int((np.diff(alone) != 0).sum()), "times if each solve stands alone")
print("the face changes", int((np.diff(remembered) != 0).sum()), "times in a session")
