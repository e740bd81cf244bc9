/** Draws a scene into a target without a background, and reads its pixels, the lowest row first. */

import type * as THREE from "three";
import type { Renderer } from "./renderer";

export function readPixels(
  renderer: Renderer,
  target: THREE.WebGLRenderTarget,
  scene: THREE.Scene,
  camera: THREE.Camera,
  pixels: Uint8Array | Uint8ClampedArray,
): void {
  renderer.setRenderTarget(target);
  renderer.setScissorTest(false);
  renderer.setClearColor(0x000000, 0);
  renderer.clear();
  renderer.render(scene, camera);
  renderer.readRenderTargetPixels(target, 0, 0, target.width, target.height, pixels);
  renderer.setRenderTarget(null);
  renderer.setScissorTest(true);
}
