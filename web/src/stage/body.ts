/**
 * A figure on the graphics card: all solids in one buffer, each vertex bound to its joint, or a skin whose vertices follow
 * several. The joints' transforms are a texture that takes the numbers of a pose packet as they come, so that a new pose costs
 * one small upload; for a skin it has those of the bones, some dozen products.
 */

import * as THREE from "three";
import { meet, nearBall, type Ray } from "../math/ray";
import { type Axes, along, cross, dot, length, type Point, read, scaled, sub, unit, type Vector } from "../math/vector";
import type { FigureData } from "../messages";
import type { Figure } from "../state/figure";
import { grabbedJoints } from "../state/hand";
import { type Geometry, type Palette, sizeOf, skinGeometry, solidGeometry } from "./geometry";
import { fragmentShader, ghostShader, outlineShader, shadowShader, vertexShader } from "./shaders";
import { meetSkinned, type Skinned, type Surface } from "./surface";

/** What a joint's part may show besides its own colour. */
export const Look = { hover: 1, selected: 2, chain: 4, frozen: 8, hidden: 16 } as const;

const BEND_ROOM = 1.5; // of the ball around a piece of a skin, for where other joints pull it
const TINT_STRENGTH = 0.7; // of 1, so that left, right and centre can still be told apart

/** A body that is seen through. */
export interface Ghost {
  readonly mesh: THREE.Mesh;
  pose(transforms: Float32Array, colour: THREE.Color, strength: number): void;
  dispose(): void;
}

export class Body {
  readonly mesh: THREE.Mesh;
  readonly outline: THREE.Mesh;
  readonly shadow: THREE.Mesh;
  readonly transforms: Float32Array; // of the joints
  private drawn: Float32Array; // the same as bodies are drawn by: bones that are longer are stretched
  readonly uniforms = {
    accent: { value: new THREE.Color() },
    brightness: { value: 1 },
    thickness: { value: 0 },
    clear: { value: 1 },
    tint: { value: new THREE.Vector4() },
  };
  posed = false; // it is first drawn when its pose is known
  hidden = false;
  private readonly texture: THREE.DataTexture; // of the joints, or of the bones of a skin
  private readonly looks: THREE.DataTexture;
  private readonly made: Geometry;
  private readonly grabbed: readonly number[];
  private readonly pictures: THREE.Texture[];

  constructor(
    readonly figure: Figure,
    palette: Palette,
    low: boolean,
    readonly surface: Surface | null = null,
  ) {
    const { data } = figure;
    const joints = data.joints.length;
    this.made = surface ? skinGeometry(figure, surface) : solidGeometry(figure, palette, low ? 10 : 24);
    this.pictures = (surface?.pictures ?? []).map(pictureTexture);
    this.transforms = this.drawn = new Float32Array(12 * joints);
    this.grabbed = grabbedJoints(figure);
    this.texture = this.poseTexture();
    this.looks = dataTexture(new Uint8Array(4 * joints), 1, joints, THREE.UnsignedByteType);
    const uniforms = {
      ...this.uniforms,
      transforms: { value: this.texture },
      looks: { value: this.looks },
      size: { value: sizeOf(data) },
    };
    const skin = this.made.skin ? { SKIN: 1 } : {};
    const material = ({ defines, uniforms: own, ...options }: THREE.ShaderMaterialParameters): THREE.ShaderMaterial =>
      new THREE.ShaderMaterial({
        uniforms: { ...uniforms, ...own },
        vertexShader,
        glslVersion: THREE.GLSL3,
        defines: { ...skin, ...defines },
        ...options,
      });
    // among the transparent things, though it is not, so that the grid behind it comes first
    const opaque = { fragmentShader, transparent: true, blending: THREE.NoBlending };
    const detail = low ? { LOW: 1 } : {};
    const surfaces = this.made.skin?.surfaces.map(({ picture, cut }) => {
      const shown = picture === null ? undefined : this.pictures[picture];
      return material({
        ...opaque,
        side: THREE.DoubleSide,
        defines: { ...detail, ...(shown && { PICTURE: 1 }) },
        uniforms: { picture: { value: shown ?? null }, cut: { value: cut } },
      });
    });
    this.mesh = this.object(surfaces ?? material({ ...opaque, defines: detail }));
    this.outline = this.object(
      material({ fragmentShader: outlineShader, side: THREE.BackSide, defines: { OUTLINE: 1 } }),
      this.made.byParts,
    );
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
    this.drawn = asDrawn(this.figure.data, this.transforms);
    this.fill(this.texture, this.drawn);
    this.posed = true;
  }

  /** Stands and looks as another body of the same figure does. */
  inherit(other: Body): void {
    if (other.posed) this.pose(other.transforms);
    this.hidden = other.hidden;
    for (const [own, theirs] of [
      [this.uniforms.accent, other.uniforms.accent],
      [this.uniforms.tint, other.uniforms.tint],
    ] as const)
      (own.value as THREE.Color).copy(theirs.value as THREE.Color);
    this.uniforms.brightness.value = other.uniforms.brightness.value;
    this.xray(other.uniforms.clear.value < 1);
    (this.looks.image.data as Uint8Array).set(other.looks.image.data as Uint8Array);
    this.looks.needsUpdate = true;
  }

  /** The same body once more, seen through, in poses of its own. */
  ghost(): Ghost {
    const joints = this.figure.data.joints.length;
    const texture = this.poseTexture();
    const looks = dataTexture(new Uint8Array(4 * joints), 1, joints, THREE.UnsignedByteType);
    const ghost = { value: new THREE.Vector4() };
    const uniforms = { ...this.uniforms, transforms: { value: texture }, looks: { value: looks }, ghost };
    const options = { uniforms, vertexShader, fragmentShader: ghostShader, glslVersion: THREE.GLSL3, depthWrite: false };
    const defines = this.made.skin ? { SKIN: 1 } : {};
    const mesh = this.object(new THREE.ShaderMaterial({ ...options, defines, transparent: true }));
    mesh.renderOrder = -1; // before the figure itself, which stays as clear as it is
    return {
      mesh,
      pose: (transforms, colour, strength) => {
        this.fill(texture, asDrawn(this.figure.data, transforms));
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
    const part = joint === null ? undefined : this.made.parts[joint];
    this.outline.visible = part !== undefined && part.count > 0;
    if (part) this.made.byParts.setDrawRange(part.start, part.count);
  }

  /** Where the effector of a joint's part is, in the figure's frame. */
  effector(joint: number): Point {
    return this.carry(joint, this.figure.data.joints[joint]?.effector ?? [0, 0, 0]);
  }

  /** Whether a joint has solids to be seen. */
  isSolid(joint: number): boolean {
    return (this.made.parts[joint]?.count ?? 0) > 0;
  }

  /** Lets the figure be seen through. */
  xray(on: boolean): void {
    for (const material of [this.mesh.material].flat()) {
      material.blending = on ? THREE.NormalBlending : THREE.NoBlending;
      material.depthWrite = !on;
    }
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
    const { byParts, skin } = this.made;
    const numbers = (name: string): ArrayLike<number> => byParts.getAttribute(name).array as Float32Array;
    const position = numbers("position");
    const index = byParts.getIndex()!.array;
    const skinned: Skinned | null = skin && { position, bones: numbers("bones"), weights: numbers("weights") };
    const looks = this.looks.image.data as Uint8Array;
    const local: Ray = { origin: [0, 0, 0], direction: [0, 0, 0] };
    for (const piece of this.made.pieces) {
      if (looks[4 * piece.joint]! & Look.hidden) continue;
      if (!intoFrame(this.drawn, 12 * piece.joint, ray, local)) continue;
      const hit = !skinned
        ? meet(local, piece, position, index)
        : nearBall(local, { centre: piece.centre, radius: BEND_ROOM * piece.radius })
          ? meetSkinned(ray, piece, skinned, index, this.texture.image.data as Float32Array)
          : Infinity;
      if (hit < Infinity) use(this.grabbed[piece.joint]!, hit);
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
    const own = this.made.pieces.filter((piece) => piece.joint === joint);
    const sum = new THREE.Vector3();
    for (const piece of own) sum.addScaledVector(piece.centre, 1 / own.length);
    return carried(this.drawn, joint, sum.toArray());
  }

  /** Balls around all that is to be seen (of the given joints only, if any), in the figure's frame. */
  balls(joints?: ReadonlySet<number>): { centre: Point; radius: number }[] {
    return this.made.pieces
      .filter((piece) => !joints || joints.has(piece.joint))
      .map(({ joint, centre, radius }) => ({
        centre: carried(this.drawn, joint, centre.toArray()),
        radius: radius * length(read(this.transforms, 12 * joint, 4)), // frames of joints may be scaled
      }));
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
    for (const geometry of [this.made.drawn, this.made.byParts]) geometry.dispose();
    for (const texture of [this.texture, this.looks, ...this.pictures]) texture.dispose();
    for (const mesh of [this.mesh, this.outline, this.shadow]) for (const material of [mesh.material].flat()) material.dispose();
  }

  private object(material: THREE.Material | THREE.Material[], geometry = this.made.drawn): THREE.Mesh {
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false; // its vertices are where the shader puts them
    return mesh;
  }

  private poseTexture(): THREE.DataTexture {
    const rows = this.made.skin?.bones.count ?? this.figure.data.joints.length;
    return dataTexture(new Float32Array(12 * rows), 3, rows, THREE.FloatType);
  }

  private fill(texture: THREE.DataTexture, transforms: Float32Array): void {
    const data = texture.image.data as Float32Array;
    if (this.made.skin) this.made.skin.bones.carry(transforms, data);
    else data.set(transforms.subarray(0, data.length));
    texture.needsUpdate = true;
  }
}

/** The joints' transforms by which bodies are drawn: where a bone is longer, its part is stretched along it. */
function asDrawn({ stretches }: FigureData, transforms: Float32Array): Float32Array {
  if (!stretches.length) return transforms;
  const drawn = transforms.slice();
  for (const { part, slide, along } of stretches)
    for (let row = 0; row < 3; row++) {
      const at = 12 * part + 4 * row;
      const longer = transforms[12 * slide + 4 * row + 3]! - transforms[at + 3]!;
      for (let k = 0; k < 3; k++) drawn[at + k]! += longer * along[k]!;
    }
  return drawn;
}

/** A point of a joint's frame, carried by the joint's transform, 12 numbers among those of all joints. */
export function carried(t: Float32Array, joint: number, p: Vector): Point {
  const row = (at: number): number => t[at]! * p[0] + t[at + 1]! * p[1] + t[at + 2]! * p[2] + t[at + 3]!;
  return [row(12 * joint), row(12 * joint + 4), row(12 * joint + 8)];
}

function pictureTexture(picture: ImageBitmap): THREE.Texture {
  const texture = new THREE.Texture(picture);
  texture.flipY = false; // coordinates begin at the upper left corner
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.generateMipmaps = true;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.needsUpdate = true;
  return texture;
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
