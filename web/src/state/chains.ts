/** The IK chains of a drag, as animators name them. */

import type { Settings } from "../messages";
import type { Figure } from "./figure";

export type ChainMode = Settings["drag_mode"];

export interface ChainKind {
  readonly mode: ChainMode;
  readonly label: string;
  readonly what: string;
  readonly action: string;
}

export const CHAINS: readonly ChainKind[] = [
  { mode: "part", label: "FK", what: "The part alone turns about its joint (Shift + drag)", action: "chainPart" },
  { mode: "branch", label: "Limb", what: "The limb follows the part: an arm, a leg, the neck", action: "chainBranch" },
  { mode: "joint", label: "Full body", what: "All joints up to the root follow (Ctrl + drag)", action: "chainJoint" },
];

/** The name of a chain; the full body ends at a joint that was set, and says so. */
export function chainLabel(mode: ChainMode, base: string | null, figure: Figure | null): string {
  const ends = mode === "joint" && base !== null && base !== figure?.root?.name ? figure?.joint(base) : undefined;
  return ends ? `Up to ${ends.label}` : (CHAINS.find((chain) => chain.mode === mode)?.label ?? mode);
}
