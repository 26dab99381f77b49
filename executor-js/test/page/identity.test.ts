import { describe, expect, test } from "vitest";
import { hash53 } from "../../src/page/facts.js";
import { diffIdentity } from "../../src/page/identity.js";
import { randomId } from "../../src/page/ids.js";
import type { Identity } from "../../src/page/types.js";

const save: Identity = {
  role: "button",
  kind: "button",
  type: "submit",
  label: "Save",
  name: "",
  href: "",
  dataIds: "data-id=1\n",
  form: "order||",
  context: "Alice",
};

describe("identity", () => {
  test("nothing changed", () => {
    expect(diffIdentity(save, { ...save })).toEqual([]);
  });

  test.each(Object.keys(save) as (keyof Identity)[])("a changed %s is told", (key) => {
    expect(diffIdentity(save, { ...save, [key]: "other" })).toEqual([key]);
  });
});

describe("ids", () => {
  test("carry 120 random bits in URL-safe letters and do not repeat", () => {
    const ids = new Set(Array.from({ length: 5000 }, randomId));
    expect(ids.size).toBe(5000);
    for (const id of ids) expect(id).toMatch(/^[\w-]{20}$/);
  });

  test("use every letter about equally often", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 3200; i++)
      for (const letter of randomId()) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(64);
    for (const count of counts.values()) expect(count).toBeGreaterThan(700);
  });
});

describe("digests", () => {
  test("tell near texts apart and stay whole numbers", () => {
    const digests = Array.from({ length: 1000 }, (_, i) => hash53(`value\n${String(i)}`));
    expect(new Set(digests).size).toBe(1000);
    for (const digest of digests) expect(Number.isSafeInteger(digest)).toBe(true);
  });
});
