/** The bodies of the figures on the stage, by name. */

import type * as THREE from "three";
import type { Figure } from "../state/figure";
import type { FigureId } from "../state/part";
import { Body } from "./body";
import type { Palette } from "./geometry";
import type { Surfaces } from "./surfaces";

export class Bodies extends Map<FigureId, Body> {
  constructor(
    private readonly holder: THREE.Group,
    private readonly surfaces: Surfaces,
    private readonly palette: () => Palette,
    private readonly low: boolean,
  ) {
    super();
  }

  /** Takes the figures of the scene; bodies of those that stay are kept. Says whether any is new. */
  take(figures: ReadonlyMap<FigureId, Figure>): boolean {
    let changed = false;
    for (const [id, body] of [...this]) {
      if (figures.get(id) === body.figure) continue;
      this.drop(id, body);
      changed = true;
    }
    for (const [id, figure] of figures) {
      if (this.has(id)) continue;
      this.set(id, this.make(figure));
      changed = true;
    }
    return changed;
  }

  /** Makes those anew whose skins have come; they stand as before. */
  takeSurfaces(): void {
    for (const [id, old] of [...this]) {
      if (old.surface || !this.surfaces.of(old.figure.data.skin)) continue;
      const body = this.make(old.figure);
      body.inherit(old);
      this.drop(id, old);
      this.set(id, body);
    }
  }

  private make(figure: Figure): Body {
    const body = new Body(figure, this.palette(), this.low, this.surfaces.of(figure.data.skin));
    this.holder.add(body.mesh, body.outline);
    return body;
  }

  private drop(id: FigureId, body: Body): void {
    this.holder.remove(body.mesh, body.outline);
    body.dispose();
    this.delete(id);
  }
}
