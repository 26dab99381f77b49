import { describe, expect, it } from "vitest";
import { type GrantScope, Grants, grantKey } from "../../src/core/grants.js";
import { FakeSeal, FakeStorage } from "../support/server.js";

const scope: GrantScope = {
  serverUrl: "https://mao.test",
  userId: 7,
  origin: "https://shop.test",
  agentId: 3,
  allow: undefined,
};

function setUp() {
  const storage = new FakeStorage();
  const seal = new FakeSeal();
  let now = 1_000;
  const grants = new Grants(storage, seal, () => ++now);
  return { storage, seal, grants };
}

describe("grantKey", () => {
  it("names everything that a grant depends on", () => {
    expect(grantKey(scope)).toBe(
      "mao_embed_page_authorization:https%3A%2F%2Fmao.test:7:https%3A%2F%2Fshop.test:3:all:v1",
    );
  });

  it.each<[string, Partial<GrantScope>]>([
    ["server", { serverUrl: "https://mao.test/api" }],
    ["user", { userId: 8 }],
    ["origin", { origin: "https://shop.test:8443" }],
    ["agent", { agentId: 4 }],
    ["range", { allow: ["fill"] }],
    ["range of nothing", { allow: [] }],
  ])("differs with another %s", (_, change) => {
    expect(grantKey({ ...scope, ...change })).not.toBe(grantKey(scope));
  });

  it("does not depend on how the range is written down", () => {
    expect(grantKey({ ...scope, allow: ["fill", "click", "fill"] })).toBe(
      grantKey({ ...scope, allow: ["click", "fill"] }),
    );
  });

  it("cannot be made alike by parts that hold the separator", () => {
    expect(grantKey({ ...scope, serverUrl: "https://a:7", userId: 1 })).not.toBe(
      grantKey({ ...scope, serverUrl: "https://a", userId: 7 }),
    );
  });
});

describe("Grants", () => {
  const key = grantKey(scope);

  it("holds from when it is kept until it is forgotten", async () => {
    const { grants, storage } = setUp();
    expect(await grants.holds(key)).toBe(false);
    expect(await grants.keep(key)).toBe(true);
    expect(await grants.holds(key)).toBe(true);
    expect(await grants.holds(grantKey({ ...scope, userId: 8 }))).toBe(false);
    grants.forget(key);
    expect(storage.values.size).toBe(0);
    expect(await grants.holds(key)).toBe(false);
  });

  it.each<[string, (text: string) => string]>([
    ["the bare word", () => "full"],
    ["another time", (text) => JSON.stringify({ ...(JSON.parse(text) as object), at: 1 })],
    ["no seal", (text) => JSON.stringify({ ...(JSON.parse(text) as object), seal: undefined })],
    ["another seal", (text) => JSON.stringify({ ...(JSON.parse(text) as object), seal: "seal 9" })],
    ["a list", () => "[]"],
    ["no JSON", (text) => text.slice(1)],
  ])("does not hold when somebody wrote %s", async (_, forge) => {
    const { grants, storage } = setUp();
    await grants.keep(key);
    storage.set(key, forge(storage.get(key) ?? ""));
    expect(await grants.holds(key)).toBe(false);
  });

  it("does not hold under another key than it was kept under", async () => {
    const { grants, storage } = setUp();
    await grants.keep(key);
    const other = grantKey({ ...scope, agentId: 4 });
    storage.set(other, storage.get(key) ?? "");
    expect(await grants.holds(other)).toBe(false);
  });

  it("does not hold when a copy is put back after it was forgotten", async () => {
    const { grants, storage } = setUp();
    await grants.keep(key);
    const copy = storage.get(key) ?? "";
    grants.forget(key);
    await grants.keep(grantKey({ ...scope, agentId: 4 })); // whatever was planned before is done now
    storage.set(key, copy);
    expect(await grants.holds(key)).toBe(false);
  });

  it("keeps nothing where nothing can be sealed", async () => {
    const { grants, storage, seal } = setUp();
    seal.possible = false;
    expect(await grants.keep(key)).toBe(false);
    expect(storage.values.size).toBe(0);
  });

  it("holds when it was forgotten and kept again in one go", async () => {
    const { grants } = setUp();
    await grants.keep(key);
    grants.forget(key);
    await grants.keep(key);
    expect(await grants.holds(key)).toBe(true);
  });
});
