/**
 * A figure on the graphics card: all solids in one buffer, each vertex bound to its joint. The joints' transforms are a
 * texture that takes the numbers of a pose packet as they come, so that a new pose costs one small upload and no arithmetic here.
 */

import * as THREE from "three";
import { meet, type Ray } from "../math/ray";
import { type Axes, along, cross, dot, type Point, read, scaled, sub, unit, type Vector } from "../math/vector";
import type { FigureData, JointData } from "../messages";
import type { Figure } from "../state/figure";
import { fragmentShader, ghostShader, outlineShader, shadowShader, vertexShader } from "./shaders";
import { segmentsOf, solidOf } from "./solids";

/** What a joint's part may show besides its own colour. */
export const Look = { hover: 1, selected: 2, chain: 4, frozen: 8, hidden: 16 } as const;

export interface Palette {
  centre: THREE.Color;
  left: THREE.Color;
  right: THREE.Color;
}

const TINT_STRENGTH = 0.7; // of 1, so that left, right and centre can still be told apart

/** A body that is seen through. */
export interface Ghost {
  readonly mesh: THREE.Mesh;
  pose(transforms: Float32Array, colour: THREE.Color, strength: number): void;
  dispose(): void;
}

interface Piece {
  joint: number;
  start: number; // into the index
  count: number;
  centre: THREE.Vector3; // of the ball around it, in the joint's frame
  radius: number;
}

export class Body {
  readonly mesh: THREE.Mesh;
  readonly outline: THREE.Mesh;
  readonly shadow: THREE.Mesh;
  readonly transforms: Float32Array;
  readonly uniforms = {
    accent: { value: new THREE.Color() },
    brightness: { value: 1 },
    thickness: { value: 0 },
    clear: { value: 1 },
    tint: { value: new THREE.Vector4() },
  };
  posed = false; // it is first drawn when its pose is known
  hidden = false;
  private readonly texture: THREE.DataTexture;
  private readonly looks: THREE.DataTexture;
  private readonly pieces: Piece[] = [];
  private readonly parts: { start: number; count: number }[];
  private readonly geometry = new THREE.BufferGeometry();

  constructor(
    readonly figure: Figure,
    palette: Palette,
    low: boolean,
  ) {
    const { data } = figure;
    const joints = data.joints.length;
    this.transforms = new Float32Array(12 * joints);
    this.texture = dataTexture(this.transforms, 3, joints, THREE.FloatType);
    this.looks = dataTexture(new Uint8Array(4 * joints), 1, joints, THREE.UnsignedByteType);
    this.parts = data.joints.map(() => ({ start: 0, count: 0 }));
    this.build(palette, low ? 10 : 24);
    const uniforms = {
      ...this.uniforms,
      transforms: { value: this.texture },
      looks: { value: this.looks },
      size: { value: sizeOf(data) },
    };
    const material = (options: THREE.ShaderMaterialParameters): THREE.ShaderMaterial =>
      new THREE.ShaderMaterial({ uniforms, vertexShader, glslVersion: THREE.GLSL3, ...options });
    // among the transparent things, though it is not, so that the grid behind it comes first
    this.mesh = this.object(
      material({ fragmentShader, defines: low ? { LOW: 1 } : {}, transparent: true, blending: THREE.NoBlending }),
    );
    this.outline = this.object(material({ fragmentShader: outlineShader, side: THREE.BackSide, defines: { OUTLINE: 1 } }));
    this.shadow = this.object(
      material({
        fragmentShader: shadowShader,
        side: THREE.DoubleSide,
        blending: THREE.CustomBlending,
        blendEquation: THREE.MaxEquation,
        blendSrc: THREE.OneFactor,
        blendDst: THREE.OneFactor,
        depthTest: false,
        depthWrite: false,
      }),
    );
    this.outline.visible = false;
  }

  /** Whether it is drawn and can be picked. */
  get visible(): boolean {
    return this.posed && !this.hidden;
  }

  /** Takes red, green and blue to be tinted with (0 … 1), or null for its own colours. */
  tint(tint: readonly [number, number, number] | null): void {
    const colour = new THREE.Color().setRGB(...(tint ?? [0, 0, 0]), THREE.SRGBColorSpace);
    this.uniforms.tint.value.set(colour.r, colour.g, colour.b, tint ? TINT_STRENGTH : 0);
  }

  /** Takes the transforms of a pose packet, 12 numbers a joint. */
  pose(transforms: Float32Array): void {
    this.transforms.set(transforms.subarray(0, this.transforms.length));
    this.texture.needsUpdate = true;
    this.posed = true;
  }

  /** The same body once more, seen through, in poses of its own. */
  ghost(): Ghost {
    const joints = this.figure.data.joints.length;
    const texture = dataTexture(new Float32Array(12 * joints), 3, joints, THREE.FloatType);
    const looks = dataTexture(new Uint8Array(4 * joints), 1, joints, THREE.UnsignedByteType);
    const ghost = { value: new THREE.Vector4() };
    const uniforms = { ...this.uniforms, transforms: { value: texture }, looks: { value: looks }, ghost };
    const options = { uniforms, vertexShader, fragmentShader: ghostShader, glslVersion: THREE.GLSL3, depthWrite: false };
    const mesh = this.object(new THREE.ShaderMaterial({ ...options, transparent: true }));
    mesh.renderOrder = -1; // before the figure itself, which stays as clear as it is
    return {
      mesh,
      pose: (transforms, colour, strength) => {
        (texture.image.data as Float32Array).set(transforms.subarray(0, 12 * joints));
        texture.needsUpdate = true;
        ghost.value.set(colour.r, colour.g, colour.b, strength);
      },
      dispose: () => {
        texture.dispose();
        looks.dispose();
        (mesh.material as THREE.Material).dispose();
      },
    };
  }

  /** What each joint's part shows: a sum of `Look`. */
  look(looks: Uint8Array): void {
    const data = this.looks.image.data as Uint8Array;
    looks.forEach((value, joint) => {
      data[4 * joint] = value;
    });
    this.looks.needsUpdate = true;
  }

  /** Draws a line around one part, or around none. */
  outlineOf(joint: number | null): void {
    const part = joint === null ? undefined : this.parts[joint];
    this.outline.visible = part !== undefined && part.count > 0;
    if (part) this.outlineGeometry.setDrawRange(part.start, part.count);
  }

  /** Where the effector of a joint's part is, in the figure's frame. */
  effector(joint: number): Point {
    return this.carry(joint, this.figure.data.joints[joint]?.effector ?? [0, 0, 0]);
  }

  /** Whether a joint has solids to be seen. */
  isSolid(joint: number): boolean {
    return (this.parts[joint]?.count ?? 0) > 0;
  }

  /** Lets the figure be seen through. */
  xray(on: boolean): void {
    const material = this.mesh.material as THREE.ShaderMaterial;
    material.blending = on ? THREE.NormalBlending : THREE.NoBlending;
    material.depthWrite = !on;
    this.uniforms.clear.value = on ? 0.38 : 1;
  }

  /** All parts along a ray (in the figure's frame), the nearest first. */
  hits(ray: Ray): { joint: number; distance: number; point: Point }[] {
    const nearest = new Map<number, number>();
    this.meet(ray, (joint, distance) => {
      if (distance < (nearest.get(joint) ?? Infinity)) nearest.set(joint, distance);
    });
    const found = [...nearest].map(([joint, distance]) => ({
      joint,
      distance,
      point: along(ray.origin, ray.direction, distance),
    }));
    return found.sort((a, b) => a.distance - b.distance);
  }

  /** The nearest part along a ray (in the figure's frame), and how far it is. */
  pick(ray: Ray): { joint: number; distance: number; point: Point } | null {
    let best: { joint: number; distance: number } | null = null;
    this.meet(ray, (joint, distance) => {
      if (distance < (best?.distance ?? Infinity)) best = { joint, distance };
    });
    const found = best as { joint: number; distance: number } | null;
    return found && { ...found, point: along(ray.origin, ray.direction, found.distance) };
  }

  /** Calls `use` for each piece that a ray meets. */
  private meet(ray: Ray, use: (joint: number, distance: number) => void): void {
    const position = this.geometry.getAttribute("position").array as Float32Array;
    const index = this.geometry.getIndex()!.array;
    const looks = this.looks.image.data as Uint8Array;
    const local: Ray = { origin: [0, 0, 0], direction: [0, 0, 0] };
    for (const piece of this.pieces) {
      if (looks[4 * piece.joint]! & Look.hidden) continue;
      if (!intoFrame(this.transforms, 12 * piece.joint, ray, local)) continue;
      const hit = meet(local, piece, position, index);
      if (hit < Infinity) use(piece.joint, hit);
    }
  }

  /** Where a joint is, in the figure's frame. */
  place(joint: number): Point {
    return read(this.transforms, 12 * joint + 3, 4);
  }

  /** A point of a joint's part, carried to where the part is. */
  carry(joint: number, p: Vector): Point {
    return carried(this.transforms, joint, p);
  }

  /** A place in the figure's frame, seen from the frame of a joint; null where the joint is flat. */
  local(joint: number, p: Vector): Point | null {
    const seen: Ray = { origin: [p[0], p[1], p[2]], direction: [0, 0, 0] };
    return intoFrame(this.transforms, 12 * joint, seen, seen) ? seen.origin : null;
  }

  /** The directions of a joint's own axes, unit vectors in the figure's frame. */
  axes(joint: number): Axes {
    const column = (k: number): Point => unit(read(this.transforms, 12 * joint + k, 4));
    return [column(0), column(1), column(2)];
  }

  /** The middle of a part's solids; the joint itself where it has none. */
  middle(joint: number): Point {
    const own = this.pieces.filter((piece) => piece.joint === joint);
    const sum = new THREE.Vector3();
    for (const piece of own) sum.addScaledVector(piece.centre, 1 / own.length);
    return this.carry(joint, sum.toArray());
  }

  /** Balls around all that is to be seen (of the given joints only, if any), in the figure's frame. */
  balls(joints?: ReadonlySet<number>): { centre: Point; radius: number }[] {
    return this.pieces
      .filter((piece) => !joints || joints.has(piece.joint))
      .map(({ joint, centre, radius }) => ({ centre: this.carry(joint, centre.toArray()), radius }));
  }

  /** The middle of all joints, in the figure's frame. */
  centre(): Point {
    const places = this.figure.data.joints.map((_, joint) => this.place(joint));
    const middle = (k: 0 | 1 | 2): number => {
      const numbers = places.map((place) => place[k]);
      return (Math.min(...numbers) + Math.max(...numbers)) / 2;
    };
    return [middle(0), middle(1), middle(2)];
  }

  dispose(): void {
    this.geometry.dispose();
    this.outlineGeometry.dispose();
    this.texture.dispose();
    this.looks.dispose();
    for (const mesh of [this.mesh, this.outline, this.shadow]) (mesh.material as THREE.Material).dispose();
  }

  private readonly outlineGeometry = new THREE.BufferGeometry();

  private object(material: THREE.Material): THREE.Mesh {
    const mesh = new THREE.Mesh(material.side === THREE.BackSide ? this.outlineGeometry : this.geometry, material);
    mesh.frustumCulled = false; // its vertices are where the shader puts them
    return mesh;
  }

  private build(palette: Palette, detail: number): void {
    const positions: number[] = [];
    const normals: number[] = [];
    const joints: number[] = [];
    const colours: number[] = [];
    const indices: number[] = [];
    const byJoint = [...this.figure.data.shapes].sort((a, b) => a.joint - b.joint);
    for (const shape of byJoint) {
      const solid = solidOf(shape, segmentsOf(shape, sizeOf(this.figure.data), detail));
      if (!solid.indices.length) continue;
      const colour = shape.colour
        ? new THREE.Color().setRGB(shape.colour[0], shape.colour[1], shape.colour[2], THREE.SRGBColorSpace)
        : colourOf(this.figure.data, shape.joint, palette);
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
      this.pieces.push({ joint: shape.joint, start, count: solid.indices.length, centre: ball.center, radius: ball.radius });
      const part = this.parts[shape.joint]!;
      if (!part.count) part.start = start;
      part.count = indices.length - part.start;
    }
    const index = new THREE.BufferAttribute(new Uint32Array(indices), 1);
    const attributes: [string, number[], number][] = [
      ["position", positions, 3],
      ["normal", normals, 3],
      ["joint", joints, 1],
      ["colour", colours, 3],
    ];
    for (const [name, numbers, size] of attributes) {
      const attribute = new THREE.BufferAttribute(new Float32Array(numbers), size);
      for (const geometry of [this.geometry, this.outlineGeometry]) geometry.setAttribute(name, attribute);
    }
    for (const geometry of [this.geometry, this.outlineGeometry]) geometry.setIndex(index);
  }
}

/** The largest extent of a figure at rest [m]. */
export function sizeOf(figure: FigureData): number {
  return Math.max(...sub(figure.highest, figure.lowest), 1e-3);
}

/** A point of a joint's frame, carried by the joint's transform, 12 numbers among those of all joints. */
export function carried(t: Float32Array, joint: number, p: Vector): Point {
  const row = (at: number): number => t[at]! * p[0] + t[at + 1]! * p[1] + t[at + 2]! * p[2] + t[at + 3]!;
  return [row(12 * joint), row(12 * joint + 4), row(12 * joint + 8)];
}

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

function dataTexture(
  data: Float32Array | Uint8Array,
  width: number,
  height: number,
  type: THREE.TextureDataType,
): THREE.DataTexture {
  const texture = new THREE.DataTexture(data, width, height, THREE.RGBAFormat, type);
  texture.minFilter = texture.magFilter = THREE.NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

/** A ray seen from the frame of a 3×4 affine map; lengths along it stay those of the world. False where the map is flat. */
function intoFrame(t: Float32Array, at: number, ray: Ray, out: Ray): boolean {
  const [x, y, z] = [read(t, at), read(t, at + 4), read(t, at + 8)];
  const columns = [cross(y, z), cross(z, x), cross(x, y)] as const;
  const det = dot(x, columns[0]);
  if (!det) return false;
  const offset = sub(ray.origin, read(t, at + 3, 4));
  const inverse = ([u, v, w]: Vector): Point =>
    scaled(along(along(scaled(columns[0], u), columns[1], v), columns[2], w), 1 / det);
  out.origin = inverse(offset);
  out.direction = inverse(ray.direction);
  return true;
}
