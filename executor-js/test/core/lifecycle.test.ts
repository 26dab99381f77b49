import { describe, expect, it } from "vitest";
import { watchLifecycle } from "../../src/core/lifecycle.js";

function setUp() {
  const seen: string[] = [];
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const view = Object.assign(new EventTarget(), { document }) as unknown as Window;
  const unwatch = watchLifecycle(view, {
    leave: () => seen.push("leave"),
    comeBack: () => seen.push("comeBack"),
    hurry: () => seen.push("hurry"),
    storageChanged: () => seen.push("storage"),
  });
  const fire = (target: EventTarget, type: string, extra: object = {}): void => {
    target.dispatchEvent(Object.assign(new Event(type), extra));
  };
  return { seen, view, document, unwatch, fire };
}

describe("watchLifecycle", () => {
  it("tells when the document goes, and when it is back from the cache", () => {
    const t = setUp();
    t.fire(t.view, "pagehide");
    t.fire(t.view, "pageshow", { persisted: false });
    t.fire(t.view, "pageshow", { persisted: true });
    expect(t.seen).toEqual(["leave", "comeBack"]);
  });

  it("tells when it is worth while to connect again", () => {
    const t = setUp();
    t.fire(t.view, "online");
    t.document.visibilityState = "hidden";
    t.fire(t.document, "visibilitychange");
    t.document.visibilityState = "visible";
    t.fire(t.document, "visibilitychange");
    expect(t.seen).toEqual(["hurry", "hurry"]);
  });

  it("tells when another document has changed what is stored", () => {
    const t = setUp();
    t.fire(t.view, "storage");
    expect(t.seen).toEqual(["storage"]);
  });

  it("is over when it is ended", () => {
    const t = setUp();
    t.unwatch();
    t.fire(t.view, "pagehide");
    t.fire(t.view, "pageshow", { persisted: true });
    t.fire(t.view, "online");
    t.fire(t.document, "visibilitychange");
    expect(t.seen).toEqual([]);
  });
});
