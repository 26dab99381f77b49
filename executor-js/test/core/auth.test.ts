import { describe, expect, it } from "vitest";
import { TokenSource } from "../../src/core/auth.js";
import { ManualTimers } from "../support/timers.js";

describe("TokenSource", () => {
  it("asks the host once for all that wait and keeps the answer", async () => {
    let asked = 0;
    const source = new TokenSource(() => Promise.resolve(`t${++asked}`), new ManualTimers());
    expect(await Promise.all([source.get(), source.get()])).toEqual(["t1", "t1"]);
    expect(await source.get()).toBe("t1");
  });

  it("asks again after the token was refused, but not when a newer one is there already", async () => {
    let asked = 0;
    const source = new TokenSource(() => `t${++asked}`, new ManualTimers());
    const first = await source.get();
    source.reject(first);
    expect(await source.get()).toBe("t2");
    source.reject(first);
    expect(await source.get()).toBe("t2");
  });

  it.each([[""], [undefined], [42], [{}]])("refuses %j as a token", async (token) => {
    const source = new TokenSource(() => token as string, new ManualTimers());
    await expect(source.get()).rejects.toThrow(/non-empty string/);
  });

  it("asks again after the host failed", async () => {
    let fail = true;
    const source = new TokenSource(() => {
      if (fail) {
        throw new Error("signed out");
      }
      return "t";
    }, new ManualTimers());
    await expect(source.get()).rejects.toThrow("signed out");
    fail = false;
    expect(await source.get()).toBe("t");
  });

  it("does not wait for ever", async () => {
    const timers = new ManualTimers();
    const source = new TokenSource(() => new Promise(() => undefined), timers);
    const failed = expect(source.get()).rejects.toThrow(/within 30 s/);
    await timers.pass(30_000);
    await failed;
  });
});
