import { beforeEach, describe, expect, it } from "vitest";
import { firstHint } from "../src/dialogs/first_hint";
import type { Editor } from "../src/editor";
import { ACTOR, FIGURE, JOINT, WELCOME } from "./support/figures";
import { connectedEditor, type FakeSocket } from "./support/server";

describe("the first hint", () => {
  let editor: Editor;
  let socket: FakeSocket;
  let hint: HTMLElement;
  const first = (): string => hint.querySelector("li")?.textContent ?? "";

  beforeEach(() => {
    ({ editor, socket } = connectedEditor());
    editor.state.setView({ hinted: false });
    hint = firstHint(editor);
  });

  it("does not tell a figure without hands to pull one", () => {
    expect(hint.hidden).toBe(false);
    expect(first()).toBe("Pull any part: what is locked holds.");
    socket.tell(WELCOME.revision + 1, { locks: [] });
    expect(first()).toBe("Pull any part.");
  });

  it("names the hands and the root of one that has them", () => {
    const pelvis = { ...JOINT, name: "pelvis", label: "pelvis" };
    const hand = { ...JOINT, name: "r_hand", label: "right hand", parent: "pelvis" };
    socket.tell(WELCOME.revision + 1, {
      figures: { h: { ...FIGURE, joints: [pelvis, hand] } },
      actors: [{ ...ACTOR, figure: "h" }],
      locks: [],
    });
    expect(first()).toBe("Pull a hand, or the pelvis.");
  });
});
