/** The locks of the document: what they hold, how well, and everything that can be changed about them. */

import type { Editor } from "../editor";
import type { LockData } from "../messages";
import { el, fill, icon, iconButton } from "../widgets/dom";
import { Slider } from "../widgets/slider";
import { inWords } from "../widgets/units";
import type { LockReading } from "../wire/pose_packet";
import { chainChoices, heldAxes, withAxes } from "./lock_data";

interface Row {
  id: number;
  element: HTMLElement;
  reading: HTMLElement;
}

export class LocksPanel {
  readonly element = el("div", { class: "panel locks-panel" });
  private readonly list = el("div", { class: "panel-scroll", role: "list", "aria-label": "Locks" });
  private readonly summary = el("span", { class: "panel-summary" });
  private rows: Row[] = [];
  private shape = "";

  constructor(
    private readonly editor: Editor,
    private readonly addMenu: (at: { x: number; y: number }) => void,
  ) {
    const { state } = editor;
    const add = el(
      "button",
      {
        type: "button",
        class: "button",
        title: "Lock the chosen part (L)",
        onclick: (event: MouseEvent) => {
          const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
          this.addMenu({ x: box.left, y: box.bottom + 4 });
        },
      },
      icon("plus"),
      "Lock",
    );
    this.element.append(el("div", { class: "panel-head" }, this.summary, add), this.list);
    state.on(["document", "selection", "figure"], () => this.build());
    state.on("frame", () => this.showReadings());
  }

  shown(): void {
    this.build();
  }

  private build(): void {
    const { state } = this.editor;
    const locks = state.document?.locks ?? [];
    const shape = JSON.stringify([locks, state.selectedLock]);
    if (shape === this.shape) {
      this.showReadings();
      return;
    }
    if (this.element.contains(document.activeElement) && document.activeElement?.matches("input"))
      (document.activeElement as HTMLElement).blur();
    const focused = (document.activeElement as HTMLElement | null)?.dataset?.focus;
    this.shape = shape;
    this.rows = locks.map((lock) => this.row(lock));
    fill(this.list, ...this.rows.map((row) => row.element));
    if (!locks.length) {
      this.list.append(
        el(
          "p",
          { class: "panel-empty" },
          "Nothing is locked. Right-click a part, or choose one and press L, to hold it in place, in a plane, on a line, aimed at a point …",
        ),
      );
    }
    if (focused) this.list.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
    this.list.querySelector(".lock.selected")?.scrollIntoView({ block: "nearest" });
    this.showReadings();
  }

  private showReadings(): void {
    const { state } = this.editor;
    const locks = state.document?.locks ?? [];
    let held = 0;
    this.rows.forEach(({ reading, element }, k) => {
      const now = state.frame?.locks[k];
      const status = statusOf(locks[k], now);
      if (status === "held") held++;
      element.dataset.status = status;
      reading.textContent = !now || status === "off" ? "off" : status === "held" ? "held" : inWords(now.error, now.unit);
      reading.title = now ? `${inWords(now.error, now.unit)} from where it should be` : "";
    });
    this.summary.textContent = locks.length ? `${held} of ${locks.length} held` : "No locks";
  }

  private row(lock: LockData): Row {
    const { editor } = this;
    const { state } = editor;
    const selected = state.selectedLock === lock.id;
    const reading = el("span", { class: "lock-reading" });
    const enable = lock.enabled ? "Switch off" : "Switch on";
    const element = el(
      "div",
      {
        class: `lock${selected ? " selected" : ""}${lock.enabled ? "" : " off"}`,
        role: "listitem",
        "data-lock": String(lock.id),
      },
      el(
        "div",
        { class: "lock-head" },
        el(
          "button",
          {
            type: "button",
            class: "lock-name",
            "aria-expanded": String(selected),
            "data-focus": `name${lock.id}`,
            onclick: () => state.select(selected ? null : lock.part, selected ? null : lock.id),
            onpointerenter: () => state.hover(null, lock.id),
            onpointerleave: () => state.hover(null),
          },
          icon(lock.mark.shape),
          el("span", { class: "lock-title" }, lock.name),
        ),
        reading,
        iconButton(lock.enabled ? "eye" : "off", enable, () => this.change(lock, { enabled: !lock.enabled }), {
          "data-focus": `on${lock.id}`,
        }),
        iconButton("trash", "Remove this lock (Delete)", () => void editor.edit({ kind: "remove_lock", id: lock.id })),
      ),
      selected && this.details(lock),
    );
    return { id: lock.id, element, reading };
  }

  private details(lock: LockData): HTMLElement {
    const { state } = this.editor;
    const name = el("input", {
      type: "text",
      class: "field",
      value: lock.name,
      "aria-label": "Name of the lock",
      spellcheck: "false",
      maxlength: "80",
      onchange: () => name.value.trim() && name.value !== lock.name && this.change(lock, { name: name.value.trim() }),
      onkeydown: (event: KeyboardEvent) => event.key === "Enter" && name.blur(),
    });
    name.value = lock.name;
    let wanted = lock.weight;
    const weight = Slider.make({
      label: "Weight",
      title: "How much it counts beside others",
      lo: 0,
      hi: Math.max(4, lock.weight),
      rest: 1,
      unit: "",
      set: (value) => this.change(lock, { weight: Math.max(0, value) }),
      move: (value) => weight.show((wanted = value)),
      end: () => this.change(lock, { weight: wanted }),
      cancel: () => weight.show(lock.weight),
    });
    weight.show(lock.weight);
    const kind = state.lockKinds.find((each) => each.kind === lock.kind)?.label ?? lock.kind;
    return el(
      "div",
      { class: "lock-details" },
      field("Name", name),
      field("Kind", el("span", { class: "value" }, `${kind} · ${state.label(lock.part)}`)),
      field(
        "Keeps",
        choice(
          ["hard", "soft"],
          lock.hard ? "hard" : "soft",
          "Hard locks hold before all else; soft ones as well as they can",
          (value) => this.change(lock, { hard: value === "hard" }),
        ),
      ),
      heldAxes(lock.goal) && field("Axes", this.axes(lock)),
      lock.kind === "distance" && field("Between", this.range(lock)),
      field("Joints", this.chain(lock)),
      el("div", { class: "row weight" }, weight),
    );
  }

  private axes(lock: LockData): HTMLElement {
    const held = heldAxes(lock.goal)!;
    return el(
      "div",
      { class: "segmented", role: "group", "aria-label": "Axes that are held" },
      ...["X", "Y", "Z"].map((axis, k) =>
        el(
          "button",
          {
            type: "button",
            "aria-pressed": String(held[k]),
            "data-focus": `axis${k}`,
            title: held[k] ? `Set ${axis} free` : `Hold ${axis}`,
            onclick: () => {
              const next = held.map((value, i) => (i === k ? !value : value)) as [boolean, boolean, boolean];
              if (next.some(Boolean)) this.change(lock, { goal: withAxes(lock.goal, next) });
              else this.editor.notices.show("info", "At least one axis is held", "Switch the lock off instead.");
            },
          },
          axis,
        ),
      ),
    );
  }

  private range(lock: LockData): HTMLElement {
    const goal = { lo: 0, hi: null, ...lock.goal } as { lo: number; hi: number | null };
    const box = (name: "lo" | "hi", label: string): HTMLInputElement => {
      const value = goal[name];
      const input: HTMLInputElement = el("input", {
        type: "number",
        class: "field short",
        step: "0.5",
        min: "0",
        "aria-label": label,
        placeholder: "any",
        onchange: () => {
          const number = input.value === "" ? null : Number(input.value) / 100;
          this.change(lock, { goal: { ...lock.goal, [name]: name === "lo" ? (number ?? 0) : number } });
        },
      });
      input.value = value === null ? "" : (value * 100).toFixed(1);
      return input;
    };
    return el(
      "div",
      { class: "row" },
      box("lo", "Least distance in centimetres"),
      "and",
      box("hi", "Largest distance in centimetres"),
      "cm",
    );
  }

  private chain(lock: LockData): HTMLElement {
    const { state } = this.editor;
    const choices = chainChoices(state.figure!, lock);
    const select = el(
      "select",
      {
        class: "field",
        "aria-label": "Joints that may serve the lock",
        title: "Which joints may move to keep it",
        onchange: () => {
          const chosen = choices[select.selectedIndex];
          this.change(lock, chosen.chain === null ? { free_chain: true } : { chain: chosen.chain });
        },
      },
      ...choices.map(({ label, chosen }) => el("option", { selected: chosen }, label)),
    );
    return select;
  }

  private change(lock: LockData, change: Record<string, unknown>): void {
    void this.editor.edit({ kind: "change_lock", id: lock.id, ...change });
  }
}

/** Held, giving way or off. */
export function statusOf(lock: LockData, reading: LockReading | undefined): "held" | "violated" | "off" {
  return !lock.enabled ? "off" : (reading?.state ?? "held");
}

const field = (label: string, control: HTMLElement): HTMLElement =>
  el("div", { class: "row" }, el("span", { class: "row-label" }, label), control);

function choice(values: readonly string[], now: string, title: string, set: (value: string) => void): HTMLElement {
  return el(
    "div",
    { class: "segmented", role: "group", title },
    ...values.map((value) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(value === now),
          "data-focus": `choice${value}`,
          onclick: () => value !== now && set(value),
        },
        value,
      ),
    ),
  );
}
