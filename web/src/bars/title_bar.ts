/** The bar at the top: menus, the name of the project, and whether it is saved. */

import type { Actions } from "../actions/action";
import { computed, effect } from "../state/signals";
import type { State } from "../state/state";
import { el, fill, iconButton } from "../widgets/dom";
import { icon } from "../widgets/icons";

const TEXTS = {
  saved: "saved",
  saving: "saving …",
  slow: "working … Escape stops it",
  connecting: "connecting …",
  lost: "not connected: trying again",
} as const;

export function titleBar(state: State, menus: HTMLElement, actions: Actions): HTMLElement {
  const name = el("button", {
    type: "button",
    class: "project-name",
    title: "Rename project",
    onclick: () => actions.run("rename"),
  });
  const saved = el("span", { class: "saved", role: "status" });
  const theme = iconButton("sun", "Light or dark (Shift+T)", () => actions.run("theme"));
  const project = computed(() => state.document.value?.name ?? null);
  effect(() => {
    const [path, called] = [state.file.value, project.value ?? ""];
    const file = path.split(/[\\/]/).at(-1) ?? "";
    const own = file.replace(/(-\d+)?\.manikin$/, "") !== called; // a name of its own
    name.textContent = own && called ? `${called} · ${file}` : file;
    name.title = `${path}: rename project`;
    document.title = path === "" ? "manikin" : `${name.textContent} · manikin`;
  });
  const saving = computed((): keyof typeof TEXTS => {
    const connection = state.connection.value;
    return connection === "open" ? (state.slow.value ? "slow" : state.unsaved.value ? "saving" : "saved") : connection;
  });
  effect(() => {
    saved.dataset.state = saving.value;
    fill(saved, saving.value === "saved" && icon("check"), TEXTS[saving.value]);
  });
  effect(() => fill(theme, icon(state.theme.value === "dark" ? "sun" : "moon")));
  return el(
    "header",
    { class: "title-bar" },
    el("span", { class: "brand" }, el("img", { src: "/assets/icon.svg", alt: "", width: "20", height: "20" }), "manikin"),
    menus,
    el("div", { class: "spacer" }),
    name,
    saved,
    theme,
    iconButton("help", "Keys and gestures (?)", () => actions.run("help")),
  );
}
