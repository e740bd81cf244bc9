/** The motion script of a figure: coloured while it is typed, errors at their place, written out as keys and locks. */

import type { Editor } from "../editor";
import { effect } from "../state/signals";
import { el, fill, iconButton } from "../widgets/dom";

const WORDS =
  /(#.*$)|(^\s*[^\s:#]+(?:\s*\.\.\s*[^\s:#]+)?\s*:)|((?:^\s*|(?<=:\s*))[a-z_]+\b)|("[^"]*"|'[^']*')|([+-]?\b\d+(?:\.\d+)?(?:[fs]\b)?)/gm;
const KINDS = ["comment", "time", "word", "quote", "number"];
const FIRST = "# a motion script: frames or seconds, then what happens\n0: state\n10: walk through 0 0, 0 2\n";

interface Trouble {
  readonly error: string;
  readonly line: number | null;
  readonly column: number | null;
}

export class ScriptCard {
  readonly element: HTMLElement;
  private readonly text = el("textarea", {
    class: "script-text",
    spellcheck: "false",
    "aria-label": "Motion script",
    wrap: "off",
  });
  private readonly shown = el("pre", { class: "script-shown", "aria-hidden": "true" });
  private readonly said = el("p", { class: "script-error", role: "alert" });
  private figure = "";
  private stored = ""; // the script that the figure has

  constructor(private readonly editor: Editor) {
    const button = (label: string, run: () => void, more = ""): HTMLElement =>
      el("button", { type: "button", class: `button ${more}`, onclick: run }, label);
    const title = el("h2", {}, "Motion script");
    this.element = el(
      "aside",
      { class: "script-card", hidden: true, "aria-label": "Motion script" },
      el(
        "header",
        {},
        title,
        iconButton("close", "Close", () => this.toggle()),
      ),
      el("div", { class: "script-paper" }, this.shown, this.text),
      this.said,
      el(
        "div",
        { class: "prompt-buttons" },
        button("Expand", () => void this.expand()),
        button("Run (Ctrl+Enter)", () => void this.run(), "primary"),
      ),
    );
    this.text.addEventListener("input", () => this.paint(null));
    this.text.addEventListener("scroll", () => this.follow());
    this.text.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void this.run();
      if (event.key === "Escape") this.toggle();
    });
    effect(() => {
      const figure = this.editor.state.active.value?.id ?? "";
      const stored = this.editor.state.figureState(figure)?.script ?? "";
      title.textContent = figure ? `Motion script of ${figure}` : "Motion script";
      if (figure === this.figure && stored === this.stored) return;
      [this.figure, this.stored] = [figure, stored];
      if (this.text.value === stored) return;
      this.text.value = stored || FIRST;
      this.paint(null);
    });
  }

  toggle(): void {
    this.element.hidden = !this.element.hidden;
    if (!this.element.hidden) this.text.focus();
  }

  private async run(): Promise<void> {
    const { editor } = this;
    const text = this.text.value;
    const trouble = await this.check(text);
    if (trouble !== null && typeof trouble !== "string") return;
    editor.state.setView({ timeline: true });
    await editor.edit({ kind: "run_script", text, figure: this.figure });
  }

  private async expand(): Promise<void> {
    const text = this.text.value;
    const found = await this.check(text);
    if (typeof found !== "string" || this.text.value !== text) return;
    this.text.value = found;
    this.paint(null);
  }

  /** The script written out, or what is wrong with it, which is shown. */
  private async check(text: string): Promise<string | Trouble | null> {
    this.said.classList.add("busy");
    this.said.textContent = "Reading the script …";
    const answer = await fetch(`/api/script?${new URLSearchParams({ figure: this.figure })}`, {
      method: "POST",
      body: text,
      headers: { "Content-Type": "application/octet-stream" },
    }).catch(() => null);
    const told = answer && ((await answer.json()) as Trouble & { text: string });
    if (this.text.value === text) this.paint(answer?.ok ? null : told); // else it is about what was there before
    if (!answer || !told) return null;
    return answer.ok ? told.text : told;
  }

  /** Colours the text, and marks the place of an error. */
  private paint(trouble: Trouble | null): void {
    const lines = this.text.value.split("\n");
    fill(
      this.shown,
      ...lines.map((line, k) => {
        const wrong = trouble?.line === k + 1;
        return el("div", { class: wrong ? "script-line wrong" : "script-line" }, ...coloured(line), line ? null : "\u200b");
      }),
    );
    this.said.classList.remove("busy");
    const place = trouble?.line ? `line ${trouble.line}${trouble.column ? `, column ${trouble.column}` : ""}: ` : "";
    this.said.textContent = trouble ? place + trouble.error : "";
    if (trouble?.line) this.go(trouble.line, trouble.column ?? 1);
    this.follow();
  }

  private go(line: number, column: number): void {
    const before = this.text.value.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    this.text.setSelectionRange(at, at);
  }

  private follow(): void {
    [this.shown.scrollTop, this.shown.scrollLeft] = [this.text.scrollTop, this.text.scrollLeft];
  }
}

function coloured(line: string): (HTMLElement | string)[] {
  const found: (HTMLElement | string)[] = [];
  let last = 0;
  const add = (text: string): void => {
    if (text) found.push(text);
  };
  for (const match of line.matchAll(WORDS)) {
    add(line.slice(last, match.index));
    const kind = KINDS[match.slice(1).findIndex((part) => part !== undefined)] ?? "word";
    found.push(el("span", { class: `script-${kind}` }, match[0]));
    last = match.index + match[0].length;
  }
  add(line.slice(last));
  return found;
}
