// @vitest-environment node

import { describe, expect, it } from "vitest";
import { batch, computed, effect, owned, signal, untracked } from "../src/state/signals";

describe("an effect", () => {
  it("runs at once and after each change, until it is disposed", () => {
    const count = signal(1);
    const seen: number[] = [];
    const stop = effect(() => void seen.push(count.value));
    count.value = 2;
    count.value = 2; // equal: no change
    stop();
    count.value = 3;
    expect(seen).toEqual([1, 2]);
  });

  it("runs once for a batch, and in the order in which effects were made", () => {
    const [a, b] = [signal(0), signal(0)];
    const seen: string[] = [];
    effect(() => void seen.push(`first ${a.value + b.value}`));
    effect(() => void seen.push(`second ${b.value}`));
    seen.length = 0;
    batch(() => {
      b.value = 1;
      a.value = 1;
    });
    expect(seen).toEqual(["first 2", "second 1"]);
  });

  it("forgets what it no longer reads", () => {
    const [which, left, right] = [signal(true), signal("l"), signal("r")];
    const seen: string[] = [];
    effect(() => void seen.push(which.value ? left.value : right.value));
    right.value = "r2";
    which.value = false;
    left.value = "l2";
    right.value = "r3";
    expect(seen).toEqual(["l", "r2", "r3"]);
  });

  it("may set what others read, and is told of an endless loop", () => {
    const [a, b] = [signal(1), signal(0)];
    effect(() => {
      b.value = 2 * a.value;
    });
    a.value = 5;
    expect(b.value).toBe(10);
    const loop = signal(0);
    expect(() =>
      effect(() => {
        loop.value = loop.value + 1;
      }),
    ).toThrow("without end");
  });

  it("that fails does not keep others from running", () => {
    const a = signal(0);
    const seen: number[] = [];
    effect(() => {
      if (a.value === 1) throw new Error("broken");
    });
    effect(() => void seen.push(a.value));
    expect(() => {
      a.value = 1;
    }).toThrow("broken");
    a.value = 2;
    expect(seen).toEqual([0, 1, 2]);
  });

  it("reads without subscribing where it is told to", () => {
    const [a, b] = [signal(1), signal(1)];
    let runs = 0;
    effect(() => {
      runs += a.value + untracked(() => 0 * b.value);
    });
    b.value = 2;
    expect(runs).toBe(1);
  });

  it("disposed by one that runs before it does not run any more", () => {
    const a = signal(0);
    const seen: number[] = [];
    let stop = (): void => {};
    effect(() => void (a.value && stop()));
    stop = effect(() => void seen.push(a.value));
    a.value = 1;
    expect(seen).toEqual([0]);
  });
});

describe("a computed value", () => {
  it("is right inside a batch and never half changed", () => {
    const [a, b] = [signal(1), signal(2)];
    const sum = computed(() => a.value + b.value);
    const twice = computed(() => 2 * sum.value);
    const seen: number[] = [];
    effect(() => void seen.push(twice.value - sum.value));
    batch(() => {
      a.value = 10;
      expect(twice.value).toBe(24);
      b.value = 20;
    });
    expect(seen).toEqual([3, 30]);
  });

  it("that comes out the same stops there", () => {
    const a = signal(1);
    const odd = computed(() => a.value % 2 === 1);
    let runs = 0;
    effect(() => {
      void odd.value;
      runs++;
    });
    a.value = 3;
    a.value = 5;
    expect(runs).toBe(1);
    a.value = 6;
    expect(runs).toBe(2);
  });

  it("is computed once for many readers, and keeps nothing alive that nobody reads", () => {
    const a = signal(1);
    let computations = 0;
    const square = computed(() => {
      computations++;
      return a.value ** 2;
    });
    const stops = [1, 2, 3].map(() => effect(() => void square.value));
    expect(computations).toBe(1);
    a.value = 2;
    expect(computations).toBe(2);
    for (const stop of stops) stop();
    a.value = 3;
    expect(computations).toBe(2);
    expect(square.value).toBe(9);
  });

  it("takes its own idea of equal", () => {
    const a = signal([1]);
    const list = computed(
      () => a.value,
      (x, y) => x.join() === y.join(),
    );
    let runs = 0;
    effect(() => {
      void list.value;
      runs++;
    });
    a.value = [1];
    expect(runs).toBe(1);
    a.value = [2];
    expect(runs).toBe(2);
  });
});

describe("owned effects", () => {
  it("end together", () => {
    const a = signal(0);
    let runs = 0;
    const [result, stop] = owned(() => {
      effect(() => {
        void a.value;
        runs++;
      });
      effect(() => {
        void a.value;
        runs++;
      });
      return "made";
    });
    a.value = 1;
    stop();
    a.value = 2;
    expect([result, runs]).toEqual(["made", 4]);
  });

  it("agree with a plain computation for random graphs and random changes", () => {
    let seed = 7;
    const next = (most: number): number => {
      seed = (seed * 1664525 + 1013904223) % 2 ** 32;
      return seed % most;
    };
    for (let trial = 0; trial < 50; trial++) {
      const inputs = Array.from({ length: 4 }, () => signal(next(5)));
      const plain: (() => number)[] = inputs.map((each) => () => untracked(() => each.value));
      const nodes: { value: number }[] = [...inputs];
      for (let k = 0; k < 6; k++) {
        const [i, j] = [next(nodes.length), next(nodes.length)];
        const [a, b, pa, pb] = [nodes[i]!, nodes[j]!, plain[i]!, plain[j]!];
        nodes.push(computed(() => (a.value % 2 ? a.value : b.value) % 7));
        plain.push(() => (pa() % 2 ? pa() : pb()) % 7);
      }
      const shown: number[] = [];
      nodes.forEach((node, k) => {
        effect(() => {
          shown[k] = node.value;
        });
      });
      for (let change = 0; change < 20; change++) {
        batch(() => {
          for (let k = 0; k <= next(3); k++) inputs[next(4)]!.value = next(5);
        });
        expect(shown).toEqual(plain.map((each) => each()));
      }
    }
  });
});
