import { describe, expect, it } from "vitest";
import { Clip } from "../src/state/clip";
import { FigureFrames, type FrameNews } from "../src/state/frames";
import { skinFrames } from "../src/state/skins";
import { slopeAt } from "../src/timeline/curves";

const WIDTH = 12 + 2; // one joint, one parameter, and the parameter as the keys alone have it

/** Frames of a figure of one joint and one parameter: values as they are held, and as the keys have them. */
function framesOf(
  held: readonly number[],
  plain: readonly number[],
  errors: readonly (readonly [number, number])[],
  soft = false,
): FigureFrames {
  const rows = new Float32Array(held.length * WIDTH);
  held.forEach((value, row) => {
    rows[row * WIDTH + 12] = value;
    rows[row * WIDTH + 13] = plain[row]!;
  });
  const news: FrameNews = {
    figure: "one",
    revision: 1,
    answers: 0,
    complete: true,
    provisional: false,
    first: 0,
    count: held.length,
    joints: 1,
    parameters: 1,
    locks: [7],
    soft: [soft],
    islands: [{ first: 0, count: held.length, rows, errors: Float32Array.from(errors.flat()) }],
  };
  const frames = new FigureFrames();
  frames.take(news, 1);
  return frames;
}

const still = (count: number, value = 0): number[] => Array<number>(count).fill(value);
const held = (count: number): [number, number][] => Array.from({ length: count }, () => [0, 0]);

describe("the audit", () => {
  it("has a level for each frame: held, nearly, not, or nothing to hold", () => {
    const errors: [number, number][] = [
      [0, 0],
      [5e-3, 0],
      [0, 0.2],
      [Number.NaN, Number.NaN],
    ];
    const { audit } = framesOf(still(4), still(4), errors);
    expect([0, 1, 2, 3].map((row) => audit.level(row))).toEqual([0, 1, 2, null]);
    expect([...audit.culprit]).toEqual([0, 0, 0, -1]);
    expect(audit.share[1]).toBeCloseTo(5);
  });

  it("finds where locks bend the motion more than its keys do anywhere", () => {
    const plain = [0, 0.1, 0.2, 0.25, 0.25, 0.25, 0.25, 0.25];
    const jumping = [0, 0.1, 0.2, 0.25, 0.25, 0.6, 0.25, 0.25];
    const { audit } = framesOf(jumping, plain, held(8));
    expect([...plain.keys()].filter((row) => audit.pops(row))).toEqual([4, 5, 6]);
    expect(audit.pop(5)).toBeCloseTo(0.7 / 0.05, 1);
    const calm = framesOf(plain, plain, held(8)).audit;
    expect([...plain.keys()].some((row) => calm.pops(row))).toBe(false);
  });

  it("finds no pops in what has no keys of its own", () => {
    const { audit } = framesOf([0, 0, 0.3, 0, 0], still(5), held(5));
    expect([0, 1, 2, 3, 4].some((row) => audit.pops(row))).toBe(false);
  });

  it("does not mind how far a soft lock is off", () => {
    const far: [number, number][] = [
      [0.3, 0],
      [0.3, 0],
      [0.3, 0],
    ];
    expect(framesOf(still(3), still(3), far).audit.level(1)).toBe(2);
    expect(framesOf(still(3), still(3), far, true).audit.level(1)).toBeNull();
  });

  it("is made again where frames come anew", () => {
    const slow = [0, 1e-4, 2e-4, 3e-4, 4e-4, 5e-4];
    const frames = framesOf(slow, slow, held(6));
    const rows = new Float32Array(WIDTH).fill(0);
    rows[12] = 1;
    const island = { first: 3, count: 1, rows, errors: Float32Array.of(0.5, 0) };
    frames.take({ ...news(frames), islands: [island] }, 2);
    expect(frames.audit.level(3)).toBe(2);
    expect([2, 3, 4].map((row) => frames.audit.pops(row))).toEqual([true, true, true]);
  });
});

const news = (frames: FigureFrames): FrameNews => ({
  figure: "one",
  revision: 2,
  answers: 0,
  complete: true,
  provisional: false,
  first: frames.first,
  count: frames.count,
  joints: frames.joints,
  parameters: frames.parameters,
  locks: frames.locks,
  soft: frames.soft,
  islands: [],
});

describe("onion skins", () => {
  const clip = new Clip({ frames: [0, 10, 20, 40], shapes: {} });

  it("are at the keys beside, without the one that is seen", () => {
    const at = (now: number, count: number): number[] => skinFrames(clip, now, count, 0).map(({ frame }) => frame);
    expect(at(10, 1)).toEqual([0, 20]);
    expect(at(12, 2)).toEqual([10, 20, 0, 40]);
    expect(at(40, 3)).toEqual([20, 10, 0]);
  });

  it("are every few frames inside the clip", () => {
    expect(skinFrames(clip, 3, 2, 5).map(({ frame, later }) => [frame, later])).toEqual([
      [8, true],
      [13, true],
    ]);
  });
});

describe("the slope of a curve at a key", () => {
  it("is exact for parabolas, on both sides", () => {
    const values = Array.from({ length: 9 }, (_, frame) => (frame <= 4 ? (frame - 2) ** 2 : 4 - 3 * (frame - 4)));
    const frames = framesOf(values, values, held(9));
    expect(slopeAt(frames, 4, 0, "in")).toBeCloseTo(4);
    expect(slopeAt(frames, 4, 0, "out")).toBeCloseTo(-3);
  });
});
