import { describe, expect, it } from "vitest";
import { isTrustedOn } from "../../src/ui/trusted.js";

describe("isTrustedOn", () => {
  it("does not believe objects that look like an event", () => {
    const target = new EventTarget();
    expect(isTrustedOn({ isTrusted: true, currentTarget: target } as unknown as Event, target)).toBe(false);
    const heir = Object.create(new Event("click"), { isTrusted: { value: true } }) as Event;
    expect(isTrustedOn(heir, target)).toBe(false);
    const proxy = new Proxy(new Event("click"), {
      get: (event, key) =>
        key === "isTrusted" ? true : key === "currentTarget" ? target : Reflect.get(event, key),
    });
    expect(isTrustedOn(proxy, target)).toBe(false);
  });

  it("does not believe events that script dispatched", () => {
    const target = new EventTarget();
    let seen: boolean | undefined;
    target.addEventListener("click", (event) => {
      seen = isTrustedOn(event, target);
    });
    target.dispatchEvent(new Event("click"));
    expect(seen).toBe(false);
  });
});
