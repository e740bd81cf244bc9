import { describe, expect, it } from "vitest";
import { ViewCamera } from "../src/stage/camera";
import type { Stage } from "../src/stage/stage";
import type { ViewName } from "../src/state/view";
import { References } from "../src/views/references";

describe("pictures behind views", () => {
  const rect = { left: 0, top: 0, width: 400, height: 200 };
  const begin = (view: ViewName) => {
    const camera = new ViewCamera(view);
    const cells = { [view]: document.createElement("section") } as Record<ViewName, HTMLElement>;
    const stage = { cameras: { [view]: camera }, rects: { [view]: rect } } as unknown as Stage;
    return { camera, references: new References(stage, cells), style: cells[view].style };
  };

  it("fill a view, and move and zoom with it", () => {
    const { camera, references, style } = begin("front");
    references.set("front", "blob:x", 1.5);
    expect(references.has("front")).toBe(true);
    expect([style.backgroundSize, style.backgroundPosition]).toEqual(["auto 200px", "50px 0px"]);
    const { target, height } = camera.state;
    camera.state = { ...camera.state, height: height / 2, target: [target[0] + height / 8, target[1], target[2]] };
    references.place();
    expect([style.backgroundSize, style.backgroundPosition]).toEqual(["auto 400px", "-150px -100px"]);
    references.set("front");
    expect([references.has("front"), style.background]).toEqual([false, ""]);
  });

  it("stay behind the perspective view as they are", () => {
    const { camera, references, style } = begin("perspective");
    references.set("perspective", "blob:x", 1);
    const before = style.backgroundPosition;
    camera.state = { ...camera.state, yaw: 1, height: 1 };
    references.place();
    expect(style.backgroundPosition).toBe(before);
  });
});
