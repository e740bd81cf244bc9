/** The menu at a part: lock it in any way, mirror, reset, hide; and choosing the second part where a lock needs one. */

import type { Editor } from "../editor";
import type { LockKindData } from "../messages";
import { el, type IconName, iconButton } from "../widgets/dom";
import { type Entry, popup } from "../widgets/menu";

const WORLD_AXES: [string, [number, number, number]][] = [
  ["X", [1, 0, 0]],
  ["Y", [0, 1, 0]],
  ["Z", [0, 0, 1]],
];

export class LockMenu {
  readonly banner = el("div", { class: "banner", hidden: true, role: "dialog", "aria-label": "Choose a part" });
  private waiting: ((part: string) => void) | null = null;

  constructor(private readonly editor: Editor) {
    editor.state.on("selection", () => {
      const { selected } = editor.state;
      if (this.waiting && selected) this.chosen(selected);
    });
  }

  get isChoosing(): boolean {
    return this.waiting !== null;
  }

  /** The menu of a part, at a place of the window. */
  open(part: string | null, lock: number | null, at: { x: number; y: number }): void {
    const { state } = this.editor;
    if (lock !== null && state.lock(lock)) popup(this.ofLock(lock), at, { title: state.lock(lock)!.name });
    else if (part !== null) popup(this.ofPart(part), at, { title: state.label(part) });
    else popup(this.ofNothing(), at);
  }

  /** The kinds of lock for the chosen part; asks for a part where none is chosen. */
  openKinds(at: { x: number; y: number }): void {
    const { state } = this.editor;
    if (state.selected) popup(this.kinds(state.selected), at, { title: `Lock ${state.label(state.selected)}` });
    else
      this.choose("Which part shall be locked?", (part) => popup(this.kinds(part), at, { title: `Lock ${state.label(part)}` }));
  }

  cancel(): void {
    this.waiting = null;
    this.banner.hidden = true;
  }

  kinds(part: string): Entry[] {
    return this.editor.state.lockKinds.map((kind) => this.kindItem(part, kind));
  }

  private kindItem(part: string, kind: LockKindData): Entry {
    const { editor } = this;
    const icon = kind.mark as IconName;
    const add = (more: Record<string, unknown> = {}): void => {
      void editor.edit({ kind: "add_lock", part, lock: kind.kind, ...more } as never).then((done) => {
        const locks = editor.state.document?.locks ?? [];
        if (done && locks.length) editor.state.select(part, locks[locks.length - 1].id);
      });
    };
    if (kind.options.includes("other")) {
      return { label: `${kind.label} …`, icon, run: () => this.choose(`${kind.label}: which one?`, (other) => add({ other })) };
    }
    if (kind.options.includes("axes") && kind.kind !== "position") {
      const held = (mask: string): Entry => ({
        label: `Hold ${mask.split("").join(" and ")}`,
        icon,
        run: () => add({ axes: ["X", "Y", "Z"].map((axis) => mask.includes(axis)) }),
      });
      return { label: kind.label, icon, items: () => ["X", "Y", "Z", "XY", "YZ", "XZ"].map(held) as never };
    }
    if (
      (kind.kind === "plane" || kind.kind === "line" || kind.kind === "half_space" || kind.kind === "align") &&
      kind.options.includes("along")
    ) {
      const word = kind.kind === "line" ? "along" : kind.kind === "align" ? "of" : "across";
      return {
        label: kind.label,
        icon,
        items: () =>
          WORLD_AXES.map(([axis, along]) => ({ label: `${kind.label} ${word} ${axis}`, icon, run: () => add({ along }) })),
      };
    }
    return { label: kind.label, icon, run: () => add() };
  }

  private ofPart(part: string): Entry[] {
    const { editor } = this;
    const { state } = editor;
    const parameters = state.figure!.parameters.filter((each) => each.joint === part).map((each) => each.name);
    const hidden = state.hidden.has(part);
    return [
      { heading: "Lock" },
      ...this.kinds(part),
      "-",
      {
        label: "Pull chains up to here",
        icon: "pull",
        run: () => void editor.edit({ kind: "settings", drag_mode: "joint", drag_base: part }),
      },
      {
        label: "Mirror to the other side",
        keys: "M",
        icon: "mirror",
        run: () => void editor.edit({ kind: "mirror", part }),
        enabled: state.figure!.joints[state.jointIndex(part)].mirror !== null,
      },
      {
        label: "Back to rest",
        icon: "reset",
        run: () => void editor.edit({ kind: "reset", names: parameters }),
        enabled: parameters.length > 0,
      },
      { label: hidden ? "Show" : "Hide", keys: "H", icon: hidden ? "eye" : "off", run: () => toggleHidden(editor, part) },
    ];
  }

  private ofLock(id: number): Entry[] {
    const { editor } = this;
    const lock = editor.state.lock(id)!;
    const change = (fields: Record<string, unknown>) => (): void => void editor.edit({ kind: "change_lock", id, ...fields });
    return [
      { label: "On", checked: lock.enabled, run: change({ enabled: !lock.enabled }) },
      { label: "Hard", checked: lock.hard, run: change({ hard: !lock.hard }) },
      "-",
      { label: "Show in the list", icon: "lock", run: () => editor.state.setView({ panel: "locks" }) },
      { label: "Remove", keys: "Delete", icon: "trash", run: () => void editor.edit({ kind: "remove_lock", id }) },
    ];
  }

  private ofNothing(): Entry[] {
    const { editor } = this;
    const { hidden } = editor.state;
    return [
      { label: "Mirror the pose", icon: "mirror", run: () => void editor.edit({ kind: "mirror" }) },
      { label: "Back to rest", icon: "reset", run: () => void editor.edit({ kind: "reset" }) },
      {
        label: "Show hidden parts",
        icon: "eye",
        enabled: hidden.size > 0,
        run: () => {
          hidden.clear();
          editor.state.emit("hover");
        },
      },
    ];
  }

  /** Asks for another part: by a click in a view, or from a list. */
  private choose(prompt: string, done: (part: string) => void): void {
    const { state } = this.editor;
    state.select(null);
    this.waiting = done;
    const list = el(
      "select",
      {
        class: "field",
        "aria-label": prompt,
        onchange: () => list.value && this.chosen(list.value),
      },
      el("option", { value: "" }, "or from a list …"),
      ...state.figure!.joints.map((joint) => el("option", { value: joint.name }, joint.label)),
    );
    this.banner.replaceChildren(
      el("span", {}, `${prompt} Click it in a view`),
      list,
      iconButton("close", "Cancel (Escape)", () => this.cancel()),
    );
    this.banner.hidden = false;
    list.focus({ preventScroll: true });
  }

  private chosen(part: string): void {
    const done = this.waiting;
    this.cancel();
    done?.(part);
  }
}

export function toggleHidden(editor: Editor, part: string): void {
  const { hidden } = editor.state;
  if (!hidden.delete(part)) hidden.add(part);
  editor.state.emit("hover");
}
