import { describe, expect, it } from "vitest";
import { Collector } from "../../src/context/collector.js";
import { Conversation } from "../../src/core/conversation.js";
import type { Page, Row } from "../../src/core/history.js";
import { type Answer, textOf } from "../../src/core/messages.js";
import type { MaoChatEvent } from "../../src/core/options.js";
import { createStore } from "../../src/core/store.js";
import { ManualTimers, flush } from "../support/timers.js";

type Frame = { type: string; sessionId: number; data: { content: string; eventId: string } };

const toPage = (found: Row[] | Page): Page => ("rows" in found ? found : { rows: found, older: undefined });

function setUp() {
  const timers = new ManualTimers();
  const store = createStore();
  store.state.sessionId = 11;
  const sent: Frame[] = [];
  const events: MaoChatEvent[] = [];
  const facts = { value: undefined as unknown };
  let rows: Row[] | Page | Error = [];
  /** What is older than a message; what is not here is the end of the conversation. */
  const pages = new Map<number | undefined, Page | Error>();
  const asked: (number | undefined)[] = [];
  let ended = 0;
  const conversation = new Conversation({
    store,
    timers,
    collector: new Collector({
      facts: () => facts.value,
      page: () => ({ url: "https://shop.test/", title: "Shop" }),
    }),
    frame: (run) => timers.after(16, run),
    send: (frame) => sent.push(frame as Frame) > 0,
    online: () => Promise.resolve(),
    history: (_, before) => {
      asked.push(before);
      const found = pages.get(before) ?? rows;
      return found instanceof Error ? Promise.reject(found) : Promise.resolve(toPage(found));
    },
    emit: (event) => events.push(event),
    turnEnded: () => ended++,
  });
  const say = (type: string, data: object = {}): void => conversation.receive({ type, sessionId: 11, data });
  return {
    ...{ timers, store, state: store.state, sent, events, facts, conversation, say },
    ended: () => ended,
    stored: (next: Row[] | Page | Error) => (rows = next),
    ...{ pages, asked },
    run: (executionId: string) => say("session_status", { phase: "RUNNING", executionId }),
    delta: (delta: string, executionId?: string) => say("content_delta", { delta, executionId }),
    texts: () => store.state.messages.map((one) => (one.kind === "said" ? one.text : textOf(one))),
  };
}

describe("a message that the server does not take", () => {
  it("leaves no trace, and the next one carries the same facts and quote", async () => {
    const t = setUp();
    t.facts.value = { order: 1 };
    t.state.quote = "red chairs";
    await t.conversation.say("why?");
    expect(t.state.quote).toBeUndefined();
    t.say("session_already_running", { message: "busy" });
    expect(t.state).toMatchObject({
      messages: [],
      quote: "red chairs",
      notice: { kind: "busy" },
      returned: { text: "why?" },
    });
    await t.conversation.say("why?");
    expect(t.sent[1]?.data.content).toBe(t.sent[0]?.data.content);
    expect(t.timers.pending).toBe(1);
  });
});

describe("a message that nobody confirms", () => {
  it("is doubted after a minute, and believed when anything comes of it", async () => {
    const t = setUp();
    await t.conversation.say("hello");
    await t.timers.pass(60_000);
    expect(t.state).toMatchObject({ notice: { kind: "unconfirmed" }, messages: [{ state: "unconfirmed" }] });
    expect(t.events).toMatchObject([{ type: "error" }]);
    t.delta("hi");
    expect(t.state).toMatchObject({ notice: undefined, messages: [{ state: "sent" }, {}] });
  });

  it("is judged by the history after an outage, not by the time that it took", async () => {
    const t = setUp();
    await t.conversation.say("hello");
    t.conversation.disconnected();
    await t.timers.pass(300_000);
    expect(t.state.messages).toMatchObject([{ state: "sending" }]);
    await t.conversation.load();
    expect(t.state.messages).toMatchObject([{ state: "unconfirmed" }]);
    t.stored([{ id: 1, role: "USER", content: "hello", thinking: "" }]);
    await t.conversation.load();
    expect(t.state.messages).toMatchObject([{ state: "sent", serverId: 1 }]);
  });
});

describe("a message of the same user from elsewhere", () => {
  it("is shown as it comes, or read from the history where its text is not told", async () => {
    const t = setUp();
    t.say("user_message_saved", { tempEventId: "", messageId: 5, source: "weixin", content: "by phone" });
    t.say("user_message_saved", { tempEventId: "", messageId: 5, source: "weixin", content: "by phone" });
    expect(t.texts()).toEqual(["by phone"]);
    t.stored([
      { id: 5, role: "USER", content: "by phone", thinking: "" },
      { id: 6, role: "USER", content: "in another tab", thinking: "" },
    ]);
    t.say("user_message_saved", { tempEventId: "ev_other", messageId: 6 });
    await flush();
    expect(t.texts()).toEqual(["by phone", "in another tab"]);
  });
});

describe("a turn", () => {
  it("whose end was missed ends when another begins", () => {
    const t = setUp();
    t.run("a");
    t.delta("one", "a");
    t.run("b");
    t.delta("two", "b");
    t.say("message_end", { executionId: "b" });
    expect(t.texts()).toEqual(["one", "two"]);
    expect(t.state.messages).toMatchObject([{ state: "done" }, { state: "done" }]);
  });

  it("is not ended by the end of another", () => {
    const t = setUp();
    t.run("a");
    t.run("b");
    const before = t.ended();
    t.say("session_status", { phase: "COMPLETED", executionId: "a" });
    expect(t.state.phase).toBe("RUNNING");
    expect(t.ended()).toBe(before);
    t.say("session_status", { phase: "COMPLETED", executionId: "b" });
    expect(t.state.phase).toBe("COMPLETED");
  });

  it("that an outage tore is read again at its end", async () => {
    const t = setUp();
    await t.conversation.say("tell me");
    t.run("a");
    t.delta("One ", "a");
    t.conversation.disconnected();
    t.delta("three", "a");
    t.stored([
      { id: 1, role: "USER", content: "tell me", thinking: "" },
      { id: 2, role: "ASSISTANT", content: "One two three", thinking: "" },
    ]);
    t.say("message_end", { executionId: "a" });
    await flush();
    expect(t.texts()).toEqual(["tell me", "One two three"]);
  });

  it("whose first words an outage took is read again as well", async () => {
    const t = setUp();
    await t.conversation.say("tell me");
    t.run("a");
    t.conversation.disconnected();
    t.delta("three", "a");
    t.stored([
      { id: 1, role: "USER", content: "tell me", thinking: "" },
      { id: 2, role: "ASSISTANT", content: "One two three", thinking: "" },
    ]);
    t.say("message_end", { executionId: "a" });
    await flush();
    expect(t.texts()).toEqual(["tell me", "One two three"]);
  });

  it("shows nothing of a snapshot that names none as running", () => {
    const t = setUp();
    t.run("a");
    t.say("tool_call_start", { tool_call_id: "t", tool_name: "search", executionId: "a" });
    t.say("session_snapshot", { phase: "IDLE" });
    expect((t.state.messages[0] as Answer).parts).toMatchObject([{ state: "ok" }]);
    expect(t.state.phase).toBe("IDLE");
  });
});

describe("the history", () => {
  it("that cannot be read is told, and what is shown stays", async () => {
    const t = setUp();
    t.delta("shown");
    t.stored(new Error("no connection"));
    await t.conversation.load();
    expect(t.state.history).toBe("failed");
    t.stored([]);
    await t.conversation.load();
    expect(t.state.history).toBe("loaded");
    expect(t.state.messages).toHaveLength(1);
  });

  const user = (id: number, content: string): Row => ({ id, role: "USER", content, thinking: "" });
  const older = (before: number) => ({ before, state: "there" as const });

  it("is read on from its oldest message, page by page, until its beginning", async () => {
    const t = setUp();
    t.stored({ rows: [user(50, "late")], older: older(50) });
    t.pages.set(50, { rows: [user(30, "middle"), user(50, "late")], older: older(30) });
    t.pages.set(30, { rows: [user(10, "early")], older: undefined });
    await t.conversation.load();
    await Promise.all([t.conversation.loadOlder(), t.conversation.loadOlder()]);
    expect(t.texts()).toEqual(["middle", "late"]);
    await t.conversation.loadOlder();
    expect(t.texts()).toEqual(["early", "middle", "late"]);
    await t.conversation.loadOlder();
    expect(t.asked).toEqual([undefined, 50, 30]);
    await t.conversation.load();
    expect(t.texts()).toEqual(["early", "middle", "late"]);
    expect(t.state.older).toBeUndefined();
  });

  it("whose older part cannot be read is asked for again when the user wants it", async () => {
    const t = setUp();
    t.stored({ rows: [user(50, "late")], older: older(50) });
    t.pages.set(50, new Error("no connection"));
    await t.conversation.load();
    await t.conversation.loadOlder();
    expect(t.state.older).toEqual({ before: 50, state: "failed" });
    t.pages.set(50, { rows: [user(30, "early")], older: undefined });
    await t.conversation.loadOlder();
    expect(t.texts()).toEqual(["early", "late"]);
  });

  it("has no gap after an outage that was longer than a page", async () => {
    const t = setUp();
    t.stored([user(10, "early")]);
    await t.conversation.load();
    t.stored({ rows: [user(90, "late")], older: older(90) });
    await t.conversation.load();
    expect(t.texts()).toEqual(["late"]);
    t.pages.set(90, { rows: [user(10, "early"), user(50, "missed")], older: undefined });
    await t.conversation.loadOlder();
    expect(t.texts()).toEqual(["early", "missed", "late"]);
  });

  it("of another conversation is not shown in this one", async () => {
    const t = setUp();
    t.stored({ rows: [user(50, "late")], older: older(50) });
    t.pages.set(50, { rows: [user(30, "early")], older: undefined });
    await t.conversation.load();
    const reading = t.conversation.loadOlder();
    t.conversation.begin();
    await reading;
    expect(t.texts()).toEqual([]);
  });
});
