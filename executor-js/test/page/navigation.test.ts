import { describe, expect, test } from "vitest";
import { classifyNavigation } from "../../src/page/navigation-watch.js";

const BASE = "https://a.example/orders?page=1";

describe("what counts as a navigation", () => {
  test.each([
    ["push", BASE, "https://a.example/orders/7", "push", "a router's push"],
    ["push", BASE, BASE, "push", "a push of the same address is one too"],
    ["push", BASE, "https://a.example/orders?page=2", "push", "so is a push of the query"],
    ["push", BASE, `${BASE}#details`, undefined, "a scroll anchor is none"],
    ["push", `${BASE}#/a`, `${BASE}#/b`, "hash", "a hash that a router owns"],
    ["push", BASE, `${BASE}#!/b`, "hash", "in the older spelling"],
    ["replace", `${BASE}#/a`, `${BASE}#/b`, "hash", "also when it is replaced"],
    ["push", `${BASE}#/a`, BASE, "hash", "and when it goes"],
    [
      "replace",
      BASE,
      "https://a.example/orders?page=2",
      undefined,
      "a replaced query only changes the address",
    ],
    ["replace", BASE, BASE, undefined, "a replaced state too"],
    ["replace", "https://a.example/orders/", BASE, undefined, "a slash at the end makes no other path"],
    ["replace", BASE, "https://a.example/login", "replace", "a replaced path is one"],
    ["traverse", BASE, "https://a.example/", "traverse", "back and forward"],
    ["traverse", `${BASE}#a`, `${BASE}#b`, "traverse", "also between anchors"],
    ["reload", BASE, BASE, "reload", "a reload"],
    ["push", "about:blank", "not a url", "push", "addresses that cannot be read are taken at their word"],
  ] as const)("%s from %s to %s: %s (%s)", (how, from, to, wanted, _why) => {
    expect(classifyNavigation(from, to, how)).toBe(wanted);
  });
});
