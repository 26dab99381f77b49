import { beforeEach, describe, expect, it, vi } from "vitest";
import { Controller } from "../../src/core/controller.js";
import { type MaoChatEvent, type PageToolOptions, settingsOf } from "../../src/core/options.js";
import { FakeExecutor } from "../support/executor.js";
import { FakeSeal, type FakeServer, FakeStorage, bootable } from "../support/server.js";
import { CONNECTED, FakeNetwork } from "../support/sockets.js";
import { ManualTimers, flush } from "../support/timers.js";

const RESUME = "mao_embed_resume_3";

function setUp({
  server = bootable(),
  eager = false,
  tab = new FakeStorage(),
  local = new FakeStorage(),
  seal = new FakeSeal(),
  tools = {},
}: {
  server?: FakeServer;
  eager?: boolean;
  tab?: FakeStorage;
  local?: FakeStorage;
  seal?: FakeSeal;
  tools?: PageToolOptions;
} = {}) {
  const timers = new ManualTimers();
  const network = new FakeNetwork();
  const events: MaoChatEvent[] = [];
  let executor: FakeExecutor | undefined;
  const controller = new Controller({
    settings: settingsOf({
      serverUrl: "https://mao.test",
      agentId: 3,
      getToken: () => "t",
      onEvent: (event: MaoChatEvent) => events.push(event),
      pageTools: { eager, ...tools },
    }),
    browser: {
      fetch: server.fetch,
      open: network.open,
      timers,
      local,
      tab,
      seal,
      origin: "https://shop.test",
      now: () => 1_790_000_000_000,
      page: () => ({ url: "https://shop.test/order", title: "Order" }),
      channel: () => undefined,
      frame: (run) => timers.after(16, run),
    },
    isSdkNode: () => false,
    createExecutor: (host) => (executor = new FakeExecutor(host)),
  });
  const online = async (): Promise<void> => {
    await flush();
    network.last.accept();
    await flush();
    network.last.say(CONNECTED);
  };
  const request = (requestId: string): void =>
    network.last.say({
      type: "page_tool_request",
      requestId,
      sessionId: 11,
      tool: "page_click",
      snapshotId: "s",
      actions: [{ elementId: "e" }],
    });
  return {
    server,
    timers,
    network,
    events,
    controller,
    store: controller.store,
    tab,
    local,
    seal,
    online,
    request,
    get executor(): FakeExecutor {
      if (executor === undefined) {
        throw new Error("no executor");
      }
      return executor;
    },
  };
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("connecting", () => {
  it("does nothing before the panel is opened", async () => {
    const t = setUp();
    t.controller.begin();
    await t.timers.pass(60_000);
    expect(t.server.calls).toEqual([]);
    expect(t.network.sockets).toEqual([]);
    t.controller.open();
    await t.online();
    expect(t.network.last.types).toEqual(["auth", "subscribe"]);
    expect(t.store.state).toMatchObject({
      panelOpen: true,
      connection: "online",
      agentName: "Helper",
      sessionId: 11,
    });
  });

  it("connects at once when the host wants it, without opening the panel", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    expect(t.store.state).toMatchObject({ panelOpen: false, connection: "online" });
  });

  it("connects once, however often the panel is opened", async () => {
    const t = setUp();
    t.controller.open();
    t.controller.close();
    t.controller.toggle();
    await t.online();
    expect(t.network.sockets).toHaveLength(1);
    expect(t.server.count("POST /sessions")).toBe(1);
  });

  it("tries a failed boot again by itself when that can help", async () => {
    const t = setUp({
      server: bootable().on("GET /agents/3", { status: 503 }, { data: { name: "Helper" } }),
    });
    t.controller.open();
    await flush();
    expect(t.store.state).toMatchObject({ connection: "failed", problem: "boot" });
    expect(t.events).toEqual([{ type: "error", message: expect.stringContaining("503") as string }]);
    await t.timers.pass(999);
    expect(t.server.count("GET /agents/3")).toBe(1);
    await t.timers.pass(1);
    await t.online();
    expect(t.store.state).toMatchObject({ connection: "online", problem: undefined });
  });

  it("does not wait for the next attempt when the network is back", async () => {
    const t = setUp({
      server: bootable().on("GET /agents/3", { status: 503 }, { data: { name: "Helper" } }),
    });
    t.controller.open();
    await flush();
    t.controller.hurry();
    await t.online();
    expect(t.store.state.connection).toBe("online");
  });

  it("leaves a lasting failure to the user's retry", async () => {
    const t = setUp({
      server: bootable().on("GET /agents/3", { status: 404 }, { data: { name: "Helper" } }),
    });
    t.controller.open();
    await t.timers.pass(120_000);
    t.controller.hurry();
    expect(t.server.count("GET /agents/3")).toBe(1);
    t.controller.retry();
    await t.online();
    expect(t.store.state.connection).toBe("online");
  });

  it("tells a refused token as what it is", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await flush();
    t.network.last.accept();
    await flush();
    t.network.last.hangUp(1003);
    expect(t.store.state).toMatchObject({ connection: "waiting", problem: "auth" });
  });
});

describe("page tools", () => {
  it("answers over the connection and shows what is done", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    t.request("a");
    expect(t.store.state.busy).toBe(true);
    const action = { requestId: "a", index: 0, action: "click" as const, target: "Save" };
    t.executor.host.onAction({ ...action, phase: "start" });
    expect(t.store.state.current).toMatchObject({ action: "click", target: "Save", state: "running" });
    t.executor.host.onAction({ ...action, phase: "end", ok: true, status: "verified" });
    t.executor.last.succeed();
    await flush();
    expect(t.network.last.sent.at(-1)).toMatchObject({
      type: "page_tool_result",
      requestId: "a",
      success: true,
    });
    expect(t.store.state.busy).toBe(false);
    expect(t.store.state.current).toBeUndefined();
    expect(t.store.state.log).toMatchObject([
      { action: "click", target: "Save", state: "ok", status: "verified" },
    ]);
  });

  it("opens the panel for a question and shows it until it is answered", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    t.request("a");
    const asked = t.executor.last.confirm();
    await flush();
    expect(t.store.state.panelOpen).toBe(true);
    expect(t.store.live.confirm?.request.actions[0]?.target).toBe("Customer");
    t.store.live.confirm?.answer({ allowed: true, grant: "task" });
    expect(await asked).toEqual({ allowed: true, grant: "task" });
    expect(t.store.live.confirm).toBeUndefined();
    await flush();
    expect(t.store.state.level).toBe("task");
  });

  it("takes the question away when the connection is lost", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    t.request("a");
    t.executor.last.confirm().catch(() => undefined);
    await flush();
    t.network.last.hangUp(1006);
    await flush();
    expect(t.store.live.confirm).toBeUndefined();
  });

  it("keeps fifty lines of the log", async () => {
    const t = setUp({ eager: true });
    for (let index = 0; index < 60; index++) {
      const action = { requestId: "a", index, action: "click" as const, target: `${index}` };
      t.executor.host.onAction({ ...action, phase: "start" });
      t.executor.host.onAction({ ...action, phase: "end", ok: false, code: "element_disabled" });
    }
    expect(t.store.state.log).toHaveLength(50);
    expect(t.store.state.log.at(-1)).toMatchObject({
      target: "59",
      state: "failed",
      code: "element_disabled",
    });
  });

  it("ends the task's grant with the turn", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    const terminal = [
      { type: "message_end", sessionId: 11, data: {} },
      { type: "error", sessionId: 11, data: { message: "x" } },
      { type: "session_status", sessionId: 11, data: { phase: "COMPLETED" } },
      { type: "session_snapshot", sessionId: 11, data: { phase: "FAILED" } },
    ];
    for (const frame of terminal) {
      t.executor.setLevel("task", "granted");
      t.network.last.say({ ...frame, sessionId: 99 });
      t.network.last.say({ type: "session_status", sessionId: 11, data: { phase: "RUNNING" } });
      expect(t.executor.level()).toBe("task");
      t.network.last.say(frame);
      expect(t.executor.level()).toBe("per_action");
    }
  });
});

describe("the user's stop", () => {
  it("cancels the agent's turn on the server only while there is one", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    t.controller.stop();
    expect(t.network.last.types).not.toContain("cancel");
    t.network.last.say({ type: "session_status", sessionId: 11, data: { phase: "RUNNING" } });
    t.controller.stop();
    expect(t.network.last.sent.at(-1)).toEqual({ type: "cancel", sessionId: 11 });
    expect(t.events).toContainEqual({ type: "phase", phase: "RUNNING", sessionId: 11 });
  });
});

describe("a new session", () => {
  it("replaces the old one on the server, in the connection and for page tools", async () => {
    const t = setUp({
      server: bootable().on("POST /sessions", { data: { id: 11 } }, { data: { id: 12 } }),
      eager: true,
    });
    t.controller.begin();
    await t.online();
    t.request("a");
    await t.controller.newSession();
    await flush();
    expect(t.network.last.sent.filter(({ type }) => /subscribe|result/.test(String(type)))).toMatchObject([
      { type: "subscribe", sessionId: 11 },
      { type: "subscribe", sessionId: 12 },
      { type: "page_tool_result", requestId: "a", error: { details: { reason: "session_switch" } } },
      { type: "unsubscribe", sessionId: 11 },
    ]);
    expect(t.executor.last.signal.aborted).toBe(true);
    expect(t.store.state.sessionId).toBe(12);
  });

  it("boots first where that has not happened, and fails when that fails", async () => {
    const t = setUp({
      server: bootable().on("GET /agents/3", { status: 404 }, { data: { name: "Helper" } }),
    });
    await expect(t.controller.newSession()).rejects.toMatchObject({ status: 404 });
    await t.controller.newSession();
    await t.online();
    expect(t.server.count("POST /sessions")).toBe(2);
    expect(t.store.state).toMatchObject({ connection: "online", sessionId: 11 });
  });

  it("is refused after destroy", async () => {
    const t = setUp();
    t.controller.destroy();
    await expect(t.controller.newSession()).rejects.toThrow(/destroyed/);
  });
});

describe("the document", () => {
  it("when it goes reports what ran, closes the socket and leaves a mark for the next load of this tab", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    t.request("a");
    t.executor.host.onAction({ requestId: "a", index: 0, action: "click", target: "Save", phase: "start" });
    await t.controller.leave();
    expect(t.network.last.sent.at(-1)).toMatchObject({
      type: "page_tool_result",
      error: { code: "task_cancelled", details: { reason: "refresh" } },
    });
    expect(t.network.last.closed).toBe(true);
    expect([...t.tab.values]).toEqual([[RESUME, "1"]]);

    const next = setUp({ tab: t.tab });
    next.controller.begin();
    await next.online();
    expect(next.store.state).toMatchObject({ connection: "online", panelOpen: false });
    expect(next.tab.values.size).toBe(0);
  });

  it("when it goes hears from the executor what a click has led to, before what runs is ended", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    t.request("a");
    t.executor.whenLeaving = () => t.executor.last.succeed();
    await t.controller.leave();
    expect(t.network.last.sent.at(-1)).toMatchObject({ type: "page_tool_result", success: true });
    expect(t.network.last.closed).toBe(true);
  });

  it("when nothing happened leaves no mark", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    await t.controller.leave();
    expect(t.tab.values.size).toBe(0);
  });

  it("when it comes back connects again", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    await t.controller.leave();
    t.controller.comeBack();
    await t.online();
    expect(t.network.sockets).toHaveLength(2);
    expect(t.network.last.types).toEqual(["auth", "subscribe"]);
  });
});

describe("destroy", () => {
  it("ends everything, and nothing begins afterwards", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    await t.online();
    t.request("a");
    t.executor.last.confirm().catch(() => undefined);
    await flush();
    t.controller.destroy();
    t.controller.destroy();
    await flush();
    expect(t.network.last.sent.at(-1)).toMatchObject({
      type: "page_tool_result",
      error: { code: "task_cancelled" },
    });
    expect(t.network.last.closed).toBe(true);
    expect(t.store.live.confirm).toBeUndefined();
    t.controller.open();
    await t.timers.pass(120_000);
    expect(t.network.sockets).toHaveLength(1);
    expect(t.store.state.panelOpen).toBe(false);
    expect(t.timers.pending).toBe(0);
  });

  it("during the boot opens no socket", async () => {
    const t = setUp({ eager: true });
    t.controller.begin();
    t.controller.destroy();
    await t.timers.pass(60_000);
    expect(t.network.sockets).toEqual([]);
  });
});

describe("the host's listener", () => {
  it("that throws does not disturb", async () => {
    const t = setUp({ eager: true });
    t.events.push = () => {
      throw new Error("host bug");
    };
    t.controller.begin();
    await t.online();
    t.network.last.say({ type: "session_status", sessionId: 11, data: { phase: "RUNNING" } });
    expect(t.store.state.phase).toBe("RUNNING");
  });
});
