import { beforeEach, describe, expect, it, vi } from "vitest";
import { PageToolClient, QUEUE_LENGTH } from "../../src/client/page-tool-client.js";
import { ANSWER_MS } from "../../src/client/consent.js";
import type { PageEvent } from "../../src/client/events.js";
import { GRACE_MS } from "../../src/client/run.js";
import type { ConfirmAnswer, ConfirmRequest } from "../../src/page/types.js";
import { FakeExecutor } from "../support/executor.js";
import { ManualTimers, flush } from "../support/timers.js";

type Frame = Record<string, unknown> & {
  error?: { code: string; message: string; details?: Record<string, unknown> };
};

const SESSION = 11;

function setUp() {
  const timers = new ManualTimers();
  const sent: Frame[] = [];
  const events: PageEvent[] = [];
  const questions: {
    request: ConfirmRequest;
    signal: AbortSignal;
    answer: (answer: ConfirmAnswer) => void;
  }[] = [];
  let executor: FakeExecutor | undefined;
  let connected = true;
  const client = new PageToolClient({
    createExecutor: (host) => (executor = new FakeExecutor(host)),
    send(text) {
      if (connected) {
        sent.push(JSON.parse(text) as Frame);
      }
      return connected;
    },
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        questions.push({ request, signal, answer: resolve });
        signal.addEventListener("abort", () => reject(new Error("closed")));
      }),
    isSdkNode: () => false,
    onEvent: (event) => events.push(event),
    timers,
  });
  client.setSession(SESSION);
  const give = (frame: Record<string, unknown>): boolean =>
    client.receive(frame, JSON.stringify(frame).length);
  return {
    timers,
    sent,
    events,
    questions,
    client,
    give,
    get executor(): FakeExecutor {
      if (executor === undefined) {
        throw new Error("no executor");
      }
      return executor;
    },
    setConnected(value: boolean) {
      connected = value;
    },
    of: (type: string) => sent.filter((frame) => frame["type"] === type),
    results: (requestId?: string) =>
      sent.filter(
        (frame) =>
          frame["type"] === "page_tool_result" &&
          (requestId === undefined || frame["requestId"] === requestId),
      ),
  };
}

function click(requestId: string, extra: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: "page_tool_request",
    requestId,
    sessionId: SESSION,
    tool: "page_click",
    snapshotId: "s",
    actions: [{ elementId: "e" }],
    ...extra,
  };
}

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("a request", () => {
  it("runs and is answered once", async () => {
    const t = setUp();
    expect(t.give(click("a"))).toBe(true);
    expect(t.client.busy).toBe(true);
    t.executor.last.succeed();
    await flush();
    expect(t.results()).toMatchObject([{ requestId: "a", sessionId: SESSION, success: true }]);
    expect(t.client.busy).toBe(false);
  });

  it("leaves frames of others alone", () => {
    const t = setUp();
    expect(t.give({ type: "content_delta", sessionId: SESSION, data: { delta: "x" } })).toBe(false);
    expect(t.sent).toEqual([]);
  });

  it("tells a crash of the executor as internal_error without its words", async () => {
    const t = setUp();
    t.give(click("a"));
    t.executor.last.crash(new Error("canary"));
    await flush();
    expect(t.results("a")).toMatchObject([{ success: false, error: { code: "internal_error" } }]);
    expect(JSON.stringify(t.sent)).not.toContain("canary");
    t.give(click("b"));
    expect(t.executor.started).toHaveLength(2);
  });

  it.each([
    ["an unknown tool", { tool: "page_fly" }],
    ["an unknown field", { selector: "#x" }],
    ["an unknown field of an action", { actions: [{ elementId: "e", xpath: "//a" }] }],
    ["a wrong type", { actions: "all" }],
    ["no session", { sessionId: "11" }],
  ])("is refused with invalid_arguments for %s, and nothing runs", async (_what, extra) => {
    const t = setUp();
    t.give(click("a", extra));
    await flush();
    expect(t.results("a")).toMatchObject([{ success: false, error: { code: "invalid_arguments" } }]);
    expect(t.executor.started).toEqual([]);
    t.give(click("b"));
    expect(t.executor.started).toHaveLength(1);
  });

  it.each([undefined, 7, "", "x".repeat(129)])(
    "with the requestId %j gets no answer and does no harm",
    (requestId) => {
      const t = setUp();
      t.give({ ...click("a"), requestId });
      expect(t.sent).toEqual([]);
      expect(t.executor.started).toEqual([]);
    },
  );

  it("that is too large is refused by its length", () => {
    const t = setUp();
    t.client.receive(click("a"), 2_000_000);
    expect(t.results("a")).toMatchObject([{ error: { code: "invalid_arguments" } }]);
    expect(t.executor.started).toEqual([]);
  });

  it("that nests deeper than the stack is refused", () => {
    const t = setUp();
    const depth = 200_000;
    const deep = JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown;
    t.client.receive(click("a", { actions: deep }), 2 * depth);
    expect(t.results("a")).toMatchObject([{ error: { code: "invalid_arguments" } }]);
  });

  it("for another session is refused", () => {
    const t = setUp();
    t.give(click("a", { sessionId: 12 }));
    t.client.setSession(undefined);
    t.give(click("b"));
    expect(t.results()).toMatchObject([
      { requestId: "a", sessionId: 12, error: { code: "session_mismatch" } },
      { requestId: "b", error: { code: "session_mismatch" } },
    ]);
    expect(t.executor.started).toEqual([]);
  });
});

describe("the queue", () => {
  it("runs one at a time, in order, and says who waits", async () => {
    const t = setUp();
    t.give(click("a"));
    t.give(click("b"));
    t.give(click("c"));
    expect(t.executor.started.map((run) => run.request.requestId)).toEqual(["a"]);
    expect(t.of("page_tool_status")).toEqual([
      { type: "page_tool_status", requestId: "b", sessionId: SESSION, state: "queued", actionIndex: 0 },
      { type: "page_tool_status", requestId: "c", sessionId: SESSION, state: "queued", actionIndex: 0 },
    ]);
    for (const id of ["a", "b", "c"]) {
      expect(t.executor.last.request.requestId).toBe(id);
      t.executor.last.succeed();
      await flush();
    }
    expect(t.results().map((frame) => frame["requestId"])).toEqual(["a", "b", "c"]);
  });

  it("holds sixteen, and refuses the next", async () => {
    const t = setUp();
    t.give(click("running"));
    for (let i = 0; i < QUEUE_LENGTH; i++) {
      t.give(click(`w${i}`));
    }
    expect(t.results()).toEqual([]);
    t.give(click("late"));
    expect(t.results()).toMatchObject([
      { requestId: "late", error: { code: "queue_full", details: { limit: 16 } } },
    ]);
    t.executor.last.succeed();
    await flush();
    t.give(click("in time"));
    expect(t.results("in time")).toEqual([]);
  });
});

describe("repetition", () => {
  it("joins a request that runs: one run, one result", async () => {
    const t = setUp();
    t.give(click("a"));
    t.give(click("a"));
    t.executor.last.succeed();
    await flush();
    expect(t.executor.started).toHaveLength(1);
    expect(t.results("a")).toHaveLength(1);
  });

  it("joins a request that waits", async () => {
    const t = setUp();
    t.give(click("a"));
    t.give(click("b"));
    t.give(click("b"));
    t.executor.last.succeed();
    await flush();
    t.executor.last.succeed();
    await flush();
    expect(t.executor.started).toHaveLength(2);
    expect(t.results("b")).toHaveLength(1);
  });

  it("sends the stored result of one that ended, whatever the order of its fields", async () => {
    const t = setUp();
    t.give(click("a"));
    t.executor.last.succeed({ pageVersion: "v9" });
    await flush();
    t.give(Object.fromEntries(Object.entries(click("a")).reverse()));
    expect(t.executor.started).toHaveLength(1);
    expect(t.results("a")).toHaveLength(2);
    expect(t.results("a")[1]).toEqual(t.results("a")[0]);
  });

  it("refuses the same id with other content and keeps the first result", async () => {
    const t = setUp();
    t.give(click("a"));
    t.executor.last.succeed();
    await flush();
    t.give(click("a", { actions: [{ elementId: "other" }] }));
    t.give(click("a"));
    expect(t.results("a").map((frame) => frame.error?.code)).toEqual([
      undefined,
      "duplicate_request",
      undefined,
    ]);
    expect(t.executor.started).toHaveLength(1);
  });

  it("remembers refusals too", () => {
    const t = setUp();
    t.give(click("a", { selector: "#x" }));
    t.give(click("a", { selector: "#x" }));
    t.give(click("a"));
    expect(t.results("a").map((frame) => frame.error?.code)).toEqual([
      "invalid_arguments",
      "invalid_arguments",
      "duplicate_request",
    ]);
  });

  it("remembers the newest 256", async () => {
    const t = setUp();
    for (let i = 0; i <= 256; i++) {
      t.give(click(`r${i}`));
      t.executor.last.succeed();
      await flush();
    }
    t.give(click("r1"));
    expect(t.executor.started).toHaveLength(257);
    t.give(click("r0"));
    expect(t.executor.started).toHaveLength(258);
  });

  it("does not run again what it has done but could not keep", async () => {
    const t = setUp();
    const big = "x".repeat(900_000);
    for (let i = 0; i < 12; i++) {
      t.give(click(`r${i}`));
      t.executor.last.succeed({ snapshotId: big });
      await flush();
    }
    t.give(click("r0"));
    t.give(click("r11"));
    expect(t.executor.started).toHaveLength(12);
    expect(t.results("r0").at(-1)).toMatchObject({ error: { details: { reason: "result_not_kept" } } });
    expect(t.results("r11").at(-1)).toMatchObject({ success: true });
  });
});

describe("a result with secrets that is asked for again", () => {
  const secrets = (requestId: string): Record<string, unknown> => ({
    type: "page_tool_request",
    requestId,
    sessionId: SESSION,
    tool: "page_inspect",
    actions: [{ includeSensitive: true }],
  });
  async function ended() {
    const t = setUp();
    t.give(secrets("a"));
    t.executor.last.succeed({ pageVersion: "v9" });
    await flush();
    return t;
  }

  it("is given when the user allows it once more, and is not read again", async () => {
    const t = await ended();
    t.give(secrets("a"));
    t.give(secrets("a"));
    expect(t.results("a")).toHaveLength(1);
    expect(t.of("page_tool_status").at(-1)).toMatchObject({ requestId: "a", state: "confirming" });
    expect(t.questions[0]?.request.actions).toMatchObject([{ action: "inspect", sensitive: true }]);
    t.questions[0]?.answer({ allowed: true });
    await flush();
    expect(t.results("a")).toHaveLength(2);
    expect(t.results("a")[1]).toEqual(t.results("a")[0]);
    expect(t.executor.started).toHaveLength(1);
  });

  it("is kept back when the user does not", async () => {
    const t = await ended();
    t.give(secrets("a"));
    t.questions[0]?.answer({ allowed: false, reason: "denied" });
    await flush();
    expect(t.results("a")[1]).toMatchObject({ success: false, error: { code: "authorization_denied" } });
    t.give(secrets("a"));
    t.questions[1]?.answer({ allowed: true });
    await flush();
    expect(t.results("a")[2]).toMatchObject({ success: true, pageVersion: "v9" });
  });

  it("ends like any request that waits for the user", async () => {
    const t = await ended();
    t.give(secrets("a"));
    t.give({ type: "page_tool_cancel", requestId: "a", sessionId: SESSION });
    await flush();
    expect(t.results("a")[1]).toMatchObject({ error: { code: "task_cancelled" } });
  });

  it("is not asked about where the level allows it, or where nothing was told", async () => {
    const t = await ended();
    t.client.levels.choose("task");
    t.give(secrets("a"));
    await flush();
    expect(t.results("a")).toHaveLength(2);
    t.client.levels.choose("per_action");
    t.give(secrets("b"));
    t.executor.last.fail("authorization_denied");
    await flush();
    t.give(secrets("b"));
    await flush();
    expect(t.results("b")).toHaveLength(2);
    expect(t.questions).toEqual([]);
  });
});

describe("the time-out", () => {
  it("ends a run after timeoutMs", async () => {
    const t = setUp();
    t.give(click("a", { timeoutMs: 1_000 }));
    await t.timers.pass(999);
    expect(t.executor.last.signal.aborted).toBe(false);
    await t.timers.pass(1);
    expect(t.results("a")).toMatchObject([{ success: false, error: { code: "timeout" } }]);
  });

  it("is 30 s by default and 2 s longer for each action of a batch", async () => {
    const t = setUp();
    t.give(click("a"));
    await t.timers.pass(30_000);
    expect(t.results("a")).toHaveLength(1);
    t.give(click("b", { actions: [{ elementId: "e" }, { elementId: "f" }, { elementId: "g" }] }));
    await t.timers.pass(35_999);
    expect(t.results("b")).toHaveLength(0);
    await t.timers.pass(1);
    expect(t.results("b")).toHaveLength(1);
  });

  it("counts neither the queue nor the user's thinking", async () => {
    const t = setUp();
    t.give(click("a", { timeoutMs: 20_000 }));
    t.give(click("b", { timeoutMs: 1_000 }));
    await t.timers.pass(19_000);
    t.executor.last.succeed();
    await flush();
    await t.timers.pass(600);
    void t.executor.last.confirm();
    await t.timers.pass(60_000);
    expect(t.results("b")).toEqual([]);
    t.questions[0]?.answer({ allowed: true });
    await t.timers.pass(399);
    expect(t.results("b")).toEqual([]);
    await t.timers.pass(1);
    expect(t.results("b")).toMatchObject([{ error: { code: "timeout" } }]);
  });

  it("reports a run that does not come to an end, and goes on", async () => {
    const t = setUp();
    t.executor.heedsAbort = false;
    t.give(click("a", { timeoutMs: 1_000 }));
    t.give(click("b"));
    const stuck = t.executor.last;
    await t.timers.pass(1_000 + GRACE_MS - 1);
    expect(t.results("a")).toEqual([]);
    await t.timers.pass(1);
    expect(t.results("a")).toMatchObject([{ error: { code: "timeout", details: { unfinished: true } } }]);
    expect(t.executor.last.request.requestId).toBe("b");
    stuck.succeed();
    await flush();
    expect(t.results("a")).toHaveLength(1);
  });

  it("leaves no timer behind", async () => {
    const t = setUp();
    t.give(click("a"));
    void t.executor.last.confirm();
    await flush();
    t.questions[0]?.answer({ allowed: true });
    await flush();
    t.executor.last.succeed();
    await flush();
    t.give(click("b"));
    t.client.stop();
    await flush();
    expect(t.results().map((frame) => frame["requestId"])).toEqual(["a", "b"]);
    expect(t.timers.pending).toBe(0);
  });
});

describe("a confirmation", () => {
  it("is announced, answered and audited without target or value", async () => {
    const t = setUp();
    t.give(click("a"));
    const asked = t.executor.last.confirm();
    await flush();
    expect(t.of("page_tool_status")).toMatchObject([{ requestId: "a", state: "confirming", actionIndex: 0 }]);
    t.questions[0]?.answer({ allowed: true });
    expect(await asked).toEqual({ allowed: true });
    expect(t.of("page_audit")).toMatchObject([
      { event: "confirmed", level: "per_action", sessionId: SESSION, requestId: "a", actions: ["fill"] },
    ]);
    expect(JSON.stringify(t.of("page_audit"))).not.toMatch(/Customer|Ada/);
    expect(t.events).toEqual([{ type: "page", event: "confirmed", level: "per_action", tool: "page_fill" }]);
  });

  it("can grant the task", async () => {
    const t = setUp();
    t.give(click("a"));
    void t.executor.last.confirm();
    await flush();
    t.questions[0]?.answer({ allowed: true, grant: "task" });
    await flush();
    expect(t.of("page_audit")).toMatchObject([
      { event: "granted", level: "task", previousLevel: "per_action" },
    ]);
    expect(t.client.level).toBe("task");
  });

  it("can be denied", async () => {
    const t = setUp();
    t.give(click("a"));
    const asked = t.executor.last.confirm();
    await flush();
    t.questions[0]?.answer({ allowed: false, reason: "denied" });
    expect(await asked).toEqual({ allowed: false, reason: "denied" });
    expect(t.of("page_audit")).toMatchObject([{ event: "denied", level: "per_action" }]);
  });

  it("closes unanswered after five minutes", async () => {
    const t = setUp();
    t.give(click("a"));
    const asked = t.executor.last.confirm();
    await t.timers.pass(ANSWER_MS - 1);
    expect(t.questions[0]?.signal.aborted).toBe(false);
    await t.timers.pass(1);
    expect(await asked).toEqual({ allowed: false, reason: "no_answer" });
    expect(t.questions[0]?.signal.aborted).toBe(true);
    expect(t.of("page_audit")).toMatchObject([{ event: "denied", reason: "no_answer" }]);
  });

  it("is closed by a cancel, and a late answer allows nothing", async () => {
    const t = setUp();
    t.give(click("a"));
    const asked = t.executor.last.confirm();
    asked.catch(() => undefined);
    await flush();
    t.give({ type: "page_tool_cancel", requestId: "a", sessionId: SESSION });
    t.questions[0]?.answer({ allowed: true, grant: "task" });
    await expect(asked).rejects.toMatchObject({ code: "task_cancelled" });
    expect(t.questions[0]?.signal.aborted).toBe(true);
    expect(t.client.level).toBe("per_action");
    expect(t.of("page_audit")).toEqual([]);
    expect(t.results("a")).toMatchObject([
      { error: { code: "task_cancelled", details: { reason: "cancel" } } },
    ]);
  });
});

describe("a cancel", () => {
  it("takes a waiting request out and leaves the running one alone", async () => {
    const t = setUp();
    t.give(click("a"));
    t.give(click("b"));
    t.give({ type: "page_tool_cancel", requestId: "b", sessionId: SESSION });
    expect(t.results("b")).toMatchObject([
      { error: { code: "task_cancelled", details: { reason: "cancel" } } },
    ]);
    expect(t.executor.last.signal.aborted).toBe(false);
    t.executor.last.succeed();
    await flush();
    expect(t.executor.started).toHaveLength(1);
    expect(t.results("a")).toMatchObject([{ success: true }]);
  });

  it("without a requestId ends all, for its reason", async () => {
    const t = setUp();
    t.give(click("a"));
    t.give(click("b"));
    t.client.levels.choose("task");
    t.give({ type: "page_tool_cancel", sessionId: SESSION, reason: "takeover" });
    expect(t.client.level).toBe("per_action");
    await flush();
    expect(t.results()).toMatchObject([
      { requestId: "b", error: { details: { reason: "takeover" } } },
      { requestId: "a", error: { details: { reason: "takeover" } } },
    ]);
    t.give(click("c"));
    expect(t.executor.started).toHaveLength(2);
  });

  it("of an unknown request or another session does nothing", () => {
    const t = setUp();
    t.give(click("a"));
    t.give({ type: "page_tool_cancel", requestId: "zzz", sessionId: SESSION });
    t.give({ type: "page_tool_cancel", requestId: "a", sessionId: 12 });
    t.give({ type: "page_tool_cancel", requestId: "a", sessionId: SESSION, selector: "#x" });
    expect(t.executor.last.signal.aborted).toBe(false);
    expect(t.sent).toEqual([]);
  });

  it("does not undo what was done before it was noticed", async () => {
    const t = setUp();
    t.executor.heedsAbort = false;
    t.give(click("a"));
    t.give({ type: "page_tool_cancel", requestId: "a", sessionId: SESSION });
    t.executor.last.succeed();
    await flush();
    expect(t.results("a")).toMatchObject([{ success: true }]);
  });

  it("keeps the real failure of a run that ended by itself", async () => {
    const t = setUp();
    t.executor.heedsAbort = false;
    t.give(click("a"));
    t.give({ type: "page_tool_cancel", requestId: "a", sessionId: SESSION });
    t.executor.last.fail("element_disabled", { stoppedAt: 0 });
    await flush();
    expect(t.results("a")).toMatchObject([{ error: { code: "element_disabled" }, stoppedAt: 0 }]);
  });
});

describe("the user's stop", () => {
  it("ends everything and refuses the rest of the turn until the user speaks", async () => {
    const t = setUp();
    t.give(click("a"));
    t.give(click("b"));
    t.client.stop();
    await flush();
    t.give(click("c"));
    const details = { reason: "user_stop" };
    expect(t.results()).toMatchObject([
      { requestId: "b", error: { code: "task_cancelled", details } },
      { requestId: "a", error: { code: "task_cancelled", details } },
      { requestId: "c", error: { code: "task_cancelled", details } },
    ]);
    expect(t.executor.started).toHaveLength(1);
    expect(t.of("page_audit")).toMatchObject([{ event: "stopped", requestId: "a" }]);
    t.client.userSpoke();
    t.give(click("d"));
    expect(t.executor.started).toHaveLength(2);
  });

  it("ends a grant for the task", async () => {
    const t = setUp();
    t.executor.setLevel("task", "granted");
    t.client.stop();
    expect(t.client.level).toBe("per_action");
    expect(t.of("page_audit")).toMatchObject([
      { event: "stopped", level: "per_action", previousLevel: "task" },
    ]);
  });

  it("closes a question as cancelled, not as denied", async () => {
    const t = setUp();
    t.give(click("a"));
    const asked = t.executor.last.confirm();
    asked.catch(() => undefined);
    await flush();
    t.client.stop();
    await expect(asked).rejects.toMatchObject({ code: "task_cancelled", details: { reason: "user_stop" } });
    expect(t.of("page_audit").map((frame) => frame["event"])).toEqual(["stopped"]);
  });
});

describe("the connection", () => {
  it("when lost ends everything silently; later requests run at per_action", async () => {
    const t = setUp();
    t.executor.setLevel("task", "granted");
    t.give(click("a"));
    t.give(click("b"));
    t.setConnected(false);
    t.client.disconnected();
    await flush();
    t.setConnected(true);
    expect(t.executor.last.signal.reason).toMatchObject({ details: { reason: "disconnect" } });
    expect(t.results()).toEqual([]);
    expect(t.client.level).toBe("per_action");
    t.give(click("c"));
    t.executor.last.succeed();
    await flush();
    expect(t.results().map((frame) => frame["requestId"])).toEqual(["c"]);
  });

  it("of another day gets no result that it did not ask for", async () => {
    const t = setUp();
    t.executor.heedsAbort = false;
    t.give(click("a"));
    t.client.disconnected();
    t.executor.last.succeed();
    await flush();
    expect(t.results()).toEqual([]);
    t.give(click("a"));
    expect(t.results("a")).toMatchObject([{ success: true }]);
    expect(t.executor.started).toHaveLength(1);
  });

  it("that throws loses a frame and nothing else", async () => {
    const t = setUp();
    t.sent.push = () => {
      throw new Error("no transport");
    };
    t.give(click("a"));
    t.give(click("b"));
    t.executor.last.succeed();
    await flush();
    expect(t.executor.last.request.requestId).toBe("b");
    t.executor.last.succeed();
    await flush();
    expect(t.client.busy).toBe(false);
  });

  it("that repeats a request still under way is the one that is answered", async () => {
    const t = setUp();
    t.executor.heedsAbort = false;
    t.give(click("a"));
    t.client.disconnected();
    t.give(click("a"));
    t.executor.last.succeed();
    await flush();
    expect(t.results("a")).toHaveLength(1);
  });
});

describe("the session", () => {
  it("when switched ends what runs and the grant, and lifts a stop", async () => {
    const t = setUp();
    t.executor.setLevel("task", "granted");
    t.give(click("a"));
    t.client.setSession(12);
    await flush();
    expect(t.results("a")).toMatchObject([{ error: { details: { reason: "session_switch" } } }]);
    expect(t.client.level).toBe("per_action");
    t.client.stop();
    t.client.setSession(13);
    t.give(click("b", { sessionId: 13 }));
    expect(t.executor.started).toHaveLength(2);
  });

  it("when named again changes nothing", () => {
    const t = setUp();
    t.give(click("a"));
    t.client.setSession(SESSION);
    expect(t.executor.last.signal.aborted).toBe(false);
  });
});

describe("the task's end", () => {
  it("lowers a grant for the task, and tells so", () => {
    const t = setUp();
    t.client.endTask("task_end");
    expect(t.sent).toEqual([]);
    t.executor.setLevel("task", "granted");
    t.client.endTask("task_end");
    expect(t.client.level).toBe("per_action");
    expect(t.of("page_audit")).toMatchObject([
      { event: "lowered", level: "per_action", previousLevel: "task", reason: "task_end" },
    ]);
    expect(t.events).toEqual([{ type: "page", event: "lowered", level: "per_action" }]);
  });
});

describe("destroy", () => {
  it("reports what ran, lets go of the executor and takes no more", async () => {
    const t = setUp();
    t.give(click("a"));
    t.give(click("b"));
    t.client.destroy();
    await flush();
    expect(t.results().map((frame) => frame.error?.details)).toEqual([
      { reason: "destroy" },
      { reason: "destroy" },
    ]);
    expect(t.executor.disposed).toBe(true);
    t.give(click("c"));
    expect(t.executor.started).toHaveLength(1);
    expect(t.results("c")).toEqual([]);
  });
});

describe("events for the host", () => {
  it("tell each page action that ended, and no looking", () => {
    const t = setUp();
    const base = { requestId: "a", index: 0, target: "Customer", phase: "end" as const };
    t.executor.host.onAction({ ...base, action: "inspect", ok: true });
    t.executor.host.onAction({ ...base, action: "fill", phase: "start" });
    t.executor.host.onAction({ ...base, action: "fill", ok: true });
    t.executor.host.onAction({ ...base, action: "click", ok: false, code: "element_disabled" });
    expect(t.events).toEqual([
      { type: "page", event: "action", tool: "page_fill", level: "per_action", ok: true },
      {
        type: "page",
        event: "action",
        tool: "page_click",
        level: "per_action",
        ok: false,
        code: "element_disabled",
      },
    ]);
  });

  it("that cannot be shown do not disturb what is done", async () => {
    const t = setUp();
    t.events.push = () => {
      throw new Error("interface bug");
    };
    t.give(click("a"));
    t.executor.host.onAction({
      requestId: "a",
      index: 0,
      target: "",
      phase: "end",
      action: "click",
      ok: true,
    });
    t.executor.last.succeed();
    await flush();
    expect(t.results("a")).toMatchObject([{ success: true }]);
  });
});
