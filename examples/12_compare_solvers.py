"""One problem, every solver that takes it: status, iterations, time, error."""

from manikin import Position, Problem, Solver, Unsupported, bodies, solvers

limb = bodies.load("limb7")
problem = Problem(limb, [Position(point=limb.point("hand tip"), target=(0.35, 0.45, 0.25))])
print(len(solvers.__all__), "solvers")
for kind, solver in Solver.registry.items():
    try:
        result = solver().solve(problem, limb.rest)
    except Unsupported as reason:
        print(f"{kind:14} left out: {str(reason)[:80]}")
        continue
    error = result.errors[0]["m"]
    print(f"{kind:14} {result.status:15} {result.iterations:5} iterations {1e6 * result.seconds:9.0f} µs {error:.1e} m")
