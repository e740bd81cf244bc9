/** The parts of the document that the server has told, and the scene that they make. A part that did not change stays the same object. */

import type {
  ActorData,
  BackdropData,
  ClipData,
  DocumentHead,
  DocumentParts,
  FigureData,
  LockData,
  Settings,
  ShelfData,
  Timeline as TimelineData,
} from "../messages";
import { Clip } from "../state/clip";
import { Figure } from "../state/figure";
import type { FigureId } from "../state/part";
import type { Lock, Scene } from "../state/scene";

export class SceneParts {
  private head: DocumentHead | null = null;
  private settings: Settings | null = null;
  private readonly drawn = new Map<string, FigureData>(); // several figures may share one
  private readonly actors = new Map<string, ActorData>();
  private readonly locks = new Map<string, Lock>();
  private readonly clips = new Map<string, Clip>();
  private timeline: TimelineData | null = null;
  private shelves: readonly ShelfData[] = [];
  private backdrops: readonly BackdropData[] = [];

  /** Takes what has changed; null in a table stands for what is gone. */
  update({ head, settings, timeline, shelves, backdrops, figures, actors, locks, clips }: DocumentParts): void {
    this.head = head ?? this.head;
    this.settings = settings ?? this.settings;
    this.timeline = timeline ?? this.timeline;
    this.shelves = shelves ?? this.shelves;
    this.backdrops = backdrops ?? this.backdrops;
    take(this.drawn, figures, (data) => data);
    take(this.actors, actors, (data) => data);
    take(this.locks, locks, lockFrom);
    take(this.clips, clips, (data: ClipData) => new Clip(data));
  }

  /** The document as the server has told it; null until there is a whole one. */
  scene(revision: number): Scene | null {
    const { head, settings, timeline } = this;
    if (!head || !settings || !timeline) return null;
    const figures = head.actors.flatMap((name) => {
      const actor = this.actors.get(name);
      return actor ? [[name, actor] as const] : [];
    });
    const locks = head.locks.flatMap((id) => this.locks.get(String(id)) ?? []);
    const clips = head.actors.flatMap((name) => {
      const clip = this.clips.get(name);
      return clip ? [[name, clip] as const] : [];
    });
    const { shelves, backdrops } = this;
    const { ground, terrain } = head;
    return {
      name: head.name,
      revision,
      figures: new Map(figures),
      locks,
      settings,
      timeline,
      clips: new Map(clips),
      shelves,
      backdrops,
      ground,
      terrain,
    };
  }

  /** The figures in the order of the document; those of `before` that are still the same are kept. */
  figures(before: ReadonlyMap<FigureId, Figure>, same: (a: FigureData, b: FigureData) => boolean): Map<FigureId, Figure> {
    const found = new Map<FigureId, Figure>();
    for (const name of this.head?.actors ?? []) {
      const data = this.drawn.get(this.actors.get(name)?.figure ?? "");
      const known = before.get(name);
      if (data) found.set(name, known && (known.data === data || same(known.data, data)) ? known : new Figure(name, data));
    }
    return found;
  }
}

function take<Data, Kept>(table: Map<string, Kept>, news: Record<string, Data | null>, kept: (data: Data) => Kept): void {
  for (const [key, data] of Object.entries(news)) {
    if (data === null) table.delete(key);
    else table.set(key, kept(data));
  }
}

function lockFrom({ mark: { figure, part, ...mark }, ...lock }: LockData): Lock {
  return { ...lock, mark: { ...mark, on: figure !== null && part !== null ? { figure, part } : null } };
}
