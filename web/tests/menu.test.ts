import { afterEach, expect, it, vi } from "vitest";
import { closeMenus, menuBar, menuIsOpen, popup } from "../src/widgets/menu";

const lists = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".menu")];
const press = (key: string): void =>
  void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const focused = (): string => document.activeElement?.querySelector(".menu-label")?.textContent ?? "";

afterEach(closeMenus);

it("a menu of an item opens beside it, with a title, and the first one stays", () => {
  const run = vi.fn();
  popup([{ label: "First" }, { label: "On a line", items: () => [{ label: "moves up and down", run }] }], { x: 0, y: 0 });
  press("ArrowDown");
  press("ArrowRight");
  expect(lists().length).toBe(2);
  expect(lists()[1]?.querySelector(".menu-title")?.textContent).toBe("On a line");
  expect(lists()[1]?.getAttribute("aria-label")).toBe("On a line");
  expect(focused()).toBe("moves up and down");
  press("ArrowLeft");
  expect([lists().length, focused()]).toEqual([1, "On a line"]);
  press("Enter");
  (document.activeElement as HTMLElement).click();
  press("Escape");
  expect([lists().length, focused(), menuIsOpen()]).toEqual([1, "On a line", true]);
  (document.activeElement as HTMLElement).click();
  (document.activeElement as HTMLElement).click();
  expect([run.mock.calls.length, menuIsOpen(), lists().length]).toEqual([1, false, 0]);
});

it("hovering opens the menu of an item and closes that of another", () => {
  const items = (label: string) => ({ label, items: () => [{ label: `in ${label}` }] });
  popup([items("one"), items("two"), { label: "three" }], { x: 0, y: 0 });
  const [one, two, three] = document.querySelectorAll(".menu-item");
  const hover = (item: Element | undefined): void => void item?.dispatchEvent(new Event("pointermove"));
  hover(one);
  expect(lists()[1]?.textContent).toContain("in one");
  hover(two);
  expect([lists().length, lists()[1]?.textContent?.includes("in two")]).toEqual([2, true]);
  hover(three);
  expect(lists().length).toBe(1);
});

it("arrows go along the menu bar, open or not, and down opens a menu", () => {
  const bar = menuBar({ File: () => [{ label: "New" }], Edit: () => [{ label: "Undo" }], View: () => [{ label: "Home" }] });
  document.body.append(bar);
  const at = (): string | undefined => (document.activeElement as HTMLElement).dataset.menu;
  bar.querySelector<HTMLElement>(".menu-button")?.focus();
  press("ArrowRight");
  expect([at(), menuIsOpen()]).toEqual(["Edit", false]);
  press("ArrowLeft");
  press("ArrowLeft");
  expect(at()).toBe("View");
  press("ArrowDown");
  expect([focused(), menuIsOpen()]).toEqual(["Home", true]);
  press("ArrowRight");
  expect(focused()).toBe("New");
  press("Escape");
  expect([at(), menuIsOpen()]).toEqual(["File", false]);
  bar.remove();
});

it("arrows in the menu bar are for it alone, and keys go back to what had them when an item was chosen", async () => {
  const [run, elsewhere] = [vi.fn(), vi.fn()];
  const field = document.body.appendChild(document.createElement("button"));
  const bar = menuBar({ File: () => [{ label: "New", run }], Edit: () => [{ label: "Undo", run }] });
  document.body.append(bar);
  document.addEventListener("keydown", elsewhere); // as the keys of the editor, after the bar
  field.focus();
  bar.querySelector<HTMLElement>(".menu-button")?.focus();
  press("ArrowRight");
  expect(elsewhere).not.toHaveBeenCalled();
  press("ArrowDown");
  expect(focused()).toBe("Undo");
  (document.activeElement as HTMLElement).click();
  expect(run).toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  bar.querySelector<HTMLElement>(".menu-button")?.focus();
  press("Escape");
  expect(document.activeElement).toBe(field);
  document.removeEventListener("keydown", elsewhere);
  for (const element of [bar, field]) element.remove();
});
