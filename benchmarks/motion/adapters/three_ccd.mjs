// three.js' CCDIKSolver behind JSON lines: {"setup": …} makes the bones anew, {"targets": …} moves the target and solves.
import { createInterface } from 'node:readline';
import { Bone, Matrix4, Vector3 } from 'three';
import { CCDIKSolver } from 'three/examples/jsm/animation/CCDIKSolver.js';

let system = null;

function matrixOf(m) {
  return new Matrix4().set(...m, 0, 0, 0, 1);
}

function make({ bones, effector, links, iteration }) {
  const made = bones.map(({ frame }) => {
    const bone = new Bone();
    matrixOf(frame).decompose(bone.position, bone.quaternion, bone.scale);
    return bone;
  });
  bones.forEach(({ parent }, i) => parent >= 0 && made[parent].add(made[i]));
  const target = new Bone();
  const mesh = { skeleton: { bones: [...made, target] } };
  const chain = links.map(({ index, axis }) => (axis ? { index, limitation: new Vector3(...axis) } : { index }));
  const ik = { target: made.length, effector, links: chain, iteration };
  made[0].updateMatrixWorld(true);
  return { made, target, solver: new CCDIKSolver(mesh, [ik]) };
}

function step([m]) {
  system.target.position.set(m[3], m[7], m[11]);
  system.target.updateMatrixWorld(true);
  const before = process.cpuUsage();
  system.solver.update();
  const used = process.cpuUsage(before);
  system.made[0].updateMatrixWorld(true);
  const frames = system.made.flatMap(({ matrixWorld: { elements: e } }) => [
    e[0], e[4], e[8], e[12], e[1], e[5], e[9], e[13], e[2], e[6], e[10], e[14],
  ]);
  return { frames, cpu: (used.user + used.system) / 1e6 };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  let answer = {};
  try {
    const asked = JSON.parse(line);
    if (asked.setup) system = make(asked.setup);
    else answer = step(asked.targets);
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
});
