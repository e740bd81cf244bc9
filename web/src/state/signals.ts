/**
 * Signals: values that know who reads them. An effect runs again when a value that it has read changes, until it is disposed.
 * The effects of one change run after it, each once, in the order in which they were made.
 */

export interface Readable<T> {
  readonly value: T;
}
export interface Signal<T> {
  value: T;
}
export type Dispose = () => void;
type Equals<T> = (a: T, b: T) => boolean;

const MOST_ROUNDS = 100; // of effects that set off effects, before it counts as an endless loop
const pending = new Set<Node>();
let made = 0;
let reader: Node | null = null; // what runs now; it subscribes to all that it reads
let owner: Dispose[] | null = null; // takes the disposers of the effects that are made now
let depth = 0; // of batches

/** A signal, a computed value or an effect: what it reads, and what reads it. */
class Node {
  readonly order = ++made;
  private readonly observers = new Set<Node>();
  private readonly sources = new Map<Node, number>(); // with the version that was read
  private version = 0; // counts changes of the value
  private stale = true;
  private kept: unknown;

  constructor(
    private readonly kind: "signal" | "computed" | "effect",
    private readonly compute: () => unknown,
    private readonly equals: Equals<unknown>,
  ) {}

  read(): unknown {
    if (this.kind === "computed" && !reader && !this.observers.size) return this.compute(); // nobody keeps it up to date
    if (reader) this.observers.add(reader);
    this.refresh();
    reader?.sources.set(this, this.version);
    return this.kept;
  }

  write(next: unknown): void {
    if (this.keep(next)) batch(() => this.notify());
  }

  /** Runs it, if anything that it has read is different now. */
  refresh(): void {
    if (this.kind === "signal" || !this.stale) return;
    this.stale = false;
    if (this.sources.size && ![...this.sources].some(([source, version]) => source.newer(version))) return;
    const before = [...this.sources.keys()];
    const outer = [reader, owner] as const;
    this.sources.clear();
    [reader, owner] = [this, null];
    try {
      this.keep(this.compute());
    } finally {
      [reader, owner] = outer;
      for (const source of before) if (!this.sources.has(source)) source.leave(this);
    }
  }

  /** Reads nothing any more. */
  release(): void {
    this.stale = this.kind === "computed";
    for (const source of this.sources.keys()) source.leave(this);
    this.sources.clear();
  }

  private newer(version: number): boolean {
    this.refresh();
    return this.version !== version;
  }

  private keep(next: unknown): boolean {
    if (this.version && this.equals(this.kept, next)) return false;
    this.kept = next;
    this.version++;
    return true;
  }

  private notify(): void {
    for (const observer of this.observers) {
      if (observer.stale) continue;
      observer.stale = true;
      if (observer.kind === "effect") pending.add(observer);
      else observer.notify();
    }
  }

  private leave(observer: Node): void {
    this.observers.delete(observer);
    if (this.kind === "computed" && !this.observers.size) this.release();
  }
}

const accessors = <T>(node: Node): Signal<T> => ({
  get value() {
    return node.read() as T;
  },
  set value(next: T) {
    node.write(next);
  },
});

/** A value that can be set. Setting an equal one changes nothing. */
export function signal<T>(initial: T, equals: Equals<T> = Object.is): Signal<T> {
  const node = new Node("signal", () => initial, equals as Equals<unknown>);
  node.write(initial);
  return accessors<T>(node);
}

/** A value made from others; computed when it is read, and kept while something observes it. */
export function computed<T>(compute: () => T, equals: Equals<T> = Object.is): Readable<T> {
  return accessors<T>(new Node("computed", compute, equals as Equals<unknown>));
}

/** Runs at once, and again after each change of what it reads. */
export function effect(run: () => void): Dispose {
  const node = new Node("effect", run, () => true);
  const dispose = (): void => {
    node.release();
    pending.delete(node);
  };
  owner?.push(dispose);
  batch(() => node.refresh());
  return dispose;
}

/** Changes several signals; effects run once, at the end. */
export function batch<T>(run: () => T): T {
  depth++;
  try {
    return run();
  } finally {
    if (--depth === 0 && pending.size) flush();
  }
}

/** Reads signals without subscribing to them. */
export function untracked<T>(run: () => T): T {
  const outer = reader;
  reader = null;
  try {
    return run();
  } finally {
    reader = outer;
  }
}

/** Runs something; gives its result, and one disposer for all effects that it made. */
export function owned<T>(run: () => T): [T, Dispose] {
  const outer = owner;
  const mine: Dispose[] = (owner = []);
  try {
    return [untracked(run), () => void mine.splice(0).map((dispose) => dispose())];
  } finally {
    owner = outer;
  }
}

/** Adds something to be done when the effects that are made now are disposed. */
export function onDispose(dispose: Dispose): void {
  owner?.push(dispose);
}

function flush(): void {
  const errors: unknown[] = [];
  depth++; // what effects set off waits for the next round
  for (let round = 0; pending.size && round < MOST_ROUNDS; round++) {
    for (const node of [...pending].sort((a, b) => a.order - b.order)) {
      if (!pending.delete(node)) continue; // disposed meanwhile
      try {
        node.refresh();
      } catch (error) {
        errors.push(error);
      }
    }
  }
  depth--;
  if (pending.size) errors.push(new Error("effects set each other off without end"));
  pending.clear();
  if (errors.length) throw errors[0];
}
