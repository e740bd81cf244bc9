// @vitest-environment node

import { beforeEach, describe, expect, it, vi } from "vitest";
import { equal } from "../src/state/equal";
import { NOTHING } from "../src/state/part";
import { effect } from "../src/state/signals";
import { State } from "../src/state/state";
import { FIRST_VIEW, viewFrom } from "../src/state/view";
import { ONLY_FIGURE } from "../src/wire/address";
import { Receiver } from "../src/wire/receive";
import { DOCUMENT, FIGURE, LOCK, WELCOME } from "./support/figures";
import { packetBuffer } from "./support/packets";

const TIP = { figure: ONLY_FIGURE, part: "tip" };

describe("from messages to state", () => {
  let state: State;
  let receiver: Receiver;
  const said = vi.fn();

  beforeEach(() => {
    said.mockClear();
    state = new State();
    receiver = new Receiver(state, { notice: said });
    receiver.message(WELCOME);
  });

  const newDocument = (change: Partial<typeof DOCUMENT>, revision = 4, place = 2): void =>
    receiver.message({
      op: "document",
      revision,
      document: { ...DOCUMENT, ...change },
      history: { undo: "Lock the tip", redo: null, entries: ["Set bend", "Lock the tip"], place },
    });

  it("a welcome fills everything, before any effect runs", () => {
    const other = new State();
    const seen: unknown[] = [];
    effect(() => void seen.push([other.document.value?.name, other.figures.value.size, other.catalogue.value.solvers.length]));
    new Receiver(other, { notice: said }).message(WELCOME);
    expect(seen).toEqual([
      [undefined, 0, 0],
      ["trial", 1, 2],
    ]);
    expect(state.active.value?.data.name).toBe("two");
    expect(state.locks.value[0]).toMatchObject({ figure: ONLY_FIGURE, part: "tip", mark: { on: null } });
    expect(state.label(TIP)).toBe("the tip");
  });

  it("a second welcome of the same project keeps the figure, the selection and the view", () => {
    state.select(TIP);
    state.setView({ panel: "locks" });
    const figure = state.active.value;
    receiver.message({ ...WELCOME, figure: structuredClone(FIGURE), revision: 9 });
    expect(state.active.value).toBe(figure);
    expect(state.selection.value.part).toEqual(TIP);
    expect(state.view.value.panel).toBe("locks");
    expect(state.document.value?.revision).toBe(9);
  });

  it("another figure takes the selection, hidden parts and the pose with it", () => {
    receiver.packet(packetBuffer());
    state.select(TIP);
    state.toggleHidden(TIP);
    receiver.message({ op: "figure", figure: { ...FIGURE, joints: FIGURE.joints.slice(0, 1), shapes: [] } });
    expect(state.selection.value).toEqual(NOTHING);
    expect([state.hidden.value.size, state.live.value]).toEqual([0, null]);
  });

  it("a lock that is gone is not selected any more, its part is", () => {
    state.select(TIP, LOCK.id);
    newDocument({ locks: [] });
    expect(state.selection.value).toEqual({ part: TIP, lock: null });
    expect(state.status.value).toBe("Lock the tip");
  });

  it("poses are shown once a picture, and not if they are of a figure that is gone", () => {
    let shown = 0;
    effect(() => void (state.live.value && shown++));
    receiver.onPose = () => {};
    expect(receiver.packet(packetBuffer({ seq: 5 }))).toBe(5);
    receiver.packet(packetBuffer({ seq: 6, parameters: [0.5, 0.6] }));
    expect([receiver.behind, shown]).toEqual([true, 0]);
    receiver.showNewest();
    expect([receiver.behind, shown]).toEqual([false, 1]);
    expect(state.values(ONLY_FIGURE)[1]).toBeCloseTo(0.6);
    expect(receiver.packet(packetBuffer({ seq: 7, transforms: new Array(36).fill(0) }))).toBe(7);
    expect(receiver.behind).toBe(false);
  });

  it("readings belong to the locks of their own document", () => {
    const reading = (error: number): number[] => [error, 0, 1, 0, 0, 0, 0, 0];
    const second = { ...LOCK, id: 8 };
    newDocument({ locks: [LOCK, second] });
    receiver.packet(packetBuffer({ revision: 4, locks: [reading(0.1), reading(0.2)] }));
    expect(state.readings.value.get(8)?.error).toBeCloseTo(0.2);
    newDocument({ locks: [second] }, 5, 3); // the first is removed, its reading is still the first of the last pose
    expect(state.readings.value.get(8)?.error).toBeCloseTo(0.2);
    receiver.packet(packetBuffer({ revision: 5, locks: [reading(0.3)] }));
    expect([...state.readings.value.keys()]).toEqual([8]);
    expect(state.readings.value.get(8)?.error).toBeCloseTo(0.3);
  });

  it("values come from the document until there is a pose", () => {
    expect([...Array.from(state.values(ONLY_FIGURE))]).toEqual([0.1, 0.2]);
    expect(state.stiffness(ONLY_FIGURE, "bend")).toBeUndefined();
  });

  it("an edit of something else does not wake those who read the locks", () => {
    let runs = 0;
    effect(() => {
      void state.locks.value;
      runs++;
    });
    newDocument({ name: "other" });
    expect(runs).toBe(1);
    newDocument({ locks: [{ ...LOCK, hard: false }] }, 5);
    expect(runs).toBe(2);
  });

  it("conflicts come and go, notices and refusals are said", () => {
    const conflict = { op: "conflict", sentence: "They cannot both hold.", members: [], relaxations: [] } as const;
    receiver.message({ ...conflict, members: [], relaxations: [] });
    expect(state.conflict.value?.sentence).toBe("They cannot both hold.");
    receiver.message({ ...conflict, sentence: "", members: [], relaxations: [] });
    expect(state.conflict.value).toBeNull();
    receiver.message({ op: "notice", level: "warning", message: "look", remedy: null });
    receiver.message({ op: "error", id: 3, message: "no", remedy: "yes" });
    expect(said.mock.calls).toEqual([
      ["warning", "look", ""],
      ["error", "no", "yes"],
    ]);
  });
});

describe("the view that was stored", () => {
  it("is read field by field, and what is wrong is left out", () => {
    expect(viewFrom({})).toEqual(FIRST_VIEW);
    const camera = { target: [1, 2, 3], yaw: 0.5, pitch: 0, height: 2 };
    const cameras = { front: camera, side: { ...camera, height: 0 }, top: { ...camera, target: [1, 2] }, odd: camera };
    expect(viewFrom({ theme: "light", panel: "gone", full: "yes", cameras, open: { Arm: true, Leg: 1 }, speed: "fast" })).toEqual(
      {
        ...FIRST_VIEW,
        theme: "light",
        cameras: { front: camera },
        open: { Arm: true },
      },
    );
  });
});

describe("plain data", () => {
  it.each([
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [[1, 2], [1, 2, 3], false],
    [[], {}, false],
    [Number.NaN, Number.NaN, true],
    [null, {}, false],
  ])("%j and %j: equal is %s", (a, b, same) => {
    expect(equal(a, b)).toBe(same);
    expect(equal(b, a)).toBe(same);
  });
});
