/** A soft shadow where figures meet the ground: their picture from below, darker the lower, blurred twice. */

import * as THREE from "three";
import { toStage, type Up } from "../math/upright";
import type { Body } from "./body";
import { sizeOf } from "./geometry";
import type { Renderer } from "./renderer";
import type { StageTheme } from "./theme";

const SIZE = 256; // [pixels]

const copy = /* glsl */ `
out vec2 at;
void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`;

const blur = /* glsl */ `
uniform sampler2D source;
uniform vec2 stride;
in vec2 at;
out vec4 result;
void main() {
  float sum = 0.0;
  float total = 0.0;
  for (int k = -5; k <= 5; k++) {
    float weight = exp(-float(k * k) / 10.0);
    sum += weight * texture(source, at + float(k) * stride).r;
    total += weight;
  }
  result = vec4(sum / total);
}`;

const onGround = /* glsl */ `
out vec2 at;
void main() { at = vec2(uv.x, 1.0 - uv.y); gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`;

const dark = /* glsl */ `
uniform sampler2D source;
uniform float strength;
in vec2 at;
out vec4 result;
void main() { result = vec4(0.0, 0.0, 0.0, strength * texture(source, at).r); }`;

export class Shadow {
  readonly mesh: THREE.Mesh;
  stale = true;
  private readonly targets = [target(), target()] as const;
  private readonly camera = new THREE.OrthographicCamera(-1, 1, 1, -1, -10, 10);
  private readonly scene = new THREE.Scene();
  private readonly blurScene = new THREE.Scene();
  private readonly blurMaterial: THREE.ShaderMaterial;
  private readonly flat: THREE.ShaderMaterial;
  private readonly blurred = { source: { value: null as THREE.Texture | null }, stride: { value: new THREE.Vector2() } };
  private readonly strength = { value: 0.5 };
  private readonly holder = new THREE.Group();

  constructor() {
    this.holder.matrixAutoUpdate = false;
    this.scene.add(this.holder);
    this.blurMaterial = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: copy,
      fragmentShader: blur,
      depthTest: false,
      depthWrite: false,
      uniforms: this.blurred,
    });
    const screen = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.blurMaterial);
    screen.frustumCulled = false;
    this.blurScene.add(screen);
    this.flat = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: onGround,
      fragmentShader: dark,
      transparent: true,
      depthWrite: false,
      uniforms: { source: { value: this.targets[0].texture }, strength: this.strength },
    });
    this.mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2).rotateX(-Math.PI / 2), this.flat);
    this.mesh.renderOrder = -5;
    this.mesh.frustumCulled = false;
  }

  paint(theme: StageTheme): void {
    this.strength.value = theme.shadowStrength;
  }

  /** Takes the bodies that cast it. */
  cast(bodies: Iterable<Body>, upright: THREE.Matrix4): void {
    this.holder.clear();
    this.holder.matrix.copy(upright);
    for (const body of bodies) this.holder.add(body.shadow);
    this.stale = true;
  }

  /** Draws the shadow again, if a figure has moved. */
  refresh(renderer: Renderer, bodies: Iterable<Body>, up: Up): void {
    if (!this.stale) return;
    this.stale = false;
    const [first, second] = this.targets;
    const { x, z, half } = square(bodies, up);
    this.mesh.position.set(x, 0, z);
    this.mesh.scale.set(half, 1, half);
    Object.assign(this.camera, { left: -half, right: half, top: half, bottom: -half, near: -half * 8, far: half * 8 });
    this.camera.position.set(x, 0, z);
    this.camera.up.set(0, 0, 1); // so that u runs with x and v with z
    this.camera.lookAt(x, 1, z);
    this.camera.updateProjectionMatrix();
    const before = renderer.getScissorTest();
    renderer.setScissorTest(false);
    this.pass(renderer, this.scene, first);
    this.blurred.source.value = first.texture;
    this.blurred.stride.value.set(1.3 / SIZE, 0);
    this.pass(renderer, this.blurScene, second);
    this.blurred.source.value = second.texture;
    this.blurred.stride.value.set(0, 1.3 / SIZE);
    this.pass(renderer, this.blurScene, first);
    renderer.setRenderTarget(null);
    renderer.setScissorTest(before);
  }

  dispose(): void {
    for (const target of this.targets) target.dispose();
    this.blurMaterial.dispose();
    this.flat.dispose();
    this.mesh.geometry.dispose();
  }

  private pass(renderer: Renderer, scene: THREE.Scene, target: THREE.WebGLRenderTarget): void {
    renderer.setRenderTarget(target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(scene, this.camera);
  }
}

/** The square of the ground, on the stage, that holds the shadows of all bodies [m]. */
function square(bodies: Iterable<Body>, up: Up): { x: number; z: number; half: number } {
  const [low, high] = [new THREE.Vector2(Infinity, Infinity), new THREE.Vector2(-Infinity, -Infinity)];
  for (const body of bodies) {
    const [x, , z] = toStage(body.centre(), up);
    const reach = 0.75 * sizeOf(body.figure.data);
    low.min(new THREE.Vector2(x - reach, z - reach));
    high.max(new THREE.Vector2(x + reach, z + reach));
  }
  const [width, depth] = [high.x - low.x, high.y - low.y];
  return { x: (low.x + high.x) / 2, z: (low.y + high.y) / 2, half: Math.max(width, depth) / 2 };
}

const target = (): THREE.WebGLRenderTarget =>
  new THREE.WebGLRenderTarget(SIZE, SIZE, { depthBuffer: false, stencilBuffer: false });
