import { describe, expect, it } from "vitest";
import { parseCancel, parseRequest, type ParsedRequest } from "../../src/protocol/index.js";
import { corpus, wireText } from "./corpus.js";

const REQUEST = { type: "page_tool_request", requestId: "r1", sessionId: 7, tool: "page_click" };

function parsed(raw: unknown): ParsedRequest {
  const result = parseRequest(raw);
  if (!result.ok) throw new Error(`refused: ${result.message}`);
  return result.request;
}

describe("the shared corpus", () => {
  it.each(corpus.map((row) => [row.name, row] as const))("%s", (_name, row) => {
    expect(row.reason).not.toBe("");
    const parse = row.frame?.["type"] === "page_tool_cancel" ? parseCancel : parseRequest;
    const result = parse(wireText(row));
    expect(result.ok ? "accepted" : `refused: ${result.message}`).toMatch(row.ok ? /^accepted/ : /^refused/);
    if (!result.ok && typeof row.pointer === "string") expect(result.pointer).toBe(row.pointer);
  });

  it("judges a frame given as a value like its text", () => {
    for (const row of corpus) {
      if (row.frame === undefined) continue;
      const parse = row.frame["type"] === "page_tool_cancel" ? parseCancel : parseRequest;
      expect([row.name, parse(row.frame).ok]).toEqual([row.name, row.ok]);
    }
  });
});

describe("normalisation", () => {
  it("fills in action, snapshot and defaults", () => {
    const request = parsed({
      ...REQUEST,
      snapshotId: "s",
      actions: [{ elementId: "e" }, { action: "fill", elementId: "f", value: 1, snapshotId: "t" }],
    });
    expect(request).toEqual({
      requestId: "r1",
      sessionId: 7,
      tool: "page_click",
      snapshotId: "s",
      actions: [
        { action: "click", elementId: "e", snapshotId: "s" },
        { action: "fill", elementId: "f", value: 1, snapshotId: "t" },
      ],
      requireConfirmation: false,
      timeoutMs: 30_000,
      includeSnapshot: false,
    });
  });

  it("makes one action of a request without actions", () => {
    expect(parsed({ ...REQUEST, tool: "page_inspect" }).actions).toEqual([{ action: "inspect" }]);
  });

  it("keeps what was said", () => {
    const request = parsed({
      ...REQUEST,
      tool: "page_observe",
      requireConfirmation: true,
      timeoutMs: 5000,
      includeSnapshot: true,
    });
    expect(request).toMatchObject({ requireConfirmation: true, timeoutMs: 5000, includeSnapshot: true });
  });

  it("leaves lone surrogates as they are", () => {
    const request = parsed(
      '{"type":"page_tool_request","requestId":"r","sessionId":1,"tool":"page_keyboard","actions":[{"text":"a\\ud800"}]}',
    );
    expect(request.actions[0]).toEqual({ action: "keyboard", text: "a\ud800" });
  });

  it("ignores members that are undefined, as JSON would", () => {
    expect(parsed({ ...REQUEST, tool: "page_inspect", snapshotId: undefined })).not.toHaveProperty(
      "snapshotId",
    );
  });

  it("reads a cancel", () => {
    expect(parseCancel('{"type":"page_tool_cancel","sessionId":3,"reason":"takeover"}')).toEqual({
      ok: true,
      cancel: { type: "page_tool_cancel", sessionId: 3, reason: "takeover" },
    });
  });
});

describe("refusals", () => {
  it("names its caller where it can", () => {
    expect(parseRequest({ ...REQUEST, tool: "page_eval" })).toMatchObject({
      ok: false,
      requestId: "r1",
      sessionId: 7,
    });
    const anonymous = parseRequest({ ...REQUEST, requestId: 5, sessionId: -1 });
    expect(anonymous).not.toHaveProperty("requestId");
    expect(anonymous).not.toHaveProperty("sessionId");
  });

  it("does not take another frame for a request", () => {
    expect(parseRequest({ type: "page_tool_cancel", sessionId: 1 })).toMatchObject({ ok: false });
    expect(parseCancel({ ...REQUEST, tool: "page_inspect" })).toMatchObject({ ok: false });
  });

  it("says what was wanted and found, never at length", () => {
    const smuggled = { ...REQUEST, snapshotId: "s", actions: [{ elementId: "e", selector: "#pay" }] };
    expect(parseRequest(smuggled)).toMatchObject({
      pointer: "/actions/0/selector",
      message:
        "/actions/0/selector must be left out: the known fields here are action, snapshotId, elementId, button, count, but is present",
    });
    const long = parseRequest({ ...REQUEST, tool: "x".repeat(100_000) });
    expect(long.ok ? "" : long.message).toMatch(/but is a text of 100000 characters$/);
    expect(long.ok ? "" : long.message.length).toBeLessThan(400);
  });

  it.each<[string, unknown]>([
    ["a function", () => 1],
    ["a bigint", 1n],
    ["a symbol", Symbol("s")],
    ["NaN", NaN],
    ["undefined", undefined],
  ])("refuses %s", (_name, raw) => {
    expect(parseRequest(raw)).toMatchObject({ ok: false, pointer: "" });
  });
});

describe("hostile values", () => {
  it("runs no getter", () => {
    let ran = 0;
    const trap = {
      get() {
        ran++;
        return "page_inspect";
      },
      enumerable: true,
    };
    const raw = Object.defineProperty({ ...REQUEST, tool: undefined }, "tool", trap);
    expect(parseRequest(raw)).toMatchObject({ ok: false, pointer: "/tool" });
    expect(ran).toBe(0);
  });

  it("survives an object that throws when it is looked at", () => {
    const raw = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("no");
        },
        getOwnPropertyDescriptor() {
          throw new Error("no");
        },
      },
    );
    expect(parseRequest(raw)).toMatchObject({ ok: false });
  });

  it("survives a value that contains itself", () => {
    const raw: Record<string, unknown> = { ...REQUEST };
    raw["actions"] = [raw];
    expect(parseRequest(raw)).toMatchObject({ ok: false });
  });

  it("shares nothing with what it was given", () => {
    const actions = [{ elementId: "e" }];
    const request = parsed({ ...REQUEST, snapshotId: "s", actions });
    actions[0] = { elementId: "other" };
    expect(request.actions).toEqual([{ action: "click", elementId: "e", snapshotId: "s" }]);
  });
});
