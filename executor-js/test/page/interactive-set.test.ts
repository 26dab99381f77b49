import { describe, expect, test } from "vitest";
import { InteractiveSet } from "../../src/page/interactive-set.js";

/** The set looks at nothing but the identity of its members. */
const element = () => ({}) as Element;

describe("the set of controls", () => {
  test("the same controls in another order are the same set", () => {
    const [a, b, c] = [element(), element(), element()];
    expect(new InteractiveSet([a, b, c]).fingerprint).toBe(new InteractiveSet([c, a, b]).fingerprint);
  });

  test("an exchanged control makes another set, though it looks the same", () => {
    const [a, b] = [element(), element()];
    expect(new InteractiveSet([a, b]).fingerprint).not.toBe(new InteractiveSet([a, element()]).fingerprint);
  });

  test("the difference counts what came and what went", () => {
    const [a, b, c, d] = [element(), element(), element(), element()];
    const before = new InteractiveSet([a, b, c]);
    expect(before.difference(new InteractiveSet([b, c, d]))).toEqual({ added: 1, removed: 1 });
    expect(before.difference(new InteractiveSet([]))).toEqual({ added: 0, removed: 3 });
    expect(before.difference(new InteractiveSet([c, b, a]))).toEqual({ added: 0, removed: 0 });
  });

  test("many sets of neighbours have different fingerprints", () => {
    const all = Array.from({ length: 200 }, element);
    const prints = new Set<string>();
    for (let from = 0; from < 100; from++)
      prints.add(new InteractiveSet(all.slice(from, from + 100)).fingerprint);
    expect(prints.size).toBe(100);
  });
});
