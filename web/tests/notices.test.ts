import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Notices } from "../src/widgets/notices";

describe("notices", () => {
  const notices = new Notices();
  const shown = (): string[] => [...notices.element.querySelectorAll(".notice-message")].map((each) => each.textContent ?? "");

  beforeEach(() => {
    vi.useFakeTimers();
    notices.element.replaceChildren();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("go by themselves, errors after the time that reading them takes", () => {
    notices.show("info", "The pose was taken");
    notices.show("error", "The file cannot be read");
    vi.advanceTimersByTime(5_000);
    expect(shown()).toEqual(["The file cannot be read"]);
    vi.advanceTimersByTime(11_000);
    expect(shown()).toEqual([]);
  });

  it("do not pile up: the same is said once, and of others the last three stay", () => {
    for (let k = 0; k < 5; k++) notices.show("error", "The same");
    expect(shown()).toEqual(["The same"]);
    for (let k = 0; k < 5; k++) notices.show("error", `Number ${k}`);
    expect(shown()).toEqual(["Number 2", "Number 3", "Number 4"]);
  });

  it("of errors go when work goes on, once they could be read", () => {
    notices.show("error", "Refused");
    notices.workGoesOn();
    expect(shown()).toEqual(["Refused"]);
    vi.advanceTimersByTime(5_000);
    notices.workGoesOn();
    expect(shown()).toEqual([]);
  });
});
