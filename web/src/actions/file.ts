/** Files: open, save, export. */

import type { Editor } from "../editor";
import { askForText } from "../widgets/prompt";
import { renameProject } from "../wire/commands";
import type { ActionSet } from "./action";
import { download, openFiles } from "./files";
import type { Projects } from "./projects";

export function fileActions(editor: Editor, projects: Projects, openPicture: () => void, openFilm: () => void): ActionSet {
  const { state } = editor;
  const group = "File";
  const ofActive = (): Record<string, string> => (state.active.value ? { figure: state.active.value.id } : {});
  return {
    open: { label: "Open …", keys: "Ctrl+O", group, run: () => openFiles((files) => void projects.open(files)) },
    rename: {
      label: "Rename project …",
      group,
      run: () =>
        askForText("Rename project", state.document.value?.name ?? "", (name) => {
          void editor.edit(renameProject(name));
        }),
    },
    save: {
      label: "Save",
      keys: "Ctrl+S",
      group,
      run: () =>
        editor.notices.show(
          "info",
          "Everything is saved",
          "Every edit is saved at once. Use Save a copy to take the project elsewhere.",
        ),
    },
    saveAs: { label: "Save a copy …", keys: "Ctrl+Shift+S", group, run: () => download("project.manikin") },
    exportPose: { label: "Export pose (JSON)", group, run: () => download("pose.json", ofActive()) },
    exportFigure: { label: "Export figure (.scr)", group, run: () => download("figure.scr", ofActive()) },
    exportFilm: {
      label: "Film …",
      keys: "Ctrl+Shift+E",
      group,
      enabled: () => state.timeline.moves.value,
      run: openFilm,
    },
    exportPicture: {
      label: "Picture …",
      keys: "Ctrl+E",
      group,
      run: openPicture,
    },
  };
}
