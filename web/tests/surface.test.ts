import { describe, expect, it } from "vitest";
import { Bones, meetSkinned, readSurface } from "../src/stage/surface";

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** The bytes of a skin of one triangle that follows two joints by halves. */
function bytes(): ArrayBuffer {
  const mesh = { name: "m", joints: ["a", "b"], binds: [IDENTITY, IDENTITY], colour: [1, 0, 0, 1], picture: null, cut: 0 };
  const head = JSON.stringify({ meshes: [{ ...mesh, points: 3, triangles: 1, coordinates: false }], pictures: [3] });
  const text = new TextEncoder().encode(head.padEnd(Math.ceil(head.length / 4) * 4));
  const points = new Float32Array([-1, -1, 0, 1, -1, 0, 0, 1, 0]);
  const normals = new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  const weights = new Float32Array([0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0]);
  const bones = new Uint16Array([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]);
  const parts = [text, points, normals, weights, bones, new Uint32Array([0, 1, 2]), new Uint8Array([7, 8, 9, 0])];
  const whole = new Uint8Array(8 + parts.reduce((sum, part) => sum + part.byteLength, 0));
  whole.set(new TextEncoder().encode("MSKN"));
  new DataView(whole.buffer).setUint32(4, text.length, true);
  let at = 8;
  for (const part of parts) {
    whole.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return whole.buffer;
}

describe("skins of figures", () => {
  it("are read from their bytes", () => {
    const { meshes, pictures } = readSurface(bytes());
    expect([...meshes[0]!.triangles]).toEqual([0, 1, 2]);
    expect([...meshes[0]!.bones]).toEqual([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]);
    expect([...pictures[0]!]).toEqual([7, 8, 9]);
    expect(() => readSurface(new ArrayBuffer(16))).toThrow("no skin");
  });

  it("are met where their bones take them", () => {
    const [mesh] = readSurface(bytes()).meshes;
    const bones = new Bones([mesh!], (name) => (name === "a" ? 0 : 1));
    const transforms = new Float32Array([...IDENTITY, ...IDENTITY]);
    transforms[12 + 11] = 4; // the second joint is 4 m ahead: the triangle is half-way
    const table = new Float32Array(24);
    bones.carry(transforms, table);
    const ray = { origin: [0, 0, 10], direction: [0, 0, -1] } as const;
    const run = { start: 0, count: 3 };
    const skinned = { position: mesh!.points, bones: mesh!.bones, weights: mesh!.weights };
    const distance = meetSkinned({ origin: [...ray.origin], direction: [...ray.direction] }, run, skinned, [0, 1, 2], table);
    expect(distance).toBeCloseTo(8);
  });
});
