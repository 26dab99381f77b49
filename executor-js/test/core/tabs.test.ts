import { describe, expect, it } from "vitest";
import { type Channel, Tabs } from "../../src/core/tabs.js";
import { ManualTimers } from "../support/timers.js";

/** A channel between tabs. */
class Air {
  readonly channels: Channel[] = [];
  open(): Channel {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) => {
        const others = this.channels.filter((one) => one !== channel);
        queueMicrotask(() => others.forEach((one) => one.onmessage?.({ data } as MessageEvent)));
      },
      close: () => this.channels.splice(this.channels.indexOf(channel), 1),
    };
    this.channels.push(channel);
    return channel;
  }
}

function setUp() {
  const air = new Air();
  const timers = new ManualTimers();
  const tab = (agentId = 3, serverUrl = "https://mao.test"): Tabs =>
    new Tabs({ agentId, serverUrl, timers, channel: air.open() });
  return { air, timers, tab };
}

/** Asks, and makes a conversation when nobody has one, as the session manager does. */
async function boot(tab: Tabs, make: () => number): Promise<number> {
  const found = await tab.find();
  if (found !== undefined) {
    return found;
  }
  const made = make();
  tab.claim(made);
  return made;
}

describe("Tabs", () => {
  it("that are alone make a conversation after a moment", async () => {
    const t = setUp();
    const found = t.tab().find();
    await t.timers.pass(300);
    expect(await found).toBeUndefined();
  });

  it("use the one that another tab has", async () => {
    const t = setUp();
    t.tab().claim(7);
    const found = t.tab().find();
    await t.timers.pass(1);
    expect(await found).toBe(7);
  });

  it.each([2, 3, 5])("of which %d start at once make one", async (count) => {
    const t = setUp();
    let made = 0;
    const booted = Array.from({ length: count }, () => boot(t.tab(), () => 10 + ++made));
    await t.timers.pass(2_000);
    expect(await Promise.all(booted)).toEqual(booted.map(() => 11));
  });

  it("wait for one that is making it, and do not wait for ever", async () => {
    const t = setUp();
    const first = t.tab();
    void first.find();
    await t.timers.pass(300);
    const second = t.tab().find();
    await t.timers.pass(5_000);
    first.claim(8);
    await t.timers.pass(0);
    expect(await second).toBe(8);

    const slow = setUp();
    void slow.tab().find();
    await slow.timers.pass(300);
    const third = slow.tab().find();
    await slow.timers.pass(10_300);
    expect(await third).toBeUndefined();
  });

  it("take over from one that could not make it", async () => {
    const t = setUp();
    const first = t.tab();
    void first.find();
    await t.timers.pass(300);
    const second = t.tab().find();
    await t.timers.pass(10);
    first.failed();
    await t.timers.pass(400);
    expect(await second).toBeUndefined();
  });

  it("of another agent or server have other conversations", async () => {
    const t = setUp();
    t.tab(4).claim(7);
    t.tab(3, "https://other.test").claim(8);
    const found = t.tab().find();
    await t.timers.pass(300);
    expect(await found).toBeUndefined();
  });

  it("hear nothing that makes no sense, and nothing once closed", async () => {
    const t = setUp();
    const tab = t.tab();
    const stranger = t.air.open();
    const found = tab.find();
    for (const message of [
      null,
      "x",
      { agentId: 3 },
      { agentId: 3, kind: "session-reply", sessionId: "7" },
    ]) {
      stranger.postMessage(message);
    }
    await t.timers.pass(300);
    expect(await found).toBeUndefined();
    tab.close();
    expect(t.air.channels).toHaveLength(1);
  });

  it("do without a channel", async () => {
    const { timers } = setUp();
    const tab = new Tabs({ agentId: 3, serverUrl: "https://mao.test", timers, channel: undefined });
    expect(await tab.find()).toBeUndefined();
    tab.claim(1);
    tab.close();
  });
});
