import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Editor } from "../src/editor";
import type { HistoryData } from "../src/messages";
import { ConflictCard } from "../src/panels/conflict";
import { HistoryPanel } from "../src/panels/history";
import { LocksPanel } from "../src/panels/locks";
import { PartsPanel } from "../src/panels/parts";
import { PosesPanel } from "../src/panels/poses";
import { SidePanel } from "../src/panels/side";
import { SolverPanel } from "../src/panels/solver";
import { ACTOR, type DocumentContent, FIGURE, LOCK, SETTINGS, TIP, WELCOME } from "./support/figures";
import { connectedEditor, type FakeSocket } from "./support/server";

describe("panels", () => {
  let editor: Editor;
  let socket: FakeSocket;
  let revision: number;

  beforeEach(() => {
    ({ editor, socket } = connectedEditor());
    revision = WELCOME.revision;
    document.body.replaceChildren();
  });

  const tell = (content: DocumentContent, history: HistoryData = WELCOME.history): void =>
    socket.tell(++revision, content, history);
  const find = <T extends HTMLElement = HTMLElement>(selector: string): T => {
    const found = document.body.querySelector<T>(selector);
    if (!found) throw new Error(`there is no ${selector} in ${document.body.innerHTML}`);
    return found;
  };
  const all = (selector: string): HTMLElement[] => [...document.body.querySelectorAll<HTMLElement>(selector)];
  const type = (selector: string, text: string): void => {
    const input = find<HTMLInputElement>(selector);
    input.value = text;
    input.dispatchEvent(new Event("change"));
  };

  describe("locks", () => {
    beforeEach(() => {
      document.body.append(new LocksPanel(editor, () => {}).element);
      editor.state.setView({ panel: "locks" });
    });

    it("says how well each lock holds, in its own unit", () => {
      expect(find(".panel-summary").textContent).toBe("1 of 1 held");
      expect(find(".lock-reading").textContent).toBe("held");
      socket.pose({ locks: [{ error: 0.034, state: 1 }] });
      expect(find(".lock-reading").textContent).toBe("34 mm");
      expect(find(".lock").dataset.status).toBe("violated");
      tell({ locks: [{ ...LOCK, enabled: false }] });
      expect([find(".lock-reading").textContent, find(".lock").dataset.status]).toEqual(["off", "off"]);
      tell({ locks: [] });
      expect(all(".lock")).toEqual([]);
      expect(find(".panel-empty").hidden).toBe(false);
    });

    it("lists those of one figure where there are several", () => {
      const filter = find<HTMLSelectElement>(".figure-choice");
      const choose = (index: number): void => {
        filter.selectedIndex = index;
        filter.dispatchEvent(new Event("change"));
      };
      const ids = (): (string | undefined)[] => all(".lock").map((row) => row.dataset.lock);
      expect(filter.hidden).toBe(true);
      const [ann, ben] = [
        { ...ACTOR, name: "ann" },
        { ...ACTOR, name: "ben" },
      ];
      const other = { ...LOCK, id: 8, figure: "ann" };
      const joint = { ...LOCK, id: 9, serving: { ann: ["tip"] } };
      tell({ actors: [ACTOR, ann, ben], locks: [LOCK, other, joint] });
      expect(filter.hidden).toBe(false);
      expect([...filter.options].map((option) => option.text)).toEqual(["All figures", ACTOR.name, "ann", "ben"]);
      expect(ids()).toEqual(["7", "8", "9"]);
      choose(2);
      expect(ids()).toEqual(["8", "9"]);
      expect(find(".panel-summary").textContent).toBe("2 of 2 held");
      tell({ actors: [ACTOR, ann, ben], locks: [LOCK, { ...other, enabled: false }, joint] });
      expect(find(".panel-summary").textContent).toBe("1 of 1 held, 1 not here");
      expect(find("[data-lock='8'] .lock-reading").textContent).toBe("off");
      tell({ actors: [ACTOR, ann, ben], locks: [LOCK, other, joint] });
      choose(3);
      expect(ids()).toEqual([]);
      expect(find(".panel-empty").textContent).toBe("No locks on ben.");
      editor.state.select(TIP, LOCK.id); // by its mark: it is listed again
      expect(ids()).toEqual(["7", "8", "9"]);
      choose(2);
      tell({ actors: [ACTOR, ben], locks: [LOCK] }); // the figure is gone, and so is the filter
      expect(ids()).toEqual(["7"]);
      expect(filter.selectedIndex).toBe(0);
    });

    it("keeps the row, and what has the focus in it, through an edit", () => {
      editor.state.select(TIP, LOCK.id);
      const [row, name] = [find(".lock"), find<HTMLInputElement>(".lock-details input")];
      name.focus();
      tell({
        locks: [
          { ...LOCK, hard: false },
          { ...LOCK, id: 9, name: "another" },
        ],
      });
      expect(find(".lock")).toBe(row);
      expect(document.activeElement).toBe(name);
      expect(all(".lock")).toHaveLength(2);
      expect(find(".lock-details .segmented button:nth-child(2)").getAttribute("aria-pressed")).toBe("true");
    });

    it("sends each change of the selected lock", () => {
      find(".lock-name").click();
      expect(editor.state.selection.value).toEqual({ part: TIP, lock: LOCK.id });
      type("[aria-label='Name of the lock']", " the cup ");
      expect(socket.command).toEqual({ kind: "change_lock", id: 7, changes: { name: "the cup" } });
      find("[aria-label='Locked axes'] button:nth-child(2)").click();
      expect(socket.command).toEqual({ kind: "change_lock", id: 7, changes: { goal: { goal: "position", axes: [1, 0, 1] } } });
      const chain = find<HTMLSelectElement>("[aria-label='IK chain']");
      expect([...chain.options].map((option) => option.text)).toEqual(["up to the nearest branch", "part only", "up to root"]);
      chain.selectedIndex = 2;
      chain.dispatchEvent(new Event("change"));
      expect(socket.command).toEqual({ kind: "change_lock", id: 7, changes: { chain: ["root", "tip"] } });
      find("[title='Turn off']").click();
      expect(socket.command).toEqual({ kind: "change_lock", id: 7, changes: { enabled: false } });
      find("[aria-label^='Delete']").click();
      expect(socket.command).toEqual({ kind: "remove_lock", id: 7 });
      find(".lock-name").click();
      expect(all(".lock-details")).toEqual([]);
    });

    it("does not let a lock hold no axis at all", () => {
      tell({ locks: [{ ...LOCK, goal: { goal: "position", axes: [1, 0, 0] } }] });
      editor.state.select(TIP, LOCK.id);
      find("[aria-label='Locked axes'] button").click();
      expect(socket.command).toBeUndefined();
      expect(editor.notices.element.textContent).toContain("at least one axis");
    });
  });

  describe("history", () => {
    const history = (place: number, count = 3, older = 0): HistoryData => ({
      undo: null,
      redo: null,
      entries: Array.from({ length: count }, (_, k) => `Step ${older + k + 1}`),
      place,
      older,
    });
    beforeEach(() => {
      document.body.append(new HistoryPanel(editor).element);
      editor.state.setView({ panel: "history" });
    });

    it("is a list of steps of which one is current", () => {
      tell({}, history(2));
      expect(all("ol > li").map((row) => row.textContent)).toEqual(["Start", "Step 1", "Step 2", "Step 3"]);
      expect(find("[aria-current=step]").textContent).toBe("Step 2");
      expect(all(".history-row").map((row) => row.title)).toEqual(["Undo to here", "Undo to here", "Current", "Redo to here"]);
      const rows = all(".history-row");
      tell({}, history(3));
      expect(all(".history-row")).toEqual(rows);
      expect(find("[aria-current=step]").textContent).toBe("Step 3");
    });

    it("goes to the step that is clicked", async () => {
      tell({}, history(3));
      all(".history-row")[2]?.click();
      await Promise.resolve();
      expect(socket.of("undo")).toHaveLength(1);
    });

    it("shows the last three hundred", () => {
      tell({}, history(500, 500));
      expect(all(".history-row")).toHaveLength(300);
      expect(find(".panel-empty").textContent).toContain("200 older steps");
      expect(all(".history-row").at(-1)?.textContent).toBe("Step 500");
    });

    it("says how many steps the server has kept back, and does not call the last of them the start", () => {
      tell({}, history(200, 200, 800));
      expect(all(".history-row")[0]?.textContent).toBe("Step 801");
      expect(find(".panel-empty").textContent).toContain("800 older steps");
      tell({}, { ...history(200, 200, 801), undo: "Step 1001" });
      expect(editor.state.status.value).toBe("Step 1001"); // what was done last is shown, however long the history is
    });
  });

  describe("poses", () => {
    beforeEach(() => {
      vi.stubGlobal("fetch", () => Promise.resolve({ ok: false }));
      document.body.append(new PosesPanel(editor, { pictureOf: () => null }).element);
    });

    it("are stored under the name that was typed, or the next free one", () => {
      const name = find<HTMLInputElement>("[aria-label='Name of this pose']");
      const enter = (): boolean => name.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
      name.value = " waving ";
      enter();
      expect(socket.command).toEqual({ kind: "store_pose", figure: "two", name: "waving" });
      enter();
      expect(socket.command).toEqual({ kind: "store_pose", figure: "two", name: "pose 2" });
    });

    const APPLIED = { kind: "apply_pose", figure: "two", name: "bent", locks: "own", mirrored: false };
    const press = (key: string): boolean =>
      find("[data-pose=bent] button").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

    it("are applied as it is chosen, renamed and deleted", () => {
      find("[data-pose=bent] button").click();
      expect(socket.command).toEqual(APPLIED);
      const locks = find<HTMLSelectElement>("[aria-label='Locks of poses']");
      locks.selectedIndex = 2;
      locks.dispatchEvent(new Event("change"));
      for (const name of ["Mirrored", "Only the limb of the selected part"]) {
        const input = find<HTMLInputElement>(`[aria-label='${name}']`);
        input.checked = true;
        input.dispatchEvent(new Event("change"));
      }
      find("[data-pose=bent] button").click();
      expect(socket.command).toEqual({ ...APPLIED, locks: "hold", mirrored: true }); // nothing is selected
      editor.state.select(TIP);
      find("[data-pose=bent] button").click();
      expect(socket.command).toEqual({ ...APPLIED, locks: "hold", mirrored: true, parts: [TIP.part] });
      press("F2");
      const field = find<HTMLInputElement>("[aria-label='New name for bent'] input");
      field.value = "crooked";
      field.closest("form")?.dispatchEvent(new Event("submit"));
      expect(socket.command).toEqual({ kind: "rename_pose", figure: "two", name: "bent", new_name: "crooked" });
      press("Delete");
      expect(socket.command).toEqual({ kind: "delete_pose", figure: "two", name: "bent" });
    });

    it("are blended in by a number", () => {
      type("[aria-label='Blend, value']", "0.25");
      find("[aria-label='Blend, value']").dispatchEvent(new Event("blur"));
      expect(socket.command).toEqual({ ...APPLIED, share: 0.25 });
    });

    it("say how many locks they have", () => {
      tell({ actors: [{ ...ACTOR, poses: [{ name: "bent", stamp: "2", locks: 2 }] }] });
      expect(find("[data-pose=bent] button").getAttribute("aria-label")).toBe("Pose bent, with 2 locks");
    });
  });

  describe("parts", () => {
    let panel: PartsPanel;
    beforeEach(() => {
      panel = new PartsPanel(editor);
      document.body.append(panel.element);
    });

    it("has a slider for every parameter, by limb, that follows the pose", () => {
      expect(all(".limb-name").map((each) => each.textContent)).toEqual(["Arm", "Hand"]);
      socket.pose({ parameters: [0.5, -0.25] });
      const shown = all(".slider-field").map((field) => (field as HTMLInputElement).value);
      expect(shown).toEqual(["28.6°", "−14.3°"]);
      const before = all("[data-parameter]");
      socket.pose({ parameters: [0.6, -0.25] });
      expect(all("[data-parameter]")).toEqual(before);
    });

    it("marks the sliders of the selected part and unfolds their limb", () => {
      editor.state.setView({ open: { Hand: false } });
      editor.state.select(TIP);
      expect(all(".parameter.selected").map((row) => row.dataset.parameter)).toEqual(["turn"]);
      expect(editor.state.view.value.open.Hand).toBe(true);
    });

    it("shows what is searched for, and says when there is none", () => {
      const search = find<HTMLInputElement>("[type=search]");
      const seek = (text: string): string[] => {
        search.value = text;
        search.dispatchEvent(new Event("input"));
        return all("[data-parameter]")
          .filter((row) => !row.hidden)
          .map((row) => row.dataset.parameter ?? "");
      };
      expect(seek("the tip")).toEqual(["turn"]);
      expect(seek("wing")).toEqual([]);
      expect(find(".panel-empty").hidden).toBe(false);
      expect(seek("")).toEqual(["bend", "turn"]);
    });

    it("sets, resets and stiffens the parameters of its figure", () => {
      const field = find<HTMLInputElement>("[data-parameter=turn] .slider-field");
      field.value = "30";
      field.dispatchEvent(new Event("blur"));
      expect(socket.command).toMatchObject({ kind: "set_parameters", figure: "two", values: { turn: Math.PI / 6 } });
      find("[aria-label='Reset hand to rest pose']").click();
      expect(socket.command).toMatchObject({ kind: "reset", figure: "two", names: ["turn"] });
      tell({ actors: [{ ...ACTOR, stiffness: { turn: 0.5 } }] });
      expect(find("[data-parameter=turn] .stiffness").title).toContain("0.50");
    });

    it("has other sliders for another figure", () => {
      const parameter = { ...FIGURE.parameters[0]!, name: "wag", label: "wag" };
      tell({ figures: { "2f": { ...FIGURE, name: "dog", parameters: [parameter] } } });
      expect(all("[data-parameter]").map((row) => row.dataset.parameter)).toEqual(["wag"]);
    });
  });

  describe("solver", () => {
    beforeEach(() => {
      document.body.append(new SolverPanel(editor).element);
    });

    it("offers what can pull the figure and says why the others cannot", () => {
      const list = find<HTMLSelectElement>("[aria-label=Solver]");
      expect([...list.querySelectorAll("optgroup option")].map((option) => option.textContent)).toEqual(["fabrik"]);
      expect([find(".why-not summary").textContent, find<HTMLDetailsElement>(".why-not").open]).toEqual([
        "Why not the others?",
        false,
      ]);
      tell({ settings: { ...SETTINGS, solver: "fabrik" } });
      expect(find(".why-not summary").textContent).toBe("fabrik cannot pull this figure");
      expect(find(".why-not li").textContent).toBe("fabrik: it knows no limits");
      expect(find<HTMLDetailsElement>(".why-not").open).toBe(true);
    });

    it("sends what is changed, and leaves out options at their default", () => {
      type("[aria-label=damping]", "0.25");
      expect(socket.command).toEqual({ kind: "change_settings", changes: { options: { damping: 0.25 } } });
      tell({ settings: { ...SETTINGS, options: { damping: 0.25 } } });
      expect(find<HTMLInputElement>("[aria-label=damping]").value).toBe("0.25");
      type("[aria-label=damping]", "0.5");
      expect(socket.command).toEqual({ kind: "change_settings", changes: { options: {} } });
      type("[aria-label='Iterations per refresh']", "7");
      expect(socket.command).toEqual({ kind: "change_settings", changes: { iterations_per_refresh: 7 } });
      find("[aria-label=Balance]").click();
      expect(socket.command).toEqual({ kind: "change_settings", changes: { balance: true } });
    });

    it("sets the root of the IK chain with the mode that needs one", () => {
      const modes = all(".segmented")[0]?.querySelectorAll("button");
      modes?.[2]?.click();
      expect(socket.command).toEqual({ kind: "change_settings", changes: { drag_mode: "joint", drag_base: "root" } });
      const root = find<HTMLSelectElement>("[aria-label='IK chain root']");
      root.selectedIndex = 2;
      root.dispatchEvent(new Event("change"));
      expect(socket.command).toEqual({ kind: "change_settings", changes: { drag_base: "tip" } });
    });

    it("keeps a field that is being typed in when something else changes", () => {
      const field = find<HTMLInputElement>("[aria-label=damping]");
      field.focus();
      field.value = "0.1";
      tell({ settings: { ...SETTINGS, balance: true } });
      expect(find("[aria-label=damping]")).toBe(field);
      expect([field.value, document.activeElement]).toEqual(["0.1", field]);
    });
  });

  it("the conflict card shows the ways out, and stays dismissed until another conflict", () => {
    const card = new ConflictCard(editor);
    document.body.append(card.element);
    const conflict = (sentence: string): void =>
      socket.say({
        op: "conflict_changed",
        sentence,
        members: [],
        remedies: [{ label: "free the tip", command: { kind: "remove_lock", id: 7 } }],
      });
    conflict("They cannot both hold.");
    expect(card.element.hidden).toBe(false);
    find(".conflict .button").click();
    expect(socket.command).toEqual({ kind: "remove_lock", id: 7 });
    find("[aria-label=Dismiss]").click();
    expect(card.element.hidden).toBe(true);
    conflict("They cannot both hold.");
    expect(card.element.hidden).toBe(true);
    conflict("Others cannot.");
    expect(card.element.hidden).toBe(false);
    conflict("");
    expect(card.element.hidden).toBe(true);
    conflict("Others cannot.");
    expect(card.element.hidden).toBe(false);
  });

  it("tabs show one panel at a time, by click and by arrow keys", () => {
    const panel = (): { element: HTMLElement } => ({ element: document.createElement("div") });
    const panels = {
      figures: panel(),
      parts: panel(),
      locks: panel(),
      solver: panel(),
      poses: panel(),
      clips: panel(),
      history: panel(),
    };
    document.body.append(new SidePanel(editor.state, panels).element);
    find("#tab-solver").click();
    expect(Object.values(panels).map(({ element }) => element.hidden)).toEqual([true, true, true, false, true, true, true]);
    find("#tab-solver").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    expect(editor.state.panel.value).toBe("poses");
    expect(document.activeElement).toBe(find("#tab-poses"));
    expect(find("#panel-poses").getAttribute("role")).toBe("tabpanel");
  });
});
