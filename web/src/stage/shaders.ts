/** How the figure is drawn: vertices carried by their joint, light from above and from the viewer's left shoulder. */

/** The colour of a surface as it is seen: lit, and glowing at its edges where it is chosen or pulled, so that its own colour stays. */
const light = /* glsl */ `
uniform vec3 accent;
uniform float brightness;
uniform vec4 tint; // and its strength
/** Hatched, so that what is frozen is known without colours as well. */
float hatch(vec2 at, int look) { return (look & 8) != 0 && fract((at.x + at.y) / 9.0) < 0.36 ? 0.78 : 1.0; }
vec3 seen(vec3 n, vec3 colour, int look) {
  vec3 up = mat3(viewMatrix) * vec3(0.0, 1.0, 0.0);
  float sky = 0.5 + 0.5 * dot(n, up);
  float key = max(dot(n, vec3(-0.4358, 0.5327, 0.7264)), 0.0);
  float away = 1.0 - max(n.z, 0.0);
  vec3 own = mix(colour, tint.rgb, tint.a);
  if ((look & 8) != 0) own = mix(own, dot(own, vec3(0.3, 0.59, 0.11)) * vec3(0.82, 0.97, 1.15), 0.8); // frozen
  vec3 base = (look & 1) != 0 ? mix(own, vec3(1.0), 0.12) : own;
  vec3 ambient = mix(vec3(0.20, 0.19, 0.19), vec3(0.50, 0.53, 0.58), sky);
  vec3 shade = base * brightness * (ambient + key * vec3(0.72, 0.69, 0.64) + away * away * away * sky * vec3(0.22, 0.25, 0.30));
  float chosen = (look & 2) != 0 ? 1.0 : (look & 4) != 0 ? 0.7 : 0.0;
  shade = mix(shade, accent, chosen * (0.16 + 0.84 * pow(away, 1.6)));
  return mix(shade * 12.92, 1.055 * pow(max(shade, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, shade)); // sRGB
}`;

/** Carries a vertex by its joint; with OUTLINE also outward, by `thickness` in the plane of the screen; with LOW lights it as well. */
export const vertexShader = /* glsl */ `
in float joint;
in vec3 colour;
#ifdef SKIN
in vec4 bones;
in vec4 weights;
in vec2 coordinates;
#endif
uniform highp sampler2D transforms;
uniform sampler2D looks;
uniform float thickness;
out vec3 vNormal;
out vec3 vColour;
out float vHeight;
out vec2 vCoordinates;
flat out int vLook;
${light}
void main() {
  int j = int(joint + 0.5);
#ifdef SKIN
  vec4 x = vec4(0.0);
  vec4 y = vec4(0.0);
  vec4 z = vec4(0.0);
  for (int k = 0; k < 4; k++) { // linear blend skinning
    int bone = int(bones[k] + 0.5);
    x += weights[k] * texelFetch(transforms, ivec2(0, bone), 0);
    y += weights[k] * texelFetch(transforms, ivec2(1, bone), 0);
    z += weights[k] * texelFetch(transforms, ivec2(2, bone), 0);
  }
  vCoordinates = coordinates;
#else
  vec4 x = texelFetch(transforms, ivec2(0, j), 0);
  vec4 y = texelFetch(transforms, ivec2(1, j), 0);
  vec4 z = texelFetch(transforms, ivec2(2, j), 0);
  vCoordinates = vec2(0.0);
#endif
  vec4 p = vec4(position, 1.0);
  vec3 place = vec3(dot(x, p), dot(y, p), dot(z, p));
  // a normal goes with the cofactors, so that scales in the tree do not tilt it
  vec3 n = vec3(dot(cross(y.xyz, z.xyz), normal), dot(cross(z.xyz, x.xyz), normal), dot(cross(x.xyz, y.xyz), normal));
  vec4 world = modelMatrix * vec4(place, 1.0);
  vHeight = world.y;
  vNormal = normalize(mat3(viewMatrix) * mat3(modelMatrix) * n);
  vLook = int(texelFetch(looks, ivec2(0, j), 0).r * 255.0 + 0.5);
  gl_Position = projectionMatrix * viewMatrix * world;
#ifdef OUTLINE
  vec2 aside = (projectionMatrix * vec4(vNormal, 0.0)).xy;
  vec2 size = vec2(projectionMatrix[1][1] / projectionMatrix[0][0], 1.0);
  aside *= size;
  gl_Position.xy += normalize(aside + 1e-9) / size * thickness * gl_Position.w;
#endif
#ifdef LOW
  vColour = seen(vNormal, colour, vLook);
#else
  vColour = colour;
#endif
  if ((vLook & 16) != 0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // hidden
}`;

const fragmentHead = /* glsl */ `
in vec3 vNormal;
in vec3 vColour;
in float vHeight;
in vec2 vCoordinates;
flat in int vLook;
out vec4 result;
`;

export const fragmentShader = /* glsl */ `
${fragmentHead}
uniform float clear;
${light}
#ifdef PICTURE
uniform sampler2D picture;
uniform float cut;
vec3 painted() {
  vec4 texel = texture(picture, vCoordinates);
  if (texel.a < cut) discard;
  return texel.rgb;
}
#else
vec3 painted() { return vec3(1.0); }
#endif
#ifdef LOW
void main() { result = vec4(vColour * painted() * hatch(gl_FragCoord.xy, vLook), clear); }
#else
void main() {
  vec3 n = normalize(vNormal);
  vec3 own = vColour * pow(painted(), vec3(2.2)); // pictures are in sRGB
  result = vec4(seen(gl_FrontFacing ? n : -n, own, vLook) * hatch(gl_FragCoord.xy, vLook), clear);
}
#endif`;

export const outlineShader = /* glsl */ `
${fragmentHead}
uniform vec3 accent;
void main() { result = vec4(pow(accent, vec3(1.0 / 2.2)), 1.0); }`;

/** Seen through: its edges more than its middle. */
export const ghostShader = /* glsl */ `
${fragmentHead}
uniform vec4 ghost;
void main() {
  float away = 1.0 - abs(normalize(vNormal).z);
  result = vec4(pow(ghost.rgb, vec3(1.0 / 2.2)), ghost.a * (0.25 + 0.75 * away));
}`;

/** Seen from below: the nearer to the ground, the darker; of what overlaps, the darkest counts. */
export const shadowShader = /* glsl */ `
${fragmentHead}
uniform float size;
void main() {
  float above = max(vHeight, 0.0) / size;
  result = vec4(0.75 * exp(-above * 14.0) + 0.22 * exp(-above * 2.2));
}`;
