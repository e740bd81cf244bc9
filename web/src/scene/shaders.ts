/** How the figure is drawn: vertices carried by their joint, light from above and from the viewer's left shoulder. */

/** Carries a vertex by its joint; with OUTLINE also outward, by `thickness` in the plane of the screen. */
export const vertexShader = /* glsl */ `
in float joint;
in vec3 colour;
uniform highp sampler2D transforms;
uniform sampler2D looks;
uniform float thickness;
out vec3 vNormal;
out vec3 vColour;
out vec3 vPlace;
flat out int vLook;
void main() {
  int j = int(joint + 0.5);
  vec4 x = texelFetch(transforms, ivec2(0, j), 0);
  vec4 y = texelFetch(transforms, ivec2(1, j), 0);
  vec4 z = texelFetch(transforms, ivec2(2, j), 0);
  vec4 p = vec4(position, 1.0);
  vec3 place = vec3(dot(x, p), dot(y, p), dot(z, p));
  // a normal goes with the cofactors, so that scales in the tree do not tilt it
  vec3 n = vec3(dot(cross(y.xyz, z.xyz), normal), dot(cross(z.xyz, x.xyz), normal), dot(cross(x.xyz, y.xyz), normal));
  vec4 world = modelMatrix * vec4(place, 1.0);
  vPlace = world.xyz;
  vNormal = normalize(mat3(viewMatrix) * mat3(modelMatrix) * n);
  vColour = colour;
  vLook = int(texelFetch(looks, ivec2(0, j), 0).r * 255.0 + 0.5);
  gl_Position = projectionMatrix * viewMatrix * world;
#ifdef OUTLINE
  vec2 aside = (projectionMatrix * vec4(vNormal, 0.0)).xy;
  vec2 size = vec2(projectionMatrix[1][1] / projectionMatrix[0][0], 1.0);
  aside *= size;
  gl_Position.xy += normalize(aside + 1e-9) / size * thickness * gl_Position.w;
#endif
  if ((vLook & 16) != 0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

export const fragmentShader = /* glsl */ `
uniform vec3 accent;
uniform float brightness;
in vec3 vNormal;
in vec3 vColour;
in vec3 vPlace;
flat in int vLook;
out vec4 result;
void main() {
  vec3 n = normalize(vNormal);
  if (!gl_FrontFacing) n = -n;
  vec3 up = mat3(viewMatrix) * vec3(0.0, 1.0, 0.0);
  float sky = 0.5 + 0.5 * dot(n, up);
  float key = max(dot(n, normalize(vec3(-0.45, 0.55, 0.75))), 0.0);
  float rim = pow(1.0 - max(n.z, 0.0), 3.0);
  vec3 base = vColour;
  float chosen = (vLook & 2) != 0 ? 1.0 : (vLook & 4) != 0 ? 0.7 : 0.0;
  if ((vLook & 1) != 0) base = mix(base, vec3(1.0), 0.12);
  vec3 ambient = mix(vec3(0.20, 0.19, 0.19), vec3(0.50, 0.53, 0.58), sky);
  vec3 light = ambient + key * vec3(0.72, 0.69, 0.64) + rim * sky * vec3(0.22, 0.25, 0.30);
  vec3 shade = base * light * brightness;
  // what is chosen or pulled glows at its edges, so that its own colour stays
  float edge = 0.16 + 0.84 * pow(1.0 - max(n.z, 0.0), 1.6);
  result = linearToOutputTexel(vec4(mix(shade, accent, chosen * edge), 1.0));
}`;

export const outlineShader = /* glsl */ `
uniform vec3 accent;
in vec3 vNormal;
in vec3 vColour;
in vec3 vPlace;
flat in int vLook;
out vec4 result;
void main() { result = linearToOutputTexel(vec4(accent, 1.0)); }`;

/** Seen from below: the nearer to the ground, the darker; of what overlaps, the darkest counts. */
export const shadowShader = /* glsl */ `
uniform float height;
in vec3 vNormal;
in vec3 vColour;
in vec3 vPlace;
flat in int vLook;
out vec4 result;
void main() {
  float above = max(vPlace.y, 0.0) / height;
  float dark = 0.75 * exp(-above * 14.0) + 0.22 * exp(-above * 2.2);
  result = vec4(dark);
}`;
