import { describe, expect, it, vi } from "vitest";
import { Levels } from "../../src/client/levels.js";
import type { Audit } from "../../src/client/audit.js";
import { Authority } from "../../src/core/authority.js";
import { Grants } from "../../src/core/grants.js";
import { createStore } from "../../src/core/store.js";
import type { AuthorizationLevel } from "../../src/page/types.js";
import { FakeSeal, FakeStorage } from "../support/server.js";
import { flush } from "../support/timers.js";

interface World {
  readonly storage: FakeStorage;
  readonly seal: FakeSeal;
}

function setUp(
  level?: AuthorizationLevel,
  world: World = { storage: new FakeStorage(), seal: new FakeSeal() },
) {
  const told: Pick<Audit, "event" | "level" | "reason">[] = [];
  const { state } = createStore();
  const executor = {
    now: "per_action" as AuthorizationLevel,
    level: () => executor.now,
    setLevel: (next: AuthorizationLevel) => (executor.now = next),
  };
  const consent = { cover: vi.fn(), refuse: vi.fn() };
  const levels = new Levels({
    executor,
    consent,
    decided: ({ event, level: now, reason }) => told.push({ event, level: now, ...(reason && { reason }) }),
    changed: () => undefined,
  });
  const holds: Promise<void>[] = [];
  const authority = new Authority({
    levels,
    hold: (until) => void holds.push(until),
    grants: new Grants(world.storage, world.seal, () => 5),
    settings: { serverUrl: "https://mao.test", agentId: 3, allow: undefined, level },
    origin: "https://shop.test",
    state,
  });
  return { world, told, state, executor, consent, levels, holds, authority };
}

/** A visit at which user 7 grants `full`. */
async function granted(): Promise<World> {
  const t = setUp();
  t.authority.identify(7);
  t.authority.choose("full");
  await flush();
  expect(t.state.kept).toBe(true);
  return t.world;
}

describe("full authorization", () => {
  it("is back at the next visit, and requests wait until that is known", async () => {
    const t = setUp(undefined, await granted());
    t.authority.identify(7);
    expect(t.holds).toHaveLength(1);
    expect(t.levels.current).toBe("per_action");
    await flush();
    expect(t.levels.current).toBe("full");
    expect(t.told).toEqual([]);
  });

  it("is another user's affair", async () => {
    const t = setUp(undefined, await granted());
    t.authority.identify(8);
    await flush();
    expect(t.levels.current).toBe("per_action");
  });

  it("ends when the user turns out to be another, and is back with the first", async () => {
    const t = setUp(undefined, await granted());
    t.authority.identify(7);
    await flush();
    t.authority.identify(8);
    expect(t.levels.current).toBe("per_action");
    expect(t.told).toEqual([{ event: "lowered", level: "per_action", reason: "identity_change" }]);
    t.authority.identify(7);
    await flush();
    expect(t.levels.current).toBe("full");
  });

  it("is suppressed, not taken back, by a host that says per_action or task", async () => {
    const world = await granted();
    for (const level of ["per_action", "task"] as const) {
      const t = setUp(level, world);
      t.authority.identify(7);
      await flush();
      expect(t.levels.current).toBe("per_action");
    }
    const t = setUp("full", world);
    t.authority.identify(7);
    await flush();
    expect(t.levels.current).toBe("full");
    expect(t.state.proposal).toBeUndefined();
  });

  it("that is chosen before the user is known is kept for the one who turns up", async () => {
    const t = setUp();
    t.authority.choose("full");
    await flush();
    expect(t.world.storage.values.size).toBe(0);
    t.authority.identify(7);
    await flush();
    expect([...t.world.storage.values.keys()]).toEqual([expect.stringContaining(":7:") as string]);
  });

  it.each(["per_action", "task"] as const)("is forgotten when the user lowers it to %s", async (level) => {
    const t = setUp(undefined, await granted());
    t.authority.identify(7);
    await flush();
    t.authority.choose(level);
    expect(t.levels.current).toBe(level);
    expect(t.world.storage.values.size).toBe(0);
    expect(t.told).toEqual([{ event: "lowered", level, reason: "user" }]);
  });

  it("is not kept when it is taken back while it is being stored", async () => {
    const t = setUp();
    t.authority.identify(7);
    t.authority.choose("full");
    t.authority.revoke();
    await flush();
    expect(t.world.storage.values.size).toBe(0);
    expect(t.consent.refuse).toHaveBeenCalledOnce();
  });

  it("holds for this page where it cannot be kept", async () => {
    const t = setUp();
    t.world.seal.possible = false;
    t.authority.identify(7);
    t.authority.choose("full");
    await flush();
    expect(t.state.kept).toBe(false);
    t.authority.verify();
    expect(t.levels.current).toBe("full");
  });

  it("ends when its entry is gone", async () => {
    const t = setUp(undefined, await granted());
    t.authority.identify(7);
    await flush();
    t.authority.verify();
    expect(t.levels.current).toBe("full");
    t.world.storage.values.clear();
    t.authority.verify();
    expect(t.levels.current).toBe("per_action");
    expect(t.told).toEqual([{ event: "revoked", level: "per_action", reason: "other_tab" }]);
  });
});

describe("what the host proposes", () => {
  it.each(["task", "full"] as const)("%s is only proposed, until the user accepts it", (level) => {
    const t = setUp(level);
    expect(t.state.proposal).toBe(level);
    expect(t.levels.current).toBe("per_action");
    t.authority.accept();
    expect(t.levels.current).toBe(level);
    expect(t.state.proposal).toBeUndefined();
    expect(t.told).toEqual([{ event: "granted", level, reason: "host" }]);
  });

  it("is proposed for the next task again", () => {
    const t = setUp("task");
    t.authority.accept();
    t.levels.endTask("task_end");
    t.authority.refresh();
    expect(t.state.proposal).toBe("task");
  });

  it.each<[string, (a: Authority) => void]>([
    ["declined", (a) => a.decline()],
    ["revoked", (a) => a.revoke()],
    ["chosen otherwise", (a) => a.choose("per_action")],
  ])("is not proposed again once it was %s", (_, act) => {
    const t = setUp("task");
    act(t.authority);
    t.authority.refresh();
    expect(t.state.proposal).toBeUndefined();
  });

  it.each([undefined, "per_action"] as const)("%s proposes nothing", (level) => {
    const t = setUp(level);
    t.authority.accept();
    expect(t.state.proposal).toBeUndefined();
    expect(t.levels.current).toBe("per_action");
  });
});
