import { afterEach, describe, expect, it } from "vitest";
import { encode, fingerprint } from "../../src/client/json.js";

const VALUES = [
  null,
  true,
  0,
  -1.5,
  "",
  'a"b\n\u2028',
  [],
  {},
  [1, [2, { a: null }]],
  { a: { b: [undefined, 1] }, c: undefined },
];

function pollute(): void {
  Object.defineProperty(Array.prototype, "toJSON", { value: () => "spoilt", configurable: true });
}

afterEach(() => {
  Reflect.deleteProperty(Array.prototype, "toJSON");
});

describe("encode", () => {
  it.each(VALUES)("writes %j as JSON.stringify does", (value) => {
    const expected = JSON.stringify(value);
    expect(encode(value)).toBe(expected);
    pollute();
    const spoilt = encode(value);
    Reflect.deleteProperty(Array.prototype, "toJSON");
    expect(spoilt).toBe(expected);
  });

  it("writes what has no JSON as null", () => {
    expect(encode(undefined)).toBe("null");
    expect(encode(Number.NaN)).toBe("null");
  });
});

describe("fingerprint", () => {
  it("does not depend on the order of keys", () => {
    expect(fingerprint({ a: 1, b: { c: 2, d: [3] } })).toBe(fingerprint({ b: { d: [3], c: 2 }, a: 1 }));
  });

  it.each([
    [{ a: 1 }, { a: "1" }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: "ab" }, { a: "ba" }],
  ])("tells %j from %j", (a, b) => {
    expect(fingerprint(a)).not.toBe(fingerprint(b));
  });
});
