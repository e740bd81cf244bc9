import { describe, expect, it } from "vitest";
import { readPosePacket } from "../src/wire/pose_packet";

/** A packet as the server packs it, from counts and numbers in order. */
function packetBuffer(joints: number, parameters: number, locks: number[][], seq = 7, flags = 1, balance = NaN): ArrayBuffer {
  const count = 8 + 12 * joints + parameters + 8 * locks.length + 10;
  const buffer = new ArrayBuffer(4 * count);
  new Uint32Array(buffer).set([1, seq, 42, joints, parameters, locks.length, flags]);
  const numbers = new Float32Array(buffer);
  numbers[7] = 1.5;
  for (let k = 0; k < 12 * joints; k++) numbers[8 + k] = k;
  for (let k = 0; k < parameters; k++) numbers[8 + 12 * joints + k] = 0.25 * k;
  for (const [k, lock] of locks.entries()) numbers.set(lock, 8 + 12 * joints + parameters + 8 * k);
  numbers.set([1, 2, 3, 4, 5, 6, 7, 8, 9, balance], count - 10);
  return buffer;
}

describe("a pose packet", () => {
  it("is read number by number", () => {
    const packet = readPosePacket(
      packetBuffer(
        2,
        3,
        [
          [0.034, 0, 1, 1, 2, 3, 0, 0],
          [0.5, 1, 2, 4, 5, 6, 0, 0],
        ],
        7,
        13,
        -0.02,
      ),
    );
    expect(packet).toMatchObject({ seq: 7, revision: 42, dragging: true, conflict: false, chasing: true, moving: true });
    expect(packet.milliseconds).toBe(1.5);
    expect([...packet.transforms]).toEqual(Array.from({ length: 24 }, (_, k) => k));
    expect([...packet.parameters]).toEqual([0, 0.25, 0.5]);
    expect(packet.locks[0]).toMatchObject({ unit: "m", state: "violated", anchor: [1, 2, 3] });
    expect(packet.locks[0].error).toBeCloseTo(0.034);
    expect(packet.locks[1]).toMatchObject({ unit: "rad", state: "off" });
    expect([packet.goal, packet.effector, packet.centreOfMass]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    expect(packet.balance).toBeCloseTo(-0.02);
  });

  it("has no balance where the server gives none, and rests where the server does not say otherwise", () => {
    expect(readPosePacket(packetBuffer(1, 1, []))).toMatchObject({ balance: null, moving: false });
  });

  it("is refused when it is cut short, too long or of another kind", () => {
    const good = packetBuffer(2, 3, []);
    expect(() => readPosePacket(good.slice(0, good.byteLength - 4))).toThrow("wrong length");
    expect(() => readPosePacket(new ArrayBuffer(good.byteLength + 4))).toThrow("not a pose packet");
    expect(() => readPosePacket(new ArrayBuffer(8))).toThrow("not a pose packet");
  });
});
