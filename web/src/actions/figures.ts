/** The figures of the document: add, duplicate, rename, hide, freeze, tint, delete. Each is one step to undo. */

import type { Editor } from "../editor";
import type { Command, FigureSummary } from "../messages";
import type { FigureId } from "../state/part";
import type { State } from "../state/state";
import type { Entry, Item } from "../widgets/menu";
import { askForNumbers, askForText } from "../widgets/prompt";
import {
  addFigure,
  changeFigure,
  duplicateFigure,
  type FigureChanges,
  removeFigure,
  renameFigure,
  setStretch,
} from "../wire/commands";
import type { Action, ActionSet } from "./action";
import { importFiles, openFiles } from "./files";

const MOST_STRETCH = 0.5; // how much longer limbs get, unless another share is chosen

export class FigureEdits {
  /** `reveal` brings a new figure into sight. */
  constructor(
    private readonly editor: Editor,
    private readonly reveal: (figure: FigureId) => void,
  ) {}

  private get state(): State {
    return this.editor.state;
  }

  /** The shipped bodies and props, and files. */
  addMenu(): Entry[] {
    const { figures } = this.state.catalogue.value;
    const item = (figure: FigureSummary): Item => ({
      label: `${figure.name}: ${figure.summary}`,
      icon: figure.prop ? "box" : "pose",
      run: () => this.addShipped(figure),
    });
    return [
      { heading: "Props" },
      ...figures.filter(({ prop }) => prop).map(item),
      { heading: "Bodies" },
      ...figures.filter(({ prop }) => !prop).map(item),
      "-",
      { label: "From a file …", run: () => openFiles((files) => this.addFiles(files)) },
    ];
  }

  /** What can be done with a figure. */
  menu(figure: FigureId): Item[] {
    const now = this.state.figureState(figure);
    return [
      { label: "Rename …", icon: "pencil", run: () => this.askName(figure) },
      { label: "Duplicate", icon: "copy", run: () => void this.duplicate(figure) },
      { label: now?.hidden ? "Show" : "Hide", icon: "eye", run: () => this.change(figure, { hidden: !now?.hidden }) },
      { label: now?.frozen ? "Unfreeze" : "Freeze", icon: "frost", run: () => this.change(figure, { frozen: !now?.frozen }) },
      { label: "Delete", icon: "trash", enabled: this.state.several.value, run: () => this.remove(figure) },
    ];
  }

  /** Adds a shipped figure; asks for the sizes of a prop, in centimetres. */
  addShipped({ name, sizes }: FigureSummary): void {
    const fields = Object.entries(sizes).map(([label, metres]) => ({ label: `${label} [cm]`, value: 100 * metres }));
    const add = (given: number[]): void => {
      const metres = given.map((size) => String(size / 100)).join("x");
      void this.make(addFigure(metres ? `${name}:${metres}` : name));
    };
    if (fields.length) askForNumbers(`Add ${name}`, fields, "Add", add);
    else add([]);
  }

  duplicate(figure: FigureId): Promise<void> {
    return this.make(duplicateFigure(figure));
  }

  /** Adds the figure of a file, which others may belong to. */
  addFiles(files: readonly File[]): void {
    void importFiles(this.editor, files, { adds: true, made: (figures) => void this.show(figures) });
  }

  askName(figure: FigureId): void {
    askForText(`Rename ${figure}`, figure, (name) => void this.rename(figure, name));
  }

  /** Gives a figure another name; what is selected of it stays so. */
  async rename(figure: FigureId, name: string): Promise<void> {
    const { state } = this;
    const { part } = state.selection.value;
    const isActive = state.active.value?.id === figure;
    if (!(await this.editor.edit(renameFigure(figure, name)))) return;
    if (part?.figure === figure) state.select({ figure: name, part: part.part });
    else if (isActive) state.activate(name);
  }

  change(figure: FigureId, changes: FigureChanges): void {
    void this.editor.edit(changeFigure(figure, changes));
  }

  /** Lets limbs stretch, or no longer. */
  stretch(figure: FigureId): Promise<unknown> {
    const stretches = (this.state.figures.value.get(figure)?.data.stretches.length ?? 0) > 0;
    return this.editor.edit(setStretch(figure, stretches ? 0 : MOST_STRETCH));
  }

  /** Asks how much longer limbs may get, in percent. */
  askStretch(figure: FigureId): void {
    const { parameters } = this.state.figures.value.get(figure)!.data;
    const now = Math.max(...parameters.map(({ unit, hi }) => (unit === "%" ? (hi ?? 0) : 0)));
    const fields = [{ label: "Longer by at most [%]", value: Math.round(100 * now) }];
    askForNumbers("How far limbs stretch", fields, "Set", ([most = 0]) => void this.editor.edit(setStretch(figure, most / 100)));
  }

  remove(figure: FigureId): void {
    void this.editor.edit(removeFigure(figure));
  }

  private async make(command: Command): Promise<void> {
    const made = await this.editor.edit(command);
    if (made) await this.show(made.figures);
  }

  /** Selects a figure that was made, and brings it into sight. */
  async show([figure]: readonly FigureId[]): Promise<void> {
    const { state } = this;
    if (figure === undefined) return;
    await this.editor.until(() => state.figures.value.has(figure));
    const found = state.figures.value.get(figure);
    if (!found?.root) return;
    state.select(found.ref(found.root.name));
    this.reveal(figure);
  }
}

export function figureActions(state: State, edits: FigureEdits): ActionSet {
  const group = "Figures";
  const active = (): FigureId => state.active.value?.id ?? "";
  const name = (): string => (state.several.value ? active() : "figure");
  const action = (label: () => string, run: (figure: FigureId) => void, more: Partial<Action> = {}): Action => ({
    label,
    group,
    enabled: () => state.active.value !== null,
    run: () => run(active()),
    ...more,
  });
  const now = () => state.figureState(active());
  const stretches = (): boolean => (state.active.value?.data.stretches.length ?? 0) > 0;
  return {
    duplicateFigure: action(
      () => `Duplicate ${name()}`,
      (figure) => void edits.duplicate(figure),
      { keys: "Shift+D" },
    ),
    renameFigure: action(
      () => `Rename ${name()} …`,
      (figure) => edits.askName(figure),
      { keys: "F2" },
    ),
    hideFigure: action(
      () => `${now()?.hidden ? "Show" : "Hide"} ${name()}`,
      (figure) => edits.change(figure, { hidden: !now()?.hidden }),
      { keys: "Alt+H" },
    ),
    freezeFigure: action(
      () => `${now()?.frozen ? "Unfreeze" : "Freeze"} ${name()}`,
      (figure) => edits.change(figure, { frozen: !now()?.frozen }),
      { keys: "Shift+F" },
    ),
    stretch: action(
      () => "Limbs that stretch",
      (figure) => void edits.stretch(figure),
      { checked: stretches },
    ),
    stretchFar: action(
      () => "How far limbs stretch …",
      (figure) => edits.askStretch(figure),
      { enabled: stretches },
    ),
    removeFigure: action(
      () => `Delete ${name()}`,
      (figure) => edits.remove(figure),
      { enabled: () => state.several.value },
    ),
  };
}
