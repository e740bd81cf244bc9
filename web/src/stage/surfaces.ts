/** The skins of figures: each is asked for once, and drawn as soon as it is here. */

import { readSurface, type Surface } from "./surface";

export class Surfaces {
  /** Gives the bytes of a skin. */
  ask: (digest: string) => Promise<ArrayBuffer> = () => Promise.reject(new Error("no server"));
  /** A skin has come. */
  onLoaded: () => void = () => {};
  private readonly known = new Map<string, Surface | null>();

  /** The skin of a name; null until it is here. */
  of(digest: string | null): Surface | null {
    if (digest === null) return null;
    if (!this.known.has(digest)) {
      this.known.set(digest, null);
      void this.load(digest);
    }
    return this.known.get(digest) ?? null;
  }

  private async load(digest: string): Promise<void> {
    try {
      const { meshes, pictures } = readSurface(await this.ask(digest));
      const shown = await Promise.all(pictures.map((picture) => createImageBitmap(new Blob([picture]))));
      this.known.set(digest, { meshes, pictures: shown });
      this.onLoaded();
    } catch {
      this.known.delete(digest); // it is asked for again when a figure needs it; until then bones are drawn
    }
  }
}
