/** Which joint of a figure is which part of a human body: what was guessed is shown on the body, and can be clicked right. */

import type { Editor } from "../editor";
import { toStage } from "../math/upright";
import type { Stage } from "../stage/stage";
import type { FigureId } from "../state/part";
import { effect, signal } from "../state/signals";
import { el, fill, iconButton } from "../widgets/dom";

interface Table {
  readonly joints: Readonly<Record<string, string>>; // by role
  readonly why: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly roles: readonly string[];
  readonly error: string | null;
}

const NO_TABLE: Table = { joints: {}, why: {}, notes: [], roles: [], error: null };
const inWords = (role: string): string => role.replace(/^l_/, "left ").replace(/^r_/, "right ").replace(/_/g, " ");

export class RolesCard {
  readonly element: HTMLElement;
  /** The roles at their joints, over the views. */
  readonly tags = el("div", { class: "role-tags", "aria-hidden": "true" });
  private readonly figure = signal<FigureId | null>(null);
  private readonly table = signal<Table>(NO_TABLE);
  private readonly given = signal<Readonly<Record<string, string | null>>>({}); // by joint
  private readonly armed = signal<string | null>(null); // the role whose joint is to be clicked
  private asked = 0;

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
  ) {
    const rows = el("div", { class: "role-rows", role: "list" });
    const said = el("p", { class: "note", role: "status" });
    const dress = el("button", { type: "button", class: "button primary", onclick: () => void this.dress() }, "Dress");
    this.element = el(
      "aside",
      { class: "roles-card", hidden: true, "aria-label": "Roles" },
      el(
        "header",
        {},
        el("h2", {}, "Which part is which"),
        iconButton("close", "Cancel", () => this.close()),
      ),
      said,
      rows,
      el("div", { class: "prompt-buttons" }, dress),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      if (this.armed.value) this.armed.value = null;
      else this.close();
    });
    effect(() => {
      const { joints, why, roles, notes, error } = this.table.value;
      const armed = this.armed.value;
      this.element.hidden = this.figure.value === null;
      dress.disabled = error !== null || !Object.keys(joints).length;
      said.textContent = armed
        ? `Click the joint of the ${inWords(armed)} on the body.`
        : (error ?? notes[0] ?? "Limits, masses and joint groups of a human body will fit it. Click a line to put it right.");
      said.classList.toggle("wrong", error !== null && !armed);
      const shown = [...new Set([...Object.keys(joints), ...roles.filter((role) => !role.startsWith("spine"))])];
      fill(rows, ...shown.map((role) => this.row(role, joints[role], why[role], armed === role)));
    });
    effect(() => this.takeClick());
    effect(() => {
      const figure = this.figure.value;
      if (figure !== null && !editor.state.figures.value.has(figure)) this.close();
    });
  }

  open(figure: FigureId): void {
    this.given.value = {};
    this.armed.value = null;
    this.table.value = NO_TABLE;
    this.figure.value = figure;
    this.editor.state.activate(figure);
    void this.ask();
    this.follow();
  }

  private close(): void {
    this.figure.value = null;
    this.armed.value = null;
    fill(this.tags);
  }

  private row(role: string, joint: string | undefined, why: string | undefined, armed: boolean): HTMLElement {
    const arm = (): void => {
      const figure = this.figure.value;
      this.editor.state.select(joint !== undefined && figure !== null ? { figure, part: joint } : null);
      this.armed.value = armed ? null : role;
    };
    return el(
      "div",
      { class: "role-row-holder", role: "listitem" },
      el(
        "button",
        { type: "button", class: `role-row${armed ? " armed" : ""}`, "data-role": role, onclick: arm },
        el("span", { class: "role-name" }, inWords(role)),
        el("span", { class: joint === undefined ? "dim" : "" }, joint ?? "none"),
        el("span", { class: "dim" }, why === undefined ? "" : `by ${why}`),
      ),
      joint !== undefined && iconButton("close", `${joint} is not the ${inWords(role)}`, () => this.give(joint, null)),
    );
  }

  /** A joint that is clicked on the body while a role waits for one. */
  private takeClick(): void {
    const { part } = this.editor.state.selection.value;
    const [role, figure] = [this.armed.value, this.figure.value];
    if (!role || !part || part.figure !== figure || this.table.value.joints[role] === part.part) return;
    this.armed.value = null;
    this.give(part.part, role);
  }

  private give(joint: string, role: string | null): void {
    const others = Object.entries(this.given.value).filter(([name, had]) => name !== joint && (role === null || had !== role));
    this.given.value = { ...Object.fromEntries(others), [joint]: role };
    void this.ask();
  }

  private async ask(): Promise<void> {
    const [figure, number] = [this.figure.value, ++this.asked];
    if (figure === null) return;
    const query = new URLSearchParams({ figure });
    const answer = await fetch(`/api/roles?${query}`, {
      method: "POST",
      body: JSON.stringify(this.given.value),
      headers: { "Content-Type": "application/octet-stream" },
    }).catch(() => null);
    if (number !== this.asked || this.figure.value !== figure) return;
    const table = answer?.ok ? ((await answer.json()) as Table) : null;
    this.table.value = table ?? { ...NO_TABLE, error: "The server does not answer." };
  }

  private async dress(): Promise<void> {
    const figure = this.figure.value;
    if (figure === null) return;
    const roles = { ...this.given.value };
    this.close();
    if (await this.editor.edit({ kind: "dress_figure", figure, roles }))
      this.editor.notices.show(
        "info",
        `${figure} is dressed`,
        "It has limits, masses and joint groups now. Undo takes them away.",
      );
  }

  /** Keeps the roles at their joints while the card is open. */
  private follow = (): void => {
    const figure = this.figure.value;
    if (figure === null) return;
    const view = this.editor.state.view.value.large;
    const [rect, body] = [this.stage.rects[view], this.stage.bodies.get(figure)];
    const tags: HTMLElement[] = [];
    for (const [role, joint] of Object.entries(this.table.value.joints)) {
      const index = body?.figure.jointIndex(joint) ?? -1;
      if (!body || !rect || index < 0 || /\d$/.test(role.replace(/^spine/, ""))) continue; // fingers would cover their hand
      const at = this.stage.cameras[view].project(rect, toStage(body.place(index), this.stage.up));
      if (!at || at.x < 0 || at.y < 0 || at.x > rect.width || at.y > rect.height) continue;
      const side = role.startsWith("l_") ? " left" : role.startsWith("r_") ? " right" : "";
      const tag = el("span", { class: `role-tag${side}${this.armed.value === role ? " armed" : ""}` }, inWords(role));
      tag.style.transform = `translate(${Math.round(rect.left + at.x)}px, ${Math.round(rect.top + at.y)}px)`;
      tags.push(tag);
    }
    fill(this.tags, ...tags);
    requestAnimationFrame(this.follow);
  };
}
