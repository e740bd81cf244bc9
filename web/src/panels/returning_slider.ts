/** A slider for what is done from where a figure is: it begins at 0, and goes back there when it is let go. */

import type { Editor } from "../editor";
import type { Grip } from "../state/state";
import { Slider, type SliderOptions } from "../widgets/slider";

type Look = Pick<SliderOptions, "label" | "name" | "title" | "unit">;

/** From -most to most; ``grip`` begins its drag, ``set`` does at once what was typed. */
export function returningSlider(editor: Editor, grip: Grip, most: number, look: Look, set: (value: number) => void): Slider {
  const { drags } = editor;
  const back = (): void => slider.show(0);
  const slider: Slider = Slider.make({
    ...look,
    lo: -most,
    hi: most,
    rest: 0,
    begin: () => drags.begin(grip),
    move: (value) => {
      drags.move({ value });
      slider.show(value);
    },
    end: () => {
      void drags.end();
      back();
    },
    cancel: () => {
      drags.cancel();
      back();
    },
    set: (value) => {
      const inside = Math.min(Math.max(value, -most), most);
      if (inside) set(inside);
      back();
    },
  });
  back();
  return slider;
}
