/** Characters of one's own: files that are dropped, roles and dressing, feet that are cleaned. */

import type { Editor } from "../editor";
import type { FigureId } from "../state/part";
import { VIEW_NAMES, type ViewName } from "../state/view";
import type { Panes } from "../views/panes";
import { popup } from "../widgets/menu";
import type { ActionSet } from "./action";
import { isPicture, putBackdrop } from "./backdrops";
import type { FigureEdits } from "./figures";
import { importFiles, isCharacter } from "./files";

/** The view at a place of the window, and the figure that is seen there. */
function seenAt({ stage }: Panes, { x, y }: { x: number; y: number }): { view: ViewName; figure: FigureId | null } | null {
  const box = stage.canvas.getBoundingClientRect();
  for (const view of VIEW_NAMES) {
    const rect = stage.rects[view];
    const [across, down] = [x - box.left - (rect?.left ?? 0), y - box.top - (rect?.top ?? 0)];
    if (rect && across >= 0 && down >= 0 && across <= rect.width && down <= rect.height)
      return { view, figure: stage.pick(view, across, down)?.figure ?? null };
  }
  return null;
}

/** Takes dropped files in. A picture goes behind the view that it is dropped on. A character that is dropped on a figure may be meant for it: that is asked. */
export function dropFiles(
  editor: Editor,
  panes: Panes,
  edits: FigureEdits,
  files: readonly File[],
  at: { x: number; y: number },
): void {
  const seen = seenAt(panes, at);
  const [first] = files;
  if (first && files.every(isPicture)) {
    void putBackdrop(editor, panes, seen?.view ?? editor.state.large.value, first);
    return;
  }
  const onto = isCharacter(files) ? (seen?.figure ?? null) : null;
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
