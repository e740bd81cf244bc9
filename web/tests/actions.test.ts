import { beforeEach, describe, expect, it } from "vitest";
import { Actions } from "../src/actions/action";
import { characterActions } from "../src/actions/characters";
import { editActions } from "../src/actions/edit";
import { FigureEdits, figureActions } from "../src/actions/figures";
import { fileActions } from "../src/actions/file";
import { keyMoveActions } from "../src/actions/key_moves";
import { lockActions } from "../src/actions/lock";
import { LockMenu } from "../src/actions/lock_menu";
import { lookingActions } from "../src/actions/looking";
import { type Menus, makeMenus } from "../src/actions/menus";
import { motionActions } from "../src/actions/motion";
import { poseActions } from "../src/actions/pose";
import { Projects } from "../src/actions/projects";
import { propActions } from "../src/actions/props";
import { relaxActions } from "../src/actions/relax";
import { selectionActions } from "../src/actions/selection";
import { switchActions } from "../src/actions/switches";
import { timelineActions } from "../src/actions/timeline";
import { viewActions } from "../src/actions/view";
import { windowActions } from "../src/actions/window";
import { stateLine } from "../src/bars/state_line";
import { titleBar } from "../src/bars/title_bar";
import { toolBar } from "../src/bars/tool_bar";
import type { Editor } from "../src/editor";
import { KeyCard } from "../src/timeline/key_card";
import { Player } from "../src/timeline/player";
import { TimelineView } from "../src/timeline/timeline";
import { KeyboardPull } from "../src/tools/keyboard";
import { Panes } from "../src/views/panes";
import { LOCK, TIP } from "./support/figures";
import { connectedEditor, type FakeSocket } from "./support/server";
import { emptyStage } from "./support/stage";

describe("actions and menus", () => {
  let editor: Editor;
  let socket: FakeSocket;
  let actions: Actions;
  let menus: Menus;
  let lockMenu: LockMenu;
  let edits: FigureEdits;
  const revealed: string[] = [];

  beforeEach(() => {
    ({ editor, socket } = connectedEditor());
    const { state } = editor;
    const stage = emptyStage();
    const panes = new Panes(state, editor.receiver, stage);
    edits = new FigureEdits(editor, (figure) => void revealed.push(figure));
    lockMenu = new LockMenu(editor, (figure) => edits.menu(figure));
    actions = new Actions();
    const projects = new Projects(editor);
    actions.register(
      fileActions(
        editor,
        projects,
        () => {},
        () => {},
      ),
    );
    actions.register(figureActions(state, edits));
    actions.register(characterActions(editor, { open: () => {} }));
    actions.register(editActions(editor, stage, lockMenu, () => {}));
    actions.register(poseActions(editor, new KeyboardPull(state, editor.drags, stage), () => {}));
    actions.register(switchActions(editor));
    actions.register(relaxActions(editor));
    actions.register(selectionActions(editor));
    actions.register(lockActions(editor, panes, lockMenu));
    actions.register(viewActions(state, panes, { over: () => false, fit: () => {} }, { open: () => {} }));
    const timeline = new TimelineView(editor, stage, { contextMenu: () => {}, keyMenu: () => {} });
    actions.register(timelineActions(editor, timeline, new Player(state), new KeyCard(editor), () => {}));
    actions.register(keyMoveActions(editor, timeline, new KeyCard(editor)));
    actions.register(lookingActions(editor, timeline));
    actions.register(propActions(editor));
    actions.register(motionActions(state, { start: () => {} }, { toggle: () => {} }));
    actions.register(windowActions(state, () => {}));
    menus = makeMenus(actions, editor, panes, lockMenu, edits, projects);
    document.body.replaceChildren(lockMenu.banner);
  });

  const labels = (menu: string): string[] =>
    (menus[menu]?.() ?? []).map((entry) => (entry === "-" ? "-" : "heading" in entry ? entry.heading : entry.label));
  const item = (label: string): HTMLElement => {
    const found = [...document.querySelectorAll<HTMLElement>(".menu-item")].find(
      (each) => each.querySelector(".menu-label")?.textContent === label,
    );
    if (!found) throw new Error(`there is no item ${label}`);
    return found;
  };

  it("every menu is made of actions that exist", () => {
    for (const name of Object.keys(menus)) expect(labels(name).length).toBeGreaterThan(1);
    expect(labels("Edit").slice(0, 2)).toEqual(["Undo set bend", "Redo"]);
    expect(labels("Figure")).toContain("Move selected part");
  });

  it("parts are selected one after the other, around the end", () => {
    actions.run("nextPart");
    expect(editor.state.selection.value.part?.part).toBe("root");
    actions.run("nextPart");
    actions.run("nextPart");
    expect(editor.state.selection.value.part?.part).toBe("root");
    actions.run("previousPart");
    expect(editor.state.selection.value.part).toEqual(TIP);
  });

  it("Escape leaves the tool first, then the selection", () => {
    editor.state.select(TIP);
    actions.run("rotate");
    expect(editor.state.tool.value).toBe("rotate");
    actions.run("deselect");
    expect([editor.state.tool.value, editor.state.selection.value.part]).toEqual(["pull", TIP]);
    actions.run("deselect");
    expect(editor.state.selection.value.part).toBeNull();
  });

  it("what needs a selection cannot be done without one", () => {
    expect(actions.find("M")).toBeNull();
    expect(actions.find("Delete")).toBeNull();
    editor.state.select(TIP, LOCK.id);
    actions.find("M")?.run();
    expect(socket.command).toEqual({ kind: "mirror", ...TIP });
    actions.find("O")?.run();
    expect(socket.command).toEqual({ kind: "change_lock", id: 7, changes: { enabled: false } });
    actions.find("H")?.run();
    expect(socket.command).toEqual({ kind: "change_figure", figure: "two", changes: { hidden_parts: ["tip"] } });
    expect(actions.find("Shift+H")).toBeNull(); // nothing is hidden yet
  });

  it("a lock is added from the menu and selected, though another window adds one as well", async () => {
    lockMenu.open(TIP, null, { x: 0, y: 0 });
    item("Position").click();
    expect(socket.command).toEqual({ kind: "add_lock", ...TIP, lock: "position" });
    socket.acknowledge(4, { locks: [8] });
    socket.tell(5, { locks: [LOCK, { ...LOCK, id: 8 }, { ...LOCK, id: 9 }] }); // the last is of another window
    await new Promise((done) => setTimeout(done));
    expect(editor.state.selection.value).toEqual({ part: TIP, lock: 8 });
  });

  it("a lock between two parts asks for the second one", () => {
    lockMenu.open(TIP, null, { x: 0, y: 0 });
    item("Attach …").click();
    expect([lockMenu.isChoosing, lockMenu.banner.hidden]).toEqual([true, false]);
    editor.state.select({ ...TIP, part: "root" });
    expect(socket.command).toEqual({ kind: "add_lock", ...TIP, lock: "attach", other: "root", other_figure: "two" });
    expect([lockMenu.isChoosing, lockMenu.banner.hidden]).toEqual([false, true]);
  });

  it("a lock along an axis asks for the axis", () => {
    lockMenu.open(TIP, null, { x: 0, y: 0 });
    item("Line").click();
    item("moves up and down (Y)").click();
    expect(socket.command).toEqual({ kind: "add_lock", ...TIP, lock: "line", along: [0, 1, 0] });
  });

  it("the bars follow the state", () => {
    const { state } = editor;
    const [title, tools, line] = [
      titleBar(state, document.createElement("nav"), actions),
      toolBar(state, actions),
      stateLine(state, actions),
    ];
    const text = (bar: HTMLElement, selector: string): string | null | undefined => bar.querySelector(selector)?.textContent;
    expect(text(title, ".project-name")).toBe("trial.manikin");
    expect(document.title).toBe("trial.manikin · manikin");
    expect(title.querySelector<HTMLElement>(".project-name")?.title).toContain("/projects/trial.manikin");
    expect(text(title, ".saved")).toBe("saved");
    void editor.edit({ kind: "reset" });
    expect(text(title, ".saved")).toBe("saving …");
    socket.close();
    expect(text(title, ".saved")).toBe("not connected: trying again");
    const pressed = (): string[] =>
      [...tools.querySelectorAll<HTMLElement>(".tool[aria-pressed=true]")].map((each) => each.textContent ?? "");
    expect(pressed()).toEqual(["Pull"]);
    state.tool.value = "star";
    expect(pressed()).toEqual(["Star"]);
    expect(tools.querySelector<HTMLElement>(".speed")?.hidden).toBe(false);
    expect(line.textContent).toContain("pull: Limb");
    expect(line.textContent).toContain("locks 1/1 held");
    state.status.value = "Redid: Set bend";
    expect(text(line, ".last")).toBe("Redid: Set bend");
  });
});
