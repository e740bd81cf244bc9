// @vitest-environment node

import { describe, expect, it } from "vitest";
import { readPosePacket } from "../src/wire/pose_packet";
import { lifted, packetBuffer } from "./support/packets";

describe("a pose packet", () => {
  it("is read number by number", () => {
    const packet = readPosePacket(
      packetBuffer({
        figures: [
          { place: 2, transforms: Array.from({ length: 24 }, (_, k) => k), parameters: [0, 0.25, 0.5], balance: -0.02 },
          { place: 0, transforms: lifted(3), parameters: [] },
        ],
        locks: [
          { id: 12, error: 0.034, state: 1, anchor: [1, 2, 3] },
          { id: 70_000, error: 0.5, unit: 1, state: 2, anchor: [4, 5, 6] },
        ],
        seq: 7,
        revision: 42,
        flags: 13,
      }),
    );
    expect(packet).toMatchObject({ seq: 7, revision: 42, dragging: true, conflict: false, chasing: true, moving: true });
    expect(packet.milliseconds).toBe(1.5);
    expect(packet.poses.map(({ place }) => place)).toEqual([2, 0]);
    const [first, second] = packet.poses;
    expect([...(first?.transforms ?? [])]).toEqual(Array.from({ length: 24 }, (_, k) => k));
    expect([...(first?.parameters ?? [])]).toEqual([0, 0.25, 0.5]);
    expect(first?.centreOfMass).toEqual([7, 8, 9]);
    expect(first?.balance).toBeCloseTo(-0.02);
    expect([...(second?.transforms ?? [])]).toEqual(lifted(3));
    expect(second?.parameters).toHaveLength(0);
    expect(packet.locks.get(12)).toMatchObject({ unit: "m", state: "violated", anchor: [1, 2, 3] });
    expect(packet.locks.get(12)?.error).toBeCloseTo(0.034);
    expect(packet.locks.get(70_000)).toMatchObject({ unit: "rad", state: "off", error: 0.5 });
    expect([packet.goal, packet.effector]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  it("has no balance where the server gives none, and rests where the server does not say otherwise", () => {
    const packet = readPosePacket(packetBuffer({}));
    expect([packet.poses[0]?.balance, packet.moving]).toEqual([null, false]);
  });

  it("is refused when it is cut short, too long or of another kind", () => {
    const good = packetBuffer({ parameters: [1, 2, 3] });
    expect(() => readPosePacket(good.slice(0, good.byteLength - 4))).toThrow("wrong length");
    expect(() => readPosePacket(new ArrayBuffer(good.byteLength + 4))).toThrow("not a pose packet");
    expect(() => readPosePacket(new ArrayBuffer(8))).toThrow("not a pose packet");
  });
});
