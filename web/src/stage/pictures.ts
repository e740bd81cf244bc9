/** Small pictures of poses, for keys and clips: drawn beside the views, each figure alone, all at the same scale. */

import * as THREE from "three";
import { uprightMatrix } from "../math/upright";
import type { Figure } from "../state/figure";
import { Body } from "./body";
import { sizeOf } from "./geometry";
import { readPixels } from "./read_pixels";
import type { Renderer } from "./renderer";
import type { Surfaces } from "./surfaces";
import type { StageTheme } from "./theme";

const ROOM = 1.12; // of a figure's size, that a picture shows from its lower to its upper edge
const DIRECTION = new THREE.Vector3(0.62, 0.18, 0.76).normalize(); // from which a figure is seen

export class Pictures {
  private readonly bodies = new Map<Figure["data"], Body>();
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.OrthographicCamera();
  private target: THREE.WebGLRenderTarget | null = null;

  constructor(
    private readonly renderer: Renderer,
    private readonly surfaces: Surfaces,
  ) {
    this.scene.matrixAutoUpdate = false;
  }

  /** Draws the figure of a body as it stands by some transforms; the middle of the picture is above its root's place on the ground. */
  draw(shown: Body, transforms: Float32Array, theme: StageTheme, width: number, height: number): ImageData {
    const { figure } = shown;
    const body = this.bodyOf(figure, theme);
    body.uniforms.tint.value.copy(shown.uniforms.tint.value);
    return this.drawBody(body, transforms, width, height);
  }

  /** Draws a figure without a tint. */
  drawFigure(figure: Figure, transforms: Float32Array, theme: StageTheme, width: number, height: number): ImageData {
    const body = this.bodyOf(figure, theme);
    body.tint(null);
    return this.drawBody(body, transforms, width, height);
  }

  private drawBody(body: Body, transforms: Float32Array, width: number, height: number): ImageData {
    body.pose(transforms);
    this.aim(body, transforms, width / height);
    const pixels = new Uint8Array(4 * width * height);
    readPixels(this.renderer, this.targetOf(width, height), this.scene, this.camera, pixels);
    return upsideDown(pixels, width, height);
  }

  private bodyOf(figure: Figure, theme: StageTheme): Body {
    let body = this.bodies.get(figure.data);
    if (!body) {
      if (this.bodies.size > 16) this.forget();
      body = new Body(figure, theme, true, this.surfaces.of(figure.data.skin));
      this.bodies.set(figure.data, body);
    }
    body.uniforms.brightness.value = theme.brightness;
    this.scene.clear();
    const holder = new THREE.Group();
    holder.matrixAutoUpdate = false;
    holder.matrix.copy(uprightMatrix(figure.data.up));
    holder.add(body.mesh);
    this.scene.add(holder);
    return body;
  }

  /** Draws bodies anew, for they look otherwise now. */
  forget(): void {
    for (const body of this.bodies.values()) body.dispose();
    this.bodies.clear();
  }

  private aim(body: Body, transforms: Float32Array, aspect: number): void {
    const { data } = body.figure;
    const up = data.up === "z" ? 2 : 1;
    const size = ROOM * Math.max(sizeOf(data), widthOf(data, up) / aspect);
    const root = new THREE.Vector3(transforms[3], transforms[7], transforms[11]);
    root.setComponent(up, middle(body, up, size));
    root.applyMatrix4(uprightMatrix(data.up));
    const { camera } = this;
    camera.top = size / 2;
    camera.bottom = -size / 2;
    camera.right = (size / 2) * aspect;
    camera.left = -camera.right;
    camera.near = 0;
    camera.far = 8 * size;
    camera.position.copy(root).addScaledVector(DIRECTION, 4 * size);
    camera.lookAt(root);
    camera.updateMatrixWorld();
    camera.updateProjectionMatrix();
  }

  private targetOf(width: number, height: number): THREE.WebGLRenderTarget {
    if (this.target?.width !== width || this.target.height !== height) {
      this.target?.dispose();
      this.target = new THREE.WebGLRenderTarget(width, height);
    }
    return this.target;
  }
}

/** How wide a figure at rest is across the line of sight. */
function widthOf({ lowest, highest }: Figure["data"], up: 1 | 2): number {
  const [x, other] = [highest[0] - lowest[0], highest[3 - up]! - lowest[3 - up]!];
  return (x * DIRECTION.z + other * DIRECTION.x) / Math.hypot(DIRECTION.x, DIRECTION.z);
}

/** The height in the middle of a picture: that of the figure at rest, or the nearest from which all of it is seen. */
function middle(body: Body, up: 1 | 2, size: number): number {
  const { lowest, highest } = body.figure.data;
  const rest = (lowest[up] + highest[up]) / 2;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { centre, radius } of body.balls())
    [low, high] = [Math.min(low, centre[up] - radius), Math.max(high, centre[up] + radius)];
  if (high - low > size) return (low + high) / 2;
  return Math.min(Math.max(rest, high - size / 2), low + size / 2);
}

/** The card's first row is the lowest one, a picture's the highest. */
function upsideDown(pixels: Uint8Array, width: number, height: number): ImageData {
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y++)
    image.data.set(pixels.subarray(4 * width * (height - 1 - y), 4 * width * (height - y)), 4 * width * y);
  return image;
}
