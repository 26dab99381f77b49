import { describe, expect, it } from "vitest";
import { createStore } from "../../src/core/store.js";
import { Turns } from "../../src/core/turns.js";
import { ManualTimers, flush } from "../support/timers.js";

function setUp({ online = Promise.resolve(), sent = true } = {}) {
  const timers = new ManualTimers();
  const store = createStore();
  store.state.sessionId = 11;
  const frames: { data: { content: string; eventId: string } }[] = [];
  const undone: string[] = [];
  const doubts: number[] = [];
  const turns = new Turns({
    store,
    timers,
    send: (frame) => {
      frames.push(frame as (typeof frames)[number]);
      return sent;
    },
    online: () => online,
    collector: {
      prefix: (text) => ({ content: text, undo: () => undone.push(text) }),
      clear: () => undefined,
    },
    unconfirmed: () => doubts.push(1),
  });
  return { timers, store, frames, turns, undone, doubts };
}

describe("Turns", () => {
  it("sends the message and shows that it is stored", async () => {
    const t = setUp();
    expect(await t.turns.say("hello")).toBe(true);
    expect(t.frames).toEqual([
      {
        type: "send_message",
        sessionId: 11,
        data: { content: "hello", eventId: expect.stringMatching(/^ev_[0-9a-z]+_[0-9a-z]{8}$/) as string },
      },
    ]);
    expect(t.store.state.messages).toMatchObject([{ text: "hello", state: "sending" }]);
    t.turns.saved("ev_other", 7);
    t.turns.saved(t.frames[0]?.data.eventId, 7);
    expect(t.store.state.messages).toMatchObject([{ text: "hello", state: "sent" }]);
    expect(t.timers.pending).toBe(0);
  });

  it("says so when the server does not confirm it, and again when it does after all", async () => {
    const t = setUp();
    await t.turns.say("hello");
    await t.timers.pass(60_000);
    expect(t.store.state.messages[0]?.state).toBe("unconfirmed");
    t.turns.saved(t.frames[0]?.data.eventId, 7);
    expect(t.store.state.messages[0]?.state).toBe("sent");
  });

  it("takes back what the page's facts of messages did that the history does not have, the newest first", async () => {
    const t = setUp();
    await t.turns.say("one");
    await t.turns.say("two");
    t.turns.disconnected();
    t.turns.reconciled();
    expect(t.undone).toEqual(["two", "one"]);
    expect(t.store.state.messages).toMatchObject([{ state: "unconfirmed" }, { state: "unconfirmed" }]);
    t.turns.reconciled();
    expect(t.undone).toHaveLength(2);
  });

  it("gives each message an id of its own", async () => {
    const t = setUp();
    await t.turns.say("one");
    await t.turns.say("two");
    expect(new Set(t.frames.map(({ data }) => data.eventId)).size).toBe(2);
  });

  it("fails when there is no connection for long, or it is lost in the last moment", async () => {
    const never = setUp({ online: new Promise(() => undefined) });
    const said = never.turns.say("hello");
    await never.timers.pass(20_000);
    expect(await said).toBe(false);
    const lost = setUp({ sent: false });
    expect(await lost.turns.say("hello")).toBe(false);
    expect(lost.store.state.messages).toEqual([]);
  });

  it("forgets everything with the conversation", async () => {
    const t = setUp();
    await t.turns.say("hello");
    t.turns.clear();
    await flush();
    expect(t.store.state.messages).toEqual([]);
    expect(t.timers.pending).toBe(0);
  });
});
