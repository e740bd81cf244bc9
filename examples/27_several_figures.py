"""Several figures in one document: a tube in both hands, two people who hold hands, eyes that follow a head."""

from manikin import bodies, commands
from manikin.document.document import Document
from manikin.posing.begin_drag import begin_drag
from manikin.posing.gestures import Cursor, Grab, Ray

human, tube = bodies.load("human"), bodies.load("tube:0.8x0.04")
scene = Document.of(human, human, tube)
scene = scene.at(
    {
        "human 2": human.state(root_z=1.0, root_turn=3.14159),
        "tube": tube.state(root_x=0.0, root_y=1.1, root_z=0.5),
    }
)
for figure in ("human", "human 2"):
    for foot in ("l_foot", "r_foot"):
        scene = commands.AddLock(figure=figure, part=foot, lock="pose").apply(scene)
for figure, end in (("human", -0.3), ("human 2", 0.3)):
    grip = commands.AddLock(
        figure=figure, part="r_hand", lock="attach", other="tube", other_figure="tube", target=(end, 1.1, 0.5)
    )
    scene = grip.apply(scene)
gaze = commands.AddLock(figure="human", part="eyes", lock="aim_part", other="head", other_figure="human 2")
scene = gaze.apply(scene)
print("moved together by a pull:", end=" ")

drag = begin_drag(scene, Grab(what="part", figure="tube", part="tube"))
for step in range(1, 21):
    drag.follow(Cursor(seq=step, ray=Ray(origin=(0.0, 1.1 + 0.01 * step, 3.0), direction=(0.0, 0.0, -1.0))))
    drag.step()
print(", ".join(drag.states))
scene = scene.at(drag.states)
for lock in scene.locks:
    values = [handle.value(scene.poses[handle.figure or lock.figure]) for handle in lock.goal.handles]
    error = lock.goal.error(lock.goal.residual(*values))
    print(f"{lock.figure:8} {lock.name:22}", {unit: f"{value:.1e}" for unit, value in error.items()})
