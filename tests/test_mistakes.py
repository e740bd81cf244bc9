"""Mistakes in calls: every one is told by an error of manikin's own that names the argument.

Each public callable stands in ``VALID`` with arguments that work.  Every argument is then replaced by values that
cannot be meant, left out, or misspelt.
"""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import manikin
from manikin import Figure, ManikinError, Position, bodies, chain, picture, solvers

ARM = Figure(chain([0.3, 0.25, 0.1]))
HUMAN = bodies.load("human")
REST = HUMAN.pose()
TIP = Position(point=ARM.point("tip"), target=(0.3, 0.2, 0.0), name="tip")
PROBLEM = manikin.Problem(ARM, [TIP])
HAND, TARGET = HUMAN.point("r_hand"), (0.1, 1.2, 0.4)
CONSTANT = manikin.FixedPoint(position=TARGET)
FRAME, TURN = HUMAN.frame("r_hand"), HUMAN.orientation("r_hand")
AXIS, POINTS = HUMAN.direction("r_hand", (0, 1, 0)), [HUMAN.point("l_foot"), HUMAN.point("r_foot"), (0.0, 0.0, 0.2)]
VALUES = ARM.parameter_values()
MATRIX = np.eye(3, 4)
HEIGHTS = [[0.0, 0.1], [0.0, 0.1]]
BOX = manikin.Box(size=(0.1, 0.1, 0.1))
CLIP = manikin.Keyframes(figure=ARM, keys=(manikin.Key(frame=0, q=(0, 0, 0)), manikin.Key(frame=10, q=(1, 0, 0))))

Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]

VALID: dict[str, Call] = {
    # goals
    "Position": (manikin.Position, (), {"point": HAND, "target": TARGET, "axes": (1, 1, 1)}),
    "Line": (manikin.Line, (), {"point": HAND, "origin": TARGET, "along": (0, 1, 0)}),
    "Plane": (manikin.Plane, (), {"point": HAND, "origin": TARGET, "normal": (0, 1, 0)}),
    "HalfSpace": (manikin.HalfSpace, (), {"point": HAND, "origin": TARGET, "normal": (0, 1, 0)}),
    "Distance": (manikin.Distance, (), {"point": HAND, "target": TARGET, "lo": 0.1, "hi": 0.5}),
    "LookAt": (manikin.LookAt, (), {"point": HAND, "direction": AXIS, "up": AXIS, "target": TARGET, "sky": (0, 1, 0)}),
    "Aim": (manikin.Aim, (), {"point": HAND, "direction": AXIS, "target": TARGET}),
    "Align": (manikin.Align, (), {"direction": AXIS, "target": (0, 1, 0)}),
    "OrientationGoal": (manikin.OrientationGoal, (), {"orientation": TURN, "target": (0, 0, 0, 1)}),
    "PoseGoal": (manikin.PoseGoal, (), {"frame": FRAME, "target": MATRIX}),
    "MatchValues": (manikin.MatchValues, (), {"values": VALUES, "target": (0, 0, 0), "factors": (1, 1, 1)}),
    "SwivelGoal": (
        manikin.SwivelGoal,
        (),
        {"base": HAND, "middle": HAND, "tip": HAND, "ahead": AXIS, "reference": (0, 1, 0), "target": 0.3},
    ),
    "Balance": (manikin.Balance, (), {"point": HUMAN.centre_of_mass(), "support": POINTS, "up": (0, 1, 0)}),
    "OnGround": (manikin.OnGround, (), {"point": HAND, "heights": HEIGHTS}),
    "AboveGround": (manikin.AboveGround, (), {"point": HAND, "heights": HEIGHTS}),
    "AnyOf": (manikin.AnyOf, (), {"goals": (TIP,)}),
    "CapsuleClearance": (
        manikin.CapsuleClearance,
        (),
        {"ends": (HAND, HAND), "radii": (0.1,), "other_ends": (TARGET, TARGET), "other_radii": (0.1,), "margin": 0.0},
    ),
    # handles
    "Point": (manikin.Point, (), {"part": "r_hand", "at": (0, 0, 0)}),
    "Direction": (manikin.Direction, (), {"part": "r_hand", "along": (0, 1, 0)}),
    "Parameters": (manikin.Parameters, (), {"names": ("rod1",)}),
    "FixedPoint": (manikin.FixedPoint, (), {"position": (0, 0, 0)}),
    "FixedDirection": (manikin.FixedDirection, (), {"along": (0, 1, 0)}),
    # shapes
    "Box": (manikin.Box, (), {"size": (1, 1, 1)}),
    "Capsule": (manikin.Capsule, (), {"start": (0, 0, 0), "end": (1, 0, 0), "radius": 0.1, "end_radius": 0.1}),
    "Cylinder": (manikin.Cylinder, (), {"radius": 0.1, "length": 1.0}),
    "Ellipsoid": (manikin.Ellipsoid, (), {"radii": (1, 1, 1)}),
    # skeletons
    "chain": (manikin.chain, (), {"lengths": [0.3, 0.2], "limits": (-1, 1), "speed": 1.0, "bend": 0.0, "name": "c"}),
    "hinge": (manikin.hinge, (), {"axis": "z", "lo": -1, "hi": 1}),
    "slide": (manikin.slide, (), {"axis": (1, 0, 0), "lo": -1, "hi": 1}),
    "joint": (
        manikin.joint,
        (),
        {"name": "a", "offset": (0, 0, 0), "orientation": (0, 0, 0), "scale": (1, 1, 1), "mass": 1.0, "dofs": "ball"},
    ),
    "DhRow": (manikin.DhRow, (), {"a": 0.1, "alpha": 0.2, "d": 0.0, "theta": 0.0}),
    "denavit_hartenberg": (manikin.denavit_hartenberg, (), {"rows": [manikin.DhRow(a=0.1)]}),
    "Skeleton": (manikin.Skeleton, (), {"name": "s", "joints": [manikin.joint("a")]}),
    # figures
    "Figure": (manikin.Figure, (), {"skeleton": chain([0.1]), "name": "f"}),
    "Pose": (manikin.Pose, (), {"figure": ARM, "q": (0, 0, 0)}),
    "figure.point": (HUMAN.point, (), {"part": "r_hand", "at": (0, 0, 0)}),
    "figure.direction": (HUMAN.direction, (), {"part": "r_hand", "along": (0, 1, 0)}),
    "figure.frame": (HUMAN.frame, (), {"part": "r_hand"}),
    "figure.orientation": (HUMAN.orientation, (), {"part": "r_hand"}),
    "figure.random_state": (ARM.random_state, (), {"rng": np.random.default_rng(0), "count": 2, "reach": 1.0}),
    "figure.renamed": (ARM.renamed, (), {"name": "b"}),
    "figure.forward": (ARM.forward, (), {"q": np.zeros(3), "parts": ["tip"]}),
    "figure.solve": (
        ARM.solve,
        (),
        {"goals": [TIP], "hard": (), "start": (0, 0, 0), "frozen": "rod1", "solver": "lm", "max_iterations": 5},
    ),
    "pose.convert_point": (REST.convert_point, (), {"point": (0, 0, 0), "source": "r_hand"}),
    "pose.convert_direction": (REST.convert_direction, (), {"direction": (0, 0, 1), "source": "r_hand"}),
    "pose.convert_orientation": (REST.convert_orientation, (), {"rotation": np.eye(3), "source": "r_hand"}),
    "pose.position": (REST.position, (), {"part": "r_hand"}),
    "pose.mobility": (REST.mobility, (), {"handle": HAND}),
    # problems and solvers
    "Problem": (manikin.Problem, (), {"figures": ARM, "goals": [TIP], "hard": (), "frozen": ("rod1",)}),
    "problem.residual": (PROBLEM.residual, (), {"q": (0, 0, 0)}),
    "problem.constants_of": (PROBLEM.constants_of, (), {"goal": 0}),
    "problem.with_constants": (PROBLEM.with_constants, (), {"constants": (0, 0, 0)}),
    "lm": (solvers.LevenbergMarquardt, (), {"tolerance": 1e-6, "max_iterations": 10, "restarts": 0}),
    "lm.solve": (solvers.LevenbergMarquardt().solve, (), {"problem": PROBLEM, "q": (0, 0, 0), "seconds": 1.0}),
    "solvers.solve": (solvers.solve, (), {"problem": PROBLEM, "start": (0, 0, 0), "solver": "lm", "seconds": 1.0}),
    "solve_batch": (solvers.solve_batch, (), {"problem": PROBLEM, "starts": np.zeros((2, 3)), "threads": 1}),
    "Session": (manikin.Session, (), {"solver": solvers.LevenbergMarquardt(), "problem": PROBLEM, "q": (0, 0, 0)}),
    "find_conflict": (manikin.find_conflict, (), {"problem": PROBLEM, "q": (0, 0, 0), "tolerance": 1e-6}),
    # bodies
    "bodies.load": (bodies.load, (), {"name": "planar3"}),
    "avoid": (manikin.avoid, (), {"figure": HUMAN, "obstacle": BOX, "parts": ["r_hand"], "margin": 0.01}),
    "avoid_self": (manikin.avoid_self, (), {"figure": HUMAN, "margin": 0.01}),
    "body_capsules": (manikin.body_capsules, (), {"figure": ARM}),
    "keep_out": (manikin.keep_out, (), {"point": HAND, "solid": BOX}),
    "balance": (manikin.balance, (HUMAN, "l_foot"), {"margin": 0.2}),
    "stand_on": (manikin.stand_on, (), {"figure": HUMAN, "parts": "l_foot", "heights": HEIGHTS}),
    "sole_points": (manikin.sole_points, (), {"figure": HUMAN, "part": "l_foot"}),
    "comfort": (manikin.comfort, (), {"pose": REST}),
    "comfort_goal": (manikin.comfort_goal, (), {"figure": HUMAN}),
    "bend_goals": (manikin.bend_goals, (), {"figure": HUMAN}),
    "gaze": (manikin.gaze, (), {"figure": HUMAN, "target": TARGET}),
    # language
    "goal_from_text": (manikin.goal_from_text, (), {"text": "position r_hand 0 1 0", "start": REST}),
    "lock_from_text": (manikin.lock_from_text, (), {"text": "l_foot", "start": REST, "weight": 1.0}),
    # simulation
    "Simulation": (
        manikin.Simulation,
        (),
        {"figures": ARM, "constraints": TIP, "tolerance": 1e-9, "max_step": 0.5, "integrator": "euler"},
    ),
    "ConstantForce": (manikin.ConstantForce, (), {"handle": HAND, "force": (0, 1, 0)}),
    # pictures
    "render": (picture.render, (), {"poses": ARM, "size": (16, 16), "view": "front", "theme": "light"}),
    "four_views": (picture.four_views, (), {"poses": ARM, "size": (64, 48)}),
}

WRONG: dict[str, Any] = {
    "an object": object(),
    "not a number": math.nan,
    "a wrong text": "no such thing",
    "two numbers of a kind": {"x": 1},
    "a class": Figure,
    "numbers of a wrong shape": ((1.0, 2.0), (3.0,)),
}
ACCEPTED = {
    # what these arguments take, beside what a reader expects
    ("Figure", "name", "a wrong text"), ("figure.renamed", "name", "a wrong text"), ("chain", "name", "a wrong text"),
    ("joint", "name", "a wrong text"), ("Skeleton", "name", "a wrong text"), ("Point", "part", "a wrong text"),
    ("Direction", "part", "a wrong text"), ("Parameters", "names", "a wrong text"),
    ("lm.solve", "seconds", "not a number"),
}  # fmt: skip


OTHER_WORDS = {
    "q": ("state", "rod1 is not a finite number"),
    "start": ("state", "rod1", "pose"),
    "starts": ("state",),
    "part": ("joint",),
    "parts": ("joint",),
    "source": ("joint",),
    "frozen": ("parameter", "joint"),
    "radius": ("radii",),
    "end_radius": ("radii",),
    "other_radii": ("radii",),
    "along": ("direction",),
    "poses": ("a pose",),
    "figures": ("figure",),
    "name": ("figure",),
    "text": ("goal 'no such thing'", "lock 'no such thing'"),
}
"""What messages call these arguments: the thing that they stand for."""


def told(call: Callable[[], Any]) -> str:
    """The message with which a call is refused; fails if it is not, or by another error, or with a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ManikinError) as caught:
            call()
    return str(caught.value)


@pytest.mark.parametrize("title", VALID)
def test_the_arguments_to_begin_with_are_right(title: str) -> None:
    function, places, named = VALID[title]
    function(*places, **named)


ARGUMENTS = [(title, argument) for title, (_, _, named) in VALID.items() for argument in named]


@pytest.mark.parametrize(("title", "argument"), ARGUMENTS)
def test_a_wrong_argument_is_told(title: str, argument: str) -> None:
    function, places, named = VALID[title]
    words = (argument, argument.rstrip("s"), *OTHER_WORDS.get(argument, ()))
    for kind, wrong in WRONG.items():
        if (title, argument, kind) not in ACCEPTED:
            message = told(lambda wrong=wrong: function(*places, **{**named, argument: wrong}))
            assert len(message) < 500, kind
            assert any(word in message for word in words), (kind, message)


@pytest.mark.parametrize("title", VALID)
def test_an_unknown_argument_is_told_with_those_that_exist(title: str) -> None:
    function, places, named = VALID[title]
    first = next(iter(named))
    message = told(lambda: function(*places, **named, **{first + "x": 1}))
    assert first in message


@pytest.mark.parametrize("title", VALID)
def test_a_missing_argument_is_told(title: str) -> None:
    function, places, named = VALID[title]
    parameters = inspect.signature(function).parameters
    needed = [name for name in named if name in parameters and parameters[name].default is inspect.Parameter.empty]
    for name in needed:
        assert name in told(lambda name=name: function(*places, **{k: v for k, v in named.items() if k != name}))


LM, FOLLOW, SAMPLES = solvers.LevenbergMarquardt, manikin.Follower, partial(manikin.Samples, figure=ARM)
BY_HAND: dict[str, tuple[Callable[[], Any], str]] = {
    "one goal for a list is no mistake, another thing is": (lambda: ARM.solve(3), "goals must be a Goal"),
    "a goal among others is none": (lambda: ARM.solve([TIP, "tip"]), "goals must be a Goal"),
    "a misspelt option": (lambda: ARM.solve(TIP, max_iter=9), 'did you mean "max_iterations"'),
    "an option of another library": (lambda: ARM.solve(TIP, tol=1e-3), 'did you mean "tolerance"'),
    "an option in the solver's class": (lambda: LM(iterations=3), 'did you mean "max_iterations"'),
    "velocity for speed": (lambda: manikin.hinge("z", 0, 1, velocity=2), 'did you mean "speed"'),
    "lower for lo": (lambda: manikin.hinge("z", lower=0), 'did you mean "lo"'),
    "color": (lambda: manikin.Box(size=(1, 1, 1), color=(1, 0, 0)), 'did you mean "colour"'),
    "two numbers for an offset": (lambda: manikin.joint("a", offset=(1, 2)), "offset must be 3 finite numbers"),
    "one number for a size": (lambda: manikin.Box(size=1), "size"),
    "a file for a skeleton": (lambda: Figure("x.urdf"), "load_skeleton makes one"),
    "a seed for a generator": (lambda: HUMAN.random_state(0), "numpy.random.default_rng"),
    "a part for a handle": (lambda: Position(point="tip", target=(0, 0, 0)), "figure.point('tip')"),
    "a text for a number": (lambda: HUMAN.pose(r_elbow="90"), "r_elbow must be a number"),
    "None for a number": (lambda: HUMAN.pose(r_elbow=None), "r_elbow must be a number"),
    "NaN for a number": (lambda: HUMAN.pose(r_elbow=math.nan), "r_elbow' is not a finite number"),
    "a figure for a pose": (lambda: manikin.comfort(HUMAN), "pose must be a Pose"),
    "goals and figure for a problem": (lambda: LM().solve([TIP], ARM), "problem must be a Problem"),
    "two numbers for a point": (lambda: REST.convert_point((1, 2), "l_hand"), "point must be finite numbers"),
    "a file without a suffix": (lambda: manikin.save_skeleton(ARM.skeleton, "x"), "add one of .bvh"),
    "a file of an unknown kind": (lambda: manikin.save_skeleton(ARM.skeleton, "x.xyz"), "suffix '.xyz'"),
    "a file that is not there": (lambda: manikin.load_skeleton("absent.scr"), "no such file"),
    "no file": (lambda: manikin.load_skeleton(None), "path must be"),
    "a frozen part that does not exist": (lambda: ARM.solve(TIP, frozen="rod9"), 'did you mean "rod'),
    "a frozen number": (lambda: ARM.solve(TIP, frozen=3), "frozen must be names"),
    "a chain of a misspelt joint": (
        lambda: ARM.solve(Position(point=ARM.point("tip"), target=(0, 0, 0), chain="rodd1")),
        'did you mean "rod1"',
    ),
    "an unknown solver": (lambda: ARM.solve(TIP, solver="newton"), "there is no solver 'newton'"),
    "a class for a solver": (lambda: ARM.solve(TIP, solver=LM), "solver"),
    "a start of another figure": (lambda: ARM.solve(TIP, start=REST), "the start is a pose of"),
    "a stiffness beyond 1": (lambda: ARM.solve(TIP, stiffness={"rod1": 2}), "between 0 and 1"),
    "a stiffness that is a number": (lambda: ARM.solve(TIP, stiffness=0.5), "stiffness must be a mapping"),
    "negative iterations": (lambda: ARM.solve(TIP, max_iterations=-1), "max_iterations must be a whole number"),
    "half an iteration": (lambda: ARM.solve(TIP, max_iterations=2.5), "max_iterations must be a whole number"),
    "a negative tolerance": (lambda: ARM.solve(TIP, tolerance=-1), "tolerance must be 0 or above"),
    "negative seconds": (lambda: solvers.solve(PROBLEM, seconds=-1.0), "seconds"),
    "a goal of another figure": (lambda: ARM.solve(Position(point=HAND, target=TARGET)), "human"),
    "a part of another figure": (lambda: ARM.point("r_hand"), "there is no joint 'r_hand'"),
    "a misspelt part": (lambda: HUMAN.point("r_hnad"), 'did you mean "r_hand"'),
    "a misspelt parameter": (lambda: HUMAN.pose(r_elbwo=1.0), 'did you mean "r_elbow"'),
    "a misspelt pose": (lambda: HUMAN.pose("sitt"), 'did you mean "sit"'),
    "a misspelt body": (lambda: bodies.load("humam"), 'did you mean "human"'),
    "a misspelt name of the package": (lambda: _attribute("Positon"), 'did you mean "Position"'),
    "a state that is too short": (lambda: ARM.pose([0.0, 0.0]), "shape (3,)"),
    "a state that is a number": (lambda: ARM.pose(3), "state"),
    "an infinite state": (lambda: ARM.pose([0, 0, math.inf]), "not a finite number"),
    "a target of 1e300": (lambda: ARM.solve(Position(point=ARM.point("tip"), target=(1e300, 0, 0))), "1e+300"),
    "a target of two numbers": (lambda: Position(point=HAND, target=(0, 0)), "target must be 3 numbers"),
    "a weight that is text": (lambda: Position(point=HAND, target=TARGET, weight="high"), "weight must be"),
    "a negative weight": (lambda: Position(point=HAND, target=TARGET, weight=-1), "weight must be"),
    "a name that is no text": (lambda: Position(point=HAND, target=TARGET, name=3), "name must be a text"),
    "a direction of zero": (lambda: manikin.Plane(point=HAND, origin=TARGET, normal=(0, 0, 0)), "zero"),
    "a handle of another type": (lambda: Position(point=FRAME, target=TARGET), "must be a point"),
    "a quaternion of three numbers": (lambda: manikin.OrientationGoal(orientation=TURN, target=(0, 0, 1)), "rotation"),
    "a transform that is too small": (lambda: manikin.PoseGoal(frame=FRAME, target=np.eye(3)), "3×4 or 4×4"),
    "limits upside down": (lambda: manikin.hinge("z", 1, -1), "lo"),
    "an unknown axis": (lambda: manikin.hinge("w"), "an axis is"),
    "an unknown kind of joint": (lambda: manikin.joint("a", dofs="wobbly"), "dofs must be one of"),
    "a parent that does not exist": (
        lambda: manikin.Skeleton(name="s", joints=[manikin.joint("arm"), manikin.joint("hand", "amr")]),
        'did you mean "arm"',
    ),
    "two joints of one name": (
        lambda: manikin.Skeleton(name="s", joints=[manikin.joint("a"), manikin.joint("a", "a")]),
        "'a'",
    ),
    "no joints": (lambda: manikin.Skeleton(name="s", joints=[]), "joint"),
    "a chain without rods": (lambda: chain([]), "at least one length"),
    "a rod of negative length": (lambda: chain([-1.0]), "length"),
    "a negative radius": (lambda: manikin.Cylinder(radius=-1, length=1), "radius"),
    "a negative mass": (lambda: manikin.joint("a", mass=-1), "mass"),
    "a scale of zero": (lambda: manikin.joint("a", scale=(1, 0, 1)), "scale"),
    "an obstacle that is text": (lambda: manikin.avoid(HUMAN, "table"), "an obstacle is"),
    "a part without a shape": (lambda: manikin.avoid(HUMAN, BOX, parts="eyes"), "with a shape"),
    "a figure without shapes": (lambda: manikin.avoid(Figure(chain([0.1], thickness=0.0)), BOX), "no shapes"),
    "balance on nothing": (lambda: manikin.balance(HUMAN), "name the parts"),
    "a goal in words without its numbers": (lambda: manikin.goal_from_text("position r_hand", REST), "expected"),
    "an unknown goal in words": (lambda: manikin.goal_from_text("positoin r_hand 0 0 0", REST), "position"),
    "an empty goal": (lambda: manikin.goal_from_text("", REST), "goal"),
    "a lock of an unknown kind": (lambda: manikin.lock_from_text("l_foot:glue", REST), "there is no lock 'glue'"),
    "a step of no time": (lambda: manikin.Simulation(ARM).step(0), "time above 0"),
    "a step of NaN": (lambda: manikin.Simulation(ARM).step(math.nan), "time above 0"),
    "half a step": (lambda: manikin.Simulation(ARM).step(0.1, 1.5), "whole number"),
    "a constraint that is not there": (lambda: manikin.Simulation(ARM, TIP).remove("tpi"), 'did you mean "tip"'),
    "a constraint twice": (lambda: manikin.Simulation(ARM, [TIP, TIP]), "already"),
    "an unknown integrator": (lambda: manikin.Simulation(ARM, integrator="verlet"), "integrator must be"),
    "gains that do not exist": (lambda: manikin.Simulation(ARM, gains="high"), "gains must be"),
    "a move of nothing": (lambda: manikin.Simulation(ARM, TIP).move("tip", (0, 0)), "target must be 3 numbers"),
    "a pose of several figures": (
        lambda: manikin.Simulation([ARM, ARM.renamed("b")]).pose,
        "there are 2 figures",
    ),
    "figures of one name": (lambda: manikin.Problem([ARM, ARM]), "figure.renamed("),
    "a batch of a wrong shape": (lambda: solvers.solve_batch(PROBLEM, np.zeros((2, 4))), "shape"),
    "constants of a wrong shape": (
        lambda: solvers.solve_batch(PROBLEM, np.zeros((2, 3)), constants=np.zeros((2, 2))),
        "constants",
    ),
    "too many constants": (lambda: PROBLEM.with_constants(np.zeros(7)), "constants"),
    "an unknown goal of a problem": (lambda: PROBLEM.without("tpi"), 'did you mean "tip"'),
    "a view that does not exist": (lambda: picture.render(ARM, view="back"), "view"),
    "a theme that does not exist": (lambda: picture.render(ARM, theme="pink"), "theme"),
    "a picture of nothing": (lambda: picture.render([]), "nothing to show"),
    "a picture of no size": (lambda: picture.render(ARM, size=(0, 5)), "pixels"),
    "a marker of two numbers": (lambda: picture.render(ARM, markers=[(0, 0)]), "points are an array (k, 3)"),
    "a pair for a span": (
        lambda: manikin.TimedGoal(goal=TIP, spans=((0, 5),)),
        "spans must be a list of Spans or None, not ((0, 5),)",
    ),
    "a goal that is not timed": (
        lambda: manikin.Constrained(source=CLIP, goals=(TIP,)),
        "goals must be a list of TimedGoals",
    ),
    "a frame that is text": (lambda: CLIP.state("5"), "frames are a list of finite numbers"),
    "a load that is a name": (
        lambda: manikin.balance(HUMAN, "l_foot", loads={"box": 20}),
        "loads must be a mapping of Figures to numbers",
    ),
    "fewer than no states": (lambda: ARM.random_state(np.random.default_rng(0), count=-1), "count must be a whole"),
    "a factor that is text": (lambda: manikin.Term(dof="a", parameter="b", factor="x"), "factor of 'a' must be"),
    "an infinite value": (lambda: REST.replace(r_elbow=math.inf), "'r_elbow' is not a finite number"),
    "limits that are text": (lambda: ARM.solve(TIP, limits="no"), "limits must be True or False"),
    "a rate without end": (lambda: FOLLOW(ARM, [TIP], rate=math.inf), "rate must be above 0 and finite"),
    "a follower of no figure": (lambda: FOLLOW([], [TIP]), "at least one figure that follows"),
    "a follower without iterations": (lambda: FOLLOW(ARM, [TIP], iterations=0), "above 0, not 0"),
    "a follower that starts as another figure": (lambda: FOLLOW(ARM, [TIP], start=REST), "of chain, not of human"),
    "a target of a follower that is text": (lambda: FOLLOW(ARM, "tip"), "targets must be a Goal"),
    "clearance that is text": (lambda: FOLLOW(ARM, [TIP], clear="table"), "clear must be a Goal"),
    "an argument that is given twice": (lambda: FOLLOW(ARM, [TIP], figures=ARM), "figures is given by place and by"),
    "a pose for a state": (lambda: LM().start(PROBLEM, ARM.pose()), "those of a pose are pose.q"),
    "a pose in a key": (lambda: manikin.Key(frame=0, q=ARM.pose()), "those of a pose are pose.q"),
    "samples of a wrong shape": (lambda: SAMPLES(data=np.zeros((4, 2))), "shape (frames, 3)"),
    "samples that are no numbers": (lambda: SAMPLES(data=np.diag([1.0, math.nan, 1.0])), "those of row 1 are not"),
    "a first frame that is NaN": (lambda: SAMPLES(data=np.zeros((4, 3)), first=math.nan), "first frame must be"),
    "a procedure of nothing": (lambda: manikin.Procedure(figure=ARM, call=print).state(0), "shape (1, 3), not None"),
    "a frozen joint of no figure": (lambda: ARM.solve(TIP, frozen=[("x", "rod1")]), "there is no figure 'x'"),
    "no tries for one goal": (lambda: ARM.solve_all(TIP, most=0), "most must be a whole number above 0"),
    "a speed of a constant": (lambda: manikin.VelocityControl(ARM, CONSTANT, dt=1), "a constant has no velocity"),
    "an audit of text": (lambda: CLIP.audit("x"), "frames are a list of finite numbers"),
    "velocities that are a list": (lambda: REST.rates([1, 2], 0.1), "a mapping of Handles to values"),
    "a pose file with a wrong suffix": (lambda: manikin.save_pose(REST, "x.scr"), "pose"),
}


def _attribute(name: str) -> Any:
    try:
        return getattr(manikin, name)
    except AttributeError as error:  # Python wants this error of a module
        raise ManikinError(str(error)) from None


@pytest.mark.parametrize("case", BY_HAND)
def test_a_mistake_that_is_easily_made_is_told(case: str) -> None:
    call, wanted = BY_HAND[case]
    assert wanted in told(call)


GIVEN_BACK = {"BatchResult", "CleanedFeet", "DerivativeReport", "Dressed", "Result", "Retargeted", "Status"}
"""Classes of results, which nobody makes by hand."""


@pytest.mark.parametrize("name", sorted(set(manikin.__all__) - GIVEN_BACK))
def test_an_argument_that_does_not_exist_is_told_by_everything_public(name: str) -> None:
    made = getattr(manikin, name)
    if callable(made) and not (isinstance(made, type) and issubclass(made, BaseException)):
        assert told(lambda: made(no_such_argument=1))
