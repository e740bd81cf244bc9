/** A slider with its limits as the ends of the track, the rest value as a notch, and the value to be typed. */

import { el } from "./dom";
import { chordOf, givesUp } from "./keys";

export interface SliderOptions {
  label: string;
  name?: string; // for those who hear it: with the side, for one
  title?: string;
  lo: number | null; // in the wire's unit: radians, metres or a plain number
  hi: number | null;
  rest?: number;
  unit: "rad" | "m" | "%" | "";
  digits?: number; // after the point
  begin?: () => void; // of a gesture
  move: (value: number) => void;
  end?: (changed: boolean) => void;
  cancel?: () => void;
  set: (value: number) => void; // a value at once: typed, or by a key
}

const SCALE = { rad: 180 / Math.PI, m: 100, "%": 100, "": 1 };
const SUFFIX = { rad: "°", m: " cm", "%": " %", "": "" };
const DIGITS = { rad: 1, m: 1, "%": 1, "": 2 };
const FREE = { rad: Math.PI, m: 1, "%": 1, "": 1 }; // how far a slider without limits reaches from its rest

export class Slider extends HTMLElement {
  private options!: SliderOptions;
  private value = 0;
  private track!: HTMLElement;
  private bar!: HTMLElement;
  private knob!: HTMLElement;
  private field!: HTMLInputElement;
  private gesture: { x: number; start: number; moved: boolean } | null = null;

  static make(options: SliderOptions): Slider {
    const slider = document.createElement("mk-slider") as Slider;
    slider.options = options;
    slider.build();
    return slider;
  }

  /** Shows a value; while it is typed the field stays as it is. */
  show(value: number): void {
    if (this.value === value && this.field.value) return;
    this.value = value;
    const share = this.share(value);
    this.knob.style.left = `${100 * share}%`;
    const from = this.share(this.options.rest ?? this.low);
    this.bar.style.left = `${100 * Math.min(share, from)}%`;
    this.bar.style.width = `${100 * Math.abs(share - from)}%`;
    if (document.activeElement !== this.field) this.field.value = this.text(value);
    this.track.setAttribute("aria-valuenow", (value * this.scale).toFixed(this.digits));
    this.track.setAttribute("aria-valuetext", this.text(value));
    this.classList.toggle("at-limit", this.isAtLimit(value));
  }

  private get scale(): number {
    return SCALE[this.options.unit];
  }

  private get digits(): number {
    return this.options.digits ?? DIGITS[this.options.unit];
  }

  private get low(): number {
    return this.options.lo ?? (this.options.rest ?? 0) - FREE[this.options.unit];
  }

  private get high(): number {
    return this.options.hi ?? (this.options.rest ?? 0) + FREE[this.options.unit];
  }

  private share(value: number): number {
    const span = this.high - this.low;
    return span > 0 ? Math.min(Math.max((value - this.low) / span, 0), 1) : 0;
  }

  private isAtLimit(value: number): boolean {
    const { lo, hi, unit } = this.options;
    if (unit === "" || unit === "%" || lo === null || hi === null) return false;
    const near = 1e-4 * Math.max(1, Math.abs(value));
    return value <= lo + near || value >= hi - near;
  }

  private text(value: number): string {
    const shown = (value * this.scale).toFixed(this.digits).replace("-", "−");
    return (/^−0(\.0*)?$/.test(shown) ? shown.slice(1) : shown) + SUFFIX[this.options.unit];
  }

  private build(): void {
    const { label, name = label, title, rest, lo, hi } = this.options;
    this.bar = el("div", { class: "slider-bar" });
    this.knob = el("div", { class: "slider-knob" });
    const notch = rest === undefined ? null : el("div", { class: "slider-notch" });
    if (notch) notch.style.left = `${100 * this.share(rest!)}%`;
    this.track = el(
      "div",
      {
        class: "slider-track",
        role: "slider",
        tabindex: "0",
        "aria-label": name,
        "aria-valuemin": lo === null ? null : (lo * this.scale).toFixed(this.digits),
        "aria-valuemax": hi === null ? null : (hi * this.scale).toFixed(this.digits),
        onpointerdown: (event: PointerEvent) => this.press(event),
        onkeydown: (event: KeyboardEvent) => this.key(event),
        ondblclick: () => rest !== undefined && this.options.set(rest),
      },
      el("div", { class: "slider-line" }),
      notch,
      this.bar,
      this.knob,
    );
    this.field = el("input", {
      class: "slider-field",
      type: "text",
      inputmode: "decimal",
      "aria-label": `${name}, value`,
      spellcheck: "false",
      autocomplete: "off",
      onfocus: () => this.field.select(),
      onkeydown: (event: KeyboardEvent) => this.typing(event),
      onblur: () => this.typed(),
    });
    if (title) this.title = title;
    this.append(el("span", { class: "slider-label" }, label), this.track, this.field);
  }

  // ---- by pointer: coarse; with Alt a tenth as fast, from where the knob is -----------------------

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.track.focus({ preventScroll: true });
    this.track.setPointerCapture(event.pointerId);
    this.gesture = { x: event.clientX, start: this.value, moved: false };
    this.classList.add("active");
    this.options.begin?.();
    if (!event.altKey && !(event.target as Element).classList.contains("slider-knob")) {
      const box = this.track.getBoundingClientRect();
      this.gesture.start = this.low + ((event.clientX - box.left) / box.width) * (this.high - this.low);
      this.go(this.gesture.start);
    }
    let fine = event.altKey;
    const move = (each: PointerEvent): void => {
      if (!this.gesture) return;
      if (each.altKey !== fine) {
        fine = each.altKey;
        this.gesture = { ...this.gesture, x: each.clientX, start: this.value };
      }
      const perPixel = (this.high - this.low) / Math.max(this.track.clientWidth, 1);
      this.go(this.gesture.start + (each.clientX - this.gesture.x) * perPixel * (fine ? 0.1 : 1));
    };
    const finish = (kept: boolean) => (): void => {
      if (!this.gesture) return;
      const { moved } = this.gesture;
      this.gesture = null;
      this.classList.remove("active");
      for (const [name, listener] of listeners) this.track.removeEventListener(name, listener as EventListener);
      document.removeEventListener("keydown", onEscape, true);
      if (kept) this.options.end?.(moved);
      else this.options.cancel?.();
    };
    const onEscape = (each: KeyboardEvent): void => {
      if (!givesUp(chordOf(each))) return;
      each.preventDefault();
      each.stopPropagation();
      finish(false)();
    };
    const listeners: [string, unknown][] = [
      ["pointermove", move],
      ["pointerup", finish(true)],
      ["pointercancel", finish(false)],
    ];
    for (const [name, listener] of listeners) this.track.addEventListener(name, listener as EventListener);
    document.addEventListener("keydown", onEscape, true);
  }

  private go(value: number): void {
    const { lo, hi } = this.options;
    const inside = Math.min(Math.max(value, lo ?? -Infinity), hi ?? Infinity);
    this.gesture!.moved = true;
    this.options.move(inside);
  }

  // ---- by key ------------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    const step =
      (this.options.unit === "rad" ? Math.PI / 180 : this.options.unit === "m" ? 0.01 : (this.high - this.low) / 100) *
      (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
    const { lo, hi, rest } = this.options;
    const to: Record<string, number | undefined | null> = {
      ArrowRight: this.value + step,
      ArrowUp: this.value + step,
      ArrowLeft: this.value - step,
      ArrowDown: this.value - step,
      PageUp: this.value + 10 * step,
      PageDown: this.value - 10 * step,
      Delete: rest,
      Backspace: rest,
    };
    const value = to[event.key];
    if (event.key === "Enter") this.field.focus();
    else if (event.key === "Escape")
      this.track.blur(); // keys are the editor's again
    else if (value === undefined || value === null) return;
    else this.options.set(Math.min(Math.max(value, lo ?? -Infinity), hi ?? Infinity));
    event.preventDefault();
    event.stopPropagation();
  }

  private typing(event: KeyboardEvent): void {
    if (event.key === "Enter") this.track.focus();
    else if (event.key === "Escape") {
      this.field.value = this.text(this.value);
      this.track.focus();
      event.stopPropagation();
    }
  }

  private typed(): void {
    const number = parseNumber(this.field.value, this.options.unit);
    const value = number === null ? null : number / this.scale;
    if (value !== null && this.field.value !== this.text(this.value)) this.options.set(value);
    this.field.value = this.text(this.value);
  }
}

/** What a unit that is typed makes of a number, in degrees or centimetres, which are shown. */
const TYPED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  rad: { "": 1, deg: 1, degree: 1, degrees: 1, rad: 180 / Math.PI },
  m: { "": 1, cm: 1, mm: 0.1, m: 100 },
};

/** The number in what was typed, in the unit that is shown: "23", "-4,5", "−12.5°", "0.5 rad"; null where there is none, or
 * where its unit is another one. */
export function parseNumber(text: string, unit = ""): number | null {
  const word = /([a-z]+)\s*$/i.exec(text)?.[1]?.toLowerCase() ?? "";
  const factor = unit in TYPED ? TYPED[unit]?.[word] : 1;
  if (factor === undefined || (unit === "m" && text.includes("°"))) return null;
  const plain = text
    .replace(/[−–]/g, "-")
    .replace(",", ".")
    .replace(/[°a-z\s]+$/i, "")
    .trim();
  const number = plain === "" ? NaN : Number(plain);
  return Number.isFinite(number) ? number * factor : null;
}

customElements.define("mk-slider", Slider);
