import { describe, expect, it } from "vitest";
import { TokenSource } from "../../src/core/auth.js";
import { Rest } from "../../src/core/rest.js";
import { SessionManager } from "../../src/core/session-manager.js";
import { Tabs } from "../../src/core/tabs.js";
import { type FakeServer, FakeStorage, bootable } from "../support/server.js";
import { ManualTimers } from "../support/timers.js";

const KEY = "mao_embed_session_3";

function setUp(server: FakeServer, stored?: string) {
  const timers = new ManualTimers();
  const storage = new FakeStorage();
  if (stored !== undefined) {
    storage.set(KEY, stored);
  }
  let asked = 0;
  const token = new TokenSource(() => `t${++asked}`, timers);
  const rest = new Rest({ base: "https://mao.test/api/v1", token, fetch: server.fetch, timers });
  const tabs = new Tabs({ agentId: 3, serverUrl: "https://mao.test", timers, channel: undefined });
  return { storage, timers, rest, sessions: new SessionManager(rest, storage, 3, tabs) };
}

describe("boot", () => {
  it("makes a session when there is none and stores only its id", async () => {
    const server = bootable();
    const { sessions, storage } = setUp(server);
    expect(await sessions.boot()).toEqual({
      agent: { name: "Helper", avatarUrl: undefined },
      sessionId: 11,
      isNew: true,
    });
    expect(server.calls.at(-1)).toMatchObject({
      call: "POST /sessions",
      token: "Bearer t1",
      body: { agentId: 3, source: "embed" },
    });
    expect([...storage.values]).toEqual([[KEY, "11"]]);
  });

  it("goes on with the stored session", async () => {
    const server = bootable().on("GET /sessions/9", { data: { id: 9, agentId: 3 } });
    const { sessions } = setUp(server, "9");
    expect(await sessions.boot()).toMatchObject({ sessionId: 9, isNew: false });
    expect(server.count("POST /sessions")).toBe(0);
  });

  it.each([
    ["it is gone", { status: 404 }],
    ["it is another user's (403)", { status: 403 }],
    ["it is another user's (1002)", { code: 1002 }],
    ["it is missing (3002)", { code: 3002 }],
    ["it belongs to another agent", { data: { id: 9, agentId: 4 } }],
    ["another one is returned", { data: { id: 8 } }],
  ])("makes a new one when %s", async (_why, answer) => {
    const server = bootable().on("GET /sessions/9", answer);
    const { sessions, storage } = setUp(server, "9");
    expect((await sessions.boot()).sessionId).toBe(11);
    expect(storage.get(KEY)).toBe("11");
  });

  it.each(["", "-1", "1.5", "abc", "99999999999999999999"])(
    "does not ask for the stored text %j",
    async (text) => {
      const server = bootable();
      const { sessions } = setUp(server, text);
      expect((await sessions.boot()).sessionId).toBe(11);
    },
  );

  it("keeps the stored session when the server is only out of order", async () => {
    const server = bootable().on("GET /sessions/9", { status: 500 });
    const { sessions, storage } = setUp(server, "9");
    await expect(sessions.boot()).rejects.toMatchObject({ status: 500, transient: true });
    expect(storage.get(KEY)).toBe("9");
    expect(server.count("POST /sessions")).toBe(0);
  });

  it("fails when the agent cannot be read, and makes no session then", async () => {
    const without = bootable().on("GET /agents/3", { status: 404, code: 1404 });
    await expect(setUp(without).sessions.boot()).rejects.toMatchObject({ status: 404, transient: false });
    expect(without.count("POST /sessions")).toBe(0);
  });
});

describe("calls", () => {
  it("asks for a fresh token once after a 401", async () => {
    const server = bootable().on("POST /sessions", { status: 401, code: 1001 }, { data: { id: 12 } });
    const { sessions } = setUp(server);
    expect(await sessions.create()).toBe(12);
    expect(server.calls.map((call) => call.token)).toEqual(["Bearer t1", "Bearer t2"]);
  });

  it("gives up after the second 401, and the next call begins with a new token", async () => {
    const server = bootable().on("POST /sessions", { status: 401, code: 1001 });
    const { sessions } = setUp(server);
    await expect(sessions.create()).rejects.toMatchObject({ status: 401, code: 1001 });
    await expect(sessions.create()).rejects.toMatchObject({ status: 401 });
    expect(server.calls.map((call) => call.token)).toEqual(
      ["t1", "t2", "t3", "t4"].map((t) => `Bearer ${t}`),
    );
  });

  it("treats a business code in a 200 as the failure it is", async () => {
    const server = bootable().on("POST /sessions", { code: 5001 });
    await expect(setUp(server).sessions.create()).rejects.toMatchObject({ status: 200, code: 5001 });
  });

  it.each(["", "<html>", "[]"])("refuses the body %j", async (text) => {
    const server = bootable().on("POST /sessions", { text });
    await expect(setUp(server).sessions.create()).rejects.toThrow(/no JSON/);
  });

  it.each([{}, { id: "11" }, { id: 0 }])("refuses the session %j", async (data) => {
    const server = bootable().on("POST /sessions", { data });
    await expect(setUp(server).sessions.create()).rejects.toThrow(/no session id/);
  });

  it("ends a call that gets no answer", async () => {
    const server = bootable();
    const { timers } = setUp(server);
    const rest = new Rest({
      base: "https://mao.test/api/v1",
      token: new TokenSource(() => "t", timers),
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
      timers,
    });
    const failed = expect(rest.call("GET", "/agents/3")).rejects.toMatchObject({
      status: 0,
      transient: true,
    });
    await timers.pass(20_000);
    await failed;
  });
});
