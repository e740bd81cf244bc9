/** Characters of one's own: files that are dropped, roles and dressing, feet that are cleaned. */

import type { Editor } from "../editor";
import type { Stage } from "../stage/stage";
import type { FigureId } from "../state/part";
import { VIEW_NAMES } from "../state/view";
import { popup } from "../widgets/menu";
import type { ActionSet } from "./action";
import type { FigureEdits } from "./figures";
import { importFiles, isCharacter } from "./files";

/** The figure that is seen at a place of the window. */
export function figureAt(stage: Stage, { x, y }: { x: number; y: number }): FigureId | null {
  const box = stage.canvas.getBoundingClientRect();
  for (const view of VIEW_NAMES) {
    const rect = stage.rects[view];
    const [across, down] = [x - box.left - (rect?.left ?? 0), y - box.top - (rect?.top ?? 0)];
    if (rect && across >= 0 && down >= 0 && across <= rect.width && down <= rect.height)
      return stage.pick(view, across, down)?.figure ?? null;
  }
  return null;
}

/** Takes dropped files in. A character that is dropped on a figure may be meant for it: that is asked. */
export function dropFiles(
  editor: Editor,
  stage: Stage,
  edits: FigureEdits,
  files: readonly File[],
  at: { x: number; y: number },
): void {
  const onto = isCharacter(files) ? figureAt(stage, at) : null;
  if (onto === null) {
    edits.addFiles(files);
    return;
  }
  const entries = [
    { label: "Add it as a figure", icon: "plus" as const, run: () => edits.addFiles(files) },
    { label: `Put its motion on ${onto}`, icon: "pose" as const, run: () => void importFiles(editor, files, { onto }) },
  ];
  popup(entries, at, { title: files[0]?.name ?? "" });
}

export function characterActions(editor: Editor, roles: { open(figure: FigureId): void }): ActionSet {
  const { state } = editor;
  const group = "Figures";
  const figure = (): FigureId => state.active.value?.id ?? "";
  return {
    dress: {
      label: "Dress as a human body …",
      group,
      enabled: () => (state.active.value?.data.joints.length ?? 0) > 1,
      run: () => roles.open(figure()),
    },
    cleanFeet: {
      label: "Clean feet that slide",
      group: "Timeline",
      enabled: () => state.timeline.clips.value.has(figure()),
      run: () => void editor.edit({ kind: "clean_feet", figure: figure() }),
    },
  };
}
