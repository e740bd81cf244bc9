/** What the user should know: it fades by itself, errors after the time that reading them takes, or once work goes on; each says what would help. */

import { el, iconButton } from "./dom";
import { icon } from "./icons";

export type Level = "info" | "warning" | "error";

const SECONDS: Record<Level, number> = { info: 4, warning: 9, error: 15 };
const MOST = 3;
const READ = 4000; // how long an error stays at least, whatever is done meanwhile [ms]

export class Notices {
  private readonly since = new WeakMap<Element, number>();
  readonly element = el("div", { class: "notices", role: "status", "aria-live": "polite", "aria-label": "Notices" });

  show(level: Level, message: string, remedy = "", button?: { label: string; run: () => void }): void {
    const text = /^[a-z]+\s/.test(message) ? message.charAt(0).toUpperCase() + message.slice(1) : message; // names stay as they are
    const same = [...this.element.children].find((each) => each.querySelector(".notice-message")?.textContent === text);
    same?.remove();
    const shown = [...this.element.querySelectorAll(".notice:not(.busy)")];
    for (const old of shown.slice(0, Math.max(0, shown.length + 1 - MOST))) old.remove();
    const notice = el(
      "div",
      { class: `notice ${level}`, role: level === "error" ? "alert" : null },
      icon(level === "info" ? "info" : "warning"),
      el(
        "div",
        { class: "notice-text" },
        el("div", { class: "notice-message" }, text),
        remedy && el("div", { class: "notice-remedy" }, remedy),
      ),
      button &&
        el(
          "button",
          {
            type: "button",
            class: "button",
            onclick: () => {
              notice.remove();
              button.run();
            },
          },
          button.label,
        ),
      iconButton("close", "Dismiss", () => notice.remove()),
    );
    this.element.append(notice);
    this.since.set(notice, Date.now());
    const timer = setTimeout(() => notice.matches(":hover") || notice.remove(), 1000 * SECONDS[level]);
    notice.addEventListener("pointerleave", () => setTimeout(() => notice.remove(), 2000));
    notice.addEventListener("pointerenter", () => clearTimeout(timer));
  }

  /** The document has changed: errors of before, which could be read, are over. */
  workGoesOn(): void {
    const now = Date.now();
    for (const notice of this.element.querySelectorAll(".notice.error:not(:hover)"))
      if (now - (this.since.get(notice) ?? now) >= READ) notice.remove();
  }

  /** Shows how far something is that takes a while, until it ends; from a share of 1 on it is not known how far. */
  progress(message: string): { set: (share: number, message?: string) => void; end: () => void } {
    const text = el("div", { class: "notice-message" }, message);
    const bar = el("progress", { max: 1, value: 0, "aria-label": message });
    const notice = el("div", { class: "notice info busy" }, icon("info"), el("div", { class: "notice-text" }, text, bar));
    this.element.append(notice);
    return {
      set: (share, other = message) => {
        text.textContent = other;
        if (share < 1) bar.value = share;
        else bar.removeAttribute("value");
      },
      end: () => notice.remove(),
    };
  }

  /** Removes the newest one; says whether there was any. */
  dismiss(): boolean {
    const last = [...this.element.querySelectorAll(".notice:not(.busy)")].pop();
    last?.remove();
    return last !== undefined;
  }
}
