import { beforeEach, describe, expect, it } from "vitest";
import { FigureEdits, figureActions } from "../src/actions/figures";
import type { Editor } from "../src/editor";
import { FiguresPanel } from "../src/panels/figures";
import { fromHex, toHex } from "../src/panels/tints";
import { Display } from "../src/views/display";
import { ACTOR, FIGURE, TIP } from "./support/figures";
import { connectedEditor, type FakeSocket } from "./support/server";
import { over, stageOf } from "./support/stage";

const BALL = { ...FIGURE, name: "ball", joints: FIGURE.joints.slice(0, 1), shapes: FIGURE.shapes.slice(0, 1), parameters: [] };
const other = { ...ACTOR, name: "ball", figure: "1f", q: [] };

describe("the figures of a document", () => {
  let editor: Editor;
  let socket: FakeSocket;
  let edits: FigureEdits;
  let revealed: string[];

  const find = <T extends HTMLElement = HTMLElement>(selector: string): T => {
    const found = document.body.querySelector<T>(selector);
    if (!found) throw new Error(`there is no ${selector} in ${document.body.innerHTML}`);
    return found;
  };
  const button = (name: string): HTMLButtonElement => find(`[aria-label="${name}"]`);
  const two = (change: Partial<typeof other> = {}, revision = 4): void =>
    socket.tell(revision, { actors: [ACTOR, { ...other, ...change }], figures: { "2f": FIGURE, "1f": BALL } });
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

  beforeEach(() => {
    ({ editor, socket } = connectedEditor());
    revealed = [];
    edits = new FigureEdits(editor, (figure) => revealed.push(figure));
    document.body.replaceChildren(new FiguresPanel(editor.state, edits).element);
  });

  it("are a list of which one is active; its name, tint and copy are below it", () => {
    expect(find(".panel-summary").textContent).toBe("1 figure");
    expect(button("Delete two").disabled).toBe(true);
    two();
    expect(find(".panel-summary").textContent).toBe("2 figures");
    const rows = [...document.querySelectorAll<HTMLElement>("[role=listitem]")];
    expect(rows.map((row) => row.dataset.figure)).toEqual(["two", "ball"]);
    find("[data-figure=ball] .figure-name").click();
    expect(editor.state.selection.value.part).toEqual({ figure: "ball", part: "root" });
    expect(find("[aria-current=true]").textContent).toBe("ball");
    expect(document.querySelectorAll(".figure-details")).toHaveLength(1);
    two({ hidden: true, frozen: true }, 5);
    expect([...document.querySelectorAll<HTMLElement>("[role=listitem]")]).toEqual(rows);
    expect(find("[data-figure=ball] .figure-note").textContent).toBe("hidden, frozen");
  });

  it("are hidden, frozen, tinted and deleted by buttons with names", () => {
    two();
    const change = (changes: object): object => ({ kind: "change_figure", figure: "ball", changes });
    button("Hide ball").click();
    expect(socket.command).toEqual(change({ hidden: true }));
    button("Freeze ball").click();
    expect(socket.command).toEqual(change({ frozen: true }));
    two({ hidden: true, frozen: true }, 5);
    button("Show ball").click();
    expect(socket.command).toEqual(change({ hidden: false }));
    button("Unfreeze ball").click();
    expect(socket.command).toEqual(change({ frozen: false }));
    find("[data-figure=ball] .figure-name").click();
    button("Teal").click();
    expect(socket.command).toEqual(change({ tint: fromHex("#4fa7a3") }));
    two({ tint: fromHex("#4fa7a3") }, 6);
    expect(button("Teal").getAttribute("aria-pressed")).toBe("true");
    button("Own colours").click();
    expect(socket.command).toEqual(change({ tint: null }));
    button("Delete ball").click();
    expect(socket.command).toEqual({ kind: "remove_figure", figure: "ball" });
    expect(toHex(fromHex("#a283cc"))).toBe("#a283cc");
  });

  it("keep what is selected when they are renamed", async () => {
    editor.state.select(TIP);
    const name = find<HTMLInputElement>("[aria-label='Name of the figure']");
    name.value = " Ann ";
    name.dispatchEvent(new Event("change"));
    expect(socket.command).toEqual({ kind: "rename_figure", figure: "two", name: "Ann" });
    socket.acknowledge(4);
    socket.tell(4, { actors: [{ ...ACTOR, name: "Ann" }], locks: [] });
    await settled();
    expect(editor.state.selection.value.part).toEqual({ figure: "Ann", part: "tip" });
  });

  it("that are made are selected and brought into sight, whatever another window adds", async () => {
    const [body, prop] = editor.state.catalogue.value.figures;
    edits.addShipped(body!);
    expect(socket.command).toEqual({ kind: "add_figure", name: "human" });
    edits.addShipped(prop!);
    const sizes = [...document.querySelectorAll<HTMLInputElement>("dialog input")];
    expect(sizes.map((size) => [size.ariaLabel ?? size.getAttribute("aria-label"), size.value])).toEqual([
      ["length [cm]", "120"],
      ["diameter [cm]", "4"],
    ]);
    sizes[0]!.value = "80";
    find("dialog form").dispatchEvent(new Event("submit"));
    expect(socket.command).toEqual({ kind: "add_figure", name: "tube:0.8x0.04" });
    socket.acknowledge(4, { figures: ["ball"] });
    two();
    await settled();
    expect([editor.state.active.value?.id, revealed]).toEqual(["ball", ["ball"]]);
  });

  it("have actions that name the active one where there are several", () => {
    const actions = figureActions(editor.state, edits);
    const label = (name: string): string => (actions[name]!.label as () => string)();
    expect([label("duplicateFigure"), actions.removeFigure?.enabled?.()]).toEqual(["Duplicate figure", false]);
    two();
    editor.state.activate("ball");
    expect([label("freezeFigure"), actions.removeFigure?.enabled?.()]).toEqual(["Freeze ball", true]);
    actions.duplicateFigure?.run();
    expect(socket.command).toEqual({ kind: "duplicate_figure", figure: "ball" });
  });

  it("that are frozen are not dragged, and say so", () => {
    two({ frozen: true });
    editor.drags.begin({ what: "part", figure: "ball", part: "root" });
    expect([socket.of("drag_begin"), editor.state.dragging.value]).toEqual([[], false]);
    expect(editor.notices.element.textContent).toContain("“ball” is frozen");
    editor.notices.element.querySelector<HTMLButtonElement>(".button")?.click();
    expect(socket.command).toEqual({ kind: "change_figure", figure: "ball", changes: { frozen: false } });
  });

  it("that are hidden are not picked and their locks not shown; tints are drawn", () => {
    const stage = stageOf({ two: 0 });
    new Display(editor.state, stage);
    const { view, x, y } = over(stage, [0, 0.5, 0]);
    expect([stage.pick(view, x, y)?.part, stage.marks.place(7) !== null]).toEqual(["root", true]);
    socket.tell(4, { actors: [{ ...ACTOR, hidden: true, tint: [1, 0, 0] }] });
    expect([stage.pick(view, x, y), stage.marks.place(7)]).toEqual([null, null]);
    const { tint } = stage.bodies.get("two")!.uniforms;
    expect([tint.value.x, tint.value.y]).toEqual([1, 0]);
    expect(tint.value.w).toBeGreaterThan(0.5);
    socket.tell(5);
    expect([stage.pick(view, x, y)?.part, tint.value.w]).toEqual(["root", 0]);
  });
});
