import { describe, expect, it } from "vitest";
import type { BackdropData } from "../src/messages";
import { ViewCamera } from "../src/stage/camera";
import type { Stage } from "../src/stage/stage";
import type { Scene } from "../src/state/scene";
import { State } from "../src/state/state";
import { VIEW_NAMES, type ViewName } from "../src/state/view";
import { Backdrops } from "../src/views/backdrops";

const rect = { left: 0, top: 0, width: 400, height: 200 };

function begin(...shown: Partial<BackdropData>[]) {
  const each = <T>(make: (view: ViewName) => T): Record<ViewName, T> =>
    Object.fromEntries(VIEW_NAMES.map((view) => [view, make(view)])) as Record<ViewName, T>;
  const [cells, cameras] = [each(() => document.createElement("section")), each((view) => new ViewCamera(view))];
  const state = new State();
  const backdrops = new Backdrops(state, { cameras, rects: each(() => rect) } as unknown as Stage, cells);
  const usual = { middle: [0, 0.9, 0], height: 2.4, opacity: 1, sight: "front", picture: "ab", aspect: 1.5 };
  state.document.value = { backdrops: shown.map((one) => ({ ...usual, ...one })) } as unknown as Scene;
  const image = (view: ViewName): HTMLImageElement => cells[view].querySelector("img")!;
  return { backdrops, cameras, image, state };
}

describe("pictures behind views", () => {
  it("move and zoom with a view, as faint as they are", () => {
    const { backdrops, cameras, image } = begin({ opacity: 0.4 });
    const { style } = image("front");
    expect(image("front").getAttribute("src")).toBe("/api/picture/ab");
    expect([style.height, style.width, style.left, style.top, style.opacity]).toEqual(["200px", "300px", "50px", "0px", "0.4"]);
    expect(image("side").hidden).toBe(true);
    const { target, height } = cameras.front.state;
    cameras.front.state = {
      ...cameras.front.state,
      height: height / 2,
      target: [target[0] + height / 8, target[1], target[2]],
    };
    backdrops.place();
    expect([style.height, style.left, style.top]).toEqual(["400px", "-150px", "-100px"]);
  });

  it("stay behind the perspective view as they are, in heights of it", () => {
    const { backdrops, cameras, image } = begin({ sight: "perspective", middle: [0.5, -0.25, 0], height: 0.5 });
    const { style } = image("perspective");
    const before = [style.left, style.top, style.height];
    expect(before).toEqual(["225px", "100px", "100px"]);
    cameras.perspective.state = { ...cameras.perspective.state, yaw: 1, height: 1 };
    backdrops.place();
    expect([style.left, style.top, style.height]).toEqual(before);
  });

  it("belong to the side from which a view looks", () => {
    const { cameras, image, state } = begin({}, { sight: "back", picture: "cd" });
    cameras.front.flip();
    state.setView({ cameras: { front: cameras.front.state } });
    expect(image("front").getAttribute("src")).toBe("/api/picture/cd");
  });

  it("are shifted to the right and up in their view, and a place that is tried shows at once", () => {
    const { backdrops, image } = begin({ sight: "side", middle: [0.3, 1, 0.2] });
    const [across, upward] = backdrops.offset("side", backdrops.of("side")!);
    const middle = backdrops.shifted("side", backdrops.of("side")!, 0.1, 0.2);
    const after = backdrops.offset("side", { middle, height: 1, opacity: 1 });
    expect(after[0]).toBeCloseTo(across + 0.1);
    expect(after[1]).toBeCloseTo(upward + 0.2);
    expect(middle[0]).toBeCloseTo(0.3); // its depth
    backdrops.tried.value = { sight: "side", place: { middle, height: 1.2, opacity: 0.5 } };
    expect(image("side").style.height).toBe("100px");
    backdrops.tried.value = null;
    expect(image("side").style.height).toBe("200px");
  });
});
