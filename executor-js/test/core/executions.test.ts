import { describe, expect, it } from "vitest";
import { Executions } from "../../src/core/executions.js";

describe("Executions", () => {
  it("drops the events of another execution, and no others", () => {
    const e = new Executions();
    expect(e.accepts("content_delta", "a")).toBe(true);
    e.begin("a");
    expect(e.accepts("content_delta", "a")).toBe(true);
    expect(e.accepts("content_delta", undefined)).toBe(true);
    for (const type of [
      "content_delta",
      "thinking_start",
      "tool_call_result",
      "message_end",
      "llm_retry",
      "error",
    ]) {
      expect(e.accepts(type, "b")).toBe(false);
    }
    for (const type of [
      "session_status",
      "session_snapshot",
      "session_already_running",
      "ask_user_questions",
    ]) {
      expect(e.accepts(type, "b")).toBe(true);
    }
  });

  it("drops what comes late of the one that has ended", () => {
    const e = new Executions();
    e.begin("a");
    e.end("a");
    expect(e.accepts("content_delta", "a")).toBe(false);
    expect(e.accepts("content_delta", "b")).toBe(true);
    expect(e.begin("a")).toBe(false);
  });

  it("shows nothing after a stop until another one begins", () => {
    const e = new Executions();
    e.begin("a");
    e.stop();
    for (const id of ["a", "b", undefined]) {
      expect(e.accepts("content_delta", id)).toBe(false);
    }
    expect(e.accepts("session_status", "a")).toBe(true);
    expect(e.begin("a")).toBe(false);
    expect(e.begin(undefined)).toBe(false);
    expect(e.begin("b")).toBe(true);
    expect(e.accepts("content_delta", "b")).toBe(true);
    expect(e.accepts("content_delta", "a")).toBe(false);
  });

  it("knows whose end is told", () => {
    const e = new Executions();
    expect(e.concerns("a")).toBe(true);
    e.begin("b");
    expect(e.concerns("a")).toBe(false);
    expect(e.concerns("b")).toBe(true);
    expect(e.concerns(undefined)).toBe(true);
  });
});
