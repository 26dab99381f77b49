import { describe, expect, it } from "vitest";
import { TokenSource } from "../../src/core/auth.js";
import { type Failure, WsClient, type WsState } from "../../src/core/ws-client.js";
import { CONNECTED, FakeNetwork } from "../support/sockets.js";
import { ManualTimers, flush } from "../support/timers.js";

function setUp(getToken: () => string | Promise<string> = () => "token-1", broken = 0) {
  const timers = new ManualTimers();
  const network = new FakeNetwork();
  let toBreak = broken;
  const frames: Record<string, unknown>[] = [];
  const states: WsState[] = [];
  const failures: Failure[] = [];
  const ws = new WsClient({
    url: "wss://mao.test/api/ws/stream?client=embed",
    token: new TokenSource(getToken, timers),
    timers,
    open(url) {
      if (toBreak-- > 0) {
        throw new Error("blocked");
      }
      return network.open(url);
    },
    onFrame: (frame) => frames.push(frame),
    onState: (state) => states.push(state),
    onFailure: (failure) => failures.push(failure),
  });
  /** Brings the newest socket online. */
  const online = async (): Promise<void> => {
    network.last.accept();
    await flush();
    network.last.say(CONNECTED);
  };
  return { timers, network, frames, states, failures, ws, online };
}

describe("authentication", () => {
  it("sends auth as the first frame and nothing before the server's connected", async () => {
    const { ws, network, states, online } = setUp();
    ws.subscribe(5);
    ws.start();
    expect(network.last.url).not.toContain("token");
    network.last.accept();
    await flush();
    expect(network.last.sent).toEqual([{ type: "auth", token: "token-1", client: "embed" }]);
    expect(ws.send({ type: "ping" })).toBe(false);
    expect(states).toEqual(["connecting"]);
    await online();
    expect(states).toEqual(["connecting", "online"]);
    expect(network.last.sent.at(-1)).toEqual({ type: "subscribe", sessionId: 5 });
  });

  it("asks the host for another token when the server refuses the first", async () => {
    let asked = 0;
    const { ws, network, timers, failures } = setUp(() => `token-${++asked}`);
    ws.start();
    network.last.accept();
    await flush();
    network.last.hangUp(1003);
    expect(failures.map((failure) => failure.kind)).toEqual(["auth"]);
    await timers.pass(1_000);
    network.last.accept();
    await flush();
    expect(network.last.sent[0]).toMatchObject({ type: "auth", token: "token-2" });
  });

  it("keeps its token when the connection merely drops", async () => {
    let asked = 0;
    const { ws, network, timers, online } = setUp(() => `token-${++asked}`);
    ws.start();
    await online();
    network.last.hangUp(1006);
    await timers.pass(1_000);
    network.last.accept();
    await flush();
    expect(network.last.sent[0]).toMatchObject({ token: "token-1" });
  });

  it("closes the socket without a word when the host has no token, and tries again", async () => {
    const { ws, network, timers, failures } = setUp(() => Promise.reject(new Error("signed out")));
    ws.start();
    network.last.accept();
    await flush();
    expect(network.last.sent).toEqual([]);
    expect(network.last.closed).toBe(true);
    expect(failures).toEqual([{ kind: "token", message: "signed out" }]);
    await timers.pass(1_000);
    expect(network.sockets).toHaveLength(2);
  });

  it("does not send a late token into a socket that is gone", async () => {
    let give: (token: string) => void = () => undefined;
    const { ws, network, timers } = setUp(() => new Promise((resolve) => (give = resolve)));
    ws.start();
    network.last.accept();
    network.last.hangUp(1006);
    await timers.pass(1_000);
    give("late");
    await flush();
    expect(network.sockets[0]?.sent).toEqual([]);
    network.last.accept();
    await flush();
    expect(network.last.types).toEqual(["auth"]);
  });

  it("delivers nothing that comes before connected", async () => {
    const { ws, network, frames, online } = setUp();
    ws.start();
    network.last.accept();
    await flush();
    network.last.say({ type: "page_tool_request", requestId: "r" });
    expect(frames).toEqual([]);
    await online();
    expect(frames.map((frame) => frame["type"])).toEqual(["connected"]);
  });
});

describe("heartbeat", () => {
  it("pings every 5 s from authentication on", async () => {
    const { ws, network, timers, online } = setUp();
    ws.start();
    await online();
    await timers.pass(14_999);
    expect(network.last.types).toEqual(["auth", "ping", "ping"]);
  });

  it("drops a server that has been silent for more than 30 s", async () => {
    const { ws, network, timers, online, states } = setUp();
    ws.start();
    await online();
    await timers.pass(34_999);
    expect(network.last.closed).toBe(false);
    await timers.pass(1);
    expect(network.last.closed).toBe(true);
    expect(states.at(-1)).toBe("waiting");
  });

  it("keeps a server that answers", async () => {
    const { ws, network, timers, online } = setUp();
    ws.start();
    await online();
    for (let i = 0; i < 30; i++) {
      await timers.pass(5_000);
      network.last.say({ type: "pong", sessionId: null, data: {} });
    }
    expect(network.sockets).toHaveLength(1);
    expect(network.last.closed).toBe(false);
  });

  it("judges the silence of a sleeping machine only after a new ping", async () => {
    const { ws, network, timers, online } = setUp();
    ws.start();
    await online();
    await timers.sleep(600_000);
    expect(network.last.closed).toBe(false);
    expect(network.last.types.at(-1)).toBe("ping");
    network.last.say({ type: "pong", sessionId: null, data: {} });
    await timers.pass(20_000);
    expect(network.last.closed).toBe(false);
  });

  it("drops the server that does not answer the ping after the sleep", async () => {
    const { ws, network, timers, online } = setUp();
    ws.start();
    await online();
    await timers.sleep(600_000);
    await timers.pass(5_000);
    expect(network.sockets[0]?.closed).toBe(true);
  });

  it("gives up on a socket that does not open within 15 s", async () => {
    const { ws, network, timers } = setUp();
    ws.start();
    await timers.pass(15_000);
    expect(network.last.closed).toBe(true);
    await timers.pass(1_000);
    expect(network.sockets).toHaveLength(2);
  });
});

describe("reconnection", () => {
  it("waits 1, 2, 4, 8, 16 and then 30 s", async () => {
    const { ws, network, timers } = setUp();
    ws.start();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const count = network.sockets.length;
      network.last.hangUp(1006);
      await timers.pass(seconds * 1_000 - 1);
      expect(network.sockets).toHaveLength(count);
      await timers.pass(1);
      expect(network.sockets).toHaveLength(count + 1);
    }
  });

  it("starts over after the server took the token, not before", async () => {
    const { ws, network, timers, online } = setUp();
    ws.start();
    network.last.hangUp(1006);
    await timers.pass(1_000);
    network.last.accept();
    await flush();
    network.last.hangUp(1003);
    await timers.pass(1_000);
    expect(network.sockets).toHaveLength(2);
    await timers.pass(1_000);
    expect(network.sockets).toHaveLength(3);
    await online();
    network.last.hangUp(1001);
    await timers.pass(1_000);
    expect(network.sockets).toHaveLength(4);
  });

  it("subscribes again to what is still wanted, once", async () => {
    const { ws, network, timers, online } = setUp();
    ws.start();
    await online();
    ws.subscribe(5);
    ws.subscribe(5);
    ws.subscribe(6);
    ws.unsubscribe(5);
    expect(network.last.sent.slice(1)).toEqual([
      { type: "subscribe", sessionId: 5 },
      { type: "subscribe", sessionId: 6 },
      { type: "unsubscribe", sessionId: 5 },
    ]);
    network.last.hangUp(1006);
    await timers.pass(1_000);
    await online();
    expect(network.last.sent.slice(1)).toEqual([{ type: "subscribe", sessionId: 6 }]);
  });

  it("ignores what a former socket still says", async () => {
    const { ws, network, timers, online, frames } = setUp();
    ws.start();
    await online();
    const former = network.last;
    const { onmessage, onclose } = former;
    former.hangUp(1006);
    await timers.pass(1_000);
    await online();
    frames.length = 0;
    onmessage?.({ data: JSON.stringify({ type: "pong" }) } as MessageEvent);
    onclose?.({ code: 1006 } as CloseEvent);
    expect(frames).toEqual([]);
    expect(ws.state).toBe("online");
  });

  it("does not wait when the network is back", async () => {
    const { ws, network } = setUp();
    ws.start();
    network.last.hangUp(1006);
    ws.hurry();
    expect(network.sockets).toHaveLength(2);
    ws.hurry();
    expect(network.sockets).toHaveLength(2);
  });

  it("survives a constructor that throws", async () => {
    const { timers, ws, failures, network } = setUp(undefined, 1);
    ws.start();
    expect(failures).toEqual([{ kind: "connection", message: "blocked" }]);
    await timers.pass(1_000);
    expect(network.sockets).toHaveLength(1);
  });
});

describe("the document's life", () => {
  it("closes when the document goes and connects when it is back", async () => {
    const { ws, network, timers, online, states } = setUp();
    ws.start();
    ws.subscribe(5);
    await online();
    ws.suspend();
    expect(network.last.closed).toBe(true);
    expect(timers.pending).toBe(0);
    await timers.pass(60_000);
    expect(network.sockets).toHaveLength(1);
    ws.resume();
    await online();
    expect(network.last.types).toEqual(["auth", "subscribe"]);
    expect(states.filter((state) => state === "suspended")).toHaveLength(1);
  });

  it("does not connect on return when it never was connected", () => {
    const { ws, network } = setUp();
    ws.suspend();
    ws.resume();
    expect(network.sockets).toHaveLength(0);
  });

  it("ends for good on close", async () => {
    const { ws, network, timers, online } = setUp();
    ws.start();
    await online();
    ws.close();
    ws.start();
    ws.resume();
    ws.hurry();
    await timers.pass(120_000);
    expect(network.sockets).toHaveLength(1);
    expect(ws.send({ type: "ping" })).toBe(false);
    expect(timers.pending).toBe(0);
  });
});

describe("frames", () => {
  it("passes objects on and stays up on anything else", async () => {
    const { ws, network, online, frames } = setUp();
    ws.start();
    await online();
    frames.length = 0;
    for (const text of ["", "{", "null", "17", '"text"', "[1]", "\u0000"]) {
      network.last.say(text);
    }
    network.last.onmessage?.({ data: new ArrayBuffer(8) } as MessageEvent);
    expect(frames).toEqual([]);
    network.last.say({ type: "unheard_of" });
    expect(frames).toEqual([{ type: "unheard_of" }]);
    expect(ws.state).toBe("online");
  });
});
