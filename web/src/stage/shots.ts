/** Pictures of a view for films: drawn beside the screen at any size, figures and ground only. */

import * as THREE from "three";
import type { Point } from "../math/vector";
import type { FigureId } from "../state/part";
import { readPixels } from "./read_pixels";
import type { Renderer } from "./renderer";

export type Ball = { centre: Point; radius: number };
/** How a figure stands: the transforms of its joints, or null for as it is. */
export type Posing = (figure: FigureId) => Float32Array | null;
/** Draws figures as they are told to stand; RGBA from the upper left corner on. */
export type Shoot = (pose: Posing) => Uint8ClampedArray;
/** Where figures are from a frame to another. */
export interface FilmWay {
  readonly first: number;
  readonly last: number;
  readonly pose: (figure: FigureId, frame: number) => { readonly transforms: Float32Array } | null;
}

const SAMPLES = 4; // of each pixel

export class Shots {
  private target: THREE.WebGLRenderTarget | null = null;
  private readonly flat = document.createElement("canvas");
  private readonly whole = document.createElement("canvas");

  constructor(private readonly renderer: Renderer) {}

  /** Draws a scene by a camera on a background, from its upper to its lower colour, or on none; RGBA from the upper left corner on. */
  take(
    scene: THREE.Scene,
    camera: THREE.Camera,
    size: readonly [number, number],
    back: readonly [string, string] | null,
  ): Uint8ClampedArray {
    const [width, height] = size;
    const image = new ImageData(width, height);
    readPixels(this.renderer, this.targetOf(width, height), scene, camera, image.data);
    return this.onBackground(image, back);
  }

  dispose(): void {
    this.target?.dispose();
    this.target = null;
  }

  private onBackground(image: ImageData, back: readonly [string, string] | null): Uint8ClampedArray {
    const { width, height } = image;
    [this.flat.width, this.flat.height, this.whole.width, this.whole.height] = [width, height, width, height];
    const [flat, whole] = [this.flat.getContext("2d"), this.whole.getContext("2d", { willReadFrequently: true })];
    if (!flat || !whole) return image.data;
    flat.putImageData(straight(image), 0, 0);
    if (back) {
      const shade = whole.createLinearGradient(0, 0, 0, height);
      shade.addColorStop(0, back[0]);
      shade.addColorStop(1, back[1]);
      whole.fillStyle = shade;
      whole.fillRect(0, 0, width, height);
    }
    whole.translate(0, height);
    whole.scale(1, -1); // the card's first row is the lowest one
    whole.drawImage(this.flat, 0, 0);
    return whole.getImageData(0, 0, width, height).data;
  }

  private targetOf(width: number, height: number): THREE.WebGLRenderTarget {
    if (this.target?.width !== width || this.target.height !== height) {
      this.target?.dispose();
      this.target = new THREE.WebGLRenderTarget(width, height, { samples: SAMPLES });
    }
    return this.target;
  }
}

/** Colours that were multiplied by how much of a pixel they cover, divided by it again. */
function straight(image: ImageData): ImageData {
  const { data } = image;
  for (let k = 0; k < data.length; k += 4) {
    const share = data[k + 3]!;
    if (share === 0 || share === 255) continue;
    for (let c = 0; c < 3; c++) data[k + c] = Math.min(255, (data[k + c]! * 255) / share);
  }
  return image;
}
