/** The timeline: one canvas for all of it, and the grid of its keys for those who do not see it. */

import type { Editor } from "../editor";
import type { Stage } from "../stage/stage";
import { extentOf } from "../state/clip";
import { WORTH_SAYING } from "../state/frames";
import type { FigureId } from "../state/part";
import { effect, signal, untracked } from "../state/signals";
import { Pointer } from "../tools/pointer";
import { el } from "../widgets/dom";
import { AuditTool } from "./audit_row";
import { type Colours, readColours } from "./colours";
import { CurveTool } from "./curve_tool";
import { keyGrid } from "./grid";
import { KeyTool } from "./key_tool";
import { Line, type LineHover, type LineSample } from "./line";
import { NamesTool } from "./names_tool";
import { OverviewTool } from "./overview";
import { paint } from "./paint";
import { KeyPictures } from "./pictures";
import { RangeTool } from "./range_tool";
import { heightOf, LABELS, LOOP, OVERVIEW, RULER, rowsOf } from "./rows";
import { SlowTool } from "./slow_tool";
import { StripTool } from "./strip_tool";
import { BoxTool, LoopTool, PanTool, ScrubTool } from "./time_tools";

const TALLEST = 0.36; // of the window that all rows may take
const FIRST_FRAMES = 60; // that are seen where there are fewer

export interface LineHooks {
  contextMenu(at: LineSample): void;
  keyMenu(key: { figure: FigureId; frame: number }, place: { x: number; y: number }): void;
}

export class TimelineView {
  readonly element: HTMLElement;
  readonly line: Line;
  readonly pointer: Pointer<LineSample, LineHover>;
  readonly canvas = el("canvas", { class: "timeline-canvas", tabindex: "-1", "aria-hidden": "true" });
  paintedIn = 0; // [ms] that the last drawing took
  private readonly pictures: KeyPictures;
  private readonly hovered = signal<{ figure: FigureId; frame: number } | null>(null);
  private colours: Colours | null = null;
  private due = 0;
  private fitted = false;
  private known: { figure: FigureId | null; locks: ReadonlySet<number> } | null = null; // the active figure, and the locks

  constructor(
    private readonly editor: Editor,
    stage: Stage,
    hooks: LineHooks,
  ) {
    const { state } = editor;
    this.line = new Line(editor);
    this.pictures = new KeyPictures(state, stage, () => this.request());
    const grid = keyGrid(state, {
      focused: (key) => {
        this.hovered.value = key;
        if (key) this.line.scale.reveal(key.frame);
      },
      menu: (key) => {
        const { left, top } = this.canvas.getBoundingClientRect();
        hooks.keyMenu(key, { x: left + LABELS + this.line.scale.x(key.frame), y: top });
      },
    });
    this.element = el("div", { class: "timeline-line" }, grid, this.canvas);
    this.pointer = this.makePointer(hooks);
    this.listen();
    new ResizeObserver(() => this.layout()).observe(this.element);
    effect(() => {
      void state.theme.value;
      this.colours = null;
      this.request();
    });
    effect(() => this.watch());
    effect(() => this.layoutRows());
    effect(() => this.revealNews());
    effect(() => {
      if (state.timeline.playing.value) this.line.scale.reveal(state.timeline.playhead.value);
    });
  }

  /** Shows the rows of the figure that became the active one, and those of a lock that was made, unless the pointer is there. */
  private revealNews(): void {
    const { active, locks } = this.editor.state;
    const [figure, ids] = [active.value?.id ?? null, new Set(locks.value.map(({ id }) => id))];
    const made = locks.value.filter(({ id }) => this.known && !this.known.locks.has(id));
    const changed = figure !== this.known?.figure;
    this.known = { figure, locks: ids };
    const lock = made.length === 1 ? made[0] : undefined;
    if (this.line.over || !(lock || changed)) return;
    const of = lock?.figure ?? figure;
    untracked(() => {
      this.line.reveal((row) => (row.kind === "keys" || row.kind === "bar") && row.figure === of);
      if (lock) this.line.reveal((row) => row.kind === "strip" && row.locks.includes(lock));
    });
  }

  /** Shows all keys, or those that are chosen. */
  fit(first: number, last: number): void {
    this.line.scale.fit(first, Math.max(last, first + 1));
  }

  /** Shows the chosen keys, or all where fewer than two are chosen. */
  fitChosen(): void {
    const range = extentOf(this.editor.state.timeline.keys.value);
    if (range && range[1] > range[0]) this.fit(...range);
    else this.fitAll();
    this.line.curves.window.value = null;
  }

  /** Shows what was put in: all frames here, the whole way in the views. */
  showNew(): void {
    this.fitAll();
    this.editor.state.timeline.cameIn.value++;
  }

  fitAll(): void {
    const [first, last] = this.editor.state.timeline.extent.value;
    this.fit(Math.min(first, 0), Math.max(last, FIRST_FRAMES));
  }

  /** Gives the focus to a chosen key, or to the one at the playhead. */
  focusKey(): void {
    const keys = [...this.element.querySelectorAll<HTMLElement>("[role=gridcell][tabindex='0']")];
    (keys.find((key) => key.ariaSelected === "true") ?? keys[0])?.focus({ preventScroll: true });
  }

  request(): void {
    if (this.due) return;
    this.due = requestAnimationFrame(() => {
      this.due = 0;
      this.draw();
    });
  }

  /** Asks for a drawing whenever something that it shows has changed. */
  private watch(): void {
    const { state } = this.editor;
    const { timeline } = state;
    void [timeline.playhead.value, timeline.news.value, timeline.clips.value, timeline.keys.value, timeline.loop.value];
    void [timeline.data.value, state.locks.value, state.selection.value, state.several.value];
    void [this.line.scale.window.value, this.line.curves.window.value, this.line.doing.value, this.hovered.value];
    void [timeline.curves.value, timeline.tracks.value, timeline.smoothing.value, this.line.scrolled];
    this.request();
    const waits = [...timeline.clips.value.keys()].some((id) => timeline.frames.get(id)?.provisional);
    if (waits) setTimeout(() => this.request(), WORTH_SAYING + 10); // strips are grey then
  }

  draw(): void {
    const { canvas, line } = this;
    const ctx = canvas.getContext("2d");
    if (!ctx || !canvas.clientWidth) return;
    const begin = performance.now();
    this.colours ??= readColours(canvas);
    const ratio = Math.min(devicePixelRatio, 2);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    untracked(() =>
      paint(ctx, {
        state: this.editor.state,
        scale: line.scale,
        curves: line.curves,
        rows: line.rows(),
        scrolled: line.scrolled,
        hidden: line.hidden,
        pictures: this.pictures,
        doing: line.doing.value,
        hovered: this.hovered.value,
        colours: this.colours!,
        width: canvas.clientWidth,
        height: canvas.clientHeight,
      }),
    );
    this.paintedIn = performance.now() - begin;
  }

  /** The canvas is as high as its rows, up to a share of the window. */
  private layoutRows(): void {
    const { state } = this.editor;
    void [state.timeline.clips.value, state.locks.value, state.timeline.curves.value];
    const rows = heightOf(rowsOf(state, 0)) + OVERVIEW;
    const height = Math.round(Math.max(RULER + LOOP + OVERVIEW, Math.min(rows, TALLEST * innerHeight)));
    this.line.height = height;
    untracked(() => this.line.scroll(this.line.scrolled));
    this.canvas.style.height = `${height}px`;
    this.layout();
  }

  private layout(): void {
    const { canvas, line } = this;
    const [width, height] = [this.element.clientWidth, canvas.clientHeight];
    if (!width) return;
    const ratio = Math.min(devicePixelRatio, 2);
    const before = line.scale.width;
    line.scale.width = Math.max(width - LABELS, 50);
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      this.draw(); // at once: a resized canvas is empty
    }
    if (!this.fitted && untracked(() => this.editor.state.timeline.moves.value)) {
      this.fitted = true;
      untracked(() => this.fitAll());
    } else if (before !== line.scale.width) this.request();
  }

  private makePointer(hooks: LineHooks): Pointer<LineSample, LineHover> {
    const { line, canvas } = this;
    const pointer = new Pointer<LineSample, LineHover>({
      sample: (event) => line.sample(event, canvas.getBoundingClientRect()),
      hover: (found) => {
        line.over = true;
        this.hovered.value = found?.key ?? null;
        canvas.style.cursor = found?.cursor ?? "default";
        canvas.title = found?.say ?? "";
      },
      leave: () => {
        line.over = false;
        this.hovered.value = null;
      },
      rest: (at) => hooks.contextMenu(at),
      pinch: (_at, [a, b], [c, d]) => {
        const left = canvas.getBoundingClientRect().left + LABELS;
        const [from, to] = [(a.x + b.x) / 2, (c.x + d.x) / 2];
        line.scale.pan(to - from);
        line.scale.zoom(to - left, Math.abs(c.x - d.x) / Math.max(Math.abs(a.x - b.x), 1) || 1);
      },
      pinched: () => {},
    });
    const [curves, audit, strips] = [new CurveTool(line), new AuditTool(line), new StripTool(line)];
    pointer.register(
      new NamesTool(line, [curves, audit, strips]),
      new PanTool(line),
      new OverviewTool(line),
      new ScrubTool(line),
      new LoopTool(line),
      new RangeTool(line),
      curves,
      audit,
      new KeyTool(line),
      new SlowTool(line),
      strips,
      new BoxTool(line),
    );
    pointer.listen(canvas);
    canvas.addEventListener("contextmenu", (event) => hooks.contextMenu(line.sample(event, canvas.getBoundingClientRect())));
    return pointer;
  }

  private listen(): void {
    const { canvas, line } = this;
    const { timeline } = this.editor.state;
    canvas.addEventListener("dblclick", (event) => {
      const at = line.sample(event, canvas.getBoundingClientRect());
      const key = line.keyUnder(at);
      if (key) timeline.go(key.frame);
      else if (at.row?.kind === "ruler" || at.row?.kind === "overview") this.fitAll();
      else if (at.row?.kind === "curves") line.curves.window.value = null;
      else if (at.row?.kind === "loop") timeline.loop.value = null;
    });
    canvas.addEventListener("wheel", (event) => this.turn(event), { passive: false });
  }

  /** The wheel zooms at the pointer; sideways, or with Shift, it pans; over the names it scrolls the rows. Ctrl zooms values of curves. */
  private turn(event: WheelEvent): void {
    event.preventDefault();
    const { line, canvas } = this;
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 200 : 1;
    const x = event.clientX - canvas.getBoundingClientRect().left - LABELS;
    const at = line.sample(event, canvas.getBoundingClientRect());
    if (at.row?.kind === "curves" && (event.ctrlKey || x < 0)) {
      line.curves.zoom(at.row, at.row.figure, at.y, Math.exp(-event.deltaY * unit * 0.002));
    } else if (x < 0) line.scroll(line.scrolled + event.deltaY * unit);
    else if (event.shiftKey || (event.deltaX && !event.ctrlKey)) line.scale.pan(-(event.deltaX || event.deltaY) * unit);
    else line.scale.zoom(x, Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)));
  }
}
