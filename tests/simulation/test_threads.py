"""A simulation that two threads use at once says so, and works on."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import pytest

from manikin import Figure, InputError, Position, Simulation, chain

ARM = Figure(chain([0.3, 0.25, 0.1]))


def simulation() -> Simulation:
    return Simulation(ARM, [Position(point=ARM.point("tip"), target=(0.3, 0.2, 0.0), name="tip")], start=(0.3, 0.4, 0))


def test_another_thread_is_told_that_the_simulation_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    sim, inside, told = simulation(), threading.Event(), threading.Event()
    stepper = Simulation._current_stepper

    def waiting(own: Simulation) -> Any:
        inside.set()
        told.wait(10)
        return stepper(own)

    monkeypatch.setattr(Simulation, "_current_stepper", waiting)
    worker = threading.Thread(target=sim.step, args=(1 / 60, 30))
    worker.start()
    assert inside.wait(10)
    for call in (lambda: sim.move("tip", (0.3, 0.1, 0.0)), lambda: sim.step(1 / 60), lambda: sim.remove("tip")):
        with pytest.raises(InputError, match="this Simulation is at work in another thread; make one for each thread"):
            call()
    told.set()
    worker.join()
    assert sim.held
    sim.move("tip", (0.3, 0.1, 0.0))
    sim.step(1 / 60, 30)
    assert sim.held


def test_a_simulation_that_has_worked_can_be_pickled() -> None:
    sim = simulation()
    sim.step(1 / 60)
    again = pickle.loads(pickle.dumps(sim))
    assert (again.step(1 / 60) == sim.step(1 / 60)).all()
