import { describe, expect, it } from "vitest";
import { fitResult } from "../../src/client/result-size.js";
import { MAX_FRAME_BYTES, type PageToolResult } from "../../src/protocol/index.js";

const action = {
  action: "click" as const,
  ok: true,
  durationMs: 1,
  changes: {
    urlChanged: false,
    titleChanged: false,
    versionChanged: false,
    added: 0,
    removed: 0,
    updated: 0,
    messages: [],
  },
};

function result(title: string): PageToolResult {
  const snapshot = {
    snapshotId: "s",
    pageVersion: "v",
    url: "https://page.test/",
    title,
    viewport: { width: 1, height: 1, devicePixelRatio: 1, scrollX: 0, scrollY: 0 },
    elements: [],
  } as unknown as NonNullable<NonNullable<PageToolResult["result"]>["snapshot"]>;
  return {
    type: "page_tool_result",
    requestId: "r",
    sessionId: 1,
    success: true,
    pageVersion: "v",
    snapshotId: "s",
    result: { actions: [action], snapshot },
  };
}

describe("fitResult", () => {
  it("sends what fits as it is, counted in bytes", () => {
    const text = fitResult(result("文".repeat(340_000)));
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(MAX_FRAME_BYTES);
    expect(JSON.parse(text)).toMatchObject({ success: true, snapshotId: "s" });
  });

  it("leaves a snapshot out that is too large, and still tells what was done", () => {
    const told = JSON.parse(fitResult(result("文".repeat(360_000)))) as PageToolResult;
    expect(told).toMatchObject({ success: false, error: { details: { reason: "result_too_large" } } });
    expect(told.result).toEqual({ actions: [action] });
    expect(told.snapshotId).toBeUndefined();
  });
});
