// closed-chain-ik behind JSON lines: {"setup": …} makes the system anew, {"targets": …} moves its goals and solves.
import { createInterface } from 'node:readline';
import { Solver } from 'closed-chain-ik/src/core/Solver.js';
import { Joint, DOF } from 'closed-chain-ik/src/core/Joint.js';
import { Link } from 'closed-chain-ik/src/core/Link.js';
import { Goal } from 'closed-chain-ik/src/core/Goal.js';
import { quat, mat3 } from 'gl-matrix';

let system = null;

// [x, y, z, w] of the upper left of 12 numbers, the rows of [R | t]
function turnOf(m) {
  const columns = mat3.fromValues(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]);
  return quat.normalize(quat.create(), quat.fromMat3(quat.create(), columns));
}

function place(frame, m) {
  frame.setPosition(m[3], m[7], m[11]);
  frame.setQuaternion(...turnOf(m));
}

function make({ links, base, floating, q, rest, aims, options }) {
  const root = new Joint();
  const nodes = [new Link()];
  if (floating) {
    root.setDoF(DOF.X, DOF.Y, DOF.Z, DOF.EX, DOF.EY, DOF.EZ);
    root.setDoFValues(base[3], base[7], base[11], 0, 0, 0); // bodies of the benchmark start upright
  } else {
    place(root, base);
  }
  root.addChild(nodes[0]);
  const hinges = [];
  for (const link of links.slice(1)) {
    const still = new Joint();
    place(still, link.origin);
    nodes[link.parent].addChild(still);
    let node = new Link();
    still.addChild(node);
    if (link.hinge) {
      const hinge = new Joint();
      const turn = quat.rotationTo(quat.create(), [0, 0, 1], link.axis);
      hinge.setQuaternion(...turn);
      hinge.setDoF(DOF.EZ);
      if (link.lo !== undefined) {
        hinge.setMinLimits(link.lo);
        hinge.setMaxLimits(link.hi);
      }
      hinge.setDoFValues(q[hinges.length]);
      if (options.restPoseFactor) {
        hinge.setRestPoseValues(rest[hinges.length]);
        hinge.restPoseSet = true;
      }
      node.addChild(hinge);
      const turned = new Link();
      hinge.addChild(turned);
      const back = new Joint();
      back.setQuaternion(...quat.invert(quat.create(), turn));
      turned.addChild(back);
      node = new Link();
      back.addChild(node);
      hinges.push(hinge);
    }
    nodes.push(node);
  }
  const goals = aims.map((aim) => {
    const goal = new Goal();
    if (!aim.pose) goal.setGoalDoF(DOF.X, DOF.Y, DOF.Z);
    goal.makeClosure(nodes[aim.link]);
    return goal;
  });
  const solver = new Solver([root]);
  Object.assign(solver, options);
  return { nodes, hinges, goals, solver, floating };
}

function step(targets) {
  targets.forEach((m, i) => place(system.goals[i], m));
  const before = process.cpuUsage();
  try {
    system.solver.solve();
  } catch {
    // it throws where limits stop every joint that a goal asks for; an application would stay where it is
  }
  const used = process.cpuUsage(before);
  const found = { q: system.hinges.map((hinge) => hinge.getDoFValue(DOF.EZ)), cpu: (used.user + used.system) / 1e6 };
  const node = system.nodes[0];
  node.updateMatrixWorld();
  const w = node.matrixWorld; // by columns
  found.base = [w[0], w[4], w[8], w[12], w[1], w[5], w[9], w[13], w[2], w[6], w[10], w[14]];
  return found;
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
