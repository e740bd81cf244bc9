/** A figure of the scene, with its joints and parameters by name. */

import type { FigureData, JointData, ParameterData } from "../messages";
import type { FigureId, PartRef } from "./part";

export class Figure {
  private readonly joints: ReadonlyMap<string, number>;
  private readonly parameters: ReadonlyMap<string, number>;

  constructor(
    readonly id: FigureId,
    readonly data: FigureData,
  ) {
    this.joints = new Map(data.joints.map((joint, k) => [joint.name, k]));
    this.parameters = new Map(data.parameters.map((parameter, k) => [parameter.name, k]));
  }

  /** The number of a joint; -1 where there is none of this name. */
  jointIndex(part: string): number {
    return this.joints.get(part) ?? -1;
  }

  parameterIndex(name: string): number {
    return this.parameters.get(name) ?? -1;
  }

  joint(part: string): JointData | undefined {
    return this.data.joints[this.jointIndex(part)];
  }

  ref(part: string): PartRef {
    return { figure: this.id, part };
  }

  /** The joints that are parts: those that only make bones longer are none. */
  get parts(): JointData[] {
    const slides = new Set(this.data.stretches.map(({ slide }) => slide));
    return this.data.joints.filter((_, joint) => !slides.has(joint));
  }

  /** Whether it is one part only. */
  get isProp(): boolean {
    return this.data.joints.length === 1;
  }

  get root(): JointData | undefined {
    return this.data.joints[0];
  }

  parametersOf(part: string): ParameterData[] {
    return this.data.parameters.filter((parameter) => parameter.joint === part);
  }

  /** A parameter in words, with its side where there are two of the kind: "left elbow". */
  nameOf({ joint, label, mirror }: ParameterData): string {
    const side = mirror === null ? "centre" : (this.joint(joint)?.side ?? "centre");
    return side === "centre" ? label : `${side} ${label}`;
  }

  /** The joints from the root down to a part. */
  above(part: string): JointData[] {
    const found: JointData[] = [];
    for (let joint = this.joint(part); joint; joint = this.joint(joint.parent ?? "")) found.unshift(joint);
    return found;
  }

  /** The joints that have a parameter at one of its limits, for the parameters' values. */
  jointsAtLimits(values: ArrayLike<number>): string[] {
    const found = new Set<string>();
    this.data.parameters.forEach(({ lo, hi, joint, unit }, k) => {
      if (unit === "%") return; // a limb that is not longer is at no limit that anyone would mind
      const value = values[k] ?? 0;
      const near = 1e-4 * Math.max(1, Math.abs(value));
      if (lo !== null && hi !== null && hi - lo > 10 * near && (value <= lo + near || value >= hi - near)) found.add(joint);
    });
    return [...found];
  }
}
