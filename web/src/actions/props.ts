/** Props on the timeline: a hand takes one from the playhead on, lets go of it, throws it. */

import type { Editor } from "../editor";
import type { Figure } from "../state/figure";
import type { FigureId, PartRef } from "../state/part";
import { askForNumbers } from "../widgets/prompt";
import type { ActionSet } from "./action";

const CENTIMETRES = 100; // in a metre: a place to land at is said in whole ones

export function propActions(editor: Editor): ActionSet {
  const { state } = editor;
  const { timeline } = state;
  const group = "Props";
  const frame = (): number => Math.round(timeline.playhead.value);
  /** The selected part, where it can take something. */
  const hand = (): PartRef | null => {
    const { part } = state.selection.value;
    return part && !state.figureOf(part)?.isProp ? part : null;
  };
  const place = (figure: FigureId, joint: number): readonly number[] => {
    const at = state.live.value?.poses.get(figure)?.transforms;
    return at ? [at[12 * joint + 3]!, at[12 * joint + 7]!, at[12 * joint + 11]!] : [0, 0, 0];
  };
  const props = (): Figure[] => [...state.figures.value.values()].filter((figure) => figure.isProp);
  /** The prop that is selected, or else the one nearest to the selected part. */
  const prop = (): Figure | null => {
    const { part } = state.selection.value;
    const chosen = state.figureOf(part);
    if (chosen?.isProp) return chosen;
    const from = part && chosen ? place(part.figure, chosen.jointIndex(part.part)) : null;
    const far = (one: Figure): number => (from ? Math.hypot(...place(one.id, 0).map((value, k) => value - (from[k] ?? 0))) : 0);
    return props().reduce<Figure | null>((best, one) => (!best || far(one) < far(best) ? one : best), null);
  };
  const isHeld = (): boolean => {
    const id = prop()?.id;
    const now = frame();
    return state.locks.value.some(
      (lock) =>
        lock.figure === id && lock.kind === "hold" && lock.spans?.some((span) => span.start <= now && now <= span.end) === true,
    );
  };
  return {
    takeProp: {
      label: () => (prop() && hand() ? `Take ${prop()?.id} with ${state.label(hand()!)} from here` : "Take a prop from here"),
      keys: "Shift+G",
      group,
      enabled: () => hand() !== null && prop() !== null && timeline.moves.value,
      run: () => {
        const [what, part] = [prop(), hand()];
        if (what && part)
          void editor.edit({ kind: "take_prop", prop: what.id, figure: part.figure, part: part.part, frame: frame() });
      },
    },
    releaseProp: {
      label: () => `Let go of ${prop()?.id ?? "a prop"} here`,
      group,
      enabled: isHeld,
      run: () => {
        const what = prop();
        if (what) void editor.edit({ kind: "release_prop", prop: what.id, frame: frame() });
      },
    },
    throwProp: {
      label: () => `Throw ${prop()?.id ?? "a prop"} from here …`,
      group,
      enabled: () => prop() !== null && timeline.moves.value,
      run: () => {
        const what = prop();
        if (!what) return;
        const [x = 0, , z = 0] = place(what.id, 0);
        const fields = [
          { label: "lands at x [m]", value: Math.round(CENTIMETRES * x) / CENTIMETRES },
          { label: "y [m]", value: 0.1 },
          { label: "z [m]", value: Math.round(CENTIMETRES * z) / CENTIMETRES + 2 },
          { label: "after frames", value: 20 },
        ];
        askForNumbers(`Throw ${what.id}`, fields, "Throw", ([a = 0, b = 0, c = 0, frames = 20]) => {
          void editor.edit({ kind: "throw_prop", prop: what.id, frame: frame(), to: [a, b, c], frames });
        });
      },
    },
  };
}
