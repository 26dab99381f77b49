import { describe, expect, it } from "vitest";
import { type Answer, textOf } from "../../src/core/messages.js";
import { createStore } from "../../src/core/store.js";
import { Stream } from "../../src/core/stream.js";

function setUp() {
  const store = createStore();
  const frames: (() => void)[] = [];
  const stream = new Stream({
    store,
    frame: (run) => {
      frames.push(run);
      return () => frames.splice(frames.indexOf(run), 1);
    },
  });
  return {
    stream,
    frames,
    store,
    answer: (): Answer => store.state.messages.at(-1) as Answer,
    frame: () => frames.splice(0).forEach((run) => run()),
    text: (...deltas: string[]) => deltas.forEach((delta) => stream.receive("content_delta", { delta })),
    tool: (id: string) => stream.receive("tool_call_start", { tool_call_id: id, tool_name: "search" }),
    done: (id: string) =>
      stream.receive("tool_call_result", { tool_call_id: id, result: "found", status: "success" }),
  };
}

describe("text", () => {
  it("is gathered and shown once a frame, in order", () => {
    const t = setUp();
    t.text("Hel", "lo", " ", "you");
    expect(t.frames).toHaveLength(1);
    expect(textOf(t.answer())).toBe("");
    t.frame();
    expect(textOf(t.answer())).toBe("Hello you");
    t.text("!");
    t.stream.end("done");
    expect(textOf(t.answer())).toBe("Hello you!");
    expect(t.answer().state).toBe("done");
  });

  it("goes on in a part of its own after thoughts and tools", () => {
    const t = setUp();
    t.stream.receive("thinking_start", {});
    t.stream.receive("thinking_delta", { delta: "hm" });
    t.stream.receive("thinking_end", {});
    t.text("one");
    t.tool("t1");
    t.done("t1");
    t.text("two");
    t.stream.end("done");
    expect(t.answer().parts).toMatchObject([
      { kind: "thought", text: "hm", open: false },
      { kind: "text", text: "one" },
      { kind: "tool", callId: "t1", state: "ok", result: "found" },
      { kind: "text", text: "two" },
    ]);
  });

  it("that is none is left out", () => {
    const t = setUp();
    for (const delta of [undefined, 3, null, {}]) {
      t.stream.receive("content_delta", { delta });
    }
    expect(t.store.state.messages).toEqual([]);
  });
});

describe("tools", () => {
  it("are one card however often they begin, and take the whole of their arguments each time", () => {
    const t = setUp();
    t.tool("t1");
    t.tool("t1");
    t.stream.receive("tool_call_args_delta", { tool_call_id: "t1", arguments: '{"q"' });
    t.stream.receive("tool_call_args_delta", { tool_call_id: "t1", arguments: '{"q":1}' });
    t.frame();
    expect(t.answer().parts).toMatchObject([{ callId: "t1", args: '{"q":1}', state: "running" }]);
    t.stream.receive("tool_call_args_delta", { tool_call_id: "other", arguments: "x" });
    t.done("t1");
    expect(t.answer().parts).toMatchObject([{ args: '{"q":1}', state: "ok" }]);
  });

  it("whose beginning was missed get a finished card where they have a name", () => {
    const t = setUp();
    t.done("t0");
    expect(t.store.state.messages).toEqual([]);
    const result = { tool_call_id: "t1", tool_name: "search", result: "no", status: "error" };
    t.stream.receive("tool_call_result", result);
    expect(t.answer().parts).toMatchObject([{ callId: "t1", state: "failed" }]);
  });

  it.each([
    ["done", "ok"],
    ["failed", "failed"],
    ["stopped", "failed"],
  ] as const)("that still run when the answer is %s are %s", (how, state) => {
    const t = setUp();
    t.tool("t1");
    t.stream.end(how);
    expect(t.answer()).toMatchObject({ state: how, parts: [{ state }] });
  });
});

describe("a model that begins anew", () => {
  it("loses the unfinished end and keeps finished rounds", () => {
    const t = setUp();
    t.text("one");
    t.tool("t1");
    t.done("t1");
    t.text("half a sent");
    t.tool("t2");
    t.stream.receive("llm_stream_reset", {});
    t.text("two");
    t.stream.end("done");
    expect(t.answer().parts).toMatchObject([{ text: "one" }, { callId: "t1" }, { text: "two" }]);
  });
});

describe("an answer", () => {
  it("without anything in it is none", () => {
    const t = setUp();
    t.text("half");
    t.stream.receive("llm_stream_reset", {});
    expect(t.stream.end("failed")).toBe(true);
    expect(t.store.state.messages).toEqual([]);
    expect(t.stream.end("done")).toBe(false);
  });

  it("of ten thousand pieces is one part, shown frame by frame", () => {
    const t = setUp();
    for (let i = 0; i < 10_000; i++) {
      t.text(`${i} `);
      if (i % 100 === 99) {
        expect(t.frames.length).toBeLessThanOrEqual(1);
        t.frame();
      }
    }
    expect(t.answer().parts).toHaveLength(1);
    expect(textOf(t.answer()).split(" ")).toHaveLength(10_001);
  });
});
