/** A card beside the line: how the motion passes through the chosen keys, or a pose between two keys; shown while it is set. */

import type { Editor } from "../editor";
import type { Command, KeyData } from "../messages";
import type { KeySet } from "../state/clip";
import { computed } from "../state/signals";
import { segmented } from "../widgets/controls";
import { el, iconButton } from "../widgets/dom";
import { chordOf, givesUp, isTyping } from "../widgets/keys";
import { Slider } from "../widgets/slider";
import { changeKeys } from "../wire/key_commands";

const CURVES = ["smooth", "linear", "hold"] as const;
const FIELDS = [
  ["tension", -1],
  ["continuity", -1],
  ["bias", -1],
  ["slow_in", 0],
  ["slow_out", 0],
] as const;
const BEYOND = 0.3; // of the way, that a pose between two keys may go further

export class KeyCard {
  readonly element = el("aside", { class: "key-card", hidden: true, role: "dialog", "aria-label": "Keys" });
  private keep: (() => void) | null = null; // what Enter does
  private before: Element | null = null; // what had the focus

  constructor(private readonly editor: Editor) {
    document.addEventListener("pointerdown", (event) => {
      if (!this.element.hidden && !this.element.contains(event.target as Node)) this.close();
    });
    // keys of the editor are not meant, but for those that go through the history
    this.element.addEventListener("keydown", (event) => givesUp(chordOf(event)) || event.stopPropagation());
    // before a slider of it has the key, and wherever the focus is
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  close(): void {
    this.hide();
    this.editor.previews.cancel();
  }

  /** Keys are for what they were for before the card. */
  private hide(): void {
    const held = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (held && this.before instanceof HTMLElement && this.before.isConnected) this.before.focus({ preventScroll: true });
  }

  /** Escape gives up; where a pose is only shown yet, undo does so, too, and Enter keeps it. */
  private key(event: KeyboardEvent): void {
    if (this.element.hidden || this.element.querySelector("mk-slider.active")) return; // a drag has the keys
    const own = this.element.contains(event.target as Node) && (event.target as Element).matches("[role=slider]");
    const leaves = event.key === "Escape" || (givesUp(chordOf(event)) && !isTyping(event.target));
    const run = leaves ? () => this.close() : event.key === "Enter" && own ? this.keep : null;
    if (!run) return;
    if (event.key !== "Escape" && leaves && !this.keep) {
      this.close(); // its numbers would be those of before
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  /** Curve, tension, continuity, bias and slowness of some keys. */
  openKeys(keys: KeySet, shown: Readonly<KeyData>, title: string, at: { x: number; y: number }): void {
    this.keep = null;
    const set = (changes: Partial<KeyData>): Command => changeKeys(keys, changes);
    const curve = computed(() => (CURVES as readonly string[]).indexOf(shown.curve));
    const choose = (index: number): void => {
      void this.editor.edit(set({ curve: CURVES[index] ?? "smooth" }));
      this.hide();
    };
    this.open(title, at, [
      segmented(CURVES, curve, choose, { "aria-label": "Curve after the key" }),
      ...FIELDS.map(([field, lo]) =>
        this.slider(field.replace("_", " "), shown[field], lo, 1, 0, (value) => set({ [field]: value })),
      ),
    ]);
  }

  /** A key between two others. */
  openBreakdown(figure: string, frame: number, at: { x: number; y: number }): void {
    const command = (share: number): Command => ({ kind: "breakdown", figure, frame, share });
    this.editor.receiver.posedAt = null;
    this.editor.previews.show(command(0.5));
    this.open(`Breakdown at ${frame}`, at, [
      this.slider("share", 0.5, -BEYOND, 1 + BEYOND, 0.5, command, true),
      el("p", { class: "dim" }, "0 is the key before, 1 the key after. Enter keeps it."),
    ]);
  }

  private slider(
    label: string,
    value: number,
    lo: number,
    hi: number,
    rest: number,
    command: (value: number) => Command,
    waits = false, // for Enter, or the end of a drag; then the card closes
  ): Slider {
    let [now, kept] = [value, value];
    const show = (next: number): void => {
      now = Number(next.toFixed(3));
      slider.show(now);
      this.editor.previews.show(command(now));
    };
    const keep = (): void => {
      this.editor.previews.done();
      void this.editor.edit(command(now));
      kept = now;
      if (waits) this.hide();
    };
    if (waits) this.keep = keep;
    const slider = Slider.make({
      label,
      lo,
      hi,
      rest,
      unit: "",
      move: show,
      end: (moved) => moved && keep(),
      cancel: () => {
        now = kept;
        slider.show(now);
        this.editor.previews.cancel();
      },
      set: (next) => {
        show(next);
        if (!waits) keep();
      },
    });
    slider.show(value);
    return slider;
  }

  private open(title: string, { x, y }: { x: number; y: number }, content: readonly Element[]): void {
    const { element } = this;
    if (!element.contains(document.activeElement)) this.before = document.activeElement;
    element.replaceChildren(
      el(
        "header",
        {},
        el("span", {}, title),
        iconButton("close", "Close (Escape)", () => this.close()),
      ),
      ...content,
    );
    element.hidden = false;
    const { width, height } = element.getBoundingClientRect();
    // beside the figure in the middle of the large view, on the key's side, and above the bar of the timeline
    const view = document.querySelector(".view.large")?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
    const left = x < innerWidth / 2 ? view.left + 8 : view.right - width - 8;
    const bar = document.querySelector(".timeline")?.getBoundingClientRect().top ?? y;
    element.style.left = `${Math.max(4, left)}px`;
    element.style.top = `${Math.max(4, Math.min(y, bar) - height - 8)}px`;
    element.querySelector<HTMLElement>("[role=slider]")?.focus({ preventScroll: true });
  }
}
