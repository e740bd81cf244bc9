/** What a body is made of on the graphics card: the solids of its joints, or a skin that follows them. */

import * as THREE from "three";
import { read, sub } from "../math/vector";
import type { FigureData, JointData } from "../messages";
import type { Figure } from "../state/figure";
import { segmentsOf, solidOf } from "./solids";
import { Bones, type Surface, type SurfaceMesh } from "./surface";

export interface Palette {
  centre: THREE.Color;
  left: THREE.Color;
  right: THREE.Color;
}

/** The triangles of a joint that are picked and outlined together, and the ball around them in the joint's frame. */
export interface Piece {
  joint: number;
  start: number; // into the index by parts
  count: number;
  centre: THREE.Vector3;
  radius: number;
}

export interface Geometry {
  readonly drawn: THREE.BufferGeometry;
  readonly byParts: THREE.BufferGeometry; // the same vertices; the triangles of a part one after another
  readonly pieces: readonly Piece[];
  readonly parts: readonly { start: number; count: number }[];
  readonly skin: { readonly bones: Bones; readonly surfaces: readonly SurfaceMesh[] } | null;
}

/** The largest extent of a figure at rest [m]. */
export function sizeOf(figure: FigureData): number {
  return Math.max(...sub(figure.highest, figure.lowest), 1e-3);
}

/** All solids in one buffer, each vertex bound to its joint. */
export function solidGeometry(figure: Figure, palette: Palette, detail: number): Geometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const joints: number[] = [];
  const colours: number[] = [];
  const indices: number[] = [];
  const pieces: Piece[] = [];
  const parts = figure.data.joints.map(() => ({ start: 0, count: 0 }));
  const byJoint = [...figure.data.shapes].sort((a, b) => a.joint - b.joint);
  for (const shape of byJoint) {
    const solid = solidOf(shape, segmentsOf(shape, sizeOf(figure.data), detail));
    if (!solid.indices.length) continue;
    const colour = shape.colour
      ? new THREE.Color().setRGB(shape.colour[0], shape.colour[1], shape.colour[2], THREE.SRGBColorSpace)
      : colourOf(figure.data, shape.joint, palette);
    const first = positions.length / 3;
    const start = indices.length;
    for (const i of solid.indices) indices.push(first + i);
    for (const x of solid.positions) positions.push(x);
    for (const x of solid.normals) normals.push(x);
    for (let i = 0; i < solid.positions.length / 3; i++) {
      joints.push(shape.joint);
      colours.push(colour.r, colour.g, colour.b);
    }
    const ball = new THREE.Sphere().setFromPoints(points(solid.positions));
    pieces.push({ joint: shape.joint, start, count: solid.indices.length, centre: ball.center, radius: ball.radius });
    const part = parts[shape.joint]!;
    if (!part.count) part.start = start;
    part.count = indices.length - part.start;
  }
  const attributes: [string, number[], number][] = [
    ["position", positions, 3],
    ["normal", normals, 3],
    ["joint", joints, 1],
    ["colour", colours, 3],
  ];
  const index = new THREE.BufferAttribute(new Uint32Array(indices), 1);
  const arrays = attributes.map(([name, numbers, size]) => [name, new Float32Array(numbers), size] as const);
  return { ...buffers(arrays, index, index), pieces, parts, skin: null };
}

/** All meshes of a skin in one buffer, one group for each; a triangle belongs to the joint that its corners follow most. */
export function skinGeometry(figure: Figure, { meshes }: Surface): Geometry {
  const table = new Bones(meshes, (name) => Math.max(figure.jointIndex(name), 0));
  const count = meshes.reduce((sum, { points }) => sum + points.length / 3, 0);
  const [position, normal, colour] = [0, 0, 0].map(() => new Float32Array(3 * count)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const [bones, weights, at] = [new Float32Array(4 * count), new Float32Array(4 * count), new Float32Array(2 * count)];
  const joint = new Float32Array(count);
  const indices: number[] = [];
  const groups: [number, number][] = [];
  const found = new Map<number, number[]>(); // triangles by joint
  const boxes = new Map<number, THREE.Box3>();
  let first = 0;
  meshes.forEach((mesh, k) => {
    const vertices = mesh.points.length / 3;
    const start = table.starts[k]!;
    position.set(mesh.points, 3 * first);
    normal.set(mesh.normals, 3 * first);
    weights.set(mesh.weights, 4 * first);
    bones.set(
      mesh.bones.map((bone) => bone + start),
      4 * first,
    );
    if (mesh.coordinates) at.set(mesh.coordinates, 2 * first);
    for (let v = 0; v < vertices; v++) {
      const bone = mesh.bones[4 * v]! + start;
      const own = table.joints[bone]!;
      joint[first + v] = own;
      colour.set(mesh.colour.slice(0, 3), 3 * (first + v));
      const box = boxes.get(own) ?? new THREE.Box3();
      boxes.set(own, box.expandByPoint(new THREE.Vector3(...table.bound(bone, mesh.points, v))));
    }
    groups.push([indices.length, mesh.triangles.length]);
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const corners = [0, 1, 2].map((c) => mesh.triangles[t + c]! + first);
      indices.push(...corners);
      const owner = majority(corners.map((corner) => joint[corner]!));
      const own = found.get(owner) ?? [];
      own.push(...corners);
      found.set(owner, own);
    }
    first += vertices;
  });
  const parts = figure.data.joints.map(() => ({ start: 0, count: 0 }));
  const pieces: Piece[] = [];
  const ordered: number[] = [];
  for (const [owner, corners] of [...found].sort(([a], [b]) => a - b)) {
    const ball = (boxes.get(owner) ?? new THREE.Box3(new THREE.Vector3(), new THREE.Vector3())).getBoundingSphere(
      new THREE.Sphere(),
    );
    const piece = { start: ordered.length, count: corners.length };
    pieces.push({ joint: owner, ...piece, centre: ball.center, radius: ball.radius });
    parts[owner] = piece;
    for (const corner of corners) ordered.push(corner);
  }
  const arrays = [
    ["position", position, 3],
    ["normal", normal, 3],
    ["joint", joint, 1],
    ["colour", colour, 3],
    ["bones", bones, 4],
    ["weights", weights, 4],
    ["coordinates", at, 2],
  ] as const;
  const [drawn, byParts] = [indices, ordered].map((list) => new THREE.BufferAttribute(new Uint32Array(list), 1));
  const made = buffers(arrays, drawn!, byParts!);
  for (const [k, [start, length]] of groups.entries()) made.drawn.addGroup(start, length, k);
  return { ...made, pieces, parts, skin: { bones: table, surfaces: meshes } };
}

function buffers(
  arrays: readonly (readonly [string, Float32Array, number])[],
  drawnIndex: THREE.BufferAttribute,
  partIndex: THREE.BufferAttribute,
): { drawn: THREE.BufferGeometry; byParts: THREE.BufferGeometry } {
  const [drawn, byParts] = [new THREE.BufferGeometry(), new THREE.BufferGeometry()];
  for (const [name, numbers, size] of arrays) {
    const attribute = new THREE.BufferAttribute(numbers, size);
    for (const geometry of [drawn, byParts]) geometry.setAttribute(name, attribute);
  }
  drawn.setIndex(drawnIndex);
  byParts.setIndex(partIndex);
  return { drawn, byParts };
}

const majority = ([a, b, c]: readonly number[]): number => (b === c ? b! : a!);

/** The colour of a part by its side; links of a chain without sides alternate a little, so that they can be told apart. */
function colourOf(figure: FigureData, joint: number, palette: Palette): THREE.Color {
  const { side } = figure.joints[joint]!;
  const colour = (side === "left" ? palette.left : side === "right" ? palette.right : palette.centre).clone();
  if (figure.joints.every((each) => each.side === "centre")) {
    const byName = new Map(figure.joints.map((each) => [each.name, each]));
    let links = 0;
    for (let j: JointData | undefined = figure.joints[joint]; j; j = byName.get(j.parent ?? ""))
      links += j.kind === "fixed" ? 0 : 1;
    if (links % 2) colour.multiplyScalar(0.72);
  }
  return colour;
}

function points(numbers: number[]): THREE.Vector3[] {
  const found: THREE.Vector3[] = [];
  for (let i = 0; i < numbers.length; i += 3) found.push(new THREE.Vector3(...read(numbers, i)));
  return found;
}
