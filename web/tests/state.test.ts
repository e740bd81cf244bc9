// @vitest-environment node

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ConflictChanged } from "../src/messages";
import { equal } from "../src/state/equal";
import { NOTHING } from "../src/state/part";
import { effect } from "../src/state/signals";
import { State } from "../src/state/state";
import { FIRST_VIEW, viewFrom } from "../src/state/view";
import { Receiver } from "../src/wire/receive";
import { ACTOR, type DocumentContent, documentParts, FIGURE, LOCK, TIP, WELCOME } from "./support/figures";
import { packetBuffer } from "./support/packets";

describe("from messages to state", () => {
  let state: State;
  let receiver: Receiver;
  const said = vi.fn();
  const elsewhere = vi.fn();

  beforeEach(() => {
    said.mockClear();
    state = new State();
    elsewhere.mockClear();
    receiver = new Receiver(state, { notice: said, elsewhere });
    receiver.message(WELCOME);
  });

  const newDocument = (content: DocumentContent, revision = 4, place = 2): void =>
    receiver.message({
      op: "document_changed",
      revision,
      document: documentParts(content),
      history: { undo: "Lock the tip", redo: null, entries: ["Set bend", "Lock the tip"], place, older: 0 },
    });

  it("a welcome of another project changes nothing here: the page begins anew", () => {
    receiver.message({ ...WELCOME, revision: 9 });
    expect([state.document.value?.revision, elsewhere.mock.calls.length]).toEqual([9, 0]);
    receiver.message({ ...WELCOME, revision: 1, file: "/projects/other.manikin" });
    expect([state.document.value?.revision, elsewhere.mock.calls.length]).toEqual([9, 1]);
  });

  it("a welcome fills everything, before any effect runs", () => {
    const other = new State();
    const seen: unknown[] = [];
    effect(() => void seen.push([other.document.value?.name, other.figures.value.size, other.catalogue.value.solvers.length]));
    new Receiver(other, { notice: said, elsewhere }).message(WELCOME);
    expect(seen).toEqual([
      [undefined, 0, 0],
      ["trial", 1, 2],
    ]);
    expect(state.active.value?.data.name).toBe("two");
    expect(state.locks.value[0]).toMatchObject({ figure: "two", part: "tip", mark: { on: null } });
    expect(state.label(TIP)).toBe("the tip");
  });

  it("a second welcome of the same project keeps the figure, the selection and the view", () => {
    state.select(TIP);
    state.setView({ panel: "locks" });
    const figure = state.active.value;
    receiver.message({ ...structuredClone(WELCOME), revision: 9 });
    expect(state.active.value).toBe(figure);
    expect(state.selection.value.part).toEqual(TIP);
    expect(state.view.value.panel).toBe("locks");
    expect(state.document.value?.revision).toBe(9);
  });

  it("another figure takes the selection and the pose with it", () => {
    receiver.packet(packetBuffer());
    state.select(TIP);
    newDocument({ figures: { "2f": { ...FIGURE, joints: FIGURE.joints.slice(0, 1), shapes: [] } } });
    expect(state.selection.value).toEqual(NOTHING);
    expect(state.live.value).toBeNull();
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
    expect(state.values("two")[1]).toBeCloseTo(0.6);
    expect(receiver.packet(packetBuffer({ seq: 7, transforms: new Array(36).fill(0) }))).toBe(7);
    receiver.showNewest();
    expect(state.values("two")[1]).toBeCloseTo(0.6); // that figure has another number of joints
  });

  it("readings belong to locks by their ids, whatever became of the others", () => {
    const second = { ...LOCK, id: 8 };
    newDocument({ locks: [LOCK, second] });
    const locks = [
      { id: 7, error: 0.1 },
      { id: 8, error: 0.2 },
    ];
    receiver.packet(packetBuffer({ revision: 4, locks }));
    expect(state.readings.value.get(8)?.error).toBeCloseTo(0.2);
    newDocument({ locks: [second] }, 5, 3);
    expect(state.readings.value.get(8)?.error).toBeCloseTo(0.2);
    receiver.packet(packetBuffer({ revision: 5, locks: [{ id: 8, error: 0.3 }] }));
    expect(state.readings.value.get(8)?.error).toBeCloseTo(0.3);
  });

  it("an edit tells only the parts that have changed; the others stay the same objects", () => {
    const [figure, lock, settings] = [state.active.value, state.lock(7), state.settings.value];
    receiver.message({
      op: "document_changed",
      revision: 4,
      document: {
        head: null,
        settings: null,
        figures: {},
        timeline: null,
        shelves: null,
        backdrops: null,
        clips: {},
        actors: { two: { ...ACTOR, q: [0.5, 0.6] } },
        locks: {},
      },
      history: WELCOME.history,
    });
    expect(state.figureState("two")?.q).toEqual([0.5, 0.6]);
    expect(state.document.value).toMatchObject({ name: "trial", revision: 4 });
    expect([state.active.value, state.lock(7), state.settings.value]).toEqual([figure, lock, settings]);
    expect(state.lock(7)).toBe(lock);
  });

  describe("of several figures", () => {
    const other = { ...ACTOR, name: "two 2" };
    const far = { place: 1, parameters: [0.7, 0.8] };
    beforeEach(() => newDocument({ actors: [ACTOR, other] }));

    it("a packet moves the figures that it has, the others stay", () => {
      receiver.packet(packetBuffer({ revision: 4, figures: [{ place: 0 }, far] }));
      receiver.packet(packetBuffer({ revision: 4, figures: [{ place: 1, parameters: [0.9, 0.8] }] }));
      expect(state.values("two")[0]).toBeCloseTo(0.1);
      expect(state.values("two 2")[0]).toBeCloseTo(0.9);
      expect(receiver.packet(packetBuffer({ revision: 3, seq: 9, figures: [{ place: 0, parameters: [1, 1] }] }))).toBe(9);
      expect(state.values("two")[0]).toBeCloseTo(0.1); // that one was of another document
    });

    it("names are said, and the active figure is the one whose part was selected last", () => {
      expect(state.label(TIP)).toBe("two: the tip");
      expect(state.active.value?.id).toBe("two");
      state.select({ figure: "two 2", part: "tip" });
      state.select(null);
      expect(state.active.value?.id).toBe("two 2");
      newDocument({}, 5);
      expect([state.active.value?.id, state.label(TIP)]).toEqual(["two", "the tip"]);
    });

    it("one that goes takes only what is its own", () => {
      receiver.packet(packetBuffer({ revision: 4, figures: [{ place: 0 }, far] }));
      state.select({ figure: "two 2", part: "tip" });
      const figure = state.figures.value.get("two");
      newDocument({}, 5);
      expect(state.figures.value.get("two")).toBe(figure);
      expect([...(state.live.value?.poses.keys() ?? [])]).toEqual(["two"]);
      expect(state.selection.value).toEqual(NOTHING);
    });

    it("the chain of a drag goes up to the figure's own root where the chain root is another's joint", () => {
      const settings = { ...documentParts().settings!, drag_mode: "joint" as const, drag_base: "tip" };
      const drawn = { ...FIGURE, joints: FIGURE.joints.slice(0, 1) };
      newDocument({ settings, actors: [ACTOR, { ...other, figure: "1f" }], figures: { "2f": FIGURE, "1f": drawn } }, 5);
      expect([state.chainOf("two").base, state.chainOf("two 2").base]).toEqual(["tip", "root"]);
      expect(state.chainOf("two", "part")).toEqual({ mode: "part", base: null });
      newDocument({ settings: { ...settings, drag_mode: "branch", drag_base: null } }, 6);
      expect(state.chainOf("two", "joint")).toEqual({ mode: "joint", base: "root" }); // Ctrl, and no chain root is set
    });
  });

  it("values come from the document until there is a pose", () => {
    expect([...Array.from(state.values("two"))]).toEqual([0.1, 0.2]);
    expect(state.stiffness("two", "bend")).toBeUndefined();
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
    const conflict: ConflictChanged = { op: "conflict_changed", sentence: "They cannot both hold.", members: [], remedies: [] };
    receiver.message(conflict);
    expect(state.conflict.value?.sentence).toBe("They cannot both hold.");
    receiver.message({ ...conflict, sentence: "" });
    expect(state.conflict.value).toBeNull();
    receiver.message({ op: "notice", level: "warning", message: "look", remedy: null });
    receiver.message({ op: "refusal", id: 3, message: "no", remedy: "yes" });
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
    const shot = { view: "front", ...camera };
    const shots = { near: shot, odd: { ...shot, view: "below" }, flat: { ...shot, height: 0 }, none: 3 };
    expect(viewFrom({ shots }).shots).toEqual({ near: shot });
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
