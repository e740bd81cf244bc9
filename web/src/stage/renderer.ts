/** What the stage needs of the graphics card. */

import * as THREE from "three";

export type Renderer = Pick<
  THREE.WebGLRenderer,
  | "domElement"
  | "autoClear"
  | "clear"
  | "render"
  | "getScissorTest"
  | "getSize"
  | "setClearColor"
  | "setPixelRatio"
  | "setRenderTarget"
  | "setScissor"
  | "setScissorTest"
  | "setSize"
  | "setViewport"
  | "readRenderTargetPixels"
>;

/** A renderer with WebGL 2; throws where the browser has none. `low` is for machines that draw in software. */
export function makeRenderer(low: boolean): Renderer {
  return new THREE.WebGLRenderer({
    antialias: !low,
    alpha: true,
    powerPreference: "high-performance",
    preserveDrawingBuffer: low,
  });
}
