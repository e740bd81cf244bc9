import { beforeEach, describe, expect, it } from "vitest";
import { effect, type Signal, signal } from "../src/state/signals";
import { KeyedRows } from "../src/widgets/keyed";

describe("rows kept by key", () => {
  let list: HTMLElement;
  let made: string[];
  let runs: number;
  let rows: KeyedRows<string, { text: string }>;
  let outside: Signal<number>;

  beforeEach(() => {
    list = document.createElement("ul");
    document.body.replaceChildren(list);
    made = [];
    runs = 0;
    outside = signal(0);
    rows = new KeyedRows(list, (item, key) => {
      made.push(key);
      const row = document.createElement("li");
      row.tabIndex = 0;
      effect(() => {
        runs++;
        void outside.value;
        row.textContent = item.value.text;
      });
      return row;
    });
  });

  const show = (...keys: string[]): void => rows.show(keys.map((key) => [key, { text: key }]));
  const texts = (): (string | null)[] => [...list.children].map((row) => row.textContent);

  it("are made once, and stand in the order of their items", () => {
    show("a", "b", "c");
    const [a, b, c] = list.children;
    show("c", "x", "a", "b");
    expect(texts()).toEqual(["c", "x", "a", "b"]);
    expect([...list.children]).toEqual([c, list.children[1], a, b]);
    expect(made).toEqual(["a", "b", "c", "x"]);
  });

  it("keep the focus when others before them go", () => {
    show("a", "b", "c");
    const b = list.children[1] as HTMLElement;
    b.focus();
    show("b", "c");
    expect(document.activeElement).toBe(b);
    expect(list.children[0]).toBe(b);
  });

  it("run their effects only when their item is different, and never after they are gone", () => {
    show("a", "b");
    expect(runs).toBe(2);
    show("a", "b");
    expect(runs).toBe(2);
    rows.show([
      ["a", { text: "other" }],
      ["b", { text: "b" }],
    ]);
    expect([runs, texts()]).toEqual([3, ["other", "b"]]);
    show("b");
    outside.value++;
    expect(runs).toBe(4);
  });

  it("come out right for any sequence of lists", () => {
    let seed = 3;
    const next = (most: number): number => {
      seed = (seed * 1664525 + 1013904223) % 2 ** 32;
      return Math.floor((seed / 2 ** 32) * most);
    };
    for (let trial = 0; trial < 100; trial++) {
      const keys = [..."abcdefgh"].filter(() => next(2)).sort(() => next(3) - 1);
      show(...keys);
      expect(texts()).toEqual(keys);
    }
  });
});
