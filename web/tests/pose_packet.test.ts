// @vitest-environment node

import { describe, expect, it } from "vitest";
import { readPosePacket } from "../src/wire/pose_packet";
import { packetBuffer } from "./support/packets";

describe("a pose packet", () => {
  it("is read number by number", () => {
    const packet = readPosePacket(
      packetBuffer({
        transforms: Array.from({ length: 24 }, (_, k) => k),
        parameters: [0, 0.25, 0.5],
        locks: [
          [0.034, 0, 1, 1, 2, 3, 0, 0],
          [0.5, 1, 2, 4, 5, 6, 0, 0],
        ],
        seq: 7,
        revision: 42,
        flags: 13,
        balance: -0.02,
      }),
    );
    expect(packet).toMatchObject({ seq: 7, revision: 42, dragging: true, conflict: false, chasing: true, moving: true });
    expect(packet.milliseconds).toBe(1.5);
    expect([...packet.transforms]).toEqual(Array.from({ length: 24 }, (_, k) => k));
    expect([...packet.parameters]).toEqual([0, 0.25, 0.5]);
    expect(packet.locks[0]).toMatchObject({ unit: "m", state: "violated", anchor: [1, 2, 3] });
    expect(packet.locks[0]?.error).toBeCloseTo(0.034);
    expect(packet.locks[1]).toMatchObject({ unit: "rad", state: "off" });
    expect([packet.goal, packet.effector, packet.centreOfMass]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    expect(packet.balance).toBeCloseTo(-0.02);
  });

  it("has no balance where the server gives none, and rests where the server does not say otherwise", () => {
    expect(readPosePacket(packetBuffer({}))).toMatchObject({ balance: null, moving: false });
  });

  it("is refused when it is cut short, too long or of another kind", () => {
    const good = packetBuffer({ parameters: [1, 2, 3] });
    expect(() => readPosePacket(good.slice(0, good.byteLength - 4))).toThrow("wrong length");
    expect(() => readPosePacket(new ArrayBuffer(good.byteLength + 4))).toThrow("not a pose packet");
    expect(() => readPosePacket(new ArrayBuffer(8))).toThrow("not a pose packet");
  });
});
