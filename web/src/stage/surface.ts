/** Skins of figures as the server keeps them: meshes whose vertices follow several joints, and the pictures on them. */

import { meet, type Ray } from "../math/ray";

/** Of one surface: its vertices, the bones that they follow (four each), and what it looks like. */
export interface SurfaceMesh {
  readonly joints: readonly string[]; // of its bones
  readonly binds: readonly (readonly number[])[]; // from the mesh into the joint's frame, 12 numbers a bone
  readonly colour: readonly [number, number, number, number]; // linear
  readonly picture: number | null;
  readonly cut: number; // opacity below which there are holes
  readonly points: Float32Array;
  readonly normals: Float32Array;
  readonly weights: Float32Array;
  readonly bones: Uint16Array;
  readonly triangles: Uint32Array;
  readonly coordinates: Float32Array | null;
}

export interface Surface {
  readonly meshes: readonly SurfaceMesh[];
  readonly pictures: readonly ImageBitmap[];
}

interface Head {
  meshes: (Pick<SurfaceMesh, "joints" | "binds" | "colour" | "picture" | "cut"> & {
    points: number;
    triangles: number;
    coordinates: boolean;
  })[];
  pictures: number[];
}

const MAGIC = "MSKN";

/** Reads the bytes of a skin; its pictures stay files. */
export function readSurface(data: ArrayBuffer): { meshes: SurfaceMesh[]; pictures: Uint8Array<ArrayBuffer>[] } {
  const view = new DataView(data);
  const magic = String.fromCharCode(...new Uint8Array(data, 0, 4));
  if (magic !== MAGIC) throw new Error("this is no skin");
  const length = view.getUint32(4, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 8, length))) as Head;
  let at = 8 + length;
  const floats = (count: number): Float32Array => new Float32Array(data, (at += 4 * count) - 4 * count, count);
  const meshes = head.meshes.map(({ points, triangles, coordinates, ...rest }) => ({
    ...rest,
    points: floats(3 * points),
    normals: floats(3 * points),
    weights: floats(4 * points),
    bones: new Uint16Array(data, (at += 8 * points) - 8 * points, 4 * points),
    triangles: new Uint32Array(data, (at += 12 * triangles) - 12 * triangles, 3 * triangles),
    coordinates: coordinates ? floats(2 * points) : null,
  }));
  const pictures = head.pictures.map((size) => {
    const picture = new Uint8Array(data, at, size);
    at += Math.ceil(size / 4) * 4;
    return picture;
  });
  return { meshes, pictures };
}

/** The bones of all meshes of a surface in one table, and where each mesh begins in it. */
export class Bones {
  readonly count: number;
  readonly starts: readonly number[];
  readonly joints: Int32Array; // the joint of each bone
  private readonly binds: Float32Array;

  constructor(meshes: readonly SurfaceMesh[], jointIndex: (name: string) => number) {
    let total = 0;
    this.starts = meshes.map(({ joints }) => (total += joints.length) - joints.length);
    this.count = total;
    this.joints = Int32Array.from(meshes.flatMap(({ joints }) => joints.map(jointIndex)));
    this.binds = Float32Array.from(meshes.flatMap(({ binds }) => binds.flat()));
  }

  /** The frames of joints as the transforms of bones, 12 numbers each: joint times bind. */
  carry(transforms: Float32Array, out: Float32Array): void {
    for (let bone = 0; bone < this.count; bone++) {
      const [t, b] = [12 * this.joints[bone]!, 12 * bone];
      for (let row = 0; row < 3; row++) {
        const at = t + 4 * row;
        const [x, y, z] = [transforms[at]!, transforms[at + 1]!, transforms[at + 2]!];
        for (let column = 0; column < 4; column++) {
          const k = b + column;
          const sum = x * this.binds[k]! + y * this.binds[k + 4]! + z * this.binds[k + 8]!;
          out[b + 4 * row + column] = column === 3 ? sum + transforms[at + 3]! : sum;
        }
      }
    }
  }

  /** A point of the mesh in the frame of a bone's joint. */
  bound(bone: number, points: ArrayLike<number>, vertex: number): [number, number, number] {
    const [x, y, z] = [points[3 * vertex]!, points[3 * vertex + 1]!, points[3 * vertex + 2]!];
    const row = (k: number): number => this.binds[k]! * x + this.binds[k + 1]! * y + this.binds[k + 2]! * z + this.binds[k + 3]!;
    return [row(12 * bone), row(12 * bone + 4), row(12 * bone + 8)];
  }
}

/** Numbers of a skinned mesh as the card has them. */
export interface Skinned {
  readonly position: ArrayLike<number>;
  readonly bones: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/** Distance along a ray of the world to a run of triangles whose vertices follow bones; infinity where it misses them. */
export function meetSkinned(
  ray: Ray,
  { start, count }: { start: number; count: number },
  mesh: Skinned,
  index: ArrayLike<number>,
  bones: Float32Array,
): number {
  const places = new Float32Array(3 * count);
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    order[i] = i;
    const vertex = index[start + i]!;
    const [x, y, z] = [mesh.position[3 * vertex]!, mesh.position[3 * vertex + 1]!, mesh.position[3 * vertex + 2]!];
    for (let k = 0; k < 4; k++) {
      const weight = mesh.weights[4 * vertex + k]!;
      if (!weight) continue;
      const at = 12 * mesh.bones[4 * vertex + k]!;
      for (let row = 0; row < 3; row++) {
        const r = at + 4 * row;
        places[3 * i + row]! += weight * (bones[r]! * x + bones[r + 1]! * y + bones[r + 2]! * z + bones[r + 3]!);
      }
    }
  }
  return meet(ray, { start: 0, count, centre: { x: 0, y: 0, z: 0 }, radius: Infinity }, places, order);
}
