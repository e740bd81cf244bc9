import { afterEach, describe, expect, it, vi } from "vitest";

import { Notices } from "../src/widgets/notices";
import { upload } from "../src/wire/upload";

class Request {
  static last: Request;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  onload?: () => void;
  onerror?: () => void;
  status = 200;
  responseText = "";
  address = "";
  body: unknown;
  constructor() {
    Request.last = this;
  }
  open(method: string, address: string): void {
    this.address = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: unknown): void {
    this.body = body;
  }
}

describe("files on their way", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("say how far they are, and what the server answers", async () => {
    vi.stubGlobal("XMLHttpRequest", Request);
    const shares: number[] = [];
    const done = upload("/api/import?name=a.bvh", new Blob(["abcd"]), (share) => shares.push(share));
    Request.last.upload.onprogress?.({ loaded: 1, total: 4 });
    Request.last.upload.onprogress?.({ loaded: 4, total: 4 });
    Request.last.status = 422;
    Request.last.responseText = '{"error": "no"}';
    Request.last.onload?.();
    expect(await done).toEqual({ ok: false, status: 422, told: { error: "no" } });
    expect(shares).toEqual([0.25, 1]);
    expect(Request.last.address).toBe("POST /api/import?name=a.bvh");
  });

  it("fail where there is no server", async () => {
    vi.stubGlobal("XMLHttpRequest", Request);
    const done = upload("/api/import", new Blob([]), () => undefined);
    Request.last.onerror?.();
    await expect(done).rejects.toThrow("could not be reached");
  });

  it("show a bar until they end", () => {
    const notices = new Notices();
    const bar = notices.progress("Sending a.bvh …");
    bar.set(0.5);
    expect(notices.element.querySelector("progress")?.value).toBe(0.5);
    bar.set(1, "Reading a.bvh …");
    expect(notices.element.querySelector("progress")?.hasAttribute("value")).toBe(false);
    expect(notices.element.textContent).toContain("Reading a.bvh");
    bar.end();
    expect(notices.element.children.length).toBe(0);
  });
});
