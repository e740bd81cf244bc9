"""Springs come to rest, however strong they are and however far their targets."""

from __future__ import annotations

import numpy as np
import pytest

from manikin import Figure, MatchValues, Simulation, bodies

LIMB, HUMAN = bodies.load("limb7"), bodies.load("human")
ARM = tuple(n for n in HUMAN.parameter_names if n.startswith(("r_shoulder", "r_elbow", "r_forearm", "r_wrist")))
PLACES = {
    "one and a half reaches": (LIMB, "hand tip", (0.9, 0.9, 0.8), LIMB.parameter_names),
    "just out of reach": (LIMB, "hand tip", (0.6, 0.6, 0.62), LIMB.parameter_names),
    "arm to the side": (HUMAN, "r_palm", (-1.1, 1.3, 0.3), ARM),
    "arm to the front": (HUMAN, "r_palm", (-0.3, 1.4, 0.95), ARM),
}


def spring_beside_rest(place: str, strength: float, posture: float) -> tuple[Simulation, Figure]:
    figure, part, target, names = PLACES[place]
    sim = Simulation(figure, frozen=[name for name in figure.parameter_names if name not in names])
    sim.pull(figure.point(part), target, strength=strength)
    if posture:
        rest = [figure.rest[figure.index(name)] for name in names]
        sim.add_force(MatchValues(values=figure.parameter_values(*names), target=rest, weight=posture))
    return sim, figure


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("strength", "posture"), [(1e4, 0), (1e5, 0), (1e3, 3), (1e4, 3), (1e5, 3), (1e6, 3), (1e5, 30)]
)
def test_strong_springs_out_of_reach_come_to_rest(place: str, strength: float, posture: float) -> None:
    sim, _ = spring_beside_rest(place, strength, posture)
    states = [sim.step(1 / 60) for _ in range(600)]
    moves = np.abs(np.diff(states, axis=0)).max(axis=1)
    assert moves[420:].max() < 2e-6, "still after seven seconds"


@pytest.mark.parametrize("strength", [1e4, 1e6])
def test_the_rest_is_where_the_energy_is_least(strength: float) -> None:
    """Judged by an optimiser of SciPy's from the state of rest, and from many others."""
    from scipy.optimize import minimize

    sim, figure = spring_beside_rest("one and a half reaches", strength, 3)
    sim.step(1 / 60, 600)
    part, target = "hand tip", np.array(PLACES["one and a half reaches"][2])

    def energy(q: np.ndarray) -> float:
        off = figure.pose(q).position(part) - target
        return float(0.5 * strength * off @ off + 1.5 * ((q - figure.rest) ** 2).sum())

    bounds = list(zip(figure.lo, figure.hi, strict=True))
    best = minimize(energy, sim.q, method="L-BFGS-B", bounds=bounds, options={"ftol": 1e-15, "gtol": 1e-10})
    assert energy(sim.q) <= best.fun + 1e-5
