"""Outside a convex solid is any one of its half-spaces; once chosen, one is kept until another is clearly nearer."""

import numpy as np

from manikin import AnyOf, Box, Figure, Position, Problem, Skeleton, joint, keep_out, slide
from manikin.solvers import LevenbergMarquardt

puck = Figure(Skeleton(name="puck", joints=(joint("puck", dofs=[slide("x"), slide("y"), slide("z")]),)))
out = keep_out(puck.point("puck"), Box(size=(2, 2, 2)))
print(len(out.goals), "half-spaces, any one suffices")


def faces(remembering: bool) -> list[int]:
    """The faces that count while a trembling hand holds the puck inside, over the edge between two of them."""
    rng = np.random.default_rng(0)
    solver = LevenbergMarquardt(restarts=0)
    choice, q, found = out, puck.rest, []
    for _ in range(50):
        pull = Position(point=puck.point("puck"), target=rng.normal((0.5, 0.5, 0), 0.004), weight=300)
        result = solver.solve(Problem(puck, [choice, pull]), q)
        q = result.q
        settled = result.problem.settled(q).goals[0]  # a session does this by itself
        assert isinstance(settled, AnyOf)
        assert settled.favoured is not None
        found.append(settled.favoured)
        if remembering:
            choice = settled
    return found


for remembering in (False, True):
    changes = int((np.diff(faces(remembering)) != 0).sum())
    print(f"the face changes {changes} times {'if the last one is favoured' if remembering else 'without memory'}")
