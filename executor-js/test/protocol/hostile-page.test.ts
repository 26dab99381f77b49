/**
 * The page may overwrite every built-in after the SDK was loaded, and the check of requests must not notice. The
 * module runs in a realm of its own here, so that the realm can be spoilt without spoiling the test runner.
 */
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { build } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { corpus, wireText } from "./corpus.js";

let script = "";

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL("../../src/protocol/index.ts", import.meta.url)),
        formats: ["iife"],
        name: "protocol",
      },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("the build gave no script");
  script = chunk.code;
});

const requests = corpus.filter((row) => row.frame?.["type"] !== "page_tool_cancel");

/** Loads the module into a fresh realm, lets the page's code run there, then evaluates `expression` in it. */
function inSpoiltRealm(pageCode: string, expression: string): unknown {
  const realm = vm.createContext({ texts: requests.map(wireText) });
  vm.runInContext(`"use strict"; ${script}; globalThis.protocol = protocol;`, realm);
  vm.runInContext(pageCode, realm);
  return vm.runInContext(expression, realm) as unknown;
}

/** Judges the corpus in the spoilt realm; returns the rows that were judged wrongly. */
function misjudged(pageCode: string): string[] {
  const verdicts = inSpoiltRealm(
    pageCode,
    `let verdicts = "";
     for (let i = 0; i < texts.length; i++) verdicts += protocol.parseRequest(texts[i]).ok ? "y" : "n";
     verdicts`,
  ) as string;
  return requests.filter((row, i) => (verdicts[i] === "y") !== row.ok).map((row) => row.name);
}

describe("a hostile page", () => {
  it("is not there: the realm judges the corpus rightly", () => {
    expect(misjudged("")).toEqual([]);
  });

  it("has its own built-in methods called nowhere", () => {
    const spoil = `
      const broken = () => { throw new Error("the page's own version was called"); };
      const { ownKeys, getOwnPropertyDescriptor: own, defineProperty: define } = Reflect;
      const owners = [Object, Object.prototype, Array, Array.prototype, String, String.prototype, Number,
        Number.prototype, Reflect, JSON, Function.prototype, RegExp.prototype, Set.prototype, Map.prototype, Math,
        Symbol.prototype, Error.prototype, Object.getPrototypeOf([][Symbol.iterator]())];
      const list = owners.flatMap((owner) => ownKeys(owner).map((key) => [owner, key, own(owner, key)]));
      const globals = ["Object", "Array", "String", "Number", "Reflect", "JSON", "Math", "Symbol", "Error"];
      for (let i = 0; i < list.length; i++)
        if (list[i][2].configurable && typeof list[i][2].value === "function")
          define(list[i][0], list[i][1], { value: broken });
      for (let i = 0; i < globals.length; i++) define(globalThis, globals[i], { value: broken });`;
    expect(misjudged(spoil)).toEqual([]);
  });

  it("adds nothing through Object.prototype", () => {
    const keys = [
      ...["requestId", "sessionId", "tool", "type", "snapshotId", "actions", "action", "elementId", "value"],
      ...[
        "values",
        "text",
        "keys",
        "direction",
        "to",
        "for",
        "ms",
        "get",
        "set",
        "enumerable",
        "const",
        "enum",
      ],
      ...["if", "then", "else", "$ref", "oneOf", "allOf", "required", "properties", "additionalProperties"],
      ...[
        "items",
        "minimum",
        "maximum",
        "minLength",
        "maxItems",
        "dependentRequired",
        "violation",
        "pointer",
      ],
      ...["selector", "ok", "frame", "__proto__2"],
    ];
    const pollute = `for (const key of ${JSON.stringify(keys)}) Object.prototype[key] = "polluted";`;
    expect(misjudged(pollute)).toEqual([]);
  });

  it("has no setter met on Array.prototype", () => {
    const trap = `for (let i = 0; i < 60; i++)
      Object.defineProperty(Array.prototype, i, { get() { throw new Error("met"); }, set() { throw new Error("met"); } });`;
    expect(misjudged(trap)).toEqual([]);
  });

  it.each([
    [
      "a parsed request",
      `protocol.parseRequest('{"type":"page_tool_request","requestId":"r","sessionId":1,"tool":"page_inspect"}').request`,
    ],
    [
      "a parsed action",
      `protocol.parseRequest('{"type":"page_tool_request","requestId":"r","sessionId":1,"tool":"page_inspect"}').request.actions[0]`,
    ],
    ["a refused request", `protocol.parseRequest("{}")`],
    ["a refusal", `protocol.refuse.snapshotExpired()`],
    ["an error body", `protocol.errorBody(protocol.refuse.snapshotExpired())`],
  ])("lends %s no field that is absent", (_name, made) => {
    const pollute = `for (const key of ["snapshotId", "elementId", "details", "includeSensitive", "requestId2"])
      Object.prototype[key] = "stolen";`;
    expect(
      inSpoiltRealm(
        pollute,
        `const made = ${made}; [made.snapshotId, made.elementId, made.details, made.includeSensitive].join()`,
      ),
    ).toBe(",,,");
  });
});
